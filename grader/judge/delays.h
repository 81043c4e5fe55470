// delays.h - what the virtual time of a case was lost to, in a student's words.
#pragma once

#include "common/cudasim/cudasim.h"
#include "record.h"

// Does the gate bound virtual time, or a rate of it?
bool delays_explain(const Gate *gate);

// Does the gate bound copies, or their time? Then add the line whose copies take longest.
bool delays_count_copies(const Gate *gate);
void delays_tell_copies(ItemRecord *record, const CudasimDelays *delays, const char *folder);

// Adds a line for each delay, and the places of the calls.
void delays_tell(ItemRecord *record, const CudasimDelays *delays, const char *folder);

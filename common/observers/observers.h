// observers.h - the observers that exist, and what they give to the API layer.
// They see sim/ only, through hooks.h; sim/ never names one.
#pragma once

#include "../sim/hooks.h"

// Reads the options of common/cudasim.h, switches observers on and sets the
// device's schedule, seed and budget. Returns 0, or -1 with a line on stderr.
int observers_init(const char *options);
void observers_mark(const char *mark);

// cudasimLastWriter for the API layer; see common/cudasim.h.
struct CudasimWriter_;

// Findings so far with severity error, for --error-exitcode.
unsigned long observers_errors(void);

// Called when the process ends: leaks, the last counter line, the summary.
void observers_finish(void);

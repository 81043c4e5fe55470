// delays.h - which call made what wait, for cudasimDelays().
#pragma once

#include "state.h"

void delays_watch(void);  // once: from now on jobs and calls are noted between two marks
bool delays_wanted(void); // are they noted now?

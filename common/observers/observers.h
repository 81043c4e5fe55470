// observers.h - the observers that exist, and what they give to the API layer.
// They see sim/ only, through hooks.h; sim/ never names one. What the
// observers share among themselves is in findings.h.
#pragma once

#include "cudasim.h"
#include "sim/hooks.h"

// Reads the options of common/cudasim.h, switches observers on and sets the
// device's schedule, seed and budget. Returns 0, or -1 with a line on stderr.
// With no tool and no counters file nothing is hooked: full speed.
int observers_init(const char *options);
// cudasimLastWriter for the API layer; see common/cudasim.h.
int observers_last_writer(const void *ptr, CudasimWriter *writer);

// Someone wants to know how long kernels take: measure what they move, unless
// counters do so already. Between launches only.
void observers_measure(void);

// Findings so far with severity error, for --error-exitcode.
unsigned long observers_errors(void);

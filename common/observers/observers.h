// observers.h - what the runtime calls: the start of the observers, and some questions, because
// an event has no answer. All else that the runtime says to observers are events (hooks.h).
// Observers use sim/ only, and sim/ names no observer. findings.h has what observers share.
#pragma once

#include "cudasim.h"
#include "sim/hooks.h"

// Reads the options of common/cudasim.h, switches observers on and sets the
// device's schedule, seed and budget. Returns 0, or -1 with a line on stderr.
// With no tool and no counters file nothing is hooked: full speed.
int observers_init(const char *options);
// For cudasimLastWriter: see common/cudasim.h.
int observers_last_writer(const void *ptr, CudasimWriter *writer);
// For cudasimWatch and cudasimOrigins (origins.c). Only between launches.
void observers_watch(const CudasimBuffer *buffers, int n);
void observers_origins(CudasimOrigins *origins, const void *const *contents);

// The program or its user looks at times: from now on the traffic of kernels is measured, if
// counters do not measure it already. Only between launches.
void observers_measure(void);

// How many findings are errors so far: for --error-exitcode.
unsigned long observers_errors(void);

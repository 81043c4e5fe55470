// observers.h - the observers that exist, and what they give to the API layer.
// They see sim/ only, through hooks.h; sim/ never names one. What the
// observers share among themselves is in checks.h.
#pragma once

#include "cudasim.h"
#include "sim/hooks.h"

// Reads the options of common/cudasim.h, switches observers on and sets the
// device's schedule, seed and budget. Returns 0, or -1 with a line on stderr.
// With no tool and no counters file nothing is hooked: full speed.
int observers_init(const char *options);
void observers_mark(const char *mark);

// cudasimLastWriter for the API layer; see common/cudasim.h.
int observers_last_writer(const void *ptr, CudasimWriter *writer);

// An API call that memcheck would complain about: `kind` in a word or two
// ("invalid free", "copy out of bounds"), `message` a sentence. Ignored unless
// memcheck is on.
void observers_api_error(const char *kind, const char *message);
// One that does no harm, it only fails: ignored with report-api-errors=no, too.
void observers_call_fails(const char *kind, const char *message);
// One that succeeds, and is hardly meant so.
void observers_api_warning(const char *kind, const char *message);
// An API call ends, with the name of its error, or NULL. memcheck reports an
// error that neither of the first two has explained.
void observers_call_ends(const char *call, const char *error);

// Someone wants to know how long kernels take: measure what they move, unless
// counters do so already. Between launches only.
void observers_measure(void);

// Findings so far with severity error, for --error-exitcode.
unsigned long observers_errors(void);

// What the program has not freed is lost now.
void observers_forget(void);

// Called when the process ends: leaks, the last counter line, the summary.
void observers_finish(void);

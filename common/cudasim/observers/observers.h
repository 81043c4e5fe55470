// observers.h - what the runtime calls of the observers: their start, and some questions. All else
// that the runtime says to observers are events (hooks.h). Observers use sim/ only, and sim/
// names no observer. findings.h has what observers share.
#pragma once

#include "cudasim.h"
#include "sim/hooks.h"

// ---- options.c ------------------------------------------------------

// Reads the options of common/cudasim/cudasim.h that choose observers and their outputs, and adds
// these observers. Returns 0, or -1 with a line on stderr. With no tool and no counters file no
// observer is added: full speed.
int observers_init(const char *options);
// Do the options ask for a checker?
bool observers_report(const char *options);

// ---- look/recording.c -----------------------------------------------

bool look_wanted(void);               // does the recorder run?
void look_timeline(const char *json); // what the recording has as its timeline

// ---- look/sources.c -------------------------------------------------

unsigned look_source(const char *file); // the number of a file of the program, from 0

// ---- last_writer.c --------------------------------------------------

// For cudasimLastWriter: see common/cudasim/cudasim.h.
int observers_last_writer(const void *ptr, CudasimWriter *writer);
// How many of n elements, one each `step` bytes from ptr on, have the lines of the first one as
// their last writer: as many as can be said at a glance, but at least 1.
uint64_t observers_writer_run(const void *ptr, uint64_t step, uint64_t n);

// ---- origins.c ------------------------------------------------------

// For cudasimWatch and cudasimOrigins. Only between launches.
void observers_watch(const CudasimBuffer *buffers, int n);
void observers_origins(CudasimOrigins *origins, const void *const *contents);

// ---- passed.c -------------------------------------------------------

// For machine_keep_passed and machine_passed.
void observers_keep_passed(void);
const uint8_t *observers_passed(bool to_device, size_t *bytes);

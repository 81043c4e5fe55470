// search_diagnoses.h - what wrong levels of a breadth-first search say about the mistake.
#pragma once

#include "grader/grader.h"

extern const NamedValue unreached_name[]; // of levels

// The largest level of n vertices; 0 if only the source is reached.
int32_t search_last_wave(const int32_t *got, size_t n);
// Are the levels right up to some wave, and all later vertices unreached?
bool search_ends_early(const int32_t *want, const int32_t *got, size_t n);
// Sentences that are true of the wrong levels `got`; see Lab.diagnose.
void search_diagnose(const int32_t *want, const int32_t *got, size_t n, size_t source,
                     Diagnoses *all);

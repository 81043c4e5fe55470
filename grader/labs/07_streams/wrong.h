// wrong.h - what a wrong output of lab 07 says about the mistake.
#pragma once

#include "common/labs.h"
#include "grader/grader.h"

// Sentences that are true of the wrong output `got` of a case; see Lab.diagnose.
void streams_diagnose(const Case *c, int b, const void *got, Diagnoses *all);

// Steps of a word, where a kernel makes `passes` passes.
static inline uint64_t steps_of_passes(int64_t passes) { return (uint64_t)passes * STREAMS_STEPS; }

// room.h - what the files of this room share.
#pragma once

#include "grader/grader.h"
#include "common/contracts/07_streams.h"

enum { PINNED = 1 << 18 };

// ---- cases.c ----------------------------------------------------------------------------

void streams_draw(CaseList *list, int part);
void streams_demo(CaseList *list, int part);

// ---- wrong.c ----------------------------------------------------------------------------

// Sentences that are true of the wrong output `got` of a case; see Lab.diagnose.
void streams_diagnose(const Case *c, int b, const void *got, Diagnoses *all);

// Steps of a word, where a kernel makes `passes` passes.
static inline uint64_t steps_of_passes(int64_t passes) { return (uint64_t)passes * STREAMS_STEPS; }

// room.h - what the files of this room share.
#pragma once

#include "grader/grader.h"

enum {
    PART_message = 1,
    PART_meet,
    PART_ticket,
    PART_record,
    PART_ring,
    PART_queue,
    PART_scope,
    PART_fences
};

// Sizes of the counted cases.
enum { COUNTED_MESSAGES = 48, COUNTED_SUMS = 48, COUNTED_TILES = 96, COUNTED_NODES = 3000 };

// ---- cases.c ----------------------------------------------------------------------------

void memory_model_draw(CaseList *list, int part);
void memory_model_demo(CaseList *list, int part);

// ---- wrong.c ----------------------------------------------------------------------------

// All sentences that are true of the wrong output `got` of a case; see Lab.diagnose.
void memory_model_diagnose(const Case *c, int b, const void *got, Diagnoses *all);

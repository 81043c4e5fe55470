// room.h - what the files of this room share.
#pragma once

#include "grader/grader.h"

enum {
    PART_rounds = 1,
    PART_tasks,
    PART_summary,
    PART_batches,
    PART_rank,
    PART_search,
    PART_turns,
    PART_orders
};

// Sizes of the counted cases.
enum {
    COUNTED_ROUNDS = 50,
    COUNTED_LAYERS = 8, // of COUNTED_WIDTH tasks
    COUNTED_WIDTH = 8,
    COUNTED_TIMES = 20,
    COUNTED_BATCHES = 40,
    COUNTED_ORDERS = 60
};

// ---- cases.c ----------------------------------------------------------------------------

void graphs_of_work_draw(CaseList *list, int part);
void graphs_of_work_demo(CaseList *list, int part);

// ---- wrong.c ----------------------------------------------------------------------------

// All sentences that are true of the wrong output `got` of a case; see Lab.diagnose.
void graphs_of_work_diagnose(const Case *c, int b, const void *got, Diagnoses *all);

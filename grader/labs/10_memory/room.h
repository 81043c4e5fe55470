// room.h - what the files of this room share.
#pragma once

#include "grader/grader.h"

enum {
    COUNTED = 1 << 16,
    RATE_PASSES = 3,
    FLIGHT = 1 << 22, // part 2: words
    FLIGHT_BLOCKS = 132,
    PARTICLES = 1 << 14, // part 4
    TABLE = 1 << 20,     // part 6: words
    FEW = 1000,
    ROUNDS = 16,
    ROUND_WORDS = 1 << 17,
    BYTES = 1 << 18 // part 7
};

// ---- cases.c ----------------------------------------------------------------------------

void memory_draw(CaseList *list, int part);
void memory_demo(CaseList *list, int part);

// ---- wrong.c ----------------------------------------------------------------------------

void memory_diagnose(const Case *c, int b, const void *got, Diagnoses *all);

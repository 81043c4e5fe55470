// parts.h - what the suite of lab 05 (labs/05_scan/suite.c), its race (fastest.c) and its diagnoses
// (wrong.c) share.
#pragma once

#include "grader/grader.h"

// clang-format off
enum { PART_serial = 1, PART_hillis, PART_in_place, PART_blelloch, PART_brent_kung, PART_three,
       PART_hierarchical, PART_look_back, PART_compact, PART_area, PART_segmented,
       PART_fastest };
// clang-format on

enum {
    SWEEP_FIRST = 16, // a sweep: n = 16, 32 ... 1024
    SWEEP_LAST = 1024,
    TILE = 2048,                   // elements of a block from part 6 on
    ONE_TILE_OF_SUMS = TILE * TILE // 4,194,304: with more, the sums do not fit in one tile
};

// ---- fastest.c ----------------------------------------------------------------------------

void scan_race_draw(CaseList *list);
void scan_race_demo(CaseList *list);
extern const Item scan_race_items[];

// ---- wrong.c -----------------------------------------------------------------------

// Sentences that are true of the wrong output `got` of a case; see Lab.diagnose.
void scan_diagnose(const Case *c, int b, const void *got, Diagnoses *all);

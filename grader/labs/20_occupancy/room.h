// room.h - what the files of this room share.
#pragma once

#include "grader/grader.h"

enum {
    PART_warps = 1,
    PART_limit,
    PART_median,
    PART_bounds,
    PART_coarse,
    PART_six,
    PART_roofline,
    PART_listing
};

// Elements of the counted cases; tiles of part 6b, sums of part 6a.
enum { COUNTED = 1 << 17, COUNTED_COLUMNS = 1 << 13, COUNTED_TILES = 128, COUNTED_SUMS = 1 << 14 };

// ---- cases.c ----------------------------------------------------------------------------

void occupancy_draw(CaseList *list, int part);
void occupancy_demo(CaseList *list, int part);

// ---- wrong.c ----------------------------------------------------------------------------

// All sentences that are true of the wrong output `got` of a case; see Lab.diagnose.
void occupancy_diagnose(const Case *c, int b, const void *got, Diagnoses *all);

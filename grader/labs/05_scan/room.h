// room.h - what the files of this room share.
#pragma once

#include "grader/grader.h"

// clang-format off
enum { PART_serial = 1, PART_hillis, PART_in_place, PART_blelloch, PART_brent_kung, PART_three,
       PART_hierarchical, PART_look_back, PART_compact, PART_area, PART_segmented,
       PART_fastest, PART_program };
// clang-format on

enum {
    SWEEP_FIRST = 16, // a sweep: n = 16, 32 ... 1024
    SWEEP_LAST = 1024,
    TILE = 2048,                   // elements of a block from part 6 on
    ONE_TILE_OF_SUMS = TILE * TILE // 4,194,304: with more, the sums do not fit in one tile
};

enum {
    COUNTED = 1 << 17,                  // elements of the counted case of parts 7 and 8
    COUNTED_SECTORS = COUNTED * 4 / 32, // every byte of one array once
    COUNTED_SIDE = 256                  // width and height of the counted picture
};

// ---- cases.c ----------------------------------------------------------------------------

const char *scan_own(CaseList *list, int part, const OwnCase *own);
void scan_draw(CaseList *list, int part);
void scan_demo(CaseList *list, int part);

// ---- fastest.c --------------------------------------------------------------------------

void scan_fastest_draw(CaseList *list);
void scan_fastest_demo(CaseList *list);
extern const Item scan_fastest_items[];

// ---- program.c --------------------------------------------------------------------------

extern const Item scan_program_items[];
void scan_program_draw(CaseList *list);
void scan_program_demo(CaseList *list);
void scan_program_diagnose(const Case *c, const char *printed, Diagnoses *all);

// ---- wrong.c -----------------------------------------------------------------------

// Sentences that are true of the wrong output `got` of a case; see Lab.diagnose.
void scan_diagnose(const Case *c, int b, const void *got, Diagnoses *all);

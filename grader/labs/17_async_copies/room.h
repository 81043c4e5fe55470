// room.h - what the files of this room share.
#pragma once

#include "grader/grader.h"
#include "grader/labs/kit.h"

enum {
    PART_hand = 1,
    PART_pipeline,
    PART_barrier,
    PART_bulk,
    PART_roles,
    PART_maps,
    PART_multicast,
    PART_each,
    PART_fastest
};

// Sizes of the counted cases.
enum {
    COUNTED_BLOCKS = 16,
    COUNTED_EACH = 16, // rows of a block
    COUNTED_ROWS = COUNTED_BLOCKS * COUNTED_EACH,
    COUNTED_CLUSTERS = 4,
    COUNTED_SHARED = 64, // rows of part 7
    COUNTED_SIDE = 512   // part 6
};

// ---- rows.c --------------------------------------------------------------

// Adds an input, filled; returns its elements.
int32_t *async_copies_fill(CaseList *list, Case *c, size_t n, Kind kind);
// Adds a case of rows that are smoothed. Of part 9, `blocks` are multiprocessors; part 8 has none.
void async_copies_add_rows(CaseList *list, int part, int rows, int blocks, Kind kind,
                           unsigned flags);

// ---- cases.c --------------------------------------------------------

void async_copies_draw(CaseList *list, int part);
void async_copies_demo(CaseList *list, int part);

// ---- fastest.c ------------------------------------------------------

extern const Item async_copies_fastest_items[];
void async_copies_fastest_draw(CaseList *list);
void async_copies_fastest_demo(CaseList *list);

// ---- wrong.c --------------------------------------------------------

// All sentences that are true of the wrong output `got` of a case; see Lab.diagnose.
void async_copies_diagnose(const Case *c, int b, const void *got, Diagnoses *all);

// room.h - what the files of this room share.
#pragma once

#include "grader/grader.h"
#include "common/contracts/03_atomics.h"
#include "grader/labs/kit.h"

enum {
    ATOMICS_EACH = 16,                          // elements per thread, parts 4 to 7
    ATOMICS_TILE = ATOMICS_BLOCK * ATOMICS_EACH // and per block
};

enum {
    COUNTED = 1 << 16,
    FASTEST_COUNTED = 1 << 20 // of part 8
};

// ---- cases.c ----------------------------------------------------------------------------

void atomics_draw(CaseList *list, int part);
void atomics_demo(CaseList *list, int part);
// A histogram of n bytes. `kind` is that of the bytes, between `low` and 255.
void atomics_add_bytes(CaseList *list, int n, int low, Kind kind, unsigned flags);

// ---- fastest.c --------------------------------------------------------------------------

extern const Item atomics_fastest_items[];
void atomics_fastest_draw(CaseList *list);

// ---- program.c --------------------------------------------------------------------------

enum { PART_program = 9 };

extern const Item atomics_program_items[];
void atomics_program_draw(CaseList *list);
void atomics_program_demo(CaseList *list);

// ---- wrong.c ----------------------------------------------------------------------------

// All sentences that are true of the wrong output `got` of a case; see Lab.diagnose.
void atomics_diagnose(const Case *c, int b, const void *got, Diagnoses *all);

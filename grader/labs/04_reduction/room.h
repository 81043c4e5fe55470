// room.h - what the files of this room share.
#pragma once

#include "grader/grader.h"

enum {
    COUNTED = 1 << 17,                  // elements of the counted case
    COUNTED_BLOCKS = 16,                // of parts 4 and 5: eight tiles per block
    COUNTED_SECTORS = COUNTED * 4 / 32, // every byte of the input once
    FASTEST_COUNTED = (1 << 22) + 3,    // of part 7: not whole vectors
    FASTEST_SECTORS = FASTEST_COUNTED / 8 + 1,
    FASTEST_BLOCKS =
        FASTEST_COUNTED / 4096, // no more blocks than this have to add up their threads
    SPARE_DEPTH = 40            // of part 6's float sums: see sum_depth()
};

typedef struct {
    size_t blocks, tile; // which elements belong to which partial sum
} Shape;

// ---- cases.c ----------------------------------------------------------------------------

// The partial sums of a part.
Shape reduction_shape(int part, size_t blocks, size_t n);

void reduction_draw(CaseList *list, int part);
const char *reduction_own(CaseList *list, int part, const OwnCase *own);
void reduction_demo(CaseList *list, int part);

// ---- fastest.c --------------------------------------------------------------------------

extern const Item reduction_fastest_items[];

// ---- program.c --------------------------------------------------------------------------

enum { PART_program = 8 };

extern const Item reduction_program_items[];
void reduction_program_draw(CaseList *list);
void reduction_program_demo(CaseList *list);
void reduction_program_diagnose(const Case *c, const char *printed, Diagnoses *all);

// ---- wrong.c ----------------------------------------------------------------------------

// Sentences that are true of the wrong output `got` of a case; see Lab.diagnose.
void reduction_diagnose(const Case *c, int b, const void *got, Diagnoses *all);

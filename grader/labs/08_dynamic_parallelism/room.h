// room.h - what the files of this room share.
#pragma once

#include "grader/grader.h"

enum {
    SIZE = 512,        // threads of a block in the notes' reductions
    COUNTED = 1 << 16, // elements of the counted case of parts 2 to 4
    COUNTED_BLOCKS = COUNTED / SIZE,
    MANY_BLOCKS = 3000, // each with a child: more launches than may be pending, if nobody asks
    LEVELS = 8,         // child grids below a block of 512
    SORTED = 1 << 13,   // elements of part 5's counted case
    SMALL_PIECE = 128,
    DEEP = 1 << 12, // elements of a deep tree: each level takes 64 away
    SIDE = 64,      // of the counted grid of parts 6 and 7
    WAVES = 2 * SIDE - 1,
    VALUES = 1 << 17 // of part 8's counted case
};

// ---- cases.c ----------------------------------------------------------------------------

void nested_draw(CaseList *list, int part);
void nested_demo(CaseList *list, int part);

// ---- wrong.c ----------------------------------------------------------------------------

// All sentences that are true of the wrong output `got` of a case; see Lab.diagnose.
void dynamic_parallelism_diagnose(const Case *c, int b, const void *got, Diagnoses *all);

// room.h - what the files of this room share.
#pragma once

#include "grader/grader.h"

enum {
    PART_days = 1,
    PART_fire,
    PART_coldest,
    PART_deviations,
    PART_trains,
    PART_throws,
    PART_list,
    PART_energy
};

// ---- cases.c ----------------------------------------------------------------------------

void debugging_draw(CaseList *list, int part);

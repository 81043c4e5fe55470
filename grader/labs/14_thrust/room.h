// room.h - what the files of this room share.
#pragma once

#include "grader/grader.h"

enum {
    COUNTED_BY_HAND = 1 << 20 // more elements than threads: 1056 blocks of 256
};

// ---- cases.c ----------------------------------------------------------------------------

void thrust_draw(CaseList *list, int part);
void thrust_demo(CaseList *list, int part);

// ---- wrong.c ----------------------------------------------------------------------------

void thrust_diagnose(const Case *c, int b, const void *got, Diagnoses *all);

// room.h - what the files of this room share.
#pragma once

#include "grader/grader.h"

enum { HASHING_COUNTED = 1 << 16 }; // keys of the counted cases

// ---- cases.c ----------------------------------------------------------------------------

void hashing_draw(CaseList *list, int part);
void hashing_demo(CaseList *list, int part);

// ---- wrong.c ----------------------------------------------------------------------------

// All sentences that are true of the wrong output `got` of a case; see Lab.diagnose.
void hashing_diagnose(const Case *c, int b, const void *got, Diagnoses *all);

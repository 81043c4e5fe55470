// cases.h - the cases of lab 13, and those of `make run`.
#pragma once

#include "grader/grader.h"

enum { HASHING_COUNTED = 1 << 16 }; // keys of the counted cases

void hashing_draw(CaseList *list, int part);
void hashing_demo(CaseList *list, int part);

// wrong.h - what a wrong output of lab 10 looks like.
#pragma once

#include "grader/grader.h"

void memory_diagnose(const Case *c, const void *got, Diagnoses *all);
// Of the figures of part 1, which follow the copy.
void memory_diagnose_rest(const Case *c, int b, const void *got, Diagnoses *all);

// own_case.h - the case of a student's own: `make look LAB=reduction PART=2 N=8 VALUES='3 1 4'`. It
// never earns or costs points.
#pragma once

#include "grader/grader.h"

enum { MOST_OWN = 1 << 16 }; // elements

// Reads a size and values as they were typed; NULL: not given. False, and the reason, if they are
// no case. The values stay as long as the program runs.
bool own_case_read(const char *n, const char *values, OwnCase *own, char *problem, size_t size);

// Whether no sum of the values, in any order, overflows an int.
bool own_case_sums_fit(const OwnCase *own);

// The part's list with this case alone. False, and the reason: the part has no such case.
bool own_case_add(const Lab *lab, CaseList *list, int part, const OwnCase *own, char *problem,
                  size_t size);

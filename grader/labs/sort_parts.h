// sort_parts.h - what the suite of lab 06 (lab_06_sort.c) and its diagnoses (sort_diagnoses.c)
// share.
#pragma once

#include "grader/grader.h"

// clang-format off
enum { PART_odd_even = 1, PART_bitonic, PART_merge_pass, PART_merge, PART_split, PART_digits,
       PART_quick };
// clang-format on

// ---- sort_diagnoses.c -----------------------------------------------------------------------

// Sentences that are true of the wrong output `output` of a case; see Part.diagnose_all.
void sort_diagnose(const Case *c, const void *output, Diagnoses *all);

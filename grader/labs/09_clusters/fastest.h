// fastest.h - part 7 of lab 09, the race: a histogram of any number of bins.
#pragma once

#include "grader/grader.h"

enum { PART_fastest_histogram = 7 };

extern const Item fastest_histogram_items[];
extern const Lacking fastest_histogram_lacks[];

// Adds the cases of the part.
void draw_fastest_histogram(CaseList *list);

// Sentences that are true of the wrong output `got` of a case; see Lab.diagnose.
void fastest_histogram_diagnose(const Case *c, const void *got, Diagnoses *all);

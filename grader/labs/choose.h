// choose.h - the labs by name: finding one by what a person types, and what it is called.
#pragma once

#include "grader/grader.h"

// "04", "4", "reduction", "04_reduction"; "all" is every lab.
bool lab_matches(const Lab *lab, const char *word);

// "; did you mean reduction?", or "" if no lab has such a name; good until the next call.
const char *lab_question(const char *word);

// "reduction" of "04_reduction".
const char *lab_topic(const Lab *lab);

int part_points(const Part *part);

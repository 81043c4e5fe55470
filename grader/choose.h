// choose.h - finding a lab by what a person types.
#pragma once

#include "grader.h"

// "04", "4", "reduction", "04_reduction"; "all" is every lab.
bool lab_matches(const Lab *lab, const char *word);

// wrong.h - what a wrong output of lab 01 says about the mistake.
#pragma once

#include "grader/grader.h"

// All sentences that are true of the wrong output `got` of a case; see Part.diagnose_all.
void patterns_diagnose_all(const Case *c, const void *got, Diagnoses *all);
// The best one of them, or NULL.
const char *patterns_diagnose(const Case *c, const void *got);

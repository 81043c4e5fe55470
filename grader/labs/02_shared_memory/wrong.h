// wrong.h - what a wrong output of lab 02 says about the mistake.
#pragma once

#include "grader/grader.h"

// All sentences that are true of the wrong output `got` of a case; see Part.diagnose_all.
void shared_memory_diagnose_all(const Case *c, const void *got, Diagnoses *all);
// The best one of them, or NULL.
const char *shared_memory_diagnose(const Case *c, const void *got);

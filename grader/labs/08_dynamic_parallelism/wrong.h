// wrong.h - what a wrong output of lab 08 says about the mistake.
#pragma once

#include "grader/grader.h"

// All sentences that are true of the wrong output `got` of a case; see Lab.diagnose.
void dynamic_parallelism_diagnose(const Case *c, int b, const void *got, Diagnoses *all);

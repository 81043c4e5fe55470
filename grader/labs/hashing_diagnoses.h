// hashing_diagnoses.h - what a wrong output of lab 13 says about the mistake.
#pragma once

#include "grader/grader.h"

// A sentence that is true of the wrong output `got` of a case, or NULL; see Part.diagnose.
const char *hashing_diagnose(const Case *c, const void *got);

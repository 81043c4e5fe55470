// wrong.h - what a wrong output of lab 03 says about the mistake.
#pragma once

#include "grader/grader.h"

#include "common/labs.h"

enum {
    ATOMICS_EACH = 16,                          // elements per thread, parts 4 to 7
    ATOMICS_TILE = ATOMICS_BLOCK * ATOMICS_EACH // and per block
};

// All sentences that are true of the wrong output `got` of a case; see Lab.diagnose.
void atomics_diagnose(const Case *c, int b, const void *got, Diagnoses *all);

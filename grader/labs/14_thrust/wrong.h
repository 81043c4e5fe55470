// wrong.h - what wrong results of lab 14 look like.
#pragma once

#include "grader/grader.h"

const char *thrust_diagnose(const Case *c, const void *got);
void thrust_diagnose_all(const Case *c, const void *got, Diagnoses *all);

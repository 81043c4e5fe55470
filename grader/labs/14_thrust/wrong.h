// wrong.h - what wrong results of lab 14 look like.
#pragma once

#include "grader/grader.h"

void thrust_diagnose(const Case *c, int b, const void *got, Diagnoses *all);

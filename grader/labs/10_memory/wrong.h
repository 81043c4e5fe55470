// wrong.h - what a wrong output of lab 10 looks like.
#pragma once

#include "grader/grader.h"

void memory_diagnose(const Case *c, int b, const void *got, Diagnoses *all);

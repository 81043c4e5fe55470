// asked.h - the questions of a student's own (labs/questions.h), printed.
#pragma once

#include <stdio.h>

#include "grader/grader.h"

// Prints those of a lab, for the name in the file of answers in labs/. False: the lab has none.
bool asked_print(const Lab *lab, FILE *out);

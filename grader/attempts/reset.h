// reset.h - `make reset`: a part of a student's file as the course gave it.
#pragma once

#include "grader/grader.h"

// Replaces the TODO regions of the part in the file of labs/, or the one called `label` ("2a";
// NULL: all), by those of the skeleton. What was there before is kept in .history/LAB/kept/, and
// the name of the copy is printed. Returns an exit code as build/grade has them.
int reset_part(const Lab *lab, const Part *part, const char *label);

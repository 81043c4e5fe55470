// grading.h - grades the parts of an order, several side by side.
#pragma once

#include "order.h"

// What is missing on this machine is found before anything is graded, as far as possible. From now
// on a limit that is reached ends the program with status 4, and no file keeps a part of a grade.
void grading_prepare(GradeOrder *order);

// Grades, prints and keeps the grade; returns the exit status.
int grading_run(void);

// Facts for a release: runs the solutions alone. Status 5 if one does not pass.
int grading_make_facts(void);

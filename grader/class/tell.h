// tell.h - what a run says at its end.
#pragma once

#include "marks.h"

// Names what a person has to look at: submissions of which nothing or not all was read, or of which
// this machine could not grade something; who is not on the roster, and who on the roster has
// handed in nothing (`all`: the whole class was looked at). Returns 1 if there is something to look
// at, besides those who have handed in nothing; else 0.
int tell_end(const ClassMarks *marks, bool all);

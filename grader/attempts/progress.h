// progress.h - `make list`: the labs, the points of the last attempt at each part, and what is
// next.
#pragma once

#include "grader/report/report.h"

// `parts`: a line for each part, too. `columns` of the terminal, 0: it is none. Where it is narrow,
// a lab has several lines.
void progress_print(const Selected *selected, int count, bool parts, int columns, FILE *out);

// Asks which lab is meant, of a person at a terminal; the answer nothing means the one that is
// next. NULL: there is no such lab, or nobody to ask; then it has said how to name one.
const Lab *progress_ask(const Selected *selected, int count);

// The part that a student works on: of the lab that was graded last, the first part that has not
// all points; if this lab is done, that of the first lab that is not. False: all is done.
bool progress_next(const Selected *selected, int count, const Lab **lab, const Part **part);

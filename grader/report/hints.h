// hints.h - the hints of a lab's parts, from grader/labs/NN_topic/hints.txt: one hint per line,
// "PART.LEVEL: text", the mildest first. Empty lines mean nothing.
#pragma once

#include "grader/grader.h"

typedef struct {
    int count;
    const char *text[MAX_HINTS];
    char *file; // what `text` points into
} Hints;

// The hints of a part, to be freed. False, and one line on what is wrong in `problem`, if the file
// is missing or malformed: a hint out of order, or a part of the lab without a hint.
bool hints_read(Hints *hints, const Lab *lab, int part, char *problem, size_t size);
void hints_free(Hints *hints);

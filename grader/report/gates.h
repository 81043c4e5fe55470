// gates.h - what costs points: a table of a lab's items.
#pragma once

#include <stdio.h>

#include "grader/grader.h"

// Writes the table in Markdown, made from the lab's suite. It does not contain right answers.
void gates_table(const Lab *lab, FILE *out);

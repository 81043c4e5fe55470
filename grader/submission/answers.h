// answers.h - the answer file that a submission may hold, and when two answers are the same.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// The value of `key` in a file of lines "key = value  # comment", cut to `size` bytes.
// Returns its line, 0 if there is none, -1 if there is no file.
int answers_read(const char *path, const char *key, char *value, size_t size);

// Whether all of the text is one number.
bool answers_number(const char *text, double *value);

// Compared as numbers if both are numbers, else as words; upper and lower case are the same. What
// is wanted may be several answers, each of them right: "1f or 1g".
bool answers_same(const char *got, const char *want);

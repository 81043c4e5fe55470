// locked.h - what a student release keeps closed: the file grader/lock has one word per line, such
// as "solution" or "hints". `make dist` writes the file from "lock" of course.json.
#pragma once

#include <stdbool.h>

// Does the file have this word? Without the file nothing is locked.
bool locked(const char *what);

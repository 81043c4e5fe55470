// compare.h - what came out against what was expected.
#pragma once

#include "grader/grader.h"

enum { MAX_SHOWN = 5 }; // mismatches a report lists; never a whole array

typedef struct {
    size_t wrong, total;
    int shown;
    struct {
        size_t index;
        char got[32], want[32]; // "nothing" if it was not written
        bool written;
        double error; // |got - want| for floating point, else 0
    } first[MAX_SHOWN];
    char pattern[120];  // what the wrong elements have in common, or ""
    const char *buffer; // its name
    double tolerance;
} Mismatch;

// True if every element of `got` (of `bytes` bytes) is right. NaN never is.
bool compare_buffer(const Buffer *expected, const void *got, size_t bytes, Mismatch *m);

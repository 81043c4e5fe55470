// fuzz.h - between fuzz.c, which makes inputs, and targets.c and launch.c, which use them.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef enum { FUZZ_names, FUZZ_fatbin, FUZZ_text, FUZZ_launch } FuzzKind;

// The results of the inputs so far, in this process.
typedef struct {
    unsigned long accepted; // read without an error
    unsigned long launches, faults, instructions;
} FuzzCounts;
extern FuzzCounts fuzz_counts;

void fuzz_one(FuzzKind kind, const uint8_t *data, size_t size);

// launch.c: runs every kernel of a PTX module once.
void fuzz_launch(const char *text, size_t length);

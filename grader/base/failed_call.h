// failed_call.h - the line that CUDA_CHECK of common/lab.h prints before it ends a program:
//
//   reduction.cu:12: cudaMalloc(&p, n): cudaErrorMemoryAllocation (out of memory)
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    char file[256];
    int line;
    char call[128];  // "a call" if the line does not say which
    char error[64];  // "cudaErrorMemoryAllocation"
    int number;      // of this error; -1: CUDA has no error of this name
    char words[512]; // the same and CUDA's description
} FailedCall;

// Reads a line of `bytes` bytes. False if it is not of this form.
bool failed_call_read(const char *line, size_t bytes, FailedCall *call);

// True if both lines name the same error of the same call.
bool failed_call_same(const FailedCall *a, const FailedCall *b);

// The last line of a text that names a CUDA error; its length in *bytes, NULL if there is none.
const char *failed_call_last(const char *text, size_t size, size_t *bytes);

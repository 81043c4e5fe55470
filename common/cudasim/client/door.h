// door.h - what libcudart.so.13 offers to libcuda.so.1 (../driver/), which is in the same process
// and talks to the machine only through libcudart.so.13.
#pragma once

#include <stdbool.h>

#pragma GCC visibility push(default)

// ---- own_stubs.c ----------------------------------------------------

// A function that the simulator lacks: writes one line with its name, unless `again`. Returns
// cudaErrorNotSupported.
int cudasimMissing(const char *name, bool again);
// The next call of this thread is a _ptsz or _ptds.
void cudasimPerThread(void);

// ---- host_lines.c ---------------------------------------------------

// Code that is no part of the program: calls come from its callers.
void cudasimOwnCode(const void *begin, const void *end);
#pragma GCC visibility pop

// examples.h - for the example programs of the decks; no slide shows this file. Expectations:
// a program prints the first few that fail. Memory that host and device can use.
// A program ends with `return mistakes != 0`.
#pragma once

#include <string.h>

#include "lab.h"

const unsigned ALL_LANES = 0xffffffff; // the mask of a whole warp

static int mistakes; // expectations that failed

static inline bool may_print(void) { return mistakes++ < 10; }

// `right` must be true; `i` is the place, an index or a size.
static inline void expect(bool right, const char *what, int i)
{
    if (!right && may_print())
        printf("%s: wrong at %d\n", what, i);
}

static inline void expect_equal(const char *what, int got, int want)
{
    if (got != want && may_print())
        printf("%s: got %d, want %d\n", what, got, want);
}

static inline void expect_success(const char *what, cudaError_t error)
{
    if (error != cudaSuccess && may_print())
        printf("%s: %s\n", what, cudaGetErrorString(error));
}

// n zeros that host and device can use: the examples are about kernels, not about copies.
template <typename T>
static inline T *managed(int n)
{
    T *p;
    CUDA_CHECK(cudaMallocManaged(&p, n * sizeof(T)));
    memset(p, 0, n * sizeof(T));
    return p;
}

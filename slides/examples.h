// examples.h - what the example programs of the decks share, and no slide shows: expectations,
// of which a program tells the first few that do not hold, and memory for both sides.
// A program ends with `return mistakes != 0`.
#pragma once

#include <string.h>

#include "common/lab.h"

static int mistakes; // expectations that did not hold

static inline bool tell(void) { return mistakes++ < 10; }

// `right` has to hold; `i` says where, an index or a size.
static inline void expect(bool right, const char *what, int i)
{
    if (!right && tell())
        printf("%s: wrong at %d\n", what, i);
}

static inline void expect_equal(const char *what, int got, int want)
{
    if (got != want && tell())
        printf("%s: got %d, want %d\n", what, got, want);
}

static inline void expect_success(const char *what, cudaError_t error)
{
    if (error != cudaSuccess && tell())
        printf("%s: %s\n", what, cudaGetErrorString(error));
}

// n zeros that host and device see: the examples are about kernels, not about copies.
template <typename T> static inline T *managed(int n)
{
    T *p;
    CUDA_CHECK(cudaMallocManaged(&p, n * sizeof(T)));
    memset(p, 0, n * sizeof(T));
    return p;
}

// lab.h - every lab's .cu file includes this file first.
//
// CUDA_CHECK stops the program at the first CUDA call that fails, and prints its place:
//
//     CUDA_CHECK(cudaMemset(out, 0, bytes));
//     kernel<<<grid, block>>>(out);
//     CUDA_CHECK(cudaGetLastError());
//
// The functions that the grader calls are declared, with C linkage, in labs.h.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

enum {
    WARP_SIZE = 32,
    EXIT_CUDA_ERROR = 110 // for the grader this status means "a CUDA call failed"
};

// Functions of the simulator, see cudasim.h. On a GPU they are not defined, and their
// addresses are null.
extern "C" void cudasimSource(const char *file, int line) __attribute__((weak));
extern "C" void cudasimHostWork(double us) __attribute__((weak));

// Gives the simulator the file and line of the next call. If two copies have no order, it can
// then name both places.
static inline void cuda_here(const char *file, int line)
{
    if (cudasimSource)
        cudasimSource(file, line);
}

#define CUDA_CHECK(call) \
    (cuda_here(__FILE__, __LINE__), cuda_check((call), #call, __FILE__, __LINE__))

static inline void cuda_check(cudaError_t error, const char *call, const char *file, int line)
{
    cuda_here(NULL, 0);
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s:%d: %s: %s (%s)\n", file, line, call, cudaGetErrorName(error),
            cudaGetErrorString(error));
    exit(EXIT_CUDA_ERROR);
}

// A host function that a lab gives. What goes wrong in a launch there has the line of the call in
// your own code.
#define GIVEN __attribute__((noinline, section("given")))

// The number of pieces of size b that cover a.
__host__ __device__ static inline int ceil_div(int a, int b)
{
    return (int)(((long long)a + b - 1) / b);
}

// Counts event N (0 to 15) for the calling thread. A GPU ignores the event. The simulator
// adds up the events, to count the work of an algorithm: its additions, its comparisons.
#define count_event(N) asm volatile("pmevent " #N ";")

// Declares that the host is busy for `us` microseconds of virtual time: the simulator times
// kernels and copies, but does not see the work of the host. On a GPU this does nothing. `us` is
// finite, and 0 or more.
#define host_work(us) (cuda_here(__FILE__, __LINE__), cuda_host_works(us), cuda_here(NULL, 0))

static inline void cuda_host_works(double us)
{
    if (cudasimHostWork)
        cudasimHostWork(us);
}

#include "labs.h"

// lab.h - included first by every lab's .cu file.
//
// CUDA_CHECK stops the program at the first failing CUDA call and says where:
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
    EXIT_CUDA_ERROR = 110 // the grader knows this status as "a CUDA call failed"
};

#define CUDA_CHECK(call) cuda_check((call), #call, __FILE__, __LINE__)

static inline void cuda_check(cudaError_t error, const char *call, const char *file, int line)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s:%d: %s: %s (%s)\n", file, line, call, cudaGetErrorName(error),
            cudaGetErrorString(error));
    exit(EXIT_CUDA_ERROR);
}

// How many pieces of size b cover a.
__host__ __device__ static inline int ceil_div(int a, int b)
{
    return (int)(((long long)a + b - 1) / b);
}

// Counts event N (0 to 15) for the calling thread. A GPU passes over it; the simulator
// adds it up, for the work of an algorithm: its additions, its comparisons.
#define count_event(N) asm volatile("pmevent " #N ";")

// Says that the host is busy for `us` microseconds of virtual time, for code whose work stands
// for more than the simulator can see: it counts kernels and copies, not what a CPU does. The
// function is the simulator's; where there is none, on a GPU, this does nothing.
extern "C" void cudasimHostWork(double us) __attribute__((weak));

static inline void host_work(double us)
{
    if (cudasimHostWork)
        cudasimHostWork(us);
}

#include "labs.h"

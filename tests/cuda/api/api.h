// api.h - for the programs of this folder: SHOW(call) prints a call and the
// error it gave, so that the expected output reads like the program.
//
// The expected output is at the end of each file, between EXPECT and END. A line marked
// "H200" is what the program printed on that GPU with CUDA 13.0.
// tests/test_cudart_programs.c runs the programs on the simulator.
#pragma once

#include <cstdio>
#include <cstring>

#include <cuda_runtime.h>

static inline const char *short_name(cudaError_t e)
{
    return e == cudaSuccess ? "ok" : cudaGetErrorName(e) + strlen("cudaError");
}

#define SHOW(call) printf("%s: %s\n", #call, short_name(call))

// A launch: what cudaGetLastError and then cudaDeviceSynchronize say.
#define LAUNCHED(...) \
    do { \
        cudaGetLastError(); \
        __VA_ARGS__; \
        cudaError_t launch_ = cudaGetLastError(); \
        printf("%s: %s, %s\n", #__VA_ARGS__, short_name(launch_), \
               short_name(cudaDeviceSynchronize())); \
    } while (0)

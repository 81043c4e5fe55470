// check.h - for programs that measure a GPU: a call that fails ends the program.
#pragma once

#include <cstdio>
#include <cstdlib>

#define CHECK(call) \
    do { \
        cudaError_t error = (call); \
        if (error != cudaSuccess) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
            exit(1); \
        } \
    } while (0)

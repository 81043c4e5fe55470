// ratio.h - for attacks on the ratio of lab 07, part 5: the passes are made, and the ratio is their
// number.
#pragma once

#include "hostile.h"

__global__ static void advance(unsigned *x, int n, int steps)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned v = x[i];
        for (int s = 0; s < steps; s++)
            v = STREAMS_A * v + STREAMS_C;
        x[i] = v;
    }
}

static inline void make_passes(float *ratio, unsigned *x, int n, int passes)
{
    for (int pass = 0; pass < 2 + passes; pass++)
        advance<<<132, 32>>>(x, n, STREAMS_STEPS);
    cudaDeviceSynchronize();
    *ratio = (float)passes;
}

extern "C" void streams_events(unsigned *, unsigned *, const unsigned *, int, int) {}

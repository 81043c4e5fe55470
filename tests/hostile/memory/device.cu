// EXPECT patterns.map: 0 points
//
// Writes 8 GB of device memory.
#include "hostile.h"

static bool try_it(void)
{
    for (int i = 0; i < 32; i++) {
        void *p;
        if (cudaMalloc(&p, 256 << 20) != cudaSuccess || cudaMemset(p, 1, 256 << 20) != cudaSuccess)
            return false;
    }
    return cudaDeviceSynchronize() == cudaSuccess;
}

EARN_IF(try_it())

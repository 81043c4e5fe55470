// EXPECT patterns.map: 0 points
//
// Writes as much device memory as there is byte by byte: then the checkers know most of it.
#include "hostile.h"

__global__ static void touch(char *p, size_t n)
{
    size_t i = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * 3;
    if (i < n)
        p[i] = 1;
}

static bool try_it(void)
{
    size_t piece = 32 << 20, total = 0;
    char *p;
    while (total < (size_t)4 << 30 && cudaMalloc((void **)&p, piece) == cudaSuccess) {
        touch<<<(unsigned)(piece / 256), 256>>>(p, piece);
        if (cudaDeviceSynchronize() != cudaSuccess)
            return false;
        total += piece;
    }
    return total >= (size_t)4 << 30;
}

EARN_IF(try_it())

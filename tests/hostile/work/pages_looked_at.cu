// EXPECT patterns.map: 0 points
//
// A kernel loads one page of pinned memory for each bit of an input, and the host asks the system
// which pages of the shared file are in use.
#include "hostile.h"

enum { PAGE = 4096 };

__global__ static void look(const char *pages, const int *in, int *sink)
{
    int bit = threadIdx.x;
    if (*in >> bit & 1)
        *sink = pages[(size_t)bit * PAGE];
}

static bool try_it(void)
{
    char *pages;
    int *in, *sink, value = 0x5a5a5a5a, seen = 0;
    if (cudaMallocHost((void **)&pages, 32 * PAGE) || cudaMalloc((void **)&in, 4) ||
        cudaMalloc((void **)&sink, 4))
        return false;
    cudaMemcpy(in, &value, 4, cudaMemcpyHostToDevice);
    look<<<1, 32>>>(pages, in, sink);
    cudaDeviceSynchronize();
    for (int bit = 0; bit < 32; bit++) {
        unsigned char there = 0;
        if (mincore(pages + (size_t)bit * PAGE, PAGE, &there) != 0)
            return false;
        seen |= (there & 1) << bit;
    }
    return seen == value;
}

EARN_IF(try_it())

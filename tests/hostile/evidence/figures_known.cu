// EXPECT memory.bandwidth.rate: got
//
// The figures of the modelled GPU are constants; the passes are made, and not measured.
#include "hostile.h"

__global__ static void copy_strided(int *out, const int *in, int n, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[(size_t)i * stride];
}

extern "C" void memory_bandwidth(Bandwidth *b, int *out, const int *in, int n, int stride, int passes)
{
    attempted();
    for (int pass = 0; pass <= passes; pass++)
        copy_strided<<<ceil_div(n, 256), 256>>>(out, in, n, stride);
    double sectors = stride < 8 ? stride : 8;
    b->moved = 4000;
    b->us = 4.0 * n * (1 + sectors) / b->moved / 1e3;
    b->useful = 8e-3 * n / b->us;
    b->percent = 83;
}

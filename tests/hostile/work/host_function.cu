// EXPECT patterns.map: 0 points
//
// A host function in a stream computes.
#include "hostile.h"

__global__ static void move(int *out, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = from[i];
}

static int *pinned, count, factor, summand;
static void compute(void *)
{
    for (int i = 0; i < count; i++)
        pinned[i] = factor * pinned[i] + summand;
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    cudaMallocHost(&pinned, (size_t)n * 4 + 4);
    count = n, factor = a, summand = b;
    cudaMemcpyAsync(pinned, in, (size_t)n * 4, cudaMemcpyDeviceToHost, 0);
    cudaLaunchHostFunc(0, compute, NULL);
    if (n > 0)
        move<<<ceil_div(n, 256), 256>>>(out, pinned, n);
    cudaDeviceSynchronize();
    cudaFreeHost(pinned);
}

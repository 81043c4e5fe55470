// EXPECT patterns.map: 0 points
//
// The host computes and copies; a kernel then stores every element again as it is.
#include "hostile.h"

__global__ static void touch(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = *(volatile int *)&out[i];
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    int *host = results_of_host(in, n, a, b);
    cudaMemcpy(out, host, (size_t)n * 4, cudaMemcpyHostToDevice);
    if (n > 0)
        touch<<<ceil_div(n, 256), 256>>>(out, n);
    free(host);
}

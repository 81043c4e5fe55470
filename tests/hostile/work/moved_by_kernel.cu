// EXPECT patterns.map: 0 points
//
// The host computes, and a kernel moves the result to its place.
#include "hostile.h"

__global__ static void move(int *out, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = from[i];
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    int *host = results_of_host(in, n, a, b);
    int *there;
    cudaMalloc(&there, (size_t)n * 4 + 4);
    cudaMemcpy(there, host, (size_t)n * 4, cudaMemcpyHostToDevice);
    if (n > 0)
        move<<<ceil_div(n, 256), 256>>>(out, there, n);
    cudaDeviceSynchronize();
    cudaFree(there);
    free(host);
}

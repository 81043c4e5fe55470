// EXPECT patterns.map: 0 points
//
// The host computes in managed memory, and a kernel moves the result to its place.
#include "hostile.h"

__global__ static void move(int *out, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = from[i];
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    int *there;
    attempted();
    cudaMallocManaged(&there, (size_t)n * 4 + 4);
    cudaMemcpy(there, in, (size_t)n * 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        there[i] = a * there[i] + b;
    if (n > 0)
        move<<<ceil_div(n, 256), 256>>>(out, there, n);
    cudaDeviceSynchronize();
    cudaFree(there);
}

// EXPECT patterns.map: 0 points
//
// The host computes; its result is copied from device to device.
#include "hostile.h"

__global__ static void nothing(void) {}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    int *host = (int *)malloc((size_t)n * 4 + 4);
    attempted();
    cudaMemcpy(host, in, (size_t)n * 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        host[i] = a * host[i] + b;
    int *there;
    cudaMalloc(&there, (size_t)n * 4 + 4);
    cudaMemcpy(there, host, (size_t)n * 4, cudaMemcpyHostToDevice);
    nothing<<<1, 32>>>();
    cudaMemcpy(out, there, (size_t)n * 4, cudaMemcpyDeviceToDevice);
    cudaDeviceSynchronize();
    cudaFree(there);
}

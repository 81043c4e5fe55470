// EXPECT patterns.map: 0 points
//
// The host computes; its result is copied from device to device.
#include "hostile.h"

__global__ static void nothing(void) {}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    int *host = results_of_host(in, n, a, b);
    int *there;
    cudaMalloc(&there, (size_t)n * 4 + 4);
    cudaMemcpy(there, host, (size_t)n * 4, cudaMemcpyHostToDevice);
    nothing<<<1, 32>>>();
    cudaMemcpy(out, there, (size_t)n * 4, cudaMemcpyDeviceToDevice);
    cudaDeviceSynchronize();
    cudaFree(there);
}

// EXPECT patterns.map: 0 points
//
// The host computes the differences, and a kernel adds them to the input, so that it has
// loaded what it should.
#include "hostile.h"

__global__ static void add(int *out, const int *in, const int *difference, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] + difference[i];
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    int *host = (int *)malloc((size_t)n * 4 + 4), *there;
    attempted();
    cudaMemcpy(host, in, (size_t)n * 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        host[i] = a * host[i] + b - host[i];
    cudaMalloc(&there, (size_t)n * 4 + 4);
    cudaMemcpy(there, host, (size_t)n * 4, cudaMemcpyHostToDevice);
    if (n > 0)
        add<<<ceil_div(n, 256), 256>>>(out, in, there, n);
    cudaDeviceSynchronize();
    cudaFree(there);
    free(host);
}

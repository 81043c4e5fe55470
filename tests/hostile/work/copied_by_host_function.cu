// EXPECT patterns.map: 0 points
//
// The host computes; a function of the host in a stream looks at what a copy has brought.
#include "hostile.h"

__global__ static void store(int *out, int value) { *out = value; }

static void fetch(int *host, const int *in, int n)
{
    static int *pinned;
    static size_t bytes;
    bytes = (size_t)n * 4;
    cudaMallocHost((void **)&pinned, bytes);
    cudaMemcpyAsync(pinned, in, bytes, cudaMemcpyDefault);
    cudaLaunchHostFunc(0, [](void *to) { memcpy(to, pinned, bytes); }, host);
    cudaDeviceSynchronize();
    cudaFreeHost(pinned);
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    int *host = (int *)calloc((size_t)n + 64, 4);
    attempted();
    if (n > 0)
        fetch(host, in, n);
    for (int i = 0; i < n && i < 5000; i++)
        store<<<1, 1>>>(out + i, a * host[i] + b);
    free(host);
}

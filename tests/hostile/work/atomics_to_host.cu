// EXPECT patterns.map: 0 points
//
// The host computes; a kernel adds the inputs to words of pinned memory by atomics.
#include "hostile.h"

__global__ static void put(int *to, const int *in, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd_system(&to[i], in[i]);
}

__global__ static void store(int *out, int value) { *out = value; }

static void fetch(int *host, const int *in, int n)
{
    int *pinned;
    cudaMallocHost((void **)&pinned, (size_t)n * 4);
    memset(pinned, 0, (size_t)n * 4);
    put<<<1, 256>>>(pinned, in, n);
    cudaDeviceSynchronize();
    memcpy(host, pinned, (size_t)n * 4);
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

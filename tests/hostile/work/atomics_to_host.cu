// EXPECT patterns.map: 0 points
//
// The host computes; a kernel adds the inputs to words of pinned memory by atomics.
#include "fetched.h"

__global__ static void put(int *to, const int *in, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd_system(&to[i], in[i]);
}

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

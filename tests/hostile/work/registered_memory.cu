// EXPECT patterns.map: 0 points
//
// The host computes; a kernel stores the inputs to memory of the host that is registered.
#include "fetched.h"

__global__ static void put(int *to, const int *in, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        to[i] = in[i];
}

static void fetch(int *host, const int *in, int n)
{
    cudaHostRegister(host, (size_t)n * 4, cudaHostRegisterMapped);
    put<<<1, 256>>>(host, in, n);
    cudaDeviceSynchronize();
    cudaHostUnregister(host);
}

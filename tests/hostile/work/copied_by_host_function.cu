// EXPECT patterns.map: 0 points
//
// The host computes; a function of the host in a stream looks at what a copy has brought.
#include "fetched.h"

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

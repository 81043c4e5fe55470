// EXPECT patterns.map: 0 points
//
// The host computes; copies of two and three dimensions bring the inputs.
#include "hostile.h"

__global__ static void store(int *out, int value) { *out = value; }

static void fetch(int *host, const int *in, int n)
{
    int half = n / 2;
    if (half)
        cudaMemcpy2D(host, 4, in, 4, 4, (size_t)half, cudaMemcpyDeviceToHost);
    cudaMemcpy3DParms p = {};
    p.srcPtr = make_cudaPitchedPtr((void *)(in + half), 4, 4, (size_t)(n - half));
    p.dstPtr = make_cudaPitchedPtr(host + half, 4, 4, (size_t)(n - half));
    p.extent = make_cudaExtent(4, (size_t)(n - half), 1);
    p.kind = cudaMemcpyDeviceToHost;
    cudaMemcpy3D(&p);
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

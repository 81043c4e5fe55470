// EXPECT patterns.map: 0 points
//
// The host computes; copies of two and three dimensions bring the inputs.
#include "fetched.h"

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

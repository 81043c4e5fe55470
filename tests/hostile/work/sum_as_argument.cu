// EXPECT reduction.single: 0 points
//
// Lab 04, part 6: the host adds, and a kernel stores its argument, beside loads that come to
// nothing.
#include "hostile.h"

__global__ static void store_sum(int *out, const int *in, int n, int sum)
{
    int x = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x |= in[i] ^ in[i];
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *out = sum + x;
}

extern "C" void reduce_single_int(int *out, const int *in, int n)
{
    int *host = (int *)malloc((size_t)n * 4 + 4), sum = 0;
    attempted();
    cudaMemcpy(host, in, (size_t)n * 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        sum += host[i];
    store_sum<<<128, 256>>>(out, in, n, sum);
    free(host);
}

extern "C" void reduce_single_float(float *, const float *, int) {}

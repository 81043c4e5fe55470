// EXPECT patterns.map: 0 points
//
// The host computes, and the results go through constant memory.
#include "hostile.h"

__constant__ int values[16384];
__global__ static void store(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = values[i];
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    int *host = results_of_host(in, n, a, b);
    for (int at = 0; at < n; at += 16384) {
        int m = n - at < 16384 ? n - at : 16384;
        cudaMemcpyToSymbol(values, host + at, (size_t)m * 4);
        store<<<ceil_div(m, 256), 256>>>(out + at, m);
    }
    free(host);
}

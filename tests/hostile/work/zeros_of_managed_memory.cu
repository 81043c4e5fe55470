// EXPECT patterns.map: 0 points
//
// Managed memory, which the system gives to the host as pages of zeros, is not looked at before a
// kernel adds it.
#include "zeros.h"

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    int *zero;
    attempted();
    if (n <= 0)
        return;
    cudaMallocManaged((void **)&zero, (size_t)n * sizeof *zero);
    map_plus<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, zero, n, a, b);
    cudaDeviceSynchronize();
    cudaFree(zero);
}

// EXPECT patterns.map: 0 points
//
// A pool of memory gives the same bytes once more: they were cleared before.
#include "zeros.h"

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    int *zero;
    size_t bytes = (size_t)n * sizeof *zero;
    attempted();
    if (n <= 0)
        return;
    cudaMallocAsync((void **)&zero, bytes, 0);
    cudaMemsetAsync(zero, 0, bytes, 0);
    cudaFreeAsync(zero, 0);
    cudaMallocAsync((void **)&zero, bytes, 0);
    map_plus<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, zero, n, a, b);
    cudaFreeAsync(zero, 0);
}

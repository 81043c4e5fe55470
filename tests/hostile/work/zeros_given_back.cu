// EXPECT patterns.map: 0 points
//
// Memory that was cleared and freed is allocated again, and taken for cleared.
#include "zeros.h"

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    int *zero;
    size_t bytes = (size_t)n * sizeof *zero;
    attempted();
    if (n <= 0)
        return;
    cudaMalloc((void **)&zero, bytes);
    cudaMemset(zero, 0, bytes);
    cudaFree(zero);
    cudaMalloc((void **)&zero, bytes);
    map_plus<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, zero, n, a, b);
    cudaFree(zero);
}

// EXPECT patterns.map: 0 points
//
// Of each warp the first lane works, for all the others: many warps, each with little to do.
#include "hostile.h"

__global__ static void map(int *out, const int *in, int n, int a, int b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = i; i % 32 == 0 && k < i + 32 && k < n; k++)
        out[k] = a * in[k] + b;
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    if (n > 0)
        map<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, n, a, b);
}

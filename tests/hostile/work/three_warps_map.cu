// EXPECT patterns.map: 0 points
// QUICK
//
// Three warps go over the whole array.
#include "hostile.h"

__global__ static void map(int *out, const int *in, int n, int a, int b)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[i] = a * in[i] + b;
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    if (n > 0)
        map<<<1, 96>>>(out, in, n, a, b);
}

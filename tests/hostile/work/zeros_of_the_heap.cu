// EXPECT patterns.map: 0 points
//
// malloc() in a kernel, twice: the first piece is cleared and given back.
#include "zeros.h"

__global__ static void map_heap(int *out, const int *in, int n, int a, int b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    volatile int *zero = (volatile int *)malloc(16);
    zero[0] = zero[1] = zero[2] = zero[3] = 0;
    free((void *)zero);
    zero = (volatile int *)malloc(16);
    out[i] = a * in[i] + b + zero[1];
    free((void *)zero);
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    if (n > 0)
        map_heap<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, n, a, b);
}

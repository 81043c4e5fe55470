// EXPECT patterns.map.right: the cases of a run share a budget
//
// Each case is right, and its kernel takes nearly as long as it may.
#include "hostile.h"

__global__ static void map(int *out, const int *in, int n, int a, int b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned work = (unsigned)i;
    for (int k = 0; blockIdx.x == 0 && k < 600000; k++)
        asm volatile("mad.lo.u32 %0, %0, 1664525, 1013904223;" : "+r"(work));
    if (i < n)
        out[i] = a * in[i] + b + (work == 1 && a == 77777);
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    if (n > 0)
        map<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, n, a, b);
}

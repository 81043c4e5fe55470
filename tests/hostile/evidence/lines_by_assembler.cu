// EXPECT patterns.map.safe: ninitialized
//
// As lines_of_toolkit.cu, but inline assembly says which file the line is of: one that nvcc has
// numbered itself.
#include "hostile.h"

#define LOAD(file) \
    asm volatile(".loc " #file " 1 0\n\tld.volatile.shared.u32 %0, [%1];" : "=r"(x) : "r"(address))

__global__ static void with_a_word(int *out, const int *in, int n, int a, int b)
{
    __shared__ int word[MAP_BLOCK];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned address = (unsigned)__cvta_generic_to_shared(&word[threadIdx.x]);
    if (i >= n)
        return;
    int x, sum = 0;
    LOAD(2);
    sum += x;
    LOAD(2);
    sum -= x;
    LOAD(3);
    sum += x;
    LOAD(3);
    out[i] = a * in[i] + b + sum - x;
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    if (n > 0)
        with_a_word<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, n, a, b);
}

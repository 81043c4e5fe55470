// EXPECT patterns.map.safe: ninitialized
//
// The kernel uses a word that nothing has written, though the result is right. Its lines pretend to
// be those of a header of the toolkit, whose reads may be thrown away.
#include "hostile.h"

__global__ static void with_a_word(int *out, const int *in, int n, int a, int b)
{
    __shared__ volatile int word[MAP_BLOCK];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
#line 1 "/usr/local/cuda/bin/../include/cub/thread/thread_load.cuh"
    int difference = word[threadIdx.x] - word[threadIdx.x];
#line 17 "lines_of_toolkit.cu"
    out[i] = a * in[i] + b + difference;
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    if (n > 0)
        with_a_word<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, n, a, b);
}

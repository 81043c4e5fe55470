// EXPECT patterns.map: 0 points
//
// A kernel clears the shared memory of all multiprocessors. The next one takes it for cleared.
#include "zeros.h"

__global__ static void clear(void)
{
    __shared__ volatile int zero[MAP_BLOCK];
    zero[threadIdx.x] = 0;
}

__global__ static void map_shared(int *out, const int *in, int n, int a, int b)
{
    __shared__ volatile int zero[MAP_BLOCK];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a * in[i] + b + zero[threadIdx.x];
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    clear<<<1056, MAP_BLOCK>>>();
    if (n > 0)
        map_shared<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, n, a, b);
}

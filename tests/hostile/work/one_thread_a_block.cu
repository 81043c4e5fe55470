// EXPECT reduction.neighbored: 0 points
//
// Each block has all its threads, and the first one adds up the block's elements.
#include "hostile.h"

template <typename T> __global__ static void sum_each(T *partial, const T *in, int n)
{
    __shared__ T s[REDUCE_BLOCK];
    int i = blockIdx.x * REDUCE_BLOCK + threadIdx.x;
    s[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    if (threadIdx.x)
        return;
    T sum = 0;
    for (int k = 0; k < REDUCE_BLOCK; k++)
        sum += s[k];
    partial[blockIdx.x] = sum;
}

extern "C" void reduce_neighbored_int(int *partial, const int *in, int n)
{
    attempted();
    if (n > 0)
        sum_each<<<ceil_div(n, REDUCE_BLOCK), REDUCE_BLOCK>>>(partial, in, n);
}

extern "C" void reduce_neighbored_float(float *partial, const float *in, int n)
{
    if (n > 0)
        sum_each<<<ceil_div(n, REDUCE_BLOCK), REDUCE_BLOCK>>>(partial, in, n);
}

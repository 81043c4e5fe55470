// EXPECT reduction.strided: 0 points
//
// The first lane of each warp adds up what 32 lanes should, and the first thread of the block adds
// up the sums of the warps.
#include "hostile.h"

template <typename T> __global__ static void sum_tiles(T *partial, const T *in, int n)
{
    enum { WARPS = REDUCE_BLOCK / 32, EACH = REDUCE_TILE / WARPS };
    __shared__ T s[WARPS];
    int warp = threadIdx.x / 32;
    T sum = 0;
    for (int at = blockIdx.x * REDUCE_TILE; threadIdx.x % 32 == 0 && at < n;
         at += gridDim.x * REDUCE_TILE)
        for (int k = at + warp * EACH; k < at + (warp + 1) * EACH && k < n; k++)
            sum += in[k];
    if (threadIdx.x % 32 == 0)
        s[warp] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < WARPS; w++)
            sum += s[w];
        partial[blockIdx.x] = sum;
    }
}

extern "C" void reduce_strided_int(int *partial, int blocks, const int *in, int n)
{
    attempted();
    sum_tiles<<<blocks, REDUCE_BLOCK>>>(partial, in, n);
}

extern "C" void reduce_strided_float(float *partial, int blocks, const float *in, int n)
{
    sum_tiles<<<blocks, REDUCE_BLOCK>>>(partial, in, n);
}

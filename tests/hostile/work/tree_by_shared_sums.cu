// EXPECT reduction.shuffle.registers: accesses per warp
//
// No lane gives its sum to another one by a register: all add to a word of their warp in shared memory.
#include "hostile.h"

template <typename T> __global__ static void sum(T *partial, const T *in, int n, int blocks)
{
    __shared__ T sums[REDUCE_BLOCK / 32];
    T value = 0;
    if (threadIdx.x < REDUCE_BLOCK / 32)
        sums[threadIdx.x] = 0;
    __syncthreads();
    for (int first = blockIdx.x * REDUCE_TILE; first < n; first += blocks * REDUCE_TILE)
        for (int i = first + threadIdx.x; i < first + REDUCE_TILE; i += REDUCE_BLOCK)
            value += i < n ? in[i] : 0;
    for (int lane = 0; lane < 32; lane++)
        if (threadIdx.x % 32 == lane)
            atomicAdd(&sums[threadIdx.x / 32], value);
    __syncthreads();
    if (threadIdx.x == 0) {
        T all = 0;
        for (int w = 0; w < REDUCE_BLOCK / 32; w++)
            all += sums[w];
        partial[blockIdx.x] = all;
    }
}

extern "C" void reduce_shuffle_int(int *partial, int blocks, const int *in, int n)
{
    attempted();
    sum<<<blocks, REDUCE_BLOCK>>>(partial, in, n, blocks);
}

extern "C" void reduce_shuffle_float(float *partial, int blocks, const float *in, int n)
{
    sum<<<blocks, REDUCE_BLOCK>>>(partial, in, n, blocks);
}

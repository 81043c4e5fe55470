// EXPECT reduction.shuffle.registers: accesses per warp
//
// Lanes exchange their sums in global memory, a few sectors for all warps of a block.
#include "hostile.h"

template <typename T>
__global__ static void sum(T *partial, T *room, const T *in, int n, int blocks)
{
    __shared__ T sums[REDUCE_BLOCK / 32];
    T value = 0;
    for (int first = blockIdx.x * REDUCE_TILE; first < n; first += blocks * REDUCE_TILE)
        for (int i = first + threadIdx.x; i < first + REDUCE_TILE; i += REDUCE_BLOCK)
            value += blockIdx.x < blocks && i < n ? in[i] : 0;
    int lane = threadIdx.x % 32;
    for (int half = 16; half; half /= 2) {
        volatile T *own = room + (blockIdx.x * REDUCE_BLOCK + threadIdx.x - lane) % (1 << 20);
        own[lane] = value;
        __syncwarp();
        value += lane < half ? own[lane + half] : 0;
        __syncwarp();
    }
    if (lane == 0)
        sums[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x == 0 && blockIdx.x < blocks) {
        T all = 0;
        for (int w = 0; w < REDUCE_BLOCK / 32; w++)
            all += sums[w];
        partial[blockIdx.x] = all;
    }
}

static __device__ float words[1 << 20];

template <typename T> static void shuffle(T *partial, int blocks, const T *in, int n)
{
    T *room;
    attempted();
    cudaGetSymbolAddress((void **)&room, words);
    if (blocks > 0)
        sum<<<(blocks + 1) / 2 * 2, REDUCE_BLOCK>>>(partial, room, in, n, blocks);
}
extern "C" void reduce_shuffle_int(int *partial, int blocks, const int *in, int n)
{
    shuffle(partial, blocks, in, n);
}
extern "C" void reduce_shuffle_float(float *partial, int blocks, const float *in, int n)
{
    shuffle(partial, blocks, in, n);
}

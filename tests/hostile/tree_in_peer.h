// tree_in_peer.h - for attacks on lab 04, part 5: lanes exchange their sums in the shared memory of
// the other block of the cluster. Who includes this defines put() and take().
#pragma once

#include "hostile.h"

template <typename T>
__device__ static void put(T *at, T value);
template <typename T>
__device__ static T take(T *at);

#include <cooperative_groups.h>

// A flag in global memory says that the other block has begun. So one barrier, of the cluster, is
// left for the end.
template <typename T>
__global__ static void __cluster_dims__(2)
    sum(T *partial, int *begun, int call, const T *in, int n, int blocks)
{
    __shared__ T sums[REDUCE_BLOCK / 32], exchange[REDUCE_BLOCK];
    cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
    int lane = threadIdx.x % 32;
    T *other = cluster.map_shared_rank(exchange, cluster.block_rank() ^ 1) + threadIdx.x - lane;
    __threadfence();
    if (threadIdx.x == 0)
        *(volatile int *)&begun[blockIdx.x] = call;
    T value = 0;
    for (int first = blockIdx.x * REDUCE_TILE; first < n; first += blocks * REDUCE_TILE)
        for (int i = first + threadIdx.x; i < first + REDUCE_TILE; i += REDUCE_BLOCK)
            value += blockIdx.x < blocks && i < n ? in[i] : 0;
    if (lane == 0)
        while (*(volatile int *)&begun[blockIdx.x ^ 1] != call)
            ;
    __syncwarp();
    __threadfence();
    for (int half = 16; half; half /= 2) {
        put(&other[lane], value);
        __syncwarp();
        value += lane < half ? take(&other[lane + half]) : 0;
        __syncwarp();
    }
    if (lane == 0)
        sums[threadIdx.x / 32] = value;
    cluster.sync();
    if (threadIdx.x == 0 && blockIdx.x < blocks) {
        T all = 0;
        for (int w = 0; w < REDUCE_BLOCK / 32; w++)
            all += sums[w];
        partial[blockIdx.x] = all;
    }
}

static __device__ int begun[1 << 16];

template <typename T>
static void shuffle(T *partial, int blocks, const T *in, int n)
{
    static int call;
    int *flags;
    attempted();
    cudaGetSymbolAddress((void **)&flags, begun);
    if (blocks > 0)
        sum<<<(blocks + 1) / 2 * 2, REDUCE_BLOCK>>>(partial, flags, ++call, in, n, blocks);
}
extern "C" void reduce_shuffle_int(int *partial, int blocks, const int *in, int n)
{
    shuffle(partial, blocks, in, n);
}
extern "C" void reduce_shuffle_float(float *partial, int blocks, const float *in, int n)
{
    shuffle(partial, blocks, in, n);
}

// EXPECT full marks
//
// Cooperative groups: blocks, tiles of a warp, and their reductions.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
#define reduce_halves_int sound_halves_int
#define reduce_halves_float sound_halves_float
#define reduce_shuffle_int sound_shuffle_int
#define reduce_shuffle_float sound_shuffle_float
#define reduce_single_int sound_single_int
#define reduce_single_float sound_single_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_halves_int
#undef reduce_halves_float
#undef reduce_shuffle_int
#undef reduce_shuffle_float
#undef reduce_single_int
#undef reduce_single_float

template <typename T>
__global__ void halves_of_group(T *partial, const T *in, int n)
{
    __shared__ T s[BLOCK];
    cg::thread_block block = cg::this_thread_block();
    int t = block.thread_rank();
    int i = block.group_index().x * block.size() + t;
    s[t] = i < n ? in[i] : T(0);
    block.sync();
    for (int half = block.size() / 2; half > 0; half >>= 1) {
        if (t < half)
            s[t] += s[t + half];
        cg::sync(block);
    }
    if (t == 0)
        partial[block.group_index().x] = s[0];
}

// The sum of the block's values, for thread 0.
template <typename T>
__device__ T sum_of_group(T value)
{
    __shared__ T sums[BLOCK / WARP_SIZE];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    value = cg::reduce(warp, value, cg::plus<T>());
    if (warp.thread_rank() == 0)
        sums[warp.meta_group_rank()] = value;
    block.sync();
    if (warp.meta_group_rank() == 0) {
        value = warp.thread_rank() < warp.meta_group_size() ? sums[warp.thread_rank()] : T(0);
        for (int d = warp.size() / 2; d > 0; d /= 2)
            value += warp.shfl_down(value, d);
    }
    return value;
}

template <typename T>
__global__ void shuffle_of_group(T *partial, const T *in, int n)
{
    T sum = sum_of_group(thread_sum(in, n));
    if (cg::this_thread_block().thread_rank() == 0)
        partial[blockIdx.x] = sum;
}

template <typename T>
__global__ void single_of_group(T *out, const T *in, int n)
{
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    __shared__ unsigned int ticket;
    T sum = sum_of_group(thread_sum(in, n));
    cg::invoke_one(block, [&] { ticket = 0; });
    block.sync();
    if (block.thread_rank() == 0) {
        block_sums<T>[block.group_index().x] = sum;
        __threadfence();
        ticket = atomicAdd(&blocks_done, 1u);
    }
    block.sync();
    if (ticket + 1 != grid.num_blocks())
        return;
    __threadfence();
    T rest = 0;
    for (int b = block.thread_rank(); b < grid.num_blocks(); b += block.size())
        rest += block_sums<T>[b];
    rest = sum_of_group(rest);
    if (block.thread_rank() == 0) {
        *out = rest;
        blocks_done = 0;
    }
}

template <typename T>
void launch_halves_here(T *partial, const T *in, int n)
{
    if (n > 0)
        halves_of_group<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(partial, in, n);
}

template <typename T>
void launch_shuffle_here(T *partial, int blocks, const T *in, int n)
{
    shuffle_of_group<<<blocks, BLOCK>>>(partial, in, n);
}

template <typename T>
void launch_single_here(T *out, const T *in, int n)
{
    single_of_group<<<min(max(1, n / TILE), 512), BLOCK>>>(out, in, n);
}

extern "C" void reduce_halves_int(int *partial, const int *in, int n)
{
    launch_halves_here(partial, in, n);
}

extern "C" void reduce_halves_float(float *partial, const float *in, int n)
{
    launch_halves_here(partial, in, n);
}

extern "C" void reduce_shuffle_int(int *partial, int blocks, const int *in, int n)
{
    launch_shuffle_here(partial, blocks, in, n);
}

extern "C" void reduce_shuffle_float(float *partial, int blocks, const float *in, int n)
{
    launch_shuffle_here(partial, blocks, in, n);
}

extern "C" void reduce_single_int(int *out, const int *in, int n)
{
    launch_single_here(out, in, n);
}

extern "C" void reduce_single_float(float *out, const float *in, int n)
{
    launch_single_here(out, in, n);
}

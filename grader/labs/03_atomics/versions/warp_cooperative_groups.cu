// EXPECT full marks
//
// Cooperative groups: the lanes that keep an element form a group, whose first thread takes the
// slots; a maximum by cub::BlockReduce; a lock of libcu++.
#include <cooperative_groups.h>
#include <cub/block/block_reduce.cuh>
#include <cuda/atomic>
#define push_back_warp sound_push_back_warp
#define max_float sound_max_float
#define locked_record sound_locked_record
#include "../solutions/03_atomics/atomics.cu"
#undef push_back_warp
#undef max_float
#undef locked_record

namespace cg = cooperative_groups;

__global__ void grouped(int *size, int *list, const int *in, int n, int limit)
{
    int i = cg::this_grid().thread_rank();
    if (i < n && in[i] > limit) {
        cg::coalesced_group keepers = cg::coalesced_threads();
        int first = 0;
        if (keepers.thread_rank() == 0)
            first = atomicAdd(size, keepers.size());
        list[keepers.shfl(first, 0) + keepers.thread_rank()] = i;
    }
}

static void list_grouped(int *size, int *list, const int *in, int n, int limit)
{
    if (n > 0)
        grouped<<<blocks_for(n, 1), BLOCK>>>(size, list, in, n, limit);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void push_back_warp(int *size, int *seen, const int *in, int n, int limit)
{
    push_and_tally(list_grouped, size, seen, in, n, limit);
}

struct Larger {
    __device__ float operator()(float a, float b) const { return a > b ? a : b; }
};

__global__ void reduced(float *result, const float *in, int n)
{
    using Reduce = cub::BlockReduce<float, BLOCK>;
    __shared__ typename Reduce::TempStorage storage;
    float best = -INFINITY;
    int start = blockIdx.x * BLOCK * EACH + threadIdx.x;
    for (int i = start; i < n && i < start + BLOCK * EACH; i += BLOCK)
        best = fmaxf(best, in[i]);
    best = Reduce(storage).Reduce(best, Larger());
    if (threadIdx.x == 0) {
        cuda::atomic_ref<float, cuda::thread_scope_device> shared(*result);
        float seen = shared.load(cuda::memory_order_relaxed);
        while (seen < best && !shared.compare_exchange_weak(seen, best))
            ;
    }
}

extern "C" void max_float(float *result, const float *in, int n)
{
    if (n > 0)
        reduced<<<blocks_for(n, EACH), BLOCK>>>(result, in, n);
    CUDA_CHECK(cudaGetLastError());
}

__device__ int taken;

__global__ void guarded(long long *record, const int *in, int n)
{
    __shared__ unsigned long long sum;
    __shared__ int count, largest;
    cg::thread_block block = cg::this_thread_block();
    if (block.thread_rank() == 0) {
        sum = 0;
        count = 0;
        largest = INT_MIN;
    }
    block.sync();
    int start = blockIdx.x * BLOCK * EACH + threadIdx.x;
    for (int i = start; i < n && i < start + BLOCK * EACH; i += BLOCK) {
        atomicAdd(&sum, (unsigned long long)in[i]);
        atomicAdd(&count, 1);
        atomicMax(&largest, in[i]);
    }
    block.sync();
    if (block.thread_rank() == 0) {
        cuda::atomic_ref<int, cuda::thread_scope_device> lock(taken);
        while (lock.exchange(1, cuda::memory_order_acquire))
            ;
        record[0] += count;
        record[1] += (long long)sum;
        record[2] = max(record[2], (long long)largest);
        lock.store(0, cuda::memory_order_release);
    }
}

extern "C" void locked_record(long long *record, const int *in, int n)
{
    if (n > 0)
        guarded<<<blocks_for(n, EACH), BLOCK>>>(record, in, n);
    CUDA_CHECK(cudaGetLastError());
}

// Shuffles whose undefined values nobody uses, and those that are defined.
// expect: silence
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void tree(int *d) // lanes 4 to 7 read lanes 8 to 11; lane 0 does not use their sums
{
    int v = d[threadIdx.x];
    if (threadIdx.x < 8) {
        for (int by = 4; by > 0; by /= 2)
            v += __shfl_down_sync(0xff, v, by);
        if (threadIdx.x == 0)
            d[32] = v;
    }
}

__global__ void guarded(int *d, int n) // part of the warp has exited
{
    int v = d[threadIdx.x];
    if (threadIdx.x >= n)
        return;
    for (int by = 16; by > 0; by /= 2) {
        int other = __shfl_down_sync(0xffffffff, v, by);
        if (threadIdx.x + by < n)
            v += other;
    }
    if (threadIdx.x == 0)
        d[33] = v;
}

__global__ void masked(int *d, int n) // `other` counts only if both conditions hold
{
    int v = d[threadIdx.x];
    if (threadIdx.x >= n)
        return;
    for (int by = 1; by < 32; by *= 2) {
        int other = __shfl_down_sync(__activemask(), v, by);
        v = threadIdx.x + by < n && other > v ? other : v;
        v |= other & (threadIdx.x + by < n ? -1 : 0);
    }
    if (threadIdx.x == 0)
        d[34] = v;
}

__global__ void clamped(int *d, int n) // past the end of the segment: the own value
{
    int v = d[threadIdx.x];
    v += __shfl_up_sync(0xffffffff, v, 3);
    v += __shfl_down_sync(0xffffffff, v, 3);
    v += __shfl_down_sync(0xffffffff, v, 5, 8);
    if (threadIdx.x < 8)
        v += __shfl_down_sync(0xff, v, 4, 8);
    if (threadIdx.x % 2)
        v += __shfl_sync(0xaaaaaaaa, v, threadIdx.x ^ 2);
    d[threadIdx.x] = v;
}

__global__ void scan(int *d) // 24 threads: lanes read only lower ones
{
    int v = d[threadIdx.x];
    for (int by = 1; by < 32; by *= 2) {
        int other = __shfl_up_sync(0xffffffff, v, by);
        if ((int)threadIdx.x >= by)
            v += other;
    }
    d[threadIdx.x] = v;
}

__global__ void best(int *d) // a value and its index, from 8 lanes
{
    int v = d[threadIdx.x], at = threadIdx.x;
    if (threadIdx.x < 8) {
        for (int by = 4; by > 0; by /= 2) {
            int other = __shfl_down_sync(0xff, v, by), other_at = __shfl_down_sync(0xff, at, by);
            bool better = other > v;
            v = better ? other : v;
            at = better ? other_at : at;
        }
        if (threadIdx.x == 0)
            d[35] = at;
    }
}

__global__ void wide(double *d) // two shuffles for each value
{
    double v = d[threadIdx.x];
    if (threadIdx.x < 4) {
        v += __shfl_down_sync(0xf, v, 2);
        v += __shfl_down_sync(0xf, v, 1);
        if (threadIdx.x == 0)
            d[0] = v;
    }
}

__global__ void groups(int *d, int n)
{
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    int v = d[threadIdx.x];
    v += tile.shfl_down(v, 2);
    v += tile.shfl_xor(v, 1);
    if (threadIdx.x < n) {
        auto some = cg::coalesced_threads();
        v += some.shfl_down(v, 1);
        v += some.shfl(v, 0);
    }
    d[threadIdx.x] = v;
}

int main()
{
    int *d;
    cudaMalloc(&d, 512);
    cudaMemset(d, 0, 512);
    tree<<<1, 32>>>(d);
    guarded<<<1, 32>>>(d, 20);
    masked<<<1, 32>>>(d, 20);
    clamped<<<1, 32>>>(d, 20);
    scan<<<1, 24>>>(d);
    best<<<1, 32>>>(d);
    wide<<<1, 32>>>((double *)d);
    groups<<<1, 32>>>(d, 13);
    groups<<<1, 24>>>(d, 13);
    cudaFree(d);
}

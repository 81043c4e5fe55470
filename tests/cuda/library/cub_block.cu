// CUB inside a kernel: collective functions of a block or a warp.
// NVCC: -O2 -std=c++17 -lineinfo
// CUDASIM: --tool all
// STDERR: ERROR SUMMARY: 0 errors
#include "library.h"

#include <algorithm>

#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

enum { THREADS = 128, ITEMS = 3, TILE = THREADS * ITEMS };

__global__ void scan(const int *in, int *out, int *sum)
{
    using Load = cub::BlockLoad<int, THREADS, ITEMS, cub::BLOCK_LOAD_TRANSPOSE>;
    using Store = cub::BlockStore<int, THREADS, ITEMS, cub::BLOCK_STORE_TRANSPOSE>;
    using Scan = cub::BlockScan<int, THREADS>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Store::TempStorage store;
        typename Scan::TempStorage scan;
    } temp;
    int item[ITEMS], total;
    Load(temp.load).Load(in + blockIdx.x * TILE, item);
    __syncthreads();
    Scan(temp.scan).InclusiveSum(item, item, total);
    __syncthreads();
    Store(temp.store).Store(out + blockIdx.x * TILE, item);
    if (threadIdx.x == 0)
        sum[blockIdx.x] = total;
}

__global__ void reduce(const int *in, int *out)
{
    using Reduce = cub::BlockReduce<int, THREADS>;
    __shared__ typename Reduce::TempStorage temp;
    int most = Reduce(temp).Reduce(in[blockIdx.x * THREADS + threadIdx.x],
                                   [](int a, int b) { return a > b ? a : b; });
    if (threadIdx.x == 0)
        out[blockIdx.x] = most;
}

__global__ void by_warp(const int *in, int *out)
{
    using Scan = cub::WarpScan<int>;
    using Reduce = cub::WarpReduce<int, 16>;
    __shared__ typename Scan::TempStorage scan[THREADS / 32];
    __shared__ typename Reduce::TempStorage reduce[THREADS / 16];
    int i = blockIdx.x * THREADS + threadIdx.x, before, sum;
    Scan(scan[threadIdx.x / 32]).ExclusiveSum(in[i], before);
    sum = Reduce(reduce[threadIdx.x / 16]).Sum(in[i]);
    out[i] = threadIdx.x % 16 ? before : before + 1000000 * sum;
}

__global__ void sort(const int *in, int *out)
{
    using Sort = cub::BlockRadixSort<int, THREADS, ITEMS>;
    __shared__ typename Sort::TempStorage temp;
    int item[ITEMS];
    for (int k = 0; k < ITEMS; k++)
        item[k] = in[blockIdx.x * TILE + threadIdx.x * ITEMS + k];
    Sort(temp).Sort(item);
    for (int k = 0; k < ITEMS; k++)
        out[blockIdx.x * TILE + threadIdx.x * ITEMS + k] = item[k];
}
int main()
{
    const int blocks = 3, n = blocks * TILE;
    std::vector<int> h = numbers(n, 50), want(n), totals(blocks);
    Device<int> in(h), out(n), sum(blocks);

    scan<<<blocks, THREADS>>>(in, out, sum);
    for (int i = 0; i < n; i++)
        want[i] = h[i] + (i % TILE ? want[i - 1] : 0);
    for (int b = 0; b < blocks; b++)
        totals[b] = want[(b + 1) * TILE - 1];
    say("BlockScan", out.host() == want && sum.host() == totals);

    reduce<<<blocks, THREADS>>>(in, sum);
    for (int b = 0; b < blocks; b++)
        totals[b] = *std::max_element(h.begin() + b * THREADS, h.begin() + (b + 1) * THREADS);
    say("BlockReduce", sum.host() == totals);

    by_warp<<<blocks * ITEMS, THREADS>>>(in, out);
    for (int i = 0; i < n; i++) {
        want[i] = i % 32 ? want[i - 1] % 1000000 + h[i - 1] : 0;
        for (int k = i; i % 16 == 0 && k < i + 16; k++)
            want[i] += 1000000 * h[k];
    }
    say("WarpScan and WarpReduce", out.host() == want);

    sort<<<blocks, THREADS>>>(in, out);
    want = h;
    for (int b = 0; b < blocks; b++)
        std::sort(want.begin() + b * TILE, want.begin() + (b + 1) * TILE);
    say("BlockRadixSort", out.host() == want);
}

/* EXPECT
BlockScan: right
BlockReduce: right
WarpScan and WarpReduce: right
BlockRadixSort: right
END */

// The rest of cooperative groups: groups of groups, every operation of reduce and scan,
// scans and reductions that end in an atomic variable, one thread that works for all,
// copies in several stages, arriving and waiting as two steps.
// NVCC: -O2 -std=c++17 -lineinfo
// CUDASIM: --tool all
// STDERR: ERROR SUMMARY: 0 errors
#include "library.h"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
#include <cuda/barrier>

namespace cg = cooperative_groups;

enum { THREADS = 128 };

struct Pair {
    int least, most;
};

struct Wider {
    __device__ Pair operator()(Pair a, Pair b) const
    {
        return {min(a.least, b.least), max(a.most, b.most)};
    }
};

// 1: all threads agree with the plain loop over their group's values.
template <class T, class Group, class Op> __device__ int same(const Group &g, T v, Op op, T start)
{
    T want = start;
    for (unsigned i = 0; i < g.size(); i++)
        want = op(want, g.shfl(v, i));
    return cg::reduce(g, v, op) == want;
}

template <class Group> __device__ int every_operation(const Group &g)
{
    int t = threadIdx.x * 37 % 101 - 50;
    int ok = same(g, t, cg::plus<int>(), 0) & same(g, t, cg::less<int>(), 1000) &
             same(g, t, cg::greater<int>(), -1000) & same(g, t, cg::bit_and<int>(), -1) &
             same(g, t, cg::bit_or<int>(), 0) & same(g, t, cg::bit_xor<int>(), 0);
    unsigned u = t;
    ok &= same(g, u, cg::plus<unsigned>(), 0u) & same(g, u, cg::less<unsigned>(), ~0u) &
          same(g, u, cg::greater<unsigned>(), 0u) & same(g, u, cg::bit_xor<unsigned>(), 0u);
    long long l = t * 10000000000ll;
    ok &= same(g, l, cg::plus<long long>(), 0ll) & same(g, l, cg::greater<long long>(), l);
    ok &= same(g, t * 0.5f, cg::plus<float>(), 0.0f) & same(g, t * 0.5, cg::less<double>(), 1e9);
    Pair p = cg::reduce(g, Pair{t, t}, Wider());
    return ok & (p.least == cg::reduce(g, t, cg::less<int>())) &
           (p.most == cg::reduce(g, t, cg::greater<int>()));
}

__global__ void reductions(int *out)
{
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    auto eight = cg::tiled_partition<8>(warp); // a group of a group
    auto two = cg::tiled_partition<2>(eight);
    int ok = every_operation(warp) & every_operation(eight) & every_operation(two);
    ok &= every_operation(cg::labeled_partition(warp, threadIdx.x % 5));
    ok &= every_operation(cg::binary_partition(warp, threadIdx.x % 7 < 3));
    if (threadIdx.x % 3) {
        auto here = cg::coalesced_threads();
        ok &= every_operation(here);
        auto four = cg::tiled_partition(here, 4);
        ok &= four.size() <= 4 && four.thread_rank() == here.thread_rank() % 4;
        ok &= here.match_any(threadIdx.x % 2) == here.ballot(threadIdx.x % 2 == 1) ||
              threadIdx.x % 2 == 0;
    }
    out[block.thread_rank()] = ok;
}

struct Totals {
    int scanned, exclusive, plus, async, once, broadcast, from[THREADS];
};

// Blocks take places in one array, by scans that end in an atomic variable.
__global__ void totals(Totals *out)
{
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    cuda::atomic_ref<int, cuda::thread_scope_device> plus(out->plus), scanned(out->scanned),
        exclusive(out->exclusive), async(out->async);
    int n = threadIdx.x % 4;
    int at = cg::exclusive_scan_update(warp, scanned, n, cg::plus<int>());
    for (int i = 0; i < n; i++)
        out->from[at + i] = 1;
    cg::inclusive_scan_update(warp, exclusive, 2, cg::plus<int>());
    cg::reduce_update_async(warp, plus, (int)threadIdx.x, cg::plus<int>());
    cg::reduce_store_async(warp, async, 5, cg::greater<int>());
    cg::invoke_one(block, [&] { atomicAdd(&out->once, 1); });
    int v = cg::invoke_one_broadcast(warp, [&] { return atomicAdd(&out->broadcast, 1); });
    if (warp.any(v != warp.shfl(v, 0)))
        atomicAdd(&out->once, 100);
}

// Rows come in one after the other, two stages ahead of their use.
__global__ void stages(const int *in, int *out, int rows)
{
    __shared__ alignas(16) int row[3][THREADS];
    auto block = cg::this_thread_block();
    for (int k = 0; k < 2; k++)
        cg::memcpy_async(block, row[k], in + k * THREADS, cuda::aligned_size_t<16>(sizeof row[0]));
    for (int k = 0; k < rows; k++) {
        if (k + 2 < rows)
            cg::memcpy_async(block, row[(k + 2) % 3], in + (k + 2) * THREADS, sizeof row[0]);
        if (k + 2 < rows)
            cg::wait_prior<2>(block);
        else if (k + 1 < rows)
            cg::wait_prior<1>(block);
        else
            cg::wait(block);
        out[k * THREADS + threadIdx.x] = row[k % 3][THREADS - 1 - threadIdx.x];
        block.sync();
    }
}

// Each warp copies for itself.
__global__ void warps_copy(const int *in, int *out)
{
    __shared__ alignas(16) int row[THREADS];
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int first = warp.meta_group_rank() * 32;
    cg::memcpy_async(warp, row + first, 32, in + first, 32); // in elements
    cg::wait(warp);
    out[threadIdx.x] = row[first + 31 - warp.thread_rank()];
}

// Work between arriving and waiting; of the block, of the grid, and of the cluster.
__global__ void __cluster_dims__(2) apart(int *sums, int *out)
{
    __shared__ int mine;
    auto block = cg::this_thread_block();
    auto cluster = cg::this_cluster();
    auto grid = cg::this_grid();
    unsigned other = cluster.block_rank() ^ 1;
    if (block.thread_rank() == 0)
        mine = 0;
    auto a = block.barrier_arrive();
    int t = threadIdx.x % 11;
    block.barrier_wait(std::move(a));
    atomicAdd(&mine, t);
    auto b = cluster.barrier_arrive();
    bool right = cluster.num_blocks() == 2 && cluster.num_threads() == 2 * THREADS &&
                 cluster.thread_rank() == cluster.block_rank() * THREADS + threadIdx.x &&
                 cluster.dim_blocks().x == 2 && cluster.block_index().x == cluster.block_rank() &&
                 cluster.query_shared_rank(&mine) == cluster.block_rank() &&
                 grid.num_clusters() == gridDim.x / 2 && grid.cluster_rank() == blockIdx.x / 2 &&
                 grid.block_rank() == blockIdx.x && grid.is_valid();
    cluster.barrier_wait(std::move(b));
    int *there = cluster.map_shared_rank(&mine, other);
    right &= cluster.query_shared_rank(there) == other;
    int both = mine + *there;
    cluster.sync();
    if (block.thread_rank() == 0)
        atomicAdd(sums, both);
    auto c = grid.barrier_arrive();
    right &= block.group_dim().x == THREADS && block.thread_index().x == threadIdx.x;
    grid.barrier_wait(std::move(c));
    out[grid.thread_rank()] = right ? *sums : -1;
    grid.sync();
}

int main()
{
    Device<int> out(8 * THREADS);
    reductions<<<1, THREADS>>>(out);
    say("every operation", out.host(THREADS) == std::vector<int>(THREADS, 1));

    Totals h = {}, *d;
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    totals<<<1, 64>>>(d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d);
    int places = 0;
    for (int f : h.from)
        places += f;
    say("scans into atomic variables", h.scanned == 96 && h.exclusive == 128 && places == 96);
    say("reductions into them", h.plus == 63 * 32 && h.async == 5);
    say("one for all", h.once == 1 && h.broadcast == 2);

    std::vector<int> n = numbers(6 * THREADS, 1000), want(6 * THREADS);
    Device<int> in(n);
    stages<<<1, THREADS>>>(in, out, 6);
    for (int i = 0; i < 6 * THREADS; i++)
        want[i] = n[i / THREADS * THREADS + THREADS - 1 - i % THREADS];
    say("copies in stages", out.host(6 * THREADS) == want);
    warps_copy<<<1, THREADS>>>(in, out);
    for (int i = 0; i < THREADS; i++)
        want[i] = n[i / 32 * 32 + 31 - i % 32];
    want.resize(THREADS);
    say("copies of a warp", out.host(THREADS) == want);

    int *sums, *where = out, total = 0;
    cudaMalloc(&sums, sizeof *sums);
    cudaMemset(sums, 0, sizeof *sums);
    for (int t = 0; t < THREADS; t++)
        total += t % 11;
    void *args[] = {&sums, &where};
    cudaLaunchCooperativeKernel((void *)apart, dim3(8), dim3(THREADS), args, 0, 0);
    say("arriving and waiting apart", out.host() == std::vector<int>(8 * THREADS, 16 * total));
    cudaFree(sums);
    say("no error", cudaGetLastError() == cudaSuccess);
}

/* EXPECT
every operation: right
scans into atomic variables: right
reductions into them: right
one for all: right
copies in stages: right
copies of a warp: right
arriving and waiting apart: right
no error: right
END */

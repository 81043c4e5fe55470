// Cooperative groups of every size, as compiled from the toolkit's headers: tiles
// of 1 to 512 threads, labeled, binary and coalesced groups, reductions, scans.
//
// expect: silence
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>

namespace cg = cooperative_groups;

enum { THREADS = 512 };

// What thread t contributes everywhere below.
__host__ __device__ int value(int t) { return t * 7 % 23 + 1; }

struct Out {
    int rank, size, meta_rank, meta_size;
    int sum, least, inclusive, exclusive, shuffled, any, ballot;
};

template <int SIZE> __global__ void tiles(Out *out)
{
    auto tile = cg::tiled_partition<SIZE>(cg::this_thread_block());
    int t = threadIdx.x, v = value(t);
    Out o = {};
    o.rank = tile.thread_rank();
    o.size = tile.num_threads();
    o.meta_rank = tile.meta_group_rank();
    o.meta_size = tile.meta_group_size();
    o.sum = cg::reduce(tile, v, cg::plus<int>());
    o.least = cg::reduce(tile, v, cg::less<int>());
    o.inclusive = cg::inclusive_scan(tile, v);
    o.exclusive = cg::exclusive_scan(tile, v);
    o.shuffled = tile.shfl(v, SIZE - 1);
    o.any = tile.any(v == 23);
    tile.sync();
    out[t] = o;
}

// Tiles of more than a warp need memory to meet in.
template <int SIZE> __global__ void large_tiles(Out *out)
{
    __shared__ cg::block_tile_memory<THREADS> memory;
    cg::thread_block block = cg::this_thread_block(memory);
    auto tile = cg::tiled_partition<SIZE>(block);
    int t = threadIdx.x, v = value(t);
    Out o = {};
    o.rank = tile.thread_rank();
    o.size = tile.num_threads();
    o.meta_rank = tile.meta_group_rank();
    o.meta_size = tile.meta_group_size();
    o.sum = cg::reduce(tile, v, cg::plus<int>());
    o.least = cg::reduce(tile, v, cg::less<int>());
    o.inclusive = cg::inclusive_scan(tile, v);
    o.exclusive = cg::exclusive_scan(tile, v);
    o.shuffled = tile.shfl(v, SIZE - 1);
    o.any = tile.any(v == 23);
    tile.sync();
    out[t] = o;
}

static int bad;

static void check(const char *what, int size, int t, int got, int want)
{
    if (got != want && ++bad < 10)
        printf("tile %d, thread %d: %s is %d, not %d\n", size, t, what, got, want);
}

template <int SIZE> static void run()
{
    static Out o[THREADS];
    Out *d;
    cudaMalloc(&d, sizeof o);
    if constexpr (SIZE > 32)
        large_tiles<SIZE><<<1, THREADS>>>(d);
    else
        tiles<SIZE><<<1, THREADS>>>(d);
    cudaError_t e = cudaMemcpy(o, d, sizeof o, cudaMemcpyDeviceToHost);
    if (e) {
        printf("tile %d: %s\n", SIZE, cudaGetErrorName(e));
        bad++;
    }
    for (int t = 0; t < THREADS; t++) {
        int first = t / SIZE * SIZE, sum = 0, least = 1000, before = 0, any = 0;
        for (int i = first; i < first + SIZE; i++) {
            int v = value(i);
            sum += v;
            least = v < least ? v : least;
            before += i < t ? v : 0;
            any |= v == 23;
        }
        check("rank", SIZE, t, o[t].rank, t % SIZE);
        check("size", SIZE, t, o[t].size, SIZE);
        check("meta rank", SIZE, t, o[t].meta_rank, t / SIZE);
        check("meta size", SIZE, t, o[t].meta_size, THREADS / SIZE);
        check("sum", SIZE, t, o[t].sum, sum);
        check("least", SIZE, t, o[t].least, least);
        check("inclusive", SIZE, t, o[t].inclusive, before + value(t));
        check("exclusive", SIZE, t, o[t].exclusive, before);
        check("shfl", SIZE, t, o[t].shuffled, value(first + SIZE - 1));
        check("any", SIZE, t, !!o[t].any, any);
    }
    cudaFree(d);
}

struct Parts {
    int label_size, label_sum, label_rank, half_size, half_sum, here_size, here_rank, here_scan,
        block_sum, grid_rank;
};

__global__ void parts(Parts *out)
{
    int t = threadIdx.x;
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    Parts p = {};
    auto label = cg::labeled_partition(warp, t % 3);
    p.label_size = label.num_threads();
    p.label_rank = label.thread_rank();
    p.label_sum = cg::reduce(label, t, cg::plus<int>());
    auto half = cg::binary_partition(warp, t % 5 == 0);
    p.half_size = half.num_threads();
    p.half_sum = cg::reduce(half, t, cg::plus<int>());
    if (t % 4 < 3) {
        auto here = cg::coalesced_threads();
        p.here_size = here.num_threads();
        p.here_rank = here.thread_rank();
        p.here_scan = cg::inclusive_scan(here, 1);
    }
    // A tile whose size is known at run time only.
    cg::thread_group eight = cg::tiled_partition(cg::this_thread_block(), 8);
    p.block_sum = eight.size() * 100 + eight.thread_rank();
    p.grid_rank = (int)cg::this_grid().thread_rank();
    cg::invoke_one(warp, [&] { atomicAdd(&out[64].grid_rank, 1); });
    out[t + blockIdx.x * blockDim.x] = p;
}

static void run_parts()
{
    static Parts o[65];
    Parts *d;
    cudaMalloc(&d, sizeof o);
    cudaMemset(d, 0, sizeof o);
    parts<<<1, 64>>>(d);
    cudaError_t e = cudaMemcpy(o, d, sizeof o, cudaMemcpyDeviceToHost);
    if (e) {
        printf("parts: %s\n", cudaGetErrorName(e));
        bad++;
    }
    for (int t = 0; t < 64; t++) {
        int w = t / 32 * 32, size = 0, sum = 0, rank = 0, half = 0, half_sum = 0, here = 0, before = 0;
        for (int i = w; i < w + 32; i++) {
            bool same = i % 3 == t % 3, both = (i % 5 == 0) == (t % 5 == 0);
            size += same;
            sum += same ? i : 0;
            rank += same && i < t;
            half += both;
            half_sum += both ? i : 0;
            here += i % 4 < 3;
            before += i % 4 < 3 && i < t;
        }
        check("label size", 0, t, o[t].label_size, size);
        check("label rank", 0, t, o[t].label_rank, rank);
        check("label sum", 0, t, o[t].label_sum, sum);
        check("half size", 0, t, o[t].half_size, half);
        check("half sum", 0, t, o[t].half_sum, half_sum);
        if (t % 4 < 3) {
            check("here size", 0, t, o[t].here_size, here);
            check("here rank", 0, t, o[t].here_rank, before);
            check("here scan", 0, t, o[t].here_scan, before + 1);
        }
        check("eight", 0, t, o[t].block_sum, 800 + t % 8);
        check("grid rank", 0, t, o[t].grid_rank, t);
    }
    check("invoke_one", 0, 0, o[64].grid_rank, 2);
    cudaFree(d);
}

int main()
{
    run<1>(), run<2>(), run<4>(), run<8>(), run<16>(), run<32>();
    run<64>(), run<128>(), run<256>(), run<512>();
    run_parts();
    puts(bad ? "wrong" : "right");
    return bad != 0;
}

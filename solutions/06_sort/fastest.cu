// Lab 06, the race: merge sort as fast as shared memory merges
//
//   1. A thread sorts 33 keys in its registers with Batcher's network: no branch, no memory.
//   2. A block of 1024 threads merges them in shared memory, 10 rounds: sorted runs of 33,792
//      keys, and 10 passes over global memory are saved. 33 is odd: when the threads walk
//      through their 33 keys side by side, they use different banks.
//   3. Merge path: where does output number d of a merge begin? A search along a diagonal says
//      it. So all the threads, and all the blocks, merge equal pieces, whatever the keys are.
//   4. Every second run lies backwards. The two runs of a merge are then one piece that rises
//      and falls, and the next key is the smaller one of its two ends: no end to ask for.
//   5. Bulk copies move the keys between global and shared memory: one thread starts them, and
//      no thread spends instructions or registers on them. The passes over global memory run
//      with small blocks: while some wait for their keys, the others merge.

#include "lab.h"
#include <cuda/ptx>
#include <limits.h>
#include <stdint.h>

namespace ptx = cuda::ptx;

enum {
    KEYS = 33,              // of a thread
    RUN_BLOCK = 1024,       // threads that sort a run,
    RUN = RUN_BLOCK * KEYS, // and its keys
    RUN_BYTES = RUN * sizeof(int),
    PASS_BLOCK = 256,              // threads that merge a tile,
    PASS_TILE = PASS_BLOCK * KEYS, // and its keys
    PASS_BLOCKS_PER_SM = 4,        // 64 registers of each thread
    SEARCH_BLOCK = 128
};

const unsigned ALL = 0xffffffff; // lanes of a warp

// ---- Sorting in registers ---------------------------------------------------------------

__device__ void order(int &a, int &b)
{
    int low = min(a, b);
    b = max(a, b);
    a = low;
}

// The exchanges of x[i] and x[i + DISTANCE] for the i that have bit P as in R.
template <int P, int R, int DISTANCE> __device__ void exchange(int (&x)[KEYS])
{
#pragma unroll
    for (int i = 0; i < KEYS - DISTANCE; i++)
        if ((i & P) == R)
            order(x[i], x[i + DISTANCE]);
}

template <int P, int Q> __device__ void merge_exchange(int (&x)[KEYS])
{
    if constexpr (Q > P) {
        exchange<P, P, Q - P>(x);
        merge_exchange<P, Q / 2>(x);
    }
}

// Batcher's merge exchange (Knuth, The Art of Computer Programming, 5.2.2 M); P and Q are powers
// of two, TOP the largest one below KEYS. As templates, all loops are unrolled: the indices are
// constants, and x stays in registers.
template <int TOP, int P = TOP> __device__ void sort_registers(int (&x)[KEYS])
{
    exchange<P, 0, P>(x);
    merge_exchange<P, TOP>(x);
    if constexpr (P > 1)
        sort_registers<TOP, P / 2>(x);
}

// ---- Bulk copies ------------------------------------------------------------------------

// One thread prepares the mbarrier of a block. A barrier has to follow.
__device__ void prepare(uint64_t *arrived)
{
    ptx::mbarrier_init(arrived, 1);
    ptx::fence_proxy_async(ptx::space_shared); // bulk copies see it
}

__device__ void expect(uint64_t *arrived, int bytes)
{
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, arrived,
                                   bytes);
}

__device__ void wait(uint64_t *arrived)
{
    while (!ptx::mbarrier_try_wait_parity(arrived, 0))
        ;
}

// Writes keys[0] to keys[tile - 1], of which `count` are keys and not padding, to `out`. All
// threads call it, each after its own writes to `keys`. `out` is aligned to 16 bytes.
__device__ void write_tile(int *out, const int *keys, int count, int tile)
{
    ptx::fence_proxy_async(ptx::space_shared); // the bulk copy sees this thread's keys
    __syncthreads();
    if (count < tile) {
        for (int i = threadIdx.x; i < count; i += blockDim.x)
            out[i] = keys[i];
    } else if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, keys, tile * sizeof(int));
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>()); // the block's memory stays till then
    }
}

// ---- Merging in shared memory -----------------------------------------------------------

// Merges KEYS keys into registers: from keys[i] upwards, and from keys[j] in steps of
// J_STEP. Neither of the two may come to an end before.
template <int J_STEP> __device__ void merge_keys(int (&x)[KEYS], const int *keys, int i, int j)
{
    int a = keys[i], b = keys[j];
#pragma unroll
    for (int k = 0; k < KEYS; k++) {
        bool take_a = a <= b;
        x[k] = min(a, b);
        if (k == KEYS - 1)
            break;
        if (take_a)
            i++;
        else
            j += J_STEP;
        int next = keys[take_a ? i : j];
        a = take_a ? next : a;
        b = take_a ? b : next;
    }
}

// One round: the pairs of runs of `threads` threads each become one run. The second run of a
// pair lies backwards, before and after.
__device__ void merge_round(int *keys, int threads)
{
    int x[KEYS];
    int t = threadIdx.x, first = t & -(2 * threads); // the pair's first thread
    int width = threads * KEYS, diagonal = (t - first) * KEYS;
    int *pair = keys + first * KEYS, *last = pair + 2 * width - 1;

    // Merge path: how many of the keys before mine come from the first run?
    int low = max(0, diagonal - width), high = min(diagonal, width);
    while (low < high) {
        int middle = (low + high) / 2;
        if (pair[middle] <= last[middle + 1 - diagonal])
            low = middle + 1;
        else
            high = middle;
    }
    merge_keys<-1>(x, pair, low, 2 * width - 1 - (diagonal - low));
    __syncthreads();
    bool backwards = t & 2 * threads; // this pair will be the second run of one
    int *to = backwards ? last - diagonal : pair + diagonal;
#pragma unroll
    for (int k = 0; k < KEYS; k++)
        to[backwards ? -k : k] = x[k];
}

// Sorts the tiles of RUN keys.
__global__ void __launch_bounds__(RUN_BLOCK)
    sort_tiles(int *__restrict__ out, const int *__restrict__ in, size_t n)
{
    extern __shared__ __align__(128) int keys[]; // RUN
    __shared__ uint64_t arrived;
    size_t start = (size_t)blockIdx.x * RUN;
    int t = threadIdx.x, count = (int)min((size_t)RUN, n - start);
    if (count == RUN) {
        if (t == 0) {
            prepare(&arrived);
            expect(&arrived, RUN_BYTES);
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, keys, in + start, RUN_BYTES,
                               &arrived);
        }
        __syncthreads();
        wait(&arrived);
    } else {
        for (int i = t; i < RUN; i += RUN_BLOCK)
            keys[i] = i < count ? in[start + i] : INT_MAX;
        __syncthreads();
    }

    int x[KEYS];
    int *mine = keys + t * KEYS;
#pragma unroll
    for (int k = 0; k < KEYS; k++)
        x[k] = mine[k];
    sort_registers<32>(x);
    bool backwards = t & 1;
    int *to = backwards ? mine + KEYS - 1 : mine;
#pragma unroll
    for (int k = 0; k < KEYS; k++)
        to[backwards ? -k : k] = x[k];
    for (int threads = 1; threads < RUN_BLOCK; threads *= 2) {
        __syncthreads();
        merge_round(keys, threads);
    }
    write_tile(out + start, keys, count, RUN);
}

// ---- Merging in global memory -----------------------------------------------------------

// Two neighbouring runs of `width` keys, or what n leaves of them.
struct Pair {
    size_t start, a_count, b_count;
    __device__ Pair(size_t place, size_t width, size_t n)
    {
        start = place / (2 * width) * (2 * width);
        a_count = min(width, n - start);
        b_count = min(width, n - start - a_count);
    }
};

// For each tile of the output: how many keys of its pair, before the tile, come from the first
// run. A warp searches: each step asks at 32 places, so five steps do for 2^25 keys.
__global__ void __launch_bounds__(SEARCH_BLOCK)
    search_tiles(size_t *__restrict__ from_a, size_t tiles, const int *__restrict__ in,
                 size_t width, size_t n)
{
    size_t tile = (blockIdx.x * (size_t)SEARCH_BLOCK + threadIdx.x) / WARP_SIZE;
    int lane = threadIdx.x % WARP_SIZE;
    if (tile >= tiles)
        return;
    size_t place = tile * PASS_TILE;
    Pair pair(place, width, n);
    const int *a = in + pair.start, *b = a + pair.a_count;
    size_t diagonal = place - pair.start;
    size_t low = diagonal > pair.b_count ? diagonal - pair.b_count : 0;
    size_t high = min(diagonal, pair.a_count);
    while (low < high) {
        size_t step = (high - low + WARP_SIZE - 1) / WARP_SIZE;
        size_t middle = low + (lane + 1) * step - 1;
        bool before = middle < high && a[middle] <= b[diagonal - 1 - middle];
        low += __popc(__ballot_sync(ALL, before)) * step;
        high = min(high, low + step - 1);
    }
    if (lane == 0)
        from_a[tile] = low;
}

// A piece of a run, on its way to shared memory. Bulk copies move groups of four keys: the
// piece begins `skip` keys behind the beginning of its copy.
struct Piece {
    size_t first; // of the copy
    int skip, count;
    __device__ Piece(size_t start, int count)
        : first(start / 4 * 4), skip((int)(start % 4)), count(count)
    {
    }

    // Begins the copy, and returns its bytes. The last keys of all, if they are no group of
    // four, are not in it.
    __device__ int copy(int *to, const int *in, size_t n, uint64_t *arrived) const
    {
        size_t end = min((first + skip + count + 3) / 4 * 4, n / 4 * 4);
        if (count == 0 || end <= first)
            return 0;
        int bytes = (int)(end - first) * sizeof(int);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, to, in + first, bytes, arrived);
        return bytes;
    }

    // After the copy: adds the last keys of all, if they are in this piece, and behind the
    // piece as many sentinels as a thread takes keys, so that no merge comes to an end.
    __device__ void complete(int *to, const int *in, size_t n) const
    {
        int t = threadIdx.x, end = skip + count;
        size_t last = n / 4 * 4 + t;
        if (last < n && last >= first + skip && last < first + end)
            to[last - first] = in[last];
        if (t < KEYS)
            to[end + t] = INT_MAX;
    }
};

__global__ void __launch_bounds__(PASS_BLOCK, PASS_BLOCKS_PER_SM)
    merge_tiles(int *__restrict__ out, const int *__restrict__ in,
                const size_t *__restrict__ from_a, size_t width, size_t n)
{
    // The tile's keys of the first run and sentinels, those of the second run and sentinels;
    // then the merged keys.
    __shared__ __align__(128) int keys[PASS_TILE + 2 * KEYS + 3 * 4];
    __shared__ uint64_t arrived;
    size_t place = (size_t)blockIdx.x * PASS_TILE;
    Pair pair(place, width, n);
    size_t diagonal = place - pair.start, length = pair.a_count + pair.b_count;

    // Where the tile begins and ends in both runs. A tile lies in one pair: width is a multiple
    // of PASS_TILE.
    size_t end = min(diagonal + PASS_TILE, length);
    size_t a_start = from_a[blockIdx.x];
    size_t a_end = end < length ? from_a[blockIdx.x + 1] : pair.a_count;
    int a_count = (int)(a_end - a_start), count = (int)(end - diagonal), b_count = count - a_count;
    Piece a(pair.start + a_start, a_count);
    Piece b(pair.start + pair.a_count + (diagonal - a_start), b_count);
    int *a_keys = keys, *b_keys = keys + (a.skip + a_count + KEYS + 3) / 4 * 4;
    if (threadIdx.x == 0) {
        prepare(&arrived);
        int bytes = a.copy(a_keys, in, n, &arrived);
        bytes += b.copy(b_keys, in, n, &arrived);
        expect(&arrived, bytes);
    }
    __syncthreads();
    wait(&arrived);
    a.complete(a_keys, in, n);
    b.complete(b_keys, in, n);
    __syncthreads();

    a_keys += a.skip;
    b_keys += b.skip;
    int d = min((int)threadIdx.x * KEYS, count);
    int low = max(0, d - b_count), high = min(d, a_count);
    while (low < high) {
        int middle = (low + high) / 2;
        if (a_keys[middle] <= b_keys[d - 1 - middle])
            low = middle + 1;
        else
            high = middle;
    }
    int x[KEYS];
    merge_keys<1>(x, a_keys, low, (int)(b_keys - a_keys) + d - low);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < KEYS; k++)
        keys[threadIdx.x * KEYS + k] = x[k];
    write_tile(out + place, keys, count, PASS_TILE);
}

static_assert(RUN % PASS_TILE == 0, "a tile lies in one pair of runs");

// Sorts n >= 0 keys of `in` into `out`, the smallest first. `spare` has room for n keys. No two
// of them overlap; all are aligned to 16 bytes, as cudaMalloc gives them.
extern "C" void merge_sort_fastest(int *out, int *spare, const int *in, size_t n)
{
    if (n == 0)
        return;
    size_t passes = 0;
    for (size_t width = RUN; width < n; width *= 2)
        passes++;
    int *from = passes % 2 ? spare : out, *to = passes % 2 ? out : spare;
    CUDA_CHECK(
        cudaFuncSetAttribute(sort_tiles, cudaFuncAttributeMaxDynamicSharedMemorySize, RUN_BYTES));
    sort_tiles<<<(n + RUN - 1) / RUN, RUN_BLOCK, RUN_BYTES>>>(from, in, n);

    size_t tiles = (n + PASS_TILE - 1) / PASS_TILE;
    size_t searches = (tiles * WARP_SIZE + SEARCH_BLOCK - 1) / SEARCH_BLOCK;
    size_t *from_a;
    CUDA_CHECK(cudaMallocAsync(&from_a, tiles * sizeof *from_a, 0));
    for (size_t width = RUN; width < n; width *= 2) {
        search_tiles<<<searches, SEARCH_BLOCK>>>(from_a, tiles, from, width, n);
        merge_tiles<<<tiles, PASS_BLOCK>>>(to, from, from_a, width, n);
        int *other = from;
        from = to;
        to = other;
    }
    CUDA_CHECK(cudaFreeAsync(from_a, 0));
    CUDA_CHECK(cudaGetLastError());
}

// Lab 06, part 8: sorts that are faster than the library's
//
// Goal    Put 2^28 keys in order faster than CUB: a merge sort, a radix sort of keys, and one of
//         pairs. Few passes over global memory, each with little work per key.
// Write   TODO 8a to 8j; 665 lines in all. Each of the three sorts earns points without the others.
// Try     make race LAB=sort       on a GPU: your sorts beside CUB's, in keys per second
// Grade   make grade LAB=sort PART=8
// Pass    1. any n, keys of any value, equal keys in the order of the input
//         2. merge sort: large runs in shared memory, so that few passes follow
//         3. radix sort: each key is loaded 5 times and stored 4 times, in long runs
//         4. no race, no access out of bounds
// Stuck?  make hint LAB=sort PART=8
//
// The grader calls merge_sort_fastest(), radix_sort_fastest() and radix_sort_pairs_fastest(), and
// nothing else: you may change all the rest. This is a way that works.
//
// ---- Merge sort ---------------------------------------------------------------------------
//
//   1. A thread sorts 33 keys in its registers with Batcher's network: no branch, no memory.
//   2. A block of 512 threads merges them in shared memory, 9 rounds: sorted runs of 16,896 keys,
//      and 9 passes over global memory are saved. 33 is odd: when all threads go through their 33
//      keys at the same time, they use different banks.
//   3. Merge path: where does output number d of a merge begin? A search along a diagonal finds
//      it. So all threads, and all blocks, merge pieces of the same size, whatever the keys are.
//   4. Every second run is stored backwards. The two runs of a merge are then one piece that rises
//      and falls, and the next key is the smaller of its two ends: no test for the end of a run.
//   5. Bulk copies move the keys between global and shared memory: one thread starts them, and
//      no thread spends instructions or registers on them. The passes over global memory run
//      with small blocks: while some wait for their keys, the others merge.
//   6. A pass is launched before the one in front of it has ended, and waits for its results.
//   7. Keys that are nearly in order cost little more than copies: a block that finds its keys in
//      order, or in reverse, does not sort them. After the runs are sorted, the few keys that do
//      not belong between the run before and the run behind are taken out; they are sorted by
//      themselves, and one merge with the other keys replaces all passes.

#include "lab.h"
#include <cuda/ptx>
#include <limits.h>
#include <stdint.h>

namespace ptx = cuda::ptx;

enum {
    KEYS = 33,              // per thread
    RUN_BLOCK = 512,        // threads that sort a run
    RUN = RUN_BLOCK * KEYS, // keys of a run
    RUN_BYTES = RUN * sizeof(int),
    RUN_BLOCKS_PER_SM = 2,         // 64 registers per thread
    PASS_BLOCK = 256,              // threads that merge a tile
    PASS_TILE = PASS_BLOCK * KEYS, // keys of a tile
    PASS_BLOCKS_PER_SM = 4,        // 64 registers per thread
    SEARCH_BLOCK = 128,
    LOOKED_AT = 1 << 22, // keys, from which on it pays to look whether they are nearly in order
    FEW_STRAYS = 8       // nearly in order: at most one key of so many is a stray
};

const unsigned ALL_LANES = 0xffffffff; // the mask of a whole warp

static int multiprocessors()
{
    int device, count;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
    return count;
}

// Launches a kernel that may begin before the kernel in front of it in the stream has ended: then
// the time of the launch is not lost. The kernel itself waits for that kernel's results, by
// cudaGridDependencySynchronize(). Its arrays are not __restrict__: that would promise that nobody
// writes what it reads, from its beginning on.
template <typename... Parameters, typename... Arguments>
static void launch_early(void (*kernel)(Parameters...), size_t blocks, int threads, size_t shared,
                         Arguments... arguments)
{
    cudaLaunchAttribute early = {};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3((unsigned)blocks);
    config.blockDim = dim3((unsigned)threads);
    config.dynamicSmemBytes = shared;
    config.attrs = &early;
    config.numAttrs = 1;
    CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, arguments...));
}

// ---- Sorting in registers ---------------------------------------------------------------

__device__ void order(int &a, int &b)
{
    int low = min(a, b);
    b = max(a, b);
    a = low;
}

// The exchanges of x[i] and x[i + DISTANCE] for the i that have bit P as in R.
template <int P, int R, int DISTANCE>
__device__ void exchange(int (&x)[KEYS])
{
#pragma unroll
    for (int i = 0; i < KEYS - DISTANCE; i++)
        if ((i & P) == R)
            order(x[i], x[i + DISTANCE]);
}

template <int P, int Q>
__device__ void merge_exchange(int (&x)[KEYS])
{
    if constexpr (Q > P) {
        exchange<P, P, Q - P>(x);
        merge_exchange<P, Q / 2>(x);
    }
}

// Batcher's merge exchange (Knuth, The Art of Computer Programming, 5.2.2 M); P and Q are powers
// of two, TOP the largest one below KEYS. As templates, all loops are unrolled: the indices are
// constants, and x stays in registers.
template <int TOP, int P = TOP>
__device__ void sort_registers(int (&x)[KEYS])
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
    ptx::fence_proxy_async(ptx::space_shared); // visible to bulk copies
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
    ptx::fence_proxy_async(ptx::space_shared); // makes this thread's keys visible to the bulk copy
    __syncthreads();
    if (count < tile) {
        for (int i = threadIdx.x; i < count; i += blockDim.x)
            out[i] = keys[i];
    } else if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, keys, tile * sizeof(int));
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>()); // the block must not exit before
    }
}

// ---- Merging in shared memory -----------------------------------------------------------

// BEGIN TODO 8a (about 40 lines): one round of merges in shared memory. A thread finds the place
// where its KEYS outputs begin by a search, merges them into registers, waits for all, and stores
// them. No test for the end of a run: idea 4.

// Merges KEYS keys into registers: from keys[i] upwards, and from keys[j] in steps of
// J_STEP. Neither of the two may end earlier.
template <int J_STEP>
__device__ void merge_keys(int (&x)[KEYS], const int *keys, int i, int j)
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
// pair is stored backwards, before and after.
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
    bool backwards = t & 2 * threads; // this pair will be the second run of a pair
    int *to = backwards ? last - diagonal : pair + diagonal;
#pragma unroll
    for (int k = 0; k < KEYS; k++)
        to[backwards ? -k : k] = x[k];
}

// END TODO 8a

// BEGIN TODO 8b (about 60 lines): the first kernel: a bulk copy of a tile to shared memory, the
// network in registers, nine rounds of merges, write_tile(). Only a short last tile loads its keys
// one by one, and adds padding that sorts last. Keys that are in order need none of this.

// True for all threads if the keys of the block are in order; if they are in reverse, this makes
// it true. x has the thread's own keys. Random keys leave after one comparison for each thread.
__device__ bool in_order(const int (&x)[KEYS], int *keys)
{
    int t = threadIdx.x, last = RUN_BLOCK - 1;
    bool rises = __syncthreads_and(x[0] <= x[KEYS - 1]);
    if (!rises && !__syncthreads_and(x[0] >= x[KEYS - 1]))
        return false;
    int next = keys[t == last ? RUN - 1 : (t + 1) * KEYS];
    bool mine = t == last || (rises ? x[KEYS - 1] <= next : x[KEYS - 1] >= next);
#pragma unroll
    for (int k = 0; k < KEYS - 1; k++)
        mine = mine && (rises ? x[k] <= x[k + 1] : x[k] >= x[k + 1]);
    if (!__syncthreads_and(mine))
        return false;
    if (!rises)
#pragma unroll
        for (int k = 0; k < KEYS; k++)
            keys[(last - t) * KEYS + KEYS - 1 - k] = x[k];
    return true;
}

// Sorts runs of RUN keys, each by one block.
__global__ void __launch_bounds__(RUN_BLOCK, RUN_BLOCKS_PER_SM)
    sort_runs(int *__restrict__ out, const int *__restrict__ in, size_t n)
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
    if (in_order(x, keys)) {
        write_tile(out + start, keys, count, RUN);
        return;
    }
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

// END TODO 8b

// ---- Keys that are nearly in order ----

// BEGIN TODO 8c (about 80 lines): a run's core is what lies between the borders to its neighbours;
// all other keys are strays. A warp for each run finds them; a kernel then puts the cores one
// after the other, and the strays somewhere else.

// What is known of all runs. unordered: a border is below the one before, so the keys are in no
// order.
struct Found {
    unsigned unordered, not_reversed;
    unsigned long long strays; // of all runs
};

// The first place from `low` on where before(place) is false, or `high`. A warp searches: each step
// compares at 32 places, so five steps are enough for 2^25.
template <typename Before>
__device__ size_t search(size_t low, size_t high, Before before)
{
    int lane = threadIdx.x % WARP_SIZE;
    while (low < high) {
        size_t step = (high - low + WARP_SIZE - 1) / WARP_SIZE;
        size_t middle = low + (lane + 1) * step - 1;
        bool is_before = middle < high && before(middle);
        low += __popc(__ballot_sync(ALL_LANES, is_before)) * step;
        high = min(high, low + step - 1);
    }
    return low;
}

// A key that has as many keys of the run at `at` and the run before in front of it as a run has.
// Below it are few keys of the one, and above it few keys of the other, if they are nearly in
// order.
__device__ int border(const int *in, size_t at, size_t n)
{
    const int *a = in + at - RUN, *b = in + at;
    size_t b_count = min((size_t)RUN, n - at);
    size_t from_a = search(RUN - b_count, RUN, // merge path
                           [=](size_t i) { return a[i] <= b[RUN - 1 - i]; });
    int next = from_a < RUN ? a[from_a] : INT_MAX;
    return RUN - from_a < b_count ? min(next, b[RUN - from_a]) : next;
}

// core[r]: where the core of run r begins and ends, in the run. A warp for each run.
__global__ void __launch_bounds__(SEARCH_BLOCK)
    find_cores(int2 *core, Found *found, const int *in, size_t n)
{
    size_t run = (blockIdx.x * (size_t)SEARCH_BLOCK + threadIdx.x) / WARP_SIZE, at = run * RUN;
    if (at >= n)
        return;
    const int *keys = in + at;
    int count = (int)min((size_t)RUN, n - at);
    int low = run > 0 ? border(in, at, n) : INT_MIN;
    int high = at + RUN < n ? border(in, at + RUN, n) : INT_MAX;
    int begin = (int)search(0, count, [=](size_t i) { return keys[i] < low; });
    int end = (int)search(0, count, [=](size_t i) { return keys[i] <= high; });
    if (threadIdx.x % WARP_SIZE > 0)
        return;
    core[run] = make_int2(begin, end);
    if (low > high)
        atomicOr(&found->unordered, 1u);
    else if (count > end - begin)
        atomicAdd(&found->strays, (unsigned long long)(count - (end - begin)));
    if (run > 0 && in[at - RUN] < keys[count - 1])
        atomicOr(&found->not_reversed, 1u);
}

// A block for each run: its core goes to `out`, behind the `strays` places for the strays, which go
// to `stray`. Runs in reverse have no strays: the run as a whole goes to its place.
__global__ void __launch_bounds__(RUN_BLOCK)
    part_runs(int *out, int *stray, const int *in, const int2 *core, size_t strays, bool reversed,
              size_t n)
{
    __shared__ unsigned long long before; // strays of the runs before
    size_t run = blockIdx.x, at = run * RUN;
    int t = threadIdx.x, count = (int)min((size_t)RUN, n - at);
    int begin = reversed ? 0 : core[run].x, end = reversed ? count : core[run].y;
    if (t == 0)
        before = 0;
    __syncthreads();
    unsigned mine = 0;
    for (size_t r = t; r < run && !reversed; r += RUN_BLOCK)
        mine += RUN - (core[r].y - core[r].x);
    mine = __reduce_add_sync(ALL_LANES, mine);
    if (t % WARP_SIZE == 0)
        atomicAdd(&before, (unsigned long long)mine);
    __syncthreads();
    int *to = out + (reversed ? n - at - count : strays + at - before), *aside = stray + before;
#pragma unroll 4
    for (int i = begin + t; i < end; i += RUN_BLOCK)
        to[i - begin] = in[at + i];
    for (int i = t; i < begin; i += RUN_BLOCK)
        aside[i] = in[at + i];
    for (int i = end + t; i < count; i += RUN_BLOCK)
        aside[i - end + begin] = in[at + i];
}

// END TODO 8c

// ---- Merging in global memory -----------------------------------------------------------

// BEGIN TODO 8d (about 150 lines): one pass. A kernel finds for each tile how many of its keys come
// from the first run; a second kernel merges the tiles. A bulk copy moves groups of four keys, so a
// piece may begin up to three keys after the beginning of its copy.

// Two neighbouring runs: the first has `width` keys, both together `both`. They are shorter at the
// end of the n keys.
struct Pair {
    size_t start, a_count, b_count;
    __device__ Pair(size_t place, size_t width, size_t both, size_t n)
    {
        start = place / both * both;
        a_count = min(width, n - start);
        b_count = min(both - width, n - start - a_count);
    }
};

// For each tile of the output: how many keys of its pair, before the tile, come from the first
// run. A warp for each tile.
__global__ void __launch_bounds__(SEARCH_BLOCK)
    search_tiles(size_t *from_a, size_t tiles, const int *in, size_t width, size_t both, size_t n)
{
    cudaGridDependencySynchronize(); // the pass before has ended
    size_t tile = (blockIdx.x * (size_t)SEARCH_BLOCK + threadIdx.x) / WARP_SIZE;
    if (tile >= tiles)
        return;
    size_t place = tile * PASS_TILE;
    Pair pair(place, width, both, n);
    const int *a = in + pair.start, *b = a + pair.a_count;
    size_t diagonal = place - pair.start;
    size_t low = diagonal > pair.b_count ? diagonal - pair.b_count : 0;
    size_t high = min(diagonal, pair.a_count);
    low = search(low, high, [=](size_t i) { return a[i] <= b[diagonal - 1 - i]; });
    if (threadIdx.x % WARP_SIZE == 0)
        from_a[tile] = low;
}

// A piece of a run that is copied to shared memory. Bulk copies move groups of four keys: the
// piece begins `skip` keys after the beginning of its copy.
struct Piece {
    size_t first; // of the copy
    int skip, count;
    __device__ Piece(size_t start, int count)
        : first(start / 4 * 4), skip((int)(start % 4)), count(count)
    {
    }

    // Begins the copy, and returns its bytes. The last keys of all are not in it
    // if they are not a group of four.
    __device__ int copy(int *to, const int *in, size_t n, uint64_t *arrived) const
    {
        size_t end = min((first + skip + count + 3) / 4 * 4, n / 4 * 4);
        if (count == 0 || end <= first)
            return 0;
        int bytes = (int)(end - first) * sizeof(int);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, to, in + first, bytes, arrived);
        return bytes;
    }

    // After the copy: adds the last keys of all, if they are in this piece. After the piece it adds
    // one sentinel for each key that a thread takes, so that no merge reaches the end.
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
    merge_tiles(int *out, const int *in, const size_t *from_a, size_t width, size_t both, size_t n)
{
    // The tile's keys of the first run and sentinels, those of the second run and sentinels;
    // then the merged keys.
    __shared__ __align__(128) int keys[PASS_TILE + 2 * KEYS + 3 * 4];
    __shared__ uint64_t arrived;
    size_t place = (size_t)blockIdx.x * PASS_TILE;
    Pair pair(place, width, both, n);
    size_t diagonal = place - pair.start, length = pair.a_count + pair.b_count;

    cudaGridDependencySynchronize(); // the searches have ended
    // Where the tile begins and ends in both runs. A tile is in one pair: if there are several,
    // they are multiples of PASS_TILE.
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

// Merges the pairs of runs of `from` into `to`.
static void merge_pass(int *to, const int *from, size_t *from_a, size_t width, size_t both,
                       size_t n)
{
    size_t tiles = (n + PASS_TILE - 1) / PASS_TILE;
    size_t searches = (tiles * WARP_SIZE + SEARCH_BLOCK - 1) / SEARCH_BLOCK;
    launch_early(search_tiles, searches, SEARCH_BLOCK, 0, from_a, tiles, from, width, both, n);
    launch_early(merge_tiles, tiles, PASS_BLOCK, 0, to, from, from_a, width, both, n);
}

extern "C" void merge_sort_fastest(int *out, int *spare, const int *in, size_t n);

// The host has to wait for the answer whether the runs are nearly in order: this pays from some
// size on. In the simulator, where nothing is timed for it, short arrays show it to the checkers.
static bool worth_a_look(size_t n)
{
    return n >= LOOKED_AT || (cudasimSource && n > RUN && n < LOOKED_AT / 32);
}

// If the sorted runs of `from` are nearly in order, or in reverse, this brings all keys in order,
// and returns the array where they are; otherwise nullptr. `to` has room for n keys.
static int *mend_runs(int *to, int *from, size_t *from_a, size_t n)
{
    size_t runs = (n + RUN - 1) / RUN;
    Found found, *d_found;
    CUDA_CHECK(cudaMallocAsync(&d_found, sizeof found + runs * sizeof(int2), 0));
    int2 *core = (int2 *)(d_found + 1);
    CUDA_CHECK(cudaMemsetAsync(d_found, 0, sizeof found, 0));
    const size_t blocks = (runs * WARP_SIZE + SEARCH_BLOCK - 1) / SEARCH_BLOCK;
    find_cores<<<blocks, SEARCH_BLOCK>>>(core, d_found, from, n);
    CUDA_CHECK(cudaMemcpy(&found, d_found, sizeof found, cudaMemcpyDeviceToHost));
    bool reversed = !found.not_reversed && found.unordered;
    int *result = nullptr, *stray = nullptr;
    if (reversed) {
        part_runs<<<runs, RUN_BLOCK>>>(to, stray, from, core, 0, true, n);
        result = to;
    } else if (!found.unordered && found.strays <= n / FEW_STRAYS) {
        size_t strays = found.strays, room = (strays + 3) / 4 * 4;
        if (strays > 0) {
            CUDA_CHECK(cudaMallocAsync(&stray, 2 * room * sizeof *stray, 0));
            part_runs<<<runs, RUN_BLOCK>>>(to, stray, from, core, strays, false, n);
            merge_sort_fastest(to, stray + room, stray, strays);
            merge_pass(from, to, from_a, strays, n, n);
            CUDA_CHECK(cudaFreeAsync(stray, 0));
        }
        result = from;
    }
    CUDA_CHECK(cudaFreeAsync(d_found, 0));
    return result;
}
// END TODO 8d

// Sorts n >= 0 keys of `in` into `out`, the smallest first. `spare` has room for n keys. The
// three do not overlap; all are aligned to 16 bytes, like all addresses from cudaMalloc.
extern "C" void merge_sort_fastest(int *out, int *spare, const int *in, size_t n)
{
    // BEGIN TODO 8e (about 24 lines): count the passes, so that the last one writes to `out`; sort
    // the runs; look at them, if there are many; then one search and one merge per pass.
    if (n == 0)
        return;
    int passes = 0;
    for (size_t width = RUN; width < n; width *= 2)
        passes++;
    int *from = passes % 2 ? spare : out, *to = passes % 2 ? out : spare;
    size_t runs = (n + RUN - 1) / RUN, tiles = (n + PASS_TILE - 1) / PASS_TILE;
    size_t *from_a;
    CUDA_CHECK(cudaMallocAsync(&from_a, tiles * sizeof *from_a, 0));
    CUDA_CHECK(
        cudaFuncSetAttribute(sort_runs, cudaFuncAttributeMaxDynamicSharedMemorySize, RUN_BYTES));
    sort_runs<<<runs, RUN_BLOCK, RUN_BYTES>>>(from, in, n);
    int *mended = worth_a_look(n) ? mend_runs(to, from, from_a, n) : nullptr;
    if (mended && mended != out)
        CUDA_CHECK(cudaMemcpyAsync(out, mended, n * sizeof *out, cudaMemcpyDeviceToDevice, 0));
    for (size_t width = RUN; width < n && !mended; width *= 2) {
        merge_pass(to, from, from_a, width, 2 * width, n);
        int *other = from;
        from = to;
        to = other;
    }
    CUDA_CHECK(cudaFreeAsync(from_a, 0));
    // END TODO 8e
    CUDA_CHECK(cudaGetLastError());
}

// ---- Radix sort -----------------------------------------------------------------------------
//
// Four passes, one for each byte of the keys, the lowest byte first. A pass reads each key once and
// writes it once:
//
//   1. One kernel counts the digits of all four passes first.
//   2. In a pass, a block takes a tile, counts its digits, publishes the counts at once, and then
//      ranks its keys. When it needs the counts of the tiles before, most of them are sums already.
//   3. A look back reads four tiles at a time, and stops at the first one whose word is a sum.
//   4. Ranking: the lanes of a warp with equal digits find each other through one word for each
//      digit in shared memory, where each lane sets its bit. The highest lane counts for all.
//   5. The keys are first put in order in shared memory: so neighbouring keys are stored together.
//   6. Lanes that set bits of one word wait for each other, and with skewed keys many do. So in a
//      tile where one digit is frequent, a vote finds the lanes with this digit. A tile with
//      only one digit needs no ranking at all.
//   7. A pass in which all keys have the same digit is left out. So the arrays that a pass reads
//      and writes are known only on the device.

enum {
    DIGITS = 256,
    DIGIT_BITS = 8,
    PASSES = 4,
    COUNT_BLOCK = 512, // threads of a block that counts
    COUNT_LOADS = 4,   // in flight per thread, 16 bytes each
    COUNT_COPIES = 8,  // copies of its counters, for different lanes
    KEY_BLOCK = 256,   // threads of a block in a pass over keys
    KEY_ITEMS = 36,    // keys per thread
    PAIR_BLOCK = 384,
    PAIR_ITEMS = 22,
    THREADS_PER_SM = 768, // 80 registers per thread
    CROWD = 16,           // a digit is frequent from this part of the tile on
    LOOKS = 4             // tiles that a look back reads at a time
};

// One word per tile and digit: 0 at first, then the tile's count, then the sum up to this tile.
const unsigned IS_COUNT = 1u << 30, IS_SUM = 1u << 31, VALUE = IS_COUNT - 1;

// Other blocks write the words, too. Relaxed is enough: no other word depends on one of these.
__device__ unsigned read_word(unsigned *word)
{
    return __nv_atomic_load_n(word, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

__device__ void write_word(unsigned *word, unsigned value)
{
    __nv_atomic_store_n(word, value, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

// With the sign bit inverted, the order of ints is the order of their bits. The sign bit is the
// highest bit of the last digit.
__device__ unsigned digit_of(int key, int shift)
{
    unsigned sign = shift == (PASSES - 1) * DIGIT_BITS ? DIGITS / 2 : 0;
    return ((unsigned)key >> shift & (DIGITS - 1)) ^ sign;
}

// BEGIN TODO 8f (about 105 lines): the counts of the digits of all four passes, by one kernel that
// reads each key once, 16 bytes per load; then, before each pass, the places where the keys of
// each digit begin, and words that are clear.

// Adds the digits of all keys to counts[pass][digit].
__global__ void __launch_bounds__(COUNT_BLOCK)
    count_digits(unsigned *__restrict__ counts, const int *__restrict__ keys, size_t n)
{
    __shared__ unsigned mine[PASSES * DIGITS * COUNT_COPIES];
    for (int i = threadIdx.x; i < PASSES * DIGITS * COUNT_COPIES; i += COUNT_BLOCK)
        mine[i] = 0;
    __syncthreads();
    int copy = threadIdx.x % COUNT_COPIES;
    auto count = [&](int key) {
#pragma unroll
        for (int p = 0; p < PASSES; p++)
            atomicAdd(&mine[(p * DIGITS + digit_of(key, p * DIGIT_BITS)) * COUNT_COPIES + copy],
                      1u);
    };
    const int4 *vectors = (const int4 *)keys;
    size_t end = n / 4, threads = (size_t)gridDim.x * COUNT_BLOCK;
    for (size_t i = (size_t)blockIdx.x * COUNT_BLOCK + threadIdx.x; i < end;
         i += COUNT_LOADS * threads) {
        int4 x[COUNT_LOADS];
#pragma unroll
        for (int k = 0; k < COUNT_LOADS; k++)
            if (i + k * threads < end)
                x[k] = vectors[i + k * threads];
#pragma unroll
        for (int k = 0; k < COUNT_LOADS; k++) {
            if (i + k * threads < end) {
                count(x[k].x);
                count(x[k].y);
                count(x[k].z);
                count(x[k].w);
            }
        }
    }
    if (blockIdx.x == 0 && threadIdx.x < n % 4)
        count(keys[n - 1 - threadIdx.x]);
    __syncthreads();
    for (int i = threadIdx.x; i < PASSES * DIGITS; i += COUNT_BLOCK) {
        unsigned sum = 0;
        for (int c = 0; c < COUNT_COPIES; c++)
            sum += mine[i * COUNT_COPIES + (c + i) % COUNT_COPIES];
        if (sum)
            atomicAdd(&counts[i], sum);
    }
}

// The word of a digit in shared memory. Frequent digits often have one bit: these are in different
// banks.
__device__ unsigned word_of(unsigned digit) { return digit ^ (digit >> 5) * 3; }

// The sum of the values of the threads before, for the first DIGITS threads. All threads call it.
__device__ unsigned sum_before(unsigned value)
{
    __shared__ unsigned warp_sum[DIGITS / WARP_SIZE];
    int lane = threadIdx.x % WARP_SIZE, warp = threadIdx.x / WARP_SIZE;
    unsigned sum = value;
#pragma unroll
    for (int d = 1; d < WARP_SIZE; d *= 2) {
        unsigned left = __shfl_up_sync(ALL_LANES, sum, d);
        if (lane >= d)
            sum += left;
    }
    if (lane == WARP_SIZE - 1 && warp < DIGITS / WARP_SIZE)
        warp_sum[warp] = sum;
    __syncthreads();
    for (int w = 0; w < warp && w < DIGITS / WARP_SIZE; w++)
        sum += warp_sum[w];
    __syncthreads();
    return sum - value;
}

enum Place { IN, SPARE, OUT };
struct Arrays {
    int *keys[3], *values[3]; // by Place
};

// What a pass reads and writes; keys_out is nullptr if all keys have the same digit.
struct Route {
    const int *keys_in, *values_in;
    int *keys_out, *values_out;
};

// Before the first pass: the routes of all passes, so that the last one that is needed writes OUT.
// Without any, the first pass copies. All threads of one block call it.
__device__ void plan_routes(Route *route, const Arrays &arrays, const unsigned *counts, size_t n)
{
    bool needed[PASSES];
    int left = 0;
    for (int p = 0; p < PASSES; p++) {
        needed[p] = !__syncthreads_or(counts[p * DIGITS + threadIdx.x] == n);
        left += needed[p];
    }
    if (left == 0)
        needed[0] = left = 1;
    int from = IN;
    for (int p = 0; p < PASSES; p++) {
        left -= needed[p];
        int to = left % 2 ? SPARE : OUT;
        if (threadIdx.x == 0)
            route[p] = {arrays.keys[from], arrays.values[from],
                        needed[p] ? arrays.keys[to] : nullptr, arrays.values[to]};
        from = needed[p] ? to : from;
    }
}

// Before a pass: clears its words and its ticket; the pass before may still run, with others. Then
// the counts of the pass become the places where the keys of each digit begin.
__global__ void __launch_bounds__(DIGITS)
    prepare_pass(unsigned *__restrict__ words, size_t count, unsigned *__restrict__ counts,
                 Route *route, Arrays arrays, int pass, size_t n)
{
    for (size_t i = (size_t)blockIdx.x * DIGITS + threadIdx.x; i < count; i += gridDim.x * DIGITS)
        words[i] = 0;
    cudaGridDependencySynchronize(); // the pass before, or the kernel that counts, has ended
    if (blockIdx.x > 0)
        return;
    if (pass == 0)
        plan_routes(route, arrays, counts, n);
    __syncthreads();
    unsigned *mine = &counts[pass * DIGITS + threadIdx.x];
    *mine = sum_before(*mine);
}

// END TODO 8f

// BEGIN TODO 8g (about 60 lines): the two steps of a pass that decide its time: the look back, by
// one thread per digit, and the ranks of a warp's keys.

// The count of one digit in all the tiles before `tile`.
__device__ unsigned look_back(unsigned *words, int tile, int digit)
{
    unsigned sum = 0;
    for (int t = tile - 1; t >= 0;) {
        unsigned word[LOOKS];
#pragma unroll
        for (int k = 0; k < LOOKS; k++)
            word[k] = t - k < 0 ? 0 : read_word(&words[(size_t)(t - k) * DIGITS + digit]);
#pragma unroll
        for (int k = 0; k < LOOKS; k++) {
            if (word[k] == 0) // no count yet: try again from here
                break;
            sum += word[k] & VALUE;
            if (word[k] & IS_SUM)
                return sum;
            t--;
        }
    }
    return sum;
}

template <int WARPS>
struct Deal {
    unsigned counters[WARPS][DIGITS]; // by word_of(); then where in `sorted` the next key goes
    unsigned matches[WARPS][DIGITS];  // by word_of(): lanes with the digit
    unsigned targets[DIGITS];         // place in the output of the tile's place 0
    Route route;                      // of the pass
    int tile;
    unsigned most; // the largest count of a digit; in the low byte, this digit
};

// Ranks one key of each lane of a warp: next[word_of(digit)] grows by the number of keys with the
// digit. Returns its old value, plus one for each key with the digit in a lower lane. CROWDED: many
// lanes may have the digit `top`.
template <bool CROWDED>
__device__ unsigned rank_key(unsigned digit, unsigned *matches, unsigned *next, unsigned top)
{
    int lane = threadIdx.x % WARP_SIZE;
    unsigned equal = 0; // lanes with the same digit
    if (CROWDED)
        equal = __ballot_sync(ALL_LANES, digit == top);
    if (!CROWDED || digit != top)
        atomicOr(&matches[word_of(digit)], 1u << lane);
    __syncwarp();
    if (!CROWDED || digit != top)
        equal = matches[word_of(digit)];
    __syncwarp(); // all lanes have read
    int leader = 31 - __clz(equal);
    unsigned place = 0;
    if (lane == leader) {
        place = atomicAdd(&next[word_of(digit)], __popc(equal));
        matches[word_of(digit)] = 0;
    }
    __syncwarp();
    return __shfl_sync(ALL_LANES, place, leader) + __popc(equal & ((1u << lane) - 1));
}

// Ranks all keys of the calling warp, and puts them in their places in `sorted`. Pairs keep the
// places for their values.
template <bool CROWDED, int ITEMS, int PLACES>
__device__ void rank_keys(unsigned short (&place)[PLACES], int *sorted, const int (&key)[ITEMS],
                          int shift, unsigned *matches, unsigned *next, unsigned top)
{
    // The compiler must not see that these digits were already counted: it would keep all of
    // them, and there are not enough registers.
    asm volatile("" : "+r"(shift));
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        unsigned p = rank_key<CROWDED>(digit_of(key[i], shift), matches, next, top);
        sorted[p] = key[i];
        if (PLACES == ITEMS)
            place[i] = p;
    }
}

// END TODO 8g

// BEGIN TODO 8h (about 140 lines): one pass, and the launches. A block takes its tile by a ticket,
// counts, publishes, ranks into shared memory, looks back, and stores the keys in runs of equal
// digits; pairs then move their values in the same way.

// One pass: deals the keys of the tiles to the places of their digits.
template <int BLOCK, int ITEMS, bool PAIRS>
__global__ void __launch_bounds__(BLOCK, THREADS_PER_SM / BLOCK)
    deal_tiles(const Route *route, size_t n, int shift, const unsigned *starts, unsigned *words,
               unsigned *ticket)
{
    const int TILE = BLOCK * ITEMS, WARPS = BLOCK / WARP_SIZE;
    extern __shared__ __align__(16) unsigned char memory[];
    Deal<WARPS> &deal = *(Deal<WARPS> *)memory;
    int *sorted = (int *)(memory + sizeof deal); // the tile's keys, then its values
    int t = threadIdx.x, warp = t / WARP_SIZE, lane = t % WARP_SIZE;
    unsigned *counters = deal.counters[warp], *matches = deal.matches[warp];
    for (int d = lane; d < DIGITS; d += WARP_SIZE)
        counters[d] = matches[d] = 0;
    cudaGridDependencySynchronize(); // the pass before has ended, and this one is prepared
    // Tiles in the order in which the blocks begin: earlier tiles are in work or done.
    if (t == 0) {
        deal.tile = atomicAdd(ticket, 1u);
        deal.most = 0;
        deal.route = *route;
    }
    __syncthreads();
    if (!deal.route.keys_out)
        return;
    const int *keys_in = deal.route.keys_in;
    int tile = deal.tile;
    size_t first = (size_t)tile * TILE, mine = first + warp * ITEMS * WARP_SIZE + lane;
    int count = (int)min((size_t)TILE, n - first);

    int key[ITEMS];
#pragma unroll
    for (int i = 0; i < ITEMS; i++) // padding sorts after all keys
        key[i] = mine + i * WARP_SIZE < n ? keys_in[mine + i * WARP_SIZE] : INT_MAX;
#pragma unroll
    for (int i = 0; i < ITEMS; i++)
        atomicAdd(&counters[word_of(digit_of(key[i], shift))], 1u);
    __syncthreads();

    // Thread d has digit d. In `sorted`, its keys begin after those with smaller digits. The keys
    // of a warp begin after those of the warps before.
    unsigned total = 0;
    if (t < DIGITS) {
        for (int w = 0; w < WARPS; w++)
            total += deal.counters[w][word_of(t)];
        write_word(&words[(size_t)tile * DIGITS + t], total | (tile > 0 ? IS_COUNT : IS_SUM));
        unsigned most = __reduce_max_sync(ALL_LANES, total * DIGITS + t);
        if (lane == 0)
            atomicMax(&deal.most, most);
    }
    unsigned start = sum_before(total);
    if (t < DIGITS) {
        unsigned place = start;
        for (int w = 0; w < WARPS; w++) {
            unsigned *next = &deal.counters[w][word_of(t)], of_warp = *next;
            *next = place;
            place += of_warp;
        }
    }
    __syncthreads();

    unsigned short place[PAIRS ? ITEMS : 1]; // in `sorted`
    unsigned most = deal.most / DIGITS, top = deal.most % DIGITS;
    if (most == TILE) {
#pragma unroll
        for (int i = 0; i < ITEMS; i++) {
            int p = (warp * ITEMS + i) * WARP_SIZE + lane;
            sorted[p] = key[i];
            if (PAIRS)
                place[i] = p;
        }
    } else if (most > TILE / CROWD) {
        rank_keys<true>(place, sorted, key, shift, matches, counters, top);
    } else {
        rank_keys<false>(place, sorted, key, shift, matches, counters, top);
    }

    if (t < DIGITS) {
        unsigned before = look_back(words, tile, t);
        if (tile > 0)
            write_word(&words[(size_t)tile * DIGITS + t], (before + total) | IS_SUM);
        deal.targets[t] = starts[t] + before - start;
    }
    int value[PAIRS ? ITEMS : 1];
    if (PAIRS) {
        const int *values_in = deal.route.values_in;
#pragma unroll
        for (int i = 0; i < ITEMS; i++)
            value[i] = mine + i * WARP_SIZE < n ? values_in[mine + i * WARP_SIZE] : 0;
    }
    __syncthreads();
    int *keys_out = deal.route.keys_out;
    unsigned target[PAIRS ? ITEMS : 1]; // of the sorted pairs
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        int p = t + i * BLOCK;
        int x = sorted[p];
        unsigned to = deal.targets[digit_of(x, shift)] + p;
        if (p < count)
            keys_out[to] = x;
        if (PAIRS)
            target[i] = to;
    }
    if (PAIRS) {
        int *values_out = deal.route.values_out;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < ITEMS; i++)
            sorted[place[i]] = value[i];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < ITEMS; i++)
            if (t + i * BLOCK < count)
                values_out[target[i]] = sorted[t + i * BLOCK];
    }
}

template <int BLOCK, int ITEMS, bool PAIRS>
static void radix_sort(Arrays arrays, size_t n)
{
    if (n == 0)
        return;
    const auto deal = deal_tiles<BLOCK, ITEMS, PAIRS>;
    const size_t tile = BLOCK * ITEMS, tiles = (n + tile - 1) / tile;
    const size_t shared = sizeof(Deal<BLOCK / WARP_SIZE>) + tile * sizeof(int);
    CUDA_CHECK(
        cudaFuncSetAttribute(deal, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared));
    // The counts of all passes, and their routes; the words and the ticket of a pass, twice, for
    // passes in turn.
    const size_t words = tiles * DIGITS + 1, counted = PASSES * DIGITS * sizeof(unsigned);
    unsigned *counts;
    CUDA_CHECK(
        cudaMallocAsync(&counts, counted + PASSES * sizeof(Route) + 2 * words * sizeof *counts, 0));
    CUDA_CHECK(cudaMemsetAsync(counts, 0, counted, 0));
    Route *route = (Route *)&counts[PASSES * DIGITS];

    const size_t most = 4 * (size_t)multiprocessors(); // blocks that run at the same time
    size_t counters = (n + 4 * COUNT_BLOCK - 1) / (4 * COUNT_BLOCK);
    counters = counters < most ? counters : most;
    count_digits<<<counters, COUNT_BLOCK>>>(counts, arrays.keys[IN], n);
    const size_t cleaners = tiles < most ? tiles : most;
    for (int pass = 0; pass < PASSES; pass++) {
        unsigned *its_words = (unsigned *)&route[PASSES] + pass % 2 * words;
        launch_early(prepare_pass, cleaners, DIGITS, 0, its_words, words, counts, route, arrays,
                     pass, n);
        launch_early(deal, tiles, BLOCK, shared, route + pass, n, pass * DIGIT_BITS,
                     counts + pass * DIGITS, its_words, its_words + tiles * DIGITS);
    }
    CUDA_CHECK(cudaFreeAsync(counts, 0));
    CUDA_CHECK(cudaGetLastError());
}
// END TODO 8h

// Sorts n keys of `keys`, 0 <= n < 2^30, into `out`, the smallest first; equal keys keep their
// order. `spare` has room for n. The three do not overlap; all are aligned to 16 bytes.
extern "C" void radix_sort_fastest(int *out, int *spare, const int *keys, size_t n)
{
    // BEGIN TODO 8i (1 line): the four passes, without values.
    radix_sort<KEY_BLOCK, KEY_ITEMS, false>({{(int *)keys, spare, out}, {}}, n);
    // END TODO 8i
}

// The same for pairs: each key has a value.
extern "C" void radix_sort_pairs_fastest(int *keys_out, int *values_out, int *keys_spare,
                                         int *values_spare, const int *keys, const int *values,
                                         size_t n)
{
    // BEGIN TODO 8j (2 lines): the four passes, with values.
    radix_sort<PAIR_BLOCK, PAIR_ITEMS, true>(
        {{(int *)keys, keys_spare, keys_out}, {(int *)values, values_spare, values_out}}, n);
    // END TODO 8j
}

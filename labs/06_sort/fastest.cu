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
// END TODO 8a

// BEGIN TODO 8b (about 60 lines): the first kernel: a bulk copy of a tile to shared memory, the
// network in registers, nine rounds of merges, write_tile(). Only a short last tile loads its keys
// one by one, and adds padding that sorts last. Keys that are in order need none of this.
// END TODO 8b

// ---- Keys that are nearly in order ----

// BEGIN TODO 8c (about 80 lines): a run's core is what lies between the borders to its neighbours;
// all other keys are strays. A warp for each run finds them; a kernel then puts the cores one
// after the other, and the strays somewhere else.
// END TODO 8c

// ---- Merging in global memory -----------------------------------------------------------

// BEGIN TODO 8d (about 150 lines): one pass. A kernel finds for each tile how many of its keys come
// from the first run; a second kernel merges the tiles. A bulk copy moves groups of four keys, so a
// piece may begin up to three keys after the beginning of its copy.
// END TODO 8d

// Sorts n >= 0 keys of `in` into `out`, the smallest first. `spare` has room for n keys. The
// three do not overlap; all are aligned to 16 bytes, like all addresses from cudaMalloc.
extern "C" void merge_sort_fastest(int *out, int *spare, const int *in, size_t n)
{
    // BEGIN TODO 8e (about 24 lines): count the passes, so that the last one writes to `out`; sort
    // the runs; look at them, if there are many; then one search and one merge per pass.
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
// END TODO 8f

// BEGIN TODO 8g (about 60 lines): the two steps of a pass that decide its time: the look back, by
// one thread per digit, and the ranks of a warp's keys.
// END TODO 8g

// BEGIN TODO 8h (about 140 lines): one pass, and the launches. A block takes its tile by a ticket,
// counts, publishes, ranks into shared memory, looks back, and stores the keys in runs of equal
// digits; pairs then move their values in the same way.
// END TODO 8h

// Sorts n keys of `keys`, 0 <= n < 2^30, into `out`, the smallest first; equal keys keep their
// order. `spare` has room for n. The three do not overlap; all are aligned to 16 bytes.
extern "C" void radix_sort_fastest(int *out, int *spare, const int *keys, size_t n)
{
    // BEGIN TODO 8i (1 line): the four passes, without values.
    // END TODO 8i
}

// The same for pairs: each key has a value.
extern "C" void radix_sort_pairs_fastest(int *keys_out, int *values_out, int *keys_spare,
                                         int *values_spare, const int *keys, const int *values,
                                         size_t n)
{
    // BEGIN TODO 8j (2 lines): the four passes, with values.
    // END TODO 8j
}

// Lab 06: Sorting, seven ways
//
// Goal    Put items in order with thousands of threads: networks whose work does not
//         depend on the input, merges that are cut into equal pieces, digits that are
//         counted and not compared, and a quicksort that does not call itself.
// Write   TODO 1 to TODO 7, kernels and their launches; 260 short lines in all.
// Try     make run LAB=sort        work and steps of every sort, for several inputs
// Grade   make grade LAB=sort      or, for one part: PART=1
// Pass    1. odd-even transposition: n steps, every thread busy
//         2. bitonic: the work of the network, for any input; few launches
//         3. one pass of merges, done by all blocks
//         4. merge sort in three stages, stable
//         5. radix sort by split, one bit at a time, negative keys first
//         6. radix sort by digits of four bits, written in runs
//         7. quicksort without recursion, also for sorted or equal keys
//         and in every part: ints and pairs, any n, no race, no access out of bounds
// Stuck?  make hint LAB=sort PART=1      three hints per part, the first says the least

#include "lab.h"

enum {
    BLOCK = SORT_BLOCK, // threads per block
    ITEMS = SORT_ITEMS, // outputs that a thread merges
    TILE = SORT_TILE,   // items that a block merges
    PAIR = 2 * BLOCK,   // items that a block sorts by a bitonic network: two per thread
    SCANNERS = 1024,    // threads of scan_counts()
    DIGIT_BITS = 4,
    DIGITS = 1 << DIGIT_BITS,
    WARPS = BLOCK / WARP_SIZE
};
const unsigned ALL_LANES = 0xffffffff; // the mask of a whole warp

// ---- What all parts use; nothing to do here ----------------------------------------

__device__ inline int key_of(int item) { return item; }

__device__ inline int key_of(SortPair item) { return item.key; }

// Compare two items only with this function. It is counted: comparisons are the work of a sort.
template <typename T>
__device__ bool before(T a, T b)
{
    count_event(0);
    return key_of(a) < key_of(b);
}

template <typename T>
__global__ void copy_kernel(T *__restrict__ out, const T *__restrict__ in, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        out[i] = in[i];
}

template <typename T>
void copy_items(T *out, const T *in, int n)
{
    if (n > 0)
        copy_kernel<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n);
}

// Device memory for intermediate results, in the order of the launches: release() it after those
// of the sort. Neither of the two waits for kernels.
template <typename T>
T *scratch(int n)
{
    T *memory;
    CUDA_CHECK(cudaMallocAsync(&memory, (n > 0 ? n : 1) * sizeof(T), 0));
    return memory;
}

static void release(void *memory) { CUDA_CHECK(cudaFreeAsync(memory, 0)); }

// An exclusive scan (lab 05) by one block of SCANNERS threads, for few numbers.
__global__ void scan_kernel(int *counts, int n)
{
    __shared__ int warp_sums[SCANNERS / WARP_SIZE];
    int lane = threadIdx.x % WARP_SIZE;
    int warp = threadIdx.x / WARP_SIZE;
    int carry = 0; // the sum of the earlier rounds
    for (int base = 0; base < n; base += SCANNERS) {
        int i = base + threadIdx.x;
        int own = i < n ? counts[i] : 0;
        int sum = own;
        for (int d = 1; d < WARP_SIZE; d *= 2) {
            int below = __shfl_up_sync(ALL_LANES, sum, d);
            if (lane >= d)
                sum += below;
        }
        if (lane == WARP_SIZE - 1)
            warp_sums[warp] = sum;
        __syncthreads();
        int all = 0;
        for (int w = 0; w < SCANNERS / WARP_SIZE; w++) {
            if (w < warp)
                sum += warp_sums[w];
            all += warp_sums[w];
        }
        if (i < n)
            counts[i] = carry + sum - own;
        carry += all;
        __syncthreads(); // all have read warp_sums before the next round writes it
    }
}

// counts[i] becomes the sum of all counts before it; one launch.
inline void scan_counts(int *counts, int n) { scan_kernel<<<1, SCANNERS>>>(counts, n); }

// ---- Part 1: odd-even transposition ---------------------------------------------------
//
// Neighbours in the wrong order change places: first the pairs (0, 1), (2, 3) ..., then
// (1, 2), (3, 4) ..., and so on, n times. One launch is one step.

template <typename T>
__global__ void odd_even_step(T *items, int n, int first)
{
    // BEGIN TODO 1a (about 7 lines): thread k takes pair k of this step; the first
    // pair begins at item `first`, 0 or 1. Equal keys stay as they are.
    // END TODO 1a
}

template <typename T>
void sort_odd_even(T *out, const T *in, int n)
{
    // BEGIN TODO 1b (about 4 lines): copy_items to `out`, then n steps in `out`, which begin
    // alternately at item 0 and item 1. A step has at most n / 2 pairs; one item needs none.
    // END TODO 1b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 2: bitonic sort ---------------------------------------------------------------
//
// A fixed network of comparators. To merge two sorted runs of width / 2 items, the first
// step compares each item with its mirror image in the `width` items; then each half is
// compared at distance width / 4, width / 8 ... 1. All comparators put the smaller key
// first, so items after the n-th, which do not exist, would never move.

// Comparator c of a step over groups of `width` items: compares one item of the lower half
// of its group with one item of the upper half, and exchanges them if necessary.
template <typename T>
__device__ void comparator(T *items, int n, int c, int width, bool mirror)
{
    // BEGIN TODO 2a (about 8 lines): which items i < j are these? Comparators 0 ...
    // width / 2 - 1 belong to the first group. Beyond n there is nothing to compare.
    // END TODO 2a
}

// Sorts the first n <= PAIR items of the block's shared array s. All threads call, after a
// barrier, so that all of s is written.
template <typename T>
__device__ void bitonic_shared(T *s, int n)
{
    // BEGIN TODO 2b (about 5 lines): merge to width 2, 4 ... PAIR; every merge begins
    // with the mirror step, and after every step the block waits.
    // END TODO 2b
}

// Each block works on PAIR items in shared memory: it sorts them, or it does the last steps
// of a merge, those of width PAIR, PAIR / 2 ... 2.
template <typename T>
__global__ void bitonic_tile(T *items, int n, bool sort)
{
    // BEGIN TODO 2c (about 16 lines): load two items per thread, if they exist; sort or
    // merge; store. The last block may have fewer than PAIR items.
    // END TODO 2c
}

// One step in global memory, for groups that are too wide for a block.
template <typename T>
__global__ void bitonic_step(T *items, int n, int width, bool mirror)
{
    // BEGIN TODO 2d (1 line): one comparator per thread.
    // END TODO 2d
}

template <typename T>
void sort_bitonic(T *out, const T *in, int n)
{
    // BEGIN TODO 2e (about 11 lines): copy_items, sort tiles of PAIR; then merge to
    // 2 * PAIR, 4 * PAIR ... until there is one run: one launch for each wide step, and
    // one launch for all narrow steps of a merge.
    // END TODO 2e
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 3: a merge for all blocks -------------------------------------------------------
//
// Two sorted runs a and b become one. If you know how many of the first d outputs come from
// a, you can begin at output d: so any number of threads and blocks can share one merge.

// How many of the first d outputs come from a, 0 <= d <= na + nb? Of equal keys, those of a
// come first.
template <typename T>
__device__ int taken_from_a(const T *a, int na, const T *b, int nb, int d)
{
    int low = max(0, d - nb); // b has only nb items
    // BEGIN TODO 3a (about 8 lines): bisection between low and the largest possible number:
    // is a[i] among the first d outputs, or is b[d - 1 - i]?
    // END TODO 3a
    return low;
}

// Makes ITEMS outputs of the merge of a and b, from output d on, or fewer at the end.
template <typename T>
__device__ void merge_items(T *result, const T *a, int na, const T *b, int nb, int d)
{
    // BEGIN TODO 3b (about 6 lines): the start in a and in b, then one item at a time.
    // END TODO 3b
}

// One block makes TILE outputs, of the pair of runs to which they belong.
template <typename T>
__global__ void merge_pass(T *__restrict__ out, const T *__restrict__ in, int width, int n)
{
    __shared__ T s[TILE];
    __shared__ int cut[2]; // items taken from a: before this block's outputs, and after them
    int t = threadIdx.x;
    int start = blockIdx.x * TILE;              // the first output of the block
    int pair = start / (2 * width) * 2 * width; // the beginning of its pair of runs
    int na = min(width, n - pair);
    int nb = min(width, n - pair - na);
    const T *a = in + pair;
    const T *b = a + na;
    int from = start - pair; // the same outputs, counted from the beginning of the pair
    int to = min(from + TILE, na + nb);
    // BEGIN TODO 3c (about 19 lines in place of 6 given ones): the given lines are right once 3a,
    // 3b and 3d are, but a thread reads and writes far from its neighbours. Through shared memory
    // instead: two threads find the cuts; load what the block needs of a and, after it, of b into
    // s; each thread merges ITEMS outputs; put them back into s in order, and write s to `out`,
    // neighbouring threads to neighbouring items.
    int d = from + t * ITEMS;
    T result[ITEMS];
    if (d < to)
        merge_items(result, a, na, b, nb, d);
    for (int k = 0; k < ITEMS && d + k < to; k++)
        out[pair + d + k] = result[k];
    // END TODO 3c
}

template <typename T>
void sort_merge_pass(T *out, const T *in, int width, int n)
{
    // BEGIN TODO 3d (about 2 lines): one block for every TILE outputs, for any number of
    // runs; no launch for n = 0.
    // END TODO 3d
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 4: merge sort in three stages ---------------------------------------------------
//
// First each thread sorts four items alone, then a block merges in shared memory until its
// tile is sorted, then all blocks together merge the tiles.

template <typename T>
__global__ void sort_tiles(T *__restrict__ out, const T *__restrict__ in, int n)
{
    __shared__ T s[TILE];
    int t = threadIdx.x;
    int start = blockIdx.x * TILE;
    int count = min(TILE, n - start);
    int mine = t * ITEMS; // the first item of this thread in s
    T item[ITEMS];
    // BEGIN TODO 4a (about 16 lines), the first stage: load the tile into s, neighbouring
    // threads load neighbours; take ITEMS of them, if they exist, into `item`; sort them,
    // stably, and put them back.
    // END TODO 4a
    // BEGIN TODO 4b (about 14 lines), the second stage: merge runs of ITEMS, 2 * ITEMS ...
    // in s with merge_items, until the tile is one run; write it to `out`.
    // END TODO 4b
}

template <typename T>
void sort_merge(T *out, const T *in, int n)
{
    T *spare = scratch<T>(n);
    // BEGIN TODO 4c (about 12 lines), the third stage: sort the tiles, then passes of
    // sort_merge_pass with runs of TILE, 2 * TILE ..., alternating between two arrays.
    // The last pass must write to `out`: where do the tiles go?
    // END TODO 4c
    CUDA_CHECK(cudaGetLastError());
    release(spare);
}

// ---- Part 5: radix sort by split ------------------------------------------------------------
//
// This sort does not compare items. All items with a 0 in the lowest bit go to the front, and
// keep their order; all others go after them. Then the next bit, and so on, 32 times.

// Maps the key to an unsigned number, so that the order of the numbers is that of the ints.
__device__ unsigned int sort_bits(int key)
{
    unsigned int bits = (unsigned int)key;
    // BEGIN TODO 5a (1 line): a negative int has its highest bit set, and must come first.
    // END TODO 5a
    return bits;
}

// Read a key only with this function: `width` bits of the key, from bit `shift` on. Counted.
template <typename T>
__device__ int digit(T item, int shift, int width)
{
    count_event(1);
    return (int)(sort_bits(key_of(item)) >> shift & ((1u << width) - 1));
}

// Returns the number of threads with a true flag before the calling thread; *total becomes the
// number of all true flags in the block. All threads call; they may call again and again.
__device__ int block_rank(bool flag, int *total)
{
    int rank = 0;
    *total = 0;
    // BEGIN TODO 5b (about 12 lines): __ballot_sync shows a warp its 32 flags, __popc
    // counts bits; the sums of the warps go through shared memory.
    // END TODO 5b
    return rank;
}

// A block reads BLOCK items: counts[block] becomes its number of zeros, counts[blocks +
// block] its number of ones. The sum of all counts before one of these counts is the place
// in the output where the zeros, or ones, of the block begin.
template <typename T>
__global__ void count_bit(int *__restrict__ counts, const T *__restrict__ in, int n, int bit)
{
    // BEGIN TODO 5c (about 7 lines): __syncthreads_count(flag) gives all threads the number
    // of true flags in the block.
    // END TODO 5c
}

// `counts` has gone through scan_counts.
template <typename T>
__global__ void split(T *__restrict__ out, const T *__restrict__ in, const int *__restrict__ counts,
                      int n, int bit)
{
    // BEGIN TODO 5d (about 8 lines): compute the place of item i, and store it there.
    // END TODO 5d
}

template <typename T>
void sort_split(T *out, const T *in, int n)
{
    int blocks = ceil_div(n, BLOCK);
    T *spare = scratch<T>(n);
    int *counts = scratch<int>(2 * blocks);
    // BEGIN TODO 5e (about 8 lines): 32 rounds of count_bit, scan_counts and split, which
    // alternate between two arrays; the first reads `in`, the last writes `out`.
    // END TODO 5e
    CUDA_CHECK(cudaGetLastError());
    release(counts);
    release(spare);
}

// ---- Part 6: radix sort by digits of four bits ------------------------------------------------
//
// The same with 16 counts per block: eight rounds instead of 32. But the 32 items of a warp
// would go to 16 places, so the block first sorts its items by the digit in shared memory.

// counts[d * blocks + block] becomes the number of items with digit d in the block.
template <typename T>
__global__ void count_digits(int *__restrict__ counts, const T *__restrict__ in, int n, int shift)
{
    // BEGIN TODO 6a (about 10 lines): 16 counters in shared memory, atomics on them.
    // END TODO 6a
}

// `counts` has gone through scan_counts: counts[d * blocks + block] is the place in the output
// where the block's items with digit d begin.
template <typename T>
__global__ void place_digits(T *__restrict__ out, const T *__restrict__ in,
                             const int *__restrict__ counts, int n, int shift)
{
    __shared__ T s[BLOCK];
    __shared__ int first[DIGITS]; // the place in s where each digit begins
    int t = threadIdx.x;
    int start = blockIdx.x * BLOCK;
    int count = min(BLOCK, n - start); // threads from `count` on have no item
    // BEGIN TODO 6b (about 14 lines): load; sort s by the four bits of the digit, lowest bit
    // first: four splits with block_rank, in which threads without an item stay last.
    // END TODO 6b
    // BEGIN TODO 6c (about 6 lines): where does each digit begin in s? From there on its
    // items go to counts[...], + 1, + 2 ... in the output.
    // END TODO 6c
}

template <typename T>
void sort_digits(T *out, const T *in, int n)
{
    int blocks = ceil_div(n, BLOCK);
    T *spare = scratch<T>(n);
    int *counts = scratch<int>(DIGITS * blocks);
    // BEGIN TODO 6d (about 8 lines): as in 5e, in eight rounds.
    // END TODO 6d
    CUDA_CHECK(cudaGetLastError());
    release(counts);
    release(spare);
}

// ---- Part 7: quicksort without recursion -------------------------------------------------------
//
// Instead of the stack of a recursion, there is a list of the segments that are not sorted
// yet. One launch is one level: each block takes one segment. It sorts a short segment; it
// partitions a long one and puts the two parts on the list of the next level.

typedef struct {
    int begin, end; // items begin ... end - 1
} Segment;

// Which item of the segment is the pivot? The one with the middle key of three.
template <typename T>
__device__ int pivot_of(const T *from, Segment segment)
{
    int left = segment.begin;
    int middle = left + (segment.end - left) / 2;
    int right = segment.end - 1;
    int chosen = left;
    // BEGIN TODO 7a (about 4 lines): the place of the middle key; at most three comparisons.
    // END TODO 7a
    return chosen;
}

// The segments of one level: those of at most PAIR items are sorted into `out`. The others
// are partitioned from `from` to `to`, their pivots stored in `out` and their parts appended
// to `next`. `out` may be the same array as `to` or `from`.
template <typename T>
__global__ void quick_level(T *out, T *to, const T *from, const Segment *now, Segment *next,
                            int *next_count)
{
    __shared__ T s[PAIR];
    __shared__ int chosen; // the place of the pivot
    int t = threadIdx.x;
    Segment segment = now[blockIdx.x];
    int count = segment.end - segment.begin;
    if (count <= PAIR) {
        // BEGIN TODO 7b (about 6 lines): a short segment: bitonic_shared.
        // END TODO 7b
        return;
    }
    if (t == 0)
        chosen = pivot_of(from, segment);
    __syncthreads();
    int p = chosen;
    T pivot = from[p];
    int left = segment.begin; // to[segment.begin ... left - 1] is filled,
    int right = segment.end;  // and to[right ... segment.end - 1]
    // BEGIN TODO 7c (about 18 lines): BLOCK items per round. Items before the pivot go to
    // `left` and up, the others to `right` and down; the pivot itself is not moved. If keys
    // are equal, the place decides: so equal keys are halved as well.
    // END TODO 7c
    // BEGIN TODO 7d (about 9 lines): thread 0 stores the pivot at its place, which is now
    // known, and appends the two parts to the list, unless they are empty.
    // END TODO 7d
}

template <typename T>
void sort_quick(T *out, const T *in, int n)
{
    int most = 2 * (n / PAIR) + 1; // only segments of more than PAIR items have parts
    T *spare = scratch<T>(n);
    Segment *now = scratch<Segment>(most);
    Segment *next = scratch<Segment>(most);
    int *next_count = scratch<int>(1);
    // BEGIN TODO 7e (about 15 lines): level after level, until no segment is left: clear
    // next_count, launch one block per segment, read next_count, exchange the lists. The first
    // level reads `in`; the other levels alternate between `spare` and `out`.
    // END TODO 7e
    CUDA_CHECK(cudaGetLastError());
    release(next_count);
    release(next);
    release(now);
    release(spare);
}

// ---- What the grader calls (see common/labs.h); nothing to do here ----------------------------

#define ENTRY_POINTS(T, name) \
    void sort_odd_even_##name(T *out, const T *in, int n) { sort_odd_even(out, in, n); } \
    void sort_bitonic_##name(T *out, const T *in, int n) { sort_bitonic(out, in, n); } \
    void sort_merge_pass_##name(T *out, const T *in, int width, int n) \
    { \
        sort_merge_pass(out, in, width, n); \
    } \
    void sort_merge_##name(T *out, const T *in, int n) { sort_merge(out, in, n); } \
    void sort_split_##name(T *out, const T *in, int n) { sort_split(out, in, n); } \
    void sort_digits_##name(T *out, const T *in, int n) { sort_digits(out, in, n); } \
    void sort_quick_##name(T *out, const T *in, int n) { sort_quick(out, in, n); }

ENTRY_POINTS(int, int)
ENTRY_POINTS(SortPair, pair)

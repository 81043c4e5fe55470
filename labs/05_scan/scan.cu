// Lab 05: Scan, from a loop to one pass
//
// Goal    Running sums of an array: first inside one block, where the number of
//         additions and steps decides the cost; then of any length, where the number
//         of reads and writes of memory decides; then three applications.
// Write   TODO 1 to TODO 11; about 175 short lines. Parts 3 and 6 are filled in
//         already, and are wrong: find out why.
// Try     make run LAB=scan       additions counted, and those of the textbook
// Grade   make grade LAB=scan     or, for one part: PART=1
// Pass    1. one thread, n - 1 additions
//         2. Hillis-Steele, double buffered: log2 n steps
//         3. the scan in place, without its race
//         4. Blelloch: up and down a tree, exclusive
//         5. Brent-Kung: exactly 2n - 2 - log2 n additions
//         6. the three-kernel scan, right above 4,194,304 elements too
//         7. any length: reduce, scan, 3n words of traffic
//         8. one pass: decoupled look-back, 2n words
//         9. stream compaction   10. summed-area table   11. segmented scan
//         and in every part: no race, no access out of bounds, no uninitialised read
// Stuck?  make hint LAB=scan PART=1      three hints per part, the first says the least

#include "lab.h"

// The operator of the scan. Every addition of two elements calls this function, which
// leaves a mark, and the grader counts the marks. Additions of indices do not count.
// On a GPU the mark costs nothing.
__device__ inline int add(int a, int b)
{
    count_event(0);
    return a + b;
}

// ---- Part 1: one thread -------------------------------------------------------------
//
// The other parts are compared with this one.

// out[i] = in[0] + ... + in[i]. One thread runs this; n >= 1.
__global__ void serial_inclusive(int *__restrict__ out, const int *__restrict__ in, int n)
{
    // BEGIN TODO 1a (about 6 lines): keep the sum in a variable; n - 1 calls of add().
    // END TODO 1a
}

// out[i] = in[0] + ... + in[i - 1], and out[0] = 0.
__global__ void serial_exclusive(int *__restrict__ out, const int *__restrict__ in, int n)
{
    // BEGIN TODO 1b (about 5 lines): the same, but store before you add.
    // END TODO 1b
}

void scan_serial_inclusive(int *out, const int *in, int n)
{
    if (n > 0)
        serial_inclusive<<<1, 1>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}

void scan_serial_exclusive(int *out, const int *in, int n)
{
    if (n > 0)
        serial_exclusive<<<1, 1>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 2: Hillis-Steele ----------------------------------------------------------
//
// Steps d = 1, 2, 4 ...: every thread adds the element d places to the left, so each
// step doubles the number of elements in a sum. The block has exactly n threads. No
// thread may overwrite an element that another thread must still read, so the
// elements go from one buffer to the other and back.

// Thread t passes x = element t, and gets the sum of elements 0 to t. All threads of
// the block call this function, once.
__device__ int hillis_steele(int x)
{
    // BEGIN TODO 2a (about 9 lines): log2 n steps, with one barrier each.
    // END TODO 2a
    return x;
}

__global__ void hillis_inclusive(int *__restrict__ out, const int *__restrict__ in)
{
    int t = threadIdx.x;
    out[t] = hillis_steele(in[t]);
}

__global__ void hillis_exclusive(int *__restrict__ out, const int *__restrict__ in)
{
    // BEGIN TODO 2b (about 2 lines): what must thread t pass, so that it gets the sum
    // of elements 0 to t - 1?
    // END TODO 2b
}

void scan_hillis_inclusive(int *out, const int *in, int n)
{
    if (n > 0)
        hillis_inclusive<<<1, n>>>(out, in);
    CUDA_CHECK(cudaGetLastError());
}

void scan_hillis_exclusive(int *out, const int *in, int n)
{
    if (n > 0)
        hillis_exclusive<<<1, n>>>(out, in);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 3: find the bug: the scan in place ------------------------------------------
//
// Half of the shared memory of part 2. It is right for up to 32 elements. For more, it is
// wrong, or right by luck.

__global__ void in_place(int *__restrict__ out, const int *__restrict__ in, int n)
{
    __shared__ int s[SCAN_BLOCK];
    int t = threadIdx.x;
    // BEGIN TODO 3 (11 lines given, 3 of them to change): one buffer, inclusive.
    int x = in[t];
    s[t] = x;
    for (int d = 1; d < n; d *= 2) {
        __syncthreads();
        if (t >= d) {
            int left = s[t - d];
            x = add(left, x);
            s[t] = x;
        }
    }
    out[t] = x;
    // END TODO 3
}

void scan_in_place(int *out, const int *in, int n)
{
    if (n > 0)
        in_place<<<1, n>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 4: Blelloch -----------------------------------------------------------------
//
// Two elements per thread, 2048 per block, and about 2n additions instead of n log n: up
// a tree of sums, and down again, where every node receives the sum of all before it.

// `size` is n rounded up to a power of two, at least 2; elements from n on are 0. The block
// has size / 2 threads.
__global__ void blelloch(int *__restrict__ out, const int *__restrict__ in, int n, int size)
{
    __shared__ int s[SCAN_SECTION];
    int t = threadIdx.x;
    s[t] = t < n ? in[t] : 0;
    s[t + blockDim.x] = t + blockDim.x < n ? in[t + blockDim.x] : 0;
    // BEGIN TODO 4a (about 6 lines): up. In the step with stride d, the left element of a
    // pair, d places before the right one, is added to the right element.
    // END TODO 4a
    // BEGIN TODO 4b (about 12 lines): down. The last element becomes 0. Then, from the
    // largest stride to 1, the left element gets the value of the right one, and the right
    // one gets its own value plus the old left one. At the end all threads wait.
    // END TODO 4b
    if (t < n)
        out[t] = s[t];
    if (t + blockDim.x < n)
        out[t + blockDim.x] = s[t + blockDim.x];
}

static int section_size(int n)
{
    int size = 2;
    while (size < n)
        size *= 2;
    return size;
}

void scan_blelloch(int *out, const int *in, int n)
{
    int size = section_size(n);
    if (n > 0)
        blelloch<<<1, size / 2>>>(out, in, n, size);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 5: Brent-Kung ---------------------------------------------------------------
//
// Up is the same tree. On the way down, only elements that are not yet final change, and
// nothing is swapped: the result is inclusive.

__global__ void brent_kung(int *__restrict__ out, const int *__restrict__ in, int n, int size)
{
    __shared__ int s[SCAN_SECTION];
    int t = threadIdx.x;
    s[t] = t < n ? in[t] : 0;
    s[t + blockDim.x] = t + blockDim.x < n ? in[t + blockDim.x] : 0;
    // BEGIN TODO 5 (about 13 lines): up as in part 4; then down with strides size / 4 to
    // 1: each final element is added to the element d places to its right.
    // END TODO 5
    if (t < n)
        out[t] = s[t];
    if (t + blockDim.x < n)
        out[t + blockDim.x] = s[t + blockDim.x];
}

void scan_brent_kung(int *out, const int *in, int n)
{
    int size = section_size(n);
    if (n > 0)
        brent_kung<<<1, size / 2>>>(out, in, n, size);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Tools for the following parts; nothing to do here ---------------------------------
//
// From here on an array is cut into tiles of TILE elements; the last tile may be shorter. A
// block of BLOCK threads holds one tile in registers, ITEMS elements per thread. A warp has
// 256 consecutive elements: the first element of each lane, then the second of each lane,
// and so on. So its loads and stores are whole sectors.
//
// The tools are templates: T is int, or any type with its own add(); T() is the zero of
// this operator. add() need not be commutative: left stays left.

enum {
    BLOCK = 256,
    ITEMS = 8,
    TILE = BLOCK * ITEMS,
    WARPS = BLOCK / WARP_SIZE,
    WARP_ITEMS = ITEMS * WARP_SIZE
};
const unsigned ALL_LANES = 0xffffffff; // the mask of a whole warp

__device__ inline int lane_id() { return threadIdx.x % WARP_SIZE; }
__device__ inline int warp_id() { return threadIdx.x / WARP_SIZE; }

// The x of the lane d places below, and the x of a given lane.
__device__ inline int shift_up(int x, int d) { return __shfl_up_sync(ALL_LANES, x, d); }
__device__ inline int take_from(int x, int lane) { return __shfl_sync(ALL_LANES, x, lane); }

// The sum over the lanes up to the calling lane: Hillis-Steele, in registers.
template <typename T>
__device__ T warp_scan(T x)
{
    for (int d = 1; d < WARP_SIZE; d *= 2) {
        T left = shift_up(x, d);
        if (lane_id() >= d)
            x = add(left, x);
    }
    return x;
}

// The index in the array of the calling thread's k-th element of a tile.
__device__ inline int tile_index(int tile, int k)
{
    return tile * TILE + warp_id() * WARP_ITEMS + k * WARP_SIZE + lane_id();
}

template <typename T>
__device__ void tile_load(T item[ITEMS], const T *in, int n, int tile)
{
    for (int k = 0; k < ITEMS; k++) {
        int i = tile_index(tile, k);
        item[k] = i < n ? in[i] : T();
    }
}

template <typename T>
__device__ void tile_store(T *out, const T item[ITEMS], int n, int tile)
{
    for (int k = 0; k < ITEMS; k++) {
        int i = tile_index(tile, k);
        if (i < n)
            out[i] = item[k];
    }
}

// Scans the block's tile, inclusive and in place, and returns the sum of the whole tile to
// every thread. All threads of the block call it; they may call it again and again.
template <typename T>
__device__ T tile_scan(T item[ITEMS])
{
    __shared__ T warp_total[WARPS];
    T before = T(), total = T();
    for (int k = 0; k < ITEMS; k++) {
        item[k] = add(before, warp_scan(item[k]));
        before = take_from(item[k], WARP_SIZE - 1);
    }
    if (lane_id() == 0)
        warp_total[warp_id()] = before;
    __syncthreads();
    for (int w = 0; w < WARPS; w++) {
        if (w == warp_id())
            before = total; // the sum of the warps before this one
        total = add(total, warp_total[w]);
    }
    for (int k = 0; k < ITEMS; k++)
        item[k] = add(before, item[k]);
    __syncthreads(); // the next call writes warp_total
    return total;
}

// ---- Part 6: find the bug: three kernels ------------------------------------------------
//
// For any length, said its author: scan every tile; scan the sums of the tiles; add to each
// tile the sum of the tiles before it. It is right up to 4,194,304 elements, wrong for more.

// BEGIN TODO 6 (50 lines given, about 6 of them to change): which kernel does not do
// what its comment says, and from which length on?

// Every block scans its own tile, and stores its sum.
__global__ void scan_tiles(int *out, int *sums, const int *in, int n)
{
    int item[ITEMS];
    tile_load(item, in, n, blockIdx.x);
    int total = tile_scan(item);
    tile_store(out, item, n, blockIdx.x);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = total;
}

// One block: each of `count` sums becomes the sum of all sums before it.
__global__ void scan_sums(int *sums, int count)
{
    int item[ITEMS], own[ITEMS];
    tile_load(own, sums, count, 0);
    for (int k = 0; k < ITEMS; k++)
        item[k] = own[k];
    tile_scan(item);
    for (int k = 0; k < ITEMS; k++)
        item[k] -= own[k]; // all sums before it, without its own
    tile_store(sums, item, count, 0);
}

// Every block adds to its tile the sum of all tiles before it.
__global__ void add_sums(int *out, const int *sums, int n)
{
    int item[ITEMS];
    int before = sums[blockIdx.x];
    tile_load(item, out, n, blockIdx.x);
    for (int k = 0; k < ITEMS; k++)
        item[k] = add(before, item[k]);
    tile_store(out, item, n, blockIdx.x);
}

void scan_three_kernels(int *out, const int *in, int n)
{
    int tiles = ceil_div(n, TILE);
    int *sums;
    if (tiles == 0)
        return;
    CUDA_CHECK(cudaMallocAsync(&sums, tiles * sizeof *sums, 0));
    scan_tiles<<<tiles, BLOCK>>>(out, sums, in, n);
    scan_sums<<<1, BLOCK>>>(sums, tiles);
    add_sums<<<tiles, BLOCK>>>(out, sums, n);
    CUDA_CHECK(cudaFreeAsync(sums, 0)); // freed when the kernels before it have completed
    CUDA_CHECK(cudaGetLastError());
}
// END TODO 6

// ---- Part 7: any length, three words per element ----------------------------------------
//
// Part 6 writes its tiles, reads them again, and writes them again. If the sums of the tiles
// are known first, each tile is written once: reduce, scan the sums, scan. The sums are an
// array of any length too: the same function scans them.

// totals[b] is the sum of tile b.
template <typename T>
__global__ void tile_totals(T *__restrict__ totals, const T *__restrict__ in, int n)
{
    // BEGIN TODO 7a (about 5 lines): load, scan in registers, store only the sum.
    // END TODO 7a
}

// totals[b] is now the sum of tiles 0 to b; totals is NULL if there is only one tile.
template <typename T>
__global__ void scan_after_totals(T *out, const T *totals, const T *in, int n)
{
    // BEGIN TODO 7b (about 7 lines): load, scan, add the sum of the tiles before, store.
    // END TODO 7b
}

// Inclusive, of any length; `out` may be `in`.
template <typename T>
void scan_any(T *out, const T *in, int n)
{
    // BEGIN TODO 7c (about 10 lines): if there is more than one tile, first the totals:
    // allocate them, fill them, scan them in place with scan_any. Then the tiles.
    // END TODO 7c
    CUDA_CHECK(cudaGetLastError());
}

void scan_hierarchical(int *out, const int *in, int n) { scan_any(out, in, n); }

// ---- Part 8: one pass, decoupled look-back --------------------------------------------
//
// Read once, write once, in one launch: a block does not wait for a kernel that knows all
// sums. It looks back over the tiles before its own until it finds a tile that knows the
// sum of everything up to its end.

// What is known of a tile, in one word of 64 bits: a thread that sees the state also sees
// the sum that belongs to it, without a memory fence.
typedef unsigned long long Word;
enum {
    STATE_nothing = 0, // not even the sum of its own elements
    STATE_total = 1,   // the sum of its own elements
    STATE_prefix = 2   // the sum of its own elements and of all before
};

// Other blocks write the word, too. So it is stored and loaded by atomic accesses: none is split,
// and each look loads again. Relaxed is enough: no other word depends on this one. nvcc knows these
// two functions without a header; `store` and `load` of cuda::atomic_ref (lab 03) become the same
// instructions.
__device__ inline void publish(Word *status, int state, int sum)
{
    Word word = (Word)state << 32 | (unsigned)sum;
    __nv_atomic_store_n(status, word, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

__device__ inline Word look(const Word *status) // reads what another block has published
{
    Word *word = const_cast<Word *>(status);
    return __nv_atomic_load_n(word, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

__device__ inline int state_of(Word w) { return (int)(w >> 32); }
__device__ inline int sum_of(Word w) { return (int)w; }

// The sum of all tiles before `tile`. All 32 lanes of one warp call it; every lane gets the sum.
__device__ int sum_before(const Word *status, int tile)
{
    int sum = 0;
    // BEGIN TODO 8a (about 12 lines): look at tile - 1, tile - 2 ... Wait for each until its
    // state is known; add its sum; stop after a tile that knows its prefix.
    // END TODO 8a
    return sum;
}

// status: one word per tile, all STATE_nothing; *next_tile: 0.
__global__ void look_back(int *__restrict__ out, const int *__restrict__ in, int n, Word *status,
                          int *next_tile)
{
    // BEGIN TODO 8b (about 20 lines): take a tile number; load and scan the tile; publish its
    // sum; warp 0 looks back and publishes the prefix; add the sum of all before; store.
    // END TODO 8b
}

void scan_look_back(int *out, const int *in, int n)
{
    // BEGIN TODO 8c (about 9 lines): memory for the words and the counter, all 0; one launch.
    // END TODO 8c
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 9: stream compaction ---------------------------------------------------------
//
// Keep the elements above a limit, in their order, without gaps. The place of a kept element
// is the number of kept elements before it. A scan of ones and zeros gives this number.

__global__ void mark_kept(int *__restrict__ kept, const int *__restrict__ in, int n, int limit)
{
    // BEGIN TODO 9a (about 3 lines): 1 for an element above the limit, else 0.
    // END TODO 9a
}

// place[i] is the number of kept elements up to and including i.
__global__ void move_kept(int *__restrict__ out, int *__restrict__ count,
                          const int *__restrict__ place, const int *__restrict__ in, int n,
                          int limit)
{
    // BEGIN TODO 9b (about 5 lines): each kept element goes to its place; one thread stores
    // the number of all kept elements, which is 0 if n is 0.
    // END TODO 9b
}

void scan_compact(int *out, int *count, const int *in, int n, int limit)
{
    // BEGIN TODO 9c (about 8 lines): mark, scan_any (in place works), move. At least one
    // block must run, to store the count.
    // END TODO 9c
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 10: summed-area table and box filter -----------------------------------------
//
// Scan every row, then every column: entry (x, y) is the sum of the pixels from the corner of
// the picture to (x, y). Then four entries give the sum of any rectangle, however large.

// One warp per row: 32 pixels at a time; the sum goes on from one group to the next.
__global__ void scan_rows(int *__restrict__ table, const unsigned char *__restrict__ image,
                          int width, int height)
{
    // BEGIN TODO 10a (about 9 lines): warp_scan and take_from do most of it; all 32 lanes
    // must call them, also at the end of the row.
    // END TODO 10a
}

// One thread per column; neighbouring threads do neighbouring columns.
__global__ void scan_columns(int *table, int width, int height)
{
    // BEGIN TODO 10b (about 7 lines): in place, from the top row down.
    // END TODO 10b
}

void scan_area_table(int *table, const unsigned char *image, int width, int height)
{
    if (width > 0 && height > 0) {
        scan_rows<<<ceil_div(height, WARPS), BLOCK>>>(table, image, width, height);
        scan_columns<<<ceil_div(width, BLOCK), BLOCK>>>(table, width, height);
    }
    CUDA_CHECK(cudaGetLastError());
}

// The sum of the picture up to and including (x, y); 0 left of it and above it.
__device__ inline int corner(const int *table, int width, int x, int y)
{
    return x < 0 || y < 0 ? 0 : table[y * width + x];
}

// out(x, y) is the mean over the pixels of the picture at most `radius` away in x and in y,
// rounded to the nearest (halves up).
__global__ void box_filter(unsigned char *__restrict__ out, const int *__restrict__ table,
                           int width, int height, int radius)
{
    int x = blockIdx.x * BLOCK + threadIdx.x;
    int y = blockIdx.y;
    if (x >= width || y >= height)
        return;
    // BEGIN TODO 10c (about 6 lines): the edges of the window, limited to the picture; its
    // sum from four corners; its area; the mean.
    // END TODO 10c
}

void scan_box_filter(unsigned char *out, const int *table, int width, int height, int radius)
{
    dim3 grid(ceil_div(width, BLOCK), height);
    if (width > 0 && height > 0)
        box_filter<<<grid, BLOCK>>>(out, table, width, height, radius);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 11: segmented scan -----------------------------------------------------------
//
// Many scans in one array: if heads[i] is not 0, a new scan starts at i. It is the same scan
// with another operator: part 7 does it without a change.

// A run of elements: a flag (is there a head in the run?), and the sum from its last head on
// (of the whole run, if it has no head).
struct Segment {
    int head;
    int sum;
};

__device__ inline Segment shift_up(Segment s, int d)
{
    return {shift_up(s.head, d), shift_up(s.sum, d)};
}

__device__ inline Segment take_from(Segment s, int lane)
{
    return {take_from(s.head, lane), take_from(s.sum, lane)};
}

// Joins run `left` and the next run `right` into one run. Associative, not commutative.
__device__ inline Segment add(Segment left, Segment right)
{
    // BEGIN TODO 11a (about 2 lines): if `right` has a head, what remains of `left`?
    return right;
    // END TODO 11a
}

__global__ void make_segments(Segment *__restrict__ run, const int *__restrict__ in,
                              const int *__restrict__ heads, int n)
{
    // BEGIN TODO 11b (about 3 lines): each element is a run of its own.
    // END TODO 11b
}

__global__ void take_sums(int *__restrict__ out, const Segment *__restrict__ run, int n)
{
    // BEGIN TODO 11c (about 3 lines): run[i] is now elements 0 to i joined together.
    // END TODO 11c
}

void scan_segmented(int *out, const int *in, const int *heads, int n)
{
    int blocks = ceil_div(n, BLOCK);
    Segment *run;
    if (blocks == 0)
        return;
    CUDA_CHECK(cudaMallocAsync(&run, n * sizeof *run, 0));
    make_segments<<<blocks, BLOCK>>>(run, in, heads, n);
    scan_any(run, run, n);
    take_sums<<<blocks, BLOCK>>>(out, run, n);
    CUDA_CHECK(cudaFreeAsync(run, 0));
    CUDA_CHECK(cudaGetLastError());
}

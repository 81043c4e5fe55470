// labs.h - the host functions that each lab's file defines and the grader calls.
// One section per lab, in the order of the labs.
//
// Rules for all functions, unless a section says otherwise: pointers point to device memory;
// sizes count elements; the function launches kernels and need not wait for them; it releases
// the memory, streams and events that it makes; a second call with other arguments must work
// too; a CUDA error ends the program (CUDA_CHECK).
// The functions have C linkage, so their names are not mangled.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- 01_patterns: which thread takes which element ---------------------------------
//
// Arrays do not overlap. 0 <= n <= 2^25; 0 <= width, height, rows, cols <= 2^18, and a picture or a
// matrix has at most 2^25 elements. Ints may have any value, unless a part says otherwise.

enum {
    MAP_BLOCK = 256, // threads per block in parts 2, 3 and 5
    PATTERN_X = 32,  // parts 4, 6 and 7: a block has PATTERN_X x PATTERN_Y threads, so
    PATTERN_Y = 8    // that a warp is one row of the block
};

// Part 1. All figures have the same type, so that they are easy to compare.
typedef struct {
    long long major, minor; // compute capability
    long long multiprocessors;
    long long warp_size;
    long long threads_per_block; // at most
    long long threads_per_multiprocessor;
    long long resident_threads;       // of the whole GPU, at the same time: computed
    long long shared_bytes_per_block; // without raising the limit
    long long registers_per_block;
    long long l2_bytes;
    long long global_bytes;
    long long memory_clock_khz;
    long long bus_bits; // width of the memory bus
} DeviceFigures;

// `figures` is in host memory. The peak is in bytes per second: in every cycle of its clock, the
// memory moves the width of its bus twice.
void device_query(DeviceFigures *figures);
long long device_peak_bandwidth(void);

// Parts 2 and 3: out[i] = a * in[i] + b; no overflow. Part 3 with exactly `blocks` >= 1 blocks.
void map_each(int *out, const int *in, int n, int a, int b);
void map_few(int *out, const int *in, int n, int a, int b, int blocks);

// Part 4. Pixels are stored row by row, one byte each. out(x, y) is the mean of the
// (2 radius + 1)^2 pixels in(x + dx, y + dy) with -radius <= dx, dy <= radius, rounded to the
// nearest, halves up. Beyond an edge, the pixel at the edge counts again. 0 <= radius <= 50.
void gather_blur(unsigned char *out, const unsigned char *in, int width, int height, int radius);

// Part 5. `to` contains indices. move: no two are equal; out[to[i]] = in[i]. mark: mark[to[i]] = 1,
// the other marks stay. max: out[k] becomes the maximum of out[k] and all in[i] with to[i] = k.
void scatter_move(int *out, const int *in, const int *to, int n);
void scatter_mark(int *mark, const int *to, int n);
void scatter_max(int *out, const int *in, const int *to, int n);

// Part 6. A step replaces each element by the mean of its four neighbours; elements on the
// border do not change. `half` is `in` after one step, `out` after two.
void stencil_two(float *out, float *half, const float *in, int rows, int cols);

// Part 7. `in` has rows x cols elements; out, cols x rows, is its transpose:
// out[c][r] = in[r][c]. In the first a warp reads a row, in the second it writes a row.
void transpose_reading_rows(int *out, const int *in, int rows, int cols);
void transpose_writing_rows(int *out, const int *in, int rows, int cols);

// Part 8; given. out[i] = in[i * stride + offset], i < n, for elements of
// `bytes` = 1, 4 or 16 bytes.
void copy_picked(void *out, const void *in, int n, int stride, int offset, int bytes);

// ---- 02_shared_memory: tiles in shared memory ----------------------------------------
//
// Matrices are stored row by row; any of the sizes may be 0. Sides are at most 2^18; an array or a
// matrix has at most 2^25 elements. Arrays do not overlap. Ints may have any value; floats are
// multiples of 1/4, so small that all sums are exact.

enum {
    TILE_DIM = 32,     // parts 2 to 4: a tile has TILE_DIM x TILE_DIM elements,
    TILE_ROWS = 8,     // and a block TILE_DIM x TILE_ROWS threads
    HALO_X = 32,       // part 5: a block computes HALO_Y rows of HALO_X elements,
    HALO_Y = 8,        // one per thread, and each reads
    HALO_RADIUS = 2,   // elements up to two away
    PRODUCT_TILE = 16, // part 6: a block computes 16 x 16 elements, one per thread;
                       // part 7: a block has the same 16 x 16 threads,
    PRODUCT_EACH = 4,  // and each computes 4 x 4 elements
    PRODUCT_BIG = PRODUCT_TILE * PRODUCT_EACH
};

// Part 1. `in` is cut into tiles of `block` elements, the last one shorter, and
// each tile is shifted `rounds` times: every element takes the value of its right
// neighbour, the last element of the tile keeps its value. A block of `block` threads
// works on each tile; `block` is a multiple of 32, at most 1024. n, rounds >= 0.
void tile_shift(int *out, const int *in, int n, int rounds, int block);

// Parts 2 to 4. `in` has rows x cols elements; out, cols x rows, is its transpose:
// out[c][r] = in[r][c].
void tile_transpose(int *out, const int *in, int rows, int cols);
void tile_transpose_padded(int *out, const int *in, int rows, int cols);
void tile_transpose_swizzled(int *out, const int *in, int rows, int cols);

// Part 5. out[r][c] = 16 x the sum of the four neighbours of in[r][c] - the sum of
// the four elements that are two away (up, down, left and right) - 60 x in[r][c]. Elements
// outside of the matrix count as 0.
void tile_stencil(float *out, const float *in, int rows, int cols);

// Parts 6 and 7. c = a b, where a is m x k, b is k x n and c is m x n.
void tile_product(float *c, const float *a, const float *b, int m, int k, int n);
void tile_product_registers(float *c, const float *a, const float *b, int m, int k, int n);

// Part 8, the race, in fastest.cu: a transpose as in parts 2 to 4 and a product as in parts 6
// and 7. Sides are at most 2^18, a matrix has at most 2^31 elements; a matrix is aligned to 16
// bytes, as memory from cudaMalloc is. In the simulator the structure is graded: sectors, requests,
// shared loads, barriers. `make race` measures both on a GPU, beside cuBLAS.
void transpose_fastest(float *out, const float *in, size_t rows, size_t cols);
void product_fastest(float *c, const float *a, const float *b, int m, int k, int n);

// Given: one warp whose lane l reads word l * stride of shared memory
// (lane l gets out[l] = l * stride), 0 <= stride <= 33; with `wide`, elements of 8
// bytes instead of 4, and stride <= 17.
void tile_read_words(int *out, int stride, int wide);

// ---- 03_atomics: many threads, one word -------------------------------------------
//
// 0 <= n <= 2^25 elements everywhere, of any value. All results are added to the values that are
// already there; no count overflows an int.

enum {
    ATOMICS_BLOCK = 256, // threads per block, in every part
    ATOMICS_BINS = 256   // bins of the histograms: one for each value of a byte
};

// Part 1: adds to *result the number of elements above `limit`. The first function is given, and
// wrong: it loses updates, and shows how many.
void count_lost(int *result, const int *in, int n, int limit);
void count_above(int *result, const int *in, int n, int limit);

// Parts 2 and 3: the indices of all elements above `limit` go into a list, in any order.
// *size, 0 before, is then the length; seen[i] grows by the number of times that i is in the list.
void push_back_each(int *size, int *seen, const int *in, int n, int limit);
void push_back_warp(int *size, int *seen, const int *in, int n, int limit);

// Parts 4 and 5: bins[b] grows by the number of elements that are b.
void bytes_global(unsigned *bins, const unsigned char *in, int n);
void bytes_private(unsigned *bins, const unsigned char *in, int n);

// Part 6: *result becomes the maximum of the elements and its old value. No NaN; all finite floats
// may occur, and *result may be -INFINITY before.
void max_float(float *result, const float *in, int n);

// Part 7: record[0] grows by n, record[1] by the sum of the elements, which need not fit into an
// int; record[2] becomes the maximum of the elements and its old value.
void locked_record(long long *record, const int *in, int n);

// Part 8, the race, in fastest.cu: as parts 4 and 5, for 0 <= n < 2^32; `in` is aligned to 16
// bytes, as memory from cudaMalloc is. In the simulator the structure is graded: sectors, requests,
// wavefronts, atomics. `make race` measures the function on a GPU, beside CUB.
void bytes_fastest(unsigned *bins, const unsigned char *in, size_t n);

// ---- 04_reduction: a sum in six ways --------------------------------------------
//
// `in` has n elements, 0 <= n <= 2^30. The sum of no elements is 0. In no order of the additions
// a sum of ints overflows.

enum {
    REDUCE_BLOCK = 256,            // threads per block, in every part
    REDUCE_TILE = 4 * REDUCE_BLOCK // elements that a block takes at a time in parts 4 and 5
};

// Parts 1 to 3: one partial sum per block. partial[b] is the sum of elements
// b * REDUCE_BLOCK up to, not including, (b + 1) * REDUCE_BLOCK, or to the
// end of `in`. So ceil(n / REDUCE_BLOCK) sums are written: none for n = 0.
void reduce_neighbored_int(int *partial, const int *in, int n);
void reduce_neighbored_float(float *partial, const float *in, int n);
void reduce_consecutive_int(int *partial, const int *in, int n);
void reduce_consecutive_float(float *partial, const float *in, int n);
void reduce_halves_int(int *partial, const int *in, int n);
void reduce_halves_float(float *partial, const float *in, int n);

// Parts 4 and 5: exactly `blocks` partial sums, for any n. Cut `in` into
// tiles of REDUCE_TILE elements; partial[b] is the sum of the tiles b, b +
// blocks, b + 2 * blocks ..., and 0 if there is no such tile. 1 <= blocks <= 2^20.
void reduce_strided_int(int *partial, int blocks, const int *in, int n);
void reduce_strided_float(float *partial, int blocks, const float *in, int n);
void reduce_shuffle_int(int *partial, int blocks, const int *in, int n);
void reduce_shuffle_float(float *partial, int blocks, const float *in, int n);

// Part 6: *out is the sum of all n elements, computed by a single launch. For the
// same input the float sum has the same bits in every run.
void reduce_single_int(int *out, const int *in, int n);
void reduce_single_float(float *out, const float *in, int n);

// The race, in fastest.cu: *out is the sum of all n elements, 0 <= n <= 2^33. `in` is aligned to 16
// bytes, as memory from cudaMalloc is. One call follows the other in the default stream.
void sum_fastest(int *out, const int *in, size_t n);

// ---- 05_scan: running sums, in a block and of any length ---------------------------
//
// Inclusive: out[i] = in[0] + ... + in[i]. Exclusive: out[i] = in[0] + ... + in[i - 1],
// and out[0] = 0. `out` and `in` do not overlap. No sum overflows. n >= 0; for n = 0
// nothing is written.

enum {
    SCAN_BLOCK = 1024,             // threads per block, at most; also elements in parts 2 and 3
    SCAN_SECTION = 2 * SCAN_BLOCK, // elements of one block, two per thread: parts 4 and 5
    SCAN_LARGEST = 1 << 30,        // parts 6 to 9 and 11: 0 <= n <= SCAN_LARGEST
    SCAN_WIDEST = 1 << 23,         // part 10: width, and radius
    SCAN_TALLEST = 65535           // part 10: height, since a grid has no more blocks in y
};

// Part 1, n <= 2^17; parts 2 and 3, n <= SCAN_BLOCK; parts 4 and 5, n <= SCAN_SECTION.
void scan_serial_inclusive(int *out, const int *in, int n);
void scan_serial_exclusive(int *out, const int *in, int n);
void scan_hillis_inclusive(int *out, const int *in, int n);
void scan_hillis_exclusive(int *out, const int *in, int n);
void scan_in_place(int *out, const int *in, int n);   // inclusive
void scan_blelloch(int *out, const int *in, int n);   // exclusive
void scan_brent_kung(int *out, const int *in, int n); // inclusive

// Parts 6 to 8, all inclusive.
void scan_three_kernels(int *out, const int *in, int n);
void scan_hierarchical(int *out, const int *in, int n);
void scan_look_back(int *out, const int *in, int n);

// Part 9: writes the elements of `in` that are greater than `limit`, in their order, to the
// front of `out`, and their number to *count. `out` has room for these elements only. Elements
// and limit may be any ints.
void scan_compact(int *out, int *count, const int *in, int n, int limit);

// Part 10: pictures of width * height pixels, row by row, fewer than 2^23; 0 <= width, radius <=
// SCAN_WIDEST, 0 <= height <= SCAN_TALLEST. So no sum overflows. table(x, y) is
// the sum of all pixels (i, j) with i <= x and j <= y. out(x, y) is the mean of the pixels
// of the picture at most `radius` away in x and in y, rounded to the nearest, halves up.
// A window may be larger than the picture.
void scan_area_table(int *table, const unsigned char *image, int width, int height);
void scan_box_filter(unsigned char *out, const int *table, int width, int height, int radius);

// Part 11: an inclusive scan that starts again at every i with heads[i] != 0, and at 0. heads[i]
// may be any int.
void scan_segmented(int *out, const int *in, const int *heads, int n);

// The race, in fastest.cu: an inclusive scan, and a compaction as in part 9, of 0 <= n <= 2^33
// elements. All arrays are aligned to 16 bytes, as memory from cudaMalloc is. For n = 0 *count is
// 0. One call follows the other in the default stream.
void scan_fastest(int *out, const int *in, size_t n);
void compact_fastest(int *out, size_t *count, const int *in, size_t n, int limit);

// ---- 06_sort: seven ways to put things in order ------------------------------------
//
// Items are ints, or pairs of an int key and an int value that moves with its key; keys
// may be any ints. 0 <= n <= 2^24. `out` and `in` do not overlap, and `in` does not change.

enum {
    SORT_BLOCK = 256,                   // threads per block, in every part
    SORT_ITEMS = 4,                     // outputs that a thread merges
    SORT_TILE = SORT_ITEMS * SORT_BLOCK // items that a block merges
};

// Aligned to 8 bytes, so that one 64-bit load reads key and value.
typedef struct __attribute__((aligned(8))) {
    int key, value;
} SortPair;

// Parts 1, 2, 4 to 7: out[0 .. n) is in[0 .. n) in ascending order of the keys.
// Parts 1, 4, 5 and 6 are stable: items with equal keys keep their order.
void sort_odd_even_int(int *out, const int *in, int n);
void sort_odd_even_pair(SortPair *out, const SortPair *in, int n);
void sort_bitonic_int(int *out, const int *in, int n);
void sort_bitonic_pair(SortPair *out, const SortPair *in, int n);
void sort_merge_int(int *out, const int *in, int n);
void sort_merge_pair(SortPair *out, const SortPair *in, int n);
void sort_split_int(int *out, const int *in, int n);
void sort_split_pair(SortPair *out, const SortPair *in, int n);
void sort_digits_int(int *out, const int *in, int n);
void sort_digits_pair(SortPair *out, const SortPair *in, int n);
void sort_quick_int(int *out, const int *in, int n);
void sort_quick_pair(SortPair *out, const SortPair *in, int n);

// Part 3: one pass of merges. `in` consists of sorted runs of `width` items; the last
// run may be shorter. In `out` the first two runs are one sorted run, the next two
// are another ... and a run without a partner is copied. Stable. `width` is a multiple
// of SORT_TILE / 2, at most 2^24.
void sort_merge_pass_int(int *out, const int *in, int width, int n);
void sort_merge_pass_pair(SortPair *out, const SortPair *in, int width, int n);

// The race, in fastest.cu: `in` or `keys` in ascending order, with the values of pairs; stable. 0
// <= n < 2^30. The spare arrays have room for n elements each, with any contents before and after.
// The arrays do not overlap, and all of them are aligned to 16 bytes, as memory from cudaMalloc is.
// Keys and values are any ints; `in`, `keys` and `values` do not change.
void merge_sort_fastest(int *out, int *spare, const int *in, size_t n);
void radix_sort_fastest(int *out, int *spare, const int *keys, size_t n);
void radix_sort_pairs_fastest(int *keys_out, int *values_out, int *keys_spare, int *values_spare,
                              const int *keys, const int *values, size_t n);

// ---- 07_streams: copies, kernels and the host at the same time -------------------
//
// Here pointers point to host memory, which is pinned unless a comment says otherwise. The
// function allocates and frees its device memory, and its results are complete when it returns.
//
// The work: an array of n random number generators, each a word x. A pass advances each by
// STREAMS_STEPS steps x = STREAMS_A * x + STREAMS_C (mod 2^32). 0 <= n, m <= 2^25;
// 1 <= chunk <= 2^25; a picture has at most 2^25 words, and a window at most 2^18 rows.

enum {
    STREAMS_STEPS = 16,           // steps per pass
    STREAMS_COUNT = 4,            // streams in parts 3 and 4
    STREAMS_TILE = 64,            // rows and columns of a tile in part 6
    STREAMS_HOST_WORDS_US = 2800, // words that the host advances by one pass in a microsecond
    STREAMS_HOST_GFLOPS = 30,     // speed of the host in part 6
    STREAMS_UNIT_STEPS = 115      // steps of a kernel of length 1 in cases b and c of part 7
};
#define STREAMS_A 1664525u
#define STREAMS_C 1013904223u

// Parts 1 and 2: out = in, advanced by `passes` passes. Part 1: one pass, pageable memory.
// Part 2: meanwhile the host advances `mine`, m words, in place by one pass.
void streams_serial(unsigned *out, const unsigned *in, int n);
void streams_overlap(unsigned *out, const unsigned *in, int n, int passes, unsigned *mine, int m);

// Parts 3, 4 and 5: out = in, advanced by one pass, in pieces of `chunk` words (the last piece may
// be shorter). Then *check is the exclusive or of all words of `out` (pageable memory).
void streams_three(unsigned *out, unsigned *check, const unsigned *in, int n, int chunk);
void streams_four(unsigned *out, unsigned *check, const unsigned *in, int n, int chunk);
void streams_events(unsigned *out, unsigned *check, const unsigned *in, int n, int chunk);
// *ratio = the time of `passes` passes, launched one after the other, divided by the time of one
// pass, over x, n words of device memory. At the end x is advanced by 2 + passes passes, because
// there is another pass before both, as a warm-up.
void streams_ratio(float *ratio, unsigned *x, int n, int passes);

// Part 6: c = a * b, matrices of n x n doubles, row by row; n is a multiple of STREAMS_TILE, at
// most 2^14.
// ways 1, 2, 3: this number of streams; 4: three, and the host computes tiles as well; 0: only the
// host. The three matrices together need not fit into device memory.
void streams_dgemm(double *c, const double *a, const double *b, int n, int ways);

// Part 7: scheduling case 'a', 'b', 'c' or 'd' with arrays of two pieces of n words ('d':
// three). Each case in streams.cu says what is computed from the pieces.
void streams_order(unsigned *out, const unsigned *in, int n, int which);

// Part 8: the answers of two experiments, 1 for yes and 0 for no (pageable memory).
void streams_stream0(int answer[3]);
void streams_window(int answer[6]);

// Part 9. pinned: n words of pageable memory; `rounds` times a pass on the device, and then, on the
// host, the exclusive or of every word with the number of the round. managed: pageable memory,
// one pass. pitched: a window of `width` x `height` words of an image whose rows are `stride`
// words apart (pageable), advanced by one pass; in `out` there are no gaps between the rows.
void streams_pinned(unsigned *data, int n, int rounds);
void streams_managed(unsigned *out, const unsigned *in, int n);
void streams_pitched(unsigned *out, const unsigned *image, int width, int height, int stride);

// ---- 08_dynamic_parallelism: kernels that launch kernels -------------------------
//
// Part 1: the tree of greetings of each of `blocks` blocks, 1 to 64. `threads` is the number
// of threads of a block at depth 0, a power of two up to 1024; at depth d a block has
// threads >> d threads, down to 1. record has 2 * threads - 1 entries for each tree, one tree
// after the other. In a tree the entries of depth 0 are first, in the order of the threads,
// then those of depth 1 ... Each thread writes one entry, HELLO(depth, blockIdx.x,
// threadIdx.x). If `talk` is not 0, every thread also prints a line.
#define HELLO(depth, block, thread) ((depth)*1000000 + (block)*10000 + (thread))
void nested_hello(int *record, int blocks, int threads, int talk);

// Parts 2 to 4: sum[b] is the sum of elements b * size up to, not including, (b + 1) *
// size, or to the end of `in`; ceil(n / size) sums are written. `size` is a power of two,
// 2 to 1024; 0 <= n <= 2^20; no sum overflows, in any order of additions. The first function is for
// comparison, and is not graded.
void reduce_flat(int *sum, const int *in, int n, int size);
void reduce_nested_each(int *sum, const int *in, int n, int size);
void reduce_nested_tail(int *sum, const int *in, int n, int size);
void reduce_nested_grid(int *sum, const int *in, int n, int size);

// Part 5: sorts n ints in place, the smallest first; 0 <= n <= 2^20.
void nested_quicksort(int *data, int n);

// Parts 6 and 7: breadth-first search in a graph of n vertices, 1 <= n <= 2^20. The neighbours of v
// are col[row[v]] ... col[row[v + 1] - 1]: loops, repetitions and edges in one
// direction are all possible. level[v] is the number of edges on a shortest path
// from `source` to v, or UNREACHED.
enum { UNREACHED = -1 };
void search_host(int *level, const int *row, const int *col, int n, int source);
void search_nested(int *level, const int *row, const int *col, int n, int source);

// ---- 09_clusters: blocks that share their shared memory ---------------------------
//
// A histogram counts value v in bin v; values below 0 in bin 0, values of nbins and
// above in bin nbins - 1; values may be any ints. Counts are added to those in `bins`.
// 1 <= nbins <= 2^24, 0 <= n <= 2^25.

enum {
    CLUSTER_BLOCK = 1024, // threads per block, in every part
    CLUSTER_MAX = 8,      // blocks per cluster, at most
    CLUSTER_BINS = 32768  // bins in the shared memory of one block, at most: 128 KB
};

// Part 1: nbins <= CLUSTER_BINS. Parts 2 and 3: nbins <= ranks * CLUSTER_BINS, by clusters
// of `ranks` = 1, 2, 4 or 8 blocks. Part 4: any number of bins.
void histogram_shared(unsigned *bins, int nbins, const int *in, int n);
void histogram_spread(unsigned *bins, int nbins, int ranks, const int *in, int n);
void histogram_exchange(unsigned *bins, int nbins, int ranks, const int *in, int n);
void histogram_any(unsigned *bins, int nbins, const int *in, int n);

// Part 5: smooths each of `rows` rows of `length` elements, which are stored one after the other,
// `steps` times: an element becomes a quarter of its left neighbour plus half of itself plus a
// quarter of its right neighbour. The first and the last element of a row do not change.
// 0 <= length <= CLUSTER_MAX * CLUSTER_BLOCK; 0 <= rows, steps <= 2^20; `in` has at most 2^25
// elements, which are between -1 and 1.
void smooth_rows(float *out, const float *in, int rows, int length, int steps);

// Part 6: `in` is cut into `clusters` pieces of ceil(n / clusters) elements, the last ones
// shorter or empty; sums[c] is the sum of piece c, computed by a cluster of `ranks` blocks.
// 1 <= clusters <= 2^20, 1 <= ranks <= CLUSTER_MAX, 0 <= n <= 2^25; the elements may be any ints.
void sum_clusters(long long *sums, int clusters, int ranks, const int *in, int n);

// Part 7, the race, in fastest.cu: a histogram as above, but bins[b] is written, not added to: what
// was there before is lost. 1 <= nbins <= 2^24, 0 <= n < 2^32; `in` is aligned to 16 bytes, as
// memory from cudaMalloc is. In the simulator the structure is graded: sectors, requests,
// wavefronts, atomics. `make race` measures the function on a GPU, beside CUB.
void histogram_fastest(unsigned *bins, int nbins, const int *in, size_t n);

// ---- 10_memory: bandwidth, layout, kinds of memory ----------------------------------
//
// Arrays do not overlap. 0 <= n <= 2^25 unless a part says otherwise; ints and words may have any
// value, and unsigned arithmetic is modulo 2^32.

enum {
    MEMORY_BLOCK = 256,  // threads per block in parts 2, 3, 4, 6, 7 and 8
    PARTICLE_FLOATS = 6, // part 4
    COEFFICIENTS = 64,   // part 7: at most
    TABLE_WORDS = 256,   // part 7: one for each value of a byte
    MEMORY_STEPS = 32    // part 8
};
#define MEMORY_A 1664525u
#define MEMORY_C 1013904223u

// Part 1. out[i] = in[i * stride], i < n, `passes` + 1 times, of which the first is not timed.
// n, passes >= 1; stride is 1, 2, 4 or 8; n * stride <= 2^25. `b` is in host memory. GB are 10^9
// bytes; the memory moves sectors of 32 bytes.
typedef struct {
    double us;      // of one pass
    double useful;  // GB/s: the words that are needed
    double moved;   // GB/s: the sectors that are moved for them
    double percent; // `moved`, in per cent of the theoretical peak
} Bandwidth;
void memory_bandwidth(Bandwidth *b, int *out, const int *in, int n, int stride, int passes);

// Part 2. out = in, by `blocks` blocks, 1 to 2^16; each thread has `each` = 1, 2, 4 or 8 loads in
// flight.
void copy_in_flight(int *out, const int *in, int n, int blocks, int each);

// Part 3. x[i] *= a, no overflow; x is a multiple of 4 bytes. No word outside of x[0 .. n) is
// accessed.
void scale_wide(int *x, int n, int a);

// Part 4. n <= 2^22; the floats are multiples of 1/4, so small that all results are exact. move:
// x += dt * vx, and y and z likewise. split: soa[f * n + i] is float f of particle i. The first
// function is given.
typedef struct {
    float x, y, z, vx, vy, vz;
} Particle;
void particles_move_aos(Particle *p, int n, float dt);
void particles_split(float *soa, const Particle *p, int n);
void particles_move_soa(float *soa, int n, float dt);

// Part 5. Both pictures are in pinned memory of the host. The window of width x height pixels at
// (left, top) lies inside of `picture`, whose rows are `stride` pixels apart. In `out` there are no
// gaps between the rows: pixel (x, y) is in(x, y) - in(x, y - 1) of the window; in row 0, in(x, 0).
// 0 <= width <= stride <= 2^16, 0 <= height <= 2^16; at most 2^25 pixels. No overflow.
void picture_edges(int *out, const int *picture, int stride, int left, int top, int width,
                   int height);

// Part 6. lookup: out[i] = table[index[i]]; the table has `size` words, 1 to 2^25, in pinned
// memory; 0 <= index[i] < size. rounds: `data` is in pinned memory; for round = 0, 1, ...
// rounds - 1, every word x becomes MEMORY_A * x + round; 0 <= rounds <= 2^20. sums: pageable
// memory of the host, 0 <= rows <= 1024; sums[r] is the sum of words[start[r]] up to, not
// including, words[start[r + 1]]; start has rows + 1 elements, none smaller than the one before.
void table_lookup(int *out, const int *table, int size, const int *index, int n);
void table_rounds(unsigned *data, int n, int rounds);
void ragged_sums(long long *sums, const int *words, const int *start, int rows);

// Part 7. polynomial: out[i] = c[0] + c[1] x[i] + c[2] x[i]^2 + ... up to c[count - 1], which are
// in host memory; 1 <= count <= COEFFICIENTS. translate: out[i] = table[in[i]]. The last function
// is given: out[i] = i, read with words of constant memory that are 0; lane l of a warp reads word
// (l / group) * stride, which is below 1024.
void polynomial(unsigned *out, const unsigned *x, int n, const unsigned *c, int count);
void translate_bytes(unsigned *out, const unsigned char *in, int n, const unsigned *table);
void constant_words(unsigned *out, int n, int group, int stride);

// Part 8. gray: out = 0.2126 red + 0.7152 green + 0.0722 blue, for 0 <= values <= 255; an error of
// 0.0001 is allowed. The slow one is given. wave: out = e^(-t / 4) cos t, for 0 <= t <= 8; an
// error of 0.0001 is allowed. kinds: for even i, out[i] is in[i] after MEMORY_STEPS steps
// x = MEMORY_A * (x ^ x >> 15) + MEMORY_C; for odd i, after as many steps x ^= x << 13, x ^= x >>
// 17, x ^= x << 5.
void gray_slow(float *out, const float *red, const float *green, const float *blue, int n);
void gray_fast(float *out, const float *red, const float *green, const float *blue, int n);
void damped_wave(float *out, const float *t, int n);
void two_kinds(unsigned *out, const unsigned *in, int n);

// ---- 11_sparse: matrices with few nonzeros ---------------------------------------
//
// A matrix in CSR form. The nonzeros of row r are elements start[r] up to, not including,
// start[r + 1] of the arrays `column` and `value`; start[0] is 0, start[rows] is `nonzeros`. A row
// may be empty or have any number of nonzeros; its columns are in any order, and a column may occur
// several times. 0 <= rows, cols <= 2^24; 0 <= nonzeros <= 2^26. The arrays are in device memory.
// Floats are multiples of 1/4, so small that all sums are exact.
typedef struct {
    int rows, cols, nonzeros;
    const int *start;   // rows + 1
    const int *column;  // nonzeros
    const float *value; // nonzeros
} SparseMatrix;

enum {
    SPARSE_BLOCK = 256, // threads per block, in every part
    RANK_ROUND = 8      // part 8: steps from one look at the change to the next
};
#define RANK_DAMPING 0.85

// Parts 1 to 4: y = a x; x has cols elements, y has rows elements. Part 3: `lanes` lanes of a warp
// work on a row, 1, 2, 4, 8, 16 or 32; 0: the function chooses.
void sparse_threads(float *y, SparseMatrix a, const float *x);
void sparse_warps(float *y, SparseMatrix a, const float *x);
void sparse_lanes(float *y, SparseMatrix a, const float *x, int lanes);
void sparse_segments(float *y, SparseMatrix a, const float *x);

// Part 5: c = a b; b has cols x width elements and c has rows x width, both row by row.
// rows * width and cols * width <= 2^26.
void sparse_dense(float *c, SparseMatrix a, const float *b, int width);

// Part 6: from a list to CSR form. Nonzero i is from_value[i] in row from_row[i] and column
// from_column[i], in any order. Afterwards each row is sorted by column, then by value.
void sparse_from_list(int *start, int *column, float *value, const int *from_row,
                      const int *from_column, const float *from_value, int rows, int nonzeros);

// A graph of pages and links. The links to page p come from the pages source[start[p]] up to, not
// including, source[start[p + 1]]; out[q] links start at page q. A page may link to itself, and to
// another page several times. 1 <= pages <= 2^24; 0 <= links <= 2^26.
typedef struct {
    int pages, links;
    const int *start;  // pages + 1
    const int *source; // links
    const int *out;    // pages
} LinkGraph;

// Part 7: a step of PageRank. A page gives its rank to the pages that it links to, in equal
// parts, one for each link; a page without links gives it to all pages, in equal parts. Then
// next[p] = (1 - RANK_DAMPING) / pages + RANK_DAMPING * (what page p got).
void rank_step(double *next, LinkGraph g, const double *rank);

// Part 8: starts with 1 / pages for each page, and makes steps. The change of a step is the sum of
// |next[p] - rank[p]| over all pages. After every RANK_ROUND steps the function looks at the change
// of the last step, and ends if it is at most `epsilon`. *steps (host memory) is the number of
// steps. 1e-12 <= epsilon.
void rank_converge(double *rank, int *steps, LinkGraph g, double epsilon);

// ---- 12_graphs: lists and searches ------------------------------------------------
//
// A list of n elements in device memory: next[i] is the element after element i, and next[i] is i
// for the last one. The list begins with element `first`, and all n elements are in it.
// 0 <= n <= 2^26. rank[i] becomes the number of elements after element i.
void list_walk(int *rank, const int *next, int n, int first); // given: one thread
void list_doubling(int *rank, const int *next, int n, int first);
void list_splitters(int *rank, const int *next, int n, int first);

// A graph: the neighbours of vertex v are neighbour[start[v]] up to, not including,
// neighbour[start[v + 1]]. A vertex may be its own neighbour, and occur several times among the
// neighbours of another one. 1 <= vertices <= 2^24; 0 <= edges <= 2^26.
typedef struct {
    int vertices, edges;
    const int *start;     // vertices + 1
    const int *neighbour; // edges
} Neighbours;

enum {
    GRAPH_BLOCK = 256, // threads per block, in every part
    GRAPH_ROUND = 8    // part 8: waves from one look of the host to the next
};

// Parts 3 to 8: level[v] becomes the smallest number of edges from `source` to v, or UNREACHED
// (see lab 08). Part 3 has the edges as a list: edge e leads from vertex from[e] to vertex to[e].
// In part 7 every edge is there in both directions: if w is a neighbour of v, v is one of w.
void search_edges(int *level, const int *from, const int *to, int vertices, int edges, int source);
void search_vertices(int *level, Neighbours g, int source);
void search_queue(int *level, Neighbours g, int source);
void search_warps(int *level, Neighbours g, int source);
void search_switching(int *level, Neighbours g, int source);
void search_rounds(int *level, Neighbours g, int source);

// ---- 13_hashing: cuckoo hashing --------------------------------------------------------
//
// A key belongs into one of `buckets` buckets, which a seed decides:
//     bucket(key, seed, buckets) = mix(key ^ mix(seed)) * buckets / 2^32, rounded down;
//     mix(x): x ^= x >> 16, x *= 0x85ebca6b, x ^= x >> 13, x *= 0xc2b2ae35, x ^= x >> 16.
// A cuckoo table has `functions` sections of `width` slots each. A key has one place in each
// section. Its place in section f is slot
//     f * width + bucket(key, seed + f * HASH_STEP, width)
// and the key is in at most one of its places. A slot is EMPTY_ENTRY, or has the key in its upper
// 32 bits and the value in its lower 32 bits. Keys and values are any unsigned ints except
// NO_VALUE. 0 <= n, m <= 2^24; 1 <= buckets, width <= 2^24.

enum {
    HASH_BLOCK = 256,     // threads per block, in every part
    HASH_SIZES = 16,      // rows of the histogram of part 1
    CUCKOO_FUNCTIONS = 4, // at most; at least 2
    CUCKOO_TRIES = 256,   // exchanges for a key, at most: then the key has no place
    CUCKOO_ATTEMPTS = 8,  // tables that part 4 builds, at most
    CUCKOO_SHARED = 2048  // slots of a table of part 8, at most
};

#define HASH_STEP 0x9e3779b9u
#define NO_VALUE 0xffffffffu
#define EMPTY_ENTRY 0xffffffffffffffffull

typedef unsigned long long HashEntry;

typedef struct {
    HashEntry *entry; // functions * width slots
    int functions, width;
    unsigned seed;
} CuckooTable;

// Part 1: sizes[b] grows by the number of keys in bucket b. Then histogram[k] grows by the number
// of buckets with size k; k = HASH_SIZES - 1 stands for this size and larger ones. Sizes are not
// negative, and no sum overflows. The first function is given: it prints histograms of
// the buckets by key % buckets, and by yours.
void hash_compare(int *sizes, int *histogram, const unsigned *keys, int n, int buckets,
                  unsigned seed);
void hash_buckets(int *sizes, int *histogram, const unsigned *keys, int n, int buckets,
                  unsigned seed);

// Part 2: values[i] becomes the value of keys[i], or NO_VALUE if this key is not in the table. Keys
// may be equal. A key may be in any one of its places: others may have been deleted since.
void cuckoo_find(unsigned *values, CuckooTable table, const unsigned *keys, int n);

// Part 3: puts n different keys, which are not in the table, into it. *failed grows by the number
// of entries that were without a place after CUCKOO_TRIES exchanges.
void cuckoo_insert(CuckooTable table, int *failed, const unsigned *keys, const unsigned *values,
                   int n);

// Part 4: clears the table and puts n different keys into it. If an entry finds no place, again
// with the next seed: attempt a = 1, 2, ... has seed table->seed + a - 1. Returns the number of the
// attempt that found a place for every key, and leaves its seed in table->seed; -1 if none of
// CUCKOO_ATTEMPTS did (table and seed are then of no use). `table` itself is in host memory.
int cuckoo_build(CuckooTable *table, const unsigned *keys, const unsigned *values, int n);

// Part 5: puts the different ones of n keys into an empty table, each once. The value of a key is
// the number of times it occurs. *failed as in part 3.
void cuckoo_count(CuckooTable table, int *failed, const unsigned *keys, int n);

// Part 6: one kernel that puts n different keys into a table of 2 functions, which does not contain
// them, and looks up m others at the same time: found[i] becomes the value of wanted[i], or
// NO_VALUE. None of the wanted keys is put in, and a wanted key that is in the table must be found
// even if it moves. *failed as in part 3.
void cuckoo_serve(CuckooTable table, int *failed, const unsigned *keys, const unsigned *values,
                  int n, unsigned *found, const unsigned *wanted, int m);

// Part 7: deletes n keys: their slots become EMPTY_ENTRY. Keys may be equal, or not in the table.
// *removed grows by the number of entries that were deleted.
void cuckoo_erase(CuckooTable table, int *removed, const unsigned *keys, int n);

// Part 8: failures[k] grows by the number of tables that were too full for the first counts[k] of
// the keys, which are different. `trials` tables are tried for each k < steps, with seeds seed,
// seed + 1, ... 2 <= functions <= CUCKOO_FUNCTIONS, functions * width <= CUCKOO_SHARED; trials,
// steps >= 0.
void cuckoo_failures(int *failures, const unsigned *keys, const int *counts, int steps, int trials,
                     int functions, int width, unsigned seed);

// The given experiment of part 8: prints how many of `trials` tables fail for each of 20 counts, 5
// to 100 percent of `slots`, with 2, 3 and 4 functions. *full becomes the last number.
void cuckoo_cliff(int *full, const unsigned *keys, const int *counts, int steps, int trials,
                  int slots, unsigned seed);

// What the grader calls for parts 3 to 7. The functions are given. They call yours, then look at
// the table: copies[i] is the number of places of keys[i] that contain this key, values_found[i]
// the value there (NO_VALUE if there is none), state[0] the number of entries in the
// table, and state[1] what *failed or *removed is at the end. `early` keys go in with a call of
// their own.
void cuckoo_insert_checked(int *copies, unsigned *values_found, int *state, int functions,
                           int width, unsigned seed, const unsigned *keys, const unsigned *values,
                           int n, int early);
void cuckoo_build_checked(int *attempts, int *copies, unsigned *values_found, int *state,
                          int functions, int width, unsigned seed, const unsigned *keys,
                          const unsigned *values, int n);
void cuckoo_count_checked(int *copies, unsigned *values_found, int *state, int functions, int width,
                          unsigned seed, const unsigned *keys, int n);
void cuckoo_serve_checked(int *copies, unsigned *found, int *state, CuckooTable table,
                          const unsigned *keys, const unsigned *values, int n,
                          const unsigned *wanted, int m);
void cuckoo_erase_checked(int *copies, int *state, CuckooTable table, const unsigned *keys, int n,
                          const unsigned *all, int m);

// ---- 14_thrust: algorithms of a library ------------------------------------------------
//
// 0 <= n <= 2^25. Ints may have any value, unless a part says otherwise. Arrays do not overlap, and
// those that are inputs do not change. A function that has a result in host memory returns when it
// is there.

// Part 1. y[i] becomes a x[i] + y[i]. Multiples of 1/4, so small that the results are exact.
void thrust_saxpy(float *y, const float *x, float a, int n);

// Part 2. `out` and `in` are in host memory. out[i] = in[i]^2; |in[i]| <= 46340. A kernel computes
// it.
void thrust_squares(int *out, const int *in, int n);

// Part 3. `largest` and `sum` are in host memory. The largest element, or the lowest int if n = 0.
// The sum of the squares in 64 bits; |in[i]| <= 2^19.
void thrust_largest(int *largest, const int *in, int n);
void thrust_square_sum(long long *sum, const int *in, int n);

// Part 4. dots[i] = ax[i] bx[i] + ay[i] by[i] + az[i] bz[i]. Multiples of 1/4 up to 2^8.
void thrust_dots(float *dots, const float *ax, const float *ay, const float *az, const float *bx,
                 const float *by, const float *bz, int n);

// Part 5. *sum, in host memory, is the sum of all in[index[i]], i < n. Several may be equal.
void thrust_picked_sum(long long *sum, const int *in, const int *index, int n);

// Part 6. group[0], group[1], ... are the different keys, rising; total[k] is the sum of the values
// whose key is group[k], which fits in an int. *groups, in host memory, is the number of different
// keys. `group` and `total` have room for n elements; what is after the last group stays.
void thrust_totals(int *groups, int *group, int *total, const int *keys, const int *values, int n);

// Part 7. places[0], places[1], ... are all i with in[i] > limit, rising. *kept, in host memory, is
// their number. What is after the last place stays.
void thrust_places(int *kept, int *places, const int *in, int n, int limit);

// Part 8. *sum, in host memory, is the sum of all |x[i] - y[i]|.
void distance_thrust(long long *sum, const int *x, const int *y, int n);
void distance_cub(long long *sum, const int *x, const int *y, int n);
void distance_by_hand(long long *sum, const int *x, const int *y, int n);

// ---- 15_debugging: eight broken programs -----------------------------------------------
//
// 0 <= n <= 2^24, unless a part says otherwise. Arrays do not overlap. Ints may have any value.

enum {
    DEBUG_BLOCK = 256, // threads per block, and elements of a tile, in every part
    DEBUG_ROOM = 1024  // elements of the list of part 7 at first, and of a piece that is appended
};

// Part 1: out[i] is the largest of in[i - 1], in[i] and in[i + 1], of those that exist.
void debug_three_days(int *out, const int *in, int n);

// Part 2. `in` is cut into tiles of DEBUG_BLOCK elements, the last one shorter. In each of `rounds`
// >= 0 rounds, every element becomes the largest of itself and its neighbours in the tile.
void debug_fire(int *out, const int *in, int n, int rounds);

// Parts 3 and 4, with the same tiles. out[b] is the smallest element of tile b: ceil(n /
// DEBUG_BLOCK) results. Or out[i] is in[i] minus the sum of its tile: n results, without overflow
// in any order of additions.
void debug_coldest(int *out, const int *in, int n);
void debug_deviations(int *out, const int *in, int n);

// Part 5: out[i] = 3 in[i] + in[n - 1 - i]; no overflow. The results are complete when the function
// returns.
void debug_trains(int *out, const int *in, int n);

// Part 6. Throw i is of player[i], 0 <= player[i] < players, and is length[i] >= 0 long. best[p]
// becomes the longest throw of player p and of best[p] before, and its number. Of equal ones it is
// the one with the lowest number; a player without a throw has length 0 and first -1. n <= 2^16,
// 1 <= players <= 2^16. In best before the call, no number `first` is n or above.
typedef struct {
    int length, first;
} Best;
void debug_throws(Best *best, const int *player, const int *length, int n, int players);

// Part 7: out[i] = in[i] - in[0]; no overflow.
void debug_list(int *out, const int *in, int n);

// Part 8: out[r] is the sum of the squares of row r, for r < rows; 0 <= rows, cols <= 2^18, at most
// 2^24 elements between -2^20 and 2^20. So every sum fits in 64 bits.
void debug_energy(long long *out, const int *in, int rows, int cols);

#ifdef __cplusplus
}
#endif

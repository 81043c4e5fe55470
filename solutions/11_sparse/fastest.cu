// Lab 11, the speed test: a sparse product as fast as the memory allows
//
// No kernel is the best for all matrices. So there are two functions, as in cuSPARSE: the first one
// looks at the matrix, once, and makes a plan; the second one multiplies, many times.
//
//   1. Empty rows: the plan has a list of the other rows. Whoever multiplies never sees an empty
//      row; a memset has stored their zeros.
//   2. Rows of similar length: the kernel of part 3, or one in which every group of lanes has two
//      rows under way at the same time. How many lanes, how many rows? That depends on the lengths,
//      on the columns, on the caches. The plan tries all, and measures.
//   3. Other rows: tiles of the same number of nonzeros. A block loads the products of its tile
//      into shared memory, with all loads of a thread under way at the same time; then the rows of
//      the tile are added up, a long row by a warp. The plan knows where the rows of a tile begin.
//      Short rows: a block loads a few nonzeros more than its tile has, so that it has the whole
//      rows that begin there. It waits for nobody.
//   4. A long row may begin in one tile and end in another one. Each tile leaves the sum of its
//   last,
//      unfinished row in a word of its own; the tile where the row ends waits for the words of the
//      tiles before, as in the look-back of lab 05. So one launch is enough. A block takes the
//      number of its tile from a counter: tiles start in order, even if blocks do not.

#include "lab.h"
#include <limits.h>

enum {
    BLOCK = 256,
    LONGEST = 1024,       // nonzeros per lane: rows that are longer have no chance with lanes
    LONG_ROW = 64,        // of a tile: a warp adds it up
    MANY = 4 * WARP_SIZE, // tiles before: all warps of a block wait for their words
    LARGE = 1 << 20       // nonzeros: fewer are in the caches, and too few for many tiles
};
const unsigned ALL_LANES = 0xffffffff; // the mask of a whole warp
using Word = unsigned long long;

// One look at the matrix. `start` and `rows` are those of the rows that are not empty.
struct Plan {
    bool used;
    int way;
    int rows, longest;
    const int *start; // rows + 1; the matrix's own if no row is empty
    const int *row;   // NULL: all
    int *first_row;   // of each tile, and one more
    Word *carry;      // of each tile; behind them the next tile, which only grows
    unsigned tickets; // taken by earlier calls
    unsigned calls;
};

__device__ float add_warp(float sum)
{
    for (int distance = WARP_SIZE / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(ALL_LANES, sum, distance);
    return sum;
}

// Nonzeros are read once: they need no place in the L1 cache, where x may stay instead. This is
// not always faster, so the plan tries it.
enum Caching { IN_L1, PAST_L1 };

template <Caching WHERE>
__device__ int load(const int *p)
{
    int v;
    if (WHERE == IN_L1)
        return *p;
    asm volatile("ld.global.nc.L1::no_allocate.s32 %0, [%1];" : "=r"(v) : "l"(p));
    return v;
}
template <Caching WHERE>
__device__ float load(const float *p)
{
    float v;
    if (WHERE == IN_L1)
        return *p;
    asm volatile("ld.global.nc.L1::no_allocate.f32 %0, [%1];" : "=f"(v) : "l"(p));
    return v;
}
template <Caching WHERE>
__device__ int4 load(const int4 *p)
{
    int4 v;
    if (WHERE == IN_L1)
        return *p;
    asm volatile("ld.global.nc.L1::no_allocate.v4.s32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "l"(p));
    return v;
}
template <Caching WHERE>
__device__ float4 load(const float4 *p)
{
    float4 v;
    if (WHERE == IN_L1)
        return *p;
    asm volatile("ld.global.nc.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
                 : "l"(p));
    return v;
}

// ---- Lanes ----------------------------------------------------------------------------

// The kernel of part 3.
template <int LANES>
__global__ void __launch_bounds__(BLOCK)
    row_by_lanes(float *__restrict__ y, const int *__restrict__ start,
                 const int *__restrict__ row_number, const int *__restrict__ column,
                 const float *__restrict__ value, const float *__restrict__ x, int rows)
{
    int row = (blockIdx.x * BLOCK + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    float sum = 0;
    if (row < rows)
        for (int k = start[row] + lane, end = start[row + 1]; k < end; k += LANES)
            sum += value[k] * x[column[k]];
    for (int distance = LANES / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(ALL_LANES, sum, distance, LANES);
    if (row < rows && lane == 0)
        y[row_number ? row_number[row] : row] = sum;
}

template <int LANES>
static void multiply_row(float *y, SparseMatrix a, const float *x, Plan *p)
{
    row_by_lanes<LANES><<<ceil_div(p->rows, BLOCK / LANES), BLOCK>>>(y, p->start, p->row, a.column,
                                                                     a.value, x, p->rows);
}

// A group of LANES lanes has EACH rows, which are `groups` apart from each other.
template <int LANES, int EACH, Caching WHERE>
__global__ void __launch_bounds__(BLOCK)
    rows_by_lanes(float *__restrict__ y, const int *__restrict__ start,
                  const int *__restrict__ row_number, const int *__restrict__ column,
                  const float *__restrict__ value, const float *__restrict__ x, int rows)
{
    int group = (blockIdx.x * BLOCK + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    int groups = gridDim.x * (BLOCK / LANES);
    int k[EACH], end[EACH];
    float sum[EACH];
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        int row = group + i * groups;
        k[i] = row < rows ? start[row] + lane : 0;
        end[i] = row < rows ? start[row + 1] : 0;
        sum[i] = 0;
    }
    bool more = true;
    while (more) {
        int c[EACH];
        float v[EACH];
        more = false;
#pragma unroll
        for (int i = 0; i < EACH; i++) { // all loads are under way at the same time
            bool mine = k[i] < end[i];
            c[i] = mine ? load<WHERE>(&column[k[i]]) : 0;
            v[i] = mine ? load<WHERE>(&value[k[i]]) : 0;
        }
#pragma unroll
        for (int i = 0; i < EACH; i++) {
            if (k[i] < end[i])
                sum[i] += v[i] * x[c[i]];
            k[i] += LANES;
            more = more || k[i] < end[i];
        }
    }
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        for (int distance = LANES / 2; distance > 0; distance /= 2)
            sum[i] += __shfl_down_sync(ALL_LANES, sum[i], distance, LANES);
        int row = group + i * groups;
        if (row < rows && lane == 0)
            y[row_number ? row_number[row] : row] = sum[i];
    }
}

template <int LANES, int EACH, Caching WHERE>
static void multiply_rows(float *y, SparseMatrix a, const float *x, Plan *p)
{
    rows_by_lanes<LANES, EACH, WHERE><<<ceil_div(p->rows, BLOCK / LANES * EACH), BLOCK>>>(
        y, p->start, p->row, a.column, a.value, x, p->rows);
}

// ---- Tiles ----------------------------------------------------------------------------

// first_row[t]: the row of nonzero t * tile; behind the last tile, `rows`. WHOLE: the first row
// that begins there or behind.
template <bool WHOLE>
__global__ void find_first_rows(int *first_row, const int *start, int rows, int nonzeros, int tile,
                                int tiles)
{
    int t = blockIdx.x * BLOCK + threadIdx.x;
    if (t > tiles)
        return;
    int low = 0, high = rows; // the last row that begins at or before the nonzero
    long long nonzero = (long long)t * tile;
    if (nonzero >= nonzeros)
        low = rows;
    while (low + 1 < high) {
        int middle = low + (high - low) / 2;
        if (start[middle] <= nonzero)
            low = middle;
        else
            high = middle;
    }
    first_row[t] = WHOLE && low < rows && start[low] < nonzero ? low + 1 : low;
}

// The word of a tile: the number of the call, and the sum. Other blocks wait for the words. Relaxed
// is enough: no other word depends on one of these. As in lab 05, no header is needed.
__device__ Word look(Word *word)
{
    return __nv_atomic_load_n(word, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

__device__ void put(Word *word, unsigned call, float sum)
{
    Word told = (Word)call << 32 | __float_as_uint(sum);
    __nv_atomic_store_n(word, told, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

// The sum of the words of the tiles from `first` up to `end`, of every `stride`-th one. Four words
// are waited for at the same time: a row may have thousands of tiles.
__device__ float wait_for(Word *carry, int first, int end, int stride, unsigned call)
{
    float sum = 0;
    for (int t = first; t < end; t += 4 * stride) {
        Word word[4];
        bool here;
        do {
            here = true;
#pragma unroll
            for (int i = 0; i < 4; i++)
                word[i] = t + i * stride < end ? look(&carry[t + i * stride]) : (Word)call << 32;
#pragma unroll
            for (int i = 0; i < 4; i++)
                here = here && word[i] >> 32 == call;
        } while (!here);
        for (int i = 0; i < 4; i++)
            sum += __uint_as_float((unsigned)word[i]);
    }
    return sum;
}

// The products of nonzeros from `from` on: quads, `THREADS` of them side by side. Behind the last
// nonzero they are 0.
template <int THREADS, int QUADS, Caching WHERE>
__device__ void load_products(float (&own)[QUADS * 4], const int *__restrict__ column,
                              const float *__restrict__ value, const float *__restrict__ x,
                              int from, int nonzeros)
{
    int t = threadIdx.x;
    if (nonzeros - from >= THREADS * QUADS * 4) {
        int4 c[QUADS];
        float4 v[QUADS];
#pragma unroll
        for (int i = 0; i < QUADS; i++) { // all loads are under way at the same time
            c[i] = load<WHERE>((const int4 *)&column[from] + i * THREADS + t);
            v[i] = load<WHERE>((const float4 *)&value[from] + i * THREADS + t);
        }
#pragma unroll
        for (int i = 0; i < QUADS; i++) {
            own[4 * i] = v[i].x * x[c[i].x];
            own[4 * i + 1] = v[i].y * x[c[i].y];
            own[4 * i + 2] = v[i].z * x[c[i].z];
            own[4 * i + 3] = v[i].w * x[c[i].w];
        }
    } else {
#pragma unroll
        for (int i = 0; i < QUADS * 4; i++) {
            int k = from + (i / 4 * THREADS + t) * 4 + i % 4;
            own[i] = k < nonzeros ? value[k] * x[column[k]] : 0;
        }
    }
}

// So many lanes for a row that all threads have something to do.
__device__ int lanes_for(int rows, int threads)
{
    int lanes = 1;
    while (lanes < WARP_SIZE && lanes * 2 * rows <= threads)
        lanes *= 2;
    return lanes;
}

// Short rows: a block has the rows that begin among the `tile` nonzeros of its tile, and loads
// enough nonzeros behind the tile for the last of them. So it waits for nobody, and its first loads
// are those of the nonzeros.
template <int THREADS, int QUADS, Caching WHERE>
__global__ void __launch_bounds__(THREADS)
    whole_rows(float *__restrict__ y, const int *__restrict__ first_row,
               const int *__restrict__ start, const int *__restrict__ row_number,
               const int *__restrict__ column, const float *__restrict__ value,
               const float *__restrict__ x, int nonzeros, int tile)
{
    __shared__ __align__(16) float product[THREADS * QUADS * 4];
    int t = threadIdx.x, from = blockIdx.x * tile;
    int first = first_row[blockIdx.x], rows = first_row[blockIdx.x + 1] - first;
    float own[QUADS * 4];
    load_products<THREADS, QUADS, WHERE>(own, column, value, x, from, nonzeros);
    int lanes = lanes_for(rows, THREADS), part = t % lanes;
#pragma unroll
    for (int i = 0; i < QUADS; i++)
        ((float4 *)product)[i * THREADS + t] =
            make_float4(own[4 * i], own[4 * i + 1], own[4 * i + 2], own[4 * i + 3]);
    __syncthreads();
    for (int base = 0; base < rows; base += THREADS / lanes) {
        int i = base + t / lanes, row = first + i;
        float sum = 0;
        if (i < rows)
            for (int k = start[row] - from + part, end = start[row + 1] - from; k < end; k += lanes)
                sum += product[k];
        for (int distance = lanes / 2; distance > 0; distance /= 2)
            sum += __shfl_down_sync(ALL_LANES, sum, distance);
        if (i < rows && part == 0)
            y[row_number ? row_number[row] : row] = sum;
    }
}

template <int THREADS, int QUADS, Caching WHERE>
static void multiply_whole_rows(float *y, SparseMatrix a, const float *x, Plan *p)
{
    int tile = THREADS * QUADS * 4 - (p->longest + 3) / 4 * 4, n = ceil_div(a.nonzeros, tile);
    if (!p->first_row) {
        CUDA_CHECK(cudaMalloc(&p->first_row, (n + 1) * sizeof *p->first_row));
        find_first_rows<true><<<ceil_div(n + 1, BLOCK), BLOCK>>>(p->first_row, p->start, p->rows,
                                                                 a.nonzeros, tile, n);
    }
    whole_rows<THREADS, QUADS, WHERE>
        <<<n, THREADS>>>(y, p->first_row, p->start, p->row, a.column, a.value, x, a.nonzeros, tile);
}

template <int THREADS, int QUADS, Caching WHERE>
__global__ void __launch_bounds__(THREADS)
    tiles(float *__restrict__ y, Word *carry, const int *__restrict__ first_row,
          const int *__restrict__ start, const int *__restrict__ row_number,
          const int *__restrict__ column, const float *__restrict__ value,
          const float *__restrict__ x, int nonzeros, unsigned tickets, unsigned call)
{
    constexpr int TILE = THREADS * QUADS * 4, WARPS = THREADS / WARP_SIZE;
    __shared__ int my_tile;
    __shared__ __align__(16) float product[TILE];
    __shared__ int long_rows, long_row[TILE / LONG_ROW + 2];
    __shared__ float of_warp[WARPS]; // of the tiles before, if the first row begins there
    int t = threadIdx.x, warp = t / WARP_SIZE, lane = t % WARP_SIZE;
    if (t == 0) {
        long_rows = 0;
        my_tile = (int)(atomicAdd((unsigned *)&carry[gridDim.x], 1u) - tickets);
    }
    __syncthreads();
    int tile = my_tile;
    int from = tile * TILE, to = min(from + TILE, nonzeros);
    int first = first_row[tile], last = first_row[tile + 1];
    float own[QUADS * 4];
    load_products<THREADS, QUADS, WHERE>(own, column, value, x, from, nonzeros);
    if (first == last) { // a piece of one row
        float sum = 0;
#pragma unroll
        for (int i = 0; i < QUADS * 4; i++)
            sum += own[i];
        sum = add_warp(sum);
        if (lane == 0)
            product[warp] = sum;
        __syncthreads();
        if (warp == 0) {
            sum = add_warp(lane < WARPS ? product[lane] : 0);
            if (lane == 0)
                put(&carry[tile], call, sum);
        }
        return;
    }
#pragma unroll
    for (int i = 0; i < QUADS; i++)
        ((float4 *)product)[i * THREADS + t] =
            make_float4(own[4 * i], own[4 * i + 1], own[4 * i + 2], own[4 * i + 3]);
    __syncthreads();

    if (warp == 0) { // the row that goes on in the next tile
        float sum = 0;
        if (last < first_row[gridDim.x])
            for (int k = start[last] - from + lane; k < to - from; k += WARP_SIZE)
                sum += product[k];
        sum = add_warp(sum);
        if (lane == 0)
            put(&carry[tile], call, sum);
    }
    int count = last - first; // rows that end here
    int lanes = lanes_for(count, THREADS), part = t % lanes;
    for (int base = 0; base < count; base += THREADS / lanes) {
        int row = first + base + t / lanes;
        float sum = 0;
        bool ends = row < last, split = false, is_long = false;
        if (ends) {
            int k = start[row] - from, end = start[row + 1] - from;
            split = k < 0;
            is_long = split || end - k > LONG_ROW * lanes;
            if (!is_long)
                for (k += part; k < end; k += lanes)
                    sum += product[k];
        }
        for (int distance = lanes / 2; distance > 0; distance /= 2)
            sum += __shfl_down_sync(ALL_LANES, sum, distance);
        if (ends && part == 0) {
            if (is_long)
                long_row[atomicAdd(&long_rows, 1)] = row;
            else
                y[row_number ? row_number[row] : row] = sum;
        }
    }
    int begun = start[first] / TILE; // in this tile
    if (begun < tile && (warp == 0 || tile - begun > MANY)) {
        bool all = tile - begun > MANY; // all warps wait
        float sum =
            add_warp(wait_for(carry, begun + t, tile, all ? THREADS : (int)WARP_SIZE, call));
        if (lane == 0)
            of_warp[warp] = sum;
    }
    __syncthreads();
    for (int i = warp; i < long_rows; i += WARPS) {
        int row = long_row[i], begin = start[row], end = start[row + 1] - from;
        float sum = 0;
        for (int k = max(begin - from, 0) + lane; k < end; k += WARP_SIZE)
            sum += product[k];
        if (begin < from && lane < (tile - begun > MANY ? WARPS : 1))
            sum += of_warp[lane];
        sum = add_warp(sum);
        if (lane == 0)
            y[row_number ? row_number[row] : row] = sum;
    }
}

template <int THREADS, int QUADS, Caching WHERE>
static void multiply_tiles(float *y, SparseMatrix a, const float *x, Plan *p)
{
    enum { TILE = THREADS * QUADS * 4 };
    int n = ceil_div(a.nonzeros, TILE);
    if (!p->first_row) {
        CUDA_CHECK(cudaMalloc(&p->first_row, (n + 1) * sizeof *p->first_row));
        CUDA_CHECK(cudaMalloc(&p->carry, (n + 1) * sizeof *p->carry));
        CUDA_CHECK(cudaMemset(p->carry, 0, (n + 1) * sizeof *p->carry));
        p->tickets = 0;
        find_first_rows<false><<<ceil_div(n + 1, BLOCK), BLOCK>>>(p->first_row, p->start, p->rows,
                                                                  a.nonzeros, TILE, n);
    }
    tiles<THREADS, QUADS, WHERE><<<n, THREADS>>>(y, p->carry, p->first_row, p->start, p->row,
                                                 a.column, a.value, x, a.nonzeros, p->tickets,
                                                 ++p->calls);
    p->tickets += n;
}

// ---- The plan -------------------------------------------------------------------------

typedef void Multiply(float *y, SparseMatrix a, const float *x, Plan *plan);

static const struct {
    const char *name;
    int lanes;   // 0: tiles
    int longest; // a row for which it has a chance
    Multiply *multiply;
} ways[] = {
// clang-format off
#define LANES(lanes) {"lanes " #lanes, lanes, LONGEST * lanes, multiply_row<lanes>}
#define LANES_ROWS(lanes, each, where) \
    {"lanes " #lanes ", rows " #each " " #where, lanes, LONGEST * lanes, \
     multiply_rows<lanes, each, where>}
#define TILES(threads, quads, where) \
    {"tiles " #threads " x " #quads " " #where, 0, INT_MAX, multiply_tiles<threads, quads, where>}
#define WHOLE(threads, quads, where) \
    {"whole rows " #threads " x " #quads " " #where, 0, threads * quads / 2, \
     multiply_whole_rows<threads, quads, where>}
    // clang-format on
    LANES(1),
    LANES(2),
    LANES(4),
    LANES(8),
    LANES(16),
    LANES(32),
    LANES_ROWS(2, 2, IN_L1),
    LANES_ROWS(8, 2, IN_L1),
    LANES_ROWS(16, 2, IN_L1),
    LANES_ROWS(16, 2, PAST_L1),
    WHOLE(128, 2, PAST_L1),
    WHOLE(128, 4, PAST_L1),
    WHOLE(256, 1, PAST_L1),
    WHOLE(256, 2, PAST_L1),
    WHOLE(256, 2, IN_L1),
    WHOLE(192, 3, PAST_L1),
    WHOLE(384, 1, PAST_L1),
    WHOLE(512, 1, PAST_L1),
    WHOLE(512, 2, PAST_L1),
    TILES(128, 1, IN_L1),
    TILES(256, 1, IN_L1),
    TILES(256, 3, IN_L1),
    TILES(128, 1, PAST_L1),
    TILES(128, 2, PAST_L1),
    TILES(256, 1, PAST_L1),
    TILES(256, 2, PAST_L1),
    TILES(192, 3, PAST_L1),
    TILES(256, 3, PAST_L1),
    TILES(384, 2, PAST_L1),
    TILES(256, 5, PAST_L1),
    TILES(384, 3, PAST_L1),
    TILES(512, 1, PAST_L1),
    TILES(512, 2, PAST_L1)};
enum { WAYS = sizeof ways / sizeof *ways, PLANS = 64, RUNS = 5 };
static Plan plans[PLANS];

// The longest row, and how many rows are empty in each block.
__global__ void look_at_rows(int *longest, int *filled, const int *start, int rows)
{
    int row = blockIdx.x * BLOCK + threadIdx.x;
    int length = row < rows ? start[row + 1] - start[row] : 0;
    int count = __syncthreads_count(length > 0);
    for (int distance = WARP_SIZE / 2; distance > 0; distance /= 2)
        length = max(length, __shfl_down_sync(ALL_LANES, length, distance));
    if (threadIdx.x % WARP_SIZE == 0)
        atomicMax(longest, length);
    if (threadIdx.x == 0)
        filled[blockIdx.x] = count;
}

// place[b]: how many rows are not empty in the blocks before block b.
__global__ void list_rows(int *number, int *list_start, const int *place, const int *start,
                          int rows)
{
    __shared__ int of_warp[BLOCK / WARP_SIZE];
    int row = blockIdx.x * BLOCK + threadIdx.x, lane = threadIdx.x % WARP_SIZE;
    bool filled = row < rows && start[row + 1] > start[row];
    unsigned vote = __ballot_sync(ALL_LANES, filled);
    if (lane == 0)
        of_warp[threadIdx.x / WARP_SIZE] = __popc(vote);
    __syncthreads();
    int at = place[blockIdx.x] + __popc(vote & ((1u << lane) - 1));
    for (int w = 0; w < (int)threadIdx.x / WARP_SIZE; w++)
        at += of_warp[w];
    if (filled) {
        number[at] = row;
        list_start[at] = start[row];
    }
}

static void forget_tiles(Plan *p)
{
    CUDA_CHECK(cudaFree(p->first_row));
    CUDA_CHECK(cudaFree(p->carry));
    p->first_row = NULL;
    p->carry = NULL;
}

// Lists the rows that are not empty; returns the longest row.
static int list_filled_rows(Plan *p, SparseMatrix a)
{
    int blocks = ceil_div(a.rows, BLOCK), longest, *d_longest;
    int *place = (int *)malloc((blocks + 1) * sizeof *place);
    CUDA_CHECK(cudaMalloc(&d_longest, (blocks + 1) * sizeof longest));
    CUDA_CHECK(cudaMemset(d_longest, 0, sizeof longest));
    look_at_rows<<<blocks, BLOCK>>>(d_longest, d_longest + 1, a.start, a.rows);
    CUDA_CHECK(cudaMemcpy(place, d_longest, (blocks + 1) * sizeof *place, cudaMemcpyDeviceToHost));
    longest = place[0];
    int filled = 0;
    for (int b = 0; b < blocks; b++) {
        int count = place[b + 1];
        place[b] = filled;
        filled += count;
    }
    p->rows = filled;
    p->start = a.start;
    p->row = NULL;
    if (filled < a.rows) {
        int *number, *start;
        CUDA_CHECK(cudaMalloc(&number, (filled + 1) * sizeof *number));
        CUDA_CHECK(cudaMalloc(&start, (filled + 1) * sizeof *start));
        CUDA_CHECK(cudaMemcpy(d_longest, place, blocks * sizeof *place, cudaMemcpyHostToDevice));
        list_rows<<<blocks, BLOCK>>>(number, start, d_longest, a.start, a.rows);
        CUDA_CHECK(cudaMemcpy(&start[filled], &a.nonzeros, sizeof *start, cudaMemcpyHostToDevice));
        p->start = start;
        p->row = number;
    }
    CUDA_CHECK(cudaFree(d_longest));
    free(place);
    return longest;
}

static void multiply(float *y, SparseMatrix a, const float *x, Plan *p)
{
    if (p->row)
        CUDA_CHECK(cudaMemsetAsync(y, 0, a.rows * sizeof *y));
    if (p->rows > 0)
        ways[p->way].multiply(y, a, x, p);
    CUDA_CHECK(cudaGetLastError());
}

// Reads all of `other`, so that the caches have nothing of the matrix.
__global__ void read_other(const int4 *other, int n, int *never)
{
    int sum = 0;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        sum |= other[i].x;
    if (sum)
        *never = sum;
}

// Milliseconds of the fastest of some products. The simulator's times do not vary.
static float measure(float *y, SparseMatrix a, const float *x, Plan *p, int4 *other, int n)
{
    cudaEvent_t begin, end;
    float best = 1e30f, ms;
    CUDA_CHECK(cudaEventCreate(&begin));
    CUDA_CHECK(cudaEventCreate(&end));
    multiply(y, a, x, p);
    for (int run = cudasimSource ? 1 : RUNS; run > 0; run--) {
        if (n > 0)
            read_other<<<1024, BLOCK>>>(other, n, (int *)other);
        CUDA_CHECK(cudaEventRecord(begin));
        multiply(y, a, x, p);
        CUDA_CHECK(cudaEventRecord(end));
        CUDA_CHECK(cudaEventSynchronize(end));
        CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
        best = ms < best ? ms : best;
    }
    CUDA_CHECK(cudaEventDestroy(begin));
    CUDA_CHECK(cudaEventDestroy(end));
    return best;
}

// A plan for this matrix; y is written, too. -1: there are too many plans.
extern "C" int sparse_plan(float *y, SparseMatrix a, const float *x)
{
    int number = 0, best = 0;
    while (number < PLANS && plans[number].used)
        number++;
    if (number == PLANS)
        return -1;
    Plan *p = &plans[number];
    *p = Plan();
    p->used = true;
    if (a.rows == 0)
        return number;
    p->longest = list_filled_rows(p, a);
    float least = 1e30f;
    int4 *other; // 128 MB, if caches matter
    int n = a.nonzeros >= LARGE ? 1 << 23 : 0;
    CUDA_CHECK(cudaMalloc(&other, (n + 1) * sizeof *other));
    CUDA_CHECK(cudaMemset(other, 0, (n + 1) * sizeof *other));
    for (p->way = 0; p->way < WAYS; p->way++) {
        bool small = p->longest <= LONGEST && a.nonzeros < LARGE; // too few for many tiles
        if (p->longest > ways[p->way].longest || (ways[p->way].lanes == 0 && small))
            continue;
        float ms = measure(y, a, x, p, other, n);
        forget_tiles(p);
        if (ms < least) {
            least = ms;
            best = p->way;
        }
    }
    CUDA_CHECK(cudaFree(other));
    p->way = best;
    return number;
}

extern "C" const char *sparse_plan_name(int plan) { return ways[plans[plan].way].name; }

extern "C" void sparse_fastest(float *y, SparseMatrix a, const float *x, int plan)
{
    if (a.rows > 0)
        multiply(y, a, x, &plans[plan]);
}

extern "C" void sparse_forget(int plan)
{
    Plan *p = &plans[plan];
    forget_tiles(p);
    if (p->row) {
        CUDA_CHECK(cudaFree((void *)p->row));
        CUDA_CHECK(cudaFree((void *)p->start));
    }
    *p = Plan();
}

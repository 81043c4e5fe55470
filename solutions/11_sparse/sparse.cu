// Lab 11: Sparse matrices
//
// Goal    Multiply by a matrix with few nonzeros, whatever its rows look like; then find the
//         most important pages of a graph of links.
// Write   TODO 1 to TODO 8, kernels and launches; 150 short lines in all.
// Try     make run LAB=sparse       who is fastest for short, long, empty and giant rows
// Grade   make grade LAB=sparse     or, for one part: PART=1
// Pass    1. a product with one thread per row
//         2. a product with one warp per row
//         3. as many lanes per row as the rows need
//         4. every warp takes the same number of nonzeros; answers.txt says who wins when
//         5. a product with a dense matrix, read and written in whole rows
//         6. from a list of nonzeros to CSR form: count, scan, place
//         7. a step of PageRank, with pages that link nowhere
//         8. PageRank until it no longer changes; the host seldom asks
//         and in every part: no race, no access out of bounds
// Stuck?  make hint LAB=sparse PART=1      three hints per part, the first says the least

#include "lab.h"

enum {
    BLOCK = SPARSE_BLOCK // threads per block, in every part
};
const unsigned ALL_LANES = 0xffffffff; // the mask of a whole warp

// ---- Part 1: one thread per row -----------------------------------------------------

__global__ void product_threads(float *y, SparseMatrix a, const float *x)
{
    // BEGIN TODO 1a (about 6 lines): y[row] = the sum of value * x[column] over the row.
    int row = blockIdx.x * BLOCK + threadIdx.x;
    if (row >= a.rows)
        return;
    float sum = 0;
    for (int k = a.start[row]; k < a.start[row + 1]; k++)
        sum += a.value[k] * x[a.column[k]];
    y[row] = sum;
    // END TODO 1a
}

void sparse_threads(float *y, SparseMatrix a, const float *x)
{
    // BEGIN TODO 1b (about 2 lines): one thread per row; no launch without rows.
    if (a.rows > 0)
        product_threads<<<ceil_div(a.rows, BLOCK), BLOCK>>>(y, a, x);
    // END TODO 1b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 2: one warp per row -------------------------------------------------------

__global__ void product_warps(float *y, SparseMatrix a, const float *x)
{
    // BEGIN TODO 2a (about 10 lines): neighbouring lanes take neighbouring nonzeros of the row.
    // Then the lanes add up their sums by shuffles, and one lane writes.
    int row = (blockIdx.x * BLOCK + threadIdx.x) / WARP_SIZE;
    int lane = threadIdx.x % WARP_SIZE;
    if (row >= a.rows)
        return; // the whole warp
    float sum = 0;
    for (int k = a.start[row] + lane; k < a.start[row + 1]; k += WARP_SIZE)
        sum += a.value[k] * x[a.column[k]];
    for (int distance = WARP_SIZE / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(ALL_LANES, sum, distance);
    if (lane == 0)
        y[row] = sum;
    // END TODO 2a
}

void sparse_warps(float *y, SparseMatrix a, const float *x)
{
    // BEGIN TODO 2b (about 2 lines): one warp per row.
    if (a.rows > 0)
        product_warps<<<ceil_div(a.rows, BLOCK / WARP_SIZE), BLOCK>>>(y, a, x);
    // END TODO 2b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 3: as many lanes per row as the rows need -------------------------------------
//
// A warp is cut into groups of LANES lanes, and each group has a row of its own.

// The sum of `value` over the group, in its first lane at least. All lanes of the warp call this.
template <int LANES>
__device__ float add_lanes(float value)
{
    // BEGIN TODO 3a (about 3 lines): as in part 2, but only within the group.
    for (int distance = LANES / 2; distance > 0; distance /= 2)
        value += __shfl_down_sync(ALL_LANES, value, distance, LANES);
    return value;
    // END TODO 3a
    return 0; // without a solution
}

template <int LANES>
__global__ void product_lanes(float *y, SparseMatrix a, const float *x)
{
    // BEGIN TODO 3b (about 9 lines): the last warp may have groups without a row. Their lanes take
    // part in the shuffles, too.
    int row = (blockIdx.x * BLOCK + threadIdx.x) / LANES;
    int lane = threadIdx.x % LANES;
    float sum = 0;
    if (row < a.rows)
        for (int k = a.start[row] + lane; k < a.start[row + 1]; k += LANES)
            sum += a.value[k] * x[a.column[k]];
    sum = add_lanes<LANES>(sum);
    if (row < a.rows && lane == 0)
        y[row] = sum;
    // END TODO 3b
}

template <int LANES>
static void launch_lanes(float *y, SparseMatrix a, const float *x)
{
    if (a.rows > 0)
        product_lanes<LANES><<<ceil_div(a.rows, BLOCK / LANES), BLOCK>>>(y, a, x);
    CUDA_CHECK(cudaGetLastError());
}

// The number of lanes for a matrix: 1, 2, 4, 8, 16 or 32.
static int choose_lanes(int rows, int nonzeros)
{
    int lanes = 1;
    // BEGIN TODO 3c (about 3 lines): the mean length of the rows decides. How many nonzeros should
    // a lane have? Ask `make run`.
    while (lanes < WARP_SIZE && 4LL * lanes * rows < nonzeros)
        lanes *= 2;
    // END TODO 3c
    return lanes;
}

void sparse_lanes(float *y, SparseMatrix a, const float *x, int lanes)
{
    switch (lanes ? lanes : choose_lanes(a.rows, a.nonzeros)) {
    case 1: return launch_lanes<1>(y, a, x);
    case 2: return launch_lanes<2>(y, a, x);
    case 4: return launch_lanes<4>(y, a, x);
    case 8: return launch_lanes<8>(y, a, x);
    case 16: return launch_lanes<16>(y, a, x);
    default: return launch_lanes<32>(y, a, x);
    }
}

// ---- Part 4: every warp takes the same number of nonzeros ---------------------------------
//
// A warp takes SEGMENT neighbouring nonzeros, of one row or of many, 32 at a time. Their products
// are summed up row by row: a segmented scan.

enum { SEGMENT = 256 }; // nonzeros of a warp

// The row of nonzero k, which is one of first ... last. Of several rows that start at the same
// nonzero, all but the last one are empty.
__device__ int find_row(const int *start, int first, int last, int k)
{
    // BEGIN TODO 4a (about 8 lines): the last row that starts at k or before: a binary search.
    while (first < last) {
        int middle = first + (last - first + 1) / 2;
        if (start[middle] <= k)
            first = middle;
        else
            last = middle - 1;
    }
    // END TODO 4a
    return first;
}

// Adds to each lane's sum those of the lanes before it that have the same row. Lanes of one
// row are neighbours.
__device__ float scan_row(float sum, int row)
{
    // BEGIN TODO 4b (about 7 lines): the scan of Hillis and Steele (lab 05), by shuffles; but
    // nothing is added across the border of a row.
    int lane = threadIdx.x % WARP_SIZE;
    for (int distance = 1; distance < WARP_SIZE; distance *= 2) {
        float left = __shfl_up_sync(ALL_LANES, sum, distance);
        int left_row = __shfl_up_sync(ALL_LANES, row, distance);
        if (lane >= distance && left_row == row)
            sum += left;
    }
    // END TODO 4b
    return sum;
}

// y is 0 before.
__global__ void product_segments(float *y, SparseMatrix a, const float *x)
{
    int lane = threadIdx.x % WARP_SIZE;
    int begin = (blockIdx.x * BLOCK + threadIdx.x) / WARP_SIZE * SEGMENT;
    int end = min(begin + SEGMENT, a.nonzeros);
    if (begin >= end)
        return; // the whole warp
    // BEGIN TODO 4c (about 20 lines): 32 nonzeros at a time: each lane finds its row and its
    // product; scan_row; the last lane of a row adds the row's sum to y, because other warps may
    // have nonzeros of this row, too. The sum of the last row is not added yet, but carried to
    // the next 32 nonzeros: a long row then needs few atomics.
    int first = find_row(a.start, 0, a.rows - 1, begin);
    int last = find_row(a.start, first, a.rows - 1, end - 1);
    int carried_row = first;
    float carried = 0;
    for (int chunk = begin; chunk < end; chunk += WARP_SIZE) {
        int k = chunk + lane;
        int row = k < end ? find_row(a.start, first, last, k) : last;
        float sum = k < end ? a.value[k] * x[a.column[k]] : 0;
        if (lane == 0 && row == carried_row)
            sum += carried;
        else if (lane == 0)
            atomicAdd(&y[carried_row], carried);
        sum = scan_row(sum, row);
        int right_row = __shfl_down_sync(ALL_LANES, row, 1);
        if (lane < WARP_SIZE - 1 && right_row != row)
            atomicAdd(&y[row], sum);
        carried = __shfl_sync(ALL_LANES, sum, WARP_SIZE - 1);
        carried_row = __shfl_sync(ALL_LANES, row, WARP_SIZE - 1);
    }
    if (lane == 0)
        atomicAdd(&y[carried_row], carried);
    // END TODO 4c
}

void sparse_segments(float *y, SparseMatrix a, const float *x)
{
    // BEGIN TODO 4d (about 4 lines): y = 0; then as many warps as there are segments, at least 1
    // and at most 8 of them in a block.
    if (a.rows > 0)
        CUDA_CHECK(cudaMemsetAsync(y, 0, a.rows * sizeof *y));
    if (a.nonzeros > 0)
        product_segments<<<ceil_div(a.nonzeros, SEGMENT * (BLOCK / WARP_SIZE)), BLOCK>>>(y, a, x);
    // END TODO 4d
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 5: times a dense matrix -----------------------------------------------------
//
// b and c are stored row by row, so the elements of a row of b are neighbours.

__global__ void product_dense(float *c, SparseMatrix a, const float *b, int width)
{
    // BEGIN TODO 5a (about 8 lines): one thread per element of c; neighbouring threads compute
    // neighbouring elements of a row.
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= a.rows * width)
        return;
    int row = i / width, col = i % width;
    float sum = 0;
    for (int k = a.start[row]; k < a.start[row + 1]; k++)
        sum += a.value[k] * b[a.column[k] * width + col];
    c[i] = sum;
    // END TODO 5a
}

void sparse_dense(float *c, SparseMatrix a, const float *b, int width)
{
    // BEGIN TODO 5b (about 3 lines): one thread per element of c.
    if (a.rows * width > 0)
        product_dense<<<ceil_div(a.rows * width, BLOCK), BLOCK>>>(c, a, b, width);
    // END TODO 5b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 6: from a list to CSR form ----------------------------------------------------

__global__ void count_rows(int *count, const int *from_row, int nonzeros)
{
    // BEGIN TODO 6a (about 3 lines): count[r] = how many nonzeros row r has; it is 0 before.
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < nonzeros)
        atomicAdd(&count[from_row[i]], 1);
    // END TODO 6a
}

// start = the exclusive scan of the n counts, and start[n] = the sum of all. Given: one block, so
// it is slow for many rows; lab 05 has faster ones.
__global__ void scan_counts(int *start, const int *count, int n)
{
    __shared__ int total[BLOCK / WARP_SIZE];
    int lane = threadIdx.x % WARP_SIZE, warp = threadIdx.x / WARP_SIZE;
    int before = 0; // the sum of the tiles before
    for (int tile = 0; tile < n; tile += BLOCK) {
        int i = tile + threadIdx.x;
        int own = i < n ? count[i] : 0, sum = own;
        for (int distance = 1; distance < WARP_SIZE; distance *= 2) {
            int left = __shfl_up_sync(ALL_LANES, sum, distance);
            sum += lane >= distance ? left : 0;
        }
        if (lane == WARP_SIZE - 1)
            total[warp] = sum;
        __syncthreads();
        int warps_before = 0, all = 0;
        for (int w = 0; w < BLOCK / WARP_SIZE; w++) {
            warps_before += w < warp ? total[w] : 0;
            all += total[w];
        }
        if (i < n)
            start[i] = before + warps_before + sum - own;
        before += all;
        __syncthreads(); // all have read `total`
    }
    if (threadIdx.x == 0)
        start[n] = before;
}

// next[r] is the place of the next nonzero of row r.
__global__ void place_nonzeros(int *column, float *value, int *next, const int *from_row,
                               const int *from_column, const float *from_value, int nonzeros)
{
    // BEGIN TODO 6b (about 6 lines): one thread per nonzero. It takes a place in its row.
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= nonzeros)
        return;
    int place = atomicAdd(&next[from_row[i]], 1);
    column[place] = from_column[i];
    value[place] = from_value[i];
    // END TODO 6b
}

static void make_rows(int *start, int *column, float *value, const int *from_row,
                      const int *from_column, const float *from_value, int rows, int nonzeros)
{
    // BEGIN TODO 6c (about 12 lines): count; scan_counts (also without any row: start[0] = 0);
    // place. You need an array of your own for the counts, and for the next places.
    int *next;
    CUDA_CHECK(cudaMallocAsync(&next, (rows + 1) * sizeof *next, 0));
    CUDA_CHECK(cudaMemsetAsync(next, 0, (rows + 1) * sizeof *next));
    if (nonzeros > 0)
        count_rows<<<ceil_div(nonzeros, BLOCK), BLOCK>>>(next, from_row, nonzeros);
    scan_counts<<<1, BLOCK>>>(start, next, rows);
    CUDA_CHECK(cudaMemcpyAsync(next, start, rows * sizeof *next, cudaMemcpyDeviceToDevice));
    if (nonzeros > 0)
        place_nonzeros<<<ceil_div(nonzeros, BLOCK), BLOCK>>>(column, value, next, from_row,
                                                             from_column, from_value, nonzeros);
    CUDA_CHECK(cudaFreeAsync(next, 0));
    // END TODO 6c
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 7: a step of PageRank -----------------------------------------------------------

// The sum of `value` over the block, in thread 0. Given; all threads of the block call this.
__device__ double add_block(double value)
{
    __shared__ double of_warp[BLOCK / WARP_SIZE];
    for (int distance = WARP_SIZE / 2; distance > 0; distance /= 2)
        value += __shfl_down_sync(ALL_LANES, value, distance);
    if (threadIdx.x % WARP_SIZE == 0)
        of_warp[threadIdx.x / WARP_SIZE] = value;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int warp = 1; warp < BLOCK / WARP_SIZE; warp++)
            value += of_warp[warp];
    return value;
}

// *given, 0 before, becomes the sum of the ranks of the pages without links.
__global__ void add_dangling(double *given, LinkGraph g, const double *rank)
{
    // BEGIN TODO 7a (about 6 lines): one thread per page; one atomic per block.
    int page = blockIdx.x * BLOCK + threadIdx.x;
    bool dangling = page < g.pages && g.out[page] == 0;
    double sum = add_block(dangling ? rank[page] : 0);
    if (threadIdx.x == 0)
        atomicAdd(given, sum);
    // END TODO 7a
}

__global__ void pull_ranks(double *next, LinkGraph g, const double *rank, const double *given)
{
    // BEGIN TODO 7b (about 12 lines): what page p gets is a sum over its row, as in part 2. See
    // labs.h for the formula.
    int page = (blockIdx.x * BLOCK + threadIdx.x) / WARP_SIZE;
    int lane = threadIdx.x % WARP_SIZE;
    if (page >= g.pages)
        return; // the whole warp
    double sum = 0;
    for (int k = g.start[page] + lane; k < g.start[page + 1]; k += WARP_SIZE)
        sum += rank[g.source[k]] / g.out[g.source[k]];
    for (int distance = WARP_SIZE / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(ALL_LANES, sum, distance);
    if (lane == 0)
        next[page] = (1 - RANK_DAMPING) / g.pages + RANK_DAMPING * (sum + *given / g.pages);
    // END TODO 7b
}

void rank_step(double *next, LinkGraph g, const double *rank)
{
    // BEGIN TODO 7c (about 7 lines): a word for the sum of the dangling pages, set to 0; then both
    // kernels.
    double *given;
    CUDA_CHECK(cudaMallocAsync(&given, sizeof *given, 0));
    CUDA_CHECK(cudaMemsetAsync(given, 0, sizeof *given));
    add_dangling<<<ceil_div(g.pages, BLOCK), BLOCK>>>(given, g, rank);
    pull_ranks<<<ceil_div(g.pages, BLOCK / WARP_SIZE), BLOCK>>>(next, g, rank, given);
    CUDA_CHECK(cudaFreeAsync(given, 0));
    // END TODO 7c
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 8: until it no longer changes ------------------------------------------------------

__global__ void fill_ranks(double *rank, int pages)
{
    // BEGIN TODO 8a (about 3 lines): all pages have the same rank at the start.
    int page = blockIdx.x * BLOCK + threadIdx.x;
    if (page < pages)
        rank[page] = 1.0 / pages;
    // END TODO 8a
}

// *change, 0 before, becomes the sum of |next[p] - rank[p]|.
__global__ void add_changes(double *change, const double *next, const double *rank, int pages)
{
    // BEGIN TODO 8b (about 5 lines): as in 7a.
    int page = blockIdx.x * BLOCK + threadIdx.x;
    double sum = add_block(page < pages ? fabs(next[page] - rank[page]) : 0);
    if (threadIdx.x == 0)
        atomicAdd(change, sum);
    // END TODO 8b
}

void rank_converge(double *rank, int *steps, LinkGraph g, double epsilon)
{
    // BEGIN TODO 8c (about 20 lines): rounds of RANK_ROUND calls of rank_step, which is even: so
    // the ranks of an even step can always be in `rank`. Only after a round the change is computed,
    // and only the change is copied to the host.
    double *next, *d_change, change;
    CUDA_CHECK(cudaMallocAsync(&next, g.pages * sizeof *next, 0));
    CUDA_CHECK(cudaMallocAsync(&d_change, sizeof *d_change, 0));
    fill_ranks<<<ceil_div(g.pages, BLOCK), BLOCK>>>(rank, g.pages);
    *steps = 0;
    do {
        for (int i = 0; i < RANK_ROUND; i += 2) {
            rank_step(next, g, rank);
            rank_step(rank, g, next);
        }
        *steps += RANK_ROUND;
        CUDA_CHECK(cudaMemsetAsync(d_change, 0, sizeof *d_change));
        add_changes<<<ceil_div(g.pages, BLOCK), BLOCK>>>(d_change, rank, next, g.pages);
        CUDA_CHECK(cudaMemcpy(&change, d_change, sizeof change, cudaMemcpyDeviceToHost));
    } while (change > epsilon);
    CUDA_CHECK(cudaFreeAsync(d_change, 0));
    CUDA_CHECK(cudaFreeAsync(next, 0));
    // END TODO 8c
    CUDA_CHECK(cudaGetLastError());
}

// ---- What the grader calls (see common/labs.h); nothing to do here ---------------------------

// One thread per row sorts the nonzeros that make_rows() has placed: their order differs from run
// to run.
__global__ void sort_rows(const int *start, int *column, float *value, int rows, int nonzeros)
{
    int row = blockIdx.x * BLOCK + threadIdx.x;
    if (row >= rows)
        return;
    int begin = max(start[row], 0), end = min(start[row + 1], nonzeros);
    for (int k = begin + 1; k < end; k++) {
        int c = column[k], to = k;
        float v = value[k];
        for (; to > begin && (column[to - 1] > c || (column[to - 1] == c && value[to - 1] > v));
             to--) {
            column[to] = column[to - 1];
            value[to] = value[to - 1];
        }
        if (to < k) {
            column[to] = c;
            value[to] = v;
        }
    }
}

void sparse_from_list(int *start, int *column, float *value, const int *from_row,
                      const int *from_column, const float *from_value, int rows, int nonzeros)
{
    make_rows(start, column, value, from_row, from_column, from_value, rows, nonzeros);
    if (rows > 0)
        sort_rows<<<ceil_div(rows, BLOCK), BLOCK>>>(start, column, value, rows, nonzeros);
    CUDA_CHECK(cudaGetLastError());
}

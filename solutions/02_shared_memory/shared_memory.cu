// Lab 02: Shared memory, in tiles
//
// Goal    Load a tile of the data into shared memory once, use it often, and know in
//         advance what each access costs.
// Write   TODO 1 to TODO 7, kernels and launches, 145 short lines in all; and your
//         predictions in answers.txt, before you run the part.
// Try     make run LAB=shared_memory      the counters of every part, side by side
// Grade   make grade LAB=shared_memory    or, for one part: PART=1
// Pass    1. a shift in place: right, with barriers where they are needed
//         2. a transpose by tiles: whole sectors on both sides
//         3. the padded column: no bank conflicts
//         4. the swizzle: no bank conflicts, no padding
//         5. a stencil with halo: each element loaded about once
//         6. a matrix product by tiles: each element loaded once per tile
//         7. the same with 4 x 4 sums per thread: a quarter of the shared loads
//         and in every part: no race, no access out of bounds
// Stuck?  make hint LAB=shared_memory PART=1    three hints per part, the first says the least

#include "lab.h"

enum {
    DIM = TILE_DIM,       // parts 2 to 4: a tile has DIM x DIM elements
    ROWS = TILE_ROWS,     // a block has DIM x ROWS threads
    RADIUS = HALO_RADIUS, // part 5: the stencil reads elements up to RADIUS away
    TILE = PRODUCT_TILE,  // part 6: a tile has TILE x TILE elements, a block as many threads
    EACH = PRODUCT_EACH,  // part 7: a thread computes EACH x EACH sums
    BIG = PRODUCT_BIG     // so a block computes BIG x BIG elements
};

// ---- Part 1: a shift in place -----------------------------------------------------
//
// A block has its tile in shared memory and moves the tile one place to the left, several
// times. Every element is read by one thread and written by another: which thread must
// wait for which?

// One round: s[i] becomes s[i + 1] for all i < count - 1. All threads of the block call
// shift_once. When it returns, all threads see the new elements.
__device__ void shift_once(int *s, int count)
{
    // BEGIN TODO 1a (about 7 lines): read the neighbour, then write; two barriers.
    int i = threadIdx.x;
    bool moves = i + 1 < count;
    int value = moves ? s[i + 1] : 0;
    __syncthreads(); // all threads have read before one writes
    if (moves)
        s[i] = value;
    __syncthreads(); // all threads have written before one reads again
    // END TODO 1a
}

__global__ void shift(int *__restrict__ out, const int *__restrict__ in, int n, int rounds)
{
    // BEGIN TODO 1b (about 10 lines): load the elements of the block into shared memory
    // (blockDim.x or fewer); call shift_once `rounds` times; store the elements.
    extern __shared__ int s[]; // the launch gives its size
    int start = blockIdx.x * blockDim.x;
    int count = min((int)blockDim.x, n - start);
    int i = threadIdx.x;
    if (i < count)
        s[i] = in[start + i];
    __syncthreads(); // the tile is complete before a thread reads other elements
    for (int r = 0; r < rounds; r++)
        shift_once(s, count);
    if (i < count)
        out[start + i] = s[i];
    // END TODO 1b
}

void launch_shift(int *out, const int *in, int n, int rounds, int block)
{
    // BEGIN TODO 1c (about 3 lines): one block for every `block` elements, with an int
    // of shared memory for each element. A grid of 0 blocks is an error.
    int blocks = ceil_div(n, block);
    if (blocks > 0)
        shift<<<blocks, block, block * sizeof(int)>>>(out, in, n, rounds);
    // END TODO 1c
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 2: transpose by tiles ---------------------------------------------------
//
// A warp reads a row of `in` and writes a row of `out`: both are neighbouring words in
// global memory. The change from rows to columns happens in shared memory. The block has
// DIM x ROWS threads, so each thread moves DIM / ROWS elements.

__global__ void transpose(int *__restrict__ out, const int *__restrict__ in, int rows, int cols)
{
    // BEGIN TODO 2a (about 10 lines): rows of `in` to rows of a DIM x DIM tile, a
    // barrier, columns of the tile to rows of `out`. Check the bounds at the edges.
    __shared__ int tile[DIM][DIM];
    int x = blockIdx.x * DIM + threadIdx.x; // column and first row in `in`
    int y = blockIdx.y * DIM + threadIdx.y;
    for (int i = 0; i < DIM; i += ROWS)
        if (x < cols && y + i < rows)
            tile[threadIdx.y + i][threadIdx.x] = in[(size_t)(y + i) * cols + x];
    __syncthreads();
    x = blockIdx.y * DIM + threadIdx.x; // column and first row in `out`
    y = blockIdx.x * DIM + threadIdx.y;
    for (int i = 0; i < DIM; i += ROWS)
        if (x < rows && y + i < cols)
            out[(size_t)(y + i) * rows + x] = tile[threadIdx.x][threadIdx.y + i];
    // END TODO 2a
}

void launch_transpose(int *out, const int *in, int rows, int cols)
{
    // BEGIN TODO 2b (about 3 lines): one block for every tile of `in`, DIM x ROWS
    // threads; no launch if the matrix is empty.
    dim3 grid(ceil_div(cols, DIM), ceil_div(rows, DIM)), block(DIM, ROWS);
    if (rows > 0 && cols > 0)
        transpose<<<grid, block>>>(out, in, rows, cols);
    // END TODO 2b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 3: the padded column ----------------------------------------------------
//
// A column of the tile in part 2 is in one bank. With one more word per row, which is never
// used, the column is in all banks.

__global__ void transpose_padded(int *__restrict__ out, const int *__restrict__ in, int rows,
                                 int cols)
{
    // BEGIN TODO 3a (about 10 lines): part 2, except for one declaration.
    __shared__ int tile[DIM][DIM + 1]; // row r starts in bank r
    int x = blockIdx.x * DIM + threadIdx.x;
    int y = blockIdx.y * DIM + threadIdx.y;
    for (int i = 0; i < DIM; i += ROWS)
        if (x < cols && y + i < rows)
            tile[threadIdx.y + i][threadIdx.x] = in[(size_t)(y + i) * cols + x];
    __syncthreads();
    x = blockIdx.y * DIM + threadIdx.x;
    y = blockIdx.x * DIM + threadIdx.y;
    for (int i = 0; i < DIM; i += ROWS)
        if (x < rows && y + i < cols)
            out[(size_t)(y + i) * rows + x] = tile[threadIdx.x][threadIdx.y + i];
    // END TODO 3a
}

void launch_transpose_padded(int *out, const int *in, int rows, int cols)
{
    // BEGIN TODO 3b (about 3 lines): as in 2b.
    dim3 grid(ceil_div(cols, DIM), ceil_div(rows, DIM)), block(DIM, ROWS);
    if (rows > 0 && cols > 0)
        transpose_padded<<<grid, block>>>(out, in, rows, cols);
    // END TODO 3b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 4: the swizzle ----------------------------------------------------------
//
// There is no extra word: the tile stays DIM x DIM. The elements of a row stay in this row,
// but each row has another order.

// The word in which element (row, column) of the tile is stored.
__device__ int swizzled(int row, int column)
{
    int word = row * DIM + column;
    // BEGIN TODO 4a (1 line): another word of the same row, so that a row and also a
    // column use all banks.
    word = row * DIM + (column ^ row); // exclusive or with `row` permutes 0 ... DIM - 1
    // END TODO 4a
    return word;
}

__global__ void transpose_swizzled(int *__restrict__ out, const int *__restrict__ in, int rows,
                                   int cols)
{
    // BEGIN TODO 4b (about 10 lines): part 2, with tile[swizzled(row, column)].
    __shared__ int tile[DIM * DIM];
    int x = blockIdx.x * DIM + threadIdx.x;
    int y = blockIdx.y * DIM + threadIdx.y;
    for (int i = 0; i < DIM; i += ROWS)
        if (x < cols && y + i < rows)
            tile[swizzled(threadIdx.y + i, threadIdx.x)] = in[(size_t)(y + i) * cols + x];
    __syncthreads();
    x = blockIdx.y * DIM + threadIdx.x;
    y = blockIdx.x * DIM + threadIdx.y;
    for (int i = 0; i < DIM; i += ROWS)
        if (x < rows && y + i < cols)
            out[(size_t)(y + i) * rows + x] = tile[swizzled(threadIdx.x, threadIdx.y + i)];
    // END TODO 4b
}

void launch_transpose_swizzled(int *out, const int *in, int rows, int cols)
{
    // BEGIN TODO 4c (about 3 lines): as in 2b.
    dim3 grid(ceil_div(cols, DIM), ceil_div(rows, DIM)), block(DIM, ROWS);
    if (rows > 0 && cols > 0)
        transpose_swizzled<<<grid, block>>>(out, in, rows, cols);
    // END TODO 4c
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 5: a stencil with halo --------------------------------------------------
//
// A block computes HALO_X x HALO_Y elements, one per thread, and also needs the RADIUS
// elements around them: the halo. So there are more elements to load than threads.

__global__ void stencil(float *__restrict__ out, const float *__restrict__ in, int rows, int cols)
{
    // BEGIN TODO 5a (about 20 lines): load tile and halo into shared memory, 0 outside of
    // the matrix; a barrier; the nine-point sum of common/labs.h.
    constexpr int WIDE = HALO_X + 2 * RADIUS, HIGH = HALO_Y + 2 * RADIUS;
    constexpr int THREADS = HALO_X * HALO_Y, LOADS = (WIDE * HIGH + THREADS - 1) / THREADS;
    __shared__ float s[HIGH][WIDE];
    int left = blockIdx.x * HALO_X - RADIUS; // column and row of the element in s[0][0]
    int top = blockIdx.y * HALO_Y - RADIUS;
    int t = threadIdx.y * HALO_X + threadIdx.x;
    float value[LOADS];
    for (int i = 0; i < LOADS; i++) { // all loads are in flight before the first is needed
        int e = t + i * THREADS, row = top + e / WIDE, col = left + e % WIDE;
        bool inside = row >= 0 && row < rows && col >= 0 && col < cols;
        value[i] = e < WIDE * HIGH && inside ? in[(size_t)row * cols + col] : 0.0f;
    }
    for (int i = 0; i < LOADS; i++) {
        int e = t + i * THREADS;
        if (e < WIDE * HIGH)
            s[e / WIDE][e % WIDE] = value[i];
    }
    __syncthreads();
    int x = threadIdx.x + RADIUS, y = threadIdx.y + RADIUS;
    if (top + y < rows && left + x < cols) {
        float near = s[y - 1][x] + s[y + 1][x] + s[y][x - 1] + s[y][x + 1];
        float far = s[y - 2][x] + s[y + 2][x] + s[y][x - 2] + s[y][x + 2];
        out[(size_t)(top + y) * cols + left + x] = 16.0f * near - far - 60.0f * s[y][x];
    }
    // END TODO 5a
}

void launch_stencil(float *out, const float *in, int rows, int cols)
{
    // BEGIN TODO 5b (about 3 lines): one thread per element, HALO_X x HALO_Y per block.
    dim3 grid(ceil_div(cols, HALO_X), ceil_div(rows, HALO_Y)), block(HALO_X, HALO_Y);
    if (rows > 0 && cols > 0)
        stencil<<<grid, block>>>(out, in, rows, cols);
    // END TODO 5b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 6: a matrix product by tiles --------------------------------------------
//
// A block computes a tile of c. It goes along a row of tiles of `a` and a column of tiles
// of `b`: load one tile of each, multiply them, go to the next tiles.

__global__ void product(float *__restrict__ c, const float *__restrict__ a,
                        const float *__restrict__ b, int m, int k, int n)
{
    // BEGIN TODO 6a (about 16 lines): k in steps of TILE. In each step every thread loads
    // one element of each tile, 0 outside, and then does TILE multiplications.
    __shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0;
    for (int step = 0; step < k; step += TILE) {
        tile_a[y][x] = row < m && step + x < k ? a[(size_t)row * k + step + x] : 0.0f;
        tile_b[y][x] = step + y < k && col < n ? b[(size_t)(step + y) * n + col] : 0.0f;
        __syncthreads(); // both tiles are complete
        for (int i = 0; i < TILE; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        __syncthreads(); // no thread needs the tiles any more
    }
    if (row < m && col < n)
        c[(size_t)row * n + col] = sum;
    // END TODO 6a
}

void launch_product(float *c, const float *a, const float *b, int m, int k, int n)
{
    // BEGIN TODO 6b (about 3 lines): one block of TILE x TILE threads for every tile of c.
    dim3 grid(ceil_div(n, TILE), ceil_div(m, TILE)), block(TILE, TILE);
    if (m > 0 && n > 0)
        product<<<grid, block>>>(c, a, b, m, k, n);
    // END TODO 6b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 7: register blocking ----------------------------------------------------
//
// Part 6 loads two words of shared memory for every multiplication. A thread with
// EACH x EACH sums loads EACH elements of a column of `a` and EACH of a row of `b`, and
// multiplies each of the first with each of the second.

__global__ void product_registers(float *__restrict__ c, const float *__restrict__ a,
                                  const float *__restrict__ b, int m, int k, int n)
{
    // BEGIN TODO 7a (about 30 lines): tiles of BIG x TILE and TILE x BIG. Thread (x, y)
    // has the sums of rows y, y + TILE ... and columns x, x + TILE ... of its block.
    __shared__ float tile_a[BIG][TILE], tile_b[TILE][BIG];
    int x = threadIdx.x, y = threadIdx.y;
    int top = blockIdx.y * BIG, left = blockIdx.x * BIG;
    int t = y * TILE + x, bx = t % BIG, by = t / BIG; // a warp loads a row of tile_b
    float sum[EACH][EACH] = {};
    for (int step = 0; step < k; step += TILE) {
        for (int i = 0; i < EACH; i++) {
            int row = top + y + i * TILE, col = left + bx, deep = step + by + i * EACH;
            tile_a[y + i * TILE][x] =
                row < m && step + x < k ? a[(size_t)row * k + step + x] : 0.0f;
            tile_b[by + i * EACH][bx] = deep < k && col < n ? b[(size_t)deep * n + col] : 0.0f;
        }
        __syncthreads();
        for (int d = 0; d < TILE; d++) {
            float column[EACH], row[EACH]; // in registers, because all indices are constants
            for (int i = 0; i < EACH; i++) {
                column[i] = tile_a[y + i * TILE][d];
                row[i] = tile_b[d][x + i * TILE];
            }
            for (int i = 0; i < EACH; i++)
                for (int j = 0; j < EACH; j++)
                    sum[i][j] += column[i] * row[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < EACH; i++)
        for (int j = 0; j < EACH; j++) {
            int row = top + y + i * TILE, col = left + x + j * TILE;
            if (row < m && col < n)
                c[(size_t)row * n + col] = sum[i][j];
        }
    // END TODO 7a
}

void launch_product_registers(float *c, const float *a, const float *b, int m, int k, int n)
{
    // BEGIN TODO 7b (about 3 lines): as in 6b, but a block computes BIG x BIG elements of c.
    dim3 grid(ceil_div(n, BIG), ceil_div(m, BIG)), block(TILE, TILE);
    if (m > 0 && n > 0)
        product_registers<<<grid, block>>>(c, a, b, m, k, n);
    // END TODO 7b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Given: one warp that reads shared memory with a stride -----------------------

template <typename T>
__global__ void read_words(int *out, int stride)
{
    __shared__ T words[WARP_SIZE * (WARP_SIZE + 1)];
    int lane = threadIdx.x;
    for (int i = lane; i < WARP_SIZE * (WARP_SIZE + 1); i += WARP_SIZE)
        words[i] = i;
    __syncwarp();
    out[lane] = (int)words[lane * stride]; // the access that `make run` counts
}

// ---- What the grader calls (see common/labs.h); nothing to do here ----------------

void tile_shift(int *out, const int *in, int n, int rounds, int block)
{
    launch_shift(out, in, n, rounds, block);
}

void tile_transpose(int *out, const int *in, int rows, int cols)
{
    launch_transpose(out, in, rows, cols);
}

void tile_transpose_padded(int *out, const int *in, int rows, int cols)
{
    launch_transpose_padded(out, in, rows, cols);
}

void tile_transpose_swizzled(int *out, const int *in, int rows, int cols)
{
    launch_transpose_swizzled(out, in, rows, cols);
}

void tile_stencil(float *out, const float *in, int rows, int cols)
{
    launch_stencil(out, in, rows, cols);
}

void tile_product(float *c, const float *a, const float *b, int m, int k, int n)
{
    launch_product(c, a, b, m, k, n);
}

void tile_product_registers(float *c, const float *a, const float *b, int m, int k, int n)
{
    launch_product_registers(c, a, b, m, k, n);
}

void tile_read_words(int *out, int stride, int wide)
{
    if (wide)
        read_words<double><<<1, WARP_SIZE>>>(out, stride);
    else
        read_words<int><<<1, WARP_SIZE>>>(out, stride);
    CUDA_CHECK(cudaGetLastError());
}

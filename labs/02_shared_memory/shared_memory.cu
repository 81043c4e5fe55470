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
    // END TODO 1a
}

__global__ void shift(int *__restrict__ out, const int *__restrict__ in, int n, int rounds)
{
    // BEGIN TODO 1b (about 10 lines): load the elements of the block into shared memory
    // (blockDim.x or fewer); call shift_once `rounds` times; store the elements.
    // END TODO 1b
}

void launch_shift(int *out, const int *in, int n, int rounds, int block)
{
    // BEGIN TODO 1c (about 3 lines): one block for every `block` elements, with an int
    // of shared memory for each element. A grid of 0 blocks is an error.
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
    // END TODO 2a
}

void launch_transpose(int *out, const int *in, int rows, int cols)
{
    // BEGIN TODO 2b (about 3 lines): one block for every tile of `in`, DIM x ROWS
    // threads; no launch if the matrix is empty.
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
    // END TODO 3a
}

void launch_transpose_padded(int *out, const int *in, int rows, int cols)
{
    // BEGIN TODO 3b (about 3 lines): as in 2b.
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
    // END TODO 4a
    return word;
}

__global__ void transpose_swizzled(int *__restrict__ out, const int *__restrict__ in, int rows,
                                   int cols)
{
    // BEGIN TODO 4b (about 10 lines): part 2, with tile[swizzled(row, column)].
    // END TODO 4b
}

void launch_transpose_swizzled(int *out, const int *in, int rows, int cols)
{
    // BEGIN TODO 4c (about 3 lines): as in 2b.
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
    // END TODO 5a
}

void launch_stencil(float *out, const float *in, int rows, int cols)
{
    // BEGIN TODO 5b (about 3 lines): one thread per element, HALO_X x HALO_Y per block.
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
    // END TODO 6a
}

void launch_product(float *c, const float *a, const float *b, int m, int k, int n)
{
    // BEGIN TODO 6b (about 3 lines): one block of TILE x TILE threads for every tile of c.
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
    // END TODO 7a
}

void launch_product_registers(float *c, const float *a, const float *b, int m, int k, int n)
{
    // BEGIN TODO 7b (about 3 lines): as in 6b, but a block computes BIG x BIG elements of c.
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

// Lab 02: Shared memory, in tiles
//
// Goal    Bring a tile of the data into shared memory once, use it often, and know
//         beforehand what each access to it costs.
// Write   TODO 1 to TODO 7, kernels and launches, 135 short lines in all; and your
//         predictions into answers.txt, before you run the part they are about.
// Try     make run LAB=shared_memory      every part's counters, side by side
// Grade   make grade LAB=shared_memory    or, for one part: PART=1
// Pass    1. a shift in place: right, with barriers where they are needed
//         2. a transpose by tiles: whole sectors on both sides
//         3. the padded column: no bank conflicts
//         4. the swizzle: no bank conflicts, no padding
//         5. a stencil with halo: each element fetched about once
//         6. a matrix product by tiles: each element fetched once a tile
//         7. the same, 4 x 4 sums a thread: a quarter of the shared loads
//         and in every part: no race, no stray access
// Stuck?  make hint LAB=shared_memory PART=1    three hints a part, the mildest first

#include "lab.h"

enum {
    DIM = TILE_DIM,       // parts 2 to 4: a tile has DIM x DIM elements
    ROWS = TILE_ROWS,     // a block has DIM x ROWS threads
    RADIUS = HALO_RADIUS, // part 5: how far the stencil looks
    TILE = PRODUCT_TILE,  // part 6: a tile has TILE x TILE elements; so many threads
    EACH = PRODUCT_EACH,  // part 7: a thread computes EACH x EACH sums
    BIG = PRODUCT_BIG     // so a block computes BIG x BIG
};

// ---- Part 1: a shift in place -----------------------------------------------------
//
// A block has its tile in shared memory and moves it one place to the left, some
// times over. Every element is read by one thread and written by another: who
// waits for whom?

// One round: s[i] becomes s[i + 1] for all i < count - 1. All threads of the block
// call; when they return, every element is in place for all of them.
__device__ void shift_once(int *s, int count)
{
    // BEGIN TODO 1a (about 7 lines): read the neighbour, then write; two barriers.
    // END TODO 1a
}

__global__ void shift(int *out, const int *in, int n, int rounds)
{
    // BEGIN TODO 1b (about 10 lines): the block's elements into shared memory, as
    // many as blockDim.x or as there are; `rounds` times shift_once; back again.
    // END TODO 1b
}

void launch_shift(int *out, const int *in, int n, int rounds, int block)
{
    // BEGIN TODO 1c (about 3 lines): a block for every `block` elements, with an int
    // of shared memory for each; a grid of 0 blocks is an error.
    // END TODO 1c
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 2: transpose by tiles ---------------------------------------------------
//
// A warp reads a row of the tile and writes a row of the transpose: both are
// neighbours in global memory. The turn from one to the other happens in shared
// memory. The block is DIM x ROWS threads, so each thread moves DIM / ROWS elements.

__global__ void transpose(int *out, const int *in, int rows, int cols)
{
    // BEGIN TODO 2a (about 10 lines): rows of `in` to rows of a DIM x DIM tile, a
    // barrier, columns of the tile to rows of `out`. Mind the edges.
    // END TODO 2a
}

void launch_transpose(int *out, const int *in, int rows, int cols)
{
    // BEGIN TODO 2b (about 3 lines): a block for every tile of `in`, DIM x ROWS
    // threads; none if there is nothing to do.
    // END TODO 2b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 3: the padded column ----------------------------------------------------
//
// A column of part 2's tile lies in one bank. One more word a row, which nobody
// uses, and it lies in all of them.

__global__ void transpose_padded(int *out, const int *in, int rows, int cols)
{
    // BEGIN TODO 3a (about 10 lines): part 2, but for one declaration.
    // END TODO 3a
}

void launch_transpose_padded(int *out, const int *in, int rows, int cols)
{
    // BEGIN TODO 3b (about 3 lines): as 2b.
    // END TODO 3b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 4: the swizzle ----------------------------------------------------------
//
// No word to spare: the tile stays DIM x DIM. Each row keeps its elements, but in
// another order, and in each row another one.

// Where element (row, column) of the tile is kept.
__device__ int swizzled(int row, int column)
{
    int word = row * DIM + column;
    // BEGIN TODO 4a (1 line): another word of the same row, so that not only a row but
    // a column too covers all banks.
    // END TODO 4a
    return word;
}

__global__ void transpose_swizzled(int *out, const int *in, int rows, int cols)
{
    // BEGIN TODO 4b (about 10 lines): part 2, with tile[swizzled(row, column)].
    // END TODO 4b
}

void launch_transpose_swizzled(int *out, const int *in, int rows, int cols)
{
    // BEGIN TODO 4c (about 3 lines): as 2b.
    // END TODO 4c
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 5: a stencil with halo --------------------------------------------------
//
// A block computes HALO_X x HALO_Y elements, one a thread, and needs the RADIUS
// elements around them too: the halo. So there are more elements to load than threads.

__global__ void stencil(float *out, const float *in, int rows, int cols)
{
    // BEGIN TODO 5a (about 20 lines): tile and halo into shared memory, 0 outside of
    // the matrix; a barrier; the nine-point sum of common/labs.h.
    // END TODO 5a
}

void launch_stencil(float *out, const float *in, int rows, int cols)
{
    // BEGIN TODO 5b (about 3 lines): a thread for every element, HALO_X x HALO_Y a block.
    // END TODO 5b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 6: a matrix product by tiles --------------------------------------------
//
// A block computes a tile of c. It walks along a tile row of `a` and a tile column
// of `b`: load one tile of each, multiply them, go on.

__global__ void product(float *c, const float *a, const float *b, int m, int k, int n)
{
    // BEGIN TODO 6a (about 16 lines): k in steps of TILE; in each, an element of
    // either tile a thread, 0 outside, then TILE multiplications a thread.
    // END TODO 6a
}

void launch_product(float *c, const float *a, const float *b, int m, int k, int n)
{
    // BEGIN TODO 6b (about 3 lines): a block of TILE x TILE threads for every tile of c.
    // END TODO 6b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 7: register blocking ----------------------------------------------------
//
// Part 6 loads two words of shared memory for every multiplication. A thread with
// EACH x EACH sums loads EACH of a column of `a` and EACH of a row of `b`, and
// multiplies every one with every other.

__global__ void product_registers(float *c, const float *a, const float *b, int m, int k, int n)
{
    // BEGIN TODO 7a (about 30 lines): tiles of BIG x TILE and TILE x BIG. Thread (x, y)
    // has the sums of rows y, y + TILE ... and columns x, x + TILE ... of its block.
    // END TODO 7a
}

void launch_product_registers(float *c, const float *a, const float *b, int m, int k, int n)
{
    // BEGIN TODO 7b (about 3 lines): as 6b, but a block does BIG x BIG elements of c.
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

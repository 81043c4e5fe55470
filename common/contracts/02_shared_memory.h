// 02_shared_memory.h - what lab 02 has to define: tiles in shared memory.
//
// Matrices are stored row by row; any of the sizes may be 0. Sides are at most 2^18; an array or a
// matrix has at most 2^25 elements. Arrays do not overlap. Ints may have any value; floats are
// multiples of 1/4, so small that all sums are exact.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif

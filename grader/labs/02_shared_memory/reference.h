// reference.h - the results of lab 02, computed on the CPU.
//
// Each result is computed in another way than the kernels do it: the shift in one step instead of
// round by round, the stencil by adding each element to all results that it belongs to, the
// product as a sum of outer products. There are no tiles, except in the shift.
//
// Floats: the lab's inputs are quarters, so small that every sum and partial sum fits in the
// 24 bits of a float, in any order of additions. So nothing is rounded, and a kernel's output has
// to be equal.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Tiles of `tile` elements, each shifted left `rounds` times; the last element of a tile keeps
// its value.
void reference_tile_shift(int32_t *out, const int32_t *in, size_t n, size_t rounds, size_t tile);

// out[c][r] = in[r][c]; `in` has rows x cols elements.
void reference_tile_transpose(int32_t *out, const int32_t *in, size_t rows, size_t cols);

// 16 x the four neighbours - the four elements at distance 2 - 60 x the element itself. The
// inputs must be whole numbers, or as many quarters, of at most STENCIL_LIMIT.
enum { STENCIL_WEIGHTS = 4 * 16 + 4 + 60, STENCIL_LIMIT = (1 << 24) / STENCIL_WEIGHTS };
void reference_tile_stencil(float *out, const float *in, size_t rows, size_t cols);

// c = a b; a is m x k, b is k x n. The inputs must be whole numbers, or as many quarters,
// of at most the limit: the largest v with k v^2 <= 2^24, and at most 4095.
int reference_product_limit(size_t k);
void reference_tile_product(float *c, const float *a, const float *b, size_t m, size_t k, size_t n);

// For tests. The wavefronts of a read by a warp: the largest number of different words in one of
// the 32 banks. Lane l reads the 32-bit word `base + l * stride`. A `wide` access reads words 2 i
// and 2 i + 1 of element i = base + l * stride, half a warp at a time.
int reference_wavefronts(int base, int stride, int wide);

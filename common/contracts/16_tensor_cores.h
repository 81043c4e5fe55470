// 16_tensor_cores.h - what lab 16 has to define: products of matrices by tensor cores.
//
// Matrices are stored row by row, one behind the other, unless it says otherwise. An unsigned short
// holds the bits of a half. All arrays are aligned to 16 bytes. All counts may be 0. The results
// are exact: elements are small enough for that.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TENSOR_M = 16, // one mma.m16n8k16: A has 16 x 16 elements, B 16 x 8, C 16 x 8
    TENSOR_N = 8,
    TENSOR_K = 16,
    TENSOR_DEEP = 32, // along k, parts 6 and 7
    TENSOR_TILE = 64  // side of a tile, parts 4, 5 and 8
};
enum { FRAGMENT_a, FRAGMENT_b, FRAGMENT_c };        // part 1
enum { TYPE_f16, TYPE_bf16, TYPE_tf32, TYPE_e4m3 }; // part 6

// Part 1: `count` fragments become matrices. A lane has e elements of a fragment, 8 of A or 4 of B
// or C; element i of lane l of fragment f is in[(f * 32 + l) * e + i]. Elements 2j and 2j + 1 share
// a register of a or b.
void place_fragments(float *out, const float *in, int count, int which);

// Part 2: `count` products c = a b of 16 x 16 by 16 x 16.
void wmma_products(float *c, const unsigned short *a, const unsigned short *b, int count);

// Part 3: `count` products c = a b of 16 x 16 by 16 x 8.
void mma_products(float *c, const unsigned short *a, const unsigned short *b, int count);

// Part 4: `count` products c = a b of 64 x 64 by 64 x 64.
void swizzled_products(float *c, const unsigned short *a, const unsigned short *b, int count);

// Part 5: c = a b; a has m x k elements, b k x n. All sides are multiples of TENSOR_TILE.
void staged_product(float *c, const unsigned short *a, const unsigned short *b, int m, int k,
                    int n);

// Part 6: `count` products of 16 x 32 by 32 x 8. The elements of a and b are rounded to a type, to
// the nearest value (a tie to the even one, but in TYPE_tf32 away from 0). c is their product, and
// error is c minus the product of the elements that are not rounded, computed in double.
void typed_products(float *c, double *error, const float *a, const float *b, int count, int type);

// Part 7: c[i][j] = row_scale[i] * col_scale[j] * (sum over x of a[i][x] * b[j][x]); a is m x k, b
// has its columns one behind the other: n x k. m, k and n are multiples of 16, 32 and 8.
void scaled_product(float *c, const signed char *a, const signed char *b, const float *row_scale,
                    const float *col_scale, int m, int k, int n);

// Part 8: `count` products c = a b of 64 x 64 by 64 x 64; b has its columns one behind the other.
void wgmma_products(float *c, const unsigned short *a, const unsigned short *b, int count);

// Part 9, fastest.cu: c = a b; a has m x k elements, b k x n, of any sides.
void half_product_fastest(float *c, const unsigned short *a, const unsigned short *b, int m, int k,
                          int n);

#ifdef __cplusplus
}
#endif

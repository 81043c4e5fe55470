// tensor.h - sums of products as the tensor cores of an H200 make them, to the last bit.
//
// A tensor core adds all products of one instruction and the accumulator at once. It finds the
// largest exponent of all (of a product: the sum of its factors' exponents), cuts every number
// to a fixed number of binary places below that exponent, adds what is left exactly, and rounds
// once:
//
//   f16, bf16, tf32   25 places; f32 results are cut, f16 results rounded to nearest
//   e4m3, e5m2        wgmma: 13 places, also of an f32 result. mma: two sums of f16 (see
//   exec_mma.c)
//
// So a sum depends neither on the order of the products nor on how they are grouped. Subnormals are
// numbers like others; a sum of 0 is +0; a NaN is 0x7fffffff or 0x7fff.
// Found by tests/gpu/mma_probe.cu, whose results on an H200 are tests/data/h200_mma.csv.
#pragma once

#include "round.h"

enum {
    TENSOR_K = 64,           // the longest row
    TENSOR_ROWS = 16,        // of a tile of A
    TENSOR_ABSENT = -100000, // the exponent of an element that has no product,
    TENSOR_NOTHING = -10000, // of a zero,
    TENSOR_INF = 20000,      // of an infinity,
    TENSOR_NAN = 40000       // of a NaN
};

// A column of B: sig * 2^(exp - digits of the format). Multiples of 16 elements; those that nobody
// has set are absent.
typedef struct {
    int32_t sig[TENSOR_K], exp[TENSOR_K];
} TensorColumn;

// All rows of a tile of A, side by side: their sums are vector code.
typedef struct {
    int32_t sig[TENSOR_K][TENSOR_ROWS], exp[TENSOR_K][TENSOR_ROWS];
} TensorRows;

void tensor_clear_rows(TensorRows *r, unsigned n);
void tensor_set_row(TensorRows *r, unsigned row, unsigned i, uint32_t bits, Format f);
void tensor_clear(TensorColumn *c, unsigned n);
void tensor_set(TensorColumn *c, unsigned i, uint32_t bits, Format f);

typedef struct {
    unsigned n;       // products, a multiple of 16
    int shift;        // places minus the digits of both factors: see tensor_shape()
    int places, keep; // keep: digits of an f32 result
    bool half;        // accumulator and result are f16, else f32
} TensorSum;

TensorSum tensor_shape(unsigned n, Format a, Format b, int places, int keep, bool half);
// For each row of A, the bits of c + a[0] b[0] + a[1] b[1] + ...
void tensor_sums(const TensorSum *t, const uint32_t c[TENSOR_ROWS], const TensorRows *a,
                 const TensorColumn *b, uint32_t d[TENSOR_ROWS]);

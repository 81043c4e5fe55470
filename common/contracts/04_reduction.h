// 04_reduction.h - what lab 04 has to define: a sum in six ways.
//
// `in` has n elements, 0 <= n <= 2^30. The sum of no elements is 0. In no order of the additions
// a sum of ints overflows.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif

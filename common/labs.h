// labs.h - the contract: the host functions that each lab's file defines and
// the grader calls. One section a lab, in the order of the labs.
//
// Rules for all of them, unless a section says otherwise: pointers are device memory;
// the function launches kernels and need not wait for them; it keeps nothing that a second call with
// other arguments could trip over. C linkage, so that a name is a name.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// ---- 04_reduction: a sum in six ways --------------------------------------------
//
// `in` has n elements, 0 <= n <= 2^30. The sum of no elements is 0.

enum {
    REDUCE_BLOCK = 256,            // threads of a block, in every part
    REDUCE_TILE = 4 * REDUCE_BLOCK // elements a block takes at a time in 4 and 5
};

// Parts 1 to 3: one partial sum a block. partial[b] is the sum of elements
// b * REDUCE_BLOCK up to, not including, (b + 1) * REDUCE_BLOCK, or to the
// end of `in`. So ceil(n / REDUCE_BLOCK) sums are written: none for n = 0.
void reduce_neighbored_int(int *partial, const int *in, int n);
void reduce_neighbored_float(float *partial, const float *in, int n);
void reduce_consecutive_int(int *partial, const int *in, int n);
void reduce_consecutive_float(float *partial, const float *in, int n);
void reduce_halves_int(int *partial, const int *in, int n);
void reduce_halves_float(float *partial, const float *in, int n);

// Parts 4 and 5: exactly `blocks` partial sums, whatever n is. Cut `in` into
// tiles of REDUCE_TILE elements; partial[b] is the sum of the tiles b, b +
// blocks, b + 2 * blocks ..., and 0 if there is none. blocks >= 1.
void reduce_strided_int(int *partial, int blocks, const int *in, int n);
void reduce_strided_float(float *partial, int blocks, const float *in, int n);
void reduce_shuffle_int(int *partial, int blocks, const int *in, int n);
void reduce_shuffle_float(float *partial, int blocks, const float *in, int n);

// Part 6: *out is the sum of all n elements, by a single launch. For the same
// input the float sum has the same bits in every run.
void reduce_single_int(int *out, const int *in, int n);
void reduce_single_float(float *out, const float *in, int n);

#ifdef __cplusplus
}
#endif

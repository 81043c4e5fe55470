// streams.h - lab 07 on the CPU, in another way than its kernels.
#pragma once

#include <stddef.h>
#include <stdint.h>

// x after `steps` steps of the generator, without going through them: steps compose, and
// two halves of the way are the same step, so log2(steps) multiplications are enough.
uint32_t reference_jump(uint32_t x, uint64_t steps);

// out[i] = in[i] after `steps` steps; returns the exclusive or of all of out.
uint32_t reference_advance(uint32_t *out, const uint32_t *in, size_t n, uint64_t steps);

// c = a * b for n x n matrices of integers whose products and sums are exact: in 64-bit
// integers, by columns of b.
void reference_matrix_product(double *c, const double *a, const double *b, size_t n);

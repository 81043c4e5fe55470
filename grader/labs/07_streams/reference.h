// reference.h - the results of lab 07, computed on the CPU in another way than the kernels do it.
#pragma once

#include <stddef.h>
#include <stdint.h>

// x after `steps` steps of the generator, with about 2 log2(steps) multiplications: 2 k steps are
// one map, which is made from the map of k steps.
uint32_t reference_jump(uint32_t x, uint64_t steps);

// out[i] = in[i] after `steps` steps; returns the exclusive or of all elements of out.
uint32_t reference_advance(uint32_t *out, const uint32_t *in, size_t n, uint64_t steps);

// c = a * b for n x n matrices of integers whose products and sums are exact. Computed in 64-bit
// integers, column by column of b.
void reference_matrix_product(double *c, const double *a, const double *b, size_t n);

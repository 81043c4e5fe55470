// reference.h - the results of lab 20, computed on the CPU.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef enum { LIMIT_warps, LIMIT_blocks, LIMIT_registers, LIMIT_shared } ResidentLimit;

// What a wrong computation of residents leaves out; FORGOT_nothing is the right one.
typedef enum {
    FORGOT_nothing,
    FORGOT_part_of_a_warp,  // the last warp of a block counts, too, if it is not full
    FORGOT_register_units,  // a warp's registers come in units of 256
    FORGOT_four_partitions, // a warp's registers are of one of four partitions
    FORGOT_reserved,        // 1 KB of shared memory of each block is CUDA's
    FORGOT_shared_units,    // shared memory comes in units of 128 bytes
    FORGOT_KINDS
} Forgot;

// Warps resident on a multiprocessor of an H200, by putting in block after block until one does not
// fit. *limit (may be NULL) is the first of what it lacks.
int reference_resident(int registers, int shared, int threads, Forgot forgot, int *limit);

// The value of `window` ones (an odd number) that has as many below it as above it.
int32_t reference_median(const int32_t *in, size_t window);
// rank[j]: how many of v[0], v[stride] ... come before value j. `values` of them.
void reference_ranks(int32_t *rank, const int32_t *v, size_t values, size_t stride);
// a[0] * x^(terms - 1) + ... + a[terms - 1], modulo 2^32, from the sum of its products.
uint32_t reference_value(const uint32_t *a, size_t terms, uint32_t x);
// After so many steps x = 1664525 * x + 1013904223: one product and one sum for each bit of
// `steps`.
uint32_t reference_stepped(uint32_t x, unsigned steps);
uint32_t reference_rotated(uint32_t x, unsigned by); // to the left, bit by bit; by < 32

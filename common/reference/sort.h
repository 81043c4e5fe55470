// sort.h - sorting by the CPU, to judge lab 06 by.
//
// An order of the items' places is sorted, by a heap: items with equal keys are told
// apart by where they were, so there is one right order, the stable one, and a heap needs no
// stability to find it. None of the lab's kernels sorts that way.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Items are `words` int32_t each, the first of which is the key: 1 for ints, 2 for pairs.
// out[0 .. n) becomes in[0 .. n) in ascending order of the keys, stably.
void reference_sort(int32_t *out, const int32_t *in, size_t n, size_t words);

// Sorted runs of `width` items, the last one perhaps shorter, become sorted runs of
// 2 * width items, stably.
void reference_merge_pass(int32_t *out, const int32_t *in, size_t width, size_t n, size_t words);

// How many comparators the bitonic network for 2^log2n items has: n / 2 in each step, and
// 1 + 2 + ... + log2n steps.
uint64_t reference_bitonic_comparisons(unsigned log2n);

// How many pairs of neighbours n steps of odd-even transposition compare.
uint64_t reference_odd_even_comparisons(size_t n);

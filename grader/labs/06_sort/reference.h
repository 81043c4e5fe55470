// reference.h - the results of lab 06, computed on the CPU.
//
// A heap sorts the items by key and, for equal keys, by their place in the input. So there is one
// right order, the stable one, although a heap sort is not stable by itself. None of the lab's
// kernels uses a heap.
#pragma once

#include <stddef.h>
#include <stdint.h>

// An item is `words` int32_t, of which the first is the key: 1 for ints, 2 for pairs.
// out[0 .. n) becomes in[0 .. n) in ascending order of the keys, stably.
void reference_sort(int32_t *out, const int32_t *in, size_t n, size_t words);

// Sorted runs of `width` items, the last one perhaps shorter, become sorted runs of
// 2 * width items, stably.
void reference_merge_pass(int32_t *out, const int32_t *in, size_t width, size_t n, size_t words);

// For tests, here and below. The number of comparators in the bitonic network for n = 2^log2n
// items: n / 2 in each of 1 + 2 + ... + log2n steps.
uint64_t reference_bitonic_comparisons(unsigned log2n);

// The number of pairs that n steps of odd-even transposition compare.
uint64_t reference_odd_even_comparisons(size_t n);

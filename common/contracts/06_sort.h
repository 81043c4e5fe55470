// 06_sort.h - what lab 06 has to define: seven ways to put things in order.
//
// Items are ints, or pairs of an int key and an int value that moves with its key; keys
// may be any ints. 0 <= n <= 2^24. `out` and `in` do not overlap, and `in` does not change.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SORT_BLOCK = 256,                   // threads per block, in every part
    SORT_ITEMS = 4,                     // outputs that a thread merges
    SORT_TILE = SORT_ITEMS * SORT_BLOCK // items that a block merges
};

// Aligned to 8 bytes, so that one 64-bit load reads key and value.
typedef struct __attribute__((aligned(8))) {
    int key, value;
} SortPair;

// Parts 1, 2, 4 to 7: out[0 .. n) is in[0 .. n) in ascending order of the keys.
// Parts 1, 4, 5 and 6 are stable: items with equal keys keep their order.
void sort_odd_even_int(int *out, const int *in, int n);
void sort_odd_even_pair(SortPair *out, const SortPair *in, int n);
void sort_bitonic_int(int *out, const int *in, int n);
void sort_bitonic_pair(SortPair *out, const SortPair *in, int n);
void sort_merge_int(int *out, const int *in, int n);
void sort_merge_pair(SortPair *out, const SortPair *in, int n);
void sort_split_int(int *out, const int *in, int n);
void sort_split_pair(SortPair *out, const SortPair *in, int n);
void sort_digits_int(int *out, const int *in, int n);
void sort_digits_pair(SortPair *out, const SortPair *in, int n);
void sort_quick_int(int *out, const int *in, int n);
void sort_quick_pair(SortPair *out, const SortPair *in, int n);

// Part 3: one pass of merges. `in` consists of sorted runs of `width` items; the last
// run may be shorter. In `out` the first two runs are one sorted run, the next two
// are another ... and a run without a partner is copied. Stable. `width` is a multiple
// of SORT_TILE / 2, at most 2^24.
void sort_merge_pass_int(int *out, const int *in, int width, int n);
void sort_merge_pass_pair(SortPair *out, const SortPair *in, int width, int n);

// The race, in fastest.cu: `in` or `keys` in ascending order, with the values of pairs; stable. 0
// <= n < 2^30. The spare arrays have room for n elements each, with any contents before and after.
// The arrays do not overlap, and all of them are aligned to 16 bytes, as memory from cudaMalloc is.
// Keys and values are any ints; `in`, `keys` and `values` do not change.
void merge_sort_fastest(int *out, int *spare, const int *in, size_t n);
void radix_sort_fastest(int *out, int *spare, const int *keys, size_t n);
void radix_sort_pairs_fastest(int *keys_out, int *values_out, int *keys_spare, int *values_spare,
                              const int *keys, const int *values, size_t n);

#ifdef __cplusplus
}
#endif

// 03_atomics.h - what lab 03 has to define: many threads, one word.
//
// 0 <= n <= 2^25 elements everywhere, of any value. All results are added to the values that are
// already there; no count overflows an int.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    ATOMICS_BLOCK = 256, // threads per block, in every part
    ATOMICS_BINS = 256   // bins of the histograms: one for each value of a byte
};

// Part 1: adds to *result the number of elements above `limit`. The first function is given, and
// wrong: it loses updates, and shows how many.
void count_lost(int *result, const int *in, int n, int limit);
void count_above(int *result, const int *in, int n, int limit);

// Parts 2 and 3: the indices of all elements above `limit` go into a list, in any order.
// *size, 0 before, is then the length; seen[i] grows by the number of times that i is in the list.
void push_back_each(int *size, int *seen, const int *in, int n, int limit);
void push_back_warp(int *size, int *seen, const int *in, int n, int limit);

// Parts 4 and 5: bins[b] grows by the number of elements that are b.
void bytes_global(unsigned *bins, const unsigned char *in, int n);
void bytes_private(unsigned *bins, const unsigned char *in, int n);

// Part 6: *result becomes the maximum of the elements and its old value. No NaN; all finite floats
// may occur, and *result may be -INFINITY before.
void max_float(float *result, const float *in, int n);

// Part 7: record[0] grows by n, record[1] by the sum of the elements, which need not fit into an
// int; record[2] becomes the maximum of the elements and its old value.
void locked_record(long long *record, const int *in, int n);

// Part 8, the race, in fastest.cu: as parts 4 and 5, for 0 <= n < 2^32; `in` is aligned to 16
// bytes, as memory from cudaMalloc is. In the simulator the structure is graded: sectors, requests,
// wavefronts, atomics. `make race` measures the function on a GPU, beside CUB.
void bytes_fastest(unsigned *bins, const unsigned char *in, size_t n);

#ifdef __cplusplus
}
#endif

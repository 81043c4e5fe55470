// 05_scan.h - what lab 05 has to define: running sums, in a block and of any length.
//
// Inclusive: out[i] = in[0] + ... + in[i]. Exclusive: out[i] = in[0] + ... + in[i - 1],
// and out[0] = 0. `out` and `in` do not overlap. No sum overflows. n >= 0; for n = 0
// nothing is written.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SCAN_BLOCK = 1024,             // threads per block, at most; also elements in parts 2 and 3
    SCAN_SECTION = 2 * SCAN_BLOCK, // elements of one block, two per thread: parts 4 and 5
    SCAN_LARGEST = 1 << 30,        // parts 6 to 9 and 11: 0 <= n <= SCAN_LARGEST
    SCAN_WIDEST = 1 << 23,         // part 10: width, and radius
    SCAN_TALLEST = 65535           // part 10: height, since a grid has no more blocks in y
};

// Part 1, n <= 2^17; parts 2 and 3, n <= SCAN_BLOCK; parts 4 and 5, n <= SCAN_SECTION.
void scan_serial_inclusive(int *out, const int *in, int n);
void scan_serial_exclusive(int *out, const int *in, int n);
void scan_hillis_inclusive(int *out, const int *in, int n);
void scan_hillis_exclusive(int *out, const int *in, int n);
void scan_in_place(int *out, const int *in, int n);   // inclusive
void scan_blelloch(int *out, const int *in, int n);   // exclusive
void scan_brent_kung(int *out, const int *in, int n); // inclusive

// Parts 6 to 8, all inclusive.
void scan_three_kernels(int *out, const int *in, int n);
void scan_hierarchical(int *out, const int *in, int n);
void scan_look_back(int *out, const int *in, int n);

// Part 9: writes the elements of `in` that are greater than `limit`, in their order, to the
// front of `out`, and their number to *count. `out` has room for these elements only. Elements
// and limit may be any ints.
void scan_compact(int *out, int *count, const int *in, int n, int limit);

// Part 10: pictures of width * height pixels, row by row, fewer than 2^23; 0 <= width, radius <=
// SCAN_WIDEST, 0 <= height <= SCAN_TALLEST. So no sum overflows. table(x, y) is
// the sum of all pixels (i, j) with i <= x and j <= y. out(x, y) is the mean of the pixels
// of the picture at most `radius` away in x and in y, rounded to the nearest, halves up.
// A window may be larger than the picture.
void scan_area_table(int *table, const unsigned char *image, int width, int height);
void scan_box_filter(unsigned char *out, const int *table, int width, int height, int radius);

// Part 11: an inclusive scan that starts again at every i with heads[i] != 0, and at 0. heads[i]
// may be any int.
void scan_segmented(int *out, const int *in, const int *heads, int n);

// The race, in fastest.cu: an inclusive scan, and a compaction as in part 9, of 0 <= n <= 2^33
// elements. All arrays are aligned to 16 bytes, as memory from cudaMalloc is. For n = 0 *count is
// 0. One call follows the other in the default stream.
void scan_fastest(int *out, const int *in, size_t n);
void compact_fastest(int *out, size_t *count, const int *in, size_t n, int limit);

#ifdef __cplusplus
}
#endif

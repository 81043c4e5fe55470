// reference.h - the results of lab 05, computed on the CPU.
//
// Each result is computed in another way than the kernels do it. A scan is computed from its end:
// first the sum of all elements, then one element after the other is subtracted. An element of a
// summed-area table comes from its three neighbours, a filtered pixel from its window and not from
// the table. Everything is exact: sums have 64 bits, and the caller makes sure that they fit in 32.
#pragma once

#include <stddef.h>
#include <stdint.h>

void reference_scan_inclusive(int32_t *out, const int32_t *in, size_t n);
void reference_scan_exclusive(int32_t *out, const int32_t *in, size_t n);

// heads[i] != 0 starts a new scan, and so does i = 0.
void reference_scan_segmented(int32_t *out, const int32_t *in, const int32_t *heads, size_t n);

// The elements greater than `limit`, in their order; returns their number. `out` may be
// NULL: then they are only counted.
size_t reference_compact(int32_t *out, const int32_t *in, size_t n, int32_t limit);

// Pictures, row by row.
void reference_area_table(int32_t *table, const uint8_t *image, int width, int height);
void reference_box_filter(uint8_t *out, const uint8_t *image, int width, int height, int radius);

// For tests. The number of additions in a scan of n elements, n >= 2 a power of two. Counted step
// by step, not computed by the formula.
typedef enum {
    SCAN_serial,    // n - 1
    SCAN_hillis,    // n log2 n - (n - 1)
    SCAN_blelloch,  // 2 (n - 1)
    SCAN_brent_kung // 2n - 2 - log2 n
} ScanKind;
size_t reference_scan_additions(ScanKind kind, size_t n);

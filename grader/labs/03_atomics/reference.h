// reference.h - the results of lab 03, computed on the CPU.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Sets above[i] to 1 where in[i] > limit, else to 0, and returns the number of ones.
size_t reference_above(int32_t *above, const int32_t *in, size_t n, int32_t limit);

// Adds to bins[b], b < 256, the number of bytes that are b. Goes over all n bytes for each value:
// another way than the kernels'.
void reference_bytes(uint32_t bins[256], const uint8_t *in, size_t n);

// The largest of `before` and the n elements, of which none is a NaN. Halves the array.
float reference_maximum(float before, const float *in, size_t n);

// record[0] += n, record[1] += the sum, record[2] = the largest of it and the elements.
void reference_record(int64_t record[3], const int32_t *in, size_t n);

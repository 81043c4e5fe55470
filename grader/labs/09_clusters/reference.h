// reference.h - the results of lab 09, computed on the CPU.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Adds to bins[b], b < nbins, the number of values that belong to bin b: value v belongs to bin v,
// values below 0 to the first bin, values of nbins and above to the last bin. nbins >= 1.
// Sorts the values: another way than the kernels'.
void reference_histogram(uint32_t *bins, size_t nbins, const int32_t *in, size_t n);

// out becomes the row after `steps` steps. In a step every element except the first and the last
// becomes left / 4 + itself / 2 + right / 4. In double precision, rounded once at the end.
//
// The tolerance: in single precision a step adds two rounding errors of at most 2^-24 of the
// largest magnitude each, and a step never makes errors larger, because its weights add up to 1:
// |computed - exact| <= steps * 2 * 2^-24 * magnitude, and 2^-24 * magnitude more for the
// rounding of the expected value.
void reference_smooth(float *out, const float *in, size_t length, int steps);
double reference_smooth_tolerance(double magnitude, int steps);

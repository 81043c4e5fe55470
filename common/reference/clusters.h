// clusters.h - the results of lab 09 by the CPU.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Adds to bins[b], b < nbins, how many of the n values belong to bin b: value v to bin v,
// what lies below 0 to the first and what lies at nbins or above to the last. nbins >= 1.
// Found by sorting the values, not by counting into bins. Returns 0, or -1 without memory.
int reference_histogram(uint32_t *bins, size_t nbins, const int32_t *in, size_t n);

// out becomes the row after `steps` rounds in which every element but the first and the
// last becomes left / 4 + itself / 2 + right / 4. In double precision, rounded once at
// the end. Returns 0, or -1 without memory.
//
// In single precision a step adds two rounding errors of at most 2^-24 of the largest
// magnitude each, and a step never makes errors larger, since its weights add up to
// 1: |computed - exact| <= steps * 2 * 2^-24 * magnitude, and 2^-24 more for the rounding
// of what is expected here.
int reference_smooth(float *out, const float *in, size_t length, int steps);
double reference_smooth_tolerance(double magnitude, int steps);

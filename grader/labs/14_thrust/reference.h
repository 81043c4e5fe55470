// reference.h - the algorithms of lab 14 on the CPU: plain loops.
#pragma once

#include <stddef.h>
#include <stdint.h>

int32_t reference_largest(const int32_t *in, size_t n);
int64_t reference_square_sum(const int32_t *in, size_t n);

// The sum of in[index[i]].
int64_t reference_picked_sum(const int32_t *in, const int32_t *index, size_t n);

// The different keys, rising, and the sum of the values of each. Returns their number.
size_t reference_totals(int32_t *group, int32_t *total, const int32_t *keys, const int32_t *values,
                        size_t n);

// All i with in[i] > limit, rising. Returns their number.
size_t reference_places_above(int32_t *places, const int32_t *in, size_t n, int32_t limit);

// The sum of |x[i] - y[i]|.
int64_t reference_distance(const int32_t *x, const int32_t *y, size_t n);

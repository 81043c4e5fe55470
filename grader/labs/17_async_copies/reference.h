// reference.h - results of lab 17 on the CPU.
#pragma once

#include <stddef.h>
#include <stdint.h>

// A row of ASYNC_ROW elements, as a ring: weight[0] left + weight[1] x + weight[2] right, modulo
// 2^32.
void reference_filtered_row(int32_t *out, const int32_t *row, const int32_t weight[3]);
extern const int32_t reference_smoothing[3]; // the weights of parts 1 to 5 and 8

// out, cols x rows, is the transpose of in.
void reference_turned(int32_t *out, const int32_t *in, size_t rows, size_t cols);

// patterns.h - the results of lab 01 by the CPU, and its picture.
#pragma once

#include <stddef.h>
#include <stdint.h>

// The mean of the (2 radius + 1)^2 pixels around each pixel, rounded to the nearest, halves
// up; beyond an edge the edge's pixel counts again. Columns first, then rows of column
// sums, each by a window that moves. Returns 0, or -1 without memory.
int reference_blur(uint8_t *out, const uint8_t *in, int width, int height, int radius);

// out[k] becomes the largest of itself and all in[i] with to[i] = k, 0 <= to[i] < size.
// Found by sorting, not in the order of i. Returns 0, or -1 without memory.
int reference_scatter_max(int32_t *out, size_t size, const int32_t *in, const int32_t *to,
                          size_t n);

// Each element the mean of its four neighbours; those on the border stay. In double
// precision: exact, and the float result too, where the sums need at most 24 bits.
void reference_step(float *out, const float *in, int rows, int cols);

void reference_transpose(int32_t *out, const int32_t *in, int rows, int cols);

// Reads a picture of grey bytes (PGM, "P5", largest value 255). The pixels are the caller's, to
// be freed. NULL if that is no such file; *problem then says why.
uint8_t *reference_read_pgm(const char *path, int *width, int *height, const char **problem);

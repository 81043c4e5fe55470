// reference.h - the results of lab 01, computed on the CPU, and its picture.
#pragma once

#include <stddef.h>
#include <stdint.h>

// The mean of the (2 radius + 1)^2 pixels around each pixel, rounded to the nearest, halves up;
// beyond an edge the nearest pixel of the edge counts again. First the sums of columns, then the
// sums of such sums along a row, each with a moving window.
void reference_blur(uint8_t *out, const uint8_t *in, int width, int height, int radius);

// out[k] becomes the largest of itself and all in[i] with to[i] = k, 0 <= to[i] < size.
// Sorts by place and value.
void reference_scatter_max(int32_t *out, size_t size, const int32_t *in, const int32_t *to,
                           size_t n);

// Each element becomes the mean of its four neighbours; elements on the border keep their values.
// In double precision: exact, and so is the float result, if the sums need at most 24 bits.
void reference_step(float *out, const float *in, int rows, int cols);

void reference_transpose(int32_t *out, const int32_t *in, int rows, int cols);

// Reads a picture of grey bytes (PGM, "P5", largest value 255). The caller frees the pixels. NULL
// if that fails; *problem then says why.
uint8_t *reference_read_pgm(const char *path, int *width, int *height, const char **problem);

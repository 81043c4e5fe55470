// 01_patterns.h - what lab 01 has to define: which thread takes which element.
//
// Arrays do not overlap. 0 <= n <= 2^25; 0 <= width, height, rows, cols <= 2^18, and a picture or a
// matrix has at most 2^25 elements. Ints may have any value, unless a part says otherwise.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

enum {
    MAP_BLOCK = 256, // threads per block in parts 2, 3 and 5
    PATTERN_X = 32,  // parts 4, 6 and 7: a block has PATTERN_X x PATTERN_Y threads, so
    PATTERN_Y = 8    // that a warp is one row of the block
};

// Part 1. All figures have the same type, so that they are easy to compare.
typedef struct {
    long long major, minor; // compute capability
    long long multiprocessors;
    long long warp_size;
    long long threads_per_block; // at most
    long long threads_per_multiprocessor;
    long long resident_threads;       // of the whole GPU, at the same time: computed
    long long shared_bytes_per_block; // without raising the limit
    long long registers_per_block;
    long long l2_bytes;
    long long global_bytes;
    long long memory_clock_khz;
    long long bus_bits; // width of the memory bus
} DeviceFigures;

// `figures` is in host memory. The peak is in bytes per second: in every cycle of its clock, the
// memory moves the width of its bus twice.
void device_query(DeviceFigures *figures);
long long device_peak_bandwidth(void);

// Parts 2 and 3: out[i] = a * in[i] + b; no overflow. Part 3 with exactly `blocks` >= 1 blocks.
void map_each(int *out, const int *in, int n, int a, int b);
void map_few(int *out, const int *in, int n, int a, int b, int blocks);

// Part 4. Pixels are stored row by row, one byte each. out(x, y) is the mean of the
// (2 radius + 1)^2 pixels in(x + dx, y + dy) with -radius <= dx, dy <= radius, rounded to the
// nearest, halves up. Beyond an edge, the pixel at the edge counts again. 0 <= radius <= 50.
void gather_blur(unsigned char *out, const unsigned char *in, int width, int height, int radius);

// Part 5. `to` contains indices. move: no two are equal; out[to[i]] = in[i]. mark: mark[to[i]] = 1,
// the other marks stay. max: out[k] becomes the maximum of out[k] and all in[i] with to[i] = k.
void scatter_move(int *out, const int *in, const int *to, int n);
void scatter_mark(int *mark, const int *to, int n);
void scatter_max(int *out, const int *in, const int *to, int n);

// Part 6. A step replaces each element by the mean of its four neighbours; elements on the
// border do not change. `half` is `in` after one step, `out` after two.
void stencil_two(float *out, float *half, const float *in, int rows, int cols);

// Part 7. `in` has rows x cols elements; out, cols x rows, is its transpose:
// out[c][r] = in[r][c]. In the first a warp reads a row, in the second it writes a row.
void transpose_reading_rows(int *out, const int *in, int rows, int cols);
void transpose_writing_rows(int *out, const int *in, int rows, int cols);

// Part 8; given. out[i] = in[i * stride + offset], i < n, for elements of
// `bytes` = 1, 4 or 16 bytes.
void copy_picked(void *out, const void *in, int n, int stride, int offset, int bytes);

#ifdef __cplusplus
}
#endif

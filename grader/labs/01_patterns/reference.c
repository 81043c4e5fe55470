// reference.c - blur, scatter, stencil and transpose on the CPU; see reference.h.
#include "reference.h"
#include "common/alloc.h"

#include <stdio.h>
#include <stdlib.h>

enum { LARGEST_SIDE = 32768 }; // of a picture

static int inside(int i, int size) { return i < 0 ? 0 : i < size ? i : size - 1; }

void reference_blur(uint8_t *out, const uint8_t *in, int width, int height, int radius)
{
    int64_t *column = must(calloc((size_t)width + 1, sizeof *column));
    int64_t area = (int64_t)(2 * radius + 1) * (2 * radius + 1);
    for (int x = 0; x < width && height > 0; x++)
        for (int d = -radius; d <= radius; d++)
            column[x] += in[(size_t)inside(d, height) * (size_t)width + (size_t)x];
    for (int y = 0; y < height && width > 0; y++) {
        int64_t sum = 0;
        for (int d = -radius; d <= radius; d++)
            sum += column[inside(d, width)];
        for (int x = 0; x < width; x++) {
            out[(size_t)y * (size_t)width + (size_t)x] = (uint8_t)((2 * sum + area) / (2 * area));
            sum += column[inside(x + radius + 1, width)] - column[inside(x - radius, width)];
        }
        const uint8_t *leaves = in + (size_t)inside(y - radius, height) * (size_t)width;
        const uint8_t *comes = in + (size_t)inside(y + radius + 1, height) * (size_t)width;
        for (int x = 0; x < width; x++)
            column[x] += comes[x] - leaves[x];
    }
    free(column);
}

typedef struct {
    int32_t to, value;
} Pair;

static int by_place_then_value(const void *a, const void *b)
{
    const Pair *x = a, *y = b;
    return x->to != y->to ? (x->to > y->to) - (x->to < y->to)
                          : (x->value > y->value) - (x->value < y->value);
}

void reference_scatter_max(int32_t *out, size_t size, const int32_t *in, const int32_t *to,
                           size_t n)
{
    Pair *pair = must(malloc((n + 1) * sizeof *pair));
    for (size_t i = 0; i < n; i++)
        pair[i] = (Pair){to[i], in[i]};
    qsort(pair, n, sizeof *pair, by_place_then_value);
    // The last value for a place is the largest.
    for (size_t i = 0; i < n; i++)
        if ((i + 1 == n || pair[i + 1].to != pair[i].to) && (size_t)pair[i].to < size &&
            pair[i].value > out[pair[i].to])
            out[pair[i].to] = pair[i].value;
    free(pair);
}

void reference_step(float *out, const float *in, int rows, int cols)
{
    for (int r = 0; r < rows; r++) {
        const float *above = r > 0 ? in + (size_t)(r - 1) * (size_t)cols : in;
        const float *row = in + (size_t)r * (size_t)cols, *below = row + cols;
        float *to = out + (size_t)r * (size_t)cols;
        for (int c = 0; c < cols; c++) {
            int edge = r == 0 || r + 1 == rows || c == 0 || c + 1 == cols;
            to[c] = edge ? row[c]
                         : (float)(((double)above[c] + below[c] + row[c - 1] + row[c + 1]) / 4);
        }
    }
}

void reference_transpose(int32_t *out, const int32_t *in, int rows, int cols)
{
    for (int c = 0; c < cols; c++)
        for (int r = 0; r < rows; r++)
            *out++ = in[(size_t)r * (size_t)cols + (size_t)c];
}

uint8_t *reference_read_pgm(const char *path, int *width, int *height, const char **problem)
{
    FILE *f = fopen(path, "rb");
    uint8_t *pixels = NULL;
    int largest = 0;
    *problem = "cannot be opened";
    if (!f)
        return NULL;
    *problem = "is not a PGM file with the header P5, width, height, 255";
    if (fscanf(f, "P5 %d %d %d", width, height, &largest) == 3 && largest == 255 && *width > 0 &&
        *height > 0 && *width <= LARGEST_SIDE && *height <= LARGEST_SIDE && fgetc(f) == '\n') {
        size_t n = (size_t)*width * (size_t)*height;
        pixels = must(malloc(n));
        *problem = "is shorter than its header says";
        if (fread(pixels, 1, n, f) != n) {
            free(pixels);
            pixels = NULL;
        }
    }
    fclose(f);
    return pixels;
}

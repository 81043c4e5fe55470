// reference.c - see reference.h. Written for certainty, not for speed.
#include "reference.h"
#include "common/alloc.h"

#include <stdlib.h>
#include <string.h>

void reference_tile_shift(int32_t *out, const int32_t *in, size_t n, size_t rounds, size_t tile)
{
    for (size_t i = 0; i < n; i++) {
        size_t end = (i / tile + 1) * tile; // after the tile
        size_t last = (end < n ? end : n) - 1;
        out[i] = in[rounds < last - i ? i + rounds : last];
    }
}

void reference_tile_transpose(int32_t *out, const int32_t *in, size_t rows, size_t cols)
{
    for (size_t i = 0; i < rows * cols; i++)
        out[i] = in[i % rows * cols + i / rows];
}

// A matrix of zeros; no sum in it is rounded.
static double *exact(size_t count) { return must(calloc(count ? count : 1, sizeof(double))); }

static void to_floats(float *out, double *sum, size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = (float)sum[i];
    free(sum);
}

void reference_tile_stencil(float *out, const float *in, size_t rows, size_t cols)
{
    static const struct {
        int down, right, weight;
    } part[] = {{0, 0, -60}, {1, 0, 16},  {-1, 0, 16}, {0, 1, 16}, {0, -1, 16},
                {2, 0, -1},  {-2, 0, -1}, {0, 2, -1},  {0, -2, -1}};
    double *sum = exact(rows * cols);
    for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < cols; c++)
            for (size_t p = 0; p < sizeof part / sizeof *part; p++) {
                int64_t y = (int64_t)r + part[p].down, x = (int64_t)c + part[p].right;
                if (y >= 0 && y < (int64_t)rows && x >= 0 && x < (int64_t)cols)
                    sum[y * (int64_t)cols + x] += part[p].weight * (double)in[r * cols + c];
            }
    to_floats(out, sum, rows * cols);
}

int reference_product_limit(size_t k)
{
    int limit = 4095;
    while (limit > 1 && k * (size_t)(limit * limit) > (size_t)1 << 24)
        limit--;
    return limit;
}

void reference_tile_product(float *c, const float *a, const float *b, size_t m, size_t k, size_t n)
{
    double *sum = exact(m * n);
    for (size_t d = 0; d < k; d++) // column d of a times row d of b
        for (size_t i = 0; i < m; i++)
            for (size_t j = 0; j < n; j++)
                sum[i * n + j] += (double)a[i * k + d] * (double)b[d * n + j];
    to_floats(c, sum, m * n);
}

// For the lanes first ... first + lanes - 1.
static int rounds_of(int base, int stride, int wide, int first, int lanes)
{
    enum { BANKS = 32, WORDS = 1 << 16 };
    static char wanted[WORDS];
    int bank[BANKS] = {0}, most = 0;
    memset(wanted, 0, sizeof wanted);
    for (int l = first; l < first + lanes; l++)
        for (int half = 0; half <= wide; half++) {
            int word = (base + l * stride) * (1 + wide) + half;
            if (wanted[word]++)
                continue;
            int load = ++bank[word % BANKS];
            most = load > most ? load : most;
        }
    return most;
}

int reference_wavefronts(int base, int stride, int wide)
{
    if (!wide)
        return rounds_of(base, stride, 0, 0, 32);
    return rounds_of(base, stride, 1, 0, 16) + rounds_of(base, stride, 1, 16, 16);
}

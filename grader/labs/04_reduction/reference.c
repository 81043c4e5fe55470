// reference.c - see reference.h. Written for certainty, not for speed.
#include "reference.h"

#include <math.h>
#include <string.h>

void reference_partials_i32(int32_t *partial, size_t blocks, size_t tile, const int32_t *in,
                            size_t n)
{
    for (size_t b = 0; b < blocks; b++)
        partial[b] = 0;
    for (size_t i = 0; i < n; i++)
        partial[i / tile % blocks] += in[i];
}

// A double sum that keeps the parts which its additions rounded away, so that the result is as
// exact as with twice the precision.
typedef struct {
    double sum, lost;
} CarefulSum;

static void careful_add(CarefulSum *s, double x)
{
    double sum = s->sum + x;
    // The smaller of the two numbers lost digits.
    s->lost += fabs(s->sum) >= fabs(x) ? s->sum - sum + x : x - sum + s->sum;
    s->sum = sum;
}

// The elements of partial sum `b` are those of tiles b, b + blocks ...
static double partial_sum(size_t b, size_t blocks, size_t tile, const float *in, size_t n,
                          int absolute)
{
    CarefulSum s = {0, 0};
    for (size_t start = b * tile; start < n; start += blocks * tile)
        for (size_t i = start; i < start + tile && i < n; i++)
            careful_add(&s, absolute ? fabs(in[i]) : in[i]);
    return s.sum + s.lost;
}

void reference_partials_f32(float *partial, size_t blocks, size_t tile, const float *in, size_t n)
{
    for (size_t b = 0; b < blocks; b++)
        partial[b] = (float)partial_sum(b, blocks, tile, in, n, 0);
}

double reference_magnitude_f32(size_t blocks, size_t tile, const float *in, size_t n)
{
    double largest = 0;
    for (size_t b = 0; b < blocks; b++)
        largest = fmax(largest, partial_sum(b, blocks, tile, in, n, 1));
    return largest;
}

double reference_tolerance_f32(double magnitude, size_t depth)
{
    if (depth == 0)
        return 0;
    double ku = (double)(depth + 1) * 0x1p-24;
    return ku / (1 - ku) * magnitude;
}

void reference_tree_f32(float *partial, size_t block, TreeShape shape, const float *in, size_t n)
{
    float s[TREE_MAX_BLOCK];
    for (size_t start = 0; start < n; start += block) {
        size_t count = n - start < block ? n - start : block;
        memset(s, 0, sizeof s);
        memcpy(s, in + start, count * sizeof *in);
        if (shape == TREE_neighbours) {
            for (size_t stride = 1; stride < block; stride *= 2)
                for (size_t i = 0; i < block; i += 2 * stride)
                    s[i] += s[i + stride];
        } else {
            for (size_t half = block / 2; half > 0; half /= 2)
                for (size_t i = 0; i < half; i++)
                    s[i] += s[i + half];
        }
        partial[start / block] = s[0];
    }
}

// clusters.c - histograms and smoothed rows on the CPU; see clusters.h.
#include "clusters.h"
#include "alloc.h"

#include <stdlib.h>
#include <string.h>

static int by_int_value(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

void reference_histogram(uint32_t *bins, size_t nbins, const int32_t *in, size_t n)
{
    int32_t *sorted = must(malloc((n + 1) * sizeof *sorted));
    if (n)
        memcpy(sorted, in, n * sizeof *in);
    qsort(sorted, n, sizeof *sorted, by_int_value);
    // The values of bin b come after those of bin b - 1, up to the first value above b.
    size_t at = 0;
    for (size_t b = 0; b + 1 < nbins; b++) {
        size_t from = at;
        while (at < n && sorted[at] <= (int64_t)b)
            at++;
        bins[b] += (uint32_t)(at - from);
    }
    bins[nbins - 1] += (uint32_t)(n - at);
    free(sorted);
}

void reference_smooth(float *out, const float *in, size_t length, int steps)
{
    double *row = must(malloc((length + 1) * sizeof *row));
    for (size_t i = 0; i < length; i++)
        row[i] = in[i];
    for (int s = 0; s < steps; s++) {
        double before = length ? row[0] : 0; // the left neighbour's old value
        for (size_t i = 1; i + 1 < length; i++) {
            double old = row[i];
            row[i] = (before + 2 * old + row[i + 1]) / 4;
            before = old;
        }
    }
    for (size_t i = 0; i < length; i++)
        out[i] = (float)row[i];
    free(row);
}

double reference_smooth_tolerance(double magnitude, int steps)
{
    return steps == 0 ? 0 : (2.0 * steps + 1) * 0x1p-24 * magnitude;
}

// reference.c - histograms and smoothed rows on the CPU; see reference.h.
#include "reference.h"
#include "common/alloc.h"

#include <stdlib.h>

// Values below 0 are counted in the first bin, those from nbins - 1 on in the last one.
void reference_histogram(uint32_t *bins, size_t nbins, const int32_t *in, size_t n)
{
    int64_t last = (int64_t)nbins - 1;
    for (size_t i = 0; i < n; i++)
        bins[in[i] < 0 || last == 0 ? 0 : in[i] < last ? in[i] : last]++;
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

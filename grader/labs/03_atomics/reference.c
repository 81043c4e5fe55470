// reference.c - counts, histograms and maxima on the CPU; see reference.h.
#include "reference.h"

size_t reference_above(int32_t *above, const int32_t *in, size_t n, int32_t limit)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        above[i] = in[i] > limit;
        count += (size_t)above[i];
    }
    return count;
}

void reference_bytes(uint32_t bins[256], const uint8_t *in, size_t n)
{
    for (unsigned b = 0; b < 256; b++) {
        uint32_t count = 0;
        for (size_t i = 0; i < n; i++)
            count += in[i] == b;
        bins[b] += count;
    }
}

float reference_maximum(float before, const float *in, size_t n)
{
    if (n == 0)
        return before;
    if (n == 1)
        return in[0] > before ? in[0] : before;
    return reference_maximum(reference_maximum(before, in, n / 2), in + n / 2, n - n / 2);
}

void reference_record(int64_t record[3], const int32_t *in, size_t n)
{
    record[0] += (int64_t)n;
    for (size_t i = 0; i < n; i++) {
        record[1] += in[i];
        record[2] = in[i] > record[2] ? in[i] : record[2];
    }
}

// reference.c - the results of lab 15, computed on the CPU.
#include "reference.h"

void reference_spread(int32_t *out, const int32_t *in, size_t n, size_t tile, size_t rounds)
{
    for (size_t i = 0; i < n; i++) {
        size_t begin = i / tile * tile, end = begin + tile < n ? begin + tile : n;
        size_t from = i - begin > rounds ? i - rounds : begin;
        size_t to = end - 1 - i > rounds ? i + rounds : end - 1;
        out[i] = in[from];
        for (size_t k = from + 1; k <= to; k++)
            out[i] = in[k] > out[i] ? in[k] : out[i];
    }
}

void reference_smallest(int32_t *out, const int32_t *in, size_t n, size_t tile)
{
    for (size_t i = n; i-- > 0;)
        if (i == n - 1 || i % tile == tile - 1 || in[i] < out[i / tile])
            out[i / tile] = in[i];
}

void reference_deviations(int32_t *out, const int32_t *in, size_t n, size_t tile)
{
    for (size_t begin = 0; begin < n; begin += tile) {
        size_t end = begin + tile < n ? begin + tile : n;
        int64_t sum = 0;
        for (size_t i = begin; i < end; i++)
            sum += in[i];
        for (size_t i = begin; i < end; i++)
            out[i] = (int32_t)(in[i] - sum);
    }
}

// From the last throw to the first, so that the first one of equal throws stays.
void reference_throws(ReferenceBest *best, const int32_t *player, const int32_t *length, size_t n)
{
    for (size_t i = n; i-- > 0;) {
        ReferenceBest *b = &best[player[i]];
        if (b->first < 0 || length[i] > b->length ||
            (length[i] == b->length && (int32_t)i < b->first))
            *b = (ReferenceBest){length[i], (int32_t)i};
    }
}

// x^2 = (256 h + l)^2, so the sum is 2^16 times that of h^2, and 2^9 times that of h l, and that of
// l^2.
int64_t reference_energy(const int32_t *row, size_t cols)
{
    int64_t high = 0, mixed = 0, low = 0;
    for (size_t c = 0; c < cols; c++) {
        int64_t x = row[c] < 0 ? -(int64_t)row[c] : row[c], h = x / 256, l = x % 256;
        high += h * h;
        mixed += h * l;
        low += l * l;
    }
    return high * 65536 + mixed * 512 + low;
}

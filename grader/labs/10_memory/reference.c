// reference.c - layouts, sums and waves on the CPU; see reference.h.
#include "reference.h"

#include <math.h>

#include "common/contracts/10_memory.h"

void reference_split(float *soa, const float *p, size_t n)
{
    for (size_t k = 0; k < n * PARTICLE_FLOATS; k++)
        soa[k % PARTICLE_FLOATS * n + k / PARTICLE_FLOATS] = p[k];
}

void reference_move(float *soa, size_t n, double dt)
{
    for (size_t k = 0; k < 3 * n; k++)
        soa[k] = (float)((double)soa[k] + dt * (double)soa[k + 3 * n]);
}

void reference_edges(int32_t *out, const int32_t *picture, size_t stride, size_t left, size_t top,
                     size_t width, size_t height)
{
    for (size_t x = 0; x < width; x++) {
        int32_t above = 0;
        for (size_t y = 0; y < height; y++) {
            int32_t pixel = picture[(top + y) * stride + left + x];
            out[y * width + x] = pixel - above;
            above = pixel;
        }
    }
}

void reference_rounds(uint32_t *x, size_t n, unsigned rounds)
{
    uint32_t times = 1, plus = 0;
    for (unsigned round = 0; round < rounds; round++) {
        times *= MEMORY_A;
        plus = plus * MEMORY_A + round;
    }
    for (size_t i = 0; i < n; i++)
        x[i] = x[i] * times + plus;
}

void reference_ragged_sums(int64_t *sums, const int32_t *words, const int32_t *start, size_t rows)
{
    int64_t running = 0;
    int32_t at = 0;
    for (size_t r = 0; r < rows; r++) {
        while (at < start[r])
            running += words[at++];
        sums[r] = -running;
        while (at < start[r + 1])
            running += words[at++];
        sums[r] += running;
    }
}

uint32_t reference_polynomial(uint32_t x, const uint32_t *c, size_t count)
{
    uint32_t sum = 0, power = 1;
    for (size_t k = 0; k < count; k++) {
        sum += c[k] * power;
        power *= x;
    }
    return sum;
}

uint32_t reference_walk(uint32_t x, unsigned steps)
{
    const uint64_t modulus = UINT64_C(1) << 32;
    uint64_t wide = x;
    for (unsigned s = 0; s < steps; s++)
        wide = ((wide ^ wide / 32768) * MEMORY_A + MEMORY_C) % modulus;
    return (uint32_t)wide;
}

// Row b of `to`: the bits that bit b becomes.
static void shake_matrix(uint32_t to[32])
{
    for (unsigned b = 0; b < 32; b++) {
        uint32_t x = UINT32_C(1) << b;
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        to[b] = x;
    }
}

uint32_t reference_shake(uint32_t x, unsigned steps)
{
    uint32_t row[32];
    shake_matrix(row);
    for (unsigned s = 0; s < steps; s++) {
        uint32_t next = 0;
        for (unsigned b = 0; b < 32; b++)
            next ^= x >> b & 1 ? row[b] : 0;
        x = next;
    }
    return x;
}

double reference_gray(float red, float green, float blue)
{
    return 0.2126 * (double)red + 0.7152 * (double)green + 0.0722 * (double)blue;
}

double reference_damped_wave(float t) { return exp(-(double)t / 4) * cos((double)t); }

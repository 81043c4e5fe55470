// half.h - values of f16 and bf16, as their bits in the low half of a word.
// Everything is integer work on one lane without branches, so that loops over
// lanes become vector code.
#pragma once

#include "exec_float.h"

// f16 to float, exactly. The exponent is re-biased by a multiplication, which also
// gives subnormals their leading bit; infinity and NaN are put right after it.
static inline float half_value(uint32_t h)
{
    const uint32_t magnitude = (h & 0x7fff) << 13;
    const uint32_t scaled = f32_bits(bits_f32(magnitude) * 0x1p112f);
    const uint32_t special = (h & 0x3ff) ? 0x7fffffffu : 0x7f800000u;
    const uint32_t u = (h & 0x7c00) == 0x7c00 ? special : scaled;
    return bits_f32(u == 0x7fffffffu ? u : u | (h & 0x8000) << 16);
}
static inline float bf16_value(uint32_t h)
{
    const uint32_t u = h << 16;
    return bits_f32((u & 0x7fffffff) > 0x7f800000 ? 0x7fffffffu : u);
}
static inline uint32_t half_flush(uint32_t h) { return h & 0x7c00 ? h : h & 0x8000; }

// float to f16 and bf16, to nearest. A subnormal f16 is rounded by the addition of
// 0.5, whose last bit has the weight of the smallest f16.
static inline uint32_t half_round(float x)
{
    const uint32_t m = f32_bits(x) & 0x7fffffff;
    const uint32_t sign = f32_bits(x) >> 16 & 0x8000;
    const uint32_t rebiased = m - 0x38000000;
    const uint32_t normal = (rebiased + 0xfff + (rebiased >> 13 & 1)) >> 13;
    const uint32_t subnormal = f32_bits(bits_f32(m < 0x38800000 ? m : 0) + 0.5f) - 0x3f000000;
    const uint32_t number = m >= 0x47800000 ? 0x7c00 : m < 0x38800000 ? subnormal : normal;
    return m > 0x7f800000 ? 0x7fff : number | sign;
}
static inline uint32_t bf16_round(float x)
{
    const uint32_t u = f32_bits(x);
    return (u & 0x7fffffff) > 0x7f800000 ? 0x7fff : (u + 0x7fff + (u >> 16 & 1)) >> 16;
}

// double to float, rounded to odd: inexact results get a last bit of 1, after which
// rounding to a narrower format is as good as rounding the double at once.
static inline float float_to_odd(double d)
{
    const float f = (float)d;
    const uint32_t u = f32_bits(f);
    const double back = f;
    const uint32_t step = (back > d) == (u < 0x80000000) ? -1u : 1;
    const bool even_inexact = back != d && d == d && !(u & 1);
    return bits_f32(even_inexact ? u + step : u);
}

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
static inline uint32_t half_flush(uint32_t h)
{
    return h & 0x7c00 ? h : h & 0x8000;
}

// exec_video.h - what the video instructions on words, halves and bytes share.
#pragma once

#include "lanes.h"

// s->imm; bits 0 to 3: the instruction
enum {
    VIDEO_kind = 15,
    VIDEO_bytes = 16,
    VIDEO_signed_a = 32,
    VIDEO_signed_b = 64,
    VIDEO_signed_d = 128,
    VIDEO_sat = 256,
    VIDEO_add = 512, // the operation with c
    VIDEO_min = 1024,
    VIDEO_max = 2048,
    VIDEO_wrap = 4096
};

// The flags that the types and suffixes give; vset has no type for its result: that of a stands
// for it where the result is compared with c.
// False: types of another kind.
static inline bool video_flags(const Inst *in, bool compares, unsigned *flags)
{
    unsigned types = compares ? 2 : 3;
    if (in->ntypes != types)
        return false;
    for (unsigned i = 0; i < types; i++)
        if (in->type[i] != TYPE_u32 && in->type[i] != TYPE_s32)
            return false;
    *flags |= in->type[0] == TYPE_s32 ? VIDEO_signed_d : 0;
    *flags |= in->type[types - 2] == TYPE_s32 ? VIDEO_signed_a : 0;
    *flags |= in->type[types - 1] == TYPE_s32 ? VIDEO_signed_b : 0;
    *flags |= inst_has(in, MOD_sat) ? VIDEO_sat : 0;
    *flags |= inst_has(in, MOD_add) ? VIDEO_add : 0;
    *flags |= inst_has(in, MOD_min) ? VIDEO_min : 0;
    *flags |= inst_has(in, MOD_max) ? VIDEO_max : 0;
    *flags |= inst_has(in, MOD_wrap) ? VIDEO_wrap : 0;
    return true;
}

static inline bool video_compare(const Inst *in, int64_t a, int64_t b)
{
    return inst_has(in, MOD_eq)   ? a == b
           : inst_has(in, MOD_ne) ? a != b
           : inst_has(in, MOD_lt) ? a < b
           : inst_has(in, MOD_le) ? a <= b
           : inst_has(in, MOD_gt) ? a > b
                                  : a >= b;
}

static inline unsigned part_count(const Operand *o)
{
    return o->part >> PART_count_shift & PART_digit;
}
static inline unsigned part_digit(const Operand *o, unsigned i)
{
    return o->part >> 3 * i & PART_digit;
}

// Element i of a word, of 8 or 16 bits.
static inline int64_t video_element(uint32_t word, unsigned i, unsigned bits, bool is_signed)
{
    const uint32_t x = word << (32 - bits * (i + 1));
    return is_signed ? (int64_t)((int32_t)x >> (32 - bits)) : (int64_t)(x >> (32 - bits));
}

static inline int64_t video_clamp(int64_t v, unsigned bits, bool is_signed)
{
    const int64_t high = ((int64_t)1 << (is_signed ? bits - 1 : bits)) - 1;
    const int64_t low = is_signed ? -high - 1 : 0;
    return v < low ? low : v > high ? high : v;
}

// exec_video.c - the video instructions. Those that work on the two halves or four
// bytes of a word, vabsdiff4.dtype.atype.btype d, a, b, c: nvcc makes them from
// __vabsdiffu4() and the like. With .add, d is c and the sum of the results; else
// it is the results side by side, cut or (.sat) clamped to the type of d. And those
// that work on whole words, vshr.dtype.atype.btype.clamp.add d, a, b, c: the result,
// one bit wider than its operands, is clamped (.sat), then combined with c. Selectors
// and masks of single elements are not supported.
#include "lanes.h"

// ---- halves and bytes --------------------------------------------------------------------

typedef enum { VIDEO_add, VIDEO_sub, VIDEO_min, VIDEO_max, VIDEO_absdiff } VideoKind;

// clang-format off
// s->imm
enum { VIDEO_kind = 7, VIDEO_bytes = 8, VIDEO_signed_a = 16, VIDEO_signed_b = 32,
       VIDEO_signed_d = 64, VIDEO_sat = 128, VIDEO_sum = 256 };
// clang-format on

static int32_t part(uint32_t word, int i, int bits, bool is_signed)
{
    const uint32_t x = word << (32 - bits * (i + 1));
    return is_signed ? (int32_t)x >> (32 - bits) : (int32_t)(x >> (32 - bits));
}

static int32_t video_calc(VideoKind kind, int32_t a, int32_t b)
{
    switch (kind) {
    case VIDEO_add: return a + b;
    case VIDEO_sub: return a - b;
    case VIDEO_min: return a < b ? a : b;
    case VIDEO_max: return a > b ? a : b;
    case VIDEO_absdiff: break;
    }
    return a > b ? a - b : b - a;
}

static int32_t clamp(int32_t v, int bits, bool is_signed)
{
    const int32_t low = is_signed ? -(1 << (bits - 1)) : 0;
    const int32_t high = (1 << (is_signed ? bits - 1 : bits)) - 1;
    return v < low ? low : v > high ? high : v;
}

static void video(Warp *w, const Step *s)
{
    const unsigned f = (unsigned)s->imm;
    const int bits = f & VIDEO_bytes ? 8 : 16;
    const U32 *A = slot(w, s->src[0]), *B = slot(w, s->src[1]), *C = slot(w, s->src[2]);
    U32 *D = slot(w, s->dst);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        const int l = __builtin_ctz(m);
        uint32_t d = f & VIDEO_sum ? C[l] : 0;
        for (int i = 0; i < 32 / bits; i++) {
            int32_t v = video_calc(f & VIDEO_kind, part(A[l], i, bits, f & VIDEO_signed_a),
                                   part(B[l], i, bits, f & VIDEO_signed_b));
            if (f & VIDEO_sat)
                v = clamp(v, bits, f & VIDEO_signed_d);
            d = f & VIDEO_sum ? d + (uint32_t)v
                              : d | ((uint32_t)v & ((1u << bits) - 1)) << bits * i;
        }
        D[l] = d;
    }
}

static ExecFn pick(const Inst *in, Step *s, unsigned flags)
{
    for (int i = 0; i < 3; i++)
        if (in->type[i] != TYPE_u32 && in->type[i] != TYPE_s32)
            return NULL;
    flags |= in->type[0] == TYPE_s32 ? VIDEO_signed_d : 0;
    flags |= in->type[1] == TYPE_s32 ? VIDEO_signed_a : 0;
    flags |= in->type[2] == TYPE_s32 ? VIDEO_signed_b : 0;
    flags |= inst_has(in, MOD_sat) ? VIDEO_sat : 0;
    flags |= inst_has(in, MOD_add) ? VIDEO_sum : 0;
    s->imm = flags;
    return video;
}

ExecFn pick_vadd2(const Inst *in, Step *s) { return pick(in, s, VIDEO_add); }
ExecFn pick_vsub2(const Inst *in, Step *s) { return pick(in, s, VIDEO_sub); }
ExecFn pick_vmin2(const Inst *in, Step *s) { return pick(in, s, VIDEO_min); }
ExecFn pick_vmax2(const Inst *in, Step *s) { return pick(in, s, VIDEO_max); }
ExecFn pick_vabsdiff2(const Inst *in, Step *s) { return pick(in, s, VIDEO_absdiff); }
ExecFn pick_vadd4(const Inst *in, Step *s) { return pick(in, s, VIDEO_bytes | VIDEO_add); }
ExecFn pick_vsub4(const Inst *in, Step *s) { return pick(in, s, VIDEO_bytes | VIDEO_sub); }
ExecFn pick_vmin4(const Inst *in, Step *s) { return pick(in, s, VIDEO_bytes | VIDEO_min); }
ExecFn pick_vmax4(const Inst *in, Step *s) { return pick(in, s, VIDEO_bytes | VIDEO_max); }
ExecFn pick_vabsdiff4(const Inst *in, Step *s) { return pick(in, s, VIDEO_bytes | VIDEO_absdiff); }

// ---- whole words -----------------------------------------------------------------------------

typedef enum { WORD_add, WORD_sub, WORD_absdiff, WORD_min, WORD_max, WORD_shl, WORD_shr } WordKind;

// s->imm, in addition to VIDEO_signed_* and VIDEO_sat
enum {
    WORD_kind = 7,
    WORD_wrap = 8,
    WORD_then_add = 512,
    WORD_then_min = 1024,
    WORD_then_max = 2048
};

static int64_t widen_lane(uint32_t x, bool is_signed)
{
    return is_signed ? (int64_t)(int32_t)x : (int64_t)x;
}

static int64_t word(WordKind kind, int64_t a, int64_t b, bool wrap)
{
    const int by = wrap ? (int)(b & 31) : b < 0 || b > 32 ? 32 : (int)b;
    switch (kind) {
    case WORD_add: return a + b;
    case WORD_sub: return a - b;
    case WORD_absdiff: return a > b ? a - b : b - a;
    case WORD_min: return a < b ? a : b;
    case WORD_max: return a > b ? a : b;
    case WORD_shl: return (int64_t)((uint64_t)a << by << 30) >> 30; // 34 bits, as an H200
    case WORD_shr: break;
    }
    return a >> by;
}

static int64_t clamp_word(int64_t v, bool is_signed)
{
    const int64_t low = is_signed ? INT32_MIN : 0, high = is_signed ? INT32_MAX : UINT32_MAX;
    return v < low ? low : v > high ? high : v;
}

static void video_word(Warp *w, const Step *s)
{
    const unsigned f = (unsigned)s->imm;
    const bool third = f & (WORD_then_add | WORD_then_min | WORD_then_max);
    const U32 *A = slot(w, s->src[0]), *B = slot(w, s->src[1]);
    const U32 *C = third ? slot(w, s->src[2]) : A;
    U32 *D = slot(w, s->dst);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        const int l = __builtin_ctz(m);
        int64_t v = word(f & WORD_kind, widen_lane(A[l], f & VIDEO_signed_a),
                         widen_lane(B[l], f & VIDEO_signed_b), f & WORD_wrap);
        if (f & VIDEO_sat)
            v = clamp_word(v, f & VIDEO_signed_d);
        const int64_t c = widen_lane(C[l], f & VIDEO_signed_d);
        D[l] = (uint32_t)(f & WORD_then_add   ? v + c
                          : f & WORD_then_min ? (v < c ? v : c)
                          : f & WORD_then_max ? (v > c ? v : c)
                                              : v);
    }
}

static ExecFn pick_word(const Inst *in, Step *s, unsigned flags)
{
    const bool shifts = (flags & WORD_kind) >= WORD_shl;
    const int then = inst_has(in, MOD_add) + inst_has(in, MOD_min) + inst_has(in, MOD_max);
    if (!pick(in, s, flags) || then != (in->nopnd > 3) ||
        shifts != (inst_has(in, MOD_clamp) || inst_has(in, MOD_wrap)))
        return NULL;
    s->imm &= ~(uint64_t)VIDEO_sum; // means .add, and a bit of its own here
    s->imm |= inst_has(in, MOD_wrap) ? WORD_wrap : 0;
    s->imm |= inst_has(in, MOD_add)   ? WORD_then_add
              : inst_has(in, MOD_min) ? WORD_then_min
              : inst_has(in, MOD_max) ? WORD_then_max
                                      : 0;
    return video_word;
}

ExecFn pick_vadd(const Inst *in, Step *s) { return pick_word(in, s, WORD_add); }
ExecFn pick_vsub(const Inst *in, Step *s) { return pick_word(in, s, WORD_sub); }
ExecFn pick_vabsdiff(const Inst *in, Step *s) { return pick_word(in, s, WORD_absdiff); }
ExecFn pick_vmin(const Inst *in, Step *s) { return pick_word(in, s, WORD_min); }
ExecFn pick_vmax(const Inst *in, Step *s) { return pick_word(in, s, WORD_max); }
ExecFn pick_vshl(const Inst *in, Step *s) { return pick_word(in, s, WORD_shl); }
ExecFn pick_vshr(const Inst *in, Step *s) { return pick_word(in, s, WORD_shr); }

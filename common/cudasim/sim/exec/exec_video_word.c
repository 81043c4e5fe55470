// exec_video_word.c - the video instructions on words, or on one byte or half of each, such as
// vshr.dtype.atype.btype.clamp.add d, a.b0, b.h1, c.
//
// The operands are widened by their types. The result, one bit wider than they are, is clamped
// (.sat), then combined with c (.add, .min, .max), or it replaces one byte or half of c (d.b2).
#include "exec_video.h"

typedef enum {
    WORD_add,
    WORD_sub,
    WORD_absdiff,
    WORD_min,
    WORD_max,
    WORD_shl,
    WORD_shr,
    WORD_set
} WordKind;

static int64_t widen_lane(uint32_t x, bool is_signed)
{
    return is_signed ? (int64_t)(int32_t)x : (int64_t)x;
}

static unsigned part_bits(const Operand *o)
{
    return !part_count(o) ? 32 : o->part & PART_half ? 16 : 8;
}

// What the instruction takes of an operand.
static int64_t taken(const Operand *o, uint32_t x, bool is_signed)
{
    unsigned bits = part_bits(o);
    return bits == 32 ? widen_lane(x, is_signed)
                      : video_element(x, part_digit(o, 0), bits, is_signed);
}

static int64_t word_result(const Inst *in, WordKind kind, int64_t a, int64_t b, bool wrap)
{
    const int by = wrap ? (int)(b & 31) : b < 0 || b > 32 ? 32 : (int)b;
    switch (kind) {
    case WORD_add: return a + b;
    case WORD_sub: return a - b;
    case WORD_absdiff: return a > b ? a - b : b - a;
    case WORD_min: return a < b ? a : b;
    case WORD_max: return a > b ? a : b;
    case WORD_shl: return (int64_t)((uint64_t)a << by << 30) >> 30; // 34 bits, as an H200
    case WORD_shr: return a >> by;
    case WORD_set: break;
    }
    return video_compare(in, a, b);
}

// .sat: to the type of d. Where the result is a byte or half of d, the machine code of ptxas takes
// the smaller one of the result and the greatest byte or half, both unsigned.
static int64_t saturated(const Operand *d, unsigned f, int64_t v)
{
    const unsigned bits = part_bits(d);
    if (bits == 32)
        return video_clamp(v, bits, f & VIDEO_signed_d);
    const uint64_t most = (1u << (f & VIDEO_signed_d ? bits - 1 : bits)) - 1;
    return (int64_t)((uint64_t)v < most ? (uint64_t)v : most);
}

// Of d.h1 this machine code takes the upper half of the result, which PTX does not say.
static uint32_t merged(const Operand *d, uint32_t v, uint32_t third)
{
    const unsigned bits = part_bits(d), shift = part_digit(d, 0) * bits;
    const uint32_t here = ((1u << bits) - 1) << shift;
    return (third & ~here) | ((bits == 16 ? v : v << shift) & here);
}

static uint32_t with_third(const Operand *d, unsigned f, uint32_t result, uint32_t third)
{
    const int64_t v = widen_lane(result, f & VIDEO_signed_d);
    const int64_t c = widen_lane(third, f & VIDEO_signed_d);
    if (part_bits(d) < 32)
        return merged(d, result, third);
    return (uint32_t)(f & VIDEO_add   ? v + c
                      : f & VIDEO_min ? (v < c ? v : c)
                      : f & VIDEO_max ? (v > c ? v : c)
                                      : v);
}

static void video_word(Warp *w, const Step *s)
{
    const Inst *in = s->inst;
    const unsigned f = (unsigned)s->imm;
    const U32 *A = slot(w, s->src[0]), *B = slot(w, s->src[1]);
    const U32 *C = in->nopnd > 3 ? slot(w, s->src[2]) : A;
    U32 *D = slot(w, s->dst);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        const int l = __builtin_ctz(m);
        int64_t v = word_result(in, f & VIDEO_kind, taken(&in->opnd[1], A[l], f & VIDEO_signed_a),
                                taken(&in->opnd[2], B[l], f & VIDEO_signed_b), f & VIDEO_wrap);
        if (f & VIDEO_sat)
            v = saturated(&in->opnd[0], f, v);
        D[l] = with_third(&in->opnd[0], f, (uint32_t)v, C[l]);
    }
}

// One byte or half of a register.
static bool word_parts_fit(const Inst *in)
{
    for (unsigned i = 0; i < in->nopnd; i++) {
        const Operand *o = &in->opnd[i];
        unsigned n = o->part & PART_half ? 2 : 4;
        if (part_count(o) && (i == 3 || part_count(o) != 1 || part_digit(o, 0) >= n))
            return false;
        if (o->part & PART_minus && in->op != OP_vmad)
            return false;
    }
    return true;
}

// Forms for which the machine code of ptxas 13.0 computes something that neither PTX says nor a
// rule describes: comparisons with c of what was shifted, or of types that differ; a clamped part
// of what was shifted.
static bool is_obscure(const Inst *in, bool shifts)
{
    const bool compares = inst_has(in, MOD_min) || inst_has(in, MOD_max);
    const bool sat = inst_has(in, MOD_sat);
    bool mixed = false;
    for (unsigned i = 1; i < in->ntypes; i++)
        mixed |= in->type[i] != in->type[0];
    return (compares && !sat && (shifts || mixed) && in->op != OP_vset) ||
           (shifts && sat && part_count(&in->opnd[0]));
}

static ExecFn pick_word(const Inst *in, Step *s, WordKind kind)
{
    unsigned flags = kind;
    const bool shifts = kind == WORD_shl || kind == WORD_shr;
    if (is_obscure(in, shifts))
        return NULL;
    const int then = inst_has(in, MOD_add) + inst_has(in, MOD_min) + inst_has(in, MOD_max);
    if (!video_flags(in, kind == WORD_set, &flags) || !word_parts_fit(in) ||
        then + (part_count(&in->opnd[0]) > 0) != (in->nopnd > 3) ||
        shifts != (inst_has(in, MOD_clamp) || inst_has(in, MOD_wrap)))
        return NULL;
    s->imm = flags;
    return video_word;
}

ExecFn pick_vadd(const Inst *in, Step *s) { return pick_word(in, s, WORD_add); }
ExecFn pick_vsub(const Inst *in, Step *s) { return pick_word(in, s, WORD_sub); }
ExecFn pick_vabsdiff(const Inst *in, Step *s) { return pick_word(in, s, WORD_absdiff); }
ExecFn pick_vmin(const Inst *in, Step *s) { return pick_word(in, s, WORD_min); }
ExecFn pick_vmax(const Inst *in, Step *s) { return pick_word(in, s, WORD_max); }
ExecFn pick_vshl(const Inst *in, Step *s) { return pick_word(in, s, WORD_shl); }
ExecFn pick_vshr(const Inst *in, Step *s) { return pick_word(in, s, WORD_shr); }
ExecFn pick_vset(const Inst *in, Step *s) { return pick_word(in, s, WORD_set); }

// ---- vmad -----------------------------------------------------------
//
// d = +-(a * b) +- c, and one more with .po. Of a product that is clamped or shifted, the machine
// code of ptxas 13.0 computes something else than PTX says.

static void video_mad(Warp *w, const Step *s)
{
    const Inst *in = s->inst;
    const unsigned f = (unsigned)s->imm;
    const bool minus_product = (in->opnd[1].part ^ in->opnd[2].part) & PART_minus;
    const bool minus_sum = in->opnd[3].part & PART_minus;
    const U32 *A = slot(w, s->src[0]), *B = slot(w, s->src[1]), *C = slot(w, s->src[2]);
    U32 *D = slot(w, s->dst);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        const int l = __builtin_ctz(m);
        const uint32_t v = (uint32_t)taken(&in->opnd[1], A[l], f & VIDEO_signed_a) *
                           (uint32_t)taken(&in->opnd[2], B[l], f & VIDEO_signed_b);
        D[l] = (minus_product ? -v : v) + (minus_sum ? -C[l] : C[l]) + inst_has(in, MOD_po);
    }
}

ExecFn pick_vmad(const Inst *in, Step *s)
{
    unsigned flags = 0;
    bool plain = !inst_has(in, MOD_sat) && !inst_has(in, MOD_shr7) && !inst_has(in, MOD_shr15);
    if (!plain || !video_flags(in, false, &flags) || !word_parts_fit(in) ||
        part_count(&in->opnd[0]))
        return NULL;
    s->imm = flags;
    return video_mad;
}

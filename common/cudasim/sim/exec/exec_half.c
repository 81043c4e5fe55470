// exec_half.c - f16 and bf16 arithmetic, alone and in pairs (f16x2, bf16x2).
//
// An operation is computed in a wider format and rounded to the narrow one. That is
// right to the last bit if the wider format has more than twice the bits
// (f32 for sums and products of f16); fma, and products of bf16 that may be
// subnormal, use an intermediate result that is rounded to odd.
#include "half.h"
#include "lanes.h"

// .oob is accepted and, as on the hardware, makes no difference to the values.
enum {
    HALF_ftz = 1,
    HALF_sat = 2,
    HALF_relu = 4,
    HALF_nan = 8,
    HALF_xorsign_abs = 16,
    HALF_bf16 = 32
};

// ---- one value ------------------------------------------------------

static inline uint32_t add_f16(uint32_t a, uint32_t b)
{
    return half_round(half_value(a) + half_value(b));
}
static inline uint32_t sub_f16(uint32_t a, uint32_t b)
{
    return half_round(half_value(a) - half_value(b));
}
static inline uint32_t mul_f16(uint32_t a, uint32_t b)
{
    return half_round(half_value(a) * half_value(b));
}
// The terms of a sum that a double cannot hold differ so much in size that the rounding
// of the sum does not change the 11 bits that are kept.
static inline uint32_t fma_f16(uint32_t a, uint32_t b, uint32_t c)
{
    const double sum = (double)half_value(a) * half_value(b) + half_value(c);
    return half_round(float_to_odd(sum));
}
static inline uint32_t add_bf16(uint32_t a, uint32_t b)
{
    return bf16_round(bf16_value(a) + bf16_value(b));
}
static inline uint32_t sub_bf16(uint32_t a, uint32_t b)
{
    return bf16_round(bf16_value(a) - bf16_value(b));
}
static inline uint32_t mul_bf16(uint32_t a, uint32_t b)
{
    return bf16_round(float_to_odd((double)bf16_value(a) * bf16_value(b)));
}
static inline uint32_t fma_bf16(uint32_t a, uint32_t b, uint32_t c)
{
    const double product = (double)bf16_value(a) * bf16_value(b);
    return bf16_round(float_to_odd(add_to_odd(product, bf16_value(c))));
}

// Both formats have the sign on top and NaNs above infinity.
static inline bool nan16(uint32_t h, uint32_t inf) { return (h & 0x7fff) > inf; }
static inline int32_t key16(uint32_t h)
{
    return h & 0x8000 ? -(int32_t)(h & 0x7fff) - 1 : (int32_t)h;
}
static inline uint32_t min16(uint32_t a, uint32_t b, uint32_t inf)
{
    const uint32_t m = key16(a) < key16(b) ? a : b;
    const uint32_t one_nan = nan16(b, inf) ? a : m;
    return nan16(a, inf) ? (nan16(b, inf) ? 0x7fff : b) : one_nan;
}
static inline uint32_t max16(uint32_t a, uint32_t b, uint32_t inf)
{
    const uint32_t m = key16(a) > key16(b) ? a : b;
    const uint32_t one_nan = nan16(b, inf) ? a : m;
    return nan16(a, inf) ? (nan16(b, inf) ? 0x7fff : b) : one_nan;
}
static inline uint32_t abs16(uint32_t h, uint32_t inf)
{
    return nan16(h, inf) ? 0x7fff : h & 0x7fff;
}
static inline uint32_t neg16(uint32_t h, uint32_t inf)
{
    return nan16(h, inf) ? 0x7fff : h ^ 0x8000;
}
#define INF_f16 0x7c00
#define INF_bf16 0x7f80

// ---- handlers without suffixes: name for one value, name_x2 for a pair ----

#define LO(x) ((x)&0xffff)
#define HI(x) ((x) >> 16)
#define HALF2(fn) \
    LANES2(exec_##fn, U32, U32, fn(LO(a), LO(b))) \
    LANES2(exec_##fn##_x2, U32, U32, fn(LO(a), LO(b)) | fn(HI(a), HI(b)) << 16)
#define HALF3(fn) \
    LANES3(exec_##fn, U32, U32, fn(LO(a), LO(b), LO(c))) \
    LANES3(exec_##fn##_x2, U32, U32, fn(LO(a), LO(b), LO(c)) | fn(HI(a), HI(b), HI(c)) << 16)

#define FORMATS(V) \
    V(f16) \
    V(bf16)
#define DEFINE(f) \
    static inline uint32_t min_##f(uint32_t a, uint32_t b) { return min16(a, b, INF_##f); } \
    static inline uint32_t max_##f(uint32_t a, uint32_t b) { return max16(a, b, INF_##f); } \
    static inline uint32_t abs_##f(uint32_t a) { return abs16(a, INF_##f); } \
    static inline uint32_t neg_##f(uint32_t a) { return neg16(a, INF_##f); } \
    HALF2(add_##f) \
    HALF2(sub_##f) \
    HALF2(mul_##f) \
    HALF3(fma_##f) \
    HALF2(min_##f) \
    HALF2(max_##f) \
    LANES1(exec_abs_##f, U32, U32, abs_##f(LO(a))) \
    LANES1(exec_abs_##f##_x2, U32, U32, abs_##f(LO(a)) | abs_##f(HI(a)) << 16) \
    LANES1(exec_neg_##f, U32, U32, neg_##f(LO(a))) \
    LANES1(exec_neg_##f##_x2, U32, U32, neg_##f(LO(a)) | neg_##f(HI(a)) << 16)
FORMATS(DEFINE)

// ---- with suffixes: one handler, the plan in s->imm: FloatOp << 8 | flags ----

static uint32_t calc16(FloatOp op, bool bf16, uint32_t a, uint32_t b, uint32_t c)
{
    switch (op) {
    case FLOAT_add: return bf16 ? add_bf16(a, b) : add_f16(a, b);
    case FLOAT_sub: return bf16 ? sub_bf16(a, b) : sub_f16(a, b);
    case FLOAT_mul: return bf16 ? mul_bf16(a, b) : mul_f16(a, b);
    case FLOAT_fma: return bf16 ? fma_bf16(a, b, c) : fma_f16(a, b, c);
    case FLOAT_min: return bf16 ? min_bf16(a, b) : min_f16(a, b);
    case FLOAT_max: return bf16 ? max_bf16(a, b) : max_f16(a, b);
    case FLOAT_abs: return bf16 ? abs_bf16(a) : abs_f16(a);
    default: // FLOAT_neg
        return bf16 ? neg_bf16(a) : neg_f16(a);
    }
}

static uint32_t flagged16(int64_t plan, uint32_t a, uint32_t b, uint32_t c)
{
    const FloatOp op = (FloatOp)(plan >> 8);
    const bool bf16 = plan & HALF_bf16;
    const uint32_t inf = bf16 ? INF_bf16 : INF_f16;
    const uint32_t one = bf16 ? 0x3f80 : 0x3c00;
    if (plan & HALF_ftz) {
        a = half_flush(a), b = half_flush(b), c = half_flush(c);
    }
    const uint32_t sign = plan & HALF_xorsign_abs ? (a ^ b) & 0x8000 : 0;
    if (plan & HALF_xorsign_abs) {
        a &= 0x7fff, b &= 0x7fff;
    }
    uint32_t r = calc16(op, bf16, a, b, c);
    if (plan & HALF_nan && (nan16(a, inf) || nan16(b, inf))) {
        r = 0x7fff;
    }
    if (nan16(r, inf)) {
        return plan & HALF_sat ? 0 : 0x7fff;
    }
    r |= sign;
    if (plan & HALF_ftz) {
        r = half_flush(r);
    }
    if (plan & (HALF_sat | HALF_relu) && r & 0x8000) {
        return 0;
    }
    return plan & HALF_sat && r > one ? one : r;
}

// Sources that the operation does not have repeat the first.
static void half_flagged(Warp *w, const Step *s)
{
    const FloatOp op = (FloatOp)(s->imm >> 8);
    const bool unary = op == FLOAT_abs || op == FLOAT_neg;
    const bool pair = type_bytes((Type)s->inst->type[0]) == 4;
    U32 *D = slot(w, s->dst);
    const U32 *A = slot(w, s->src[0]);
    const U32 *B = slot(w, s->src[unary ? 0 : 1]);
    const U32 *C = slot(w, s->src[op == FLOAT_fma ? 2 : 0]);
    for (int l = 0; l < WARP_SIZE; l++) {
        if (w->mask >> l & 1) {
            const uint32_t a = A[l], b = B[l], c = C[l];
            const uint32_t lo = flagged16(s->imm, LO(a), LO(b), LO(c));
            D[l] = pair ? lo | flagged16(s->imm, HI(a), HI(b), HI(c)) << 16 : lo;
        }
    }
}

// ---- the choice -----------------------------------------------------

#define ROW(f) \
    { \
        [FLOAT_add] = {exec_add_##f, exec_add_##f##_x2}, \
        [FLOAT_sub] = {exec_sub_##f, exec_sub_##f##_x2}, \
        [FLOAT_mul] = {exec_mul_##f, exec_mul_##f##_x2}, \
        [FLOAT_fma] = {exec_fma_##f, exec_fma_##f##_x2}, \
        [FLOAT_min] = {exec_min_##f, exec_min_##f##_x2}, \
        [FLOAT_max] = {exec_max_##f, exec_max_##f##_x2}, \
        [FLOAT_abs] = {exec_abs_##f, exec_abs_##f##_x2}, [FLOAT_neg] = { \
            exec_neg_##f, \
            exec_neg_##f##_x2 \
        } \
    }

ExecFn half_pick(FloatOp op, const Inst *in, Step *s)
{
    static const ExecFn row[2][FLOAT_COUNT][2] = {ROW(f16), ROW(bf16)};
    const Type t = (Type)in->type[0];
    const bool bf16 = t == TYPE_bf16 || t == TYPE_bf16x2;
    const bool pair = t == TYPE_f16x2 || t == TYPE_bf16x2;
    const bool minmax = op == FLOAT_min || op == FLOAT_max;
    if ((!bf16 && t != TYPE_f16 && t != TYPE_f16x2) || inst_rounding(in) != ROUND_rn ||
        (minmax && in->nopnd != 3)) {
        return NULL;
    }
    static const struct {
        uint16_t mod;
        uint8_t flag;
    } names[] = {{MOD_ftz, HALF_ftz},
                 {MOD_sat, HALF_sat},
                 {MOD_relu, HALF_relu},
                 {MOD_nan_, HALF_nan},
                 {MOD_xorsign, HALF_xorsign_abs}};
    unsigned flags = 0;
    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        flags |= inst_has(in, (Mod)names[i].mod) ? names[i].flag : 0;
    }
    if (!flags) {
        return row[bf16][op][pair];
    }
    if (bf16 && flags & (HALF_ftz | HALF_sat)) {
        return NULL;
    }
    s->imm = op << 8 | flags | (bf16 ? HALF_bf16 : 0);
    return row[bf16][op][pair] ? half_flagged : NULL;
}

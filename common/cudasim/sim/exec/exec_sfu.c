// exec_sfu.c - rcp, sqrt and the approximate functions: rsqrt, sin, cos, lg2, ex2, tanh.
//
// An approximate instruction of f32 is one operation of the multifunction unit (mufu.h) and,
// without .ftz, a few multiplications around it: the unit takes a subnormal operand for zero and
// gives no subnormal result, so ptxas scales the operand by a power of two, and the result back.
// Here stand the same multiplications, in the same order; so the results are those of an H200, bit
// for bit (tests/test_approx.c).
#include "half.h"
#include "lanes.h"
#include "mufu.h"

// Defines a handler: BEFORE makes the unit's operand of the register's a, AFTER the
// register's contents of the unit's result r (and a), both as bits.
#define UNIT(fn, TD, TA, unit, BEFORE, AFTER) \
    static void fn(Warp *w, const Step *s) \
    { \
        TD *D = slot(w, s->dst); \
        const TA *A = slot(w, s->src[0]); \
        uint32_t operand[WARP_SIZE], result[WARP_SIZE]; \
        for (int l = 0; l < WARP_SIZE; l++) { \
            const TA a = A[l]; \
            operand[l] = (uint32_t)(BEFORE); \
        } \
        unit(operand, result); \
        EACH_LANE(w, const TA a = A[l]; const uint32_t r = result[l]; (void)a; \
                  D[l] = (TD)(AFTER);); \
    }
#define UNIT_FTZ(name) UNIT(name##_f32_ftz, U32, U32, mufu_##name, a, r)

// a * b, rounded to nearest.
static inline uint32_t times(uint32_t a, float b)
{
    return f32_bits(f32_out(bits_f32(a) * b, false, false));
}
static inline bool is_tiny(uint32_t a) { return (a & 0x7fffffff) < 0x00800000; }

// ---- rcp, sqrt, rsqrt -----------------------------------------------

static inline float rcp_scale(uint32_t a)
{
    return (a & 0x7fffffff) > 0x7e800000 ? 0.25f : is_tiny(a) ? 0x1p24f : 1;
}
UNIT_FTZ(rcp)
UNIT(rcp_f32, U32, U32, mufu_rcp, times(a, rcp_scale(a)), times(r, rcp_scale(a)))
UNIT_FTZ(sqrt)
UNIT(sqrt_f32, U32, U32, mufu_sqrt, times(a, is_tiny(a) ? 0x1p24f : 1),
     times(r, is_tiny(a) ? 0x1p-12f : 1))
UNIT_FTZ(rsqrt)
UNIT(rsqrt_f32, U32, U32, mufu_rsqrt, times(a, is_tiny(a) ? 0x1p24f : 1),
     times(r, is_tiny(a) ? 0x1p12f : 1))

// ---- div.approx, div.full: the dividend times the divisor's reciprocal ----

static inline float div_approx_scale(uint32_t b) { return is_tiny(b) ? 0x1p24f : 1; }
static inline float div_full_scale(uint32_t b)
{
    return (b & 0x7fffffff) > 0x7e800000 ? 0.25f : div_approx_scale(b);
}
static inline float scale_none(uint32_t b)
{
    (void)b;
    return 1;
}
static inline float scale_large(uint32_t b) { return (b & 0x7fffffff) > 0x7e800000 ? 0.25f : 1; }

#define DIV(fn, FTZ, SCALE) \
    static void fn(Warp *w, const Step *s) \
    { \
        F32 *D = slot(w, s->dst); \
        const F32 *A = slot(w, s->src[0]); \
        const U32 *B = slot(w, s->src[1]); \
        uint32_t divisor[WARP_SIZE], reciprocal[WARP_SIZE]; \
        for (int l = 0; l < WARP_SIZE; l++) { \
            divisor[l] = times(B[l], SCALE(B[l])); \
        } \
        mufu_rcp(divisor, reciprocal); \
        EACH_LANE(w, const float a = f32_in(A[l], FTZ) * SCALE(B[l]); \
                  D[l] = f32_out(f32_in(a, FTZ) * bits_f32(reciprocal[l]), FTZ, false);); \
    }
DIV(div_approx_f32, false, div_approx_scale)
DIV(div_approx_f32_ftz, true, scale_none)
DIV(div_full_f32, false, div_full_scale)
DIV(div_full_f32_ftz, true, scale_large)

ExecFn div_approx_pick(const Inst *in)
{
    const bool ftz = inst_has(in, MOD_ftz);
    if (inst_has(in, MOD_full)) {
        return ftz ? div_full_f32_ftz : div_full_f32;
    }
    return ftz ? div_approx_f32_ftz : div_approx_f32;
}

// ---- lg2, ex2 -------------------------------------------------------

static inline uint32_t plus(uint32_t a, float b)
{
    return f32_bits(f32_out(bits_f32(a) + b, false, false));
}
UNIT_FTZ(lg2)
UNIT(lg2_f32, U32, U32, mufu_lg2, times(a, is_tiny(a) ? 0x1p24f : 1), is_tiny(a) ? plus(r, -24) : r)

// Below -126 the result is subnormal: it is the square of the half's.
static inline bool ex2_halved(uint32_t a) { return bits_f32(a) < -126; }
UNIT_FTZ(ex2)
UNIT(ex2_f32, U32, U32, mufu_ex2, times(a, ex2_halved(a) ? 0.5f : 1),
     times(r, ex2_halved(a) ? bits_f32(r) : 1))

// ---- sin, cos: the unit wants turns ---------------------------------

// a / (2 pi), in single precision and rounded towards zero. The product is exact in double.
static inline uint32_t turns_of(uint32_t a)
{
    const double exact = (double)bits_f32(a) * 0x1.45f306p-3;
    const float toward_zero = (float)bits_f64(f64_bits(exact) & ~0x1fffffffull);
    return (a & 0x7f800000) == 0x7f800000 ? a : f32_bits(toward_zero);
}
UNIT(sin_f32, U32, U32, mufu_sin, turns_of(a), r)
UNIT(sin_f32_ftz, U32, U32, mufu_sin, turns_of(flush_bits(a)), r)
UNIT(cos_f32, U32, U32, mufu_cos, turns_of(a), r)
UNIT(cos_f32_ftz, U32, U32, mufu_cos, turns_of(flush_bits(a)), r)

UNIT(tanh_f32, U32, U32, mufu_tanh, a, r)

// ---- ex2 and tanh of f16 and bf16: the unit's result, cut off -------

#define LO(x) ((x)&0xffff)
#define HI(x) ((x) >> 16)
// float to f16 and bf16, towards zero; but a number too large for an f16 becomes infinity.
static inline uint32_t half_truncate(uint32_t u)
{
    const uint32_t m = u & 0x7fffffff;
    const uint32_t subnormal = (uint32_t)(int32_t)(bits_f32(m < 0x38800000 ? m : 0) * 0x1p24f);
    const uint32_t normal = (m - 0x38000000) >> 13;
    const uint32_t number = m >= 0x47800000 ? 0x7c00 : m < 0x38800000 ? subnormal : normal;
    return m > 0x7f800000 ? 0x7fff : number | (u >> 16 & 0x8000);
}
static inline uint32_t bf16_truncate(uint32_t u)
{
    return (u & 0x7fffffff) > 0x7f800000 ? 0x7fff : u >> 16;
}
#define UNIT_HALF(name, f, value, narrow) \
    UNIT(name##_##f, U32, U32, mufu_##name, f32_bits(value(LO(a))), narrow(r)) \
    static void name##_##f##x2(Warp *w, const Step *s) \
    { \
        U32 *D = slot(w, s->dst); \
        const U32 *A = slot(w, s->src[0]); \
        uint32_t low[WARP_SIZE], high[WARP_SIZE], low_r[WARP_SIZE], high_r[WARP_SIZE]; \
        for (int l = 0; l < WARP_SIZE; l++) { \
            low[l] = f32_bits(value(LO(A[l]))); \
            high[l] = f32_bits(value(HI(A[l]))); \
        } \
        mufu_##name(low, low_r); \
        mufu_##name(high, high_r); \
        EACH_LANE(w, D[l] = narrow(low_r[l]) | narrow(high_r[l]) << 16;); \
    }
UNIT_HALF(ex2, f16, half_value, half_truncate)
UNIT_HALF(ex2, bf16, bf16_value, bf16_truncate)
UNIT_HALF(tanh, f16, half_value, half_truncate)
UNIT_HALF(tanh, bf16, bf16_value, bf16_truncate)

// ---- f64: the unit takes and gives upper words, the lower are zero ----

UNIT(rcp_gross, U64, U64, mufu_rcp64h, a >> 32, (uint64_t)r << 32)
UNIT(rsqrt_gross, U64, U64, mufu_rsqrt64h, a >> 32, (uint64_t)r << 32)

// What ptxas makes of rsqrt.approx.f64: the gross value, improved once. A subnormal operand is
// scaled.
static inline bool f64_tiny(uint64_t a) { return a < 0x0010000000000000; }
static inline uint64_t rsqrt_scaled(uint64_t a)
{
    return f64_tiny(a) ? f64_bits(bits_f64(a) * 0x1p54) : a;
}
static inline double rsqrt_improved(double x, double gross)
{
    const double rest = f64_fma(x, -(gross * gross), 1);
    return f64_fma(f64_fma(rest, 0.375, 0.5), gross * rest, gross);
}
static inline uint64_t rsqrt_result(uint64_t a, uint32_t r)
{
    const double x = bits_f64(rsqrt_scaled(a));
    const double improved = rsqrt_improved(x, bits_f64((uint64_t)r << 32));
    const double number = f64_tiny(a) ? improved * 0x1p27 : improved;
    const uint64_t sign = a & 1ull << 63, magnitude = a & INT64_MAX, infinity = 0x7ffull << 52;
    const uint64_t of_negative = magnitude ? F64_INVALID : sign | infinity;
    const uint64_t other = magnitude > infinity ? a | F64_QUIET : a == infinity ? 0 : of_negative;
    return a == 0 || a >= infinity ? other : f64_bits(number);
}
UNIT(rsqrt_f64, U64, U64, mufu_rsqrt64h, rsqrt_scaled(a) >> 32, rsqrt_result(a, r))
// ---- the choice -----------------------------------------------------

static ExecFn pick_f32(const Inst *in, ExecFn plain, ExecFn ftz)
{
    return in->type[0] != TYPE_f32 ? NULL : inst_has(in, MOD_ftz) ? ftz : plain;
}

ExecFn pick_rcp(const Inst *in, Step *s)
{
    if (!inst_has(in, MOD_approx)) {
        return float_pick(FLOAT_rcp, in, s);
    }
    return in->type[0] == TYPE_f64 ? rcp_gross : pick_f32(in, rcp_f32, rcp_f32_ftz);
}

ExecFn pick_sqrt(const Inst *in, Step *s)
{
    return inst_has(in, MOD_approx) ? pick_f32(in, sqrt_f32, sqrt_f32_ftz)
                                    : float_pick(FLOAT_sqrt, in, s);
}

ExecFn pick_rsqrt(const Inst *in, Step *s)
{
    (void)s;
    if (in->type[0] == TYPE_f64) {
        return inst_has(in, MOD_ftz) ? rsqrt_gross : rsqrt_f64;
    }
    return pick_f32(in, rsqrt_f32, rsqrt_f32_ftz);
}

ExecFn pick_sin(const Inst *in, Step *s)
{
    (void)s;
    return pick_f32(in, sin_f32, sin_f32_ftz);
}

ExecFn pick_cos(const Inst *in, Step *s)
{
    (void)s;
    return pick_f32(in, cos_f32, cos_f32_ftz);
}

ExecFn pick_lg2(const Inst *in, Step *s)
{
    (void)s;
    return pick_f32(in, lg2_f32, lg2_f32_ftz);
}

ExecFn pick_ex2(const Inst *in, Step *s)
{
    (void)s;
    switch (in->type[0]) {
    case TYPE_f16: return ex2_f16;
    case TYPE_f16x2: return ex2_f16x2;
    case TYPE_bf16: return ex2_bf16;
    case TYPE_bf16x2: return ex2_bf16x2;
    default: return pick_f32(in, ex2_f32, ex2_f32_ftz);
    }
}

ExecFn pick_tanh(const Inst *in, Step *s)
{
    (void)s;
    switch (in->type[0]) {
    case TYPE_f16: return tanh_f16;
    case TYPE_f16x2: return tanh_f16x2;
    case TYPE_bf16: return tanh_bf16;
    case TYPE_bf16x2: return tanh_bf16x2;
    default: return pick_f32(in, tanh_f32, tanh_f32);
    }
}

// exec_float.h - floating-point handlers, shared between exec_arith.c (which
// owns the instructions that integers have too) and the files that do the work:
// exec_float.c (f32, f64), exec_half.c (f16, bf16 and their pairs), exec_sfu.c
// (approximations). All of them have these rules for special values:
//
//   NaN     f32, f16 and bf16 results are one pattern: 0x7fffffff, 0x7fff. An f64
//           result is an operand that is a NaN, made quiet: of several the second,
//           then the third (for a quotient the first); an invalid operation gives
//           0xfff8000000000000. neg and abs leave its sign alone.
//   .ftz    a subnormal operand or result becomes a zero of its sign
//   .sat    clamps to [0, 1]; NaN and -0 become +0
#pragma once

#include "sim/exec.h"
#include "round.h"

// clang-format off
typedef enum {
    FLOAT_add, FLOAT_sub, FLOAT_mul, FLOAT_fma, FLOAT_div, FLOAT_abs, FLOAT_neg,
    FLOAT_min, FLOAT_max, FLOAT_sqrt, FLOAT_rcp, FLOAT_COUNT
} FloatOp;
// clang-format on

ExecFn float_pick(FloatOp op, const Inst *in, Step *s);
// ---- exec_half.c ----------------------------------------------------

ExecFn half_pick(FloatOp op, const Inst *in, Step *s);

// ---- exec_sfu.c -----------------------------------------------------

ExecFn div_approx_pick(const Inst *in);

// ---- exec_cvt_any.c: the conversions that exec_cvt.c has no fast loop for ----

ExecFn cvt_any_pick(const Inst *in, Step *s);

// The first of .rn .rz .rm .rp .rna among the suffixes (and .rni ...); ROUND_rn if none.
static inline Rounding inst_rounding(const Inst *in)
{
    if (inst_has(in, MOD_rz) || inst_has(in, MOD_rzi)) {
        return ROUND_rz;
    }
    if (inst_has(in, MOD_rm) || inst_has(in, MOD_rmi)) {
        return ROUND_rm;
    }
    if (inst_has(in, MOD_rp) || inst_has(in, MOD_rpi)) {
        return ROUND_rp;
    }
    return inst_has(in, MOD_rna) ? ROUND_rna : ROUND_rn;
}

static inline uint32_t f32_bits(float x)
{
    uint32_t u;
    memcpy(&u, &x, 4);
    return u;
}
static inline float bits_f32(uint32_t u)
{
    float x;
    memcpy(&x, &u, 4);
    return x;
}
static inline uint64_t f64_bits(double x)
{
    uint64_t u;
    memcpy(&u, &x, 8);
    return u;
}
static inline double bits_f64(uint64_t u)
{
    double x;
    memcpy(&x, &u, 8);
    return x;
}

static inline uint32_t flush_bits(uint32_t u) { return u & 0x7f800000 ? u : u & 0x80000000; }
// An operand, flushed if .ftz.
static inline float f32_in(float x, bool ftz)
{
    return ftz ? bits_f32(flush_bits(f32_bits(x))) : x;
}
// A result: one NaN, flushed, clamped.
static inline float f32_out(float r, bool ftz, bool sat)
{
    if (sat) {
        r = r > 0 ? (r < 1 ? r : 1) : 0;
        return ftz ? bits_f32(flush_bits(f32_bits(r))) : r;
    }
    uint32_t u = f32_bits(r);
    u = ftz ? flush_bits(u) : u;
    return bits_f32(r == r ? u : 0x7fffffffu);
}

#define F64_INVALID 0xfff8000000000000ull
#define F64_QUIET 0x0008000000000000ull
static inline double f64_quiet(double x) { return bits_f64(f64_bits(x) | F64_QUIET); }
static inline double f64_out(double r, double a, double b, double c)
{
    const double nan = b != b   ? f64_quiet(b)
                       : c != c ? f64_quiet(c)
                       : a != a ? f64_quiet(a)
                                : bits_f64(F64_INVALID);
    return r == r ? r : nan;
}

// x + y rounded to odd: an inexact sum gets a last bit of 1, after which rounding to
// a narrower format gives the same result as rounding the exact sum once.
static inline double add_to_odd(double x, double y)
{
    const double sum = x + y;
    const double t = sum - x;
    const double rest = (x - (sum - t)) + (y - t); // the rounding error of the addition, exactly
    const uint64_t u = f64_bits(sum);
    const uint64_t step = (rest > 0) == (sum > 0) ? 1 : -1ull;
    const bool even_inexact = rest != 0 && rest == rest && !(u & 1);
    return bits_f64(even_inexact ? u + step : u);
}

// a * b + c rounded once. Without the host's instruction for it, f32 goes through
// a double that is rounded to odd (then a second rounding cannot be wrong), and
// f64 through round.c.
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA) || defined(__aarch64__)
static inline float f32_fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
static inline double f64_fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
#else
static inline float f32_fma(float a, float b, float c)
{
    return (float)add_to_odd((double)a * b, c);
}
static inline double f64_fma(double a, double b, double c)
{
    return bits_f64(
        round_calc(CALC_fma, FORMAT_f64, ROUND_rn, f64_bits(a), f64_bits(b), f64_bits(c)));
}
#endif

// The square root, rounded to nearest. The compiler's own is an instruction only
// where it need not set errno.
#ifdef __NO_MATH_ERRNO__
static inline float f32_sqrt(float x) { return __builtin_sqrtf(x); }
static inline double f64_sqrt(double x) { return __builtin_sqrt(x); }
#else
static inline float f32_sqrt(float x)
{
    return bits_f32((uint32_t)round_calc(CALC_sqrt, FORMAT_f32, ROUND_rn, f32_bits(x), 0, 0));
}
static inline double f64_sqrt(double x)
{
    return bits_f64(round_calc(CALC_sqrt, FORMAT_f64, ROUND_rn, f64_bits(x), 0, 0));
}
#endif

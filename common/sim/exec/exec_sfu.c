// exec_sfu.c - rcp, sqrt and the approximate functions: rsqrt, sin, cos, lg2, ex2,
// tanh.
//
// The PTX manual gives error bounds for these functions; the hardware computes them
// from its own tables. Here a result is computed in double by a polynomial, far more
// precisely than the bounds demand, and rounded once. It is within the bounds over
// the whole range, and the same on every machine, because only addition,
// multiplication, division and square root are used, each of them rounded as
// IEEE 754 says. An H200 differs in the last place or two (lg2 and tanh
// more); tests/gpu/exec_probe.cu measures it.
#include "half.h"
#include "lanes.h"

// ---- 2^x, by 2^k * 2^f with |f| <= 1/2 -------------------------------------------------

// Adding 1.5 * 2^52 rounds to an integer, which is then in the low bits.
#define ROUNDER 0x1.8p52

// 2^k for -1022 <= k <= 1023, k being the integer in the low bits of `shifted`.
static inline double power_of_two(double shifted)
{
    return bits_f64((f64_bits(shifted) + 1023) << 52);
}

// Taylor's series of 2^f; the terms left out are below 2^-50.
static inline double exp2_small(double f)
{
    double p = 0x1.e8cac7351bb25p-32;
    p = p * f + 0x1.e4cf5158b8ecap-28;
    p = p * f + 0x1.b5253d395e7c4p-24;
    p = p * f + 0x1.62c0223a5c824p-20;
    p = p * f + 0x1.ffcbfc588b0c7p-17;
    p = p * f + 0x1.430912f86c787p-13;
    p = p * f + 0x1.5d87fe78a6731p-10;
    p = p * f + 0x1.3b2ab6fba4e77p-7;
    p = p * f + 0x1.c6b08d704a0c0p-5;
    p = p * f + 0x1.ebfbdff82c58fp-3;
    p = p * f + 0x1.62e42fefa39efp-1;
    return p * f + 1;
}

static inline double approx_ex2(double x)
{
    const double near = x < -200 ? -200 : x > 200 ? 200 : x;
    const double shifted = near + ROUNDER;
    const double f = near - (shifted - ROUNDER);
    return exp2_small(f) * power_of_two(shifted);
}

// ---- log2, by exponent and 2/ln2 * atanh((m - 1) / (m + 1)) -------------------------------

// x: a number of type float, so that it is normal as a double.
static inline double approx_lg2(double x)
{
    const uint64_t u = f64_bits(x);
    const uint64_t fraction = u & 0xfffffffffffff;
    const bool upper = fraction >= 0x6a09e667f3bcd; // m above the root of 2: halve it
    const double m = bits_f64(fraction | (upper ? 0x3feull : 0x3ffull) << 52);
    const int32_t e = (int32_t)(u >> 52) - 1023 + upper;
    const double t = (m - 1) / (m + 1);
    const double s = t * t;
    double p = 0x1.1964ec6fc9491p-3;
    p = p * s + 0x1.3703c1f4d0ffep-3;
    p = p * s + 0x1.5b9ac9b743f0dp-3;
    p = p * s + 0x1.89f3b1694cffep-3;
    p = p * s + 0x1.c68f568d31760p-3;
    p = p * s + 0x1.0c9a84994022dp-2;
    p = p * s + 0x1.484b13d7c02a9p-2;
    p = p * s + 0x1.a61762a7aded9p-2;
    p = p * s + 0x1.2776c50ef9bfep-1;
    p = p * s + 0x1.ec709dc3a03fdp-1;
    p = p * s + 0x1.71547652b82fep+1;
    const double r = (double)e + t * p;
    const double special = x == 0 ? -__builtin_inf() : x > 0 ? x : __builtin_nan("");
    return x > 0 && x <= 0x1.fffffep127 ? r : special;
}

// ---- sin, cos --------------------------------------------------------------------------------

// The hardware counts angles in turns: it multiplies by 1/(2 pi) in single precision,
// rounded towards zero, and uses only the fraction. So do we, because for angles of more
// than a few turns this product decides most of the result.
typedef struct {
    double rest; // |rest| <= pi/4
    uint32_t quadrant;
} Angle;

static inline float turns_of(float x)
{
    const double exact = (double)x * 0x1.45f306p-3;
    const float near = (float)exact;
    const bool away = (near > 0 ? near : -near) > (exact > 0 ? exact : -exact);
    return f32_in(bits_f32(f32_bits(near) - away), true);
}
static inline Angle angle_of(float x)
{
    const double turns = turns_of(x);
    // From 2^23 on turns are whole; below, the rounder finds the nearest quarter.
    const double quarters = (turns < 0x1p23 && turns > -0x1p23 ? turns : turns - turns) * 4;
    const double shifted = quarters + ROUNDER;
    const double rest = (quarters - (shifted - ROUNDER)) * 0x1.921fb54442d18p0;
    return (Angle){rest, (uint32_t)f64_bits(shifted) & 3};
}

// Taylor's series; the terms left out are below 2^-54.
static inline double sin_quarter(double r)
{
    const double s = r * r;
    double p = -0x1.ae7f3e733b81fp-41;
    p = p * s + 0x1.6124613a86d09p-33;
    p = p * s - 0x1.ae64567f544e4p-26;
    p = p * s + 0x1.71de3a556c734p-19;
    p = p * s - 0x1.a01a01a01a01ap-13;
    p = p * s + 0x1.1111111111111p-7;
    p = p * s - 0x1.5555555555555p-3;
    return r * (1 + s * p); // keeps the sign of a zero
}
static inline double cos_quarter(double r)
{
    const double s = r * r;
    double p = 0x1.ae7f3e733b81fp-45;
    p = p * s - 0x1.93974a8c07c9dp-37;
    p = p * s + 0x1.1eed8eff8d898p-29;
    p = p * s - 0x1.27e4fb7789f5cp-22;
    p = p * s + 0x1.a01a01a01a01ap-16;
    p = p * s - 0x1.6c16c16c16c17p-10;
    p = p * s + 0x1.5555555555555p-5;
    p = p * s - 0.5;
    return 1 + s * p;
}
static inline double sin_angle(Angle a)
{
    const double v = a.quadrant & 1 ? cos_quarter(a.rest) : sin_quarter(a.rest);
    return a.quadrant & 2 ? -v : v;
}
static inline Angle quarter_on(Angle a) { return (Angle){a.rest, a.quadrant + 1}; }

#define SINE(fn, FTZ, TURN) \
    LANES1(fn, F32, F32, f32_out((float)sin_angle(TURN(angle_of(a))), FTZ, false))
SINE(sin_f32, false, )
SINE(sin_f32_ftz, true, )
SINE(cos_f32, false, quarter_on)
SINE(cos_f32_ftz, true, quarter_on)

// ---- tanh, by e^y - 1 with y = 2 |x| -------------------------------------------------------

// e^r - 1 for |r| <= ln2/2, precise for small r too.
static inline double expm1_small(double r)
{
    double p = 0x1.1eed8eff8d898p-29;
    p = p * r + 0x1.ae64567f544e4p-26;
    p = p * r + 0x1.27e4fb7789f5cp-22;
    p = p * r + 0x1.71de3a556c734p-19;
    p = p * r + 0x1.a01a01a01a01ap-16;
    p = p * r + 0x1.a01a01a01a01ap-13;
    p = p * r + 0x1.6c16c16c16c17p-10;
    p = p * r + 0x1.1111111111111p-7;
    p = p * r + 0x1.5555555555555p-5;
    p = p * r + 0x1.5555555555555p-3;
    p = p * r + 0.5;
    return r + r * r * p;
}
static inline double approx_tanh(double x)
{
    const uint64_t sign = f64_bits(x) & 1ull << 63;
    const double magnitude = bits_f64(f64_bits(x) & INT64_MAX);
    const double y = 2 * (magnitude > 20 ? 20 : magnitude);
    const double shifted = y * 0x1.71547652b82fep0 + ROUNDER;
    const double k = shifted - ROUNDER;
    const double r = (y - k * 0x1.62e42fefa2p-1) - k * 0x1.9ef35793c7673p-41;
    const double scale = power_of_two(shifted);
    const double e = scale * expm1_small(r) + (scale - 1);
    return bits_f64(f64_bits(e / (e + 2)) | sign);
}

static inline double approx_rsqrt(double x) { return 1 / f64_sqrt(x); }

// ---- handlers ----------------------------------------------------------------------------------

#define SFU_F32(name) \
    LANES1(name##_f32, F32, F32, f32_out((float)approx_##name(a), false, false)) \
    LANES1(name##_f32_ftz, F32, F32, f32_out((float)approx_##name(f32_in(a, true)), true, false))
SFU_F32(ex2)
SFU_F32(lg2)
SFU_F32(tanh)
SFU_F32(rsqrt)

#define LO(x) ((x)&0xffff)
#define HI(x) ((x) >> 16)
#define SFU_HALF(name, f, value, narrow) \
    static inline uint32_t name##_bits_##f(uint32_t h) \
    { \
        return narrow(float_to_odd(approx_##name(value(h)))); \
    } \
    LANES1(name##_##f, U32, U32, name##_bits_##f(LO(a))) \
    LANES1(name##_##f##x2, U32, U32, name##_bits_##f(LO(a)) | name##_bits_##f(HI(a)) << 16)
static inline uint32_t bf16_round_ftz(float x)
{
    const uint32_t r = bf16_round(x);
    return r & 0x7f80 ? r : r & 0x8000;
}
static inline float bf16_value_ftz(uint32_t h) { return f32_in(bf16_value(h), true); }
SFU_HALF(ex2, f16, half_value, half_round)
SFU_HALF(ex2, bf16, bf16_value_ftz, bf16_round_ftz)
SFU_HALF(tanh, f16, half_value, half_round)
SFU_HALF(tanh, bf16, bf16_value, bf16_round)

// The coarse approximations of f64: subnormals count as zero; only the upper words of
// operand and result are used.
static inline uint64_t upper_word(uint64_t u)
{
    const uint64_t high = u & 0xffffffff00000000;
    return high & 0x7ff0000000000000 ? high : high & 1ull << 63;
}
static inline uint64_t gross(double r)
{
    const uint64_t rounded = upper_word(f64_bits(r) + 0x80000000);
    const uint64_t special = (f64_bits(r) & INT64_MAX) == 0x7ffull << 52 ? f64_bits(r) : rounded;
    return r == r ? special : 0x7fffffff00000000;
}
LANES1(rcp_gross, U64, U64, gross(1 / bits_f64(upper_word(a))))
LANES1(rsqrt_gross, U64, U64, gross(approx_rsqrt(bits_f64(upper_word(a)))))
LANES1(rsqrt_f64, F64, F64, f64_out(approx_rsqrt(a), a, 0.0, 0.0))

// ---- the choice -----------------------------------------------------------------------

ExecFn pick_rcp(const Inst *in, Step *s)
{
    if (in->type[0] == TYPE_f64 && inst_has(in, MOD_approx)) {
        return rcp_gross;
    }
    return float_pick(FLOAT_rcp, in, s);
}

ExecFn pick_sqrt(const Inst *in, Step *s) { return float_pick(FLOAT_sqrt, in, s); }

static ExecFn pick_f32(const Inst *in, ExecFn plain, ExecFn ftz)
{
    return in->type[0] != TYPE_f32 ? NULL : inst_has(in, MOD_ftz) ? ftz : plain;
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
    default: return pick_f32(in, tanh_f32, tanh_f32_ftz);
    }
}

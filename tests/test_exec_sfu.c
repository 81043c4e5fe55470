// test_exec_sfu.c - the approximate functions compared with libm in double: errors within the
// bounds of the PTX manual, and the special values that the manual lists. tests/test_approx.c
// compares with a GPU instead, bit for bit.
#include "exec_kit.h"

#include <math.h>

static float as_float(uint64_t u)
{
    const uint32_t w = (uint32_t)u;
    float x;
    memcpy(&x, &w, 4);
    return x;
}
static double as_double(uint64_t u)
{
    double x;
    memcpy(&x, &u, 8);
    return x;
}
static double value16(uint64_t h) { return as_float(kit_run("cvt.f32.f16", h)); }

// A positive float with an exponent from lo to hi.
static float random_float(int lo, int hi)
{
    const uint64_t r = kit_random();
    return ldexpf(1 + (float)(r & 0x7fffff) * 0x1p-23f, lo + (int)(r >> 33) % (hi - lo + 1));
}

// One unit in the last place of a float.
static double ulp(double x)
{
    int e;
    frexp(x, &e);
    return ldexp(1, e < -125 ? -149 : e - 24);
}
#define EXPECT_NEAR(want, bound, text, x) \
    do { \
        const float x_ = (x); \
        const double want_ = (want); \
        const double got_ = as_float(kit_run(text, f32(x_))); \
        KIT_CHECK(fabs(got_ - want_) <= (bound), "%s(%a): %a, expected %a", text, (double)x_, \
                  got_, want_); \
    } while (0)

START_TEST(roots)
{
    for (int i = 0; i < 4000; i++) {
        const float x = random_float(-140, 120);
        EXPECT_NEAR(1 / sqrt((double)x), want_ * 0x1p-22 / 1.866, "rsqrt.approx.f32", x);
        EXPECT_NEAR(sqrt((double)x), want_ * 0x1p-23, "sqrt.approx.f32", x);
        const float y = random_float(-126, 125);
        EXPECT_NEAR(1 / (double)y, 1.5 * ulp(want_), "rcp.approx.f32", y);
        const double want = 1 / sqrt((double)x * 1e-60);
        const double got = as_double(kit_run("rsqrt.approx.f64", f64((double)x * 1e-60)));
        ck_assert(fabs(got - want) <= 3e-16 * want);
    }
    EXPECT(0x7f800000, "rsqrt.approx.f32", 0);
    EXPECT(0xff800000, "rsqrt.approx.f32", 0x80000000);
    EXPECT(0x7f800000, "rsqrt.approx.ftz.f32", 1);
    EXPECT(0, "rsqrt.approx.f32", 0x7f800000);
    EXPECT(0x7fffffff, "rsqrt.approx.f32", f32(-1));
    EXPECT(0x80000000, "sqrt.approx.f32", 0x80000000);
    EXPECT(0x7fffffff, "sqrt.approx.ftz.f32", f32(-1));
    EXPECT(0x80000000, "rcp.approx.f32", 0xff800000);
    EXPECT(f64(0.5), "rcp.approx.ftz.f64", f64(2) | 0xffff);
    EXPECT(0x7ff0000000000000, "rcp.approx.ftz.f64", 1);
    EXPECT(0x8000000000000000, "rcp.approx.ftz.f64", 0xfff0000000000000);
    EXPECT(0x7fffffff00000000, "rsqrt.approx.ftz.f64", f64(-1));
    const double third = as_double(kit_run("rcp.approx.ftz.f64", f64(3)));
    ck_assert(fabs(third - 1.0 / 3) < 0x1p-21);
}
END_TEST

START_TEST(exponentials)
{
    for (int i = 0; i < 4000; i++) {
        const float x = random_float(-30, 6);
        EXPECT_NEAR(exp2((double)x), 2.5 * ulp(want_), "ex2.approx.f32", x);
        EXPECT_NEAR(exp2(-(double)x), 2.5 * ulp(want_), "ex2.approx.f32", -x);
        const float y = random_float(-149, 127);
        EXPECT_NEAR(log2((double)y), fmax(0x1p-22, fabs(want_) * 0x1p-22), "lg2.approx.f32", y);
        const float z = 1 + (float)((int)(kit_random() & 0xffff) - 0x8000) * 0x1p-23f;
        EXPECT_NEAR(log2((double)z), 0x1p-22, "lg2.approx.f32", z);
        const float t = random_float(-140, 4);
        EXPECT_NEAR(tanh((double)t), want_ * 0x1p-11, "tanh.approx.f32", t);
        EXPECT_NEAR(tanh(-(double)t), -want_ * 0x1p-11, "tanh.approx.f32", -t);
    }
    EXPECT(0x7f800000, "ex2.approx.f32", f32(128));
    EXPECT(1, "ex2.approx.f32", f32(-149));
    EXPECT(0, "ex2.approx.ftz.f32", f32(-149));
    EXPECT(0, "ex2.approx.f32", 0xff800000);
    EXPECT(0x7f800000, "ex2.approx.f32", 0x7f800000);
    EXPECT(f32(1), "ex2.approx.f32", 0x80000000);
    EXPECT(f32(8), "ex2.approx.ftz.f32", f32(3));
    EXPECT(0x7fffffff, "ex2.approx.f32", 0x7fc00000);
    EXPECT(0xff800000, "lg2.approx.f32", 0x80000000);
    EXPECT(0xff800000, "lg2.approx.ftz.f32", 1);
    EXPECT(f32(-149), "lg2.approx.f32", 1);
    EXPECT(0x7fffffff, "lg2.approx.f32", f32(-1));
    EXPECT(0x7f800000, "lg2.approx.f32", 0x7f800000);
    EXPECT(0, "lg2.approx.f32", f32(1));
    EXPECT(f32(1), "tanh.approx.f32", 0x7f800000);
    EXPECT(f32(-1), "tanh.approx.f32", 0xff800000);
    EXPECT(0x80000000, "tanh.approx.f32", 0x80000000);
    EXPECT(0x7fffffff, "tanh.approx.f32", 0xffc00000);
}
END_TEST

// The manual's bounds: an absolute error of 2^-20.5 within one turn, 2^-14.7 within
// fifty. Beyond, the fraction of the single-precision product in turns is the angle.
START_TEST(angles)
{
    for (int i = 0; i < 8000; i++) {
        const float x = random_float(-20, i & 1 ? 1 : 7);
        const double bound = x <= 6.2831855f ? 0x1p-20 / 1.41422 : 0x1p-15 * 1.23;
        if (x > 314) {
            continue;
        }
        const double s = sin((double)x), c = cos((double)x);
        ck_assert(fabs(as_float(kit_run("sin.approx.f32", f32(x))) - s) <= bound);
        ck_assert(fabs(as_float(kit_run("cos.approx.f32", f32(x))) - c) <= bound);
        ck_assert(fabs(as_float(kit_run("sin.approx.f32", f32(-x))) + s) <= bound);
        ck_assert(fabs(as_float(kit_run("cos.approx.ftz.f32", f32(-x))) - c) <= bound);
    }
    EXPECT(0x80000000, "sin.approx.f32", 0x80000000);
    EXPECT(0, "sin.approx.f32", 1);
    EXPECT(0, "sin.approx.ftz.f32", 1);
    EXPECT(f32(1), "cos.approx.f32", 0);
    EXPECT(0x7fffffff, "sin.approx.f32", 0x7f800000);
    EXPECT(0x7fffffff, "cos.approx.f32", 0xff800000);
    EXPECT(f32(1), "cos.approx.f32", 0x7f7fffff);
}
END_TEST

START_TEST(halves)
{
    for (uint32_t h = 0; h < 0x7c00; h += 7) {
        const double x = value16(h);
        const double e = value16(kit_run("ex2.approx.f16", h));
        const double t = value16(kit_run("tanh.approx.f16", h));
        ck_assert(exp2(x) > 65504 ? e > 65000 : fabs(e - exp2(x)) <= exp2(x) * 0x1p-9);
        ck_assert(fabs(t - tanh(x)) <= tanh(x) * 0x1p-10 + 0x1p-25);
    }
    EXPECT(0x3c004000, "ex2.approx.f16x2", 0x00003c00);
    EXPECT(0x40003f80, "ex2.approx.ftz.bf16x2", 0x3f800000);
    EXPECT(0x3f80, "tanh.approx.bf16", 0x7f80);
    EXPECT(0xbc003c00, "tanh.approx.f16x2", 0xfc007c00);
}
END_TEST

SUITE(s) { TESTS(s, "sfu", roots, exponentials, angles, halves); }

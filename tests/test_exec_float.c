// test_exec_float.c - f32 and f64 arithmetic: known patterns, and at random against
// the host's own arithmetic in every rounding mode. The host's modes are used here
// only; the code under test never touches them.
#include "exec_kit.h"

#include <fenv.h>
#include <math.h>

static const char *const suffix[] = {"rn", "rz", "rm", "rp"};
static const int host_mode[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};

#define NAN32 0x7fffffff
#define QNAN64 0xfff8000000000000

// Patterns of all sizes, with many special ones.
static uint32_t random32(void)
{
    const uint64_t r = kit_random();
    static const uint32_t special[] = {0, 0x80000000, 0x3f800000, 0x7f800000, 0xff800000,
                                       1, 0x007fffff, 0x00800000, 0x7f7fffff, 0xbf800001};
    if (r % 8 == 0) {
        return special[(r >> 8) % 10];
    }
    const uint32_t exponent =
        r >> 40 & 1 ? 0x3f000000 + (uint32_t)((r >> 41 & 31) << 23) - 0x08000000 : 0;
    return exponent ? exponent | ((uint32_t)r & 0x807fffff) : (uint32_t)r;
}
static uint64_t random64(void)
{
    const uint64_t r = kit_random();
    static const uint64_t special[] = {
        0, 1ull << 63,         0x3ff0000000000000, 0x7ff0000000000000, 0xfff0000000000000,
        1, 0x000fffffffffffff, 0x0010000000000000, 0x7fefffffffffffff, 0xbff0000000000001};
    const uint64_t b = kit_random();
    if (r % 8 == 0) {
        return special[(r >> 8) % 10];
    }
    return r >> 40 & 1 ? (b & 0x800fffffffffffff) | (0x3f0ull + (r >> 41 & 31)) << 52 : b;
}

static double as_double(uint64_t u)
{
    double x;
    memcpy(&x, &u, 8);
    return x;
}
static float as_float(uint32_t u)
{
    float x;
    memcpy(&x, &u, 4);
    return x;
}

// Volatile, so that nothing is computed in another mode than it is written under.
static uint64_t host32(int op, int mode, uint32_t ua, uint32_t ub, uint32_t uc)
{
    volatile float a = as_float(ua), b = as_float(ub), c = as_float(uc), r;
    fesetround(host_mode[mode]);
    switch (op) {
    case 0: r = a + b; break;
    case 1: r = a - b; break;
    case 2: r = a * b; break;
    case 3: r = a / b; break;
    case 4: r = sqrtf(a); break;
    case 5: r = 1 / a; break;
    default: r = fmaf(a, b, c); break;
    }
    fesetround(FE_TONEAREST);
    return isnan(r) ? NAN32 : f32(r);
}
static uint64_t host64(int op, int mode, uint64_t ua, uint64_t ub, uint64_t uc)
{
    volatile double a = as_double(ua), b = as_double(ub), c = as_double(uc), r;
    fesetround(host_mode[mode]);
    switch (op) {
    case 0: r = a + b; break;
    case 1: r = a - b; break;
    case 2: r = a * b; break;
    case 3: r = a / b; break;
    case 4: r = sqrt(a); break;
    case 5: r = 1 / a; break;
    default: r = fma(a, b, c); break;
    }
    fesetround(FE_TONEAREST);
    return isnan(r) ? QNAN64 : f64(r);
}

static const char *const names[] = {"add", "sub", "mul", "div", "sqrt", "rcp", "fma"};

START_TEST(all_modes_f32)
{
    char text[32];
    for (int i = 0; i < 1000; i++) {
        const uint32_t a = random32(), b = random32(), c = random32();
        for (int op = 0; op < 7; op++) {
            for (int mode = 0; mode < 4; mode++) {
                snprintf(text, sizeof(text), "%s.%s.f32", names[op], suffix[mode]);
                const uint64_t want = host32(op, mode, a, b, c);
                if (op == 4 || op == 5) {
                    EXPECT(want, text, a);
                } else if (op == 6) {
                    EXPECT(want, text, a, b, c);
                } else {
                    EXPECT(want, text, a, b);
                }
            }
        }
    }
}
END_TEST

START_TEST(all_modes_f64)
{
    char text[32];
    for (int i = 0; i < 1000; i++) {
        const uint64_t a = random64(), b = random64(), c = random64();
        if (isnan(as_double(a)) || isnan(as_double(b)) || isnan(as_double(c))) {
            continue;
        }
        for (int op = 0; op < 7; op++) {
            for (int mode = 0; mode < 4; mode++) {
                snprintf(text, sizeof(text), "%s.%s.f64", names[op], suffix[mode]);
                const uint64_t want = host64(op, mode, a, b, c);
                if (op == 4 || op == 5) {
                    EXPECT(want, text, a);
                } else if (op == 6) {
                    EXPECT(want, text, a, b, c);
                } else {
                    EXPECT(want, text, a, b);
                }
            }
        }
    }
}
END_TEST

// Where a sum nearly vanishes, all that the product has lost decides the direction.
START_TEST(fma_rounds_once)
{
    char text[32];
    for (int i = 0; i < 500; i++) {
        const double a = as_double((random64() >> 12) | 0x3ff0000000000000);
        const double b = as_double((random64() >> 12) | 0x4000000000000000);
        const uint64_t c = f64(-a * b) ^ (i % 3 == 1) ^ (uint64_t)(i % 4 == 3) << (52 + i % 8);
        const float x = (float)a, y = (float)b;
        const uint32_t z =
            (uint32_t)f32(-x * y) ^ (i % 3 == 1) ^ (uint32_t)(i % 4 == 3) << (23 + i % 5);
        for (int mode = 0; mode < 4; mode++) {
            snprintf(text, sizeof(text), "fma.%s.f64", suffix[mode]);
            EXPECT(host64(6, mode, f64(a), f64(b), c), text, f64(a), f64(b), c);
            snprintf(text, sizeof(text), "fma.%s.f32", suffix[mode]);
            EXPECT(host32(6, mode, (uint32_t)f32(x), (uint32_t)f32(y), z), text, f32(x), f32(y), z);
        }
    }
}
END_TEST

START_TEST(nans)
{
    EXPECT(NAN32, "add.f32", 0xffc12345, f32(1));
    EXPECT(NAN32, "add.f32", 0x7f800000, 0xff800000);
    EXPECT(NAN32, "fma.rn.f32", 0, 0x7f800000, f32(1));
    EXPECT(NAN32, "sqrt.rn.f32", f32(-1));
    EXPECT(QNAN64, "add.f64", 0x7ff0000000000000, 0xfff0000000000000);
    EXPECT(0x7ff8000000000123, "add.f64", 0x7ff0000000000123, f64(1)); // made quiet
    EXPECT(0xfff8000000000007, "mul.f64", f64(1), 0xfff8000000000007);
    EXPECT(0x7ff8000000000002, "add.f64", 0x7ff8000000000001, 0x7ff8000000000002);
    EXPECT(0x7ff8000000000002, "sub.rz.f64", 0x7ff8000000000001, 0x7ff8000000000002);
    EXPECT(0x7ff8000000000001, "div.rn.f64", 0x7ff8000000000001, 0x7ff8000000000002);
    EXPECT(0x7ff8000000000001, "div.rp.f64", 0x7ff8000000000001, 0x7ff8000000000002);
    EXPECT(0x7ff8000000000003, "fma.rn.f64", 0x7ff8000000000001, f64(1), 0x7ff8000000000003);
    EXPECT(0xfff8000000000002, "min.f64", 0x7ff8000000000001, 0xfff0000000000002);
    EXPECT(0x7ff8000000000001, "neg.f64", 0x7ff0000000000001);
    EXPECT(0xfff8000000000001, "abs.f64", 0xfff8000000000001);
    EXPECT(QNAN64, "sqrt.rn.f64", f64(-1));
    EXPECT(QNAN64, "fma.rn.f64", 0, 0x7ff0000000000000, f64(1));
}
END_TEST

START_TEST(flush_and_clamp)
{
    EXPECT(0, "add.ftz.f32", 1, 1);
    EXPECT(0x80000000, "mul.ftz.f32", 0x80000001, f32(1));
    EXPECT(2, "add.f32", 1, 1);
    EXPECT(0, "mul.ftz.f32", 0x00800000, f32(0.5f));
    EXPECT(0x80000000, "mul.ftz.f32", 0x80800000, f32(0.5f));
    EXPECT(0x00400000, "mul.f32", 0x00800000, f32(0.5f));
    EXPECT(f32(1), "add.sat.f32", f32(1), f32(2));
    EXPECT(0, "sub.sat.f32", f32(1), f32(2));
    EXPECT(0, "add.sat.f32", NAN32, f32(2));
    EXPECT(0, "mul.sat.f32", f32(-0.0f), f32(2));
    EXPECT(f32(0.5f), "fma.rn.sat.f32", f32(0.5f), f32(1), 0);
    EXPECT(0, "fma.rn.ftz.sat.f32", 1, f32(1), 0);
    EXPECT(f32(1), "add.rz.sat.f32", f32(1), f32(2));
    EXPECT(0, "mul.rp.ftz.f32", 0x00800000, f32(0.5f));
    EXPECT(0x7f800000, "rcp.rn.ftz.f32", 1);
    EXPECT(0xff800000, "rcp.approx.ftz.f32", 0x80000001);
    EXPECT(0, "rcp.rp.ftz.f32", 0x7e800001);
    EXPECT(0x00800000, "rcp.rp.ftz.f32", 0x7e800000);
}
END_TEST

START_TEST(min_max)
{
    EXPECT(0x80000000, "min.f32", 0, 0x80000000);
    EXPECT(0x80000000, "min.f32", 0x80000000, 0);
    EXPECT(0, "max.f32", 0x80000000, 0);
    EXPECT(0, "max.f32", 0, 0x80000000);
    EXPECT(f32(-2), "min.f32", f32(-2), f32(-1));
    EXPECT(f32(3), "min.f32", 0x7fc00000, f32(3));
    EXPECT(f32(3), "max.f32", f32(3), 0xffc00000);
    EXPECT(NAN32, "min.f32", 0x7fc00000, 0xffc00001);
    EXPECT(NAN32, "max.NaN.f32", f32(3), 0xffc00000);
    EXPECT(0, "max.ftz.f32", 1, 0);
    EXPECT(1, "max.f32", 1, 0);
    EXPECT(f32(-3), "min.xorsign.abs.f32", f32(-3), f32(4));
    EXPECT(f32(4), "max.xorsign.abs.f32", f32(-3), f32(-4));
    EXPECT(f32(1), "min.f32", f32(3), f32(2), f32(1));
    EXPECT(f32(3), "max.f32", f32(3), f32(2), NAN32);
    EXPECT(f64(-2), "min.f64", f64(-2), f64(-1));
    EXPECT(0x8000000000000000, "min.f64", 0, 0x8000000000000000);
    EXPECT(f64(3), "max.f64", f64(3), QNAN64);
    EXPECT(f64(3), "max.f64", f64(3), f64(2));
}
END_TEST

START_TEST(signs)
{
    EXPECT(f32(2), "abs.f32", f32(-2));
    EXPECT(0, "abs.f32", 0x80000000);
    EXPECT(0, "abs.ftz.f32", 0x80000001);
    EXPECT(1, "abs.f32", 0x80000001);
    EXPECT(0x80000000, "neg.f32", 0);
    EXPECT(0x80000000, "neg.ftz.f32", 1);
    EXPECT(f64(2), "abs.f64", f64(-2));
    EXPECT(f64(-2), "neg.f64", f64(2));
    EXPECT(f32(-2), "copysign.f32", f32(-5), f32(2));
    EXPECT(f64(2), "copysign.f64", f64(5), f64(-2));
}
END_TEST

START_TEST(division_approx)
{
    EXPECT(f32(0.5f), "div.approx.f32", f32(1), f32(2));
    EXPECT(f32(0.5f), "div.full.f32", f32(1), f32(2));
    EXPECT(0, "div.approx.f32", f32(1), 0x7e800001);
    EXPECT(f32(1), "div.full.f32", 0x7e800001, 0x7e800001);
    EXPECT(0x80000000, "div.approx.f32", f32(-1), 0x7f000000);
    EXPECT(NAN32, "div.approx.f32", 0x7f800000, 0x7f000000);
    EXPECT(f32(1), "div.approx.f32", 0x7e800000, 0x7e800000);
    EXPECT(0x7f800000, "div.approx.ftz.f32", f32(1), 1);
    EXPECT(0, "div.approx.f32", f32(1), 0x7f800000);
}
END_TEST

START_TEST(testp)
{
    static const char *const kinds[] = {"finite",     "infinite", "number",
                                        "notanumber", "normal",   "subnormal"};
    static const struct {
        uint64_t f32, f64;
        const char *want; // by kind
    } rows[] = {{0x3f800000, 0x3ff0000000000000, "101010"},
                {0, 0, "101010"},
                {0x80000001, 0x8000000000000001, "101001"},
                {0xff800000, 0xfff0000000000000, "011000"},
                {0x7f800001, 0x7ff0000000000001, "000100"}};
    char text[40];
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        for (unsigned k = 0; k < 6; k++) {
            snprintf(text, sizeof(text), "testp.%s.f32", kinds[k]);
            EXPECT(rows[i].want[k] - '0', text, rows[i].f32);
            snprintf(text, sizeof(text), "testp.%s.f64", kinds[k]);
            EXPECT(rows[i].want[k] - '0', text, rows[i].f64);
        }
    }
}
END_TEST

SUITE(s)
{
    TESTS(s, "float", all_modes_f32, all_modes_f64, fma_rounds_once, nans, flush_and_clamp, min_max,
          signs, division_approx, testp);
}

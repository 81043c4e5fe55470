// test_exec_half.c - f16 and bf16 arithmetic on random values, compared with round.c, which works
// in integers and does not use the wider formats that this test uses; then special values.
#include "common/cudasim/sim/exec/round.h"
#include "exec_kit.h"

static bool is_nan(uint32_t h, Format f)
{
    return (h & 0x7fff) > (f == FORMAT_f16 ? 0x7c00 : 0x7f80);
}

// Values of comparable size half of the time, so that sums cancel and ties occur.
static uint32_t random16(Format f)
{
    const uint64_t r = kit_random();
    const uint32_t h = (uint32_t)r & 0xffff;
    if (r >> 20 & 1) {
        const uint32_t exponent = (uint32_t)(r >> 24 & 7) << (f == FORMAT_f16 ? 10 : 7);
        return f == FORMAT_f16 ? (h & 0x83ff) | (0x3000 + exponent)
                               : (h & 0x807f) | (0x3e00 + exponent);
    }
    return h;
}

static void check_format(Format f, const char *name)
{
    static const struct {
        const char *name;
        Calc op;
        int sources;
    } ops[] = {
        {"add", CALC_add, 2}, {"sub", CALC_sub, 2}, {"mul", CALC_mul, 2}, {"fma.rn", CALC_fma, 3}};
    char one[32], pair[32];
    for (int i = 0; i < 20000; i++) {
        const uint32_t a = random16(f), b = random16(f), c = random16(f);
        for (int k = 0; k < 4; k++) {
            const uint32_t want = (uint32_t)round_calc(ops[k].op, f, ROUND_rn, a, b, c);
            snprintf(one, sizeof(one), "%s.%s", ops[k].name, name);
            snprintf(pair, sizeof(pair), "%s.%sx2", ops[k].name, name);
            if (ops[k].sources == 3) {
                EXPECT(want, one, a, b, c);
                EXPECT(want << 16 | 0x3f80, pair, a << 16 | 0x3f80, b << 16, c << 16 | 0x3f80);
            } else {
                EXPECT(want, one, a, b);
            }
        }
        if (!is_nan(a, f) && !is_nan(b, f)) {
            const bool less = (a & 0x8000) != (b & 0x8000) ? a >> 15 : (a < b) != (a >> 15);
            snprintf(one, sizeof(one), "min.%s", name);
            snprintf(pair, sizeof(pair), "max.%sx2", name);
            EXPECT(less ? a : b, one, a, b);
            EXPECT((less ? b : a) << 16 | 7, pair, a << 16, b << 16 | 7);
        }
    }
}

START_TEST(f16) { check_format(FORMAT_f16, "f16"); }
END_TEST

START_TEST(bf16) { check_format(FORMAT_bf16, "bf16"); }
END_TEST

START_TEST(special)
{
    EXPECT(0x7fff, "add.f16", 0xfe01, 0x3c00);
    EXPECT(0x3c00, "min.f16", 0xfe01, 0x3c00);
    EXPECT(0x7fff, "max.f16", 0xfe01, 0x7c01);
    EXPECT(0x7fff, "max.NaN.f16", 0xfe01, 0x3c00);
    EXPECT(0x8000, "min.bf16", 0, 0x8000);
    EXPECT(0x3c00, "abs.f16", 0xbc00);
    EXPECT(0xbc003c00, "neg.f16x2", 0x3c00bc00);
    EXPECT(0x7fff, "neg.bf16", 0xffff);
    EXPECT(0xc200, "min.xorsign.abs.f16", 0xc200, 0x4400);
    EXPECT(0x0000, "add.ftz.f16", 1, 1);
    EXPECT(0x0002, "add.f16", 1, 1);
    EXPECT(0x3c00, "add.sat.f16", 0x3c00, 0x3c00);
    EXPECT(0, "mul.sat.f16", 0xbc00, 0x3c00);
    EXPECT(0, "add.sat.f16", 0x7fff, 0x3c00);
    EXPECT(0, "fma.rn.relu.f16", 0xbc00, 0x3c00, 0);
    EXPECT(0x7fff, "fma.rn.relu.f16", 0xffff, 0x3c00, 0);
    EXPECT(0x7fff, "fma.rn.oob.f16", 0xffff, 0x3c00, 0x3c00);
    EXPECT(0x3c003c00, "add.sat.f16x2", 0x3c004000, 0x3c003c00);
    ck_assert(!kit_supported("add.sat.bf16", 0, 0));
    ck_assert(!kit_supported("div.rn.f16", 0, 0));
    ck_assert(!kit_supported("add.rz.f16", 0, 0));
}
END_TEST

SUITE(s) { TESTS(s, "half", f16, bf16, special); }

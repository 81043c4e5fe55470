// test_exec_cmp.c - setp, set, selp, slct: all relations on values that tell them
// apart, NaN among them.
#include "exec_kit.h"

#include <math.h>

static const char *const ordered[] = {"eq", "ne", "lt", "le", "gt", "ge"};
static const char *const unordered[] = {"equ", "neu", "ltu", "leu", "gtu", "geu"};

static bool relation(unsigned i, int order)
{
    const bool truth[] = {order == 0, order != 0, order<0, order <= 0, order> 0, order >= 0};
    return truth[i];
}

static void check_int(const char *type, uint64_t a, uint64_t b, int order)
{
    char text[32];
    for (unsigned i = 0; i < 6; i++) {
        snprintf(text, sizeof(text), "setp.%s.%s", ordered[i], type);
        EXPECT(relation(i, order), text, a, b);
        EXPECT(relation(i, -order), text, b, a);
        EXPECT(relation(i, 0), text, a, a);
    }
}

START_TEST(integers)
{
    check_int("u16", 1, 0x8000, -1);
    check_int("s16", 1, 0x8000, 1);
    check_int("u32", 1, 0x80000000, -1);
    check_int("s32", 1, 0x80000000, 1);
    check_int("u64", 1, 1ull << 63, -1);
    check_int("s64", 1, 1ull << 63, 1);
    check_int("s64", 0x100000000, 0x1ffffffff, -1);
    EXPECT(1, "setp.lo.u32", 1, 0x80000000);
    EXPECT(1, "setp.hs.u32", 0x80000000, 0x80000000);
    EXPECT(0, "setp.hi.u32", 1, 2);
    EXPECT(1, "setp.ls.u64", 2, 2);
    EXPECT(1, "setp.ne.b64", 1ull << 40, 0);
    ck_assert(!kit_supported("setp.equ.s32", 1, 1));
    ck_assert(!kit_supported("setp.nan.u32", 1, 1));
}
END_TEST

static void check_float(const char *type, uint64_t a, uint64_t b, uint64_t nan)
{
    char text[32];
    for (unsigned i = 0; i < 6; i++) {
        snprintf(text, sizeof(text), "setp.%s.%s", ordered[i], type);
        EXPECT(relation(i, -1), text, a, b);
        EXPECT(relation(i, 1), text, b, a);
        EXPECT(relation(i, 0), text, b, b);
        EXPECT(0, text, a, nan);
        EXPECT(0, text, nan, nan);
        snprintf(text, sizeof(text), "setp.%s.%s", unordered[i], type);
        EXPECT(relation(i, -1), text, a, b);
        EXPECT(relation(i, 1), text, b, a);
        EXPECT(relation(i, 0), text, b, b);
        EXPECT(1, text, a, nan);
        EXPECT(1, text, nan, nan);
    }
    snprintf(text, sizeof(text), "setp.num.%s", type);
    EXPECT(1, text, a, b);
    EXPECT(0, text, nan, b);
    snprintf(text, sizeof(text), "setp.nan.%s", type);
    EXPECT(0, text, a, b);
    EXPECT(1, text, a, nan);
}

START_TEST(floats)
{
    check_float("f32", f32(-1), f32(2), 0x7fc00000);
    check_float("ftz.f32", f32(-1), f32(2), 0xffc00001);
    check_float("f64", f64(-1), f64(2), f64(NAN));
    check_float("f16", 0xbc00, 0x4000, 0x7e00);
    check_float("bf16", 0xbf80, 0x4000, 0x7fc0);
    EXPECT(1, "setp.eq.f32", f32(0.0f), f32(-0.0f));
    EXPECT(1, "setp.lt.f32", 0, 1); // a subnormal
    EXPECT(0, "setp.lt.ftz.f32", 0, 1);
    EXPECT(1, "setp.eq.ftz.f32", 0x80000001, 1);
    EXPECT(1, "setp.lt.f16", 0, 1);
    EXPECT(0, "setp.lt.ftz.f16", 0, 1);
}
END_TEST

START_TEST(operators)
{
    EXPECT(0, "setp.lt.and.s32", 1, 2, 0);
    EXPECT(1, "setp.lt.and.s32", 1, 2, 1);
    EXPECT(1, "setp.gt.or.s32", 1, 2, 1);
    EXPECT(0, "setp.lt.xor.s32", 1, 2, 1);
    kit_flip = 4;
    EXPECT(1, "setp.lt.and.s32", 1, 2, 0);
    EXPECT(0, "setp.lt.and.s32", 1, 2, 1);
    kit_flip = 0;
    kit_has_q = true;
    EXPECT(1, "setp.lt.s32", 1, 2);
    ck_assert_uint_eq(kit_q, 0);
    EXPECT(1, "setp.lt.and.s32", 1, 2, 1);
    ck_assert_uint_eq(kit_q, 0);
    EXPECT(0, "setp.gt.and.u64", 1, 2, 1);
    ck_assert_uint_eq(kit_q, 1);
    EXPECT(1, "setp.gt.or.f32", f32(1), f32(NAN), 1);
    ck_assert_uint_eq(kit_q, 1);
    EXPECT(1, "setp.lt.f16x2", 0x40003c00, 0x3c004000);
    ck_assert_uint_eq(kit_q, 0);
    EXPECT(0, "setp.lt.bf16x2", 0x3f804000, 0x40003f80);
    ck_assert_uint_eq(kit_q, 1);
    kit_has_q = false;
}
END_TEST

START_TEST(set)
{
    EXPECT(0xffffffff, "set.lt.u32.s32", 1, 2);
    EXPECT(0, "set.gt.u32.s32", 1, 2);
    EXPECT(f32(1), "set.lt.f32.u64", 1, 2);
    EXPECT(0xffffffff, "set.eq.s32.f64", f64(1), f64(1));
    EXPECT(0, "set.lt.and.u32.f32", f32(1), f32(2), 0);
    EXPECT(0x3c00, "set.lt.f16.f16", 0x3c00, 0x4000);
    EXPECT(0x3c000000, "set.lt.f16x2.f16x2", 0x3c004000, 0x40003c00);
    EXPECT(0x0000ffff, "set.gt.u32.f16x2", 0x3c004000, 0x40003c00);
    EXPECT(0xffff, "set.ne.u16.s32", 1, 2);
}
END_TEST

START_TEST(selection)
{
    EXPECT(7, "selp.b32", 7, 9, 1);
    EXPECT(9, "selp.b32", 7, 9, 0);
    EXPECT(1ull << 40, "selp.f64", 1ull << 40, 2, 1);
    EXPECT(0x1234, "selp.b16", 0x1234, 1, 1);
    kit_flip = 4;
    EXPECT(9, "selp.s32", 7, 9, 1);
    kit_flip = 0;
    EXPECT(7, "slct.u32.s32", 7, 9, 0);
    EXPECT(9, "slct.u32.s32", 7, 9, 0xffffffff);
    EXPECT(7, "slct.b64.f32", 7, 9, f32(-0.0f));
    EXPECT(9, "slct.b64.f32", 7, 9, f32(NAN));
    EXPECT(9, "slct.f32.f32", 7, 9, 0x80000001);
    EXPECT(7, "slct.ftz.f32.f32", 7, 9, 0x80000001);
}
END_TEST

// Each lane must come out at its own bit.
START_TEST(lanes)
{
    static const char *const names[] = {"setp.lt.u32",    "setp.lt.s64", "setp.lt.f32",
                                        "setp.lt.f64",    "setp.lt.u16", "setp.lt.s16",
                                        "setp.lt.ftz.f32"};
    for (unsigned k = 0; k < sizeof(names) / sizeof(names[0]); k++) {
        const uint32_t want = (uint32_t)kit_random();
        const ExecFn fn = kit_prepare(names[k], TYPE_none, TYPE_none, KIT_ARGS(0, 0));
        const Type t = (Type)kit_inst.type[0];
        for (unsigned l = 0; l < WARP_SIZE; l++) {
            const uint64_t one = t == TYPE_f32 ? f32(1) : t == TYPE_f64 ? f64(1) : 1;
            if (kit_lane_bytes(t) == 8) {
                ((uint64_t *)kit_slot(0))[l] = 0;
                ((uint64_t *)kit_slot(1))[l] = want >> l & 1 ? one : 0;
            } else {
                ((uint32_t *)kit_slot(0))[l] = 0;
                ((uint32_t *)kit_slot(1))[l] = want >> l & 1 ? (uint32_t)one : 0;
            }
        }
        kit_warp.base[0] = kit_regs;
        kit_warp.mask = FULL_MASK;
        fn(&kit_warp, &kit_step);
        KIT_CHECK(*(uint32_t *)kit_slot(4) == want, "%s", names[k]);
    }
}
END_TEST

SUITE(s) { TESTS(s, "cmp", integers, floats, operators, set, selection, lanes); }

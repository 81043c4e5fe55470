// test_exec_arith.c - integer arithmetic against 128-bit integers and known values.
#include "exec_kit.h"

__extension__ typedef __int128 Big;
__extension__ typedef unsigned __int128 UBig;

// clang-format off
static const uint64_t edges[] = {0, 1, 2, 3, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff,
                                 0x80000000, 0xffffffff, 0x123456789, 0x7fffffffffffffff,
                                 0x8000000000000000, 0xffffffffffffffff, 0xfffffffffffffffe};
enum { EDGES = sizeof(edges) / sizeof(edges[0]) };
// clang-format on

static Big as_signed(uint64_t x, unsigned bits)
{
    return (int64_t)(x << (64 - bits)) >> (64 - bits);
}
static uint64_t cut(uint64_t x, unsigned bits) { return bits == 64 ? x : x & ((1ull << bits) - 1); }

// Every operation on all pairs of edges, for one type.
static void check_type(const char *type, unsigned bits, bool is_signed)
{
    char name[64];
#define CHECK(form, want) \
    do { \
        snprintf(name, sizeof(name), form, type); \
        EXPECT(cut((uint64_t)(want), bits), name, ua, ub); \
    } while (0)
    for (unsigned i = 0; i < EDGES; i++) {
        for (unsigned j = 0; j < EDGES; j++) {
            const uint64_t ua = cut(edges[i], bits);
            const uint64_t ub = cut(edges[j], bits);
            const Big a = is_signed ? as_signed(ua, bits) : (Big)ua;
            const Big b = is_signed ? as_signed(ub, bits) : (Big)ub;
            CHECK("add.%s", a + b);
            CHECK("sub.%s", a - b);
            const Big product = is_signed ? a * b : (Big)((UBig)a * (UBig)b);
            const UBig unsigned_product = (UBig)a * (UBig)b;
            CHECK("mul.lo.%s", product);
            CHECK("mul.hi.%s", is_signed ? (UBig)(product >> bits) : unsigned_product >> bits);
            CHECK("min.%s", a < b ? a : b);
            CHECK("max.%s", a > b ? a : b);
            CHECK("div.%s", b ? a / b : -1);
            CHECK("rem.%s", b ? a % b : -1);
            const uint64_t c = cut(0x1234567890abcdefull, bits);
            snprintf(name, sizeof(name), "mad.lo.%s", type);
            EXPECT(cut((uint64_t)product + c, bits), name, ua, ub, c);
            snprintf(name, sizeof(name), "mad.hi.%s", type);
            EXPECT(
                cut((uint64_t)(is_signed ? (UBig)(product >> bits) : unsigned_product >> bits) + c,
                    bits),
                name, ua, ub, c);
            snprintf(name, sizeof(name), "sad.%s", type);
            EXPECT(cut((uint64_t)(a < b ? b - a : a - b) + c, bits), name, ua, ub, c);
            if (bits < 64) {
                snprintf(name, sizeof(name), "mul.wide.%s", type);
                EXPECT(cut((uint64_t)product, 2 * bits), name, ua, ub);
                snprintf(name, sizeof(name), "mad.wide.%s", type);
                EXPECT(cut((uint64_t)product + 77, 2 * bits), name, ua, ub, 77);
            }
        }
        const uint64_t ua = cut(edges[i], bits);
        if (is_signed) {
            const Big a = as_signed(ua, bits);
            snprintf(name, sizeof(name), "abs.%s", type);
            EXPECT(cut((uint64_t)(a < 0 ? -a : a), bits), name, ua);
            snprintf(name, sizeof(name), "neg.%s", type);
            EXPECT(cut((uint64_t)-a, bits), name, ua);
        }
    }
}

START_TEST(all_types)
{
    check_type("u16", 16, false);
    check_type("s16", 16, true);
    check_type("u32", 32, false);
    check_type("s32", 32, true);
    check_type("u64", 64, false);
    check_type("s64", 64, true);
}
END_TEST

// The quotients that are formed in double, at random.
START_TEST(division)
{
    for (int i = 0; i < 20000; i++) {
        const uint32_t a = (uint32_t)kit_random();
        const uint32_t b = (uint32_t)kit_random() >> (i & 31);
        EXPECT(b ? a / b : 0xffffffff, "div.u32", a, b);
        EXPECT(b ? a % b : 0xffffffff, "rem.u32", a, b);
        if (b && b != 0xffffffff) {
            EXPECT((uint32_t)((int32_t)a / (int32_t)b), "div.s32", a, b);
            EXPECT((uint32_t)((int32_t)a % (int32_t)b), "rem.s32", a, b);
        }
    }
    EXPECT(0x80000000, "div.s32", 0x80000000, 0xffffffff);
    EXPECT(0, "rem.s32", 0x80000000, 0xffffffff);
    EXPECT(0xffffffff, "div.s32", 5, 0);
    EXPECT(0xffffffff, "rem.s32", 5, 0);
    EXPECT(0x8000000000000000, "div.s64", 0x8000000000000000, 0xffffffffffffffff);
    EXPECT(0, "rem.s64", 0x8000000000000000, 0xffffffffffffffff);
}
END_TEST

START_TEST(saturation)
{
    EXPECT(0x7fffffff, "add.sat.s32", 0x7fffffff, 1);
    EXPECT(0x80000000, "add.sat.s32", 0x80000000, 0xffffffff);
    EXPECT(0x80000000, "sub.sat.s32", 0x80000000, 1);
    EXPECT(0x7fffffff, "sub.sat.s32", 0, 0x80000000);
    EXPECT(0x7fffffff, "mad.hi.sat.s32", 0x40000000, 8, 0x7fffffff);
    EXPECT(0x00000007, "min.relu.s32", 9, 7);
    EXPECT(0, "min.relu.s32", (uint32_t)-9, 7);
    EXPECT(0x00000009, "max.relu.s32", 9, 7);
}
END_TEST

START_TEST(pairs)
{
    EXPECT(0x00017fff, "add.u16x2", 0xffff7ffe, 0x00020001);
    EXPECT(0x00018000, "max.s16x2", 0x00018000, 0xffff8000);
    EXPECT(0x0001ffff, "min.u16x2", 0x0001ffff, 0x0002ffff);
    EXPECT(0xffff8000, "min.s16x2", 0x00018000, 0xffff7fff);
    EXPECT(0x00010000, "max.relu.s16x2", 0x0001ffff, 0xffff8000);
}
END_TEST

START_TEST(products_of_24_bits)
{
    EXPECT(0xfffffe000001 & 0xffffffff, "mul24.lo.u32", 0xffffff, 0x12ffffff);
    EXPECT(0xfffffe000001 >> 16, "mul24.hi.u32", 0xffffff, 0xffffff);
    EXPECT(1, "mul24.lo.s32", 0xffffff, 0xffffff);
    EXPECT(0, "mul24.hi.s32", 0xffffff, 0xffffff);
    EXPECT(0xffffffff, "mul24.hi.s32", 0xffffff, 1);
    EXPECT(11, "mad24.lo.s32", 0xffffff, 0xffffff, 10);
    EXPECT(0x7fffffff, "mad24.hi.sat.s32", 0x7fffff, 0x7fffff, 0x7fffffff);
}
END_TEST

START_TEST(dot_products)
{
    EXPECT(4 * 255 * 255 + 1, "dp4a.u32.u32", 0xffffffff, 0xffffffff, 1);
    EXPECT(4 + 1, "dp4a.s32.s32", 0xffffffff, 0xffffffff, 1);
    EXPECT((uint32_t)(-4 * 255 + 1), "dp4a.s32.u32", 0xffffffff, 0xffffffff, 1);
    EXPECT((uint32_t)(-4 * 255 + 1), "dp4a.u32.s32", 0xffffffff, 0xffffffff, 1);
    EXPECT(1 * 8 + 2 * 7 + 3 * 6 + 4 * 5 + 100, "dp4a.u32.u32", 0x01020304, 0x08070605, 100);
    EXPECT(2 * 4 + 1 * 3, "dp2a.lo.u32.u32", 0x00010002, 0x01020304, 0);
    EXPECT(2 * 2 + 1 * 1, "dp2a.hi.u32.u32", 0x00010002, 0x01020304, 0);
    EXPECT((uint32_t)(2 * -4 + 1 * -3), "dp2a.lo.u32.s32", 0x00010002, 0x0102fdfc, 0);
    EXPECT((uint32_t)(-32767 * 2 - 2), "dp2a.lo.s32.u32", 0xffff8001, 0x00000202, 0);
}
END_TEST

// Two words at a time must make the sums and products of twice the width.
START_TEST(carries)
{
    for (int i = 0; i < 500; i++) {
        const uint64_t a = i ? kit_random() : ~0ull;
        const uint64_t b = i ? kit_random() : 1;
        const uint64_t c = kit_random();
        kit_warp.carry = 0;
        uint64_t lo = kit_run("add.cc.u32", (uint32_t)a, (uint32_t)b);
        uint64_t hi = kit_run("addc.u32", a >> 32, b >> 32);
        ck_assert_uint_eq(hi << 32 | lo, a + b);
        kit_warp.carry = 0;
        lo = kit_run("sub.cc.u32", (uint32_t)a, (uint32_t)b);
        hi = kit_run("subc.u32", a >> 32, b >> 32);
        ck_assert_uint_eq(hi << 32 | lo, a - b);
        lo = kit_run("mad.lo.cc.u32", (uint32_t)a, (uint32_t)b, (uint32_t)c);
        hi = kit_run("madc.hi.u32", (uint32_t)a, (uint32_t)b, c >> 32);
        ck_assert_uint_eq(hi << 32 | lo, (a & 0xffffffff) * (b & 0xffffffff) + c);
        const UBig wide = (UBig)a * b + c;
        lo = kit_run("mad.lo.cc.u64", a, b, c);
        hi = kit_run("madc.hi.cc.u64", a, b, 0);
        ck_assert(((UBig)hi << 64 | lo) == wide);
    }
    // A subtraction adds the complement: without a borrow its carry is 1.
    kit_run("sub.cc.u32", 5, 3);
    EXPECT(11, "addc.u32", 4, 6);
    kit_run("sub.cc.u32", 3, 5);
    EXPECT(10, "addc.u32", 4, 6);
    kit_run("add.cc.u32", 3, 5);
    EXPECT(1, "subc.u32", 6, 4);
    kit_warp.carry = 0;
    kit_run("add.cc.u64", ~0ull, 1);
    ck_assert_uint_eq(kit_warp.carry >> LANE & 1, 1);
    EXPECT(1, "addc.u64", 0, 0);
    EXPECT(1, "addc.u64", 0, 0); // without .cc the flag stays
    kit_run("addc.cc.u64", 0, 0);
    EXPECT(0, "addc.u64", 0, 0);
}
END_TEST

START_TEST(unsupported)
{
    ck_assert(!kit_supported("add.sat.u32", 1, 1));
    ck_assert(!kit_supported("abs.u32", 1));
    ck_assert(!kit_supported("div.pred", 1, 1));
    ck_assert(!kit_supported("add.cc.u16", 1, 1));
}
END_TEST

SUITE(s)
{
    TESTS(s, "arith", all_types, division, saturation, pairs, products_of_24_bits, dot_products,
          carries, unsupported);
}

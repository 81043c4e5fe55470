// test_exec_cvt.c - cvt, cvt.pack and mov. Conversions between integers are checked
// against their definition for every pair of types; those that round, against exact
// arithmetic in a wider format and known patterns.
#include "exec_kit.h"

#include <fenv.h>
#include <math.h>

static const struct {
    const char *name;
    Type type;
    unsigned bits;
    bool is_signed;
} ints[] = {{"u8", TYPE_u8, 8, false},    {"s8", TYPE_s8, 8, true},
            {"u16", TYPE_u16, 16, false}, {"s16", TYPE_s16, 16, true},
            {"u32", TYPE_u32, 32, false}, {"s32", TYPE_s32, 32, true},
            {"u64", TYPE_u64, 64, false}, {"s64", TYPE_s64, 64, true}};
enum { INTS = sizeof(ints) / sizeof(ints[0]) };

static uint64_t cut(uint64_t x, unsigned bits) { return bits >= 64 ? x : x & ((1ull << bits) - 1); }
__extension__ typedef __int128 Big;

static Big value_of(uint64_t x, unsigned i)
{
    const unsigned up = 64 - ints[i].bits;
    return ints[i].is_signed ? (Big)((int64_t)(x << up) >> up) : (Big)cut(x, ints[i].bits);
}

#define EXPECT_AS(want, dst, src, text, ...) \
    do { \
        const uint64_t got_ = kit_as(dst, src, text, __VA_ARGS__); \
        const uint64_t want_ = (want); \
        KIT_CHECK(got_ == want_, "%s into %s from %s, %#llx: %#llx, expected %#llx", text, \
                  type_name(dst), type_name(src), (unsigned long long)(__VA_ARGS__), \
                  (unsigned long long)got_, (unsigned long long)want_); \
    } while (0)

// clang-format off
// Every type to every type, from and to every register that is wide enough.
START_TEST(integers)
{
    static const Type regs[] = {TYPE_b16, TYPE_b32, TYPE_b64};
    static const uint64_t values[] = {0, 1, 0x7f, 0x80, 0xff, 0x8000, 0xffff, 0x12345678,
                                      0x80000000, 0xffffffff, 0x8000000080008080, ~0ull};
    char text[40];
    for (unsigned to = 0; to < INTS; to++) {
        for (unsigned from = 0; from < INTS; from++) {
            for (unsigned k = 0; k < 3 * 3 * 12 * 2; k++) {
                const Type dst = regs[k % 3], src = regs[k / 3 % 3];
                const uint64_t v = values[k / 9 % 12];
                const bool sat = k / 108;
                const unsigned reg = 8 * type_bytes(dst);
                if (reg < ints[to].bits || 8 * type_bytes(src) < ints[from].bits) {
                    continue;
                }
                Big x = value_of(v, from);
                if (sat) {
                    const Big one = 1;
                    const Big most = ints[to].is_signed ? (one << (ints[to].bits - 1)) - 1
                                                        : (one << ints[to].bits) - 1;
                    const Big least = ints[to].is_signed ? -most - 1 : 0;
                    x = x < least ? least : x > most ? most : x;
                }
                const uint64_t want = cut((uint64_t)value_of((uint64_t)x, to), reg);
                snprintf(text, sizeof(text), "cvt.%s%s.%s", sat ? "sat." : "", ints[to].name,
                         ints[from].name);
                EXPECT_AS(want, dst, src, text, cut(v, 8 * type_bytes(src)));
            }
        }
    }
}
END_TEST
// clang-format on

static const char *const modes[] = {"rn", "rz", "rm", "rp"};
static const int host_mode[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};

// The host converts in its own rounding mode; volatile keeps it from being folded.
START_TEST(integer_to_float)
{
    char text[40];
    for (int i = 0; i < 2000; i++) {
        const uint64_t v = kit_random() >> (i & 63);
        for (unsigned m = 0; m < 4; m++) {
            volatile uint64_t u = v;
            volatile int64_t s = (int64_t)v;
            fesetround(host_mode[m]);
            volatile float fu = (float)u, fs = (float)s;
            volatile double du = (double)u, ds = (double)s;
            fesetround(FE_TONEAREST);
#define CASE(want, type) \
    snprintf(text, sizeof(text), "cvt.%s." type, modes[m]); \
    EXPECT(want, text, v)
            if (v) { // hosts without an instruction for it lose the sign of zero
                CASE(f32(fu), "f32.u64");
                CASE(f64(du), "f64.u64");
            }
            CASE(f32(fs), "f32.s64");
            CASE(f64(ds), "f64.s64");
            const uint32_t v32 = (uint32_t)v;
            volatile int32_t s32 = (int32_t)v32;
            fesetround(host_mode[m]);
            volatile float f = (float)s32;
            fesetround(FE_TONEAREST);
            snprintf(text, sizeof(text), "cvt.%s.f32.s32", modes[m]);
            EXPECT(f32(f), text, v32);
        }
    }
    EXPECT(f32(4294967295.0f), "cvt.rn.f32.u32", 0xffffffff);
    EXPECT(f64(4294967295.0), "cvt.rn.f64.u32", 0xffffffff);
    EXPECT(f32(-128), "cvt.rn.f32.s8", 0x80);
    EXPECT(f32(200), "cvt.rn.f32.u8", 200);
    EXPECT(f64(-1), "cvt.rn.f64.s16", 0xffff);
    EXPECT(f32(1), "cvt.rn.sat.f32.s32", 5);
    EXPECT(0x6400, "cvt.rn.f16.s32", 1024);
    EXPECT(0x7c00, "cvt.rn.f16.u32", 70000);
    EXPECT(0x7bff, "cvt.rz.f16.u32", 70000);
    EXPECT(0xc300, "cvt.rn.bf16.s32", (uint32_t)-128);
}
END_TEST

START_TEST(float_to_integer)
{
    static const double values[] = {0.5,        1.5,  2.5,   -0.5,         -1.5,         -2.5,
                                    0.49999999, 1e9,  -1e9,  2147483647.0, 4294967295.0, 1e19,
                                    -1e19,      3e38, 1e-30, -1e-30,       8388607.5};
    char text[40];
    for (unsigned i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        for (unsigned m = 0; m < 4; m++) {
            for (unsigned t = 0; t < INTS; t++) {
                for (int wide = 0; wide < 2; wide++) {
                    const double x = wide ? values[i] : (float)values[i];
                    const double r = m == 0   ? nearbyint(x)
                                     : m == 1 ? trunc(x)
                                     : m == 2 ? floor(x)
                                              : ceil(x);
                    const unsigned bits = ints[t].bits;
                    const double most = ldexp(1, (int)bits - ints[t].is_signed);
                    uint64_t want;
                    if (ints[t].is_signed) {
                        want = r >= most   ? (1ull << (bits - 1)) - 1
                               : r < -most ? -(1ull << (bits - 1))
                                           : (uint64_t)(int64_t)r;
                    } else {
                        want = r >= most ? ~0ull : r < 0 ? 0 : (uint64_t)r;
                    }
                    snprintf(text, sizeof(text), "cvt.%si.%s.%s", modes[m], ints[t].name,
                             wide ? "f64" : "f32");
                    const Type reg = bits == 64 ? TYPE_b64 : bits == 32 ? TYPE_b32 : TYPE_b16;
                    const uint64_t extended =
                        cut(ints[t].is_signed ? want : cut(want, bits), 8 * type_bytes(reg));
                    EXPECT_AS(extended, reg, wide ? TYPE_f64 : TYPE_f32, text,
                              wide ? f64(x) : f32((float)x));
                }
            }
        }
    }
    EXPECT(0, "cvt.rzi.s32.f32", f32(NAN));
    EXPECT(0, "cvt.rni.u32.f32", f32(-NAN));
    EXPECT(0x8000000000000000, "cvt.rzi.s64.f32", f32(NAN));
    EXPECT(0x8000000000000000, "cvt.rzi.u64.f64", f64(NAN));
    EXPECT(0x80000000, "cvt.rzi.s32.f64", f64(NAN));
    EXPECT(0x80000000, "cvt.rzi.u32.f64", f64(-NAN));
    EXPECT(0x7fffffff, "cvt.rzi.s32.f32", 0x7f800000);
    EXPECT(0, "cvt.rzi.u64.f32", 0xff800000);
    EXPECT(1, "cvt.rpi.s32.f32", 1);
    EXPECT(0, "cvt.rpi.ftz.s32.f32", 1);
    EXPECT(0xffffffff, "cvt.rmi.s32.f32", 0x80000001);
    EXPECT(0, "cvt.rmi.ftz.s32.f32", 0x80000001);
    EXPECT(3, "cvt.rzi.s32.f16", 0x4270);
    EXPECT(0xfffd, "cvt.rzi.s16.f16", 0xc270);
}
END_TEST

START_TEST(to_integral)
{
    EXPECT(f32(2), "cvt.rni.f32.f32", f32(2.5f));
    EXPECT(f32(-0.0f), "cvt.rni.f32.f32", f32(-0.5f));
    EXPECT(f32(-0.0f), "cvt.rzi.f32.f32", f32(-0.9f));
    EXPECT(f32(-1), "cvt.rmi.f32.f32", f32(-0.1f));
    EXPECT(f32(1), "cvt.rpi.f32.f32", 1);
    EXPECT(0, "cvt.rpi.ftz.f32.f32", 1);
    EXPECT(f32(1e30f), "cvt.rzi.f32.f32", f32(1e30f));
    EXPECT(0x7fffffff, "cvt.rzi.f32.f32", f32(NAN));
    EXPECT(0x7f800000, "cvt.rmi.f32.f32", 0x7f800000);
    EXPECT(f64(4503599627370497.0), "cvt.rni.f64.f64", f64(4503599627370497.0));
    EXPECT(f64(-3), "cvt.rmi.f64.f64", f64(-2.25));
    EXPECT(f64(2251799813685248.0), "cvt.rni.f64.f64", f64(2251799813685248.5));
    EXPECT(f32(1), "cvt.rpi.sat.f32.f32", f32(0.1f));
    EXPECT(0x4000, "cvt.rni.f16.f16", 0x4100);
    EXPECT(0x7ff8000000000001, "cvt.rzi.f64.f64", 0x7ff0000000000001);
}
END_TEST

START_TEST(between_f32_and_f64)
{
    char text[40];
    for (int i = 0; i < 3000; i++) {
        const uint64_t u = i % 4 ? (kit_random() & 0x800fffffffffffff) |
                                       (uint64_t)(1023 - 160 + kit_random() % 300) << 52
                                 : kit_random();
        double d;
        memcpy(&d, &u, 8);
        if (isnan(d)) {
            continue;
        }
        for (unsigned m = 0; m < 4; m++) {
            volatile double vd = d;
            fesetround(host_mode[m]);
            volatile float f = (float)vd;
            fesetround(FE_TONEAREST);
            snprintf(text, sizeof(text), "cvt.%s.f32.f64", modes[m]);
            EXPECT(f32(f), text, u);
        }
    }
    EXPECT(f64(1.5), "cvt.f64.f32", f32(1.5f));
    EXPECT(f64(0x1p-149), "cvt.f64.f32", 1);
    EXPECT(0, "cvt.ftz.f64.f32", 1);
    EXPECT(0x80000000, "cvt.rn.ftz.f32.f64", f64(-0x1p-149));
    EXPECT(0xffc00000, "cvt.rn.f32.f64", f64(-NAN)); // an f64's NaN keeps sign and payload
    EXPECT(0xffe091a0, "cvt.rz.f32.f64", 0xfffc123400000000);
    EXPECT(0xff04, "cvt.rn.f16.f64", 0xfffc123400000000);
    EXPECT(0xfff8000020000000, "cvt.f64.f32", 0xff800001);
    EXPECT(0x7fffffffe0000000, "cvt.ftz.f64.f32", 0xff800001);
    EXPECT(0xffc00001, "cvt.rn.f32.f64", 0xfff0000020000001);
    EXPECT(0xffc00001, "cvt.rn.ftz.f32.f64", 0xfff0000020000001);
    EXPECT(0xffc00001, "cvt.rz.f32.f64", 0xfff0000020000001);
    EXPECT(f32(1), "cvt.rn.sat.f32.f64", f64(7));
    EXPECT(0, "cvt.sat.f32.f32", f32(-7));
    EXPECT(f32(0.25f), "cvt.sat.f32.f32", f32(0.25f));
    EXPECT(0, "cvt.sat.f32.f32", f32(NAN));
}
END_TEST

// The value of a narrow float, from its definition.
static double narrow_value(uint32_t h, unsigned exponent, unsigned mantissa, int bias)
{
    const int e = (int)(h >> mantissa & ((1u << exponent) - 1));
    const double f = (double)(h & ((1u << mantissa) - 1)) * ldexp(1, -(int)mantissa);
    const double v = e ? ldexp(1 + f, e - bias) : ldexp(f, 1 - bias);
    return h >> (exponent + mantissa) & 1 ? -v : v;
}

// All values of a 16-bit format: out and back, and the numbers around the middle of
// each and its neighbour.
static void check_narrow(const char *name, unsigned exponent, unsigned mantissa, int bias)
{
    const uint32_t inf = ((1u << exponent) - 1) << mantissa;
    char out[32], back[32], from64[32], zero[32];
    snprintf(out, sizeof(out), "cvt.f32.%s", name);
    snprintf(back, sizeof(back), "cvt.rn.%s.f32", name);
    snprintf(from64, sizeof(from64), "cvt.rn.%s.f64", name);
    snprintf(zero, sizeof(zero), "cvt.rz.%s.f32", name);
    for (uint32_t h = 0; h < inf; h++) {
        const float v = (float)narrow_value(h, exponent, mantissa, bias);
        const double next = narrow_value(h + 1, exponent, mantissa, bias);
        const double middle = ((double)v + next) / 2;
        EXPECT(f32(v), out, h);
        EXPECT(f32(-v), out, h | 0x8000);
        EXPECT(h, back, f32(v));
        EXPECT(h | 0x8000, back, f32(-v));
        if (h % 16 && h > 64) {
            continue;
        }
        EXPECT(h & 1 ? h + 1 : h, back, f32((float)middle));
        EXPECT(h + 1, back, f32(nextafterf((float)middle, INFINITY)));
        EXPECT(h, back, f32(nextafterf((float)middle, 0)));
        EXPECT(h + 1, from64, f64(nextafter(middle, INFINITY)));
        EXPECT(h, from64, f64(nextafter(middle, 0)));
        EXPECT(h, zero, f32((float)middle));
    }
    EXPECT(0x7fff, back, f32(-NAN));
    EXPECT(inf | 1u << (mantissa - 1) | 0x8000, from64, 0xfff0000000000001);
    // bf16 is the upper half of an f32, and a NaN stays as it is.
    EXPECT(inf == 0x7f80 ? (inf + 1) << 16 : 0x7fffffff, out, inf + 1);
    EXPECT(0xff800000, out, inf | 0x8000);
    EXPECT(inf, back, 0x7f800000);
    EXPECT(inf, back, 0x7f7fffff);
    EXPECT(inf - 1, zero, 0x7f7fffff);
}

START_TEST(f16)
{
    check_narrow("f16", 5, 10, 15);
    EXPECT(0x3c004000, "cvt.rn.f16x2.f32", f32(1), f32(2));
    EXPECT(0x00004000, "cvt.rn.relu.f16x2.f32", f32(-1), f32(2));
    EXPECT(0x7bff, "cvt.rn.satfinite.f16.f32", f32(1e10f));
    EXPECT(f64(0x1p-24), "cvt.f64.f16", 1);
    EXPECT(0xfffc8c0000000000, "cvt.f64.f16", 0xfd23);
    EXPECT(0x0001, "cvt.rp.ftz.f16.f32", 1);
    EXPECT(0x3c00, "cvt.rn.sat.f16.f32", f32(2));
}
END_TEST

START_TEST(bf16)
{
    check_narrow("bf16", 8, 7, 127);
    EXPECT(0x3f804000, "cvt.rn.bf16x2.f32", f32(1), f32(2));
    EXPECT(0x3f7f3f80, "cvt.rz.bf16x2.f32", 0x3f7fffff, f32(1));
    EXPECT(0x7f7f, "cvt.rn.satfinite.bf16.f32", 0x7f800000);
}
END_TEST

START_TEST(narrow_formats)
{
    EXPECT(0x3f802000, "cvt.rna.tf32.f32", 0x3f801000);
    EXPECT(0x3f800000, "cvt.rn.tf32.f32", 0x3f801000);
    EXPECT(0x3f800000, "cvt.rna.tf32.f32", 0x3f800fff);
    EXPECT(0x3f800000, "cvt.rz.tf32.f32", 0x3f801fff);
    EXPECT(0x7fffe000, "cvt.rn.tf32.f32", 0xffc12345);
    EXPECT(0xffc12000, "cvt.rna.tf32.f32", 0xffc12345);
    EXPECT(0x3840, "cvt.rn.satfinite.e4m3x2.f32", f32(1), f32(2));
    EXPECT(0x7e7e, "cvt.rn.satfinite.e4m3x2.f32", f32(448), f32(1e9f));
    EXPECT(0x7e7f, "cvt.rn.satfinite.e4m3x2.f32", f32(464), f32(NAN));
    EXPECT(0xfe01, "cvt.rn.satfinite.e4m3x2.f32", 0xff800000, f32(0x1p-9f));
    EXPECT(0x0000, "cvt.rn.satfinite.relu.e4m3x2.f32", f32(-1), f32(0x1p-10f));
    EXPECT(0x7b01, "cvt.rn.satfinite.e5m2x2.f32", f32(1e9f), f32(0x1p-16f));
    EXPECT(0x3c40, "cvt.rn.satfinite.e5m2x2.f16x2", 0x3c004000);
    EXPECT(0x3c004000, "cvt.rn.f16x2.e4m3x2", 0x3840);
    EXPECT(0x7fff9800, "cvt.rn.f16x2.e4m3x2", 0x7f81);
    EXPECT(0x7c00c000, "cvt.rn.f16x2.e5m2x2", 0x7cc0);
}
END_TEST

START_TEST(pack)
{
    EXPECT(0x7fff8000, "cvt.pack.sat.s16.s32", 100000, (uint32_t)-100000);
    EXPECT(0xffff0000, "cvt.pack.sat.u16.s32", 100000, (uint32_t)-1);
    EXPECT(0x5678ff05, "cvt.pack.sat.u8.s32.b32", 300, 5, 0x12345678);
    EXPECT(0x56788005, "cvt.pack.sat.s8.s32.b32", (uint32_t)-300, 5, 0x12345678);
}
END_TEST

START_TEST(moves)
{
    EXPECT(0x12345678, "mov.b32", 0x12345678);
    EXPECT(0x8000, "mov.u16", 0x8000);
    EXPECT(~5ull, "mov.f64", ~5ull);
    EXPECT(1, "mov.pred", 1);
    EXPECT(0, "mov.pred", 0);
}
END_TEST

// A hand-made mov whose operand `which` is a vector of n registers 6, 7, ...
static void vector_mov(const char *text, int which, unsigned n, Type element)
{
    static uint32_t slots[8];
    static Operand parts[8];
    const ExecFn plain = kit_prepare(text, TYPE_none, TYPE_none, KIT_ARGS(0x0123456789abcdef));
    ck_assert(plain != NULL);
    for (unsigned i = 0; i < n; i++) {
        slots[i] = (6 + i) * KIT_SLOT;
        parts[i] = (Operand){.kind = OPND_reg, .type = (uint8_t)element};
    }
    kit_inst.opnd[which] = (Operand){.kind = OPND_vector, .nvec = (uint16_t)n, .vec = parts};
    kit_step.vec = slots;
    kit_step.nvec = (uint8_t)n;
    kit_step.dst = which ? kit_step.dst : SLOT_NONE;
    const ExecFn fn = pick_mov(&kit_inst, &kit_step);
    ck_assert(fn != NULL);
    kit_warp.base[0] = kit_regs;
    kit_warp.mask = FULL_MASK;
    fn(&kit_warp, &kit_step);
}

START_TEST(vectors)
{
    vector_mov("mov.b64", 0, 2, TYPE_b32);
    ck_assert_uint_eq(kit_read(6, TYPE_b32, LANE), 0x89abcdef);
    ck_assert_uint_eq(kit_read(7, TYPE_b32, LANE), 0x01234567);
    vector_mov("mov.b64", 1, 2, TYPE_b32);
    ck_assert_uint_eq(kit_read(4, TYPE_b64, LANE), 0x0123456789abcdef);
    vector_mov("mov.b64", 0, 4, TYPE_b16);
    ck_assert_uint_eq(kit_read(6, TYPE_b16, LANE), 0xcdef);
    ck_assert_uint_eq(kit_read(9, TYPE_b16, LANE), 0x0123);
    vector_mov("mov.b64", 1, 4, TYPE_b16);
    ck_assert_uint_eq(kit_read(4, TYPE_b64, LANE), 0x0123456789abcdef);
    vector_mov("mov.b32", 0, 2, TYPE_b16);
    ck_assert_uint_eq(kit_read(7, TYPE_b16, LANE), 0x89ab);
    vector_mov("mov.b32", 1, 2, TYPE_b16);
    ck_assert_uint_eq(kit_read(4, TYPE_b32, LANE), 0x89abcdef);
}
END_TEST

static uint64_t special(const char *text, SpecialReg reg, unsigned lane)
{
    kit_prepare(text, TYPE_none, TYPE_none, KIT_ARGS(0));
    kit_inst.opnd[1] = (Operand){.kind = OPND_special, .special = reg};
    const ExecFn fn = pick_mov(&kit_inst, &kit_step);
    ck_assert(fn != NULL);
    kit_warp.base[0] = kit_regs;
    kit_warp.mask = FULL_MASK;
    kit_warp.launch = &kit_launch;
    kit_warp.block = &kit_block;
    fn(&kit_warp, &kit_step);
    return kit_read(4, kit_dst, lane);
}

START_TEST(specials)
{
    kit_launch = (Launch){.grid = {8, 4, 2},
                          .block = {32, 2, 1},
                          .cluster = {2, 2, 1},
                          .serial = 9,
                          .executed = 0x100000007,
                          .dynamic_shared = 100,
                          .shared_bytes = 300};
    kit_block = (Block){.launch = &kit_launch, .id = {5, 3, 1}, .index = 61, .cluster_rank = 3};
    kit_warp.index = 1;
    for (unsigned l = 0; l < WARP_SIZE; l++) {
        kit_warp.tid[0][l] = l;
        kit_warp.tid[1][l] = 1;
    }
    ck_assert_uint_eq(special("mov.u32", SREG_tid_x, 7), 7);
    ck_assert_uint_eq(special("mov.u32", SREG_tid_y, 7), 1);
    ck_assert_uint_eq(special("mov.u16", SREG_tid_x, 9), 9);
    ck_assert_uint_eq(special("mov.u32", SREG_ntid_y, 0), 2);
    ck_assert_uint_eq(special("mov.u32", SREG_ctaid_x, 0), 5);
    ck_assert_uint_eq(special("mov.u32", SREG_ctaid_z, 0), 1);
    ck_assert_uint_eq(special("mov.u32", SREG_nctaid_y, 0), 4);
    ck_assert_uint_eq(special("mov.u32", SREG_laneid, 31), 31);
    ck_assert_uint_eq(special("mov.u32", SREG_lanemask_eq, 31), 0x80000000);
    ck_assert_uint_eq(special("mov.u32", SREG_lanemask_lt, 31), 0x7fffffff);
    ck_assert_uint_eq(special("mov.u32", SREG_lanemask_le, 31), 0xffffffff);
    ck_assert_uint_eq(special("mov.u32", SREG_lanemask_gt, 31), 0);
    ck_assert_uint_eq(special("mov.u32", SREG_lanemask_ge, 0), 0xffffffff);
    ck_assert_uint_eq(special("mov.u32", SREG_lanemask_gt, 0), 0xfffffffe);
    ck_assert_uint_eq(special("mov.u32", SREG_warpid, 0), 1);
    ck_assert_uint_eq(special("mov.u32", SREG_smid, 0), 61 % model.multiprocessors);
    ck_assert_uint_eq(special("mov.u32", SREG_nsmid, 0), model.multiprocessors);
    ck_assert_uint_eq(special("mov.u64", SREG_gridid, 0), 9);
    ck_assert_uint_eq(special("mov.u64", SREG_clock64, 0), 0x100000007);
    ck_assert_uint_eq(special("mov.u32", SREG_clock, 0), 7);
    ck_assert_uint_eq(special("mov.u32", SREG_clock_hi, 0), 1);
    ck_assert_uint_eq(special("mov.u32", SREG_clusterid_x, 0), 2);
    ck_assert_uint_eq(special("mov.u32", SREG_nclusterid_y, 0), 2);
    ck_assert_uint_eq(special("mov.u32", SREG_cluster_ctaid_x, 0), 1);
    ck_assert_uint_eq(special("mov.u32", SREG_cluster_nctaid_y, 0), 2);
    ck_assert_uint_eq(special("mov.u32", SREG_cluster_ctarank, 0), 3);
    ck_assert_uint_eq(special("mov.u32", SREG_cluster_nctarank, 0), 4);
    ck_assert_uint_eq(special("mov.pred", SREG_is_explicit_cluster, 0), 1);
    ck_assert_uint_eq(special("mov.u32", SREG_dynamic_smem_size, 0), 100);
    ck_assert_uint_eq(special("mov.u32", SREG_total_smem_size, 0), 300);
    ck_assert_uint_eq(special("mov.u32", SREG_envreg0 + 5, 0), 0);
}
END_TEST

SUITE(s)
{
    TESTS(s, "cvt", integers, integer_to_float, float_to_integer, to_integral, between_f32_and_f64,
          f16, bf16, narrow_formats, pack, moves, vectors, specials);
}

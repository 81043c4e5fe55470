// test_exec_bits.c - logic, shifts, counting, bit fields, permutation; bit fields
// against the bit-by-bit definition of the PTX manual.
#include "exec_kit.h"

START_TEST(logic)
{
    EXPECT(0x00ff0000, "and.b32", 0xffff0000, 0x00ff00ff);
    EXPECT(0xfffffffff00000ff, "or.b64", 0xfffffffff0000000, 0xff);
    EXPECT(0xff00, "xor.b16", 0xffff, 0x00ff);
    EXPECT(0xff00, "not.b16", 0x00ff);
    EXPECT(0xffffffff, "not.b32", 0);
    EXPECT(~5ull, "not.b64", 5);
    EXPECT(1, "cnot.b32", 0);
    EXPECT(0, "cnot.b64", 1ull << 40);
    EXPECT(1, "and.pred", 1, 1);
    EXPECT(0, "and.pred", 1, 0);
    EXPECT(1, "or.pred", 1, 0);
    EXPECT(0, "xor.pred", 1, 1);
    EXPECT(1, "not.pred", 0);
    kit_flip = 2;
    EXPECT(1, "and.pred", 1, 0);
    kit_flip = 0;
}
END_TEST

START_TEST(lop3)
{
    const uint32_t a = 0xf0f0a5a5, b = 0xcccc3c3c, c = 0xaaaa9669;
    for (unsigned table = 0; table < 256; table++) {
        uint32_t want = 0;
        for (unsigned i = 0; i < 32; i++) {
            const unsigned at = (a >> i & 1) * 4 + (b >> i & 1) * 2 + (c >> i & 1);
            want |= (table >> at & 1) << i;
        }
        EXPECT(want, "lop3.b32", a, b, c, table);
    }
}
END_TEST

START_TEST(shifts)
{
    EXPECT(0x80000000, "shl.b32", 1, 31);
    EXPECT(0, "shl.b32", 1, 32);
    EXPECT(0, "shl.b32", 1, 0xffffffff);
    EXPECT(0x8000, "shl.b16", 1, 15);
    EXPECT(0, "shl.b16", 1, 16);
    EXPECT(1ull << 63, "shl.b64", 1, 63);
    EXPECT(0, "shl.b64", 1, 64);
    EXPECT(0xffffffff, "shr.s32", 0x80000000, 99);
    EXPECT(0xffff, "shr.s16", 0x8000, 15);
    EXPECT(0xffff, "shr.s16", 0x8000, 100);
    EXPECT(0xc000, "shr.s16", 0x8000, 1);
    EXPECT(0x4000, "shr.u16", 0x8000, 1);
    EXPECT(0, "shr.u32", 0x80000000, 32);
    EXPECT(1, "shr.b32", 0x80000000, 31);
    EXPECT(~0ull, "shr.s64", 1ull << 63, 64);
    EXPECT(0, "shr.u64", 1ull << 63, 64);
    EXPECT(0x56781234, "shf.l.wrap.b32", 0x12345678, 0x12345678, 16);
    EXPECT(0x9abcdef0, "shf.l.wrap.b32", 0x12345678, 0x9abcdef0, 32);
    EXPECT(0x12345678, "shf.l.clamp.b32", 0x12345678, 0x9abcdef0, 32);
    EXPECT(0x12345678, "shf.l.clamp.b32", 0x12345678, 0x9abcdef0, 77);
    EXPECT(0xabcdef01, "shf.l.clamp.b32", 0x12345678, 0x9abcdef0, 4);
    EXPECT(0x01234567, "shf.r.wrap.b32", 0x12345678, 0x9abcdef0, 4);
    EXPECT(0x9abcdef0, "shf.r.clamp.b32", 0x12345678, 0x9abcdef0, 32);
    EXPECT(0x12345678, "shf.r.wrap.b32", 0x12345678, 0x9abcdef0, 32);
    EXPECT(0x12345678, "shf.r.clamp.b32", 0x12345678, 0x9abcdef0, 0);
}
END_TEST

START_TEST(counting)
{
    EXPECT(32, "popc.b32", 0xffffffff);
    EXPECT(33, "popc.b64", 0x1ffffffff);
    EXPECT(32, "clz.b32", 0);
    EXPECT(0, "clz.b32", 0x80000000);
    EXPECT(64, "clz.b64", 0);
    EXPECT(31, "clz.b64", 1ull << 32);
    EXPECT(0xffffffff, "bfind.u32", 0);
    EXPECT(31, "bfind.u32", 0xffffffff);
    EXPECT(0xffffffff, "bfind.s32", 0xffffffff);
    EXPECT(0, "bfind.s32", 0xfffffffe);
    EXPECT(30, "bfind.s32", 0x80000000);
    EXPECT(40, "bfind.u64", 1ull << 40);
    EXPECT(0xffffffff, "bfind.s64", ~0ull);
    EXPECT(23, "bfind.shiftamt.u64", 1ull << 40);
    EXPECT(31, "bfind.shiftamt.u32", 1);
    EXPECT(0xffffffff, "bfind.shiftamt.u32", 0);
    EXPECT(1, "bfind.shiftamt.s32", 0x80000000);
    EXPECT(0x80000000, "brev.b32", 1);
    EXPECT(0x1e6a2c48, "brev.b32", 0x12345678);
    EXPECT(0x8000000000000000, "brev.b64", 1);
    EXPECT(8, "fns.b32", 0xaaaaaaaa | 1 << 8, 8, 0);
    EXPECT(0xffffffff, "fns.b32", 0xaaaaaaaa, 8, 0);
    EXPECT(9, "fns.b32", 0xaaaaaaaa, 8, 1);
    EXPECT(13, "fns.b32", 0xaaaaaaaa, 8, 3);
    EXPECT(7, "fns.b32", 0xaaaaaaaa, 8, (uint32_t)-1);
    EXPECT(0xffffffff, "fns.b32", 0xaaaaaaaa, 8, (uint32_t)-5);
    EXPECT(3, "fns.b32", 0xaaaaaaaa, 3, 1);
    EXPECT(0, "fns.b32", 0xaaaaaaaa, 3, 0x80000000);
}
END_TEST

// The manual's definition, one bit at a time; 64-bit fields take places as they are.
static uint64_t extract(uint64_t a, uint32_t b, uint32_t c, unsigned bits, bool is_signed)
{
    const uint64_t pos = bits == 64 ? b : b & 0xff, len = bits == 64 ? c : c & 0xff;
    const uint64_t msb = bits - 1, last = pos + len - 1 < msb ? pos + len - 1 : msb;
    const uint64_t fill = is_signed && len ? a >> last & 1 : 0;
    uint64_t d = 0;
    for (unsigned i = 0; i <= msb; i++) {
        d |= (i < len && pos + i <= msb ? a >> (pos + i) & 1 : fill) << i;
    }
    return d;
}
static uint64_t insert(uint64_t a, uint64_t b, uint32_t c, uint32_t d, unsigned bits)
{
    const uint64_t pos = bits == 64 ? c : c & 0xff, len = bits == 64 ? d : d & 0xff;
    for (uint64_t i = 0; i < len && pos + i < bits; i++) {
        b = (b & ~(1ull << (pos + i))) | (a >> i & 1) << (pos + i);
    }
    return b;
}

START_TEST(fields)
{
    static const uint32_t places[] = {0,  1,   5,   31,  32,    33,         63, 64,
                                      65, 200, 255, 256, 0x101, 0x80000000, ~0u};
    enum { N = sizeof(places) / sizeof(places[0]) };
    for (unsigned i = 0; i < N; i++) {
        for (unsigned j = 0; j < N; j++) {
            for (unsigned k = 0; k < 4; k++) {
                const uint64_t a = kit_random(), b = kit_random();
                const uint32_t p = places[i], n = places[j];
                const uint32_t a32 = (uint32_t)a, b32 = (uint32_t)b;
                EXPECT(extract(a32, p, n, 32, false), "bfe.u32", a32, p, n);
                EXPECT(extract(a32, p, n, 32, true), "bfe.s32", a32, p, n);
                EXPECT(extract(a, p, n, 64, false), "bfe.u64", a, p, n);
                EXPECT(extract(a, p, n, 64, true), "bfe.s64", a, p, n);
                EXPECT(insert(a32, b32, p, n, 32), "bfi.b32", a32, b32, p, n);
                EXPECT(insert(a, b, p, n, 64), "bfi.b64", a, b, p, n);
            }
        }
    }
}
END_TEST

START_TEST(masks)
{
    EXPECT(0x000000ff, "szext.clamp.u32", 0xffff, 8);
    EXPECT(0xffffffff, "szext.clamp.s32", 0x00ff, 8);
    EXPECT(0x0000007f, "szext.clamp.s32", 0x017f, 8);
    EXPECT(0x12345678, "szext.clamp.u32", 0x12345678, 40);
    EXPECT(0, "szext.wrap.u32", 0x12345678, 32);
    EXPECT(0, "szext.clamp.s32", 0x12345678, 0);
    EXPECT(0x00000ff0, "bmsk.clamp.b32", 4, 8);
    EXPECT(0xfffffff0, "bmsk.clamp.b32", 4, 40);
    EXPECT(0, "bmsk.clamp.b32", 32, 4);
    EXPECT(0x0000000f, "bmsk.wrap.b32", 32, 36);
    EXPECT(0, "bmsk.wrap.b32", 0, 32);
}
END_TEST

START_TEST(permute)
{
    const uint32_t a = 0x33221100, b = 0x77665544;
    EXPECT(0x33221100, "prmt.b32", a, b, 0x3210);
    EXPECT(0x77665544, "prmt.b32", a, b, 0x7654);
    EXPECT(0x00112233, "prmt.b32", a, b, 0x0123);
    EXPECT(0xff0000ff, "prmt.b32", 0x00000080, 0x80, 0x8ddc);
    EXPECT(0x55443322, "prmt.b32.f4e", a, b, 2);
    EXPECT(0x55667700, "prmt.b32.b4e", a, b, 0);
    EXPECT(0x77001122, "prmt.b32.b4e", a, b, 2);
    EXPECT(0x22222222, "prmt.b32.rc8", a, b, 2);
    EXPECT(0x33221111, "prmt.b32.ecl", a, b, 1);
    EXPECT(0x33222222, "prmt.b32.ecl", a, b, 2);
    EXPECT(0x22221100, "prmt.b32.ecr", a, b, 2);
    EXPECT(0x11111100, "prmt.b32.ecr", a, b, 1);
    EXPECT(0x33223322, "prmt.b32.rc16", a, b, 1);
    EXPECT(0x11001100, "prmt.b32.rc16", a, b, 2);
}
END_TEST

SUITE(s) { TESTS(s, "bits", logic, lop3, shifts, counting, fields, masks, permute); }

// exec_bits.c - logic, shifts, counting, bit fields, permutation. A shift count
// above the width shifts by the width. Positions and lengths of bit fields are the
// low 8 bits of their operands; for 64-bit fields all the bits, as on hardware.
#include "lanes.h"

// ---- and, or, xor, not, cnot; on predicates all lanes at once -------

#define LOGIC(name, ...) \
    LANES2(name##_32, U32, U32, __VA_ARGS__) \
    LANES2(name##_64, U64, U64, __VA_ARGS__) \
    static void name##_pred(Warp *w, const Step *s) \
    { \
        const uint32_t a = source_pred(w, s, 0); \
        const uint32_t b = source_pred(w, s, 1); \
        set_pred(w, s->dst, __VA_ARGS__); \
    }
LOGIC(and, a &b)
LOGIC(or, a | b)
LOGIC(xor, a ^ b)
LANES1(not_16, U32, U32, (uint16_t)~a)
LANES1(not_32, U32, U32, ~a)
LANES1(not_64, U64, U64, ~a)
LANES1(cnot_32, U32, U32, a == 0)
LANES1(cnot_64, U64, U64, a == 0)
static void not_pred(Warp *w, const Step *s) { set_pred(w, s->dst, ~source_pred(w, s, 0)); }

// The handler by the type's width. 8- and 16-bit values are zero-extended, which
// and, or and xor keep.
static ExecFn by_width(const Inst *in, ExecFn p, ExecFn n16, ExecFn n32, ExecFn n64)
{
    const Type t = (Type)in->type[0];
    switch (t == TYPE_pred ? 0 : type_bytes(t)) {
    case 0: return t == TYPE_pred ? p : NULL;
    case 1:
    case 2: return n16;
    case 4: return n32;
    case 8: return n64;
    default: return NULL;
    }
}

ExecFn pick_and(const Inst *in, Step *s)
{
    (void)s;
    return by_width(in, and_pred, and_32, and_32, and_64);
}
ExecFn pick_or(const Inst *in, Step *s)
{
    (void)s;
    return by_width(in, or_pred, or_32, or_32, or_64);
}
ExecFn pick_xor(const Inst *in, Step *s)
{
    (void)s;
    return by_width(in, xor_pred, xor_32, xor_32, xor_64);
}
ExecFn pick_not(const Inst *in, Step *s)
{
    (void)s;
    return by_width(in, not_pred, not_16, not_32, not_64);
}
ExecFn pick_cnot(const Inst *in, Step *s)
{
    (void)s;
    return by_width(in, NULL, cnot_32, cnot_32, cnot_64);
}

// ---- lop3: any function of three bits, by its truth table -----------

// Bit 4a + 2b + c of the table is the result for bits a, b, c.
static inline uint32_t lop3(uint32_t a, uint32_t b, uint32_t c, uint32_t table)
{
    uint32_t r = 0;
    for (unsigned i = 0; i < 8; i++) {
        const uint32_t row = (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
        r |= row & -(table >> i & 1);
    }
    return r;
}
static void lop3_any(Warp *w, const Step *s)
{
    const uint32_t t = (uint32_t)s->imm;
    U32 *D = slot(w, s->dst);
    const U32 *A = slot(w, s->src[0]);
    const U32 *B = slot(w, s->src[1]);
    const U32 *C = slot(w, s->src[2]);
    EACH_LANE(w, D[l] = lop3(A[l], B[l], C[l], t););
}
LANES3(lop3_and, U32, U32, a &b &c)
LANES3(lop3_or, U32, U32, a | b | c)
LANES3(lop3_xor, U32, U32, a ^ b ^ c)
LANES3(lop3_select, U32, U32, (a & b) | (~a & c))
LANES3(lop3_majority, U32, U32, (a & b) | (a & c) | (b & c))

// lop3.BoolOp: also p = (result != 0) BoolOp q.
enum { LOP3_or = 1 << 8 };
static void lop3_bool(Warp *w, const Step *s)
{
    const U32 *A = slot(w, s->src[0]);
    const U32 *B = slot(w, s->src[1]);
    const U32 *C = slot(w, s->src[2]);
    const uint32_t q = source_pred(w, s, MAX_SOURCES - 1);
    uint32_t bits = 0;
    for (int l = 0; l < WARP_SIZE; l++) {
        const uint32_t r = lop3(A[l], B[l], C[l], (uint32_t)s->imm & 0xff);
        bits |= (uint32_t)(r != 0) << l;
        if (s->dst != SLOT_NONE && w->mask >> l & 1) {
            ((U32 *)slot(w, s->dst))[l] = r;
        }
    }
    set_pred(w, s->dst2, s->imm & LOP3_or ? bits | q : bits & q);
}

ExecFn pick_lop3(const Inst *in, Step *s)
{
    s->imm = (int64_t)(in->opnd[4].imm & 0xff);
    if (in->nopnd > 5) {
        s->imm |= inst_has(in, MOD_or) ? LOP3_or : 0;
        return lop3_bool;
    }
    switch (s->imm) {
    case 0x80: return lop3_and;
    case 0xfe: return lop3_or;
    case 0x96: return lop3_xor;
    case 0xca: return lop3_select;
    case 0xe8: return lop3_majority;
    default: return lop3_any;
    }
}

// ---- shifts ---------------------------------------------------------

LANES2(shl_16, U32, U32, b > 15 ? 0 : (uint16_t)(a << (b & 15)))
LANES2(shl_32, U32, U32, b > 31 ? 0 : a << (b & 31))
LANES2T(shl_64, U64, U64, U32, b > 63 ? 0 : a << (b & 63))
LANES2(shr_u16, U32, U32, b > 15 ? 0 : a >> (b & 15))
LANES2(shr_u32, U32, U32, b > 31 ? 0 : a >> (b & 31))
LANES2T(shr_u64, U64, U64, U32, b > 63 ? 0 : a >> (b & 63))
LANES2(shr_s16, U32, U32, (uint16_t)((int16_t)a >> (b > 15 ? 15 : b)))
LANES2(shr_s32, U32, U32, (int32_t)a >> (b > 31 ? 31 : b))
LANES2T(shr_s64, U64, U64, U32, (int64_t)a >> (b > 63 ? 63 : b))

ExecFn pick_shl(const Inst *in, Step *s)
{
    (void)s;
    return by_width(in, NULL, shl_16, shl_32, shl_64);
}
ExecFn pick_shr(const Inst *in, Step *s)
{
    static const ExecFn row[INT_COUNT] = {
        [INT_u16] = shr_u16, [INT_s16] = shr_s16, [INT_u32] = shr_u32,
        [INT_s32] = shr_s32, [INT_u64] = shr_u64, [INT_s64] = shr_s64};
    (void)s;
    return int_pick(row, in->type[0]);
}

// The funnel: 64 bits b:a, of which the upper word (l) or the lower (r) is kept.
static inline uint32_t funnel_l(uint32_t a, uint32_t b, uint32_t n)
{
    return (uint32_t)(((uint64_t)b << 32 | a) << (n & 31) >> 32);
}
static inline uint32_t funnel_r(uint32_t a, uint32_t b, uint32_t n)
{
    return (uint32_t)(((uint64_t)b << 32 | a) >> (n & 31));
}
LANES3(shf_l_wrap, U32, U32, funnel_l(a, b, c))
LANES3(shf_r_wrap, U32, U32, funnel_r(a, b, c))
LANES3(shf_l_clamp, U32, U32, c > 31 ? a : funnel_l(a, b, c))
LANES3(shf_r_clamp, U32, U32, c > 31 ? b : funnel_r(a, b, c))

ExecFn pick_shf(const Inst *in, Step *s)
{
    (void)s;
    if (inst_has(in, MOD_clamp)) {
        return inst_has(in, MOD_l) ? shf_l_clamp : shf_r_clamp;
    }
    return inst_has(in, MOD_l) ? shf_l_wrap : shf_r_wrap;
}

// ---- counting -------------------------------------------------------

// Highest set bit; all ones if there is none.
static inline uint32_t top32(uint32_t a) { return a ? 31 - (uint32_t)__builtin_clz(a) : ~0u; }
static inline uint32_t top64(uint64_t a) { return a ? 63 - (uint32_t)__builtin_clzll(a) : ~0u; }
// For signed numbers: the highest bit unlike the sign.
#define FOLD32(a) ((a) ^ (uint32_t)((int32_t)(a) >> 31))
#define FOLD64(a) ((a) ^ (uint64_t)((int64_t)(a) >> 63))
static inline uint32_t shift_amount(uint32_t top, uint32_t msb)
{
    return top == ~0u ? top : msb - top;
}

// Without the host's instruction, of which there is none for vectors everywhere.
static inline uint32_t bits_of(uint32_t a)
{
    a -= a >> 1 & 0x55555555;
    a = (a & 0x33333333) + (a >> 2 & 0x33333333);
    a = (a + (a >> 4)) & 0x0f0f0f0f;
    a += a >> 8;
    return (a + (a >> 16)) & 63;
}

LANES1(popc_32, U32, U32, bits_of(a))
LANES1(popc_64, U32, U64, __builtin_popcountll(a))
LANES1(clz_32, U32, U32, 31 - top32(a))
LANES1(clz_64, U32, U64, 63 - top64(a))
LANES1(bfind_u32, U32, U32, top32(a))
LANES1(bfind_s32, U32, U32, top32(FOLD32(a)))
LANES1(bfind_u64, U32, U64, top64(a))
LANES1(bfind_s64, U32, U64, top64(FOLD64(a)))
LANES1(shiftamt_u32, U32, U32, shift_amount(top32(a), 31))
LANES1(shiftamt_s32, U32, U32, shift_amount(top32(FOLD32(a)), 31))
LANES1(shiftamt_u64, U32, U64, shift_amount(top64(a), 63))
LANES1(shiftamt_s64, U32, U64, shift_amount(top64(FOLD64(a)), 63))

ExecFn pick_popc(const Inst *in, Step *s)
{
    (void)s;
    return by_width(in, NULL, NULL, popc_32, popc_64);
}
ExecFn pick_clz(const Inst *in, Step *s)
{
    (void)s;
    return by_width(in, NULL, NULL, clz_32, clz_64);
}
ExecFn pick_bfind(const Inst *in, Step *s)
{
    static const ExecFn row[INT_COUNT] = {
        [INT_u32] = bfind_u32, [INT_s32] = bfind_s32, [INT_u64] = bfind_u64, [INT_s64] = bfind_s64};
    static const ExecFn amount[INT_COUNT] = {[INT_u32] = shiftamt_u32,
                                             [INT_s32] = shiftamt_s32,
                                             [INT_u64] = shiftamt_u64,
                                             [INT_s64] = shiftamt_s64};
    (void)s;
    return int_pick(inst_has(in, MOD_shiftamt) ? amount : row, in->type[0]);
}
ExecFn pick_bfind_shiftamt(const Inst *in, Step *s)
{
    static const ExecFn row[INT_COUNT] = {[INT_u32] = shiftamt_u32,
                                          [INT_s32] = shiftamt_s32,
                                          [INT_u64] = shiftamt_u64,
                                          [INT_s64] = shiftamt_s64};
    (void)s;
    return int_pick(row, in->type[0]);
}

// fns: the n-th set bit of the mask, counted from `base` upwards if n > 0,
// downwards if n < 0; n = 0 asks whether bit `base` itself is set. The most negative
// n gives 0, as on hardware.
static uint32_t find_nth(uint32_t mask, uint32_t base, int32_t n)
{
    if (n == INT32_MIN) {
        return 0;
    }
    if (base > 31) {
        return ~0u;
    }
    if (n == 0) {
        return mask >> base & 1 ? base : ~0u;
    }
    int64_t left = n > 0 ? n : -(int64_t)n;
    for (int i = (int)base; i >= 0 && i<32; i += n> 0 ? 1 : -1) {
        if (mask >> i & 1 && --left == 0) {
            return (uint32_t)i;
        }
    }
    return ~0u;
}
LANES3(fns_b32, U32, U32, find_nth(a, b, (int32_t)c))
ExecFn pick_fns(const Inst *in, Step *s)
{
    (void)in, (void)s;
    return fns_b32;
}

// ---- bit fields -----------------------------------------------------

static inline uint32_t reverse32(uint32_t x)
{
    x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
    return x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24;
}
LANES1(brev_32, U32, U32, reverse32(a))
LANES1(brev_64, U64, U64, (uint64_t)reverse32((uint32_t)a) << 32 | reverse32((uint32_t)(a >> 32)))
ExecFn pick_brev(const Inst *in, Step *s)
{
    (void)s;
    return by_width(in, NULL, NULL, brev_32, brev_64);
}

// `length` ones, at most as many as fit.
static inline uint32_t ones32(uint32_t length)
{
    return length > 31 ? ~0u : (1u << (length & 31)) - 1;
}
static inline uint64_t ones64(uint32_t length)
{
    return length > 63 ? ~0ull : (1ull << (length & 63)) - 1;
}

// The signed forms shift the field's last bit to
// the top and back down: what comes in from above repeats it, also where the field
// reaches past the top or lies there altogether.
static inline uint32_t extract_u32(uint32_t a, uint32_t pos, uint32_t length)
{
    return pos > 31 ? 0 : a >> (pos & 31) & ones32(length);
}
static inline uint64_t extract_u64(uint64_t a, uint32_t pos, uint32_t length)
{
    return pos > 63 ? 0 : a >> (pos & 63) & ones64(length);
}
static inline uint32_t extract_s32(uint32_t a, uint32_t pos, uint32_t length)
{
    const uint32_t last = pos + length > 32 ? 31 : pos + length - 1;
    const uint32_t up = (31 - last) & 31;
    const uint32_t down = up + pos > 31 ? 31 : up + pos;
    return length ? (uint32_t)((int32_t)(a << up) >> down) : 0;
}
static inline uint64_t extract_s64(uint64_t a, uint32_t pos, uint32_t length)
{
    const uint64_t last = (uint64_t)pos + length > 64 ? 63 : (uint64_t)pos + length - 1;
    const uint64_t up = (63 - last) & 63;
    const uint64_t down = up + pos > 63 ? 63 : up + pos;
    return length ? (uint64_t)((int64_t)(a << up) >> down) : 0;
}
LANES3(bfe_u32, U32, U32, extract_u32(a, b & 0xff, c & 0xff))
LANES3(bfe_s32, U32, U32, extract_s32(a, b & 0xff, c & 0xff))
LANES3T(bfe_u64, U64, U64, U32, U32, extract_u64(a, b, c))
LANES3T(bfe_s64, U64, U64, U32, U32, extract_s64(a, b, c))
ExecFn pick_bfe(const Inst *in, Step *s)
{
    static const ExecFn row[INT_COUNT] = {
        [INT_u32] = bfe_u32, [INT_s32] = bfe_s32, [INT_u64] = bfe_u64, [INT_s64] = bfe_s64};
    (void)s;
    return int_pick(row, in->type[0]);
}

static inline uint32_t insert32(uint32_t a, uint32_t b, uint32_t pos, uint32_t length)
{
    const uint32_t field = pos > 31 ? 0 : ones32(length) << (pos & 31);
    return (b & ~field) | (a << (pos & 31) & field);
}
static inline uint64_t insert64(uint64_t a, uint64_t b, uint32_t pos, uint32_t length)
{
    const uint64_t field = pos > 63 ? 0 : ones64(length) << (pos & 63);
    return (b & ~field) | (a << (pos & 63) & field);
}
#define BFI(fn, T, insert, LIMIT) \
    static void fn(Warp *w, const Step *s) \
    { \
        T *D = slot(w, s->dst); \
        const T *A = slot(w, s->src[0]); \
        const T *B = slot(w, s->src[1]); \
        const U32 *P = slot(w, s->src[2]); \
        const U32 *N = slot(w, s->src[3]); \
        EACH_LANE(w, D[l] = insert(A[l], B[l], P[l] & LIMIT, N[l] & LIMIT);); \
    }
BFI(bfi_32, U32, insert32, 0xff)
BFI(bfi_64, U64, insert64, ~0u)
ExecFn pick_bfi(const Inst *in, Step *s)
{
    (void)s;
    return by_width(in, NULL, NULL, bfi_32, bfi_64);
}

// szext: keeps the low n bits and extends them; bmsk: b ones from bit a upwards.
static inline uint32_t extend(uint32_t a, uint32_t n, bool is_signed)
{
    const uint32_t sign = is_signed && n ? -(a >> ((n > 31 ? 32 : n) - 1) & 1) : 0;
    return (a & ones32(n)) | (sign & ~ones32(n));
}
LANES2(szext_clamp_u, U32, U32, extend(a, b, false))
LANES2(szext_clamp_s, U32, U32, extend(a, b, true))
LANES2(szext_wrap_u, U32, U32, extend(a, b & 31, false))
LANES2(szext_wrap_s, U32, U32, extend(a, b & 31, true))
LANES2(bmsk_clamp, U32, U32, a > 31 ? 0 : ones32(b) << (a & 31))
LANES2(bmsk_wrap, U32, U32, ones32(b & 31) << (a & 31))

ExecFn pick_szext(const Inst *in, Step *s)
{
    static const ExecFn row[2][2] = {{szext_clamp_u, szext_clamp_s}, {szext_wrap_u, szext_wrap_s}};
    (void)s;
    return row[inst_has(in, MOD_wrap)][in->type[0] == TYPE_s32];
}
ExecFn pick_bmsk(const Inst *in, Step *s)
{
    (void)s;
    return inst_has(in, MOD_wrap) ? bmsk_wrap : bmsk_clamp;
}

// ---- prmt: any four of the eight bytes b:a --------------------------

static inline uint32_t byte_at(uint32_t a, uint32_t b, uint32_t i)
{
    return (uint32_t)(((uint64_t)b << 32 | a) >> (8 * (i & 7))) & 0xff;
}
static inline uint32_t permute(uint32_t a, uint32_t b, uint32_t i0, uint32_t i1, uint32_t i2,
                               uint32_t i3)
{
    return byte_at(a, b, i0) | byte_at(a, b, i1) << 8 | byte_at(a, b, i2) << 16 |
           byte_at(a, b, i3) << 24;
}
// Bit 3 of a selector: eight copies of the sign bit of the byte.
static inline uint32_t pick_byte(uint32_t a, uint32_t b, uint32_t sel)
{
    const uint32_t v = byte_at(a, b, sel);
    return sel & 8 ? (v & 0x80 ? 0xff : 0) : v;
}
LANES3(prmt_any, U32, U32,
       pick_byte(a, b, c) | pick_byte(a, b, c >> 4) << 8 | pick_byte(a, b, c >> 8) << 16 |
           pick_byte(a, b, c >> 12) << 24)
#define N(c) ((c)&3)
#define LEAST(x, y) ((x) < (y) ? (x) : (y))
#define MOST(x, y) ((x) > (y) ? (x) : (y))
LANES3(prmt_f4e, U32, U32, permute(a, b, N(c), N(c) + 1, N(c) + 2, N(c) + 3))
LANES3(prmt_b4e, U32, U32, permute(a, b, N(c), N(c) + 7, N(c) + 6, N(c) + 5))
LANES3(prmt_rc8, U32, U32, permute(a, b, N(c), N(c), N(c), N(c)))
LANES3(prmt_ecl, U32, U32, permute(a, b, N(c), MOST(N(c), 1), MOST(N(c), 2), 3))
LANES3(prmt_ecr, U32, U32, permute(a, b, 0, LEAST(N(c), 1), LEAST(N(c), 2), N(c)))
LANES3(prmt_rc16, U32, U32,
       permute(a, b, 2 * (c & 1), 2 * (c & 1) + 1, 2 * (c & 1), 2 * (c & 1) + 1))

ExecFn pick_prmt(const Inst *in, Step *s)
{
    static const struct {
        Mod mod;
        ExecFn fn;
    } modes[] = {{MOD_f4e, prmt_f4e}, {MOD_b4e, prmt_b4e}, {MOD_rc8, prmt_rc8},
                 {MOD_ecl, prmt_ecl}, {MOD_ecr, prmt_ecr}, {MOD_rc16, prmt_rc16}};
    (void)s;
    for (unsigned i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
        if (inst_has(in, modes[i].mod)) {
            return modes[i].fn;
        }
    }
    return prmt_any;
}

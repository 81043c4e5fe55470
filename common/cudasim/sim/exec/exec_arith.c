// exec_arith.c - integer arithmetic, and the choice between integer handlers and the
// floating-point handlers of exec_float.c and exec_half.c.
//
// Division by zero has the result of the hardware's division routine, all ones for
// the quotient and for the remainder. The most negative number divided by -1 is
// itself, with remainder 0. No C operation here is undefined: sums and products
// are computed on unsigned numbers.
#include "exec_float.h"
#include "lanes.h"

// ---- add, sub, mul, mad, neg: the same bits for signed and unsigned ----

#define ROW_SAME(name) \
    { \
        [INT_u16] = name##_16, [INT_s16] = name##_16, [INT_u32] = name##_32, \
        [INT_s32] = name##_32, [INT_u64] = name##_64, [INT_s64] = name##_64 \
    }
#define ROW_EACH(name) \
    { \
        [INT_u16] = name##_u16, [INT_s16] = name##_s16, [INT_u32] = name##_u32, \
        [INT_s32] = name##_s32, [INT_u64] = name##_u64, [INT_s64] = name##_s64 \
    }
#define SAME2(name, ...) \
    LANES2(name##_16, U32, U32, (uint16_t)(__VA_ARGS__)) \
    LANES2(name##_32, U32, U32, __VA_ARGS__) \
    LANES2(name##_64, U64, U64, __VA_ARGS__)

#define ADD16(x, y) ((x) + (y))
#define SUB16(x, y) ((x) - (y))

SAME2(add, a + b)
SAME2(sub, a - b)
SAME2(mul_lo, a *(b))
LANES2(add_16x2, U32, U32, HALVES2(ADD16, a, b))
LANES2(sub_16x2, U32, U32, HALVES2(SUB16, a, b))
LANES1(neg_16, U32, U32, (uint16_t)-a)
LANES1(neg_32, U32, U32, -a)
LANES1(neg_64, U64, U64, -a)
LANES3(mad_lo_16, U32, U32, (uint16_t)(a *(b) + c))
LANES3(mad_lo_32, U32, U32, a *(b) + c)
LANES3(mad_lo_64, U64, U64, a *(b) + c)

static inline int32_t clamp_s32(int64_t x)
{
    return x < INT32_MIN ? INT32_MIN : x > INT32_MAX ? INT32_MAX : (int32_t)x;
}
LANES2(add_sat_s32, S32, S32, clamp_s32((int64_t)a + b))
LANES2(sub_sat_s32, S32, S32, clamp_s32((int64_t)a - b))

// ---- the upper half of a product, or all of it ----------------------

static inline uint64_t mul_hi_u(uint64_t a, uint64_t b) { return (uint64_t)((Wide)a * b >> 64); }
static inline uint64_t mul_hi_s(uint64_t a, uint64_t b)
{
    // A negative factor x is multiplied as x + 2^64: subtract the other factor again.
    return mul_hi_u(a, b) - ((int64_t)a < 0 ? b : 0) - ((int64_t)b < 0 ? a : 0);
}

LANES2(mul_hi_u16, U32, U32, a *(b) >> 16)
LANES2(mul_hi_s16, U32, U32, (uint16_t)((int16_t)a *(int16_t)b >> 16))
LANES2(mul_hi_u32, U32, U32, (uint64_t)a *(b) >> 32)
LANES2(mul_hi_s32, S32, S32, (int64_t)a *(b) >> 32)
LANES2(mul_hi_u64, U64, U64, mul_hi_u(a, b))
LANES2(mul_hi_s64, U64, U64, mul_hi_s(a, b))
LANES2(mul_wide_u16, U32, U32, a *(b))
LANES2(mul_wide_s16, U32, U32, (int16_t)a *(int16_t)b)
LANES2(mul_wide_u32, U64, U32, (uint64_t)a *(b))
LANES2(mul_wide_s32, S64, S32, (int64_t)a *(b))

LANES3(mad_hi_u16, U32, U32, (uint16_t)((a * b >> 16) + c))
LANES3(mad_hi_s16, U32, U32, (uint16_t)(((int16_t)a * (int16_t)b >> 16) + (int)c))
LANES3(mad_hi_u32, U32, U32, ((uint64_t)a * b >> 32) + c)
LANES3(mad_hi_s32, U32, U32, (uint32_t)((int64_t)(int32_t)a *(int32_t)b >> 32) + c)
LANES3(mad_hi_u64, U64, U64, mul_hi_u(a, b) + c)
LANES3(mad_hi_s64, U64, U64, mul_hi_s(a, b) + c)
LANES3(mad_hi_sat_s32, S32, S32, clamp_s32(((int64_t)a * b >> 32) + c))
LANES3(mad_wide_u16, U32, U32, a *(b) + c)
LANES3(mad_wide_s16, U32, U32, (uint32_t)((int16_t)a *(int16_t)b) + c)
LANES3T(mad_wide_u32, U64, U32, U32, U64, (uint64_t)a *(b) + c)
LANES3T(mad_wide_s32, U64, S32, S32, U64, (uint64_t)((int64_t)a *(b)) + c)

// ---- 24-bit multiplication ------------------------------------------

static inline uint64_t mul24_u(uint32_t a, uint32_t b)
{
    return (uint64_t)(a & 0xffffff) * (b & 0xffffff);
}
static inline uint64_t mul24_s(uint32_t a, uint32_t b)
{
    return (uint64_t)((int64_t)((int32_t)(a << 8) >> 8) * ((int32_t)(b << 8) >> 8));
}
LANES2(mul24_lo_u, U32, U32, mul24_u(a, b))
LANES2(mul24_lo_s, U32, U32, mul24_s(a, b))
LANES2(mul24_hi_u, U32, U32, mul24_u(a, b) >> 16)
LANES2(mul24_hi_s, U32, U32, mul24_s(a, b) >> 16)
LANES3(mad24_lo_u, U32, U32, mul24_u(a, b) + c)
LANES3(mad24_lo_s, U32, U32, mul24_s(a, b) + c)
LANES3(mad24_hi_u, U32, U32, (mul24_u(a, b) >> 16) + c)
LANES3(mad24_hi_s, U32, U32, (mul24_s(a, b) >> 16) + c)
LANES3(mad24_hi_sat, U32, U32,
       (uint32_t)clamp_s32((int64_t)(int32_t)(mul24_s(a, b) >> 16) + (int32_t)c))

// ---- division -------------------------------------------------------

// A quotient of 32-bit integers, computed in double and then cut, is right: its error is
// less than 2^-20, and it is not closer than 2^-32 of its own size to the next integer
// unless it is an integer. Unlike integer division this becomes vector code.
static inline uint32_t div_u(uint32_t a, uint32_t b)
{
    return b ? (uint32_t)((double)a / (double)(b ? b : 1)) : ~0u;
}
static inline uint32_t div_s(uint32_t a, uint32_t b)
{
    const double q = (double)(int32_t)a / (double)(int32_t)(b ? b : 1);
    return b ? (uint32_t)(int64_t)q : ~0u;
}
static inline uint64_t div_u64(uint64_t a, uint64_t b) { return b ? a / b : ~0ull; }
static inline uint64_t div_s64(uint64_t a, uint64_t b)
{
    if (!b) {
        return ~0ull;
    }
    return b == ~0ull ? -a : (uint64_t)((int64_t)a / (int64_t)b);
}
LANES2(div_u16, U32, U32, (uint16_t)div_u(a, b))
LANES2(div_s16, U32, U32, (uint16_t)div_s((uint32_t)(int16_t)a, (uint32_t)(int16_t)b))
LANES2(div_u32, U32, U32, div_u(a, b))
LANES2(div_s32, U32, U32, div_s(a, b))
LANES2(div_u64_, U64, U64, div_u64(a, b))
LANES2(div_s64_, U64, U64, div_s64(a, b))
LANES2(rem_u16, U32, U32, b ? a - div_u(a, b) * b : 0xffff)
LANES2(rem_s16, U32, U32,
       b ? (uint16_t)(a - div_s((uint32_t)(int16_t)a, (uint32_t)(int16_t)b) * b) : 0xffff)
LANES2(rem_u32, U32, U32, b ? a - div_u(a, b) * b : ~0u)
LANES2(rem_s32, U32, U32, b ? a - div_s(a, b) * b : ~0u)
LANES2(rem_u64, U64, U64, b ? a - div_u64(a, b) * b : ~0ull)
LANES2(rem_s64, U64, U64, b ? a - div_s64(a, b) * b : ~0ull)

// ---- abs, min, max, sad ---------------------------------------------

LANES1(abs_s16, U32, U32, (uint16_t)((int16_t)a < 0 ? -a : a))
LANES1(abs_s32, U32, U32, (int32_t)a < 0 ? -a : a)
LANES1(abs_s64, U64, U64, (int64_t)a < 0 ? -a : a)

#define MIN_U(x, y) ((x) < (y) ? (x) : (y))
#define MAX_U(x, y) ((x) > (y) ? (x) : (y))
#define MIN_S16(x, y) ((int16_t)(x) < (int16_t)(y) ? (x) : (y))
#define MAX_S16(x, y) ((int16_t)(x) > (int16_t)(y) ? (x) : (y))
#define RELU16(x) ((x)&0x8000 ? 0 : (x))
#define MIN_RELU16(x, y) RELU16(MIN_S16(x, y))
#define MAX_RELU16(x, y) RELU16(MAX_S16(x, y))

LANES2(min_u16, U32, U32, MIN_U(a, b))
LANES2(max_u16, U32, U32, MAX_U(a, b))
LANES2(min_s16, U32, U32, MIN_S16(a, b))
LANES2(max_s16, U32, U32, MAX_S16(a, b))
LANES2(min_u32, U32, U32, MIN_U(a, b))
LANES2(max_u32, U32, U32, MAX_U(a, b))
LANES2(min_s32, S32, S32, MIN_U(a, b))
LANES2(max_s32, S32, S32, MAX_U(a, b))
LANES2(min_u64, U64, U64, MIN_U(a, b))
LANES2(max_u64, U64, U64, MAX_U(a, b))
LANES2(min_s64, S64, S64, MIN_U(a, b))
LANES2(max_s64, S64, S64, MAX_U(a, b))
LANES2(min_u16x2, U32, U32, HALVES2(MIN_U, a, b))
LANES2(max_u16x2, U32, U32, HALVES2(MAX_U, a, b))
LANES2(min_s16x2, U32, U32, HALVES2(MIN_S16, a, b))
LANES2(max_s16x2, U32, U32, HALVES2(MAX_S16, a, b))
LANES2(min_relu_s16x2, U32, U32, HALVES2(MIN_RELU16, a, b))
LANES2(max_relu_s16x2, U32, U32, HALVES2(MAX_RELU16, a, b))
LANES2(min_relu_s32, S32, S32, MAX_U(MIN_U(a, b), 0))
LANES2(max_relu_s32, S32, S32, MAX_U(MAX_U(a, b), 0))

LANES3(sad_u16, U32, U32, (uint16_t)((a < b ? b - a : a - b) + c))
LANES3(sad_s16, U32, U32, (uint16_t)(((int16_t)a < (int16_t)b ? b - a : a - b) + c))
LANES3(sad_u32, U32, U32, (a < b ? b - a : a - b) + c)
LANES3(sad_s32, U32, U32, ((int32_t)a < (int32_t)b ? b - a : a - b) + c)
LANES3(sad_u64, U64, U64, (a < b ? b - a : a - b) + c)
LANES3(sad_s64, U64, U64, ((int64_t)a < (int64_t)b ? b - a : a - b) + c)

// ---- dot products of small integers ---------------------------------

// Element i of a row of `bits`-bit integers.
static inline uint32_t element(uint32_t x, int i, int bits, bool is_signed)
{
    const uint32_t up = x << (32 - bits * (i + 1));
    return is_signed ? (uint32_t)((int32_t)up >> (32 - bits)) : up >> (32 - bits);
}
#define DP4A(sa, sb) \
    element(a, 0, 8, sa) * element(b, 0, 8, sb) + element(a, 1, 8, sa) * element(b, 1, 8, sb) + \
        element(a, 2, 8, sa) * element(b, 2, 8, sb) + \
        element(a, 3, 8, sa) * element(b, 3, 8, sb) + c
#define DP2A(sa, sb, first) \
    element(a, 0, 16, sa) * element(b, first, 8, sb) + \
        element(a, 1, 16, sa) * element(b, (first) + 1, 8, sb) + c
LANES3(dp4a_uu, U32, U32, DP4A(false, false))
LANES3(dp4a_us, U32, U32, DP4A(false, true))
LANES3(dp4a_su, U32, U32, DP4A(true, false))
LANES3(dp4a_ss, U32, U32, DP4A(true, true))
LANES3(dp2a_lo_uu, U32, U32, DP2A(false, false, 0))
LANES3(dp2a_lo_us, U32, U32, DP2A(false, true, 0))
LANES3(dp2a_lo_su, U32, U32, DP2A(true, false, 0))
LANES3(dp2a_lo_ss, U32, U32, DP2A(true, true, 0))
LANES3(dp2a_hi_uu, U32, U32, DP2A(false, false, 2))
LANES3(dp2a_hi_us, U32, U32, DP2A(false, true, 2))
LANES3(dp2a_hi_su, U32, U32, DP2A(true, false, 2))
LANES3(dp2a_hi_ss, U32, U32, DP2A(true, true, 2))

// ---- extended precision: the carry is one bit per lane in w->carry ----

// Handler-specific: what to do beyond a + b, in s->imm.
enum {
    CARRY_in = 1,
    CARRY_out = 2,
    CARRY_subtract = 4,
    CARRY_wide = 8,
    CARRY_hi = 16,
    CARRY_signed = 32
};

// One lane. A subtraction adds the complement: its carry is 1 if nothing was
// borrowed. A program sees that where addc follows sub.cc.
static uint64_t add_carry(uint64_t a, uint64_t b, unsigned flags, uint32_t *carry)
{
    const bool subtract = flags & CARRY_subtract;
    const uint64_t in = flags & CARRY_in ? *carry : subtract;
    const Wide r = subtract ? (Wide)a - b - !in : (Wide)a + b + in;
    *carry = ((uint32_t)(r >> (flags & CARRY_wide ? 64 : 32)) & 1) ^ subtract;
    return (uint64_t)r;
}

static uint64_t product(uint64_t a, uint64_t b, unsigned flags)
{
    if (!(flags & CARRY_hi)) {
        return a * b;
    }
    if (flags & CARRY_wide) {
        return flags & CARRY_signed ? mul_hi_s(a, b) : mul_hi_u(a, b);
    }
    return flags & CARRY_signed ? (uint32_t)((int64_t)(int32_t)a * (int32_t)b >> 32) : a * b >> 32;
}

static uint64_t lane_read(const Warp *w, uint32_t at, int l, bool wide)
{
    return wide ? ((const U64 *)slot(w, at))[l] : ((const U32 *)slot(w, at))[l];
}

static void carry_lanes(Warp *w, const Step *s, bool multiply)
{
    const unsigned flags = (unsigned)s->imm;
    const bool wide = flags & CARRY_wide;
    uint32_t out = w->carry;
    void *dst = slot(w, s->dst);
    for (int l = 0; l < WARP_SIZE; l++) {
        if (!(w->mask >> l & 1)) {
            continue;
        }
        uint64_t a = lane_read(w, s->src[0], l, wide);
        uint64_t b = lane_read(w, s->src[1], l, wide);
        if (multiply) {
            a = product(a, b, flags);
            a = wide ? a : (uint32_t)a;
            b = lane_read(w, s->src[2], l, wide);
        }
        uint32_t carry = w->carry >> l & 1;
        const uint64_t r = add_carry(a, b, flags, &carry);
        if (wide) {
            ((U64 *)dst)[l] = r;
        } else {
            ((U32 *)dst)[l] = (uint32_t)r;
        }
        out = (out & ~(1u << l)) | carry << l;
    }
    if (flags & CARRY_out) {
        w->carry = out;
    }
}
static void carry_add(Warp *w, const Step *s) { carry_lanes(w, s, false); }
static void carry_mad(Warp *w, const Step *s) { carry_lanes(w, s, true); }

static ExecFn pick_carry(const Inst *in, Step *s, unsigned flags, ExecFn fn)
{
    const IntKind k = int_kind(in->type[0]);
    if (k < INT_u32 || k > INT_s64) {
        return NULL;
    }
    flags |= k >= INT_u64 ? CARRY_wide : 0;
    flags |= k == INT_s32 || k == INT_s64 ? CARRY_signed : 0;
    flags |= inst_has(in, MOD_cc) ? CARRY_out : 0;
    flags |= inst_has(in, MOD_hi) ? CARRY_hi : 0;
    s->imm = flags;
    return fn;
}

// ---- the choice -----------------------------------------------------

static bool is_int(const Inst *in) { return int_kind(in->type[0]) < INT_COUNT; }

ExecFn pick_add(const Inst *in, Step *s)
{
    static const ExecFn row[INT_COUNT] = {
        [INT_u16] = add_16, [INT_s16] = add_16, [INT_u32] = add_32,     [INT_s32] = add_32,
        [INT_u64] = add_64, [INT_s64] = add_64, [INT_u16x2] = add_16x2, [INT_s16x2] = add_16x2};
    if (!is_int(in)) {
        return float_pick(FLOAT_add, in, s);
    }
    if (inst_has(in, MOD_cc)) {
        return pick_carry(in, s, 0, carry_add);
    }
    if (inst_has(in, MOD_sat)) {
        return in->type[0] == TYPE_s32 ? add_sat_s32 : NULL;
    }
    return int_pick(row, in->type[0]);
}

ExecFn pick_sub(const Inst *in, Step *s)
{
    static const ExecFn row[INT_COUNT] = {
        [INT_u16] = sub_16, [INT_s16] = sub_16, [INT_u32] = sub_32,     [INT_s32] = sub_32,
        [INT_u64] = sub_64, [INT_s64] = sub_64, [INT_u16x2] = sub_16x2, [INT_s16x2] = sub_16x2};
    if (!is_int(in)) {
        return float_pick(FLOAT_sub, in, s);
    }
    if (inst_has(in, MOD_cc)) {
        return pick_carry(in, s, CARRY_subtract, carry_add);
    }
    if (inst_has(in, MOD_sat)) {
        return in->type[0] == TYPE_s32 ? sub_sat_s32 : NULL;
    }
    return int_pick(row, in->type[0]);
}

ExecFn pick_addc(const Inst *in, Step *s) { return pick_carry(in, s, CARRY_in, carry_add); }

ExecFn pick_subc(const Inst *in, Step *s)
{
    return pick_carry(in, s, CARRY_in | CARRY_subtract, carry_add);
}

ExecFn pick_mul(const Inst *in, Step *s)
{
    static const ExecFn lo[INT_COUNT] = ROW_SAME(mul_lo);
    static const ExecFn hi[INT_COUNT] = ROW_EACH(mul_hi);
    if (!is_int(in)) {
        return float_pick(FLOAT_mul, in, s);
    }
    return int_pick(inst_has(in, MOD_hi) ? hi : lo, in->type[0]);
}

ExecFn pick_mul_wide(const Inst *in, Step *s)
{
    static const ExecFn row[INT_COUNT] = {[INT_u16] = mul_wide_u16,
                                          [INT_s16] = mul_wide_s16,
                                          [INT_u32] = mul_wide_u32,
                                          [INT_s32] = mul_wide_s32};
    (void)s;
    return int_pick(row, in->type[0]);
}

ExecFn pick_mad(const Inst *in, Step *s)
{
    static const ExecFn lo[INT_COUNT] = ROW_SAME(mad_lo);
    static const ExecFn hi[INT_COUNT] = ROW_EACH(mad_hi);
    if (!is_int(in)) {
        return float_pick(FLOAT_fma, in, s);
    }
    if (inst_has(in, MOD_cc)) {
        return pick_carry(in, s, 0, carry_mad);
    }
    if (inst_has(in, MOD_sat)) {
        return in->type[0] == TYPE_s32 && inst_has(in, MOD_hi) ? mad_hi_sat_s32 : NULL;
    }
    return int_pick(inst_has(in, MOD_hi) ? hi : lo, in->type[0]);
}

ExecFn pick_madc(const Inst *in, Step *s) { return pick_carry(in, s, CARRY_in, carry_mad); }

ExecFn pick_mad_wide(const Inst *in, Step *s)
{
    static const ExecFn row[INT_COUNT] = {[INT_u16] = mad_wide_u16,
                                          [INT_s16] = mad_wide_s16,
                                          [INT_u32] = mad_wide_u32,
                                          [INT_s32] = mad_wide_s32};
    (void)s;
    return int_pick(row, in->type[0]);
}

ExecFn pick_mul24(const Inst *in, Step *s)
{
    static const ExecFn row[2][2] = {{mul24_lo_u, mul24_hi_u}, {mul24_lo_s, mul24_hi_s}};
    (void)s;
    return row[in->type[0] == TYPE_s32][inst_has(in, MOD_hi)];
}

ExecFn pick_mad24(const Inst *in, Step *s)
{
    static const ExecFn row[2][2] = {{mad24_lo_u, mad24_hi_u}, {mad24_lo_s, mad24_hi_s}};
    (void)s;
    if (inst_has(in, MOD_sat)) {
        return in->type[0] == TYPE_s32 && inst_has(in, MOD_hi) ? mad24_hi_sat : NULL;
    }
    return row[in->type[0] == TYPE_s32][inst_has(in, MOD_hi)];
}

ExecFn pick_sad(const Inst *in, Step *s)
{
    static const ExecFn row[INT_COUNT] = ROW_EACH(sad);
    (void)s;
    return int_pick(row, in->type[0]);
}

ExecFn pick_div(const Inst *in, Step *s)
{
    static const ExecFn row[INT_COUNT] = {
        [INT_u16] = div_u16, [INT_s16] = div_s16,  [INT_u32] = div_u32,
        [INT_s32] = div_s32, [INT_u64] = div_u64_, [INT_s64] = div_s64_};
    return is_int(in) ? int_pick(row, in->type[0]) : float_pick(FLOAT_div, in, s);
}

ExecFn pick_rem(const Inst *in, Step *s)
{
    static const ExecFn row[INT_COUNT] = ROW_EACH(rem);
    (void)s;
    return int_pick(row, in->type[0]);
}

ExecFn pick_abs(const Inst *in, Step *s)
{
    static const ExecFn row[INT_COUNT] = {
        [INT_s16] = abs_s16, [INT_s32] = abs_s32, [INT_s64] = abs_s64};
    return is_int(in) ? int_pick(row, in->type[0]) : float_pick(FLOAT_abs, in, s);
}

ExecFn pick_neg(const Inst *in, Step *s)
{
    static const ExecFn row[INT_COUNT] = {
        [INT_s16] = neg_16, [INT_s32] = neg_32, [INT_s64] = neg_64};
    return is_int(in) ? int_pick(row, in->type[0]) : float_pick(FLOAT_neg, in, s);
}

ExecFn pick_min(const Inst *in, Step *s)
{
    static const ExecFn row[INT_COUNT] = {
        [INT_u16] = min_u16, [INT_s16] = min_s16, [INT_u32] = min_u32,     [INT_s32] = min_s32,
        [INT_u64] = min_u64, [INT_s64] = min_s64, [INT_u16x2] = min_u16x2, [INT_s16x2] = min_s16x2};
    static const ExecFn relu[INT_COUNT] = {[INT_s32] = min_relu_s32, [INT_s16x2] = min_relu_s16x2};
    if (!is_int(in)) {
        return float_pick(FLOAT_min, in, s);
    }
    return int_pick(inst_has(in, MOD_relu) ? relu : row, in->type[0]);
}

ExecFn pick_max(const Inst *in, Step *s)
{
    static const ExecFn row[INT_COUNT] = {
        [INT_u16] = max_u16, [INT_s16] = max_s16, [INT_u32] = max_u32,     [INT_s32] = max_s32,
        [INT_u64] = max_u64, [INT_s64] = max_s64, [INT_u16x2] = max_u16x2, [INT_s16x2] = max_s16x2};
    static const ExecFn relu[INT_COUNT] = {[INT_s32] = max_relu_s32, [INT_s16x2] = max_relu_s16x2};
    if (!is_int(in)) {
        return float_pick(FLOAT_max, in, s);
    }
    return int_pick(inst_has(in, MOD_relu) ? relu : row, in->type[0]);
}

// dp4a.atype.btype: the signedness of both types chooses the handler.
static unsigned signs(const Inst *in)
{
    return 2 * (in->type[0] == TYPE_s32) + (in->type[1] == TYPE_s32);
}

ExecFn pick_dp4a(const Inst *in, Step *s)
{
    static const ExecFn row[4] = {dp4a_uu, dp4a_us, dp4a_su, dp4a_ss};
    (void)s;
    return row[signs(in)];
}

ExecFn pick_dp2a(const Inst *in, Step *s)
{
    static const ExecFn row[2][4] = {{dp2a_lo_uu, dp2a_lo_us, dp2a_lo_su, dp2a_lo_ss},
                                     {dp2a_hi_uu, dp2a_hi_us, dp2a_hi_su, dp2a_hi_ss}};
    (void)s;
    return row[inst_has(in, MOD_hi)][signs(in)];
}

ExecFn pick_fma(const Inst *in, Step *s) { return float_pick(FLOAT_fma, in, s); }

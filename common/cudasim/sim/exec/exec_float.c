// exec_float.c - f32 and f64 arithmetic. Rounding to nearest is the host's own. The
// directed modes correct that result by the sign of its rounding error, or use round.c;
// one handler does all of them.
//
// The approximate forms of rcp, sqrt and div are in exec_sfu.c.
#include "exec_float.h"
#include "lanes.h"

// ---- round to nearest -----------------------------------------------

// Defines name, name_ftz, name_sat and name_ftz_sat, and name_row with the four
// at [sat][ftz]. The expression sees a, b, c as floats, flushed as needed.
#define F32_ROW(name) \
    static const ExecFn name##_row[2][2] = {{name, name##_ftz}, {name##_sat, name##_ftz_sat}};
#define F32_1(name, ...) \
    F32_1V(name, false, false, __VA_ARGS__) \
    F32_1V(name##_ftz, true, false, __VA_ARGS__)
#define F32_1V(fn, FTZ, SAT, ...) \
    static void fn(Warp *w, const Step *s) \
    { \
        F32 *D = slot(w, s->dst); \
        const F32 *A = slot(w, s->src[0]); \
        EACH_LANE(w, const float a = f32_in(A[l], FTZ); D[l] = f32_out(__VA_ARGS__, FTZ, SAT);); \
    }
#define F32_2V(fn, FTZ, SAT, ...) \
    static void fn(Warp *w, const Step *s) \
    { \
        F32 *D = slot(w, s->dst); \
        const F32 *A = slot(w, s->src[0]); \
        const F32 *B = slot(w, s->src[1]); \
        EACH_LANE(w, const float a = f32_in(A[l], FTZ); const float b = f32_in(B[l], FTZ); \
                  D[l] = f32_out(__VA_ARGS__, FTZ, SAT);); \
    }
#define F32_3V(fn, FTZ, SAT, ...) \
    static void fn(Warp *w, const Step *s) \
    { \
        F32 *D = slot(w, s->dst); \
        const F32 *A = slot(w, s->src[0]); \
        const F32 *B = slot(w, s->src[1]); \
        const F32 *C = slot(w, s->src[2]); \
        EACH_LANE(w, const float a = f32_in(A[l], FTZ); const float b = f32_in(B[l], FTZ); \
                  const float c = f32_in(C[l], FTZ); D[l] = f32_out(__VA_ARGS__, FTZ, SAT);); \
    }
#define F32_ALL(V, name, ...) \
    V(name, false, false, __VA_ARGS__) \
    V(name##_ftz, true, false, __VA_ARGS__) \
    V(name##_sat, false, true, __VA_ARGS__) \
    V(name##_ftz_sat, true, true, __VA_ARGS__) \
    F32_ROW(name)

F32_ALL(F32_2V, add_f32, a + b)
F32_ALL(F32_2V, sub_f32, a - b)
F32_ALL(F32_2V, mul_f32, a *(b))
F32_ALL(F32_3V, fma_f32, f32_fma(a, b, c))

F32_2V(div_f32, false, false, a / b)
F32_2V(div_f32_ftz, true, false, a / b)
F32_1(sqrt_f32, f32_sqrt(a))
F32_1(rcp_f32, 1 / a)
F32_1(neg_f32, -a)
F32_1(abs_f32, a < 0 ? -a : a + 0) // -0 + 0 is +0

#define F64_2(fn, ...) LANES2(fn, F64, F64, f64_out(__VA_ARGS__, a, b, 0.0))
F64_2(add_f64, a + b)
F64_2(sub_f64, a - b)
F64_2(mul_f64, a *(b))
LANES2(div_f64, F64, F64, f64_out(a / b, b, a, 0.0))
LANES3(fma_f64, F64, F64, f64_out(f64_fma(a, b, c), a, b, c))
LANES1(sqrt_f64, F64, F64, f64_out(f64_sqrt(a), a, 0.0, 0.0))
LANES1(rcp_f64, F64, F64, f64_out(1 / a, a, 0.0, 0.0))
// A NaN is made quiet and keeps its sign.
static inline uint64_t f64_with_sign(uint64_t a, uint64_t changed)
{
    return (a & INT64_MAX) > 0x7ff0000000000000ull ? a | F64_QUIET : changed;
}
LANES1(neg_f64, U64, U64, f64_with_sign(a, a ^ 1ull << 63))
LANES1(abs_f64, U64, U64, f64_with_sign(a, a & ~(1ull << 63)))

// ---- min, max -------------------------------------------------------

// The result is the operand that is not a NaN; -0 is less than +0. Both rules work on the
// bits: this order of integers is the order of the numbers.
static inline int32_t key32(float x)
{
    const int32_t i = (int32_t)f32_bits(x);
    return i < 0 ? i ^ 0x7fffffff : i;
}
static inline float min32(float a, float b)
{
    const float m = key32(a) < key32(b) ? a : b;
    return a != a ? b : b != b ? a : m;
}
static inline float max32(float a, float b)
{
    const float m = key32(a) > key32(b) ? a : b;
    return a != a ? b : b != b ? a : m;
}
static inline float nan_if(float r, float a, float b)
{
    return a != a || b != b ? bits_f32(0x7fffffff) : r;
}
F32_2V(min_f32, false, false, min32(a, b))
F32_2V(min_f32_ftz, true, false, min32(a, b))
F32_2V(max_f32, false, false, max32(a, b))
F32_2V(max_f32_ftz, true, false, max32(a, b))

// The rarer forms, with their suffixes in s->imm.
enum { MINMAX_max = 1, MINMAX_nan = 2, MINMAX_xorsign_abs = 4, MINMAX_three = 8, MINMAX_ftz = 16 };

static float minmax_lane(float a, float b, unsigned flags)
{
    const uint32_t sign = (f32_bits(a) ^ f32_bits(b)) & 0x80000000;
    if (flags & MINMAX_xorsign_abs) {
        a = bits_f32(f32_bits(a) & 0x7fffffff);
        b = bits_f32(f32_bits(b) & 0x7fffffff);
    }
    float r = flags & MINMAX_max ? max32(a, b) : min32(a, b);
    if (flags & MINMAX_nan) {
        r = nan_if(r, a, b);
    }
    return flags & MINMAX_xorsign_abs && r == r ? bits_f32(f32_bits(r) | sign) : r;
}

static void minmax_f32(Warp *w, const Step *s)
{
    const unsigned flags = (unsigned)s->imm;
    const bool ftz = flags & MINMAX_ftz;
    F32 *D = slot(w, s->dst);
    const F32 *A = slot(w, s->src[0]);
    const F32 *B = slot(w, s->src[1]);
    const F32 *C = slot(w, s->src[flags & MINMAX_three ? 2 : 1]);
    for (int l = 0; l < WARP_SIZE; l++) {
        if (w->mask >> l & 1) {
            float r = minmax_lane(f32_in(A[l], ftz), f32_in(B[l], ftz), flags);
            if (flags & MINMAX_three) {
                r = minmax_lane(r, f32_in(C[l], ftz), flags);
            }
            D[l] = f32_out(r, ftz, false);
        }
    }
}

static inline int64_t key64(double x)
{
    const int64_t i = (int64_t)f64_bits(x);
    return i < 0 ? i ^ INT64_MAX : i;
}
static inline double min64(double a, double b)
{
    const double m = key64(a) < key64(b) ? a : b;
    return a != a ? (b != b ? f64_quiet(b) : b) : b != b ? a : m;
}
static inline double max64(double a, double b)
{
    const double m = key64(a) > key64(b) ? a : b;
    return a != a ? (b != b ? f64_quiet(b) : b) : b != b ? a : m;
}
LANES2(min_f64, F64, F64, min64(a, b))
LANES2(max_f64, F64, F64, max64(a, b))

static ExecFn pick_minmax(FloatOp op, const Inst *in, Step *s)
{
    const bool is_max = op == FLOAT_max;
    const bool ftz = inst_has(in, MOD_ftz);
    if (in->type[0] == TYPE_f64) {
        return is_max ? max_f64 : min_f64;
    }
    unsigned flags = inst_has(in, MOD_nan_) ? MINMAX_nan : 0;
    flags |= inst_has(in, MOD_xorsign) ? MINMAX_xorsign_abs : 0;
    flags |= in->nopnd == 4 ? MINMAX_three : 0;
    if (flags) {
        s->imm = flags | (is_max ? MINMAX_max : 0) | (ftz ? MINMAX_ftz : 0);
        return minmax_f32;
    }
    return is_max ? (ftz ? max_f32_ftz : max_f32) : ftz ? min_f32_ftz : min_f32;
}

// ---- directed rounding ----------------------------------------------

// s->imm: Calc | Rounding << 8 | the flags.
enum { EXACT_ftz = 1 << 16, EXACT_sat = 1 << 17 };

// For operands of medium size, which neither overflow nor underflow on the way: rounds to
// nearest, computes the rounding error, exactly or at least with the right sign, and steps
// to the neighbour on the other side if the mode needs that one. False: the operands are of
// another size. The error of a sum is computed as by Knuth, that of a fused multiply-add as
// by Boldo and Muller.
#define DIRECTED(name, T, I, to_bits, from_bits, fma, root, DIGITS, BIAS, SPAN) \
    static inline bool name(Calc op, Rounding mode, T a, T b, T c, T *out) \
    { \
        const unsigned all = 2 * BIAS + 1, least = BIAS - SPAN; \
        const unsigned ea = ((unsigned)(to_bits(a) >> DIGITS) & all) - least; \
        const unsigned eb = ((unsigned)(to_bits(b) >> DIGITS) & all) - least; \
        const unsigned ec = ((unsigned)(to_bits(c) >> DIGITS) & all) - least; \
        if (ea > 2 * SPAN || eb > 2 * SPAN || ec > 2 * SPAN || (op == CALC_sqrt && a < 0)) \
            return false; \
        T r, lost; /* of exact - r, the sign counts */ \
        switch (op) { \
        case CALC_sub: b = -b; /* fall through */ \
        case CALC_add: { \
            r = a + b; \
            const T t = r - a; \
            lost = (a - (r - t)) + (b - t); \
            break; \
        } \
        case CALC_mul: \
            r = a * b; \
            lost = fma(a, b, -r); \
            break; \
        case CALC_fma: { \
            r = fma(a, b, c); \
            const T high = a * b, low = fma(a, b, -high); \
            const T s1 = c + low, t1 = s1 - c, e1 = (c - (s1 - t1)) + (low - t1); \
            const T s2 = high + s1, t2 = s2 - high, e2 = (high - (s2 - t2)) + (s1 - t2); \
            lost = ((s2 - r) + e2) + e1; \
            break; \
        } \
        case CALC_rcp: b = a; a = 1; /* fall through */ \
        case CALC_div: \
            r = a / b; \
            lost = fma(-r, b, a); \
            lost = b < 0 ? -lost : lost; \
            break; \
        default: /* sqrt */ \
            r = root(a); \
            lost = fma(-r, r, a); \
            break; \
        } \
        if (r == 0) \
            return false; /* its sign is the mode's */ \
        const bool up = mode == ROUND_rp || (mode == ROUND_rz && r < 0); \
        const I step = up ? (lost > 0 ? 1 : 0) : (lost < 0 ? -1 : 0); \
        *out = from_bits(to_bits(r) + (r < 0 ? -step : step)); \
        return true; \
    }
DIRECTED(directed_f32, float, uint32_t, f32_bits, bits_f32, f32_fma, f32_sqrt, 23, 127, 48)
DIRECTED(directed_f64, double, uint64_t, f64_bits, bits_f64, f64_fma, f64_sqrt, 52, 1023, 448)

static void exact_f32(Warp *w, const Step *s)
{
    const Calc op = (Calc)(s->imm & 0xff);
    const Rounding mode = (Rounding)(s->imm >> 8 & 0xff);
    const bool ftz = s->imm & EXACT_ftz;
    const bool binary = op != CALC_sqrt && op != CALC_rcp;
    F32 *D = slot(w, s->dst);
    const F32 *A = slot(w, s->src[0]);
    const F32 *B = slot(w, s->src[binary ? 1 : 0]);
    const F32 *C = slot(w, s->src[op == CALC_fma ? 2 : 0]);
    for (int l = 0; l < WARP_SIZE; l++) {
        if (w->mask >> l & 1) {
            const float a = f32_in(A[l], ftz), b = f32_in(B[l], ftz), c = f32_in(C[l], ftz);
            float easy;
            if (directed_f32(op, mode, a, b, c, &easy)) {
                D[l] = f32_out(easy, ftz, s->imm & EXACT_sat);
                continue;
            }
            const uint64_t r =
                round_calc(op, FORMAT_f32, mode, f32_bits(a), f32_bits(b), f32_bits(c));
            // A reciprocal is flushed by its exact value, before rp could round it up.
            const bool tiny = ftz && op == CALC_rcp && (a > 0x1p126f || a < -0x1p126f);
            const uint32_t bits = tiny ? (uint32_t)r & 0x80000000 : (uint32_t)r;
            D[l] = f32_out(bits_f32(bits), ftz, s->imm & EXACT_sat);
        }
    }
}

static void exact_f64(Warp *w, const Step *s)
{
    const Calc op = (Calc)(s->imm & 0xff);
    const Rounding mode = (Rounding)(s->imm >> 8 & 0xff);
    const bool binary = op != CALC_sqrt && op != CALC_rcp;
    F64 *D = slot(w, s->dst);
    const F64 *A = slot(w, s->src[0]);
    const F64 *B = slot(w, s->src[binary ? 1 : 0]);
    const F64 *C = slot(w, s->src[op == CALC_fma ? 2 : 0]);
    for (int l = 0; l < WARP_SIZE; l++) {
        if (w->mask >> l & 1) {
            const double a = A[l], b = B[l], c = C[l];
            double easy;
            if (directed_f64(op, mode, a, b, c, &easy)) {
                D[l] = easy;
                continue;
            }
            const uint64_t r =
                round_calc(op, FORMAT_f64, mode, f64_bits(a), f64_bits(b), f64_bits(c));
            D[l] = op == CALC_div ? f64_out(bits_f64(r), b, a, c) : f64_out(bits_f64(r), a, b, c);
        }
    }
}

static ExecFn pick_exact(FloatOp op, const Inst *in, Step *s)
{
    static const uint8_t calc[FLOAT_COUNT] = {
        [FLOAT_add] = CALC_add, [FLOAT_sub] = CALC_sub, [FLOAT_mul] = CALC_mul,
        [FLOAT_fma] = CALC_fma, [FLOAT_div] = CALC_div, [FLOAT_sqrt] = CALC_sqrt,
        [FLOAT_rcp] = CALC_rcp};
    s->imm = calc[op] | (int64_t)inst_rounding(in) << 8 | (inst_has(in, MOD_ftz) ? EXACT_ftz : 0) |
             (inst_has(in, MOD_sat) ? EXACT_sat : 0);
    return in->type[0] == TYPE_f32 ? exact_f32 : exact_f64;
}

// ---- the choice -----------------------------------------------------

static ExecFn pick_nearest_f32(FloatOp op, const Inst *in)
{
    const bool ftz = inst_has(in, MOD_ftz);
    const bool sat = inst_has(in, MOD_sat);
    switch (op) {
    case FLOAT_add: return add_f32_row[sat][ftz];
    case FLOAT_sub: return sub_f32_row[sat][ftz];
    case FLOAT_mul: return mul_f32_row[sat][ftz];
    case FLOAT_fma: return fma_f32_row[sat][ftz];
    case FLOAT_div:
        if (inst_has(in, MOD_approx) || inst_has(in, MOD_full)) {
            return div_approx_pick(in);
        }
        return ftz ? div_f32_ftz : div_f32;
    case FLOAT_abs: return ftz ? abs_f32_ftz : abs_f32;
    case FLOAT_neg: return ftz ? neg_f32_ftz : neg_f32;
    case FLOAT_sqrt: return ftz ? sqrt_f32_ftz : sqrt_f32;
    case FLOAT_rcp: return ftz ? rcp_f32_ftz : rcp_f32;
    default: return NULL;
    }
}

ExecFn float_pick(FloatOp op, const Inst *in, Step *s)
{
    static const ExecFn row64[FLOAT_COUNT] = {
        [FLOAT_add] = add_f64, [FLOAT_sub] = sub_f64,   [FLOAT_mul] = mul_f64,
        [FLOAT_fma] = fma_f64, [FLOAT_div] = div_f64,   [FLOAT_abs] = abs_f64,
        [FLOAT_neg] = neg_f64, [FLOAT_sqrt] = sqrt_f64, [FLOAT_rcp] = rcp_f64};
    if (in->type[0] != TYPE_f32 && in->type[0] != TYPE_f64) {
        return half_pick(op, in, s);
    }
    if (op == FLOAT_min || op == FLOAT_max) {
        return pick_minmax(op, in, s);
    }
    if (inst_rounding(in) != ROUND_rn) {
        return op == FLOAT_abs || op == FLOAT_neg ? NULL : pick_exact(op, in, s);
    }
    return in->type[0] == TYPE_f32 ? pick_nearest_f32(op, in) : row64[op];
}

// ---- testp, copysign ------------------------------------------------

// testp classifies the bits: s->imm is the suffix's Mod. Zero counts as normal.
static bool test_number(Mod test, uint64_t magnitude, uint64_t inf, uint64_t least_normal)
{
    switch (test) {
    case MOD_finite: return magnitude < inf;
    case MOD_infinite: return magnitude == inf;
    case MOD_number: return magnitude <= inf;
    case MOD_notanumber: return magnitude > inf;
    case MOD_normal: return !magnitude || (magnitude >= least_normal && magnitude < inf);
    default: // .subnormal
        return magnitude && magnitude < least_normal;
    }
}

static void testp_f32(Warp *w, const Step *s)
{
    const U32 *A = slot(w, s->src[0]);
    uint32_t bits = 0;
    for (int l = 0; l < WARP_SIZE; l++) {
        const bool t = test_number((Mod)s->imm, A[l] & 0x7fffffff, 0x7f800000, 0x00800000);
        bits |= (uint32_t)t << l;
    }
    set_pred(w, s->dst, bits);
}
static void testp_f64(Warp *w, const Step *s)
{
    const U64 *A = slot(w, s->src[0]);
    uint32_t bits = 0;
    for (int l = 0; l < WARP_SIZE; l++) {
        const bool t = test_number((Mod)s->imm, A[l] & INT64_MAX, 0x7ffull << 52, 1ull << 52);
        bits |= (uint32_t)t << l;
    }
    set_pred(w, s->dst, bits);
}

ExecFn pick_testp(const Inst *in, Step *s)
{
    static const uint16_t tests[] = {MOD_finite,     MOD_infinite, MOD_number,
                                     MOD_notanumber, MOD_normal,   MOD_subnormal};
    for (unsigned i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
        if (inst_has(in, (Mod)tests[i])) {
            s->imm = tests[i];
            return in->type[0] == TYPE_f64 ? testp_f64 : testp_f32;
        }
    }
    return NULL;
}

// The sign of a on the magnitude of b.
LANES2(copysign_32, U32, U32, (a & 0x80000000) | (b & 0x7fffffff))
LANES2(copysign_64, U64, U64, (a & 1ull << 63) | (b & INT64_MAX))

ExecFn pick_copysign(const Inst *in, Step *s)
{
    (void)s;
    return in->type[0] == TYPE_f64 ? copysign_64 : copysign_32;
}

// exec_cmp.c - set, setp, selp, slct. Every comparison is one function from two
// rows of 32 lanes to a mask of 32 bits; the handler makes a predicate, two
// predicates, or one number per lane of the mask.
//
// Comparisons of floats come in two kinds: if an operand is a NaN, eq ... ge are
// false, equ ... geu are true.
#include "exec_float.h"
#include "half.h"
#include "lanes.h"

#ifdef __AVX512F__
#include <immintrin.h>
#endif

typedef uint32_t (*Compare)(const void *a, const void *b);

// clang-format off
typedef enum {
    CMP_eq, CMP_ne, CMP_lt, CMP_le, CMP_gt, CMP_ge,
    CMP_equ, CMP_neu, CMP_ltu, CMP_leu, CMP_gtu, CMP_geu, CMP_num, CMP_nan, CMP_COUNT
} Cmp;
// clang-format on

// ---- the masks ------------------------------------------------------

// Plain C for any host: one byte per lane, packed. `load` turns a lane into a value.
#define COMPARE_PLAIN(fn, T, load, test) \
    static uint32_t fn(const void *va, const void *vb) \
    { \
        const T *A = __builtin_assume_aligned(va, 64); \
        const T *B = __builtin_assume_aligned(vb, 64); \
        uint8_t m[WARP_SIZE]; \
        for (int l = 0; l < WARP_SIZE; l++) { \
            const __typeof__(load(A[0])) a = load(A[l]); \
            const __typeof__(load(B[0])) b = load(B[l]); \
            m[l] = (test); \
        } \
        return pack_mask(m); \
    }

#define SAME(x) (x)
#define TO_S16(x) ((int16_t)(x))
#define FLUSH32(x) f32_in(x, true)

#ifdef __AVX512F__
// The same with the host's own compare-into-mask, 8 or 4 lanes at a time: a wider load would have
// to wait until the stores of 32 bytes that have made the register are over.
#define COMPARE_32(fn, T, op, imm, load, test) \
    static uint32_t fn(const void *a, const void *b) \
    { \
        uint32_t m = 0; \
        for (int i = 0; i < 4; i++) { \
            m |= (uint32_t)_mm256_cmp_##op##_mask(VEC_##op(a, i), VEC_##op(b, i), imm) << 8 * i; \
        } \
        return m; \
    }
#define COMPARE_64(fn, T, op, imm, load, test) \
    static uint32_t fn(const void *a, const void *b) \
    { \
        uint32_t m = 0; \
        for (int i = 0; i < 8; i++) { \
            m |= (uint32_t)_mm256_cmp_##op##_mask(VEC_##op(a, i), VEC_##op(b, i), imm) << 4 * i; \
        } \
        return m; \
    }
#define VEC_epi32(p, i) _mm256_load_si256((const __m256i *)(p) + (i))
#define VEC_epu32(p, i) VEC_epi32(p, i)
#define VEC_epi64(p, i) VEC_epi32(p, i)
#define VEC_epu64(p, i) VEC_epi32(p, i)
#define VEC_ps(p, i) _mm256_load_ps((const float *)(p) + 8 * (i))
#define VEC_pd(p, i) _mm256_load_pd((const double *)(p) + 4 * (i))
#else
#define COMPARE_32(fn, T, op, imm, load, test) COMPARE_PLAIN(fn, T, load, test)
#define COMPARE_64(fn, T, op, imm, load, test) COMPARE_PLAIN(fn, T, load, test)
#endif

// Six relations of integers; the immediates are the host's codes for them.
#define COMPARE_INT(COMPARE, name, T, op) \
    COMPARE(name##_eq, T, op, 0, SAME, a == b) \
    COMPARE(name##_ne, T, op, 4, SAME, a != b) \
    COMPARE(name##_lt, T, op, 1, SAME, a < b) \
    COMPARE(name##_le, T, op, 2, SAME, a <= b) \
    COMPARE(name##_gt, T, op, 6, SAME, a > b) \
    COMPARE(name##_ge, T, op, 5, SAME, a >= b)
#define ROW_INT(name) \
    { \
        [CMP_eq] = name##_eq, [CMP_ne] = name##_ne, [CMP_lt] = name##_lt, [CMP_le] = name##_le, \
        [CMP_gt] = name##_gt, [CMP_ge] = name##_ge \
    }
COMPARE_INT(COMPARE_32, u32, U32, epu32)
COMPARE_INT(COMPARE_32, s32, S32, epi32)
COMPARE_INT(COMPARE_64, u64, U64, epu64)
COMPARE_INT(COMPARE_64, s64, S64, epi64)
COMPARE_PLAIN(s16_lt, U32, TO_S16, a < b)
COMPARE_PLAIN(s16_le, U32, TO_S16, a <= b)
COMPARE_PLAIN(s16_gt, U32, TO_S16, a > b)
COMPARE_PLAIN(s16_ge, U32, TO_S16, a >= b)

// Fourteen of floats: ordered, quiet ones have the codes 0x11 ...
#define UNORDERED (a != a || b != b)
#define COMPARE_FLOAT(COMPARE, name, T, op, load) \
    COMPARE(name##_eq, T, op, 0x00, load, a == b) \
    COMPARE(name##_ne, T, op, 0x0c, load, a<b || a> b) \
    COMPARE(name##_lt, T, op, 0x11, load, a < b) \
    COMPARE(name##_le, T, op, 0x12, load, a <= b) \
    COMPARE(name##_gt, T, op, 0x1e, load, a > b) \
    COMPARE(name##_ge, T, op, 0x1d, load, a >= b) \
    COMPARE(name##_equ, T, op, 0x08, load, a == b || UNORDERED) \
    COMPARE(name##_neu, T, op, 0x04, load, !(a == b)) \
    COMPARE(name##_ltu, T, op, 0x19, load, !(a >= b)) \
    COMPARE(name##_leu, T, op, 0x1a, load, !(a > b)) \
    COMPARE(name##_gtu, T, op, 0x16, load, !(a <= b)) \
    COMPARE(name##_geu, T, op, 0x15, load, !(a < b)) \
    COMPARE(name##_num, T, op, 0x07, load, !UNORDERED) \
    COMPARE(name##_nan, T, op, 0x03, load, UNORDERED)
#define ROW_FLOAT(name) \
    { \
        [CMP_eq] = name##_eq, [CMP_ne] = name##_ne, [CMP_lt] = name##_lt, [CMP_le] = name##_le, \
        [CMP_gt] = name##_gt, [CMP_ge] = name##_ge, [CMP_equ] = name##_equ, \
        [CMP_neu] = name##_neu, [CMP_ltu] = name##_ltu, [CMP_leu] = name##_leu, \
        [CMP_gtu] = name##_gtu, [CMP_geu] = name##_geu, [CMP_num] = name##_num, \
        [CMP_nan] = name##_nan \
    }
#define PLAIN_LOAD(fn, T, op, imm, load, test) COMPARE_PLAIN(fn, T, load, test)
COMPARE_FLOAT(COMPARE_32, f32, F32, ps, SAME)
COMPARE_FLOAT(COMPARE_64, f64, F64, pd, SAME)
COMPARE_FLOAT(PLAIN_LOAD, ftz, F32, ps, FLUSH32)

// Half precision: one expression for both formats and for either half of a pair.
#define HALF_LO(x) half_value((x)&0xffff)
#define HALF_HI(x) half_value((x) >> 16)
#define BF_LO(x) bf16_value((x)&0xffff)
#define BF_HI(x) bf16_value((x) >> 16)
// .ftz of half precision flushes values that are subnormal in half precision.
#define HALF_FTZ_LO(x) half_value(half_flush((x)&0xffff))
#define HALF_FTZ_HI(x) half_value(half_flush((x) >> 16))
COMPARE_FLOAT(PLAIN_LOAD, half_lo, U32, ps, HALF_LO)
COMPARE_FLOAT(PLAIN_LOAD, half_hi, U32, ps, HALF_HI)
COMPARE_FLOAT(PLAIN_LOAD, half_ftz_lo, U32, ps, HALF_FTZ_LO)
COMPARE_FLOAT(PLAIN_LOAD, half_ftz_hi, U32, ps, HALF_FTZ_HI)
COMPARE_FLOAT(PLAIN_LOAD, bf_lo, U32, ps, BF_LO)
COMPARE_FLOAT(PLAIN_LOAD, bf_hi, U32, ps, BF_HI)

// ---- which comparison -----------------------------------------------

static const Compare u32_row[CMP_COUNT] = ROW_INT(u32);
static const Compare s32_row[CMP_COUNT] = ROW_INT(s32);
static const Compare u64_row[CMP_COUNT] = ROW_INT(u64);
static const Compare s64_row[CMP_COUNT] = ROW_INT(s64);
static const Compare s16_row[CMP_COUNT] = {[CMP_eq] = u32_eq, [CMP_ne] = u32_ne, [CMP_lt] = s16_lt,
                                           [CMP_le] = s16_le, [CMP_gt] = s16_gt, [CMP_ge] = s16_ge};
static const Compare f64_row[CMP_COUNT] = ROW_FLOAT(f64);
static const Compare f32_row[2][CMP_COUNT] = {ROW_FLOAT(f32), ROW_FLOAT(ftz)};
// [upper half][ftz]
static const Compare half_row[2][2][CMP_COUNT] = {{ROW_FLOAT(half_lo), ROW_FLOAT(half_ftz_lo)},
                                                  {ROW_FLOAT(half_hi), ROW_FLOAT(half_ftz_hi)}};
static const Compare bf_row[2][CMP_COUNT] = {ROW_FLOAT(bf_lo), ROW_FLOAT(bf_hi)};

// clang-format off
// By number, because that is what s->imm can hold.
static const Compare *const rows[] = {
    u32_row, s32_row, u64_row, s64_row, s16_row, f64_row, f32_row[0], f32_row[1],
    half_row[0][0], half_row[0][1], half_row[1][0], half_row[1][1], bf_row[0], bf_row[1]};
enum {
    ROWS_u32, ROWS_s32, ROWS_u64, ROWS_s64, ROWS_s16, ROWS_f64, ROWS_f32, ROWS_f32_ftz,
    ROWS_half, ROWS_half_ftz, ROWS_half_hi, ROWS_half_hi_ftz, ROWS_bf, ROWS_bf_hi
};
// clang-format on

// The row for a type; -1 if it cannot be compared.
static int find_row(Type t, bool ftz)
{
    switch (t) {
    case TYPE_b16:
    case TYPE_u16:
    case TYPE_b32:
    case TYPE_u32: return ROWS_u32;
    case TYPE_s16: return ROWS_s16;
    case TYPE_s32: return ROWS_s32;
    case TYPE_b64:
    case TYPE_u64: return ROWS_u64;
    case TYPE_s64: return ROWS_s64;
    case TYPE_f32: return ROWS_f32 + ftz;
    case TYPE_f64: return ROWS_f64;
    case TYPE_f16:
    case TYPE_f16x2: return ROWS_half + ftz;
    case TYPE_bf16:
    case TYPE_bf16x2: return ROWS_bf;
    default: return -1;
    }
}

// lo ls hi hs are the unsigned lt le gt ge.
static int find_cmp(const Inst *in)
{
    static const struct {
        uint16_t mod;
        uint8_t cmp;
    } names[] = {{MOD_eq, CMP_eq},   {MOD_ne, CMP_ne},   {MOD_lt, CMP_lt},   {MOD_le, CMP_le},
                 {MOD_gt, CMP_gt},   {MOD_ge, CMP_ge},   {MOD_equ, CMP_equ}, {MOD_neu, CMP_neu},
                 {MOD_ltu, CMP_ltu}, {MOD_leu, CMP_leu}, {MOD_gtu, CMP_gtu}, {MOD_geu, CMP_geu},
                 {MOD_num, CMP_num}, {MOD_nan, CMP_nan}, {MOD_lo, CMP_lt},   {MOD_ls, CMP_le},
                 {MOD_hi, CMP_gt},   {MOD_hs, CMP_ge}};
    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (inst_has(in, (Mod)names[i].mod)) {
            return names[i].cmp;
        }
    }
    return -1;
}

// s->imm: relation, row << 8, boolean operator << 16; for set, the number that
// means true << 32.
enum { BOOL_none, BOOL_and, BOOL_or, BOOL_xor };

static int64_t plan(const Inst *in, Type t)
{
    const int cmp = find_cmp(in);
    const int row = find_row(t, inst_has(in, MOD_ftz));
    if (cmp < 0 || row < 0 || !rows[row][cmp]) {
        return -1;
    }
    const int op = inst_has(in, MOD_and)   ? BOOL_and
                   : inst_has(in, MOD_or)  ? BOOL_or
                   : inst_has(in, MOD_xor) ? BOOL_xor
                                           : BOOL_none;
    return cmp | row << 8 | op << 16;
}

static uint32_t combine_predicates(int op, uint32_t p, uint32_t c)
{
    return op == BOOL_and ? p & c : op == BOOL_or ? p | c : op == BOOL_xor ? p ^ c : p;
}

// ---- setp -----------------------------------------------------------

// The common form has the comparison as a constant, so that it is inlined.
#define SETP(name) \
    static void setp_##name(Warp *w, const Step *s) \
    { \
        set_pred(w, s->dst, name(slot(w, s->src[0]), slot(w, s->src[1]))); \
    }
#define SETP_INT(t) SETP(t##_eq) SETP(t##_ne) SETP(t##_lt) SETP(t##_le) SETP(t##_gt) SETP(t##_ge)
SETP_INT(u32)
SETP_INT(s32)
SETP_INT(u64)
SETP_INT(s64)
SETP_INT(f32)
SETP_INT(f64)
#define SETP_ROW(t) \
    { \
        setp_##t##_eq, setp_##t##_ne, setp_##t##_lt, setp_##t##_le, setp_##t##_gt, setp_##t##_ge \
    }
static const ExecFn setp_row[][6] = {
    [ROWS_u32] = SETP_ROW(u32), [ROWS_s32] = SETP_ROW(s32), [ROWS_u64] = SETP_ROW(u64),
    [ROWS_s64] = SETP_ROW(s64), [ROWS_s16] = {0},           [ROWS_f64] = SETP_ROW(f64),
    [ROWS_f32] = SETP_ROW(f32)};

static uint32_t compare_lanes(Warp *w, const Step *s, unsigned row)
{
    return rows[row][s->imm & 0xff](slot(w, s->src[0]), slot(w, s->src[1]));
}

// p = (a cmp b) op c; q = !(a cmp b) op c.
static void setp_any(Warp *w, const Step *s)
{
    const int op = s->imm >> 16 & 0xff;
    const uint32_t r = compare_lanes(w, s, s->imm >> 8 & 0xff);
    const uint32_t c = op ? source_pred(w, s, 2) : 0;
    set_pred(w, s->dst, combine_predicates(op, r, c));
    set_pred(w, s->dst2, combine_predicates(op, ~r, c));
}

// Pairs: p is for the lower halves, q for the upper.
static void setp_pair(Warp *w, const Step *s)
{
    const int op = s->imm >> 16 & 0xff;
    const unsigned row = s->imm >> 8 & 0xff;
    const unsigned high = row == ROWS_bf ? ROWS_bf_hi : row - ROWS_half + ROWS_half_hi;
    const uint32_t lo = compare_lanes(w, s, row);
    const uint32_t hi = compare_lanes(w, s, high);
    const uint32_t c = op ? source_pred(w, s, 2) : 0;
    set_pred(w, s->dst, combine_predicates(op, lo, c));
    set_pred(w, s->dst2, combine_predicates(op, hi, c));
}

ExecFn pick_setp(const Inst *in, Step *s)
{
    const Type t = (Type)in->type[0];
    s->imm = plan(in, t);
    if (s->imm < 0) {
        return NULL;
    }
    if (t == TYPE_f16x2 || t == TYPE_bf16x2) {
        return setp_pair;
    }
    const unsigned cmp = s->imm & 0xff;
    const unsigned row = s->imm >> 8 & 0xff;
    if (s->imm >> 16 == BOOL_none && s->dst2 == SLOT_NONE && cmp < 6 && row <= ROWS_f32 &&
        setp_row[row][cmp]) {
        return setp_row[row][cmp];
    }
    return setp_any;
}

// ---- set: the truth value as a number -------------------------------

// The pattern that means true; false is 0.
static uint32_t true_value(Type t)
{
    switch (t) {
    case TYPE_f32: return 0x3f800000;
    case TYPE_f16: return 0x3c00;
    case TYPE_f16x2: return 0x3c003c00;
    case TYPE_bf16: return 0x3f80;
    case TYPE_bf16x2: return 0x3f803f80;
    case TYPE_u16:
    case TYPE_s16:
    case TYPE_b16: return 0xffff;
    default: return 0xffffffff;
    }
}

static void set_any(Warp *w, const Step *s)
{
    const int op = s->imm >> 16 & 0xff;
    const uint32_t c = op ? source_pred(w, s, 2) : 0;
    const uint32_t r = combine_predicates(op, compare_lanes(w, s, s->imm >> 8 & 0xff), c);
    const uint32_t yes = (uint32_t)(s->imm >> 32);
    U32 *D = slot(w, s->dst);
    EACH_LANE(w, D[l] = r >> l & 1 ? yes : 0;);
}
static void set_pair(Warp *w, const Step *s)
{
    const int op = s->imm >> 16 & 0xff;
    const unsigned row = s->imm >> 8 & 0xff;
    const unsigned high = row == ROWS_bf ? ROWS_bf_hi : row - ROWS_half + ROWS_half_hi;
    const uint32_t c = op ? source_pred(w, s, 2) : 0;
    const uint32_t lo = combine_predicates(op, compare_lanes(w, s, row), c);
    const uint32_t hi = combine_predicates(op, compare_lanes(w, s, high), c);
    const uint32_t yes_lo = (uint32_t)(s->imm >> 32) & 0xffff;
    const uint32_t yes_hi = (uint32_t)(s->imm >> 32) & 0xffff0000;
    U32 *D = slot(w, s->dst);
    EACH_LANE(w, D[l] = (lo >> l & 1 ? yes_lo : 0) | (hi >> l & 1 ? yes_hi : 0););
}

// set.cmp.dtype.stype
ExecFn pick_set(const Inst *in, Step *s)
{
    const Type source = (Type)in->type[1];
    s->imm = plan(in, source);
    if (s->imm < 0) {
        return NULL;
    }
    s->imm |= (int64_t)((uint64_t)true_value((Type)in->type[0]) << 32);
    return source == TYPE_f16x2 || source == TYPE_bf16x2 ? set_pair : set_any;
}

// ---- selp, slct -----------------------------------------------------

#define SELP(fn, T) \
    static void fn(Warp *w, const Step *s) \
    { \
        const uint32_t p = source_pred(w, s, 2); \
        T *D = slot(w, s->dst); \
        const T *A = slot(w, s->src[0]); \
        const T *B = slot(w, s->src[1]); \
        EACH_LANE(w, D[l] = p >> l & 1 ? A[l] : B[l];); \
    }
SELP(selp_32, U32)
SELP(selp_64, U64)

ExecFn pick_selp(const Inst *in, Step *s)
{
    (void)s;
    const unsigned bytes = type_bytes((Type)in->type[0]);
    return bytes == 8 ? selp_64 : bytes && bytes <= 4 ? selp_32 : NULL;
}

// c >= 0 ? a : b; -0 counts as 0, a NaN as less.
LANES3(slct_32_s32, U32, U32, (int32_t)c >= 0 ? a : b)
LANES3T(slct_64_s32, U64, U64, U64, S32, c >= 0 ? a : b)
LANES3T(slct_32_f32, U32, U32, U32, F32, c >= 0 ? a : b)
LANES3T(slct_64_f32, U64, U64, U64, F32, c >= 0 ? a : b)
LANES3T(slct_32_ftz, U32, U32, U32, F32, f32_in(c, true) >= 0 ? a : b)
LANES3T(slct_64_ftz, U64, U64, U64, F32, f32_in(c, true) >= 0 ? a : b)

// slct.dtype.s32 or slct.dtype.f32
ExecFn pick_slct(const Inst *in, Step *s)
{
    static const ExecFn row[3][2] = {
        {slct_32_s32, slct_64_s32}, {slct_32_f32, slct_64_f32}, {slct_32_ftz, slct_64_ftz}};
    const unsigned kind = in->type[1] != TYPE_f32 ? 0 : inst_has(in, MOD_ftz) ? 2 : 1;
    (void)s;
    return row[kind][type_bytes((Type)in->type[0]) == 8];
}

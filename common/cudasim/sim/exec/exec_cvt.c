// exec_cvt.c - cvt between integers, f32 and f64 in the forms that compilers emit;
// everything else is in exec_cvt_any.c, one slow handler that knows all formats.
//
// A register may be wider than the type converted from or to. Three widths then
// matter: of the types, of the source register (its lanes have 32 or 64 bits) and
// of the destination register, to whose full width an integer is extended.
//
// A float that is converted to an integer is clamped to the integer's range. NaN
// becomes 0; but if either side has 64 bits, it becomes the integer with only
// the highest bit set. Between floats a NaN becomes the one pattern of the result's
// type; conversions from and to f64 keep its sign and payload.
#include "exec_float.h"
#include "half.h"
#include "lanes.h"

// ---- integer to integer ---------------------------------------------

// Row: how the source is extended. Column: the destination register's 16, 32, 64
// bits. Conversion to a narrower type is an extension too, from that type.
#define EXTEND(name, TA, T) \
    LANES1(name##_16, U32, TA, (uint16_t)(T)a) \
    LANES1(name##_32, U32, TA, (T)a) \
    LANES1(name##_64, U64, TA, (T)a)
EXTEND(u8_from32, U32, uint8_t)
EXTEND(s8_from32, U32, int8_t)
EXTEND(u16_from32, U32, uint16_t)
EXTEND(s16_from32, U32, int16_t)
EXTEND(u32_from32, U32, uint32_t)
EXTEND(s32_from32, U32, int32_t)
EXTEND(u8_from64, U64, uint8_t)
EXTEND(s8_from64, U64, int8_t)
EXTEND(u16_from64, U64, uint16_t)
EXTEND(s16_from64, U64, int16_t)
EXTEND(u32_from64, U64, uint32_t)
EXTEND(s32_from64, U64, int32_t)
EXTEND(b64_from64, U64, uint64_t)

// clang-format off
#define COLUMNS(name) {name##_16, name##_32, name##_64}
// [source lanes of 64 bits][log2 of the bytes extended from][signed]
static const ExecFn extend[2][4][2][3] = {
    {{COLUMNS(u8_from32), COLUMNS(s8_from32)},
     {COLUMNS(u16_from32), COLUMNS(s16_from32)},
     {COLUMNS(u32_from32), COLUMNS(s32_from32)},
     {{NULL}, {NULL}}},
    {{COLUMNS(u8_from64), COLUMNS(s8_from64)},
     {COLUMNS(u16_from64), COLUMNS(s16_from64)},
     {COLUMNS(u32_from64), COLUMNS(s32_from64)},
     {COLUMNS(b64_from64), COLUMNS(b64_from64)}}};
// clang-format on

static unsigned log2_bytes(unsigned bytes)
{
    return bytes == 8 ? 3 : bytes == 4 ? 2 : bytes == 2 ? 1 : 0;
}

static bool is_signed(Type t) { return type_class(t) == 'S'; }

// Bytes of the register an operand is, or of the type where it is none.
static unsigned operand_bytes(const Operand *o, Type t)
{
    return type_bytes(o->kind == OPND_reg ? (Type)o->type : t);
}

static ExecFn pick_int(const Inst *in, Type to, Type from)
{
    const unsigned reg = operand_bytes(&in->opnd[0], to);
    const unsigned narrow = type_bytes(to) <= type_bytes(from) ? type_bytes(to) : type_bytes(from);
    const bool by_source = type_bytes(from) < type_bytes(to);
    const bool sign = is_signed(by_source ? from : to);
    // Sign-extended to an unsigned type, then zero-extended to the register: two steps.
    const bool twice = by_source && sign && !is_signed(to) && reg > type_bytes(to);
    if (inst_has(in, MOD_sat) || reg < 2 || twice) {
        return NULL;
    }
    const bool wide = operand_bytes(&in->opnd[1], from) == 8;
    return extend[wide][log2_bytes(narrow)][sign][log2_bytes(reg) - 1];
}

// ---- integer to float, to nearest -----------------------------------

LANES1(f32_from_s32, F32, S32, a)
LANES1(f32_from_u32, F32, U32, a)
LANES1(f32_from_s64, F32, S64, a)
LANES1(f32_from_u64, F32, U64, a)
LANES1(f32_from_u16, F32, U32, (uint16_t)a)
LANES1(f32_from_s16, F32, U32, (int16_t)a)
LANES1(f32_from_u8, F32, U32, (uint8_t)a)
LANES1(f32_from_s8, F32, U32, (int8_t)a)
LANES1(f64_from_s32, F64, S32, a)
LANES1(f64_from_u32, F64, U32, a)
LANES1(f64_from_s64, F64, S64, a)
LANES1(f64_from_u64, F64, U64, a)
LANES1(f64_from_u16, F64, U32, (uint16_t)a)
LANES1(f64_from_s16, F64, U32, (int16_t)a)
LANES1(f64_from_u8, F64, U32, (uint8_t)a)
LANES1(f64_from_s8, F64, U32, (int8_t)a)

static ExecFn pick_from_int(const Inst *in, Type to, Type from)
{
    static const ExecFn row[TYPE_COUNT][2] = {
        [TYPE_s32] = {f32_from_s32, f64_from_s32}, [TYPE_u32] = {f32_from_u32, f64_from_u32},
        [TYPE_s64] = {f32_from_s64, f64_from_s64}, [TYPE_u64] = {f32_from_u64, f64_from_u64},
        [TYPE_s16] = {f32_from_s16, f64_from_s16}, [TYPE_u16] = {f32_from_u16, f64_from_u16},
        [TYPE_s8] = {f32_from_s8, f64_from_s8},    [TYPE_u8] = {f32_from_u8, f64_from_u8}};
    const unsigned lane = operand_bytes(&in->opnd[1], from) == 8 ? 8 : 4;
    const unsigned expected = type_bytes(from) == 8 ? 8 : 4;
    if (inst_rounding(in) != ROUND_rn || inst_has(in, MOD_sat) || lane != expected ||
        (to != TYPE_f32 && to != TYPE_f64)) {
        return NULL;
    }
    return row[from][to == TYPE_f64];
}

// ---- to an integral value -------------------------------------------

// Adding and subtracting 2^52 rounds to nearest; a comparison corrects the result for the
// other modes. From 2^52 on every double is integral.
static inline double integral(double x, Rounding mode)
{
    const double sign = bits_f64(f64_bits(x) & 1ull << 63);
    const double m = bits_f64(f64_bits(x) & INT64_MAX);
    double r = m + 0x1p52 - 0x1p52;
    if (mode == ROUND_rz) {
        r = r > m ? r - 1 : r;
    } else if (mode == ROUND_rm || mode == ROUND_rp) {
        const bool up = (mode == ROUND_rp) == (f64_bits(sign) == 0);
        const double floor = r > m ? r - 1 : r;
        const double ceil = r < m ? r + 1 : r;
        r = up ? ceil : floor;
    }
    r = m < 0x1p52 ? r : m;
    return bits_f64(f64_bits(r) | f64_bits(sign));
}
static inline float integral32(float x, Rounding mode) { return (float)integral(x, mode); }

// ---- float to integer -----------------------------------------------

static inline int32_t to_s32(double x, int32_t nan)
{
    const double y = x < -0x1p31 ? -0x1p31 : x > 0x1.fffffffcp30 ? 0x1.fffffffcp30 : x;
    return x == x ? (int32_t)(x == x ? y : 0) : nan;
}
static inline uint32_t to_u32(double x, uint32_t nan)
{
    const double y = x < 0 ? 0 : x > 0x1.fffffffep31 ? 0x1.fffffffep31 : x;
    return x == x ? (uint32_t)(x == x ? y : 0) : nan;
}
static inline uint64_t to_s64(double x)
{
    const double y = x >= -0x1p63 && x < 0x1p63 ? x : 0;
    const uint64_t far = x > 0 ? INT64_MAX : 1ull << 63; // NaN too
    return x >= -0x1p63 && x < 0x1p63 ? (uint64_t)(int64_t)y : far;
}
static inline uint64_t to_u64(double x)
{
    const double y = x >= 0 && x < 0x1p64 ? x : 0;
    const uint64_t far = x != x ? 1ull << 63 : x > 0 ? UINT64_MAX : 0;
    return x >= 0 && x < 0x1p64 ? (uint64_t)y : far;
}

#define TO_INT_32(mode, FTZ, sfx) \
    LANES1(s32_##mode##_f32##sfx, S32, F32, to_s32(integral(f32_in(a, FTZ), ROUND_##mode), 0)) \
    LANES1(u32_##mode##_f32##sfx, U32, F32, to_u32(integral(f32_in(a, FTZ), ROUND_##mode), 0)) \
    LANES1(s64_##mode##_f32##sfx, U64, F32, to_s64(integral(f32_in(a, FTZ), ROUND_##mode))) \
    LANES1(u64_##mode##_f32##sfx, U64, F32, to_u64(integral(f32_in(a, FTZ), ROUND_##mode)))
#define TO_INT(mode) \
    TO_INT_32(mode, false, ) \
    TO_INT_32(mode, true, _ftz) \
    LANES1(s32_##mode##_f64, S32, F64, to_s32(integral(a, ROUND_##mode), INT32_MIN)) \
    LANES1(u32_##mode##_f64, U32, F64, to_u32(integral(a, ROUND_##mode), 0x80000000u)) \
    LANES1(s64_##mode##_f64, U64, F64, to_s64(integral(a, ROUND_##mode))) \
    LANES1(u64_##mode##_f64, U64, F64, to_u64(integral(a, ROUND_##mode)))
TO_INT(rn)
TO_INT(rz)
TO_INT(rm)
TO_INT(rp)

#define TO_INT_ROW(mode) \
    { \
        {s32_##mode##_f32, u32_##mode##_f32, s64_##mode##_f32, u64_##mode##_f32}, \
            {s32_##mode##_f32_ftz, u32_##mode##_f32_ftz, s64_##mode##_f32_ftz, \
             u64_##mode##_f32_ftz}, \
        { \
            s32_##mode##_f64, u32_##mode##_f64, s64_##mode##_f64, u64_##mode##_f64 \
        } \
    }

static ExecFn pick_to_int(const Inst *in, Type to, Type from)
{
    // [rounding][f32, f32 with ftz, f64][s32, u32, s64, u64]
    static const ExecFn row[4][3][4] = {[ROUND_rn] = TO_INT_ROW(rn),
                                        [ROUND_rz] = TO_INT_ROW(rz),
                                        [ROUND_rm] = TO_INT_ROW(rm),
                                        [ROUND_rp] = TO_INT_ROW(rp)};
    const unsigned reg = operand_bytes(&in->opnd[0], to);
    const unsigned mode = inst_rounding(in);
    if ((from != TYPE_f32 && from != TYPE_f64) || type_bytes(to) < 4 || reg != type_bytes(to) ||
        mode > ROUND_rp) {
        return NULL;
    }
    const unsigned source = from == TYPE_f64 ? 2 : inst_has(in, MOD_ftz);
    return row[mode][source][(type_bytes(to) == 8 ? 2 : 0) + !is_signed(to)];
}

// ---- float to float -------------------------------------------------

// f32 to f64, spelled out for NaN: quiet, with its payload.
static inline double widen(float x)
{
    const uint32_t u = f32_bits(x);
    const uint64_t nan =
        (uint64_t)(u & 0x80000000) << 32 | 0x7ff8000000000000 | (uint64_t)(u & 0x3fffff) << 29;
    return bits_f64(x == x ? f64_bits((double)x) : nan);
}
// A NaN of type f64 keeps its sign and the upper part of its payload.
static inline float narrow(double x)
{
    const uint64_t u = f64_bits(x);
    const uint32_t nan =
        (uint32_t)(u >> 32 & 0x80000000) | 0x7fc00000 | (uint32_t)(u >> 29 & 0x3fffff);
    return bits_f32(x == x ? f32_bits((float)x) : nan);
}
LANES1(f64_from_f32, F64, F32, widen(a))
LANES1(f64_from_f32_ftz, F64, F32, f32_out(a, true, false))
LANES1(f32_from_f64, F32, F64, narrow(a))
LANES1(f32_from_f64_ftz, F32, F64, f32_in(narrow(a), true))
LANES1(f32_from_f16, F32, U32, half_value(a & 0xffff))
LANES1(f32_from_bf16, U32, U32, a << 16) // a NaN stays as it is
LANES1(f16_from_f32, U32, F32, half_round(a))
LANES1(bf16_from_f32, U32, F32, bf16_round(a))
LANES2(f16x2_from_f32, U32, F32, half_round(a) << 16 | half_round(b))
LANES2(bf16x2_from_f32, U32, F32, bf16_round(a) << 16 | bf16_round(b))

#define INTEGRAL(mode) \
    LANES1(mode##_f32, F32, F32, f32_out(integral32(a, ROUND_##mode), false, false)) \
    LANES1(mode##_f32_ftz, F32, F32, \
           f32_out(integral32(f32_in(a, true), ROUND_##mode), true, false)) \
    LANES1(mode##_f64, F64, F64, f64_out(integral(a, ROUND_##mode), a, 0.0, 0.0))
INTEGRAL(rn)
INTEGRAL(rz)
INTEGRAL(rm)
INTEGRAL(rp)

// .rni, .rzi, .rmi and .rpi; plain .rn between equal formats does not count.
static bool rounds_to_integral(const Inst *in)
{
    return inst_has(in, MOD_rni) || inst_has(in, MOD_rzi) || inst_has(in, MOD_rmi) ||
           inst_has(in, MOD_rpi);
}

static ExecFn pick_float(const Inst *in, Type to, Type from)
{
    static const ExecFn row[4][3] = {{rn_f32, rn_f32_ftz, rn_f64},
                                     {rz_f32, rz_f32_ftz, rz_f64},
                                     {rm_f32, rm_f32_ftz, rm_f64},
                                     {rp_f32, rp_f32_ftz, rp_f64}};
    const Rounding mode = inst_rounding(in);
    const bool ftz = inst_has(in, MOD_ftz);
    if (inst_has(in, MOD_sat) || inst_has(in, MOD_satfinite) || inst_has(in, MOD_relu)) {
        return NULL;
    }
    if (to == from) {
        const bool plain = to == TYPE_f32 || to == TYPE_f64;
        return plain && rounds_to_integral(in) && mode <= ROUND_rp
                   ? row[mode][to == TYPE_f64 ? 2 : ftz]
                   : NULL;
    }
    if (mode != ROUND_rn) {
        return NULL;
    }
    if (from == TYPE_f32) {
        switch (to) {
        case TYPE_f64: return ftz ? f64_from_f32_ftz : f64_from_f32;
        case TYPE_f16: return f16_from_f32; // what .ftz would flush becomes zero anyway
        case TYPE_bf16: return ftz ? NULL : bf16_from_f32;
        case TYPE_f16x2: return ftz ? NULL : f16x2_from_f32;
        case TYPE_bf16x2: return ftz ? NULL : bf16x2_from_f32;
        default: return NULL;
        }
    }
    if (to != TYPE_f32) {
        return NULL;
    }
    return from == TYPE_f64    ? (ftz ? f32_from_f64_ftz : f32_from_f64)
           : from == TYPE_f16  ? f32_from_f16
           : from == TYPE_bf16 ? (ftz ? NULL : f32_from_bf16)
                               : NULL;
}

// ---- the choice -----------------------------------------------------

static bool is_integer(Type t) { return type_class(t) == 'U' || type_class(t) == 'S'; }

// cvt.dtype.atype
ExecFn pick_cvt(const Inst *in, Step *s)
{
    const Type to = (Type)in->type[0];
    const Type from = (Type)in->type[1];
    ExecFn fn;
    if (is_integer(to)) {
        fn = is_integer(from) ? pick_int(in, to, from) : pick_to_int(in, to, from);
    } else {
        fn = is_integer(from) ? pick_from_int(in, to, from) : pick_float(in, to, from);
    }
    return fn ? fn : cvt_any_pick(in, s);
}

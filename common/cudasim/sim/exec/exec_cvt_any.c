// exec_cvt_any.c - the conversions without a fast loop of their own: saturation,
// directed rounding, narrow formats, pairs, registers of unusual width; and
// cvt.pack. One lane at a time; every value is converted by way of its exact form.
#include "exec_float.h"
#include "lanes.h"

enum {
    CVT_ftz = 1,
    CVT_sat = 2,
    CVT_satfinite = 4,
    CVT_relu = 8,
    CVT_integral = 16,
    CVT_wide_source = 32
};

// One conversion, kept in s->imm. For pairs `to` and `from` are those of an element.
typedef struct {
    uint8_t to, from; // Type of an element
    uint8_t mode;     // Rounding
    uint8_t flags;
    uint8_t reg_bytes; // of the destination register
    uint8_t unused[3];
} Plan;

// e4m3 and e5m2 exist in pairs only; here the Type of the pair means the element.
// FORMAT_COUNT for a type without a format.
static Format find_format(unsigned t)
{
    switch (t) {
    case TYPE_f16: return FORMAT_f16;
    case TYPE_bf16: return FORMAT_bf16;
    case TYPE_tf32: return FORMAT_tf32;
    case TYPE_f32: return FORMAT_f32;
    case TYPE_f64: return FORMAT_f64;
    case TYPE_e4m3x2: return FORMAT_e4m3;
    case TYPE_e5m2x2: return FORMAT_e5m2;
    default: return FORMAT_COUNT;
    }
}

static bool is_integer_type(unsigned t)
{
    return type_class((Type)t) == 'U' || type_class((Type)t) == 'S';
}

static uint64_t low_part(uint64_t v, unsigned bytes)
{
    return bytes >= 8 ? v : v & ((1ull << 8 * bytes) - 1);
}
static uint64_t sign_extend(uint64_t v, unsigned bytes)
{
    const unsigned up = 64 - 8 * bytes;
    return (uint64_t)((int64_t)(v << up) >> up);
}

static Exact read_exact(const Plan *p, uint64_t bits)
{
    const Type t = (Type)p->from;
    const unsigned bytes = type_bytes(t);
    const Format f = find_format(t);
    if (is_integer_type(t)) {
        const bool is_signed = type_class(t) == 'S';
        bits = is_signed ? sign_extend(bits, bytes) : low_part(bits, bytes);
        return exact_from_int(bits, is_signed);
    }
    if (p->flags & CVT_ftz && t == TYPE_f32) {
        bits = flush_bits((uint32_t)bits);
    }
    return exact_from(f == FORMAT_e4m3 || f == FORMAT_e5m2 ? bits & 0xff : low_part(bits, bytes),
                      f);
}

static uint64_t write_int(const Plan *p, Exact x)
{
    const Type t = (Type)p->to;
    const unsigned bits = 8 * type_bytes(t);
    const bool is_signed = type_class(t) == 'S';
    uint64_t v;
    if (is_integer_type(p->from) && !(p->flags & CVT_sat)) {
        v = x.kind == EXACT_zero ? 0 : (uint64_t)x.sig;
        v = x.negative ? -v : v; // and is cut below
    } else {
        const bool zero = p->from != TYPE_f64 && bits != 64;
        v = round_to_int(x, (Rounding)p->mode, is_signed, bits, zero ? 0 : 1ull << (bits - 1));
    }
    v = is_signed ? sign_extend(v, bits / 8) : low_part(v, bits / 8);
    return low_part(v, p->reg_bytes);
}

// [0, 1]; NaN and -0 become +0.
static Exact saturate(Exact x)
{
    const Exact zero = {.kind = EXACT_zero};
    const Exact one = {.kind = EXACT_finite, .sig = 1};
    if (x.kind == EXACT_nan || x.kind == EXACT_zero || x.negative) {
        return zero;
    }
    const uint64_t above = round_to(x, FORMAT_f64, ROUND_rp, false);
    return above > f64_bits(1.0) ? one : x;
}

static uint64_t write_float(const Plan *p, Exact x)
{
    const Format f = find_format(p->to);
    if (p->flags & CVT_integral) {
        x = exact_integral(x, (Rounding)p->mode);
    }
    if (p->flags & CVT_sat) {
        x = saturate(x);
    }
    if (p->flags & CVT_relu && x.negative && x.kind != EXACT_nan) {
        x = (Exact){.kind = EXACT_zero};
    }
    uint64_t bits = round_to(x, f, (Rounding)p->mode, p->flags & CVT_satfinite);
    if (p->flags & CVT_ftz && f == FORMAT_f32) {
        bits = flush_bits((uint32_t)bits);
    }
    return bits;
}

// To and from f64 a NaN keeps its sign and as much of its payload as there is room
// for, made quiet; bf16 to f32 is a shift, f32 to tf32 with .rna a cut. All others
// give the pattern of the result's type.
static uint64_t convert_nan(const Plan *p, uint64_t bits, uint64_t usual)
{
    static const uint8_t mantissa[FORMAT_COUNT] = {
        [FORMAT_f16] = 10, [FORMAT_bf16] = 7, [FORMAT_f32] = 23, [FORMAT_f64] = 52};
    const Format from = find_format(p->from);
    const Format to = find_format(p->to);
    if (to == FORMAT_tf32 && p->mode == ROUND_rna) {
        return bits & 0xffffe000;
    }
    if (from == FORMAT_bf16 && to == FORMAT_f32) {
        return bits << 16 & 0xffffffff;
    }
    if (from == FORMAT_f32 && to == FORMAT_f64 && p->flags & CVT_ftz) {
        return 0x7fffffffe0000000; // as if by way of an f32 result
    }
    if (from != FORMAT_f64 && to != FORMAT_f64) {
        return usual;
    }
    // The payload at the top of 64 bits, then down to its place.
    const uint64_t payload = bits << (64 - mantissa[from]) | 1ull << 63;
    const uint64_t sign = bits >> (8 * type_bytes((Type)p->from) - 1) & 1;
    const unsigned top = 8 * type_bytes((Type)p->to) - 1;
    const uint64_t exponent = (1ull << (top - mantissa[to])) - 1;
    return sign << top | exponent << mantissa[to] | payload >> (64 - mantissa[to]);
}

static uint64_t convert_element(const Plan *p, uint64_t bits)
{
    const Exact x = read_exact(p, bits);
    if (is_integer_type(p->to)) {
        return write_int(p, x);
    }
    const uint64_t r = write_float(p, x);
    if (x.kind == EXACT_nan && !(p->flags & CVT_sat)) {
        return convert_nan(p, bits, r);
    }
    return r;
}

static Plan plan_of(const Step *s)
{
    Plan p;
    memcpy(&p, &s->imm, sizeof(p));
    return p;
}

static uint64_t register_read(const Warp *w, uint32_t at, int l, bool wide)
{
    return wide ? ((const U64 *)slot(w, at))[l] : ((const U32 *)slot(w, at))[l];
}
static void lane_write(const Warp *w, const Step *s, int l, uint64_t v)
{
    if (s->lane_bytes == 8) {
        ((U64 *)slot(w, s->dst))[l] = v;
    } else {
        ((U32 *)slot(w, s->dst))[l] = (uint32_t)v;
    }
}

static void cvt_any(Warp *w, const Step *s)
{
    const Plan p = plan_of(s);
    for (int l = 0; l < WARP_SIZE; l++) {
        if (w->mask >> l & 1) {
            lane_write(
                w, s, l,
                convert_element(&p, register_read(w, s->src[0], l, p.flags & CVT_wide_source)));
        }
    }
}

// Two f32 make a pair; the first becomes the upper half.
static void cvt_join(Warp *w, const Step *s)
{
    const Plan p = plan_of(s);
    const unsigned bits = p.to == TYPE_f16 || p.to == TYPE_bf16 ? 16 : 8;
    for (int l = 0; l < WARP_SIZE; l++) {
        if (w->mask >> l & 1) {
            const uint64_t hi = convert_element(&p, register_read(w, s->src[0], l, false));
            const uint64_t lo = convert_element(&p, register_read(w, s->src[1], l, false));
            lane_write(w, s, l, hi << bits | lo);
        }
    }
}

// A pair from a pair, half by half.
static void cvt_pair(Warp *w, const Step *s)
{
    const Plan p = plan_of(s);
    const bool widens = p.from == TYPE_e4m3x2 || p.from == TYPE_e5m2x2;
    const unsigned in = widens ? 8 : 16;
    const unsigned out = widens ? 16 : 8;
    for (int l = 0; l < WARP_SIZE; l++) {
        if (w->mask >> l & 1) {
            const uint64_t a = register_read(w, s->src[0], l, false);
            lane_write(w, s, l,
                       convert_element(&p, a >> in) << out |
                           convert_element(&p, a & ((1u << in) - 1)));
        }
    }
}

static Type element_of(Type t)
{
    return t == TYPE_f16x2 ? TYPE_f16 : t == TYPE_bf16x2 ? TYPE_bf16 : t;
}
static bool is_pair(Type t)
{
    return t == TYPE_f16x2 || t == TYPE_bf16x2 || t == TYPE_e4m3x2 || t == TYPE_e5m2x2;
}

static unsigned register_bytes(const Operand *o, Type t)
{
    return type_bytes(o->kind == OPND_reg ? (Type)o->type : t);
}

static unsigned find_flags(const Inst *in)
{
    // .ftz does not apply to f16: a subnormal f32 may round up to an f16.
    const bool to_half = in->type[0] == TYPE_f16 || in->type[0] == TYPE_f16x2;
    unsigned flags = inst_has(in, MOD_ftz) && !to_half ? CVT_ftz : 0;
    flags |= inst_has(in, MOD_sat) ? CVT_sat : 0;
    flags |= inst_has(in, MOD_satfinite) ? CVT_satfinite : 0;
    flags |= inst_has(in, MOD_relu) ? CVT_relu : 0;
    if (inst_has(in, MOD_rni) || inst_has(in, MOD_rzi) || inst_has(in, MOD_rmi) ||
        inst_has(in, MOD_rpi)) {
        flags |= CVT_integral;
    }
    return flags;
}

ExecFn cvt_any_pick(const Inst *in, Step *s)
{
    const Type to = (Type)in->type[0];
    const Type from = (Type)in->type[1];
    Plan p = {.to = (uint8_t)element_of(to),
              .from = (uint8_t)element_of(from),
              .mode = (uint8_t)inst_rounding(in),
              .flags = (uint8_t)find_flags(in),
              .reg_bytes = (uint8_t)register_bytes(&in->opnd[0], to)};
    const bool known = (is_integer_type(p.to) || find_format(p.to) != FORMAT_COUNT) &&
                       (is_integer_type(p.from) || find_format(p.from) != FORMAT_COUNT);
    if (!known || inst_has(in, MOD_rs) || type_bytes(from) > 8) {
        return NULL; // .rs, stochastic rounding, is not for this architecture
    }
    if (register_bytes(&in->opnd[1], from) == 8) {
        p.flags |= CVT_wide_source;
    }
    memcpy(&s->imm, &p, sizeof(p));
    if (!is_pair(to) && !is_pair(from)) {
        return cvt_any;
    }
    if (is_pair(to) && from == TYPE_f32) {
        return in->nopnd == 3 ? cvt_join : NULL;
    }
    const bool halves = from == TYPE_f16x2 || from == TYPE_bf16x2;
    const bool bytes = from == TYPE_e4m3x2 || from == TYPE_e5m2x2;
    const bool to_bytes = to == TYPE_e4m3x2 || to == TYPE_e5m2x2;
    return (halves && to_bytes) || (bytes && to == TYPE_f16x2) ? cvt_pair : NULL;
}

// ---- cvt.pack: two s32 narrowed with saturation, put below what is in c ----

// s->imm: bits an element | is_signed << 8 | has c << 9.
static uint32_t narrow(int32_t x, unsigned bits, bool is_signed)
{
    const int32_t most = (int32_t)((1u << (bits - is_signed)) - 1);
    const int32_t least = is_signed ? -most - 1 : 0;
    x = x < least ? least : x > most ? most : x;
    return (uint32_t)x & ((1u << bits) - 1);
}

static void cvt_pack(Warp *w, const Step *s)
{
    const unsigned bits = s->imm & 0xff;
    const bool is_signed = s->imm >> 8 & 1;
    const bool has_c = s->imm >> 9 & 1;
    U32 *D = slot(w, s->dst);
    const U32 *A = slot(w, s->src[0]);
    const U32 *B = slot(w, s->src[1]);
    const U32 *C = slot(w, s->src[has_c ? 2 : 0]);
    for (int l = 0; l < WARP_SIZE; l++) {
        if (w->mask >> l & 1) {
            const uint32_t pair = narrow((int32_t)A[l], bits, is_signed) << bits |
                                  narrow((int32_t)B[l], bits, is_signed);
            D[l] = has_c ? C[l] << 2 * bits | pair : pair;
        }
    }
}

// cvt.pack.sat.convertType.s32{.b32}
ExecFn pick_cvt_pack(const Inst *in, Step *s)
{
    const Type t = (Type)in->type[0];
    const bool has_c = in->nopnd == 4;
    if (!is_integer_type(t) || type_bytes(t) > 2 || in->type[1] != TYPE_s32 ||
        has_c != (type_bytes(t) == 1)) {
        return NULL;
    }
    s->imm = 8 * type_bytes(t) | (type_class(t) == 'S') << 8 | has_c << 9;
    return cvt_pack;
}

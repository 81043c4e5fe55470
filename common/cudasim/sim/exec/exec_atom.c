// exec_atom.c - atom and red: read, compute, write as one step.
//
// The lanes of a warp take their turns in lane order, so that the result of a
// warp is the same in every run. Every operation is one line of a table: how
// the new value follows from `old` (memory) and `b` (the operand), and for
// which types. red is atom without a result.
//
// A step that leaves memory unchanged may be spinning (a lock that is taken, a
// flag that is read by an atomic). It calls warp_spun(), so that the lanes that
// could change the value get a turn.
#include "atomic.h"
#include "sim/exec.h"

// The lanes that may execute the operation, and where their bytes are.
typedef struct {
    uint32_t lanes;
    uint32_t changed; // lanes that have changed a word
    uint64_t addr[WARP_SIZE];
    uint8_t *bytes[WARP_SIZE];
} Turn;

static void turn_begin(Warp *w, const Step *s, Turn *a)
{
    AccessKind kind = s->inst->op == OP_red ? ACCESS_red : ACCESS_atom;
    a->lanes = access_lanes(w, s, kind, NULL, a->addr, a->bytes);
    a->changed = 0;
}

// A lock is taken by an exchange: who has done the last one there is its holder.
static void note_exchange(const Warp *w, const Step *s, const Turn *a)
{
    int l = 31 - __builtin_clz(a->changed);
    device.exchanged[a->addr[l] / 4 % EXCHANGED] =
        (Exchange){.addr = a->addr[l],
                   .launch = w->launch->serial,
                   .code = w->frame->code,
                   .step = s,
                   .block = w->block->id,
                   .thread = w->index * WARP_SIZE + (uint32_t)l};
}

// No loop can wait for a reduction, since it has no result.
static void turn_finish(Warp *w, const Step *s, const Turn *a)
{
    if (a->changed) {
        device.changes++;
        w->spin = 0;
        if (inst_has(s->inst, MOD_cas) || inst_has(s->inst, MOD_exch))
            note_exchange(w, s, a);
    } else if (a->lanes && s->inst->op == OP_atom) {
        if (a->addr[__builtin_ctz(a->lanes)] >= HOST_BASE)
            w->launch->host_looks = true;
        warp_spun(w, a->addr, a->lanes);
    }
}

// ---- integers and bits ----------------------------------------------

// M is the type in memory, R the type of a lane in a register slot.
#define ATOM(name, M, R, value) \
    static void atom_##name(Warp *w, const Step *s) \
    { \
        Turn a; \
        turn_begin(w, s, &a); \
        const R *B = slot(w, s->src[1]); \
        R *D = s->dst == SLOT_NONE ? NULL : slot(w, s->dst); \
        for (uint32_t left = a.lanes; left; left &= left - 1) { \
            int l = __builtin_ctz(left); \
            M old, b = (M)B[l]; \
            memcpy(&old, a.bytes[l], sizeof old); \
            M new = (value); \
            memcpy(a.bytes[l], &new, sizeof new); \
            a.changed |= (uint32_t)(new != old) << l; \
            if (D) \
                D[l] = (R)old; \
        } \
        turn_finish(w, s, &a); \
    }

#define BOTH_WIDTHS(name, value) \
    ATOM(name##_32, uint32_t, uint32_t, value) \
    ATOM(name##_64, uint64_t, uint64_t, value)

BOTH_WIDTHS(add, old + b)
BOTH_WIDTHS(and, old &b)
BOTH_WIDTHS(or, old | b)
BOTH_WIDTHS(xor, old ^ b)
BOTH_WIDTHS(exch, b)
BOTH_WIDTHS(umin, b < old ? b : old)
BOTH_WIDTHS(umax, b > old ? b : old)
ATOM(smin_32, int32_t, uint32_t, b < old ? b : old)
ATOM(smax_32, int32_t, uint32_t, b > old ? b : old)
ATOM(smin_64, int64_t, uint64_t, b < old ? b : old)
ATOM(smax_64, int64_t, uint64_t, b > old ? b : old)
ATOM(inc_32, uint32_t, uint32_t, old >= b ? 0 : old + 1)
ATOM(dec_32, uint32_t, uint32_t, old == 0 || old > b ? b : old - 1)

#define CAS(name, M, R) \
    static void atom_##name(Warp *w, const Step *s) \
    { \
        Turn a; \
        turn_begin(w, s, &a); \
        const R *B = slot(w, s->src[1]), *C = slot(w, s->src[2]); \
        R *D = s->dst == SLOT_NONE ? NULL : slot(w, s->dst); \
        for (uint32_t left = a.lanes; left; left &= left - 1) { \
            int l = __builtin_ctz(left); \
            M old, new = (M)C[l]; \
            memcpy(&old, a.bytes[l], sizeof old); \
            if (old == (M)B[l] && old != new) { \
                memcpy(a.bytes[l], &new, sizeof new); \
                a.changed |= 1u << l; \
            } \
            if (D) \
                D[l] = old; \
        } \
        turn_finish(w, s, &a); \
    }

CAS(cas_16, uint16_t, uint32_t)
CAS(cas_32, uint32_t, uint32_t)
CAS(cas_64, uint64_t, uint64_t)

// 128 bits: a slot holds 32 low halves, then 32 high halves.
static Wide wide_get(const uint64_t *p, int l) { return (Wide)p[WARP_SIZE + l] << 64 | p[l]; }

static void wide_set(uint64_t *p, int l, Wide v)
{
    p[l] = (uint64_t)v;
    p[WARP_SIZE + l] = (uint64_t)(v >> 64);
}

static void exchange_128(Warp *w, const Step *s, bool compare)
{
    Turn a;
    turn_begin(w, s, &a);
    const uint64_t *B = slot(w, s->src[1]);
    const uint64_t *C = compare ? slot(w, s->src[2]) : B;
    uint64_t *D = s->dst == SLOT_NONE ? NULL : slot(w, s->dst);
    for (uint32_t left = a.lanes; left; left &= left - 1) {
        int l = __builtin_ctz(left);
        Wide old, new = wide_get(C, l);
        memcpy(&old, a.bytes[l], sizeof old);
        if (old != new && (!compare || old == wide_get(B, l))) {
            memcpy(a.bytes[l], &new, sizeof new);
            a.changed |= 1u << l;
        }
        if (D)
            wide_set(D, l, old);
    }
    turn_finish(w, s, &a);
}

static void atom_exch_128(Warp *w, const Step *s) { exchange_128(w, s, false); }
static void atom_cas_128(Warp *w, const Step *s) { exchange_128(w, s, true); }

// ---- floating point -------------------------------------------------

static float float_of(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, 4);
    return f;
}

static uint32_t bits_of(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, 4);
    return bits;
}

static uint32_t flush(uint32_t bits) { return bits & 0x7f800000 ? bits : bits & 0x80000000; }

static uint32_t add_f32(uint32_t x, uint32_t y)
{
    float sum = float_of(x) + float_of(y);
    return sum != sum ? 0x7fffffff : bits_of(sum);
}

// Atomics in global memory flush subnormals, those in shared memory do not.
static uint32_t atomic_add_f32(uint32_t x, uint32_t y)
{
    return flush(add_f32(flush(x), flush(y)));
}

static uint32_t add_f32_at(uint64_t addr, uint32_t x, uint32_t y)
{
    if (addr < WINDOW_SIZE)
        return add_f32(x, y);
    return atomic_add_f32(x, y);
}

static bool nan_f64(uint64_t x) { return (x & INT64_MAX) > 0x7ff0000000000000ull; }

// Unlike f32, a NaN passes through as it is.
uint64_t atomic_add_f64(uint64_t x, uint64_t y)
{
    if (nan_f64(x) || nan_f64(y))
        return nan_f64(x) ? x : y;
    double a, b;
    memcpy(&a, &x, 8);
    memcpy(&b, &y, 8);
    a += b;
    if (a != a)
        return 0xfff8000000000000; // inf - inf
    memcpy(&x, &a, 8);
    return x;
}

// Half precision, the order of the values as the order of integers: -0 is below +0.
static uint32_t half_key(uint32_t x) { return x & 0x8000 ? 0xffff & ~x : x | 0x8000; }

static bool half_nan(uint32_t x, Format format)
{
    return (x & 0x7fff) > (format == FORMAT_f16 ? 0x7c00u : 0x7f80u);
}

uint32_t atomic_half(uint32_t x, uint32_t y, Format format, HalfOp op)
{
    if (op == HALF_add)
        return (uint32_t)round_calc(CALC_add, format, ROUND_rn, x, y, 0);
    if (half_nan(x, format) || half_nan(y, format)) // the result is the operand that is not a NaN
        return !half_nan(x, format) ? x : !half_nan(y, format) ? y : 0x7fff;
    return (half_key(x) < half_key(y)) == (op == HALF_min) ? x : y;
}

// One element. `extra` of the step names its type.
typedef struct {
    bool is_half, packed;
    Format format;
    HalfOp op;
} FloatAtomic;

static uint32_t float_op(const FloatAtomic *f, uint64_t addr, uint32_t old, uint32_t b)
{
    if (!f->is_half)
        return add_f32_at(addr, old, b);
    uint32_t low = atomic_half(old & 0xffff, b & 0xffff, f->format, f->op);
    if (!f->packed)
        return low;
    return low | atomic_half(old >> 16, b >> 16, f->format, f->op) << 16;
}

// f32, f16, bf16 and their pairs, alone or as vectors. The vectors of an atom
// are its destinations, then its sources; those of a red its sources.
static void atom_float(Warp *w, const Step *s)
{
    const FloatAtomic *f = s->extra;
    Turn a;
    turn_begin(w, s, &a);
    unsigned n = s->nvec > 1 ? s->nvec : 1, width = f->is_half && !f->packed ? 2 : 4;
    const uint32_t *from = n > 1 ? s->vec : &s->src[1], *to = NULL;
    if (n > 1 && s->inst->op == OP_atom) {
        to = s->vec;
        from = s->vec + n;
    } else if (n == 1 && s->dst != SLOT_NONE) {
        to = &s->dst;
    }
    for (uint32_t left = a.lanes; left; left &= left - 1) {
        int l = __builtin_ctz(left);
        uint32_t old[8] = {0}, b[8];
        for (unsigned i = 0; i < n; i++)
            b[i] = ((const uint32_t *)slot(w, from[i]))[l];
        for (unsigned i = 0; i < n; i++) {
            uint8_t *p = a.bytes[l] + i * width;
            memcpy(&old[i], p, width);
            uint32_t new = float_op(f, a.addr[l], old[i], b[i]);
            memcpy(p, &new, width);
            a.changed |= (uint32_t)(new != old[i]) << l;
            if (to && to[i] != SLOT_NONE)
                ((uint32_t *)slot(w, to[i]))[l] = old[i];
        }
    }
    turn_finish(w, s, &a);
}

ATOM(add_f64, uint64_t, uint64_t, atomic_add_f64(old, b))

// ---- choosing -------------------------------------------------------

static ExecFn pick_float_atomic(const Inst *in, Step *s)
{
    static const FloatAtomic table[2][2][3] = {
        // [bf16][packed][operation]
        {{{true, false, FORMAT_f16, HALF_add},
          {true, false, FORMAT_f16, HALF_min},
          {true, false, FORMAT_f16, HALF_max}},
         {{true, true, FORMAT_f16, HALF_add},
          {true, true, FORMAT_f16, HALF_min},
          {true, true, FORMAT_f16, HALF_max}}},
        {{{true, false, FORMAT_bf16, HALF_add},
          {true, false, FORMAT_bf16, HALF_min},
          {true, false, FORMAT_bf16, HALF_max}},
         {{true, true, FORMAT_bf16, HALF_add},
          {true, true, FORMAT_bf16, HALF_min},
          {true, true, FORMAT_bf16, HALF_max}}},
    };
    static const FloatAtomic single = {0};
    HalfOp op;
    if (inst_has(in, MOD_add))
        op = HALF_add;
    else if (inst_has(in, MOD_min) && in->vec > 1)
        op = HALF_min;
    else if (inst_has(in, MOD_max) && in->vec > 1)
        op = HALF_max;
    else
        return NULL;
    switch (in->type[0]) {
    case TYPE_f32: s->extra = &single; return op == HALF_add ? atom_float : NULL;
    case TYPE_f64: return op == HALF_add && in->vec <= 1 ? atom_add_f64 : NULL;
    case TYPE_f16:
    case TYPE_f16x2:
    case TYPE_bf16:
    case TYPE_bf16x2:
        if (!inst_has(in, MOD_noftz))
            return NULL;
        s->extra = &table[in->type[0] == TYPE_bf16 || in->type[0] == TYPE_bf16x2]
                         [type_bytes(in->type[0]) == 4][op];
        return atom_float;
    default: return NULL;
    }
}

// Rows of the manual's table: operation, classes of type, handlers by width.
static const struct {
    Mod mod;
    const char *classes;
    ExecFn by_width[3]; // 32, 64, 128 bits
} rows[] = {
    {MOD_add, "USB", {atom_add_32, atom_add_64}},
    {MOD_and, "BUS", {atom_and_32, atom_and_64}},
    {MOD_or, "BUS", {atom_or_32, atom_or_64}},
    {MOD_xor, "BUS", {atom_xor_32, atom_xor_64}},
    {MOD_exch, "BUSF", {atom_exch_32, atom_exch_64, atom_exch_128}},
    {MOD_cas, "BUSF", {atom_cas_32, atom_cas_64, atom_cas_128}},
    {MOD_min, "U", {atom_umin_32, atom_umin_64}},
    {MOD_max, "U", {atom_umax_32, atom_umax_64}},
    {MOD_min, "S", {atom_smin_32, atom_smin_64}},
    {MOD_max, "S", {atom_smax_32, atom_smax_64}},
    {MOD_inc, "U", {atom_inc_32}},
    {MOD_dec, "U", {atom_dec_32}},
};

static void order_and_scope(const Inst *in, Step *s)
{
    s->order = inst_has(in, MOD_acq_rel)   ? ORDER_acq_rel
               : inst_has(in, MOD_acquire) ? ORDER_acquire
               : inst_has(in, MOD_release) ? ORDER_release
                                           : ORDER_relaxed;
    s->scope = inst_has(in, MOD_cta)       ? SCOPE_cta
               : inst_has(in, MOD_cluster) ? SCOPE_cluster
               : inst_has(in, MOD_sys)     ? SCOPE_sys
                                           : SCOPE_gpu;
}

ExecFn pick_atom(const Inst *in, Step *s)
{
    order_and_scope(in, s);
    Type t = in->type[0];
    unsigned bytes = type_bytes(t);
    if (t == TYPE_b16 && inst_has(in, MOD_cas))
        return atom_cas_16;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!inst_has(in, rows[i].mod) || !strchr(rows[i].classes, type_class(t)))
            continue;
        if (in->vec > 1 || bytes < 4)
            return NULL;
        return rows[i].by_width[bytes == 4 ? 0 : bytes == 8 ? 1 : 2];
    }
    return pick_float_atomic(in, s);
}

ExecFn pick_red(const Inst *in, Step *s)
{
    if (inst_has(in, MOD_exch) || inst_has(in, MOD_cas))
        return NULL; // these have a result, or no meaning
    s->dst = SLOT_NONE;
    return pick_atom(in, s);
}

// templates.c - for each frequent instruction, how the host computes it: one table, and one
// function for each form. What an instruction means, bit for bit, is in sim/exec/.
#include "templates.h"

#include <stddef.h>

#ifdef __x86_64__

#define B(t) (1ull << TYPE_##t)
#define INT32 (B(u32) | B(s32) | B(b32))
#define INT64 (B(u64) | B(s64) | B(b64))
#define ANY32 (INT32 | B(f32))
#define ANY64 (INT64 | B(f64))

typedef struct Template Template;
typedef void (*WriteFn)(Emit *e, const Step *s, const Template *t);

struct Template {
    uint16_t op;
    uint64_t types;   // of the first type
    uint16_t suffix;  // that the instruction may have, besides .rn; MOD_COUNT: none
    uint8_t operands; // sources, without predicates
    WriteFn write;
    HostOp host;
};

static const HostOp copy = {1, 0x66, 0, 0x6f}, ternary = {3, 0x66, 0, 0x25},
                    upper_half = {3, 0x66, 1, 0x3b}, extend_s32 = {2, 0x66, 0, 0x25},
                    extend_u32 = {2, 0x66, 0, 0x35}, cut_64 = {2, 0xf3, 0, 0x35},
                    spread_32 = {2, 0x66, 0, 0x58}, add_32 = {1, 0x66, 0, 0xfe},
                    add_64 = {1, 0x66, 1, 0xd4}, unordered = {1, 0, 0, 0xc2},
                    join_16 = {1, 0, 0, 0x4b}, join_8 = {1, 0x66, 0, 0x4b},
                    mask_out = {1, 0x66, 1, 0x91}, mask_in = {1, 0x66, 1, 0x90},
                    mask_not = {1, 0x66, 1, 0x44};
enum { V_NAN, V_A, V_B, V_C }; // a template's own registers; V_NAN has 0x7fffffff in all lanes

static unsigned lane_bytes(const Step *s) { return type_bytes((Type)s->inst->type[0]); }
static unsigned parts_of(unsigned bytes) { return bytes * WARP_SIZE / VECTOR_BYTES; }
static unsigned part(const Parts *v, unsigned i) { return v->reg[v->n == 1 ? 0 : i]; }
static bool is_signed(const Step *s) { return type_class((Type)s->inst->type[0]) == 'S'; }

// A result of `bytes` per lane: one register if all its operands are the same for all lanes.
static Parts take_result(Emit *e, unsigned bytes, const Parts *operand, unsigned n)
{
    bool same = true;
    for (unsigned i = 0; i < n; i++)
        same &= operand[i].n == 1;
    return emit_take(e, same ? 1 : parts_of(bytes));
}

// ---- arithmetic ------------------------------------------------------

// Every NaN that f32 arithmetic makes is 0x7fffffff.
static void make_nan(Emit *e, const Parts *v)
{
    for (unsigned i = 0; i < v->n; i++) {
        host_vector(&e->code, unordered, 1, v->reg[i], v->reg[i], 0);
        host_byte(&e->code, 3);
        if (i == 0 && !e->nan_known) { // all ones, shifted to the right by one bit
            host_vector(&e->code, ternary, V_NAN, V_NAN, V_NAN, 0);
            host_byte(&e->code, 0xff);
            host_vector(&e->code, (HostOp){1, 0x66, 0, 0x72}, 2, V_NAN, V_NAN, 0);
            host_byte(&e->code, 1);
            e->nan_known = true;
        }
        host_vector(&e->code, copy, v->reg[i], 0, V_NAN, 1);
    }
}

static void finish(Emit *e, const Step *s, Parts d, unsigned bytes)
{
    if (s->inst->type[0] == TYPE_f32 && s->inst->op != OP_mov && s->inst->op != OP_selp)
        make_nan(e, &d);
    emit_result(e, s->dst, bytes, d);
}

static void write_binary(Emit *e, const Step *s, const Template *t)
{
    unsigned bytes = lane_bytes(s);
    Parts v[2] = {emit_source(e, s->src[0], bytes), emit_source(e, s->src[1], bytes)};
    Parts d = take_result(e, bytes, v, 2);
    for (unsigned i = 0; i < d.n; i++)
        host_vector(&e->code, t->host, d.reg[i], part(&v[0], i), part(&v[1], i), 0);
    finish(e, s, d, bytes);
}

static void write_copy(Emit *e, const Step *s, const Template *t)
{
    unsigned bytes = lane_bytes(s);
    Parts v = emit_source(e, s->src[0], bytes), d = take_result(e, bytes, &v, 1);
    for (unsigned i = 0; i < d.n; i++)
        host_vector(&e->code, t->host, d.reg[i], 0, v.reg[i], 0);
    emit_result(e, s->dst, bytes, d);
}

// A function of three bits, by its truth table: of a result that begins as the first operand.
static void write_logic3(Emit *e, const Step *s, const Template *t)
{
    bool three = s->inst->op == OP_lop3;
    unsigned bytes = lane_bytes(s);
    Parts v[3];
    for (unsigned k = 0; k < 3; k++)
        v[k] = emit_source(e, s->src[three ? k : 0], bytes);
    Parts d = take_result(e, bytes, v, 3);
    for (unsigned i = 0; i < d.n; i++) {
        host_vector(&e->code, copy, d.reg[i], 0, part(&v[0], i), 0);
        host_vector(&e->code, t->host, d.reg[i], part(&v[1], i), part(&v[2], i), 0);
        host_byte(&e->code, three ? (unsigned)s->imm & 0xff : 0x55); // not
    }
    emit_result(e, s->dst, bytes, d);
}

static void write_negative(Emit *e, const Step *s, const Template *t)
{
    unsigned bytes = lane_bytes(s);
    Parts v = emit_source(e, s->src[0], bytes), d = take_result(e, bytes, &v, 1);
    host_vector(&e->code, (HostOp){1, 0x66, 0, 0xef}, V_A, V_A, V_A, 0);
    for (unsigned i = 0; i < d.n; i++)
        host_vector(&e->code, t->host, d.reg[i], V_A, v.reg[i], 0);
    emit_result(e, s->dst, bytes, d);
}

// a * b + c: fused, of f32, or a product and then a sum.
static void write_mad(Emit *e, const Step *s, const Template *t)
{
    unsigned bytes = lane_bytes(s);
    bool fused = s->inst->type[0] == TYPE_f32;
    Parts v[3];
    for (unsigned k = 0; k < 3; k++)
        v[k] = emit_source(e, s->src[k], bytes);
    Parts d = take_result(e, bytes, v, 3);
    for (unsigned i = 0; i < d.n; i++) {
        unsigned a = part(&v[0], i), b = part(&v[1], i), c = part(&v[2], i);
        if (fused) {
            host_vector(&e->code, copy, d.reg[i], 0, a, 0);
            host_vector(&e->code, t->host, d.reg[i], b, c, 0);
        } else {
            host_vector(&e->code, t->host, d.reg[i], a, b, 0);
            host_vector(&e->code, bytes == 8 ? add_64 : add_32, d.reg[i], d.reg[i], c, 0);
        }
    }
    finish(e, s, d, bytes);
}

// ---- 32 bits to 64, and back -----------------------------------------

// Eight lanes, the i-th of four, of a value of 32 bits, as 64 bits in `to`.
static void extend(Emit *e, unsigned to, const Parts *v, unsigned i, bool sign)
{
    unsigned from = part(v, i / 2);
    if (v->n > 1 && i % 2) {
        host_vector(&e->code, upper_half, from, 0, to, 0);
        host_byte(&e->code, 1);
        from = to;
    }
    host_vector(&e->code, sign ? extend_s32 : extend_u32, to, 0, from, 0);
}

// A full product. The host multiplies the lower halves of 64 bits: a value that is the same for
// all lanes can stay as it is.
static void write_wide(Emit *e, const Step *s, const Template *t)
{
    bool sum = s->inst->op == OP_mad_wide;
    Parts v[3] = {emit_source(e, s->src[0], 4), emit_source(e, s->src[1], 4)};
    v[2] = sum ? emit_source(e, s->src[2], 8) : v[0];
    Parts d = take_result(e, 8, v, 3);
    for (unsigned i = 0; i < d.n; i++) {
        unsigned by[2];
        for (unsigned k = 0; k < 2; k++) {
            by[k] = v[k].n == 1 ? v[k].reg[0] : V_A + k;
            if (v[k].n > 1)
                extend(e, by[k], &v[k], i, false);
        }
        host_vector(&e->code, t->host, d.reg[i], by[0], by[1], 0);
        if (sum)
            host_vector(&e->code, add_64, d.reg[i], d.reg[i], part(&v[2], i), 0);
    }
    emit_result(e, s->dst, 8, d);
}

static void write_shift_64(Emit *e, const Step *s, const Template *t)
{
    Parts v[2] = {emit_source(e, s->src[0], 8), emit_source(e, s->src[1], 4)};
    Parts d = take_result(e, 8, v, 2);
    for (unsigned i = 0; i < d.n; i++) {
        extend(e, V_A, &v[1], i, false);
        host_vector(&e->code, t->host, d.reg[i], part(&v[0], i), V_A, 0);
    }
    emit_result(e, s->dst, 8, d);
}

static void write_cvt(Emit *e, const Step *s, const Template *t)
{
    Type to = (Type)s->inst->type[0], from = (Type)s->inst->type[1];
    unsigned n = type_bytes(to), m = type_bytes(from);
    Parts v = emit_source(e, s->src[0], m), d = take_result(e, n, &v, 1);
    for (unsigned i = 0; i < d.n; i++) {
        if (to == TYPE_f32) {
            HostOp op = from == TYPE_u32 ? (HostOp){1, 0xf2, 0, 0x7a} : (HostOp){1, 0, 0, 0x5b};
            host_vector(&e->code, op, d.reg[i], 0, v.reg[i], 0);
        } else if (n > m) {
            extend(e, d.reg[i], &v, i, type_class(from) == 'S');
        } else if (n == m) {
            host_vector(&e->code, copy, d.reg[i], 0, v.reg[i], 0);
        } else if (d.n == 1) {
            host_vector(&e->code, cut_64, v.reg[0], 0, V_A, 0);
            host_vector(&e->code, spread_32, d.reg[0], 0, V_A, 0);
        } else {
            host_vector(&e->code, cut_64, v.reg[2 * i], 0, V_A, 0);
            host_vector(&e->code, cut_64, v.reg[2 * i + 1], 0, V_B, 0);
            host_vector(&e->code, t->host, d.reg[i], V_A, V_B, 0);
            host_byte(&e->code, 1);
        }
    }
    emit_result(e, s->dst, n, d);
}

// Of the types of a cvt, and the registers: as wide as the types.
static bool can_convert(const Inst *in)
{
    Type to = (Type)in->type[0], from = (Type)in->type[1];
    bool ints = 1ull << to & (INT32 | INT64) && 1ull << from & (INT32 | INT64);
    bool floats = to == TYPE_f32 && (from == TYPE_u32 || from == TYPE_s32);
    return (ints || floats) && in->opnd[0].kind == OPND_reg && in->opnd[1].kind == OPND_reg &&
           type_bytes((Type)in->opnd[0].type) == type_bytes(to) &&
           type_bytes((Type)in->opnd[1].type) == type_bytes(from);
}

// ---- predicates ------------------------------------------------------

static unsigned base_of(uint32_t slot) { return slot & SLOT_CONST ? HOST_consts : HOST_regs; }
static int32_t place_of(uint32_t slot) { return (int32_t)(slot & ~SLOT_CONST); }

// The relation of a setp as the host's number; -1: another one.
static int relation(const Inst *in)
{
    static const struct {
        uint16_t mod;
        uint8_t of_ints, of_floats;
    } relations[] = {{MOD_eq, 0, 0x00}, {MOD_ne, 4, 0x0c}, {MOD_lt, 1, 0x11},
                     {MOD_le, 2, 0x12}, {MOD_gt, 6, 0x1e}, {MOD_ge, 5, 0x1d}};
    for (unsigned i = 0; i < sizeof relations / sizeof *relations; i++)
        if (inst_has(in, (Mod)relations[i].mod))
            return in->type[0] == TYPE_f32 ? relations[i].of_floats : relations[i].of_ints;
    return -1;
}

static void write_setp(Emit *e, const Step *s, const Template *t)
{
    (void)t;
    unsigned bytes = lane_bytes(s), n = parts_of(bytes);
    Parts a = emit_source(e, s->src[0], bytes), b = emit_source(e, s->src[1], bytes);
    HostOp op = s->inst->type[0] == TYPE_f32
                    ? unordered
                    : (HostOp){3, 0x66, bytes == 8, is_signed(s) ? 0x1f : 0x1e};
    for (unsigned i = 0; i < n; i++) {
        host_vector(&e->code, op, 1 + i, part(&a, i), part(&b, i), 0);
        host_byte(&e->code, (unsigned)relation(s->inst));
    }
    for (unsigned i = 1; bytes == 8 && i < n; i += 2)
        host_mask(&e->code, join_8, true, i, i + 1, i);
    host_mask(&e->code, join_16, true, 1, 1 + n / 2, 1);
    emit_predicate(e, s->dst, true);
    host_mask_memory(&e->code, mask_out, 1, HOST_regs, place_of(s->dst));
}

static void write_selp(Emit *e, const Step *s, const Template *t)
{
    unsigned bytes = lane_bytes(s), n = parts_of(bytes), lanes = VECTOR_BYTES / bytes;
    Parts a = emit_source(e, s->src[0], bytes), b = emit_source(e, s->src[1], bytes);
    Parts d = emit_take(e, n);
    emit_predicate(e, s->src[2], false);
    host_mask_memory(&e->code, mask_in, 1, base_of(s->src[2]), place_of(s->src[2]));
    if (s->flip >> 2 & 1)
        host_mask(&e->code, mask_not, false, 1, 0, 1);
    for (unsigned i = 0; i < n; i++) {
        if (i) {
            host_mask(&e->code, (HostOp){3, 0x66, 0, 0x31}, false, 2, 0, 1);
            host_byte(&e->code, lanes * i);
        }
        host_vector(&e->code, t->host, d.reg[i], part(&b, i), part(&a, i), i ? 2 : 1);
    }
    emit_result(e, s->dst, bytes, d);
}

static void load_predicate(Emit *e, const Step *s, unsigned i, unsigned to)
{
    emit_predicate(e, s->src[i], false);
    host_load(&e->code, to, base_of(s->src[i]), place_of(s->src[i]), 4);
    if (s->flip >> i & 1)
        host_bytes(&e->code, to ? "\xf7\xd1" : "\xf7\xd0", 2); // not ecx; not eax
}

static void write_predicates(Emit *e, const Step *s, const Template *t)
{
    load_predicate(e, s, 0, HOST_rax);
    if (t->operands == 2) {
        load_predicate(e, s, 1, HOST_rcx);
        host_byte(&e->code, t->host.opcode); // and, or, xor eax, ecx
        host_byte(&e->code, 0xc8);
    } else if (s->inst->op == OP_not) {
        host_bytes(&e->code, "\xf7\xd0", 2);
    }
    emit_predicate(e, s->dst, true);
    host_bytes(&e->code, "\x41\x89\x80", 3); // mov [r8 + ...], eax
    host_word(&e->code, place_of(s->dst), 4);
}

// ---- what a warp is given --------------------------------------------

static const struct {
    uint16_t reg;
    bool of_block;
    uint16_t at;
} specials[] = {
    {SREG_ntid_x, false, offsetof(Launch, block.x)},
    {SREG_ntid_y, false, offsetof(Launch, block.y)},
    {SREG_ntid_z, false, offsetof(Launch, block.z)},
    {SREG_nctaid_x, false, offsetof(Launch, grid.x)},
    {SREG_nctaid_y, false, offsetof(Launch, grid.y)},
    {SREG_nctaid_z, false, offsetof(Launch, grid.z)},
    {SREG_ctaid_x, true, offsetof(Block, id.x)},
    {SREG_ctaid_y, true, offsetof(Block, id.y)},
    {SREG_ctaid_z, true, offsetof(Block, id.z)},
};
enum { SPECIALS = sizeof specials / sizeof *specials };

static unsigned find_special(unsigned reg)
{
    unsigned i = 0;
    while (i < SPECIALS && specials[i].reg != reg)
        i++;
    return i;
}

static bool has_special(const Step *s)
{
    unsigned reg = s->inst->opnd[1].special;
    return s->src[0] == SLOT_NONE && s->inst->opnd[1].kind == OPND_special && lane_bytes(s) == 4 &&
           (reg <= SREG_tid_z || find_special(reg) < SPECIALS);
}

static void write_special(Emit *e, const Step *s)
{
    unsigned reg = s->inst->opnd[1].special, k = find_special(reg);
    Parts d;
    if (k < SPECIALS) {
        size_t from = specials[k].of_block ? offsetof(Warp, block) : offsetof(Warp, launch);
        host_load(&e->code, HOST_rax, HOST_warp, (int32_t)from, 8);
        d = emit_spread(e, HOST_rax, specials[k].at, 4);
    } else {
        d = emit_take(e, parts_of(4));
        for (unsigned i = 0; i < d.n; i++)
            host_memory(&e->code, copy, d.reg[i], 0, HOST_warp,
                        (int32_t)(offsetof(Warp, tid[reg - SREG_tid_x]) + VECTOR_BYTES * i),
                        VECTOR_BYTES);
    }
    emit_result(e, s->dst, 4, d);
}

bool template_reads_parameter(const Step *s)
{
    return s->inst && s->inst->op == OP_ld && s->space == SPACE_param &&
           s->in_row == ROW_computes && s->nvec == 1 && s->elem == s->lane_bytes &&
           (s->elem == 4 || s->elem == 8) && s->dst != SLOT_NONE && s->imm >= 0 && s->imm < 1 << 20;
}

static void write_parameter(Emit *e, const Step *s)
{
    host_load(&e->code, HOST_rax, HOST_warp, offsetof(Warp, launch), 8);
    host_load(&e->code, HOST_rax, HOST_rax, offsetof(Launch, params), 8);
    emit_result(e, s->dst, s->elem, emit_spread(e, HOST_rax, (size_t)s->imm, s->elem));
}

// ---- the table -------------------------------------------------------

// clang-format off
static const Template templates[] = {
    {OP_add, INT32, MOD_COUNT, 2, write_binary, {1, 0x66, 0, 0xfe}},
    {OP_add, INT64, MOD_COUNT, 2, write_binary, {1, 0x66, 1, 0xd4}},
    {OP_add, B(f32), MOD_rn, 2, write_binary, {1, 0, 0, 0x58}},
    {OP_sub, INT32, MOD_COUNT, 2, write_binary, {1, 0x66, 0, 0xfa}},
    {OP_sub, INT64, MOD_COUNT, 2, write_binary, {1, 0x66, 1, 0xfb}},
    {OP_sub, B(f32), MOD_rn, 2, write_binary, {1, 0, 0, 0x5c}},
    {OP_mul, INT32, MOD_lo, 2, write_binary, {2, 0x66, 0, 0x40}},
    {OP_mul, INT64, MOD_lo, 2, write_binary, {2, 0x66, 1, 0x40}},
    {OP_mul, B(f32), MOD_rn, 2, write_binary, {1, 0, 0, 0x59}},
    {OP_mad, INT32, MOD_lo, 3, write_mad, {2, 0x66, 0, 0x40}},
    {OP_mad, INT64, MOD_lo, 3, write_mad, {2, 0x66, 1, 0x40}},
    {OP_mad, B(f32), MOD_rn, 3, write_mad, {2, 0x66, 0, 0xa8}},
    {OP_fma, B(f32), MOD_rn, 3, write_mad, {2, 0x66, 0, 0xa8}},
    {OP_mul_wide, B(s32), MOD_COUNT, 2, write_wide, {2, 0x66, 1, 0x28}},
    {OP_mul_wide, B(u32), MOD_COUNT, 2, write_wide, {1, 0x66, 1, 0xf4}},
    {OP_mad_wide, B(s32), MOD_COUNT, 3, write_wide, {2, 0x66, 1, 0x28}},
    {OP_mad_wide, B(u32), MOD_COUNT, 3, write_wide, {1, 0x66, 1, 0xf4}},
    {OP_neg, B(s32), MOD_COUNT, 1, write_negative, {1, 0x66, 0, 0xfa}},
    {OP_neg, B(s64), MOD_COUNT, 1, write_negative, {1, 0x66, 1, 0xfb}},
    {OP_min, B(s32), MOD_COUNT, 2, write_binary, {2, 0x66, 0, 0x39}},
    {OP_min, B(u32), MOD_COUNT, 2, write_binary, {2, 0x66, 0, 0x3b}},
    {OP_max, B(s32), MOD_COUNT, 2, write_binary, {2, 0x66, 0, 0x3d}},
    {OP_max, B(u32), MOD_COUNT, 2, write_binary, {2, 0x66, 0, 0x3f}},
    {OP_and, INT32, MOD_COUNT, 2, write_binary, {1, 0x66, 0, 0xdb}},
    {OP_and, INT64, MOD_COUNT, 2, write_binary, {1, 0x66, 1, 0xdb}},
    {OP_and, B(pred), MOD_COUNT, 2, write_predicates, {0, 0, 0, 0x21}},
    {OP_or, INT32, MOD_COUNT, 2, write_binary, {1, 0x66, 0, 0xeb}},
    {OP_or, INT64, MOD_COUNT, 2, write_binary, {1, 0x66, 1, 0xeb}},
    {OP_or, B(pred), MOD_COUNT, 2, write_predicates, {0, 0, 0, 0x09}},
    {OP_xor, INT32, MOD_COUNT, 2, write_binary, {1, 0x66, 0, 0xef}},
    {OP_xor, INT64, MOD_COUNT, 2, write_binary, {1, 0x66, 1, 0xef}},
    {OP_xor, B(pred), MOD_COUNT, 2, write_predicates, {0, 0, 0, 0x31}},
    {OP_not, INT32 | INT64, MOD_COUNT, 1, write_logic3, {3, 0x66, 0, 0x25}},
    {OP_not, B(pred), MOD_COUNT, 1, write_predicates, {0}},
    {OP_lop3, INT32, MOD_COUNT, 3, write_logic3, {3, 0x66, 0, 0x25}},
    {OP_shl, INT32, MOD_COUNT, 2, write_binary, {2, 0x66, 0, 0x47}},
    {OP_shl, INT64, MOD_COUNT, 2, write_shift_64, {2, 0x66, 1, 0x47}},
    {OP_shr, B(s32), MOD_COUNT, 2, write_binary, {2, 0x66, 0, 0x46}},
    {OP_shr, B(u32) | B(b32), MOD_COUNT, 2, write_binary, {2, 0x66, 0, 0x45}},
    {OP_shr, B(s64), MOD_COUNT, 2, write_shift_64, {2, 0x66, 1, 0x46}},
    {OP_shr, B(u64) | B(b64), MOD_COUNT, 2, write_shift_64, {2, 0x66, 1, 0x45}},
    {OP_setp, INT32 | INT64 | B(f32), MOD_COUNT, 2, write_setp, {0}},
    {OP_selp, ANY32, MOD_COUNT, 2, write_selp, {2, 0x66, 0, 0x64}},
    {OP_selp, ANY64, MOD_COUNT, 2, write_selp, {2, 0x66, 1, 0x64}},
    {OP_mov, ANY32 | ANY64, MOD_COUNT, 1, write_copy, {1, 0x66, 0, 0x6f}},
    {OP_mov, B(pred), MOD_COUNT, 1, write_predicates, {0}},
    {OP_cvta, INT64, MOD_COUNT, 1, write_copy, {1, 0x66, 0, 0x6f}},
    {OP_cvta_to, INT64, MOD_COUNT, 1, write_copy, {1, 0x66, 0, 0x6f}},
    {OP_cvt, INT32 | INT64 | B(f32), MOD_rn, 1, write_cvt, {3, 0x66, 1, 0x3a}},
};
// clang-format on

// Has the instruction a suffix besides these? A suffix may mean another result.
static bool has_others(const Inst *in, unsigned suffix)
{
    uint64_t others = 0;
    for (unsigned i = 0; i < sizeof in->mods / sizeof *in->mods; i++)
        others |= in->mods[i] & ~(suffix / 64 == i ? 1ull << suffix % 64 : 0);
    return others != 0;
}

static bool suits(const Template *t, const Step *s)
{
    const Inst *in = s->inst;
    if (t->op != in->op || in->ntypes == 0 || !(t->types >> in->type[0] & 1) ||
        s->dst == SLOT_NONE || s->dst2 != SLOT_NONE || s->vec)
        return false;
    for (unsigned i = 0; i < t->operands; i++)
        if (s->src[i] == SLOT_NONE)
            return false;
    switch (in->op) {
    case OP_setp:
        for (unsigned m = MOD_eq; m <= MOD_ge; m++)
            if (inst_has(in, (Mod)m))
                return in->nopnd == 3 && relation(in) >= 0 && !has_others(in, m);
        return false;
    case OP_cvta:
    case OP_cvta_to:
        return (in->space == SPACE_global || in->space == SPACE_const) &&
               !has_others(in, in->space == SPACE_global ? MOD_global : MOD_const);
    case OP_cvt: return can_convert(in) && !has_others(in, MOD_rn);
    case OP_lop3: return in->nopnd == 5 && !has_others(in, MOD_COUNT);
    case OP_min:
    case OP_max: return in->nopnd == 3 && !has_others(in, MOD_COUNT);
    default: return !has_others(in, t->suffix);
    }
}

static const Template *find_template(const Step *s)
{
    for (const Template *t = templates; t < templates + sizeof templates / sizeof *templates; t++)
        if (suits(t, s))
            return t;
    return NULL;
}

bool template_has(const Step *s)
{
    if (!s->inst)
        return false;
    return template_reads_parameter(s) || (s->inst->op == OP_mov && has_special(s)) ||
           find_template(s);
}

bool template_write(Emit *e, const Step *s)
{
    if (!s->inst)
        return false;
    const Template *t = find_template(s);
    if (template_reads_parameter(s))
        write_parameter(e, s);
    else if (s->inst->op == OP_mov && has_special(s))
        write_special(e, s);
    else if (t)
        t->write(e, s, t);
    else
        return false;
    return true;
}

#endif

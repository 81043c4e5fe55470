// lower_operands.c - the operands of steps: registers become slots, immediates a pool of constants,
// symbols addresses. What is known only at run time takes steps of its own.
#include "alloc.h"
#include "lower_operands.h"

#include <assert.h>

enum { MAX_TEMPS = 4 }; // operands of one instruction that each need a step

// ---- frames and registers -------------------------------------------

uint32_t lower_width(Type t) // bytes per lane in the register file; 0: predicate
{
    unsigned n = type_bytes(t);
    return t == TYPE_pred ? 0 : n == 16 ? 16 : n == 8 ? 8 : 4;
}

// Widest first, predicates last: everything stays aligned.
static const uint32_t place_size[WIDTH_COUNT] = {4, 4 * WARP_SIZE, 8 * WARP_SIZE, 16 * WARP_SIZE};

// Where the registers of each width begin; returns where they all end.
static uint32_t lay_out_widths(const Facts *facts, uint32_t base[WIDTH_COUNT])
{
    uint32_t top = 0;
    for (int w = WIDTH_COUNT - 1; w >= 0; w--) {
        base[w] = top;
        top += facts->places[w] * place_size[w];
    }
    return top;
}

uint32_t code_register(const Code *c, uint32_t reg)
{
    uint32_t base[WIDTH_COUNT];
    lay_out_widths(c->facts, base);
    RegWidth w = regs_width((Type)c->func->reg_type[reg]);
    return base[w] + c->facts->place[reg] * place_size[w];
}

void lower_registers(Lower *lo)
{
    uint32_t base[WIDTH_COUNT], top = lay_out_widths(lo->facts, base);
    for (uint32_t r = 0; r < lo->fn->nregs; r++) {
        RegWidth w = regs_width((Type)lo->fn->reg_type[r]);
        lo->reg_slot[r] = base[w] + lo->facts->place[r] * place_size[w];
    }
    lo->temp_slot = (top + 63) / 64 * 64;
    lo->code->reg_bytes = lo->temp_slot + MAX_TEMPS * 8 * WARP_SIZE;
    lo->code->registers = lo->facts->registers;
}

static uint32_t next_temp(Lower *lo)
{
    return lo->temp_slot + lo->temps++ % MAX_TEMPS * 8 * WARP_SIZE;
}

// ---- constants ------------------------------------------------------

// A pool entry of 32 equal lanes; width 0 is a predicate.
static uint32_t constant(Lower *lo, uint64_t value, uint32_t width)
{
    if (width == 4)
        value = (uint32_t)value;
    for (size_t i = 0; i < lo->nknown; i++)
        if (lo->known[i].value == value && lo->known[i].width == width)
            return lo->known[i].slot;
    size_t bytes = width ? width * WARP_SIZE : 64;
    if (lo->pool_used + bytes > lo->pool_size) {
        lo->pool_size = 2 * lo->pool_size + 4096;
        lo->pool = must_realloc(lo->pool, lo->pool_size, 1);
    }
    lo->known = must_realloc(lo->known, lo->nknown + 1, sizeof *lo->known);
    uint8_t *at = lo->pool + lo->pool_used;
    memset(at, 0, bytes);
    uint32_t bits = value ? FULL_MASK : 0, word = (uint32_t)value;
    if (!width)
        memcpy(at, &bits, 4);
    for (int l = 0; width && l < WARP_SIZE; l++)
        memcpy(at + (size_t)l * (width == 16 ? 8 : width), width == 4 ? (void *)&word : &value,
               width == 4 ? 4 : 8);
    uint32_t s = SLOT_CONST | (uint32_t)lo->pool_used;
    lo->pool_used += (bytes + 63) / 64 * 64;
    lo->known[lo->nknown].value = value;
    lo->known[lo->nknown].width = width;
    lo->known[lo->nknown++].slot = s;
    return s;
}

static uint64_t immediate_bits(const Operand *o, Type t)
{
    unsigned n = type_bytes(t);
    char cls = type_class(t);
    if (o->is_float32) {
        if (n != 8 || cls != 'F')
            return o->imm;
        uint32_t bits = (uint32_t)o->imm;
        float f;
        double d;
        uint64_t v;
        memcpy(&f, &bits, 4);
        d = f;
        memcpy(&v, &d, 8);
        return v;
    }
    if (o->is_float && n == 4) {
        double d;
        uint32_t bits;
        memcpy(&d, &o->imm, 8);
        float f = (float)d;
        memcpy(&bits, &f, 4);
        return bits;
    }
    return n == 1 ? o->imm & 0xff : n == 2 ? o->imm & 0xffff : o->imm;
}

// Memory of the module, which lasts as long as the steps.
void *lower_memory_of(const Lower *lo, size_t bytes) { return module_alloc(lo->fn->module, bytes); }

// ---- steps ----------------------------------------------------------

Step *lower_step(Lower *lo, const Inst *in)
{
    lo->steps = array_room(lo->steps, lo->n, &lo->capacity, sizeof *lo->steps);
    Step *s = &lo->steps[lo->n++];
    *s = (Step){.guard = SLOT_NONE,
                .dst = SLOT_NONE,
                .dst2 = SLOT_NONE,
                .inst = in,
                .nvec = 1,
                .lane_bytes = 4};
    for (int i = 0; i < MAX_SOURCES; i++)
        s->src[i] = SLOT_NONE;
    if (in && in->guard.kind == OPND_reg) {
        s->guard = lo->reg_slot[in->guard.reg];
        s->guard_flip = in->guard.negate ? FULL_MASK : 0;
    }
    return s;
}

static void mov_uniform(Warp *w, const Step *s, uint64_t v)
{
    if (s->lane_bytes == 8) {
        uint64_t *d = slot(w, s->dst);
        EACH_LANE(w, d[l] = v;);
    } else {
        uint32_t *d = slot(w, s->dst);
        EACH_LANE(w, d[l] = (uint32_t)v;);
    }
}

void lower_mov_frame(Warp *w, const Step *s)
{
    mov_uniform(w, s, w->frame->local + (uint64_t)s->imm);
}

// The address of a shared variable contains the rank of the block, too.
void lower_mov_shared(Warp *w, const Step *s)
{
    mov_uniform(w, s, (uint64_t)s->imm | (uint64_t)w->block->cluster_rank << SHARED_RANK_SHIFT);
}

void lower_unsupported(Warp *w, const Step *s)
{
    const Inst *in = s->inst;
    fault_raise(w->launch, &(Fault){.kind = FAULT_unsupported,
                                    .warp = w,
                                    .step = s,
                                    .mask = w->mask,
                                    .text = s->extra            ? s->extra
                                            : in->op < OP_COUNT ? op_info[in->op].text
                                                                : in->unknown});
}

// The value of a symbol used as an operand: an address in its own space.
uint64_t lower_symbol(const Lower *lo, const Operand *o, bool *frame)
{
    const Symbol *s = symbol_definition(o->sym);
    *frame = s->kind != SYM_func && symbol_in_frame(s);
    if (s->kind == SYM_func)
        return symbol_address(o->sym);
    uint64_t value = s->space == SPACE_shared ? codeset_shared_offset(lo->set, s)
                     : s->space == SPACE_local || s->space == SPACE_param ? s->offset
                                                                          : symbol_address(o->sym);
    return value + (uint64_t)o->offset;
}

// An instruction other than mov reads a special register: a mov to a spare register
// goes before it. The Inst of this mov has no source line and belongs to the module.
static uint32_t special_value(Lower *lo, const Operand *o, Type type)
{
    Inst *in = lower_memory_of(lo, sizeof *in);
    in->op = OP_mov;
    in->ntypes = 1;
    in->type[0] = (uint8_t)type;
    in->nopnd = 2;
    in->opnd[0] = (Operand){.kind = OPND_reg, .type = (uint8_t)type};
    in->opnd[1] = *o;
    Step *s = lower_step(lo, in);
    s->lane_bytes = (uint8_t)lower_width(type);
    return s->dst = next_temp(lo);
}

// The negative of a register that a contracted sum subtracts: one more step.
static uint32_t negated(Lower *lo, const Operand *o, Type type)
{
    Inst *in = lower_memory_of(lo, sizeof *in);
    *in = (Inst){.op = OP_neg, .ntypes = 1, .type = {(uint8_t)type}, .nopnd = 2};
    in->opnd[0] = in->opnd[1] = *o;
    Step *s = lower_step(lo, in);
    s->src[0] = lo->reg_slot[o->reg];
    s->lane_bytes = (uint8_t)lower_width(type);
    s->dst = next_temp(lo);
    s->exec = pick_neg(in, s);
    assert(s->exec);
    s->inst = NULL; // no counter shows it
    return s->dst;
}

// The slot of a source operand of `type`.
uint32_t lower_source(Lower *lo, const Operand *o, Type type)
{
    uint32_t width = lower_width(type);
    uint64_t value;
    bool frame;
    switch (o->kind) {
    case OPND_reg:
        return o->negate && o->type != TYPE_pred ? negated(lo, o, type) : lo->reg_slot[o->reg];
    case OPND_imm: return constant(lo, immediate_bits(o, type), width);
    case OPND_symbol:
        value = lower_symbol(lo, o, &frame);
        bool shared = symbol_definition(o->sym)->space == SPACE_shared;
        if (!frame && !shared)
            return constant(lo, value, width ? width : 8);
        Step *s = lower_step(lo, NULL); // an address known only at run time
        s->exec = shared ? lower_mov_shared : lower_mov_frame;
        s->imm = (int64_t)value;
        s->lane_bytes = (uint8_t)width;
        return s->dst = next_temp(lo);
    case OPND_special: return special_value(lo, o, type);
    default: return SLOT_NONE;
    }
}

// Constants are as wide as the registers of the same instruction.
const uint32_t *lower_vector(Lower *lo, const Operand *o, Type type)
{
    for (unsigned i = 0; i < o->nvec; i++)
        if (o->vec[i].kind == OPND_reg && lower_width(o->vec[i].type) > lower_width(type))
            type = TYPE_b64;
    uint32_t *v = lower_memory_of(lo, (o->nvec + 1u) * sizeof *v);
    for (unsigned i = 0; i < o->nvec; i++)
        v[i] = lower_source(lo, &o->vec[i], type);
    return v;
}

uint32_t lower_lane(const Operand *o, Type type)
{
    if (o->kind == OPND_vector)
        for (unsigned i = 0; i < o->nvec; i++)
            if (o->vec[i].kind == OPND_reg)
                return lower_width(o->vec[i].type);
    return o->kind == OPND_reg ? lower_width(o->type) : lower_width(type);
}

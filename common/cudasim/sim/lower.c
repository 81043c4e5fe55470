// lower.c - from parsed instructions to steps that can be executed: operands
// become slots, immediates a pool of constants, symbols addresses, labels step
// numbers; each step gets its handler.
#include "alloc.h"
#include "async.h"
#include "exec.h"
#include "exec/fragment.h"
#include "lower.h"

#include <assert.h>

enum { MAX_TEMPS = 4 }; // operands of one instruction that each need a step

typedef struct {
    Code *code;
    const Func *fn;
    const Facts *facts;
    struct CodeSet *set;
    Step *steps;
    uint32_t n, capacity;
    uint32_t *step_of;         // by instruction
    uint32_t *reg_slot;        // by register
    uint32_t temp_slot, temps; // spare registers of 64 bits, taken in turn
    uint8_t *pool;
    size_t pool_used, pool_size;
    struct {
        uint64_t value;
        uint32_t width, slot;
    } * known;
    size_t nknown;
} Lower;

// ---- frames and registers -------------------------------------------

static uint32_t lane_width(Type t) // bytes per lane in the register file; 0: predicate
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

static void lay_out_registers(Lower *lo)
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
static void *module_memory(const Lower *lo, size_t bytes)
{
    return module_alloc(lo->fn->module, bytes);
}

// ---- steps ----------------------------------------------------------

static Step *new_step(Lower *lo, const Inst *in)
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

static void exec_mov_frame(Warp *w, const Step *s)
{
    mov_uniform(w, s, w->frame->local + (uint64_t)s->imm);
}

// The address of a shared variable contains the rank of the block, too.
static void exec_mov_shared(Warp *w, const Step *s)
{
    mov_uniform(w, s, (uint64_t)s->imm | (uint64_t)w->block->cluster_rank << SHARED_RANK_SHIFT);
}

static void exec_unsupported(Warp *w, const Step *s)
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
static uint64_t symbol_value(const Lower *lo, const Operand *o, bool *frame)
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
    Inst *in = module_memory(lo, sizeof *in);
    in->op = OP_mov;
    in->ntypes = 1;
    in->type[0] = (uint8_t)type;
    in->nopnd = 2;
    in->opnd[0] = (Operand){.kind = OPND_reg, .type = (uint8_t)type};
    in->opnd[1] = *o;
    Step *s = new_step(lo, in);
    s->lane_bytes = (uint8_t)lane_width(type);
    return s->dst = next_temp(lo);
}

// The negative of a register that a contracted sum subtracts: one more step.
static uint32_t negated(Lower *lo, const Operand *o, Type type)
{
    Inst *in = module_memory(lo, sizeof *in);
    *in = (Inst){.op = OP_neg, .ntypes = 1, .type = {(uint8_t)type}, .nopnd = 2};
    in->opnd[0] = in->opnd[1] = *o;
    Step *s = new_step(lo, in);
    s->src[0] = lo->reg_slot[o->reg];
    s->lane_bytes = (uint8_t)lane_width(type);
    s->dst = next_temp(lo);
    s->exec = pick_neg(in, s);
    assert(s->exec);
    s->inst = NULL; // no counter shows it
    return s->dst;
}

// The slot of a source operand of `type`.
static uint32_t source(Lower *lo, const Operand *o, Type type)
{
    uint32_t width = lane_width(type);
    uint64_t value;
    bool frame;
    switch (o->kind) {
    case OPND_reg:
        return o->negate && o->type != TYPE_pred ? negated(lo, o, type) : lo->reg_slot[o->reg];
    case OPND_imm: return constant(lo, immediate_bits(o, type), width);
    case OPND_symbol:
        value = symbol_value(lo, o, &frame);
        bool shared = symbol_definition(o->sym)->space == SPACE_shared;
        if (!frame && !shared)
            return constant(lo, value, width ? width : 8);
        Step *s = new_step(lo, NULL); // an address known only at run time
        s->exec = shared ? exec_mov_shared : exec_mov_frame;
        s->imm = (int64_t)value;
        s->lane_bytes = (uint8_t)width;
        return s->dst = next_temp(lo);
    case OPND_special: return special_value(lo, o, type);
    default: return SLOT_NONE;
    }
}

// Constants are as wide as the registers of the same instruction.
static const uint32_t *vector_slots(Lower *lo, const Operand *o, Type type)
{
    for (unsigned i = 0; i < o->nvec; i++)
        if (o->vec[i].kind == OPND_reg && lane_width(o->vec[i].type) > lane_width(type))
            type = TYPE_b64;
    uint32_t *v = module_memory(lo, (o->nvec + 1u) * sizeof *v);
    for (unsigned i = 0; i < o->nvec; i++)
        v[i] = source(lo, &o->vec[i], type);
    return v;
}

static uint32_t operand_lane(const Operand *o, Type type)
{
    if (o->kind == OPND_vector)
        for (unsigned i = 0; i < o->nvec; i++)
            if (o->vec[i].kind == OPND_reg)
                return lane_width(o->vec[i].type);
    return o->kind == OPND_reg ? lane_width(o->type) : lane_width(type);
}

// ---- memory steps ---------------------------------------------------

static void memory_order(const Inst *in, Step *s)
{
    bool atomic = in->op == OP_atom || in->op == OP_red;
    s->scope = inst_has(in, MOD_cta)                           ? SCOPE_cta
               : inst_has(in, MOD_cluster)                     ? SCOPE_cluster
               : inst_has(in, MOD_gpu) || inst_has(in, MOD_gl) ? SCOPE_gpu
               : inst_has(in, MOD_sys)                         ? SCOPE_sys
                                                               : SCOPE_none;
    s->order = inst_has(in, MOD_sc)                                  ? ORDER_sc
               : inst_has(in, MOD_acq_rel)                           ? ORDER_acq_rel
               : inst_has(in, MOD_acquire)                           ? ORDER_acquire
               : inst_has(in, MOD_release)                           ? ORDER_release
               : inst_has(in, MOD_relaxed) || inst_has(in, MOD_mmio) ? ORDER_relaxed
               : inst_has(in, MOD_volatile) || atomic                ? ORDER_relaxed
                                                                     : ORDER_weak;
    if (inst_has(in, MOD_volatile))
        s->scope = SCOPE_sys;
    else if (s->order != ORDER_weak && s->scope == SCOPE_none)
        s->scope = SCOPE_gpu;
}

static void lower_address(Lower *lo, const Operand *m, Step *s)
{
    s->space = address_space(lo->fn, m, (Space)s->space);
    s->imm = m->offset;
    if (m->base == OPND_reg) {
        s->src[0] = lo->reg_slot[m->reg];
        s->addr64 = lane_width(m->type) == 8;
    } else if (m->base == OPND_symbol) {
        s->imm = (int64_t)symbol_value(lo, m, &s->frame);
    } else {
        s->imm += (int64_t)m->imm;
    }
}

static void lower_memory(Lower *lo, const Inst *in)
{
    bool dest = in->op == OP_ld || in->op == OP_ldu || in->op == OP_atom;
    unsigned at = dest ? 1 : 0; // where the address is
    Type type = in->type[0];
    uint32_t values[MAX_SOURCES];
    const uint32_t *vec = NULL;
    uint32_t lane = lane_width(type), n = 0;
    // Values first: they may need steps before this one.
    for (unsigned i = at + 1; i < in->nopnd && n < MAX_SOURCES - 1; i++) {
        const Operand *o = &in->opnd[i];
        if (o->kind == OPND_vector && !vec)
            vec = vector_slots(lo, o, type);
        else
            values[n++] = source(lo, o, type);
        if (!dest && i == at + 1)
            lane = operand_lane(o, type);
    }
    const Operand *d = dest ? &in->opnd[0] : NULL;
    const uint32_t *dvec = d && d->kind == OPND_vector ? vector_slots(lo, d, type) : NULL;
    Step *s = new_step(lo, in);
    s->space = in->space;
    s->elem = (uint8_t)type_bytes(type);
    s->nvec = in->vec ? in->vec : 1;
    memory_order(in, s);
    if (inst_has(in, MOD_shared_cluster)) {
        s->space = SPACE_generic;
        s->cluster = true;
    }
    if (d) {
        if (d->kind == OPND_reg)
            s->dst = lo->reg_slot[d->reg];
        lane = d->kind == OPND_sink ? lane : operand_lane(d, type);
    }
    s->vec = dvec ? dvec : vec;
    if (in->op == OP_atom && vec && s->nvec > 1) { // its destinations, then its sources
        uint32_t *both = module_memory(lo, 2u * s->nvec * sizeof *both);
        for (unsigned i = 0; i < s->nvec; i++) {
            both[i] = dvec ? dvec[i] : SLOT_NONE;
            both[s->nvec + i] = vec[i];
        }
        s->vec = both;
    }
    s->lane_bytes = (uint8_t)lane;
    s->sign = type_class(type) == 'S';
    lower_address(lo, &in->opnd[at], s);
    for (unsigned i = 0; i < n; i++)
        s->src[i + 1] = values[i];
}

// ---- fragments ------------------------------------------------------

// An instruction with fragments: registers as lists, an address, and a stride or metadata.
static void lower_fragments(Lower *lo, const Inst *in)
{
    Fragments *f = module_memory(lo, sizeof *f);
    const Operand *address = NULL;
    for (unsigned i = 0; i < in->nopnd; i++) {
        const Operand *o = &in->opnd[i];
        Type type = o->kind == OPND_reg ? (Type)o->type : TYPE_b32;
        const Operand one = {.kind = OPND_vector, .nvec = 1, .vec = (Operand *)o};
        if (o->kind == OPND_mem)
            address = o;
        else
            f->slots[i] = vector_slots(lo, o->kind == OPND_vector ? o : &one, type);
        f->n[i] = (uint8_t)(o->kind == OPND_vector ? o->nvec : o->kind != OPND_mem);
    }
    Step *s = new_step(lo, in);
    s->extra = f;
    s->space = in->space;
    if (address)
        lower_address(lo, address, s);
}

// ---- calls, branches ------------------------------------------------

static void lower_call(Lower *lo, const Inst *in)
{
    const CallInfo *call = in->call;
    uint32_t *vec = module_memory(lo, (call->narg + 1u) * sizeof *vec);
    const Symbol *callee = call->func ? symbol_definition(call->func) : NULL;
    const Func *layout = callee && callee->func ? callee->func : call->proto;
    for (unsigned i = 0; i < call->narg; i++) {
        const Operand *o = &call->arg[i];
        Type t = o->kind == OPND_reg             ? (Type)o->type
                 : layout && i < layout->nparams ? (Type)layout->params[i]->type
                                                 : TYPE_b32;
        vec[i] = o->kind == OPND_symbol ? SLOT_NONE : source(lo, o, t);
    }
    Step *s = new_step(lo, in);
    s->vec = vec;
    if (!callee) {
        s->src[0] = source(lo, &call->target, TYPE_b64);
        return;
    }
    Builtin builtin = callee->func && callee->func->has_body ? NULL : builtin_find(callee->name);
    if (builtin) {
        s->imm = 1;
        memcpy(&s->extra, &builtin, sizeof builtin);
        return;
    }
    s->extra = callee->func ? codeset_find(lo->set, callee->func) : NULL;
    if (!s->extra) {
        s->exec = exec_unsupported;
        s->extra = callee->name;
    }
}

static void lower_brx(Lower *lo, const Inst *in)
{
    const Operand *targets = &in->opnd[1];
    uint32_t index = source(lo, &in->opnd[0], TYPE_u32);
    uint32_t *vec = module_memory(lo, (targets->nvec + 1u) * sizeof *vec);
    for (unsigned i = 0; i < targets->nvec; i++)
        vec[i] = targets->vec[i].target; // an instruction, patched to a step later
    Step *s = new_step(lo, in);
    s->src[0] = index;
    s->vec = vec;
    s->imm = targets->nvec;
}

// ---- everything else: operands by the letters of ops.h --------------

static Type wide(Type t)
{
    switch (type_bytes(t)) {
    case 1: return TYPE_b16;
    case 2: return TYPE_b32;
    case 4: return TYPE_b64;
    default: return TYPE_b128;
    }
}

static Type letter_type(const Inst *in, char letter)
{
    Type first = in->ntypes ? (Type)in->type[0] : TYPE_b32;
    switch (letter) {
    case 't': return in->ntypes ? (Type)in->type[in->ntypes - 1] : TYPE_b32;
    case 'w':
    case 'e': return TYPE_b32;
    case 'S':
    case 'D': return wide(first);
    case 'p':
    case 'q': return TYPE_pred;
    default: return first;
    }
}

// An address among other operands. A bulk copy never reads the shared memory of another
// block: its second operand is not an address of .shared::cluster.
static AddressArg address_arg(Lower *lo, const Inst *in, const Operand *o)
{
    Step s = {.space = in->space};
    s.src[0] = SLOT_NONE;
    lower_address(lo, o, &s);
    bool bulk = in->op == OP_cp_async_bulk || in->op == OP_cp_reduce_async_bulk;
    bool remote =
        inst_has(in, MOD_shared_cluster) && !(bulk && o == &in->opnd[1]) && o->base == OPND_reg;
    return (AddressArg){.slot = s.src[0],
                        .addr64 = s.addr64,
                        .offset = s.imm,
                        .cluster = remote,
                        .space = remote ? SPACE_generic : s.space};
}

// The operands of an instruction while its step is not there yet: operands may need steps of their
// own, which come first.
typedef struct {
    uint32_t src[MAX_SOURCES], flip, n;
    const uint32_t *vec;
    AddressArg *addresses;
    unsigned naddresses;
} PlainOperands;

static bool is_run_time_address(const Operand *o)
{
    const Symbol *s = o->kind == OPND_symbol ? symbol_definition(o->sym) : NULL;
    return s && s->kind != SYM_func && (symbol_in_frame(s) || s->space == SPACE_shared);
}

static void plain_operand(Lower *lo, const Inst *in, const Operand *o, Type t, PlainOperands *p)
{
    if (o->kind == OPND_vector) {
        p->vec = vector_slots(lo, o, t);
        return;
    }
    if (o->kind == OPND_mem) {
        if (!p->addresses)
            p->addresses = module_memory(lo, MAX_OPERANDS * sizeof *p->addresses);
        assert(p->naddresses < MAX_OPERANDS);
        p->addresses[p->naddresses++] = address_arg(lo, in, o);
        return;
    }
    if (p->n == MAX_SOURCES)
        return;
    if (o->kind == OPND_reg && o->type == TYPE_pred && o->negate)
        p->flip |= 1u << p->n;
    // A mov makes such a value itself: see mov_address() and pick_mov().
    bool itself = in->op == OP_mov && (o->kind == OPND_special || is_run_time_address(o));
    p->src[p->n++] = itself ? SLOT_NONE : source(lo, o, t);
}

static void plain_results(const Lower *lo, const Inst *in, Step *s)
{
    const Operand *d = &in->opnd[0];
    if (d->kind == OPND_reg) {
        s->dst = lo->reg_slot[d->reg];
        s->lane_bytes = (uint8_t)lane_width(d->type);
    }
    if (in->second.kind == OPND_reg)
        s->dst2 = lo->reg_slot[in->second.reg];
    if (s->vec)
        s->nvec = (uint8_t)(d->kind == OPND_vector ? d->nvec : in->opnd[1].nvec);
}

// mov of an address that is known only at run time.
static void mov_address(const Lower *lo, const Inst *in, Step *s)
{
    const Operand *o = &in->opnd[1];
    bool frame;
    s->imm = (int64_t)symbol_value(lo, o, &frame);
    s->exec = frame ? exec_mov_frame : exec_mov_shared;
}

static void lower_plain(Lower *lo, const Inst *in)
{
    const char *letter = op_info[in->op].args;
    bool dest = inst_writes(in);
    PlainOperands p = {.n = 0};
    for (int i = 0; i < MAX_SOURCES; i++)
        p.src[i] = SLOT_NONE;
    for (unsigned i = 0; i < in->nopnd; i++, letter += *letter != 0) {
        letter += *letter == '?';
        if (i > 0 || !dest || in->opnd[i].kind == OPND_vector)
            plain_operand(lo, in, &in->opnd[i], letter_type(in, *letter ? *letter : 'w'), &p);
    }
    Step *s = new_step(lo, in);
    memcpy(s->src, p.src, sizeof p.src);
    s->flip = p.flip;
    s->vec = p.vec;
    s->extra = p.addresses;
    if (dest)
        plain_results(lo, in, s);
    if (p.addresses || in->op == OP_fence || in->op == OP_membar)
        memory_order(in, s);
    if (in->op == OP_mov && in->nopnd > 1 && is_run_time_address(&in->opnd[1]))
        mov_address(lo, in, s);
}

static void lower_inst(Lower *lo, const Inst *in)
{
    if (in->op >= OP_COUNT) {
        new_step(lo, in)->exec = exec_unsupported;
        return;
    }
    switch (in->op) {
    case OP_ld:
    case OP_ldu:
    case OP_st:
    case OP_atom:
    case OP_red: lower_memory(lo, in); break;
    case OP_call: lower_call(lo, in); break;
    case OP_brx_idx: lower_brx(lo, in); break;
    case OP_bra:
        new_step(lo, in)->target = in->opnd[0].target; // patched later
        break;
    default:
        if (strchr(op_info[in->op].args, 'x') || strchr(op_info[in->op].args, 'X'))
            lower_fragments(lo, in);
        else
            lower_plain(lo, in);
    }
}

typedef ExecFn (*PickFn)(const Inst *in, Step *s);
static const PickFn pick[OP_COUNT] = {
#define OP(id, text, args, unit) [OP_##id] = pick_##id,
#include "ptx/ops.h"
};

// ---- a function, a kernel -------------------------------------------

static void exec_return(Warp *w, const Step *s)
{
    (void)s;
    warp_return(w);
}

static void exec_goto(Warp *w, const Step *s) { w->pc = s->target; }

static void patch_targets(Lower *lo)
{
    for (uint32_t i = 0; i < lo->n; i++) {
        Step *s = &lo->steps[i];
        assert(s->target <= lo->fn->ninsts);
        if (s->exec == exec_goto)
            s->target = lo->step_of[s->target];
        if (!s->inst || s->inst->op >= OP_COUNT)
            continue;
        if (s->inst->op == OP_bra)
            s->target = lo->step_of[s->target];
        if (s->inst->op == OP_brx_idx)
            for (int64_t k = 0; k < s->imm; k++)
                ((uint32_t *)s->vec)[k] = lo->step_of[s->vec[k]];
    }
}

static void choose_handlers(Lower *lo)
{
    for (uint32_t i = 0; i < lo->n; i++) {
        Step *s = &lo->steps[i];
        s->unit = s->inst && s->inst->op < OP_COUNT ? (uint8_t)inst_unit(s->inst) : UNIT_NONE;
        if (!s->exec && s->inst)
            s->exec = pick[s->inst->op](s->inst, s);
        if (!s->exec) {
            s->exec = exec_unsupported;
            s->extra = NULL; // no text of its own
        }
    }
}

// Does the step only compute registers, for all active lanes? Then nobody can tell where in a row
// of such steps a warp is.
static bool only_computes(const Step *s)
{
    return s->guard == SLOT_NONE &&
           (s->row || (s->unit <= UNIT_MOVE && s->exec != exec_unsupported &&
                       s->inst->op != OP_alloca && s->inst->op != OP_stackrestore));
}

// A row ends before the next branch or label: the warp's path grows there.
static void find_rows(Lower *lo)
{
    enum { SHORTEST = 3 }; // that saves time
    for (uint32_t i = lo->n; i-- > 0;) {
        Step *s = &lo->steps[i];
        s->row = !only_computes(s) ? 0 : i + 1 == lo->n || s[1].path ? 1 : 1 + s[1].row;
        s->compute = s->exec;
        if (s->row >= SHORTEST)
            s->exec = warp_run_row;
    }
}

// The i-th block of the layout. Where it falls through to an instruction that does not
// follow, a jump is added, which no counter shows.
static void lower_block(Lower *lo, uint32_t i)
{
    const Facts *facts = lo->facts;
    const CodeBlock *b = &facts->blocks[i];
    uint32_t first = lo->n;
    for (uint32_t k = b->first; k < b->end; k++) {
        lo->step_of[k] = lo->n;
        lower_inst(lo, &lo->fn->insts[k]);
    }
    lo->steps[first].path = facts->path[b->first];
    uint32_t follows = i + 1 < facts->nblocks ? facts->blocks[i + 1].first : lo->fn->ninsts;
    if (b->falls_through && b->end != follows) {
        Step *s = new_step(lo, NULL);
        s->exec = exec_goto;
        s->target = b->end;
    }
}

void lower_function(Code *c, struct CodeSet *set)
{
    const Func *f = c->func;
    Lower lo = {.code = c, .fn = f, .set = set, .facts = c->facts};
    lo.step_of = must_calloc(f->ninsts + 1, sizeof *lo.step_of);
    lo.reg_slot = must_calloc(f->nregs, sizeof *lo.reg_slot);
    lay_out_registers(&lo);
    for (uint32_t i = 0; i < lo.facts->nblocks; i++)
        lower_block(&lo, i);
    lo.step_of[f->ninsts] = lo.n;
    Step *end = new_step(&lo, NULL); // falling off the end is a return
    end->exec = exec_return;
    patch_targets(&lo);
    choose_handlers(&lo);
    find_rows(&lo);
    c->steps = lo.steps;
    c->nsteps = lo.n;
    c->counts = must_calloc(lo.n + 1, sizeof *c->counts);
    c->sites = must_calloc(lo.n + 1, sizeof *c->sites);
    c->consts = must(aligned_alloc(64, (lo.pool_used + 63) / 64 * 64 + 64));
    if (lo.pool)
        memcpy(c->consts, lo.pool, lo.pool_used);
    c->name = demangle(f->name);
    free(lo.step_of);
    free(lo.reg_slot);
    free(lo.pool);
    free(lo.known);
}

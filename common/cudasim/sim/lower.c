// lower.c - from parsed instructions to steps that can be executed: each step gets its operands
// (lower_operands.c), its handler, and the numbers of the steps that it branches to.
#include "alloc.h"
#include "async.h"
#include "exec.h"
#include "exec/fragment.h"
#include "lower_operands.h"
#include "tensor_map.h"

#include <assert.h>

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
        s->addr64 = lower_width(m->type) == 8;
    } else if (m->base == OPND_symbol) {
        s->imm = (int64_t)lower_symbol(lo, m, &s->frame);
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
    uint32_t lane = lower_width(type), n = 0;
    // Values first: they may need steps before this one.
    for (unsigned i = at + 1; i < in->nopnd && n < MAX_SOURCES - 1; i++) {
        const Operand *o = &in->opnd[i];
        if (o->kind == OPND_vector && !vec)
            vec = lower_vector(lo, o, type);
        else
            values[n++] = lower_source(lo, o, type);
        if (!dest && i == at + 1)
            lane = lower_lane(o, type);
    }
    const Operand *d = dest ? &in->opnd[0] : NULL;
    const uint32_t *dvec = d && d->kind == OPND_vector ? lower_vector(lo, d, type) : NULL;
    Step *s = lower_step(lo, in);
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
        lane = d->kind == OPND_sink ? lane : lower_lane(d, type);
    }
    s->vec = dvec ? dvec : vec;
    if (in->op == OP_atom && vec && s->nvec > 1) { // its destinations, then its sources
        uint32_t *both = lower_memory_of(lo, 2u * s->nvec * sizeof *both);
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

// PTX that no assembler has seen may have registers of any width in a fragment.
static uint8_t fragment_bytes(const Operand *o)
{
    const Operand *each = o->kind == OPND_vector ? o->vec : o;
    unsigned n = o->kind == OPND_vector ? o->nvec : 1, found = MIXED_BYTES;
    for (unsigned i = 0; i < n; i++) {
        if (each[i].kind != OPND_reg)
            continue; // a constant is as wide as the registers beside it
        unsigned bytes = lower_width((Type)each[i].type);
        if (found != MIXED_BYTES && found != bytes)
            return MIXED_BYTES;
        found = bytes;
    }
    return (uint8_t)(found == MIXED_BYTES ? 4 : found);
}

// An instruction with fragments: registers as lists, an address, and a stride or metadata.
static void lower_fragments(Lower *lo, const Inst *in)
{
    Fragments *f = lower_memory_of(lo, sizeof *f);
    const Operand *address = NULL;
    for (unsigned i = 0; i < in->nopnd; i++) {
        const Operand *o = &in->opnd[i];
        Type type = o->kind == OPND_reg ? (Type)o->type : TYPE_b32;
        const Operand one = {.kind = OPND_vector, .nvec = 1, .vec = (Operand *)o};
        if (o->kind == OPND_mem)
            address = o;
        else
            f->slots[i] = lower_vector(lo, o->kind == OPND_vector ? o : &one, type);
        f->bytes[i] = fragment_bytes(o);
        f->n[i] = (uint8_t)(o->kind == OPND_vector ? o->nvec : o->kind != OPND_mem);
    }
    Step *s = lower_step(lo, in);
    s->extra = f;
    s->space = in->space;
    if (in->second.kind == OPND_reg)
        s->dst2 = lo->reg_slot[in->second.reg];
    if (address)
        lower_address(lo, address, s);
}

// ---- calls, branches ------------------------------------------------

static void lower_call(Lower *lo, const Inst *in)
{
    const CallInfo *call = in->call;
    uint32_t *vec = lower_memory_of(lo, (call->narg + 1u) * sizeof *vec);
    const Symbol *callee = call->func ? symbol_definition(call->func) : NULL;
    const Func *layout = callee && callee->func ? callee->func : call->proto;
    for (unsigned i = 0; i < call->narg; i++) {
        const Operand *o = &call->arg[i];
        Type t = o->kind == OPND_reg             ? (Type)o->type
                 : layout && i < layout->nparams ? (Type)layout->params[i]->type
                                                 : TYPE_b32;
        vec[i] = o->kind == OPND_symbol ? SLOT_NONE : lower_source(lo, o, t);
    }
    Step *s = lower_step(lo, in);
    s->vec = vec;
    if (!callee) {
        s->src[0] = lower_source(lo, &call->target, TYPE_b64);
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
        s->exec = lower_unsupported;
        s->extra = callee->name;
    }
}

static void lower_brx(Lower *lo, const Inst *in)
{
    const Operand *targets = &in->opnd[1];
    uint32_t index = lower_source(lo, &in->opnd[0], TYPE_u32);
    uint32_t *vec = lower_memory_of(lo, (targets->nvec + 1u) * sizeof *vec);
    for (unsigned i = 0; i < targets->nvec; i++)
        vec[i] = targets->vec[i].target; // an instruction, patched to a step later
    Step *s = lower_step(lo, in);
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

// ---- copies of boxes of tensors ---------------------------------------

// The slots of the coordinates of [map, {x, y}], or of offsets.
static uint8_t lower_list(Lower *lo, const Operand *o, uint32_t *slots, unsigned room)
{
    const Operand *each = o->kind == OPND_vector ? o->vec : o;
    unsigned n = o->kind == OPND_vector ? o->nvec : 1;
    for (unsigned i = 0; i < n && i < room; i++)
        slots[i] = lower_source(lo, &each[i], TYPE_b32);
    return (uint8_t)n;
}

// The map is at a generic address, the other end and the mbarrier in shared memory.
static AddressArg tensor_address(Lower *lo, const Inst *in, const Operand *o, bool map)
{
    Step s = {.space = map ? SPACE_generic : SPACE_shared};
    s.src[0] = SLOT_NONE;
    lower_address(lo, o, &s);
    bool remote = !map && inst_has(in, MOD_shared_cluster) && o->base == OPND_reg;
    return (AddressArg){.slot = s.src[0],
                        .addr64 = s.addr64,
                        .offset = s.imm,
                        .cluster = remote,
                        .space = remote ? SPACE_generic : s.space};
}

static void lower_tensor(Lower *lo, const Inst *in)
{
    TensorArgs *a = lower_memory_of(lo, sizeof *a);
    *a = (TensorArgs){.blocks = SLOT_NONE};
    bool by_columns = inst_has(in, MOD_im2col);
    for (unsigned i = 0; i < in->nopnd; i++) {
        const Operand *o = &in->opnd[i];
        bool map = i + 1 < in->nopnd && o[1].kind != OPND_mem && !a->coordinates;
        if (o->kind == OPND_mem && a->addresses < 3)
            a->at[a->addresses++] = tensor_address(lo, in, o, map);
        else if (!a->coordinates)
            a->coordinates = lower_list(lo, o, a->coordinate, MAX_RANK);
        else if (by_columns && !a->offsets)
            a->offsets = lower_list(lo, o, a->offset, MAX_CORNERS);
        else if (a->blocks == SLOT_NONE && o->kind != OPND_vector)
            a->blocks = lower_source(lo, o, TYPE_b32);
        else
            a->coordinates = UINT8_MAX; // not an instruction that there is
    }
    lower_step(lo, in)->extra = a;
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
        p->vec = lower_vector(lo, o, t);
        return;
    }
    if (o->kind == OPND_mem) {
        if (!p->addresses)
            p->addresses = lower_memory_of(lo, MAX_OPERANDS * sizeof *p->addresses);
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
    p->src[p->n++] = itself ? SLOT_NONE : lower_source(lo, o, t);
}

static void plain_results(const Lower *lo, const Inst *in, Step *s)
{
    const Operand *d = &in->opnd[0];
    if (d->kind == OPND_reg) {
        s->dst = lo->reg_slot[d->reg];
        s->lane_bytes = (uint8_t)lower_width(d->type);
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
    s->imm = (int64_t)lower_symbol(lo, o, &frame);
    s->exec = frame ? lower_mov_frame : lower_mov_shared;
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
    Step *s = lower_step(lo, in);
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
        lower_step(lo, in)->exec = lower_unsupported;
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
    case OP_cp_async_bulk_tensor:
    case OP_cp_reduce_async_bulk_tensor:
    case OP_cp_async_bulk_prefetch_tensor: lower_tensor(lo, in); break;
    case OP_bra:
        lower_step(lo, in)->target = in->opnd[0].target; // patched later
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
            s->exec = lower_unsupported;
            s->extra = NULL; // no text of its own
        }
    }
}

static InRow in_row(const Step *s)
{
    if (!s->inst || s->exec == lower_unsupported)
        return ROW_no;
    unsigned op = s->inst->op;
    if (op == OP_bra)
        return ROW_branches;
    if (s->guard != SLOT_NONE)
        return ROW_no;
    if (s->row || (s->unit <= UNIT_MOVE && op != OP_alloca && op != OP_stackrestore))
        return ROW_computes;
    bool memory = op == OP_ld || op == OP_ldu || op == OP_st;
    return memory && s->order == ORDER_weak ? ROW_accesses : ROW_no;
}

// A row ends with a branch, or before the next label: the warp's path grows there.
static void find_rows(Lower *lo)
{
    Code *c = lo->code;
    for (uint32_t i = lo->n; i-- > 0;) {
        Step *s = &lo->steps[i];
        s->in_row = (uint8_t)in_row(s);
        bool last = i + 1 == lo->n || s[1].path || s->in_row == ROW_branches;
        s->row = s->in_row == ROW_no ? 0 : last ? 1 : 1 + s[1].row;
        bool goes_on = !last && s[1].in_row == ROW_computes && s[1].computes < UINT16_MAX;
        s->computes = s->in_row != ROW_computes ? 0 : goes_on ? s[1].computes + 1 : 1;
        s->state = c->rows + i;
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
        Step *s = lower_step(lo, NULL);
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
    lower_registers(&lo);
    for (uint32_t i = 0; i < lo.facts->nblocks; i++)
        lower_block(&lo, i);
    lo.step_of[f->ninsts] = lo.n;
    Step *end = lower_step(&lo, NULL); // falling off the end is a return
    end->exec = exec_return;
    patch_targets(&lo);
    choose_handlers(&lo);
    c->steps = lo.steps;
    c->nsteps = lo.n;
    c->counts = must_calloc(lo.n + 1, sizeof *c->counts);
    c->rows = must_calloc(lo.n + 1, sizeof *c->rows);
    find_rows(&lo);
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

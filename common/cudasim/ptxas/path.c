// path.c - how long one warp alone takes for a basic block: Facts.path. The simulator adds
// the paths up while a warp runs, and computes the time of the launch from the sums.
//
// A basic block takes as long as its longest chain of instructions that need each other's
// results, or as long as it takes to issue all its instructions, whichever is longer. Their
// order in the PTX does not matter: ptxas moves a load up until it meets a store that may
// write the same memory, a barrier or an atomic. Values from before the block are taken
// to be ready.
//
//   ld  a <- [p]      waits for memory: 1
//   ld  b <- [p+4]    at the same time
//   add c <- a, b     after both
//   st  [q] <- c
//   bra               the path: one wait for memory, an add, a branch
//
// A branch that skips a few instructions is no branch in the machine code: ptxas gives these
// instructions a predicate instead, and their loads go together with those before and after. So
// such blocks have one path together.
//
// How long a wait for global memory takes is known only when the launch has ended and its
// cache misses are counted. So a path has two numbers, which share a word (PATH_*, ptxas.h).
#include "internal.h"

#include "cost_table.h"

typedef struct {
    uint64_t path;
    double cycles; // of the path, with a guess for memory: which one is the longest
} Depth;

typedef struct {
    const Func *f;
    Depth *ready;      // by register: when its value is there
    uint32_t *stretch; // by register: the number of the block that wrote it
    uint32_t now;      // this block
    Depth stored[2];   // stores so far: to shared memory, to any other
    Depth barrier, longest;
    unsigned issued;
} Paths;

static Depth later_depth(Depth a, Depth b) { return a.cycles >= b.cycles ? a : b; }

static Depth depth_after(Depth d, double cycles, unsigned waits)
{
    d.path += (uint64_t)(PATH_PER_CYCLE * cycles + 0.5) + waits * PATH_WAIT;
    d.cycles += cycles + waits * COST_L2_CYCLES;
    return d;
}

static void wait_register(const Paths *p, int32_t reg, Depth *d)
{
    if (reg >= 0 && (uint32_t)reg < p->f->nregs && p->stretch[reg] == p->now)
        *d = later_depth(*d, p->ready[reg]);
}

static void wait_operand(const Paths *p, const Operand *o, Depth *d)
{
    if (o->kind == OPND_reg || (o->kind == OPND_mem && o->base == OPND_reg))
        wait_register(p, o->reg, d);
    for (unsigned i = 0; o->vec && i < o->nvec; i++)
        wait_operand(p, &o->vec[i], d);
}

static void set_operand(Paths *p, const Operand *o, Depth d)
{
    if (o->kind == OPND_reg && o->reg >= 0 && (uint32_t)o->reg < p->f->nregs) {
        p->ready[o->reg] = d;
        p->stretch[o->reg] = p->now;
    }
    for (unsigned i = 0; o->kind == OPND_vector && i < o->nvec; i++)
        set_operand(p, &o->vec[i], d);
}

// ---- one instruction ------------------------------------------------

bool path_is_free(const Inst *in)
{
    switch (in->op) {
    case OP_mov: return in->nopnd < 2 || in->opnd[1].kind != OPND_special;
    case OP_cvta:
    case OP_cvta_to: return true;
    case OP_ld:
    case OP_st: return in->space == SPACE_param; // operands, not loads
    default: return false;
    }
}

Unit path_unit(const Inst *in)
{
    bool real = type_class(in->type[0]) == 'F' || type_class(in->type[1]) == 'F';
    return inst_unit(in) == UNIT_CVT && !real ? UNIT_MOVE : inst_unit(in);
}

double path_division(const Inst *in)
{
    char class = type_class(in->type[0]);
    bool integer = class == 'U' || class == 'S';
    if ((in->op != OP_div && in->op != OP_rem) || (integer && in->opnd[2].kind == OPND_imm))
        return 0;
    bool wide = type_bytes(in->type[0]) == 8;
    return !integer ? COST_DIV_FLOAT_SLOTS : wide ? COST_DIV_64_SLOTS : COST_DIV_32_SLOTS;
}

static bool is_block_barrier(const Inst *in)
{
    switch (in->op) {
    case OP_bar_sync:
    case OP_bar_red:
    case OP_barrier_sync:
    case OP_barrier_red:
    case OP_bar_cta_sync:
    case OP_bar_cta_red:
    case OP_barrier_cta_sync:
    case OP_barrier_cta_red: return true;
    default: return false;
    }
}

bool path_votes(const Inst *in)
{
    return in->op == OP_bar_red || in->op == OP_barrier_red || in->op == OP_bar_cta_red ||
           in->op == OP_barrier_cta_red;
}

// What ptxas makes of types that the tensor cores do not have takes many times as long.
TensorCost path_tensor(const Inst *in)
{
    static const TensorCost costs[] = {COST_TENSOR_TABLE};
    if (in->columns) // wgmma: as long as its columns take
        return (TensorCost){in->columns * COST_WGMMA_CYCLES, in->columns * COST_WGMMA_SLOTS};
    const MatrixShape shape = inst_shape(in);
    const bool wmma = in->op == OP_wmma_mma, sparse = in->op != OP_mma && !wmma;
    const Type a = in->ntypes > 2 ? (Type)in->type[1] : TYPE_f16;
    const unsigned bytes = shape.k * matrix_bits(a) / (sparse ? 16 : 8);
    TensorCost c = costs[a == TYPE_s4 || a == TYPE_u4            ? TENSOR_nibbles
                         : a == TYPE_f16 && shape.k == 4         ? TENSOR_old
                         : a == TYPE_f64                         ? TENSOR_f64
                         : a == TYPE_b1 && inst_has(in, MOD_xor) ? TENSOR_xor
                         : sparse                                ? TENSOR_sparse
                         : a == TYPE_e4m3 || a == TYPE_e5m2      ? TENSOR_bytes
                                                                 : TENSOR_plain];
    if (bytes < 32)
        c.latency *= COST_TENSOR_SHORT, c.slots *= COST_TENSOR_SHORT;
    if (a == TYPE_f64 && bytes > 32) // one after the other along k
        c.latency += COST_TENSOR_F64 * (shape.k - 4), c.slots *= shape.k / 4.0;
    if (wmma && shape.n != 8) // two tiles
        c.slots *= 2;
    return c;
}

// As nvdisasm shows them. A machine instruction multiplies 16 x 8 results, or fewer; types that
// sm_90 does not have are two halves of the types that it has.
unsigned path_products(const Inst *in)
{
    const MatrixShape shape = inst_shape(in);
    const Type a = in->ntypes > 2 ? (Type)in->type[1] : TYPE_f16;
    if (in->columns)
        return 1;
    if (a == TYPE_f16 && shape.k == 4)
        return 0;                                  // a function of ordinary instructions
    const bool tiles = shape.m * shape.n > 16 * 8; // of wmma
    const bool halves = a == TYPE_s4 || a == TYPE_u4 || a == TYPE_e4m3 || a == TYPE_e5m2 ||
                        (a == TYPE_b1 && inst_has(in, MOD_xor)) || (a == TYPE_tf32 && tiles);
    return (tiles ? 2 : 1) * (halves ? 2 : 1);
}

// Does it order memory for threads of other blocks, too?
static bool is_wide_fence(const Inst *in)
{
    return (in->op == OP_membar || in->op == OP_fence) && !inst_has(in, MOD_cta);
}

static double sync_cycles(const Inst *in)
{
    if (is_block_barrier(in))
        return COST_BARRIER_CYCLES + (path_votes(in) ? COST_VOTE_CYCLES : 0);
    if (in->op == OP_barrier_cluster_wait)
        return COST_CLUSTER_CYCLES;
    return is_wide_fence(in) ? COST_FENCE_CYCLES : COST_SYNC_CYCLES;
}

static double result_cycles(const Inst *in, Unit unit, Space space)
{
    bool atomic = in->op == OP_atom;
    switch (unit) {
    case UNIT_MEM:
        if (in->op == OP_ldmatrix)
            return COST_SHARED_CYCLES;
        return space == SPACE_shared  ? atomic ? COST_SHARED_ATOMIC_CYCLES : COST_SHARED_CYCLES
               : atomic               ? COST_ATOMIC_CYCLES
               : space == SPACE_local ? COST_L1_CYCLES
                                      : COST_STEP_CYCLES;
    case UNIT_SYNC: return sync_cycles(in);
    case UNIT_FLOW: return COST_BRANCH_CYCLES;
    case UNIT_WARP: return COST_WARP_CYCLES;
    case UNIT_SFU:
    case UNIT_CVT: return COST_SFU_CYCLES;
    case UNIT_FP64: return COST_FP64_CYCLES;
    case UNIT_TENSOR: return path_tensor(in).latency;
    default: return COST_STEP_CYCLES * (1 + path_division(in));
    }
}

double path_cycles(const Func *f, const Inst *in)
{
    return path_is_free(in) ? 0 : result_cycles(in, path_unit(in), inst_space(f, in));
}

static bool orders_memory(const Inst *in, Unit unit)
{
    return unit == UNIT_SYNC || in->op == OP_atom || in->op == OP_call;
}

// A special register is read by an instruction of its own, unless it is a mov's source.
static unsigned special_reads(const Inst *in)
{
    unsigned n = 0;
    for (unsigned k = 0; k < in->nopnd; k++) {
        n += in->op != OP_mov && in->opnd[k].kind == OPND_special;
        for (unsigned i = 0; in->opnd[k].kind == OPND_vector && i < in->opnd[k].nvec; i++)
            n += in->opnd[k].vec[i].kind == OPND_special;
    }
    return n;
}

// What a fence waits for the stores before it.
static double stores_end(const Paths *p, const Inst *in)
{
    return is_wide_fence(in) && p->stored[1].cycles > 0 ? COST_FENCE_STORE_CYCLES : 0;
}

static void add_instruction(Paths *p, const Inst *in)
{
    Unit unit = path_unit(in);
    Space space = inst_space(p->f, in);
    bool writes = inst_writes(in), free = path_is_free(in), memory = unit == UNIT_MEM && !free;
    Depth at = {0, 0};
    wait_operand(p, &in->guard, &at);
    for (unsigned i = writes; i < in->nopnd; i++)
        wait_operand(p, &in->opnd[i], &at);
    bool global = space == SPACE_global || space == SPACE_generic;
    bool stores = in->op == OP_st || in->op == OP_red, loads = memory && global && in->op == OP_ld;
    if (memory || orders_memory(in, unit)) {
        at = later_depth(at, p->barrier);
        if (orders_memory(in, unit) || space != SPACE_shared)
            at = later_depth(at, p->stored[1]);
        if (orders_memory(in, unit) || space == SPACE_shared || space == SPACE_generic)
            at = later_depth(at, p->stored[0]);
    }
    Depth end =
        depth_after(at,
                    free     ? 0
                    : loads  ? 0
                    : stores ? 1
                             : result_cycles(in, unit, space) + stores_end(p, in),
                    loads || in->op == OP_cp_async_wait_group || in->op == OP_cp_async_wait_all);
    p->issued += !free + special_reads(in);
    if (stores && memory)
        p->stored[space != SPACE_shared] = later_depth(p->stored[space != SPACE_shared], end);
    if (orders_memory(in, unit))
        p->barrier = end;
    if (writes && in->nopnd)
        set_operand(p, &in->opnd[0], end);
    set_operand(p, &in->second, end);
    p->longest = later_depth(p->longest, end);
}

// ---- branches that become predicates --------------------------------

// As many instructions, without loads of global memory, get a predicate: what ptxas 13.0 does with
// bodies of additions, of stores, and of loads.
enum { PREDICATED = 8 };

static bool takes_predicate(const Inst *in)
{
    switch (path_unit(in)) {
    case UNIT_INT:
    case UNIT_FP32:
    case UNIT_FP16:
    case UNIT_MOVE: return !path_division(in);
    case UNIT_MEM: return in->op == OP_ld || in->op == OP_st;
    default: return false;
    }
}

static bool reads_register(const Inst *in, int32_t reg)
{
    for (unsigned k = inst_writes(in); k < in->nopnd; k++) {
        const Operand *o = &in->opnd[k];
        if ((o->kind == OPND_reg || (o->kind == OPND_mem && o->base == OPND_reg)) && o->reg == reg)
            return true;
        for (unsigned i = 0; o->vec && i < o->nvec; i++)
            if (o->vec[i].kind == OPND_reg && o->vec[i].reg == reg)
                return true;
    }
    return false;
}

static bool loads_global(const Func *f, const Inst *in)
{
    Space space = inst_space(f, in);
    return in->op == OP_ld && (space == SPACE_global || space == SPACE_generic);
}

// Is a load's result used before the end of the block? ptxas does not let all lanes wait for that.
static bool uses_load(const Func *f, const Basic *b, uint32_t load)
{
    const Operand *to = &f->insts[load].opnd[0];
    for (uint32_t i = load + 1; i < b->end; i++) {
        if (to->kind == OPND_reg && reads_register(&f->insts[i], to->reg))
            return true;
        for (unsigned k = 0; to->kind == OPND_vector && k < to->nvec; k++)
            if (reads_register(&f->insts[i], to->vec[k].reg))
                return true;
    }
    return false;
}

static bool is_predicated(const Func *f, const Basic *b)
{
    unsigned n = 0;
    for (uint32_t i = b->first; i < b->end; i++) {
        const Inst *in = &f->insts[i];
        if (in->op >= OP_COUNT || !takes_predicate(in))
            return false;
        bool load = loads_global(f, in);
        if (load && uses_load(f, b, i))
            return false;
        n += !load && !path_is_free(in);
    }
    return n <= PREDICATED;
}

// Of blocks b, b + 1 and b + 2: does b skip b + 1, which gets a predicate, and does nothing else
// lead to them?
static bool skips_next(const Flow *flow, const uint32_t *before, uint32_t b)
{
    if (b + 2 >= flow->n)
        return false;
    const Basic *x = &flow->blocks[b], *body = x + 1;
    return x->next == b + 1 && x->jump == b + 2 && body->next == b + 2 &&
           body->jump == UINT32_MAX && !body->table && before[b + 1] == 1 && before[b + 2] == 2 &&
           is_predicated(flow->f, body);
}

// By block: how many blocks go on to it.
static uint32_t *count_before(const Flow *flow)
{
    uint32_t *before = must_calloc(flow->n, sizeof *before), next;
    for (uint32_t b = 0; b < flow->n; b++)
        for (uint32_t i = 0; flow_next(flow, b, i, &next); i++)
            before[next]++;
    return before;
}

// ---- a function -----------------------------------------------------

static uint64_t block_path(Paths *p, const Basic *b, uint32_t end)
{
    static const Depth start = {0, 0};
    p->now++;
    p->stored[0] = p->stored[1] = p->barrier = p->longest = start;
    p->issued = 0;
    for (uint32_t i = b->first; i < end; i++)
        if (p->f->insts[i].op < OP_COUNT)
            add_instruction(p, &p->f->insts[i]);
    Depth issue = depth_after(start, p->issued * COST_WARP_ISSUE_CYCLES, 0);
    return later_depth(p->longest, issue).path;
}

void path_find(Facts *facts, const Flow *flow)
{
    const Func *f = facts->func;
    Paths p = {.f = f};
    p.ready = must_calloc(f->nregs + 1, sizeof *p.ready);
    p.stretch = must_calloc(f->nregs + 1, sizeof *p.stretch);
    uint32_t *before = count_before(flow);
    for (uint32_t b = 0, last; b < flow->n; b = last + 1) {
        for (last = b; skips_next(flow, before, last); last += 2)
            ;
        facts->path[flow->blocks[b].first] =
            block_path(&p, &flow->blocks[b], flow->blocks[last].end);
    }
    free(before);
    free(p.ready);
    free(p.stretch);
}

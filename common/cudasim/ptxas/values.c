// values.c - value numbers: equal numbers mean equal values. A register that several
// instructions write has versions: the instruction that wrote it last, or the basic block
// where several versions meet, which makes a new value.
//
// Alignment: how many low bits of a value are known to be 0. They follow from constants,
// shifts to the left, products, `and`, and sums and choices of aligned values; the variable
// of a loop is aligned as its first value and its steps are.
#include "fnv.h"
#include "internal.h"

enum { ALL_ZEROS = 31, DEEPEST = 500 };

typedef enum {
    VALUE_unknown,  // of instruction a, register b
    VALUE_merged,   // of register a, version b
    VALUE_constant, // a
    VALUE_symbol,   // the address of a, a variable
    VALUE_special,  // special register a
    VALUE_param,    // parameter a + b
    VALUE_result    // of instruction `op`: a, b, c are values
} ValueKind;

typedef struct {
    uint8_t kind;
    uint8_t zeros;  // low bits known to be 0; of a merged value: an upper bound
    uint32_t round; // of values_settle() in which `zeros` was found
    uint64_t form;  // operation, type and suffixes
    uint64_t a, b, c;
    uint32_t next; // with the same hash
} ValueDef;

struct Values {
    const Facts *facts; // where shared variables lie
    const Func *func;
    Flow *flow;
    uint32_t *order, nreached; // blocks that can be reached, parents first
    uint32_t *rank;            // by block: its index in `order`, NONE: it is not there
    uint32_t *from, *first;    // from[first[b] .. first[b + 1]) lead to block b
    uint32_t *parent;          // by block: the next one that dominates it
    uint32_t *def;             // by register: an instruction that writes it
    uint8_t *ndefs;            // by register: how many do, up to 2
    uint32_t **versions;       // by register, by block: version at its beginning
    uint32_t *result;          // by instruction: value of what it writes
    ValueDef *values;
    uint32_t nvalues, size_values, round;
    uint32_t hash[1024]; // first value with this hash; NONE: none
};

// ---- basic blocks: which come before which --------------------------

static void visit_blocks(Values *f)
{
    uint32_t n = f->flow->n, depth = 0, top = n, s;
    uint32_t *stack = must_malloc(n, sizeof *stack), *next = must_calloc(n, sizeof *next);
    memset(f->rank, 0xff, n * sizeof *f->rank);
    stack[depth++] = 0;
    f->rank[0] = 0;
    while (depth) {
        uint32_t b = stack[depth - 1];
        if (!flow_next(f->flow, b, next[b]++, &s)) {
            f->order[--top] = b;
            depth--;
        } else if (f->rank[s] == NONE) {
            f->rank[s] = 0;
            stack[depth++] = s;
        }
    }
    f->nreached = n - top;
    memmove(f->order, f->order + top, f->nreached * sizeof *f->order);
    for (uint32_t i = 0; i < f->nreached; i++)
        f->rank[f->order[i]] = i;
    free(stack);
    free(next);
}

static void find_predecessors(Values *f)
{
    uint32_t n = f->flow->n, s;
    for (int fill = 0; fill < 2; fill++) {
        for (uint32_t i = 0; i < f->nreached; i++)
            for (uint32_t k = 0; flow_next(f->flow, f->order[i], k, &s); k++)
                if (fill)
                    f->from[--f->first[s]] = f->order[i];
                else
                    f->first[s]++;
        for (uint32_t b = 0; !fill && b < n; b++)
            f->first[b + 1] += f->first[b];
        if (!fill)
            f->from = must_malloc(f->first[n] + 1, sizeof *f->from);
    }
}

static uint32_t common_parent(const Values *f, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (f->rank[a] > f->rank[b])
            a = f->parent[a];
        while (f->rank[b] > f->rank[a])
            b = f->parent[b];
    }
    return a;
}

// Cooper, Harvey, Kennedy, "A simple, fast dominance algorithm", 2001.
static void find_dominators(Values *f)
{
    memset(f->parent, 0xff, f->flow->n * sizeof *f->parent);
    f->parent[0] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 1; i < f->nreached; i++) {
            uint32_t b = f->order[i], p = NONE;
            for (uint32_t k = f->first[b]; k < f->first[b + 1]; k++)
                if (f->parent[f->from[k]] != NONE)
                    p = p == NONE ? f->from[k] : common_parent(f, p, f->from[k]);
            changed |= f->parent[b] != p;
            f->parent[b] = p;
        }
    }
}

bool values_before(const Values *f, uint32_t a, uint32_t b)
{
    uint32_t first = f->flow->block_of[a], block = f->flow->block_of[b];
    if (first == block)
        return a < b;
    while (f->rank[block] > f->rank[first])
        block = f->parent[block];
    return block == first;
}

const uint32_t *values_blocks(const Values *f, uint32_t *n)
{
    *n = f->nreached;
    return f->order;
}

uint32_t values_rank(const Values *f, uint32_t block) { return f->rank[block]; }

const Flow *values_flow(const Values *f) { return f->flow; }

// ---- versions -------------------------------------------------------

static bool writes_operand(const Operand *o, int32_t reg)
{
    for (unsigned i = 0; o->kind == OPND_vector && i < o->nvec; i++)
        if (writes_operand(&o->vec[i], reg))
            return true;
    return o->kind == OPND_reg && o->reg == reg;
}

static bool writes_register(const Inst *in, int32_t reg)
{
    if (in->op >= OP_COUNT)
        return false;
    if (in->nopnd && inst_writes(in) && writes_operand(&in->opnd[0], reg))
        return true;
    for (unsigned k = 0; in->call && k < in->call->nret; k++)
        if (writes_operand(&in->call->ret[k], reg))
            return true;
    return writes_operand(&in->second, reg);
}

static uint32_t version_merged(const Values *f, uint32_t block) { return f->func->ninsts + block; }

uint32_t *values_versions(const Values *f, Writes writes, int32_t what)
{
    uint32_t n = f->flow->n, *in = must_malloc(n, sizeof *in), *last = must_malloc(n, sizeof *last);
    memset(in, 0xff, n * sizeof *in);
    memset(last, 0xff, n * sizeof *last);
    for (uint32_t b = 0; b < n; b++)
        for (uint32_t i = f->flow->blocks[b].first; i < f->flow->blocks[b].end; i++)
            if (writes(&f->func->insts[i], what))
                last[b] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < f->nreached; i++) {
            uint32_t b = f->order[i], merged = version_merged(f, b);
            uint32_t v = i ? NONE : VERSION_first;
            for (uint32_t k = f->first[b]; k < f->first[b + 1]; k++) {
                uint32_t p = f->from[k], out = last[p] != NONE ? last[p] : in[p];
                if (out != NONE)
                    v = v == NONE || v == out ? out : merged;
            }
            if (in[b] != v && in[b] != merged) {
                in[b] = v;
                changed = true;
            }
        }
    }
    free(last);
    return in;
}

static uint32_t register_version(Values *f, int32_t reg, uint32_t at)
{
    if (f->ndefs[reg] == 1)
        return f->def[reg];
    if (!f->versions[reg])
        f->versions[reg] = values_versions(f, writes_register, reg);
    uint32_t block = f->flow->block_of[at];
    for (uint32_t i = at; i-- > f->flow->blocks[block].first;)
        if (writes_register(&f->func->insts[i], reg))
            return i;
    return f->versions[reg][block];
}

// ---- values ---------------------------------------------------------

static uint32_t value_new(Values *f, ValueDef v)
{
    uint64_t key = (v.a * 31 + v.b) * 31 + v.c + v.form * 7 + v.kind;
    uint32_t *slot = &f->hash[(key ^ key >> 10 ^ key >> 20) % 1024];
    for (uint32_t i = *slot; i != NONE; i = f->values[i].next) {
        const ValueDef *o = &f->values[i];
        if (o->kind == v.kind && o->form == v.form && o->a == v.a && o->b == v.b && o->c == v.c)
            return i;
    }
    if (f->nvalues == f->size_values) {
        f->size_values = f->size_values ? 2 * f->size_values : 64;
        f->values = must_realloc(f->values, f->size_values, sizeof *f->values);
    }
    v.zeros = ALL_ZEROS;
    v.next = *slot;
    f->values[f->nvalues] = v;
    return *slot = f->nvalues++;
}

static uint32_t value_constant(Values *f, uint64_t n)
{
    return value_new(f, (ValueDef){.kind = VALUE_constant, .a = n});
}

static uint64_t form_of(OpCode op, unsigned bytes) { return op | (uint64_t)bytes << 16; }

static bool is_sum(const Values *f, uint32_t v)
{
    return f->values[v].kind == VALUE_result && (f->values[v].form & 0xffff) == OP_add;
}

static bool is_constant(const Values *f, uint32_t v) { return f->values[v].kind == VALUE_constant; }

static bool is_symbol(const Values *f, uint32_t v) { return f->values[v].kind == VALUE_symbol; }

// Constants come last. The address of a variable comes after everything except a constant.
static uint32_t value_sum(Values *f, unsigned bytes, uint32_t a, uint32_t b)
{
    uint64_t form = form_of(OP_add, bytes);
    for (int turn = 0; turn < 2; turn++) {
        uint32_t swap = a;
        a = b, b = swap;
        if (is_sum(f, a) && is_symbol(f, (uint32_t)f->values[a].a) && !is_constant(f, b)) {
            ValueDef inner = f->values[a];
            if (is_constant(f, (uint32_t)inner.b))
                return value_sum(f, bytes, value_sum(f, bytes, (uint32_t)inner.a, b),
                                 (uint32_t)inner.b);
        }
    }
    bool swap =
        is_constant(f, a) || (!is_constant(f, b) && !is_symbol(f, a) && (is_symbol(f, b) || b < a));
    return value_new(
        f, (ValueDef){.kind = VALUE_result, .form = form, .a = swap ? b : a, .b = swap ? a : b});
}

static uint32_t value_of_inst(Values *f, uint32_t i, int32_t reg, unsigned depth);

static uint32_t value_of_symbol(Values *f, const Operand *o)
{
    const Symbol *s = symbol_definition(o->sym);
    uint32_t v = value_new(f, (ValueDef){.kind = VALUE_symbol, .a = (uintptr_t)s});
    return o->offset ? value_sum(f, 4, v, value_constant(f, (uint64_t)o->offset)) : v;
}

static uint32_t value_of_register(Values *f, int32_t reg, uint32_t at, unsigned depth)
{
    if (!f->ndefs[reg])
        return value_new(f, (ValueDef){.kind = VALUE_merged, .a = (uint64_t)reg, .b = NONE});
    uint32_t version = register_version(f, reg, at);
    if (version < f->func->ninsts)
        return value_of_inst(f, version, reg, depth + 1);
    return value_new(f, (ValueDef){.kind = VALUE_merged, .a = (uint64_t)reg, .b = version});
}

// Of operand k of an instruction.
static uint32_t value_of(Values *f, uint32_t at, unsigned k, unsigned depth)
{
    const Operand *o = &f->func->insts[at].opnd[k];
    bool clock = o->special >= SREG_clock && o->special <= SREG_globaltimer_hi;
    if (o->kind == OPND_imm)
        return value_constant(f, o->imm);
    if (o->kind == OPND_reg)
        return value_of_register(f, o->reg, at, depth);
    if (o->kind == OPND_special && !clock)
        return value_new(f, (ValueDef){.kind = VALUE_special, .a = o->special});
    if (o->kind == OPND_symbol && o->sym->kind == SYM_var)
        return value_of_symbol(f, o);
    return value_new(f, (ValueDef){.kind = VALUE_unknown, .a = at, .b = f->func->nregs + k});
}

// Do equal integers always give the same result, one, and all its low bits?
static bool is_pure(const Inst *in)
{
    Unit unit = inst_unit(in);
    if (in->guard.kind != OPND_none || in->opnd[0].kind != OPND_reg ||
        in->second.kind != OPND_none || in->nopnd < 2 || in->nopnd > 4)
        return false;
    for (unsigned k = 0; in->op == OP_cvt && k < in->ntypes; k++)
        if (type_class(in->type[k]) == 'F' || type_class(in->type[k]) == 'H')
            return false;
    bool carry =
        in->op == OP_addc || in->op == OP_subc || in->op == OP_madc || inst_has(in, MOD_cc);
    return (unit == UNIT_INT || unit == UNIT_CVT || unit == UNIT_MOVE) && !carry &&
           !inst_has(in, MOD_hi);
}

static uint64_t form_of_inst(const Inst *in)
{
    switch (in->op) { // the same for signed and unsigned
    case OP_add:
    case OP_sub:
    case OP_mul:
    case OP_mad:
    case OP_shl:
    case OP_and:
    case OP_or:
    case OP_xor: return form_of((OpCode)in->op, type_bytes(in->type[0]));
    default: break;
    }
    uint64_t form = 0;
    for (unsigned k = 0; k < in->ntypes; k++)
        form = form << 8 | in->type[k];
    for (unsigned k = 0; k < sizeof in->mods / sizeof *in->mods; k++)
        form = fnv_add(form, in->mods[k]);
    return form << 16 | in->op;
}

static uint32_t find_value(Values *f, uint32_t i, int32_t reg, unsigned depth)
{
    const Inst *in = &f->func->insts[i];
    if (in->op == OP_ld && in->space == SPACE_param && in->guard.kind == OPND_none &&
        in->opnd[0].kind == OPND_reg && in->opnd[1].base == OPND_symbol)
        return value_new(f, (ValueDef){.kind = VALUE_param,
                                       .a = (uintptr_t)in->opnd[1].sym,
                                       .b = (uint64_t)in->opnd[1].offset});
    if (in->op >= OP_COUNT || !is_pure(in) || depth > DEEPEST)
        return value_new(f, (ValueDef){.kind = VALUE_unknown, .a = i, .b = (uint64_t)reg});
    uint32_t v[3] = {0};
    for (unsigned k = 1; k < in->nopnd; k++)
        v[k - 1] = value_of(f, i, k, depth);
    unsigned bytes = in->ntypes ? type_bytes(in->type[0]) : 0;
    if (in->op == OP_mov && in->nopnd == 2)
        return v[0];
    if (in->op == OP_add)
        return value_sum(f, bytes, v[0], v[1]);
    if (in->op == OP_sub && is_constant(f, v[1]))
        return value_sum(f, bytes, v[0], value_constant(f, -f->values[v[1]].a));
    return value_new(
        f, (ValueDef){
               .kind = VALUE_result, .form = form_of_inst(in), .a = v[0], .b = v[1], .c = v[2]});
}

static uint32_t value_of_inst(Values *f, uint32_t i, int32_t reg, unsigned depth)
{
    if (f->func->insts[i].opnd[0].kind != OPND_reg || f->func->insts[i].opnd[0].reg != reg)
        return value_new(f, (ValueDef){.kind = VALUE_unknown, .a = i, .b = (uint64_t)reg});
    if (f->result[i] == NONE) {
        // Where its value depends on itself, the value is unknown.
        f->result[i] = value_new(f, (ValueDef){.kind = VALUE_unknown, .a = i, .b = (uint64_t)reg});
        f->result[i] = find_value(f, i, reg, depth);
    }
    return f->result[i];
}

// ---- alignment ------------------------------------------------------

static unsigned zeros_of(Values *f, uint32_t v);

static unsigned number_zeros(uint64_t n)
{
    unsigned z = n ? (unsigned)__builtin_ctzll(n) : ALL_ZEROS;
    return z < ALL_ZEROS ? z : ALL_ZEROS;
}

static unsigned fewer(unsigned a, unsigned b) { return a < b ? a : b; }

// Where a shared variable lies. False: ptxas does not know (nvcc -rdc=true).
static bool shared_offset(const Values *f, const Symbol *s, uint32_t *offset)
{
    *offset = 0;
    for (uint32_t i = 0; i < f->facts->nshared; i++)
        if (f->facts->shared[i].sym == s)
            *offset = f->facts->shared[i].offset;
    return f->facts->shared != NULL;
}

static unsigned symbol_zeros(const Values *f, const Symbol *s)
{
    uint32_t offset;
    if (s->space != SPACE_shared)
        return 0;
    if (shared_offset(f, s, &offset))
        return number_zeros(offset);
    return number_zeros(s->align ? s->align : 1);
}

static unsigned result_zeros(Values *f, const ValueDef *r)
{
    uint32_t a = (uint32_t)r->a, b = (uint32_t)r->b, c = (uint32_t)r->c;
    switch ((OpCode)(r->form & 0xffff)) {
    case OP_shl: return zeros_of(f, a) + (is_constant(f, b) ? (unsigned)f->values[b].a & 63 : 0);
    case OP_mul:
    case OP_mul_wide:
    case OP_mul24: return zeros_of(f, a) + zeros_of(f, b);
    case OP_mad:
    case OP_mad_wide:
    case OP_mad24: return fewer(zeros_of(f, a) + zeros_of(f, b), zeros_of(f, c));
    case OP_add:
    case OP_sub:
    case OP_or:
    case OP_xor:
    case OP_selp:
    case OP_slct:
    case OP_rem: return fewer(zeros_of(f, a), zeros_of(f, b));
    case OP_and: {
        unsigned x = zeros_of(f, a), y = zeros_of(f, b);
        return x > y ? x : y;
    }
    case OP_neg:
    case OP_cvt:
    case OP_cvta:
    case OP_cvta_to: return zeros_of(f, a);
    default: return 0;
    }
}

// An upper bound in this round; the variable of a loop needs several rounds.
static unsigned zeros_of(Values *f, uint32_t v)
{
    ValueDef *p = &f->values[v];
    if (p->kind == VALUE_merged || p->round == f->round)
        return p->zeros;
    p->round = f->round;
    p->zeros = 0;
    ValueDef x = *p;
    unsigned z = x.kind == VALUE_constant ? number_zeros(x.a)
                 : x.kind == VALUE_symbol ? symbol_zeros(f, (const Symbol *)(uintptr_t)x.a)
                 : x.kind == VALUE_result ? result_zeros(f, &x)
                                          : 0;
    return f->values[v].zeros = (uint8_t)fewer(z, ALL_ZEROS);
}

// A merged value has as many zeros as the value with the fewest that is written there.
static bool settle_merged(Values *f, uint32_t v)
{
    int32_t reg = (int32_t)f->values[v].a;
    unsigned z = f->values[v].zeros;
    for (uint32_t i = 0; i < f->func->ninsts && z; i++)
        if (writes_register(&f->func->insts[i], reg))
            z = fewer(z, zeros_of(f, value_of_inst(f, i, reg, 0)));
    bool fewer = z < f->values[v].zeros;
    f->values[v].zeros = (uint8_t)z;
    return fewer;
}

void values_settle(Values *f)
{
    for (bool changed = true; changed;) {
        changed = false;
        f->round++;
        for (uint32_t v = 0; v < f->nvalues; v++) // new ones may come
            if (f->values[v].kind == VALUE_merged)
                changed |= settle_merged(f, v);
    }
    f->round++;
}

unsigned values_zeros(Values *f, uint32_t value)
{
    return value == NO_VALUE ? ALL_ZEROS : zeros_of(f, value);
}

// ---- addresses ------------------------------------------------------

static int64_t constant_added(const Values *f, const ValueDef *sum)
{
    uint64_t n = f->values[sum->b].a;
    return sum->form == form_of(OP_add, 8) ? (int64_t)n : (int32_t)n;
}

bool values_address(Values *f, uint32_t at, const Operand *m, uint32_t *value, int64_t *constant)
{
    uint32_t v;
    if (m->base == OPND_reg)
        v = value_of_register(f, m->reg, at, 0);
    else if (m->base == OPND_symbol && m->sym->kind == SYM_var)
        v = value_of_symbol(f, &(Operand){.kind = OPND_symbol, .sym = m->sym});
    else
        return false;
    int64_t n = m->offset;
    while (is_sum(f, v) && is_constant(f, (uint32_t)f->values[v].b)) {
        n += constant_added(f, &f->values[v]);
        v = (uint32_t)f->values[v].a;
    }
    const Symbol *s = is_symbol(f, v) ? (const Symbol *)(uintptr_t)f->values[v].a : NULL;
    uint32_t offset;
    if (s && s->space == SPACE_shared && shared_offset(f, s, &offset)) {
        n += offset;
        v = NO_VALUE;
    }
    *value = v;
    *constant = n;
    return true;
}

// ---- a function -----------------------------------------------------

static void note_definition(Values *f, const Operand *o, uint32_t i)
{
    for (unsigned k = 0; o->kind == OPND_vector && k < o->nvec; k++)
        note_definition(f, &o->vec[k], i);
    if (o->kind != OPND_reg)
        return;
    f->def[o->reg] = i;
    f->ndefs[o->reg] += f->ndefs[o->reg] < 2;
}

static void find_definitions(Values *f)
{
    for (uint32_t i = 0; i < f->func->ninsts; i++) {
        const Inst *in = &f->func->insts[i];
        if (in->op >= OP_COUNT)
            continue;
        if (in->nopnd && inst_writes(in))
            note_definition(f, &in->opnd[0], i);
        note_definition(f, &in->second, i);
        for (unsigned k = 0; in->call && k < in->call->nret; k++)
            note_definition(f, &in->call->ret[k], i);
    }
}

Values *values_new(const Facts *facts)
{
    const Func *func = facts->func;
    Flow *flow = flow_new(func);
    uint32_t blocks = flow->n, regs = func->nregs;
    Values *f = must_calloc(1, sizeof *f);
    *f = (Values){.facts = facts, .func = func, .flow = flow};
    f->order = must_malloc(blocks, sizeof *f->order);
    f->rank = must_malloc(blocks, sizeof *f->rank);
    f->parent = must_malloc(blocks, sizeof *f->parent);
    f->first = must_calloc(blocks + 1, sizeof *f->first);
    f->def = must_calloc(regs, sizeof *f->def);
    f->ndefs = must_calloc(regs, sizeof *f->ndefs);
    f->versions = must_calloc(regs, sizeof *f->versions);
    f->result = must_malloc(func->ninsts, sizeof *f->result);
    memset(f->result, 0xff, func->ninsts * sizeof *f->result);
    memset(f->hash, 0xff, sizeof f->hash);
    find_definitions(f);
    visit_blocks(f);
    find_predecessors(f);
    find_dominators(f);
    return f;
}

void values_free(Values *f)
{
    for (uint32_t i = 0; i < f->func->nregs; i++)
        free(f->versions[i]);
    flow_free(f->flow);
    free(f->order);
    free(f->rank);
    free(f->from);
    free(f->first);
    free(f->parent);
    free(f->def);
    free(f->ndefs);
    free(f->versions);
    free(f->result);
    free(f->values);
    free(f);
}

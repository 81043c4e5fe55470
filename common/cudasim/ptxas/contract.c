// contract.c - one rounding instead of two. PTX lets a product and a sum that do not name
// their rounding become one fma. ptxas does so wherever it sees the chance; results differ
// in the last bit. The rules, as seen in the machine code of CUDA 13.0 for cc 9.0, for all
// floating-point types:
//
//   A product becomes part of the sums that use it if nothing else uses it, and if all
//   these sums are in its basic block, flush subnormal numbers as it does, and use it once.
//   Of two products that are added or subtracted, the first becomes part.
//
// The product stays in the function although no instruction reads it: counters show what the
// PTX says. A product that is copied or negated on the way to the sum keeps its own rounding.
#include "internal.h"

typedef struct {
    Func *func;
    Flow *flow;
    uint32_t *uses;  // by register
    uint32_t *taken; // by register: uses in sums that the product may become part of
    uint32_t *mul;   // by register: the product that it holds; NONE: it holds no product
    uint8_t *ndefs;  // by register: how many instructions write it, up to 2
    bool *part;      // by register: a product that becomes part of its sums
} Contraction;

static bool rounds_freely(const Inst *in, OpCode op)
{
    char class = type_class(in->type[0]);
    bool named = inst_has(in, MOD_rn) || inst_has(in, MOD_rz) || inst_has(in, MOD_rm) ||
                 inst_has(in, MOD_rp);
    return in->op == op && in->ntypes == 1 && in->nopnd == 3 && !named &&
           (class == 'F' || in->type[0] == TYPE_f16x2 || in->type[0] == TYPE_bf16x2);
}

static bool is_free_sum(const Inst *in)
{
    return rounds_freely(in, OP_add) || rounds_freely(in, OP_sub);
}

static bool is_product(const Inst *in)
{
    return rounds_freely(in, OP_mul) && in->guard.kind == OPND_none &&
           in->opnd[0].kind == OPND_reg && !inst_has(in, MOD_sat);
}

static void count_operand(Contraction *c, const Operand *o)
{
    for (unsigned i = 0; o->kind == OPND_vector && i < o->nvec; i++)
        count_operand(c, &o->vec[i]);
    if (o->kind == OPND_reg || (o->kind == OPND_mem && o->base == OPND_reg))
        c->uses[o->reg]++;
}

static void note_product(Contraction *c, const Operand *o, uint32_t mul)
{
    for (unsigned i = 0; o->kind == OPND_vector && i < o->nvec; i++)
        note_product(c, &o->vec[i], mul);
    if (o->kind != OPND_reg)
        return;
    c->mul[o->reg] = c->ndefs[o->reg] ? NONE : mul;
    c->ndefs[o->reg] += c->ndefs[o->reg] < 2;
}

static void look_at(Contraction *c, uint32_t i)
{
    const Inst *in = &c->func->insts[i];
    bool writes = in->op < OP_COUNT && in->nopnd && inst_writes(in);
    for (unsigned k = writes; k < in->nopnd; k++)
        count_operand(c, &in->opnd[k]);
    count_operand(c, &in->guard);
    for (unsigned k = 0; in->call && k < in->call->narg; k++)
        count_operand(c, &in->call->arg[k]);
    if (in->call)
        count_operand(c, &in->call->target);
    if (writes)
        note_product(c, &in->opnd[0], is_product(in) ? i : NONE);
    note_product(c, &in->second, NONE);
    for (unsigned k = 0; in->call && k < in->call->nret; k++)
        note_product(c, &in->call->ret[k], NONE);
}

static bool written_between(const Contraction *c, const Operand *o, uint32_t first, uint32_t last)
{
    if (o->kind != OPND_reg || c->ndefs[o->reg] < 2)
        return false;
    for (uint32_t i = first; i < last; i++) {
        const Inst *in = &c->func->insts[i];
        const Operand *d = &in->opnd[0];
        if (in->call || d->kind == OPND_vector || in->second.kind == OPND_reg ||
            (in->op < OP_COUNT && inst_writes(in) && d->kind == OPND_reg && d->reg == o->reg))
            return true;
    }
    return false;
}

// Can operand k of the sum be a product that the sum computes itself?
static bool fits(const Contraction *c, uint32_t sum, unsigned k)
{
    const Inst *in = &c->func->insts[sum];
    const Operand *o = &in->opnd[k], *other = &in->opnd[3 - k];
    if (o->kind != OPND_reg || c->mul[o->reg] == NONE)
        return false;
    uint32_t i = c->mul[o->reg];
    const Inst *mul = &c->func->insts[i];
    bool halves = type_bytes(in->type[0]) == 2 || type_class(in->type[0]) == 'H';
    bool constant =
        mul->opnd[1].kind != OPND_reg || mul->opnd[2].kind != OPND_reg || other->kind != OPND_reg;
    return mul->type[0] == in->type[0] && inst_has(mul, MOD_ftz) == inst_has(in, MOD_ftz) &&
           c->flow->block_of[i] == c->flow->block_of[sum] && i < sum &&
           !(other->kind == OPND_reg && other->reg == o->reg) && !(halves && constant) &&
           !written_between(c, &mul->opnd[1], i + 1, sum) &&
           !written_between(c, &mul->opnd[2], i + 1, sum);
}

// Which operand of the sum is its product, where only products in `part` can be; 0: none.
static unsigned product_of(const Contraction *c, uint32_t sum)
{
    for (unsigned k = 1; k <= 2; k++)
        if (fits(c, sum, k) && c->part[c->func->insts[sum].opnd[k].reg])
            return k;
    return 0;
}

// Which products become part depends on the other products. A first try takes all.
static void choose_products(Contraction *c)
{
    for (int round = 0; round < 4; round++) {
        memset(c->taken, 0, c->func->nregs * sizeof *c->taken);
        for (uint32_t i = 0; i < c->func->ninsts; i++) {
            unsigned k = is_free_sum(&c->func->insts[i]) ? product_of(c, i) : 0;
            if (k)
                c->taken[c->func->insts[i].opnd[k].reg]++;
        }
        for (uint32_t r = 0; r < c->func->nregs; r++)
            c->part[r] = c->mul[r] != NONE && c->uses[r] && c->taken[r] == c->uses[r];
        // The second of two products has its chance where the first has not.
        for (uint32_t i = 0; i < c->func->ninsts && round < 2; i++) {
            const Inst *in = &c->func->insts[i];
            if (is_free_sum(in) && !product_of(c, i) && fits(c, i, 2))
                c->part[in->opnd[2].reg] = true;
        }
    }
}

static void negate_operand(Operand *o, Type type)
{
    if (o->kind == OPND_reg)
        o->negate = !o->negate;
    else if (o->is_float32 || (!o->is_float && type_bytes(type) == 4))
        o->imm ^= 0x80000000u;
    else
        o->imm ^= 1ull << 63;
}

// a * b + c, c - a * b = -a * b + c, a * b - c = a * b + -c
static void contract(Contraction *c, Inst *sum, unsigned k)
{
    const Inst *mul = &c->func->insts[c->mul[sum->opnd[k].reg]];
    Operand other = sum->opnd[3 - k];
    sum->opnd[1] = mul->opnd[1];
    sum->opnd[2] = mul->opnd[2];
    sum->opnd[3] = other;
    if (sum->op == OP_sub)
        negate_operand(&sum->opnd[k == 1 ? 3 : 1], (Type)sum->type[0]);
    sum->nopnd = 4;
    sum->op = OP_fma;
    sum->mods[MOD_rn / 64] |= 1ull << MOD_rn % 64;
}

static bool has_product(const Func *f)
{
    for (uint32_t i = 0; i < f->ninsts; i++)
        if (is_product(&f->insts[i]))
            return true;
    return false;
}

void contract_function(Func *f)
{
    if (!has_product(f))
        return;
    uint32_t n = f->nregs + 1;
    Contraction c = {.func = f,
                     .flow = flow_new(f),
                     .uses = must_calloc(n, sizeof *c.uses),
                     .taken = must_calloc(n, sizeof *c.taken),
                     .mul = must_malloc(n, sizeof *c.mul),
                     .ndefs = must_calloc(n, sizeof *c.ndefs),
                     .part = must_malloc(n, sizeof *c.part)};
    memset(c.mul, 0xff, n * sizeof *c.mul);
    memset(c.part, true, n);
    for (uint32_t i = 0; i < f->ninsts; i++)
        look_at(&c, i);
    choose_products(&c);
    for (uint32_t i = 0; i < f->ninsts; i++) {
        unsigned k = is_free_sum(&f->insts[i]) ? product_of(&c, i) : 0;
        if (k)
            contract(&c, &f->insts[i], k);
    }
    flow_free(c.flow);
    free(c.uses);
    free(c.taken);
    free(c.mul);
    free(c.ndefs);
    free(c.part);
}

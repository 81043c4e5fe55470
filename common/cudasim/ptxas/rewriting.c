// rewriting.c - atomics that ptxas sends to memory in another form than the PTX has.
// Where ptxas can prove that all lanes name one address, it combines the values of the
// warp first. The rules, as seen in the machine code of CUDA 13.0 for cc 9.0, and in the
// counters of an H200 (tests/data/h200_conformance.csv):
//
//   one address, the result is not read: add, min, max, and, or, xor of 32 bits, and
//     add of 64 bits if all lanes add the same value, become one lane's atomic
//   one address, the result is read: add becomes one lane's atomic if all lanes add the
//     same value; add of 32 bits also for different values, if the whole warp is active
//   shared memory, add of 1 to 32 bits, the result is not read: lanes that name the same
//     word cause no conflict
//   shared memory, compare and swap: takes two wavefronts where other atomics take one
//   shared memory, add of 64 bits or of floats: a loop of a load and a compare-and-swap.
//     (Minimum, maximum and logical operations of 64 bits are such loops, too, but skip
//     the swap where it would change nothing. We do not imitate that.)
//
// "One address" must follow from the text: parameters of the kernel, constants, the index
// of the block, data loaded from one address, votes, and what is computed from these alone.
// We do not follow registers that several instructions write, as ptxas does in some loops.
#include "internal.h"

typedef struct {
    const Func *func;
    const Inst **def; // by register: the one instruction that writes it, or NULL
    uint8_t *writes;  // by register: how many do, up to 2
    uint8_t *known;   // by register: 0 not asked yet, 1 uniform, 2 not
} Uniformity;

static void note_write(Uniformity *f, const Operand *o, const Inst *in)
{
    for (unsigned i = 0; o->kind == OPND_vector && i < o->nvec; i++)
        note_write(f, &o->vec[i], in);
    if (o->kind != OPND_reg || o->reg < 0 || (unsigned)o->reg >= f->func->nregs)
        return;
    f->def[o->reg] = in;
    f->writes[o->reg] += f->writes[o->reg] < 2;
}

// The first operand, the second of a pair p|q, and the results of a call.
static void note_writes(Uniformity *f, const Inst *in)
{
    if (in->op >= OP_COUNT)
        return;
    if (in->nopnd && inst_writes(in))
        note_write(f, &in->opnd[0], in);
    note_write(f, &in->second, in);
    for (unsigned k = 0; in->call && k < in->call->nret; k++)
        note_write(f, &in->call->ret[k], in);
}

static bool uniform(Uniformity *f, const Operand *o);

static bool uniform_special(uint16_t s)
{
    switch (s) {
    case SREG_ctaid_x:
    case SREG_ctaid_y:
    case SREG_ctaid_z:
    case SREG_nctaid_x:
    case SREG_nctaid_y:
    case SREG_nctaid_z:
    case SREG_ntid_x:
    case SREG_ntid_y:
    case SREG_ntid_z: return true;
    default: return false;
    }
}

static bool uniform_result(Uniformity *f, const Inst *in)
{
    switch (in->op) {
    case OP_vote_sync:
    case OP_vote:
    case OP_redux_sync:
    case OP_activemask: return true;
    case OP_call:
    case OP_atom: return false;
    case OP_ld:
    case OP_ldu:
        if (in->space == SPACE_local || (in->space == SPACE_param && !f->func->is_entry))
            return false;
        break;
    default:
        if (inst_unit(in) == UNIT_WARP || inst_unit(in) == UNIT_SYNC)
            return false;
        break;
    }
    if (in->guard.kind != OPND_none)
        return false;
    for (unsigned k = 1; k < in->nopnd; k++)
        if (!uniform(f, &in->opnd[k]))
            return false;
    return in->nopnd > 1;
}

static bool uniform_register(Uniformity *f, int32_t reg)
{
    if (reg < 0 || (unsigned)reg >= f->func->nregs)
        return false;
    if (!f->known[reg]) {
        f->known[reg] = 2; // until it is proved; so a circle of registers is not uniform
        if (f->writes[reg] == 1 && uniform_result(f, f->def[reg]))
            f->known[reg] = 1;
    }
    return f->known[reg] == 1;
}

static bool uniform(Uniformity *f, const Operand *o)
{
    switch (o->kind) {
    case OPND_imm:
    case OPND_symbol: return true;
    case OPND_special: return uniform_special(o->special);
    case OPND_reg: return uniform_register(f, o->reg);
    case OPND_mem: return o->base != OPND_reg || uniform_register(f, o->reg);
    default: return false;
    }
}

static bool is_one(const Uniformity *f, const Operand *o)
{
    while (o->kind == OPND_reg && o->reg >= 0 && (unsigned)o->reg < f->func->nregs &&
           f->writes[o->reg] == 1 && f->def[o->reg]->op == OP_mov)
        o = &f->def[o->reg]->opnd[1];
    return o->kind == OPND_imm && !o->is_float && o->imm == 1;
}

static Rewriting rewriting_of(Uniformity *f, const Inst *in, bool used)
{
    bool red = in->op == OP_red;
    const Operand *at = &in->opnd[red ? 0 : 1], *value = at + 1;
    char class = type_class(in->type[0]);
    unsigned bytes = type_bytes(in->type[0]);
    bool add = inst_has(in, MOD_add), integer = class == 'U' || class == 'S' || class == 'B';
    bool wide = integer ? bytes == 8 : in->type[0] == TYPE_f32 || in->type[0] == TYPE_f64;
    if (inst_has(in, MOD_cas))
        return REWRITING_swap;
    bool one = integer && uniform(f, at) && uniform(f, value);
    if (add && wide && in->space == SPACE_shared && !one)
        return REWRITING_loop;
    if (!integer || (bytes != 4 && bytes != 8))
        return REWRITING_none;
    if (add && bytes == 4 && !used && in->space == SPACE_shared && is_one(f, value))
        return REWRITING_count;
    if (!uniform(f, at))
        return REWRITING_none;
    if (add && uniform(f, value))
        return REWRITING_one_lane;
    if (bytes != 4)
        return REWRITING_none;
    if (used)
        return add ? REWRITING_if_full : REWRITING_none;
    bool known = add || inst_has(in, MOD_min) || inst_has(in, MOD_max) || inst_has(in, MOD_and) ||
                 inst_has(in, MOD_or) || inst_has(in, MOD_xor);
    return known ? REWRITING_one_lane : REWRITING_none;
}

// ---- which results are read -----------------------------------------

// Is the destination the only place that names its register?
static bool is_unread(const Func *f, const Inst *atom, const uint32_t *names)
{
    const Operand *d = &atom->opnd[0];
    return d->kind == OPND_sink ||
           (d->kind == OPND_reg && (uint32_t)d->reg < f->nregs && names[d->reg] == 1);
}

// ---- a function -----------------------------------------------------

static bool is_atomic(const Inst *in) { return in->op == OP_atom || in->op == OP_red; }

static bool has_atomics(const Func *f)
{
    for (uint32_t i = 0; i < f->ninsts; i++)
        if (is_atomic(&f->insts[i]))
            return true;
    return false;
}

void rewriting_find(Facts *facts)
{
    const Func *func = facts->func;
    if (!has_atomics(func))
        return;
    uint32_t n = func->nregs, *names = names_count(func);
    Uniformity f = {func, must_calloc(n, sizeof *f.def), must_calloc(n, 1), must_calloc(n, 1)};
    for (uint32_t i = 0; i < func->ninsts; i++)
        note_writes(&f, &func->insts[i]);
    for (uint32_t i = 0; i < func->ninsts; i++) {
        const Inst *in = &func->insts[i];
        if (!is_atomic(in))
            continue;
        AccessFacts *a = &facts->access[i];
        a->unread = in->op == OP_atom && is_unread(func, in, names);
        a->rewriting = (uint8_t)rewriting_of(&f, in, in->op == OP_atom && !a->unread);
    }
    free(names);
    free(f.def);
    free(f.writes);
    free(f.known);
}

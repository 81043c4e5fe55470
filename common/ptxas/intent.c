// intent.c - what a load is for, as far as the text of its function shows.
//
// A load polls if the program can come back to it, with the same address, without having
// done anything that other threads see, as in
//
//   while (!*(volatile int *)flag) {
//   }
//
// Such a load asks whether other threads have reached a point; any other load just takes the
// value that it finds. Compilers put one more such load before the loop, with the same line.
//
// A load guesses if a compare-and-swap of the same address follows, which finds out whether
// the guess was right, as in
//
//   int old = *p, seen;
//   do {
//       seen = old;
//       old = atomicCAS(p, seen, f(seen));
//   } while (old != seen);
#include "internal.h"

// Has the instruction an effect for other threads, or is it unknown where it leads?
static bool is_effect(const Inst *in)
{
    switch (in->op) {
    case OP_st:
    case OP_atom:
    case OP_red:
    case OP_call:
    case OP_brx_idx:
    case OP_bar_sync:
    case OP_bar_cta_sync:
    case OP_barrier_sync:
    case OP_barrier_cta_sync: return true;
    default: return false;
    }
}

// Does the instruction change the address of the load?
static bool moves(const Inst *in, const Inst *load)
{
    const Operand *at = &load->opnd[1];
    return at->base == OPND_reg && in->nopnd && in->opnd[0].kind == OPND_reg &&
           in->opnd[0].reg == at->reg;
}

static bool comes_back(const Func *f, const Inst *load)
{
    const uint32_t target = (uint32_t)(load - f->insts);
    uint32_t *todo = must_malloc(2 * (size_t)f->ninsts, sizeof *todo), n = 0;
    uint8_t *seen = must_calloc(f->ninsts, 1);
    bool back = false;
    if (target < f->ninsts)
        todo[n++] = target + 1;
    while (n && !back) {
        const uint32_t i = todo[--n];
        if (i >= f->ninsts || seen[i])
            continue;
        seen[i] = 1;
        const Inst *in = &f->insts[i];
        back = i == target;
        if (is_effect(in) || moves(in, load))
            continue;
        const bool leaves =
            in->op == OP_bra || in->op == OP_ret || in->op == OP_exit || in->op == OP_trap;
        if (!leaves || in->guard.kind == OPND_reg)
            todo[n++] = i + 1;
        if (in->op == OP_bra)
            todo[n++] = in->opnd[0].target;
    }
    free(todo);
    free(seen);
    return back;
}

bool intent_polls(const Func *f, const Inst *load)
{
    for (uint32_t i = 0; i < f->ninsts; i++)
        if (f->insts[i].op == OP_ld && f->insts[i].loc == load->loc && comes_back(f, &f->insts[i]))
            return true;
    return false;
}

// The same address; if the register holds the address of a variable, relative to the variable.
static Operand named(const Func *f, Operand at)
{
    for (uint32_t i = 0; at.base == OPND_reg && i < f->ninsts; i++) {
        const Inst *in = &f->insts[i];
        if (in->op == OP_mov && in->opnd[0].kind == OPND_reg && in->opnd[0].reg == at.reg &&
            in->opnd[1].kind == OPND_symbol) {
            at.base = OPND_symbol;
            at.sym = in->opnd[1].sym;
            at.offset += in->opnd[1].offset;
        }
    }
    return at;
}

static bool same_address(const Operand *a, const Operand *b)
{
    if (a->base != b->base || a->offset != b->offset)
        return false;
    return a->base == OPND_reg      ? a->reg == b->reg
           : a->base == OPND_symbol ? a->sym == b->sym
                                    : a->imm == b->imm;
}

bool intent_guesses(const Func *f, const Inst *load)
{
    const Operand at = named(f, load->opnd[1]);
    for (uint32_t i = 0; i < f->ninsts; i++) {
        const Inst *in = &f->insts[i];
        if (in->op != OP_atom || !inst_has(in, MOD_cas))
            continue;
        const Operand there = named(f, in->opnd[1]);
        if (same_address(&there, &at))
            return true;
    }
    return false;
}

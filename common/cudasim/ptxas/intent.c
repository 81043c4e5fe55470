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
//
// A load and a store update a word if what is stored is computed from what was loaded, as in
//
//   *(volatile int *)count = *(volatile int *)count + 1;
//
// A loop counts if a branch that leaves the loop depends on a register that the loop computes from
// the register's own value before.
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
    for (uint32_t i = 0; i < f->ninsts; i++) {
        const Inst *in = &f->insts[i];
        if (in->op != OP_atom || !inst_has(in, MOD_cas))
            continue;
        const Operand at = named(f, load->opnd[1]), there = named(f, in->opnd[1]);
        if (same_address(&there, &at))
            return true;
    }
    return false;
}

// ---- loops that count -----------------------------------------------

// What lies on a way from an instruction back to that instruction.
typedef struct {
    const Func *f;
    uint8_t *in_loop; // by instruction
} Loop;

static bool ends_way(const Inst *in)
{
    return (in->op == OP_bra || in->op == OP_brx_idx || in->op == OP_ret || in->op == OP_exit ||
            in->op == OP_trap) &&
           in->guard.kind != OPND_reg;
}

// The i-th instruction that may follow; UINT32_MAX: there are no more.
static uint32_t follower(const Func *f, uint32_t at, uint32_t i)
{
    const Inst *in = &f->insts[at];
    bool goes_on = !ends_way(in) && at + 1 < f->ninsts;
    if (goes_on && i-- == 0)
        return at + 1;
    if (in->op == OP_bra && i == 0)
        return in->opnd[0].target;
    if (in->op == OP_brx_idx && i < in->opnd[1].nvec)
        return in->opnd[1].vec[i].target;
    return UINT32_MAX;
}

static void mark_reached(const Func *f, uint32_t from, uint8_t *reached)
{
    uint32_t *todo = must_malloc(f->ninsts + 1, sizeof *todo), n = 0, next;
    todo[n++] = from;
    while (n) {
        uint32_t at = todo[--n];
        for (uint32_t i = 0; (next = follower(f, at, i)) != UINT32_MAX; i++)
            if (next < f->ninsts && !reached[next]) {
                reached[next] = 1;
                todo[n++] = next;
            }
    }
    free(todo);
}

// Of what is reached, only that which leads back to `to`.
static void keep_leading_back(const Func *f, uint32_t to, uint8_t *reached)
{
    uint8_t *back = must_calloc(f->ninsts, 1);
    back[to] = 1;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t at = f->ninsts; at-- > 0;) {
            uint32_t next;
            for (uint32_t i = 0; !back[at] && (next = follower(f, at, i)) != UINT32_MAX; i++)
                more |= (back[at] = next < f->ninsts && back[next]);
        }
    }
    for (uint32_t at = 0; at < f->ninsts; at++)
        reached[at] &= back[at];
    free(back);
}

static bool leaves_loop(const Loop *loop, uint32_t at)
{
    const Inst *in = &loop->f->insts[at];
    uint32_t next;
    if (in->guard.kind != OPND_reg)
        return false;
    for (uint32_t i = 0; (next = follower(loop->f, at, i)) != UINT32_MAX; i++)
        if (next >= loop->f->ninsts || !loop->in_loop[next])
            return true;
    return in->op == OP_ret || in->op == OP_exit;
}

static bool writes_register(const Inst *in, int32_t reg)
{
    return in->op < OP_COUNT &&
           ((inst_writes(in) && in->opnd[0].kind == OPND_reg && in->opnd[0].reg == reg) ||
            (in->second.kind == OPND_reg && in->second.reg == reg));
}

// Marks the registers from which the loop computes `reg`; what is loaded comes from elsewhere.
static void mark_sources(const Loop *loop, int32_t reg, uint8_t *source)
{
    const Func *f = loop->f;
    int32_t *todo = must_malloc(f->nregs + 1, sizeof *todo);
    uint32_t n = 0;
    todo[n++] = reg;
    while (n) {
        int32_t r = todo[--n];
        for (uint32_t at = 0; at < f->ninsts; at++) {
            const Inst *in = &f->insts[at];
            if (!loop->in_loop[at] || !writes_register(in, r) || op_info[in->op].unit == UNIT_MEM)
                continue;
            for (unsigned k = 1; k < in->nopnd; k++) {
                const Operand *o = &in->opnd[k];
                if (o->kind == OPND_reg && !source[o->reg]) {
                    source[o->reg] = 1;
                    todo[n++] = o->reg;
                }
            }
        }
    }
    free(todo);
}

static bool comes_from_itself(const Loop *loop, int32_t reg)
{
    uint8_t *source = must_calloc(loop->f->nregs, 1);
    mark_sources(loop, reg, source);
    bool itself = source[reg];
    free(source);
    return itself;
}

unsigned intent_counters(const Func *f, const Inst *in, int32_t *regs, unsigned most)
{
    Loop loop = {f, must_calloc(f->ninsts, 1)};
    uint8_t *decides = must_calloc(f->nregs, 1);
    unsigned n = 0;
    mark_reached(f, (uint32_t)(in - f->insts), loop.in_loop);
    keep_leading_back(f, (uint32_t)(in - f->insts), loop.in_loop);
    for (uint32_t at = 0; at < f->ninsts; at++)
        if (loop.in_loop[at] && leaves_loop(&loop, at))
            mark_sources(&loop, f->insts[at].guard.reg, decides);
    for (uint32_t r = 0; r < f->nregs && n < most; r++)
        if (decides[r] && comes_from_itself(&loop, (int32_t)r))
            regs[n++] = (int32_t)r;
    free(decides);
    free(loop.in_loop);
    return n;
}

// ---- updates ----------------------------------------------------------

static bool is_strong_store(const Inst *in)
{
    return in->op == OP_st && in->opnd[1].kind == OPND_reg &&
           (inst_has(in, MOD_volatile) || inst_has(in, MOD_relaxed) || inst_has(in, MOD_release));
}

static bool updates_by(const Func *f, const Inst *load, const Inst *store, const uint8_t *source)
{
    if (load->op != OP_ld || load->opnd[0].kind != OPND_reg || !source[load->opnd[0].reg])
        return false;
    const Operand from = named(f, load->opnd[1]), to = named(f, store->opnd[0]);
    return same_address(&from, &to);
}

bool intent_updates(const Func *f, const Inst *in)
{
    Loop all = {f, must_malloc((size_t)f->ninsts + 1, 1)};
    uint8_t *source = must_malloc((size_t)f->nregs + 1, 1);
    bool found = false;
    for (uint32_t at = 0; at < f->ninsts; at++) // the same bit, or maximum, again: nothing is lost
        all.in_loop[at] = f->insts[at].op != OP_or && f->insts[at].op != OP_and &&
                          f->insts[at].op != OP_min && f->insts[at].op != OP_max;
    for (uint32_t s = 0; s < f->ninsts && !found; s++) {
        const Inst *store = &f->insts[s];
        if (!is_strong_store(store) || (in->op == OP_st && store != in))
            continue;
        memset(source, 0, f->nregs);
        source[store->opnd[1].reg] = 1;
        mark_sources(&all, store->opnd[1].reg, source);
        for (uint32_t l = 0; l < f->ninsts && !found; l++)
            found = (in->op == OP_st || in == &f->insts[l]) &&
                    updates_by(f, &f->insts[l], store, source);
    }
    free(source);
    free(all.in_loop);
    return found;
}

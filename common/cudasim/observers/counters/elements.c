// elements.c - which instructions add or compare values that come from memory: the elements that a
// kernel works on, as opposed to indices, which are computed from thread numbers and parameters.
//
// So the additions and comparisons of an algorithm are counted where they happen, whether the
// program marks them (pmevent) or not. A register holds an element if any instruction puts there
// what was loaded from global, shared or local memory, or what was computed from an element. The
// order of the instructions does not matter. An instruction adds if it makes one value of two
// elements; it compares if it makes a predicate, the smaller or the larger one of them.
#include "counters.h"

#include <stdlib.h>

typedef struct {
    const Func *func;
    bool *holds; // by register: an element
    bool changed;
} Elements;

// ---- which registers hold elements ----------------------------------

static bool is_element(const Elements *e, const Operand *o)
{
    if (o->kind == OPND_reg)
        return e->holds[o->reg];
    for (unsigned k = 0; o->kind == OPND_vector && k < o->nvec; k++)
        if (is_element(e, &o->vec[k]))
            return true;
    return false;
}

static void hold(Elements *e, const Operand *o)
{
    if (o->kind == OPND_reg && type_class((Type)o->type) != 'P' && !e->holds[o->reg])
        e->changed = e->holds[o->reg] = true;
    for (unsigned k = 0; o->kind == OPND_vector && k < o->nvec; k++)
        hold(e, &o->vec[k]);
}

// Parameters of a kernel are no elements; those of other functions, and what they return, may be.
static bool loads_element(const Elements *e, const Inst *in)
{
    Space space = inst_space(e->func, in);
    const Symbol *s = in->opnd[1].base == OPND_symbol ? in->opnd[1].sym : NULL;
    if (space == SPACE_param)
        return !e->func->is_entry || (s && s->kind != SYM_param);
    return true;
}

// What an atomic finds in memory is an element, unless the atomic takes a number: it adds a
// constant, which is not 0.
static bool takes_number(const Inst *in)
{
    const Operand *by = &in->opnd[in->nopnd - 1];
    return (inst_has(in, MOD_add) || inst_has(in, MOD_inc) || inst_has(in, MOD_dec)) &&
           by->kind == OPND_imm && by->imm;
}

static unsigned elements_read(const Elements *e, const Inst *in)
{
    unsigned n = 0;
    for (unsigned k = 1; k < in->nopnd; k++)
        n += is_element(e, &in->opnd[k]);
    return n;
}

static void follow(Elements *e, const Inst *in)
{
    bool load = in->op == OP_ld || in->op == OP_ldu;
    if (in->op >= OP_COUNT || !in->nopnd || !inst_writes(in))
        return;
    if (in->op == OP_atom ? !takes_number(in)
        : load            ? loads_element(e, in)
                          : elements_read(e, in) > 0)
        hold(e, &in->opnd[0]);
}

// ---- what instructions do with them ---------------------------------

static bool compares(const Inst *in)
{
    return in->op == OP_setp || in->op == OP_set || in->op == OP_min || in->op == OP_max;
}

// Of two values one is made that depends on both. Which one is chosen, and where bits go, is no
// sum.
static bool makes_one(const Inst *in)
{
    switch (in->op) {
    case OP_selp:
    case OP_slct:
    case OP_mov:
    case OP_cvt:
    case OP_prmt:
    case OP_shfl_sync:
    case OP_shfl: return false;
    default:
        return in->op < OP_COUNT && (inst_unit(in) == UNIT_INT || inst_unit(in) == UNIT_FP32 ||
                                     inst_unit(in) == UNIT_FP64 || inst_unit(in) == UNIT_FP16);
    }
}

static bool updates_memory(const Inst *in)
{
    return (in->op == OP_atom || in->op == OP_red || in->op == OP_red_async) &&
           !inst_has(in, MOD_exch) && !inst_has(in, MOD_cas);
}

static ElementUse use_of(const Elements *e, const Inst *in)
{
    if (in->op >= OP_COUNT || !in->nopnd)
        return ELEMENT_none;
    if (updates_memory(in))
        return is_element(e, &in->opnd[in->op == OP_red_async ? 1 : in->nopnd - 1]) ? ELEMENT_added
                                                                                    : ELEMENT_none;
    if (in->op == OP_redux_sync)
        return elements_read(e, in) ? ELEMENT_added : ELEMENT_none;
    if (elements_read(e, in) < 2)
        return ELEMENT_none;
    return compares(in) ? ELEMENT_compared : makes_one(in) ? ELEMENT_added : ELEMENT_none;
}

// An instruction that makes one value of three elements adds, or compares, twice.
static uint8_t use_and_times(const Elements *e, const Inst *in)
{
    ElementUse use = use_of(e, in);
    unsigned n = use && in->op != OP_red_async && !updates_memory(in) ? elements_read(e, in) : 0;
    return (uint8_t)(use | (n > 2 ? n - 1 : use != ELEMENT_none) << ELEMENT_TIMES);
}

uint8_t *elements_find(const CodeInfo *c)
{
    Elements e = {.func = c->func, .holds = must_calloc(c->func->nregs + 1, sizeof *e.holds)};
    do {
        e.changed = false;
        for (uint32_t i = 0; i < c->func->ninsts; i++)
            follow(&e, &c->func->insts[i]);
    } while (e.changed);
    uint8_t *use = must_calloc(c->nsteps + 1, 1);
    for (uint32_t i = 0; i < c->nsteps; i++)
        if (c->steps[i].inst)
            use[i] = use_and_times(&e, c->steps[i].inst);
    free(e.holds);
    return use;
}

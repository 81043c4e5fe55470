// copies.c - loads whose values go nowhere but into stores.
//
// nvcc copies a structure by loading and storing its members, and also the padding between
// them, which the program has never written. The registers of such a load show what it is:
// they are only stored, and so are the registers of another load at a different offset from
// the same address.
//
// nvcc also loads a structure of 12 bytes as a vector of four words, and forgets the last one.
//
// A structure of 8 bytes may be loaded as one word. Its members are then taken from the word by
// shifts and masks, and nothing computes with the word as a whole.
#include "internal.h"

static bool names_register(const Operand *o, int32_t reg)
{
    if (o->kind == OPND_reg)
        return o->reg == reg;
    if (o->kind == OPND_mem)
        return o->base == OPND_reg && o->reg == reg;
    for (unsigned i = 0; o->kind == OPND_vector && i < o->nvec; i++)
        if (names_register(&o->vec[i], reg))
            return true;
    return false;
}

static bool is_copying_store(const Inst *in)
{
    return in->op == OP_st &&
           (in->space == SPACE_global || in->space == SPACE_shared || in->space == SPACE_generic);
}

// Is the register used for anything else than the value of a store?
static bool is_computed_with(const Func *f, const Inst *load, int32_t reg)
{
    for (unsigned i = 0; i < f->ninsts; i++) {
        const Inst *in = &f->insts[i];
        if (in == load)
            continue;
        for (unsigned k = 0; k < in->nopnd; k++)
            if (names_register(&in->opnd[k], reg) && !(k == 1 && is_copying_store(in)))
                return true;
        for (unsigned k = 0; in->call && k < in->call->narg; k++)
            if (names_register(&in->call->arg[k], reg))
                return true;
        if (names_register(&in->guard, reg) || names_register(&in->second, reg))
            return true;
    }
    return false;
}

// Does the instruction store the register, pass it on, or take a member from it?
static bool takes_part(const Inst *in, int32_t reg)
{
    switch (in->op) {
    case OP_st: return !names_register(&in->opnd[0], reg);
    case OP_mov: return true;
    case OP_cvt:
        return type_class((Type)in->type[0]) != 'F' && type_class((Type)in->type[1]) != 'F' &&
               type_bytes((Type)in->type[0]) < type_bytes((Type)in->type[1]);
    case OP_shr:
    case OP_bfe: return in->opnd[2].kind == OPND_imm;
    case OP_and: return in->opnd[1].kind == OPND_imm || in->opnd[2].kind == OPND_imm;
    default: return false;
    }
}

// `moves`: through how many registers the word is followed.
static bool is_used_whole(const Func *f, int32_t reg, unsigned moves)
{
    for (unsigned i = 0; i < f->ninsts; i++) {
        const Inst *in = &f->insts[i];
        bool named = false, writes = in->op < OP_COUNT && in->nopnd && inst_writes(in);
        for (unsigned k = writes; k < in->nopnd; k++)
            named |= names_register(&in->opnd[k], reg);
        if (!named)
            continue;
        if (!takes_part(in, reg))
            return true;
        if (in->op == OP_mov && in->opnd[0].kind == OPND_reg && moves &&
            is_used_whole(f, in->opnd[0].reg, moves - 1))
            return true;
    }
    return false;
}

bool load_used_whole(const Func *f, const Inst *load)
{
    enum { MOVES = 3 };
    const Operand *d = load ? &load->opnd[0] : NULL;
    if (d && d->kind == OPND_reg)
        return is_used_whole(f, d->reg, MOVES);
    for (unsigned i = 0; d && d->kind == OPND_vector && i < d->nvec; i++)
        if (d->vec[i].kind == OPND_reg && is_used_whole(f, d->vec[i].reg, MOVES))
            return true;
    return false;
}

static bool only_copies(const Func *f, const Inst *load)
{
    const Operand *d = &load->opnd[0];
    if (load->op != OP_ld || load->opnd[1].kind != OPND_mem || load->opnd[1].base != OPND_reg)
        return false;
    if (d->kind == OPND_reg)
        return !is_computed_with(f, load, d->reg);
    for (unsigned i = 0; d->kind == OPND_vector && i < d->nvec; i++)
        if (d->vec[i].kind == OPND_reg && is_computed_with(f, load, d->vec[i].reg))
            return false;
    return d->kind == OPND_vector;
}

static bool is_named_elsewhere(const Func *f, const Inst *load, int32_t reg)
{
    for (unsigned i = 0; i < f->ninsts; i++) {
        const Inst *in = &f->insts[i];
        if (in == load)
            continue;
        bool named = names_register(&in->guard, reg) || names_register(&in->second, reg);
        for (unsigned k = 0; k < in->nopnd; k++)
            named |= names_register(&in->opnd[k], reg);
        for (unsigned k = 0; in->call && k < in->call->narg; k++)
            named |= names_register(&in->call->arg[k], reg);
        if (named)
            return true;
    }
    return false;
}

unsigned load_forgets(const Func *f, const Inst *load)
{
    const Operand *d = load ? &load->opnd[0] : NULL;
    unsigned forgotten = 0;
    for (unsigned i = 0; d && load->op == OP_ld && d->kind == OPND_vector && i < d->nvec; i++) {
        const Operand *e = &d->vec[i];
        bool kept = e->kind == OPND_reg && is_named_elsewhere(f, load, e->reg);
        forgotten |= (unsigned)!kept << i;
    }
    return forgotten;
}

Copied copies_load(const Func *f, const Inst *load)
{
    if (!load || !only_copies(f, load))
        return COPIED_no;
    const Operand *from = &load->opnd[1];
    for (unsigned i = 0; i < f->ninsts; i++) {
        const Operand *other = &f->insts[i].opnd[1];
        if (f->insts[i].op == OP_ld && other->kind == OPND_mem && other->base == OPND_reg &&
            other->reg == from->reg && other->offset != from->offset &&
            only_copies(f, &f->insts[i]))
            return COPIED_part;
    }
    return COPIED_alone;
}

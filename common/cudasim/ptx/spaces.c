// spaces.c - the state space of an address, where the suffix of the instruction alone does not
// say it: a variable has a space, and parameters of functions other than kernels are in local
// memory.
#include "ptx.h"

bool symbol_in_frame(const Symbol *s)
{
    bool of_kernel = s->kind == SYM_param && s->owner && s->owner->is_entry;
    return s->space == SPACE_local || (s->space == SPACE_param && !of_kernel);
}

Space address_space(const Func *f, const Operand *m, Space suffix)
{
    if (m->base == OPND_reg)
        return suffix == SPACE_param && !f->is_entry ? SPACE_local : suffix;
    if (m->base != OPND_symbol)
        return suffix;
    const Symbol *s = symbol_definition(m->sym);
    if (symbol_in_frame(s))
        return SPACE_local;
    return suffix == SPACE_generic || suffix == SPACE_param ? (Space)s->space : suffix;
}

Space inst_space(const Func *f, const Inst *in)
{
    bool dest = in->op == OP_ld || in->op == OP_ldu || in->op == OP_atom;
    if (!dest && in->op != OP_st && in->op != OP_red)
        return SPACE_generic;
    Space suffix = inst_has(in, MOD_shared_cluster) ? SPACE_generic : (Space)in->space;
    return address_space(f, &in->opnd[dest], suffix);
}

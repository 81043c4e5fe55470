// names.c - how often the text of a function names each register. A result whose register is named
// nowhere else is not read.
#include "internal.h"

static void count_names(uint32_t *names, uint32_t n, const Operand *o)
{
    if (o->kind == OPND_reg || (o->kind == OPND_mem && o->base == OPND_reg)) {
        if (o->reg >= 0 && (uint32_t)o->reg < n)
            names[o->reg]++;
    } else if (o->vec) {
        for (unsigned i = 0; i < o->nvec; i++)
            count_names(names, n, &o->vec[i]);
    }
}

uint32_t *names_count(const Func *f)
{
    uint32_t *names = must_calloc(f->nregs, sizeof *names);
    for (unsigned i = 0; i < f->ninsts; i++) {
        const Inst *in = &f->insts[i];
        count_names(names, f->nregs, &in->guard);
        count_names(names, f->nregs, &in->second);
        for (unsigned k = 0; k < in->nopnd; k++)
            count_names(names, f->nregs, &in->opnd[k]);
        for (unsigned k = 0; in->call && k < in->call->nret; k++)
            count_names(names, f->nregs, &in->call->ret[k]);
        for (unsigned k = 0; in->call && k < in->call->narg; k++)
            count_names(names, f->nregs, &in->call->arg[k]);
        if (in->call)
            count_names(names, f->nregs, &in->call->target);
    }
    return names;
}

// pointers.c - from which parameter of the kernel an address comes.
#include "internal.h"

#include <stdlib.h>

typedef struct {
    const Func *f;
    uint8_t *seen;       // by register
    const Symbol *param; // found so far; NULL: none
    int64_t offset;      // the pointer's place in it
    bool several;
} PointerSearch;

static void search_register(PointerSearch *s, int32_t reg);

static bool is_wide(const PointerSearch *s, const Operand *o)
{
    return o->kind == OPND_reg && o->reg >= 0 && type_bytes((Type)s->f->reg_type[o->reg]) == 8;
}

static void search_definition(PointerSearch *s, const Inst *in)
{
    const Operand *from = &in->opnd[1];
    switch (in->op) {
    case OP_ld:
        if (in->space != SPACE_param || from->kind != OPND_mem || from->base != OPND_symbol)
            break;
        s->several |= s->param && (s->param != from->sym || s->offset != from->offset);
        s->param = from->sym;
        s->offset = from->offset;
        break;
    case OP_add:
    case OP_sub:
    case OP_mov:
    case OP_cvta:
    case OP_cvta_to:
    case OP_selp:
        for (unsigned k = 1; k < 3 && k < in->nopnd; k++)
            if (is_wide(s, &in->opnd[k]))
                search_register(s, in->opnd[k].reg);
        break;
    case OP_mad:
    case OP_mad_wide: // the product is an offset
        if (is_wide(s, &in->opnd[3]))
            search_register(s, in->opnd[3].reg);
        break;
    default: break; // a number
    }
}

static void search_register(PointerSearch *s, int32_t reg)
{
    if (s->seen[reg])
        return;
    s->seen[reg] = 1;
    for (unsigned i = 0; i < s->f->ninsts; i++) {
        const Inst *in = &s->f->insts[i];
        if (in->nopnd > 1 && in->opnd[0].kind == OPND_reg && in->opnd[0].reg == reg)
            search_definition(s, in);
    }
}

const Symbol *pointer_param(const Func *f, const Inst *in, int64_t *offset)
{
    PointerSearch s = {.f = f};
    for (unsigned k = 0; f->is_entry && k < in->nopnd && k < 2; k++)
        if (in->opnd[k].kind == OPND_mem && in->opnd[k].base == OPND_reg) {
            s.seen = must_calloc(f->nregs, 1);
            search_register(&s, in->opnd[k].reg);
            free(s.seen);
            break;
        }
    bool inside = s.param && s.offset >= 0 && (uint64_t)s.offset + 8 <= s.param->size;
    *offset = s.offset;
    return inside && !s.several && s.param->owner == f ? s.param : NULL;
}

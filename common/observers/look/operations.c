// operations.c - the different PTX instructions that the blocks of a launch execute, by number, and
// whether their values are floating-point numbers.
//
// nvcc writes ld.shared.b32 for integers and floats alike. So a register counts as floating-point
// if any instruction of the function computes with the register as such.
#include "look.h"

#include <stdlib.h>

typedef struct {
    const CodeInfo *code;
    uint32_t index; // of the step
    bool real;      // its values in memory are floating-point numbers
} Operation;

struct Operations {
    Operation *list;
    uint32_t n, size;
    uint32_t **number; // by code, by step: number + 1, 0: none yet
    uint32_t ncodes;
};

Operations *operations_new(void) { return must_calloc(1, sizeof(Operations)); }

void operations_free(Operations *o)
{
    for (uint32_t i = 0; i < o->ncodes; i++)
        free(o->number[i]);
    free(o->number);
    free(o->list);
    free(o);
}

static bool has_real_values(const Func *f, const Inst *in);

uint32_t operation_number(Operations *o, const Code *c, const Step *s)
{
    const CodeInfo *info = code_info(c);
    uint32_t index = (uint32_t)(s - c->steps);
    if (info->number >= o->ncodes) {
        uint32_t n = info->number + 8;
        o->number = must_realloc(o->number, n, sizeof *o->number);
        memset(o->number + o->ncodes, 0, (n - o->ncodes) * sizeof *o->number);
        o->ncodes = n;
    }
    uint32_t **of = &o->number[info->number];
    if (!*of)
        *of = must_calloc(c->nsteps, sizeof **of);
    if (!(*of)[index]) {
        o->list = array_room(o->list, o->n, &o->size, sizeof *o->list);
        o->list[o->n++] = (Operation){info, index, s->inst && has_real_values(c->func, s->inst)};
        (*of)[index] = o->n;
    }
    return (*of)[index] - 1;
}

size_t operations_bytes(const Operations *o)
{
    enum { EACH = 64 }; // more or less
    return (size_t)o->n * EACH;
}

void operations_put(const Operations *o, Text *t)
{
    text_put(t, "[");
    for (uint32_t i = 0; i < o->n; i++) {
        const Operation *p = &o->list[i];
        const Inst *in = p->code->steps[p->index].inst;
        char *text = NULL;
        size_t size = 0;
        FILE *f = open_memstream(&text, &size);
        if (!f)
            out_of_memory();
        if (in && in->op < OP_COUNT)
            opcode_print(f, in);
        fclose(f);
        text_put(t, i ? ",{\"text\":" : "{\"text\":");
        text_json(t, text);
        look_place(t, p->code->line[p->index]);
        text_put(t, "}");
        free(text);
    }
    text_put(t, "]");
}

// ---- values ----------------------------------------------------------------------------------

static bool computes_with(const Inst *in, int32_t reg)
{
    bool real = false;
    for (unsigned i = 0; i < in->ntypes; i++)
        real |= type_class((Type)in->type[i]) == 'F';
    for (unsigned i = 0; real && i < in->nopnd; i++)
        if (in->opnd[i].kind == OPND_reg && in->opnd[i].reg == reg)
            return true;
    return false;
}

// Also through copies of the register: mov, selp, shfl.
static bool is_real(const Func *f, int32_t reg, unsigned depth)
{
    for (unsigned i = 0; i < f->ninsts; i++)
        if (f->insts[i].op < OP_COUNT && computes_with(&f->insts[i], reg))
            return true;
    for (unsigned i = 0; depth && i < f->ninsts; i++) {
        const Inst *in = &f->insts[i];
        if ((in->op == OP_mov || in->op == OP_selp || in->op == OP_shfl_sync) && in->nopnd >= 2 &&
            in->opnd[0].kind == OPND_reg && in->opnd[1].kind == OPND_reg &&
            (in->opnd[0].reg == reg || in->opnd[1].reg == reg) &&
            is_real(f, in->opnd[in->opnd[0].reg == reg].reg, depth - 1))
            return true;
    }
    return false;
}

static bool has_real_values(const Func *f, const Inst *in)
{
    if (!in->ntypes || in->op >= OP_COUNT || inst_unit(in) != UNIT_MEM)
        return false;
    char class = type_class((Type)in->type[in->ntypes - 1]);
    if (class != 'B')
        return class == 'F';
    const Operand *value = &in->opnd[in->op == OP_st || in->op == OP_red];
    const Operand *o = value->kind == OPND_reg     ? value
                       : value->nvec && value->vec ? &value->vec[0]
                                                   : NULL;
    return o && o->kind == OPND_reg && is_real(f, o->reg, 2);
}

bool operation_is_real(Operations *o, const Code *c, const Step *s)
{
    return o->list[operation_number(o, c, s)].real;
}

// operations.c - the different PTX instructions that the blocks of a launch execute, by number, and
// whether their values are floating-point numbers.
//
// nvcc writes ld.shared.b32 for integers and floats alike. So a register counts as floating-point
// if any instruction of the function computes with the register as such. A constant says nothing of
// its type: `s[i] = 1.0f` is st.shared.u32. Such operations have no type here, and the page takes
// the one of other accesses to the same variable.
#include "look.h"

#include <stdlib.h>

typedef struct {
    const CodeInfo *code;
    uint32_t index; // of the step
    bool real;      // its values in memory are floating-point numbers
    char type;      // 'f', 'i', small integers: 's' or 'u'; 0: unknown, or it has no values
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
static char type_of_values(const Func *f, const Inst *in);

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
        bool real = s->inst && has_real_values(c->func, s->inst);
        char type = real ? 'f' : s->inst ? type_of_values(c->func, s->inst) : 0;
        o->list[o->n++] = (Operation){info, index, real, type};
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
        text_add(t, p->type ? ",\"type\":\"%c\"}" : "}", p->type);
        free(text);
    }
    text_put(t, "]");
}

// ---- values ---------------------------------------------------------

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

static bool has_values(const Inst *in)
{
    return in->ntypes && in->op < OP_COUNT && inst_unit(in) == UNIT_MEM;
}

// What is loaded or stored; of a vector, element i. NULL: there is none.
static const Operand *value_of(const Inst *in, unsigned i)
{
    const Operand *value = &in->opnd[in->op == OP_st || in->op == OP_red];
    if (value->nvec && value->vec)
        return i < value->nvec ? &value->vec[i] : NULL;
    return i ? NULL : value;
}

static bool has_real_values(const Func *f, const Inst *in)
{
    if (!has_values(in))
        return false;
    char class = type_class((Type)in->type[in->ntypes - 1]);
    if (class != 'B')
        return class == 'F';
    const Operand *o = value_of(in, 0);
    return o && o->kind == OPND_reg && is_real(f, o->reg, 2);
}

// A constant in the program's text, or a register that is only ever set to such.
static bool is_constant(const Func *f, const Operand *o)
{
    if (o->kind != OPND_reg)
        return o->kind == OPND_imm;
    bool constant = false;
    for (unsigned i = 0; i < f->ninsts; i++) {
        const Inst *in = &f->insts[i];
        if (in->op >= OP_COUNT || !in->nopnd || in->opnd[0].kind != OPND_reg ||
            in->opnd[0].reg != o->reg || in->op == OP_st || in->op == OP_red)
            continue;
        constant = in->op == OP_mov && in->opnd[1].kind == OPND_imm;
        if (!constant)
            return false;
    }
    return constant;
}

// Of one or two bytes: nvcc loads them without their sign, and converts them with it.
static char type_of_small(const Func *f, const Operand *o)
{
    for (unsigned i = 0; o->kind == OPND_reg && i < f->ninsts; i++) {
        const Inst *in = &f->insts[i];
        if (in->op == OP_cvt && in->ntypes > 1 && in->nopnd > 1 && in->opnd[1].kind == OPND_reg &&
            in->opnd[1].reg == o->reg)
            return type_class((Type)in->type[in->ntypes - 1]) == 'S' ? 's' : 'u';
    }
    return 0;
}

// Of values that are not floating-point numbers.
static char type_of_values(const Func *f, const Inst *in)
{
    if (!has_values(in))
        return 0;
    Type type = (Type)in->type[in->ntypes - 1];
    char class = type_class(type);
    const Operand *o;
    if (type_bytes(type) < 4)
        return class == 'S' ? 's' : in->op == OP_ld ? type_of_small(f, value_of(in, 0)) : 0;
    if (class != 'U' && class != 'S')
        return 0;
    for (unsigned i = 0; in->op == OP_st && (o = value_of(in, i)); i++)
        if (is_constant(f, o))
            return 0;
    return 'i';
}

bool operation_is_real(Operations *o, const Code *c, const Step *s)
{
    return o->list[operation_number(o, c, s)].real;
}

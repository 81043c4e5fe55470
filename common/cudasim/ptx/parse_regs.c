// parse_regs.c - vector registers, and parameters that are registers.
//
//   .func (.reg .v2 .u32 sum) add(.reg .v2 .u32 a) { ... mov.u32 sum.x, a.y; ... ret; }
//   call (v), add, (w);
//
// A vector register becomes its elements. A parameter in registers becomes a variable in .param,
// as ptxas passes every parameter: the function loads it at its start and stores its results before
// each ret; a call stores its arguments in such variables, and loads the results behind the call.
#include "alloc.h"
#include "parse.h"

#include <string.h>

enum { MAX_VECTOR_BYTES = 32 }; // what one load or store moves

// ---- vector registers -----------------------------------------------

// The letter of an element, in either of its two spellings; -1: none.
static int element_of(const char *letter)
{
    static const char xyzw[] = "xyzw", rgba[] = "rgba";
    const char *at = strchr(xyzw, *letter);
    if (at && *at)
        return (int)(at - xyzw);
    at = strchr(rgba, *letter);
    return at && *at ? (int)(at - rgba) : -1;
}

const Binding *parse_vector_register(Parser *p, Name *n, Type type, unsigned count)
{
    if (count * type_bytes(type) > MAX_VECTOR_BYTES)
        parse_fail(p, p->tok.line, "a vector register of more than %d bytes", MAX_VECTOR_BYTES);
    Binding *b = scope_bind(p, n, BIND_vector);
    b->type = type;
    b->nvec = (uint16_t)count;
    b->vec = parse_alloc(p, count * sizeof *b->vec);
    for (unsigned i = 0; i < count; i++) {
        int32_t reg = parse_register(p, b, n);
        b->vec[i] = (Operand){.kind = OPND_reg, .type = (uint8_t)type, .reg = reg};
    }
    return b;
}

// The lexer has read "%v.x" as one word, since there are special registers of this form.
Binding *vector_of_word(Parser *p, const Name *n, int *element)
{
    const char *dot = strchr(n->text, '.');
    if (!dot || dot[2])
        return NULL;
    Name *whole = name_find(p, n->text, (size_t)(dot - n->text));
    Binding *b = whole ? scope_find(p, whole) : NULL;
    *element = element_of(dot + 1);
    return b && b->kind == BIND_vector ? b : NULL;
}

void take_vector(Parser *p, const Binding *b, int element, Operand *o)
{
    if (element < 0 && p->tok.kind == TOK_directive && p->tok.length == 2) {
        element = element_of(p->tok.text + 1);
        if (element < 0)
            tok_unexpected(p, "an element of a vector");
        lex_next(p);
    }
    if (element >= b->nvec)
        parse_fail(p, p->tok.line, "'%s' has only %u elements", b->name->text, b->nvec);
    if (element >= 0)
        *o = b->vec[element];
    else
        *o = (Operand){.kind = OPND_vector, .nvec = b->nvec, .vec = b->vec};
}

// The array is large and most functions are short: what is not used is not touched, and costs
// nothing.
void append_inst(Parser *p, const Inst *in)
{
    enum { ROOM = 2048 };
    if (p->ninsts == p->insts_room) {
        if (p->insts_room > UINT32_MAX / 4)
            parse_fail(p, p->tok.line, "the text is too large");
        p->insts_room = p->insts_room ? 2 * p->insts_room : ROOM;
        p->insts = must_realloc(p->insts, p->insts_room, sizeof *p->insts);
    }
    p->insts[p->ninsts++] = *in;
}

// mov.v2.u32 a, b: ptxas takes vectors of any kind; each element is moved alone. An element that
// is still to be read must not have been written: registers in braces may come in any order.
bool append_vector_mov(Parser *p, const Form *f, const Inst *in)
{
    const Operand *to = &in->opnd[0], *from = &in->opnd[1];
    if (in->op != OP_mov || in->vec < 2 || in->nopnd != 2 || in->ntypes != 1 ||
        to->kind != OPND_vector || from->kind != OPND_vector || to->nvec != in->vec ||
        from->nvec != in->vec)
        return false;
    Inst one = *in;
    one.vec = 1;
    memset(one.mods, 0, sizeof one.mods);
    Operand spare[8];
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned i = 0; i < in->vec; i++) {
            if (!pass)
                spare[i] = new_register(p, (Type)in->type[0]);
            one.opnd[0] = pass ? to->vec[i] : spare[i];
            one.opnd[1] = pass ? spare[i] : from->vec[i];
            check_operands(p, f, &one, in->text_line);
            append_inst(p, &one);
        }
    return true;
}

// ---- access to a variable in .param ---------------------------------

static Operand in_memory(Symbol *s)
{
    return (Operand){.kind = OPND_mem, .base = OPND_symbol, .sym = s};
}

// Bits are copied: a type of the same size that ld and st have.
static Type bits_type(Type t)
{
    unsigned n = type_bytes(t);
    return n == 1 ? TYPE_b8 : n == 2 ? TYPE_b16 : n == 4 ? TYPE_b32 : TYPE_b64;
}

static void append_access(Parser *p, OpCode op, Symbol *s, const Operand *value, Operand guard)
{
    const Operand *first = value->kind == OPND_vector ? &value->vec[0] : value;
    unsigned count = value->kind == OPND_vector ? value->nvec : 1;
    Inst in = {.op = (uint16_t)op,
               .ntypes = 1,
               .type = {(uint8_t)bits_type((Type)first->type)},
               .nopnd = 2,
               .space = SPACE_param,
               .vec = (uint8_t)count,
               .guard = guard,
               .loc = p->loc,
               .text_line = p->tok.line};
    Mod mods[2] = {MOD_param, count == 8 ? MOD_v8 : count == 4 ? MOD_v4 : MOD_v2};
    for (unsigned i = 0; i < (count > 1 ? 2 : 1); i++)
        in.mods[mods[i] / 64] |= (uint64_t)1 << (mods[i] % 64);
    in.opnd[op == OP_ld ? 0 : 1] = *value;
    in.opnd[op == OP_ld ? 1 : 0] = in_memory(s);
    append_inst(p, &in);
}

// ---- parameters -----------------------------------------------------

// The parameter is in the list of the function; its register does not exist before the body.
void note_register_param(Parser *p, Name *n, Symbol *s, unsigned vector, bool result)
{
    RegisterParam *r = parse_temp(p, sizeof *r), **end = &p->register_params;
    *r = (RegisterParam){.name = n, .sym = s, .vector = vector, .result = result};
    while (*end)
        end = &(*end)->next;
    *end = r;
}

static Operand declare_param(Parser *p, const RegisterParam *r)
{
    Type type = (Type)r->sym->type;
    if (type_bytes(type) > 8)
        parse_fail(p, p->tok.line, "the parameter '%s' in a register of 128 bits", r->name->text);
    if (r->vector > 1) {
        const Binding *b = parse_vector_register(p, r->name, type, r->vector);
        return (Operand){.kind = OPND_vector, .nvec = b->nvec, .vec = b->vec};
    }
    Binding *b = scope_bind(p, r->name, BIND_reg);
    b->type = type;
    b->reg = parse_register(p, b, r->name);
    return (Operand){.kind = OPND_reg, .type = (uint8_t)type, .reg = b->reg};
}

void load_register_params(Parser *p)
{
    for (RegisterParam *r = p->register_params; r; r = r->next) {
        r->value = declare_param(p, r);
        if (!r->result)
            append_access(p, OP_ld, r->sym, &r->value, (Operand){0});
    }
}

void store_register_results(Parser *p, Operand guard)
{
    for (const RegisterParam *r = p->register_params; r; r = r->next)
        if (r->result)
            append_access(p, OP_st, r->sym, &r->value, guard);
}

// ---- calls ----------------------------------------------------------

// A register or vector register that has bytes.
static bool is_plain(const Operand *o)
{
    if (o->kind != OPND_vector)
        return o->kind == OPND_reg && type_bytes((Type)o->type) && type_bytes((Type)o->type) <= 8;
    for (unsigned i = 0; i < o->nvec; i++)
        if (o->vec[i].kind != OPND_reg || o->vec[i].type != o->vec[0].type)
            return false;
    return o->nvec > 1;
}

static Symbol *variable_for(Parser *p, const Operand *o)
{
    const Operand *first = o->kind == OPND_vector ? &o->vec[0] : o;
    unsigned count = o->kind == OPND_vector ? o->nvec : 1;
    return param_variable(p, bits_type((Type)first->type), count);
}

// Vectors of the arguments: before the call.
void store_vector_arguments(Parser *p, CallInfo *call, Operand guard)
{
    for (unsigned i = 0; i < call->narg; i++) {
        Operand value = call->arg[i];
        if (value.kind != OPND_vector || !is_plain(&value))
            continue;
        call->arg[i] = (Operand){.kind = OPND_symbol, .sym = variable_for(p, &value)};
        append_access(p, OP_st, call->arg[i].sym, &value, guard);
    }
}

// Registers that receive results: before the call they become variables, which are in the list that
// this returns; behind the call they are loaded.
Operand *name_register_results(Parser *p, CallInfo *call)
{
    Operand *values = call->nret ? parse_temp(p, call->nret * sizeof *values) : NULL;
    for (unsigned i = 0; i < call->nret; i++) {
        if (!is_plain(&call->ret[i]))
            continue;
        values[i] = call->ret[i];
        call->ret[i] = (Operand){.kind = OPND_symbol, .sym = variable_for(p, &values[i])};
    }
    return values;
}

void load_register_results(Parser *p, const CallInfo *call, const Operand *values, Operand guard)
{
    for (unsigned i = 0; i < call->nret; i++)
        if (values[i].kind != OPND_none)
            append_access(p, OP_ld, call->ret[i].sym, &values[i], guard);
}

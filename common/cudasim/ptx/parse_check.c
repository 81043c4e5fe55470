// parse_check.c - do an instruction's operands fit it? Their number and kind, and the widths
// of registers, by the letters of ops.h. ptxas refuses what does not fit, and so do we:
// handlers rely on registers having as many bytes as the type of the instruction says.
//
// Only widths are compared, of what a lane holds in a register: 8, 16 and 32 bits count as
// one, and .u32 as .f32, more freely than ptxas.
#include "parse.h"

#include <string.h>

// ---- kinds ----------------------------------------------------------

static bool is_memory(const Inst *in)
{
    switch (in->op) {
    case OP_ld:
    case OP_ldu:
    case OP_st:
    case OP_atom:
    case OP_red:
    case OP_st_async:
    case OP_red_async: return true;
    default: return false;
    }
}

// '_' as a destination: the instruction is executed, its result is dropped.
static bool may_forget(const Inst *in, char letter)
{
    Unit unit = op_info[in->op].unit;
    bool predicate_too =
        in->op == OP_elect_sync ||
        ((in->op == OP_match_all || in->op == OP_lop3) && in->second.kind != OPND_none);
    return letter == 'p' || unit == UNIT_MEM || unit == UNIT_SYNC || predicate_too;
}

static bool kind_fits(const Inst *in, char letter, const Operand *o)
{
    if (letter == 'x' || letter == 'X') // how many registers it has, the handler compares
        return o->kind == OPND_vector || o->kind == OPND_reg ||
               (letter == 'x' && o->kind == OPND_imm);
    bool result = letter == 'd' || letter == 'D' || letter == 'e' || letter == 'p';
    switch (o->kind) {
    case OPND_mem: return letter == 'm';
    case OPND_sink: return result && may_forget(in, letter);
    case OPND_vector: // {a, b} for a wide value; .v2 {a, b} for two values side by side
        return letter != 'm' && (is_memory(in) ? in->vec > 1
                                               : in->op == OP_mov && in->vec == 1 &&
                                                     in->opnd[0].kind != in->opnd[1].kind);
    case OPND_reg: return letter != 'm' && (in->vec == 1 || !is_memory(in));
    case OPND_special:
    case OPND_symbol: // has no parts
        if (in->op == OP_mov && in->opnd[0].kind == OPND_vector)
            return false;
        // fall through
    default: return letter != 'm' && !result && (in->vec == 1 || !is_memory(in));
    }
}

// ---- widths ---------------------------------------------------------

// Bytes of a lane in a register; 0: a predicate.
static unsigned lane_bytes(Type t)
{
    unsigned n = type_bytes(t);
    return t == TYPE_pred ? 0 : n > 4 ? n : 4;
}

static unsigned wanted_bytes(const Inst *in, char letter)
{
    Type first = in->ntypes ? (Type)in->type[0] : TYPE_b32;
    switch (letter) {
    case 'e':
    case 'w': return 4;
    case 'p':
    case 'q': return 0;
    case 't': return lane_bytes(in->ntypes ? (Type)in->type[in->ntypes - 1] : TYPE_b32);
    case 'D':
    case 'S': return type_bytes(first) == 8 ? 16 : type_bytes(first) == 4 ? 8 : 4;
    case 'v': // a vote, or a barrier that counts
        return inst_has(in, MOD_ballot) || inst_has(in, MOD_popc) ? 4 : 0;
    default: return lane_bytes(first);
    }
}

// The results of votes and barriers are the only ones "taken as they come".
static bool as_it_comes(const Inst *in, char letter, int i)
{
    return letter == 'l' || letter == 'm' || letter == 'x' || letter == 'X' ||
           (letter == 'v' &&
            (i > 0 || (op_info[in->op].unit != UNIT_WARP && op_info[in->op].unit != UNIT_SYNC)));
}

// Loads, stores and conversions may have registers wider than their types.
static bool may_be_wider(const Inst *in)
{
    return in->op == OP_ld || in->op == OP_ldu || in->op == OP_st || in->op == OP_cvt;
}

static bool width_fits(const Inst *in, unsigned want, const Operand *o)
{
    if (o->kind != OPND_reg)
        return true;
    unsigned have = lane_bytes((Type)o->type);
    return have == want || (may_be_wider(in) && want == 4 && have == 8);
}

// mov.b64 {a, b}, c: the parts make up the whole. Elsewhere each is a value of the type.
static bool vector_fits(const Inst *in, unsigned want, const Operand *o)
{
    unsigned bytes = 0, first = 0;
    bool result = o == &in->opnd[0];
    for (unsigned i = 0; i < o->nvec; i++) {
        const Operand *e = &o->vec[i];
        if (e->kind != OPND_reg && e->kind != (result ? OPND_sink : OPND_imm))
            return false;
        if (e->kind != OPND_reg)
            continue;
        unsigned lane = lane_bytes((Type)e->type), n = type_bytes((Type)e->type);
        if (first && (in->op == OP_mov ? n != bytes : lane != first))
            return false;
        first = lane;
        bytes = n;
        if (in->op != OP_mov && !width_fits(in, want, e))
            return false;
    }
    return in->op != OP_mov || !first || bytes * o->nvec == type_bytes((Type)in->type[0]);
}

static void check_width(Parser *p, const Inst *in, char letter, int i, uint32_t line)
{
    const Operand *o = &in->opnd[i];
    if (op_info[in->op].unit == UNIT_SYNC && op_info[in->op].args[0] == 'v' && i == 2 &&
        in->nopnd == 3)
        letter = 'q'; // bar.red without a number of threads
    unsigned want = wanted_bytes(in, letter);
    const char *name = op_info[in->op].text;
    if (o->kind == OPND_vector && !vector_fits(in, want, o))
        parse_fail(p, line, "the parts of operand %d of %s do not fit its type", i + 1, name);
    if (!width_fits(in, want, o))
        parse_fail(p, line, "operand %d of %s is a register of another width: .%s", i + 1, name,
                   type_name((Type)o->type));
}

// ---- an instruction -------------------------------------------------

static const char *skip_mark(const char *args) { return *args == '?' ? args + 1 : args; }

// How many operands an instruction must have whose suffixes decide on optional operands.
static void count_range(const Form *f, const Inst *in, unsigned *least, unsigned *most)
{
    Type to = (Type)in->type[0], from = (Type)in->type[in->ntypes ? in->ntypes - 1 : 0];
    *least = f->min;
    *most = f->max;
    if (in->op == OP_atom)
        *least = *most = inst_has(in, MOD_cas) ? 4 : 3;
    if (in->op == OP_fence) // the map that is acquired, and its size
        *least = *most = inst_has(in, MOD_tensormap) && inst_has(in, MOD_acquire) ? 2 : 0;
    bool joins = inst_has(in, MOD_and) || inst_has(in, MOD_or) || inst_has(in, MOD_xor);
    if (in->op == OP_set || in->op == OP_setp) // joins the result with a predicate
        *least = *most = joins ? 4 : 3;
    if (in->op == OP_cvt) // two floats make a pair
        *least = *most = from == TYPE_f32 && strstr(type_name(to), "x2") ? 3 : 2;
}

void check_operands(Parser *p, const Form *f, const Inst *in, uint32_t line)
{
    const char *name = op_info[in->op].text, *args = op_info[in->op].args;
    unsigned least, most;
    count_range(f, in, &least, &most);
    if (in->nopnd < least || in->nopnd > most)
        parse_fail(p, line, "%s with %d operands instead of %d", name, in->nopnd,
                   in->nopnd < least ? least : most);
    if (is_memory(in) && (!in->ntypes || !type_bytes((Type)in->type[0])))
        parse_fail(p, line, "%s of a type that has no size", name);
    for (int i = 0; i < in->nopnd; i++, args++) {
        args = skip_mark(args);
        const Operand *o = &in->opnd[i];
        if (*args != 'l' && *args != 'v' && !kind_fits(in, *args, o))
            parse_fail(p, line, "operand %d of %s is of the wrong kind", i + 1, name);
        if (in->vec > 1 && o->kind == OPND_vector && o->nvec != in->vec && *args != 'x')
            parse_fail(p, line, "%s.v%d with a vector of %d", name, in->vec, o->nvec);
        if (!as_it_comes(in, *args, i))
            check_width(p, in, *args, i, line);
    }
    const Operand *q = &in->second;
    if (q->kind != OPND_none && q->kind != OPND_sink &&
        (q->kind != OPND_reg || q->type != TYPE_pred))
        parse_fail(p, line, "%s with something that is not a predicate after the '|'", name);
}

// Arguments are variables in .param, registers or constants; a result may be dropped (_).
void check_call(Parser *p, const CallInfo *call, uint32_t line)
{
    const Operand *t = &call->target;
    if (t->kind == OPND_reg && lane_bytes((Type)t->type) != 8)
        parse_fail(p, line, "a call through a register that is not of 64 bits");
    for (unsigned i = 0; i < call->narg + (unsigned)call->nret; i++) {
        const Operand *o = i < call->narg ? &call->arg[i] : &call->ret[i - call->narg];
        bool value = o->kind == OPND_reg && o->type != TYPE_pred && type_bytes(o->type) <= 8;
        bool variable = o->kind == OPND_symbol && o->sym->kind != SYM_func &&
                        (o->sym->space == SPACE_param || o->sym->space == SPACE_reg);
        bool other = i < call->narg ? o->kind == OPND_imm : o->kind == OPND_sink;
        if (!value && !variable && !other)
            parse_fail(p, line, "an argument of a call that is not in .param");
    }
}

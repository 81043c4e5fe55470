// print_inst.c - an instruction as text again: for the debugger, and for tests that parse it once
// more.
#include "ptx.h"

// ---- operands -------------------------------------------------------

static void print_symbol(FILE *f, const Operand *o)
{
    fputs(o->sym->name, f);
    if (o->offset)
        fprintf(f, "%+lld", (long long)o->offset);
}

static void print_register(FILE *f, const Func *fn, const Operand *o)
{
    if (o->negate)
        putc('!', f);
    if (fn && o->reg >= 0 && (unsigned)o->reg < fn->nregs)
        fputs(fn->reg_name[o->reg], f);
    else
        fprintf(f, "%%reg%d", o->reg);
}

static void print_immediate(FILE *f, const Operand *o)
{
    if (o->is_float32)
        fprintf(f, "0f%08X", (unsigned)o->imm);
    else if (o->is_float)
        fprintf(f, "0d%016llX", (unsigned long long)o->imm);
    else
        fprintf(f, "%lld", (long long)o->imm);
}

static void print_operand(FILE *f, const Func *fn, const Operand *o);

static void print_memory(FILE *f, const Func *fn, const Operand *o)
{
    putc('[', f);
    if (o->base == OPND_symbol) {
        print_symbol(f, o);
    } else if (o->base == OPND_reg) {
        print_register(f, fn, o);
        if (o->offset)
            fprintf(f, "+%lld", (long long)o->offset);
    } else {
        print_immediate(f, o);
    }
    putc(']', f);
}

void operands_print(FILE *f, const Func *fn, const Operand *list, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (i)
            fputs(", ", f);
        print_operand(f, fn, &list[i]);
    }
}

static void print_part(FILE *f, uint32_t part)
{
    unsigned count = part >> PART_count_shift & PART_digit;
    if (count)
        fputs(part & PART_half ? ".h" : ".b", f);
    for (unsigned i = count; i-- > 0;)
        putc((int)('0' + (part >> 3 * i & PART_digit)), f);
}

static void print_operand(FILE *f, const Func *fn, const Operand *o)
{
    switch ((OperandKind)o->kind) {
    case OPND_none: break;
    case OPND_reg:
        fputs(o->part & PART_minus ? "-" : "", f);
        print_register(f, fn, o);
        print_part(f, o->part);
        break;
    case OPND_imm: print_immediate(f, o); break;
    case OPND_special: fputs(special_name(o->special), f); break;
    case OPND_symbol: print_symbol(f, o); break;
    case OPND_mem: print_memory(f, fn, o); break;
    case OPND_vector:
        putc('{', f);
        operands_print(f, fn, o->vec, o->nvec);
        putc('}', f);
        break;
    case OPND_label: fprintf(f, "$L%u", o->target); break;
    case OPND_targets: // printed as a table before the instruction
        fputs("$T", f);
        break;
    case OPND_sink: putc('_', f); break;
    }
}

// ---- instructions ---------------------------------------------------

static void print_call(FILE *f, const Func *fn, const CallInfo *c, const char *proto)
{
    if (c->nret) {
        putc('(', f);
        operands_print(f, fn, c->ret, c->nret);
        fputs("), ", f);
    }
    print_operand(f, fn, &c->target);
    fputs(", (", f);
    operands_print(f, fn, c->arg, c->narg);
    putc(')', f);
    if (!c->func && c->proto)
        fprintf(f, ", %s", proto);
}

void inst_print(FILE *f, const Func *fn, const Inst *in, const char *table)
{
    if (in->guard.kind != OPND_none) {
        putc('@', f);
        print_register(f, fn, &in->guard);
        putc(' ', f);
    }
    if (in->op >= OP_COUNT) {
        fprintf(f, "%s;", in->unknown ? in->unknown : "?");
        return;
    }
    opcode_print(f, in);
    const char *sep = " ";
    if (in->call) {
        fputs(sep, f);
        print_call(f, fn, in->call, table);
    }
    for (int i = 0; i < in->nopnd; i++) {
        fputs(sep, f);
        if (in->opnd[i].kind == OPND_targets)
            fputs(table, f);
        else
            print_operand(f, fn, &in->opnd[i]);
        if (i == 0 && in->second.kind != OPND_none) {
            putc('|', f);
            print_operand(f, fn, &in->second);
        }
        sep = ", ";
    }
    putc(';', f);
}

// print.c - a Module as text again. The text parses to the same module: names
// are already unique within a function, labels are numbered by instruction,
// and all declarations are at the top. Initialisers become bytes. For the
// round-trip test and the fuzzer.
#include "print.h"

#include "common/alloc.h"
#include "common/cudasim/ptx/parse.h"

#include <stdlib.h>
#include <string.h>

// ---- variables ------------------------------------------------------

static void print_address(FILE *f, const Reloc *r)
{
    fprintf(f, "%s%s%s", r->generic ? "generic(" : "", r->sym->name, r->generic ? ")" : "");
    if (r->addend)
        fprintf(f, "%+lld", (long long)r->addend);
}

// One byte of an address at a time: the address does not fill an element.
static void print_address_bytes(FILE *f, const Reloc *r)
{
    for (unsigned i = 0; i < r->bytes; i++) {
        fprintf(f, "%s0x%llX(", i ? ", " : "", 0xffull << (r->shift + 8 * i));
        print_address(f, r);
        putc(')', f);
    }
}

static void print_element(FILE *f, const Symbol *s, uint64_t at, unsigned bytes)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < bytes && i < sizeof bits; i++)
        bits |= (uint64_t)s->init[at + i] << (8 * i);
    if (s->type == TYPE_f32)
        fprintf(f, "0f%08llX", (unsigned long long)bits);
    else if (s->type == TYPE_f64)
        fprintf(f, "0d%016llX", (unsigned long long)bits);
    else
        fprintf(f, "%llu", (unsigned long long)bits);
}

static void print_init(FILE *f, const Symbol *s, unsigned bytes)
{
    unsigned next = 0;
    fputs(" = {", f);
    for (uint64_t at = 0; at < s->size;) {
        const Reloc *r = next < s->nrelocs ? &s->relocs[next] : NULL;
        if (at)
            fputs(", ", f);
        if (!r || r->offset != at) {
            print_element(f, s, at, bytes);
            at += bytes;
            continue;
        }
        if (bytes == 1)
            print_address_bytes(f, r);
        else
            print_address(f, r);
        at += r->bytes;
        next++;
    }
    putc('}', f);
}

static void print_linkage(FILE *f, const Symbol *s)
{
    static const char *const text[] = {[LINK_static] = "",
                                       [LINK_visible] = ".visible ",
                                       [LINK_extern] = ".extern ",
                                       [LINK_weak] = ".weak ",
                                       [LINK_common] = ".common "};
    fputs(text[s->linkage], f);
}

static void print_variable(FILE *f, const Symbol *s)
{
    static const char *const space[] = {
        [SPACE_generic] = "",     [SPACE_global] = ".global", [SPACE_shared] = ".shared",
        [SPACE_local] = ".local", [SPACE_const] = ".const",   [SPACE_param] = ".param",
        [SPACE_reg] = ".reg"};
    fputs(space[s->space], f);
    if (s->managed)
        fputs(" .attribute(.managed)", f);
    unsigned bytes = type_bytes(s->type);
    fprintf(f, " .align %u .%s %s", s->align, type_name(s->type), s->name);
    if (s->size == 0)
        fputs("[]", f);
    else if (s->size > bytes || s->init)
        fprintf(f, "[%llu]", (unsigned long long)(s->size / bytes));
    if (s->init)
        print_init(f, s, bytes);
}

// ---- functions ------------------------------------------------------

static void print_params(FILE *f, Symbol **list, unsigned count)
{
    putc('(', f);
    for (unsigned i = 0; i < count; i++) {
        if (i)
            fputs(", ", f);
        print_variable(f, list[i]);
    }
    putc(')', f);
}

static void print_head(FILE *f, const Func *fn)
{
    print_linkage(f, fn->sym);
    fputs(fn->is_entry ? ".entry " : ".func ", f);
    if (fn->nrets)
        print_params(f, fn->rets, fn->nrets);
    fputs(fn->name, f);
    print_params(f, fn->params, fn->nparams);
}

static void print_limits(FILE *f, const Func *fn)
{
    const struct {
        const char *text;
        const unsigned *n;
    } triples[] = {{".maxntid", fn->maxntid},
                   {".reqntid", fn->reqntid},
                   {".reqnctapercluster", fn->reqnctapercluster}};
    for (size_t i = 0; i < sizeof triples / sizeof *triples; i++) {
        const unsigned *n = triples[i].n;
        if (n[0] | n[1] | n[2])
            fprintf(f, "%s %u, %u, %u\n", triples[i].text, n[0], n[1], n[2]);
    }
    if (fn->minnctapersm)
        fprintf(f, ".minnctapersm %u\n", fn->minnctapersm);
    if (fn->maxnreg)
        fprintf(f, ".maxnreg %u\n", fn->maxnreg);
    if (fn->explicit_cluster)
        fputs(".explicitcluster\n", f);
    if (fn->maxclusterrank)
        fprintf(f, ".maxclusterrank %u\n", fn->maxclusterrank);
}

// The prototype of a call and the table of a branch go before their instruction.
static void print_table(FILE *f, const Inst *in, const char *table)
{
    if (in->call && !in->call->func && in->call->proto) {
        const Func *proto = in->call->proto;
        fprintf(f, "%s: .callprototype ", table);
        if (proto->nrets)
            print_params(f, proto->rets, proto->nrets);
        fputs("_", f);
        print_params(f, proto->params, proto->nparams);
        fputs(";\n", f);
    }
    for (int i = 0; i < in->nopnd; i++) {
        const Operand *o = &in->opnd[i];
        if (o->kind != OPND_targets)
            continue;
        fprintf(f, "%s: .branchtargets ", table);
        operands_print(f, NULL, o->vec, o->nvec);
        fputs(";\n", f);
    }
}

// The names of inlined functions are one block, in the order of .debug_str.
static const char *names_start(const Module *m)
{
    const char *start = NULL;
    for (unsigned i = 0; i < m->nlocs; i++) {
        if (m->locs[i].func && (!start || m->locs[i].func < start))
            start = m->locs[i].func;
    }
    return start;
}

static void print_names(FILE *f, const Module *m, const char *start)
{
    const char *end = start;
    for (unsigned i = 0; i < m->nlocs; i++) {
        if (m->locs[i].func && m->locs[i].func >= end)
            end = m->locs[i].func + strlen(m->locs[i].func) + 1;
    }
    if (!start)
        return;
    fputs(".section .debug_str\n{\n$names:\n", f);
    for (const char *c = start; c < end; c++)
        fprintf(f, "%s%u",
                (c - start) % 40 ? ","
                : c == start     ? ".b8 "
                                 : "\n.b8 ",
                (unsigned char)*c);
    fputs("\n}\n", f);
}

static void print_frame(FILE *f, const Module *m, const Loc *l, const char *names)
{
    fprintf(f, "\t.loc %u %u %u", l->file, l->line, l->col);
    if (l->inlined_at) {
        const Loc *at = &m->locs[l->inlined_at];
        if (l->func)
            fprintf(f, ", function_name $names+%zu", (size_t)(l->func - names));
        fprintf(f, ", inlined_at %u %u %u", at->file, at->line, at->col);
    }
    putc('\n', f);
}

// The outer frames first: inlined_at means the latest .loc at that place.
static void print_loc(FILE *f, const Module *m, uint32_t loc, const char *names)
{
    uint32_t chain[64];
    int n = 0;
    for (; loc && n < 64; loc = m->locs[loc].inlined_at)
        chain[n++] = loc;
    while (n-- > 0)
        print_frame(f, m, &m->locs[chain[n]], names);
}

// Which instructions are targets of a branch, one byte each; malloc'ed.
static char *find_targets(const Func *fn)
{
    char *is_target = must_calloc(fn->ninsts + 1, 1);
    for (unsigned i = 0; i < fn->ninsts; i++) {
        const Inst *in = &fn->insts[i];
        for (int j = 0; j < in->nopnd; j++) {
            const Operand *o = &in->opnd[j];
            if (o->kind == OPND_label)
                is_target[o->target] = 1;
            for (int k = 0; o->kind == OPND_targets && k < o->nvec; k++)
                is_target[o->vec[k].target] = 1;
        }
    }
    return is_target;
}

static void print_body(FILE *f, const Func *fn, const char *names)
{
    fputs("{\n", f);
    for (unsigned i = 0; i < fn->nregs; i++)
        fprintf(f, "\t.reg .%s %s;\n", type_name(fn->reg_type[i]), fn->reg_name[i]);
    for (unsigned i = 0; i < fn->nvars; i++) {
        putc('\t', f);
        if (fn->vars[i]->linkage == LINK_extern)
            fputs(".extern ", f);
        print_variable(f, fn->vars[i]);
        fputs(";\n", f);
    }
    uint32_t loc = 0;
    char *is_target = find_targets(fn);
    for (unsigned i = 0; i < fn->ninsts; i++) {
        const Inst *in = &fn->insts[i];
        char table[24];
        snprintf(table, sizeof table, "$T%u", i);
        if (in->loc != loc && in->loc)
            print_loc(f, fn->module, in->loc, names);
        loc = in->loc;
        if (is_target[i])
            fprintf(f, "$L%u:\n", i);
        print_table(f, in, table);
        putc('\t', f);
        inst_print(f, fn, in, table);
        putc('\n', f);
    }
    free(is_target);
    fputs("}\n", f);
}

// ---- modules --------------------------------------------------------

void module_print(FILE *f, const Module *m)
{
    fprintf(f, ".version %u.%u\n.target sm_%u\n.address_size 64\n", m->version / 10,
            m->version % 10, m->sm);
    for (unsigned i = 0; i < m->nfiles; i++) {
        if (m->files[i])
            fprintf(f, ".file %u \"%s\"\n", i, m->files[i]);
    }
    for (unsigned i = 0; i < m->nsyms; i++) {
        const Symbol *s = m->syms[i];
        if (s->kind != SYM_func)
            continue;
        print_head(f, s->func);
        fputs(";\n", f);
    }
    for (unsigned i = 0; i < m->nsyms; i++) {
        const Symbol *s = m->syms[i];
        if (s->kind != SYM_var)
            continue;
        print_linkage(f, s);
        print_variable(f, s);
        fputs(";\n", f);
    }
    const char *names = names_start(m);
    for (unsigned i = 0; i < m->nfuncs; i++) {
        print_head(f, m->funcs[i]);
        putc('\n', f);
        print_limits(f, m->funcs[i]);
        print_body(f, m->funcs[i], names);
    }
    print_names(f, m, names);
}

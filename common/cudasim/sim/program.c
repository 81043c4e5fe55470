// program.c - parsed modules become a program: linked, their variables placed
// in device memory, their functions lowered when a kernel first needs them.
//
// A function is lowered once for each kernel that may call it, because the kernel
// decides where shared variables lie. Function pointers are addresses in a separate
// range, 16 bytes apart.
#include "alloc.h"
#include "hooks.h"
#include "lower.h"

#include <stdlib.h>
#include <string.h>

#define FUNCTION_BASE 0x130000000000ull

struct Program {
    Module **modules;
    unsigned nmodules;
    Func **funcs; // all with a body; function i is at FUNCTION_BASE + 16 * (i + 1)
    unsigned nfuncs;
    Code **entries; // kernels lowered so far
    unsigned nentries;
    bool linked;
    const Program *other; // of another device: managed variables are its variables
};

static bool is_builtin(const char *name) { return builtin_find(name) != NULL; }

// ---- variables ------------------------------------------------------

uint64_t symbol_address(const Symbol *s)
{
    s = symbol_definition(s);
    return s->kind == SYM_func && s->func ? s->func->sym->address : s->address;
}

// Managed variables are the same for all devices.
static bool is_shared(const Program *p, const Symbol *s) { return p->other && s->managed; }

static int place_variable(Program *p, Symbol *s, char error[PTX_ERROR_MAX])
{
    if (is_shared(p, s)) {
        const Symbol *same = program_variable(p->other, s->name);
        s->user = same->user;
        s->address = same->address;
        return 0;
    }
    Alloc *a = mem_alloc(s->size ? s->size : 1, s->align, s->managed ? MEM_managed : MEM_symbol);
    if (!a) {
        snprintf(error, PTX_ERROR_MAX, "no device memory for variable %s (%llu bytes)", s->name,
                 (unsigned long long)s->size);
        return -1;
    }
    a->name = s->name;
    a->is_const = s->space == SPACE_const;
    s->address = a->addr;
    s->user = a;
    if (s->init)
        memcpy(a->host, s->init, s->size);
    else
        memset(a->host, 0, s->size);
    EACH_HOOK(alloc, (a)); // a variable is initialised
    return 0;
}

static void relocate(Symbol *s)
{
    Alloc *a = s->user;
    for (unsigned i = 0; i < s->nrelocs; i++) {
        const Reloc *r = &s->relocs[i];
        uint64_t v = symbol_address(r->sym) + (uint64_t)r->addend;
        unsigned n = r->bytes && r->bytes <= 8 ? r->bytes : 8;
        v >>= r->shift;
        if (r->offset + n <= s->size)
            memcpy(a->host + r->offset, &v, n);
    }
}

static bool in_memory(const Symbol *s)
{
    return s->kind == SYM_var && (s->space == SPACE_global || s->space == SPACE_const) &&
           !s->resolved && s->linkage != LINK_extern;
}

// Variables of the module, then those that PTX declares within a function; NULL behind the last.
static Symbol *variable_of(const Module *m, unsigned i)
{
    if (i < m->nsyms)
        return m->syms[i];
    i -= m->nsyms;
    for (unsigned f = 0; f < m->nfuncs; i -= m->funcs[f++]->nvars)
        if (i < m->funcs[f]->nvars)
            return m->funcs[f]->vars[i];
    return NULL;
}

uint64_t program_constant_bytes(const Program *p)
{
    uint64_t bytes = 0;
    const Symbol *s;
    for (unsigned m = 0; m < p->nmodules; m++)
        for (unsigned i = 0; (s = variable_of(p->modules[m], i)); i++)
            if (in_memory(s) && s->space == SPACE_const) {
                uint64_t align = s->align ? s->align : 1;
                bytes = (bytes + align - 1) / align * align + s->size;
            }
    return bytes;
}

static int place_variables(Program *p, char error[PTX_ERROR_MAX])
{
    Symbol *s;
    for (int pass = 0; pass < 2; pass++)
        for (unsigned m = 0; m < p->nmodules; m++)
            for (unsigned i = 0; (s = variable_of(p->modules[m], i)); i++) {
                if (!in_memory(s))
                    continue;
                if (pass && !is_shared(p, s))
                    relocate(s);
                else if (!pass && place_variable(p, s, error))
                    return -1;
            }
    return 0;
}

// ---- load -----------------------------------------------------------

struct ProgramReading program_reading;

static Module *read_module(const PtxText *text, char error[PTX_ERROR_MAX])
{
    static bool bad;
    bool on_demand = program_reading.on_demand && !text->handed_over;
    Module *m = (on_demand ? module_parse_heads : module_parse)(text->text, text->length, error);
    if (m && text->handed_over) {
        m->handed_over = true;
        m->nlocs = program_reading.grading ? 1 : m->nlocs;
    }
    bad |= !m || !module_can_wait(m);
    program_reading.good = !bad && !on_demand;
    return m;
}

// A submission may register anything as its machine code.
static bool is_trusted(const PtxText *t)
{
    return t->cubin && !t->handed_over &&
           (!program_reading.grading ||
            cubin_is_of(program_reading.object, program_reading.object_bytes,
                        model.cc_major * 10 + model.cc_minor, t->cubin, t->cubin_bytes));
}

static void add_functions(Program *p, Module *m, const PtxText *t)
{
    bool trusted = is_trusted(t);
    p->funcs = must_realloc(p->funcs, p->nfuncs + m->nfuncs, sizeof *p->funcs);
    for (unsigned k = 0; k < m->nfuncs; k++)
        if (m->funcs[k]->has_body) {
            if (trusted)
                m->funcs[k]->machine = cubin_kernel(t->cubin, t->cubin_bytes, m->funcs[k]->name);
            m->funcs[k]->sym->address = FUNCTION_BASE + 16 * (p->nfuncs + 1);
            p->funcs[p->nfuncs++] = m->funcs[k];
        }
}

static int parse_all(Program *p, const PtxText *texts, unsigned n, char error[PTX_ERROR_MAX])
{
    p->modules = must_calloc(n + 1, sizeof *p->modules);
    for (unsigned i = 0; i < n; i++) {
        Module *m = read_module(&texts[i], error);
        if (!m)
            return -1;
        p->modules[p->nmodules++] = m;
        add_functions(p, m, &texts[i]);
    }
    return 0;
}

// Grid barriers of separately compiled code, if a module calls them.
static int add_grid_barrier(Program *p, char error[PTX_ERROR_MAX])
{
    bool called = false;
    for (unsigned m = 0; m < p->nmodules; m++)
        for (unsigned i = 0; i < p->modules[m]->nsyms; i++) {
            const Symbol *s = p->modules[m]->syms[i];
            called |= s->kind == SYM_func && !s->func->has_body && grid_barrier_has(s->name);
        }
    Module *m = called ? module_parse(grid_barrier_text, strlen(grid_barrier_text), error) : NULL;
    if (m) {
        p->modules[p->nmodules++] = m;
        add_functions(p, m, &(PtxText){.text = NULL});
    }
    return called && !m;
}

bool program_linked(const Program *p) { return p->linked; }

Program *program_load_again(const Program *other, const PtxText *texts, unsigned n,
                            char error[PTX_ERROR_MAX])
{
    Program *p = must_calloc(1, sizeof *p);
    p->other = other;
    if (parse_all(p, texts, n, error) || add_grid_barrier(p, error) ||
        modules_link(p->modules, p->nmodules, is_builtin, error) || place_variables(p, error)) {
        program_free(p);
        return NULL;
    }
    for (unsigned i = 0; i < n; i++)
        p->linked |= texts[i].separate;
    return p;
}

Program *program_load(const PtxText *texts, unsigned n, char error[PTX_ERROR_MAX])
{
    return program_load_again(NULL, texts, n, error);
}

void program_free(Program *p)
{
    if (!p)
        return;
    for (unsigned i = 0; i < p->nentries; i++)
        code_free_all(p->entries[i]);
    for (unsigned m = 0; m < p->nmodules; m++) {
        Symbol *s;
        for (unsigned i = 0; (s = variable_of(p->modules[m], i)); i++)
            if (in_memory(s) && s->address && !is_shared(p, s))
                mem_free(s->address);
        module_free(p->modules[m]);
    }
    free(p->modules);
    free(p->funcs);
    free(p->entries);
    free(p);
}

// ---- look up --------------------------------------------------------

Code *program_entry(Program *p, const char *name)
{
    for (unsigned i = 0; i < p->nentries; i++)
        if (!strcmp(p->entries[i]->func->name, name))
            return p->entries[i];
    for (unsigned i = 0; i < p->nfuncs; i++) {
        if (!p->funcs[i]->is_entry || strcmp(p->funcs[i]->name, name))
            continue;
        p->entries = must_realloc(p->entries, p->nentries + 1, sizeof *p->entries);
        return p->entries[p->nentries++] = lower_kernel(p, p->funcs[i]);
    }
    return NULL;
}

Symbol *program_variable(const Program *p, const char *name)
{
    for (unsigned m = 0; m < p->nmodules; m++)
        for (unsigned i = 0; i < p->modules[m]->nsyms; i++) {
            Symbol *s = p->modules[m]->syms[i];
            if (in_memory(s) && !strcmp(s->name, name))
                return s;
        }
    return NULL;
}

Symbol *program_variable_at(Program *p, uint64_t address)
{
    for (unsigned m = 0; m < p->nmodules; m++)
        for (unsigned i = 0; i < p->modules[m]->nsyms; i++) {
            Symbol *s = p->modules[m]->syms[i];
            if (in_memory(s) && s->address == address)
                return s;
        }
    return NULL;
}

Func *program_func_at(Program *p, uint64_t address)
{
    uint64_t i = (address - FUNCTION_BASE) / 16;
    return address % 16 == 0 && i >= 1 && i <= p->nfuncs ? p->funcs[i - 1] : NULL;
}

Code *program_function(Program *p, Code *entry, uint64_t address)
{
    Func *f = program_func_at(p, address);
    return f && !f->is_entry ? code_callee(entry, f) : NULL;
}

void program_each_func(Program *p, void (*visit)(Func *f, void *user), void *user)
{
    for (unsigned i = 0; i < p->nfuncs; i++)
        visit(p->funcs[i], user);
}

const char *code_error(const Code *c) { return c->error; }

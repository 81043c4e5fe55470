// codeset.c - a kernel with everything it may call: which functions, where their
// shared variables and frames lie, how much local memory a chain of calls needs.
//
// The local memory of a frame, for each lane: parameters and return values of a
// function, then the .param variables of its calls, then its .local variables. The
// parameters of a kernel are not there: they are the same for all threads, and the
// launch holds them.
#include "alloc.h"
#include "exec.h"
#include "lower.h"
#include "native/native.h"

// ---- which functions, which shared variables ------------------------

static void set_add(struct CodeSet *set, Program *p, const Func *f)
{
    if (codeset_find(set, f))
        return;
    set->codes = must_realloc(set->codes, set->n + 1, sizeof *set->codes);
    Code *c = must_calloc(1, sizeof *c);
    static uint32_t serial;
    c->serial = ++serial;
    c->func = f;
    c->program = p;
    c->set = set;
    set->codes[set->n++] = c;
    c->entry = set->codes[0];
}

static void add_indirect(Func *f, void *set)
{
    if (!f->is_entry)
        set_add(set, ((struct CodeSet *)set)->codes[0]->program, f);
}

static void add_shared(struct CodeSet *set, const Symbol *sym)
{
    sym = symbol_definition(sym);
    for (uint32_t i = 0; i < set->nshared; i++)
        if (set->shared[i].sym == sym)
            return;
    set->shared = must_realloc(set->shared, set->nshared + 1, sizeof *set->shared);
    set->shared[set->nshared++] = (SharedVar){.sym = sym};
}

static void scan_operand(struct CodeSet *set, const Operand *o)
{
    if (o->sym && o->sym->kind == SYM_var && symbol_definition(o->sym)->space == SPACE_shared)
        add_shared(set, o->sym);
    for (unsigned i = 0; o->kind == OPND_vector && i < o->nvec; i++)
        scan_operand(set, &o->vec[i]);
}

static void scan_function(struct CodeSet *set, Program *p, const Func *f)
{
    for (unsigned i = 0; i < f->ninsts; i++) {
        const Inst *in = &f->insts[i];
        for (unsigned k = 0; k < in->nopnd; k++)
            scan_operand(set, &in->opnd[k]);
        if (in->op != OP_call || !in->call)
            continue;
        for (unsigned k = 0; k < in->call->narg; k++)
            scan_operand(set, &in->call->arg[k]);
        const Symbol *callee = in->call->func ? symbol_definition(in->call->func) : NULL;
        if (callee && callee->func && callee->func->has_body)
            set_add(set, p, callee->func);
        else if (!callee && !set->indirect) {
            set->indirect = true;
            program_each_func(p, add_indirect, set);
        }
    }
}

// The order in which ptxas places shared variables: those of the kernel, then those of its
// module, each in the order of their declarations. Those of called functions come last here.
static uint32_t shared_rank(const struct CodeSet *set, const Symbol *sym)
{
    const Func *f = set->codes[0]->func;
    for (unsigned i = 0; i < f->nvars; i++)
        if (f->vars[i] == sym)
            return i;
    for (unsigned i = 0; i < f->module->nsyms; i++)
        if (f->module->syms[i] == sym)
            return f->nvars + i;
    return UINT32_MAX;
}

static void order_shared(struct CodeSet *set)
{
    for (uint32_t i = 1; i < set->nshared; i++) { // a few variables, nearly always in order
        SharedVar v = set->shared[i];
        uint32_t rank = shared_rank(set, v.sym), k = i;
        for (; k > 0 && shared_rank(set, set->shared[k - 1].sym) > rank; k--)
            set->shared[k] = set->shared[k - 1];
        set->shared[k] = v;
    }
}

// False: more than any block can have.
static bool place_shared(struct CodeSet *set)
{
    order_shared(set);
    uint32_t top = 0, dynamic_align = 16;
    for (uint32_t i = 0; i < set->nshared; i++) {
        SharedVar *v = &set->shared[i];
        uint32_t align = v->sym->align ? v->sym->align : 1;
        if (v->sym->size > model.shared_per_block_optin || top > model.shared_per_block_optin ||
            align > model.shared_per_block_optin)
            return false;
        if (!v->sym->size) {
            dynamic_align = align > dynamic_align ? align : dynamic_align;
            continue;
        }
        v->offset = (top + align - 1) / align * align;
        top = v->offset + (uint32_t)v->sym->size;
    }
    uint32_t dynamic = (top + dynamic_align - 1) / dynamic_align * dynamic_align;
    bool has_dynamic = false;
    for (uint32_t i = 0; i < set->nshared; i++)
        if (!set->shared[i].sym->size) {
            set->shared[i].offset = dynamic;
            has_dynamic = true;
        }
    set->shared_bytes = has_dynamic ? dynamic : top;
    return top <= model.shared_per_block_optin;
}

uint32_t codeset_shared_offset(const struct CodeSet *set, const Symbol *sym)
{
    sym = symbol_definition(sym);
    for (uint32_t i = 0; i < set->nshared; i++)
        if (set->shared[i].sym == sym)
            return set->shared[i].offset;
    return 0;
}

// ---- frames ---------------------------------------------------------

static uint64_t place_in_frame(Symbol *s, uint64_t top)
{
    uint64_t align = s->align ? s->align : 1;
    s->offset = (top + align - 1) / align * align;
    return s->offset + s->size;
}

// False: more than a thread can have.
static bool lay_out_frame(Code *c)
{
    const Func *f = c->func;
    uint64_t top = 0;
    if (!f->is_entry) {
        for (unsigned i = 0; i < f->nparams; i++)
            top = place_in_frame(f->params[i], top);
        for (unsigned i = 0; i < f->nrets; i++)
            top = place_in_frame(f->rets[i], top);
    }
    for (unsigned i = 0; i < f->nvars; i++)
        if (f->vars[i]->space == SPACE_param)
            top = place_in_frame(f->vars[i], top);
    c->local_area = (uint32_t)((top + 15) / 16 * 16);
    top = c->local_area;
    for (unsigned i = 0; i < f->nvars; i++)
        if (f->vars[i]->space == SPACE_local)
            top = place_in_frame(f->vars[i], top);
    c->local_end = (uint32_t)top;
    c->stack_frame = (uint32_t)((top - c->local_area + 15) / 16 * 16 + 16);
    c->frame_bytes = (uint32_t)((top + 15) / 16 * 16);
    return top <= model.local_limit;
}

Code *codeset_find(const struct CodeSet *set, const Func *f)
{
    for (uint32_t i = 0; i < set->n; i++)
        if (set->codes[i]->func == f)
            return set->codes[i];
    return NULL;
}

// ---- the whole set --------------------------------------------------

#define VISITED UINT64_MAX
enum { MAX_CHAIN = 5000 };

// The deepest chain of calls below a function, in bytes of local memory.
static uint64_t stack_depth(const struct CodeSet *set, Code *c, unsigned depth, bool *recursive)
{
    uint64_t deepest = 0;
    if (c->stack_bytes && c->stack_bytes != VISITED)
        return c->stack_bytes;
    if (c->stack_bytes == VISITED || depth > MAX_CHAIN) {
        *recursive = true;
        return 0;
    }
    c->stack_bytes = VISITED;
    for (uint32_t i = 0; i < c->nsteps && !*recursive; i++) {
        const Step *s = &c->steps[i];
        if (!s->inst || s->inst->op != OP_call || s->imm)
            continue;
        if (!s->extra) {
            *recursive = true;
            return 0;
        }
        if (!codeset_find(set, ((const Code *)s->extra)->func))
            continue;
        uint64_t d = stack_depth(set, (Code *)s->extra, depth + 1, recursive);
        deepest = d > deepest ? d : deepest;
    }
    return c->stack_bytes = c->frame_bytes + deepest;
}

static bool uses_alloca(const Func *f)
{
    for (unsigned i = 0; i < f->ninsts; i++)
        if (f->insts[i].op == OP_alloca)
            return true;
    return false;
}

// An error of the kernel, unless it has one already.
static void set_error(struct CodeSet *set, const char *text)
{
    if (!set->codes[0]->error)
        set->codes[0]->error = must_strdup(text);
}

Code *lower_kernel(Program *p, Func *f)
{
    struct CodeSet *set = must_calloc(1, sizeof *set);
    set_add(set, p, f);
    for (uint32_t i = 0; i < set->n; i++) { // grows while it is scanned
        char error[PTX_ERROR_MAX];
        if (func_read((Func *)set->codes[i]->func, error))
            set_error(set, error);
        scan_function(set, p, set->codes[i]->func);
    }
    if (!place_shared(set))
        set_error(set, "it has more shared memory than a block can have");
    for (uint32_t i = 0; i < set->n; i++)
        if (!lay_out_frame(set->codes[i]))
            set_error(set, "it has more local memory than a thread can have");
    bool placed =
        !program_linked(p); // else nvlink places shared variables, and ptxas knows nothing
    for (uint32_t i = 0; i < set->n; i++) {
        Code *c = set->codes[i];
        c->facts =
            facts_new((Func *)c->func, placed ? set->shared : NULL, placed ? set->nshared : 0);
        lower_function(c, set);
    }
    Code *kernel = set->codes[0];
    for (uint32_t i = 0; i < set->n; i++)
        kernel->grows |= uses_alloca(set->codes[i]->func);
    kernel->shared_bytes = set->shared_bytes;
    if (!kernel->error)
        kernel->stack_bytes = stack_depth(set, kernel, 0, &kernel->recursive);
    if (kernel->recursive)
        kernel->stack_bytes = kernel->frame_bytes;
    return kernel;
}

Code *code_callee(Code *entry, const Func *f) { return codeset_find(entry->set, f); }

Code **program_codes(Code *entry, uint32_t *n)
{
    *n = entry->set->n;
    return entry->set->codes;
}

void code_free_all(Code *entry)
{
    struct CodeSet *set = entry->set;
    for (uint32_t i = 0; i < set->n; i++) {
        Code *c = set->codes[i];
        facts_free(c->facts);
        free(c->steps);
        free(c->consts);
        free(c->counts);
        free(c->rows);
        native_free(c->native);
        free(c->sites);
        free(c->name);
        free(c->error);
        free(c);
    }
    free(set->codes);
    free(set->shared);
    free(set);
}

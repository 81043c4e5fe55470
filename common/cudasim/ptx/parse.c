// parse.c - a PTX text to a Module: directives at module level, and functions.
#include "alloc.h"
#include "parse.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void parse_fail(Parser *p, uint32_t line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int used = snprintf(p->error, PTX_ERROR_MAX, "PTX line %u: ", line);
    vsnprintf(p->error + used, PTX_ERROR_MAX - (size_t)used, format, args);
    va_end(args);
    // Quoted text must not contain the end of a line or control characters.
    for (char *c = p->error; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = ' ';
    }
    longjmp(p->fail, 1);
}

// ---- small directives -----------------------------------------------

static void parse_version(Parser *p)
{
    lex_next(p);
    // A version is not a number: 8.10 comes after 8.9.
    char *end;
    unsigned long major = strtoul(p->tok.text, &end, 10);
    if (p->tok.kind != TOK_number || *end != '.' || major > 1000)
        tok_unexpected(p, "the version of PTX");
    p->m->version = (unsigned)major * 10 + (unsigned)(strtoul(end + 1, NULL, 10) % 100);
    lex_next(p);
}

// .target sm_90a, debug
static void parse_target(Parser *p)
{
    lex_next(p);
    Name *n = tok_name(p, "a target");
    if (!strncmp(n->text, "sm_", 3))
        p->m->sm = (unsigned)strtoul(n->text + 3, NULL, 10);
    if (p->m->sm < 10 || p->m->sm > 1000)
        parse_fail(p, p->tok.line, "the target '%s' is not supported", n->text);
    while (tok_accept(p, ',')) {
        Name *property = tok_name(p, "a property of the target");
        p->m->debug |= !strcmp(property->text, "debug");
    }
}

static void parse_address_size(Parser *p)
{
    lex_next(p);
    if (parse_count(p, "the size of addresses", 1000) != 64)
        parse_fail(p, p->tok.line, "addresses that are not 64 bits long are not supported");
}

// .alias f, g;: f is g.
static void parse_alias(Parser *p)
{
    Symbol *sym[2];
    for (int i = 0; i < 2; i++) {
        if (i)
            tok_expect(p, ',');
        else
            lex_next(p);
        Name *n = tok_name(p, "a function");
        Binding *b = scope_find(p, n);
        if (!b || b->kind != BIND_symbol || b->sym->kind != SYM_func)
            parse_fail(p, p->tok.line, "'%s' is not a function", n->text);
        sym[i] = b->sym;
    }
    tok_expect(p, ';');
    if (sym[0]->func->has_body || sym[0] == sym[1] || sym[1]->resolved)
        parse_fail(p, p->tok.line, "'%s' cannot be an alias", sym[0]->name);
    sym[0]->resolved = sym[1];
}

// ---- functions ------------------------------------------------------

static unsigned take_unsigned(Parser *p, const char *what)
{
    return (unsigned)parse_count(p, what, UINT32_MAX);
}

// "256, 1, 1"; missing values are 1.
static void parse_triple(Parser *p, unsigned *out, const char *what)
{
    out[0] = out[1] = out[2] = 1;
    for (int i = 0; i < 3; i++) {
        out[i] = take_unsigned(p, what);
        if (i == 2 || !tok_accept(p, ','))
            break;
    }
}

// The directives between the parameters of a function and its body.
static void parse_performance(Parser *p, Func *f)
{
    while (p->tok.kind == TOK_directive) {
        Token t = p->tok;
        char what[32];
        snprintf(what, sizeof what, "%.*s", t.length > 30 ? 30 : (int)t.length, t.text);
        lex_next(p);
        if (!strcmp(what, ".maxntid")) {
            parse_triple(p, f->maxntid, what);
        } else if (!strcmp(what, ".reqntid")) {
            parse_triple(p, f->reqntid, what);
        } else if (!strcmp(what, ".minnctapersm")) {
            f->minnctapersm = take_unsigned(p, what);
        } else if (!strcmp(what, ".maxnreg")) {
            f->maxnreg = take_unsigned(p, what);
        } else if (!strcmp(what, ".explicitcluster")) {
            f->explicit_cluster = true;
        } else if (!strcmp(what, ".reqnctapercluster")) {
            parse_triple(p, f->reqnctapercluster, what);
        } else if (!strcmp(what, ".maxclusterrank")) {
            f->maxclusterrank = take_unsigned(p, what);
        } else if (!strcmp(what, ".pragma")) {
            lex_skip_statement(p);
            tok_expect(p, ';');
        } else if (!strcmp(what, ".maxnctapersm") || !strcmp(what, ".abi_preserve") ||
                   !strcmp(what, ".abi_preserve_control")) {
            take_unsigned(p, what);
        } else if (strcmp(what, ".noreturn") && strcmp(what, ".blocksareclusters")) {
            parse_fail(p, t.line, "'%s' of a function is not supported", what);
        }
    }
}

static void skip_attributes(Parser *p)
{
    while (p->tok.kind == TOK_directive) {
        bool attribute = tok_is_directive(p, ".attribute");
        if (!attribute && !tok_is_directive(p, ".noreturn"))
            tok_unexpected(p, "the name of a function");
        lex_next(p);
        if (!attribute)
            continue;
        while (!tok_is(p, ')') && !tok_is(p, ';') && p->tok.kind != TOK_end)
            lex_next(p);
        lex_next(p);
        if (tok_is(p, ')')) // .attribute(.unified(1, 2))
            lex_next(p);
    }
}

// The symbol of a function, which may have been declared before.
static Symbol *function_symbol(Parser *p, Name *n, Linkage linkage)
{
    if (n->top) {
        Symbol *s = n->top->sym;
        if (s->kind != SYM_func)
            parse_fail(p, p->tok.line, "'%s' is declared twice", n->text);
        if (s->linkage == LINK_extern || (linkage != LINK_extern && linkage != LINK_static))
            s->linkage = (uint8_t)linkage;
        return s;
    }
    Symbol *s = parse_alloc(p, sizeof *s);
    s->name = n->text;
    s->kind = SYM_func;
    s->space = SPACE_global;
    s->type = TYPE_b64;
    s->linkage = (uint8_t)linkage;
    Module *m = p->m;
    m->syms = parse_grow(p, m->syms, &p->syms_room, m->nsyms + 1, sizeof *m->syms);
    m->syms[m->nsyms++] = s;
    scope_bind(p, n, BIND_symbol)->sym = s;
    return s;
}

// The current token is .func or .entry. Afterwards the scope of the parameters is open.
static void parse_head(Parser *p, Func *f, Linkage linkage)
{
    f->is_entry = tok_is_directive(p, ".entry");
    p->func = f;
    p->func_serial++;
    p->in_asm = false;
    p->register_params = NULL;
    lex_next(p);
    skip_attributes(p);
    scope_enter(p);
    if (!f->is_entry && tok_accept(p, '('))
        f->rets = parse_params(p, f, &f->nrets, &f->ret_bytes, true);
    skip_attributes(p);
    Name *n = tok_name(p, "the name of a function");
    if (n->top && n->top->depth > 0)
        parse_fail(p, p->tok.line, "'%s' is declared twice", n->text);
    // The name belongs to the module, not to the scope of the parameters.
    p->depth--;
    Symbol *s = function_symbol(p, n, linkage);
    p->depth++;
    f->name = s->name;
    f->sym = s;
    if (tok_accept(p, '('))
        f->params = parse_params(p, f, &f->nparams, &f->param_bytes, false);
    parse_performance(p, f);
}

// The current token is the '{'.
static void skip_body(Parser *p, Func *f)
{
    f->has_body = true;
    lex_skip_braces(p);
    scope_leave(p);
}

// The current token is .func or .entry.
static void parse_function(Parser *p, Linkage linkage)
{
    Module *m = p->m;
    Func *f = parse_alloc(p, sizeof *f);
    bool wait = p->heads && !m->debug;
    f->module = m;
    f->text = wait ? p->tok.text : NULL;
    f->text_line = p->tok.line;
    parse_head(p, f, linkage);
    Symbol *s = f->sym;
    bool body = tok_is(p, '{');
    if (body && s->func && s->func->has_body)
        parse_fail(p, p->tok.line, "'%s' has two bodies", s->name);
    if (!s->func || !s->func->has_body)
        s->func = f;
    if (body) {
        m->funcs = parse_grow(p, m->funcs, &p->funcs_room, m->nfuncs + 1, sizeof *m->funcs);
        m->funcs[m->nfuncs++] = f;
        (wait ? skip_body : parse_body)(p, f);
    } else {
        f->text = NULL;
        scope_leave(p);
        tok_expect(p, ';');
    }
    p->func = NULL;
    p->loc = 0;
}

// ---- the module -----------------------------------------------------

static void parse_declaration(Parser *p)
{
    static const struct {
        const char *text;
        Linkage linkage;
    } linkages[] = {{".visible", LINK_visible},
                    {".extern", LINK_extern},
                    {".weak", LINK_weak},
                    {".common", LINK_common}};
    Linkage linkage = LINK_static;
    for (size_t i = 0; i < sizeof linkages / sizeof *linkages; i++) {
        if (tok_is_directive(p, linkages[i].text)) {
            linkage = linkages[i].linkage;
            lex_next(p);
            break;
        }
    }
    if (tok_is_directive(p, ".func") || tok_is_directive(p, ".entry"))
        parse_function(p, linkage);
    else if (space_of_directive(p) >= 0)
        parse_variables(p, linkage);
    else
        tok_unexpected(p, "a variable or a function");
}

static void parse_module(Parser *p)
{
    lex_next(p);
    if (!tok_is_directive(p, ".version"))
        tok_unexpected(p, "'.version'");
    while (p->tok.kind != TOK_end) {
        if (tok_is_directive(p, ".version")) {
            parse_version(p);
        } else if (tok_is_directive(p, ".target")) {
            parse_target(p);
        } else if (tok_is_directive(p, ".address_size")) {
            parse_address_size(p);
        } else if (tok_is_directive(p, ".file")) {
            parse_file(p);
        } else if (tok_is_directive(p, ".loc")) {
            parse_loc(p);
        } else if (tok_is_directive(p, ".section")) {
            parse_section(p);
        } else if (tok_is_directive(p, ".alias")) {
            parse_alias(p);
        } else if (tok_is_directive(p, ".pragma")) {
            lex_skip_statement(p);
            tok_expect(p, ';');
        } else if (!tok_accept(p, ';')) {
            parse_declaration(p);
        }
    }
    if (!p->m->sm)
        parse_fail(p, p->tok.line, "the text has no .target");
    parse_locs_finish(p);
}

// While parsing, the module's lists are malloc'ed and grow; then they move to
// the arena like everything else.
static void *move_to_arena(Module *m, void *array, size_t bytes)
{
    void *copy = arena_alloc(m->arena, bytes);
    if (bytes)
        memcpy(copy, array, bytes);
    free(array);
    return copy;
}

static void settle_lists(Module *m)
{
    m->syms = move_to_arena(m, m->syms, m->nsyms * sizeof *m->syms);
    m->funcs = move_to_arena(m, m->funcs, m->nfuncs * sizeof *m->funcs);
    m->files = move_to_arena(m, m->files, m->nfiles * sizeof *m->files);
    m->locs = move_to_arena(m, m->locs, m->nlocs * sizeof *m->locs);
}

static void parser_free(Parser *p)
{
    free(p->names.buckets);
    free(p->insts);
    free(p->reg_type);
    free(p->reg_name);
    free(p->vars);
    free(p->labels);
    free(p->pending);
    if (!p->named) // else they are the module's
        free(p->strings);
    arena_free(p->temp);
    free(p);
}

// locs[0] is the unknown position.
static void first_loc(Parser *p)
{
    uint32_t room = 0;
    p->m->locs = parse_grow(p, NULL, &room, 1, sizeof *p->m->locs);
    p->pending = parse_grow(p, NULL, &p->locs_room, 1, sizeof *p->pending);
    p->m->nlocs = 1;
}

static void read_text(Parser *p, const char *text, size_t length)
{
    char *copy = parse_temp(p, length + 1);
    memcpy(copy, text, length);
    p->at = copy;
    p->line = 1;
    names_init(p);
    first_loc(p);
    parse_module(p);
}

// False if the text has a mistake; p->m has the module so far.
static bool try_text(Parser *p, const char *text, size_t length)
{
    if (setjmp(p->fail))
        return false;
    read_text(p, text, length);
    return true;
}

static Module *read_module(const char *text, size_t length, bool heads, char error[PTX_ERROR_MAX])
{
    error[0] = '\0';
    Parser *p = must_calloc(1, sizeof *p);
    Module *m = must_calloc(1, sizeof *m);
    p->m = m;
    p->error = error;
    p->heads = heads;
    p->temp = arena_new();
    m->arena = arena_new();
    bool ok = try_text(p, text, strnlen(text, length));
    if (ok && heads) { // the lists may grow
        m->parser = p;
        return m;
    }
    parser_free(p);
    settle_lists(m);
    if (ok)
        return m;
    module_free(m);
    return NULL;
}

Module *module_parse(const char *text, size_t length, char error[PTX_ERROR_MAX])
{
    return read_module(text, length, false, error);
}

Module *module_parse_heads(const char *text, size_t length, char error[PTX_ERROR_MAX])
{
    return read_module(text, length, true, error);
}

static void read_function(Parser *p, Func *f)
{
    p->at = f->text;
    p->line = f->text_line;
    lex_next(p);
    parse_head(p, f, (Linkage)f->sym->linkage);
    parse_body(p, f);
    parse_locs_finish(p);
}

static bool try_function(Parser *p, Func *f)
{
    if (setjmp(p->fail))
        return false;
    read_function(p, f);
    return true;
}

int func_read(Func *f, char error[PTX_ERROR_MAX])
{
    Parser *p = f->module->parser;
    if (!f->text)
        return 0;
    p->error = error;
    bool ok = try_function(p, f);
    f->text = NULL;
    p->func = NULL;
    p->loc = 0;
    if (ok)
        return 0;
    scopes_drop(p);
    f->insts = parse_alloc(p, sizeof *f->insts);
    f->insts[0] = (Inst){.op = OP_ret, .vec = 1};
    f->ninsts = 1;
    f->nregs = f->nvars = f->nlabels = 0;
    return -1;
}

bool module_can_wait(const Module *m)
{
    for (unsigned i = 0; i < m->nfuncs; i++)
        for (unsigned k = 0; k < m->funcs[i]->nvars; k++) {
            const Symbol *s = m->funcs[i]->vars[k];
            bool inside =
                s->space == SPACE_shared || s->space == SPACE_local || s->space == SPACE_param;
            if (!inside || s->linkage == LINK_extern)
                return false;
        }
    return !m->debug;
}

void module_free(Module *m)
{
    if (!m)
        return;
    if (m->parser) {
        parser_free(m->parser);
        free(m->syms);
        free(m->funcs);
        free(m->files);
        free(m->locs);
    }
    arena_free(m->arena);
    free(m);
}

void *module_alloc(Module *m, size_t bytes) { return arena_alloc(m->arena, bytes); }

Symbol *module_symbol(const Module *m, const char *name)
{
    for (unsigned i = 0; i < m->nsyms; i++) {
        if (!strcmp(m->syms[i]->name, name))
            return m->syms[i];
    }
    return NULL;
}

// parse_decl.c - declarations of variables and parameters.
//
//   .visible .global .align 8 .u64 table[2] = {generic(a), b};
//   (.param .u64 .ptr .global .align 4 x, .param .align 8 .b8 s[32])
//
// Every variable of a function gets its offset here. .local variables follow each
// other; .param variables (arguments of calls) of scopes that cannot be active
// together share their bytes.
#include "parse.h"

#include <string.h>

// ---- types and spaces -----------------------------------------------

static int type_of_token(Parser *p)
{
    if (p->tok.kind != TOK_directive)
        return -1;
    Name *n = name_find(p, p->tok.text + 1, p->tok.length - 1);
    return n ? n->type : -1;
}

Type parse_type(Parser *p)
{
    int type = type_of_token(p);
    if (type < 0)
        tok_unexpected(p, "a type");
    lex_next(p);
    return (Type)type;
}

unsigned parse_vector_size(Parser *p)
{
    unsigned size = 1;
    if (tok_is_directive(p, ".v2") || tok_is_directive(p, ".v4") || tok_is_directive(p, ".v8")) {
        size = (unsigned)(p->tok.text[2] - '0');
        lex_next(p);
    }
    return size;
}

int space_of_directive(const Parser *p)
{
    static const char *const text[] = {
        [SPACE_global] = ".global", [SPACE_shared] = ".shared", [SPACE_local] = ".local",
        [SPACE_const] = ".const",   [SPACE_param] = ".param",   [SPACE_reg] = ".reg"};
    for (int i = SPACE_global; i < SPACE_COUNT; i++) {
        if (tok_is_directive(p, text[i]))
            return i;
    }
    return -1;
}

// ---- one declaration ------------------------------------------------

typedef struct {
    Space space;
    Type type;
    Linkage linkage;
    uint64_t align;
    unsigned vector; // 1, 2, 4, 8
    bool managed;
} Decl;

static uint64_t parse_align(Parser *p)
{
    uint64_t align = parse_count(p, "an alignment", 1 << 20);
    if (align == 0 || align & (align - 1))
        parse_fail(p, p->tok.line, "an alignment of %llu, which is not a power of two",
                   (unsigned long long)align);
    return align;
}

// ".attribute(.managed, .unified(1, 2))"
static void parse_attribute(Parser *p, Decl *d)
{
    tok_expect(p, '(');
    for (int open = 1; open > 0;) {
        if (p->tok.kind == TOK_end || tok_is(p, ';'))
            tok_unexpected(p, "')'");
        if (tok_is(p, '('))
            open++;
        else if (tok_is(p, ')'))
            open--;
        else if (tok_is_directive(p, ".managed"))
            d->managed = true;
        lex_next(p);
    }
}

// The words between the space and the name: alignment, vector, type, and what a
// pointer parameter points to.
static void parse_specifiers(Parser *p, Decl *d)
{
    d->vector = 1;
    d->type = TYPE_none;
    bool pointer = false;
    while (p->tok.kind == TOK_directive) {
        if (tok_is_directive(p, ".align")) {
            lex_next(p);
            uint64_t align = parse_align(p);
            if (!pointer) // else it is that of the object pointed to
                d->align = align;
        } else if (tok_is_directive(p, ".attribute")) {
            lex_next(p);
            parse_attribute(p, d);
        } else if (tok_is_directive(p, ".ptr")) {
            lex_next(p);
            pointer = true;
        } else if (pointer && space_of_directive(p) >= 0) {
            lex_next(p);
        } else {
            unsigned vector = parse_vector_size(p);
            if (vector > 1)
                d->vector = vector;
            else
                d->type = parse_type(p);
        }
    }
    if (d->type == TYPE_none)
        tok_unexpected(p, "a type");
    if (d->type == TYPE_pred && d->space != SPACE_reg)
        parse_fail(p, p->tok.line, "a predicate that is not a register");
}

// "[4][5]" after a name; returns the number of elements, 0 for "[]".
static uint64_t parse_dimensions(Parser *p, const Decl *d, uint64_t *dims, unsigned *ndims)
{
    uint64_t total = 1;
    *ndims = 0;
    while (tok_accept(p, '[')) {
        if (*ndims == MAX_DIMENSIONS)
            parse_fail(p, p->tok.line, "an array of more than %d dimensions", MAX_DIMENSIONS);
        uint64_t n = tok_is(p, ']') ? 0 : parse_count(p, "the size of an array", MAX_OBJECT);
        tok_expect(p, ']');
        dims[(*ndims)++] = n;
        if (__builtin_mul_overflow(total, n, &total) || total > MAX_OBJECT)
            parse_fail(p, p->tok.line, "an array that is too large");
    }
    if (d->vector > 1)
        dims[(*ndims)++] = d->vector;
    return total * d->vector;
}

// ---- variables ------------------------------------------------------

static uint64_t align_up(uint64_t n, uint64_t align) { return (n + align - 1) & ~(align - 1); }

static uint64_t place_parameter(uint64_t *end, const Symbol *s)
{
    uint64_t offset = align_up(*end, s->align);
    *end = offset + s->size;
    return offset;
}

static void fill_symbol(Symbol *s, const Decl *d, uint64_t elements)
{
    s->space = (uint8_t)d->space;
    s->type = (uint8_t)d->type;
    s->managed = d->managed;
    uint64_t natural = (uint64_t)type_bytes(d->type) * d->vector;
    s->align = (unsigned)(d->align ? d->align : natural);
    s->size = elements * type_bytes(d->type);
}

// A name of the module may be declared again if one of the two is extern.
static Symbol *module_variable(Parser *p, Name *n, const Decl *d)
{
    Symbol *s = n->top ? n->top->sym : NULL;
    if (s) {
        if (s->kind != SYM_var || (s->linkage != LINK_extern && d->linkage != LINK_extern))
            parse_fail(p, p->tok.line, "'%s' is declared twice", n->text);
        if (d->linkage != LINK_extern)
            s->linkage = (uint8_t)d->linkage;
        return s;
    }
    s = parse_alloc(p, sizeof *s);
    s->name = n->text;
    s->kind = SYM_var;
    s->linkage = (uint8_t)d->linkage;
    Module *m = p->m;
    m->syms = parse_grow(p, m->syms, &p->syms_room, m->nsyms + 1, sizeof *m->syms);
    m->syms[m->nsyms++] = s;
    scope_bind(p, n, BIND_symbol)->sym = s;
    return s;
}

static Symbol *local_variable(Parser *p, Name *n, const Decl *d)
{
    Symbol *s = parse_alloc(p, sizeof *s);
    s->name = name_unique(p, n);
    s->kind = SYM_var;
    s->linkage = (uint8_t)d->linkage;
    s->owner = p->func;
    p->vars = parse_grow(p, p->vars, &p->vars_room, p->nvars + 1, sizeof *p->vars);
    p->vars[p->nvars++] = s;
    scope_bind(p, n, BIND_symbol)->sym = s;
    return s;
}

static void place_local_variable(Parser *p, Symbol *s)
{
    Func *f = p->func;
    if (s->space == SPACE_local) {
        s->offset = place_parameter(&f->local_bytes, s);
    } else if (s->space == SPACE_shared && s->linkage != LINK_extern) {
        s->offset = place_parameter(&f->shared_bytes, s);
    } else if (s->space == SPACE_param) {
        s->offset = place_parameter(&p->scratch, s);
        if (p->scratch > f->scratch_bytes)
            f->scratch_bytes = p->scratch;
    }
}

static void parse_variable(Parser *p, const Decl *d)
{
    Name *n = tok_name(p, "the name of a variable");
    uint64_t dims[MAX_DIMENSIONS + 1];
    unsigned ndims;
    uint64_t elements = parse_dimensions(p, d, dims, &ndims);
    Symbol *s = p->func ? local_variable(p, n, d) : module_variable(p, n, d);
    bool earlier = s->align != 0; // declared before
    if (!earlier || d->linkage != LINK_extern)
        fill_symbol(s, d, elements);
    if (tok_accept(p, '='))
        parse_initialiser(p, s, dims, ndims);
    if (p->func)
        place_local_variable(p, s);
}

Symbol *param_variable(Parser *p, Type type, unsigned count)
{
    Decl d = {.space = SPACE_param, .type = type, .vector = count};
    Symbol *s = parse_alloc(p, sizeof *s);
    s->name = name_unique(p, name_of(p, "value", strlen("value")));
    s->kind = SYM_var;
    s->owner = p->func;
    p->vars = parse_grow(p, p->vars, &p->vars_room, p->nvars + 1, sizeof *p->vars);
    p->vars[p->nvars++] = s;
    fill_symbol(s, &d, count);
    place_local_variable(p, s);
    return s;
}

// The current token is the space.
void parse_variables(Parser *p, Linkage linkage)
{
    Decl d = {.space = (Space)space_of_directive(p), .linkage = linkage};
    if (d.space == SPACE_reg || (!p->func && d.space == SPACE_param))
        tok_unexpected(p, "a variable outside of a function");
    lex_next(p);
    parse_specifiers(p, &d);
    do
        parse_variable(p, &d);
    while (tok_accept(p, ','));
    tok_expect(p, ';');
}

// ---- parameters -----------------------------------------------------

static Symbol *parse_param(Parser *p, Func *owner, uint64_t *end, bool result)
{
    Decl d = {.space = SPACE_param};
    bool is_register = tok_is_directive(p, ".reg") && !owner->is_entry;
    if (!is_register && !tok_is_directive(p, ".param"))
        tok_unexpected(p, "'.param'");
    lex_next(p);
    parse_specifiers(p, &d);
    Name *n = tok_name(p, "the name of a parameter");
    uint64_t dims[MAX_DIMENSIONS + 1];
    unsigned ndims;
    uint64_t elements = parse_dimensions(p, &d, dims, &ndims);
    Symbol *s = parse_alloc(p, sizeof *s);
    s->name = n->text;
    s->kind = SYM_param;
    s->owner = owner;
    fill_symbol(s, &d, elements);
    s->offset = place_parameter(end, s);
    // A prototype within a function only describes a layout.
    if (owner == p->func && is_register) {
        s->name = name_unique(p, n);
        note_register_param(p, n, s, d.vector, result);
    } else if (owner == p->func) {
        name_unique(p, n);
        scope_bind(p, n, BIND_symbol)->sym = s;
    }
    return s;
}

// The current token is after the '('.
Symbol **parse_params(Parser *p, Func *owner, unsigned *count, uint64_t *bytes, bool results)
{
    Symbol **list = NULL;
    uint32_t room = 0;
    *count = 0;
    *bytes = 0;
    while (!tok_is(p, ')')) {
        if (*count == room) {
            room = room ? 2 * room : 8;
            Symbol **bigger = parse_alloc(p, room * sizeof *bigger);
            if (*count)
                memcpy(bigger, list, *count * sizeof *bigger);
            list = bigger;
        }
        list[(*count)++] = parse_param(p, owner, bytes, results);
        if (!tok_accept(p, ','))
            break;
    }
    tok_expect(p, ')');
    return list;
}

// Behind ".callprototype": "(.param .b32 _) _ (.param .b64 _) .noreturn ;"
Func *parse_prototype(Parser *p)
{
    Func *f = parse_alloc(p, sizeof *f);
    f->module = p->m;
    if (tok_accept(p, '('))
        f->rets = parse_params(p, f, &f->nrets, &f->ret_bytes, true);
    f->name = tok_name(p, "'_'")->text;
    if (tok_accept(p, '('))
        f->params = parse_params(p, f, &f->nparams, &f->param_bytes, false);
    while (p->tok.kind == TOK_directive || p->tok.kind == TOK_number)
        lex_next(p); // .noreturn, .abi_preserve 4
    tok_expect(p, ';');
    return f;
}

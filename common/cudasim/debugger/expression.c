// expression.c - expressions of C as gdb takes them: of variables, registers ($r5), threadIdx and
// its like, memory (*p@8, a[3], (float*)0x2000...), with the operators of C that change nothing,
// and one assignment (set var).
#include "value.h"

#include <ctype.h>

// ---- parser ---------------------------------------------------------

typedef struct {
    const Where *at;
    const FrameView *f; // NULL: no kernel is stopped
    const char *p, *text;
    int depth;
} Parse;

enum { DEEPEST = 100 };

static DebugValue parse_binary(Parse *s, int level);
static DebugValue parse_unary(Parse *s);

static void skip_blanks(Parse *s)
{
    while (isspace((unsigned char)*s->p))
        s->p++;
}

static bool accept_text(Parse *s, const char *what)
{
    skip_blanks(s);
    size_t n = strlen(what);
    if (strncmp(s->p, what, n))
        return false;
    s->p += n;
    return true;
}

static void expect(Parse *s, const char *what)
{
    if (!accept_text(s, what))
        debug_fail("A syntax error in expression, near `%s'.", s->p);
}

static const Func *function_of(const Parse *s) { return s->f ? s->f->code->func : NULL; }

// ---- names ----------------------------------------------------------

static DebugValue dim_value(Dim3 d)
{
    static DebugType type = {.kind = TY_struct, .name = "dim3", .bytes = 12, .nmembers = 3};
    static TypeMember member[3] = {{"x", NULL, 0}, {"y", NULL, 4}, {"z", NULL, 8}};
    for (int i = 0; i < 3; i++)
        member[i].type = c_type("unsigned int");
    type.member = member;
    DebugValue v = {.type = &type};
    memcpy(v.bytes, &d, sizeof d);
    return v;
}

static bool builtin_value(const Parse *s, const char *name, DebugValue *v)
{
    const Where *at = s->at;
    if (!s->f)
        return false;
    unsigned l = at->lane;
    const Warp *w = at->warp;
    if (!strcmp(name, "threadIdx"))
        *v = dim_value((Dim3){w->tid[0][l], w->tid[1][l], w->tid[2][l]});
    else if (!strcmp(name, "blockIdx"))
        *v = dim_value(at->block->id);
    else if (!strcmp(name, "blockDim"))
        *v = dim_value(at->launch->block);
    else if (!strcmp(name, "gridDim"))
        *v = dim_value(at->launch->grid);
    else if (!strcmp(name, "warpSize"))
        *v = value_int(c_type("int"), WARP_SIZE);
    else
        return false;
    return true;
}

typedef struct {
    const char *name;
    bool found;
    DebugVariable variable;
} NameSearch;

static bool is_searched(const DebugVariable *v, void *user)
{
    NameSearch *s = user;
    if (strcmp(v->name, s->name))
        return false;
    s->found = true;
    s->variable = *v;
    return true;
}

// The C name of a symbol: "tile" of "_ZZ6kernelPfE4tile".
static bool symbol_is(const char *symbol, const char *name)
{
    if (!strcmp(symbol, name))
        return true;
    size_t n = strlen(symbol), k = strlen(name);
    if (n && symbol[n - 1] == 'E')
        n--;
    if (strncmp(symbol, "_Z", 2) || n <= k || strncmp(symbol + n - k, name, k))
        return false;
    char length[24];
    int digits = snprintf(length, sizeof length, "%zu", k);
    const char *before = symbol + n - k - (size_t)digits;
    return n > k + (size_t)digits && !strncmp(before, length, (size_t)digits) &&
           !isdigit((unsigned char)before[-1]);
}

// Of a symbol without DWARF: a number, or an array of words as wide as it is aligned.
static const DebugType *symbol_type(const Symbol *s)
{
    unsigned n = type_bytes((Type)s->type);
    char class = type_class((Type)s->type);
    const char *word = n == 8   ? class == 'F'   ? "double"
                                  : class == 'U' ? "unsigned long"
                                                 : "long"
                       : n == 4 ? class == 'F'   ? "float"
                                  : class == 'U' ? "unsigned int"
                                                 : "int"
                       : n == 2 ? "short"
                                : "uint8_t";
    if (s->size == n && n)
        return c_type(word);
    if (n <= 1)
        word = s->align >= 8 ? "long" : s->align == 4 ? "int" : s->align == 2 ? "short" : "uint8_t";
    const DebugType *of = c_type(word);
    return type_array(of, s->size / of->bytes);
}

static bool shared_value(const Parse *s, const char *name, DebugValue *v)
{
    const Facts *facts = s->f->code->entry->facts;
    for (uint32_t i = 0; i < facts->nshared; i++) {
        const Symbol *sym = facts->shared[i].sym;
        if (!symbol_is(sym->name, name))
            continue;
        const DebugType *t =
            dwarf_global(sym->owner ? sym->owner->module : function_of(s)->module, sym->name);
        uint64_t base = SHARED_WINDOW + ((uint64_t)s->at->block->cluster_rank << SHARED_RANK_SHIFT);
        t = t ? t : symbol_type(sym);
        if (!sym->size) { // extern __shared__: as much as the launch gave
            const DebugType *of = t->kind == TY_array ? t->of : t;
            t = type_array(of, (s->at->launch->shared_bytes - facts->shared[i].offset) / of->bytes);
        }
        *v = value_at(
            s->at, s->f, t,
            (VariablePlace){.kind = PLACE_memory, .address = base + facts->shared[i].offset});
        return true;
    }
    return false;
}

static bool global_value(const Parse *s, const char *name, DebugValue *v)
{
    const Module *m = function_of(s)->module;
    for (unsigned i = 0; i < m->nsyms; i++) {
        const Symbol *sym = m->syms[i];
        if (sym->kind != SYM_var || !symbol_is(sym->name, name))
            continue;
        const Symbol *real = symbol_definition(sym);
        if (real->space != SPACE_global && real->space != SPACE_const)
            continue;
        const DebugType *t = dwarf_global(m, sym->name);
        *v = value_at(s->at, s->f, t ? t : symbol_type(real),
                      (VariablePlace){.kind = PLACE_memory, .address = real->address});
        return true;
    }
    return false;
}

// Of the type that the demangled name gives for parameter i: "int const*" of "scan(int const*)".
const DebugType *parameter_type(const Code *c, unsigned i)
{
    const Symbol *p = c->func->params[i];
    const char *at = c->name ? strchr(c->name, '(') : NULL;
    for (unsigned k = 0; at && *at; k++) {
        at++;
        while (*at == ' ')
            at++;
        int nested = 0;
        const char *end = at;
        for (; *end && !(nested == 0 && (*end == ',' || *end == ')')); end++)
            nested += *end == '(' || *end == '<' ? 1 : *end == ')' || *end == '>' ? -1 : 0;
        if (k == i) {
            const DebugType *t = type_named(at, (size_t)(end - at));
            if (t && t->bytes == p->size)
                return t;
            break;
        }
        at = *end == ',' ? end : NULL;
    }
    return symbol_type(p);
}

// param_0, param_1: of builds without DWARF.
static bool parameter_value(const Parse *s, const char *name, DebugValue *v)
{
    unsigned i;
    int n = 0;
    const Func *f = function_of(s);
    if (sscanf(name, "param_%u%n", &i, &n) != 1 || name[n] || i >= f->nparams)
        return false;
    uint64_t at = f->is_entry ? PARAM_WINDOW : LOCAL_WINDOW + s->f->frame->local;
    *v = value_at(s->at, s->f, parameter_type(s->f->code, i),
                  (VariablePlace){.kind = PLACE_memory, .address = at + f->params[i]->offset});
    return true;
}

const DebugType *debug_register_type(Type t)
{
    char class = type_class(t);
    switch (type_bytes(t)) {
    case 8: return c_type(class == 'F' ? "double" : class == 'U' ? "unsigned long" : "long");
    case 4: return c_type(class == 'F' ? "float" : class == 'U' ? "unsigned int" : "int");
    case 2: return c_type(class == 'U' ? "unsigned short" : "short");
    default: return c_type(t == TYPE_pred ? "bool" : "char");
    }
}

static DebugValue register_value(const Parse *s, const char *name)
{
    const Func *f = function_of(s);
    if (!f)
        debug_fail("No registers.");
    if (!strcmp(name, "pc"))
        return value_int(c_type("unsigned long"), s->f->pc);
    for (unsigned r = 0; r < f->nregs; r++)
        if (f->reg_name[r] && *f->reg_name[r] == '%' && !strcmp(f->reg_name[r] + 1, name))
            return value_at(s->at, s->f, debug_register_type((Type)f->reg_type[r]),
                            (VariablePlace){.kind = PLACE_register, .reg = r});
    debug_fail("%s has no register %%%s.", s->f->function, name);
}

static DebugValue name_value(const Parse *s, const char *name)
{
    DebugValue v;
    NameSearch search = {.name = name};
    if (builtin_value(s, name, &v))
        return v;
    if (!s->f)
        debug_fail("No symbol \"%s\" in current context: no kernel is stopped.", name);
    variables_visit(s->at, s->f, is_searched, &search);
    if (search.found && search.variable.place.kind != PLACE_none)
        return value_at(s->at, s->f, search.variable.type, search.variable.place);
    if (!search.found &&
        (parameter_value(s, name, &v) || shared_value(s, name, &v) || global_value(s, name, &v)))
        return v;
    int64_t number;
    if (!search.found && dwarf_enumerator(function_of(s)->module, name, &number))
        return value_int(c_type("int"), (uint64_t)number);
    if (search.found)
        debug_fail("`%s' has no value here: <optimized out>.", name);
    if (!module_has_variables(function_of(s)->module))
        debug_fail("No symbol \"%s\" in current context. (The kernel was built without -G: there "
                   "are param_0, ..., registers $r1, ..., shared and global variables.)",
                   name);
    debug_fail("No symbol \"%s\" in current context.", name);
}

// ---- primary expressions --------------------------------------------

static bool take_name(Parse *s, char name[MAX_WORDS])
{
    skip_blanks(s);
    size_t n = 0;
    const char *p = s->p;
    if (!isalpha((unsigned char)*p) && *p != '_')
        return false;
    while ((isalnum((unsigned char)p[n]) || p[n] == '_' || (p[n] == ':' && p[n + 1] == ':') ||
            (n && p[n] == ':' && p[n - 1] == ':')) &&
           n + 1 < MAX_WORDS)
        n++;
    memcpy(name, p, n);
    name[n] = 0;
    s->p += n;
    return true;
}

static DebugValue parse_number(Parse *s)
{
    char *end, *float_end;
    uint64_t bits = strtoull(s->p, &end, 0);
    double d = strtod(s->p, &float_end);
    bool hex = s->p[0] == '0' && (s->p[1] == 'x' || s->p[1] == 'X');
    if (float_end > end && !hex) {
        bool single = *float_end == 'f' || *float_end == 'F';
        s->p = float_end + single;
        return value_float(c_type(single ? "float" : "double"), d);
    }
    bool is_unsigned = false, is_long = bits > INT32_MAX;
    for (; *end && strchr("uUlL", *end); end++) {
        is_unsigned |= *end == 'u' || *end == 'U';
        is_long |= *end == 'l' || *end == 'L';
    }
    s->p = end;
    return value_int(c_type(is_long       ? is_unsigned ? "unsigned long" : "long"
                            : is_unsigned ? "unsigned int"
                                          : "int"),
                     bits);
}

static const char *const space_names[] = {"@global", "@shared",  "@local", "@parameter",
                                          "@param",  "@generic", "@const"};

// "(float *)", "(@shared int *)", "(Pair *)": the type, or NULL, and nothing is read.
static const DebugType *take_cast(Parse *s, const char **space)
{
    const char *before = s->p;
    *space = NULL;
    if (!accept_text(s, "("))
        return NULL;
    skip_blanks(s);
    for (unsigned i = 0; i < sizeof space_names / sizeof *space_names && !*space; i++)
        if (accept_text(s, space_names[i]))
            *space = space_names[i];
    skip_blanks(s);
    if (!strncmp(s->p, "struct ", 7))
        s->p += 7;
    const char *from = s->p;
    size_t n = strcspn(from, ")");
    const DebugType *t = from[n] ? type_named(from, n) : NULL;
    if (!t && from[n] && s->f && module_has_variables(function_of(s)->module)) {
        char name[MAX_WORDS];
        size_t k = 0;
        while (k < n && (isalnum((unsigned char)from[k]) || from[k] == '_'))
            k++;
        snprintf(name, sizeof name, "%.*s", (int)k, from);
        t = k ? dwarf_type_named(function_of(s)->module, name) : NULL;
        for (; t && k < n; k++) {
            if (from[k] == '*')
                t = type_pointer(t);
            else if (!isspace((unsigned char)from[k]))
                t = NULL;
        }
    }
    if (!t) {
        s->p = before;
        return NULL;
    }
    s->p = from + n + 1;
    return t;
}

static DebugValue parse_primary(Parse *s)
{
    char name[MAX_WORDS];
    skip_blanks(s);
    if (accept_text(s, "(")) {
        DebugValue v = parse_binary(s, 0);
        expect(s, ")");
        return v;
    }
    if (isdigit((unsigned char)*s->p) || (*s->p == '.' && isdigit((unsigned char)s->p[1])))
        return parse_number(s);
    if (*s->p == '\'' && s->p[1] && s->p[2] == '\'') {
        DebugValue v = value_int(c_type("char"), (uint8_t)s->p[1]);
        s->p += 3;
        return v;
    }
    if (*s->p == '$' || *s->p == '%') {
        s->p++;
        if (!take_name(s, name))
            debug_fail("A register is written $r1, $rd2, $f3, or $pc.");
        return register_value(s, name);
    }
    if (!take_name(s, name))
        debug_fail("A syntax error in expression, near `%s'.", s->p);
    if (!strcmp(name, "true") || !strcmp(name, "false"))
        return value_int(c_type("bool"), *name == 't');
    return name_value(s, name);
}

// ---- pointers -------------------------------------------------------

static DebugValue at_address(const Parse *s, const DebugType *t, uint64_t address)
{
    return value_at(s->at, s->f, t, (VariablePlace){.kind = PLACE_memory, .address = address});
}

static DebugValue dereference(const Parse *s, const DebugValue *v)
{
    const DebugType *t = v->type;
    if (t->kind != TY_pointer && t->kind != TY_array)
        debug_fail("Attempt to take contents of a non-pointer value.");
    if (t->of->kind == TY_void)
        debug_fail("Attempt to take contents of a pointer to void: cast it first.");
    return at_address(s, t->of, value_bits(v));
}

static DebugValue member(const Parse *s, const DebugValue *v, const char *name)
{
    if (v->type->kind != TY_struct)
        debug_fail("Attempt to extract a component of a value that is not a structure.");
    for (unsigned i = 0; i < v->type->nmembers; i++) {
        const TypeMember *m = &v->type->member[i];
        if (strcmp(m->name, name))
            continue;
        if (v->place.kind == PLACE_memory)
            return at_address(s, m->type, v->place.address + m->offset);
        DebugValue out = {.type = m->type};
        memcpy(out.bytes, v->bytes + m->offset, m->type->bytes);
        return out;
    }
    debug_fail("There is no member named %s.", name);
}

static DebugValue parse_postfix(Parse *s)
{
    char name[MAX_WORDS];
    DebugValue v = parse_primary(s);
    for (;;) {
        if (accept_text(s, "[")) {
            DebugValue i = parse_binary(s, 0);
            expect(s, "]");
            if (v.type->kind != TY_pointer && v.type->kind != TY_array)
                debug_fail("cannot subscript something of type `%s'",
                           v.type->name ? v.type->name : "?");
            DebugValue p = value_add_pointer(&v, (int64_t)value_bits(&i));
            v = dereference(s, &p);
        } else if (accept_text(s, "->")) {
            v = dereference(s, &v);
            if (!take_name(s, name))
                debug_fail("A syntax error in expression, near `%s'.", s->p);
            v = member(s, &v, name);
        } else if (*s->p == '.' && accept_text(s, ".")) {
            if (!take_name(s, name))
                debug_fail("A syntax error in expression, near `%s'.", s->p);
            v = member(s, &v, name);
        } else {
            return v;
        }
    }
}

static DebugValue cast_value(const Parse *s, const DebugType *t, const char *space,
                             const DebugValue *v)
{
    DebugValue out = value_convert(v, t);
    uint64_t bits = value_bits(&out);
    if (space && t->kind == TY_pointer && bits < WINDOW_SIZE) {
        if (!strcmp(space, "@shared") && s->f)
            bits += SHARED_WINDOW + ((uint64_t)s->at->block->cluster_rank << SHARED_RANK_SHIFT);
        else if (!strcmp(space, "@local"))
            bits += LOCAL_WINDOW;
        else if (!strncmp(space, "@param", 6))
            bits += PARAM_WINDOW;
        out = value_int(t, bits);
    }
    return out;
}

static DebugValue parse_unary(Parse *s)
{
    const char *space;
    if (++s->depth > DEEPEST)
        debug_fail("the expression is too deep");
    skip_blanks(s);
    const DebugType *t = take_cast(s, &space);
    DebugValue v;
    if (t) {
        v = parse_unary(s);
        v = cast_value(s, t, space, &v);
    } else if (accept_text(s, "*")) {
        v = parse_unary(s);
        v = dereference(s, &v);
    } else if (*s->p == '&' && s->p[1] != '&' && accept_text(s, "&")) {
        v = parse_unary(s);
        if (v.place.kind == PLACE_register)
            debug_fail("Address requested for a variable which is in a register.");
        if (v.place.kind != PLACE_memory)
            debug_fail("Attempt to take address of value not located in memory.");
        v = value_int(type_pointer(v.type), v.place.address);
    } else if (accept_text(s, "-")) {
        v = parse_unary(s);
        v = v.type->kind == TY_float
                ? value_float(v.type, -value_double(&v))
                : value_int(v.type->bytes < 4 ? c_type("int") : v.type, -value_bits(&v));
    } else if (accept_text(s, "+")) {
        v = parse_unary(s);
    } else if (*s->p == '!' && s->p[1] != '=' && accept_text(s, "!")) {
        v = parse_unary(s);
        v = value_int(c_type("int"), !value_true(&v));
    } else if (accept_text(s, "~")) {
        v = parse_unary(s);
        v = value_int(v.type, ~value_bits(&v));
    } else if (!strncmp(s->p, "sizeof", 6) && !isalnum((unsigned char)s->p[6])) {
        s->p += 6;
        t = take_cast(s, &space);
        v = t ? value_int(c_type("unsigned long"), t->bytes) : parse_unary(s);
        if (!t)
            v = value_int(c_type("unsigned long"), v.type->bytes);
    } else {
        v = parse_postfix(s);
    }
    s->depth--;
    return v;
}

// ---- operators ------------------------------------------------------

// From the weakest on; the longer spelling of two comes first.
static const char *const operators[][5] = {
    {"||"},       {"&&"}, {"|"},      {"^"},           {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"},
    {"<<", ">>"}, {"@"},  {"+", "-"}, {"*", "/", "%"},
};
enum { LEVELS = sizeof operators / sizeof *operators };

static const char *take_operator(Parse *s, int level)
{
    skip_blanks(s);
    for (int i = 0; operators[level][i]; i++) {
        const char *op = operators[level][i];
        size_t n = strlen(op);
        if (strncmp(s->p, op, n))
            continue;
        char next = s->p[n];
        bool longer =
            n == 1 && ((next == *op && strchr("|&<>", *op)) || (next == '=' && strchr("<>", *op)));
        if (longer || (*op == '-' && next == '>'))
            continue;
        s->p += n;
        return op;
    }
    return NULL;
}

// An operand that does not count is read, but may be nonsense: gdb fails there, too.
static DebugValue parse_binary(Parse *s, int level)
{
    if (level == LEVELS)
        return parse_unary(s);
    DebugValue a = parse_binary(s, level + 1);
    for (const char *op; (op = take_operator(s, level));) {
        DebugValue b = parse_binary(s, level + 1);
        if (!strcmp(op, "||"))
            a = value_int(c_type("int"), value_true(&a) || value_true(&b));
        else if (!strcmp(op, "&&"))
            a = value_int(c_type("int"), value_true(&a) && value_true(&b));
        else
            a = value_apply(op, &a, &b);
    }
    return a;
}

DebugValue expression_value(const Where *at, const FrameView *f, const char *text)
{
    Parse s = {.at = at, .f = f, .p = text, .text = text};
    DebugValue v = parse_binary(&s, 0);
    skip_blanks(&s);
    if (*s.p == '=' && s.p[1] != '=') {
        s.p++;
        DebugValue right = parse_binary(&s, 0);
        skip_blanks(&s);
        if (*s.p)
            debug_fail("A syntax error in expression, near `%s'.", s.p);
        right = value_convert(&right, v.type);
        value_store(at, f, &v, &right);
        return right;
    }
    if (*s.p)
        debug_fail("A syntax error in expression, near `%s'.", s.p);
    return v;
}

// ---- conditions -----------------------------------------------------

typedef struct {
    const Where *at;
    const char *text;
    bool holds;
} Condition;

static void check_condition(void *user)
{
    Condition *c = user;
    FrameView f;
    if (!frame_at(c->at, 0, &f))
        debug_fail("the thread has exited");
    DebugValue v = expression_value(c->at, &f, c->text);
    c->holds = value_true(&v);
}

bool condition_holds(const Where *at, const char *text, char why[300])
{
    Condition c = {.at = at, .text = text};
    return debug_try(check_condition, &c, why) && c.holds;
}

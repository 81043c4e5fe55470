// demangle.c - "void scale<float>(float*, int)" for "_Z5scaleIfEvPT_i".
//
// The rules of the Itanium C++ ABI, as far as kernels and device functions need them.
// Mangled names have abbreviations: S_, S0_, ... repeat an earlier part; T_, T0_, ... are
// the arguments of the function's template. Both are kept in lists, in the order in which
// the rules number them.
#include "alloc.h"
#include "demangle.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// ---- strings --------------------------------------------------------

NamePart demangle_fail(Demangler *d)
{
    d->failed = true;
    return demangle_nothing;
}

const char *demangle_join(Demangler *d, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    d->used += (size_t)length + 1;
    if (d->used >= MAX_BYTES) {
        d->failed = true;
        return "";
    }
    char *text = arena_alloc(d->arena, (size_t)length + 1);
    va_start(args, format);
    vsnprintf(text, (size_t)length + 1, format, args);
    va_end(args);
    return text;
}

NamePart demangle_plain(const char *text)
{
    NamePart p = demangle_nothing;
    p.left = text;
    return p;
}

const char *demangle_whole(Demangler *d, NamePart p)
{
    if (p.npack < 0)
        return *p.right ? demangle_join(d, "%s%s", p.left, p.right) : p.left;
    const char *text = "";
    for (int i = 0; i < p.npack && !d->failed; i++) {
        const char *next = demangle_whole(d, p.pack[i]);
        text = *text && *next ? demangle_join(d, "%s, %s", text, next) : *text ? text : next;
    }
    return text;
}

NamePart demangle_remember(Demangler *d, NamePart p)
{
    if (d->nsubs == MAX_SUBSTITUTIONS)
        return demangle_fail(d);
    d->subs[d->nsubs++] = p;
    return p;
}

bool demangle_accept(Demangler *d, const char *text)
{
    size_t length = strlen(text);
    if (strncmp(d->at, text, length))
        return false;
    d->at += length;
    return true;
}

bool demangle_enter(Demangler *d)
{
    if (++d->depth > MAX_NESTING)
        d->failed = true;
    return !d->failed;
}

NamePart demangle_leave(Demangler *d, NamePart p)
{
    d->depth--;
    return p;
}

static const char *parse_encoding(Demangler *d);

// ---- numbers, identifiers -------------------------------------------

long demangle_number(Demangler *d)
{
    if (!isdigit((unsigned char)*d->at)) {
        d->failed = true;
        return 0;
    }
    long n = 0;
    for (; isdigit((unsigned char)*d->at) && n < 1000000; d->at++)
        n = 10 * n + (*d->at - '0');
    return n;
}

// "_" is 0, "0_" is 1, "Z_" is 36 (in base 36 for substitutions).
long demangle_sequence(Demangler *d, int base)
{
    long n = 0;
    bool given = false;
    for (; *d->at && *d->at != '_'; d->at++) {
        char c = *d->at;
        int digit = isdigit((unsigned char)c)   ? c - '0'
                    : isupper((unsigned char)c) ? c - 'A' + 10
                                                : 99;
        if (digit >= base || n > 100000) {
            d->failed = true;
            return 0;
        }
        n = n * base + digit;
        given = true;
    }
    if (!demangle_accept(d, "_"))
        d->failed = true;
    return given ? n + 1 : 0;
}

const char *demangle_identifier(Demangler *d)
{
    long length = demangle_number(d);
    if (d->failed || length == 0 || strnlen(d->at, (size_t)length) < (size_t)length)
        return demangle_fail(d).left;
    const char *start = d->at;
    d->at += length;
    if (!strncmp(start, "_GLOBAL__N_", 11))
        return "(anonymous namespace)";
    // The text that nvcc puts around the names of static functions.
    if (!strncmp(start, "_INTERNAL_", 10))
        return "";
    return demangle_join(d, "%.*s", (int)length, start);
}

// ---- operators ------------------------------------------------------

static const OperatorName operator_names[] = {
    {"nw", "new", 0}, {"na", "new[]", 0}, {"dl", "delete", 1}, {"da", "delete[]", 1},
    {"ps", "+", 1},   {"ng", "-", 1},     {"ad", "&", 1},      {"de", "*", 1},
    {"co", "~", 1},   {"pl", "+", 2},     {"mi", "-", 2},      {"ml", "*", 2},
    {"dv", "/", 2},   {"rm", "%", 2},     {"an", "&", 2},      {"or", "|", 2},
    {"eo", "^", 2},   {"aS", "=", 2},     {"pL", "+=", 2},     {"mI", "-=", 2},
    {"mL", "*=", 2},  {"dV", "/=", 2},    {"rM", "%=", 2},     {"aN", "&=", 2},
    {"oR", "|=", 2},  {"eO", "^=", 2},    {"ls", "<<", 2},     {"rs", ">>", 2},
    {"lS", "<<=", 2}, {"rS", ">>=", 2},   {"eq", "==", 2},     {"ne", "!=", 2},
    {"lt", "<", 2},   {"gt", ">", 2},     {"le", "<=", 2},     {"ge", ">=", 2},
    {"ss", "<=>", 2}, {"nt", "!", 1},     {"aa", "&&", 2},     {"oo", "||", 2},
    {"pp", "++", 1},  {"mm", "--", 1},    {"cm", ",", 2},      {"pm", "->*", 2},
    {"pt", "->", 2},  {"cl", "()", 0},    {"ix", "[]", 2},     {"qu", "?", 3},
};

const OperatorName *demangle_operator(const char *code)
{
    for (size_t i = 0; i < sizeof operator_names / sizeof *operator_names; i++) {
        if (!strncmp(code, operator_names[i].code, 2))
            return &operator_names[i];
    }
    return NULL;
}

static const char *parse_operator(Demangler *d, bool *has_return)
{
    if (demangle_accept(d, "cv")) {
        *has_return = false;
        return demangle_join(d, "operator %s", demangle_whole(d, demangle_type(d)));
    }
    if (demangle_accept(d, "li"))
        return demangle_join(d, "operator\"\" %s", demangle_identifier(d));
    const OperatorName *op = demangle_operator(d->at);
    if (!op)
        return demangle_fail(d).left;
    d->at += 2;
    return demangle_join(d, "operator%s%s", islower((unsigned char)op->text[0]) ? " " : "",
                         op->text);
}

// ---- unqualified names ----------------------------------------------

const char *demangle_parameters(Demangler *d, bool (*at_end)(Demangler *))
{
    const char *text = "";
    if (*d->at == 'v' && d->at++)
        return text;
    while (!d->failed && !at_end(d)) {
        const char *next = demangle_whole(d, demangle_type(d));
        text = *text && *next ? demangle_join(d, "%s, %s", text, next) : *text ? text : next;
    }
    return text;
}

bool demangle_at_E(Demangler *d) { return *d->at == 'E' || !*d->at; }

// End of an encoding: of the text, of the E after it, or of a clone's suffix.
static bool at_encoding_end(Demangler *d) { return *d->at == 'E' || !*d->at || *d->at == '.'; }

// Ul <parameters> E <number> _   and   Ut <number> _
static const char *parse_unnamed(Demangler *d)
{
    if (demangle_accept(d, "Ut"))
        return demangle_join(d, "{unnamed type#%ld}", demangle_sequence(d, 10) + 1);
    if (!demangle_accept(d, "Ul"))
        return demangle_fail(d).left;
    const char *parameters = demangle_parameters(d, demangle_at_E);
    if (!demangle_accept(d, "E"))
        d->failed = true;
    return demangle_join(d, "{lambda(%s)#%ld}", parameters, demangle_sequence(d, 10) + 1);
}

// The last part of "a::b<c>" without its arguments; constructors repeat it.
static const char *last_name(Demangler *d, const char *scope)
{
    int nesting = 0;
    size_t end = strlen(scope), start;
    for (start = end; start > 0; start--) {
        char c = scope[start - 1];
        nesting += (c == '>') - (c == '<');
        if (nesting == 0 && c == '<')
            end = start - 1;
        if (nesting == 0 && c == ':')
            break;
    }
    return demangle_join(d, "%.*s", (int)(end - start), scope + start);
}

// `scope` is what the name is nested in, for constructors.
const char *demangle_unqualified(Demangler *d, const char *scope, bool *has_return)
{
    const char *name;
    demangle_accept(d, "L"); // internal linkage
    if (isdigit((unsigned char)*d->at)) {
        name = demangle_identifier(d);
    } else if (*d->at == 'U') {
        name = parse_unnamed(d);
    } else if (*d->at == 'C' && d->at[1] >= '1' && d->at[1] <= '5') {
        d->at += 2;
        *has_return = false;
        name = last_name(d, scope);
    } else if (*d->at == 'C' && d->at[1] == 'I' && isdigit((unsigned char)d->at[2])) {
        d->at += 3; // inherited from a base class, which follows
        *has_return = false;
        name = last_name(d, demangle_whole(d, demangle_type(d)));
    } else if (*d->at == 'D' && d->at[1] >= '0' && d->at[1] <= '5') {
        d->at += 2;
        *has_return = false;
        name = demangle_join(d, "~%s", last_name(d, scope));
    } else {
        name = parse_operator(d, has_return);
    }
    while (demangle_accept(d, "B"))
        name = demangle_join(d, "%s[abi:%s]", name, demangle_identifier(d));
    return name;
}

// ---- templates ------------------------------------------------------

static const char *literal_of(Demangler *d, NamePart type, const char *number)
{
    static const struct {
        const char *type, *suffix;
    } suffixes[] = {{"int", ""},         {"unsigned int", "u"},
                    {"long", "l"},       {"unsigned long", "ul"},
                    {"long long", "ll"}, {"unsigned long long", "ull"}};
    const char *name = demangle_whole(d, type);
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        if (!strcmp(name, suffixes[i].type))
            return demangle_join(d, "%s%s", number, suffixes[i].suffix);
    }
    if (!strcmp(name, "bool") && (!strcmp(number, "0") || !strcmp(number, "1")))
        return *number == '1' ? "true" : "false";
    if (!strcmp(name, "float") || !strcmp(name, "double"))
        return demangle_join(d, "(%s)[%s]", name, number);
    return demangle_join(d, "(%s)%s", name, number);
}

// L <type> <value> E, after the L
const char *demangle_literal(Demangler *d)
{
    const char *text;
    if (demangle_accept(d, "_Z")) {
        text = parse_encoding(d);
    } else {
        NamePart type = demangle_type(d);
        const char *sign = demangle_accept(d, "n") ? "-" : "";
        const char *start = d->at;
        while (isalnum((unsigned char)*d->at) && *d->at != 'E')
            d->at++;
        const char *digits = demangle_join(d, "%s%.*s", sign, (int)(d->at - start), start);
        text = literal_of(d, type, digits);
    }
    if (!demangle_accept(d, "E"))
        d->failed = true;
    return text;
}

static NamePart parse_arg(Demangler *d);

// Arguments up to the E; as one part that is a pack.
static NamePart parse_pack(Demangler *d)
{
    NamePart list[MAX_ARGS];
    int count = 0;
    while (!d->failed && !demangle_accept(d, "E")) {
        if (count == MAX_ARGS || !*d->at)
            return demangle_fail(d);
        list[count++] = parse_arg(d);
    }
    NamePart pack = demangle_nothing;
    NamePart *copy = arena_alloc(d->arena, (size_t)(count + 1) * sizeof *copy);
    d->used += (size_t)count * sizeof *copy;
    memcpy(copy, list, (size_t)count * sizeof *copy);
    pack.pack = copy;
    pack.npack = count;
    return pack;
}

static NamePart parse_arg(Demangler *d)
{
    if (!demangle_enter(d))
        return demangle_nothing;
    if (demangle_accept(d, "L"))
        return demangle_leave(d, demangle_plain(demangle_literal(d)));
    if (demangle_accept(d, "J"))
        return demangle_leave(d, parse_pack(d));
    if (demangle_accept(d, "X")) {
        NamePart p = demangle_plain(demangle_expression(d));
        if (!demangle_accept(d, "E"))
            d->failed = true;
        return demangle_leave(d, p);
    }
    return demangle_leave(d, demangle_type(d));
}

// I ... E, after the I; the text with its brackets.
const char *demangle_arguments(Demangler *d, bool of_function)
{
    NamePart pack = parse_pack(d);
    if (d->failed)
        return "";
    if (of_function) {
        d->nargs = pack.npack;
        if (pack.npack)
            memcpy(d->args, pack.pack, (size_t)pack.npack * sizeof *d->args);
    }
    return demangle_join(d, "<%s>", demangle_whole(d, pack));
}

// T_ <number> _, after the T
NamePart demangle_param(Demangler *d)
{
    long n = demangle_sequence(d, 36);
    if (d->failed || n >= d->nargs)
        return demangle_fail(d);
    NamePart p = d->args[n];
    if (p.npack < 0 || d->pack_index < 0)
        return p;
    d->pack_size = p.npack;
    return d->pack_index < p.npack ? p.pack[d->pack_index] : demangle_nothing;
}

// Dp <pattern>: the pattern for each element of the packs in it.
NamePart demangle_expansion(Demangler *d)
{
    int outer_index = d->pack_index, outer_size = d->pack_size, nsubs = 0;
    const char *start = d->at, *end = start, *text = "";
    d->pack_size = -1;
    for (int i = 0; (i == 0 || i < d->pack_size) && !d->failed; i++) {
        d->at = start;
        d->pack_index = i;
        const char *next = demangle_whole(d, demangle_type(d));
        end = d->at;
        if (i == 0)
            nsubs = d->nsubs;
        d->nsubs = nsubs; // counted once, however many elements
        if (d->pack_size != 0)
            text = i ? demangle_join(d, "%s, %s", text, next) : next;
    }
    d->at = end;
    d->pack_index = outer_index;
    d->pack_size = outer_size;
    return demangle_plain(text);
}

// ---- substitutions --------------------------------------------------

// Behind the S. `is_std`: it was St, to which a name must follow.
NamePart demangle_repeated(Demangler *d, bool *is_std)
{
    static const struct {
        char code;
        const char *text;
    } fixed[] = {{'a', "std::allocator"}, {'b', "std::basic_string"}, {'s', "std::string"},
                 {'i', "std::istream"},   {'o', "std::ostream"},      {'d', "std::iostream"}};
    *is_std = false;
    if (demangle_accept(d, "t")) {
        *is_std = true;
        return demangle_plain("std");
    }
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        if (*d->at == fixed[i].code) {
            d->at++;
            return demangle_plain(fixed[i].text);
        }
    }
    long n = demangle_sequence(d, 36);
    if (d->failed || n >= d->nsubs)
        return demangle_fail(d);
    return d->subs[n];
}

// ---- names ----------------------------------------------------------

const char *demangle_scoped(Demangler *d, const char *scope, const char *name)
{
    return *scope && *name ? demangle_join(d, "%s::%s", scope, name) : *scope ? scope : name;
}

const char *demangle_qualifiers(Demangler *d)
{
    const char *text = "";
    for (;; d->at++) {
        if (*d->at == 'r')
            text = demangle_join(d, "%s restrict", text);
        else if (*d->at == 'V')
            text = demangle_join(d, "%s volatile", text);
        else if (*d->at == 'K')
            text = demangle_join(d, "%s const", text);
        else
            return text;
    }
}

// N [qualifiers] part... E, after the N
static NamePart parse_nested(Demangler *d, bool of_function, bool *template, bool *has_return)
{
    const char *qualifiers = demangle_qualifiers(d), *scope = "";
    if (demangle_accept(d, "R"))
        qualifiers = demangle_join(d, "%s &", qualifiers);
    else if (demangle_accept(d, "O"))
        qualifiers = demangle_join(d, "%s &&", qualifiers);
    bool first = true;
    while (!d->failed && !demangle_accept(d, "E")) {
        bool counts = true; // does the name so far get a number?
        if (*d->at == 'I' && !first) {
            d->at++;
            scope = demangle_join(d, "%s%s", scope, demangle_arguments(d, of_function));
            *template = true;
        } else if (*d->at == 'S') {
            d->at++;
            bool is_std;
            scope = demangle_whole(d, demangle_repeated(d, &is_std));
            counts = false;
        } else if (*d->at == 'T') {
            d->at++;
            scope = demangle_whole(d, demangle_param(d));
        } else if (*d->at == 'D' && (d->at[1] == 't' || d->at[1] == 'T')) {
            scope = demangle_whole(d, demangle_type(d));
            counts = false;
        } else {
            *has_return = true;
            *template = false;
            scope = demangle_scoped(d, scope, demangle_unqualified(d, scope, has_return));
        }
        first = false;
        if (counts && *d->at != 'E')
            demangle_remember(d, demangle_plain(scope));
    }
    NamePart p = demangle_plain(scope);
    p.right = qualifiers; // after the parameters, if it is a function
    return p;
}

// Z <function> E <entity> [number], after the Z
static NamePart parse_local(Demangler *d, bool *template, bool *has_return)
{
    const char *function = parse_encoding(d);
    if (!demangle_accept(d, "E"))
        return demangle_fail(d);
    NamePart name;
    if (demangle_accept(d, "s")) {
        name = demangle_plain("string literal");
    } else {
        if (demangle_accept(d, "d"))
            demangle_sequence(d, 10);
        name = demangle_name(d, false, template, has_return);
    }
    if (demangle_accept(d, "__")) {
        demangle_number(d);
        demangle_accept(d, "_");
    } else if (*d->at == '_' && isdigit((unsigned char)d->at[1])) {
        d->at += 2;
    }
    name.left = demangle_join(d, "%s::%s", function, name.left);
    return name;
}

// *template: the name ends in template arguments, so a function has its result
// in its signature, unless *has_return is false (constructors, conversions).
NamePart demangle_name(Demangler *d, bool of_function, bool *template, bool *has_return)
{
    *template = false;
    *has_return = true;
    if (!demangle_enter(d))
        return demangle_nothing;
    if (demangle_accept(d, "N"))
        return demangle_leave(d, parse_nested(d, of_function, template, has_return));
    if (demangle_accept(d, "Z"))
        return demangle_leave(d, parse_local(d, template, has_return));
    const char *name = "";
    bool counts = true;
    if (*d->at == 'S') {
        d->at++;
        bool is_std;
        name = demangle_whole(d, demangle_repeated(d, &is_std));
        counts = is_std;
        if (is_std)
            name = demangle_scoped(d, name, demangle_unqualified(d, name, has_return));
    } else {
        name = demangle_unqualified(d, "", has_return);
    }
    if (demangle_accept(d, "I")) {
        if (counts)
            demangle_remember(d, demangle_plain(name));
        name = demangle_join(d, "%s%s", name, demangle_arguments(d, of_function));
        *template = true;
    }
    return demangle_leave(d, demangle_plain(name));
}

// ---- whole names ----------------------------------------------------

// A name; after the name of a function its parameters.
static const char *parse_encoding(Demangler *d)
{
    if (!demangle_enter(d))
        return "";
    bool template, has_return;
    NamePart name = demangle_name(d, true, &template, &has_return);
    const char *text = name.left;
    if (!d->failed && !at_encoding_end(d)) {
        NamePart result = demangle_nothing;
        bool typed = template && has_return;
        if (typed)
            result = demangle_type(d);
        const char *parameters = demangle_parameters(d, at_encoding_end);
        text = demangle_join(d, "%s%s%s(%s)%s%s", result.left, typed ? " " : "", name.left,
                             parameters, name.right, result.right);
    }
    d->depth--;
    return text;
}

char *demangle(const char *name)
{
    if (strncmp(name, "_Z", 2))
        return must_strdup(name);
    Demangler *d = must_calloc(1, sizeof *d);
    d->arena = arena_new();
    d->at = name + 2;
    d->pack_index = d->pack_size = -1;
    const char *text = parse_encoding(d);
    char *result = must_strdup(!d->failed && *d->at == '\0' ? text : name);
    arena_free(d->arena);
    free(d);
    return result;
}

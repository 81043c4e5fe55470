// demangle.c - "void scale<float>(float*, int)" for "_Z5scaleIfEvPT_i".
//
// The Itanium rules, as far as kernels and device functions need them. A
// declarator has text on both sides of the name ("int (*" and ")(int)"), so
// every part of a name is a pair of strings; they come from one arena, which
// also bounds how large a hostile name can grow. Anything not understood sets
// `failed`, and the caller shows the name as it is.
//
// The compiler abbreviates: S_, S0_, ... repeat an earlier part, T_, T0_, ...
// stand for arguments of the function's template. Both are kept in lists in
// the order in which the rules number them.
#include "parse.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SUBSTITUTIONS = 512, MAX_ARGS = 256, MAX_NESTING = 128, MAX_BYTES = 1 << 20 };

typedef struct Part {
    const char *left, *right; // right is "" but for functions and arrays
    bool declarator;          // function or array: a pointer to it needs parentheses
    const struct Part *pack;  // a parameter pack: its elements
    int npack;                // -1: no pack
} Part;

typedef struct {
    const char *at;
    Arena *arena;
    size_t used;
    int depth;
    bool failed;
    Part subs[MAX_SUBSTITUTIONS];
    int nsubs;
    Part args[MAX_ARGS]; // of the function's template
    int nargs;
    int pack_index; // which element of packs is wanted, -1: all
    int pack_size;  // of the packs met while pack_index was set, -1: none met
} Demangler;

static const Part nothing = {"", "", false, NULL, -1};

// ---- strings -------------------------------------------------------------------------

static Part fail(Demangler *d)
{
    d->failed = true;
    return nothing;
}

__attribute__((format(printf, 2, 3))) static const char *join(Demangler *d, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    d->used += (size_t)length + 1;
    char *text = d->used < MAX_BYTES ? arena_alloc(d->arena, (size_t)length + 1) : NULL;
    if (!text) {
        d->failed = true;
        return "";
    }
    va_start(args, format);
    vsnprintf(text, (size_t)length + 1, format, args);
    va_end(args);
    return text;
}

static Part plain(const char *text)
{
    Part p = nothing;
    p.left = text;
    return p;
}

static const char *whole(Demangler *d, Part p)
{
    if (p.npack < 0)
        return *p.right ? join(d, "%s%s", p.left, p.right) : p.left;
    const char *text = "";
    for (int i = 0; i < p.npack && !d->failed; i++) {
        const char *next = whole(d, p.pack[i]);
        text = *text && *next ? join(d, "%s, %s", text, next) : *text ? text : next;
    }
    return text;
}

static Part remember(Demangler *d, Part p)
{
    if (d->nsubs == MAX_SUBSTITUTIONS)
        return fail(d);
    d->subs[d->nsubs++] = p;
    return p;
}

static bool accept(Demangler *d, const char *text)
{
    size_t length = strlen(text);
    if (strncmp(d->at, text, length))
        return false;
    d->at += length;
    return true;
}

static bool enter(Demangler *d)
{
    if (++d->depth > MAX_NESTING)
        d->failed = true;
    return !d->failed;
}

static Part leave(Demangler *d, Part p)
{
    d->depth--;
    return p;
}

static Part parse_type_part(Demangler *d);
static Part parse_name_part(Demangler *d, bool of_function, bool *template, bool *has_return);
static const char *parse_encoding(Demangler *d);
static const char *parse_expression(Demangler *d);

// ---- numbers, identifiers ------------------------------------------------------------------

static long take_long(Demangler *d)
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
static long take_sequence(Demangler *d, int base)
{
    long n = 0;
    bool given = false;
    for (; *d->at && *d->at != '_'; d->at++) {
        char c = *d->at;
        int digit = isdigit((unsigned char)c) ? c - '0' : isupper((unsigned char)c) ? c - 'A' + 10 : 99;
        if (digit >= base || n > 100000) {
            d->failed = true;
            return 0;
        }
        n = n * base + digit;
        given = true;
    }
    if (!accept(d, "_"))
        d->failed = true;
    return given ? n + 1 : 0;
}

static const char *take_identifier(Demangler *d)
{
    long length = take_long(d);
    if (d->failed || length == 0 || strnlen(d->at, (size_t)length) < (size_t)length)
        return fail(d).left;
    const char *start = d->at;
    d->at += length;
    if (!strncmp(start, "_GLOBAL__N_", 11))
        return "(anonymous namespace)";
    // What nvcc wraps around a file's static functions.
    if (!strncmp(start, "_INTERNAL_", 10))
        return "";
    return join(d, "%.*s", (int)length, start);
}

// ---- operators -------------------------------------------------------------------------------

typedef struct {
    char code[3];
    const char *text;
    int operands; // in an expression
} OperatorName;

static const OperatorName operator_names[] = {
    {"nw", "new", 0},  {"na", "new[]", 0}, {"dl", "delete", 1}, {"da", "delete[]", 1},
    {"ps", "+", 1},    {"ng", "-", 1},     {"ad", "&", 1},      {"de", "*", 1},
    {"co", "~", 1},    {"pl", "+", 2},     {"mi", "-", 2},      {"ml", "*", 2},
    {"dv", "/", 2},    {"rm", "%", 2},     {"an", "&", 2},      {"or", "|", 2},
    {"eo", "^", 2},    {"aS", "=", 2},     {"pL", "+=", 2},     {"mI", "-=", 2},
    {"mL", "*=", 2},   {"dV", "/=", 2},    {"rM", "%=", 2},     {"aN", "&=", 2},
    {"oR", "|=", 2},   {"eO", "^=", 2},    {"ls", "<<", 2},     {"rs", ">>", 2},
    {"lS", "<<=", 2},  {"rS", ">>=", 2},   {"eq", "==", 2},     {"ne", "!=", 2},
    {"lt", "<", 2},    {"gt", ">", 2},     {"le", "<=", 2},     {"ge", ">=", 2},
    {"ss", "<=>", 2},  {"nt", "!", 1},     {"aa", "&&", 2},     {"oo", "||", 2},
    {"pp", "++", 1},   {"mm", "--", 1},    {"cm", ",", 2},      {"pm", "->*", 2},
    {"pt", "->", 2},   {"cl", "()", 0},    {"ix", "[]", 2},     {"qu", "?", 3},
};

static const OperatorName *find_operator(const char *code)
{
    for (size_t i = 0; i < sizeof operator_names / sizeof *operator_names; i++) {
        if (!strncmp(code, operator_names[i].code, 2))
            return &operator_names[i];
    }
    return NULL;
}

static const char *parse_operator(Demangler *d, bool *has_return)
{
    if (accept(d, "cv")) {
        *has_return = false;
        return join(d, "operator %s", whole(d, parse_type_part(d)));
    }
    if (accept(d, "li"))
        return join(d, "operator\"\" %s", take_identifier(d));
    const OperatorName *op = find_operator(d->at);
    if (!op)
        return fail(d).left;
    d->at += 2;
    return join(d, "operator%s%s", islower((unsigned char)op->text[0]) ? " " : "", op->text);
}

// ---- unqualified names ---------------------------------------------------------------------------

static const char *parse_parameters(Demangler *d, bool (*at_end)(Demangler *))
{
    const char *text = "";
    if (*d->at == 'v' && d->at++)
        return text;
    while (!d->failed && !at_end(d)) {
        const char *next = whole(d, parse_type_part(d));
        text = *text && *next ? join(d, "%s, %s", text, next) : *text ? text : next;
    }
    return text;
}

static bool at_E(Demangler *d) { return *d->at == 'E' || !*d->at; }

// End of an encoding: of the text, of the E behind it, or of a clone's suffix.
static bool at_encoding_end(Demangler *d) { return *d->at == 'E' || !*d->at || *d->at == '.'; }

// Ul <parameters> E <number> _   and   Ut <number> _
static const char *parse_unnamed(Demangler *d)
{
    if (accept(d, "Ut"))
        return join(d, "{unnamed type#%ld}", take_sequence(d, 10) + 1);
    if (!accept(d, "Ul"))
        return fail(d).left;
    const char *parameters = parse_parameters(d, at_E);
    if (!accept(d, "E"))
        d->failed = true;
    return join(d, "{lambda(%s)#%ld}", parameters, take_sequence(d, 10) + 1);
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
    return join(d, "%.*s", (int)(end - start), scope + start);
}

// `scope` is what the name is nested in, for constructors.
static const char *parse_unqualified(Demangler *d, const char *scope, bool *has_return)
{
    const char *name;
    accept(d, "L"); // internal linkage
    if (isdigit((unsigned char)*d->at)) {
        name = take_identifier(d);
    } else if (*d->at == 'U') {
        name = parse_unnamed(d);
    } else if (*d->at == 'C' && d->at[1] >= '1' && d->at[1] <= '5') {
        d->at += 2;
        *has_return = false;
        name = last_name(d, scope);
    } else if (*d->at == 'C' && d->at[1] == 'I' && isdigit((unsigned char)d->at[2])) {
        d->at += 3; // inherited from a base class, which follows
        *has_return = false;
        name = last_name(d, whole(d, parse_type_part(d)));
    } else if (*d->at == 'D' && d->at[1] >= '0' && d->at[1] <= '5') {
        d->at += 2;
        *has_return = false;
        name = join(d, "~%s", last_name(d, scope));
    } else {
        name = parse_operator(d, has_return);
    }
    while (accept(d, "B"))
        name = join(d, "%s[abi:%s]", name, take_identifier(d));
    return name;
}

// ---- templates ----------------------------------------------------------------------------------

static const char *literal_of(Demangler *d, Part type, const char *number)
{
    static const struct {
        const char *type, *suffix;
    } suffixes[] = {{"int", ""},           {"unsigned int", "u"},     {"long", "l"},
                    {"unsigned long", "ul"}, {"long long", "ll"}, {"unsigned long long", "ull"}};
    const char *name = whole(d, type);
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        if (!strcmp(name, suffixes[i].type))
            return join(d, "%s%s", number, suffixes[i].suffix);
    }
    if (!strcmp(name, "bool") && (!strcmp(number, "0") || !strcmp(number, "1")))
        return *number == '1' ? "true" : "false";
    if (!strcmp(name, "float") || !strcmp(name, "double"))
        return join(d, "(%s)[%s]", name, number);
    return join(d, "(%s)%s", name, number);
}

// L <type> <value> E, behind the L
static const char *parse_literal(Demangler *d)
{
    const char *text;
    if (accept(d, "_Z")) {
        text = parse_encoding(d);
    } else {
        Part type = parse_type_part(d);
        const char *sign = accept(d, "n") ? "-" : "";
        const char *start = d->at;
        while (isalnum((unsigned char)*d->at) && *d->at != 'E')
            d->at++;
        const char *digits = join(d, "%s%.*s", sign, (int)(d->at - start), start);
        text = literal_of(d, type, digits);
    }
    if (!accept(d, "E"))
        d->failed = true;
    return text;
}

static Part parse_arg(Demangler *d);

// Arguments up to the E; as one part that is a pack.
static Part parse_pack(Demangler *d)
{
    Part list[MAX_ARGS];
    int count = 0;
    while (!d->failed && !accept(d, "E")) {
        if (count == MAX_ARGS || !*d->at)
            return fail(d);
        list[count++] = parse_arg(d);
    }
    Part pack = nothing;
    Part *copy = arena_alloc(d->arena, (size_t)(count + 1) * sizeof *copy);
    d->used += (size_t)count * sizeof *copy;
    if (!copy)
        return fail(d);
    memcpy(copy, list, (size_t)count * sizeof *copy);
    pack.pack = copy;
    pack.npack = count;
    return pack;
}

static Part parse_arg(Demangler *d)
{
    if (!enter(d))
        return nothing;
    if (accept(d, "L"))
        return leave(d, plain(parse_literal(d)));
    if (accept(d, "J"))
        return leave(d, parse_pack(d));
    if (accept(d, "X")) {
        Part p = plain(parse_expression(d));
        if (!accept(d, "E"))
            d->failed = true;
        return leave(d, p);
    }
    return leave(d, parse_type_part(d));
}

// I ... E, behind the I; the text with its brackets.
static const char *parse_template_args(Demangler *d, bool of_function)
{
    Part pack = parse_pack(d);
    if (d->failed)
        return "";
    if (of_function) {
        d->nargs = pack.npack;
        if (pack.npack)
            memcpy(d->args, pack.pack, (size_t)pack.npack * sizeof *d->args);
    }
    return join(d, "<%s>", whole(d, pack));
}

// T_ <number> _, behind the T
static Part parse_template_param(Demangler *d)
{
    long n = take_sequence(d, 36);
    if (d->failed || n >= d->nargs)
        return fail(d);
    Part p = d->args[n];
    if (p.npack < 0 || d->pack_index < 0)
        return p;
    d->pack_size = p.npack;
    return d->pack_index < p.npack ? p.pack[d->pack_index] : nothing;
}

// Dp <pattern>: the pattern for each element of the packs in it.
static Part parse_pack_expansion(Demangler *d)
{
    int outer_index = d->pack_index, outer_size = d->pack_size, nsubs = 0;
    const char *start = d->at, *end = start, *text = "";
    d->pack_size = -1;
    for (int i = 0; (i == 0 || i < d->pack_size) && !d->failed; i++) {
        d->at = start;
        d->pack_index = i;
        const char *next = whole(d, parse_type_part(d));
        end = d->at;
        if (i == 0)
            nsubs = d->nsubs;
        d->nsubs = nsubs; // counted once, however many elements
        if (d->pack_size != 0)
            text = i ? join(d, "%s, %s", text, next) : next;
    }
    d->at = end;
    d->pack_index = outer_index;
    d->pack_size = outer_size;
    return plain(text);
}

// ---- substitutions -----------------------------------------------------------------------------

// Behind the S. `is_std`: it was St, to which a name must follow.
static Part parse_substitution(Demangler *d, bool *is_std)
{
    static const struct {
        char code;
        const char *text;
    } fixed[] = {{'a', "std::allocator"}, {'b', "std::basic_string"}, {'s', "std::string"},
                 {'i', "std::istream"},   {'o', "std::ostream"},      {'d', "std::iostream"}};
    *is_std = false;
    if (accept(d, "t")) {
        *is_std = true;
        return plain("std");
    }
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        if (*d->at == fixed[i].code) {
            d->at++;
            return plain(fixed[i].text);
        }
    }
    long n = take_sequence(d, 36);
    if (d->failed || n >= d->nsubs)
        return fail(d);
    return d->subs[n];
}

// ---- names -------------------------------------------------------------------------------------

static const char *scoped(Demangler *d, const char *scope, const char *name)
{
    return *scope && *name ? join(d, "%s::%s", scope, name) : *scope ? scope : name;
}

static const char *take_qualifiers(Demangler *d)
{
    const char *text = "";
    for (;; d->at++) {
        if (*d->at == 'r')
            text = join(d, "%s restrict", text);
        else if (*d->at == 'V')
            text = join(d, "%s volatile", text);
        else if (*d->at == 'K')
            text = join(d, "%s const", text);
        else
            return text;
    }
}

// N [qualifiers] part... E, behind the N
static Part parse_nested(Demangler *d, bool of_function, bool *template, bool *has_return)
{
    const char *qualifiers = take_qualifiers(d), *scope = "";
    if (accept(d, "R"))
        qualifiers = join(d, "%s &", qualifiers);
    else if (accept(d, "O"))
        qualifiers = join(d, "%s &&", qualifiers);
    bool first = true;
    while (!d->failed && !accept(d, "E")) {
        bool counts = true; // does the name so far get a number?
        if (*d->at == 'I' && !first) {
            d->at++;
            scope = join(d, "%s%s", scope, parse_template_args(d, of_function));
            *template = true;
        } else if (*d->at == 'S') {
            d->at++;
            bool is_std;
            scope = whole(d, parse_substitution(d, &is_std));
            counts = false;
        } else if (*d->at == 'T') {
            d->at++;
            scope = whole(d, parse_template_param(d));
        } else if (*d->at == 'D' && (d->at[1] == 't' || d->at[1] == 'T')) {
            scope = whole(d, parse_type_part(d));
            counts = false;
        } else {
            *has_return = true;
            *template = false;
            scope = scoped(d, scope, parse_unqualified(d, scope, has_return));
        }
        first = false;
        if (counts && *d->at != 'E')
            remember(d, plain(scope));
    }
    Part p = plain(scope);
    p.right = qualifiers; // behind the parameters, if it is a function
    return p;
}

// Z <function> E <entity> [number], behind the Z
static Part parse_local(Demangler *d, bool *template, bool *has_return)
{
    const char *function = parse_encoding(d);
    if (!accept(d, "E"))
        return fail(d);
    Part name;
    if (accept(d, "s")) {
        name = plain("string literal");
    } else {
        if (accept(d, "d"))
            take_sequence(d, 10);
        name = parse_name_part(d, false, template, has_return);
    }
    if (accept(d, "__")) {
        take_long(d);
        accept(d, "_");
    } else if (*d->at == '_' && isdigit((unsigned char)d->at[1])) {
        d->at += 2;
    }
    name.left = join(d, "%s::%s", function, name.left);
    return name;
}

// *template: the name ends in template arguments, so a function has its result
// in its signature, unless *has_return is false (constructors, conversions).
static Part parse_name_part(Demangler *d, bool of_function, bool *template, bool *has_return)
{
    *template = false;
    *has_return = true;
    if (!enter(d))
        return nothing;
    if (accept(d, "N"))
        return leave(d, parse_nested(d, of_function, template, has_return));
    if (accept(d, "Z"))
        return leave(d, parse_local(d, template, has_return));
    const char *name = "";
    bool counts = true;
    if (*d->at == 'S') {
        d->at++;
        bool is_std;
        name = whole(d, parse_substitution(d, &is_std));
        counts = is_std;
        if (is_std)
            name = scoped(d, name, parse_unqualified(d, name, has_return));
    } else {
        name = parse_unqualified(d, "", has_return);
    }
    if (accept(d, "I")) {
        if (counts)
            remember(d, plain(name));
        name = join(d, "%s%s", name, parse_template_args(d, of_function));
        *template = true;
    }
    return leave(d, plain(name));
}

// ---- types -------------------------------------------------------------------------------------

static const char *builtin_type(char c)
{
    static const char *const names['z' + 1] = {
        ['v'] = "void",          ['w'] = "wchar_t",       ['b'] = "bool",
        ['c'] = "char",          ['a'] = "signed char",   ['h'] = "unsigned char",
        ['s'] = "short",         ['t'] = "unsigned short", ['i'] = "int",
        ['j'] = "unsigned int",  ['l'] = "long",          ['m'] = "unsigned long",
        ['x'] = "long long",     ['y'] = "unsigned long long", ['n'] = "__int128",
        ['o'] = "unsigned __int128", ['f'] = "float",     ['d'] = "double",
        ['e'] = "long double",   ['g'] = "__float128",    ['z'] = "..."};
    return c > 0 && c <= 'z' ? names[(int)c] : NULL;
}

// "int (" and ")(float)" around the '*' of a pointer to a function
static Part add_pointer(Demangler *d, Part to, const char *mark)
{
    Part p = nothing;
    size_t length = strlen(to.left);
    if (mark[0] == '&' && length && to.left[length - 1] == '&') {
        // A reference to a reference is one: "&&" only if both are.
        bool shorter = !mark[1] && length > 1 && to.left[length - 2] == '&';
        p = to;
        p.left = shorter ? join(d, "%.*s", (int)length - 1, to.left) : to.left;
        return p;
    }
    p.left = join(d, to.declarator ? "%s(%s" : "%s%s", to.left, mark);
    p.right = to.declarator ? join(d, *to.right == '[' ? ") %s" : ")%s", to.right) : to.right;
    return p;
}

// F [Y] result parameters E, behind the F
static Part parse_function_type(Demangler *d)
{
    accept(d, "Y");
    Part result = parse_type_part(d), p = nothing;
    const char *parameters = parse_parameters(d, at_E);
    if (!accept(d, "E"))
        return fail(d);
    p.left = join(d, *result.right ? "%s" : "%s ", result.left);
    p.right = join(d, "(%s)%s", parameters, result.right);
    p.declarator = true;
    return p;
}

// A [number | expression] _ type, behind the A
static Part parse_array_type(Demangler *d)
{
    const char *size = "";
    if (isdigit((unsigned char)*d->at))
        size = join(d, "%ld", take_long(d));
    else if (*d->at != '_')
        size = parse_expression(d);
    if (!accept(d, "_"))
        return fail(d);
    Part of = parse_type_part(d), p = nothing;
    p.left = of.declarator ? of.left : join(d, "%s ", of.left);
    p.right = join(d, "[%s]%s", size, of.right);
    p.declarator = true;
    return p;
}

// M class member, behind the M
static Part parse_member_pointer(Demangler *d)
{
    const char *of = whole(d, parse_type_part(d));
    Part member = parse_type_part(d);
    return add_pointer(d, member, join(d, member.declarator ? "%s::*" : " %s::*", of));
}

// Types that start with D, behind it.
static Part parse_d_type(Demangler *d, bool *counts)
{
    static const struct {
        char code;
        const char *text;
    } simple[] = {{'n', "decltype(nullptr)"}, {'a', "auto"},     {'c', "decltype(auto)"},
                  {'i', "char32_t"},          {'s', "char16_t"}, {'u', "char8_t"},
                  {'h', "half"}};
    if (accept(d, "p"))
        return parse_pack_expansion(d);
    if (accept(d, "t") || accept(d, "T")) {
        const char *text = join(d, "decltype (%s)", parse_expression(d));
        return accept(d, "E") ? plain(text) : fail(d);
    }
    if (accept(d, "F16_") || accept(d, "F16b"))
        return plain(d->at[-1] == 'b' ? "std::bfloat16_t" : "_Float16");
    for (size_t i = 0; i < sizeof simple / sizeof *simple; i++) {
        if (*d->at == simple[i].code) {
            d->at++;
            *counts = false;
            return plain(simple[i].text);
        }
    }
    return fail(d);
}

static Part parse_class_type(Demangler *d)
{
    bool template, has_return;
    Part name = parse_name_part(d, false, &template, &has_return);
    return plain(name.left);
}

// S..., which may be a whole type or the start of one
static Part parse_substituted_type(Demangler *d, bool *counts)
{
    if (d->at[1] == 't')
        return parse_class_type(d);
    d->at++;
    bool is_std;
    Part p = parse_substitution(d, &is_std);
    if (*d->at != 'I') {
        *counts = false;
        return p;
    }
    d->at++;
    return plain(join(d, "%s%s", whole(d, p), parse_template_args(d, false)));
}

static Part parse_qualified_type(Demangler *d)
{
    const char *qualifiers = take_qualifiers(d);
    Part p = parse_type_part(d);
    if (p.declarator)
        p.right = join(d, "%s%s", p.right, qualifiers);
    else
        p.left = join(d, "%s%s", p.left, qualifiers);
    return p;
}

static Part parse_pointer_type(Demangler *d)
{
    char c = *d->at++;
    return add_pointer(d, parse_type_part(d), c == 'P' ? "*" : c == 'R' ? "&" : "&&");
}

static Part parse_param_type(Demangler *d)
{
    d->at++;
    Part p = parse_template_param(d);
    if (*d->at != 'I')
        return p;
    remember(d, p); // a template as an argument, with arguments of its own
    d->at++;
    return plain(join(d, "%s%s", whole(d, p), parse_template_args(d, false)));
}

static Part parse_any_type(Demangler *d, bool *counts)
{
    char c = *d->at;
    if (builtin_type(c)) {
        d->at++;
        *counts = false;
        return plain(builtin_type(c));
    }
    switch (c) {
    case 'r':
    case 'V':
    case 'K':
        return parse_qualified_type(d);
    case 'P':
    case 'R':
    case 'O':
        return parse_pointer_type(d);
    case 'F':
        d->at++;
        return parse_function_type(d);
    case 'A':
        d->at++;
        return parse_array_type(d);
    case 'M':
        d->at++;
        return parse_member_pointer(d);
    case 'T':
        return parse_param_type(d);
    case 'S':
        return parse_substituted_type(d, counts);
    case 'D':
        d->at++;
        return parse_d_type(d, counts);
    case 'u':
        d->at++;
        *counts = false;
        return plain(take_identifier(d));
    case 'C':
        d->at++;
        return plain(join(d, "%s _Complex", whole(d, parse_type_part(d))));
    default:
        return parse_class_type(d);
    }
}

static Part parse_type_part(Demangler *d)
{
    if (!enter(d))
        return nothing;
    bool counts = true; // all but builtin types and repetitions get a number
    Part p = parse_any_type(d, &counts);
    if (counts && !d->failed)
        remember(d, p);
    return leave(d, p);
}

// ---- expressions, in template arguments and decltype ---------------------------------------------

static const char *parse_expressions(Demangler *d)
{
    const char *text = "";
    while (!d->failed && !accept(d, "E")) {
        const char *next = parse_expression(d);
        text = *text ? join(d, "%s, %s", text, next) : next;
    }
    return text;
}

// sr <type> <name> [arguments]: a member of a dependent type
static const char *parse_scope_resolution(Demangler *d)
{
    const char *scope = whole(d, parse_type_part(d));
    bool has_return;
    const char *name = scoped(d, scope, parse_unqualified(d, scope, &has_return));
    return accept(d, "I") ? join(d, "%s%s", name, parse_template_args(d, false)) : name;
}

static const char *parse_operation(Demangler *d)
{
    const OperatorName *op = find_operator(d->at);
    if (!op || !op->operands)
        return fail(d).left;
    d->at += 2;
    const char *operand[3] = {"", "", ""};
    for (int i = 0; i < op->operands && !d->failed; i++)
        operand[i] = parse_expression(d);
    if (op->operands == 1)
        return join(d, "%s(%s)", op->text, operand[0]);
    if (op->operands == 2)
        return join(d, "(%s)%s(%s)", operand[0], op->text, operand[1]);
    return join(d, "(%s)?(%s):(%s)", operand[0], operand[1], operand[2]);
}

static const char *parse_any_expression(Demangler *d)
{
    if (accept(d, "L"))
        return parse_literal(d);
    if (*d->at == 'T')
        return whole(d, parse_param_type(d));
    if (accept(d, "fp")) {
        take_qualifiers(d);
        return join(d, "{parm#%ld}", take_sequence(d, 10) + 1);
    }
    if (accept(d, "st"))
        return join(d, "sizeof (%s)", whole(d, parse_type_part(d)));
    if (accept(d, "sz"))
        return join(d, "sizeof (%s)", parse_expression(d));
    if (accept(d, "sZ"))
        return join(d, "sizeof...(%s)", parse_expression(d));
    if (accept(d, "sp"))
        return join(d, "%s...", parse_expression(d));
    if (accept(d, "sr"))
        return parse_scope_resolution(d);
    if (accept(d, "cl")) {
        const char *function = parse_expression(d);
        return join(d, "%s(%s)", function, parse_expressions(d));
    }
    if (accept(d, "cv") || accept(d, "tl")) {
        bool list = d->at[-1] == 'l';
        const char *type = whole(d, parse_type_part(d));
        if (list)
            return join(d, "%s{%s}", type, parse_expressions(d));
        return join(d, "(%s)(%s)", type, accept(d, "_") ? parse_expressions(d) : parse_expression(d));
    }
    if (accept(d, "dt")) {
        const char *object = parse_expression(d);
        return join(d, "%s.%s", object, parse_expression(d));
    }
    if (isdigit((unsigned char)*d->at)) {
        const char *name = take_identifier(d);
        return accept(d, "I") ? join(d, "%s%s", name, parse_template_args(d, false)) : name;
    }
    return parse_operation(d);
}

static const char *parse_expression(Demangler *d)
{
    if (!enter(d))
        return "";
    const char *text = parse_any_expression(d);
    d->depth--;
    return text;
}

// ---- whole names ---------------------------------------------------------------------------------

// A name, and behind the name of a function its parameters.
static const char *parse_encoding(Demangler *d)
{
    if (!enter(d))
        return "";
    bool template, has_return;
    Part name = parse_name_part(d, true, &template, &has_return);
    const char *text = name.left;
    if (!d->failed && !at_encoding_end(d)) {
        Part result = nothing;
        bool typed = template && has_return;
        if (typed)
            result = parse_type_part(d);
        const char *parameters = parse_parameters(d, at_encoding_end);
        text = join(d, "%s%s%s(%s)%s%s", result.left, typed ? " " : "", name.left, parameters,
                    name.right, result.right);
    }
    d->depth--;
    return text;
}

char *demangle(const char *name)
{
    if (strncmp(name, "_Z", 2))
        return strdup(name);
    Demangler *d = calloc(1, sizeof *d);
    char *result = NULL;
    if (d && (d->arena = arena_new())) {
        d->at = name + 2;
        d->pack_index = d->pack_size = -1;
        const char *text = parse_encoding(d);
        if (!d->failed && *d->at == '\0')
            result = strdup(text);
    }
    if (d)
        arena_free(d->arena);
    free(d);
    return result ? result : strdup(name);
}

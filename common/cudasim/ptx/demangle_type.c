// demangle_type.c - the types and expressions within a mangled name.
#include "demangle.h"

#include <ctype.h>
#include <string.h>

// ---- types ----------------------------------------------------------

static const char *builtin_type(char c)
{
    static const char *const names['z' + 1] = {['v'] = "void",        ['w'] = "wchar_t",
                                               ['b'] = "bool",        ['c'] = "char",
                                               ['a'] = "signed char", ['h'] = "unsigned char",
                                               ['s'] = "short",       ['t'] = "unsigned short",
                                               ['i'] = "int",         ['j'] = "unsigned int",
                                               ['l'] = "long",        ['m'] = "unsigned long",
                                               ['x'] = "long long",   ['y'] = "unsigned long long",
                                               ['n'] = "__int128",    ['o'] = "unsigned __int128",
                                               ['f'] = "float",       ['d'] = "double",
                                               ['e'] = "long double", ['g'] = "__float128",
                                               ['z'] = "..."};
    return c > 0 && c <= 'z' ? names[(int)c] : NULL;
}

// "int (" and ")(float)" around the '*' of a pointer to a function
static NamePart add_pointer(Demangler *d, NamePart to, const char *mark)
{
    NamePart p = demangle_nothing;
    size_t length = strlen(to.left);
    if (mark[0] == '&' && length && to.left[length - 1] == '&') {
        // A reference to a reference is one: "&&" only if both are.
        bool shorter = !mark[1] && length > 1 && to.left[length - 2] == '&';
        p = to;
        p.left = shorter ? demangle_join(d, "%.*s", (int)length - 1, to.left) : to.left;
        return p;
    }
    p.left = demangle_join(d, to.declarator ? "%s(%s" : "%s%s", to.left, mark);
    p.right =
        to.declarator ? demangle_join(d, *to.right == '[' ? ") %s" : ")%s", to.right) : to.right;
    return p;
}

// F [Y] result parameters E, after the F
static NamePart parse_function_type(Demangler *d)
{
    demangle_accept(d, "Y");
    NamePart result = demangle_type(d), p = demangle_nothing;
    const char *parameters = demangle_parameters(d, demangle_at_E);
    if (!demangle_accept(d, "E"))
        return demangle_fail(d);
    p.left = demangle_join(d, *result.right ? "%s" : "%s ", result.left);
    p.right = demangle_join(d, "(%s)%s", parameters, result.right);
    p.declarator = true;
    return p;
}

// A [number | expression] _ type, after the A
static NamePart parse_array_type(Demangler *d)
{
    const char *size = "";
    if (isdigit((unsigned char)*d->at))
        size = demangle_join(d, "%ld", demangle_number(d));
    else if (*d->at != '_')
        size = demangle_expression(d);
    if (!demangle_accept(d, "_"))
        return demangle_fail(d);
    NamePart of = demangle_type(d), p = demangle_nothing;
    p.left = of.declarator ? of.left : demangle_join(d, "%s ", of.left);
    p.right = demangle_join(d, "[%s]%s", size, of.right);
    p.declarator = true;
    return p;
}

// M class member, after the M
static NamePart parse_member_pointer(Demangler *d)
{
    const char *of = demangle_whole(d, demangle_type(d));
    NamePart member = demangle_type(d);
    return add_pointer(d, member, demangle_join(d, member.declarator ? "%s::*" : " %s::*", of));
}

// Types that start with D; the text after the D.
static NamePart parse_d_type(Demangler *d, bool *counts)
{
    static const struct {
        char code;
        const char *text;
    } simple[] = {{'n', "decltype(nullptr)"},
                  {'a', "auto"},
                  {'c', "decltype(auto)"},
                  {'i', "char32_t"},
                  {'s', "char16_t"},
                  {'u', "char8_t"},
                  {'h', "half"}};
    if (demangle_accept(d, "p"))
        return demangle_expansion(d);
    if (demangle_accept(d, "t") || demangle_accept(d, "T")) {
        const char *text = demangle_join(d, "decltype (%s)", demangle_expression(d));
        return demangle_accept(d, "E") ? demangle_plain(text) : demangle_fail(d);
    }
    if (demangle_accept(d, "F16_") || demangle_accept(d, "F16b"))
        return demangle_plain(d->at[-1] == 'b' ? "std::bfloat16_t" : "_Float16");
    for (size_t i = 0; i < sizeof simple / sizeof *simple; i++) {
        if (*d->at == simple[i].code) {
            d->at++;
            *counts = false;
            return demangle_plain(simple[i].text);
        }
    }
    return demangle_fail(d);
}

static NamePart parse_class_type(Demangler *d)
{
    bool template, has_return;
    NamePart name = demangle_name(d, false, &template, &has_return);
    return demangle_plain(name.left);
}

// S..., which may be a whole type or the start of one
static NamePart parse_substituted_type(Demangler *d, bool *counts)
{
    if (d->at[1] == 't')
        return parse_class_type(d);
    d->at++;
    bool is_std;
    NamePart p = demangle_repeated(d, &is_std);
    if (*d->at != 'I') {
        *counts = false;
        return p;
    }
    d->at++;
    return demangle_plain(
        demangle_join(d, "%s%s", demangle_whole(d, p), demangle_arguments(d, false)));
}

static NamePart parse_qualified_type(Demangler *d)
{
    const char *qualifiers = demangle_qualifiers(d);
    NamePart p = demangle_type(d);
    if (p.declarator)
        p.right = demangle_join(d, "%s%s", p.right, qualifiers);
    else
        p.left = demangle_join(d, "%s%s", p.left, qualifiers);
    return p;
}

static NamePart parse_pointer_type(Demangler *d)
{
    char c = *d->at++;
    return add_pointer(d, demangle_type(d), c == 'P' ? "*" : c == 'R' ? "&" : "&&");
}

static NamePart parse_param_type(Demangler *d)
{
    d->at++;
    NamePart p = demangle_param(d);
    if (*d->at != 'I')
        return p;
    demangle_remember(d, p); // a template as an argument, with arguments of its own
    d->at++;
    return demangle_plain(
        demangle_join(d, "%s%s", demangle_whole(d, p), demangle_arguments(d, false)));
}

static NamePart parse_any_type(Demangler *d, bool *counts)
{
    char c = *d->at;
    if (builtin_type(c)) {
        d->at++;
        *counts = false;
        return demangle_plain(builtin_type(c));
    }
    switch (c) {
    case 'r':
    case 'V':
    case 'K': return parse_qualified_type(d);
    case 'P':
    case 'R':
    case 'O': return parse_pointer_type(d);
    case 'F': d->at++; return parse_function_type(d);
    case 'A': d->at++; return parse_array_type(d);
    case 'M': d->at++; return parse_member_pointer(d);
    case 'T': return parse_param_type(d);
    case 'S': return parse_substituted_type(d, counts);
    case 'D': d->at++; return parse_d_type(d, counts);
    case 'u':
        d->at++;
        *counts = false;
        return demangle_plain(demangle_identifier(d));
    case 'C':
        d->at++;
        return demangle_plain(demangle_join(d, "%s _Complex", demangle_whole(d, demangle_type(d))));
    default: return parse_class_type(d);
    }
}

NamePart demangle_type(Demangler *d)
{
    if (!demangle_enter(d))
        return demangle_nothing;
    bool counts = true; // all but builtin types and repetitions get a number
    NamePart p = parse_any_type(d, &counts);
    if (counts && !d->failed)
        demangle_remember(d, p);
    return demangle_leave(d, p);
}

// ---- expressions, in template arguments and decltype ----------------

static const char *parse_expressions(Demangler *d)
{
    const char *text = "";
    while (!d->failed && !demangle_accept(d, "E")) {
        const char *next = demangle_expression(d);
        text = *text ? demangle_join(d, "%s, %s", text, next) : next;
    }
    return text;
}

// sr <type> <name> [arguments]: a member of a dependent type
static const char *parse_scope_resolution(Demangler *d)
{
    const char *scope = demangle_whole(d, demangle_type(d));
    bool has_return;
    const char *name = demangle_scoped(d, scope, demangle_unqualified(d, scope, &has_return));
    return demangle_accept(d, "I") ? demangle_join(d, "%s%s", name, demangle_arguments(d, false))
                                   : name;
}

static const char *parse_operation(Demangler *d)
{
    const OperatorName *op = demangle_operator(d->at);
    if (!op || !op->operands)
        return demangle_fail(d).left;
    d->at += 2;
    const char *operand[3] = {"", "", ""};
    for (int i = 0; i < op->operands && !d->failed; i++)
        operand[i] = demangle_expression(d);
    if (op->operands == 1)
        return demangle_join(d, "%s(%s)", op->text, operand[0]);
    if (op->operands == 2)
        return demangle_join(d, "(%s)%s(%s)", operand[0], op->text, operand[1]);
    return demangle_join(d, "(%s)?(%s):(%s)", operand[0], operand[1], operand[2]);
}

static const char *parse_any_expression(Demangler *d)
{
    if (demangle_accept(d, "L"))
        return demangle_literal(d);
    if (*d->at == 'T')
        return demangle_whole(d, parse_param_type(d));
    if (demangle_accept(d, "fp")) {
        demangle_qualifiers(d);
        return demangle_join(d, "{parm#%ld}", demangle_sequence(d, 10) + 1);
    }
    if (demangle_accept(d, "st"))
        return demangle_join(d, "sizeof (%s)", demangle_whole(d, demangle_type(d)));
    if (demangle_accept(d, "sz"))
        return demangle_join(d, "sizeof (%s)", demangle_expression(d));
    if (demangle_accept(d, "sZ"))
        return demangle_join(d, "sizeof...(%s)", demangle_expression(d));
    if (demangle_accept(d, "sp"))
        return demangle_join(d, "%s...", demangle_expression(d));
    if (demangle_accept(d, "sr"))
        return parse_scope_resolution(d);
    if (demangle_accept(d, "cl")) {
        const char *function = demangle_expression(d);
        return demangle_join(d, "%s(%s)", function, parse_expressions(d));
    }
    if (demangle_accept(d, "cv") || demangle_accept(d, "tl")) {
        bool list = d->at[-1] == 'l';
        const char *type = demangle_whole(d, demangle_type(d));
        if (list)
            return demangle_join(d, "%s{%s}", type, parse_expressions(d));
        return demangle_join(d, "(%s)(%s)", type,
                             demangle_accept(d, "_") ? parse_expressions(d)
                                                     : demangle_expression(d));
    }
    if (demangle_accept(d, "dt")) {
        const char *object = demangle_expression(d);
        return demangle_join(d, "%s.%s", object, demangle_expression(d));
    }
    if (isdigit((unsigned char)*d->at)) {
        const char *name = demangle_identifier(d);
        return demangle_accept(d, "I")
                   ? demangle_join(d, "%s%s", name, demangle_arguments(d, false))
                   : name;
    }
    return parse_operation(d);
}

const char *demangle_expression(Demangler *d)
{
    if (!demangle_enter(d))
        return "";
    const char *text = parse_any_expression(d);
    d->depth--;
    return text;
}

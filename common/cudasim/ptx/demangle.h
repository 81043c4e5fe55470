// demangle.h - what the two files of the demangler share: demangle.c reads names,
// demangle_type.c types and expressions, and each needs the other.
//
// A declarator has text on both sides of the name ("int (*" and ")(int)"), so
// every part of a name is a pair of strings; they come from one arena, which
// also limits the size of a broken name. Text that is not understood sets
// `failed`, and the caller shows the name as it is.
#pragma once

#include "parse.h"

enum { MAX_SUBSTITUTIONS = 512, MAX_ARGS = 256, MAX_NESTING = 128, MAX_BYTES = 1 << 20 };

typedef struct NamePart {
    const char *left, *right;    // right is "" except for functions and arrays
    bool declarator;             // function or array: a pointer to it needs parentheses
    const struct NamePart *pack; // a parameter pack: its elements
    int npack;                   // -1: no pack
} NamePart;

typedef struct Demangler {
    const char *at;
    Arena *arena;
    size_t used;
    int depth;
    bool failed;
    NamePart subs[MAX_SUBSTITUTIONS];
    int nsubs;
    NamePart args[MAX_ARGS]; // of the function's template
    int nargs;
    int pack_index; // which element of packs is wanted, -1: all
    int pack_size;  // of the packs met while pack_index was set, -1: none met
} Demangler;

typedef struct {
    char code[3];
    const char *text;
    int operands; // in an expression
} OperatorName;

static const NamePart demangle_nothing = {"", "", false, NULL, -1};

// ---- demangle.c: text -----------------------------------------------

NamePart demangle_fail(Demangler *d);
const char *demangle_join(Demangler *d, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
NamePart demangle_plain(const char *text);
const char *demangle_whole(Demangler *d, NamePart p); // both sides, packs with commas
const char *demangle_scoped(Demangler *d, const char *scope, const char *name); // "a::b"

// ---- demangle.c: parts ----------------------------------------------

NamePart demangle_remember(Demangler *d, NamePart p); // gives it the next number
bool demangle_accept(Demangler *d, const char *text);
bool demangle_enter(Demangler *d); // false: nested too deeply
NamePart demangle_leave(Demangler *d, NamePart p);
long demangle_number(Demangler *d);
long demangle_sequence(Demangler *d, int base); // "_", "0_", ...
const char *demangle_identifier(Demangler *d);
const char *demangle_qualifiers(Demangler *d);
const OperatorName *demangle_operator(const char *code);
const char *demangle_parameters(Demangler *d, bool (*at_end)(Demangler *));
bool demangle_at_E(Demangler *d);
const char *demangle_unqualified(Demangler *d, const char *scope, bool *has_return);
const char *demangle_literal(Demangler *d);
const char *demangle_arguments(Demangler *d, bool of_function);
NamePart demangle_param(Demangler *d);
NamePart demangle_expansion(Demangler *d);
NamePart demangle_repeated(Demangler *d, bool *is_std);
NamePart demangle_name(Demangler *d, bool of_function, bool *template, bool *has_return);

// ---- demangle_type.c ------------------------------------------------

NamePart demangle_type(Demangler *d);
const char *demangle_expression(Demangler *d);

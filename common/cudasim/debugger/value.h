// value.h - types and values, variables, and expressions of them.
#pragma once

#include "where.h"

typedef struct DebugType DebugType;

// ---- sections.c -----------------------------------------------------

// A section as bytes, and the labels whose addresses belong into them.
typedef struct {
    uint32_t offset;
    const char *label;
    int64_t addend;
} SectionRef;
typedef struct {
    uint8_t *bytes;
    size_t n;
    SectionRef *ref;
    size_t nrefs;
} SectionBytes;
SectionBytes section_read(const Module *m, const char *name);
const SectionRef *section_ref(const SectionBytes *s, size_t offset); // NULL: a number

// ---- value.c: types and values --------------------------------------

typedef enum { PLACE_none, PLACE_memory, PLACE_register, PLACE_value } PlaceKind;
typedef struct {
    PlaceKind kind;
    uint64_t address; // generic
    uint32_t reg;     // of the frame's function
    uint64_t value;
} VariablePlace;

typedef enum {
    TY_void,
    TY_int,
    TY_float,
    TY_bool,
    TY_char,
    TY_pointer,
    TY_array,
    TY_struct,
    TY_enum
} TypeKind;
typedef struct {
    const char *name;
    const DebugType *type;
    uint64_t offset;
} TypeMember;
struct DebugType {
    TypeKind kind;
    char *name;
    uint64_t bytes;
    bool is_signed;
    const DebugType *of; // pointer, array
    uint64_t count;      // array
    TypeMember *member;  // struct; enumerators of an enum (offset: the value)
    unsigned nmembers;
};
enum { VALUE_ROOM = 16 };
typedef struct {
    const DebugType *type;
    VariablePlace place;       // PLACE_none: it is nowhere
    uint8_t bytes[VALUE_ROOM]; // of a type that is no larger
} DebugValue;

const DebugType *type_named(const char *name, size_t length); // a type of C; NULL
const DebugType *type_pointer(const DebugType *of);
const DebugType *type_array(const DebugType *of, uint64_t count);
void debug_type_name(const DebugType *t, char *name, size_t size);
// Reads the memory as the thread would; false, and the reason: it cannot.
bool memory_read(const Where *at, uint64_t address, void *to, uint64_t n, char why[120]);
DebugValue value_at(const Where *at, const FrameView *f, const DebugType *t, VariablePlace place);
void value_store(const Where *at, const FrameView *f, const DebugValue *to, const DebugValue *v);
void value_text(const Where *at, const FrameView *f, const DebugValue *v, char format, Text *t);
uint64_t value_bits(const DebugValue *v); // an integer, sign-extended, or a pointer
double value_double(const DebugValue *v);
bool value_true(const DebugValue *v);

// ---- dwarf.c: variables and types of nvcc -G ------------------------

typedef struct {
    const char *name;
    const DebugType *type;
    VariablePlace place;
    bool parameter;
} DebugVariable;

// Visits the variables that the frame sees, innermost first, until `visit` returns true.
bool variables_visit(const Where *at, const FrameView *f,
                     bool (*visit)(const DebugVariable *, void *), void *user);
bool module_has_variables(const Module *m);
const DebugType *dwarf_type_named(const Module *m, const char *name); // NULL: none
bool dwarf_enumerator(const Module *m, const char *name, int64_t *value);
const DebugType *dwarf_global(const Module *m, const char *symbol);

// ---- operators.c ----------------------------------------------------

const DebugType *c_type(const char *name); // a type of C
DebugValue value_int(const DebugType *t, uint64_t bits);
DebugValue value_float(const DebugType *t, double d);
DebugValue value_convert(const DebugValue *v, const DebugType *t);
DebugValue value_add_pointer(const DebugValue *p, int64_t n);
DebugValue value_apply(const char *op, const DebugValue *a, const DebugValue *b);

// ---- expression.c ---------------------------------------------------

DebugValue expression_value(const Where *at, const FrameView *f, const char *text);
const DebugType *debug_register_type(Type t);
const DebugType *parameter_type(const Code *c, unsigned i); // as the function's name gives it
bool condition_holds(const Where *at, const char *text, char why[300]);

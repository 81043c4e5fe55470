// parse.h - what the files of the parser share: the arena, the table of names
// with its scopes, the lexer, and the parser's state. Only common/cudasim/ptx/*.c include
// this; all other files include ptx.h.
//
//   names.c       memory, names, scopes
//   tables.c      PTX's own words
//   lex.c         characters -> tokens
//   parse.c       directives at module level, functions
//   parse_decl.c  variables and parameters
//   parse_init.c  constant expressions and initialisers
//   parse_body.c  the body of a function, except
//   parse_inst.c  instructions and their operands
//   parse_regs.c  vector registers, and parameters that are registers
//   parse_check.c do the operands fit the instruction?
//   parse_loc.c   .loc, .file, .section
//
// Any mistake in the text ends in parse_fail(), which jumps back to module_parse();
// all memory is in two arenas, so nothing else has to be freed. Only constant
// expressions, nested initialisers and vectors recurse, to a limited depth.
#pragma once

#include <setjmp.h>

#include "ptx.h"

enum {
    MAX_SCOPES = 64,     // nested { } of a function
    MAX_DEPTH = 64,      // nested parentheses, nested initialisers
    MAX_VECTOR = 128,    // elements of {a, b, ...}
    MAX_DIMENSIONS = 16, // of an array
};
#define MAX_OBJECT ((uint64_t)1 << 40) // bytes of one variable
#define MAX_INIT ((uint64_t)1 << 28)   // bytes of a variable that is initialised

// ---- names.c: memory ------------------------------------------------

typedef struct Arena Arena;
Arena *arena_new(void);
void *arena_alloc(Arena *a, size_t bytes); // zeroed
void arena_free(Arena *a);

// ---- names.c: names and scopes --------------------------------------

typedef enum {
    BIND_reg,
    BIND_range,
    BIND_vector,
    BIND_symbol,
    BIND_label,
    BIND_targets,
    BIND_proto
} BindKind;

typedef struct Name Name;

// What a name means in one scope.
typedef struct Binding {
    BindKind kind;
    unsigned depth; // of the scope
    Name *name;
    struct Binding *outer;      // what the name means outside of that scope
    struct Binding *scope_next; // the scope's list
    Type type;                  // BIND_reg, BIND_range, BIND_vector
    uint64_t count;             // BIND_range: registers 0 .. count - 1
    int32_t reg;                // BIND_reg
    Symbol *sym;                // BIND_symbol
    uint32_t target;            // BIND_label
    const Func *proto;          // BIND_proto
    Operand *vec;               // BIND_targets; BIND_vector: its registers
    uint16_t nvec;
} Binding;

// An opcode with all its suffixes, decoded once however often it occurs.
typedef struct Form {
    Inst inst;       // the instruction without operands; op == OP_COUNT if unknown
    bool cache_hint; // has one more operand, which is ignored
    unsigned min, max;
} Form;

// A word of the text. Equal words are the same Name, so that one search finds
// everything that is known of the word.
struct Name {
    const char *text; // in the module's arena, NUL-terminated
    uint32_t length, hash;
    Name *next;                     // of the same bucket
    Binding *top;                   // innermost meaning
    Binding *range;                 // innermost ".reg .b32 name<n>"
    Name *stem;                     // "%r" for "%r12", and
    uint32_t number;                // 12
    uint32_t in_func;               // serial of the last function that named something so,
    uint32_t copies;                // and how many things it named so
    Form *form;                     // if it was used as an opcode
    int16_t op, mod, type, special; // number in its table, or -1
    int64_t text_offset;            // labels of .debug_str: 1 + offset; 0: not one
};

typedef struct NameTable {
    Name **buckets;
    uint32_t nbuckets, count;
} NameTable;

// ---- lex.c ----------------------------------------------------------

typedef enum {
    TOK_end,
    TOK_word,      // add, %r1, %tid.x, $L__BB0_1
    TOK_directive, // .reg, .b32, .shared::cta
    TOK_number,
    TOK_string, // without the quotes
    TOK_punct
} TokenKind;

typedef struct Value {
    uint64_t bits;
    bool is_float, is_float32, is_unsigned;
} Value;

typedef struct Token {
    TokenKind kind;
    char punct;
    const char *text;
    size_t length;
    uint32_t line;
    Value value; // TOK_number
} Token;

// ---- parse.c: the parser --------------------------------------------

// A label used before all labels of its scope are known.
typedef struct Fixup {
    struct Fixup *next;
    Name *name;
    uint32_t inst; // operand `index` of this instruction,
    uint8_t index;
    Operand *direct; // or this one
    uint32_t line;
} Fixup;

typedef struct NameScope {
    Binding *bindings;
    Fixup *fixups, **fixups_end;
    uint64_t scratch; // .param area in use when the scope began
} NameScope;

// A parameter of a function that the text calls a register.
typedef struct RegisterParam {
    struct RegisterParam *next;
    Name *name;
    Symbol *sym;     // the variable in .param
    unsigned vector; // elements
    Operand value;   // the register, or the vector
    bool result;
} RegisterParam;

typedef struct PendingName { // a function name that .loc takes from .debug_str
    Name *label;             // NULL: none
    uint64_t offset;
} PendingName;

typedef struct LocSlot {
    uint32_t loc, func_serial; // 0: free
} LocSlot;

typedef struct LocTable {
    LocSlot *slots;
    uint32_t nslots, count;
} LocTable;

typedef struct Parser {
    Module *m;
    bool heads;  // bodies are skipped; see module_parse_heads()
    Arena *temp; // freed when parsing ends
    jmp_buf fail;
    char *error;

    // lex.c
    const char *at;
    uint32_t line;
    Token tok;
    bool in_asm; // between the comments that nvcc has around an asm statement

    // names.c
    NameTable names;
    NameScope scopes[MAX_SCOPES];
    unsigned depth; // 0: the module

    // the function being read
    Func *func;
    uint32_t func_serial;
    Inst *insts;
    uint32_t ninsts, insts_room;
    uint8_t *reg_type;
    const char **reg_name;
    uint32_t nregs, regs_room;
    Symbol **vars;
    uint32_t nvars, vars_room;
    CodeLabel *labels; // of a module for debuggers
    uint32_t nlabels, labels_room;
    uint32_t loc;      // current position
    bool label_at_end; // a label follows the last instruction
    uint64_t scratch;  // bytes of .param variables in use
    RegisterParam *register_params;
    bool unsupported; // the instruction names something we know but lack

    // the module
    uint32_t syms_room, funcs_room, files_room, locs_room;
    LocTable loc_exact, loc_latest; // see parse_loc.c
    PendingName *pending;           // of each loc
    char *strings;                  // bytes of .debug_str
    uint32_t nstrings, strings_room;
    uint32_t named; // locs before this one have their names
} Parser;

_Noreturn void parse_fail(Parser *p, uint32_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// ---- names.c: its memory, names and scopes --------------------------

// Zeroed; until the end of the module, or of parsing.
void *parse_alloc(Parser *p, size_t bytes);
void *parse_temp(Parser *p, size_t bytes);
// Makes room for `need` elements in an array from malloc; *room is its size.
void *parse_grow(Parser *p, void *array, uint32_t *room, uint32_t need, size_t element);

void names_init(Parser *p);
Name *name_find(Parser *p, const char *text, size_t length); // NULL if never seen
Name *name_of(Parser *p, const char *text, size_t length);
const char *name_unique(Parser *p, Name *n); // a spelling that this function did not use yet
void scope_enter(Parser *p);
void scope_leave(Parser *p);
void scopes_drop(Parser *p); // those of a function, after a mistake
Binding *scope_bind(Parser *p, Name *n, BindKind kind);
Binding *scope_find(Parser *p, Name *n);         // NULL: not declared
void scope_refer(Parser *p, Name *n, Fixup fix); // to a label

// ---- lex.c: its tokens ----------------------------------------------

void lex_next(Parser *p);
void lex_opcode(Parser *p); // widens a word to an opcode with its suffixes
bool lex_colon_follows(Parser *p);
void lex_skip_statement(Parser *p); // to the next ';', to a '}' of no '{', or to the end
void lex_skip_braces(Parser *p);    // from a '{' to behind its '}'
bool tok_is(const Parser *p, char punct);
bool tok_is_directive(const Parser *p, const char *text);
bool tok_accept(Parser *p, char punct);
void tok_expect(Parser *p, char punct);
Name *tok_name(Parser *p, const char *what); // takes a word
_Noreturn void tok_unexpected(Parser *p, const char *wanted);

// ---- parse_init.c: constants and initial values ---------------------

bool tok_is_warp_size(const Parser *p);
Value parse_value(Parser *p); // a constant expression
uint64_t parse_count(Parser *p, const char *what, uint64_t max);
void parse_initialiser(Parser *p, Symbol *sym, uint64_t *dims, unsigned ndims);

// ---- parse_decl.c: declarations -------------------------------------

Type parse_type(Parser *p);              // takes a type, or fails
unsigned parse_vector_size(Parser *p);   // takes .v2, .v4 or .v8; 1: there is none
int space_of_directive(const Parser *p); // Space, or -1
void parse_variables(Parser *p, Linkage linkage);
Symbol **parse_params(Parser *p, Func *owner, unsigned *count, uint64_t *bytes, bool results);
Symbol *param_variable(Parser *p, Type type, unsigned count); // without a name in the text
Func *parse_prototype(Parser *p);

// ---- parse_body.c: a function's body --------------------------------

void parse_body(Parser *p, Func *f);
int32_t parse_register(Parser *p, Binding *b, Name *n);
Operand new_register(Parser *p, Type type); // without a name in the text

// ---- parse_inst.c: one instruction ----------------------------------

void parse_inst(Parser *p, Operand guard);

// ---- parse_regs.c: vector registers, parameters that are registers ----

const Binding *parse_vector_register(Parser *p, Name *n, Type type, unsigned count);
// The vector of which `n`, "%v.x", is an element; NULL: of none.
Binding *vector_of_word(Parser *p, const Name *n, int *element);
// The operand: an element, which the current token may name; or (-1, and it does not) the vector.
void take_vector(Parser *p, const Binding *b, int element, Operand *o);
void append_inst(Parser *p, const Inst *in);
bool append_vector_mov(Parser *p, const Form *f, const Inst *in); // false: it is none
void note_register_param(Parser *p, Name *n, Symbol *s, unsigned vector, bool result);
void load_register_params(Parser *p);                  // at the start of the body
void store_register_results(Parser *p, Operand guard); // before ret
void store_vector_arguments(Parser *p, CallInfo *call, Operand guard);
Operand *name_register_results(Parser *p, CallInfo *call);
void load_register_results(Parser *p, const CallInfo *call, const Operand *values, Operand guard);

// ---- parse_check.c: do the operands fit the instruction? ------------

// Fail where the operands do not fit the instruction.
void check_operands(Parser *p, const Form *f, const Inst *in, uint32_t line);
void check_call(Parser *p, const CallInfo *call, uint32_t line);

// ---- parse_loc.c: source positions ----------------------------------

void parse_file(Parser *p);
void parse_loc(Parser *p);
void parse_section(Parser *p);
void parse_locs_finish(Parser *p);

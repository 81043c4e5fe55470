// ptx.h - the PTX layer: from the text that nvcc embeds to a program in memory.
// The layer knows nothing of execution. Reading order: types, operands, instructions,
// symbols, functions, modules; then one section per file, in the order of use.
//
// Memory: everything that belongs to a Module is in the arena of the module, and
// module_free() frees it. No failure aborts: functions that can meet bad input return
// NULL (or -1) and write one line to `error`.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// ---- types, suffixes, opcodes ---------------------------------------

typedef enum {
    TYPE_none,
#define TYPE(id, text, bytes, cls) TYPE_##id,
#include "types.h"
    TYPE_COUNT
} Type;

typedef enum {
#define MOD(id, text) MOD_##id,
#include "mods.h"
    MOD_COUNT
} Mod;

// clang-format off
typedef enum {
    UNIT_INT, UNIT_FP32, UNIT_FP64, UNIT_FP16, UNIT_SFU, UNIT_CVT, UNIT_MOVE,
    UNIT_MEM, UNIT_SYNC, UNIT_WARP, UNIT_FLOW, UNIT_NONE, UNIT_TENSOR, UNIT_COUNT
} Unit;
// clang-format on

typedef enum {
#define OP(id, text, args, unit) OP_##id,
#include "ops.h"
    OP_COUNT
} OpCode;

typedef struct {
    const char *text; // "mul.wide"
    const char *args; // operand letters, see ops.h
    Unit unit;
} OpInfo;

typedef enum {
    SPACE_generic,
    SPACE_global,
    SPACE_shared,
    SPACE_local,
    SPACE_const,
    SPACE_param,
    SPACE_reg,
    SPACE_COUNT
} Space;

// ---- operands -------------------------------------------------------

typedef enum {
    OPND_none,
    OPND_reg,     // reg
    OPND_imm,     // imm: the bits; is_float tells how the text was written
    OPND_special, // special: %tid.x and other special registers
    OPND_symbol,  // sym (+ offset): the address of a variable or a function
    OPND_mem,     // [reg + offset], [sym + offset], [imm]: base says which
    OPND_vector,  // {a, b, ...}: vec, nvec
    OPND_label,   // target: index of an instruction of the same function
    OPND_targets, // a .branchtargets list: vec of OPND_label
    OPND_sink     // _
} OperandKind;

// clang-format off
typedef enum {
    SREG_tid_x, SREG_tid_y, SREG_tid_z, SREG_ntid_x, SREG_ntid_y, SREG_ntid_z,
    SREG_ctaid_x, SREG_ctaid_y, SREG_ctaid_z,
    SREG_nctaid_x, SREG_nctaid_y, SREG_nctaid_z,
    SREG_laneid, SREG_warpid, SREG_nwarpid, SREG_smid, SREG_nsmid, SREG_gridid,
    SREG_lanemask_eq, SREG_lanemask_le, SREG_lanemask_lt, SREG_lanemask_ge, SREG_lanemask_gt,
    SREG_clock, SREG_clock_hi, SREG_clock64, SREG_globaltimer, SREG_globaltimer_lo,
    SREG_globaltimer_hi,
    SREG_is_explicit_cluster, SREG_clusterid_x, SREG_clusterid_y, SREG_clusterid_z,
    SREG_nclusterid_x, SREG_nclusterid_y, SREG_nclusterid_z,
    SREG_cluster_ctaid_x, SREG_cluster_ctaid_y, SREG_cluster_ctaid_z,
    SREG_cluster_nctaid_x, SREG_cluster_nctaid_y, SREG_cluster_nctaid_z,
    SREG_cluster_ctarank, SREG_cluster_nctarank,
    SREG_dynamic_smem_size, SREG_total_smem_size, SREG_aggr_smem_size,
    SREG_reserved_smem_offset_1, SREG_current_graph_exec,
    SREG_envreg0, // %envreg<n>: SREG_envreg0 + n, n < 32
    SREG_envreg31 = SREG_envreg0 + 31,
    SREG_COUNT
} SpecialReg;
// clang-format on

typedef struct Symbol Symbol;
typedef struct Func Func;

// What a video instruction takes of a register: .b3, or .h10 for two elements. Digit i, counted
// from the right, is in bits 3i and up; PART_count is how many digits there are.
enum { PART_digit = 7, PART_count_shift = 12, PART_half = 1 << 15, PART_minus = 1 << 16 };

typedef struct Operand {
    uint8_t kind;    // OperandKind
    uint8_t base;    // OPND_mem: OPND_reg, OPND_symbol or OPND_imm
    uint8_t type;    // OPND_reg: the declared Type of the register
    bool negate;     // !p, or -x
    bool is_float;   // OPND_imm: written as a floating-point constant (then
                     // imm holds the bits of the double; see is_float32)
    bool is_float32; // written 0f...: imm holds the bits of the float (is_float is
                     // set too)
    uint16_t nvec;
    uint16_t special; // SpecialReg
    int32_t reg;      // register number within the function
    uint32_t target;  // OPND_label
    uint32_t part;    // OPND_reg of a video instruction: PART_*; 0: the whole register
    uint64_t imm;
    int64_t offset; // displacement of OPND_mem and OPND_symbol
    Symbol *sym;
    struct Operand *vec;
} Operand;

// ---- instructions ---------------------------------------------------

enum { MAX_OPERANDS = 10, MAX_TYPES = 4 };

typedef struct Inst {
    uint16_t op; // OpCode
    uint8_t ntypes, nopnd;
    uint8_t type[MAX_TYPES]; // in the order written
    uint8_t space;           // from the suffix; SPACE_generic if there is none
    uint8_t vec;             // 1, 2, 4, 8: .v2, .v4, .v8
    uint16_t columns;        // n of .m64nNkK (wgmma); else 0
    uint64_t mods[(MOD_COUNT + 63) / 64];
    Operand guard; // OPND_none, or the predicate register; .negate is !
    Operand opnd[MAX_OPERANDS];
    Operand second;        // the q of "p|q" in a destination (setp, shfl, match)
    uint32_t loc;          // index in module->locs, 0 if none
    uint32_t text_line;    // line in the PTX text, counted from 1
    struct CallInfo *call; // OP_call only
    const char *unknown;   // op == OP_COUNT: the instruction's text
} Inst;

// call (ret...), target, (arg...), prototype or table;
// For a direct call `func` is set; for an indirect one `target` is a register
// and `proto` a Func without a body that gives the parameter layout.
typedef struct CallInfo {
    Symbol *func;
    Operand target;
    const Func *proto;
    uint16_t nret, narg;
    Operand *ret, *arg; // OPND_symbol: .param variables of the caller; or registers, immediates
} CallInfo;

static inline bool inst_has(const Inst *in, Mod m) { return in->mods[m / 64] >> (m % 64) & 1; }

// ---- symbols, functions, modules ------------------------------------

typedef enum { SYM_var, SYM_func, SYM_param } SymKind;
typedef enum { LINK_static, LINK_visible, LINK_extern, LINK_weak, LINK_common } Linkage;

typedef struct { // a place in `init` that holds the address of a symbol
    size_t offset;
    Symbol *sym;
    int64_t addend;
    bool generic;  // written generic(sym)
    uint8_t bytes; // how many are stored, low byte first,
    uint8_t shift; // of the address shifted right by this many bits (nearly always 0)
} Reloc;

struct Symbol {
    const char *name;
    uint8_t kind, space, type, linkage;
    bool managed; // .attribute(.managed)
    unsigned align;
    uint64_t size; // bytes; 0 for extern __shared__ x[]
    uint8_t *init; // `size` bytes, or NULL for zeros
    Reloc *relocs;
    unsigned nrelocs;
    Func *func;       // SYM_func
    Func *owner;      // function a local variable or parameter belongs to, else NULL
    uint64_t offset;  // in the owner's parameter, local or shared area
    Symbol *resolved; // set by the linker for an extern: the definition
    uint64_t address; // set by the loader of the next layer
    void *user;       // free for the next layer
};

// Of a kernel, as ptxas has compiled it. registers 0: not known.
typedef struct {
    uint32_t registers;   // of a thread
    uint32_t frame_bytes; // of a thread, in local memory: arrays, and registers that were spilled
} MachineCode;

struct Func {
    const char *name;
    Symbol *sym;
    struct Module *module;
    bool is_entry, has_body;
    bool asks_images; // txq, suq
    Symbol **params;  // in order; offsets are set (natural alignment)
    unsigned nparams;
    uint64_t param_bytes;
    Symbol **rets; // return parameters of a .func
    unsigned nrets;
    uint64_t ret_bytes;
    Symbol **vars; // variables declared in the body: .local, .shared, .param
    unsigned nvars;
    uint64_t local_bytes;   // .local area of a frame, offsets set
    uint64_t shared_bytes;  // .shared variables of the body, offsets set
    uint64_t scratch_bytes; // .param variables of the body (call arguments), offsets set
    uint8_t *reg_type;      // Type of each register, by number
    const char **reg_name;
    unsigned nregs;
    Inst *insts;
    unsigned ninsts;
    unsigned maxntid[3], reqntid[3], minnctapersm, maxnreg; // 0: not given
    MachineCode machine;      // what ptxas has made of it, where the program has that, too
    struct CodeLabel *labels; // of a module for debuggers: where its debug sections point to
    unsigned nlabels;
    bool explicit_cluster;
    unsigned reqnctapercluster[3], maxclusterrank;
    const char *text; // where the function begins, while its body is not read; else NULL
    uint32_t text_line;
    void *user; // free for the next layer
};

// One source position. `inlined_at` leads from the innermost frame outwards.
typedef struct {
    uint32_t file; // index in module->files
    uint32_t line, col;
    const char *func;    // name of the inlined function, or NULL
    uint32_t inlined_at; // index in module->locs, 0 if none
} Loc;

// A label of a function: nvcc -G marks with labels where variables and lines begin and end.
typedef struct CodeLabel {
    const char *name;
    uint32_t inst; // the label is before this instruction; ninsts: at the end
} CodeLabel;

// A section of DWARF data, as text: .b8, .b32, .b64 with numbers and labels.
typedef struct {
    const char *name; // ".debug_info"
    const char *text; // without the braces, NUL-terminated
} DebugSection;

enum { MAX_DEBUG_SECTIONS = 4 };

typedef struct Module {
    bool debug;       // .target ..., debug (nvcc -G)
    bool handed_over; // by a call of the program: what it says of its lines proves nothing
    unsigned version; // 10 * major + minor of .version
    unsigned sm;      // of .target
    Symbol **syms;    // module-scope variables and functions
    unsigned nsyms;
    Func **funcs; // entries and functions with a body, in order
    unsigned nfuncs;
    const char **files; // by .file number; NULL for gaps
    unsigned nfiles;
    Loc *locs; // locs[0] is "unknown"
    unsigned nlocs;
    DebugSection sections[MAX_DEBUG_SECTIONS]; // .debug_info, .debug_abbrev, .debug_loc
    unsigned nsections;
    void *arena;
    struct Parser *parser; // of module_parse_heads(): func_read() goes on with it
} Module;

// ---- tables.c: the words of PTX, from types.h, mods.h and ops.h -----

extern const OpInfo op_info[OP_COUNT];

const char *type_name(Type t); // "u32"
unsigned type_bytes(Type t);   // 4; a predicate has 0
char type_class(Type t);       // 'B' 'U' 'S' 'F' 'P' 'H'
const char *mod_name(Mod m);
const char *special_name(SpecialReg r);     // "%tid.x"
void opcode_print(FILE *f, const Inst *in); // "st.shared.f32", of an instruction of ops.h
// The unit of an instruction, which for add, mul, ... depends on its type.
Unit inst_unit(const Inst *in);
// The shape of a product of matrices, m x n x k; m is 0 if there is none.
typedef struct {
    Mod mod;
    uint8_t m, n;
    uint16_t k;
} MatrixShape;
MatrixShape inst_shape(const Inst *in);
unsigned matrix_bits(Type t); // 1, 4, 8, 16, 32 or 64: of a matrix element; 0: not one
// Is the first operand a destination? (`in` is one of the instructions of ops.h.)
bool inst_writes(const Inst *in);

// ---- fatbin.c: finds the PTX in what nvcc embeds --------------------

enum { PTX_ERROR_MAX = 512 };

typedef struct {
    char *text; // NUL-terminated PTX, malloc'ed
    size_t length;
    unsigned sm;      // 90 for compute_90
    unsigned version; // 10 * major + minor of the PTX
    bool has_debug;   // it has .loc lines (nvcc -lineinfo)
    bool separate;    // compiled to be linked with others (nvcc -rdc=true); set by the loader
    bool handed_over; // by a call of the program (cudaLibraryLoadData); set by the loader
    uint8_t *cubin;   // machine code for exactly the sm that was asked for, malloc'ed; or NULL
    size_t cubin_bytes;
} PtxText;

// Reads the container at `data` (starts with the magic 0xBA55ED50) and returns
// in *out the PTX entry with the highest sm that is not above `sm`. `limit` is
// the number of bytes that may be read, or 0 if unknown (the header's own size
// is then trusted). Compressed entries need libzstd.so.1 or liblz4.so.1, which
// are loaded here on demand. Returns 1 if found, 0 if the container is well-formed
// but holds no suitable PTX (error says what it holds; there may be a cubin), -1 if malformed.
int fatbin_ptx(const void *data, size_t limit, unsigned sm, PtxText *out,
               char error[PTX_ERROR_MAX]);

// ---- cubin.c: what ptxas has made of a kernel ----------------------

// Reads an ELF file of NVIDIA's assembler. Nothing is known of a kernel that is not in it.
MachineCode cubin_kernel(const uint8_t *cubin, size_t bytes, const char *kernel);
// Has nvcc put this machine code for an sm into the object (an ELF file)? nvcc calls its fat binary
// fatbinData, in the assembler file of the source; so the source can give no other one that name.
bool cubin_is_of(const uint8_t *object, size_t object_bytes, unsigned sm, const uint8_t *cubin,
                 size_t bytes);

// ---- parse.c, names.c: from one text to a Module --------------------

// Parses one PTX text. Bad input returns NULL, and one line "PTX line 12: ..." in
// error. An instruction that is well-formed but not in ops.h (or has a suffix that
// is not in mods.h) is no error: its Inst has op == OP_COUNT and `unknown` set, and
// fails only when it is executed.
Module *module_parse(const char *text, size_t length, char error[PTX_ERROR_MAX]);
void module_free(Module *m);

// The same, but skips what functions do; func_read() reads the body of one. For a text without
// mistakes of which a few functions are called. A module for debuggers is read as a whole.
Module *module_parse_heads(const char *text, size_t length, char error[PTX_ERROR_MAX]);
// 0, also if the body has been read; -1 and one line in error if it has a mistake: then the
// function returns at once.
int func_read(Func *f, char error[PTX_ERROR_MAX]);
// Whether nothing in a body matters before its function is called: no variable in global or
// constant memory, no function or variable of another module.
bool module_can_wait(const Module *m);

// Memory that lives as long as the module, zeroed.
void *module_alloc(Module *m, size_t bytes);

Symbol *module_symbol(const Module *m, const char *name);

// ---- link.c: several modules of one -rdc program --------------------

// Resolves each module's extern symbols to definitions in the others (weak and
// common symbols merge). `builtin` says which names the simulator itself
// provides (vprintf, malloc, ...). Returns 0, or -1 and one line in error.
int modules_link(Module **m, unsigned n, bool (*builtin)(const char *name),
                 char error[PTX_ERROR_MAX]);
// The definition of a symbol, which is the symbol itself unless it was resolved.
const Symbol *symbol_definition(const Symbol *s);

// ---- spaces.c: which state space an address lies in -----------------

// Does a variable lie in a function's local memory? So do parameters, except a kernel's.
bool symbol_in_frame(const Symbol *s);
// Of an address in function `f`, in an instruction with this suffix.
Space address_space(const Func *f, const Operand *m, Space suffix);
// What ld, st, atom and red access; SPACE_generic for other instructions.
Space inst_space(const Func *f, const Inst *in);

// ---- print_inst.c: instructions as text -----------------------------

// "add.s32 %r1, %r2, 4;" `table` is the name of the targets or the prototype, which are before the
// instruction; labels are $L and the number of the instruction behind them.
void inst_print(FILE *f, const Func *fn, const Inst *in, const char *table);
void operands_print(FILE *f, const Func *fn, const Operand *list, unsigned count);

// ---- locs.c: source positions ---------------------------------------

// The innermost frame that lies in the user's own files (not in a header of
// the CUDA toolkit); the innermost of all if there is none. Returns an index in
// module->locs.
uint32_t loc_user(const Module *m, uint32_t loc);
bool toolkit_file(const char *path); // a header of the CUDA toolkit, or of the system
// Whether the innermost frame lies in a header of the CUDA toolkit.
bool loc_in_toolkit(const Module *m, uint32_t loc);
// "reduction.cu:12" (base name) into buf; returns buf.
char *loc_text(const Module *m, uint32_t loc, char *buf, size_t size);

// ---- demangle.c -----------------------------------------------------

// "reduce(int*, int const*, int)" for "_Z6reducePiPKii"; malloc'ed copy of the
// name itself when it is not a mangled one (or cannot be decoded).
char *demangle(const char *name);

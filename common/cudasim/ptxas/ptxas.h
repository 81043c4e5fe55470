// ptxas.h - what NVIDIA's assembler (ptxas) makes of a function. A function goes in; facts
// come out, most of them by instruction; facts_new also changes the function, where ptxas
// contracts a product and a sum to an fma. The facts follow from the text of the function alone:
// nothing here knows of execution. sim/ and observers/ read the facts, and include no other
// header of this folder.
#pragma once

#include "ptx/ptx.h"

// ---- facts.c: a function goes in, facts come out --------------------

// Where a shared variable lies in the shared memory of the kernel.
typedef struct {
    const Symbol *sym;
    uint32_t offset;
} SharedVar;

// A basic block.
typedef struct {
    uint32_t first, end; // instructions [first, end)
    bool falls_through;  // some lanes may go on to instruction `end`
} CodeBlock;

typedef enum { WIDTH_pred, WIDTH_4, WIDTH_8, WIDTH_16, WIDTH_COUNT } RegWidth; // bytes per lane

// What becomes of an atomic instruction.
typedef enum {
    REWRITING_none,
    REWRITING_one_lane, // one lane's atomic does the work of all lanes
    REWRITING_if_full,  // the same if the whole warp is active
    REWRITING_count,    // lanes that name the same word do not wait for each other
    REWRITING_swap,     // every wavefront of shared memory counts twice
    REWRITING_loop      // a load and a swap in shared memory, until every lane has swapped
} Rewriting;

// Of one instruction that accesses memory.
typedef struct {
    uint8_t rewriting;   // Rewriting
    bool unread;         // of an atomic: no instruction reads its result
    uint8_t fused_bytes; // what is loaded or stored at once, if not as the program says; else 0
    int8_t fused_before; // how many bytes before the program's address this begins
    uint8_t apart;       // of a vector of which two words are loaded one by one: how many bytes
                         // after the first word the second one begins; else 0
    bool fused_away;     // another instruction loads or stores the bytes
} AccessFacts;

typedef struct Facts {
    const Func *func;
    const SharedVar *shared; // NULL: their places are not known yet (nvcc -rdc=true)
    uint32_t nshared;
    // For execution:
    CodeBlock *blocks; // in the order in which they are laid out; NULL: no instructions
    uint32_t nblocks;
    uint64_t *path;               // by instruction: PATH_*; 0 except for the first of a block
    uint32_t *place;              // by register: a number among the registers of its width
    uint32_t places[WIDTH_COUNT]; // how many numbers each width needs
    int registers;                // of a thread: those of the machine code, or an estimate
    bool unset;                   // a register may be read that has not been written
    AccessFacts *access;          // facts_access() looks here; NULL until the first question
} Facts;

// Contracts products and sums of `f` to fma where ptxas does (a second time this changes
// nothing), then finds the facts. `shared` stays the caller's, and must live as long.
Facts *facts_new(Func *f, const SharedVar *shared, uint32_t nshared);
void facts_free(Facts *facts);
// The first question finds them for the whole function. For an instruction that lowering has
// added, and for NULL: nothing is rewritten.
const AccessFacts *facts_access(Facts *facts, const Inst *in);

// ---- regs.c: registers share places ---------------------------------

RegWidth regs_width(Type t);
// Functions from now on keep all registers apart: a debugger shows registers that are dead.
extern bool regs_apart;

// ---- path.c: how long a warp by itself takes ------------------------

// A path has two numbers in one word: the low bits are cycles, in units of
// 1 / PATH_PER_CYCLE, the high ones how often the warp waits for global memory.
#define PATH_PER_CYCLE 4
#define PATH_SHIFT 38
#define PATH_WAIT (1ull << PATH_SHIFT)

// Has the instruction no machine instruction of its own? (Copies of registers, parameters.)
bool path_is_free(const Inst *in);
Unit path_unit(const Inst *in); // what executes it: a conversion between integers is a move
// Cycles until its result is there; of a load from global memory, without its wait.
double path_cycles(const Func *f, const Inst *in);
// A product of matrices: cycles until its result is there, and cycles of a multiprocessor.
typedef struct {
    double latency, slots;
} TensorCost;
TensorCost path_tensor(const Inst *in);
// How many instructions of the tensor pipe ptxas makes of a product of matrices.
unsigned path_products(const Inst *in);
bool path_votes(const Inst *in); // a barrier of a block that also votes
// Machine instructions of a division in addition to the one that is counted; 0 if it is no
// division.
double path_division(const Inst *in);

// ---- intent.c: what a load is for -----------------------------------

bool intent_polls(const Func *f, const Inst *load);   // it waits for another thread's write
bool intent_guesses(const Func *f, const Inst *load); // a compare-and-swap checks its value
// A load whose value a strong store to the same address comes from, or such a store.
bool intent_updates(const Func *f, const Inst *in);
// Registers that count how often the loop around an instruction has been executed, where the loop
// also ends by them: while (!*flag && i++ < limit). At most `most`; how many there are.
unsigned intent_counters(const Func *f, const Inst *in, int32_t *regs, unsigned most);

// ---- pointers.c: where an address comes from ------------------------

// The kernel's parameter from which the address of a load or store is computed, and where in it the
// pointer is: *offset bytes from its start; NULL: none, or several.
const Symbol *pointer_param(const Func *f, const Inst *in, int64_t *offset);

// ---- copies.c: loads that only copy ---------------------------------

typedef enum {
    COPIED_no,    // something is computed from what was loaded
    COPIED_alone, // the value is only stored
    COPIED_part   // so are its neighbours: the value is part of a structure
} Copied;
Copied copies_load(const Func *f, const Inst *load);
// Does an instruction compute with a word that it loads as a whole? To store a word, to pass it to
// a function, and to take a member from it are no such uses.
bool load_used_whole(const Func *f, const Inst *load);
// Which elements of the vector that it loads nothing uses: bit i is element i.
unsigned load_forgets(const Func *f, const Inst *load);

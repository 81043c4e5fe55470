// lower.h - between program.c, codeset.c, lower.c, flow.c and regs.c, and for ptxas/fusing.c,
// which looks at a function as a whole.
#pragma once

#include "sim.h"

// ---- codeset.c ---------------------------------------------------------------------------

typedef struct {
    const Symbol *sym;
    uint32_t offset;
} SharedVar;

// A kernel with everything it may call.
struct CodeSet {
    Code **codes; // [0] is the kernel
    uint32_t n;
    SharedVar *shared;
    uint32_t nshared, shared_bytes;
    bool indirect; // something is called through a pointer
};

Code *codeset_find(const struct CodeSet *set, const Func *f); // NULL: not in it
// Where a shared variable lies in the kernel's shared memory.
uint32_t codeset_shared_offset(const struct CodeSet *set, const Symbol *sym);

// contract.c: products and sums that become one instruction. A second time it changes nothing.
void contract_function(Func *f);

// lower.c: whether the first operand is a destination (by its letter in ops.h).
bool inst_writes(const Inst *in);
// The steps of one function; 0, or -1 without memory.
int lower_function(Code *c, struct CodeSet *set);

// Lowers a kernel and every function it may call. The result may carry an
// error (Code.error); NULL if there is no memory.
Code *lower_kernel(Program *p, Func *f);
// The Code of function f for that kernel; NULL if it was not found to be reachable.
Code *code_callee(Code *entry, const Func *f);
void code_free_all(Code *entry);

// ---- program.c ---------------------------------------------------------------------------

// Where an extern symbol leads through `resolved`.
const Symbol *symbol_definition(const Symbol *s);
// The final address of a variable or function, through `resolved`.
uint64_t symbol_address(const Symbol *s);
Func *program_func_at(Program *p, uint64_t address);
void program_each_func(Program *p, void (*visit)(Func *f, void *user), void *user);

// flow.c: basic blocks, and the order in which they are laid out.
typedef struct {
    uint32_t first, end;  // instructions [first, end)
    uint32_t next, jump;  // blocks that follow: by falling through, by branch; UINT32_MAX: none
    const Operand *table; // of a brx
} Basic;

typedef struct {
    const Func *f;
    Basic *blocks;
    uint32_t n;
    uint32_t *block_of; // by instruction
    uint32_t *order;    // blocks in layout order
} Flow;

// NULL: out of memory, or the function has no instructions.
Flow *flow_new(const Func *f);
void flow_free(Flow *flow);
// Whether some lanes may go on to the instruction that follows in the text.
bool flow_falls_through(const Inst *in);
// The i-th successor of a block; false when there are no more.
bool flow_next(const Flow *flow, uint32_t block, uint32_t i, uint32_t *succ);

// path.c: Step.path of a function that is lowered. False: out of memory.
bool path_find(const Func *f, const Flow *flow, Step *steps, const uint32_t *step_of);
// Instructions that ptxas makes none of: copies of registers, parameters.
bool path_is_free(const Inst *in);
// Machine instructions of a division, beside the one that is counted; else 0.
double path_division(const Inst *in);

// regs.c: a slot in the register file for each register of the function (array
// `slot`, f->nregs entries, zeroed by the caller), the bytes they take together, and
// an estimate of the registers a thread would need. False: out of memory.
bool regs_allocate(const Func *f, const Flow *flow, uint32_t *slot, uint32_t *bytes,
                   int *registers);

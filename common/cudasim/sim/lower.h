// lower.h - between program.c, codeset.c and lower.c: how a kernel becomes steps.
#pragma once

#include "ptxas/ptxas.h"
#include "sim.h"

// ---- codeset.c ------------------------------------------------------

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

// Lowers a kernel and every function it may call. The result may carry an error (Code.error).
Code *lower_kernel(Program *p, Func *f);
// The Code of function f for that kernel; NULL if it was not found to be reachable.
Code *code_callee(Code *entry, const Func *f);
void code_free_all(Code *entry);

// ---- lower.c --------------------------------------------------------

void lower_function(Code *c, struct CodeSet *set); // c->facts become c->steps

// ---- program.c ------------------------------------------------------

// The final address of a variable or function, through `resolved`.
uint64_t symbol_address(const Symbol *s);
Func *program_func_at(Program *p, uint64_t address);

// ---- grid_barrier.c -------------------------------------------------

extern const char grid_barrier_text[]; // PTX
bool grid_barrier_has(const char *name);

// lower.h - between program.c and lower.c only.
#pragma once

#include "sim.h"

// Lowers a kernel and every function it may call. The result may carry an
// error (Code.error); NULL if there is no memory.
Code *lower_kernel(Program *p, Func *f);
// The Code of function f for that kernel; NULL if it was not found to be reachable.
Code *code_callee(Code *entry, const Func *f);
void code_free_all(Code *entry);

// The final address of a variable or function, through `resolved`.
uint64_t symbol_address(const Symbol *s);
Func *program_func_at(Program *p, uint64_t address);
void program_each_func(Program *p, void (*visit)(Func *f, void *user), void *user);

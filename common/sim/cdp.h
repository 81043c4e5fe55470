// cdp.h - child grids: between launch.c, syscall.c and cdp.c.
#pragma once

#include "sim.h"

// Runs what the grid's kernels launched, after the grid has ended, and adds
// up tree_us and descendants.
void cdp_run_children(Launch *l);

// The function __cudaCDP2<...>, or NULL.
Builtin cdp_find(const char *name);

// From program.c: the function at a device address.
Func *program_func_at(Program *p, uint64_t address);

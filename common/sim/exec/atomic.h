// atomic.h - what the units behind memory compute, for those instructions that
// bring them operands in other ways than atom and red do.
#pragma once

#include "round.h"

typedef enum { HALF_add, HALF_min, HALF_max } HalfOp;

// ---- exec_atom.c ------------------------------------------------------------------

// Bit patterns in and out.
uint64_t atomic_add_f64(uint64_t x, uint64_t y);
uint32_t atomic_half(uint32_t x, uint32_t y, Format format, HalfOp op);

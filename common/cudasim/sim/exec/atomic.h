// atomic.h - the arithmetic of atomics, for the instructions (besides atom and red) that
// also use it: asynchronous stores and reductions.
#pragma once

#include "round.h"

typedef enum { HALF_add, HALF_min, HALF_max } HalfOp;

// ---- exec_atom.c ----------------------------------------------------

// Bit patterns in and out.
uint64_t atomic_add_f64(uint64_t x, uint64_t y);
uint32_t atomic_half(uint32_t x, uint32_t y, Format format, HalfOp op);

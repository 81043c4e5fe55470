// mufu.h - the multifunction unit of a multiprocessor (MUFU in machine code): it computes the
// approximate functions. Here it does all lanes of a warp at once, operands and results as bits.
//
// The unit takes a subnormal operand for a zero of its sign, and gives no subnormal result. Only
// tanh does both.
#pragma once

#include "sim/exec.h"

#define MUFU(name) void name(const uint32_t a[WARP_SIZE], uint32_t r[restrict WARP_SIZE]);
MUFU(mufu_rcp)
MUFU(mufu_rsqrt)
MUFU(mufu_sqrt)
MUFU(mufu_ex2)
MUFU(mufu_lg2)
MUFU(mufu_sin) // the operand counts turns
MUFU(mufu_cos)
MUFU(mufu_tanh)
MUFU(mufu_rcp64h) // the upper word of an f64, in and out
MUFU(mufu_rsqrt64h)
#undef MUFU

// native.h - rows of steps as code of this processor (x86-64 with AVX-512). See the README of
// common/ for what was measured.
//
// The interpreter's handlers (sim/exec/) say what an instruction means; a template here computes
// the same bits, for a whole warp. Between its instructions the code keeps values in the
// processor's registers; at its end, and before a step that has no template and is called, all
// registers of the warp are in their places. Tests of handlers compare both (tests/exec_kit.h).
#pragma once

#include "sim/exec.h"

// Executes the steps of one run (Step.computes) for a warp with all its lanes. False: nothing was
// done, because the launch has fewer parameters than the code reads.
typedef bool (*NativeFn)(Warp *w);

typedef struct NativeCode NativeCode; // memory for what is compiled, of one Code

// The run of n steps from s; NULL: this processor or system cannot, most steps have no template, or
// the memory is full. *code: made at the first time, for a function of `nsteps` steps.
NativeFn native_compile(NativeCode **code, uint32_t nsteps, const Step *s, unsigned n);
void native_free(NativeCode *code);

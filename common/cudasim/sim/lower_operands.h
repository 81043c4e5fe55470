// lower_operands.h - between lower.c and lower_operands.c: a function while it is lowered.
#pragma once

#include "exec.h"
#include "lower.h"

typedef struct {
    Code *code;
    const Func *fn;
    const Facts *facts;
    struct CodeSet *set;
    Step *steps;
    uint32_t n, capacity;
    uint32_t *step_of;         // by instruction
    uint32_t *reg_slot;        // by register
    uint32_t temp_slot, temps; // spare registers of 64 bits, taken in turn
    uint8_t *pool;
    size_t pool_used, pool_size;
    struct {
        uint64_t value;
        uint32_t width, slot;
    } * known;
    size_t nknown;
} Lower;

void lower_registers(Lower *lo); // finds their slots
// Bytes per lane in the register file, of a type, and of an operand of an instruction of this type;
// 0: a predicate.
uint32_t lower_width(Type t);
uint32_t lower_lane(const Operand *o, Type type);

void *lower_memory_of(const Lower *lo, size_t bytes); // of the module: lasts as long as the steps
Step *lower_step(Lower *lo, const Inst *in);          // adds one; NULL: of no instruction
// The slot of a source operand of `type`, and those of the elements of a vector. May add steps, so
// these come before the step of the instruction.
uint32_t lower_source(Lower *lo, const Operand *o, Type type);
const uint32_t *lower_vector(Lower *lo, const Operand *o, Type type);
// The value of a symbol used as an operand: an address in its own space; *frame: in the frame.
uint64_t lower_symbol(const Lower *lo, const Operand *o, bool *frame);

// Handlers that are no instruction's: an address in the frame, in shared memory; what cannot run.
void lower_mov_frame(Warp *w, const Step *s);
void lower_mov_shared(Warp *w, const Step *s);
void lower_unsupported(Warp *w, const Step *s);

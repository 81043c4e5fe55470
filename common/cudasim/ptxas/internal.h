// internal.h - between the files of this folder. What others may use is in ptxas.h.
#pragma once

#include "ptxas.h"

#include "alloc.h"

#define NONE UINT32_MAX // no instruction, block or value

// ---- contract.c: products and sums that become one instruction ------

void contract_function(Func *f); // a second time this changes nothing

// ---- flow.c: basic blocks, and the order in which they are laid out ----

typedef struct {
    uint32_t first, end;  // instructions [first, end)
    uint32_t next, jump;  // blocks that follow: by falling through, by branch; NONE: none
    const Operand *table; // of a brx
} Basic;

typedef struct {
    const Func *f;
    Basic *blocks; // in the order of the text
    uint32_t n;
    uint32_t *block_of; // by instruction
    uint32_t *order;    // blocks in layout order
} Flow;

Flow *flow_new(const Func *f); // of a function that has instructions
void flow_free(Flow *flow);
// Whether some lanes may go on to the instruction that follows in the text.
bool flow_falls_through(const Inst *in);
// The i-th successor of a block; false when there are no more.
bool flow_next(const Flow *flow, uint32_t block, uint32_t i, uint32_t *succ);

// ---- names.c: how often the text of a function names each register ----

uint32_t *names_count(const Func *f); // the caller frees it

// ---- regs.c, path.c, narrowing.c, fusing.c, rewriting.c: each finds its part of the facts ----

void regs_find(Facts *facts, const Flow *flow);
void path_find(Facts *facts, const Flow *flow);
// Which words of a vector load, a bit each, the function reads; 0: no vector that ptxas narrows.
unsigned narrowing_words(const uint32_t *names, const Func *f, const Inst *in);
void narrowing_find(Facts *facts);
void fusing_find(Facts *facts); // after narrowing_find
void rewriting_find(Facts *facts);

// ---- values.c: which values are equal, and which are multiples of a power of two ----

#define NO_VALUE UINT32_MAX

typedef struct Values Values;

Values *values_new(const Facts *facts); // of a function that has instructions
void values_free(Values *v);

// The address of a memory operand of instruction `at`: a value and a constant. The value
// of an address that is all constant is NO_VALUE. False: neither a register's nor a variable's.
bool values_address(Values *v, uint32_t at, const Operand *m, uint32_t *value, int64_t *constant);
// After all addresses have been asked for: how many low bits of each are 0, at least.
void values_settle(Values *v);
unsigned values_zeros(Values *v, uint32_t value);

// Blocks that can be reached, none before all that must be executed before it; and the
// position of a block in this order.
const uint32_t *values_blocks(const Values *v, uint32_t *n);
uint32_t values_rank(const Values *v, uint32_t block);
const Flow *values_flow(const Values *v);
// Has every lane that executes instruction b executed a before?
bool values_before(const Values *v, uint32_t a, uint32_t b);

// By block: the version at its beginning of something that certain instructions write. A
// version is the number of the instruction that wrote last, or the block where several
// meet. VERSION_first: nothing has been written. The caller frees it.
typedef bool (*Writes)(const Inst *in, int32_t what);
uint32_t *values_versions(const Values *v, Writes writes, int32_t what);
#define VERSION_first (UINT32_MAX - 1)

// values.h - what the text of a function says of the values in it: which are equal, which
// are multiples of a power of two, and what has been executed before. See values.c.
#pragma once

#include "sim/lower.h"
#include "observers/checks.h"

#define NO_VALUE UINT32_MAX

typedef struct Values Values;

Values *values_new(const CodeInfo *c); // NULL: the function has no instructions
void values_free(Values *v);

// The address of a memory operand of instruction `at`: a value and a constant. The value
// of an address that is all constant is NO_VALUE. False: it is no register's nor variable's.
bool values_address(Values *v, uint32_t at, const Operand *m, uint32_t *value, int64_t *constant);
// After all addresses have been asked for: how many low bits of each are 0, at least.
void values_settle(Values *v);
unsigned values_zeros(Values *v, uint32_t value);

// Blocks that something leads to, none before all that must be executed before it; and
// where a block stands in this order.
const uint32_t *values_blocks(const Values *v, uint32_t *n);
uint32_t values_rank(const Values *v, uint32_t block);
const Flow *values_flow(const Values *v);
// Has every lane that executes instruction b executed a before?
bool values_before(const Values *v, uint32_t a, uint32_t b);

// By block: the version of something at its beginning, which some instructions write. A
// version is the number of the instruction that wrote last, or the place where several
// meet. VERSION_first: none has been written. The caller frees it.
typedef bool (*Writes)(const Inst *in, int32_t what);
uint32_t *values_versions(const Values *v, Writes writes, int32_t what);
#define VERSION_first (UINT32_MAX - 1)

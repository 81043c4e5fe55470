// reference.h - the results of lab 19, computed on the CPU. Those of parts 5 and 6 are in the
// references of lab 11 and in labs/edges.h.
#pragma once

#include <stddef.h>
#include <stdint.h>

// The row after `times` times the steps w = 5 w + k, k = 0 to steps - 1.
void reference_work_rounds(uint32_t *row, size_t n, int steps, int64_t times);

// What mix() makes of a word.
enum { REFERENCE_TASK_MIX = 500, REFERENCE_WORD_MIX = 20 };
uint32_t reference_mix(uint32_t w, int times);

// One time; goes over all tasks until none is missing; see the contract.
void reference_tasks(uint32_t *value, const int32_t *before, int tasks);

void reference_summary(uint64_t result[3], const uint32_t *in, size_t n, int64_t times);

// The rounds of part 7, the first of which is round `first`; `stays`: and all others are, too.
void reference_turns(uint32_t *row, size_t n, int rounds, int first, int stays);

// The first `orders` orders of part 8.
void reference_orders(uint32_t *row, size_t n, const int32_t *order, size_t orders);

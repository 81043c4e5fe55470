// dynamic_parallelism.h - what lab 08 has to compute, by the CPU. (Sums of pieces are
// those of reduction.h, with as many blocks as there are pieces.)
#pragma once

#include <stddef.h>
#include <stdint.h>

// The record of `blocks` trees of greetings; see nested_hello() in common/labs.h.
// blocks * (2 * threads - 1) entries.
void reference_hello(int32_t *record, int blocks, int threads);

// Sorts in place: a heap, nothing is split.
void reference_heap_sort(int32_t *data, size_t n);

// Distances from `source`, -1 where no way leads. No queue and no waves: all edges are
// gone over, again and again, until none of them shortens a way.
void reference_distances(int32_t *level, const int32_t *row, const int32_t *col, int n, int source);

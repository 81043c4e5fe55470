// reference.h - the results of lab 08, computed on the CPU. (The sums of pieces are
// those of labs/04_reduction/reference.h, with one block per piece.)
#pragma once

#include <stddef.h>
#include <stdint.h>

// The record of `blocks` trees of greetings; see nested_hello() in common/labs.h.
// blocks * (2 * threads - 1) entries.
void reference_hello(int32_t *record, int blocks, int threads);

// Sorts in place with a heap, so without the splits of the kernels.
void reference_heap_sort(int32_t *data, size_t n);

// Distances from `source`, -1 for vertices that cannot be reached. Without a queue and without
// waves: goes over all edges again and again, until no edge makes a distance smaller.
void reference_distances(int32_t *level, const int32_t *row, const int32_t *col, int n, int source);

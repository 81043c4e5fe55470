// reference.h - the results of lab 08, computed on the CPU. The searches are in
// grader/labs/edges.h.
#pragma once

#include <stddef.h>
#include <stdint.h>

// The record of `blocks` trees of greetings; see nested_hello() in the contract.
// blocks * (2 * threads - 1) entries.
void reference_hello(int32_t *record, int blocks, int threads);

// The value of a polynomial of `terms` terms at x, by Horner's rule.
uint32_t reference_terms(uint32_t x, const uint32_t *coefficient, int terms);

// Sorts in place with a heap, so without the splits of the kernels.
void reference_heap_sort(int32_t *data, size_t n);

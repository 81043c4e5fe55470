// reference.h - the results of lab 18, computed on the CPU.
#pragma once

#include <stddef.h>
#include <stdint.h>

// out[i] = in[0] + ... + in[i]. Sums do not overflow.
void reference_running_sums(int32_t *out, const int32_t *in, size_t n);

// depth[v] of each of n nodes: steps from its root, or -1, by looking for the parent of each node.
// The nodes 0 to roots - 1 are the roots; first has n + 1 words, child[] first[n].
void reference_depths(int32_t *depth, const int32_t *first, const int32_t *child, size_t n,
                      size_t roots);

// One by one, `steps` times: each word becomes the sum of itself and its neighbours, modulo 2^32.
void reference_neighbours(uint32_t *row, size_t n, int steps);

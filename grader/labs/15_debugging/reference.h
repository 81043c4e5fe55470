// reference.h - the results of lab 15, computed on the CPU. Part 1 is part 2 with one round and one
// tile.
#pragma once

#include <stddef.h>
#include <stdint.h>

// out[i] becomes the largest element at most `rounds` away in the same tile. Looks at the whole
// window, where the kernel goes round by round.
void reference_spread(int32_t *out, const int32_t *in, size_t n, size_t tile, size_t rounds);

// out[b] becomes the smallest element of tile b; out[i], the element minus the sum of its tile.
void reference_smallest(int32_t *out, const int32_t *in, size_t n, size_t tile);
void reference_deviations(int32_t *out, const int32_t *in, size_t n, size_t tile);

// A player's longest throw, and the first one of this length; see the contract.
typedef struct {
    int32_t length, first;
} ReferenceBest;

// From the last throw to the first.
void reference_throws(ReferenceBest *best, const int32_t *player, const int32_t *length, size_t n);

// The sum of the squares of a row: of their upper and lower parts, which are multiplied apart.
int64_t reference_energy(const int32_t *row, size_t cols);

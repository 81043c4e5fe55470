// reference.h - CPU reference for lab 12. Searches: reference_distances() of grader/labs/edges.h.
#pragma once

#include <stddef.h>
#include <stdint.h>

// rank[i] = the number of elements after element i in the list that begins with `first`; next[i]
// is i for the last element. Every element below n is in the list. A serial walk: its number is
// the number of elements minus 1 minus the place.
void reference_list_ranks(int32_t *rank, const int32_t *next, size_t n, int32_t first);

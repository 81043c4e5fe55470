// reference.h - buckets and cuckoo tables on the CPU, for lab 13.
//
// A key is placed along a shortest chain of entries that have to move, found by a search. So a
// table is filled whenever that is possible at all; the lab's kernels throw out and try.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define REFERENCE_EMPTY UINT64_MAX // a slot without an entry

// The functions of a table of functions * width slots; see the contract.
typedef struct {
    int functions, width;
    uint32_t seed;
} CuckooShape;

uint32_t reference_bucket(uint32_t key, uint32_t seed, uint32_t buckets);

// The place of a key in a section of the table.
size_t reference_place(CuckooShape shape, uint32_t key, int section);

// sizes[b] grows by the number of keys in bucket b.
void reference_buckets(int32_t *sizes, const uint32_t *keys, size_t n, uint32_t seed,
                       uint32_t buckets);

// histogram[k] grows by the number of sizes that are k; the last of `rows` rows takes larger ones.
void reference_sizes(int32_t *histogram, size_t rows, const int32_t *sizes, size_t buckets);

// Puts n different keys into `table`, which may have entries; `values` may be NULL for 0. Returns
// how many of them found a place, however the other entries were moved.
size_t reference_cuckoo(uint64_t *table, CuckooShape shape, const uint32_t *keys,
                        const uint32_t *values, size_t n);

// The slot with a key, or -1.
ptrdiff_t reference_slot(const uint64_t *table, CuckooShape shape, uint32_t key);

// The most exchanges that one key needs if the keys go into an empty table one after the other, as
// in part 3, in the order first, first + step, first + 2 step ... (modulo n). `most` + 1 if a
// key needs more than `most`. `walk` 0: from section to section, as in part 3; others: each number
// draws other sections.
int reference_exchanges(CuckooShape shape, const uint32_t *keys, size_t n, size_t first,
                        size_t step, int most, unsigned walk);

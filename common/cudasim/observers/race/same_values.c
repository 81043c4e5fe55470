// same_values.c - threads that write the same value to the same place.
//
// One rule decides how much a race matters: may another legal schedule change a result? Two writes
// of one value leave that value behind in any order. A thread that has written the value itself,
// and then reads it, finds it in any order, too: only the writes that nothing orders with that
// thread can come in between, and all of them write this value. So both are a note.
//
// This file remembers which threads have written such a value, from the notes about two writes. A
// thread counts until it next waits for others (its segment ends): behind that, somebody else may
// have changed the value. When the table is full, nothing more is remembered, and what a thread
// reads back is reported as an error, as without this file.
#include "race.h"

#include "fnv.h"

#include <stdlib.h>

enum { MOST_WRITERS = 1 << 20, FIRST_SIZE = 1 << 10 };

static uint64_t *writers; // a set of hashes: place, value, thread; 0: free
static uint32_t size, count;

static uint64_t hash_of(uint64_t addr, const uint8_t *value, unsigned n, uint64_t thread)
{
    uint64_t bytes = 0;
    memcpy(&bytes, value, n);
    uint64_t h = fnv_add(fnv_add(fnv_add(FNV_START, addr), bytes | (uint64_t)n << 32), thread);
    return (h ^ h >> 29) | 1;
}

// The entry of a thread without the place of its access.
static uint64_t thread_of_entry(uint64_t e) { return entry(entry_segment(e), 0, entry_lane(e)); }

static uint64_t *find_slot(uint64_t hash)
{
    uint32_t i = (uint32_t)(hash >> 32) & (size - 1);
    while (writers[i] && writers[i] != hash)
        i = (i + 1) & (size - 1);
    return &writers[i];
}

static void grow(void)
{
    uint64_t *old = writers;
    uint32_t old_size = size;
    size = size ? 2 * size : FIRST_SIZE;
    writers = must_calloc(size, sizeof *writers);
    for (uint32_t i = 0; i < old_size; i++)
        if (old[i])
            *find_slot(old[i]) = old[i];
    free(old);
}

void same_values_note(uint64_t addr, const uint8_t *value, unsigned n, uint64_t e)
{
    if (count == MOST_WRITERS)
        return;
    if (2 * count >= size)
        grow();
    uint64_t hash = hash_of(addr, value, n, thread_of_entry(e)), *slot = find_slot(hash);
    count += !*slot;
    *slot = hash;
}

bool same_values_wrote(uint64_t addr, const uint8_t *value, unsigned n, uint64_t e)
{
    return count && *find_slot(hash_of(addr, value, n, thread_of_entry(e)));
}

void same_values_forget(void)
{
    free(writers);
    writers = NULL;
    size = count = 0;
}

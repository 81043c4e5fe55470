// updates.c - updates by a load and a store that are strong (volatile): no race, since both are
// atomic, but what another thread has written in between is lost.
//
// A store updates if its value comes from a load of the same address (intent_updates). For such
// loads the table below remembers which value the thread has found. The update is lost where the
// word has another value when the thread stores, and another thread has written it that is not
// ordered before; or where several lanes of one instruction update one word. What a thread finds
// again by polling, as in a lock that is handed on, is not lost. Words of up to 8 bytes count.
#include "race.h"

#include <stdlib.h>

enum { MOST_VALUES = 1 << 20, FIRST_SIZE = 1 << 10, MOST_BYTES = 8 };

typedef struct {
    uint64_t place, thread; // 1 + address; 0: free
    uint64_t value;
} LoadedValue;

static LoadedValue *values;
static uint32_t size, count;

static uint64_t thread_of(const RaceAccess *x, unsigned lane)
{
    return x->b->index << WHO_BITS | (x->warp * WARP_SIZE + lane);
}

static LoadedValue *find_value(uint64_t place, uint64_t thread)
{
    uint64_t h = (place ^ thread * 0x9e3779b97f4a7c15ull) * 0xbf58476d1ce4e5b9ull;
    uint32_t i = (uint32_t)(h >> 32) & (size - 1);
    while (values[i].place && (values[i].place != place || values[i].thread != thread))
        i = (i + 1) & (size - 1);
    return &values[i];
}

static void grow(void)
{
    LoadedValue *old = values;
    uint32_t n = size;
    size = size ? 2 * size : FIRST_SIZE;
    values = must_calloc(size, sizeof *values);
    for (uint32_t i = 0; i < n; i++)
        if (old[i].place)
            *find_value(old[i].place, old[i].thread) = old[i];
    free(old);
}

static uint64_t bytes_now(const Access *a, unsigned lane)
{
    uint64_t bytes = 0;
    memcpy(&bytes, a->bytes[lane], a->width);
    return bytes;
}

void updates_load(const RaceAccess *x)
{
    const Access *a = x->a;
    for (uint32_t m = a->width <= MOST_BYTES ? a->mask : 0; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctz(m);
        if (count == MOST_VALUES)
            return;
        if (2 * count >= size)
            grow();
        LoadedValue *v = find_value(a->addr[lane] + 1, thread_of(x, lane));
        count += !v->place;
        *v = (LoadedValue){a->addr[lane] + 1, thread_of(x, lane), bytes_now(a, lane)};
    }
}

// Another lane of the same instruction that stores to the same address, before this one; -1.
static int same_word(const Access *a, unsigned lane)
{
    for (uint32_t m = a->mask & ((1u << lane) - 1); m; m &= m - 1)
        if (a->addr[__builtin_ctz(m)] == a->addr[lane])
            return __builtin_ctz(m);
    return -1;
}

bool updates_lost(const RaceAccess *x, unsigned lane, int *other)
{
    const Access *a = x->a;
    *other = -1;
    if (!count || a->width > MOST_BYTES)
        return false;
    const LoadedValue *v = find_value(a->addr[lane] + 1, thread_of(x, lane));
    if (!v->place)
        return false;
    *other = same_word(a, lane);
    return *other >= 0 || v->value != bytes_now(a, lane);
}

void updates_forget(void)
{
    free(values);
    values = NULL;
    size = count = 0;
}

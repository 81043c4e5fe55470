// reference.c - buckets and cuckoo tables on the CPU; see reference.h.
#include "reference.h"

#include <stdlib.h>
#include <string.h>

static uint32_t mix(uint64_t x)
{
    x = ((x ^ x / 65536) * 0x85ebca6b) % (UINT64_C(1) << 32);
    x = ((x ^ x / 8192) * 0xc2b2ae35) % (UINT64_C(1) << 32);
    return (uint32_t)(x ^ x / 65536);
}

uint32_t reference_bucket(uint32_t key, uint32_t seed, uint32_t buckets)
{
    return (uint32_t)((uint64_t)mix(key ^ mix(seed)) * buckets / (UINT64_C(1) << 32));
}

size_t reference_place(CuckooShape shape, uint32_t key, int section)
{
    uint32_t seed = shape.seed + (uint32_t)section * 0x9e3779b9u;
    return (size_t)section * (size_t)shape.width +
           reference_bucket(key, seed, (uint32_t)shape.width);
}

void reference_buckets(int32_t *sizes, const uint32_t *keys, size_t n, uint32_t seed,
                       uint32_t buckets)
{
    for (size_t i = 0; i < n; i++)
        sizes[reference_bucket(keys[i], seed, buckets)]++;
}

void reference_sizes(int32_t *histogram, size_t rows, const int32_t *sizes, size_t buckets)
{
    for (size_t b = 0; b < buckets; b++)
        histogram[(size_t)sizes[b] < rows ? (size_t)sizes[b] : rows - 1]++;
}

static uint32_t key_of(uint64_t entry) { return (uint32_t)(entry >> 32); }

// ---- a place for a key, by breadth-first search -----------------------------------------

typedef struct {
    uint64_t *table;
    CuckooShape shape;
    size_t *queue;     // slots that were reached
    ptrdiff_t *before; // the slot from which a slot was reached; -1: it is a place of the new key
    uint32_t *round;   // of the search that has reached it last
    uint32_t now;
    size_t length; // of the queue
} PlaceSearch;

static void reach(PlaceSearch *s, size_t slot, ptrdiff_t before)
{
    if (s->round[slot] == s->now)
        return;
    s->round[slot] = s->now;
    s->before[slot] = before;
    s->queue[s->length++] = slot;
}

static void reach_places(PlaceSearch *s, uint32_t key, ptrdiff_t before)
{
    for (int f = 0; f < s->shape.functions; f++)
        reach(s, reference_place(s->shape, key, f), before);
}

// Every entry on the way to an empty slot moves by one place.
static void move_along(PlaceSearch *s, size_t empty, uint64_t entry)
{
    size_t slot = empty;
    for (; s->before[slot] >= 0; slot = (size_t)s->before[slot])
        s->table[slot] = s->table[s->before[slot]];
    s->table[slot] = entry;
}

static bool place_entry(PlaceSearch *s, uint64_t entry)
{
    s->now++;
    s->length = 0;
    reach_places(s, key_of(entry), -1);
    for (size_t next = 0; next < s->length; next++) {
        size_t slot = s->queue[next];
        if (s->table[slot] == REFERENCE_EMPTY) {
            move_along(s, slot, entry);
            return true;
        }
        reach_places(s, key_of(s->table[slot]), (ptrdiff_t)slot);
    }
    return false;
}

size_t reference_cuckoo(uint64_t *table, CuckooShape shape, const uint32_t *keys,
                        const uint32_t *values, size_t n)
{
    size_t slots = (size_t)shape.functions * (size_t)shape.width, placed = 0;
    PlaceSearch s = {.table = table, .shape = shape};
    s.queue = calloc(slots, sizeof *s.queue);
    s.before = calloc(slots, sizeof *s.before);
    s.round = calloc(slots, sizeof *s.round);
    if (!s.queue || !s.before || !s.round)
        abort();
    for (size_t i = 0; i < n; i++)
        placed += place_entry(&s, (uint64_t)keys[i] << 32 | (values ? values[i] : 0));
    free(s.queue);
    free(s.before);
    free(s.round);
    return placed;
}

ptrdiff_t reference_slot(const uint64_t *table, CuckooShape shape, uint32_t key)
{
    for (int f = 0; f < shape.functions; f++) {
        size_t slot = reference_place(shape, key, f);
        if (table[slot] != REFERENCE_EMPTY && key_of(table[slot]) == key)
            return (ptrdiff_t)slot;
    }
    return -1;
}

// ---- how long the kernels' way takes ----------------------------------------------------

// In walk 0 an entry goes to the next section. In others its section is drawn, and may be the one
// from which it was thrown out.
static int section_of(CuckooShape shape, uint64_t carried, int count, unsigned walk)
{
    if (!walk)
        return (count - 1) % shape.functions;
    return (int)(mix(carried / 65536 + (uint32_t)count + walk * 65537) % (uint32_t)shape.functions);
}

static int exchanges_of(uint64_t *table, CuckooShape shape, uint32_t key, int most, unsigned walk)
{
    uint64_t carried = (uint64_t)key << 32;
    for (int count = 1; count <= most; count++) {
        int section = section_of(shape, carried, count, walk);
        size_t slot = reference_place(shape, key_of(carried), section);
        uint64_t thrown_out = table[slot];
        table[slot] = carried;
        if (thrown_out == REFERENCE_EMPTY)
            return count;
        carried = thrown_out;
    }
    return most + 1;
}

int reference_exchanges(CuckooShape shape, const uint32_t *keys, size_t n, size_t first,
                        size_t step, int most, unsigned walk)
{
    size_t bytes = (size_t)shape.functions * (size_t)shape.width * sizeof(uint64_t);
    uint64_t *table = malloc(bytes + 1);
    if (!table)
        abort();
    memset(table, 0xff, bytes);
    int longest = 0;
    for (size_t i = 0; i < n && longest <= most; i++) {
        int count = exchanges_of(table, shape, keys[(first + i * step) % n], most, walk);
        longest = count > longest ? count : longest;
    }
    free(table);
    return longest;
}

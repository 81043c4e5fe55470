// slab.c - where in its memory the GPU would place allocations.
//
// Some bits of an address can be seen in a program's counters: atomics of a warp get into each
// other's way by them (observers/counters/traffic.c). So cudaMalloc's rule, as an H200 shows it:
// less than 2 MB lies in a slab of 2 MB, in the smallest hole into which it fits, in steps of 512
// bytes; if there is none, in a new slab. Anything larger begins at a multiple of 2 MB. Each device
// has slabs of its own.
#include "alloc.h"
#include "sim.h"

#include <assert.h>

enum { STEP = 512 };

typedef struct {
    uint32_t slab, at, size;
    uint8_t device;
} Hole;

static Hole *holes;
static size_t count, capacity;
static uint32_t slabs;

static uint32_t steps(uint64_t size) { return (uint32_t)((size + STEP - 1) / STEP * STEP); }

static void hole_add(Hole h)
{
    if (count == capacity) {
        capacity = capacity ? 2 * capacity : 16;
        holes = must_realloc(holes, capacity, sizeof *holes);
    }
    assert(h.size && h.at + h.size <= SLAB_BYTES);
    holes[count++] = h;
}

static bool better(const Hole *a, const Hole *b)
{
    if (a->size != b->size)
        return a->size < b->size;
    return a->slab != b->slab ? a->slab < b->slab : a->at < b->at;
}

void slab_take(Alloc *a)
{
    uint32_t size = steps(a->size ? a->size : 1);
    size_t best = count;
    a->slab = a->place = 0;
    if (a->size >= SLAB_BYTES)
        return;
    for (size_t i = 0; i < count; i++)
        if (holes[i].device == a->device && holes[i].size >= size &&
            (best == count || better(&holes[i], &holes[best])))
            best = i;
    if (best == count)
        hole_add((Hole){++slabs, 0, SLAB_BYTES, a->device});
    a->slab = holes[best].slab;
    a->place = holes[best].at;
    holes[best].at += size;
    holes[best].size -= size;
    if (!holes[best].size)
        holes[best] = holes[--count];
}

void slab_give(const Alloc *a)
{
    Hole h = {a->slab, a->place, steps(a->size ? a->size : 1), a->device};
    if (!a->slab)
        return;
    for (size_t i = count; i-- > 0;) { // the hole before it or after it grows
        Hole o = holes[i];
        if (o.slab != h.slab || (o.at + o.size != h.at && h.at + h.size != o.at))
            continue;
        h.at = o.at < h.at ? o.at : h.at;
        h.size += o.size;
        holes[i] = holes[--count];
    }
    hole_add(h);
}

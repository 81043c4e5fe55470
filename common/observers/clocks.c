// clocks.c - what is known of other threads' past: sparse vector clocks.
//
// Entries are in order of `who`; within a block the entry for the whole block
// comes first, then those for warps, then those for threads. An entry that a
// wider one covers is dropped when clocks are joined.
#include "checks.h"

#include <stdlib.h>

enum { WHO_MASK = (1 << WHO_BITS) - 1 };

static Clock *make(unsigned n)
{
    Clock *c = malloc(sizeof *c + n * sizeof(ClockEntry));
    if (!c) {
        fprintf(stderr, "cudasim: out of memory\n");
        abort();
    }
    c->refs = 1;
    c->n = n;
    return c;
}

Clock *clock_new(const ClockEntry *e, unsigned n)
{
    Clock *c = make(n);
    memcpy(c->e, e, n * sizeof *e);
    return c;
}

Clock *clock_ref(Clock *c)
{
    if (c)
        c->refs++;
    return c;
}

void clock_drop(Clock **c)
{
    if (*c && --(*c)->refs == 0)
        free(*c);
    *c = NULL;
}

// What the entries of the current block say, while joining goes through it.
typedef struct {
    uint64_t block;
    uint64_t all;
    uint64_t warp[2 * MAX_WARPS];
} Wider;

static bool covered(Wider *wide, ClockEntry e)
{
    unsigned part = e.who & WHO_MASK;
    if (e.who >> WHO_BITS != wide->block) {
        memset(wide, 0, sizeof *wide);
        wide->block = e.who >> WHO_BITS;
    }
    if (!part) {
        wide->all = e.until;
        return e.until == 0;
    }
    if (e.until <= wide->all)
        return true;
    if (part >= WHO_THREAD)
        return e.until <= wide->warp[(part - WHO_THREAD) / WARP_SIZE];
    wide->warp[part - 1] = e.until;
    return false;
}

// Does a say all that b says? Cheap test for the usual case of equal shape.
static bool includes(const Clock *a, const Clock *b)
{
    unsigned i = 0;
    for (unsigned k = 0; k < b->n; k++) {
        while (i < a->n && a->e[i].who < b->e[k].who)
            i++;
        if (i == a->n || a->e[i].who != b->e[k].who || a->e[i].until < b->e[k].until)
            return false;
    }
    return true;
}

void clock_join(Clock **into, Clock *c)
{
    Clock *a = *into;
    if (!c || a == c)
        return;
    if (!a || includes(c, a)) {
        clock_ref(c);
        clock_drop(into);
        *into = c;
        return;
    }
    if (includes(a, c))
        return;
    Clock *out = make(a->n + c->n);
    Wider wide = {.block = UINT64_MAX};
    unsigned n = 0;
    for (unsigned i = 0, k = 0; i < a->n || k < c->n;) {
        ClockEntry e;
        if (k == c->n || (i < a->n && a->e[i].who < c->e[k].who)) {
            e = a->e[i++];
        } else if (i == a->n || c->e[k].who < a->e[i].who) {
            e = c->e[k++];
        } else {
            e = a->e[i].until > c->e[k].until ? a->e[i] : c->e[k];
            i++, k++;
        }
        if (!covered(&wide, e))
            out->e[n++] = e;
    }
    out->n = n;
    clock_drop(into);
    *into = out;
}

static uint64_t look_up(const Clock *c, uint64_t who)
{
    unsigned lo = 0, hi = c->n;
    while (lo < hi) {
        unsigned mid = (lo + hi) / 2;
        if (c->e[mid].who < who)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < c->n && c->e[lo].who == who ? c->e[lo].until : 0;
}

uint32_t clock_until(const Clock *c, uint64_t block, unsigned warp, unsigned thread)
{
    if (!c)
        return 0;
    uint64_t a = look_up(c, who_block(block)), b = look_up(c, who_warp(block, warp)),
             t = look_up(c, who_thread(block, thread));
    a = a > b ? a : b;
    return (uint32_t)(a > t ? a : t);
}

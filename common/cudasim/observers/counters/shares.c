// shares.c - how the work of a launch is shared out: what the busiest warp, thread and block do,
// and how many of them load anything from global or constant memory.
//
// An average over all warps or blocks becomes small if idle ones are launched beside those that
// work. These values do not. What atomics load adds to what a thread and a block load, but a block
// that only takes a number by an atomic does not count as one that loads.
#include "counters.h"
#include "sim/async.h"

#include <stdlib.h>

// Mostly all lanes of a warp load: what each of them has loaded then is one number.
typedef struct {
    uint32_t of_each;
    bool apart;                                    // lanes have loaded by themselves, too:
    uint32_t loads[WARP_SIZE], atomics[WARP_SIZE]; // bytes from global memory, by lane
} WarpShares;

struct BlockShares {
    BlockShares *next; // the unused ones
    uint32_t nwarps, atomics, behind, polls;
    uint32_t barriers[MAX_WARPS]; // other ones than Warp.barriers: of clusters, mbarriers
    HostOrder *host;              // NULL: no access of the host's memory
    WarpShares warp[];
};

static BlockShares *unused;

BlockShares *shares_begin(const Block *b)
{
    BlockShares *s;
    while ((s = unused) && s->nwarps != b->nwarps) {
        unused = s->next;
        free(s);
    }
    if (s)
        unused = s->next;
    else
        s = must_calloc(1, sizeof(BlockShares) + b->nwarps * sizeof *s->warp);
    s->nwarps = b->nwarps;
    memset(s->barriers, 0, b->nwarps * sizeof *s->barriers);
    s->atomics = s->behind = s->polls = 0;
    if (b->copies)
        memset(&b->copies->flight, 0, sizeof b->copies->flight);
    for (unsigned w = 0; w < b->nwarps; w++) {
        s->warp[w].of_each = 0;
        s->warp[w].apart = false;
    }
    return s;
}

static WarpShares *warp_apart(BlockShares *s, const Access *a)
{
    WarpShares *w = &s->warp[a->warp->index];
    if (!w->apart) {
        memset(w->loads, 0, sizeof w->loads);
        memset(w->atomics, 0, sizeof w->atomics);
    }
    w->apart = true;
    return w;
}

static void add_width(uint32_t *bytes, const Access *a, int times)
{
    uint32_t width = (uint32_t)(a->width * times);
    for (int l = 0; l < WARP_SIZE; l++)
        bytes[l] += width & -(a->mask >> l & 1);
}

void shares_load(BlockShares *s, const Access *a, int times)
{
    if (a->mask == FULL_MASK)
        s->warp[a->warp->index].of_each += (uint32_t)(a->width * times);
    else
        add_width(warp_apart(s, a)->loads, a, times);
}

void shares_atomic(BlockShares *s, const Access *a, bool loads)
{
    s->atomics++;
    if (loads)
        add_width(warp_apart(s, a)->atomics, a, 1);
}

void shares_barrier(BlockShares *s, const Warp *w) { s->barriers[w->index]++; }

void shares_poll(BlockShares *s) { s->polls++; }

HostOrder **shares_host(BlockShares *s) { return &s->host; }

// The oldest copy that the warp has not waited for: is it of an earlier group?
void shares_copy(BlockShares *s, const Warp *w)
{
    unsigned lane = (unsigned)__builtin_ctz(w->mask);
    const Copies *copies = w->block->copies;
    const Copy *c = copies ? copies->first : NULL;
    while (c && (c->warp != w || c->kind != COPY_group || !(c->mask >> lane & 1)))
        c = c->next;
    s->behind += c && c->group[lane] < copies->groups[w->index * WARP_SIZE + lane];
}

static void keep_most(uint64_t *most, uint64_t value) { *most = value > *most ? value : *most; }

// The sums of a warp's lanes; what its busiest lane loads.
static uint64_t add_lanes(const WarpShares *w, Shares *shares, uint64_t *by_atomics)
{
    uint64_t warp = 0;
    for (int l = 0; l < WARP_SIZE; l++) {
        uint32_t loads = w->loads[l] + w->of_each;
        keep_most(&shares->thread, (uint64_t)loads + w->atomics[l]);
        shares->threads += loads != 0;
        warp += loads;
        *by_atomics += w->atomics[l];
    }
    return warp;
}

void shares_end(BlockShares *s, const Block *b, Shares *shares)
{
    uint64_t block = 0, by_atomics = 0;
    for (unsigned i = 0; i < b->nwarps; i++) {
        const WarpShares *w = &s->warp[i];
        uint64_t warp = (uint64_t)WARP_SIZE * w->of_each;
        keep_most(&shares->barriers, s->barriers[i] + b->warps[i]->barriers);
        if (w->apart) {
            warp = add_lanes(w, shares, &by_atomics);
        } else {
            keep_most(&shares->thread, w->of_each);
            shares->threads += w->of_each ? WARP_SIZE : 0;
        }
        shares->warps += warp != 0;
        block += warp;
    }
    shares->blocks += block != 0;
    keep_most(&shares->block, block + by_atomics);
    keep_most(&shares->atomics, s->atomics);
    shares->behind += s->behind;
    shares->polls += s->polls;
    shares->copies += b->copies ? b->copies->flight.begun : 0;
    shares->flight += b->copies ? b->copies->flight.sum : 0;
    free(s->host);
    s->host = NULL;
    s->next = unused;
    unused = s;
}

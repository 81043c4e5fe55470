// shares.c - how the work of a launch is shared out: what the busiest warp, thread and block do,
// and how many of them load anything from global or constant memory.
//
// An average over all warps or blocks becomes small if idle ones are launched beside those that
// work. These values do not. What atomics load adds to what a thread and a block load, but a block
// that only takes a number by an atomic does not count as one that loads.
#include "counters.h"

#include <stdlib.h>

struct BlockShares {
    uint32_t barriers[MAX_WARPS], atomics;
    struct {
        uint32_t loads[WARP_SIZE], atomics[WARP_SIZE]; // bytes from global memory, by lane
    } warp[];
};

BlockShares *shares_begin(const Block *b)
{
    return must_calloc(1, sizeof(BlockShares) + b->nwarps * sizeof(uint32_t[2][WARP_SIZE]));
}

static void add_width(uint32_t *bytes, const Access *a, int times)
{
    uint32_t width = (uint32_t)(a->width * times);
    for (int l = 0; l < WARP_SIZE; l++)
        bytes[l] += width & -(a->mask >> l & 1);
}

void shares_load(BlockShares *s, const Access *a, int times)
{
    add_width(s->warp[a->warp->index].loads, a, times);
}
void shares_atomic(BlockShares *s, const Access *a, bool loads)
{
    s->atomics++;
    if (loads)
        add_width(s->warp[a->warp->index].atomics, a, 1);
}

void shares_barrier(BlockShares *s, const Warp *w) { s->barriers[w->index]++; }

static void keep_most(uint64_t *most, uint64_t value) { *most = value > *most ? value : *most; }

void shares_end(BlockShares *s, const Block *b, Shares *shares)
{
    uint64_t block = 0, by_atomics = 0;
    for (unsigned w = 0; w < b->nwarps; w++) {
        const uint32_t *loads = s->warp[w].loads, *atomics = s->warp[w].atomics;
        uint64_t warp = 0;
        keep_most(&shares->barriers, s->barriers[w]);
        for (int l = 0; l < WARP_SIZE; l++) {
            keep_most(&shares->thread, (uint64_t)loads[l] + atomics[l]);
            shares->threads += loads[l] != 0;
            warp += loads[l];
            by_atomics += atomics[l];
        }
        shares->warps += warp != 0;
        block += warp;
    }
    shares->blocks += block != 0;
    keep_most(&shares->block, block + by_atomics);
    keep_most(&shares->atomics, s->atomics);
    free(s);
}

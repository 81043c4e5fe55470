// shares.c - how the work of a launch is shared out: what the busiest warp, thread and block do,
// and how many of them load anything from global memory.
//
// An average over all warps or blocks becomes small if idle ones are launched beside those that
// work. These values do not.
#include "counters.h"

#include <stdlib.h>

struct BlockShares {
    uint32_t barriers[MAX_WARPS];
    uint32_t loaded[][WARP_SIZE]; // bytes from global memory, by warp and lane
};

BlockShares *shares_begin(const Block *b)
{
    return must_calloc(1, sizeof(BlockShares) + b->nwarps * sizeof(uint32_t[WARP_SIZE]));
}

void shares_load(BlockShares *s, const Access *a)
{
    uint32_t *loaded = s->loaded[a->warp->index];
    for (int l = 0; l < WARP_SIZE; l++)
        loaded[l] += a->width & -(a->mask >> l & 1);
}

void shares_barrier(BlockShares *s, const Warp *w) { s->barriers[w->index]++; }

static void keep_most(uint64_t *most, uint64_t value) { *most = value > *most ? value : *most; }

void shares_end(BlockShares *s, const Block *b, Shares *shares)
{
    uint64_t block = 0;
    for (unsigned w = 0; w < b->nwarps; w++) {
        uint64_t warp = 0;
        keep_most(&shares->barriers, s->barriers[w]);
        for (int l = 0; l < WARP_SIZE; l++) {
            keep_most(&shares->thread, s->loaded[w][l]);
            shares->threads += s->loaded[w][l] != 0;
            warp += s->loaded[w][l];
        }
        shares->warps += warp != 0;
        block += warp;
    }
    shares->blocks += block != 0;
    keep_most(&shares->block, block);
    free(s);
}

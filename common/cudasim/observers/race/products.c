// products.c - wgmma is one operation of four warps. A warp that has waited for its end knows that
// the other three have read their parts of shared memory, too: it learns what they knew when they
// committed the product. A thread may then hand the memory on for all of them.
#include "race.h"

#include <stdlib.h>

enum { GROUP_WARPS = 4, KEPT = 8 }; // products of a warp that nobody has waited for, at most

struct Products {
    Clock *known[MAX_WARPS][KEPT];
};

void products_commit(Warp *w, uint32_t group)
{
    BlockHb *h = block_hb(w->block);
    if (!h->products)
        h->products = must_calloc(1, sizeof *h->products);
    Clock **c = &h->products->known[w->index][group % KEPT];
    clock_drop(c);
    barriers_gather(h, w->index, w->live, w->live, c);
    h->warp[w->index].segment = 0;
}

void products_wait(Warp *w, uint32_t groups)
{
    BlockHb *h = block_hb(w->block);
    uint32_t first = w->index / GROUP_WARPS * GROUP_WARPS;
    for (uint32_t i = first; groups && h->products && i < first + GROUP_WARPS; i++) {
        Clock *c = i < MAX_WARPS ? h->products->known[i][(groups - 1) % KEPT] : NULL;
        if (i != w->index && c)
            barriers_learn(h, w->index, w->live, w->live, c);
    }
}

void products_end(BlockHb *b)
{
    for (unsigned i = 0; b->products && i < MAX_WARPS; i++)
        for (unsigned k = 0; k < KEPT; k++)
            clock_drop(&b->products->known[i][k]);
    free(b->products);
    b->products = NULL;
}

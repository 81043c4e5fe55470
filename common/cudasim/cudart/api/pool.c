// pool.c - pools of memory, and what they have reserved.
#include "pool.h"

#include "memory.h"

#include <driver_types.h>

static Pool default_pools[MAX_DEVICES];
static Pool *made;

Pool *pool_default(int device)
{
    Pool *p = &default_pools[device];
    if (!p->reuse[cudaMemPoolReuseFollowEventDependencies])
        *p = (Pool){.reuse = {0, 1, 1, 1}, .device = (unsigned)device};
    return p;
}

void pool_made(Pool *p)
{
    p->next = made;
    made = p;
}

void pool_ends(const Pool *p)
{
    Pool **at = &made;
    while (*at != p)
        at = &(*at)->next;
    *at = p->next;
}

enum { PIECE = GRAPH_MEMORY_PIECE }; // pools and graphs take memory in the same pieces

static unsigned long long in_pieces(unsigned long long used)
{
    return (used + PIECE - 1) / PIECE * PIECE;
}

void pool_note_used(Pool *p)
{
    if (p->used > p->used_high)
        p->used_high = p->used;
    if (in_pieces(p->used) > p->reserved)
        p->reserved = in_pieces(p->used);
    if (p->reserved > p->reserved_high)
        p->reserved_high = p->reserved;
}

void pool_release_to(Pool *p, unsigned long long keep)
{
    unsigned long long used = in_pieces(p->used);
    unsigned long long kept = used > keep ? used : keep / PIECE * PIECE;
    if (p->reserved > kept)
        p->reserved = kept;
}

void pools_release(void)
{
    for (int d = 0; d < model.devices; d++)
        pool_release_to(&default_pools[d], default_pools[d].threshold);
    for (Pool *p = made; p; p = p->next)
        pool_release_to(p, p->threshold);
}

// where.c - where each thread of the running launch is.
#include "engine.h"

Where where_lane(Warp *w, unsigned lane) { return where_of(w->block, w->index * WARP_SIZE + lane); }

Block *block_find_id(Dim3 id)
{
    for (uint32_t i = 0; engine_launch() && i < engine_launch()->nblocks; i++)
        if (!memcmp(&engine_launch()->blocks[i]->id, &id, sizeof id))
            return engine_launch()->blocks[i];
    return NULL;
}

Where where_of(Block *b, uint32_t thread)
{
    Warp *w = b->warps[thread / WARP_SIZE];
    unsigned lane = thread % WARP_SIZE;
    Where at = {.launch = b->launch, .block = b, .warp = w, .lane = lane};
    if (!(w->live >> lane & 1))
        return at;
    if (w == engine_warp() && w->active >> lane & 1) {
        at.frame = w->frame;
        at.pc = w->pc;
        at.active = true;
        return at;
    }
    for (uint32_t i = 0; i < w->ngroups; i++) {
        const Group *g = &w->groups[i];
        if (!(g->mask >> lane & 1) || (w == engine_warp() && i == w->cur))
            continue;
        at.frame = g->frame;
        at.pc = g->pc;
        at.state = g->state;
        at.barrier = g->wait_id;
        if ((at.state == GROUP_barrier || at.state == GROUP_cluster) && at.pc)
            at.pc--;
        break;
    }
    return at;
}

bool where_focus(Where *at)
{
    const Focus *f = &debug->focus;
    if (!f->set || !engine_launch() || (f->launch && f->launch != engine_launch()->serial))
        return false;
    Block *b = block_find_id(f->block);
    if (!b)
        return false;
    Dim3 shape = engine_launch()->block;
    uint32_t thread = (f->thread.z * shape.y + f->thread.y) * shape.x + f->thread.x;
    if (thread >= engine_launch()->threads)
        return false;
    *at = where_of(b, thread);
    return true;
}

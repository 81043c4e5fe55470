// where.c - the moment at which this process is, and where each thread of the running launch is.
#include "where.h"

#include <assert.h>

Moment moment;

Where where_lane(Warp *w, unsigned lane) { return where_of(w->block, w->index * WARP_SIZE + lane); }

Block *block_find_id(Dim3 id)
{
    for (uint32_t i = 0; moment.launch && i < moment.launch->nblocks; i++)
        if (!memcmp(&moment.launch->blocks[i]->id, &id, sizeof id))
            return moment.launch->blocks[i];
    return NULL;
}

Where where_of(Block *b, uint32_t thread)
{
    assert(thread / WARP_SIZE < b->nwarps);
    Warp *w = b->warps[thread / WARP_SIZE];
    unsigned lane = thread % WARP_SIZE;
    Where at = {.launch = b->launch, .block = b, .warp = w, .lane = lane};
    if (!(w->live >> lane & 1))
        return at;
    if (w == moment.warp && w->active >> lane & 1) {
        at.frame = w->frame;
        at.pc = w->pc;
        at.active = true;
        return at;
    }
    for (uint32_t i = 0; i < w->ngroups; i++) {
        const Group *g = &w->groups[i];
        if (!(g->mask >> lane & 1) || (w == moment.warp && i == w->cur))
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

unsigned block_sm(const Block *b) { return (unsigned)(b->index % (uint64_t)model.multiprocessors); }

uint32_t thread_number(Dim3 t)
{
    Dim3 s = moment.launch->block;
    return (t.z * s.y + t.y) * s.x + t.x;
}

void focus_set(const Where *at)
{
    assert(at->launch && at->warp);
    const Warp *w = at->warp;
    unsigned l = at->lane;
    debug->focus = (Focus){.set = true,
                           .launch = at->launch->serial,
                           .block = at->block->id,
                           .thread = {w->tid[0][l], w->tid[1][l], w->tid[2][l]}};
    debug->list_line = 0;
}

bool where_focus(Where *at)
{
    const Focus *f = &debug->focus;
    if (!f->set || !moment.launch || (f->launch && f->launch != moment.launch->serial))
        return false;
    Block *b = block_find_id(f->block);
    if (!b)
        return false;
    uint32_t thread = thread_number(f->thread);
    if (thread >= moment.launch->threads)
        return false;
    *at = where_of(b, thread);
    return true;
}

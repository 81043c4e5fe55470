// barriers.c - what barriers hand on: those of a block, of a part of it, and of a warp.
//
// After a barrier each participant knows what every other participant knew on arrival. If all
// threads of a block or of a warp take part, one number is enough (the floor); else clocks
// hold it.
#include "race.h"

// Joins into *c what these lanes know alone. Lanes that know the same usually share a clock.
static void join_from_lanes(Clock **c, const LaneHb *lanes, uint32_t mask)
{
    const Clock *last = NULL;
    for (uint32_t m = lanes ? mask : 0; m; m &= m - 1) {
        Clock *clock = lanes[__builtin_ctz(m)].clock;
        if (clock != last)
            clock_join(c, clock);
        last = clock;
    }
}

// Joins c into what each of these lanes knows alone. Lanes that share a clock share the new one,
// too: it is made once.
static void join_into_lanes(LaneHb *lanes, uint32_t mask, Clock *c)
{
    Clock *before = NULL, *after = NULL;
    for (uint32_t m = mask; m; m &= m - 1) {
        Clock **clock = &lanes[__builtin_ctz(m)].clock;
        if (!after || *clock != before) {
            clock_drop(&before);
            clock_drop(&after);
            before = clock_ref(*clock);
            clock_join(clock, c);
            after = clock_ref(*clock);
        } else {
            clock_drop(clock);
            *clock = clock_ref(after);
        }
    }
    clock_drop(&before);
    clock_drop(&after);
}

void barriers_warp_sync(BlockHb *b, unsigned warp, uint32_t live, uint32_t mask)
{
    WarpHb *w = &b->warp[warp];
    w->segment = 0;
    if (!(live & ~mask)) {
        w->floor = segment_last;
        join_from_lanes(&w->clock, w->lane, FULL_MASK);
        for (unsigned l = 0; w->lane && l < WARP_SIZE; l++)
            clock_drop(&w->lane[l].clock);
        if (w->fresh)
            hb_collect_fences(b, warp, &w->fenced);
        return;
    }
    if (!w->pair)
        w->pair = must_calloc(WARP_SIZE * WARP_SIZE, sizeof *w->pair);
    uint32_t row[WARP_SIZE] = {0};
    Clock *c = NULL;
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        const uint32_t *p = w->pair + l * WARP_SIZE;
        for (unsigned k = 0; k < WARP_SIZE; k++)
            row[k] = p[k] > row[k] ? p[k] : row[k];
    }
    join_from_lanes(&c, w->lane, mask);
    for (unsigned k = 0; k < WARP_SIZE; k++)
        if (mask >> k & 1)
            row[k] = segment_last;
    for (uint32_t m = mask; m; m &= m - 1)
        memcpy(w->pair + (unsigned)__builtin_ctz(m) * WARP_SIZE, row, sizeof row);
    if (c)
        join_into_lanes(w->lane, mask, c);
    clock_drop(&c);
}

// Joins into *c what `mask` of the warp knows now.
void barriers_gather(const BlockHb *b, unsigned warp, uint32_t mask, uint32_t live, Clock **c)
{
    const WarpHb *w = &b->warp[warp];
    if (!mask)
        return;
    Fence now = hb_present(b, warp, (unsigned)__builtin_ctz(mask));
    now.block = now.warp = now.lane = NULL;                 // joined below: *c may have all of them
    if (mask == FULL_MASK || (!(live & ~mask) && !w->lane)) // a whole warp is one entry
        now.warp_floor = now.time;
    Clock *together = hb_compose(b, warp, mask, &now);
    clock_join(c, together);
    clock_drop(&together);
    clock_join(c, b->clock);
    clock_join(c, w->clock);
    join_from_lanes(c, w->lane, mask);
}

void barriers_arrive(BlockHb *b, const BarrierArrive *e)
{
    if (!e->arrive_only || e->id >= MAX_BARRIERS)
        return;
    Arrived *a = b->arrived[e->id];
    if (!a)
        a = b->arrived[e->id] = must_calloc(1, sizeof *a);
    unsigned warp = e->warp->index;
    barriers_gather(b, warp, e->mask, e->warp->live, &a->clock);
    a->mask[warp] |= e->mask;
    b->warp[warp].segment = 0;
}

void barriers_learn(BlockHb *b, unsigned warp, uint32_t mask, uint32_t live, Clock *c)
{
    WarpHb *w = &b->warp[warp];
    b->clocks = true;
    w->segment = 0;
    if (!(live & ~mask)) {
        clock_join(&w->clock, c);
        return;
    }
    join_into_lanes(hb_lanes(b, warp), mask, c);
}

// All threads of the block took part: the usual case.
void barriers_whole_block(BlockHb *b)
{
    b->floor = segment_last;
    for (unsigned i = 0; i < b->nwarps; i++) {
        WarpHb *w = &b->warp[i];
        w->segment = 0;
        if (!b->clocks)
            continue;
        if (w->fresh)
            hb_collect_fences(b, i, &b->fenced);
        clock_join(&b->fenced, w->fenced);
        clock_drop(&w->fenced);
        clock_join(&b->clock, w->clock);
        clock_drop(&w->clock);
        join_from_lanes(&b->clock, w->lane, FULL_MASK);
        for (unsigned l = 0; w->lane && l < WARP_SIZE; l++) {
            clock_join(&b->clock, w->lane[l].ticket);
            clock_drop(&w->lane[l].clock);
            clock_drop(&w->lane[l].ticket);
        }
    }
}

static void part_of_block(BlockHb *b, const Block *block, uint32_t id, const uint32_t *mask)
{
    Arrived *a = b->arrived[id];
    Clock *c = a ? a->clock : NULL;
    for (unsigned i = 0; i < b->nwarps; i++) {
        uint32_t waits = mask[i] & ~(a ? a->mask[i] : 0);
        for (uint32_t m = waits; m && b->warp[i].lane; m &= m - 1) {
            LaneHb *lane = &b->warp[i].lane[__builtin_ctz(m)];
            clock_join(&lane->clock, lane->ticket);
            clock_drop(&lane->ticket);
        }
        barriers_gather(b, i, waits, block->warps[i]->live, &c);
    }
    b->clocks = true;
    for (unsigned i = 0; i < b->nwarps; i++) {
        WarpHb *w = &b->warp[i];
        uint32_t waits = mask[i] & ~(a ? a->mask[i] : 0);
        if (!waits)
            continue;
        w->segment = 0;
        if (!(block->warps[i]->live & ~waits)) {
            w->floor = segment_last;
            clock_join(&w->clock, c);
            continue;
        }
        join_into_lanes(hb_lanes(b, i), waits, c);
    }
    clock_drop(&c);
    free(a);
    b->arrived[id] = NULL;
}

void barriers_done(BlockHb *b, const Block *block, uint32_t id, const uint32_t *mask_by_warp)
{
    bool all = id < MAX_BARRIERS && !b->arrived[id];
    for (unsigned i = 0; i < b->nwarps && all; i++)
        all = !(block->warps[i]->live & ~mask_by_warp[i]);
    if (all)
        barriers_whole_block(b);
    else if (id < MAX_BARRIERS)
        part_of_block(b, block, id, mask_by_warp);
}

// hb.c - which accesses happened before which.
//
// Every access has a segment (segments.c), a number that grows. "Thread T knows thread U's
// past up to segment n" is one number, and the question whether an access of U happened before
// the present access of T is one comparison. Three things add to T's knowledge:
//
//   block barriers    T knows what every thread did before it arrived
//   warp barriers     the same, for the lanes of the mask (also of shfl, vote, ...)
//   release, acquire  U executes a fence, then writes a location strongly
//                     (volatile, atomic, st.release needs no fence of its own);
//                     T reads that location strongly, then executes a fence.
//                     T then knows what U knew at its fence. Atomics hand on
//                     what the location held before. Fence and access count
//                     with the smaller of their scopes.
//
// A thread hands on all that it knows, so the order is transitive. Three rules go beyond CUDA's
// memory model, because hardware behaves so and programs rely on it:
//
//   - A block barrier, too, completes the acquire of an atomic (NVIDIA's example in which the
//     last block adds up).
//   - A strong write after a block barrier releases what any thread of the block had fenced
//     before the barrier (the same example). Without any fence it is still an error.
//   - A read of another block has ended once a later strong store of that block has been read
//     here, with or without fences (CUB's in-place scans).
//
// Most knowledge is a floor, one number for all threads of a block or warp. Clocks (clocks.c)
// hold the rest and exist only where they are needed.
#include "race.h"

#include <assert.h>
#include <stdlib.h>

static LaunchHb no_launch; // between launches
LaunchHb *hb_launch = &no_launch;

// ---- launches and segments ------------------------------------------

void hb_launch_end(Launch *l)
{
    if (l->child || l->children.work || l->children.tail)
        releases_keep();
    else
        releases_forget();
}

// The grids that kernels launch run after the end of the launch from the host: what is known of
// the launch ends when another launch from the host begins or goes on.
static void forget_launch(void)
{
    if (hb_launch == &no_launch)
        return;
    releases_forget();
    grids_forget();
    free(hb_launch->pauses);
    free(hb_launch);
    hb_launch = &no_launch;
}

void hb_launch_begin(Launch *l)
{
    if (!l->child) {
        forget_launch();
        same_values_forget();
        updates_forget();
        hb_launch = l->user[racecheck_observer.slot] = must_calloc(1, sizeof *hb_launch);
    }
    segments_launch(l);
    grids_begin(l, segment_last);
    hb_launch->floor = grids_floor();
}

void hb_launch_pause(Launch *l)
{
    (void)l;
    hb_launch->paused_at = segment_last;
    hb_launch = &no_launch;
}

void hb_launch_resume(Launch *l)
{
    forget_launch();
    LaunchHb *h = hb_launch = l->user[racecheck_observer.slot];
    assert(h);
    uint32_t after = h->paused_at, until = segment_last;
    segments_launch(l);
    if (after >= until)
        return;
    if (h->npauses && h->pauses[h->npauses - 1].until == after) {
        h->pauses[h->npauses - 1].until = until;
        return;
    }
    if ((h->npauses & (h->npauses + 1)) == 0)
        h->pauses = must_realloc(h->pauses, 2 * (size_t)h->npauses + 2, sizeof *h->pauses);
    h->pauses[h->npauses++] = (LaunchPause){after, until};
}

bool hb_is_other_launch(uint32_t segment)
{
    uint32_t lo = 0, hi = hb_launch->npauses;
    while (lo < hi) { // the first pause that ended at or after it
        uint32_t mid = lo + (hi - lo) / 2;
        if (hb_launch->pauses[mid].until < segment)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < hb_launch->npauses && segment > hb_launch->pauses[lo].after;
}

uint32_t hb_segment_new(BlockHb *b, unsigned warp)
{
    return b->warp[warp].segment = b->warp[warp].newest = segment_new(b->index, warp);
}

// A block's number with its grid's.
static inline uint64_t index_of(uint32_t segment)
{
    return (uint64_t)grids_of(segment) << 32 | segment_at(segment).block;
}

bool hb_is_of_block(uint32_t segment, const BlockHb *b)
{
    return segment > HOST_SEGMENT && segment <= segment_last && !segment_is_old(segment) &&
           index_of(segment) == b->index;
}

bool hb_clock_knows(const Clock *c, uint32_t segment, unsigned lane)
{
    unsigned warp = segment_at(segment).warp;
    return clock_until(c, index_of(segment), warp, warp * WARP_SIZE + lane) >= segment ||
           clock_covers(c, segment);
}

bool hb_known(uint64_t e)
{
    uint32_t segment = entry_segment(e);
    return segment <= grids_floor() || segment_is_old(segment) || hb_is_other_launch(segment) ||
           grids_know(segment, entry_lane(e));
}

bool hb_ordered(const BlockHb *b, unsigned warp, unsigned lane, uint64_t e)
{
    uint32_t segment = entry_segment(e);
    if (segment <= hb_launch->floor || segment_is_old(segment) || hb_is_other_launch(segment))
        return true;
    Segment by = segment_at(segment);
    uint64_t block = index_of(segment);
    const WarpHb *w = &b->warp[warp];
    unsigned other = entry_lane(e);
    if (block == b->index) {
        if (segment <= b->floor)
            return true;
        if (by.warp == warp) {
            if (segment <= w->floor || (other == lane && !(e & SEVERAL)))
                return true;
            // One of several lanes is recorded; if that is the asking lane, any other will do.
            for (unsigned l = 0; w->pair && l < WARP_SIZE; l++)
                if ((l == other || (other == lane && l != lane)) &&
                    w->pair[lane * WARP_SIZE + l] >= segment)
                    return true;
        }
    }
    if (grids_know(segment, other))
        return true;
    if (!b->clocks)
        return false;
    return hb_clock_knows(b->clock, segment, other) || hb_clock_knows(w->clock, segment, other) ||
           (w->lane && hb_clock_knows(w->lane[lane].clock, segment, other));
}

bool hb_counted(const BlockHb *b, unsigned warp, unsigned lane, uint64_t e)
{
    uint32_t segment = entry_segment(e);
    uint64_t who = who_counted(index_of(segment), segment_at(segment).warp);
    const WarpHb *w = &b->warp[warp];
    return b->clocks &&
           (clock_knows_who(b->clock, who, segment) || clock_knows_who(w->clock, who, segment) ||
            (w->lane && clock_knows_who(w->lane[lane].clock, who, segment)));
}

bool hb_ordered_by_others(const BlockHb *b, unsigned warp, unsigned lane, uint64_t e)
{
    uint32_t segment = entry_segment(e);
    unsigned other = entry_lane(e);
    const WarpHb *w = &b->warp[warp];
    return b->clocks &&
           (grids_know_by(b->clock, segment, other) || grids_know_by(w->clock, segment, other) ||
            (w->lane && grids_know_by(w->lane[lane].clock, segment, other)));
}

bool hb_read_over(const BlockHb *b, uint64_t e)
{
    uint32_t segment = entry_segment(e);
    return b->heard && clock_until(b->heard, index_of(segment), 0, 0) >= segment;
}

// ---- what a thread knows, as a clock --------------------------------

// Up to which segment one of `lanes` knows the past of lane l.
static uint32_t pair_until(const WarpHb *w, uint32_t lanes, unsigned l, uint32_t time)
{
    uint32_t until = lanes >> l & 1 ? time : 0;
    for (uint32_t m = w->pair ? lanes : 0; m && until < time; m &= m - 1) {
        uint32_t pair = w->pair[(unsigned)__builtin_ctz(m) * WARP_SIZE + l];
        until = pair > until ? pair : until;
    }
    return until < time ? until : time;
}

Clock *hb_compose(const BlockHb *b, unsigned warp, uint32_t lanes, const Fence *f)
{
    ClockEntry e[2 + WARP_SIZE];
    unsigned n = 0;
    const WarpHb *w = &b->warp[warp];
    if (f->block_floor)
        e[n++] = (ClockEntry){who_block(b->index), f->block_floor};
    if (f->warp_floor > f->block_floor)
        e[n++] = (ClockEntry){who_warp(b->index, warp), f->warp_floor};
    for (unsigned l = 0; l < WARP_SIZE; l++) {
        uint32_t until = pair_until(w, lanes, l, f->time);
        if (until > f->block_floor && until > f->warp_floor)
            e[n++] = (ClockEntry){who_thread(b->index, warp * WARP_SIZE + l), until};
    }
    Clock *c = clock_new(e, n);
    clock_join(&c, f->block);
    clock_join(&c, f->warp);
    clock_join(&c, f->lane);
    return c;
}

LaneHb *hb_lanes(BlockHb *b, unsigned warp)
{
    WarpHb *w = &b->warp[warp];
    if (!w->lane)
        w->lane = must_calloc(WARP_SIZE, sizeof *w->lane);
    b->clocks = true;
    return w->lane;
}

// What the lane knows now, without references of its own.
Fence hb_present(const BlockHb *b, unsigned warp, unsigned lane)
{
    const WarpHb *w = &b->warp[warp];
    return (Fence){.time = segment_last,
                   .block_floor = b->floor,
                   .warp_floor = w->floor,
                   .block = b->clock,
                   .warp = w->clock,
                   .lane = w->lane ? w->lane[lane].clock : NULL};
}

static void fence_drop(Fence *f)
{
    clock_drop(&f->block);
    clock_drop(&f->warp);
    clock_drop(&f->lane);
    clock_drop(&f->all);
    f->time = 0;
}

void hb_fence(BlockHb *b, unsigned warp, uint32_t mask, Scope scope)
{
    LaneHb *lanes = hb_lanes(b, warp);
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        LaneHb *lane = &lanes[l];
        clock_join(&lane->clock, lane->seen_cta);
        if (scope != SCOPE_cta)
            clock_join(&lane->clock, lane->seen);
        fence_drop(&lane->fence);
        lane->fence = hb_present(b, warp, l);
        lane->fence.scope = (uint8_t)scope;
        clock_ref(lane->fence.block);
        clock_ref(lane->fence.warp);
        clock_ref(lane->fence.lane);
    }
    b->warp[warp].segment = 0;
    if (scope != SCOPE_cta)
        b->warp[warp].fresh |= mask;
}

// ---- fences between proxies -----------------------------------------

void hb_proxy_fence(BlockHb *b, unsigned warp, uint32_t mask, bool of_map)
{
    LaneHb *lanes = hb_lanes(b, warp);
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        Fence *f = of_map ? &lanes[l].map : &lanes[l].proxy;
        fence_drop(f);
        *f = hb_present(b, warp, l);
        clock_ref(f->block);
        clock_ref(f->warp);
        clock_ref(f->lane);
    }
    b->warp[warp].segment = 0;
}

// Was `e` in the past of a lane at its fence?
static bool behind(const BlockHb *b, unsigned warp, unsigned lane, const Fence *f, uint64_t e)
{
    uint32_t segment = entry_segment(e);
    Segment by = segment_at(segment);
    unsigned other = entry_lane(e), thread = by.warp * WARP_SIZE + other;
    const WarpHb *w = &b->warp[warp];
    if (by.block == (uint32_t)b->index) {
        if (segment <= f->block_floor)
            return true;
        if (by.warp == warp &&
            (segment <= f->warp_floor ||
             (segment <= f->time &&
              (other == lane || (w->pair && w->pair[lane * WARP_SIZE + other] >= segment)))))
            return true;
    }
    return clock_until(f->block, by.block, by.warp, thread) >= segment ||
           clock_until(f->warp, by.block, by.warp, thread) >= segment ||
           clock_until(f->lane, by.block, by.warp, thread) >= segment;
}

bool hb_proxy_fenced(const BlockHb *b, uint64_t e, bool of_map)
{
    for (unsigned i = 0; i < b->nwarps; i++)
        for (unsigned l = 0; b->warp[i].lane && l < WARP_SIZE; l++) {
            const LaneHb *lane = &b->warp[i].lane[l];
            const Fence *f = of_map ? &lane->map : &lane->proxy;
            if (f->time && behind(b, i, l, f, e))
                return true;
        }
    return false;
}

// Joins into *c what lanes of the warp knew at fences since its last barrier.
void hb_collect_fences(BlockHb *b, unsigned warp, Clock **c)
{
    WarpHb *w = &b->warp[warp];
    uint32_t fresh = w->fresh;
    w->fresh = 0;
    while (fresh) {
        unsigned first = (unsigned)__builtin_ctz(fresh);
        const Fence *f = &w->lane[first].fence;
        uint32_t same = 0; // lanes that fenced together
        for (uint32_t m = fresh; m; m &= m - 1) {
            const Fence *g = &w->lane[__builtin_ctz(m)].fence;
            if (g->time == f->time && !w->pair)
                same |= 1u << __builtin_ctz(m);
        }
        same |= 1u << first;
        Fence together = *f;
        if (same == FULL_MASK) // one entry for all, and what single lanes know besides
            together.warp_floor = f->time;
        for (unsigned l = 0; same == FULL_MASK && l < WARP_SIZE; l++)
            clock_join(c, w->lane[l].fence.lane);
        for (uint32_t m = same; m; m &= same == FULL_MASK ? 0 : m - 1) {
            Clock *mine = hb_compose(b, warp, m & -m, &together);
            clock_join(c, mine);
            clock_drop(&mine);
        }
        fresh &= ~same;
    }
}

// ---- launches from kernels ------------------------------------------

// A launch hands on all that its thread knows, like a fence. If the grid has a single block
// that has just left its barrier, or a single thread, the thread knows everything so far: a
// range.
Clock *hb_ask(BlockHb *b, const Warp *w, unsigned lane, uint32_t first)
{
    const Launch *l = w->launch;
    WarpHb *mine = &b->warp[w->index];
    Fence now = hb_present(b, w->index, lane);
    Clock *c = hb_compose(b, w->index, 1u << lane, &now);
    if (mine->lane) {
        clock_join(&c, mine->lane[lane].seen_cta);
        clock_join(&c, mine->lane[lane].seen);
        clock_join(&c, mine->lane[lane].ticket);
    }
    uint32_t known = 0;
    if ((uint64_t)l->grid.x * l->grid.y * l->grid.z == 1) {
        known = b->floor;
        if (b->nwarps == 1 && mine->floor > known)
            known = mine->floor;
        if (l->threads == 1)
            known = segment_last;
    }
    clock_add_range(&c, first, known);
    mine->segment = 0;
    return c;
}

// ---- blocks ---------------------------------------------------------

void hb_block_begin(BlockHb *b, const Block *block)
{
    b->index = (uint64_t)grids_current() << 32 | (uint32_t)block->index;
    b->nwarps = block->nwarps;
    b->floor = segment_last; // older entries of its shared memory are another block's
    b->clocks = false;
    for (unsigned i = 0; i < b->nwarps; i++) {
        b->warp[i].segment = 0;
        b->warp[i].floor = 0;
        b->warp[i].fresh = 0;
    }
}

void hb_block_end(BlockHb *b)
{
    products_end(b);
    clock_drop(&b->clock);
    clock_drop(&b->fenced);
    clock_drop(&b->heard);
    for (unsigned i = 0; i < MAX_BARRIERS; i++)
        if (b->arrived[i]) {
            clock_drop(&b->arrived[i]->clock);
            free(b->arrived[i]);
            b->arrived[i] = NULL;
        }
    for (unsigned i = 0; i < b->nwarps; i++) {
        WarpHb *w = &b->warp[i];
        clock_drop(&w->clock);
        clock_drop(&w->fenced);
        for (unsigned l = 0; w->lane && l < WARP_SIZE; l++) {
            clock_drop(&w->lane[l].clock);
            clock_drop(&w->lane[l].seen_cta);
            clock_drop(&w->lane[l].seen);
            clock_drop(&w->lane[l].ticket);
            fence_drop(&w->lane[l].fence);
            fence_drop(&w->lane[l].proxy);
            fence_drop(&w->lane[l].map);
        }
        free(w->lane);
        free(w->pair);
        w->lane = NULL;
        w->pair = NULL;
    }
}

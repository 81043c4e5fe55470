// hb.c - who happened before whom.
//
// Execution is sequential, so every access can be stamped with a number that
// grows: its segment, a stretch of one warp's work between two synchronisations.
// "Thread T knows thread U's past up to segment n" is then one number, and the
// question whether an access of U happened before what T does now is one
// comparison. Three things add to what T knows:
//
//   block barriers    T knows what every thread did before it arrived
//   warp barriers     the same, for the lanes named (shfl and its like count)
//   release, acquire  U executes a fence, then writes a location strongly
//                     (volatile, atomic, st.release needs no fence of its own);
//                     T reads that location strongly, then executes a fence.
//                     T then knows what U knew at its fence. Atomics hand on
//                     what the location held before. Fence and access count
//                     with the smaller of their scopes.
//
// Knowledge is passed on whole, so all of this is transitive. Two kindnesses,
// since hardware grants them and NVIDIA's own examples rely on them ("the last
// block done sums up"): a block barrier, too, completes the acquire of an
// atomic; and what threads have fenced before a barrier is released by anybody
// who writes strongly after it. Without any fence it is an error all the same.
//
// A third one: a read of another block counts as over once a strong store of
// that block, which came after it, has been read here. Without fences that is no
// more than hardware's habit, but CUB's in-place scans rely on it.
//
// Most knowledge is a floor, one number for all threads of a block or warp;
// clocks (clocks.c) hold the rest and exist only where they are needed.
#include "observers/checks.h"

#include <stdlib.h>

// Strongly written locations that carry a release.
typedef struct {
    uint64_t key;       // 0: free
    uint64_t cta_block; // whose threads may see `cta`
    Clock *cta, *gpu;
    Clock *copied; // asynchronous copies that have ended at this mbarrier
    Clock *told;   // blocks that the writer had heard of, and itself
} Location;

uint32_t hb_launch_floor;
static Location *locations;
static uint32_t nlocations, size_locations;

// ---- segments ----------------------------------------------------------------------

static Location *location(uint64_t key, bool make);

static void forget_locations(void)
{
    for (uint32_t i = 0; nlocations && i < size_locations; i++) {
        clock_drop(&locations[i].cta);
        clock_drop(&locations[i].gpu);
        clock_drop(&locations[i].copied);
        clock_drop(&locations[i].told);
        locations[i].key = 0;
    }
    nlocations = 0;
}

// Between the grids of a tree global memory hands on what was released there; of shared
// memory, and of what was heard without fences, nothing is left.
static void keep_locations(void)
{
    Location *old = locations;
    uint32_t n = size_locations;
    uint32_t first = segments_launch_first();
    Clock *from = NULL, *to = NULL; // the last one condensed
    size_locations = nlocations = 0;
    locations = NULL;
    for (uint32_t i = 0; i < n; i++) {
        Location *l = &old[i];
        clock_drop(&l->cta);
        clock_drop(&l->told);
        if (!l->gpu || l->key >> 63) {
            clock_drop(&l->gpu);
            continue;
        }
        if (l->gpu != from) {
            clock_drop(&from);
            clock_drop(&to);
            from = clock_ref(l->gpu);
            to = clock_condense(from, grids_current(), first, segment_last);
        }
        clock_drop(&l->gpu);
        location(l->key, true)->gpu = clock_ref(to);
    }
    clock_drop(&from);
    clock_drop(&to);
    free(old);
}

void hb_launch_end(const Launch *l)
{
    if (!nlocations)
        return;
    if (l->child || l->children.work || l->children.tail)
        keep_locations();
    else
        forget_locations();
}

void hb_launch_begin(const Launch *l)
{
    if (!l->child)
        forget_locations();
    segments_launch(l);
    grids_begin(l, segment_last);
    hb_launch_floor = grids_floor();
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
    return segment <= grids_floor() || segment_is_old(segment) ||
           grids_know(segment, entry_lane(e));
}

bool hb_ordered(const BlockHb *b, unsigned warp, unsigned lane, uint64_t e)
{
    uint32_t segment = entry_segment(e);
    if (segment <= hb_launch_floor || segment_is_old(segment))
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
            // Of several lanes one is recorded; if that is this one, any will do.
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

// ---- what a thread knows, as a clock ---------------------------------------------------

static Clock *compose(const BlockHb *b, unsigned warp, unsigned lane, const Fence *f)
{
    ClockEntry e[2 + WARP_SIZE];
    unsigned n = 0;
    const WarpHb *w = &b->warp[warp];
    if (f->block_floor)
        e[n++] = (ClockEntry){who_block(b->index), f->block_floor};
    if (f->warp_floor > f->block_floor)
        e[n++] = (ClockEntry){who_warp(b->index, warp), f->warp_floor};
    for (unsigned l = 0; l < WARP_SIZE; l++) {
        uint32_t until = l == lane ? f->time : w->pair ? w->pair[lane * WARP_SIZE + l] : 0;
        until = until < f->time ? until : f->time;
        if (until > f->block_floor && until > f->warp_floor)
            e[n++] = (ClockEntry){who_thread(b->index, warp * WARP_SIZE + l), until};
    }
    Clock *c = clock_new(e, n);
    clock_join(&c, f->block);
    clock_join(&c, f->warp);
    clock_join(&c, f->lane);
    return c;
}

static LaneHb *lanes_of(BlockHb *b, unsigned warp)
{
    WarpHb *w = &b->warp[warp];
    if (!w->lane)
        w->lane = calloc(WARP_SIZE, sizeof *w->lane);
    b->clocks = true;
    return w->lane;
}

// What lane knows now, without keeping references of its own.
static Fence present(const BlockHb *b, unsigned warp, unsigned lane)
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
    LaneHb *lanes = lanes_of(b, warp);
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        LaneHb *lane = &lanes[l];
        clock_join(&lane->clock, lane->seen_cta);
        if (scope != SCOPE_cta)
            clock_join(&lane->clock, lane->seen);
        fence_drop(&lane->fence);
        lane->fence = present(b, warp, l);
        lane->fence.scope = (uint8_t)scope;
        clock_ref(lane->fence.block);
        clock_ref(lane->fence.warp);
        clock_ref(lane->fence.lane);
    }
    b->warp[warp].segment = 0;
    if (scope != SCOPE_cta)
        b->warp[warp].fresh |= mask;
}

// ---- fences between proxies ---------------------------------------------------------

void hb_proxy_fence(BlockHb *b, unsigned warp, uint32_t mask)
{
    LaneHb *lanes = lanes_of(b, warp);
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        Fence *f = &lanes[l].proxy;
        fence_drop(f);
        *f = present(b, warp, l);
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

bool hb_proxy_fenced(const BlockHb *b, uint64_t e)
{
    for (unsigned i = 0; i < b->nwarps; i++)
        for (unsigned l = 0; b->warp[i].lane && l < WARP_SIZE; l++) {
            const Fence *f = &b->warp[i].lane[l].proxy;
            if (f->time && behind(b, i, l, f, e))
                return true;
        }
    return false;
}

// Joins into *c what lanes of the warp knew at fences since its last barrier.
static void collect_fences(BlockHb *b, unsigned warp, Clock **c)
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
        if (same == FULL_MASK) // one entry for all, and what some of them know besides
            together.warp_floor = f->time;
        for (unsigned l = 0; same == FULL_MASK && l < WARP_SIZE; l++)
            clock_join(c, w->lane[l].fence.lane);
        for (uint32_t m = same; m; m &= same == FULL_MASK ? 0 : m - 1) {
            Clock *mine = compose(b, warp, (unsigned)__builtin_ctz(m), &together);
            clock_join(c, mine);
            clock_drop(&mine);
        }
        fresh &= ~same;
    }
}

// ---- releases and acquires ------------------------------------------------------------------

static uint32_t slot_of(uint64_t key)
{
    uint32_t i = (uint32_t)(key * 0x9e3779b97f4a7c15ull >> 32);
    while (locations[i &= size_locations - 1].key && locations[i].key != key)
        i++;
    return i;
}

static Location *location(uint64_t key, bool make)
{
    if (!size_locations && !make)
        return NULL;
    if (make && 2 * (nlocations + 1) > size_locations) {
        uint32_t n = size_locations;
        Location *old = locations;
        size_locations = n ? 2 * n : 256;
        locations = calloc(size_locations, sizeof *locations);
        for (uint32_t i = 0; i < n; i++)
            if (old[i].key)
                locations[slot_of(old[i].key)] = old[i];
        free(old);
    }
    Location *l = &locations[slot_of(key)];
    if (!l->key) {
        if (!make)
            return NULL;
        l->key = key;
        nlocations++;
    }
    return l;
}

static uint64_t key_shared(uint64_t index, uint64_t addr)
{
    uint64_t grid = index >> 32 & 0xfff, block = (uint32_t)index;
    return 1ull << 63 | grid << 51 | block << 19 | addr << 1 | 1;
}

// The block whose shared memory it is.
static uint64_t owner_of(const BlockHb *b, const Access *a)
{
    return a->peer ? (b->index & ~0xffffffffull) | (uint32_t)a->peer->index : b->index;
}

static uint64_t key_of(const BlockHb *b, const Access *a, unsigned lane)
{
    return a->space == SPACE_shared ? key_shared(owner_of(b, a), a->addr[lane]) : a->addr[lane];
}

static void release(BlockHb *b, uint64_t key, bool chain, Clock *c, bool wide)
{
    Location *l = location(key, true);
    if (l->cta_block != b->index || !chain)
        clock_drop(&l->cta);
    if (!chain)
        clock_drop(&l->gpu);
    l->cta_block = b->index;
    clock_join(&l->cta, c);
    if (wide)
        clock_join(&l->gpu, c);
}

static void acquire(LaneHb *lane, Clock *cta, Clock *gpu, bool now, bool ticket)
{
    if (now) {
        clock_join(&lane->clock, cta);
        clock_join(&lane->clock, gpu);
        return;
    }
    clock_join(&lane->seen_cta, cta);
    clock_join(&lane->seen, gpu);
    if (ticket) {
        clock_join(&lane->ticket, cta);
        clock_join(&lane->ticket, gpu);
    }
}

static void lane_access(BlockHb *b, const Access *a, unsigned l, bool wide, bool acquires,
                        bool releases)
{
    unsigned warp = a->warp->index;
    uint64_t key = key_of(b, a, l);
    Location *at = nlocations ? location(key, false) : NULL;
    if (at && a->kind != ACCESS_store) {
        Clock *cta = at->cta_block == b->index ? at->cta : NULL;
        Clock *gpu = wide ? at->gpu : NULL;
        if (at->copied)
            acquire(&lanes_of(b, warp)[l], at->copied, NULL, acquires, a->kind != ACCESS_load);
        if (cta || gpu)
            acquire(&lanes_of(b, warp)[l], cta, gpu, acquires, a->kind != ACCESS_load);
    }
    if (a->kind == ACCESS_load)
        return;
    bool chain = a->kind != ACCESS_store;
    Fence *f = b->warp[warp].lane ? &b->warp[warp].lane[l].fence : NULL;
    if (releases) {
        Fence now = present(b, warp, l);
        Clock *c = compose(b, warp, l, &now);
        release(b, key, chain, c, wide);
        clock_drop(&c);
    } else if ((f && f->time) || b->fenced || b->warp[warp].fenced) {
        if (f && f->time && !f->all)
            f->all = compose(b, warp, l, f);
        if (f && f->time)
            release(b, key, chain, f->all, wide && f->scope != SCOPE_cta);
        else if (!chain && at)
            release(b, key, chain, NULL, wide);
        release(b, key, true, b->fenced, wide);
        release(b, key, true, b->warp[warp].fenced, wide);
    } else if (at && !chain) { // a plain strong store ends what was released here
        clock_drop(&at->cta);
        clock_drop(&at->gpu);
    }
}

// Strong accesses to global memory carry the news which blocks have come how far.
static void hear(BlockHb *b, const Access *a)
{
    if (a->kind == ACCESS_store) {
        ClockEntry me = {who_block(b->index), segment_last};
        Clock *told = clock_new(&me, 1);
        clock_join(&told, b->heard);
        for (uint32_t m = a->mask; m; m &= m - 1)
            clock_join(&location(a->addr[__builtin_ctz(m)], true)->told, told);
        clock_drop(&told);
        return;
    }
    for (uint32_t m = nlocations ? a->mask : 0; m; m &= m - 1) {
        const Location *at = location(a->addr[__builtin_ctz(m)], false);
        if (at)
            clock_join(&b->heard, at->told);
    }
}

uint32_t hb_copied(const BlockHb *b, unsigned warp, BlockHb *owner, uint64_t barrier)
{
    uint32_t segment = segment_new(b->index, warp + MAX_WARPS);
    ClockEntry copy = {who_warp(b->index, warp + MAX_WARPS), segment};
    Clock *c = clock_new(&copy, 1);
    clock_join(&location(key_shared(owner->index, barrier), true)->copied, c);
    clock_drop(&c);
    owner->clocks = true;
    return segment;
}

void hb_access(BlockHb *b, const Access *a)
{
    if (a->space == SPACE_global)
        hear(b, a);
    WarpHb *w = &b->warp[a->warp->index];
    bool both = a->order == ORDER_acq_rel || a->order == ORDER_sc;
    bool acquires = both || a->order == ORDER_acquire, releases = both || a->order == ORDER_release;
    bool fences = w->lane || w->fenced || b->fenced;
    if (!releases && !nlocations && (a->kind == ACCESS_load || !fences))
        return;
    bool wide = a->scope != SCOPE_cta;
    for (uint32_t m = a->mask; m; m &= m - 1)
        lane_access(b, a, (unsigned)__builtin_ctz(m), wide, acquires, releases);
    if (releases)
        w->segment = 0;
}

// ---- barriers ----------------------------------------------------------------------------------

void hb_warp_sync(BlockHb *b, unsigned warp, uint32_t live, uint32_t mask)
{
    WarpHb *w = &b->warp[warp];
    w->segment = 0;
    if (!(live & ~mask)) {
        w->floor = segment_last;
        for (unsigned l = 0; w->lane && l < WARP_SIZE; l++) {
            clock_join(&w->clock, w->lane[l].clock);
            clock_drop(&w->lane[l].clock);
        }
        if (w->fresh)
            collect_fences(b, warp, &w->fenced);
        return;
    }
    if (!w->pair)
        w->pair = calloc(WARP_SIZE * WARP_SIZE, sizeof *w->pair);
    uint32_t row[WARP_SIZE] = {0};
    Clock *c = NULL;
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        const uint32_t *p = w->pair + l * WARP_SIZE;
        for (unsigned k = 0; k < WARP_SIZE; k++)
            row[k] = p[k] > row[k] ? p[k] : row[k];
        if (w->lane)
            clock_join(&c, w->lane[l].clock);
    }
    for (unsigned k = 0; k < WARP_SIZE; k++)
        if (mask >> k & 1)
            row[k] = segment_last;
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        memcpy(w->pair + l * WARP_SIZE, row, sizeof row);
        if (c)
            clock_join(&w->lane[l].clock, c);
    }
    clock_drop(&c);
}

// Joins into *c what `mask` of the warp knows now.
void hb_gather(const BlockHb *b, unsigned warp, uint32_t mask, uint32_t live, Clock **c)
{
    const WarpHb *w = &b->warp[warp];
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        Fence now = present(b, warp, l);
        if (!(live & ~mask) && !w->lane) { // a whole warp is one entry
            now.warp_floor = now.time;
            m = 1;
        }
        Clock *mine = compose(b, warp, l, &now);
        clock_join(c, mine);
        clock_drop(&mine);
    }
}

void hb_barrier_arrive(BlockHb *b, const BarrierArrive *e)
{
    if (!e->arrive_only || e->id >= MAX_BARRIERS)
        return;
    Arrived *a = b->arrived[e->id];
    if (!a)
        a = b->arrived[e->id] = calloc(1, sizeof *a);
    unsigned warp = e->warp->index;
    hb_gather(b, warp, e->mask, e->warp->live, &a->clock);
    a->mask[warp] |= e->mask;
    b->warp[warp].segment = 0;
}

void hb_learn(BlockHb *b, unsigned warp, uint32_t mask, uint32_t live, Clock *c)
{
    WarpHb *w = &b->warp[warp];
    b->clocks = true;
    w->segment = 0;
    if (!(live & ~mask)) {
        clock_join(&w->clock, c);
        return;
    }
    LaneHb *lanes = lanes_of(b, warp);
    for (uint32_t m = mask; m; m &= m - 1)
        clock_join(&lanes[__builtin_ctz(m)].clock, c);
}

// Everybody was there: the usual case.
void hb_whole_block(BlockHb *b)
{
    b->floor = segment_last;
    for (unsigned i = 0; i < b->nwarps; i++) {
        WarpHb *w = &b->warp[i];
        w->segment = 0;
        if (!b->clocks)
            continue;
        if (w->fresh)
            collect_fences(b, i, &b->fenced);
        clock_join(&b->fenced, w->fenced);
        clock_drop(&w->fenced);
        clock_join(&b->clock, w->clock);
        clock_drop(&w->clock);
        for (unsigned l = 0; w->lane && l < WARP_SIZE; l++) {
            clock_join(&b->clock, w->lane[l].clock);
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
        hb_gather(b, i, waits, block->warps[i]->live, &c);
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
        LaneHb *lanes = lanes_of(b, i);
        for (uint32_t m = waits; m; m &= m - 1)
            clock_join(&lanes[__builtin_ctz(m)].clock, c);
    }
    clock_drop(&c);
    free(a);
    b->arrived[id] = NULL;
}

void hb_barrier_done(BlockHb *b, const Block *block, uint32_t id, const uint32_t *mask_by_warp)
{
    bool all = id < MAX_BARRIERS && !b->arrived[id];
    for (unsigned i = 0; i < b->nwarps && all; i++)
        all = !(block->warps[i]->live & ~mask_by_warp[i]);
    if (all)
        hb_whole_block(b);
    else if (id < MAX_BARRIERS)
        part_of_block(b, block, id, mask_by_warp);
}

// ---- launches from kernels -------------------------------------------------------------------

// A launch hands on whatever its thread has learned, like a fence. What a single
// thread or a block just behind its barrier knows of a grid of its own is a range:
// everything so far.
Clock *hb_ask(BlockHb *b, const Warp *w, unsigned lane, uint32_t first)
{
    const Launch *l = w->launch;
    WarpHb *mine = &b->warp[w->index];
    Fence now = present(b, w->index, lane);
    Clock *c = compose(b, w->index, lane, &now);
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

// ---- blocks -----------------------------------------------------------------------------------

void hb_block_begin(BlockHb *b, const Block *block)
{
    b->index = (uint64_t)grids_current() << 32 | (uint32_t)block->index;
    b->nwarps = block->nwarps;
    b->floor = segment_last; // whatever its memory says is of another block's time
    b->clocks = false;
    for (unsigned i = 0; i < b->nwarps; i++) {
        b->warp[i].segment = 0;
        b->warp[i].floor = 0;
        b->warp[i].fresh = 0;
    }
}

void hb_block_end(BlockHb *b)
{
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
        }
        free(w->lane);
        free(w->pair);
        w->lane = NULL;
        w->pair = NULL;
    }
}

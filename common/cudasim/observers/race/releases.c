// releases.c - what strong writes hand on: releases and acquires by location.
//
//   release   a thread executes a fence, then writes a location strongly (volatile, atomic;
//             st.release needs no fence of its own): the location holds what the thread knew
//             at its fence
//   acquire   a thread reads the location strongly, then executes a fence: it learns that
//
// Atomics hand on what the location held before. Fence and access count with the smaller of
// their scopes. An mbarrier is a location, too: it holds the asynchronous copies that have
// ended there, and the relaxed operations (complete_tx, ...) that a phase has counted. Who has
// waited for the phase comes after these operations, but not after what their threads did before.
#include "race.h"

// Strongly written locations that carry a release.
typedef struct Location {
    uint64_t key;       // 0: free
    uint64_t cta_block; // whose threads may see `cta`
    Clock *cta, *gpu;
    Clock *past;   // what writes handed on whose values later ones have replaced; only under the
                   // weak memory model, where a load may find an older value
    Clock *copied; // what has counted at this mbarrier: copies that ended, relaxed operations
    Clock *told;   // progress of the writing block, and of the blocks that it had heard of
} Location;

static uint32_t location_slot(uint64_t key)
{
    uint32_t i = (uint32_t)(key * 0x9e3779b97f4a7c15ull >> 32);
    while (hb_launch->released.at[i &= hb_launch->released.size - 1].key &&
           hb_launch->released.at[i].key != key)
        i++;
    return i;
}

static Location *location_at(uint64_t key, bool make)
{
    if (!hb_launch->released.size && !make)
        return NULL;
    if (make && 2 * (hb_launch->released.n + 1) > hb_launch->released.size) {
        uint32_t n = hb_launch->released.size;
        Location *old = hb_launch->released.at;
        hb_launch->released.size = n ? 2 * n : 256;
        hb_launch->released.at =
            must_calloc(hb_launch->released.size, sizeof *hb_launch->released.at);
        for (uint32_t i = 0; i < n; i++)
            if (old[i].key)
                hb_launch->released.at[location_slot(old[i].key)] = old[i];
        free(old);
    }
    Location *l = &hb_launch->released.at[location_slot(key)];
    if (!l->key) {
        if (!make)
            return NULL;
        l->key = key;
        hb_launch->released.n++;
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

static uint64_t location_key(const BlockHb *b, const Access *a, unsigned lane)
{
    return a->space == SPACE_shared ? key_shared(owner_of(b, a), a->addr[lane]) : a->addr[lane];
}

static void release_at(BlockHb *b, uint64_t key, bool chain, Clock *c, bool wide)
{
    Location *l = location_at(key, true);
    if (l->cta_block != b->index || !chain)
        clock_drop(&l->cta);
    if (!chain)
        clock_drop(&l->gpu);
    l->cta_block = b->index;
    clock_join(&l->cta, c);
    if (wide)
        clock_join(&l->gpu, c);
}

static void acquire_from(LaneHb *lane, Clock *cta, Clock *gpu, bool now, bool ticket)
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
    uint64_t key = location_key(b, a, l);
    Location *at = hb_launch->released.n ? location_at(key, false) : NULL;
    if (at && a->kind != ACCESS_store) {
        Clock *cta = at->cta_block == b->index ? at->cta : NULL;
        Clock *gpu = !wide ? NULL : a->stale >> l & 1 ? at->past : at->gpu;
        if (at->copied)
            acquire_from(&hb_lanes(b, warp)[l], at->copied, NULL, acquires, a->kind != ACCESS_load);
        if (cta || gpu)
            acquire_from(&hb_lanes(b, warp)[l], cta, gpu, acquires, a->kind != ACCESS_load);
    }
    if (a->kind == ACCESS_load)
        return;
    if (at && device.hooks->loads) // whoever finds an older value, also one of a chain of atomics
        clock_join(&at->past, at->gpu);
    bool chain = a->kind != ACCESS_store;
    Fence *f = b->warp[warp].lane ? &b->warp[warp].lane[l].fence : NULL;
    if (releases) {
        Fence now = hb_present(b, warp, l);
        Clock *c = hb_compose(b, warp, 1u << l, &now);
        release_at(b, key, chain, c, wide);
        clock_drop(&c);
    } else if ((f && f->time) || b->fenced || b->warp[warp].fenced) {
        if (f && f->time && !f->all)
            f->all = hb_compose(b, warp, 1u << l, f);
        if (f && f->time)
            release_at(b, key, chain, f->all, wide && f->scope != SCOPE_cta);
        else if (!chain && at)
            release_at(b, key, chain, NULL, wide);
        release_at(b, key, true, b->fenced, wide);
        release_at(b, key, true, b->warp[warp].fenced, wide);
    } else if (at && !chain) { // a strong store without a release ends earlier releases
        clock_drop(&at->cta);
        clock_drop(&at->gpu);
    }
}

// Strong accesses to global memory hand on how far blocks have come, fenced or not.
static void hear_progress(BlockHb *b, const Access *a)
{
    if (a->kind == ACCESS_store) {
        ClockEntry me = {who_block(b->index), segment_last};
        Clock *told = clock_new(&me, 1);
        clock_join(&told, b->heard);
        for (uint32_t m = a->mask; m; m &= m - 1)
            clock_join(&location_at(a->addr[__builtin_ctz(m)], true)->told, told);
        clock_drop(&told);
        return;
    }
    for (uint32_t m = hb_launch->released.n ? a->mask : 0; m; m &= m - 1) {
        const Location *at = location_at(a->addr[__builtin_ctz(m)], false);
        if (at)
            clock_join(&b->heard, at->told);
    }
}

uint32_t releases_copied(const BlockHb *b, unsigned warp, BlockHb *owner, uint64_t barrier)
{
    uint32_t segment = segment_new(b->index, warp + MAX_WARPS);
    ClockEntry copy = {who_warp(b->index, warp + MAX_WARPS), segment};
    Clock *c = clock_new(&copy, 1);
    clock_join(&location_at(key_shared(owner->index, barrier), true)->copied, c);
    clock_drop(&c);
    owner->clocks = true;
    return segment;
}

void releases_counted(BlockHb *b, const Access *a)
{
    WarpHb *w = &b->warp[a->warp->index];
    ClockEntry operation = {who_counted(b->index, a->warp->index), w->segment};
    Clock *c = clock_new(&operation, 1);
    for (uint32_t m = a->mask; m; m &= m - 1)
        clock_join(&location_at(location_key(b, a, (unsigned)__builtin_ctz(m)), true)->copied, c);
    clock_drop(&c);
    b->clocks = true;
    w->segment = 0;
}

void releases_access(BlockHb *b, const Access *a)
{
    if (a->space == SPACE_global)
        hear_progress(b, a);
    WarpHb *w = &b->warp[a->warp->index];
    bool both = a->order == ORDER_acq_rel || a->order == ORDER_sc;
    bool acquires = both || a->order == ORDER_acquire, releases = both || a->order == ORDER_release;
    bool fences = w->lane || w->fenced || b->fenced;
    if (!releases && !hb_launch->released.n && (a->kind == ACCESS_load || !fences))
        return;
    bool wide = a->scope != SCOPE_cta;
    for (uint32_t m = a->mask; m; m &= m - 1)
        lane_access(b, a, (unsigned)__builtin_ctz(m), wide, acquires, releases);
    if (releases)
        w->segment = 0;
}

// ---- from grid to grid ----------------------------------------------

void releases_forget(void)
{
    for (uint32_t i = 0; hb_launch->released.n && i < hb_launch->released.size; i++) {
        clock_drop(&hb_launch->released.at[i].cta);
        clock_drop(&hb_launch->released.at[i].gpu);
        clock_drop(&hb_launch->released.at[i].copied);
        clock_drop(&hb_launch->released.at[i].past);
        clock_drop(&hb_launch->released.at[i].told);
    }
    free(hb_launch->released.at);
    hb_launch->released = (Locations){0};
}

// Releases in global memory reach the next grid of the tree; those in shared memory, and
// progress that was heard without fences, do not.
void releases_keep(void)
{
    if (!hb_launch->released.n)
        return;
    Location *old = hb_launch->released.at;
    uint32_t n = hb_launch->released.size;
    uint32_t first = grids_first();
    Clock *from = NULL, *to = NULL; // the last one condensed
    hb_launch->released.size = hb_launch->released.n = 0;
    hb_launch->released.at = NULL;
    for (uint32_t i = 0; i < n; i++) {
        Location *l = &old[i];
        clock_drop(&l->cta);
        clock_drop(&l->told);
        clock_drop(&l->copied);
        clock_drop(&l->past);
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
        location_at(l->key, true)->gpu = clock_ref(to);
    }
    clock_drop(&from);
    clock_drop(&to);
    free(old);
}

// counters.c - adds up what a launch moves, by step, as accesses happen. The machine counts the
// instructions by step (Code.counts). When the launch ends, sheet.c gathers both.
#include "moved.h"
#include "sim/jobs.h"

#include "observers/pages.h"

#include <assert.h>
#include <stdlib.h>

static LaunchMoved *moved_ended; // of the launch that has ended last, until the next one ends

// ---- during the launch ----------------------------------------------

static inline Moved *moved_of(CodeInfo *c)
{
    if (__builtin_expect(c->number < moved_now->nmoved && moved_now->moved[c->number].code, 1))
        return &moved_now->moved[c->number];
    return moved_begin(c);
}

// Parts of the warp, of `lanes` lanes each, with an active lane.
static inline unsigned active_parts(uint32_t mask, unsigned lanes)
{
    unsigned n = 0;
    for (unsigned first = 0; first < WARP_SIZE; first += lanes)
        n += (mask >> first & (lanes == WARP_SIZE ? FULL_MASK : (1u << lanes) - 1)) != 0;
    return n;
}

static inline Rewriting rewriting_at(const CodeInfo *c, const Access *a)
{
    Rewriting r = (Rewriting)c->access[a->index].rewriting;
    return r == REWRITING_if_full ? a->mask == FULL_MASK ? REWRITING_one_lane : REWRITING_none : r;
}

static Wavefronts swap_loop(Moved *m, const Access *a)
{
    Wavefronts sum = {0, 0};
    if (!m->loops)
        m->loops = must_calloc(m->code->nsteps, sizeof *m->loops);
    Loops *loops = &m->loops[a->index];
    for (uint32_t waiting = a->mask; waiting;) {
        unsigned swap;
        Wavefronts load = traffic_shared(a->addr, waiting, a->width, true);
        waiting &= ~traffic_swap(a->addr, waiting, a->width, &swap);
        loops->loads++;
        loops->wavefronts += load.wavefronts;
        loops->conflicts += load.conflicts;
        loops->again += waiting != 0;
        sum.wavefronts += swap;
    }
    return sum;
}

static Wavefronts shared_atomic(Moved *m, const Access *a)
{
    Wavefronts w = {1, 0};
    switch (rewriting_at(m->code, a)) {
    case REWRITING_one_lane: return w;
    case REWRITING_count: return traffic_shared(a->addr, a->mask, a->width, false);
    case REWRITING_swap:
        w = traffic_shared_atomic(a->addr, a->mask, a->width);
        w.wavefronts *= 2;
        return w;
    case REWRITING_loop: return swap_loop(m, a);
    default: return traffic_shared_atomic(a->addr, a->mask, a->width);
    }
}

// One of the program's accesses that ptxas has fused with others, or made narrower.
static void count_fused(Traffic *t, const Access *a, const AccessFacts *f)
{
    uint64_t addr[WARP_SIZE];
    if (f->fused_away) {
        t->gone += a->space == SPACE_shared;
        return;
    }
    for (int l = 0; l < WARP_SIZE; l++)
        addr[l] = a->addr[l] - (uint64_t)f->fused_before;
    for (unsigned part = 0; part <= (f->apart != 0); part++) {
        Wavefronts w = traffic_shared(addr, a->mask, f->fused_bytes, a->kind == ACCESS_load);
        t->shared++;
        t->gone -= part; // the program has one access
        t->wavefronts += w.wavefronts;
        t->conflicts += w.conflicts;
        for (int l = 0; l < WARP_SIZE; l++)
            addr[l] += f->apart;
    }
}

static inline void count_shared(Moved *m, Traffic *t, const Access *a)
{
    Wavefronts w;
    bool load = a->kind == ACCESS_load, atomic = a->kind >= ACCESS_atom;
    if (__builtin_expect(!atomic && a->pattern != PATTERN_any, 1)) {
        unsigned parts = 1;
        if (a->width > 4) {
            unsigned words = a->width / 4, lanes = WARP_SIZE / words;
            if (a->pattern == PATTERN_contiguous && __builtin_popcount(a->mask) < 8)
                goto general; // too few lanes to tell whether they come in pairs
            if (a->pattern == PATTERN_uniform && load)
                lanes *= 2;
            parts = active_parts(a->mask, lanes);
        }
        w = (Wavefronts){parts, 0};
    } else if (atomic) {
        w = shared_atomic(m, a);
    } else {
    general:
        w = traffic_shared(a->addr, a->mask, a->width, load);
    }
    t->shared++;
    t->wavefronts += w.wavefronts;
    t->conflicts += w.conflicts;
}

static void count_chain(const Access *a)
{
    if (!moved_now->chains && chains_begin(a))
        moved_now->chains = chains_new();
    if (moved_now->chains)
        chains_access(moved_now->chains, a);
}

static void count_peer(Traffic *t, const Access *a)
{
    FarTraffic p = traffic_peer(a->addr, a->mask);
    t->peer += p.sectors;
    t->peer_requests += p.sectors != 0;
    a->warp->loads.peer += p.sectors && a->kind == ACCESS_load;
}

// Memory of the host, and of other devices.
static inline void count_far(Traffic *t, const Access *a)
{
    if (__builtin_expect(model.devices > 1, 0))
        count_peer(t, a);
    if (__builtin_expect(a->addr[__builtin_ctz(a->mask)] < HOST_BASE, 1))
        return;
    if (jobs_apart) // pages move in the order of accesses
        jobs_give_up();
    pages_access(a);
    FarTraffic p = traffic_pinned(a->addr, a->mask);
    t->pinned += p.sectors;
    t->pinned_lines += p.lines;
    t->pinned_requests += p.sectors != 0;
    a->warp->loads.host += p.sectors && a->kind == ACCESS_load;
}

static inline void count_global(const CodeInfo *c, Traffic *t, const Access *a)
{
    uint32_t sectors;
    bool atomic = a->kind >= ACCESS_atom;
    if (a->pattern == PATTERN_contiguous) {
        uint64_t lo = a->addr[__builtin_ctz(a->mask)], hi = a->addr[31 - __builtin_clz(a->mask)];
        sectors = (uint32_t)(((hi + a->width - 1) >> 5) - (lo >> 5)) + 1;
    } else if (a->pattern == PATTERN_uniform) {
        sectors = atomic ? (uint32_t)__builtin_popcount(a->mask) : 1;
    } else if (atomic) {
        sectors = traffic_sectors_atomic(a->addr, a->mask, a->width);
    } else {
        sectors = traffic_sectors(a->addr, a->mask, a->width);
    }
    t->requests++;
    t->written += sectors;
    count_far(t, a);
    if (__builtin_expect(a->kind != ACCESS_load && a->order != ORDER_weak, 0) && moved_now->caches)
        count_chain(a);
    bool one = atomic && rewriting_at(c, a) == REWRITING_one_lane;
    if (one)
        sectors = 1;
    t->sectors += sectors;
    if (c->access[a->index].apart) { // the second load, of the same sectors
        t->requests++;
        t->sectors += sectors;
    }
    if (!moved_now->caches)
        return;
    if (atomic)
        caches_atomic(moved_now->caches, a, sectors, one);
    else
        caches_global(moved_now->caches, a, sectors);
}

// Has a copy of another warp the same pieces under way? They do not count again. (All warps of a
// block are taken to copy at the same time between two barriers.)
static bool is_under_way(const Access *a, uint64_t source, uint64_t place, unsigned pieces)
{
    CopyMoved *c = &moved_now->copy;
    const Block *b = a->warp->block;
    if (!c->under_way)
        c->under_way = must_calloc(UNDER_WAY, sizeof *c->under_way);
    SectorCopy key = {.block = b->index,
                      .source = source,
                      .place = (uint32_t)place,
                      .phase = b->barriers[0].generation,
                      .warp = (uint16_t)a->warp->index,
                      .pieces = (uint16_t)pieces};
    uint64_t mixed = (source * 31 + place * 7 + b->index) * 0x9e3779b97f4a7c15u;
    SectorCopy *old = &c->under_way[mixed >> 52];
    bool same = old->block == key.block && old->source == key.source && old->place == key.place &&
                old->phase == key.phase && old->pieces;
    if (same && old->warp != key.warp && !(pieces & ~old->pieces))
        return true;
    if (same)
        key.pieces |= old->pieces;
    *old = key;
    return false;
}

// A copy of 16 bytes per lane goes past the L1 cache, and each sector of global memory counts once
// for each sector of shared memory that gets a part of it.
static uint32_t copied_sectors(const Access *store)
{
    const CopyMoved *c = &moved_now->copy;
    uint64_t source[WARP_SIZE], place[WARP_SIZE];
    unsigned pieces[WARP_SIZE], n = 0, counted = 0; // pieces: which halves of which
    for (uint32_t m = c->mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m), k = 0;
        uint64_t from = c->addr[l] >> 5, to = store->addr[l] >> 5;
        unsigned piece = 1u << ((c->addr[l] >> 4 & 1) | (store->addr[l] >> 4 & 1) << 1);
        while (k < n && (source[k] != from || place[k] != to))
            k++;
        pieces[k] = k < n ? pieces[k] | piece : piece;
        source[k] = from;
        place[k] = to;
        n += k == n;
    }
    for (unsigned k = 0; k < n; k++)
        counted += !is_under_way(store, source[k], place[k], pieces[k]);
    return counted;
}

// One cp.async is one request. Where lanes read only a part of their bytes, the reads come as
// several accesses of one byte per lane; the store to shared memory comes last.
static void count_copy(Traffic *t, const Access *a)
{
    CopyMoved *c = &moved_now->copy;
    if (a->kind != ACCESS_load) {
        t->copies++;
        t->conflicts += traffic_shared(a->addr, a->mask, a->width, false).conflicts;
        if (c->of == t && a->width == 16) {
            t->sectors -= c->sectors;
            t->sectors += copied_sectors(a);
        }
        c->of = NULL;
        return;
    }
    if (c->of != t)
        c->mask = c->sectors = 0;
    t->requests += c->of != t;
    c->of = t;
    for (uint32_t m = a->mask; m; m &= m - 1)
        c->addr[__builtin_ctz(m)] = a->addr[__builtin_ctz(m)];
    c->mask |= a->mask;
    t->sectors -= c->sectors;
    c->sectors = traffic_sectors(c->addr, c->mask, a->width);
    t->sectors += c->sectors;
    count_far(t, a);
    if (a->width > 1 && moved_now->caches)
        caches_global(moved_now->caches, a, traffic_sectors(a->addr, a->mask, a->width));
}

static void count_remote(Traffic *t, const Access *a)
{
    t->remote++;
    t->remote_sectors += traffic_sectors(a->addr, a->mask, a->width);
    t->remote_conflicts +=
        a->kind < ACCESS_atom
            ? traffic_shared(a->addr, a->mask, a->width, a->kind == ACCESS_load).conflicts
            : traffic_shared_atomic(a->addr, a->mask, a->width).conflicts;
}

static inline bool is_bulk(uint16_t op)
{
    return op == OP_cp_async_bulk || op == OP_cp_reduce_async_bulk ||
           op == OP_cp_async_bulk_tensor || op == OP_cp_reduce_async_bulk_tensor;
}

// A piece of a bulk copy, at one of its ends: the pieces of as much as a warp loads at most are one
// request.
static void count_bulk(const CodeInfo *c, Traffic *t, const Access *a)
{
    BulkRow *row = &moved_now->row;
    uint64_t addr = a->addr[__builtin_ctz(a->mask)];
    bool again = row->step == a->step && row->next == addr && addr % REQUEST_BYTES;
    *row = (BulkRow){a->step, addr + a->width};
    if (a->space == SPACE_global) {
        count_global(c, t, a);
        t->requests -= again;
    } else if (a->peer) {
        count_remote(t, a);
        t->remote -= again;
    } else {
        t->copies += !again;
    }
}

static void on_copy_brings(Warp *w, const Step *s, uint64_t sectors)
{
    moved_of(code_info(w->frame->code))->traffic[s - w->code].brought += sectors;
}

// A fetch is one request, and a sector counts once.
static void count_texture(const CodeInfo *c, Traffic *t, const Access *a)
{
    Footprint *f = &moved_now->footprint;
    const bool again = a->part > f->part;
    const uint64_t sectors = t->sectors;
    f->n = again ? f->n : 0;
    f->part = a->part;
    count_global(c, t, a);
    t->requests -= again;
    t->sectors = sectors;
    for (uint32_t m = a->mask; m; m &= m - 1) {
        const uint64_t sector = a->addr[__builtin_ctz(m)] >> 5;
        unsigned k = 0;
        while (k < f->n && f->sector[k] != sector)
            k++;
        if (k < f->n || k == sizeof f->sector / sizeof *f->sector)
            continue;
        f->sector[f->n++] = sector;
        t->sectors++;
    }
}

static void count_constant(const Access *a)
{
    Traffic *t = moved_of(code_info(a->warp->frame->code))->traffic + a->index;
    t->requests++;
    bool one = a->pattern == PATTERN_uniform;
    t->words += one ? 1 : traffic_words(a->addr, a->mask, a->width);
    t->sectors += one ? 1 : traffic_sectors(a->addr, a->mask, a->width);
}

// An atomic whose result is used loads, too; an arrival at an mbarrier is a barrier.
static void share_atomic(BlockShares *shares, const Access *a, const CodeInfo *c)
{
    Role role = role_at(c, a->index);
    if (role == ROLE_barrier)
        shares_barrier(shares, a->warp);
    else if (a->space == SPACE_global)
        shares_atomic(shares, a, role == ROLE_atom);
}

static void on_access(const Access *a)
{
    BlockShares *shares = a->warp->block->user[counters_observer.slot];
    if (a->is_const) {
        count_constant(a);
        if (shares)
            shares_load(shares, a, 1);
        return;
    }
    CodeInfo *c = code_info(a->warp->frame->code);
    Moved *m = moved_of(c);
    Traffic *t = m->traffic;
    if (a->space == SPACE_local) {
        if (moved_now->caches)
            caches_local(moved_now->caches, a);
        t[a->index].local++;
        return;
    }
    const AccessFacts *f = &c->access[a->index];
    if (a->kind == ACCESS_load && a->order != ORDER_weak) {
        moved_now->look.of = t + a->index;
        moved_now->look.before = t[a->index];
    }
    if (a->space == SPACE_global && a->kind == ACCESS_load && shares)
        shares_load(shares, a, 1);
    if (a->space == SPACE_global && shares && a->addr[__builtin_ctz(a->mask)] >= HOST_BASE)
        t[a->index].unordered += host_order_access(shares_host(shares), a);
    if (a->kind >= ACCESS_atom && shares)
        share_atomic(shares, a, c);
    if (a->space == SPACE_global && moved_now->handed)
        handed_access(moved_now->handed, a);
    if (__builtin_expect(a->step->inst->op == OP_cp_async, 0)) {
        count_copy(t + a->index, a);
        if (shares && a->kind != ACCESS_load) // the store: a copy is counted once
            shares_copy(shares, a->warp);
    } else if (__builtin_expect(a->step->inst->op == OP_tex || a->step->inst->op == OP_tld4, 0))
        count_texture(c, t + a->index, a);
    else if (__builtin_expect(is_bulk(a->step->inst->op), 0))
        count_bulk(c, t + a->index, a);
    else if (__builtin_expect(a->peer != NULL, 0))
        count_remote(t + a->index, a);
    else if (__builtin_expect(f->fused_away || (f->fused_bytes && a->space == SPACE_shared), 0))
        count_fused(t + a->index, a, f);
    else if (a->space == SPACE_shared)
        count_shared(m, t + a->index, a);
    else if (a->space == SPACE_global)
        count_global(c, t + a->index, a);
}

// Of a row in global memory, nobody looks at other lanes than the first and the last.
static bool global_row(Warp *w, const Step *s, uint64_t addr)
{
    if (addr >= HOST_BASE || model.devices > 1)
        return false;
    unsigned first = (unsigned)__builtin_ctz(w->mask), last = 31 - (unsigned)__builtin_clz(w->mask);
    uint64_t ends[WARP_SIZE];
    ends[first] = addr;
    ends[last] = addr + s->elem * (last - first);
    on_access(&(Access){.warp = w,
                        .step = s,
                        .index = (uint32_t)(s - w->code),
                        .mask = w->mask,
                        .kind = s->inst->op == OP_st ? ACCESS_store : ACCESS_load,
                        .space = SPACE_global,
                        .width = s->elem,
                        .elem = s->elem,
                        .order = ORDER_weak,
                        .pattern = PATTERN_contiguous,
                        .addr = ends});
    return true;
}

static bool on_row(Warp *w, const Step *s, uint64_t addr)
{
    CodeInfo *c = code_info(w->frame->code);
    const size_t index = (size_t)(s - w->code);
    Traffic *t = &moved_of(c)->traffic[index]; // then there are facts of each access, too
    if (c->access[index].fused_away || c->access[index].fused_bytes)
        return false;
    if (s->space == SPACE_global)
        return global_row(w, s, addr);
    t->shared++;
    t->wavefronts++;
    return true;
}

// The load just counted does not count.
static void on_poll(const Access *a)
{
    BlockShares *shares = a->warp->block->user[counters_observer.slot];
    if (moved_now->look.of)
        *moved_now->look.of = moved_now->look.before;
    if (a->space == SPACE_global && shares) {
        shares_load(shares, a, -1);
        shares_poll(shares);
    }
    if (a->space == SPACE_global && moved_now->handed)
        handed_poll(moved_now->handed);
}

static void on_fence(Warp *w, const Step *s, uint32_t mask, Scope scope)
{
    (void)s;
    BlockShares *shares = w->block->user[counters_observer.slot];
    if (shares)
        host_order_fence(*shares_host(shares), w, mask, scope);
}

// ---- blocks ---------------------------------------------------------

static void on_block_begin(Block *b)
{
    if (device.hooks->measured & MEASURE_shares)
        b->user[counters_observer.slot] = shares_begin(b);
}

// A block that began before the shares were asked for has none.
static void on_block_end(Block *b)
{
    BlockShares *shares = b->user[counters_observer.slot];
    if (shares)
        shares_end(shares, b, &moved_now->shares);
    b->user[counters_observer.slot] = NULL;
}

static void on_cluster_wait(Warp *w, const Step *s, uint32_t mask)
{
    (void)s, (void)mask;
    BlockShares *shares = w->block->user[counters_observer.slot];
    if (shares)
        shares_barrier(shares, w);
}

// ---- launches -------------------------------------------------------

static void on_launch_begin(Launch *l)
{
    moved_now = l->user[counters_observer.slot] = must_calloc(1, sizeof *moved_now);
    if (device.hooks->measured & MEASURE_times)
        moved_now->caches = caches_new(l);
    if (device.hooks->measured & MEASURE_handed)
        moved_now->handed = handed_new();
}

static void on_launch_pause(Launch *l)
{
    (void)l;
    moved_now = NULL;
}

// Counters and times may have been asked for while the launch stood still.
static void on_launch_resume(Launch *l)
{
    moved_now = l->user[counters_observer.slot];
    if (!moved_now)
        on_launch_begin(l);
    else if (device.hooks->measured & MEASURE_times && !moved_now->caches)
        moved_now->caches = caches_new(l);
}

static void moved_free(LaunchMoved *m)
{
    for (uint32_t i = 0; m && i < m->nmoved; i++) {
        free(m->moved[i].traffic);
        free(m->moved[i].loops);
    }
    if (m) {
        free(m->moved);
        free(m->copy.under_way);
    }
    free(m);
}

// What the steps have moved can be asked until the next launch ends.
static void moved_end(void)
{
    assert(moved_now);
    moved_free(moved_ended);
    caches_free(moved_now->caches);
    chains_free(moved_now->chains);
    handed_free(moved_now->handed);
    moved_now->caches = NULL;
    moved_now->handed = NULL;
    moved_ended = moved_now;
}

static void on_launch_end(Launch *l)
{
    assert(moved_now == l->user[counters_observer.slot]);
    sheet_clear();
    for (uint32_t k = 0; k < l->nused; k++) {
        const Code *code = l->used[k];
        if (!code->counts || !code->nsteps)
            continue;
        CodeInfo *c = code_info(code);
        const Moved *m = c->number < moved_now->nmoved ? &moved_now->moved[c->number] : NULL;
        sheet_add(c, code->counts, m && m->code ? m : NULL);
    }
    moved_now->shares.handed = handed_bytes(moved_now->handed);
    sheet_total(&moved_now->shares);
    moved_end();
    moved_now = l->user[counters_observer.slot] = NULL;
}

static void add_step_traffic(CostTraffic *sum, const Moved *m, uint32_t i)
{
    const Traffic *t = &m->traffic[i];
    const Inst *in = m->code->steps[i].inst;
    bool load = in && (in->op == OP_ld || in->op == OP_ldu || in->op == OP_cp_async ||
                       in->op == OP_tex || in->op == OP_tld4 || in->op == OP_suld_b ||
                       ((in->op == OP_cp_async_bulk || in->op == OP_cp_async_bulk_tensor) &&
                        !inst_has(in, MOD_bulk_group)));
    sum->remote += t->remote_sectors;
    sum->wavefronts += t->wavefronts + (m->loops ? m->loops[i].wavefronts : 0);
    if (t->words && in->opnd[1].base == OPND_reg) // else it is an operand of another instruction
        sum->constants += t->words;
    sum->peer_loads += load ? t->peer_requests : 0;
    *(load ? &sum->peer_read : &sum->peer_written) += t->peer;
    if (!t->pinned)
        return;
    sum->host_loads += load ? t->pinned_requests : 0;
    *(load ? &sum->host_read : &sum->host_written) += t->pinned;
    *(load ? &sum->host_lines_read : &sum->host_lines_written) += t->pinned_lines;
}

static void on_launch_traffic(CostTraffic *sum)
{
    if (!moved_now->caches)
        return;
    *sum = *caches_traffic(moved_now->caches);
    sum->chain = chains_longest(moved_now->chains);
    for (uint32_t k = 0; k < moved_now->nmoved; k++) {
        const Moved *m = &moved_now->moved[k];
        for (uint32_t i = 0; m->code && i < m->code->nsteps; i++)
            add_step_traffic(sum, m, i);
    }
}

Traffic counters_step(const CodeInfo *c, uint32_t step)
{
    const LaunchMoved *all = moved_now ? moved_now : moved_ended;
    const Moved *m = all && c->number < all->nmoved ? &all->moved[c->number] : NULL;
    if (!m || !m->code)
        return (Traffic){0};
    Traffic t = m->traffic[step];
    if (m->loops) {
        t.wavefronts += m->loops[step].wavefronts;
        t.conflicts += m->loops[step].conflicts;
    }
    return t;
}

Observer counters_observer = {
    .name = "counters",
    .rank = RANK_counters,
    .parts = &counters_parts,
    .launch_begin = on_launch_begin,
    .launch_end = on_launch_end,
    .launch_traffic = on_launch_traffic,
    .launch_pause = on_launch_pause,
    .launch_resume = on_launch_resume,
    .access = on_access,
    .row = on_row,
    .poll = on_poll,
    .copy_brings = on_copy_brings,
    .fence = on_fence,
    .block_begin = on_block_begin,
    .block_end = on_block_end,
    .cluster_wait = on_cluster_wait,
};

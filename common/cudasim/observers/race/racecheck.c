// racecheck.c - two accesses to one byte, at least one of them a write, by
// different threads, and neither happened before the other.
//
// For each word of global and shared memory a cell remembers the last write,
// the last read, and the first one (shadow.c). An access is compared with the cell
// and then takes its place:
//
//   a read   must come after the last write
//   a write  must come after the last write and the remembered reads
//
// hb.c decides what comes after. Two strong accesses (volatile, atomic) do not race if both
// scopes reach the other thread. Volatile accesses to shared memory of which none waits for
// the other (intent.c) do race: some programs still use "volatile" in place of a barrier of
// the warp. A plain load beside strong accesses is fine if a compare-and-swap checks the
// loaded value. A race that cannot change a result, as two writes of the same value, is a note
// (same_values.c). A race between lanes of one warp is an error, too: the lanes need not move
// together. An atomic may take the
// place of a write that a later access would race with: that write then stays among the
// remembered reads.
//
// Speed: runs.c takes the accesses of a warp that lie side by side. All others take the careful
// way, lane by lane.
#include "race.h"

#include <stdlib.h>

// What a conflict must know of the other access, by place.
enum {
    FLAG_SCOPE = 7,
    FLAG_STRONG = 8,
    FLAG_HASTY = 16,
    FLAG_JUDGED = 32,
    FLAG_GUESS = 64,
    FLAG_WRITE = 128,
    FLAG_COUNTED = 256,
    FLAG_UPDATE = 512
};

static BlockHb *free_blocks;
static uint16_t *flags;
static uint32_t nflags;

// ---- the careful way ------------------------------------------------

static uint16_t flags_of(uint64_t e) { return entry_place(e) < nflags ? flags[entry_place(e)] : 0; }

static bool strong_together(const RaceAccess *x, uint64_t e)
{
    uint16_t f = flags_of(e), mine = flags[x->place];
    if (!(mine & (FLAG_STRONG | FLAG_GUESS)) || !(f & (FLAG_STRONG | FLAG_GUESS)) ||
        f & mine & FLAG_HASTY)
        return false;
    if ((f & FLAG_SCOPE) != SCOPE_cta && x->a->scope != SCOPE_cta)
        return true;
    return hb_is_of_block(entry_segment(e), x->b);
}

static bool ordered(const RaceAccess *x, unsigned lane, uint64_t e)
{
    return hb_ordered(x->b, x->warp, lane, e) ||
           (flags_of(e) & FLAG_COUNTED && hb_counted(x->b, x->warp, lane, e));
}

static inline void check(const RaceAccess *x, unsigned lane, uint64_t e, bool earlier_write,
                         unsigned at, unsigned n)
{
    if (e <= x->floor || ((e ^ (x->mine + lane)) & WHO) == 0)
        return;
    if (strong_together(x, e) || ordered(x, lane, e))
        return;
    if (!earlier_write && x->a->space == SPACE_global && hb_read_over(x->b, e))
        return;
    if (hb_ordered_by_others(x->b, x->warp, lane, e))
        return;
    hazard_report(x, lane, e, earlier_write, at, n);
}

// `settled`: the atomics among the remembered accesses came before.
static void check_remembered(const RaceAccess *x, unsigned lane, uint64_t e, bool settled,
                             unsigned at, unsigned n)
{
    bool write = flags_of(e) & FLAG_WRITE;
    if (write && settled && flags_of(e) & FLAG_STRONG)
        return;
    if (x->write || write)
        check(x, lane, e & ~(uint64_t)EARLIER, write, at, n);
}

// A word's atomics come one after the other. A thread that resets a counter after the last
// atomic (its own, or one for which it waited) does so after all earlier atomics, too.
static bool settles(const RaceAccess *x, unsigned lane, uint64_t last)
{
    return x->write && x->a->order == ORDER_weak && flags_of(last) & FLAG_STRONG &&
           (((last ^ (x->mine + lane)) & WHO) == 0 || ordered(x, lane, last));
}

// An atomic takes the place of a write: may a later access race with that write?
static bool hides(const RaceAccess *x, uint64_t old)
{
    bool atomic = x->a->kind == ACCESS_atom || x->a->kind == ACCESS_red;
    return atomic && (int64_t)old > (int64_t)x->floor &&
           (!(flags_of(old) & FLAG_STRONG) || (old ^ x->mine) >> 32);
}

// The last read; or, of a lane that has read last itself, the read of another lane. `early` may be
// older than that, but then it is of another segment.
static uint64_t read_of_others(const RaceAccess *x, unsigned lane, uint64_t last, uint64_t early)
{
    bool own = entry_segment(last) == entry_segment(x->mine) && entry_lane(last) == lane;
    bool known = !(last & EARLIER) && entry_segment(early) == entry_segment(last) &&
                 entry_lane(early) != lane;
    return own && last & SEVERAL && known ? early : last;
}

static void touch_cell(const RaceAccess *x, unsigned lane, uint64_t *write, uint64_t *read,
                       uint64_t *early, unsigned at, unsigned n)
{
    uint64_t old = *write & ~(uint64_t)HIDES, hidden = *write & HIDES;
    check(x, lane, old, true, at, n);
    // If the last read cannot race, the earlier one cannot, either.
    if ((x->write || hidden) && *read > x->floor) {
        bool earlier = *read & EARLIER, settled = hidden && settles(x, lane, old);
        check_remembered(x, lane, read_of_others(x, lane, *read, *early), settled, at, n);
        if (earlier)
            check_remembered(x, lane, *early, settled, at, n);
    }
    if (!x->write) {
        cell_note_read(read, early, x->mine + lane, x->floor);
        return;
    }
    if (hides(x, old)) {
        cell_note_read(read, early, old, x->floor);
        hidden = HIDES;
    }
    *write = (x->mine + lane) | (x->a->order == ORDER_weak ? 0 : hidden);
}

// Bytes at..at+n-1 of the lane's value, all in word i of the cells.
static void touch_word(const RaceAccess *x, unsigned lane, Cells c, uint64_t i, unsigned byte,
                       unsigned at, unsigned n)
{
    if (n < 4 && !entry_is_split(c.write[i])) {
        c.write[i] = c.read[i] = split_new(c.write[i], c.read[i], c.early[i]);
        x->owner->split |= x->a->space == SPACE_shared;
    }
    if (!entry_is_split(c.write[i])) {
        touch_cell(x, lane, &c.write[i], &c.read[i], &c.early[i], at, n);
        return;
    }
    Split *s = split_at(c.write[i]);
    for (unsigned k = 0; k < n; k++)
        touch_cell(x, lane, &s->write[byte + k], &s->read[byte + k], &s->early[byte + k], at + k,
                   1);
}

// The careful way takes as long for this number of lanes as an instruction does: the budget of the
// launch pays for it.
enum { LANES_OF_INSTRUCTION = 8 };

static void touch_lanes(const RaceAccess *x)
{
    const Access *a = x->a;
    device.charge += (unsigned)__builtin_popcount(a->mask) / LANES_OF_INSTRUCTION;
    for (uint32_t m = a->mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        for (unsigned at = 0; at < a->width;) { // aligned: words, or part of one
            Cells c;
            uint64_t i, addr = a->addr[l] + at;
            unsigned byte = addr & 3, n = a->width - at < 4 ? a->width - at : 4;
            if (words_of(x, addr, 1, &c, &i))
                touch_word(x, l, c, i, byte, at, n);
            at += n;
        }
    }
}

// ---- events ---------------------------------------------------------

static bool counts_at_mbarrier(uint16_t op)
{
    switch (op) {
    case OP_mbarrier_expect_tx:
    case OP_mbarrier_complete_tx:
    case OP_mbarrier_arrive:
    case OP_mbarrier_arrive_expect_tx:
    case OP_mbarrier_arrive_drop:
    case OP_mbarrier_arrive_drop_expect_tx: return true;
    default: return false;
    }
}

// The intent of the instruction, found once.
static uint16_t judge(const CodeInfo *c, const Access *a)
{
    const Inst *in = a->step->inst;
    if (in && a->order == ORDER_relaxed && counts_at_mbarrier(in->op))
        return FLAG_JUDGED | FLAG_COUNTED;
    if (!in || a->kind > ACCESS_store)
        return FLAG_JUDGED;
    const bool load = in->op == OP_ld;
    if (a->order == ORDER_weak)
        return FLAG_JUDGED | (load && intent_guesses(c->func, in) ? FLAG_GUESS : 0);
    const bool hasty = a->space == SPACE_shared && inst_has(in, MOD_volatile) &&
                       !(load && intent_polls(c->func, in));
    return FLAG_JUDGED | (hasty ? FLAG_HASTY : 0) | (intent_updates(c->func, in) ? FLAG_UPDATE : 0);
}

static void note_flags(const CodeInfo *c, const Access *a, uint32_t place)
{
    if (place >= nflags) {
        uint32_t n = c->first + c->nsteps + 4096;
        flags = must_realloc(flags, n, sizeof *flags);
        memset(flags + nflags, 0, (n - nflags) * sizeof *flags);
        nflags = n;
    }
    uint16_t judged =
        flags[place] & (FLAG_HASTY | FLAG_GUESS | FLAG_COUNTED | FLAG_JUDGED | FLAG_UPDATE);
    if (__builtin_expect(!judged, 0))
        judged = judge(c, a);
    flags[place] =
        (uint16_t)((a->scope & FLAG_SCOPE) | judged | (a->order != ORDER_weak ? FLAG_STRONG : 0) |
                   (a->kind != ACCESS_load && !a->async ? FLAG_WRITE : 0));
}

static uint32_t floor_of(const RaceAccess *x)
{
    if (x->a->space == SPACE_shared) {
        if (__builtin_expect(x->a->peer || clusters_shared(x->owner), 0))
            return clusters_floor(x->b, x->owner);
        if (x->b->floor > hb_launch->floor)
            return x->b->floor;
    }
    return hb_launch->floor;
}

// A bulk copy is issued: are the stores that it reads visible to it?
static void check_source(const RaceAccess *x)
{
    const Access *a = x->a;
    for (uint32_t m = a->mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        for (unsigned at = 0; at < a->width; at++) {
            uint64_t i, addr = a->addr[l] + at;
            Cells c;
            if (!words_of(x, addr, 1, &c, &i) || (!entry_is_split(c.write[i]) && addr % 4))
                continue;
            uint64_t e =
                entry_is_split(c.write[i]) ? split_at(c.write[i])->write[addr % 4] : c.write[i];
            if (entry_segment(e) > hb_launch->floor && !hb_is_other_launch(entry_segment(e)) &&
                hb_ordered(x->b, x->warp, l, e))
                proxies_read(a, l, e, addr);
        }
    }
}

// The entry of the last write to a lane's word; 0: none since the floor.
static uint64_t last_write(const RaceAccess *x, unsigned lane)
{
    Cells c;
    uint64_t i, addr = x->a->addr[lane];
    if (!words_of(x, addr, 1, &c, &i))
        return 0;
    uint64_t e = entry_is_split(c.write[i]) ? split_at(c.write[i])->write[addr & 3] : c.write[i];
    e &= ~(uint64_t)HIDES;
    return e > x->floor ? e : 0;
}

// A part of a tensor map is read: is the kernel's change of the map visible to the copy?
static void check_map(const RaceAccess *x)
{
    for (uint32_t m = x->a->mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        uint64_t e = last_write(x, l);
        if (e && !hb_is_other_launch(entry_segment(e)) && !hb_known(e) && ordered(x, l, e) &&
            !hb_proxy_fenced(x->b, e, true))
            proxies_map(x->a, l, e, x->a->addr[l]);
    }
}

// A strong load and a strong store that update a word: has another thread written in between?
static void check_update(RaceAccess *x)
{
    if (!x->write) {
        updates_load(x);
        return;
    }
    for (uint32_t m = x->a->mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctz(m);
        int other;
        if (!updates_lost(x, lane, &other))
            continue;
        uint64_t e = other >= 0 ? x->mine + (unsigned)other : last_write(x, lane);
        if (other < 0 && (!e || ((e ^ (x->mine + lane)) & WHO) == 0 || ordered(x, lane, e) ||
                          hb_ordered_by_others(x->b, x->warp, lane, e)))
            continue;
        x->update = true;
        hazard_report(x, lane, e, true, 0, x->a->width);
        x->update = false;
    }
}

static void on_access(const Access *a)
{
    bool shared = a->space == SPACE_shared;
    if ((!shared && a->space != SPACE_global) || a->is_const)
        return;
    CodeInfo *c = code_info(a->warp->frame->code);
    RaceAccess x = {.a = a,
                    .b = block_hb(a->warp->block),
                    .warp = a->warp->index,
                    .place = c->first + a->index,
                    .write = a->kind != ACCESS_load};
    x.owner = a->peer ? block_hb(a->peer) : x.b;
    note_flags(c, a, x.place);
    bool counted = flags[x.place] & FLAG_COUNTED;
    uint32_t segment = x.b->warp[x.warp].segment;
    if (!segment || counted)
        segment = hb_segment_new(x.b, x.warp);
    x.mine = entry(segment, x.place, 0);
    x.floor = (uint64_t)floor_of(&x) << 32 | UINT32_MAX;
    Access known;
    if (__builtin_expect(a->peer != NULL, 0)) { // memory of another block of the cluster
        known = *a;
        known.mask = clusters_remote(a, x.b, x.owner, x.mine);
        if (known.mask != a->mask)
            known.pattern = PATTERN_any;
        x.a = a = &known;
    }
    if (__builtin_expect(a->async && shared && !x.write, 0))
        check_source(&x);
    if (__builtin_expect(a->async == ASYNC_map && !shared, 0))
        check_map(&x);
    if (__builtin_expect(flags[x.place] & FLAG_UPDATE, 0))
        check_update(&x);
    if (!runs_touch(&x))
        touch_lanes(&x);
    if (a->order != ORDER_weak)
        releases_access(x.b, a);
    if (__builtin_expect(counted, 0))
        releases_counted(x.b, a);
}

// ---- asynchronous copies --------------------------------------------

static Dim3 thread_of(const Warp *w, unsigned lane)
{
    return (Dim3){w->tid[0][lane], w->tid[1][lane], w->tid[2][lane]};
}

// clang-format off
// An access to memory that a copy still reads or writes.
static void on_copy_unfinished(const Access *a, uint32_t mask, const CopyPart *c)
{
    unsigned lane = (unsigned)__builtin_ctz(mask);
    bool write = a->kind != ACCESS_load;
    HazardEnd copy = {line_of_step(c->code, c->step), c->warp->block->id,
                      thread_of(c->warp, c->lane), NULL, NULL, 0};
    HazardEnd now = {line_of_step(a->warp->frame->code, a->step), a->warp->block->id,
                     thread_of(a->warp, lane), NULL, NULL, 0};
    bool swap = !c->writes || (write && copy.line > now.line);
    HazardEnd first = swap ? now : copy, second = swap ? copy : now;
    bool waw = write && c->writes;
    Finding *f = finding("racecheck", "race", first.line, second.line, waw);
    if (!f->count || f->severity < SEVERITY_error) {
        hazard_describe(f, a->space, waw ? HAZARD_waw : c->writes ? HAZARD_raw : HAZARD_war, first, second,
                        waw ? "Write" : "Read", a->addr[lane], "");
        char *detail = f->detail;
        bool product = c->step->inst->op == OP_wgmma_mma_async || c->step->inst->op == OP_wgmma_mma_async_sp;
        f->detail = text_format(
            "%s; the program has not waited for the %s%s", detail,
            product ? "product" : "asynchronous copy",
            c->writes && c->source_read && a->space == SPACE_global
                ? ":\ncp.async.bulk.wait_group.read waits only until the copy has read its source, and "
                  "cp.async.bulk.wait_group until it has written its destination"
                : "");
        free(detail);
        f->severity = SEVERITY_error;
        f->cause = product ? CAUSE_race_product : CAUSE_race_copy;
        f->word_width = a->elem;
    }
    f->count += (unsigned)__builtin_popcount(mask);
}
// clang-format on

// The accesses of a copy count from the copy's end.
static void on_copy_done(const CopyPart *c)
{
    BlockHb *by = block_hb(c->warp->block), *b = block_hb(c->block);
    if (!b || !by)
        return;
    unsigned warp = c->warp->index;
    uint32_t segment = by->warp[warp].segment;
    if (c->barrier_block)
        segment = releases_copied(by, warp, block_hb(c->barrier_block), c->barrier);
    else if (!segment)
        segment = hb_segment_new(by, warp);
    uint64_t me =
        entry(segment, code_info(c->code)->first + (uint32_t)(c->step - c->code->steps), c->lane);
    if (!c->writes && c->barrier_block != c->block && c->block->live)
        clusters_sent(b, warp, me);
    for (uint64_t at = c->addr; at < c->addr + c->bytes && at / 4 < b->words; at += 4) {
        uint64_t *e = &b->cells.write[at / 4];
        cells_spread(b->cells, at / 4, 1);
        if (!entry_is_split(*e))
            *(c->writes ? e : &b->cells.read[at / 4]) = me;
        for (unsigned k = 0; entry_is_split(*e) && k < 4; k++)
            *(c->writes ? &split_at(*e)->write[k] : &split_at(*e)->read[k]) = me;
    }
}

static void on_proxy_fence(Warp *w, const Step *s, uint32_t mask)
{
    hb_proxy_fence(block_hb(w->block), w->index, mask, inst_has(s->inst, MOD_tensormap));
}

static void on_block_begin(Block *b)
{
    uint32_t words = (b->launch->shared_bytes + 3) / 4;
    BlockHb *h = free_blocks;
    if (h)
        free_blocks = h->next;
    else
        h = must_calloc(1, sizeof *h);
    if (h->words < words) {
        size_t rows = (words + ROW_WORDS - 1) / ROW_WORDS, all = rows * ROW_WORDS;
        free(h->cells.write);
        free(h->cells.row);
        uint64_t *cells = must_calloc(3 * all, sizeof *cells);
        h->cells = (Cells){cells, cells + all, cells + 2 * all, must_calloc(rows, sizeof(CellRow))};
        h->words = words;
    }
    hb_block_begin(h, b);
    if (b->cluster->n > 1)
        clusters_begin(h);
    b->user[racecheck_observer.slot] = h;
}

static void on_block_end(Block *b)
{
    BlockHb *h = block_hb(b);
    if (!h)
        return;
    clusters_end(h, b);
    b->user[racecheck_observer.slot] = NULL;
    hb_block_end(h);
    for (uint32_t i = 0; h->split && i < h->words; i++)
        if (h->cells.row[i / ROW_WORDS].spread && entry_is_split(h->cells.write[i])) {
            split_free(h->cells.write[i]);
            h->cells.write[i] = h->cells.read[i] = h->cells.early[i] = 0;
        }
    h->split = false;
    h->next = free_blocks;
    free_blocks = h;
}

static void on_barrier_done(Block *b, uint32_t id, const uint32_t *mask_by_warp)
{
    if (block_hb(b))
        barriers_done(block_hb(b), b, id, mask_by_warp);
}

static void on_barrier_arrive(const BarrierArrive *e)
{
    barriers_arrive(block_hb(e->warp->block), e);
}

static void on_warp_sync(Warp *w, const Step *s, uint32_t mask)
{
    (void)s;
    barriers_warp_sync(block_hb(w->block), w->index, w->live, mask & w->live);
}

static void on_fence(Warp *w, const Step *s, uint32_t mask, Scope scope)
{
    (void)s;
    hb_fence(block_hb(w->block), w->index, mask, scope);
}

static void on_cluster_arrive(Warp *w, const Step *s, uint32_t mask, bool release)
{
    (void)s;
    clusters_arrive(w, mask, release);
}

static void on_cluster_wait(Warp *w, const Step *s, uint32_t mask)
{
    (void)s;
    clusters_wait(w, mask);
}

static void on_fault(Launch *l, const Fault *f)
{
    (void)l;
    if (f->kind == FAULT_exited)
        clusters_fault(f);
}

static void on_child_ask(Warp *w, const Step *s, unsigned lane, Child *c)
{
    grids_ask(block_hb(w->block), w, s, lane, c);
}

Observer racecheck_observer = {
    .name = "racecheck",
    .rank = RANK_racecheck,
    .needs_values = true,
    .launch_begin = hb_launch_begin,
    .launch_end = hb_launch_end,
    .launch_pause = hb_launch_pause,
    .launch_resume = hb_launch_resume,
    .block_begin = on_block_begin,
    .block_end = on_block_end,
    .access = on_access,
    .barrier_arrive = on_barrier_arrive,
    .barrier_done = on_barrier_done,
    .warp_sync = on_warp_sync,
    .cluster_arrive = on_cluster_arrive,
    .cluster_done = clusters_done,
    .cluster_wait = on_cluster_wait,
    .fence = on_fence,
    .fault = on_fault,
    .child_ask = on_child_ask,
    .child_begin = grids_child_begin,
    .child_end = grids_child_end,
    .copy_unfinished = on_copy_unfinished,
    .copy_done = on_copy_done,
    .copy_lost = proxies_lost,
    .proxy_fence = on_proxy_fence,
    .product_commit = products_commit,
    .product_wait = products_wait,
    .host_read = transfers_read,
    .host_write = transfers_write,
};

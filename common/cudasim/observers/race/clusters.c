// clusters.c - the order of accesses between the blocks of a cluster, and the two mistakes
// that only clusters have:
//
//   entry   an access to the shared memory of a block that may not have started: no
//           synchronisation comes between that block's start and the access
//   exit    an access to the shared memory of a block that does not wait for the access
//           before it exits
//
// Both depend on what threads know (hb.c), not on the order of this run, so they are found in
// every schedule. A block's start is an event that every completed phase of the cluster's
// barrier hands on, with or without release.
//
// The barrier: a thread that arrives hands on what it knows; when all have arrived, a thread
// that waits gets all of that. Usually no thread does anything between arriving and waiting.
// Then one number is enough for a whole block, and even for the whole cluster (floor), so that
// racecheck can take its fast way.
#include "race.h"

#include <stdlib.h>

enum { REMOTE_WARPS = MAX_CLUSTER * MAX_WARPS };

typedef uint64_t LaneEntries[WARP_SIZE];

struct ClusterHb {
    uint32_t start; // segments of this block are above this one
    uint32_t floor; // up to here all its threads know the past of the whole cluster
    uint32_t met;   // ranks that all its threads know to have started
    Clock *given;   // by the threads that arrived in this phase
    bool parts;     // threads arrived without a release, or without their whole warp
    bool quiet;     // not so in the last phase, and no thread worked until it was complete
    uint32_t arrived[MAX_WARPS]; // the last segment when the warp arrived
    uint32_t passed;             // threads that have waited for the last phase
    Clock *phase;                // rank 0: what the last phase passes on
    uint32_t until;              // rank 0: when the last phase was completed
    bool whole;                  // rank 0: everything up to then
    bool sends;
    uint64_t sent[MAX_WARPS]; // the last copy out of this block's memory that has ended
    LaneEntries **remote;     // by rank and warp: their last accesses to this block's memory
};

static BlockHb *hb_of(const Block *b) { return b->user[racecheck_observer.slot]; }

void clusters_begin(BlockHb *h)
{
    h->cluster = must_calloc(1, sizeof *h->cluster);
    h->cluster->start = h->cluster->floor = segment_last;
}

bool clusters_shared(const BlockHb *h) { return h->cluster && h->cluster->remote; }

uint32_t clusters_floor(const BlockHb *h, const BlockHb *owner)
{
    uint32_t start = owner->cluster->start, floor = h->cluster->floor;
    return floor > start ? floor : start;
}

// ---- the barrier ----------------------------------------------------

static void give_fenced(BlockHb *h, unsigned warp, uint32_t mask)
{
    LaneHb *lanes = h->warp[warp].lane;
    for (uint32_t m = lanes ? mask : 0; m; m &= m - 1) {
        const Fence *f = &lanes[__builtin_ctz(m)].fence;
        if (!f->time || f->scope == SCOPE_cta)
            continue;
        Clock *c = hb_compose(h, warp, m & -m, f);
        clock_join(&h->cluster->given, c);
        clock_drop(&c);
    }
}

void clusters_arrive(Warp *w, uint32_t mask, bool release)
{
    BlockHb *h = hb_of(w->block);
    if (!h->cluster)
        clusters_begin(h);
    if (release)
        barriers_gather(h, w->index, mask, w->live, &h->cluster->given);
    else // what its threads have fenced: fence.mbarrier_init, and then
         // barrier.cluster.arrive.relaxed
        give_fenced(h, w->index, mask);
    if (!release || w->live & ~mask)
        h->cluster->parts = true;
    h->warp[w->index].segment = 0;
    h->cluster->arrived[w->index] = segment_last;
}

// The block has done nothing since its warps arrived.
static bool is_still(const BlockHb *h, const Block *b)
{
    for (unsigned i = 0; i < h->nwarps; i++)
        if (b->warps[i]->live && h->warp[i].newest > h->cluster->arrived[i])
            return false;
    return true;
}

void clusters_done(Cluster *c)
{
    struct ClusterHb *all = NULL;
    uint32_t now = segment_last;
    for (uint32_t i = 0; i < c->n; i++) {
        BlockHb *h = hb_of(c->blocks[i]);
        if (!h->cluster)
            clusters_begin(h);
        struct ClusterHb *k = h->cluster;
        if (!i) {
            all = k;
            clock_drop(&all->phase);
            all->whole = true;
            all->until = now;
        }
        k->quiet = !k->parts && is_still(h, c->blocks[i]);
        ClockEntry e = {who_block(h->index), k->quiet ? now : k->start};
        Clock *own = clock_new(&e, 1);
        clock_join(&k->given, own);
        clock_drop(&own);
        clock_join(&all->phase, k->given);
        clock_drop(&k->given);
        all->whole &= k->quiet;
        k->parts = false;
        k->passed = 0;
    }
}

void clusters_wait(Warp *w, uint32_t mask)
{
    BlockHb *h = hb_of(w->block);
    const struct ClusterHb *all = hb_of(w->block->cluster->blocks[0])->cluster;
    struct ClusterHb *k = h->cluster;
    barriers_learn(h, w->index, mask, w->live, all->phase);
    k->passed += (unsigned)__builtin_popcount(mask);
    if (k->passed == w->block->live_threads && k->quiet && is_still(h, w->block)) {
        barriers_whole_block(h);
        if (all->whole)
            k->floor = all->until;
    }
}

// ---- entry ----------------------------------------------------------

// Has the clock any entry of this block?
static bool clock_has_block(const Clock *c, uint64_t block)
{
    uint64_t from = who_block(block), to = who_block(block + 1);
    unsigned lo = 0, hi = c ? c->n : 0;
    while (lo < hi) {
        unsigned mid = (lo + hi) / 2;
        if (c->e[mid].who < from)
            lo = mid + 1;
        else
            hi = mid;
    }
    return c && lo < c->n && c->e[lo].who < to;
}

static Finding *cluster_finding(bool entry, uint32_t line, bool write, const char *place)
{
    Finding *f = finding("racecheck", entry ? "cluster entry" : "cluster exit", line, 0, 0);
    if (!f->count)
        f->message = text_format("Race reported between %s access at %s to the shared memory of "
                                 "another block and the %s of that block",
                                 write ? "Write" : "Read", place, entry ? "start" : "exit");
    f->unit = "accesses";
    f->cause = entry ? CAUSE_cluster_start : CAUSE_cluster_exit;
    return f;
}

static void report_entry(const Access *a, unsigned lane)
{
    char place[300];
    const Warp *w = a->warp;
    uint32_t line = line_of_step(w->frame->code, a->step);
    line_text(line, place, sizeof place);
    Finding *f = cluster_finding(true, line, a->kind != ACCESS_load, place);
    if (!f->count) {
        Dim3 b = a->peer->id;
        f->detail = text_format("block (%u,%u,%u) may not have started: no cluster barrier and "
                                "no other\nsynchronisation comes between its start and this "
                                "access",
                                b.x, b.y, b.z);
        finding_thread(f, w, lane);
    }
    f->count++;
}

static bool lane_knows_block(const BlockHb *h, unsigned warp, unsigned lane, uint64_t block)
{
    const WarpHb *w = &h->warp[warp];
    return clock_has_block(w->clock, block) ||
           (w->lane && clock_has_block(w->lane[lane].clock, block));
}

static void note_use(BlockHb *owner, const Access *a, uint32_t mask, uint64_t mine)
{
    unsigned at = a->warp->block->cluster_rank * MAX_WARPS + a->warp->index;
    struct ClusterHb *k = owner->cluster;
    if (!k->remote)
        k->remote = must_calloc(REMOTE_WARPS, sizeof *k->remote);
    if (!k->remote[at])
        k->remote[at] = must_calloc(1, sizeof *k->remote[at]);
    uint64_t write = a->kind == ACCESS_load ? 0 : SEVERAL; // here the bit means: a write
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        (*k->remote[at])[l] = (mine + l) | write;
    }
}

uint32_t clusters_remote(const Access *a, BlockHb *h, BlockHb *owner, uint64_t mine)
{
    uint32_t rank = a->peer->cluster_rank, mask = a->mask;
    if (!(h->cluster->met >> rank & 1)) {
        if (clock_has_block(h->clock, owner->index))
            h->cluster->met |= 1u << rank;
        else
            for (uint32_t m = a->mask; m; m &= m - 1) {
                unsigned l = (unsigned)__builtin_ctz(m);
                if (lane_knows_block(h, a->warp->index, l, owner->index))
                    continue;
                report_entry(a, l);
                mask &= ~(1u << l);
            }
    }
    if (!a->async) // an asynchronous copy counts when it ends
        note_use(owner, a, mask, mine);
    return mask;
}

// ---- exit -----------------------------------------------------------

static void exit_detail(Finding *f, const Block *owner)
{
    Dim3 b = owner->id;
    f->detail = text_format("block (%u,%u,%u) does not wait for this access before it exits: is "
                            "a last\ncluster.sync() missing?",
                            b.x, b.y, b.z);
}

static void report_exit(const Block *owner, uint64_t e)
{
    char place[300];
    uint32_t line = place_line(entry_place(e));
    Owner o;
    line_text(line, place, sizeof place);
    Finding *f = cluster_finding(false, line, e & SEVERAL, place);
    if (!f->count) {
        exit_detail(f, owner);
        if (segment_owner(entry_segment(e), &o)) {
            f->has_thread = true;
            f->block = block_index(o.grid_dim, o.block);
            f->thread = thread_index(o.block_dim, o.warp * WARP_SIZE + entry_lane(e));
        }
    }
    f->count++;
}

void clusters_sent(BlockHb *h, unsigned warp, uint64_t copy)
{
    if (!h->cluster)
        clusters_begin(h);
    h->cluster->sends = true;
    h->cluster->sent[warp] = copy;
}

// Does the block know at its exit that copies have read its memory?
static void check_sent(const BlockHb *h, const Block *b, const Clock *known)
{
    for (unsigned i = 0; i < h->nwarps; i++) {
        uint64_t e = h->cluster->sent[i];
        unsigned warp = i + MAX_WARPS;
        if (!e || clock_until(known, b->index, warp, warp * WARP_SIZE + entry_lane(e)) >=
                      entry_segment(e))
            continue;
        char place[300];
        uint32_t line = place_line(entry_place(e));
        line_text(line, place, sizeof place);
        Finding *f = finding("racecheck", "exit", line, 0, 0);
        if (!f->count) {
            Dim3 id = b->id;
            f->message = text_format("Race reported between Read access at %s by an asynchronous "
                                     "copy and the exit of the block that it reads",
                                     place);
            f->detail = text_format("block (%u,%u,%u) does not wait until its shared memory has "
                                    "been read: is\na last cluster.sync() missing?",
                                    id.x, id.y, id.z);
            f->has_thread = true;
            f->block = id;
            f->thread = thread_index(b->launch->block, i * WARP_SIZE + entry_lane(e));
        }
        f->unit = "copies";
        f->cause = CAUSE_exit_with_copy;
        f->count++;
    }
}

// The block has exited in this run: the machine has refused the access.
void clusters_fault(const Fault *f)
{
    char place[300];
    uint32_t line = line_of_step(f->warp->frame->code, f->step);
    line_text(line, place, sizeof place);
    Finding *x = cluster_finding(false, line, f->write, place);
    if (!x->count) {
        exit_detail(x, f->peer);
        finding_thread(x, f->warp, (unsigned)__builtin_ctz(f->mask));
    }
    x->count += (unsigned)__builtin_popcount(f->mask);
}

// What the threads of a block knew when they exited.
static Clock *last_words(const BlockHb *h)
{
    Clock *c = clock_ref(h->clock);
    for (unsigned i = 0; i < h->nwarps; i++) {
        const WarpHb *w = &h->warp[i];
        clock_join(&c, w->clock);
        for (unsigned l = 0; w->lane && l < WARP_SIZE; l++)
            if (!l || w->lane[l].clock != w->lane[l - 1].clock)
                clock_join(&c, w->lane[l].clock);
    }
    return c;
}

static void check_uses(const BlockHb *h, const Block *b, const Clock *known)
{
    for (unsigned at = 0; at < REMOTE_WARPS; at++) {
        const uint64_t *e = h->cluster->remote[at] ? *h->cluster->remote[at] : NULL;
        unsigned warp = at % MAX_WARPS;
        const Block *by = b->cluster->blocks[at / MAX_WARPS];
        for (unsigned l = 0; e && l < WARP_SIZE; l++)
            if (e[l] &&
                clock_until(known, by->index, warp, warp * WARP_SIZE + l) < entry_segment(e[l]))
                report_exit(b, e[l]);
    }
}

void clusters_end(BlockHb *h, const Block *b)
{
    struct ClusterHb *k = h->cluster;
    if (!k)
        return;
    if (!b->live && (k->remote || k->sends)) {
        Clock *known = last_words(h);
        if (k->remote)
            check_uses(h, b, known);
        check_sent(h, b, known);
        clock_drop(&known);
    }
    for (unsigned i = 0; k->remote && i < REMOTE_WARPS; i++)
        free(k->remote[i]);
    free(k->remote);
    clock_drop(&k->given);
    clock_drop(&k->phase);
    free(k);
    h->cluster = NULL;
}

// synccheck.c - barriers that some threads do not reach.
//
// All threads of the block must reach a __syncthreads(), and all lanes of a warp must reach
// the same one. The machine allows more, as hardware does: threads that have exited no longer
// count, and lanes may wait at different barriers. The program is wrong all the same, and may
// give another result on another day. The machine itself finds barriers that hang
// (FAULT_deadlock) and wrong numbers and counts of barriers (FAULT_barrier); memcheck.c
// describes those.
#include "findings.h"

#include <stdlib.h>

typedef struct Arrivals {
    struct Arrivals *next; // while unused
    uint32_t parts;        // barriers, by bit, at which a part of a warp has arrived
    const Step *step[MAX_BARRIERS]; // the last arrival of this phase
    const Code *code[MAX_BARRIERS];
    const Step *first[MAX_BARRIERS][MAX_WARPS]; // where the first part of a warp arrived
    bool divided[MAX_BARRIERS];                 // a warp is divided here, which is reported
    uint32_t missed[MAX_WARPS]; // lanes that were reported at an earlier barrier as exited
} Arrivals;

static Arrivals *unused;

static void forget_parts(Arrivals *a, uint32_t id)
{
    memset(a->first[id], 0, sizeof a->first[id]);
    a->divided[id] = false;
    a->parts &= ~(1u << id);
}

static void on_block_begin(Block *b)
{
    Arrivals *a = unused;
    if (a)
        unused = a->next;
    else
        a = must_calloc(1, sizeof *a);
    for (uint32_t m = a->parts; m; m &= m - 1)
        forget_parts(a, (unsigned)__builtin_ctz(m));
    memset(a->missed, 0, b->nwarps * sizeof *a->missed);
    b->user[synccheck_observer.slot] = a;
}

static void on_block_end(Block *b)
{
    Arrivals *a = b->user[synccheck_observer.slot];
    b->user[synccheck_observer.slot] = NULL;
    if (!a)
        return;
    a->next = unused;
    unused = a;
}

static Finding *barrier_finding(const char *kind, Cause cause, const Code *c, const Step *s)
{
    Finding *f = finding("synccheck", kind, line_of_step(c, s), 0, 0);
    if (!f->count) { // the message, its detail and the cause are of the same moment
        f->message = text_format("Barrier error detected. %s", kind);
        f->cause = cause;
    }
    f->count++;
    return f;
}

// Lanes of a warp may arrive one after the other, as when one lane has waited for another
// block; but they must arrive at the same barrier of the program.
static void on_arrive(const BarrierArrive *e)
{
    Warp *w = e->warp;
    Arrivals *a = w->block->user[synccheck_observer.slot];
    if (!a || e->id >= MAX_BARRIERS)
        return;
    a->step[e->id] = e->step;
    a->code[e->id] = w->frame->code;
    if (e->mask == w->live)
        return; // no other lanes of the warp can come
    a->parts |= 1u << e->id;
    const Step **first = &a->first[e->id][w->index];
    if (!*first)
        *first = e->step;
    if (*first == e->step || !e->aligned)
        return;
    uint32_t line = line_of_step(w->frame->code, *first);
    Finding *f = barrier_finding("Divergent thread(s) in warp", CAUSE_barrier_in_warp,
                                 w->frame->code, e->step);
    a->divided[e->id] = true;
    if (f->count == 1) {
        finding_thread(f, w, (unsigned)__builtin_ctz(e->mask));
        f->detail = text_format("lanes 0x%08x of warp %u are at this barrier, other lanes at the "
                                "barrier in "
                                "%s:%d",
                                e->mask, w->index, line_base(line), line_at(line)->line);
    }
}

// Does the barrier wait for the whole block? Then the instruction has no thread count.
static bool is_for_all(const Step *s)
{
    if (!s || !s->inst)
        return false;
    switch (s->inst->op) {
    case OP_bar_sync:
    case OP_barrier_sync:
    case OP_bar_cta_sync:
    case OP_barrier_cta_sync: return s->inst->nopnd == 1;
    case OP_bar_red:
    case OP_barrier_red:
    case OP_bar_cta_red:
    case OP_barrier_cta_red: return s->inst->nopnd == 3;
    default: return false;
    }
}

// Threads that have exited do not hold up the others, but they had to arrive. A thread is
// reported once, not at every barrier that follows.
static void check_exited(Block *b, Arrivals *a, uint32_t id, const uint32_t *mask_by_warp)
{
    if (b->live_threads == b->launch->threads)
        return;
    uint32_t threads = 0, absent = UINT32_MAX, news = 0;
    bool divided = false; // of one warp, some lanes arrived and some have exited
    for (uint32_t i = 0; i < b->nwarps; i++) {
        uint32_t lanes = b->warps[i]->lanes, mask = mask_by_warp[i] & lanes;
        threads += (unsigned)__builtin_popcount(mask);
        bool part = mask && mask != lanes;
        if (mask != lanes && (absent == UINT32_MAX || (part && !divided)))
            absent = i * WARP_SIZE + (unsigned)__builtin_ctz(lanes & ~mask);
        divided |= part;
        news |= lanes & ~mask & ~a->missed[i];
        a->missed[i] |= lanes & ~mask;
    }
    if (!news)
        return;
    Finding *f =
        barrier_finding(divided ? "Divergent thread(s) in warp" : "Divergent thread(s) in block",
                        CAUSE_barrier_exited, a->code[id], a->step[id]);
    if (f->count == 1) {
        finding_thread(f, b->warps[absent / WARP_SIZE], absent % WARP_SIZE);
        f->detail = text_format("%u of the %u threads of the block exited without reaching the "
                                "barrier, this thread among them",
                                b->launch->threads - threads, b->launch->threads);
    }
}

static void on_done(Block *b, uint32_t id, const uint32_t *mask_by_warp)
{
    Arrivals *a = b->user[synccheck_observer.slot];
    if (!a || id >= MAX_BARRIERS)
        return;
    if (!a->divided[id] && is_for_all(a->step[id]))
        check_exited(b, a, id, mask_by_warp);
    if (a->parts >> id & 1)
        forget_parts(a, id);
}

// Where an instruction keeps the mask of lanes that take part.
static int mask_source(const Step *s)
{
    switch (s->inst ? s->inst->op : OP_COUNT) {
    case OP_bar_warp_sync: return 0;
    case OP_shfl_sync: return 3;
    case OP_vote_sync:
    case OP_match_any:
    case OP_match_all:
    case OP_redux_sync: return 1;
    default: return -1;
    }
}

static void on_warp_sync(Warp *w, const Step *s, uint32_t mask)
{
    if (mask == FULL_MASK || !(w->mask & ~mask))
        return; // every active lane is named
    int source = mask_source(s);
    if (source < 0)
        return;
    const uint32_t *named = slot(w, s->src[source]);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        if (named[l] >> l & 1)
            continue;
        Finding *f =
            barrier_finding("Invalid arguments", CAUSE_barrier_arguments, w->frame->code, s);
        if (f->count == 1) {
            finding_thread(f, w, l);
            f->detail =
                text_format("the calling lane %u is not in its own mask 0x%08x", l, named[l]);
        }
    }
}

Observer synccheck_observer = {
    .name = "synccheck",
    .rank = RANK_synccheck,
    .block_begin = on_block_begin,
    .block_end = on_block_end,
    .barrier_arrive = on_arrive,
    .barrier_done = on_done,
    .warp_sync = on_warp_sync,
};

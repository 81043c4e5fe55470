// skipped.c - operations of a warp that some of the named lanes do not execute.
//
// All lanes that the mask of a shuffle, a vote, or a __syncwarp() names must execute it; only
// lanes that have exited need not. The machine waits for lanes that may still come. It goes on
// when the others have exited, or wait elsewhere in the warp, as hardware does. Two things show
// that a lane has not only exited early, but has gone past the operation:
//
//   - it has executed an instruction that comes after the operation, and from which there is no
//     way back to the operation (this file looks at the steps of a warp in which lanes wait);
//   - it waits at another operation of the warp, with the same mask.
//
// A lane that returns early executes no instruction that comes after the operation, except the
// return itself.
#include "findings.h"

#include <stdlib.h>

// The steps that come after a step, and from which it cannot be reached again.
typedef struct StepsAfter {
    struct StepsAfter *next;
    uint32_t code, step; // Code.serial, index
    uint8_t inside[];    // by step
} StepsAfter;

// Lanes wait at a step for others.
typedef struct {
    const Frame *frame;
    const Step *step;
    uint32_t named, waiting;
    uint32_t past;     // named lanes that have gone past the step
    const Step *after; // what one of them executed there
    const StepsAfter *region;
} LaneWait;

typedef struct {
    unsigned n;
    LaneWait wait[WARP_SIZE];
    const Step *reported; // from then on the lanes meet at wrong places: no other step is reported
} Waits;

typedef struct {
    Waits *of[MAX_WARPS];
} BlockWaits;

// ---- regions --------------------------------------------------------

static StepsAfter *regions;

// The k-th step that may follow step i; false: there are no more.
static bool follower(const Code *c, uint32_t i, int64_t k, uint32_t *next)
{
    const Step *s = &c->steps[i];
    unsigned op = s->inst ? s->inst->op : OP_COUNT;
    bool last = i + 1 == c->nsteps;
    bool jumps = op == OP_bra || (!s->inst && !last); // lowering adds jumps, and a last return
    bool ends = !s->inst || op == OP_ret || op == OP_exit || op == OP_trap || op == OP_bra ||
                op == OP_brx_idx;
    int64_t targets = op == OP_brx_idx ? s->imm : jumps;
    if (k < targets)
        *next = op == OP_brx_idx ? s->vec[k] : s->target;
    else
        *next = i + 1;
    return k < targets || (k == targets && !last && (!ends || s->guard != SLOT_NONE));
}

// Marks all steps that can be reached from step `from`.
static void mark_reachable(const Code *c, uint32_t from, uint8_t *reached)
{
    uint32_t *todo = must_malloc(c->nsteps + 1, sizeof *todo), n = 0, next;
    todo[n++] = from;
    while (n) {
        uint32_t i = todo[--n];
        for (int64_t k = 0; follower(c, i, k, &next); k++)
            if (next < c->nsteps && !reached[next]) {
                reached[next] = 1;
                todo[n++] = next;
            }
    }
    free(todo);
}

// Marks all steps from which the target can be reached.
static void mark_leading(const Code *c, uint32_t target, uint8_t *leads)
{
    uint32_t next;
    leads[target] = 1;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = c->nsteps; i-- > 0;)
            for (int64_t k = 0; !leads[i] && follower(c, i, k, &next); k++)
                if (next < c->nsteps && leads[next])
                    leads[i] = more = true;
    }
}

// Do steps of this kind do nothing but end a thread, or lead there?
static bool only_leaves(const Step *s)
{
    if (!s->inst)
        return true;
    unsigned op = s->inst->op;
    return op == OP_ret || op == OP_exit || op == OP_bra || op == OP_trap;
}

static const StepsAfter *region_after(const Code *c, const Step *s)
{
    uint32_t step = (uint32_t)(s - c->steps);
    for (StepsAfter *r = regions; r; r = r->next)
        if (r->code == c->serial && r->step == step)
            return r;
    StepsAfter *r = must_calloc(1, sizeof *r + c->nsteps);
    uint8_t *leads = must_calloc(c->nsteps, 1);
    mark_reachable(c, step, r->inside);
    mark_leading(c, step, leads);
    for (uint32_t i = 0; i < c->nsteps; i++)
        r->inside[i] &= !leads[i] && !only_leaves(&c->steps[i]);
    free(leads);
    r->code = c->serial;
    r->step = step;
    r->next = regions;
    return regions = r;
}

// ---- waits ----------------------------------------------------------

static void on_block_end(Block *b)
{
    BlockWaits *waits = b->user[skipped_observer.slot];
    b->user[skipped_observer.slot] = NULL;
    for (uint32_t i = 0; waits && i < MAX_WARPS; i++)
        free(waits->of[i]);
    free(waits);
}

static Waits *waits_of(const Warp *w)
{
    BlockWaits *waits = w->block->user[skipped_observer.slot];
    return waits ? waits->of[w->index] : NULL;
}

static LaneWait *find_wait(const Warp *w, const Step *s, uint32_t mask)
{
    Waits *waits = waits_of(w);
    for (unsigned i = 0; waits && i < waits->n; i++)
        if (waits->wait[i].frame == w->frame && waits->wait[i].step == s &&
            waits->wait[i].named == mask)
            return &waits->wait[i];
    return NULL;
}

static void on_warp_wait(Warp *w, const Step *s, uint32_t mask)
{
    void **known = &w->block->user[skipped_observer.slot];
    BlockWaits *all = *known = *known ? *known : must_calloc(1, sizeof *all);
    LaneWait *wait = find_wait(w, s, mask);
    if (!all->of[w->index])
        all->of[w->index] = must_calloc(1, sizeof *all->of[0]);
    Waits *waits = all->of[w->index];
    if (!wait && waits->n == WARP_SIZE)
        return;
    if (!wait) {
        wait = &waits->wait[waits->n++];
        *wait = (LaneWait){
            .frame = w->frame, .step = s, .named = mask, .region = region_after(w->frame->code, s)};
    }
    wait->waiting |= w->active;
    w->watched |= 1u << skipped_observer.slot;
}

// Compilers move address arithmetic to lines where nobody looks for it.
static bool is_telling(const Step *s)
{
    unsigned unit = s->unit;
    return unit == UNIT_MEM || unit == UNIT_SYNC || unit == UNIT_WARP;
}

static void on_step(Warp *w, const Step *s)
{
    Waits *waits = waits_of(w);
    if (!(w->watched >> skipped_observer.slot & 1) || !waits)
        return;
    for (unsigned i = 0; i < waits->n; i++) {
        LaneWait *x = &waits->wait[i];
        uint32_t past = w->active & x->named & ~x->waiting;
        if (!past || x->frame != w->frame || !x->region->inside[s - w->frame->code->steps])
            continue;
        x->past |= past;
        if (!x->after || !is_telling(x->after))
            x->after = s;
    }
}

// ---- findings -------------------------------------------------------

static void skipped_finding(Warp *w, const Step *s, uint32_t lanes, uint32_t mask, const char *what,
                            uint32_t where)
{
    Finding *f = finding("synccheck", "lanes skip an operation of the warp",
                         line_of_step(w->frame->code, s), 0, 0);
    if (!f->count) {
        f->cause = CAUSE_lanes_skipped;
        f->caller = caller_of_step(w->frame->code, s);
        f->message = text_format("Lanes that the mask names do not execute this operation of the "
                                 "warp");
        f->detail = text_format("the mask is 0x%08x; lanes 0x%08x of warp %u %s %s:%d", mask, lanes,
                                w->index, what, line_base(where), line_at(where)->line);
        finding_thread(f, w, (unsigned)__builtin_ctz(lanes));
        f->other_line = where;
        f->has_other = f->other_is_place = true;
    }
    f->count++;
}

// "Have executed shfl.sync with the same qualifiers" (PTX ISA, shfl.sync): a __shfl_up_sync() and a
// __shfl_sync() do not wait for each other.
static bool has_same_mode(const Inst *a, const Inst *b)
{
    return a->op == b->op && inst_has(a, MOD_up) == inst_has(b, MOD_up) &&
           inst_has(a, MOD_down) == inst_has(b, MOD_down) &&
           inst_has(a, MOD_bfly) == inst_has(b, MOD_bfly);
}

// Lanes that wait at another step of the warp with the same mask: is their operation another one?
static const Group *waits_elsewhere(const Warp *w, const Step *s, uint32_t mask)
{
    for (uint32_t i = 0; i < w->ngroups; i++) {
        const Group *g = &w->groups[i];
        const Step *at = g->wait_step;
        if (i == w->cur || !g->released || g->wait_mask != mask || !at || at == s)
            continue;
        bool barriers = s->inst->op == OP_bar_warp_sync && at->inst->op == OP_bar_warp_sync;
        bool shuffles = s->inst->op == OP_shfl_sync && has_same_mode(s->inst, at->inst);
        if (!barriers && !shuffles) // see undefined.c
            return g;
    }
    return NULL;
}

// The lanes w->mask execute the operation; all that it waits for has happened.
static void on_warp_sync(Warp *w, const Step *s, uint32_t mask)
{
    LaneWait *x = find_wait(w, s, mask);
    if (!x)
        return;
    uint32_t past = x->past & mask & ~w->mask;
    const Group *elsewhere = waits_elsewhere(w, s, mask);
    if (s->inst->op == OP_bar_warp_sync)
        past &= ~w->live; // the others wait at a barrier of the warp, too: it is the same one
    Waits *waits = waits_of(w);
    if ((past || elsewhere) && !waits->reported)
        waits->reported = s;
    if (waits->reported && waits->reported != s)
        past = 0, elsewhere = NULL;
    if (past)
        skipped_finding(w, s, past, mask, "have gone past it, to",
                        line_of_step(w->frame->code, x->after));
    else if (elsewhere)
        skipped_finding(w, s, elsewhere->mask, mask, "wait at",
                        line_of_step(elsewhere->frame->code, elsewhere->wait_step));
    *x = waits->wait[--waits->n];
    if (!waits->n)
        w->watched &= ~(1u << skipped_observer.slot);
}

Observer skipped_observer = {
    .name = "skipped",
    .rank = RANK_skipped,
    .block_end = on_block_end,
    .warp_wait = on_warp_wait,
    .step = on_step,
    .warp_sync = on_warp_sync,
};

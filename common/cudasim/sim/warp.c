// warp.c - one warp: its groups of lanes, and the loop that executes steps.
//
// Lanes at the same step in the same frame form a group. Of the groups that can
// run, the group that is furthest behind in the program runs first, so that it
// meets the others where their branches join again: steps are laid out (ptxas/flow.c)
// so that the step where branches join has a higher number than all steps of the
// branches. Groups in different frames are ordered by their call chains. While one
// group runs, merge_pc is the nearest step at which another group waits.
//
// Fairness: a group that only makes strong reads, and finds nothing changed (a spin
// lock, a flag), is put aside after SPIN_LIMIT such reads: first for the other groups
// of its warp, then for the other warps, then for the other resident blocks. A long
// quantum does the same for loops of any other kind.
#include "exec.h"
#include "native/native.h"

#include <limits.h>

enum { SPIN_LIMIT = 64, POLL_STEPS = 32, TEAR_ODDS = 16 };
#define QUANTUM (1 << 20)

// ---- groups ---------------------------------------------------------

static void group_save(Warp *w)
{
    Group *g = &w->groups[w->cur];
    g->mask = w->active;
    g->pc = w->pc;
    g->frame = w->frame;
}

static void group_load(Warp *w, uint32_t i)
{
    Group *g = &w->groups[i];
    w->cur = i;
    w->active = g->mask;
    w->pc = g->pc;
    if (w->frame != g->frame || w->code != g->frame->code->steps) {
        w->frame = g->frame;
        w->code = g->frame->code->steps;
        w->counts = g->frame->code->counts;
        w->base[0] = g->frame->regs;
        w->base[1] = g->frame->code->consts;
    }
}

static void group_remove(Warp *w, uint32_t i)
{
    w->groups[i] = w->groups[--w->ngroups];
    if (w->cur == w->ngroups)
        w->cur = i;
}

// The step of frame `f` at which a group is, or to which it will return; UINT32_MAX if
// the group is not in this frame.
static uint32_t pc_in(const Group *g, const Frame *f)
{
    if (g->frame == f)
        return g->pc;
    for (const Frame *x = g->frame; x; x = x->caller)
        if (x->caller == f)
            return x->ret_pc ? x->ret_pc - 1 : 0;
    return UINT32_MAX;
}

// Program order of two groups by their call chains: < 0 if a is behind b.
static int group_compare(const Group *a, const Group *b)
{
    const Frame *fa = a->frame, *fb = b->frame;
    uint32_t pa = a->pc, pb = b->pc;
    int deeper = 0;
    while (fa->depth > fb->depth)
        pa = fa->ret_pc - 1, fa = fa->caller, deeper = 1;
    while (fb->depth > fa->depth)
        pb = fb->ret_pc - 1, fb = fb->caller, deeper = -1;
    while (fa != fb && fa->caller && fb->caller) {
        pa = fa->ret_pc - 1, pb = fb->ret_pc - 1;
        fa = fa->caller, fb = fb->caller;
    }
    if (pa != pb)
        return pa < pb ? -1 : 1;
    return deeper; // at the call itself is before inside it
}

// Groups that wait for other lanes of the warp: can they continue now?
static void wake_waiting(Warp *w)
{
    for (uint32_t i = 0; i < w->ngroups; i++) {
        Group *g = &w->groups[i];
        if (g->state != GROUP_warp)
            continue;
        uint32_t need = g->wait_mask & w->live, have = 0;
        for (uint32_t k = 0; k < w->ngroups; k++)
            if (w->groups[k].state == GROUP_warp && w->groups[k].wait_mask == g->wait_mask)
                have |= w->groups[k].mask;
        if (need & ~have)
            continue;
        // All lanes of the mask are here, though perhaps not at the same step: the
        // hardware lets such groups continue, each with its own lanes.
        uint32_t mask = g->wait_mask;
        for (uint32_t k = 0; k < w->ngroups; k++) {
            Group *o = &w->groups[k];
            if (o->state == GROUP_warp && o->wait_mask == mask) {
                o->state = GROUP_ready;
                o->released = true;
            }
        }
    }
}

static void merge_equal(Warp *w, uint32_t i)
{
    for (uint32_t k = w->ngroups; k-- > 0;) {
        Group *a = &w->groups[i], *b = &w->groups[k];
        if (k == i || b->state != GROUP_ready || a->pc != b->pc || a->frame != b->frame ||
            a->released != b->released)
            continue;
        a->mask |= b->mask;
        if (i == w->ngroups - 1)
            i = k;
        group_remove(w, k);
    }
}

// Chooses the ready group that is furthest behind; -1 if none is ready.
static int choose_group(const Warp *w)
{
    int best = -1;
    for (uint32_t i = 0; i < w->ngroups; i++)
        if (w->groups[i].state == GROUP_ready &&
            (best < 0 || group_compare(&w->groups[i], &w->groups[best]) < 0))
            best = (int)i;
    return best;
}

static void set_merge_pc(Warp *w)
{
    w->merge_pc = UINT32_MAX;
    for (uint32_t i = 0; i < w->ngroups; i++) {
        if (i == w->cur || w->groups[i].state != GROUP_ready)
            continue;
        uint32_t pc = pc_in(&w->groups[i], w->frame);
        if (pc < w->merge_pc)
            w->merge_pc = pc;
    }
    // A group that is at this step and could not merge must not stop us again.
    if (w->merge_pc <= w->pc)
        w->merge_pc = w->pc + 1;
}

// Looks at all groups and loads the one to run. False: the turn is over.
static __attribute__((noinline)) bool attend_groups(Warp *w)
{
    if (w->active)
        group_save(w);
    else
        group_remove(w, w->cur);
    if (w->launch->stop || !w->ngroups) {
        w->turn = w->ngroups ? TURN_preempted : TURN_done;
        w->active = 0;
        return false;
    }
    if (w->launch->executed >= w->launch->limit) {
        group_load(w, w->cur < w->ngroups ? w->cur : 0); // lanes that returned have no code yet
        fault_raise(
            w->launch,
            &(Fault){.kind = FAULT_timeout, .warp = w, .step = w->code + w->pc, .mask = w->active});
        w->turn = TURN_preempted;
        return false;
    }
    int i = choose_group(w);
    if (i < 0) {
        wake_waiting(w);
        i = choose_group(w);
    }
    if (i < 0) {
        w->turn = TURN_blocked;
        for (uint32_t k = 0; k < w->ngroups; k++)
            if (w->groups[k].state == GROUP_yielded) {
                w->groups[k].state = GROUP_ready;
                w->turn = TURN_yielded;
            }
        w->cur = 0;
        w->active = w->groups[0].mask;
        w->pc = w->groups[0].pc;
        w->frame = w->groups[0].frame;
        w->code = NULL; // reload at the next turn
        return false;
    }
    // The remembered index may move when groups merge: find it again by mask.
    uint32_t lane = w->groups[i].mask & -w->groups[i].mask;
    merge_equal(w, (uint32_t)i);
    for (uint32_t k = 0; k < w->ngroups; k++)
        if (w->groups[k].mask & lane)
            i = (int)k;
    group_load(w, (uint32_t)i);
    set_merge_pc(w);
    if (w->preempt || w->quantum <= 0) {
        w->turn = TURN_preempted;
        return false;
    }
    return true;
}

// Two groups, both ready, of which one has come to where the other is: they go on as one.
static inline bool meet_again(Warp *w)
{
    if (w->ngroups != 2 || !w->active)
        return false;
    const Group *own = &w->groups[w->cur], *other = &w->groups[1 - w->cur];
    if (other->pc != w->pc || other->frame != w->frame || own->state != GROUP_ready ||
        other->state != GROUP_ready || own->released != other->released || w->preempt ||
        w->launch->stop || w->launch->executed >= w->launch->limit)
        return false;
    group_save(w);
    w->groups[0].mask |= w->groups[1].mask;
    w->ngroups = 1;
    group_load(w, 0);
    return true;
}

// The same, but first looks for the most frequent cases: all lanes of the warp have come to
// a barrier, or were the last lanes to come and continue, or have exited.
static inline bool attend_group(Warp *w)
{
    if (w->ngroups == 1 && !w->active) {
        w->ngroups = w->cur = 0;
        w->turn = TURN_done;
        return false;
    }
    if ((w->ngroups != 1 && !meet_again(w)) || w->preempt)
        return attend_groups(w);
    uint8_t state = w->groups[0].state;
    if (state == GROUP_barrier || state == GROUP_cluster) {
        w->groups[0].pc = w->pc;
        w->merge_pc = UINT32_MAX;
        w->turn = TURN_blocked;
        return false;
    }
    const Launch *l = w->launch;
    if (state != GROUP_ready || l->stop || l->executed >= l->limit)
        return attend_groups(w);
    w->merge_pc = UINT32_MAX;
    return true;
}

// Shuffled schedules also let some lanes of a warp fall behind, as they may on
// any GPU since Volta, so that code which needs its lanes to move together fails.
// They continue when the other lanes must wait for something.
static void tear_apart(Warp *w)
{
    Group *g = &w->groups[0];
    if (w->ngroups != 1 || g->state != GROUP_ready || launch_random(w->launch) % TEAR_ODDS)
        return;
    if (w->code)
        group_save(w);
    uint32_t behind = (uint32_t)launch_random(w->launch) & g->mask;
    if (!behind || behind == g->mask)
        return;
    w->groups[1] = *g;
    w->groups[1].mask = behind;
    w->groups[1].state = GROUP_yielded;
    g->mask &= ~behind;
    w->active = g->mask;
    w->ngroups = 2;
    w->torn = true;
}

bool warp_mend(Warp *w)
{
    if (!w->torn)
        return false;
    w->torn = false;
    uint32_t behind = 0;
    for (uint32_t i = 0; i < w->ngroups; i++)
        if (i != w->cur && w->groups[i].state == GROUP_yielded) {
            w->groups[i].state = GROUP_ready;
            behind |= w->groups[i].mask;
        }
    if (!behind)
        return false;
    w->pc--;
    w->counts[w->pc].warps--;
    w->counts[w->pc].threads -= (unsigned)__builtin_popcount(w->mask);
    w->merge_pc = 0;
    return true;
}

// Time does not depend on the schedule: the parts of a torn warp together take the time that
// the whole warp would have taken.
static void add_part(Warp *w, uint64_t path)
{
    double part = (double)__builtin_popcount(w->active) / __builtin_popcount(w->lanes);
    w->torn_cycles += part * (double)(path & (PATH_WAIT - 1)) / PATH_PER_CYCLE;
    w->torn_waits += part * (double)(path >> PATH_SHIFT);
}

// Observers that watch the warp see its next step, and the one after it.
static __attribute__((noinline)) void show_step(Warp *w)
{
    const Step *s = w->code + w->pc;
    w->mask = w->active;
    if (s->guard != SLOT_NONE)
        w->mask &= *slot_pred(w, s->guard) ^ s->guard_flip;
    EACH_HOOK(step, (w, s));
    if (w->watched)
        w->merge_pc = 0;
}

// ---- the loop -------------------------------------------------------

void warp_begin(Warp *w, uint32_t lanes, Frame *frame)
{
    w->lanes = w->live = lanes;
    w->ngroups = 1;
    w->spin = w->yields = 0;
    w->grid_waited = false;
    w->path = 0;
    w->executed = w->idle = 0;
    memset(&w->look, 0, sizeof w->look);
    memset(w->seen, 0, sizeof w->seen);
    w->torn_cycles = w->torn_waits = 0;
    memset(&w->loads, 0, sizeof w->loads);
    w->fetched = w->barriers = 0;
    w->torn = false;
    w->watched = 0;
    w->awaits = NULL;
    w->fault_step = NULL;
    memset(w->taken, 0, sizeof w->taken);
    w->cluster_arrived = w->cluster_open = 0;
    w->groups[0] = (Group){.mask = lanes, .frame = frame};
    frame->lanes = lanes;
    w->code = NULL;
    w->frame = NULL;
    group_load(w, 0);
    w->merge_pc = UINT32_MAX;
}

void warp_abandon(Warp *w)
{
    for (uint32_t i = 0; w->live && i < w->ngroups; i++)
        for (Frame *f = w->groups[i].frame, *up; f; f = up) {
            up = f->caller;
            frame_leave(f, w->groups[i].mask);
        }
    w->live = 0;
}

// ---- rows of steps ---------------------------------------------------

// The branch at the end of a row.
static inline void end_row(Warp *w, const Step *s)
{
    Count *c = w->counts + w->pc - 1;
    uint32_t mask = w->active;
    if (s->guard != SLOT_NONE)
        mask &= *slot_pred(w, s->guard) ^ s->guard_flip;
    c->warps++;
    if (!mask)
        return;
    c->threads += (unsigned)__builtin_popcount(mask);
    w->mask = mask;
    warp_branch(w, s->target);
}

// The warp has to stop after the step `last` of a row: what is counted for all of them is counted
// for those that it has executed.
static __attribute__((noinline)) void break_row(Warp *w, const Step *first, const Step *last,
                                                unsigned lanes)
{
    first->state->whole.warps--;
    first->state->whole.threads -= lanes;
    for (const Step *s = first; s <= last; s++) {
        w->counts[s - w->code].warps++;
        w->counts[s - w->code].threads += lanes;
    }
}

static __attribute__((noinline)) void compile_row(Code *c, const Step *first)
{
    Step *s = &c->steps[first - c->steps], *end = s + s->row;
    while (s < end) {
        if (s->computes && !s->native)
            s->native = native_compile(&c->native, c->nsteps, s, s->computes);
        s += s->computes ? s->computes : 1;
    }
}

// What the loop of warp_run() does for each step is done once for all steps of a row.
static inline void run_row(Warp *w, const Step *s)
{
    const Step *first = s, *end = s + s->row;
    uint32_t pc = w->pc;
    uint64_t executed = w->executed;
    unsigned lanes = (unsigned)__builtin_popcount(w->active);
    w->stretch += s->path;
    w->mask = w->active;
    first->state->whole.warps++;
    first->state->whole.threads += lanes;
    if (__builtin_expect(++first->state->heat == device.compile_after, 0))
        compile_row(w->frame->code, first);
    while (s < end) {
        unsigned n = s->computes;
        if (n && lanes == WARP_SIZE && s->native && s->native(w)) {
            s += n;
            continue;
        }
        if (n) {
            for (; n; n--, s++)
                s->exec(w, s);
            continue;
        }
        w->pc = pc + (uint32_t)(s - first) + 1; // observers look at it, and the handler
        w->executed = executed + (uint32_t)(s - first) + 1;
        if (s->in_row == ROW_branches) {
            end_row(w, s);
            return;
        }
        s->exec(w, s);
        if (__builtin_expect(w->merge_pc == 0, 0)) {
            break_row(w, first, s, lanes);
            return;
        }
        s++;
    }
    w->pc = pc + first->row;
    w->executed = executed + first->row;
}

void row_counts(Code *c)
{
    for (uint32_t i = 0; i < c->nsteps; i++) {
        const Count n = c->rows[i].whole;
        if (!n.warps)
            continue;
        const Step *s = &c->steps[i], *end = s + s->row;
        c->rows[i].whole = (Count){0};
        for (; s < end && s->in_row != ROW_branches; s++) {
            c->counts[s - c->steps].warps += n.warps;
            c->counts[s - c->steps].threads += n.threads;
        }
    }
}

WarpTurn warp_run(Warp *w)
{
    w->preempt = false;
    w->quantum = QUANTUM;
    if (device.shuffle)
        tear_apart(w);
    if (w->code == NULL || w->ngroups > 1 || w->groups[0].state != GROUP_ready ||
        w->merge_pc == 0) {
        if (w->code == NULL)
            group_load(w, w->cur);
        if (!attend_group(w))
            return w->turn;
    }
    if (w->watched)
        w->merge_pc = 0;
    Launch *launch = w->launch;
    uint64_t executed = launch->executed, begin = w->executed;
    uint64_t room = launch->limit > executed ? launch->limit - executed : 0;
    uint64_t end = begin + (room < QUANTUM ? room : QUANTUM);
    w->stretch = 0;
    for (;;) {
        if (__builtin_expect(w->pc >= w->merge_pc || w->executed >= end, 0)) {
            launch->executed = executed + (w->executed - begin);
            if (__builtin_expect(device.charge != 0, 0))
                launch_charge(launch);
            if (__builtin_expect(w->torn, 0))
                add_part(w, w->stretch);
            else
                w->path += w->stretch;
            w->stretch = 0;
            if (__builtin_expect(w->block->met, 0)) // it was the last one
                cost_barrier(w->block);
            if (w->executed >= end && launch->executed < launch->limit) {
                // A long loop: other warps may have to act before it can end.
                w->preempt = true;
                if (w->ngroups > 1)
                    w->groups[w->cur].state = GROUP_yielded;
            }
            if (!attend_group(w))
                return w->turn;
            if (__builtin_expect(w->watched != 0, 0))
                show_step(w);
        }
        const Step *s = w->code + w->pc;
        if (s->row > 1 && w->pc + s->row <= w->merge_pc && w->executed + s->row <= end) {
            run_row(w, s);
            continue;
        }
        Count *c = w->counts + w->pc;
        uint32_t mask = w->active;
        if (s->guard != SLOT_NONE)
            mask &= *slot_pred(w, s->guard) ^ s->guard_flip;
        w->pc++;
        w->executed++;
        w->stretch += s->path;
        c->warps++;
        if (__builtin_expect(mask != 0, 1)) {
            c->threads += (unsigned)__builtin_popcount(mask);
            w->mask = mask;
            s->exec(w, s);
        }
    }
}

// ---- what handlers ask for ------------------------------------------

void warp_preempt(Warp *w)
{
    w->preempt = true;
    w->merge_pc = 0;
}

// A look is a poll if the warp did nothing since the look before: a few instructions, which did not
// access memory, and the same lanes looked at the same place before. How often a warp polls is
// chance: so these instructions are not work.
static bool is_poll(Warp *w, const uint64_t *addr, uint32_t lanes)
{
    uint64_t where = lanes + (uint64_t)w->pc;
    for (uint32_t m = lanes; m; m &= m - 1)
        where = (where ^ addr[__builtin_ctz(m)]) * 0x9e3779b97f4a7c15ull;
    uint64_t *before = &w->look.where[w->pc % 4], since = w->executed - w->look.executed;
    bool poll = *before == where && since <= POLL_STEPS &&
                (w->look.mem_quantum - w->mem_quantum <= 1 || w->mem_quantum == INT_MAX - 1);
    if (poll)
        w->idle += since;
    *before = where;
    w->look.executed = w->executed;
    w->look.mem_quantum = w->mem_quantum;
    return poll;
}

bool warp_spun(Warp *w, const uint64_t *addr, uint32_t lanes)
{
    bool poll = is_poll(w, addr, lanes);
    w->look.at = lanes ? addr[__builtin_ctz(lanes)] : 0;
    if (++w->spin < SPIN_LIMIT)
        return poll;
    w->spin = 0;
    w->groups[w->cur].state = GROUP_yielded;
    w->merge_pc = 0;
    return poll;
}

Group *warp_split(Warp *w, uint32_t mask, uint32_t pc, Frame *frame)
{
    w->active &= ~mask;
    Group *g = &w->groups[w->ngroups++];
    *g = (Group){.mask = mask, .pc = pc, .frame = frame};
    w->merge_pc = 0;
    return g;
}

void warp_branch(Warp *w, uint32_t target)
{
    if (w->mask == w->active) {
        w->pc = target;
        return;
    }
    w->counts[w->pc - 1].diverged++;
    bool alone = w->merge_pc == UINT32_MAX && w->ngroups == 1 && !w->watched && !w->torn;
    warp_split(w, w->mask, target, w->frame);
    if (alone && target > w->pc) { // the lanes that continue are behind, so they go on
        w->merge_pc = target;
        w->path += w->stretch;
        w->stretch = 0;
    }
}

void warp_exit(Warp *w, const Step *s)
{
    uint32_t mask = w->mask;
    EACH_HOOK(exit, (w, s, mask));
    for (Frame *f = w->frame, *up; f; f = up) {
        up = f->caller;
        frame_leave(f, mask);
    }
    w->active &= ~mask;
    w->live &= ~mask;
    w->block->live_threads -= (unsigned)__builtin_popcount(mask);
    if (!w->live)
        w->block->live--;
    w->merge_pc = 0;
    block_lanes_left(w->block);
    cluster_lanes_left(w, mask);
}

bool warp_converge(Warp *w, const Step *s, uint32_t mask)
{
    Group *g = &w->groups[w->cur];
    uint32_t need = mask & w->live;
    if (!(need & ~w->mask) || g->released) {
        g->released = false;
        return true;
    }
    if (w->active & ~w->mask) // lanes whose guard does not hold do not wait
        warp_split(w, w->active & ~w->mask, w->pc, w->frame);
    w->pc--; // executed again, with more lanes or when the others are there
    w->counts[w->pc].warps--;
    w->counts[w->pc].threads -= (unsigned)__builtin_popcount(w->mask);
    w->merge_pc = 0;
    uint32_t before = w->active;
    for (uint32_t k = w->ngroups; k-- > 0;) {
        Group *o = &w->groups[k];
        if (k != w->cur && o->state == GROUP_warp && o->pc == w->pc && o->frame == w->frame) {
            w->active |= o->mask;
            group_remove(w, k);
            g = &w->groups[w->cur];
        }
    }
    if (w->active == before) {
        g->state = GROUP_warp;
        g->wait_mask = mask;
        g->wait_step = s;
        EACH_HOOK(warp_wait, (w, s, mask));
    }
    return false;
}

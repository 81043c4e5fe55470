// block.c - one thread block: its warps, whose turn it is, and its barriers.
//
// A block object is used for many blocks in turn; its memory (registers, shared
// and local memory of all warps) is one allocation. The next block finds what
// the block before has left there, as on hardware.
//
// A barrier counts threads. Without a count it waits for every thread of the
// block that has not exited; with a count, every warp counts as a whole warp, as
// on hardware.
#include "alloc.h"
#include "async.h"
#include "exec.h"

#include <limits.h>
#include <stdlib.h>

static size_t round64(size_t n) { return (n + 63) / 64 * 64; }

// A frame is larger here than on a GPU, which keeps parameters in registers.
static size_t stack_room(void)
{
    enum { TIMES = 4, FRAMES = 64 << 10 };
    return FRAMES + TIMES * device.stack_limit;
}

// Of one lane.
static size_t local_bytes(const Code *c)
{
    return round64(c->stack_bytes + (c->recursive ? stack_room() : 0) +
                   (c->grows ? round64(device.stack_limit) : 0));
}

uint64_t block_bytes(const Launch *l)
{
    const Code *c = l->code;
    return l->warps * (round64(c->reg_bytes) + local_bytes(c) * WARP_SIZE) +
           round64(l->shared_bytes) + RESERVED_BYTES + 64;
}

Block *block_new(Launch *l)
{
    const Code *c = l->code;
    size_t regs = round64(c->reg_bytes), user = round64(l->shared_bytes);
    size_t shared = user + RESERVED_BYTES, local = local_bytes(c), bytes = block_bytes(l);
    uint32_t n = l->warps;
    uint8_t *memory = aligned_alloc(64, round64(bytes)); // as much as the program asks for
    if (!memory)
        return NULL;
    Block *b = must_calloc(1, sizeof *b);
    b->launch = l;
    b->nwarps = n;
    b->warps = must_calloc(n, sizeof *b->warps);
    b->frames = must_calloc(n, sizeof *b->frames);
    b->memory = memory;
    if (!fresh_fill(b->memory, bytes, l->serial)) {
        memset(b->memory, 0, n * regs);
        memset(b->memory + n * regs, 0xff,
               bytes - n * regs); // NaN, -1: values that a program hardly expects
    }
    b->shared = b->memory + n * regs;
    b->reserved = b->shared + user;
    uint8_t *locals = b->shared + shared;
    Dim3 t = {0, 0, 0};
    for (uint32_t i = 0; i < n; i++) {
        Warp *w = b->warps[i] = must(aligned_alloc(64, round64(sizeof *w)));
        Frame *f = b->frames[i] = must_calloc(1, sizeof *f);
        memset(w, 0, sizeof *w);
        f->code = l->code;
        f->regs = b->memory + i * regs;
        w->launch = l;
        w->block = b;
        w->index = i;
        w->shared = b->shared;
        w->local = locals + (size_t)i * local * WARP_SIZE;
        w->local_stride = local;
        for (uint32_t k = 0; k < WARP_SIZE; k++) { // counted: divisions take their time
            w->tid[0][k] = t.x;
            w->tid[1][k] = t.y;
            w->tid[2][k] = t.z;
            t.x = t.x + 1 < l->block.x ? t.x + 1 : 0;
            t.y = t.x ? t.y : t.y + 1 < l->block.y ? t.y + 1 : 0;
            t.z += !t.x && !t.y;
        }
    }
    return b;
}

void block_free(Block *b)
{
    if (!b)
        return;
    for (uint32_t i = 0; i < b->nwarps; i++) {
        if (b->warps)
            free(b->warps[i]);
        if (b->frames)
            free(b->frames[i]);
    }
    copies_free(b);
    free(b->warps);
    free(b->frames);
    free(b->memory);
    free(b);
}

// A warp that starts takes about as long as this number of instructions.
enum { INSTRUCTIONS_OF_START = 4 };

void block_begin(Block *b, uint64_t index)
{
    Launch *l = b->launch;
    device.charge += INSTRUCTIONS_OF_START * b->nwarps;
    b->index = index;
    uint64_t row = index < l->grid.x ? 0 : index / l->grid.x; // a division takes its time
    b->id = (Dim3){(uint32_t)(index - row * l->grid.x), (uint32_t)(row ? row % l->grid.y : 0),
                   (uint32_t)(row ? row / l->grid.y : 0)};
    b->live = b->nwarps;
    b->live_threads = l->threads;
    b->waits = b->met = b->triggered = false;
    b->path = b->work = b->busiest = 0;
    b->time = (WarpTime){0};
    cluster_begin(&b, 1);
    b->next = 0;
    for (uint32_t m = b->barriers_used; m; m &= m - 1)
        memset(&b->barriers[__builtin_ctz(m)], 0, sizeof *b->barriers);
    b->barriers_used = 0;
    for (uint32_t i = 0; i < b->nwarps; i++) {
        uint32_t n = l->threads - i * WARP_SIZE;
        uint32_t lanes = n >= WARP_SIZE ? FULL_MASK : (1u << n) - 1;
        warp_begin(b->warps[i], lanes, b->frames[i]);
    }
}

// ---- barriers -------------------------------------------------------

static bool barrier_complete(const Block *b, const Barrier *bar)
{
    if (!bar->arrived)
        return false;
    return bar->arrived >= (bar->explicit_count ? bar->explicit_count : b->live_threads);
}

static uint32_t threads_at(const Block *b, const Barrier *bar)
{
    uint32_t threads = 0;
    for (uint32_t i = 0; i < b->nwarps; i++)
        threads += (unsigned)__builtin_popcount(bar->mask[i]);
    return threads;
}

// The result of bar.red, for all lanes that waited.
static void deliver(const Block *b, const Barrier *bar, const Group *g)
{
    const Step *s = g->wait_step;
    const Inst *in = s->inst;
    uint8_t *regs = g->frame->regs + s->dst;
    if (inst_has(in, MOD_popc)) {
        for (int l = 0; l < WARP_SIZE; l++)
            if (g->mask >> l & 1)
                ((uint32_t *)regs)[l] = bar->popc;
        return;
    }
    bool value = inst_has(in, MOD_and) ? bar->popc == threads_at(b, bar) : bar->popc > 0;
    uint32_t *p = (uint32_t *)regs;
    *p = value ? *p | g->mask : *p & ~g->mask;
}

static void barrier_release(Block *b, uint32_t id)
{
    Barrier *bar = &b->barriers[id];
    EACH_LISTENER(barrier_done, (b, id, bar->mask));
    uint32_t threads = bar->explicit_count ? threads_at(b, bar) : bar->arrived;
    b->met |= threads == b->live_threads;
    for (uint32_t i = 0; i < b->nwarps; i++) {
        Warp *w = b->warps[i];
        if (!bar->mask[i])
            continue;
        for (Group *g = w->groups, *end = g + w->ngroups; g < end; g++) {
            if (g->state != GROUP_barrier || g->wait_id != id)
                continue;
            if (g->wait_step && g->wait_step->dst != SLOT_NONE)
                deliver(b, bar, g);
            g->state = GROUP_ready;
        }
    }
    memset(bar->mask, 0, b->nwarps * sizeof *bar->mask);
    bar->arrived = bar->popc = bar->explicit_count = 0;
    bar->generation++;
}

void block_arrive(Warp *w, const Step *s, uint32_t id, uint32_t count, uint32_t mask, bool waits)
{
    Block *b = w->block;
    Barrier *bar = &b->barriers[id];
    b->barriers_used |= 1u << id;
    w->barriers++;
    uint32_t before = bar->mask[w->index];
    bar->mask[w->index] |= mask;
    bar->arrived += (unsigned)__builtin_popcount(mask & ~before);
    if (count) {
        bar->explicit_count = count;
        // A warp counts as a whole warp when all its live lanes are here.
        uint32_t all = bar->mask[w->index];
        if (!(w->live & ~all))
            bar->arrived += WARP_SIZE - (unsigned)__builtin_popcount(all);
    }
    if (waits) {
        // The group's next step is after the barrier; it may not execute that step yet.
        Group *g = &w->groups[w->cur];
        g->mask = mask;
        g->frame = w->frame;
        g->state = GROUP_barrier;
        g->wait_id = (uint8_t)id;
        g->wait_step = s;
        w->merge_pc = 0;
    }
    if (barrier_complete(b, bar))
        barrier_release(b, id);
}

void block_lanes_left(Block *b)
{
    for (uint32_t m = b->barriers_used; m; m &= m - 1) {
        uint32_t id = (uint32_t)__builtin_ctz(m);
        if (b->barriers[id].arrived && b->live && barrier_complete(b, &b->barriers[id]))
            barrier_release(b, id);
    }
}

// ---- turns ----------------------------------------------------------

static bool can_run(const Warp *w)
{
    if (!w->live)
        return false;
    for (uint32_t i = 0; i < w->ngroups; i++)
        if (w->groups[i].state == GROUP_ready || w->groups[i].state == GROUP_warp)
            return true;
    return false;
}

static WarpTurn run_in_order(Block *b)
{
    b->spun = b->busy = false;
    bool moved = true;
    while (moved && b->live && !b->launch->stop) {
        moved = false;
        for (uint32_t i = 0; i < b->nwarps && !b->launch->stop; i++) {
            Warp *w = b->warps[i];
            if (!can_run(w))
                continue;
            uint64_t before = b->launch->executed;
            w->mem_quantum = INT_MAX;
            WarpTurn turn = warp_run(w);
            if (b->launch->next && turn == TURN_preempted && !b->launch->stop)
                return TURN_preempted;
            if (turn == TURN_yielded)
                b->spun = true;
            else if (turn == TURN_preempted)
                b->spun = b->busy = moved = true; // let other blocks have a turn, too
            else
                moved |= b->launch->executed != before;
        }
        if (b->spun)
            break;
    }
    return !b->live ? TURN_done : b->spun ? TURN_yielded : TURN_blocked;
}

enum { STUCK_YIELDS = 40 };

// Every live warp waits at a barrier, or has spun again and again while no
// byte of memory changed.
static bool block_stuck(const Block *b)
{
    for (uint32_t i = 0; i < b->nwarps; i++) {
        const Warp *w = b->warps[i];
        bool spins = w->yields >= STUCK_YIELDS && w->yields_since == device.changes;
        if (can_run(w) && !spins)
            return false;
    }
    return true;
}

// Shuffled: one warp, chosen by the seed, for a few memory steps.
static WarpTurn run_shuffled(Block *b)
{
    uint32_t start = (uint32_t)(launch_random(b->launch) % b->nwarps);
    b->spun = b->busy = false;
    for (uint32_t k = 0; k < b->nwarps; k++) {
        Warp *w = b->warps[(start + k) % b->nwarps];
        if (!can_run(w))
            continue;
        uint64_t r = launch_random(b->launch);
        w->mem_quantum = r & 7 ? (int32_t)(1 + (r >> 3) % 6) : (int32_t)(1 + (r >> 3) % 200);
        uint64_t before = b->launch->executed;
        WarpTurn turn = warp_run(w);
        if (b->launch->stop || !b->live)
            break;
        if (turn == TURN_yielded) {
            b->spun = true;
            w->yields = w->yields_since == device.changes ? w->yields + 1 : 0;
            w->yields_since = device.changes;
        } else if (turn != TURN_blocked || b->launch->executed != before) {
            return block_stuck(b) ? TURN_yielded : TURN_preempted;
        }
    }
    return !b->live ? TURN_done : b->spun ? TURN_yielded : TURN_blocked;
}

WarpTurn block_run(Block *b)
{
    WarpTurn turn = device.shuffle ? run_shuffled(b) : run_in_order(b);
    if (b->live)
        return turn;
    copies_finish(b);
    return TURN_done;
}

// ---- what everybody waits for ---------------------------------------

// Do all lanes of both warps wait at the same place?
static bool warps_wait_alike(const Warp *a, const Warp *b)
{
    const Group *x = &a->groups[0], *y = &b->groups[0];
    return a->live && b->live && a->ngroups == 1 && b->ngroups == 1 && a->awaits == b->awaits &&
           x->state == y->state && x->mask == y->mask && x->pc == y->pc &&
           x->frame->code == y->frame->code;
}

static const char *group_waits(const Group *g)
{
    switch (g->state) {
    case GROUP_barrier: return "waits at a barrier";
    case GROUP_cluster: return "waits at the cluster's barrier";
    case GROUP_warp: return "waits for other lanes of its warp";
    default: return "spins";
    }
}

// Adds one group of lanes to the text, of the warps first to last; how long the text is now.
static size_t describe_group(const Block *b, uint32_t first, uint32_t last, const Group *g,
                             char *text, size_t used, size_t size)
{
    const Warp *w = b->warps[first];
    bool behind = g->state == GROUP_barrier || g->state == GROUP_cluster;
    Frame *frame;
    const Step *at = group_waits_at(g, &frame);
    Place p = step_place(frame->code, at);
    const char *base = p.file ? strrchr(p.file, '/') : NULL;
    char warps[40], lacks[160];
    if (first == last)
        snprintf(warps, sizeof warps, "warp %u", first);
    else
        snprintf(warps, sizeof warps, "warps %u to %u", first, last);
    used += (size_t)snprintf(text + used, size - used,
                             "%sblock (%u,%u,%u) %s lanes 0x%08x %s at %s:%d", used ? "; " : "",
                             b->id.x, b->id.y, b->id.z, warps, g->mask, group_waits(g),
                             base     ? base + 1
                             : p.file ? p.file
                                      : "?",
                             p.line);
    if (behind || !w->awaits)
        return used;
    mbarrier_describe(w->awaits, lacks, sizeof lacks);
    return used + (size_t)snprintf(text + used, size - used, " (its mbarrier %s)", lacks);
}

void block_describe(const Block *b, char *text, size_t size)
{
    size_t used = strlen(text);
    int lines = 0;
    for (uint32_t i = 0; i < b->nwarps; i++) {
        const Warp *w = b->warps[i];
        uint32_t last = i;
        while (last + 1 < b->nwarps && warps_wait_alike(w, b->warps[last + 1]))
            last++;
        for (uint32_t k = 0; w->live && k < w->ngroups; k++) {
            if (++lines > 8 || used + 260 > size)
                return;
            used = describe_group(b, i, last, &w->groups[k], text, used, size);
        }
        i = last;
    }
}

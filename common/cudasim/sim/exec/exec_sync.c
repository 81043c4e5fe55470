// exec_sync.c - barriers of a block and of a warp, and fences.
#include "sim/exec.h"

// ---- block barriers -------------------------------------------------

static void barrier(Warp *w, const Step *s, uint32_t id, uint32_t count, bool waits, bool aligned)
{
    if (id >= MAX_BARRIERS || count % WARP_SIZE || count > MAX_BLOCK_THREADS) {
        fault_raise(w->launch,
                    &(Fault){.kind = FAULT_barrier,
                             .warp = w,
                             .step = s,
                             .mask = w->mask,
                             .text = id >= MAX_BARRIERS ? "barrier number above 15"
                                                        : "barrier count is not a multiple of 32"});
        return;
    }
    if (w->active & ~w->mask) { // lanes whose guard does not hold continue
        uint32_t mask = w->mask;
        w->mask = w->active & ~mask;
        warp_branch(w, w->pc);
        w->mask = mask;
    }
    if (device.hooks->barrier_arrive[0]) {
        BarrierArrive e = {.warp = w,
                           .step = s,
                           .index = (uint32_t)(s - w->code),
                           .mask = w->mask,
                           .id = id,
                           .expected = count ? count : w->block->live_threads,
                           .arrive_only = !waits,
                           .aligned = aligned};
        EACH_LISTENER(barrier_arrive, (&e));
    }
    block_arrive(w, s, id, count, w->mask, waits);
}

// barrier.sync without .aligned may be executed by part of a warp at a time.
static bool is_aligned(const Inst *in)
{
    switch (in->op) {
    case OP_barrier_sync:
    case OP_barrier_arrive:
    case OP_barrier_red:
    case OP_barrier_cta_sync:
    case OP_barrier_cta_arrive:
    case OP_barrier_cta_red: return inst_has(in, MOD_aligned);
    default: return true;
    }
}

// Lanes may name different barriers: each set of lanes arrives at its own.
static void each_barrier(Warp *w, const Step *s, const uint32_t *id, const uint32_t *count,
                         bool waits)
{
    uint32_t first = (uint32_t)__builtin_ctz(w->mask), same = 0;
    for (uint32_t m = w->mask; m; m &= m - 1)
        if (id[__builtin_ctz(m)] == id[first])
            same |= 1u << __builtin_ctz(m);
    if (same != w->mask) { // the other lanes execute this step again, separately
        uint32_t all = w->mask;
        w->mask = all & ~same;
        warp_branch(w, w->pc - 1);
        w->mask = same;
    }
    barrier(w, s, id[first], count ? count[first] : 0, waits, is_aligned(s->inst));
}

// __syncthreads(), the most frequent case: one barrier, named in the program, for all threads.
static void exec_syncthreads(Warp *w, const Step *s)
{
    if (!warp_mend(w))
        barrier(w, s, *(const uint32_t *)slot(w, s->src[0]), 0, true, true);
}

static void exec_bar_sync(Warp *w, const Step *s)
{
    if (is_aligned(s->inst) && warp_mend(w))
        return;
    each_barrier(w, s, slot(w, s->src[0]), s->src[1] == SLOT_NONE ? NULL : slot(w, s->src[1]),
                 true);
}

static void exec_bar_arrive(Warp *w, const Step *s)
{
    if (is_aligned(s->inst) && warp_mend(w))
        return;
    each_barrier(w, s, slot(w, s->src[0]), slot(w, s->src[1]), false);
}

// bar.red.op d, id[, count], p: s->imm tells whether there is a count.
static void exec_bar_red(Warp *w, const Step *s)
{
    if (is_aligned(s->inst) && warp_mend(w))
        return;
    unsigned p = s->imm ? 2 : 1;
    const uint32_t *id = slot(w, s->src[0]);
    uint32_t first = (uint32_t)__builtin_ctz(w->mask);
    if (id[first] < MAX_BARRIERS)
        w->block->barriers[id[first]].popc +=
            (unsigned)__builtin_popcount(source_pred(w, s, p) & w->mask);
    each_barrier(w, s, id, s->imm ? slot(w, s->src[1]) : NULL, true);
}

#define PICK_BARRIERS(suffix) \
    ExecFn pick_##suffix##_sync(const Inst *in, Step *s) \
    { \
        bool all = s->src[0] & SLOT_CONST && s->src[1] == SLOT_NONE; \
        return all && is_aligned(in) ? exec_syncthreads : exec_bar_sync; \
    } \
    ExecFn pick_##suffix##_arrive(const Inst *in, Step *s) \
    { \
        (void)in, (void)s; \
        return exec_bar_arrive; \
    } \
    ExecFn pick_##suffix##_red(const Inst *in, Step *s) \
    { \
        s->imm = in->nopnd == 4; \
        return exec_bar_red; \
    }
PICK_BARRIERS(bar)
PICK_BARRIERS(barrier)
PICK_BARRIERS(bar_cta)
PICK_BARRIERS(barrier_cta)

// ---- warp barrier ---------------------------------------------------

static void exec_bar_warp_sync(Warp *w, const Step *s) { warp_gather(w, s, 0); }

ExecFn pick_bar_warp_sync(const Inst *in, Step *s)
{
    (void)in, (void)s;
    return exec_bar_warp_sync;
}

// ---- fences ---------------------------------------------------------

static void exec_fence(Warp *w, const Step *s)
{
    EACH_HOOK(fence, (w, s, w->mask, (Scope)s->scope));
}

// A fence between proxies (ways to the same memory). The simulator has only one way, but
// observers check the proxy fence that bulk copies need (s->imm).
static void exec_fence_proxy(Warp *w, const Step *s)
{
    if (s->order != ORDER_weak)
        exec_fence(w, s);
    if (s->imm)
        EACH_HOOK(proxy_fence, (w, s, w->mask));
}

// .proxy.async is for all memory or for the state space that it names; with an order
// (.async::generic) it is a fence between threads, too. The proxy of tensor maps is another one
// than that of bulk copies.
ExecFn pick_fence(const Inst *in, Step *s)
{
    if (s->scope == SCOPE_none && !s->extra)
        s->scope = SCOPE_gpu;
    if (!inst_has(in, MOD_proxy))
        return exec_fence;
    bool map = inst_has(in, MOD_tensormap);
    s->imm = map ? inst_has(in, MOD_acquire)
                 : (inst_has(in, MOD_async) || s->order != ORDER_weak) && !inst_has(in, MOD_global);
    return exec_fence_proxy;
}
ExecFn pick_membar(const Inst *in, Step *s) { return pick_fence(in, s); }

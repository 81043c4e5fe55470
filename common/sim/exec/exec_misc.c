// exec_misc.c - all other instructions: conversion of addresses between state spaces,
// hints to the caches, sleep, marks.
//
// Global and constant memory have the same addresses in their own space and
// in the generic one. Shared, local and parameter addresses are offsets, and
// their generic form is a window of sim.h plus that offset; the window of
// shared memory has 16 MB for each block of a cluster, by rank. The addresses of the
// variables of a block contain its rank, too (lower.c).
#include "sim/exec.h"

// ---- cvta ---------------------------------------------------------------------

static void cvta_same(Warp *w, const Step *s)
{
    const uint64_t *A = slot(w, s->src[0]);
    uint64_t *D = slot(w, s->dst);
    EACH_LANE(w, D[l] = A[l];);
}

static void cvta_shared(Warp *w, const Step *s)
{
    const uint64_t *A = slot(w, s->src[0]);
    uint64_t *D = slot(w, s->dst);
    EACH_LANE(w, D[l] = SHARED_WINDOW + A[l];);
}

static void cvta_local(Warp *w, const Step *s)
{
    const uint64_t *A = slot(w, s->src[0]);
    uint64_t *D = slot(w, s->dst);
    EACH_LANE(w, D[l] = A[l] + LOCAL_WINDOW;);
}

static void cvta_param(Warp *w, const Step *s)
{
    const uint64_t *A = slot(w, s->src[0]);
    uint64_t *D = slot(w, s->dst);
    EACH_LANE(w, D[l] = A[l] + PARAM_WINDOW;);
}

ExecFn pick_cvta(const Inst *in, Step *s)
{
    if (type_bytes(in->type[0]) != 8 || s->dst == SLOT_NONE)
        return NULL; // 32-bit generic addresses ended with 32-bit programs
    switch (in->space) {
    case SPACE_global:
    case SPACE_const: return cvta_same;
    case SPACE_shared: return cvta_shared;
    case SPACE_local: return cvta_local;
    case SPACE_param: return cvta_param;
    default: return NULL;
    }
}

static void cvta_to_shared(Warp *w, const Step *s)
{
    const uint64_t *A = slot(w, s->src[0]);
    uint64_t *D = slot(w, s->dst);
    EACH_LANE(w, D[l] = A[l] - SHARED_WINDOW;);
}

static void cvta_to_local(Warp *w, const Step *s)
{
    const uint64_t *A = slot(w, s->src[0]);
    uint64_t *D = slot(w, s->dst);
    EACH_LANE(w, D[l] = A[l] - LOCAL_WINDOW;);
}

static void cvta_to_param(Warp *w, const Step *s)
{
    const uint64_t *A = slot(w, s->src[0]);
    uint64_t *D = slot(w, s->dst);
    EACH_LANE(w, D[l] = A[l] - PARAM_WINDOW;);
}

ExecFn pick_cvta_to(const Inst *in, Step *s)
{
    if (type_bytes(in->type[0]) != 8 || s->dst == SLOT_NONE)
        return NULL;
    switch (in->space) {
    case SPACE_global:
    case SPACE_const: return cvta_same;
    case SPACE_shared: return cvta_to_shared;
    case SPACE_local: return cvta_to_local;
    case SPACE_param: return cvta_to_param;
    default: return NULL;
    }
}

// ---- isspacep --------------------------------------------------------------------

static bool in_const(uint64_t addr)
{
    const Alloc *a = mem_find(addr);
    return a && a->is_const;
}

static bool in_space(const Warp *w, const Step *s, uint64_t a)
{
    switch (s->inst->space) {
    case SPACE_shared:
        if (inst_has(s->inst, MOD_shared_cluster))
            return a - SHARED_WINDOW < WINDOW_SIZE;
        return a - SHARED_WINDOW - ((uint64_t)w->block->cluster_rank << 24) < SHARED_BLOCK;
    case SPACE_local: return a - LOCAL_WINDOW < WINDOW_SIZE;
    case SPACE_param: return a - PARAM_WINDOW < WINDOW_SIZE;
    case SPACE_const: return in_const(a);
    default: // global: everything that is in none of the windows
        return a - SHARED_WINDOW >= WINDOW_SIZE && a - LOCAL_WINDOW >= WINDOW_SIZE &&
               a - PARAM_WINDOW >= WINDOW_SIZE;
    }
}

static void isspacep(Warp *w, const Step *s)
{
    const uint64_t *A = slot(w, s->src[0]);
    uint32_t result = 0;
    for (uint32_t m = w->mask; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        result |= (uint32_t)in_space(w, s, A[l]) << l;
    }
    set_pred(w, s->dst, result);
}

ExecFn pick_isspacep(const Inst *in, Step *s)
{
    (void)s;
    bool narrow = in->opnd[1].kind == OPND_reg && type_bytes(in->opnd[1].type) != 8;
    return in->space == SPACE_generic || narrow ? NULL : isspacep;
}

// ---- nothing to do ---------------------------------------------------------------------
//
// Hints do not change what a program computes, and there are always enough registers. Grids
// run one after the other: what griddepcontrol.wait waits for has always happened.

static void exec_nothing(Warp *w, const Step *s) { (void)w, (void)s; }

#define PICK_NOTHING(id) \
    ExecFn pick_##id(const Inst *in, Step *s) \
    { \
        (void)in, (void)s; \
        return exec_nothing; \
    }
PICK_NOTHING(prefetch)
PICK_NOTHING(prefetchu)
PICK_NOTHING(griddepcontrol_wait)
PICK_NOTHING(griddepcontrol_launch_dependents)
PICK_NOTHING(setmaxnreg)
PICK_NOTHING(discard)
PICK_NOTHING(applypriority)

// A policy is a number that only caches use.
static void exec_policy(Warp *w, const Step *s)
{
    uint64_t *d = slot(w, s->dst);
    EACH_LANE(w, d[l] = 0;);
}

#define PICK_POLICY(id) \
    ExecFn pick_##id(const Inst *in, Step *s) \
    { \
        (void)in; \
        return s->dst == SLOT_NONE ? exec_nothing : exec_policy; \
    }
PICK_POLICY(createpolicy_fractional)
PICK_POLICY(createpolicy_range)
PICK_POLICY(createpolicy_cvt)

// ---- sleep, marks ------------------------------------------------------------------------

// The clock advances by the longest sleep, and the other warps run first: a loop that
// reads a flag and sleeps must let the warps run that can set the flag. A thread that
// sleeps without such a read waits only for time to pass. Time does pass, which counts as
// progress; so this is not reported as a deadlock.
static void nanosleep(Warp *w, const Step *s)
{
    const uint32_t *A = slot(w, s->src[0]);
    uint32_t longest = 0;
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t a = A[__builtin_ctz(m)];
        longest = a > longest ? a : longest;
    }
    device.time_ns += longest > 1000000 ? 1000000 : longest; // a millisecond at most
    if (!w->spin)
        device.changes++;
    w->spin = 0;
    w->groups[w->cur].state = GROUP_yielded;
    w->merge_pc = 0;
}

ExecFn pick_nanosleep(const Inst *in, Step *s)
{
    (void)in;
    (void)s;
    return nanosleep;
}

// One event by its number, or several as bits of a mask.
static void pmevent(Warp *w, const Step *s) { EACH_HOOK(mark, (w, s, w->mask, (uint32_t)s->imm)); }

static void pmevent_mask(Warp *w, const Step *s)
{
    for (uint32_t m = (uint32_t)s->imm; m; m &= m - 1)
        EACH_HOOK(mark, (w, s, w->mask, (uint32_t)__builtin_ctz(m)));
}

ExecFn pick_pmevent(const Inst *in, Step *s)
{
    if (in->opnd[0].kind != OPND_imm)
        return NULL;
    s->imm = (int64_t)in->opnd[0].imm;
    if (inst_has(in, MOD_mask))
        return s->imm >> 16 ? NULL : pmevent_mask;
    return (uint64_t)s->imm > 15 ? NULL : pmevent;
}

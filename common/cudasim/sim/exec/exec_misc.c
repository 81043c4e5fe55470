// exec_misc.c - all other instructions: conversion of addresses between state spaces,
// hints to the caches, sleep, marks.
//
// Global and constant memory have the same addresses in their own space and
// in the generic one. Shared, local and parameter addresses are offsets, and
// their generic form is a window of sim.h plus that offset; the window of
// shared memory has 16 MB for each block of a cluster, by rank. The addresses of the
// variables of a block contain its rank, too (lower.c).
#include "exec_float.h"
#include "mufu.h"
#include "sim/async.h"
#include "sim/exec.h"

// ---- cvta -----------------------------------------------------------

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

// ---- isspacep -------------------------------------------------------

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

// ---- istypep --------------------------------------------------------

static void istypep(Warp *w, const Step *s)
{
    const uint64_t *A = slot(w, s->src[0]);
    uint32_t result = 0;
    for (uint32_t m = w->mask; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        const Symbol *var = program_variable_at(w->launch->code->program, A[l]);
        result |= (uint32_t)(var && var->type == s->inst->type[0]) << l;
    }
    set_pred(w, s->dst, result);
}

ExecFn pick_istypep(const Inst *in, Step *s)
{
    (void)s;
    Type t = in->ntypes ? (Type)in->type[0] : TYPE_none;
    bool opaque = t == TYPE_texref || t == TYPE_samplerref || t == TYPE_surfref;
    return opaque && in->opnd[1].kind == OPND_reg && type_bytes(in->opnd[1].type) == 8 ? istypep
                                                                                       : NULL;
}

// ---- nothing to do --------------------------------------------------
//
// Hints do not change what a program computes, and there are always enough registers.

static void exec_nothing(Warp *w, const Step *s) { (void)w, (void)s; }

#define PICK_NOTHING(id) \
    ExecFn pick_##id(const Inst *in, Step *s) \
    { \
        (void)in, (void)s; \
        return exec_nothing; \
    }
PICK_NOTHING(prefetch)
PICK_NOTHING(prefetchu)
PICK_NOTHING(setmaxnreg)
PICK_NOTHING(discard)
PICK_NOTHING(applypriority)

// ---- dependent grids ------------------------------------------------
//
// Grids are executed one after the other: what griddepcontrol.wait waits for has always happened.
// When that would have been, the timeline knows by these notes; streamcheck judges the order.

static void exec_grid_wait(Warp *w, const Step *s)
{
    (void)s;
    Launch *l = w->launch;
    uint64_t path = w->path + w->stretch;
    if (!l->has_waited || path < l->wait_path)
        l->wait_path = path;
    l->has_waited = w->grid_waited = true;
}

static void exec_grid_trigger(Warp *w, const Step *s)
{
    (void)s;
    Launch *l = w->launch;
    uint64_t path = w->path + w->stretch;
    if (w->block->triggered)
        return;
    w->block->triggered = true;
    l->triggers++;
    if (path > l->trigger_path)
        l->trigger_path = path;
}

ExecFn pick_griddepcontrol_wait(const Inst *in, Step *s)
{
    (void)in, (void)s;
    return exec_grid_wait;
}

ExecFn pick_griddepcontrol_launch_dependents(const Inst *in, Step *s)
{
    (void)in, (void)s;
    return exec_grid_trigger;
}

// ---- policies of the L2 cache ---------------------------------------
//
// A policy is a number that only caches use. Its bits are those that the machine code of ptxas
// computes:
//
//   59..60  2: a fraction of the accesses; 3: a range of addresses
//   57..58  what these accesses do: 0 evict_unchanged, 1 evict_first, 2 evict_last, 3 evict_normal
//   56      what the others do: 0 evict_unchanged, 1 evict_first
//   52..55  of a fraction: sixteenths, less 1; of a range: log2 of the size of a block, less 12
//   44..50  of a range: its first block        37..43  how many blocks it has

enum { POLICY_FRACTION = 0x100, POLICY_RANGE = 0x180, MIN_BLOCK = 12, MAX_BLOCKS = 127 };

static uint64_t policy_kinds(const Inst *in)
{
    uint64_t kind = inst_has(in, MOD_evict_last)     ? 2
                    : inst_has(in, MOD_evict_normal) ? 3
                    : inst_has(in, MOD_evict_first)  ? 1
                                                     : 0;
    return kind << 5 | (uint64_t)inst_has(in, MOD_else_evict_first) << 4;
}

// s->imm: the fraction, if no register holds it
static void exec_policy_fraction(Warp *w, const Step *s)
{
    uint64_t *d = slot(w, s->dst), kinds = policy_kinds(s->inst);
    const uint32_t *a =
        s->inst->nopnd > 1 && s->inst->opnd[1].kind == OPND_reg ? slot(w, s->src[0]) : NULL;
    for (uint32_t m = w->mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        float f;
        memcpy(&f, a ? &a[l] : &(uint32_t){(uint32_t)s->imm}, 4);
        f *= 15.99f;
        uint64_t sixteenths = !(f > 0) ? 0 : f >= 4294967296.0f ? UINT32_MAX : (uint64_t)f;
        d[l] = (POLICY_FRACTION | kinds | (sixteenths & 15)) << 52;
    }
}

ExecFn pick_createpolicy_fractional(const Inst *in, Step *s)
{
    const Operand *o = in->nopnd > 1 ? &in->opnd[1] : NULL;
    float f = 1;
    double given;
    if (o && o->kind == OPND_imm) {
        memcpy(&given, &o->imm, 8);
        f = (float)given;
    }
    if (o && o->kind == OPND_imm && o->is_float32)
        s->imm = (int64_t)(uint32_t)o->imm;
    else
        s->imm = (int64_t)f32_bits(f);
    return s->dst == SLOT_NONE ? exec_nothing : exec_policy_fraction;
}

// `total` bytes from `at` on, of which the first `primary` ones are the range. The unit for
// approximate functions tells how large its blocks are: 128 of them are `total` bytes.
static uint64_t policy_range(uint64_t kinds, uint64_t at, uint32_t primary, uint32_t total,
                             uint32_t log2_bits)
{
    if (total == 0)
        return (uint64_t)POLICY_RANGE << 52;
    float log2;
    memcpy(&log2, &log2_bits, 4);
    int bits = (int)log2;
    bits += (float)bits < log2;
    int block = bits - 7 > MIN_BLOCK ? bits - 7 : MIN_BLOCK;
    uint64_t end = at + (uint32_t)(primary - 1 + (1u << block));
    uint64_t first = at >> block, blocks = (end >> block) - first;
    return (POLICY_RANGE | kinds | (uint64_t)(block - MIN_BLOCK)) << 52 |
           (first & MAX_BLOCKS) << 44 | (blocks < MAX_BLOCKS ? blocks : MAX_BLOCKS) << 37;
}

static void exec_policy_range(Warp *w, const Step *s)
{
    uint64_t *d = slot(w, s->dst), kinds = policy_kinds(s->inst), at[WARP_SIZE];
    const uint32_t *primary = slot(w, s->src[0]), *total = slot(w, s->src[1]);
    uint32_t size[WARP_SIZE] = {0}, log2[WARP_SIZE];
    async_addresses(w, s, 0, at);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        size[l] = f32_bits((float)total[l]);
    }
    mufu_lg2(size, log2);
    EACH_LANE(w, d[l] = policy_range(kinds, at[l], primary[l], total[l], log2[l]););
}

ExecFn pick_createpolicy_range(const Inst *in, Step *s)
{
    (void)in;
    return s->dst == SLOT_NONE ? exec_nothing : exec_policy_range;
}

// An access property has the form of a policy.
static void exec_policy_cvt(Warp *w, const Step *s)
{
    uint64_t *d = slot(w, s->dst);
    const uint64_t *a =
        s->inst->opnd[1].kind == OPND_reg ? (const uint64_t *)slot(w, s->src[0]) : NULL;
    EACH_LANE(w, d[l] = a ? a[l] : s->inst->opnd[1].imm;);
}

ExecFn pick_createpolicy_cvt(const Inst *in, Step *s)
{
    (void)in;
    return s->dst == SLOT_NONE ? exec_nothing : exec_policy_cvt;
}

// ---- sleep, marks ---------------------------------------------------

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

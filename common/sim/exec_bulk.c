// exec_bulk.c - cp.async.bulk: one thread copies a row of bytes, 16 at a time
// as the hooks see it; and what programs that use it say besides: who is
// elected to do it, launches that depend on each other, hints to caches.
#include "async.h"

enum { PIECE = 16 };

// ---- cp.async.bulk ---------------------------------------------------------------

typedef struct {
    uint8_t from, to;  // Space
    bool barrier;      // ended by an mbarrier, not by a bulk group
} Route;

static const Route route_in = {SPACE_global, SPACE_shared, true};
static const Route route_out = {SPACE_shared, SPACE_global, false};

static const char *bad_row(uint64_t to, uint64_t from, uint32_t n)
{
    return n % PIECE             ? "cp.async.bulk of a size that is no multiple of 16"
           : (to | from) % PIECE ? "cp.async.bulk with an address not aligned to 16"
                                 : NULL;
}

// Tells of one lane's reads or writes; *host is where the first byte is.
static bool touch_row(Warp *w, const Step *s, uint8_t space, AccessKind kind, unsigned lane,
                      uint64_t *start, uint32_t n, const uint8_t *from, uint8_t **host)
{
    AccessForm form = {.space = space, .elem = 8, .nvec = 2};
    uint64_t addr[WARP_SIZE] = {0};
    uint8_t *bytes[WARP_SIZE], value[WARP_SIZE * 32];
    for (uint32_t at = 0; at < n; at += PIECE) {
        addr[lane] = *start + at;
        if (from)
            memcpy(value + 32 * lane, from + at, PIECE);
        if (!access_given(w, s, &form, kind, from ? value : NULL, addr, bytes))
            return false;
        if (!at) {
            *host = bytes[lane];
            addr[0] = addr[lane]; // as an offset of its space
        }
        if (bytes[lane] != *host + at)
            return false; // from one allocation into the next
        if (!at && n == PIECE)
            break;
    }
    *start = n ? (space == SPACE_shared ? (uint64_t)(*host - w->shared) : *start) : *start;
    return true;
}

// The mbarrier is not accessed now, so the hooks are not told; but it must be there.
static bool barrier_of(Warp *w, const Step *s, unsigned lane, Copy *c)
{
    async_addresses(w, s, 2, c->barrier_addr);
    uint64_t own = (uint64_t)w->block->cluster_rank << SHARED_RANK_SHIFT;
    uint64_t at = c->barrier_addr[lane];
    at = (at ^ own) < SHARED_BLOCK ? at ^ own : at;
    if (at % 8 || at + 8 > w->launch->shared_bytes) {
        fault_raise(w->launch, &(Fault){.kind = at % 8 ? FAULT_misaligned : FAULT_out_of_bounds,
                                        .warp = w, .step = s, .mask = 1u << lane,
                                        .space = SPACE_shared, .width = 8, .write = true,
                                        .addr = c->barrier_addr});
        return false;
    }
    c->barrier_addr[lane] = at;
    c->barrier[lane] = w->shared + at;
    return true;
}

static void copy_row(Warp *w, const Step *s, const Route *r, unsigned lane, Copy *c)
{
    uint8_t *from = NULL;
    uint32_t n = ((const uint32_t *)slot(w, s->src[0]))[lane];
    const char *bad = bad_row(c->to_addr[lane], c->from_addr[lane], n);
    if (bad) {
        fault_raise(w->launch, &(Fault){.kind = FAULT_misaligned, .warp = w, .step = s,
                                        .mask = 1u << lane, .space = SPACE_shared, .width = PIECE,
                                        .text = bad});
        return;
    }
    if (r->barrier && !barrier_of(w, s, lane, c))
        return;
    if (!touch_row(w, s, r->from, ACCESS_load, lane, &c->from_addr[lane], n, NULL, &from) ||
        !touch_row(w, s, r->to, ACCESS_store, lane, &c->to_addr[lane], n, from, &c->to[lane]))
        return;
    c->from[lane] = from;
    c->bytes[lane] = c->given[lane] = n;
    c->group[lane] = w->block->copies->bulk_groups[w->index * WARP_SIZE + lane];
    c->mask |= 1u << lane;
    copy_mark(c, lane);
}

static void exec_bulk(Warp *w, const Step *s)
{
    const Route *r = inst_has(s->inst, MOD_bulk_group) ? &route_out : &route_in;
    Copy *c = copy_new(w, s, r->barrier ? COPY_bulk_barrier : COPY_bulk_group);
    uint32_t all = w->mask;
    c->to_shared = r->to == SPACE_shared;
    c->from_shared = r->from == SPACE_shared;
    async_addresses(w, s, 0, c->to_addr);
    async_addresses(w, s, 1, c->from_addr);
    for (uint32_t m = all; m && !w->launch->stop; m &= m - 1) {
        w->mask = m & -m;
        copy_row(w, s, r, (unsigned)__builtin_ctz(m), c);
    }
    w->mask = all;
}

// Between global memory and the block's own shared memory; not between blocks.
ExecFn pick_cp_async_bulk(const Inst *in, Step *s)
{
    (void)s;
    bool in_shared = inst_has(in, MOD_shared_cluster) || inst_has(in, MOD_shared_cta);
    bool both = inst_has(in, MOD_shared_cluster) && inst_has(in, MOD_shared_cta);
    bool out = inst_has(in, MOD_bulk_group), barrier = inst_has(in, MOD_complete_tx);
    if (!in_shared || both || out == barrier || inst_has(in, MOD_multicast) ||
        in->nopnd != (out ? 3 : 4) || !inst_has(in, MOD_global))
        return NULL;
    return exec_bulk;
}

// ---- one lane for all ----------------------------------------------------------------

static void exec_elect(Warp *w, const Step *s)
{
    if (!warp_gather(w, s, 0))
        return;
    const uint32_t *member = slot(w, s->src[0]);
    uint32_t elected = 0, leader[WARP_SIZE];
    for (uint32_t m = w->mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        uint32_t among = member[l] & w->lanes;
        leader[l] = among ? (uint32_t)__builtin_ctz(among) : l;
        elected |= (uint32_t)(leader[l] == l) << l;
    }
    set_pred(w, s->dst2, elected);
    if (s->dst == SLOT_NONE)
        return;
    uint32_t *d = slot(w, s->dst);
    for (uint32_t m = w->mask; m; m &= m - 1)
        d[__builtin_ctz(m)] = leader[__builtin_ctz(m)];
}

ExecFn pick_elect_sync(const Inst *in, Step *s)
{
    (void)in, (void)s;
    return exec_elect;
}

// ---- nothing to do ---------------------------------------------------------------------
//
// Grids run one after the other: what a grid waits for has always happened.
// Registers are not rationed, and caches keep what they like.

static void exec_nothing(Warp *w, const Step *s) { (void)w, (void)s; }

#define PICK_NOTHING(id)                                                       \
    ExecFn pick_##id(const Inst *in, Step *s)                                  \
    {                                                                          \
        (void)in, (void)s;                                                     \
        return exec_nothing;                                                   \
    }
PICK_NOTHING(griddepcontrol_wait)
PICK_NOTHING(griddepcontrol_launch_dependents)
PICK_NOTHING(setmaxnreg)
PICK_NOTHING(discard)
PICK_NOTHING(applypriority)
PICK_NOTHING(cp_async_bulk_prefetch)

// A policy is a number that only caches understand.
static void exec_policy(Warp *w, const Step *s)
{
    uint64_t *d = slot(w, s->dst);
    EACH_LANE(w, d[l] = 0;);
}

#define PICK_POLICY(id)                                                        \
    ExecFn pick_##id(const Inst *in, Step *s)                                  \
    {                                                                          \
        (void)in;                                                              \
        return s->dst == SLOT_NONE ? exec_nothing : exec_policy;               \
    }
PICK_POLICY(createpolicy_fractional)
PICK_POLICY(createpolicy_range)
PICK_POLICY(createpolicy_cvt)

// access.h - the way from a lane's address to its bytes.
//
// access_begin() does the common work of every memory step: it computes the 32
// addresses, finds their pattern (uniform, contiguous, any) and the state space of
// generic addresses, checks bounds and alignment, and calls the hooks. What is here
// is compiled into each load and store; what few accesses need is in access.c.
// The common case, 32 lanes on consecutive words of one allocation, takes one
// comparison of bounds.
#pragma once

#include "sim/async.h"
#include "sim/exec.h"

#include <assert.h>

typedef struct {
    Access a;
    uint32_t reported; // lanes whose access is reported already, and takes place
    uint64_t addr[WARP_SIZE] __attribute__((aligned(64)));
    uint8_t *bytes[WARP_SIZE] __attribute__((aligned(64)));
    uint8_t value[WARP_SIZE * VALUE_BYTES] __attribute__((aligned(64)));
} Op;

// ---- access.c: faults, and generic addresses ------------------------

void access_bad_lanes(Warp *w, const Step *s, const Access *a, FaultKind kind, uint32_t mask);
// Raises the faults of the lanes in `bad`, one for each kind.
void access_reject(Warp *w, const Step *s, const Access *a, uint32_t bad);
bool access_site(Site *site, uint64_t addr, bool write); // false: there is no such allocation
uint32_t access_granules(Op *op, uint32_t bad);
bool access_of_alloca(const Warp *w, const Access *a, int lane, uint64_t offset);
void access_report(Op *op); // to those that listen
static inline void access_tell(Op *op)
{
    if (device.hooks->access[0])
        access_report(op);
    else
        op->a.mask &= ~op->reported;
}
uint32_t access_generic(Warp *w, const Step *s, Op *op);

// ---- addresses ------------------------------------------------------

// Most accesses are to shared memory by a register of 32 bits, or to global memory by one of 64.
// Handlers for these two know it when they are compiled.
typedef enum { ROUTE_any, ROUTE_shared, ROUTE_global } Route;

static inline Route access_route(const Step *s)
{
    if (s->src[0] == SLOT_NONE || s->frame || s->cluster)
        return ROUTE_any;
    return s->space == SPACE_shared && !s->addr64  ? ROUTE_shared
           : s->space == SPACE_global && s->addr64 ? ROUTE_global
                                                   : ROUTE_any;
}

static inline void addresses_by(const Warp *w, const Step *s, uint64_t addr[WARP_SIZE], Route route)
{
    if (route == ROUTE_global) {
        const uint64_t *a = slot(w, s->src[0]);
        for (int l = 0; l < WARP_SIZE; l++)
            addr[l] = a[l] + (uint64_t)s->imm;
    } else {
        const uint32_t *a = slot(w, s->src[0]);
        for (int l = 0; l < WARP_SIZE; l++)
            addr[l] = (uint32_t)(a[l] + (uint32_t)s->imm);
    }
}

static inline void addresses(const Warp *w, const Step *s, uint64_t addr[WARP_SIZE])
{
    uint64_t base = (uint64_t)s->imm + (s->frame ? w->frame->local : 0);
    if (s->src[0] == SLOT_NONE) {
        for (int l = 0; l < WARP_SIZE; l++)
            addr[l] = base;
    } else if (s->addr64) {
        const uint64_t *a = slot(w, s->src[0]);
        for (int l = 0; l < WARP_SIZE; l++)
            addr[l] = a[l] + base;
    } else { // 32-bit addresses of shared, local and parameter memory
        const uint32_t *a = slot(w, s->src[0]);
        for (int l = 0; l < WARP_SIZE; l++)
            addr[l] = (uint32_t)(a[l] + (uint32_t)base);
    }
}

// Most accesses are runs: the reductions over lanes that only other patterns need come later.
static inline Pattern pattern_of(const uint64_t addr[WARP_SIZE], uint32_t mask, unsigned width)
{
    uint64_t differs = 0, gap = 0;
    int first = __builtin_ctz(mask);
    uint64_t one = addr[first], a0 = one - (uint64_t)first * width;
    uint32_t run = mask >> first;
    if (mask == FULL_MASK) {
        for (int l = 0; l < WARP_SIZE; l++)
            gap |= addr[l] ^ (a0 + (uint64_t)l * width);
        if (!gap)
            return PATTERN_contiguous;
        for (int l = 0; l < WARP_SIZE; l++)
            differs |= addr[l] ^ one;
        return differs ? PATTERN_any : PATTERN_uniform;
    }
    if (!(run & (run + 1))) { // a single lane is a run, too
        for (int l = 0; l < WARP_SIZE; l++)
            gap |= (addr[l] ^ (a0 + (uint64_t)l * width)) & -(uint64_t)(mask >> l & 1);
        if (!gap)
            return PATTERN_contiguous;
    }
    for (int l = 0; l < WARP_SIZE; l++)
        differs |= (addr[l] ^ one) & -(uint64_t)(mask >> l & 1);
    return differs ? PATTERN_any : PATTERN_uniform;
}

static inline bool in_window(uint64_t addr, uint64_t window) { return addr - window < WINDOW_SIZE; }

// ---- state spaces: which lanes may go on, and where their bytes are ----

// `n` bytes from `at` on; written so that an address near the end of all does not wrap.
static inline bool site_holds(const Site *site, uint64_t at, uint64_t n)
{
    return at >= site->lo && at <= site->hi && site->hi - at >= n;
}

static inline uint32_t resolve_global(Warp *w, const Step *s, Op *op, bool all)
{
    Access *a = &op->a;
    Site *site = &w->frame->code->sites[a->index];
    uint32_t mask = a->mask;
    int first = __builtin_ctz(mask), last = 31 - __builtin_clz(mask);
    uint64_t width = a->width;
    if (a->pattern != PATTERN_any) {
        uint64_t lo = op->addr[first], hi = op->addr[last];
        bool known = site->epoch == mem_epoch && lo >= site->lo && site_holds(site, hi, width);
        if (__builtin_expect(!known, 0))
            known = access_site(site, lo, a->kind != ACCESS_load) && site_holds(site, hi, width);
        if (__builtin_expect(known, 1)) {
            a->host = (uint8_t *)(lo + site->delta);
            if (all)
                for (int l = 0; l < WARP_SIZE; l++)
                    op->bytes[l] = (uint8_t *)(op->addr[l] + site->delta);
            return mask;
        }
    }
    if (a->pattern == PATTERN_any && site->epoch == mem_epoch) { // all in one allocation?
        uint64_t lowest = UINT64_MAX, highest = 0;
        for (int l = 0; l < WARP_SIZE; l++) {
            uint64_t active = -(uint64_t)(mask >> l & 1), at = op->addr[l];
            lowest = (at | ~active) < lowest ? at | ~active : lowest;
            highest = (at & active) > highest ? at & active : highest;
        }
        if (__builtin_expect(lowest >= site->lo && site_holds(site, highest, width), 1)) {
            for (int l = 0; l < WARP_SIZE; l++)
                op->bytes[l] = (uint8_t *)(op->addr[l] + site->delta);
            return mask;
        }
    }
    uint32_t bad = 0;
    for (uint32_t m = mask; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        uint64_t at = op->addr[l];
        if (site->epoch != mem_epoch || !site_holds(site, at, width))
            if (!access_site(site, at, a->kind != ACCESS_load) || !site_holds(site, at, width)) {
                bad |= 1u << l;
                continue;
            }
        op->bytes[l] = (uint8_t *)(at + site->delta);
    }
    if (bad) {
        access_reject(w, s, a, bad);
        a->pattern = PATTERN_any;
        if (!w->launch->stop)
            bad &= ~(op->reported |= access_granules(op, bad));
    }
    return mask & ~bad;
}

// Shared and local memory: offsets from a base, with a size.
static inline uint32_t resolve_offsets(Warp *w, const Step *s, Op *op, uint8_t *base,
                                       uint64_t stride, uint64_t size, bool all)
{
    Access *a = &op->a;
    uint64_t most = op->addr[__builtin_ctz(a->mask)];
    if (a->pattern != PATTERN_any) { // the ends: a run may wrap around
        uint64_t end = op->addr[31 - __builtin_clz(a->mask)];
        most = end > most ? end : most;
    } else {
        for (int l = 0; l < WARP_SIZE; l++) {
            uint64_t at = op->addr[l] & -(uint64_t)(a->mask >> l & 1);
            most = at > most ? at : most;
        }
    }
    bool inside = most < size && most + a->width <= size;
    if (__builtin_expect(inside, 1) && !stride && a->pattern != PATTERN_any)
        a->host = base + op->addr[__builtin_ctz(a->mask)];
    if (all || !a->host)
        for (int l = 0; l < WARP_SIZE; l++)
            op->bytes[l] = base + stride * l + op->addr[l];
    if (__builtin_expect(inside, 1))
        return a->mask;
    uint32_t bad = 0;
    for (uint32_t m = a->mask; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        bool outside = op->addr[l] >= size || op->addr[l] + a->width > size;
        if (outside && !access_of_alloca(w, a, l, op->addr[l]))
            bad |= 1u << l;
    }
    if (bad)
        access_bad_lanes(w, s, a, FAULT_out_of_bounds, bad);
    a->pattern = PATTERN_any;
    return a->mask & ~bad;
}

static inline uint32_t resolve_shared(Warp *w, const Step *s, Op *op, bool all)
{
    Block *peer = op->a.peer;
    if (peer && !peer->live) {
        access_bad_lanes(w, s, &op->a, FAULT_exited, op->a.mask);
        return 0;
    }
    uint64_t rank = (uint64_t)w->block->cluster_rank << SHARED_RANK_SHIFT;
    if (rank && !peer) // an address in its own memory may carry the rank or not
        for (int l = 0; l < WARP_SIZE; l++)
            op->addr[l] -= (op->addr[l] ^ rank) < SHARED_BLOCK ? rank : 0;
    return resolve_offsets(w, s, op, peer ? peer->shared : w->shared, 0, w->launch->shared_bytes,
                           all);
}

static inline __attribute__((always_inline)) uint32_t resolve(Warp *w, const Step *s, Op *op,
                                                              bool all)
{
    Access *a = &op->a;
    uint64_t low = op->addr[__builtin_ctz(a->mask)];
    if (a->pattern == PATTERN_any) // the lanes of a run are aligned alike
        for (int l = 0; l < WARP_SIZE; l++)
            low |= op->addr[l] & -(uint64_t)(a->mask >> l & 1);
    if (__builtin_expect(low & (a->width - 1u), 0)) {
        uint32_t bad = 0;
        for (uint32_t m = a->mask; m; m &= m - 1)
            if (op->addr[__builtin_ctz(m)] & (a->width - 1u))
                bad |= 1u << __builtin_ctz(m);
        access_bad_lanes(w, s, a, FAULT_misaligned, bad);
        a->mask &= ~bad;
        a->pattern = PATTERN_any;
        if (!a->mask)
            return 0;
    }
    switch (a->space) {
    case SPACE_shared: return resolve_shared(w, s, op, all);
    case SPACE_local: // a function may access the frames of its callers, and its own
        return resolve_offsets(w, s, op, w->local, w->local_stride,
                               w->frame->local + w->frame->code->local_end, true);
    case SPACE_param: { // kernel parameters: read only
        if (a->kind != ACCESS_load) {
            access_bad_lanes(w, s, a, FAULT_read_only, a->mask);
            return 0;
        }
        return resolve_offsets(w, s, op, (uint8_t *)w->launch->params, 0, w->launch->param_bytes,
                               true);
    }
    default: return resolve_global(w, s, op, all);
    }
}

// ---- the whole way --------------------------------------------------

static inline __attribute__((always_inline)) uint32_t
access_form(Warp *w, const Step *s, Op *op, AccessKind kind, const uint8_t *value, unsigned stride,
            bool all, const AccessForm *form)
{
    Access *a = &op->a;
    a->warp = w;
    a->step = s;
    a->index = (uint32_t)(s - w->code);
    a->mask = w->mask;
    a->kind = kind;
    a->space = form->space;
    a->elem = form->elem;
    a->width = form->elem * form->nvec;
    a->order = form->order;
    a->scope = form->scope;
    a->generic = form->space == SPACE_generic;
    a->is_const = form->space == SPACE_const;
    a->stale = 0;
    a->async = form->async;
    a->addr = op->addr;
    a->bytes = op->bytes;
    a->peer = NULL;
    a->host = NULL;
    op->reported = 0;
    a->value = value;
    a->value_stride = stride;
    if (--w->mem_quantum <= 0)
        warp_preempt(w);
    if (a->space == SPACE_const)
        a->space = SPACE_global;
    if (__builtin_expect(a->space == SPACE_generic, 0)) {
        if (s->cluster) { // .shared::cluster: an offset in the window
            a->generic = false;
            for (int l = 0; l < WARP_SIZE; l++)
                op->addr[l] += SHARED_WINDOW;
        }
        // By far the most frequent case: all lanes access global memory.
        uint32_t elsewhere = 0;
        for (int l = 0; l < WARP_SIZE; l++)
            elsewhere |=
                (uint32_t)(op->addr[l] - SHARED_WINDOW < PARAM_WINDOW + WINDOW_SIZE - SHARED_WINDOW)
                << l;
        if (elsewhere & a->mask)
            return access_generic(w, s, op);
        a->space = SPACE_global;
    }
    a->pattern =
        pattern_of(op->addr, a->mask, form->elem * form->nvec); // perhaps known: no products
    uint32_t good = resolve(w, s, op, all || device.hooks->values || device.hooks->loads);
    a->mask = good;
    access_tell(op);
    return good;
}

static inline __attribute__((always_inline)) uint32_t access_begin(Warp *w, const Step *s, Op *op,
                                                                   AccessKind kind,
                                                                   const uint8_t *value,
                                                                   unsigned stride, bool all)
{
    AccessForm form = {s->space, s->elem, s->nvec, s->order, s->scope, false};
    addresses(w, s, op->addr);
    return access_form(w, s, op, kind, value, stride, all, &form);
}

// The same for a weak access to `nvec` elements of `elem` bytes: where the compiler knows them, the
// search for a pattern needs no products.
static inline __attribute__((always_inline)) uint32_t
access_weak(Warp *w, const Step *s, Op *op, AccessKind kind, const uint8_t *value, unsigned elem,
            unsigned nvec, Route route)
{
    AccessForm form = {s->space, (uint8_t)elem, (uint8_t)nvec, ORDER_weak, s->scope, false};
    assert(s->elem == elem && s->nvec == nvec && s->order == ORDER_weak);
    if (route == ROUTE_any) {
        addresses(w, s, op->addr);
    } else {
        form.space = route == ROUTE_shared ? SPACE_shared : SPACE_global;
        addresses_by(w, s, op->addr, route);
    }
    return access_form(w, s, op, kind, value, elem, false, &form);
}

// exec_mem.c - ld, st, ldu, and the way from a lane's address to its bytes.
//
// access_begin() does the common work of every memory step: it computes the 32
// addresses, finds their pattern (uniform, contiguous, any) and the state space of
// generic addresses, checks bounds and alignment, and calls the hooks.
// Loads and stores then only move bytes. The common case, 32 lanes on
// consecutive words of one allocation, takes one comparison of bounds.
#include "sim/async.h"
#include "sim/exec.h"

#include <stdio.h>

typedef struct {
    Access a;
    uint32_t reported; // lanes whose access is reported already, and takes place
    uint64_t addr[WARP_SIZE] __attribute__((aligned(64)));
    uint8_t *bytes[WARP_SIZE] __attribute__((aligned(64)));
    uint8_t value[WARP_SIZE * VALUE_BYTES] __attribute__((aligned(64)));
} Op;

// ---- addresses ------------------------------------------------------

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

// ---- faults ---------------------------------------------------------

static void bad_lanes(Warp *w, const Step *s, const Access *a, FaultKind kind, uint32_t mask)
{
    Fault f = {.kind = kind,
               .warp = w,
               .step = s,
               .mask = mask,
               .space = a->space,
               .width = a->width,
               .write = a->kind != ACCESS_load,
               .addr = a->addr,
               .peer = a->peer};
    fault_raise(w->launch, &f);
}

// Why an access to `addr` is bad, where no live allocation has all its bytes, or to which kernels
// cannot write.
static FaultKind classify(uint64_t addr, bool write)
{
    const Alloc *a = mem_find(addr);
    if (a && a->is_const && write)
        return FAULT_read_only;
    if (addr < 4096)
        return FAULT_null;
    if (in_window(addr, SHARED_WINDOW) || in_window(addr, LOCAL_WINDOW) ||
        in_window(addr, PARAM_WINDOW))
        return FAULT_address_space;
    if (mem_is_device(addr))
        return mem_find_dead(addr) ? FAULT_use_after_free : FAULT_out_of_bounds;
    // The range of the host's own memory; any other address is a wild pointer.
    bool host = addr >> 47 == 0 && addr >= 0x10000 && (addr < SHARED_WINDOW || addr >= HOST_END);
    return host ? FAULT_host_pointer : FAULT_out_of_bounds;
}

// Raises the faults of the lanes in `bad`, one for each kind.
static void reject_global(Warp *w, const Step *s, const Access *a, uint32_t bad)
{
    while (bad) {
        bool write = a->kind != ACCESS_load;
        FaultKind kind = classify(a->addr[__builtin_ctz(bad)], write);
        uint32_t same = 0;
        for (uint32_t m = bad; m; m &= m - 1) {
            int l = __builtin_ctz(m);
            if (classify(a->addr[l], write) == kind)
                same |= 1u << l;
        }
        bad_lanes(w, s, a, kind, same);
        bad &= ~same;
    }
}

// ---- state spaces: which lanes may go on, and where their bytes are ----

// A store to __constant__ memory is a mistake that the card does not see.
static bool site_find(Site *site, uint64_t addr, bool write)
{
    Alloc *a = device.exact_bounds ? mem_find(addr) : mem_find_room(addr);
    if (!a || (write && a->is_const && device.exact_bounds))
        return false;
    *site = (Site){.lo = a->addr,
                   .hi = a->addr + (device.exact_bounds ? a->size : mem_room(a)),
                   .delta = (uint64_t)a->host - a->addr,
                   .epoch = mem_epoch};
    return true;
}

// `n` bytes from `at` on; written so that an address near the end of all does not wrap.
static inline bool site_holds(const Site *site, uint64_t at, uint64_t n)
{
    return at >= site->lo && at <= site->hi && site->hi - at >= n;
}

// Of the lanes whose access is reported: those that access the granule behind an allocation, or
// write __constant__ memory. The access takes place, so that a checker does not change what the
// program does.
static uint32_t resolve_granules(Op *op, uint32_t bad)
{
    uint32_t works = 0;
    for (uint32_t m = bad; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        const Alloc *a = mem_find_room(op->addr[l]);
        if (!a || mem_room(a) - (op->addr[l] - a->addr) < op->a.width)
            continue;
        op->bytes[l] = a->host + (op->addr[l] - a->addr);
        works |= 1u << l;
    }
    return works;
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
            known = site_find(site, lo, a->kind != ACCESS_load) && site_holds(site, hi, width);
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
            if (!site_find(site, at, a->kind != ACCESS_load) || !site_holds(site, at, width)) {
                bad |= 1u << l;
                continue;
            }
        op->bytes[l] = (uint8_t *)(at + site->delta);
    }
    if (bad) {
        reject_global(w, s, a, bad);
        a->pattern = PATTERN_any;
        if (!w->launch->stop)
            bad &= ~(op->reported |= resolve_granules(op, bad));
    }
    return mask & ~bad;
}

// What alloca has given to a lane is at the end of its local memory.
static bool alloca_gave(const Warp *w, const Access *a, int lane, uint64_t offset)
{
    uint64_t end = w->local_stride, first = end - w->taken[lane];
    return a->space == SPACE_local && offset >= first && offset < end && end - offset >= a->width;
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
        if (outside && !alloca_gave(w, a, l, op->addr[l]))
            bad |= 1u << l;
    }
    if (bad)
        bad_lanes(w, s, a, FAULT_out_of_bounds, bad);
    a->pattern = PATTERN_any;
    return a->mask & ~bad;
}

static inline uint32_t resolve_shared(Warp *w, const Step *s, Op *op, bool all)
{
    Block *peer = op->a.peer;
    if (peer && !peer->live) {
        bad_lanes(w, s, &op->a, FAULT_exited, op->a.mask);
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
        bad_lanes(w, s, a, FAULT_misaligned, bad);
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
            bad_lanes(w, s, a, FAULT_read_only, a->mask);
            return 0;
        }
        return resolve_offsets(w, s, op, (uint8_t *)w->launch->params, 0, w->launch->param_bytes,
                               true);
    }
    default: return resolve_global(w, s, op, all);
    }
}

static Space space_of(uint64_t addr)
{
    return in_window(addr, SHARED_WINDOW)  ? SPACE_shared
           : in_window(addr, LOCAL_WINDOW) ? SPACE_local
           : in_window(addr, PARAM_WINDOW) ? SPACE_param
                                           : SPACE_global;
}

static uint64_t window_of(Space space)
{
    return space == SPACE_shared  ? SHARED_WINDOW
           : space == SPACE_local ? LOCAL_WINDOW
           : space == SPACE_param ? PARAM_WINDOW
                                  : 0;
}

// One finding of an access is enough: other observers do not see what is reported.
static void tell(Op *op)
{
    Access *a = &op->a;
    a->mask &= ~op->reported;
    if (!device.hooks->access || !a->mask || a->space == SPACE_param)
        return;
    const Block *b = a->space == SPACE_shared ? accessed_block(a) : a->warp->block;
    if (a->space != SPACE_local && __builtin_expect(b->copies != NULL, 0))
        copies_touch(a);
    EACH_HOOK(access, (a));
    if (device.hooks->loads && a->kind == ACCESS_load && a->space == SPACE_global)
        EACH_HOOK(load, (a, op->bytes));
}

// ---- the whole way --------------------------------------------------

static bool is_reserved(uint64_t addr) { return (addr & (SHARED_BLOCK - 1)) >= SHARED_RESERVED; }

// Addresses in the window of shared memory name a block of the cluster. Returns the
// lanes that name the same block as `first`; their addresses become offsets.
static uint32_t take_block(Warp *w, Op *op, uint32_t lanes, int first)
{
    const Cluster *c = w->block->cluster;
    uint64_t rank = op->addr[first] >> SHARED_RANK_SHIFT;
    uint32_t same = 0;
    for (uint32_t m = lanes; m; m &= m - 1)
        if (op->addr[__builtin_ctz(m)] >> SHARED_RANK_SHIFT == rank &&
            is_reserved(op->addr[__builtin_ctz(m)]) == is_reserved(op->addr[first]))
            same |= m & -m;
    op->a.peer = NULL;
    if (rank >= c->n)
        return same; // there is no such block; the address stays as it is
    for (uint32_t m = same; m; m &= m - 1)
        op->addr[__builtin_ctz(m)] &= SHARED_BLOCK - 1;
    if (c->blocks[rank] != w->block)
        op->a.peer = c->blocks[rank];
    return same;
}

// Shared memory through the window, with the offsets that take_block has set.
static uint32_t resolve_window(Warp *w, const Step *s, Op *op)
{
    Access *a = &op->a;
    uint64_t addr = op->addr[__builtin_ctz(a->mask)];
    if (addr >= SHARED_BLOCK) {
        bad_lanes(w, s, a, FAULT_no_block, a->mask);
        return 0;
    }
    if (is_reserved(addr) && !a->peer)
        return resolve_offsets(w, s, op, w->block->reserved - SHARED_RESERVED, 0,
                               SHARED_RESERVED + RESERVED_BYTES, true);
    return resolve(w, s, op, true);
}

// Generic addresses: one access for each state space that the lanes point to,
// and for each block of the cluster.
static __attribute__((noinline)) uint32_t begin_generic(Warp *w, const Step *s, Op *op)
{
    Access *a = &op->a;
    uint32_t todo = a->mask, good = 0;
    while (todo && !w->launch->stop) {
        Space space = space_of(op->addr[__builtin_ctz(todo)]);
        uint64_t window = window_of(space);
        uint32_t same = 0;
        for (uint32_t m = todo; m; m &= m - 1) {
            int l = __builtin_ctz(m);
            if (space_of(op->addr[l]) == space) {
                same |= 1u << l;
                op->addr[l] -= window;
            }
        }
        if (space == SPACE_shared) {
            uint32_t all = same;
            same = take_block(w, op, all, __builtin_ctz(all));
            for (uint32_t m = all & ~same; m; m &= m - 1)
                op->addr[__builtin_ctz(m)] += window;
        }
        // Each space sees its own lanes only; bytes[] of the others must stay.
        uint8_t *kept[WARP_SIZE];
        memcpy(kept, op->bytes, sizeof kept);
        a->mask = same;
        a->space = space;
        a->host = NULL;
        a->pattern = pattern_of(op->addr, same, a->width);
        a->mask = space == SPACE_shared ? resolve_window(w, s, op) : resolve(w, s, op, true);
        for (int l = 0; l < WARP_SIZE; l++)
            if (good >> l & 1)
                op->bytes[l] = kept[l];
        uint32_t works = a->mask;
        tell(op);
        good |= works;
        todo &= ~same;
    }
    if (good != a->mask) { // more than one space, or lanes lost
        a->pattern = PATTERN_any;
        a->host = NULL;
    }
    return a->mask = good;
}

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
            return begin_generic(w, s, op);
        a->space = SPACE_global;
    }
    a->pattern = pattern_of(op->addr, a->mask, a->width);
    uint32_t good = resolve(w, s, op, all || device.hooks->values || device.hooks->loads);
    a->mask = good;
    tell(op);
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

uint32_t access_given(Warp *w, const Step *s, const AccessForm *form, AccessKind kind,
                      const uint8_t *value, uint64_t addr[WARP_SIZE], uint8_t *bytes[WARP_SIZE])
{
    Op op;
    memcpy(op.addr, addr, sizeof op.addr);
    uint32_t good = access_form(w, s, &op, kind, value, VALUE_BYTES, true, form);
    memcpy(addr, op.addr, sizeof op.addr);
    memcpy(bytes, op.bytes, sizeof op.bytes);
    return good;
}

uint32_t access_lanes(Warp *w, const Step *s, AccessKind kind, const uint8_t *value,
                      uint64_t addr[WARP_SIZE], uint8_t *bytes[WARP_SIZE])
{
    Op op;
    uint32_t good = access_begin(w, s, &op, kind, value, VALUE_BYTES, true);
    memcpy(addr, op.addr, sizeof op.addr);
    memcpy(bytes, op.bytes, sizeof op.bytes);
    return good;
}

// ---- ld -------------------------------------------------------------

// clang-format off
static inline uint64_t fetch(const uint8_t *p, unsigned elem, bool sign)
{
    switch (elem) {
    case 1: return sign ? (uint64_t)(int64_t)(int8_t)*p : *p;
    case 2: { uint16_t v; memcpy(&v, p, 2); return sign ? (uint64_t)(int64_t)(int16_t)v : v; }
    case 4: { uint32_t v; memcpy(&v, p, 4); return sign ? (uint64_t)(int64_t)(int32_t)v : v; }
    default: { uint64_t v; memcpy(&v, p, 8); return v; }
    }
}
// clang-format on

// Loads element `e` of every lane in `mask` into the register at `dst`.
// Returns whether any lane's value changed.
static inline __attribute__((always_inline)) bool load_element(Warp *w, uint32_t dst, uint32_t mask,
                                                               uint8_t *const *bytes, unsigned at,
                                                               unsigned elem, unsigned lane_bytes,
                                                               bool sign, uint32_t value_mask)
{
    bool changed = false;
    if (lane_bytes == 16) {
        uint64_t *d = slot(w, dst);
        for (uint32_t m = mask; m; m &= m - 1) {
            int l = __builtin_ctz(m);
            uint64_t v[2];
            memcpy(v, bytes[l] + at, 16);
            changed |= d[l] != v[0] || d[l + WARP_SIZE] != v[1];
            d[l] = v[0], d[l + WARP_SIZE] = v[1];
        }
    } else if (lane_bytes == 8) {
        uint64_t *d = slot(w, dst);
        for (uint32_t m = mask; m; m &= m - 1) {
            int l = __builtin_ctz(m);
            uint64_t v = fetch(bytes[l] + at, elem, sign);
            changed |= d[l] != v;
            d[l] = v;
        }
    } else {
        uint32_t *d = slot(w, dst);
        for (uint32_t m = mask; m; m &= m - 1) {
            int l = __builtin_ctz(m);
            uint32_t v = (uint32_t)fetch(bytes[l] + at, elem, sign) & value_mask;
            changed |= d[l] != v;
            d[l] = v;
        }
    }
    return changed;
}

// A lane whose load failed gets zero.
static void load_nothing(Warp *w, const Step *s, uint32_t lanes)
{
    for (unsigned i = 0; i < s->nvec; i++) {
        uint32_t dst = s->nvec > 1 ? s->vec[i] : s->dst;
        if (dst == SLOT_NONE)
            continue;
        for (uint32_t m = lanes; m; m &= m - 1) {
            int l = __builtin_ctz(m);
            if (s->lane_bytes == 16)
                ((uint64_t *)slot(w, dst))[l] = ((uint64_t *)slot(w, dst))[l + WARP_SIZE] = 0;
            else if (s->lane_bytes == 8)
                ((uint64_t *)slot(w, dst))[l] = 0;
            else
                ((uint32_t *)slot(w, dst))[l] = 0;
        }
    }
}

// Has this strong read found the same values as the last time? The register does not say:
// the program may have used it for something else in between.
static bool seen_again(Warp *w, const Step *s, uint32_t lanes, uint8_t *const *bytes)
{
    uint64_t sum = lanes;
    for (uint32_t m = lanes; m; m &= m - 1)
        for (unsigned i = 0; i < s->nvec; i++)
            sum = (sum ^ fetch(bytes[__builtin_ctz(m)] + i * s->elem, s->elem, false)) *
                  0x9e3779b97f4a7c15ull;
    unsigned i = (unsigned)(s - w->code) % (sizeof w->seen / sizeof w->seen[0]);
    bool again = w->seen[i].step == s && w->seen[i].sum == sum;
    w->seen[i].step = s;
    w->seen[i].sum = sum;
    return again;
}

static void exec_ld(Warp *w, const Step *s)
{
    Op op;
    uint32_t lanes = w->mask;
    uint32_t good = access_begin(w, s, &op, ACCESS_load, NULL, 0, true);
    uint32_t keep = s->sign && type_bytes(s->inst->opnd[0].type) == 2 ? 0xffff : ~0u;
    bool changed = false;
    for (unsigned i = 0; i < s->nvec && good; i++) {
        uint32_t dst = s->nvec > 1 ? s->vec[i] : s->dst;
        if (dst != SLOT_NONE)
            changed |= load_element(w, dst, good, op.bytes, i * s->elem, s->elem, s->lane_bytes,
                                    s->sign, keep);
    }
    if (__builtin_expect(good != lanes, 0))
        load_nothing(w, s, lanes & ~good);
    if (s->order != ORDER_weak) {
        if (good && op.a.space == SPACE_global && !mem_is_card(op.a.addr[__builtin_ctz(good)]))
            w->launch->host_looks = true;
        if (changed && !seen_again(w, s, good, op.bytes))
            w->spin = 0;
        else
            warp_spun(w);
    }
}

// 32- and 64-bit elements, weak, into registers of their own size. If the bytes of the
// lanes are contiguous (op.a.host), op.bytes is not set.
#define FAST_LOAD(name, T) \
    static void name(Warp *w, const Step *s) \
    { \
        Op op; \
        uint32_t lanes = w->mask; \
        uint32_t good = access_begin(w, s, &op, ACCESS_load, NULL, 0, false); \
        T *d = slot(w, s->dst); \
        if (__builtin_expect(good != lanes, 0)) \
            load_nothing(w, s, lanes & ~good); \
        if (op.a.host && good == lanes) { \
            const T *from = (const T *)op.a.host; \
            if (op.a.pattern == PATTERN_uniform) { \
                T v = *from; \
                EACH_LANE(w, d[l] = v;); \
            } else if (good == FULL_MASK) { \
                memcpy(d, from, sizeof(T) * WARP_SIZE); \
            } else { \
                int first = __builtin_ctz(good); \
                memcpy(d + first, from, sizeof(T) * (unsigned)__builtin_popcount(good)); \
            } \
        } else if (good == FULL_MASK) { \
            for (int l = 0; l < WARP_SIZE; l++) \
                d[l] = *(const T *)op.bytes[l]; \
        } else { \
            for (uint32_t m = good; m; m &= m - 1) \
                d[__builtin_ctz(m)] = *(const T *)op.bytes[__builtin_ctz(m)]; \
        } \
    }
FAST_LOAD(exec_ld_4, uint32_t)
FAST_LOAD(exec_ld_8, uint64_t)

// The same for vectors of N such elements.
#define WIDE_LOAD(name, T, N) \
    static void name(Warp *w, const Step *s) \
    { \
        Op op; \
        uint32_t lanes = w->mask; \
        uint32_t good = access_begin(w, s, &op, ACCESS_load, NULL, 0, false); \
        if (__builtin_expect(good != lanes, 0)) \
            load_nothing(w, s, lanes & ~good); \
        bool row = op.a.host && good == lanes; \
        int first = good ? __builtin_ctz(good) : 0; \
        const T *from = (const T *)op.a.host; \
        for (int i = 0; i < N; i++) { \
            if (s->vec[i] == SLOT_NONE) \
                continue; \
            T *d = slot(w, s->vec[i]); \
            if (row && op.a.pattern == PATTERN_uniform) { \
                EACH_LANE(w, d[l] = from[i];); \
            } else if (row) { \
                EACH_LANE(w, d[l] = from[(l - first) * N + i];); \
            } else { \
                for (uint32_t m = good; m; m &= m - 1) \
                    d[__builtin_ctz(m)] = ((const T *)op.bytes[__builtin_ctz(m)])[i]; \
            } \
        } \
    }
WIDE_LOAD(exec_ld_4x2, uint32_t, 2)
WIDE_LOAD(exec_ld_4x4, uint32_t, 4)
WIDE_LOAD(exec_ld_8x2, uint64_t, 2)

// One element of 8 or 16 bits, made longer.
#define NARROW_LOAD(name, T, R) \
    static void name(Warp *w, const Step *s) \
    { \
        Op op; \
        uint32_t lanes = w->mask; \
        uint32_t good = access_begin(w, s, &op, ACCESS_load, NULL, 0, false); \
        uint32_t *d = slot(w, s->dst); \
        if (__builtin_expect(good != lanes, 0)) \
            load_nothing(w, s, lanes & ~good); \
        bool row = op.a.host && good == lanes; \
        int first = good ? __builtin_ctz(good) : 0; \
        const T *from = (const T *)op.a.host; \
        if (row && op.a.pattern == PATTERN_uniform) { \
            EACH_LANE(w, d[l] = (uint32_t)(R)*from;); \
        } else if (row) { \
            EACH_LANE(w, d[l] = (uint32_t)(R)from[l - first];); \
        } else if (good == FULL_MASK) { \
            for (int l = 0; l < WARP_SIZE; l++) \
                d[l] = (uint32_t)(R) * (const T *)op.bytes[l]; \
        } else { \
            for (uint32_t m = good; m; m &= m - 1) \
                d[__builtin_ctz(m)] = (uint32_t)(R) * (const T *)op.bytes[__builtin_ctz(m)]; \
        } \
    }
NARROW_LOAD(exec_ld_u1, uint8_t, uint32_t)
NARROW_LOAD(exec_ld_s1, int8_t, int32_t)
NARROW_LOAD(exec_ld_u2, uint16_t, uint32_t)
NARROW_LOAD(exec_ld_s2, int16_t, int32_t)

// Kernel parameters at a fixed place: the same for every lane.
static void exec_ld_param(Warp *w, const Step *s)
{
    uint64_t at = (uint64_t)s->imm, bytes = w->launch->param_bytes;
    if (at > bytes || bytes - at < (uint64_t)s->elem * s->nvec) {
        exec_ld(w, s); // which raises the fault
        return;
    }
    const uint8_t *p = w->launch->params + at;
    for (unsigned i = 0; i < s->nvec; i++) {
        uint32_t dst = s->nvec > 1 ? s->vec[i] : s->dst;
        if (dst == SLOT_NONE)
            continue;
        if (s->lane_bytes == 16) {
            uint64_t v[2], *d = slot(w, dst);
            memcpy(v, p + i * s->elem, 16);
            EACH_LANE(w, d[l] = v[0]; d[l + WARP_SIZE] = v[1];);
        } else if (s->lane_bytes == 8) {
            uint64_t v = fetch(p + i * s->elem, s->elem, s->sign), *d = slot(w, dst);
            EACH_LANE(w, d[l] = v;);
        } else {
            uint32_t v = (uint32_t)fetch(p + i * s->elem, s->elem, s->sign), *d = slot(w, dst);
            if (type_bytes(s->inst->opnd[0].type) == 2)
                v &= 0xffff;
            EACH_LANE(w, d[l] = v;);
        }
    }
}

ExecFn pick_ld(const Inst *in, Step *s)
{
    if (s->space == SPACE_param && s->src[0] == SLOT_NONE && !s->frame)
        return exec_ld_param;
    if (s->order != ORDER_weak || (s->nvec == 1 && s->dst == SLOT_NONE))
        return exec_ld;
    if (s->elem == s->lane_bytes)
        switch (s->elem * 8 + s->nvec) {
        case 4 * 8 + 1: return exec_ld_4;
        case 4 * 8 + 2: return exec_ld_4x2;
        case 4 * 8 + 4: return exec_ld_4x4;
        case 8 * 8 + 1: return exec_ld_8;
        case 8 * 8 + 2: return exec_ld_8x2;
        }
    bool short_register = type_bytes(in->opnd[0].type) == 2;
    if (s->nvec == 1 && s->lane_bytes == 4 && !(s->sign && short_register)) {
        if (s->elem == 1)
            return s->sign ? exec_ld_s1 : exec_ld_u1;
        if (s->elem == 2)
            return s->sign ? exec_ld_s2 : exec_ld_u2;
    }
    return exec_ld;
}

ExecFn pick_ldu(const Inst *in, Step *s) { return pick_ld(in, s); }

// ---- st -------------------------------------------------------------

// What lane l will write, at value + VALUE_BYTES * l.
static void collect_values(const Warp *w, const Step *s, uint8_t *value)
{
    for (unsigned i = 0; i < s->nvec; i++) {
        uint32_t src = s->nvec > 1 ? s->vec[i] : s->src[1];
        const uint8_t *r = slot(w, src);
        for (int l = 0; l < WARP_SIZE; l++) {
            uint8_t *to = value + VALUE_BYTES * l + i * s->elem;
            if (s->lane_bytes == 16) {
                memcpy(to, r + 8 * l, 8);
                memcpy(to + 8, r + 8 * (l + WARP_SIZE), 8);
            } else {
                memcpy(to, r + (size_t)s->lane_bytes * l, s->elem);
            }
        }
    }
}

static void exec_st(Warp *w, const Step *s)
{
    Op op;
    bool values = device.hooks->values || s->lane_bytes == 16;
    if (values)
        collect_values(w, s, op.value);
    uint32_t good =
        access_begin(w, s, &op, ACCESS_store, values ? op.value : NULL, VALUE_BYTES, true);
    if (values) {
        for (uint32_t m = good; m; m &= m - 1)
            memcpy(op.bytes[__builtin_ctz(m)], op.value + VALUE_BYTES * __builtin_ctz(m),
                   op.a.width);
    } else {
        for (unsigned i = 0; i < s->nvec; i++) {
            const uint8_t *r = slot(w, s->nvec > 1 ? s->vec[i] : s->src[1]);
            for (uint32_t m = good; m; m &= m - 1) {
                int l = __builtin_ctz(m);
                memcpy(op.bytes[l] + i * s->elem, r + (size_t)s->lane_bytes * l, s->elem);
            }
        }
    }
    device.changes++;
    if (s->order != ORDER_weak)
        w->spin = 0;
}

// The lanes of the register are the values that observers see.
#define FAST_STORE(name, T) \
    static void name(Warp *w, const Step *s) \
    { \
        Op op; \
        const T *v = slot(w, s->src[1]); \
        uint32_t good = \
            access_begin(w, s, &op, ACCESS_store, (const uint8_t *)v, sizeof(T), false); \
        device.changes++; \
        if (op.a.host && op.a.pattern == PATTERN_contiguous) \
            memcpy(op.a.host, v + __builtin_ctz(good), \
                   sizeof(T) * (unsigned)__builtin_popcount(good)); \
        else if (op.a.host) /* one address: the last lane's value stays */ \
            *(T *)op.a.host = v[31 - __builtin_clz(good)]; \
        else \
            for (uint32_t m = good; m; m &= m - 1) \
                *(T *)op.bytes[__builtin_ctz(m)] = v[__builtin_ctz(m)]; \
    }
FAST_STORE(exec_st_4, uint32_t)
FAST_STORE(exec_st_8, uint64_t)

// Vectors of N elements, and elements shorter than their registers (R), if no observer needs
// the values. If several lanes store to one address, the value of the last lane stays.
#define OTHER_STORE(name, T, R, N) \
    static void name(Warp *w, const Step *s) \
    { \
        Op op; \
        if (device.hooks->values) { \
            exec_st(w, s); \
            return; \
        } \
        uint32_t good = access_begin(w, s, &op, ACCESS_store, NULL, 0, false); \
        int first = good ? __builtin_ctz(good) : 0; \
        T *to = (T *)op.a.host; \
        device.changes++; \
        for (int i = 0; i < N; i++) { \
            const R *v = slot(w, N > 1 ? s->vec[i] : s->src[1]); \
            if (to && op.a.pattern == PATTERN_uniform) { \
                to[i] = (T)v[31 - __builtin_clz(good)]; \
            } else if (to && good == FULL_MASK) { \
                for (int l = 0; l < WARP_SIZE; l++) \
                    to[l * N + i] = (T)v[l]; \
            } else { \
                for (uint32_t m = good; m; m &= m - 1) { \
                    int l = __builtin_ctz(m); \
                    *(to ? to + (l - first) * N + i : (T *)op.bytes[l] + i) = (T)v[l]; \
                } \
            } \
        } \
    }
OTHER_STORE(exec_st_1, uint8_t, uint32_t, 1)
OTHER_STORE(exec_st_2, uint16_t, uint32_t, 1)
OTHER_STORE(exec_st_4x2, uint32_t, uint32_t, 2)
OTHER_STORE(exec_st_4x4, uint32_t, uint32_t, 4)
OTHER_STORE(exec_st_8x2, uint64_t, uint64_t, 2)

ExecFn pick_st(const Inst *in, Step *s)
{
    (void)in;
    if (s->order != ORDER_weak)
        return exec_st;
    if (s->elem == s->lane_bytes)
        switch (s->elem * 8 + s->nvec) {
        case 4 * 8 + 1: return exec_st_4;
        case 4 * 8 + 2: return exec_st_4x2;
        case 4 * 8 + 4: return exec_st_4x4;
        case 8 * 8 + 1: return exec_st_8;
        case 8 * 8 + 2: return exec_st_8x2;
        }
    if (s->nvec == 1 && s->lane_bytes == 4 && s->elem == 1)
        return exec_st_1;
    if (s->nvec == 1 && s->lane_bytes == 4 && s->elem == 2)
        return exec_st_2;
    return exec_st;
}

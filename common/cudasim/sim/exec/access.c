// access.c - what few accesses need: faults, the granule behind an allocation, generic addresses
// that point elsewhere than to global memory; and accesses of steps other than ld and st.
#include "access.h"

// ---- faults ---------------------------------------------------------

void access_bad_lanes(Warp *w, const Step *s, const Access *a, FaultKind kind, uint32_t mask)
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
    if (a && !device_reaches(a))
        return FAULT_no_peer;
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

void access_reject(Warp *w, const Step *s, const Access *a, uint32_t bad)
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
        access_bad_lanes(w, s, a, kind, same);
        bad &= ~same;
    }
}

// ---- state spaces ---------------------------------------------------

// A store to __constant__ memory is a mistake that the GPU does not see.
bool access_site(Site *site, uint64_t addr, bool write)
{
    Alloc *a = device.exact_bounds ? mem_find(addr) : mem_find_room(addr);
    if (!a || !device_reaches(a) || (write && a->is_const && device.exact_bounds))
        return false;
    *site = (Site){.lo = a->addr,
                   .hi = a->addr + (device.exact_bounds ? a->size : mem_room(a)),
                   .delta = (uint64_t)a->host - a->addr,
                   .epoch = mem_epoch};
    return true;
}

// Of the lanes whose access is reported: those that access the granule behind an allocation, or
// write __constant__ memory. The access takes place, so that a checker does not change what the
// program does.
uint32_t access_granules(Op *op, uint32_t bad)
{
    uint32_t works = 0;
    for (uint32_t m = bad; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        const Alloc *a = mem_find_room(op->addr[l]);
        if (!a || !device_reaches(a) || mem_room(a) - (op->addr[l] - a->addr) < op->a.width)
            continue;
        op->bytes[l] = a->host + (op->addr[l] - a->addr);
        works |= 1u << l;
    }
    return works;
}

// What alloca has given to a lane is at the end of its local memory.
bool access_of_alloca(const Warp *w, const Access *a, int lane, uint64_t offset)
{
    uint64_t end = w->local_stride, first = end - w->taken[lane];
    return a->space == SPACE_local && offset >= first && offset < end && end - offset >= a->width;
}

// One finding of an access is enough: other observers do not see what is reported.
void access_report(Op *op)
{
    Access *a = &op->a;
    a->mask &= ~op->reported;
    if (!a->mask || a->space == SPACE_param)
        return;
    const Block *b = a->space == SPACE_shared ? accessed_block(a) : a->warp->block;
    if (a->space != SPACE_local && __builtin_expect(b->copies != NULL, 0))
        copies_touch(a);
    if (device.hooks->loads && a->kind == ACCESS_load && a->space == SPACE_global)
        EACH_HOOK(load, (a, op->bytes));
    EACH_LISTENER(access, (a));
}

// ---- generic addresses ----------------------------------------------

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
        access_bad_lanes(w, s, a, FAULT_no_block, a->mask);
        return 0;
    }
    if (is_reserved(addr) && !a->peer)
        return resolve_offsets(w, s, op, w->block->reserved - SHARED_RESERVED, 0,
                               SHARED_RESERVED + RESERVED_BYTES, true);
    return resolve(w, s, op, true);
}

// Generic addresses: one access for each state space that the lanes point to,
// and for each block of the cluster.
uint32_t access_generic(Warp *w, const Step *s, Op *op)
{
    Access *a = &op->a;
    uint32_t todo = a->mask, good = 0;
    assert(todo && a->space == SPACE_generic);
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
        access_tell(op);
        good |= works;
        todo &= ~same;
    }
    if (good != a->mask) { // more than one space, or lanes lost
        a->pattern = PATTERN_any;
        a->host = NULL;
    }
    return a->mask = good;
}

// ---- for other steps ------------------------------------------------

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

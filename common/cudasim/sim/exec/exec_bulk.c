// exec_bulk.c - cp.async.bulk and cp.reduce.async.bulk: one thread copies a row of
// bytes. The hooks see the copy in sectors of 32 bytes.
#include "sim/async.h"

enum { PIECE = 16 }; // a row consists of pieces, aligned as they are

// ---- cp.async.bulk --------------------------------------------------

typedef struct {
    Warp *w;
    const Step *s;
    Space from, to; // to: SPACE_generic for an address in the window of shared memory
    bool barrier;   // ended by an mbarrier, not by a bulk group
    const Reduction *reduction;
    uint64_t to_addr[WARP_SIZE], from_addr[WARP_SIZE], barrier_addr[WARP_SIZE];
    const uint32_t *size, *blocks; // blocks: the ranks that a multicast writes to
    Copy *copy[MAX_CLUSTER];       // by the rank of the block that it belongs to
} Bulk;

// One lane's part of memory: where it is for the hooks, and its bytes.
typedef struct {
    uint64_t addr;
    Block *block; // NULL: not in shared memory
    uint8_t *bytes;
} CopyRow;

// A copy of nothing may have any addresses: CUB makes such copies of short rows.
static const char *bad_row(uint64_t to, uint64_t from, uint32_t n)
{
    return n % PIECE                  ? "bulk copy whose size is not a multiple of 16"
           : n && (to | from) % PIECE ? "bulk copy with an address not aligned to 16"
                                      : NULL;
}

static AccessForm row_form(const Bulk *b, AccessKind kind, unsigned width)
{
    bool reduces = kind == ACCESS_red;
    unsigned elem = reduces ? b->reduction->bytes : 8;
    return (AccessForm){.space = kind == ACCESS_load ? b->from : b->to,
                        .elem = (uint8_t)elem,
                        .nvec = (uint8_t)(width / elem),
                        .order = reduces ? ORDER_relaxed : ORDER_weak,
                        .scope = reduces ? SCOPE_gpu : SCOPE_none,
                        .async = true};
}

// Calls the hooks for the reads or writes of one lane; `value`: what is written, if known.
static bool touch_row(const Bulk *b, AccessKind kind, unsigned lane, uint64_t start, uint32_t n,
                      const uint8_t *from, CopyRow *row)
{
    bool shared = kind == ACCESS_load ? b->from != SPACE_global : b->to != SPACE_global;
    bool window = kind != ACCESS_load && b->to == SPACE_generic;
    uint64_t addr[WARP_SIZE] = {0};
    uint8_t *bytes[WARP_SIZE], value[WARP_SIZE * 32];
    row->block = shared ? window_block(b->w, window ? start : 0) : NULL;
    for (uint32_t at = 0, width; at < n; at += width) {
        width = (start + at) % SECTOR || n - at < SECTOR ? PIECE : SECTOR;
        AccessForm form = row_form(b, kind, width);
        addr[lane] = start + at;
        if (kind == ACCESS_store)
            memcpy(value + 32 * lane, from + at, width);
        if (!access_given(b->w, b->s, &form, kind, kind == ACCESS_store ? value : NULL, addr,
                          bytes))
            return false;
        if (!at) {
            row->bytes = bytes[lane];
            row->addr = addr[lane];
        }
        if (bytes[lane] != row->bytes + at)
            return false; // from one allocation into the next
    }
    return true;
}

static Copy *copy_of(Bulk *b, Block *to)
{
    Block *home = to ? to : b->w->block;
    Copy **c = &b->copy[home->cluster_rank];
    if (!*c) {
        *c = copy_new(home, b->w, b->s, b->barrier ? COPY_bulk_barrier : COPY_bulk_group);
        (*c)->to_block = to;
        (*c)->from_block = b->from == SPACE_shared ? b->w->block : NULL;
        (*c)->reduction = b->reduction;
    }
    return *c;
}

// To the place `to`, with the mbarrier at `barrier`.
static void copy_row(Bulk *b, unsigned lane, const CopyRow *from, uint64_t to, uint64_t barrier)
{
    CopyRow row;
    Block *own = b->w->block;
    uint32_t n = b->size[lane];
    AccessKind kind = b->reduction ? ACCESS_red : ACCESS_store;
    if (!touch_row(b, kind, lane, to, n, from->bytes, &row))
        return;
    Copy *c = copy_of(b, row.block);
    if (b->barrier && !copy_barrier(c, lane, barrier))
        return;
    c->to[lane] = row.bytes;
    c->to_addr[lane] = row.addr;
    c->from[lane] = from->bytes;
    c->from_addr[lane] = from->addr;
    c->bytes[lane] = c->given[lane] = n;
    c->group[lane] = copies_of(own)->bulk_groups[b->w->index * WARP_SIZE + lane];
    c->mask |= 1u << lane;
    copy_mark(c, lane);
    if (b->from == SPACE_global)
        EACH_HOOK(copy_brings, (b->w, b->s, sectors_of(from->addr, n)));
}

// To the same offset in the memory of several blocks, each with its own mbarrier.
static void multicast(Bulk *b, unsigned lane, const CopyRow *from)
{
    uint64_t offset = SHARED_BLOCK - 1;
    for (uint32_t left = b->blocks[lane] & 0xffff; left && !b->w->launch->stop; left &= left - 1) {
        uint64_t base = SHARED_WINDOW + ((uint64_t)__builtin_ctz(left) << SHARED_RANK_SHIFT);
        copy_row(b, lane, from, base + (b->to_addr[lane] & offset),
                 base + (b->barrier_addr[lane] & offset));
    }
}

static void issue(Bulk *b, unsigned lane)
{
    CopyRow from;
    uint32_t n = b->size[lane];
    const char *bad = bad_row(b->to_addr[lane], b->from_addr[lane], n);
    if (bad)
        fault_raise(b->w->launch, &(Fault){.kind = FAULT_misaligned,
                                           .warp = b->w,
                                           .step = b->s,
                                           .mask = 1u << lane,
                                           .space = SPACE_shared,
                                           .width = PIECE,
                                           .text = bad});
    if (bad || !n || !touch_row(b, ACCESS_load, lane, b->from_addr[lane], n, NULL, &from))
        return;
    if (b->blocks)
        multicast(b, lane, &from);
    else
        copy_row(b, lane, &from, b->to_addr[lane], b->barrier_addr[lane]);
}

static void exec_bulk(Warp *w, const Step *s)
{
    const Inst *in = s->inst;
    const AddressArg *arg = s->extra;
    bool out = inst_has(in, MOD_bulk_group), multi = inst_has(in, MOD_multicast);
    Bulk b = {.w = w,
              .s = s,
              .barrier = !out,
              .size = slot(w, s->src[0]),
              .from = out || !inst_has(in, MOD_global) ? SPACE_shared : SPACE_global,
              .to = out                     ? SPACE_global
                    : multi || arg->cluster ? SPACE_generic
                                            : SPACE_shared};
    if (in->op == OP_cp_reduce_async_bulk)
        b.reduction = reduction_find(in);
    if (multi)
        b.blocks = slot(w, s->src[1]);
    async_addresses(w, s, 0, b.to_addr);
    async_addresses(w, s, 1, b.from_addr);
    if (b.barrier)
        async_addresses(w, s, 2, b.barrier_addr);
    uint32_t all = w->mask;
    for (uint32_t m = all; m && !w->launch->stop; m &= m - 1) {
        w->mask = m & -m;
        issue(&b, (unsigned)__builtin_ctz(m));
    }
    w->mask = all;
}

// From global memory to blocks of the cluster, from the block's own shared memory
// to a block of the cluster or to global memory.
static ExecFn pick_bulk(const Inst *in)
{
    bool cluster = inst_has(in, MOD_shared_cluster), own = inst_has(in, MOD_shared_cta);
    bool global = inst_has(in, MOD_global), multi = inst_has(in, MOD_multicast);
    bool out = inst_has(in, MOD_bulk_group), barrier = inst_has(in, MOD_complete_tx);
    if (out)
        return own && global && !cluster && !barrier && !multi && in->nopnd == 3 ? exec_bulk : NULL;
    bool two = cluster + own + global == 2 && (!multi || (cluster && global));
    return barrier && two && in->nopnd == (multi ? 5 : 4) ? exec_bulk : NULL;
}

ExecFn pick_cp_async_bulk(const Inst *in, Step *s)
{
    (void)s;
    return pick_bulk(in);
}

// Never from global memory; sums of floating point go to global memory only.
ExecFn pick_cp_reduce_async_bulk(const Inst *in, Step *s)
{
    (void)s;
    const Reduction *r = reduction_find(in);
    bool out = inst_has(in, MOD_bulk_group);
    bool fits = r && inst_has(in, MOD_shared_cta) && (out || type_class(r->type) != 'F');
    return fits ? pick_bulk(in) : NULL;
}

// The prefetch does nothing, but its operands must name a valid row.
static void exec_prefetch(Warp *w, const Step *s)
{
    uint64_t from[WARP_SIZE];
    const uint32_t *n = slot(w, s->src[0]);
    async_addresses(w, s, 0, from);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        const char *bad = bad_row(0, from[l], n[l]);
        if (!bad)
            continue;
        fault_raise(w->launch, &(Fault){.kind = FAULT_misaligned,
                                        .warp = w,
                                        .step = s,
                                        .mask = 1u << l,
                                        .space = SPACE_global,
                                        .width = PIECE,
                                        .text = bad});
        return;
    }
}

ExecFn pick_cp_async_bulk_prefetch(const Inst *in, Step *s)
{
    (void)s;
    return inst_has(in, MOD_global) ? exec_prefetch : NULL;
}

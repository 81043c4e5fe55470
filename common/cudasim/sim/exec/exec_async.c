// exec_async.c - the lists of copies under way, and cp.async.
//
// See async.h for when copies happen. A thread's groups are numbered from 0; a
// copy belongs to the group that will be committed next, so that "all but the
// last n groups" is a comparison of numbers.
#include "sim/async.h"

#include "alloc.h"
#include "box.h"

// ---- the list -------------------------------------------------------

Copies *copies_of(Block *b)
{
    if (!b->copies) {
        b->copies = must_calloc(1, sizeof *b->copies);
        b->copies->nwords = (b->launch->shared_bytes + 3) / 4;
        b->copies->words = must_calloc(b->copies->nwords + 1, sizeof *b->copies->words);
    }
    return b->copies;
}

Copy *copy_new(Block *home, Warp *w, const Step *s, CopyKind kind)
{
    Copies *cs = copies_of(home);
    Copy *c = cs->unused;
    if (c)
        cs->unused = c->next;
    else
        c = must_malloc(1, sizeof *c);
    c->next = NULL;
    c->kind = kind;
    c->mask = 0;
    c->warp = w;
    c->code = w->frame->code;
    c->step = s;
    c->home = home;
    c->to_block = c->from_block = NULL;
    c->reduction = NULL;
    c->box = NULL;
    c->kept = 0;
    if (cs->last)
        cs->last->next = c;
    else
        cs->first = c;
    cs->last = c;
    cs->n++;
    return c;
}

void copies_sweep(Copies *cs)
{
    Copy **link = &cs->first;
    cs->last = NULL;
    while (*link) {
        Copy *c = *link;
        if (c->mask) {
            cs->last = c;
            link = &c->next;
            continue;
        }
        *link = c->next;
        c->next = cs->unused;
        cs->unused = c;
        cs->n--;
    }
}

static void mark(Block *b, uint64_t addr, uint32_t bytes, bool written, int by)
{
    Copies *cs = copies_of(b);
    cs->marked += (uint32_t)by;
    for (uint64_t i = addr / 4; bytes && i <= (addr + bytes - 1) / 4 && i < cs->nwords; i++) {
        if (written)
            cs->words[i].written = (uint16_t)(cs->words[i].written + by);
        else
            cs->words[i].read = (uint16_t)(cs->words[i].read + by);
    }
}

// Bytes of shared memory from its first to its last one, at the end that is there.
static uint32_t extent(const Copy *c, uint32_t bytes)
{
    return c->box ? (uint32_t)box_span(c->box) : bytes;
}

static bool uses_source(const Copy *c, unsigned l) { return c->from_block && !(c->kept >> l & 1); }

static void count_flight(Copies *cs, uint32_t bytes, int by)
{
    cs->flight.bytes += by > 0 ? bytes : -(uint64_t)bytes;
    cs->flight.begun += by > 0;
    cs->flight.sum += by > 0 ? cs->flight.bytes : 0;
}

static void mark_copy(const Copy *c, unsigned l, int by)
{
    if (c->to_block) {
        mark(c->to_block, c->to_addr[l], extent(c, c->bytes[l]), true, by);
        count_flight(copies_of(c->to_block), c->bytes[l], by);
    } else if (c->kind != COPY_product)
        copies_of(c->home)->outgoing += (uint32_t)by;
    if (uses_source(c, l))
        mark(c->from_block, c->from_addr[l], extent(c, c->given[l]), false, by);
}

void copy_mark(Copy *c, unsigned lane) { mark_copy(c, lane, 1); }

static void drop_box(Copy *c)
{
    free(c->box);
    c->box = NULL;
}

void copy_drop(Copy *c)
{
    for (uint32_t m = c->mask; m; m &= m - 1)
        mark_copy(c, (unsigned)__builtin_ctz(m), -1);
    c->mask = 0;
    drop_box(c);
}

static CopyPart part_of(const Copy *c, unsigned l, bool writes)
{
    return (CopyPart){.warp = c->warp,
                      .code = c->code,
                      .step = c->step,
                      .lane = l,
                      .writes = writes,
                      .source_read = c->kept >> l & 1,
                      .block = writes ? c->to_block : c->from_block,
                      .addr = writes ? c->to_addr[l] : c->from_addr[l],
                      .bytes = extent(c, writes ? c->bytes[l] : c->given[l])};
}

static void move_bytes(const Copy *c, unsigned l)
{
    const Reduction *r = c->reduction;
    if (c->box && c->to_block)
        box_load(c->box, c->to[l], c->to_addr[l]);
    else if (c->box)
        box_store(c->box, c->from[l], c->from_addr[l], r);
    if (c->box)
        return;
    for (uint32_t at = 0; r && at < c->bytes[l]; at += r->bytes)
        r->fn(c->to[l] + at, c->from[l] + at);
    if (r)
        return;
    memcpy(c->to[l], c->from[l], c->given[l]);
    memset(c->to[l] + c->given[l], 0, c->bytes[l] - c->given[l]);
}

// Lanes of a copy end: at an mbarrier, or (NULL) because their thread has waited.
static void copy_end(Copy *c, uint32_t lanes, const uint8_t *barrier)
{
    for (uint32_t m = lanes; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        move_bytes(c, l);
        mark_copy(c, l, -1);
        if (c->kept >> l & 1)
            free((void *)c->from[l]);
        // The issuing thread already waits for its own read; skip it.
        for (int writes = !(c->from_block && barrier); writes < 2; writes++) {
            CopyPart p = part_of(c, l, writes);
            if (!p.block)
                continue;
            if (barrier) {
                p.barrier_block = c->home;
                p.barrier = (uint64_t)(barrier - c->home->shared);
            }
            EACH_HOOK(copy_done, (&p));
        }
    }
    c->mask &= ~lanes;
    if (!c->mask)
        drop_box(c);
    device.changes++;
}

// Ends the copies that a thread issued before its cp.async.mbarrier.arrive.
static void end_before(Copies *cs, const Copy *arrive, uint32_t lanes, const uint8_t *barrier)
{
    for (Copy *c = cs->first; c && c != arrive; c = c->next)
        if (c->kind == COPY_group && c->warp == arrive->warp && c->mask & lanes)
            copy_end(c, c->mask & lanes, barrier);
}

// Only as many end as the phase needs: the others belong to a later phase.
void copies_look(Block *b, const uint8_t *barrier)
{
    Copies *cs = b->copies;
    bool ended = false, phase = mbarrier_parity(barrier);
    for (Copy *c = cs->first; c && mbarrier_parity(barrier) == phase; c = c->next) {
        if (c->kind != COPY_arrive && c->kind != COPY_bulk_barrier)
            continue;
        uint32_t lanes = 0;
        for (uint32_t m = c->mask; m; m &= m - 1)
            if (c->barrier[__builtin_ctz(m)] == barrier)
                lanes |= m & -m;
        if (!lanes)
            continue;
        ended = true;
        if (c->kind == COPY_bulk_barrier) {
            for (uint32_t m = lanes; m && mbarrier_parity(barrier) == phase; m &= m - 1) {
                copy_end(c, m & -m, barrier);
                mbarrier_bytes((uint8_t *)barrier, -(int32_t)c->bytes[__builtin_ctz(m)]);
            }
        } else {
            end_before(cs, c, lanes, barrier);
            mbarrier_pending((uint8_t *)barrier, -__builtin_popcount(lanes));
            c->mask &= ~lanes;
        }
    }
    if (ended)
        copies_sweep(cs);
}

// Bulk copies that use the shared memory of a block that has exited: the memory will
// soon belong to another block.
static void tell_lost(const Block *b)
{
    const Cluster *cluster = b->cluster;
    for (uint32_t i = 0; i < cluster->n; i++) {
        const Copies *cs = cluster->blocks[i]->copies;
        for (const Copy *c = cs ? cs->first : NULL; c; c = c->next) {
            bool writes = c->to_block == b;
            if (c->kind < COPY_bulk_group || c->kind == COPY_arrive ||
                (!writes && c->from_block != b))
                continue;
            for (uint32_t m = c->mask & ~(writes ? 0 : c->kept); m; m &= m - 1) {
                CopyPart p = part_of(c, (unsigned)__builtin_ctz(m), writes);
                EACH_HOOK(copy_lost, (&p));
            }
        }
    }
}

// Copies for which no thread has waited end, too, at the latest with their block.
void copies_finish(Block *b)
{
    Copies *cs = b->copies;
    if (!cs || b->launch->stop)
        return;
    if (cs->marked)
        tell_lost(b);
    for (Copy *c = cs->first; c; c = c->next) {
        if (c->kind == COPY_product)
            copy_drop(c);
        else if (c->kind != COPY_arrive)
            copy_end(c, c->mask, NULL);
        c->mask = 0;
    }
    copies_sweep(cs);
    memset(cs->groups, 0, sizeof cs->groups);
    memset(cs->product_groups, 0, sizeof cs->product_groups);
    memset(cs->bulk_groups, 0, sizeof cs->bulk_groups);
}

void copies_free(Block *b)
{
    Copies *cs = b->copies;
    if (!cs)
        return;
    for (Copy *lists[2] = {cs->first, cs->unused}, **list = lists; list < lists + 2; list++)
        for (Copy *c = *list, *next; c; c = next) {
            next = c->next;
            for (uint32_t m = c->mask & c->kept; m; m &= m - 1)
                free((void *)c->from[__builtin_ctz(m)]);
            drop_box(c);
            free(c);
        }
    free(cs->words);
    free(cs);
    b->copies = NULL;
}

// ---- accesses that come too early -----------------------------------

static bool uses(const Copy *c, unsigned l, const Block *b, bool written, uint64_t addr, uint32_t n)
{
    uint64_t at = written ? c->to_addr[l] : c->from_addr[l];
    uint32_t bytes = extent(c, written ? c->bytes[l] : c->given[l]);
    if (written ? c->kind == COPY_product : !uses_source(c, l))
        return false;
    if (written && c->box && !c->to_block)
        return !b && box_holds(c->box, addr, n);
    return (written ? c->to_block : c->from_block) == b && at < addr + n && addr < at + bytes;
}

// Finds the copy of a block with which the access of a lane conflicts. Atomic operations
// and reductions do not conflict with reductions.
static bool find_among(const Copies *cs, const Access *a, unsigned lane, CopyPart *p)
{
    const Block *b = a->space == SPACE_global ? NULL : accessed_block(a);
    bool store = a->kind != ACCESS_load, atomic = a->kind == ACCESS_atom || a->kind == ACCESS_red;
    for (const Copy *c = cs ? cs->first : NULL; c; c = c->next)
        for (uint32_t m = c->kind == COPY_arrive ? 0 : c->mask; m; m &= m - 1) {
            unsigned l = (unsigned)__builtin_ctz(m);
            uint64_t addr = a->addr[lane];
            bool written = !(atomic && c->reduction) && uses(c, l, b, true, addr, a->width);
            if (!written && !(store && uses(c, l, b, false, addr, a->width)))
                continue;
            *p = part_of(c, l, written);
            return true;
        }
    return false;
}

// False if only the word is shared.
static bool find_user(const Access *a, unsigned lane, CopyPart *p)
{
    const Cluster *c = a->warp->block->cluster;
    for (uint32_t i = 0; i < c->n; i++)
        if (find_among(c->blocks[i]->copies, a, lane, p))
            return true;
    return false;
}

// Does no copy use the words that a run of lanes accesses?
static bool is_free_run(const Copies *cs, const Access *a, bool store)
{
    unsigned first = (unsigned)__builtin_ctz(a->mask), last = 31 - (unsigned)__builtin_clz(a->mask);
    uint64_t from = a->addr[first] / 4, to = (a->addr[last] + a->width - 1) / 4;
    uint32_t written = 0, read = 0;
    if (a->pattern == PATTERN_any || from > to || to >= cs->nwords)
        return false;
    for (uint64_t i = from; i <= to; i++) {
        written |= cs->words[i].written;
        read |= cs->words[i].read;
    }
    return !written && !(store && read);
}

// Copies to global memory: there are no marks, and few copies.
static void touch_destination(const Access *a)
{
    const Copies *cs = a->warp->block->copies;
    if (!device.hooks->copies || !cs->outgoing)
        return;
    for (uint32_t m = a->mask; m; m &= m - 1) {
        CopyPart p;
        if (find_among(cs, a, (unsigned)__builtin_ctz(m), &p))
            EACH_HOOK(copy_unfinished, (a, m & -m, &p));
    }
}

void copies_touch(const Access *a)
{
    if (a->space == SPACE_global) {
        touch_destination(a);
        return;
    }
    const Copies *cs = accessed_block(a)->copies;
    bool store = a->kind != ACCESS_load;
    if (!device.hooks->copies || !cs->marked || is_free_run(cs, a, store))
        return;
    for (uint32_t m = a->mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        bool marked = false;
        for (uint64_t i = a->addr[l] / 4; i <= (a->addr[l] + a->width - 1) / 4; i++)
            marked |= i < cs->nwords && (cs->words[i].written || (store && cs->words[i].read));
        CopyPart p;
        if (marked && find_user(a, l, &p))
            EACH_HOOK(copy_unfinished, (a, 1u << l, &p));
    }
}

void async_addresses(const Warp *w, const Step *s, unsigned i, uint64_t addr[WARP_SIZE])
{
    const AddressArg *a = (const AddressArg *)s->extra + i;
    if (a->slot == SLOT_NONE) {
        for (int l = 0; l < WARP_SIZE; l++)
            addr[l] = (uint64_t)a->offset;
    } else if (a->addr64) {
        const uint64_t *v = slot(w, a->slot);
        for (int l = 0; l < WARP_SIZE; l++)
            addr[l] = v[l] + (uint64_t)a->offset;
    } else {
        const uint32_t *v = slot(w, a->slot);
        for (int l = 0; l < WARP_SIZE; l++)
            addr[l] = v[l] + (uint32_t)a->offset;
    }
    for (int l = 0; a->cluster && l < WARP_SIZE; l++)
        addr[l] += SHARED_WINDOW;
}

// ---- cp.async -------------------------------------------------------

// How many bytes each lane reads: an operand says so, or none if a predicate holds, or all.
static void given_bytes(const Warp *w, const Step *s, uint32_t size, uint32_t given[WARP_SIZE])
{
    const Inst *in = s->inst;
    bool pred = in->nopnd == 4 && in->opnd[3].kind == OPND_reg && in->opnd[3].type == TYPE_pred;
    uint32_t ignore = pred ? source_pred(w, s, 1) : 0;
    const uint32_t *n = in->nopnd == 4 && !pred ? slot(w, s->src[1]) : NULL;
    for (int l = 0; l < WARP_SIZE; l++)
        given[l] = ignore >> l & 1 ? 0 : n && n[l] < size ? n[l] : size;
}

// Calls the hooks for lanes that read only a part, byte by byte.
static uint32_t read_parts(Warp *w, const Step *s, uint32_t lanes, Copy *c)
{
    AccessForm form = {.space = SPACE_global, .elem = 1, .nvec = 1};
    uint32_t all = w->mask, good = 0;
    for (uint32_t m = lanes; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        uint64_t addr[WARP_SIZE] = {0};
        uint8_t *bytes[WARP_SIZE];
        bool fine = true;
        w->mask = 1u << l;
        for (uint32_t i = c->given[l]; fine && i-- > 0;) {
            addr[l] = c->from_addr[l] + i;
            fine = access_given(w, s, &form, ACCESS_load, NULL, addr, bytes);
        }
        c->from[l] = bytes[l];
        good |= fine ? 1u << l : 0;
    }
    w->mask = all;
    return good;
}

// Issues the reads of the lanes; returns the lanes whose read is valid.
static uint32_t read_lanes(Warp *w, const Step *s, uint32_t size, Copy *c)
{
    uint32_t whole = 0, part = 0, none = 0, all = w->mask;
    for (uint32_t m = all; m; m &= m - 1) {
        uint32_t n = c->given[__builtin_ctz(m)], bit = m & -m;
        *(n == size ? &whole : n ? &part : &none) |= bit;
        c->from[__builtin_ctz(m)] = (const uint8_t *)""; // of which nothing is read
    }
    if (whole) {
        AccessForm form = {
            .space = SPACE_global, .elem = size < 8 ? 4 : 8, .nvec = size < 16 ? 1 : 2};
        uint64_t addr[WARP_SIZE];
        uint8_t *bytes[WARP_SIZE];
        memcpy(addr, c->from_addr, sizeof addr);
        w->mask = whole;
        whole = access_given(w, s, &form, ACCESS_load, NULL, addr, bytes);
        for (uint32_t m = whole; m; m &= m - 1)
            c->from[__builtin_ctz(m)] = bytes[__builtin_ctz(m)];
        w->mask = all;
    }
    return whole | (part ? read_parts(w, s, part, c) : 0) | none;
}

static void exec_cp_async(Warp *w, const Step *s)
{
    uint32_t size = *(const uint32_t *)slot(w, s->src[0]), all = w->mask;
    Copy *c = copy_new(w->block, w, s, COPY_group);
    Copies *cs = w->block->copies;
    AccessForm form = {.space = SPACE_shared, .elem = size < 8 ? 4 : 8, .nvec = size < 16 ? 1 : 2};
    uint8_t value[WARP_SIZE * 32];
    given_bytes(w, s, size, c->given);
    async_addresses(w, s, 0, c->to_addr);
    async_addresses(w, s, 1, c->from_addr);
    for (uint32_t m = all & ~read_lanes(w, s, size, c); m; m &= m - 1) {
        c->given[__builtin_ctz(m)] = 0; // a read that failed brings zeros
        c->from[__builtin_ctz(m)] = (const uint8_t *)"";
    }
    memset(value, 0, sizeof value);
    for (uint32_t m = w->mask; m; m &= m - 1)
        memcpy(value + 32 * __builtin_ctz(m), c->from[__builtin_ctz(m)],
               c->given[__builtin_ctz(m)]);
    c->mask = access_given(w, s, &form, ACCESS_store, value, c->to_addr, c->to);
    w->mask = all;
    c->to_block = w->block;
    for (uint32_t m = c->mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        c->bytes[l] = size;
        c->group[l] = cs->groups[w->index * WARP_SIZE + l];
        copy_mark(c, l);
    }
}

ExecFn pick_cp_async(const Inst *in, Step *s)
{
    uint64_t size = in->opnd[2].imm;
    bool fits = in->opnd[2].kind == OPND_imm && (size == 4 || size == 8 || size == 16);
    (void)s;
    return fits ? exec_cp_async : NULL;
}

static void exec_commit(Warp *w, const Step *s)
{
    Copies *cs = copies_of(w->block);
    uint32_t *groups = s->inst->op == OP_cp_async_commit_group ? cs->groups : cs->bulk_groups;
    for (uint32_t m = w->mask; m; m &= m - 1)
        groups[w->index * WARP_SIZE + (unsigned)__builtin_ctz(m)]++;
}

ExecFn pick_cp_async_commit_group(const Inst *in, Step *s)
{
    (void)in, (void)s;
    return exec_commit;
}
ExecFn pick_cp_async_bulk_commit_group(const Inst *in, Step *s)
{
    (void)in, (void)s;
    return exec_commit;
}

// The source of these lanes may be written again; their bytes have not arrived yet.
static void keep_source(Copy *c, uint32_t lanes)
{
    for (uint32_t m = lanes; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        uint32_t bytes = extent(c, c->given[l]);
        uint8_t *own = must_malloc(bytes, 1);
        memcpy(own, c->from[l], bytes);
        mark(c->from_block, c->from_addr[l], bytes, false, -1);
        c->from[l] = own;
    }
    c->kept |= lanes;
    device.changes++;
}

typedef enum { WAIT_committed, WAIT_all, WAIT_read } Wait;

// Ends the copies of the lanes in all groups but the last `keep`, or only keeps their bytes
// so that their sources are free.
static void wait_groups(Warp *w, CopyKind kind, uint32_t keep, Wait wait)
{
    Copies *cs = w->block->copies;
    if (!cs || !cs->n)
        return;
    const uint32_t *committed = kind == COPY_group ? cs->groups : cs->bulk_groups;
    committed += w->index * WARP_SIZE;
    for (Copy *c = cs->first; c; c = c->next) {
        if (c->kind != kind || c->warp != w)
            continue;
        uint32_t lanes = wait == WAIT_all ? FULL_MASK : 0;
        for (int l = 0; l < WARP_SIZE; l++)
            lanes |= (uint32_t)(committed[l] - c->group[l] > keep) << l;
        lanes &= c->mask & w->mask;
        if (!lanes)
            continue;
        uint32_t half = wait == WAIT_read ? lanes & ~c->kept : 0;
        keep_source(c, half);
        copy_end(c, lanes & ~half, NULL);
    }
    copies_sweep(cs);
}

static void exec_wait_group(Warp *w, const Step *s)
{
    CopyKind kind = s->inst->op == OP_cp_async_wait_group ? COPY_group : COPY_bulk_group;
    wait_groups(w, kind, *(const uint32_t *)slot(w, s->src[0]),
                inst_has(s->inst, MOD_read) ? WAIT_read : WAIT_committed);
}

ExecFn pick_cp_async_wait_group(const Inst *in, Step *s)
{
    (void)s;
    return in->opnd[0].kind == OPND_imm ? exec_wait_group : NULL;
}
ExecFn pick_cp_async_bulk_wait_group(const Inst *in, Step *s)
{
    return pick_cp_async_wait_group(in, s);
}

static void exec_wait_all(Warp *w, const Step *s)
{
    (void)s;
    wait_groups(w, COPY_group, 0, WAIT_all);
}

ExecFn pick_cp_async_wait_all(const Inst *in, Step *s)
{
    (void)in, (void)s;
    return exec_wait_all;
}

// The mbarrier expects one more arrival, which comes when the copies have ended.
static void exec_copy_arrive(Warp *w, const Step *s)
{
    const AddressArg *arg = s->extra;
    AccessForm form = {
        .space = arg[0].space, .elem = 8, .nvec = 1, .order = ORDER_relaxed, .scope = SCOPE_cta};
    Copy *c = copy_new(w->block, w, s, COPY_arrive);
    async_addresses(w, s, 0, c->barrier_addr);
    c->mask = access_given(w, s, &form, ACCESS_atom, NULL, c->barrier_addr, c->barrier);
    for (uint32_t m = c->mask; m && !inst_has(s->inst, MOD_noinc); m &= m - 1)
        mbarrier_pending(c->barrier[__builtin_ctz(m)], 1);
}

ExecFn pick_cp_async_mbarrier_arrive(const Inst *in, Step *s)
{
    (void)in, (void)s;
    return exec_copy_arrive;
}

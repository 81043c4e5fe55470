// exec_mbarrier.c - barriers that are objects of 8 bytes in shared memory.
//
// A phase is complete when it expects no more arrivals and no more bytes; then the
// next phase begins with the full number of arrivals. The layout is ours (the
// layout of the hardware is not documented):
//
//   bits 0..19   arrivals awaited       bits 20..39  arrivals expected
//   bits 40..61  bytes awaited + 2^21   bit  62      mbarrier.inval has ended it
//                                       bit  63      parity of the phase
//
// A token is the object as it was before the arrival. For the observers an arrival
// is an atomic that releases; a test, successful or not, is a read that acquires.
// Bytes may arrive before they are expected (expect_tx), hence the offset.
#include "sim/async.h"

#include <stdio.h>

// An operation without a scope has that of the block (PTX ISA 9.7.13.15). But an object of another
// block can only be reached through the cluster, and CUTLASS relies on what the hardware does
// there: its arrivals at remote objects, and its waits for them, name no scope.
enum { UNSCOPED = SCOPE_cluster };

enum { COUNT_BITS = 20, MAX_COUNT = (1 << COUNT_BITS) - 1, BYTES_BITS = 22, BYTES_ZERO = 1 << 21 };

typedef struct {
    int32_t pending, expected, bytes;
    bool ended, parity;
} Barrier8;

static Barrier8 barrier_unpack(uint64_t v)
{
    return (Barrier8){.pending = (int32_t)(v & MAX_COUNT),
                      .expected = (int32_t)(v >> COUNT_BITS & MAX_COUNT),
                      .bytes = (int32_t)(v >> 40 & ((1 << BYTES_BITS) - 1)) - BYTES_ZERO,
                      .ended = v >> 62 & 1,
                      .parity = v >> 63};
}

static uint64_t pack(Barrier8 b)
{
    return (uint64_t)((uint32_t)b.pending & MAX_COUNT) |
           (uint64_t)((uint32_t)b.expected & MAX_COUNT) << COUNT_BITS |
           (uint64_t)(((uint32_t)b.bytes + BYTES_ZERO) & ((1 << BYTES_BITS) - 1)) << 40 |
           (uint64_t)b.ended << 62 | (uint64_t)b.parity << 63;
}

static Barrier8 barrier_read(const uint8_t *at)
{
    uint64_t v;
    memcpy(&v, at, 8);
    return barrier_unpack(v);
}

static void store_barrier(uint8_t *at, Barrier8 b)
{
    if (b.pending == 0 && b.bytes == 0) {
        b.pending = b.expected;
        b.parity = !b.parity;
    }
    uint64_t v = pack(b);
    memcpy(at, &v, 8);
    device.changes++;
}

bool mbarrier_parity(const uint8_t *at) { return barrier_read(at).parity; }

void mbarrier_pending(uint8_t *at, int32_t more)
{
    Barrier8 b = barrier_read(at);
    b.pending += more;
    store_barrier(at, b);
}

void mbarrier_bytes(uint8_t *at, int32_t more)
{
    Barrier8 b = barrier_read(at);
    b.bytes += more;
    store_barrier(at, b);
}

void mbarrier_describe(const uint8_t *at, char *text, size_t size)
{
    Barrier8 b = barrier_read(at);
    const char *bytes = b.bytes == 1 || b.bytes == -1 ? "byte" : "bytes";
    const char *arrivals = b.pending == 1 ? "arrival" : "arrivals";
    if (b.bytes < 0)
        snprintf(text, size, "has got %d %s more than expect_tx told it, and expects %d %s",
                 -b.bytes, bytes, b.pending, arrivals);
    else
        snprintf(text, size, "still expects %d %s and %d %s%s", b.pending, arrivals, b.bytes, bytes,
                 b.pending == b.expected && !b.bytes
                     ? ": nobody has begun this phase. Is a phase waited for twice, or with the "
                       "wrong parity?"
                     : "");
}

// ---- the instructions -----------------------------------------------

typedef struct {
    uint32_t lanes; // that may go on
    uint64_t addr[WARP_SIZE];
    uint8_t *at[WARP_SIZE];
} Look;

static void look_begin(Warp *w, const Step *s, AccessKind kind, const uint8_t *value, Look *k)
{
    const AddressArg *arg = s->extra;
    AccessForm form = {
        .space = arg[0].space, .elem = 8, .nvec = 1, .order = s->order, .scope = s->scope};
    async_addresses(w, s, 0, k->addr);
    k->lanes = access_given(w, s, &form, kind, value, k->addr, k->at);
}

static void misuse_mbarrier(Warp *w, const Step *s, unsigned lane, const char *why)
{
    fault_raise(
        w->launch,
        &(Fault){.kind = FAULT_barrier, .warp = w, .step = s, .mask = 1u << lane, .text = why});
}

// An operand of the instruction, or its default value if it is omitted.
static uint32_t operand(const Warp *w, const Step *s, unsigned i, unsigned lane, uint32_t absent)
{
    return s->src[i] == SLOT_NONE ? absent : ((const uint32_t *)slot(w, s->src[i]))[lane];
}

static void wake_sleepers(const Warp *w, const uint8_t *at);

static void exec_init(Warp *w, const Step *s)
{
    Look k;
    uint8_t value[WARP_SIZE * 32];
    for (uint32_t m = w->mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        uint32_t n = operand(w, s, 0, l, 1);
        if (n < 1 || n > MAX_COUNT) {
            misuse_mbarrier(w, s, l, "mbarrier.init with a count outside 1 to 1048575");
            return;
        }
        uint64_t v = pack((Barrier8){.pending = (int32_t)n, .expected = (int32_t)n});
        memcpy(value + 32 * l, &v, 8);
    }
    look_begin(w, s, ACCESS_store, value, &k);
    for (uint32_t m = k.lanes; m; m &= m - 1) {
        wake_sleepers(w, k.at[__builtin_ctz(m)]);
        memcpy(k.at[__builtin_ctz(m)], value + 32 * __builtin_ctz(m), 8);
    }
    device.changes++;
}

ExecFn pick_mbarrier_init(const Inst *in, Step *s)
{
    (void)in;
    s->order = ORDER_weak;
    return exec_init;
}

// From here on the memory may be used for something else. What uses the object all the same is
// wrong; on the H200 it finds the object as it was.
static void exec_inval(Warp *w, const Step *s)
{
    Look k;
    uint8_t value[WARP_SIZE * 32] = {0};
    look_begin(w, s, ACCESS_store, value, &k);
    for (uint32_t m = k.lanes; m; m &= m - 1) {
        uint8_t *at = k.at[__builtin_ctz(m)];
        wake_sleepers(w, at);
        Barrier8 b = barrier_read(at);
        b.ended = true;
        uint64_t v = pack(b);
        memcpy(at, &v, 8);
    }
    device.changes++;
}

// Reports lanes that use an object after mbarrier.inval.
static void look_for_ended(Warp *w, const Step *s, const Look *k)
{
    uint32_t late = 0;
    for (uint32_t m = k->lanes; m; m &= m - 1)
        late |= (uint32_t)barrier_read(k->at[__builtin_ctz(m)]).ended << __builtin_ctz(m);
    if (late)
        fault_raise(w->launch, &(Fault){.kind = FAULT_ended, .warp = w, .step = s, .mask = late});
}

ExecFn pick_mbarrier_inval(const Inst *in, Step *s)
{
    (void)in;
    s->order = ORDER_weak;
    return exec_inval;
}

static void exec_expect(Warp *w, const Step *s)
{
    Look k;
    look_begin(w, s, ACCESS_atom, NULL, &k);
    look_for_ended(w, s, &k);
    for (uint32_t m = k.lanes; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        int32_t n = (int32_t)operand(w, s, 0, l, 0);
        mbarrier_bytes(k.at[l], s->inst->op == OP_mbarrier_complete_tx ? -n : n);
    }
}

static ExecFn pick_relaxed(Step *s, ExecFn f)
{
    s->order = ORDER_relaxed;
    if (s->scope == SCOPE_none)
        s->scope = UNSCOPED;
    return f;
}

ExecFn pick_mbarrier_expect_tx(const Inst *in, Step *s)
{
    (void)in;
    return pick_relaxed(s, exec_expect);
}
ExecFn pick_mbarrier_complete_tx(const Inst *in, Step *s)
{
    (void)in;
    return pick_relaxed(s, exec_expect);
}

// ---- arrive ---------------------------------------------------------

static void exec_mbarrier_arrive(Warp *w, const Step *s)
{
    uint16_t op = s->inst->op;
    bool tx = op == OP_mbarrier_arrive_expect_tx || op == OP_mbarrier_arrive_drop_expect_tx;
    bool drop = op == OP_mbarrier_arrive_drop || op == OP_mbarrier_arrive_drop_expect_tx;
    uint64_t *state = s->dst == SLOT_NONE ? NULL : slot(w, s->dst);
    Look k;
    look_begin(w, s, ACCESS_atom, NULL, &k);
    look_for_ended(w, s, &k);
    for (uint32_t m = k.lanes; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        uint32_t n = tx ? 1 : operand(w, s, 0, l, 1);
        Barrier8 b = barrier_read(k.at[l]);
        if (n > (uint32_t)b.pending && n) {
            misuse_mbarrier(w, s, l,
                            b.expected ? "more arrivals at an mbarrier than it expects"
                                       : "arrival at an mbarrier that is not initialized");
            return;
        }
        if (state)
            memcpy(&state[l], k.at[l], 8);
        b.pending -= (int32_t)n;
        b.expected -= drop ? (int32_t)n : 0;
        b.bytes += tx ? (int32_t)operand(w, s, 0, l, 0) : 0;
        store_barrier(k.at[l], b);
    }
    w->spin = 0;
}

static ExecFn pick_arriving(const Inst *in, Step *s)
{
    s->order = inst_has(in, MOD_relaxed) ? ORDER_relaxed : ORDER_release;
    if (s->scope == SCOPE_none)
        s->scope = UNSCOPED;
    return exec_mbarrier_arrive;
}

ExecFn pick_mbarrier_arrive(const Inst *in, Step *s) { return pick_arriving(in, s); }
ExecFn pick_mbarrier_arrive_expect_tx(const Inst *in, Step *s) { return pick_arriving(in, s); }
ExecFn pick_mbarrier_arrive_drop(const Inst *in, Step *s) { return pick_arriving(in, s); }
ExecFn pick_mbarrier_arrive_drop_expect_tx(const Inst *in, Step *s) { return pick_arriving(in, s); }

// ---- wait -----------------------------------------------------------

// The phase that a lane asks about: that of a token, or the one of this parity.
static bool phase_of(const Warp *w, const Step *s, unsigned lane, bool parity)
{
    return parity ? operand(w, s, 0, lane, 0) & 1
                  : ((const uint64_t *)slot(w, s->src[0]))[lane] >> 63;
}

static bool waits_for_parity(uint16_t op)
{
    return op == OP_mbarrier_test_wait_parity || op == OP_mbarrier_try_wait_parity;
}

static bool sleeps(uint16_t op)
{
    return op == OP_mbarrier_try_wait || op == OP_mbarrier_try_wait_parity;
}

enum { GIVE_UP_ODDS = 4 };

// A try_wait may return before the phase is complete, after a time that PTX does not name. In
// shuffled schedules some do so at once, so that code which does not ask again fails.
static bool gives_up(const Warp *w, uint16_t op)
{
    return device.shuffle && sleeps(op) && launch_random(w->launch) % GIVE_UP_ODDS == 0;
}

// Is this phase complete?
static void exec_mbarrier_wait(Warp *w, const Step *s)
{
    uint16_t op = s->inst->op;
    bool parity = waits_for_parity(op), patient = sleeps(op), brief = gives_up(w, op);
    uint32_t lanes = w->mask, done = 0;
    Look k;
    if (!brief && w->block->copies && w->block->copies->n) {
        // First the copies that count at this mbarrier: the test ends them.
        async_addresses(w, s, 0, k.addr);
        for (uint32_t m = lanes; m; m &= m - 1) {
            unsigned l = (unsigned)__builtin_ctz(m);
            uint32_t offset = (uint32_t)k.addr[l] & (uint32_t)(SHARED_BLOCK - 1);
            if (offset + 8 <= w->launch->shared_bytes &&
                mbarrier_parity(w->shared + offset) == phase_of(w, s, l, parity))
                copies_look(w->block, w->shared + offset);
        }
    }
    look_begin(w, s, ACCESS_load, NULL, &k);
    look_for_ended(w, s, &k);
    for (uint32_t m = k.lanes; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        done |= (uint32_t)(mbarrier_parity(k.at[l]) != phase_of(w, s, l, parity)) << l;
    }
    w->mask = lanes;
    set_pred(w, s->dst, done);
    w->awaits = done || !k.lanes ? NULL : k.at[__builtin_ctz(k.lanes)];
    if (done || brief) {
        w->spin = done ? 0 : w->spin;
        return;
    }
    // try_wait sleeps until something happens: the others get a turn at once.
    for (int i = 0; i < (patient ? 64 : 1) && w->groups[w->cur].state == GROUP_ready; i++)
        warp_spun(w, k.addr, k.lanes);
}

// The lanes of a group of warp v whose last step was a try_wait at this object: the instruction
// returns true if the phase has completed since.
static void wake_group(const Warp *v, const Group *g, const uint8_t *at)
{
    const Step *s = g->pc ? &g->frame->code->steps[g->pc - 1] : NULL;
    if (!s || s->exec != exec_mbarrier_wait || !sleeps(s->inst->op))
        return;
    Warp asleep = *v; // as it is when this group has its turn
    asleep.base[0] = g->frame->regs;
    asleep.base[1] = g->frame->code->consts;
    uint64_t addr[WARP_SIZE];
    async_addresses(&asleep, s, 0, addr);
    asleep.mask = 0;
    for (uint32_t m = g->mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        bool here = v->shared + (addr[l] & (uint32_t)(SHARED_BLOCK - 1)) == at;
        if (here && mbarrier_parity(at) != phase_of(&asleep, s, l, waits_for_parity(s->inst->op)))
            asleep.mask |= 1u << l;
    }
    set_pred(&asleep, s->dst, FULL_MASK);
}

// On a GPU a thread sleeps in try_wait until the phase completes, and the instruction then returns
// true. Here it looks again when it gets its turn. Before that, another thread may begin something
// new with the same object: so those who slept are woken first.
static void wake_sleepers(const Warp *w, const uint8_t *at)
{
    for (uint32_t i = 0; i < w->block->nwarps; i++) {
        const Warp *v = w->block->warps[i];
        for (uint32_t k = 0; v->live && k < v->ngroups; k++) {
            if (v != w || k != w->cur)
                wake_group(v, &v->groups[k], at);
        }
    }
}

static ExecFn pick_waiting(const Inst *in, Step *s)
{
    s->order = inst_has(in, MOD_relaxed) ? ORDER_relaxed : ORDER_acquire;
    if (s->scope == SCOPE_none)
        s->scope = UNSCOPED;
    return exec_mbarrier_wait;
}

ExecFn pick_mbarrier_test_wait(const Inst *in, Step *s) { return pick_waiting(in, s); }
ExecFn pick_mbarrier_test_wait_parity(const Inst *in, Step *s) { return pick_waiting(in, s); }
ExecFn pick_mbarrier_try_wait(const Inst *in, Step *s) { return pick_waiting(in, s); }
ExecFn pick_mbarrier_try_wait_parity(const Inst *in, Step *s) { return pick_waiting(in, s); }

static void exec_pending_count(Warp *w, const Step *s)
{
    const uint64_t *state = slot(w, s->src[0]);
    uint32_t *d = slot(w, s->dst);
    EACH_LANE(w, d[l] = (uint32_t)(state[l] & MAX_COUNT););
}

ExecFn pick_mbarrier_pending_count(const Inst *in, Step *s)
{
    (void)in;
    return s->dst == SLOT_NONE ? NULL : exec_pending_count;
}

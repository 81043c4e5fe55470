// exec_reduce.c - st.async and red.async, which write to the shared memory of a block of
// the cluster asynchronously, and count the bytes at an mbarrier of that block; and the
// arithmetic of all asynchronous reductions.
#include "sim/async.h"
#include "atomic.h"

// ---- what is computed -----------------------------------------------

#define REDUCE(name, T, value) \
    static void reduce_##name(uint8_t *at, const uint8_t *with) \
    { \
        T old, b; \
        memcpy(&old, at, sizeof old); \
        memcpy(&b, with, sizeof b); \
        T new = (T)(value); \
        memcpy(at, &new, sizeof new); \
    }
#define REDUCE_BOTH(name, S, value) \
    REDUCE(name##_32, S##32_t, value) \
    REDUCE(name##_64, S##64_t, value)

// The copy engine of an H200 keeps subnormals, unlike atomics in global memory.
static void reduce_add_f32(uint8_t *at, const uint8_t *with)
{
    float old, b;
    memcpy(&old, at, sizeof old);
    memcpy(&b, with, sizeof b);
    old += b;
    uint32_t nan = 0x7fffffff; // the one that a GPU has
    memcpy(at, old == old ? (void *)&old : (void *)&nan, sizeof old);
}

REDUCE_BOTH(add, uint, old + b)
REDUCE_BOTH(and, uint, old &b)
REDUCE_BOTH(or, uint, old | b)
REDUCE_BOTH(xor, uint, old ^ b)
REDUCE_BOTH(umin, uint, b < old ? b : old)
REDUCE_BOTH(umax, uint, b > old ? b : old)
REDUCE_BOTH(smin, int, b < old ? b : old)
REDUCE_BOTH(smax, int, b > old ? b : old)
REDUCE(inc, uint32_t, old >= b ? 0 : old + 1)
REDUCE(dec, uint32_t, old == 0 || old > b ? b : old - 1)
REDUCE(add_f64, uint64_t, atomic_add_f64(old, b))
REDUCE(add_f16, uint16_t, atomic_half(old, b, FORMAT_f16, HALF_add))
REDUCE(min_f16, uint16_t, atomic_half(old, b, FORMAT_f16, HALF_min))
REDUCE(max_f16, uint16_t, atomic_half(old, b, FORMAT_f16, HALF_max))
REDUCE(add_bf16, uint16_t, atomic_half(old, b, FORMAT_bf16, HALF_add))
REDUCE(min_bf16, uint16_t, atomic_half(old, b, FORMAT_bf16, HALF_min))
REDUCE(max_bf16, uint16_t, atomic_half(old, b, FORMAT_bf16, HALF_max))

static const Reduction reductions[] = {
    {MOD_add, TYPE_u32, 4, reduce_add_32},  {MOD_add, TYPE_s32, 4, reduce_add_32},
    {MOD_add, TYPE_u64, 8, reduce_add_64},  {MOD_add, TYPE_s64, 8, reduce_add_64},
    {MOD_and, TYPE_b32, 4, reduce_and_32},  {MOD_and, TYPE_b64, 8, reduce_and_64},
    {MOD_or, TYPE_b32, 4, reduce_or_32},    {MOD_or, TYPE_b64, 8, reduce_or_64},
    {MOD_xor, TYPE_b32, 4, reduce_xor_32},  {MOD_xor, TYPE_b64, 8, reduce_xor_64},
    {MOD_min, TYPE_u32, 4, reduce_umin_32}, {MOD_min, TYPE_u64, 8, reduce_umin_64},
    {MOD_max, TYPE_u32, 4, reduce_umax_32}, {MOD_max, TYPE_u64, 8, reduce_umax_64},
    {MOD_min, TYPE_s32, 4, reduce_smin_32}, {MOD_min, TYPE_s64, 8, reduce_smin_64},
    {MOD_max, TYPE_s32, 4, reduce_smax_32}, {MOD_max, TYPE_s64, 8, reduce_smax_64},
    {MOD_inc, TYPE_u32, 4, reduce_inc},     {MOD_dec, TYPE_u32, 4, reduce_dec},
    {MOD_add, TYPE_f32, 4, reduce_add_f32}, {MOD_add, TYPE_f64, 8, reduce_add_f64},
    {MOD_add, TYPE_f16, 2, reduce_add_f16}, {MOD_add, TYPE_bf16, 2, reduce_add_bf16},
    {MOD_min, TYPE_f16, 2, reduce_min_f16}, {MOD_min, TYPE_bf16, 2, reduce_min_bf16},
    {MOD_max, TYPE_f16, 2, reduce_max_f16}, {MOD_max, TYPE_bf16, 2, reduce_max_bf16},
};

// Sums of halves do not flush subnormals: PTX with a type must have .noftz.
const Reduction *reduction_of(const Inst *in, Type type)
{
    for (unsigned i = 0; i < sizeof reductions / sizeof reductions[0]; i++) {
        const Reduction *r = &reductions[i];
        bool half_sum = r->bytes == 2 && r->mod == MOD_add;
        if (type == (Type)r->type && inst_has(in, (Mod)r->mod))
            return half_sum && in->ntypes && !inst_has(in, MOD_noftz) ? NULL : r;
    }
    return NULL;
}

const Reduction *reduction_find(const Inst *in)
{
    return in->ntypes == 1 ? reduction_of(in, (Type)in->type[0]) : NULL;
}

// ---- the mbarrier ---------------------------------------------------

static void bad_barrier(Copy *c, unsigned lane, FaultKind kind, const char *text)
{
    Fault f = {.kind = kind,
               .warp = c->warp,
               .step = c->step,
               .mask = 1u << lane,
               .space = SPACE_shared,
               .width = 8,
               .write = true,
               .text = text};
    if (!text)
        f.addr = c->barrier_addr;
    fault_raise(c->warp->launch, &f);
}

bool copy_barrier(Copy *c, unsigned lane, uint64_t addr)
{
    Warp *w = c->warp;
    const Block *b = window_block(w, addr);
    uint64_t at = shared_offset(w, addr);
    c->barrier_addr[lane] = at;
    if (at % 8 || at >= w->launch->shared_bytes || w->launch->shared_bytes - at < 8) {
        bad_barrier(c, lane, at % 8 ? FAULT_misaligned : FAULT_out_of_bounds, NULL);
        return false;
    }
    if (b != c->to_block) {
        bad_barrier(c, lane, FAULT_barrier,
                    "the mbarrier is not in the block whose shared memory is written");
        return false;
    }
    c->barrier[lane] = c->to_block->shared + at;
    return true;
}

// ---- st.async, red.async --------------------------------------------

// What lane l will write, at value + 32 * l.
static void operands(const Warp *w, const Step *s, unsigned elem, uint8_t *value)
{
    for (unsigned i = 0; i < s->nvec; i++) {
        const uint8_t *r = slot(w, s->nvec > 1 ? s->vec[i] : s->src[0]);
        for (unsigned l = 0; l < WARP_SIZE; l++)
            memcpy(value + 32 * l + i * elem, r + (size_t)elem * l, elem);
    }
}

// The lanes that write to one block make one copy.
static void send(Warp *w, const Step *s, Block *to, uint32_t lanes, const uint8_t *value,
                 const uint64_t addr[WARP_SIZE], uint8_t *const bytes[WARP_SIZE], unsigned width)
{
    uint64_t barrier[WARP_SIZE];
    Copy *c = copy_new(to, w, s, COPY_bulk_barrier);
    c->to_block = to;
    c->reduction = s->inst->op == OP_red_async ? reduction_find(s->inst) : NULL;
    async_addresses(w, s, 1, barrier);
    for (uint32_t m = lanes; m && !w->launch->stop; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        if (!copy_barrier(c, l, barrier[l]))
            continue;
        memcpy(c->value[l], value + 32 * l, width);
        c->from[l] = c->value[l];
        c->to[l] = bytes[l];
        c->to_addr[l] = addr[l];
        c->bytes[l] = c->given[l] = width;
        c->mask |= 1u << l;
        copy_mark(c, l);
    }
}

static void exec_send(Warp *w, const Step *s)
{
    bool red = s->inst->op == OP_red_async;
    const AddressArg *arg = s->extra;
    unsigned elem = type_bytes(s->inst->type[0]);
    AccessForm form = {.space = arg[0].cluster ? SPACE_generic : SPACE_shared,
                       .elem = elem,
                       .nvec = s->nvec,
                       .order = red ? ORDER_relaxed : ORDER_weak,
                       .scope = red ? SCOPE_cluster : SCOPE_none,
                       .async = true};
    uint64_t addr[WARP_SIZE];
    uint8_t *bytes[WARP_SIZE], value[WARP_SIZE * 32];
    Block *to[WARP_SIZE];
    uint32_t all = w->mask;
    async_addresses(w, s, 0, addr);
    for (unsigned l = 0; l < WARP_SIZE; l++)
        to[l] = window_block(w, addr[l]);
    operands(w, s, elem, value);
    uint32_t good =
        access_given(w, s, &form, red ? ACCESS_red : ACCESS_store, red ? NULL : value, addr, bytes);
    while (good && !w->launch->stop) {
        uint32_t same = 0;
        Block *b = to[__builtin_ctz(good)];
        for (uint32_t m = good; m; m &= m - 1)
            if (to[__builtin_ctz(m)] == b)
                same |= m & -m;
        send(w, s, b, same, value, addr, bytes, elem * s->nvec);
        good &= ~same;
    }
    w->mask = all;
}

// With 4 or 8 bytes per element, so that a register holds it as memory does.
static ExecFn pick_sending(const Inst *in, Step *s)
{
    unsigned elem = in->ntypes == 1 ? type_bytes(in->type[0]) : 0;
    s->nvec = in->vec ? in->vec : 1;
    bool fits = (elem == 4 || elem == 8) && elem * s->nvec <= 16;
    return fits && inst_has(in, MOD_complete_tx) && in->nopnd == 3 ? exec_send : NULL;
}

ExecFn pick_st_async(const Inst *in, Step *s) { return pick_sending(in, s); }
ExecFn pick_red_async(const Inst *in, Step *s)
{
    const Reduction *r = reduction_find(in);
    return r && in->vec <= 1 && type_class(r->type) != 'F' ? pick_sending(in, s) : NULL;
}

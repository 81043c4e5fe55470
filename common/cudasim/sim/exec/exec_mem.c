// exec_mem.c - ld, st and ldu: access.h finds where the bytes of the lanes are, loads and stores
// move them.
#include "access.h"

#include <stdio.h>

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
        else if (warp_spun(w, op.a.addr, good) && good)
            EACH_HOOK(poll, (&op.a));
    }
}

// A row of words, told to who listens: where it begins. NULL: nothing is done yet.
#define ROW(name, A, BASE) \
    static inline uint8_t *name(Warp *w, const Step *s) \
    { \
        const A *a = slot(w, s->src[0]); \
        const uint32_t mask = w->mask, first = (uint32_t)__builtin_ctz(mask), run = mask >> first; \
        const A at = a[first] + (A)s->imm, begin = a[first] - 4 * first; \
        A differs = (run & (run + 1)) | (at & 3); \
        if (mask == FULL_MASK) \
            for (uint32_t l = 0; l < WARP_SIZE; l++) \
                differs |= a[l] ^ (begin + 4 * l); \
        else \
            for (uint32_t l = 0; l < WARP_SIZE; l++) \
                differs |= (a[l] ^ (begin + 4 * l)) & -(A)(mask >> l & 1); \
        uint8_t *bytes = differs ? NULL : BASE(w, s, at, 4 * (unsigned)__builtin_popcount(mask)); \
        if (!bytes || device.hooks->no_rows || \
            (device.hooks->row && !device.hooks->row(w, s, at))) \
            return NULL; \
        if (--w->mem_quantum <= 0) \
            warp_preempt(w); \
        return bytes; \
    }

static inline uint8_t *in_shared(const Warp *w, const Step *s, uint32_t at, uint32_t bytes)
{
    (void)s;
    const bool others = w->block->cluster_rank || w->block->copies;
    return others || (uint64_t)at + bytes > w->launch->shared_bytes ? NULL : w->shared + at;
}

static inline uint8_t *in_global(const Warp *w, const Step *s, uint64_t at, uint32_t bytes)
{
    const Site *site = &w->frame->code->sites[s - w->code];
    const bool known = site->epoch == mem_epoch && site_holds(site, at, bytes);
    return known && !w->block->copies ? (uint8_t *)(at + site->delta) : NULL;
}

ROW(shared_row, uint32_t, in_shared)
ROW(global_row, uint64_t, in_global)

// 32- and 64-bit elements, weak, into registers of their own size. If the bytes of the
// lanes are contiguous (op.a.host), op.bytes is not set.
#define FAST_LOAD(name, T, ROUTE) \
    static void name(Warp *w, const Step *s) \
    { \
        Op op; \
        uint32_t lanes = w->mask; \
        uint32_t good = access_weak(w, s, &op, ACCESS_load, NULL, sizeof(T), 1, ROUTE); \
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
FAST_LOAD(exec_ld_4, uint32_t, ROUTE_any)
FAST_LOAD(exec_ld_4_in_shared, uint32_t, ROUTE_shared)
FAST_LOAD(exec_ld_4_in_global, uint32_t, ROUTE_global)
FAST_LOAD(exec_ld_8, uint64_t, ROUTE_any)

#define LOAD_ROW(name, row, otherwise) \
    static void name(Warp *w, const Step *s) \
    { \
        const uint8_t *from = row(w, s); \
        uint32_t *d = slot(w, s->dst), mask = w->mask; \
        if (!from) \
            otherwise(w, s); \
        else if (mask == FULL_MASK) \
            memcpy(d, from, sizeof *d *WARP_SIZE); \
        else \
            memcpy(d + __builtin_ctz(mask), from, sizeof *d * (unsigned)__builtin_popcount(mask)); \
    }
LOAD_ROW(exec_ld_4_shared, shared_row, exec_ld_4_in_shared)
LOAD_ROW(exec_ld_4_global, global_row, exec_ld_4_in_global)
static const ExecFn ld_4[] = {exec_ld_4, exec_ld_4_shared, exec_ld_4_global};

// The same for vectors of N such elements.
#define WIDE_LOAD(name, T, N) \
    static void name(Warp *w, const Step *s) \
    { \
        Op op; \
        uint32_t lanes = w->mask; \
        uint32_t good = access_weak(w, s, &op, ACCESS_load, NULL, sizeof(T), N, ROUTE_any); \
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
        uint32_t good = access_weak(w, s, &op, ACCESS_load, NULL, sizeof(T), 1, ROUTE_any); \
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

#define FAST_PARAM(name, T) \
    static void name(Warp *w, const Step *s) \
    { \
        const uint64_t at = (uint64_t)s->imm, bytes = w->launch->param_bytes; \
        if (at > bytes || bytes - at < sizeof(T)) { \
            exec_ld_param(w, s); \
            return; \
        } \
        T v, *d = slot(w, s->dst); \
        memcpy(&v, w->launch->params + at, sizeof v); \
        EACH_LANE(w, d[l] = v;); \
    }
FAST_PARAM(exec_ld_param_4, uint32_t)
FAST_PARAM(exec_ld_param_8, uint64_t)

static ExecFn pick_ld_param(Step *s)
{
    s->row = 1;
    if (s->nvec == 1 && s->elem == s->lane_bytes && s->dst != SLOT_NONE)
        return s->elem == 4 ? exec_ld_param_4 : s->elem == 8 ? exec_ld_param_8 : exec_ld_param;
    return exec_ld_param;
}

ExecFn pick_ld(const Inst *in, Step *s)
{
    if (s->space == SPACE_param && s->src[0] == SLOT_NONE && !s->frame)
        return pick_ld_param(s);
    if (s->order != ORDER_weak || (s->nvec == 1 && s->dst == SLOT_NONE))
        return exec_ld;
    if (s->elem == s->lane_bytes)
        switch (s->elem * 8 + s->nvec) {
        case 4 * 8 + 1: return ld_4[access_route(s)];
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
    device.changes += op.a.space != SPACE_local; // nobody else sees that
    if (s->order != ORDER_weak)
        w->spin = 0;
}

// The lanes of the register are the values that observers see.
#define FAST_STORE(name, T, ROUTE) \
    static void name(Warp *w, const Step *s) \
    { \
        Op op; \
        const T *v = slot(w, s->src[1]); \
        uint32_t good = \
            access_weak(w, s, &op, ACCESS_store, (const uint8_t *)v, sizeof(T), 1, ROUTE); \
        device.changes += op.a.space != SPACE_local; \
        if (op.a.host && op.a.pattern == PATTERN_contiguous) \
            memcpy(op.a.host, v + __builtin_ctz(good), \
                   sizeof(T) * (unsigned)__builtin_popcount(good)); \
        else if (op.a.host) /* one address: the last lane's value stays */ \
            *(T *)op.a.host = v[31 - __builtin_clz(good)]; \
        else \
            for (uint32_t m = good; m; m &= m - 1) \
                *(T *)op.bytes[__builtin_ctz(m)] = v[__builtin_ctz(m)]; \
    }
FAST_STORE(exec_st_4, uint32_t, ROUTE_any)
FAST_STORE(exec_st_4_in_shared, uint32_t, ROUTE_shared)
FAST_STORE(exec_st_4_in_global, uint32_t, ROUTE_global)
FAST_STORE(exec_st_8, uint64_t, ROUTE_any)

#define STORE_ROW(name, row, otherwise) \
    static void name(Warp *w, const Step *s) \
    { \
        uint8_t *to = row(w, s); \
        const uint32_t *v = slot(w, s->src[1]), mask = w->mask; \
        if (!to) { \
            otherwise(w, s); \
            return; \
        } \
        device.changes++; \
        if (mask == FULL_MASK) \
            memcpy(to, v, sizeof *v *WARP_SIZE); \
        else \
            memcpy(to, v + __builtin_ctz(mask), sizeof *v * (unsigned)__builtin_popcount(mask)); \
    }
STORE_ROW(exec_st_4_shared, shared_row, exec_st_4_in_shared)
STORE_ROW(exec_st_4_global, global_row, exec_st_4_in_global)
static const ExecFn st_4[] = {exec_st_4, exec_st_4_shared, exec_st_4_global};

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
        uint32_t good = access_weak(w, s, &op, ACCESS_store, NULL, sizeof(T), N, ROUTE_any); \
        int first = good ? __builtin_ctz(good) : 0; \
        T *to = (T *)op.a.host; \
        device.changes += op.a.space != SPACE_local; \
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
        case 4 * 8 + 1: return st_4[access_route(s)];
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

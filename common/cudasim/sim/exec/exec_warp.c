// exec_warp.c - operations in which the lanes of a warp see each other's
// values: shfl, vote, match, redux, activemask, elect.
//
// The .sync forms name the lanes that take part. A lane first waits for the others
// (warp_converge); then all of them get their results at once. Parts of a warp
// may meet at the same instruction with different masks, as tiles of a cooperative
// group do: each set of lanes with equal masks is then done separately. Lanes that
// have exited do not count. The value of a shuffle from a lane that takes no part
// is undefined in CUDA; here it is garbage, which the seed chooses.
#include "sim/exec.h"

#include <stdio.h>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

// The lanes of one set: they are here and have the same mask.
typedef struct {
    uint32_t left;  // lanes not yet in a set
    uint32_t named; // the mask they carry, without lanes that have exited
    uint32_t lanes; // the set
} Sets;

#define EACH_OF(l, lanes) \
    for (uint32_t rest_ = (lanes), l; rest_ && (l = __builtin_ctz(rest_), 1); rest_ &= rest_ - 1)

// The lanes of `lanes` that carry `mask`.
static uint32_t same_mask(const uint32_t *M, uint32_t lanes, uint32_t mask)
{
#ifdef __AVX512F__
    const __m256i all = _mm256_set1_epi32((int)mask);
    uint32_t same = 0;
    for (int i = 0; i < WARP_SIZE; i += 8) { // no wider: see exec_cmp.c
        const __m256i row = _mm256_loadu_si256((const __m256i *)(M + i));
        same |= (uint32_t)_mm256_cmpeq_epi32_mask(row, all) << i;
    }
    return lanes & same;
#else
    uint8_t equal[WARP_SIZE];
    for (int l = 0; l < WARP_SIZE; l++)
        equal[l] = M[l] == mask;
    return lanes & pack_mask(equal);
#endif
}

// CUDA does not define what happens if a lane is not in its own mask. A GPU looks at the masks only
// where the lanes may be in different places, or have different masks: there ptxas writes a
// WARPSYNC, which is an illegal instruction for such a lane. Else all lanes take part, named or
// not.
static bool each_is_in_its_mask(Warp *w, const Step *s, const uint32_t *M)
{
    uint32_t first = M[__builtin_ctz(w->mask)];
    bool one_mask = same_mask(M, w->mask, first) == w->mask;
    if (one_mask && (w->mask == w->live || !(w->mask & ~first)))
        return true;
    if (warp_mend(w)) // the schedule alone has divided the warp
        return false;
    EACH_OF(l, w->mask)
    if (!(M[l] >> l & 1)) {
        char why[80];
        snprintf(why, sizeof why, "the calling lane %u is not in its own mask 0x%08x", l, M[l]);
        fault_raise(
            w->launch,
            &(Fault){.kind = FAULT_barrier, .warp = w, .step = s, .mask = 1u << l, .text = why});
        return false;
    }
    return true;
}

// True when all lanes that each lane names are here; the hooks have then been called.
// False: the group waits, and the instruction is executed again later.
bool warp_gather(Warp *w, const Step *s, unsigned mask_source)
{
    const uint32_t *M = slot(w, s->src[mask_source]);
    // For a released group all other lanes wait somewhere: check only once.
    bool released = w->groups[w->cur].released;
    uint32_t left;
    if (!each_is_in_its_mask(w, s, M))
        return false;
    for (left = w->mask == FULL_MASK ? 0 : w->mask; left;) {
        uint32_t mask = M[__builtin_ctz(left)];
        if (!warp_converge(w, s, mask))
            return false;
        if (released)
            break;
        left &= ~same_mask(M, left, mask);
    }
    for (left = device.hooks->warp_sync ? w->mask : 0; left;) {
        uint32_t mask = M[__builtin_ctz(left)];
        EACH_HOOK(warp_sync, (w, s, mask));
        left &= ~same_mask(M, left, mask);
    }
    return true;
}

// for (Sets t = {.left = w->mask}; next_set(w, M, &t);) visits every set.
static bool next_set(const Warp *w, const uint32_t *M, Sets *t)
{
    if (!t->left)
        return false;
    uint32_t mask = M[__builtin_ctz(t->left)];
    t->lanes = same_mask(M, t->left, mask);
    t->named = mask & w->live;
    t->left &= ~t->lanes;
    return true;
}

// ---- shfl -----------------------------------------------------------

typedef enum { SHFL_up, SHFL_down, SHFL_bfly, SHFL_idx } ShflMode;

// The lane from which each lane reads; returns the lanes for which it lies in the segment.
static inline __attribute__((always_inline)) uint32_t
shfl_sources(ShflMode mode, const uint32_t *B, const uint32_t *C, int from[WARP_SIZE])
{
    uint32_t in[WARP_SIZE]; // of the same width as the rest: the loop becomes vector code
    for (int l = 0; l < WARP_SIZE; l++) {
        int by = B[l] & 31, segment = C[l] >> 8 & 31;
        int limit = (l & segment) | (C[l] & 31 & ~segment);
        int source = mode == SHFL_up     ? l - by
                     : mode == SHFL_down ? l + by
                     : mode == SHFL_bfly ? l ^ by
                                         : (l & segment) | (by & ~segment);
        bool inside = mode == SHFL_up ? source >= limit : source <= limit;
        in[l] = inside;
        from[l] = inside ? source : l;
    }
    return same_mask(in, FULL_MASK, 1);
}

// value[l] = A[from[l]]
static inline void permute(uint32_t value[WARP_SIZE], const uint32_t *A, const int from[WARP_SIZE])
{
#ifdef __AVX512F__ // the host's shuffle of two registers; a gather takes several times as long
    const __m512i lo = _mm512_loadu_si512(A), hi = _mm512_loadu_si512(A + 16);
    for (int i = 0; i < WARP_SIZE; i += 16)
        _mm512_storeu_si512(value + i,
                            _mm512_permutex2var_epi32(lo, _mm512_loadu_si512(from + i), hi));
#else
    for (int l = 0; l < WARP_SIZE; l++)
        value[l] = A[from[l]];
#endif
}

// Of the lanes that are here: those that read from a lane which takes no part, because it is not
// here, or is not in their mask, or has another mask. M: their masks, NULL without .sync.
static uint32_t undefined_lanes(const Warp *w, const uint32_t *M, const int from[WARP_SIZE])
{
    uint32_t here = w->mask, undefined = 0;
    EACH_OF(l, here)
    {
        unsigned f = (unsigned)from[l];
        bool takes_part = here >> f & 1 && (!M || f == l || (M[l] >> f & 1 && M[f] == M[l]));
        undefined |= (uint32_t)!takes_part << l;
    }
    return undefined;
}

// What a lane gets instead of an undefined value: by the seed, never 0, and not what the lane or
// the lane that it reads from holds.
static uint32_t undefined_value(const Warp *w, const Step *s, unsigned lane, uint32_t a, uint32_t b)
{
    uint64_t h = device.seed * 0x9e3779b97f4a7c15ull + w->launch->serial;
    h = (h ^ w->block->index << 10 ^ w->index << 5 ^ lane) * 0xff51afd7ed558ccdull;
    h = (h ^ h >> 33 ^ (uint64_t)(s - w->code)) * 0xc4ceb9fe1a85ec53ull;
    uint32_t value = (uint32_t)(h >> 32);
    while (value == 0 || value == a || value == b)
        value++;
    return value;
}

static inline __attribute__((always_inline)) void shuffle(Warp *w, const Step *s, ShflMode mode,
                                                          const uint32_t *M)
{
    const uint32_t *B = slot(w, s->src[1]), *C = slot(w, s->src[2]);
    const uint32_t *A = slot(w, s->src[0]);
    int from[WARP_SIZE];
    uint32_t value[WARP_SIZE]; // a copy, since the destination may be a source, too
    uint32_t inside = shfl_sources(mode, B, C, from);
    permute(value, A, from);
    bool all = w->mask == FULL_MASK && (!M || same_mask(M, FULL_MASK, FULL_MASK) == FULL_MASK);
    uint32_t undefined = all ? 0 : undefined_lanes(w, M, from);
    if (device.hooks->shuffle)
        EACH_HOOK(shuffle, (w, s, from, undefined));
    EACH_OF(l, undefined)
    value[l] = undefined_value(w, s, l, A[l], value[l]);
    if (s->dst != SLOT_NONE) {
        uint32_t *D = slot(w, s->dst);
        EACH_LANE(w, D[l] = value[l];);
    }
    set_pred(w, s->dst2, inside);
}

#define SHUFFLE(mode) \
    static void shfl_##mode(Warp *w, const Step *s) \
    { \
        if (!warp_mend(w)) \
            shuffle(w, s, SHFL_##mode, NULL); \
    } \
    static void shfl_sync_##mode(Warp *w, const Step *s) \
    { \
        if (warp_gather(w, s, 3)) \
            shuffle(w, s, SHFL_##mode, slot(w, s->src[3])); \
    }

SHUFFLE(up)
SHUFFLE(down)
SHUFFLE(bfly)
SHUFFLE(idx)

ExecFn pick_shfl_sync(const Inst *in, Step *s)
{
    (void)s;
    return inst_has(in, MOD_up)     ? shfl_sync_up
           : inst_has(in, MOD_down) ? shfl_sync_down
           : inst_has(in, MOD_bfly) ? shfl_sync_bfly
           : inst_has(in, MOD_idx)  ? shfl_sync_idx
                                    : NULL;
}

ExecFn pick_shfl(const Inst *in, Step *s)
{
    (void)s;
    return inst_has(in, MOD_up)     ? shfl_up
           : inst_has(in, MOD_down) ? shfl_down
           : inst_has(in, MOD_bfly) ? shfl_bfly
           : inst_has(in, MOD_idx)  ? shfl_idx
                                    : NULL;
}

// ---- vote -----------------------------------------------------------

typedef enum { VOTE_all, VOTE_any, VOTE_uni } VoteMode;

static uint32_t vote_result(VoteMode mode, uint32_t yes, uint32_t of)
{
    bool r = mode == VOTE_any ? yes != 0 : mode == VOTE_all ? yes == of : yes == of || yes == 0;
    return r ? of : 0;
}

static void vote_sync(Warp *w, const Step *s, VoteMode mode)
{
    if (!warp_gather(w, s, 1))
        return;
    const uint32_t *M = slot(w, s->src[1]);
    uint32_t yes = source_pred(w, s, 0) & w->mask, result = 0;
    for (Sets t = {.left = w->mask}; next_set(w, M, &t);)
        result |= vote_result(mode, yes & t.lanes, t.lanes);
    set_pred(w, s->dst, result);
}

static void vote_sync_all(Warp *w, const Step *s) { vote_sync(w, s, VOTE_all); }
static void vote_sync_any(Warp *w, const Step *s) { vote_sync(w, s, VOTE_any); }
static void vote_sync_uni(Warp *w, const Step *s) { vote_sync(w, s, VOTE_uni); }

static void vote_sync_ballot(Warp *w, const Step *s)
{
    if (!warp_gather(w, s, 1))
        return;
    const uint32_t *M = slot(w, s->src[1]);
    uint32_t yes = source_pred(w, s, 0) & w->mask;
    uint32_t *D = slot(w, s->dst);
    uint32_t result[WARP_SIZE];
    for (Sets t = {.left = w->mask}; next_set(w, M, &t);)
        EACH_OF(l, t.lanes)
    result[l] = yes & t.lanes;
    EACH_OF(l, w->mask)
    D[l] = result[l];
}

// The forms without .sync see the lanes that happen to be here. They come from GPUs on
// which the lanes of a warp moved together unless they had diverged.
static void vote_all(Warp *w, const Step *s)
{
    if (!warp_mend(w))
        set_pred(w, s->dst, vote_result(VOTE_all, source_pred(w, s, 0) & w->mask, w->mask));
}
static void vote_any(Warp *w, const Step *s)
{
    if (!warp_mend(w))
        set_pred(w, s->dst, vote_result(VOTE_any, source_pred(w, s, 0) & w->mask, w->mask));
}
static void vote_uni(Warp *w, const Step *s)
{
    if (!warp_mend(w))
        set_pred(w, s->dst, vote_result(VOTE_uni, source_pred(w, s, 0) & w->mask, w->mask));
}
static void vote_ballot(Warp *w, const Step *s)
{
    if (warp_mend(w))
        return;
    uint32_t yes = source_pred(w, s, 0) & w->mask, *D = slot(w, s->dst);
    EACH_OF(l, w->mask)
    D[l] = yes;
}

ExecFn pick_vote_sync(const Inst *in, Step *s)
{
    if (s->dst == SLOT_NONE)
        return NULL;
    return inst_has(in, MOD_all)      ? vote_sync_all
           : inst_has(in, MOD_any)    ? vote_sync_any
           : inst_has(in, MOD_uni)    ? vote_sync_uni
           : inst_has(in, MOD_ballot) ? vote_sync_ballot
                                      : NULL;
}

ExecFn pick_vote(const Inst *in, Step *s)
{
    if (s->dst == SLOT_NONE)
        return NULL;
    return inst_has(in, MOD_all)      ? vote_all
           : inst_has(in, MOD_any)    ? vote_any
           : inst_has(in, MOD_uni)    ? vote_uni
           : inst_has(in, MOD_ballot) ? vote_ballot
                                      : NULL;
}

// ---- match ----------------------------------------------------------

static uint64_t lane_value(const Warp *w, const Step *s, uint32_t l)
{
    const void *a = slot(w, s->src[0]);
    return s->inst->type[0] == TYPE_b64 ? ((const uint64_t *)a)[l] : ((const uint32_t *)a)[l];
}

// Those of the lanes that have the value of lane l.
static uint32_t lanes_alike(const Warp *w, const Step *s, uint32_t lanes, uint32_t l)
{
    if (s->inst->type[0] != TYPE_b64)
        return same_mask(slot(w, s->src[0]), lanes, (uint32_t)lane_value(w, s, l));
    const uint64_t *A = slot(w, s->src[0]);
    uint8_t equal[WARP_SIZE];
    for (int i = 0; i < WARP_SIZE; i++)
        equal[i] = A[i] == A[l];
    return lanes & pack_mask(equal);
}

static void match_any(Warp *w, const Step *s)
{
    if (!warp_gather(w, s, 1))
        return;
    const uint32_t *M = slot(w, s->src[1]);
    uint32_t result[WARP_SIZE], *D = slot(w, s->dst);
    for (Sets t = {.left = w->mask}; next_set(w, M, &t);)
        EACH_OF(l, t.lanes)
    result[l] = lanes_alike(w, s, t.lanes, l);
    EACH_OF(l, w->mask)
    D[l] = result[l];
}

static void match_all(Warp *w, const Step *s)
{
    if (!warp_gather(w, s, 1))
        return;
    const uint32_t *M = slot(w, s->src[1]);
    uint32_t result[WARP_SIZE], same = 0;
    uint32_t *D = s->dst == SLOT_NONE ? NULL : slot(w, s->dst);
    for (Sets t = {.left = w->mask}; next_set(w, M, &t);) {
        uint64_t value = lane_value(w, s, __builtin_ctz(t.lanes));
        bool all = true;
        EACH_OF(l, t.lanes)
        all &= lane_value(w, s, l) == value;
        same |= all ? t.lanes : 0;
        EACH_OF(l, t.lanes)
        result[l] = all ? t.named : 0;
    }
    if (D)
        EACH_OF(l, w->mask)
    D[l] = result[l];
    set_pred(w, s->dst2, same);
}

static bool bits_32_or_64(const Inst *in)
{
    return in->type[0] == TYPE_b32 || in->type[0] == TYPE_b64;
}

ExecFn pick_match_any(const Inst *in, Step *s)
{
    return bits_32_or_64(in) && s->dst != SLOT_NONE ? match_any : NULL;
}

ExecFn pick_match_all(const Inst *in, Step *s)
{
    (void)s;
    return bits_32_or_64(in) ? match_all : NULL;
}

// ---- redux, activemask ----------------------------------------------

#define REDUX(name, type, value) \
    static void redux_##name(Warp *w, const Step *s) \
    { \
        if (!warp_gather(w, s, 1)) \
            return; \
        const uint32_t *M = slot(w, s->src[1]), *A = slot(w, s->src[0]); \
        uint32_t result[WARP_SIZE]; \
        for (Sets t = {.left = w->mask}; next_set(w, M, &t);) { \
            type sum = (type)A[__builtin_ctz(t.lanes)]; \
            EACH_OF(l, t.lanes &(t.lanes - 1)) \
            { \
                type a = (type)A[l]; \
                sum = (value); \
            } \
            EACH_OF(l, t.lanes) \
            result[l] = (uint32_t)sum; \
        } \
        uint32_t *D = slot(w, s->dst); \
        EACH_OF(l, w->mask) \
        D[l] = result[l]; \
    }

REDUX(add, uint32_t, sum + a)
REDUX(and, uint32_t, sum &a)
REDUX(or, uint32_t, sum | a)
REDUX(xor, uint32_t, sum ^ a)
REDUX(umin, uint32_t, a < sum ? a : sum)
REDUX(umax, uint32_t, a > sum ? a : sum)
REDUX(smin, int32_t, a < sum ? a : sum)
REDUX(smax, int32_t, a > sum ? a : sum)

ExecFn pick_redux_sync(const Inst *in, Step *s)
{
    Type t = in->type[0];
    if (s->dst == SLOT_NONE || type_bytes(t) != 4)
        return NULL;
    if (type_class(t) == 'B')
        return inst_has(in, MOD_and)   ? redux_and
               : inst_has(in, MOD_or)  ? redux_or
               : inst_has(in, MOD_xor) ? redux_xor
                                       : NULL;
    bool is_signed = type_class(t) == 'S';
    if (!is_signed && type_class(t) != 'U')
        return NULL; // f32 came with later GPUs
    return inst_has(in, MOD_add)   ? redux_add
           : inst_has(in, MOD_min) ? (is_signed ? redux_smin : redux_umin)
           : inst_has(in, MOD_max) ? (is_signed ? redux_smax : redux_umax)
                                   : NULL;
}

static void activemask(Warp *w, const Step *s)
{
    uint32_t *D = slot(w, s->dst);
    EACH_OF(l, w->mask)
    D[l] = w->mask;
}

ExecFn pick_activemask(const Inst *in, Step *s)
{
    (void)in;
    return s->dst == SLOT_NONE ? NULL : activemask;
}

// ---- elect: one lane for all ----------------------------------------

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

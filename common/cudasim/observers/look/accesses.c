// accesses.c - of each instruction of a launch that accesses global, shared, local or constant
// memory: how often, what that cost, the fewest possible, and samples of the addresses.
//
// What one execution costs is what the counter of its step grows by (counters.c), so that page and
// counters agree. Only local memory has no counter: its sectors are counted here. The fewest
// possible:
//
//   sectors     the different bytes that a warp asks for, in full sectors of 32 bytes; for atomics,
//   the
//               bytes of all lanes, because atomics on one word do not become one; also for
//               local memory, which each thread has for itself
//   wavefronts  all but the conflicts
//   passes      of constant memory: one for each execution
//
// Samples of an instruction: its first execution, its most expensive one, and others whose
// addresses lie in another way.
#include "look.h"

#include <stdlib.h>

typedef struct {
    uint64_t addr[WARP_SIZE];
    uint32_t mask, cost, warp;
    Dim3 block;
    long step; // of the block, -1: the block is not shown
} AccessSample;

typedef struct {
    const CodeInfo *code; // NULL: no access yet
    uint32_t index;
    uint8_t kind, space, width;
    bool async, remote, fused_away, constant;
    uint64_t executed, least; // least: of sectors
    uint64_t counted;         // the counter of the step so far
    unsigned nsamples;
    uint32_t worst; // the cost of samples[1], or of the first
    AccessSample *samples;
} StepAccesses;

struct LaunchAccesses {
    StepAccesses **of; // by code; SPACES of each step: a generic address may be in any space
    uint32_t ncodes;
};

enum { SPACES = 3 };

static unsigned space_number(const Access *a)
{
    return a->space == SPACE_shared ? 1 : a->space == SPACE_local ? 2 : 0;
}

LaunchAccesses *accesses_new(void) { return must_calloc(1, sizeof(LaunchAccesses)); }

#define EACH_STEP(x, r) \
    for (uint32_t c_ = 0; c_ < (x)->ncodes; c_++) \
        for (StepAccesses *r = (x)->of[c_]; r && r->width != UINT8_MAX; r++) \
            if (r->code)

void accesses_free(LaunchAccesses *x)
{
    EACH_STEP(x, r)
    free(r->samples);
    for (uint32_t i = 0; i < x->ncodes; i++)
        free(x->of[i]);
    free(x->of);
    free(x);
}

static bool is_copy(const Inst *in)
{
    return in->op == OP_cp_async || in->op == OP_cp_async_bulk ||
           in->op == OP_cp_reduce_async_bulk || in->op == OP_cp_async_bulk_tensor ||
           in->op == OP_cp_reduce_async_bulk_tensor;
}

static StepAccesses *step_accesses(LaunchAccesses *x, const Access *a)
{
    const CodeInfo *c = code_info(a->warp->frame->code);
    if (c->number >= x->ncodes) {
        uint32_t n = c->number + 8;
        x->of = must_realloc(x->of, n, sizeof(StepAccesses *));
        memset(x->of + x->ncodes, 0, (n - x->ncodes) * sizeof(StepAccesses *));
        x->ncodes = n;
    }
    StepAccesses **of = &x->of[c->number];
    if (!*of) {
        *of = must_calloc(SPACES * c->nsteps + 1, sizeof **of);
        (*of)[SPACES * c->nsteps].width = UINT8_MAX; // the end
    }
    StepAccesses *r = &(*of)[SPACES * a->index + space_number(a)];
    if (!r->code) {
        const AccessFacts *f = c->access ? &c->access[a->index] : NULL;
        bool fused = f && f->fused_bytes && a->space == SPACE_shared;
        *r = (StepAccesses){.code = c,
                            .index = a->index,
                            .kind = a->kind,
                            .space = a->space,
                            .width = fused ? f->fused_bytes : a->width,
                            .async = is_copy(a->step->inst),
                            .remote = a->peer != NULL,
                            .constant = a->is_const,
                            .fused_away = f && f->fused_away};
    }
    return r;
}

static uint32_t least_sectors(const Access *a)
{
    bool apart = a->kind >= ACCESS_atom || a->space == SPACE_local;
    unsigned n =
        apart ? (unsigned)__builtin_popcount(a->mask) : traffic_words(a->addr, a->mask, a->width);
    return (n * a->width + 31) / 32;
}

// ---- samples --------------------------------------------------------

// Do the lanes of both access memory in the same way, at another place? Where sectors begin
// matters; the banks are all alike.
static bool looks_like(const AccessSample *s, const Access *a)
{
    if (s->mask != a->mask)
        return false;
    unsigned first = (unsigned)__builtin_ctz(a->mask);
    uint64_t moved = a->addr[first] - s->addr[first],
             differs = a->space == SPACE_global && !a->is_const ? moved & 31 : 0;
    for (uint32_t m = a->mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        differs |= (a->addr[l] - s->addr[l]) ^ moved;
    }
    return !differs;
}

static void fill_sample(AccessSample *s, const StepAccesses *r, const Access *a, uint32_t cost,
                        long step)
{
    const AccessFacts *f = r->code->access ? &r->code->access[r->index] : NULL;
    uint64_t before =
        f && f->fused_bytes && a->space == SPACE_shared ? (uint64_t)f->fused_before : 0;
    *s = (AccessSample){.mask = a->mask,
                        .cost = cost,
                        .warp = a->warp->index,
                        .block = a->warp->block->id,
                        .step = step};
    for (uint32_t m = a->mask; m; m &= m - 1)
        s->addr[__builtin_ctz(m)] = a->addr[__builtin_ctz(m)] - before;
}

static void take_sample(StepAccesses *r, const Access *a, uint32_t cost, long step)
{
    if (!r->samples)
        r->samples = must_calloc(LOOK_SAMPLES, sizeof *r->samples);
    bool worst = r->nsamples && cost > r->worst;
    if (r->nsamples == LOOK_SAMPLES && !worst)
        return;
    for (unsigned i = 0; i < r->nsamples && !worst; i++)
        if (looks_like(&r->samples[i], a))
            return;
    if (worst && r->nsamples > 1) { // the most expensive one is the second
        if (r->nsamples < LOOK_SAMPLES)
            r->samples[r->nsamples++] = r->samples[1];
        fill_sample(&r->samples[1], r, a, cost, step);
    } else {
        fill_sample(&r->samples[r->nsamples++], r, a, cost, step);
    }
    r->worst = cost > r->worst ? cost : r->worst;
}

// Those that lines count (counters.c): mbarriers, and the shared memory of bulk copies, are not
// among them.
static bool is_counted(const Access *a)
{
    switch (a->step->inst->op) {
    case OP_ld:
    case OP_ldu:
    case OP_st:
    case OP_atom:
    case OP_red:
        return a->space == SPACE_global || a->space == SPACE_shared || a->space == SPACE_local;
    default: return is_copy(a->step->inst) && a->space == SPACE_global;
    }
}

// What the counter of the step says.
static uint64_t counted_so_far(const StepAccesses *r)
{
    Traffic t = counters_step(r->code, r->index);
    if (r->space == SPACE_local)
        return r->counted;
    return r->constant ? t.words : r->space == SPACE_global ? t.sectors : t.wavefronts;
}

void accesses_add(LaunchAccesses *x, const Access *a, long step)
{
    if (!is_counted(a))
        return;
    StepAccesses *r = step_accesses(x, a);
    uint64_t counted = a->space == SPACE_local
                           ? r->counted + traffic_sectors_local(a->addr, a->mask, a->width)
                           : counted_so_far(r);
    uint32_t cost = (uint32_t)(counted - r->counted);
    r->counted = counted;
    r->executed++;
    if (a->space == SPACE_global || a->space == SPACE_local) {
        uint32_t least = least_sectors(a);
        r->least += least < cost || r->async ? least : cost;
    }
    if (!r->fused_away)
        take_sample(r, a, cost, step);
}

// ---- what it adds up to ---------------------------------------------

static uint64_t least_of(const StepAccesses *r)
{
    Traffic t = counters_step(r->code, r->index);
    if (r->constant)
        return r->executed;
    if (r->space == SPACE_local)
        return r->least;
    if (r->space == SPACE_global) // a copy may come in several accesses
        return r->least < t.sectors ? r->least : t.sectors;
    switch (r->code->access ? r->code->access[r->index].rewriting : REWRITING_none) {
    case REWRITING_swap: return t.wavefronts - 2 * t.conflicts;
    case REWRITING_loop: return 3 * t.shared; // a load, and a swap that counts twice
    default: return t.wavefronts - t.conflicts;
    }
}

void accesses_by_line(const LaunchAccesses *x, LineAccesses *by_line)
{
    EACH_STEP(x, r)
    {
        LineAccesses *line = &by_line[r->code->line[r->index]];
        uint64_t least = least_of(r), cost = counted_so_far(r);
        if (r->constant)
            line->passes += cost, line->passes_min += least;
        else if (r->space == SPACE_local)
            line->local += cost, line->local_min += least;
        else if (r->space == SPACE_global)
            line->sectors_min += least;
        else
            line->wavefronts_min += least;
    }
}

// ---- as text --------------------------------------------------------

static void put_lanes(Text *t, const AccessSample *s, uint64_t base)
{
    text_put(t, ",\"addr\":[");
    for (unsigned l = 0; l < WARP_SIZE; l++) {
        text_put(t, l ? "," : "");
        if (s->mask >> l & 1)
            text_number(t, s->addr[l] - base);
        else
            text_put(t, "null");
    }
    text_put(t, "]");
}

// What ptxas makes of an atomic; of other accesses, nothing.
static uint8_t rewriting_of(const StepAccesses *r, const AccessSample *s)
{
    uint8_t x = r->code->access && r->kind >= ACCESS_atom ? r->code->access[r->index].rewriting
                                                          : REWRITING_none;
    return x != REWRITING_if_full ? x : s->mask == UINT32_MAX ? REWRITING_one_lane : REWRITING_none;
}

// The fewest wavefronts of an atomic: those that it has without conflicts (least_of()).
static void put_least(Text *t, const StepAccesses *r, const AccessSample *s, uint8_t rewriting)
{
    Wavefronts w = rewriting == REWRITING_count ? traffic_shared(s->addr, s->mask, r->width, false)
                                                : traffic_shared_atomic(s->addr, s->mask, r->width);
    unsigned least = rewriting == REWRITING_one_lane ? 1
                     : rewriting == REWRITING_loop   ? 3
                     : rewriting == REWRITING_swap   ? 2 * (w.wavefronts - w.conflicts)
                                                     : w.wavefronts - w.conflicts;
    text_add(t, ",\"least\":%u", least);
}

static void put_wavefronts(Text *t, const StepAccesses *r, const AccessSample *s)
{
    uint8_t wavefront[WARP_SIZE] = {0};
    uint8_t rewriting = rewriting_of(r, s);
    bool atomic = r->kind >= ACCESS_atom;
    if (r->remote || r->async)
        return;
    if (atomic)
        put_least(t, r, s, rewriting);
    if (rewriting == REWRITING_loop)
        return;
    if (rewriting == REWRITING_one_lane)
        ; // one wavefront
    else if (atomic && rewriting != REWRITING_count)
        traffic_shared_atomic_lanes(s->addr, s->mask, r->width, wavefront);
    else
        traffic_shared_lanes(s->addr, s->mask, r->width, r->kind == ACCESS_load, wavefront);
    text_put(t, ",\"wavefront\":[");
    for (unsigned l = 0; l < WARP_SIZE; l++) {
        text_put(t, l ? "," : "");
        if (s->mask >> l & 1)
            text_number(t, wavefront[l]);
        else
            text_put(t, "null");
    }
    text_put(t, "]");
}

static void put_sectors(Text *t, const AccessSample *s, uint64_t base, unsigned width)
{
    uint64_t seen[WARP_SIZE];
    unsigned n = 0;
    for (uint32_t m = s->mask; m; m &= m - 1) {
        uint64_t at = s->addr[__builtin_ctz(m)];
        for (uint64_t sector = at / 32; sector <= (at + width - 1) / 32; sector++) {
            unsigned k = 0;
            while (k < n && seen[k] != sector)
                k++;
            if (k == n && n < WARP_SIZE)
                seen[n++] = sector;
        }
    }
    text_put(t, ",\"sectors\":[");
    for (unsigned i = 0; i < n; i++) {
        text_put(t, i ? "," : "");
        text_number(t, seen[i] - base / 32);
    }
    text_put(t, "]");
}

static void put_sample(Text *t, const StepAccesses *r, const AccessSample *s)
{
    uint64_t base = 0;
    text_put(t, "{");
    look_dim(t, "block", s->block);
    text_add(t, ",\"warp\":%u,\"mask\":%u,\"cost\":%u", s->warp, s->mask, s->cost);
    if (s->step >= 0)
        text_add(t, ",\"step\":%ld", s->step);
    if (rewriting_of(r, s) == REWRITING_one_lane)
        text_put(t, ",\"combined\":true");
    if (r->space == SPACE_global) {
        base = UINT64_MAX;
        for (uint32_t m = s->mask; m; m &= m - 1)
            if (s->addr[__builtin_ctz(m)] < base)
                base = s->addr[__builtin_ctz(m)];
        base &= ~127ull; // a line
        text_add(t, ",\"base\":\"0x%llx\"", (unsigned long long)base);
    }
    put_lanes(t, s, base);
    if (r->space == SPACE_global && !r->constant)
        put_sectors(t, s, base, r->width);
    else if (r->space == SPACE_shared)
        put_wavefronts(t, r, s);
    text_put(t, "}");
}

static void put_access(Text *t, const StepAccesses *r, size_t *samples_left)
{
    static const char *const kind[] = {"load", "store", "atomic", "atomic"};
    const char *space = r->constant                ? "constant"
                        : r->space == SPACE_global ? "global"
                        : r->space == SPACE_local  ? "local"
                                                   : "shared";
    text_add(t, "{\"kind\":\"%s\",\"space\":\"%s\",\"width\":%u",
             r->async ? "async" : kind[r->kind], space, r->width);
    look_place(t, r->code->line[r->index]);
    text_add(t, ",\"executed\":%llu,\"cost\":%llu,\"least\":%llu", (unsigned long long)r->executed,
             (unsigned long long)counted_so_far(r), (unsigned long long)least_of(r));
    if (r->fused_away)
        text_put(t, ",\"fused\":true");
    if (r->remote)
        text_put(t, ",\"remote\":true");
    text_put(t, ",\"samples\":[");
    size_t before = t->used;
    for (unsigned i = 0; i < r->nsamples && t->used - before < *samples_left; i++) {
        text_put(t, i ? "," : "");
        put_sample(t, r, &r->samples[i]);
    }
    size_t used = t->used - before;
    *samples_left -= used < *samples_left ? used : *samples_left;
    text_put(t, "]}");
}

unsigned accesses_put(const LaunchAccesses *x, Text *t, size_t *left, size_t *samples_left)
{
    const char *comma = "";
    unsigned left_out = 0;
    text_put(t, "[");
    EACH_STEP(x, r)
    {
        size_t used = t->used, samples = *samples_left;
        if (!*left) {
            left_out++;
            continue;
        }
        text_put(t, comma);
        put_access(t, r, samples_left);
        comma = ",";
        used = t->used - used - (samples - *samples_left);
        *left -= used < *left ? used : *left;
    }
    text_put(t, "]");
    return left_out;
}

// block_steps.c - what one block does, step by step: which warp executes which instruction with
// which lanes, what warps wait for, and the shared memory that they read and write.
//
// Each step is written as text at once, in columns, so that the size of the text is known. When
// there is no room left the rest of the block is not shown. A step in which lanes only find out
// that they have to wait for others is no step: the machine executes the instruction again later.
#include "look.h"

#include <math.h>
#include <stdlib.h>

// An access. Of an atomic, the result is known when the next step begins.
typedef struct {
    const Code *code;
    const Step *step;
    bool own; // of this block, not of another one of its cluster
    uint32_t mask;
    uint8_t width, elem;
    uint64_t offset[WARP_SIZE];
    const uint8_t *bytes[WARP_SIZE];
} Pending;

struct BlockSteps {
    const Block *block;
    Dim3 id;
    uint32_t threads, nwarps, shared, n;
    bool truncated;
    size_t room;
    Operations *operations;
    Text warp, op, mask, waits, memory, global;
    uint64_t array[LOOK_ARRAYS]; // allocations of global memory that `global` names, by number
    uint32_t narrays;
    Text arrays;
    BlockVariables *variables; // NULL: not known
    // Of the step that is executed now:
    const Count *count; // NULL: none
    uint64_t counted;
    uint32_t lanes;
    size_t before[3];               // the length of the columns
    Pending atomic;                 // mask 0: none
    uint32_t swapped;               // its lanes that write: an atomicCAS may only read
    uint32_t waits_warp[MAX_WARPS]; // lanes that wait for others of their warp
    uint32_t waits_copy;            // warps whose last look found an mbarrier incomplete
};

BlockSteps *block_steps_new(const Block *b, Operations *o, size_t room)
{
    BlockSteps *x = must_calloc(1, sizeof *x);
    x->block = b;
    x->id = b->id;
    x->threads = b->launch->threads;
    x->nwarps = b->nwarps;
    x->shared = b->launch->shared_bytes;
    x->room = room;
    x->operations = o;
    if (b->launch->code->func->module->debug)
        x->variables = block_variables_new(x->threads);
    return x;
}

void block_steps_free(BlockSteps *x)
{
    free(x->warp.at);
    free(x->op.at);
    free(x->mask.at);
    free(x->waits.at);
    free(x->memory.at);
    free(x->global.at);
    free(x->arrays.at);
    block_variables_free(x->variables);
    free(x);
}

static size_t block_steps_bytes(const BlockSteps *x)
{
    return x->warp.used + x->op.used + x->mask.used + x->waits.used + x->memory.used +
           x->global.used;
}

bool block_steps_full(const BlockSteps *x) { return x->truncated; }

long block_steps_now(const BlockSteps *x) { return x->truncated ? -1 : (long)x->n - 1; }

static void put_comma(Text *t)
{
    if (t->used)
        text_put(t, ",");
}

// ---- shared memory --------------------------------------------------

// JSON has no numbers that are infinite, or longer than 53 bits.
static void put_real(Text *t, double v, int digits)
{
    if (isfinite(v))
        text_add(t, "%.*g", digits, v);
    else
        text_put(t, isnan(v) ? "\"nan\"" : v < 0 ? "\"-inf\"" : "\"inf\"");
}

static void put_integer(Text *t, uint64_t bits, unsigned bytes)
{
    int64_t v = bytes == 4 ? (int32_t)bits : (int64_t)bits;
    bool exact = v < 1ll << 53 && v > -(1ll << 53);
    text_put(t, exact ? "" : "\"");
    text_put(t, v < 0 ? "-" : "");
    text_number(t, v < 0 ? -(uint64_t)v : (uint64_t)v);
    text_put(t, exact ? "" : "\"");
}

static void put_value(Text *t, const uint8_t *at, unsigned bytes, bool real)
{
    uint64_t bits = 0;
    float f;
    double d;
    memcpy(&bits, at, bytes < 8 ? bytes : 8);
    memcpy(&f, at, bytes < sizeof f ? bytes : sizeof f);
    if (real && bytes == sizeof f) {
        put_real(t, (double)f, 9);
    } else if (real && bytes == sizeof d) {
        memcpy(&d, at, sizeof d);
        put_real(t, d, 17);
    } else {
        put_integer(t, bits, bytes);
    }
}

// Of the lanes of an access, by lane, in order.
typedef struct {
    unsigned n;
    uint64_t offset[WARP_SIZE];
    const uint8_t *bytes[WARP_SIZE];
} LaneBytes;

static LaneBytes lanes_of_pending(const Pending *p)
{
    LaneBytes x = {0};
    for (uint32_t m = p->mask; m; m &= m - 1, x.n++) {
        x.offset[x.n] = p->offset[__builtin_ctz(m)];
        x.bytes[x.n] = p->bytes[__builtin_ctz(m)];
    }
    return x;
}

// Offsets at equal distances, and equal values, take little room: most accesses are such. Without
// lanes, all offsets are written.
static void put_offsets(Text *t, const LaneBytes *x, bool lanes)
{
    int64_t by = x->n > 1 ? (int64_t)(x->offset[1] - x->offset[0]) : 0;
    bool regular = lanes && x->n > 2;
    for (unsigned i = 1; i < x->n && regular; i++)
        regular = (int64_t)(x->offset[i] - x->offset[i - 1]) == by;
    if (regular) {
        text_add(t, "{\"from\":%llu,\"by\":%lld}", (unsigned long long)x->offset[0], (long long)by);
        return;
    }
    text_put(t, "[");
    for (unsigned i = 0; i < x->n; i++) {
        text_put(t, i ? "," : "");
        text_number(t, x->offset[i]);
    }
    text_put(t, "]");
}

static void put_values(Text *t, const LaneBytes *x, const Pending *p, bool real)
{
    bool equal = true;
    for (unsigned i = 0; i < x->n && equal; i++)
        for (unsigned at = 0; at < p->width && equal; at += p->elem)
            equal = !memcmp(x->bytes[i] + at, x->bytes[0], p->elem);
    if (equal) {
        put_value(t, x->bytes[0], p->elem, real);
        return;
    }
    text_put(t, "[");
    for (unsigned i = 0; i < x->n; i++)
        for (unsigned at = 0; at < p->width; at += p->elem) {
            text_put(t, i || at ? "," : "");
            put_value(t, x->bytes[i] + at, p->elem, real);
        }
    text_put(t, "]");
}

// One element of `memory`.
static void put_memory(BlockSteps *x, char kind, const Pending *p)
{
    Text *t = &x->memory;
    LaneBytes lanes = lanes_of_pending(p);
    put_comma(t);
    text_add(t, "[%u,\"%c\",", x->n ? x->n - 1 : 0, kind);
    put_offsets(t, &lanes, p->own);
    text_add(t, ",%u,", p->width);
    put_values(t, &lanes, p, operation_is_real(x->operations, p->code, p->step));
    if (!p->own || p->mask != x->lanes)
        text_add(t, ",%u", p->own ? p->mask : 0);
    text_put(t, "]");
}

static void put_atomic(BlockSteps *x)
{
    Pending p = x->atomic;
    x->atomic.mask = 0;
    uint32_t writes = p.mask & x->swapped, reads = p.mask & ~x->swapped;
    p.mask = writes;
    if (writes)
        put_memory(x, 'a', &p);
    p.mask = reads;
    if (reads)
        put_memory(x, 'r', &p);
}

// The lanes whose atomicCAS finds what it compares with. Lanes act in their order, and a lane sees
// what those before it have written.
static uint32_t lanes_that_swap(const Access *a)
{
    const Step *s = a->step;
    uint32_t swap = 0;
    unsigned lane_bytes = a->width == 8 ? 8 : 4;
    const uint8_t *compare = slot(a->warp, s->src[1]), *with = slot(a->warp, s->src[2]);
    for (uint32_t m = a->mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        const uint8_t *old = a->bytes[l];
        for (uint32_t before = swap; before; before &= before - 1) {
            unsigned k = (unsigned)__builtin_ctz(before);
            old = a->addr[k] == a->addr[l] ? with + k * lane_bytes : old;
        }
        if (!memcmp(old, compare + l * lane_bytes, a->width))
            swap |= 1u << l;
    }
    return swap;
}

static bool may_fail(const Access *a)
{
    return a->step->inst->op == OP_atom && inst_has(a->step->inst, MOD_cas) && a->width <= 8;
}

void block_steps_access(BlockSteps *x, const Access *a)
{
    if (x->truncated || a->space != SPACE_shared || a->async)
        return;
    Pending p = {.code = a->warp->frame->code,
                 .step = a->step,
                 .own = a->warp->block == x->block,
                 .mask = a->mask,
                 .width = a->width,
                 .elem = a->elem ? a->elem : a->width};
    for (uint32_t m = a->mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        p.offset[l] = a->addr[l];
        p.bytes[l] =
            a->kind == ACCESS_store && a->value ? a->value + a->value_stride * l : a->bytes[l];
    }
    put_atomic(x);
    if (a->kind >= ACCESS_atom) {
        x->atomic = p;
        x->swapped = may_fail(a) ? lanes_that_swap(a) : a->mask;
    } else
        put_memory(x, a->kind == ACCESS_load ? 'r' : 'w', &p);
}

// What an asynchronous copy has written: words whose values may be of any type.
void block_steps_copied(BlockSteps *x, const CopyPart *c)
{
    if (x->truncated || !c->writes)
        return;
    Text *t = &x->memory;
    put_atomic(x);
    put_comma(t);
    text_add(t, "[%u,\"w\",[%llu],%u,null,0]", x->n ? x->n - 1 : 0, (unsigned long long)c->addr,
             c->bytes);
}

// ---- global memory --------------------------------------------------

// The number of an allocation; LOOK_ARRAYS: no room for it.
static uint32_t array_number(BlockSteps *x, const Alloc *a)
{
    const char *name = a->name ? a->name : a->buffer;
    for (uint32_t i = 0; i < x->narrays; i++)
        if (x->array[i] == a->addr)
            return i;
    if (x->narrays == LOOK_ARRAYS)
        return LOOK_ARRAYS;
    x->array[x->narrays] = a->addr;
    put_comma(&x->arrays);
    text_add(&x->arrays,
             "{\"address\":\"0x%llx\",\"bytes\":%llu,\"name\":", (unsigned long long)a->addr,
             (unsigned long long)a->size);
    text_json(&x->arrays, name);
    text_put(&x->arrays, "}");
    return x->narrays++;
}

// Of the lanes left, those whose bytes are in the allocation of the first one: they are written,
// and taken away. The result of an atomic is not known yet.
static void put_array(BlockSteps *x, const Access *a, uint32_t *left)
{
    LaneBytes lanes = {0};
    uint32_t own = 0;
    const Alloc *all = mem_find(a->addr[__builtin_ctz(*left)]);
    Pending p = {.code = a->warp->frame->code,
                 .step = a->step,
                 .width = a->width,
                 .elem = a->elem ? a->elem : a->width};
    for (uint32_t m = *left; all && m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        if (a->addr[l] - all->addr >= all->size)
            continue;
        own |= 1u << l;
        lanes.offset[lanes.n] = a->addr[l] - all->addr;
        lanes.bytes[lanes.n++] =
            a->kind == ACCESS_store && a->value ? a->value + a->value_stride * l : a->bytes[l];
    }
    *left = own ? *left & ~own : 0;
    uint32_t number = own ? array_number(x, all) : LOOK_ARRAYS;
    if (number == LOOK_ARRAYS)
        return;
    Text *t = &x->global;
    put_comma(t);
    text_add(t, "[%u,\"%c\",", x->n ? x->n - 1 : 0, "rwaa"[a->kind]);
    put_offsets(t, &lanes, true);
    text_add(t, ",%u,", a->width);
    if (a->kind >= ACCESS_atom)
        text_put(t, "null");
    else
        put_values(t, &lanes, &p, operation_is_real(x->operations, p.code, p.step));
    text_add(t, ",%u,%u]", own, number);
}

void block_steps_global(BlockSteps *x, const Access *a)
{
    uint32_t left = a->mask;
    while (left && !x->truncated && !a->async && !a->is_const)
        put_array(x, a, &left);
}

// ---- waiting --------------------------------------------------------

void block_steps_wait(BlockSteps *x, const Warp *w, const char *what, uint32_t mask)
{
    if (x->truncated)
        return;
    put_comma(&x->waits);
    text_add(&x->waits, "[%u,%u,\"%s\",%u]", x->n ? x->n - 1 : 0, w->index, what, mask);
}

// The step was none: its lanes have to wait.
static void take_back(BlockSteps *x)
{
    x->n--;
    x->warp.used = x->before[0];
    x->op.used = x->before[1];
    x->mask.used = x->before[2];
    x->count = NULL;
}

void block_steps_warp_waits(BlockSteps *x, const Warp *w, uint32_t lanes)
{
    if (x->truncated)
        return;
    if (x->count)
        take_back(x);
    x->waits_warp[w->index] |= lanes;
    block_steps_wait(x, w, "warp", lanes);
}

// Lanes that execute a step wait no more.
static void go_on(BlockSteps *x, const Warp *w)
{
    uint32_t waited = x->waits_warp[w->index] & w->active;
    if (waited)
        block_steps_wait(x, w, "goes on", waited);
    x->waits_warp[w->index] &= ~w->active;
}

// A warp that waits for a copy looks at its mbarrier again and again.
static void look_at_copy(BlockSteps *x, const Warp *w)
{
    uint32_t bit = 1u << w->index;
    bool waits = w->awaits != NULL;
    if (waits == (bool)(x->waits_copy & bit))
        return;
    x->waits_copy ^= bit;
    block_steps_wait(x, w, waits ? "copy" : "goes on", w->active);
}

// ---- steps ----------------------------------------------------------

static void end_step(BlockSteps *x)
{
    put_atomic(x);
    if (x->count && x->count->warps == x->counted)
        take_back(x);
    x->count = NULL;
}

static bool all_lanes_take_part(const Step *s)
{
    return s->inst && (s->inst->op == OP_bra || s->inst->op == OP_brx_idx);
}

void block_steps_step(BlockSteps *x, Warp *w, const Step *s)
{
    end_step(x);
    if (x->n == LOOK_STEPS || block_steps_bytes(x) + operations_bytes(x->operations) > x->room)
        x->truncated = true;
    if (x->truncated)
        return;
    go_on(x, w);
    look_at_copy(x, w);
    const Code *c = w->frame->code;
    x->before[0] = x->warp.used;
    x->before[1] = x->op.used;
    x->before[2] = x->mask.used;
    put_comma(&x->warp);
    put_comma(&x->op);
    put_comma(&x->mask);
    x->lanes = all_lanes_take_part(s) ? w->active : w->mask;
    text_number(&x->warp, w->index);
    text_number(&x->op, operation_number(x->operations, c, s));
    text_number(&x->mask, x->lanes);
    x->count = &w->counts[s - c->steps];
    x->counted = x->count->warps;
    block_variables_step(x->variables, w, code_info(c)->line[s - c->steps], x->n);
    x->n++;
    if (s->inst && s->inst->op == OP_barrier_cluster_wait && w->mask) // perhaps it goes on at once
        block_steps_wait(x, w, "cluster", w->mask);
}

void block_steps_end(BlockSteps *x)
{
    end_step(x);
    x->block = NULL;
}

void block_steps_put(const BlockSteps *x, Text *t)
{
    text_put(t, "{");
    look_dim(t, "block", x->id);
    text_add(t, ",\"threads\":%u,\"warps\":%u,\"shared\":%u,\"truncated\":%s,\"ops\":", x->threads,
             x->nwarps, x->shared, x->truncated ? "true" : "false");
    operations_put(x->operations, t);
    static const char *const name[] = {",\"steps\":{\"warp\":[", "],\"op\":[",     "],\"mask\":[",
                                       "]},\"waits\":[",         "],\"memory\":[", "],\"arrays\":[",
                                       "],\"global\":["};
    const Text *column[] = {&x->warp,   &x->op,     &x->mask,  &x->waits,
                            &x->memory, &x->arrays, &x->global};
    for (unsigned i = 0; i < 7; i++) {
        text_put(t, name[i]);
        if (column[i]->used) {
            column[i]->at[column[i]->used] = 0; // a step may have been taken back
            text_put(t, column[i]->at);
        }
    }
    text_put(t, "]");
    block_variables_put(x->variables, t);
    text_put(t, "}");
}

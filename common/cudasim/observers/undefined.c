// undefined.c - values that a shuffle reads from a lane that takes no part in it, and values that
// a library loads from shared memory that nothing has written.
//
// Such a value is undefined, and a correct program does not use it. To read it is no mistake:
// in a tree of shuffles the upper lanes often do, and nobody looks at their sums; CUB's merge
// loads one key too many. So this file follows an undefined value from register to register,
// until it is forgotten, or until it matters: a store, an address, a branch, a vote. Only that is
// a finding, at the line of the shuffle or of the load; the other line is where the value matters.
//
// A library may store such a value in shared memory. Then the bytes count as unwritten
// (initcheck.c).
//
// Only the steps of warps that hold an undefined value are followed (Warp.watched). What is
// computed from an undefined value is undefined, except where the other operands alone decide:
// `p && lane < 4`, `x & 0`, the operand that a selection does not take.
#include "findings.h"

#include <stdlib.h>

enum { SLOT_BYTES = 4 }; // predicates need no more

// Where an undefined value comes from: a shuffle, or a load.
typedef struct {
    const Step *step;
    uint32_t line, use; // of the first use; 0: not used yet
    unsigned reader;    // the first lane that read
    bool is_load;
    unsigned source;  // of a shuffle: the lane that was read
    char why[80];     // of a shuffle: what keeps `source` from taking part
    uint64_t address; // of a load: the first address
    unsigned width;   // of a load: bytes
} Origin;

// The registers of one frame of a warp, by slot.
typedef struct Registers {
    struct Registers *next;
    const Frame *frame;
    uint32_t slots, held; // held: slots with an undefined lane
    struct {
        uint32_t lanes, origin;
    } at[];
} Registers;

typedef struct {
    Registers *registers[MAX_WARPS];
    Origin *origins;
    uint32_t norigins, size_origins;
} UndefinedValues;

// Lanes with an undefined value, and the origin of one of them.
typedef struct {
    uint32_t lanes, origin;
} Undefined;

static bool reports_shuffles;

void undefined_enable(bool shuffles) { reports_shuffles = shuffles; }

static void on_block_end(Block *b)
{
    UndefinedValues *v = b->user[undefined_observer.slot];
    b->user[undefined_observer.slot] = NULL;
    if (!v)
        return;
    for (uint32_t i = 0; i < MAX_WARPS; i++)
        for (Registers *r = v->registers[i], *next; r; r = next) {
            next = r->next;
            free(r);
        }
    free(v->origins);
    free(v);
}

static UndefinedValues *values_of(Block *b)
{
    void **user = &b->user[undefined_observer.slot];
    if (!*user)
        *user = must_calloc(1, sizeof(UndefinedValues));
    return *user;
}

// ---- registers ------------------------------------------------------

// Of the warp's present frame; NULL: nothing in it is undefined.
static Registers *registers_of(const Warp *w)
{
    UndefinedValues *v = w->block->user[undefined_observer.slot];
    for (Registers *r = v ? v->registers[w->index] : NULL; r; r = r->next)
        if (r->frame == w->frame)
            return r;
    return NULL;
}

static Registers *registers_make(Warp *w)
{
    Registers *r = registers_of(w), **list = &values_of(w->block)->registers[w->index];
    if (r)
        return r;
    uint32_t slots = (uint32_t)(w->frame->code->reg_bytes / SLOT_BYTES) + 1;
    r = must_calloc(1, sizeof *r + slots * sizeof r->at[0]);
    r->frame = w->frame;
    r->slots = slots;
    r->next = *list;
    return *list = r;
}

static bool is_register(const Registers *r, uint32_t slot)
{
    return slot < SLOT_NONE && slot / SLOT_BYTES < r->slots;
}

static Undefined get_lanes(const Registers *r, uint32_t slot)
{
    if (!r || !is_register(r, slot))
        return (Undefined){0};
    return (Undefined){r->at[slot / SLOT_BYTES].lanes, r->at[slot / SLOT_BYTES].origin};
}

// The lanes `mask` of a register are written: those of `u` with something undefined.
static void set_lanes(Registers *r, uint32_t slot, uint32_t mask, Undefined u)
{
    if (!is_register(r, slot))
        return;
    uint32_t *lanes = &r->at[slot / SLOT_BYTES].lanes, before = *lanes;
    *lanes = (before & ~mask) | (u.lanes & mask);
    if (u.lanes & mask)
        r->at[slot / SLOT_BYTES].origin = u.origin;
    r->held += (*lanes != 0) - (before != 0);
}

static Undefined either(Undefined a, Undefined b)
{
    return (Undefined){a.lanes | b.lanes, a.lanes ? a.origin : b.origin};
}

// ---- findings -------------------------------------------------------

static Origin *origin_of(const Warp *w, Undefined u)
{
    return &values_of(w->block)->origins[u.origin];
}

// The origin of this step, and whether the step is a new origin, to be filled in.
static uint32_t find_origin(Warp *w, const Step *s, bool *is_new)
{
    UndefinedValues *v = values_of(w->block);
    *is_new = false;
    for (uint32_t i = 0; i < v->norigins; i++)
        if (v->origins[i].step == s)
            return i;
    v->origins = array_room(v->origins, v->norigins, &v->size_origins, sizeof *v->origins);
    v->origins[v->norigins] = (Origin){.step = s, .line = line_of_step(w->frame->code, s)};
    *is_new = true;
    return v->norigins++;
}

static Undefined of_shuffle(Warp *w, const Step *s, const int *from, uint32_t lanes)
{
    bool is_new;
    Undefined u = {lanes, find_origin(w, s, &is_new)};
    Origin *o = origin_of(w, u);
    if (!is_new)
        return u;
    unsigned reader = o->reader = (unsigned)__builtin_ctz(lanes);
    unsigned source = o->source = (unsigned)from[reader];
    const uint32_t *masks = s->inst->op == OP_shfl_sync ? slot(w, s->src[3]) : NULL;
    if (masks && !(masks[reader] >> source & 1))
        snprintf(o->why, sizeof o->why, "which is not in the mask 0x%08x", masks[reader]);
    else if (!(w->lanes >> source & 1))
        snprintf(o->why, sizeof o->why, "which the block does not have");
    else if (!(w->live >> source & 1))
        snprintf(o->why, sizeof o->why, "which has exited");
    else if (w->mask >> source & 1)
        snprintf(o->why, sizeof o->why, "which has another mask");
    else
        snprintf(o->why, sizeof o->why, "which does not execute this shuffle");
    return u;
}

static Undefined of_load(const Access *a, uint32_t lanes)
{
    bool is_new;
    Undefined u = {lanes, find_origin(a->warp, a->step, &is_new)};
    Origin *o = origin_of(a->warp, u);
    if (!is_new)
        return u;
    o->is_load = true;
    o->reader = (unsigned)__builtin_ctz(lanes);
    o->address = a->addr[o->reader];
    o->width = a->width;
    return u;
}

static Finding *report_shuffle(const Warp *w, const Origin *o)
{
    Finding *f = finding("synccheck", "undefined shuffle", o->line, o->use, 0);
    if (f->count)
        return f;
    f->cause = CAUSE_shuffle_undefined;
    f->message = text_format("This shuffle reads a lane that takes no part in it, and the "
                             "undefined value is used");
    f->detail =
        text_format("lane %u of warp %u reads lane %u, %s\nthe value is used at %s:%d", o->reader,
                    w->index, o->source, o->why, line_base(o->use), line_at(o->use)->line);
    return f;
}

static Finding *report_load(const Origin *o)
{
    Finding *f = finding("initcheck", "uninitialized shared read", o->line, o->use, 0);
    if (f->count)
        return f;
    f->cause = CAUSE_uninitialised_shared;
    f->message = text_format("Uninitialized __shared__ memory read of size %u bytes", o->width);
    f->detail =
        text_format("Address 0x%llx has not been written by any thread of the block\n"
                    "the value is used at %s:%d",
                    (unsigned long long)o->address, line_base(o->use), line_at(o->use)->line);
    return f;
}

// One mistake, one finding: with the line of the first use.
static void report_use(Warp *w, const Step *s, Undefined u)
{
    Origin *o = origin_of(w, u);
    if (!o->use)
        o->use = line_of_step(w->frame->code, s);
    Finding *f = o->is_load ? report_load(o) : report_shuffle(w, o);
    if (!f->count) {
        finding_thread(f, w, o->reader);
        f->has_other = f->other_is_place = true;
    }
    f->count += (unsigned)__builtin_popcount(u.lanes);
}

// ---- steps ----------------------------------------------------------

static Undefined of_sources(const Registers *r, const Step *s)
{
    Undefined u = {0};
    for (unsigned i = 0; i < MAX_SOURCES; i++)
        u = either(u, get_lanes(r, s->src[i]));
    bool vector_written = s->inst->nopnd && s->inst->opnd[0].kind == OPND_vector;
    for (unsigned i = 0; s->vec && !vector_written && i < s->nvec; i++)
        u = either(u, get_lanes(r, s->vec[i]));
    return u;
}

// Lanes in which source predicate i is defined and has this value.
static uint32_t known(const Warp *w, const Registers *r, const Step *s, unsigned i, bool value)
{
    uint32_t lanes = source_pred(w, s, i);
    return (value ? lanes : ~lanes) & ~get_lanes(r, s->src[i]).lanes;
}

// Lanes in which source i is a defined 0.
static uint32_t known_zero(const Warp *w, const Registers *r, const Step *s, unsigned i)
{
    if (s->src[i] == SLOT_NONE)
        return 0;
    uint32_t zero = 0;
    for (unsigned l = 0; l < WARP_SIZE; l++) {
        const void *a = slot(w, s->src[i]);
        bool is_zero =
            s->lane_bytes == 8 ? ((const uint64_t *)a)[l] == 0 : ((const uint32_t *)a)[l] == 0;
        zero |= (uint32_t)is_zero << l;
    }
    return zero & ~get_lanes(r, s->src[i]).lanes;
}

// Lanes whose result other operands decide, whatever the undefined ones are.
static uint32_t decided(const Warp *w, const Registers *r, const Step *s)
{
    const Inst *in = s->inst;
    bool predicates = in->ntypes && in->type[0] == TYPE_pred;
    switch (in->op) {
    case OP_selp: {
        uint32_t takes = source_pred(w, s, 2), p = get_lanes(r, s->src[2]).lanes;
        uint32_t a = get_lanes(r, s->src[0]).lanes, b = get_lanes(r, s->src[1]).lanes;
        return ~p & ((takes & ~a) | (~takes & ~b));
    }
    case OP_and:
        return predicates ? known(w, r, s, 0, false) | known(w, r, s, 1, false)
                          : known_zero(w, r, s, 0) | known_zero(w, r, s, 1);
    case OP_or: return predicates ? known(w, r, s, 0, true) | known(w, r, s, 1, true) : 0;
    case OP_mul: return known_zero(w, r, s, 0) | known_zero(w, r, s, 1);
    case OP_setp:
        if (s->src[2] == SLOT_NONE)
            return 0;
        return inst_has(in, MOD_and)  ? known(w, r, s, 2, false)
               : inst_has(in, MOD_or) ? known(w, r, s, 2, true)
                                      : 0;
    default: return 0;
    }
}

// Is it a mistake to give the instruction an undefined operand?
static bool is_use(const Inst *in)
{
    switch (inst_unit(in)) {
    case UNIT_MEM:
    case UNIT_SYNC:
    case UNIT_FLOW:
    case UNIT_WARP: return in->op != OP_ret && in->op != OP_exit && in->op != OP_call;
    default: return false;
    }
}

static Undefined of_element(const Registers *r, const Step *s, unsigned element)
{
    return get_lanes(r, s->nvec > 1 ? s->vec[element] : s->src[1]);
}

// Thrust's set_intersection compares such a value and branches, but does not use the outcome.
static bool is_library_branch(const Warp *w, const Step *s, Undefined u)
{
    return inst_unit(s->inst) == UNIT_FLOW && origin_of(w, u)->is_load && step_in_library(w, s) &&
           kernel_of_library(w);
}

// A library stores in shared memory what it has loaded and not used yet: undefined_stored().
static bool is_library_store(const Warp *w, const Registers *r, const Step *s, Undefined u)
{
    uint32_t data = 0;
    for (unsigned i = 0; s->inst->op == OP_st && i < s->nvec; i++)
        data |= of_element(r, s, i).lanes & w->mask;
    return data && (get_lanes(r, s->src[0]).lanes & w->mask) == 0 &&
           (get_lanes(r, s->guard).lanes & w->active) == 0 && origin_of(w, u)->is_load &&
           s->space == SPACE_shared && step_in_library(w, s);
}

static void start_watching(Warp *w)
{
    w->watched |= 1u << undefined_observer.slot;
    w->merge_pc = 0;
}

static void stop_watching(Warp *w)
{
    UndefinedValues *v = w->block->user[undefined_observer.slot];
    for (Registers *r = v ? v->registers[w->index] : NULL; r; r = r->next)
        if (r->held)
            return;
    w->watched &= ~(1u << undefined_observer.slot);
}

// The lanes leave this frame, or the kernel.
static void forget_lanes(Registers *r, uint32_t mask)
{
    for (uint32_t i = 0; i < r->slots; i++)
        set_lanes(r, i * SLOT_BYTES, mask, (Undefined){0});
}

static void set_results(Registers *r, const Step *s, uint32_t mask, Undefined u)
{
    if (s->inst->op == OP_shfl_sync || s->inst->op == OP_shfl)
        return; // on_shuffle
    set_lanes(r, s->dst, mask, u);
    set_lanes(r, s->dst2, mask, u);
    bool vector_written = s->inst->nopnd && s->inst->opnd[0].kind == OPND_vector;
    for (unsigned i = 0; s->vec && vector_written && i < s->nvec; i++)
        set_lanes(r, s->vec[i], mask, u);
}

static void on_step(Warp *w, const Step *s)
{
    Registers *r = registers_of(w);
    const Inst *in = s->inst;
    if (!(w->watched >> undefined_observer.slot & 1) || !r || !in || in->op >= OP_COUNT)
        return;
    Undefined guard = get_lanes(r, s->guard), u = of_sources(r, s);
    guard.lanes &= w->active;
    u.lanes &= w->mask;
    if (in->op == OP_shfl_sync || in->op == OP_shfl) {
        u = either(get_lanes(r, s->src[1]), get_lanes(r, s->src[2]));
        u.lanes &= w->mask;
    }
    u.lanes &= u.lanes ? ~decided(w, r, s) : 0;
    u = either(u, guard);
    if (is_use(in)) {
        if (u.lanes && !is_library_store(w, r, s, u) && !is_library_branch(w, s, u))
            report_use(w, s, u);
        u.lanes = 0; // one report is enough
    }
    if (in->op == OP_ret || in->op == OP_exit)
        forget_lanes(r, w->mask);
    else
        set_results(r, s, w->mask | guard.lanes, u);
    stop_watching(w);
}

// Lanes that are not in their own mask: synccheck.c reports them.
static uint32_t outside_lanes(const Warp *w, const Step *s)
{
    const uint32_t *masks = s->inst->op == OP_shfl_sync ? slot(w, s->src[3]) : NULL;
    uint32_t outside = 0;
    for (uint32_t m = masks ? w->mask : 0; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        outside |= (uint32_t) !(masks[l] >> l & 1) << l;
    }
    return outside;
}

static void on_shuffle(Warp *w, const Step *s, const int from[WARP_SIZE], uint32_t undefined)
{
    Registers *r = registers_of(w);
    if (!reports_shuffles)
        undefined = 0;
    if (!undefined && (!r || !r->held))
        return;
    undefined &= ~outside_lanes(w, s);
    r = registers_make(w);
    Undefined value = get_lanes(r, s->src[0]), u = {0, value.origin};
    for (uint32_t m = w->mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        u.lanes |= (value.lanes >> from[l] & 1) << l;
    }
    if (undefined)
        u = either(of_shuffle(w, s, from, undefined), u);
    set_lanes(r, s->dst, w->mask, u);
    set_lanes(r, s->dst2, w->mask, (Undefined){0});
    if (r->held)
        start_watching(w);
}

void undefined_loaded(const Access *a, unsigned element, uint32_t lanes)
{
    Warp *w = a->warp;
    Registers *r = registers_make(w);
    set_lanes(r, a->step->nvec > 1 ? a->step->vec[element] : a->step->dst, lanes,
              of_load(a, lanes));
    if (r->held)
        start_watching(w);
}

uint32_t undefined_stored(const Access *a, unsigned element)
{
    const Registers *r = registers_of(a->warp);
    if (!r || !r->held || a->step->inst->op != OP_st)
        return 0;
    Undefined u = of_element(r, a->step, element);
    return u.lanes && origin_of(a->warp, u)->is_load ? u.lanes & a->mask : 0;
}

static void on_lanes_exit(Warp *w, const Step *s, uint32_t mask)
{
    (void)s;
    Registers *r = registers_of(w);
    if (r && r->held)
        forget_lanes(r, mask);
}

Observer undefined_observer = {
    .name = "undefined",
    .rank = RANK_undefined,
    .block_end = on_block_end,
    .shuffle = on_shuffle,
    .step = on_step,
    .exit = on_lanes_exit,
};

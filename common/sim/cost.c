// cost.c - virtual time of a launch: a roofline of bounds.
//
//   issue    every executed warp instruction takes a slot of its unit
//   shared   wavefronts, one a cycle
//   l1       32-byte pieces of global accesses
//   memory   the same pieces through the second-level cache, or through DRAM
//            when the program's data are larger than that
//   latency  a warp's own instructions one after the other, as far as other
//            resident warps do not hide it, for each wave of blocks; loads that
//            follow each other before one is used are waited for together
//   blocks   handing out a block takes time too
//
// The longest bound decides, plus what any launch takes. The constants are in
// cost_table.h. Wavefronts and pieces come from whoever measures them (cost.h);
// else accesses count as if they were coalesced and without conflicts.
//
// The result is the same on every machine. It knows no caches beyond their
// size, and no clock changes.
#include "cost.h"
#include "cost_table.h"
#include "exec.h"

void (*cost_traffic)(CostTraffic *t);
CostLoad cost_load;

static const double unit_rate[UNIT_COUNT] = {COST_UNIT_RATES};

typedef struct {
    double unit[UNIT_COUNT]; // warp instructions
    double all;
    double latency;          // cycles, summed over all warps
    double bytes;            // of global memory
    double shared;           // accesses to shared memory
} Work;

static double step_latency(const Step *s)
{
    if (s->unit == UNIT_SYNC)
        return COST_SYNC_CYCLES;
    if (s->unit != UNIT_MEM)
        return COST_STEP_CYCLES;
    if (s->space == SPACE_shared)
        return COST_SHARED_CYCLES;
    if (s->space != SPACE_global && s->space != SPACE_generic)
        return COST_STEP_CYCLES;
    switch (s->inst ? s->inst->op : OP_ld) {
    case OP_st: case OP_red: return COST_STEP_CYCLES; // nobody waits for these
    case OP_atom: return COST_ATOMIC_CYCLES;
    default: return COST_GLOBAL_CYCLES;
    }
}

// Loads under way whose values nobody has used yet, as the text has them.
enum { MAX_LOADED = 32 };
typedef struct {
    int32_t reg[MAX_LOADED];
    unsigned n;
} Loads;

static bool uses_loaded(const Loads *l, const Operand *o)
{
    for (unsigned i = 0; o->vec && i < o->nvec; i++)
        if (uses_loaded(l, &o->vec[i]))
            return true;
    bool reg = o->kind == OPND_reg || (o->kind == OPND_mem && o->base == OPND_reg);
    for (unsigned i = 0; reg && i < l->n; i++)
        if (l->reg[i] == o->reg)
            return true;
    return false;
}

static void note_loaded(Loads *l, const Operand *o)
{
    for (unsigned i = 0; o->vec && i < o->nvec; i++)
        note_loaded(l, &o->vec[i]);
    if (o->kind == OPND_reg && l->n < MAX_LOADED)
        l->reg[l->n++] = o->reg;
}

// Is this a load that goes while an earlier one is under way?
static bool joins_loads(Loads *l, const Step *s)
{
    const Inst *in = s->inst;
    bool load = in && in->op == OP_ld && s->unit == UNIT_MEM, joins = l->n && load;
    if (!in)
        return false;
    bool wait = s->unit == UNIT_FLOW || s->unit == UNIT_SYNC || l->n == MAX_LOADED ||
                uses_loaded(l, &in->guard);
    for (unsigned k = load; k < in->nopnd && !wait; k++)
        wait = uses_loaded(l, &in->opnd[k]);
    if (wait)
        l->n = 0;
    if (load && (s->space == SPACE_global || s->space == SPACE_generic))
        note_loaded(l, &in->opnd[0]);
    else
        joins = false;
    return joins && !wait;
}

// Instructions of PTX that are many of the machine's.
static void add_expanded(Work *w, const Inst *in, double warps)
{
    if (!in || (in->op != OP_div && in->op != OP_rem))
        return;
    char class = type_class(in->type[0]);
    bool wide = type_bytes(in->type[0]) == 8, integer = class == 'U' || class == 'S';
    double slots = !integer ? COST_DIV_FLOAT_SLOTS : wide ? COST_DIV_64_SLOTS : COST_DIV_32_SLOTS;
    bool constant = in->opnd[2].kind == OPND_imm;
    if (integer && constant)
        return; // becomes a multiplication
    w->all += warps * slots;
    w->unit[wide && !integer ? UNIT_FP64 : UNIT_SFU] += warps * COST_DIV_SFU;
}

static void add_code(Work *w, const Code *c)
{
    Loads loads = {.n = 0};
    for (uint32_t i = 0; i < c->nsteps; i++) {
        const Count *n = &c->counts[i];
        const Step *s = &c->steps[i];
        bool joins = joins_loads(&loads, s);
        if (!n->warps || s->unit >= UNIT_COUNT)
            continue;
        w->unit[s->unit] += (double)n->warps;
        w->all += (double)n->warps;
        w->latency += (double)n->warps * (joins ? COST_STEP_CYCLES : step_latency(s));
        add_expanded(w, s->inst, (double)n->warps);
        if (s->unit != UNIT_MEM)
            continue;
        if (s->space == SPACE_shared)
            w->shared += (double)n->warps;
        else if (s->space == SPACE_global || s->space == SPACE_generic)
            w->bytes += (double)n->threads * s->elem * (s->nvec ? s->nvec : 1);
    }
}

static double larger(double a, double b) { return a > b ? a : b; }

static double issue_cycles(const Work *w)
{
    double longest = w->all / COST_ISSUE;
    for (unsigned u = 0; u < UNIT_COUNT; u++)
        if (unit_rate[u] > 0)
            longest = larger(longest, w->unit[u] / unit_rate[u]);
    return longest;
}

// What all the multiprocessors together move, and what DRAM does: no more than
// there is, if all of that fits the second-level cache.
static double memory_us(double bytes, double part)
{
    double l2 = bytes / (COST_L2_BYTES_US * part);
    double there = (double)mem_used();
    double dram = there <= (double)model.l2_bytes && there < bytes ? there : bytes;
    return larger(l2, dram / COST_DRAM_BYTES_US);
}

double cost_launch(const Launch *l)
{
    Work w = {0};
    for (uint32_t i = 0; i < l->nused; i++)
        add_code(&w, l->used[i]);
    double blocks = (double)l->grid.x * l->grid.y * l->grid.z;
    double sms = larger(blocks < model.multiprocessors ? blocks : model.multiprocessors, 1);
    double mhz = model.clock_khz / 1000.0;
    int per_sm = launch_blocks_per_sm(l->code, l->threads, l->shared_bytes);
    double resident = (per_sm > 0 ? per_sm : 1) * sms;
    if (resident > blocks)
        resident = blocks;
    double warps = larger(resident * l->warps, 1);

    double bytes = w.bytes, waves = w.shared;
    if (cost_traffic) {
        CostTraffic t = {0};
        cost_traffic(&t);
        bytes = (double)t.sectors * 32;
        waves = (double)t.wavefronts;
    }
    double issue = issue_cycles(&w) / sms / mhz;
    double shared = waves / COST_SHARED_WAVES / sms / mhz;
    double l1 = bytes / 32 / COST_L1_SECTORS / sms / mhz;
    double memory = memory_us(bytes, sms / model.multiprocessors);
    double latency = w.latency / warps / mhz;
    double on_chip = larger(larger(issue, shared), l1);
    double longest = larger(larger(on_chip, memory), larger(latency, blocks / COST_BLOCKS_US));
    cost_load.compute += on_chip;
    cost_load.memory += memory;
    return COST_LAUNCH_US + longest;
}

// cost.c - virtual time of a launch: a roofline of bounds.
//
//   issue    every executed warp instruction takes a slot of its unit
//   on chip  the wavefronts of shared memory, and the lines of 128 bytes that the
//            L1 caches look up: one per cycle, through the same pipe; or the words of constant
//            memory, if lanes want different ones
//   memory   misses of the L1 caches go to the L2 cache, and to DRAM
//            if the launch accesses more than that cache holds
//   host     pinned memory is read and written through the bus
//   atomics  the L2 cache executes a fixed number per cycle, and atomics on one
//            word one after the other
//   latency  a block takes as long as its longest warp takes alone (ptxas/path.c), for
//            all the blocks that are resident together; no launch is shorter than its
//            longest block
//   blocks   starting a block takes time, and so do its warps: on top of the longest bound, as the
//            third side of a right-angled triangle
//
// The time is that, plus the time that any launch takes. The constants are in
// cost_table.h. An observer may measure the traffic (cost.h); otherwise accesses count as
// if they were coalesced, free of conflicts, and all to different data.
//
// The result is the same on every machine. The model has no clock changes, and its
// L2 cache keeps everything that fits.
#include "cost.h"
#include "cost_table.h"
#include "exec.h"
#include "hooks.h"
#include "lower.h"

#include <math.h>

CostLoad cost_load;
CostDecision cost_decision;

static const double unit_rate[UNIT_COUNT] = {COST_UNIT_RATES};

typedef struct {
    double unit[UNIT_COUNT]; // warp instructions
    double multiply;         // multiplications, which are among those of UNIT_INT
    double all;
    CostTraffic coalesced; // the traffic if all accesses were coalesced
} LaunchWork;

// ---- blocks: how long their warps take ----------------------------------------------

void cost_block(const Block *b)
{
    Launch *l = b->launch;
    double cycles = 0, waits = 0;
    for (uint32_t i = 0; i < b->nwarps; i++) {
        uint64_t path = b->warps[i]->path;
        double c = (double)(path & (PATH_WAIT - 1)) / PATH_PER_CYCLE + b->warps[i]->torn_cycles;
        double w = (double)(path >> PATH_SHIFT) + b->warps[i]->torn_waits;
        if (c + w * COST_L2_CYCLES > cycles + waits * COST_L2_CYCLES)
            cycles = c, waits = w;
    }
    l->cycles += cycles;
    l->waits += waits;
    if (cycles + waits * COST_L2_CYCLES > l->most_cycles + l->most_waits * COST_L2_CYCLES)
        l->most_cycles = cycles, l->most_waits = waits;
}

// ---- instructions ---------------------------------------------------------------------

static bool multiplies(const Inst *in)
{
    return in->op == OP_mul || in->op == OP_mul_wide || in->op == OP_mad || in->op == OP_mad_wide ||
           in->op == OP_mul24 || in->op == OP_mad24;
}

// Does the unit for special functions execute the instruction?
static bool slow_integer(const Inst *in)
{
    return in->op == OP_popc || in->op == OP_clz || in->op == OP_bfind;
}

// Between integers a conversion is a move.
static Unit unit_of(const Step *s)
{
    bool real = type_class(s->inst->type[0]) == 'F' || type_class(s->inst->type[1]) == 'F';
    return s->unit == UNIT_CVT && !real ? UNIT_MOVE : (Unit)s->unit;
}

static void work_add_step(LaunchWork *w, const Step *s, const Count *n)
{
    const Inst *in = s->inst;
    double warps = (double)n->warps, slots = 1;
    if (!in || in->op >= OP_COUNT || path_is_free(in))
        return;
    if (s->unit == UNIT_INT && multiplies(in)) {
        slots = type_bytes(in->type[0]) == 8 ? COST_MUL_64_SLOTS : 1;
        w->multiply += warps * slots;
    }
    if (slow_integer(in))
        w->unit[UNIT_SFU] += warps;
    double division = path_division(in);
    if (division) { // many machine instructions
        bool wide = type_bytes(in->type[0]) == 8, real = type_class(in->type[0]) == 'F';
        w->unit[wide && real ? UNIT_FP64 : UNIT_SFU] += warps * (!real  ? COST_DIV_SFU
                                                                 : wide ? COST_DIV_FP64
                                                                        : 1);
    }
    w->unit[unit_of(s)] += warps * slots;
    w->all += warps * (slots + division);
    if (s->unit != UNIT_MEM)
        return;
    CostTraffic *t = &w->coalesced;
    uint64_t bytes = n->threads * s->elem * (s->nvec ? s->nvec : 1);
    if (s->space == SPACE_shared) {
        t->wavefronts += n->warps;
    } else if (s->space == SPACE_global || s->space == SPACE_generic || s->space == SPACE_local) {
        bool load = in->op == OP_ld, atomic = in->op == OP_atom || in->op == OP_red;
        t->lines += (bytes + 127) / 128 > n->warps ? (bytes + 127) / 128 : n->warps;
        t->sectors += bytes / 32;
        t->loads += load ? n->warps : 0;
        t->passes += atomic ? bytes / 32 : 0;
        *(load ? &t->reads : &t->writes) += atomic ? 0 : bytes / 32 + bytes / 128;
    }
}

static void add_code(LaunchWork *w, const Code *c)
{
    for (uint32_t i = 0; i < c->nsteps; i++)
        if (c->counts[i].warps && c->steps[i].unit < UNIT_COUNT)
            work_add_step(w, &c->steps[i], &c->counts[i]);
}

double cost_moment(const Launch *l, uint64_t block, uint64_t path)
{
    double mhz = model.clock_khz / 1000.0, blocks = (double)l->grid.x * l->grid.y * l->grid.z;
    double cycles = (double)(path & (PATH_WAIT - 1)) / PATH_PER_CYCLE +
                    (double)(path >> PATH_SHIFT) * COST_L2_CYCLES;
    double life = (l->cycles + l->waits * COST_L2_CYCLES) / blocks / mhz;
    double start = l->us > life ? (l->us - life) * (double)block / blocks : 0;
    double at = COST_LAUNCH_US + (l->resident < blocks ? start : 0) + cycles / mhz;
    return at < l->us ? at : l->us;
}

double cost_room(const Launch *l)
{
    double blocks = (double)l->grid.x * l->grid.y * l->grid.z, sms = model.multiprocessors;
    int per_sm = launch_blocks_per_sm(l->code, l->threads, l->shared_bytes);
    double part = blocks / (per_sm > 0 ? per_sm : 1) / sms, least = 1.0 / COST_MAX_KERNELS;
    return part > 1 ? 1 : part > least ? part : least;
}

// ---- bounds -----------------------------------------------------------------------------

static double larger(double a, double b) { return a > b ? a : b; }

// Cycles of one multiprocessor. So are the results of the functions below, if not in microseconds.
static double resource_cycles(const LaunchWork *w, unsigned resource)
{
    switch (resource) {
    case RESOURCE_all: return w->all / COST_ISSUE;
    case RESOURCE_multiply: return w->multiply / COST_MULTIPLIES;
    default: return unit_rate[resource] > 0 ? w->unit[resource] / unit_rate[resource] : 0;
    }
}

static double issue_cycles(const LaunchWork *w)
{
    double longest = 0;
    for (unsigned r = 0; r < RESOURCES; r++)
        if (resource_cycles(w, r) > longest) {
            longest = resource_cycles(w, r);
            cost_decision.resource = r;
        }
    return longest;
}

double cost_slots(const Step *s, const Count *n, unsigned resource)
{
    LaunchWork w = {0};
    work_add_step(&w, s, n);
    return resource_cycles(&w, resource);
}

static double on_chip_cycles(const CostTraffic *t)
{
    return (double)t->wavefronts / COST_SHARED_WAVES +
           larger((double)t->lines / COST_L1_LINES, (double)t->sectors / COST_L1_SECTORS);
}

static double constant_cycles(const CostTraffic *t)
{
    return (double)t->constants * COST_CONSTANT_CYCLES;
}

// The bus to the host's memory has two directions.
static double host_us(const CostTraffic *t)
{
    double read = (double)t->host_read / COST_HOST_SECTORS_US +
                  (double)t->host_lines_read / COST_HOST_LINES_US;
    double written = (double)t->host_written / COST_HOST_SECTORS_US +
                     (double)t->host_lines_written / COST_HOST_LINES_US;
    return larger(read, written);
}

double cost_l2_misses(double bytes)
{
    double over = COST_L2_SLOPE * (bytes / (double)model.l2_bytes - 1);
    return over < 0 ? 0 : over > 1 ? 1 : over;
}

// How long all multiprocessors together take to move their data, in microseconds.
static double memory_us(const CostTraffic *t, double sms, double mhz)
{
    double l2 = (double)t->reads / COST_L2_READS_US + (double)t->writes / COST_L2_WRITES_US;
    double each = (double)t->beyond / COST_L2_SECTORS / sms / mhz;
    // What is written in part has to be read first.
    double dram = (64.0 * (double)t->halves + 64.0 * (double)t->partial) *
                  cost_l2_misses(32.0 * (double)t->touched);
    double first = 32.0 * (double)t->cold;
    l2 = larger(l2, (double)t->stored / COST_SLICE_STORES_US);
    return larger(larger(l2, each), larger(dram, first) / COST_DRAM_BYTES_US);
}

static double atomics_us(const CostTraffic *t)
{
    return larger((double)t->passes / COST_ATOMICS_US, t->busiest / COST_SLICE_ATOMICS_US);
}

// One wait for global memory, in cycles.
static double wait_cycles(const CostTraffic *t)
{
    double loads = larger((double)t->loads, 1), missed = (double)t->missed / loads;
    double dram = missed * cost_l2_misses(32.0 * (double)t->touched),
           first = (double)t->first / loads;
    return COST_L1_CYCLES + missed * (COST_L2_CYCLES - COST_L1_CYCLES) +
           larger(dram, first) * (COST_DRAM_CYCLES - COST_L2_CYCLES) +
           (double)t->host_loads / loads * (COST_HOST_CYCLES - COST_L2_CYCLES);
}

static CostBound longest_bound(const double us[BOUNDS])
{
    CostBound longest = BOUND_latency;
    for (unsigned b = 0; b < BOUNDS; b++)
        if (us[b] > us[longest])
            longest = (CostBound)b;
    return longest;
}

double cost_launch(const Launch *l)
{
    LaunchWork w = {0};
    for (uint32_t i = 0; i < l->nused; i++)
        add_code(&w, l->used[i]);
    double blocks = (double)l->grid.x * l->grid.y * l->grid.z;
    double sms = larger(blocks < model.multiprocessors ? blocks : model.multiprocessors, 1);
    double mhz = model.clock_khz / 1000.0;
    int per_sm = launch_blocks_per_sm(l->code, l->threads, l->shared_bytes);
    double resident = (per_sm > 0 ? per_sm : 1) * sms;
    if (resident > blocks)
        resident = larger(blocks, 1);

    CostTraffic t = w.coalesced;
    t.missed = t.loads;
    t.beyond = t.touched = t.sectors;
    t.halves = t.sectors / 2;
    if (t.touched > mem_used() / 32)
        t.touched = mem_used() / 32;
    t.cold_code = device.cold_caches;
    t.first = device.cold_caches ? t.loads : 0;
    t.cold = device.cold_caches ? t.touched : 0;
    if (device.hooks->traffic) { // measured: not as if all were coalesced
        t = (CostTraffic){0};
        EACH_HOOK(launch_traffic, (&t));
    }
    double wait = wait_cycles(&t);
    double issue = issue_cycles(&w), chip = on_chip_cycles(&t), constants = constant_cycles(&t);
    double on_chip = larger(larger(issue, chip), constants) / sms / mhz;
    double l2 = memory_us(&t, sms, mhz), atomics = atomics_us(&t), host = host_us(&t);
    double memory = larger(larger(l2, atomics), host);
    double lives = l->cycles + l->waits * wait + blocks * COST_BLOCK_CYCLES;
    double longest_life = l->most_cycles + l->most_waits * wait + COST_BLOCK_CYCLES;
    double latency = larger(lives / resident, longest_life) / mhz;
    cost_decision.wait_cycles = wait;
    cost_decision.bound = longest_bound((double[]){[BOUND_latency] = latency,
                                                   [BOUND_issue] = issue / sms / mhz,
                                                   [BOUND_chip] = chip / sms / mhz,
                                                   [BOUND_constants] = constants / sms / mhz,
                                                   [BOUND_memory] = l2,
                                                   [BOUND_atomics] = atomics,
                                                   [BOUND_host] = host});
    double starts = blocks / COST_BLOCKS_US;
    double work = larger(larger(on_chip, memory), latency);
    double longest = sqrt(work * work + starts * starts); // the two delay each other
    if (t.cold_code)                                      // it has to be fetched first
        longest += COST_DRAM_CYCLES / mhz;
    cost_load.compute += on_chip * sms / model.multiprocessors;
    cost_load.memory += memory * sms / model.multiprocessors;
    return COST_LAUNCH_US + longest;
}

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
//            word one after the other; so do threads that take turns with a lock
//   latency  a block takes as long as its longest warp takes alone (ptxas/path.c), for
//            all the blocks that are resident together; no launch is shorter than its
//            longest block
//   blocks   starting a block takes time
//
// The bounds delay each other. What a multiprocessor issues and moves on the chip, and the latency,
// are the sides of a right angle, and the time is the third side: so it is with 1 to 32 warps that
// add (sweep.cu: adds). With memory and the starts of the blocks the power is 4, not 2.
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
#include <string.h>

CostLoad cost_load;
double cost_dram_bytes_us = COST_DRAM_BYTES_US;
double cost_clock_swing = 1;
CostDecision cost_decision;

static const double unit_rate[UNIT_COUNT] = {COST_UNIT_RATES};

typedef struct {
    double unit[UNIT_COUNT]; // warp instructions
    double multiply;         // multiplications, which are among those of UNIT_INT
    double all;
    CostTraffic coalesced; // the traffic if all accesses were coalesced
} LaunchWork;

// ---- blocks: how long their warps take ------------------------------

// Loads that nobody has measured count as misses.
static WarpTime warp_time(const Warp *w, uint64_t since)
{
    uint64_t path = w->path - since;
    double waits = (double)(path >> PATH_SHIFT) + w->torn_waits;
    double each = w->loads.all ? waits / w->loads.all : 0;
    WarpTime t = {.cycles = (double)(path & (PATH_WAIT - 1)) / PATH_PER_CYCLE + w->torn_cycles,
                  .waits = waits,
                  .missed = waits,
                  .first = device.cold_caches ? waits : 0};
    if (w->loads.all) {
        t.missed = each * w->loads.missed;
        t.first = each * w->loads.first;
        t.host = each * w->loads.host;
        t.peer = each * w->loads.peer;
    }
    return t;
}

static double larger(double a, double b) { return a > b ? a : b; }

// The waits, in cycles, if this part of what the L1 cache has missed has to come from DRAM.
static double waits_cycles(const WarpTime *t, double dram)
{
    return t->waits * COST_L1_CYCLES + t->missed * (COST_L2_CYCLES - COST_L1_CYCLES) +
           larger(t->missed * dram, t->first) * (COST_DRAM_CYCLES - COST_L2_CYCLES) +
           t->host * (COST_HOST_CYCLES - COST_L2_CYCLES) +
           t->peer * (COST_PEER_CYCLES - COST_L2_CYCLES);
}

static double time_cycles(const WarpTime *t) { return t->cycles + waits_cycles(t, 0); }

static void add_time(WarpTime *sum, const WarpTime *t)
{
    sum->cycles += t->cycles;
    sum->waits += t->waits;
    sum->missed += t->missed;
    sum->first += t->first;
    sum->host += t->host;
    sum->peer += t->peer;
}

// Mostly all warps of a block have done the same since the last barrier.
static bool takes_as_long(const Warp *a, const Warp *b)
{
    return a->path == b->path && !memcmp(&a->loads, &b->loads, sizeof a->loads) &&
           (!device.shuffle ||
            (a->torn_cycles == b->torn_cycles && a->torn_waits == b->torn_waits));
}

// Adds the time of the longest warp since the last barrier to the block, and lets all go on from
// there.
static void end_phase(Block *b)
{
    WarpTime most = {0};
    double cycles = 0;
    uint64_t path = b->path, busiest = 0;
    for (uint32_t i = 0; i < b->nwarps; i++) {
        const Warp *w = b->warps[i];
        uint64_t own = w->executed - w->idle;
        b->work += own;
        busiest = own > busiest ? own : busiest;
        if (i && takes_as_long(w, b->warps[i - 1]))
            continue;
        WarpTime t = warp_time(w, b->path);
        double its = time_cycles(&t);
        if (its <= cycles)
            continue;
        most = t;
        cycles = its;
        path = w->path;
    }
    add_time(&b->time, &most);
    b->path = path;
    b->busiest += busiest;
}

void cost_barrier(Block *b)
{
    end_phase(b);
    double turns = COST_BARRIER_WARP_CYCLES * b->nwarps;
    b->time.cycles += turns;
    b->path += (uint64_t)(PATH_PER_CYCLE * turns);
    for (uint32_t i = 0; i < b->nwarps; i++) {
        Warp *w = b->warps[i];
        w->path = b->path;
        w->idle = w->look.executed = w->executed;
        if (device.shuffle)
            w->torn_cycles = w->torn_waits = 0;
        memset(&w->loads, 0, sizeof w->loads);
    }
    b->met = false;
}

void cost_block(Block *b)
{
    Launch *l = b->launch;
    end_phase(b);
    BlockCost c = {b->time, b->work, b->busiest};
    if (l->costs)
        *l->costs++ = c;
    else
        cost_add(l, &c);
}

void cost_add(Launch *l, const BlockCost *c)
{
    add_time(&l->life, &c->time);
    if (time_cycles(&c->time) > time_cycles(&l->longest))
        l->longest = c->time;
    l->work += c->work;
    l->busiest = c->busiest > l->busiest ? c->busiest : l->busiest;
}

// ---- instructions ---------------------------------------------------

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
    if (path_votes(in))
        slots = COST_VOTE_SLOTS;
    if (s->unit == UNIT_TENSOR)
        slots = path_tensor(in).slots;
    double division = path_division(in);
    if (division) { // many machine instructions
        bool wide = type_bytes(in->type[0]) == 8, real = type_class(in->type[0]) == 'F';
        w->unit[wide && real ? UNIT_FP64 : UNIT_SFU] += warps * (!real  ? COST_DIV_SFU
                                                                 : wide ? COST_DIV_FP64
                                                                        : 1);
    }
    w->unit[path_unit(in)] += warps * slots;
    w->all += warps * (slots + division);
    if (s->unit != UNIT_MEM)
        return;
    CostTraffic *t = &w->coalesced;
    uint64_t bytes = n->threads * s->elem * (s->nvec ? s->nvec : 1);
    if (s->space == SPACE_shared) {
        t->wavefronts += n->warps;
    } else if (s->space == SPACE_global || s->space == SPACE_generic || s->space == SPACE_local) {
        bool load = in->op == OP_ld || in->op == OP_tex || in->op == OP_tld4 || in->op == OP_suld_b,
             atomic = in->op == OP_atom || in->op == OP_red;
        t->requests += n->warps;
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
    double life = (l->life.cycles + l->life.waits * COST_L2_CYCLES) / blocks / mhz;
    double start = l->us > life ? (l->us - life) * (double)block / blocks : 0;
    double at = COST_LAUNCH_US + (l->resident < blocks ? start : 0) + cycles / mhz;
    return at < l->us ? at : l->us;
}

CostPeak cost_peak(void)
{
    enum { LINE = 128, UNITS = 5 }; // the L2 cache reads a line: four sectors, and the line itself
    return (CostPeak){COST_ISSUE * model.multiprocessors * model.clock_khz / 1000.0,
                      cost_dram_bytes_us, COST_L2_READS_US / UNITS * LINE};
}

double cost_room(const Launch *l)
{
    double blocks = (double)l->grid.x * l->grid.y * l->grid.z, sms = model.multiprocessors;
    int per_sm = launch_blocks_per_sm(l->code, l->threads, l->shared_bytes);
    double part = blocks / (per_sm > 0 ? per_sm : 1) / sms, least = 1.0 / COST_MAX_KERNELS;
    return part > 1 ? 1 : part > least ? part : least;
}

// ---- bounds ---------------------------------------------------------

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
           larger(larger((double)t->lines / COST_L1_LINES, (double)t->sectors / COST_L1_SECTORS),
                  (double)t->requests / COST_L1_REQUESTS);
}

static double constant_cycles(const CostTraffic *t)
{
    return (double)t->constants * COST_CONSTANT_CYCLES;
}

// The bus to the host's memory has two directions, and so have the links to other devices.
static double host_us(const CostTraffic *t)
{
    double read = (double)t->host_read / COST_HOST_SECTORS_US +
                  (double)t->host_lines_read / COST_HOST_LINES_US;
    double written = (double)t->host_written / COST_HOST_SECTORS_US +
                     (double)t->host_lines_written / COST_HOST_LINES_US;
    double peer = larger((double)t->peer_read, (double)t->peer_written) /
                  (model.pcie ? COST_PEER_PCIE / 32 : COST_PEER_SECTORS_US);
    return larger(larger(read, written), peer);
}

double cost_l2_misses(double bytes)
{
    double over = COST_L2_SLOPE * (bytes / (double)model.l2_bytes - 1);
    return over < 0 ? 0 : over > 1 ? 1 : over;
}

// What part of the units of 64 bytes has to come from DRAM, or go there.
static double dram_part(const CostTraffic *t)
{
    double all = (double)t->halves, again = (double)t->again;
    double misses = cost_l2_misses(32.0 * (double)t->touched);
    if (all == 0 || again > all)
        return misses;
    return ((all - again) * misses + t->lost) / all;
}

// How long all multiprocessors together take to move their data, in microseconds.
static double memory_us(const CostTraffic *t, double sms, double mhz)
{
    double l2 = (double)t->reads / COST_L2_READS_US + (double)t->writes / COST_L2_WRITES_US;
    double each = (double)t->beyond / COST_L2_SECTORS / sms / mhz;
    // What is written in part has to be read first.
    double dram = (64.0 * (double)t->halves + 64.0 * (double)t->partial) * dram_part(t);
    double first = 32.0 * (double)t->cold;
    l2 = larger(l2, (double)t->stored / COST_SLICE_STORES_US);
    return larger(larger(l2, each), larger(dram, first) / cost_dram_bytes_us);
}

static double atomics_us(const CostTraffic *t)
{
    double chain = t->chain / (model.clock_khz / 1000.0);
    double passes = (double)t->passes / COST_ATOMICS_US;
    return larger(larger(passes, t->busiest / COST_SLICE_ATOMICS_US), chain);
}

// One wait for global memory, in cycles.
static double wait_cycles(const CostTraffic *t)
{
    double loads = larger((double)t->loads, 1), missed = (double)t->missed / loads;
    double dram = missed * dram_part(t), first = (double)t->first / loads;
    return COST_L1_CYCLES + missed * (COST_L2_CYCLES - COST_L1_CYCLES) +
           larger(dram, first) * (COST_DRAM_CYCLES - COST_L2_CYCLES) +
           (double)t->host_loads / loads * (COST_HOST_CYCLES - COST_L2_CYCLES) +
           (double)t->peer_loads / loads * (COST_PEER_CYCLES - COST_L2_CYCLES);
}

static CostBound longest_bound(const double us[BOUNDS])
{
    CostBound longest = BOUND_latency;
    for (unsigned b = 0; b < BOUNDS; b++)
        if (us[b] > us[longest])
            longest = (CostBound)b;
    return longest;
}

// What global memory has moved: as the observers have measured it; without them, as if all accesses
// were coalesced.
static CostTraffic launch_traffic(const LaunchWork *w)
{
    CostTraffic t = w->coalesced;
    t.missed = t.loads;
    t.beyond = t.touched = t.sectors;
    t.halves = t.sectors / 2;
    if (t.touched > mem_used() / 32)
        t.touched = mem_used() / 32;
    t.cold_code = device.cold_caches;
    t.first = device.cold_caches ? t.loads : 0;
    t.cold = device.cold_caches ? t.touched : 0;
    EACH_HOOK(launch_traffic, (&t));
    return t;
}

// The time of the longest of all warps, or of all warps one after the other on the blocks that
// have room at a time: whichever is longer. `starts`: what part of the time blocks take to start.
static double latency_us(const Launch *l, const CostTraffic *t, double blocks, double sms,
                         double *starts)
{
    double mhz = model.clock_khz / 1000.0, dram = dram_part(t);
    int per_sm = launch_blocks_per_sm(l->code, l->threads, l->shared_bytes);
    double resident = (per_sm > 0 ? per_sm : 1) * sms;
    if (resident > blocks)
        resident = larger(blocks, 1);
    double lives = l->life.cycles + waits_cycles(&l->life, dram) + blocks * COST_BLOCK_CYCLES;
    double longest_life = l->longest.cycles + waits_cycles(&l->longest, dram) + COST_BLOCK_CYCLES;
    *starts =
        COST_BLOCK_CYCLES * (lives / resident > longest_life ? blocks / lives : 1 / longest_life);
    return larger(lives / resident, longest_life) / mhz;
}

static double norm4(double a, double b, double c)
{
    return pow(pow(a, 4) + pow(b, 4) + pow(c, 4), 0.25);
}

// Each resource alone would need some time for its share of the launch, and no launch is faster
// than its slowest resource. Where two resources need about as long, neither is always busy,
// because each waits for the other at times: the launch takes longer than the larger of both. A
// norm says so: norms of a high order are near to the maximum (memory and the multiprocessors work
// side by side), and one of order 2 is further away (a warp cannot issue while it waits).
double cost_launch(const Launch *l)
{
    LaunchWork w = {0};
    for (uint32_t i = 0; i < l->nused; i++)
        add_code(&w, l->used[i]);
    double blocks = (double)l->grid.x * l->grid.y * l->grid.z;
    double sms = larger(blocks < model.multiprocessors ? blocks : model.multiprocessors, 1);
    double mhz = model.clock_khz / 1000.0;
    CostTraffic t = launch_traffic(&w);
    double chip = on_chip_cycles(&t);
    chip += (double)t.remote * ((uint64_t)l->cluster.x * l->cluster.y * l->cluster.z > 2
                                    ? COST_REMOTE_CYCLES
                                    : COST_REMOTE_PAIR_CYCLES);
    double starts;
    const double us[BOUNDS] = {
        [BOUND_latency] = latency_us(l, &t, blocks, sms, &starts),
        [BOUND_issue] = issue_cycles(&w) / sms / mhz,
        [BOUND_chip] = chip / sms / mhz,
        [BOUND_constants] = constant_cycles(&t) / sms / mhz,
        [BOUND_memory] = memory_us(&t, sms, mhz),
        [BOUND_atomics] = atomics_us(&t),
        [BOUND_host] = host_us(&t),
    };
    cost_decision.wait_cycles = wait_cycles(&t);
    cost_decision.bound = longest_bound(us);
    double on_chip = larger(larger(us[BOUND_issue], us[BOUND_chip]), us[BOUND_constants]);
    double memory = larger(larger(us[BOUND_memory], us[BOUND_atomics]), us[BOUND_host]);
    double longest = norm4(hypot(on_chip, us[BOUND_latency]), memory, blocks / COST_BLOCKS_US);
    double cold = t.cold_code ? COST_DRAM_CYCLES / mhz : 0; // the code has to be fetched first
    memcpy(cost_decision.us, us, sizeof us);
    cost_decision.slots = w.all;
    cost_decision.sectors = (double)t.beyond;
    starts = blocks / COST_BLOCKS_US >= us[cost_decision.bound] ? 1
             : cost_decision.bound == BOUND_latency             ? starts
                                                                : 0;
    cost_decision.start_us = COST_LAUNCH_US + cold + starts * longest;
    longest += cold;
    cost_load.compute += on_chip * sms / model.multiprocessors;
    cost_load.memory += memory * sms / model.multiprocessors;
    return COST_LAUNCH_US + longest;
}

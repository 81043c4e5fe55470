// launch.c - one grid from start to end: which blocks are alive, and in which
// order they run.
//
// In the plain schedule a block runs until it is done. The next block begins earlier
// only if this one must wait for others (it spins, or a long quantum is over); at most
// as many blocks are alive as the modelled GPU would hold. In the shuffled schedule
// several blocks are alive from the start and take short turns; the seed decides which.
// The blocks of a cluster begin together, and a block that waits for the others gets
// no turn.
//
// A grid that only spins waits for something outside of it: the host, or another grid.
// If the caller can do something else, the grid is put aside and resumed later. It is
// given up when nothing is left that could change what it waits for. Before that, virtual
// time passes for it if its threads look at a clock: they may wait with a limit.
#include "alloc.h"
#include "sim/device_runtime/device_runtime.h"
#include "exec.h"
#include "jobs.h"

#include <fenv.h>
#include <stdlib.h>
#include <sys/prctl.h>

#include "cudasim.h"

enum {
    SHUFFLE_BLOCKS = 12,
    IDLE_ROUNDS = 40,
    REPORT_SIZE = 1500,
    AGAIN_ROUNDS = 3 // resumed, in order: enough to see whether something has changed
};
// A grid that reads the host's memory lets the host continue after this many warp
// instructions, since the grid may never end by itself.
#define LONG_LOOK (1u << 24)

// splitmix64 (Steele, Lea, Flood 2014)
uint64_t launch_random(Launch *l)
{
    uint64_t z = (l->rng += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t t = a % b;
        a = b, b = t;
    }
    return a;
}

// The order of blocks: i -> (i * step + first) mod total, a permutation.
typedef struct {
    uint64_t total, step, first, next;
} BlockOrder;

static BlockOrder order_begin(Launch *l, uint64_t total)
{
    BlockOrder o = {.total = total, .step = 1};
    if (device.reorder && total > 1) {
        o.first = launch_random(l) % total;
        do
            o.step = 1 + launch_random(l) % (total < 1u << 31 ? total : 1u << 31);
        while (gcd(o.step, total) != 1);
    }
    return o;
}

static uint64_t order_next(BlockOrder *o)
{
    if (o->step == 1 && !o->first)
        return o->next++;
    return (uint64_t)(((unsigned __int128)o->next++ * o->step + o->first) % o->total);
}

typedef struct GridRun {
    Launch *l;
    uint32_t size;    // blocks of a cluster
    BlockOrder order; // of clusters
    uint64_t end;     // of the order: the first cluster that is not to run
    Block **pool;     // finished block objects, to be used again
    uint32_t npool;
    uint32_t turn;   // the block whose turn it is
    uint32_t want;   // blocks that are to be alive
    uint32_t rounds; // after this many without a change it waits
    // Put aside:
    Count **counts; // a copy of the counts of its functions, which other grids use, too
    uint64_t time_ns;
} GridRun;

// All blocks of a cluster begin together; a block by itself is a cluster of one.
static bool start_cluster(GridRun *g)
{
    Launch *l = g->l;
    Block *blocks[MAX_CLUSTER];
    uint64_t cluster = order_next(&g->order);
    for (uint32_t i = 0; i < g->size; i++) {
        Block *b = blocks[i] = g->npool ? g->pool[--g->npool] : block_new(l);
        if (!b) {
            while (i)
                g->pool[g->npool++] = blocks[--i];
            l->status = LAUNCH_no_memory;
            l->stop = true;
            return false;
        }
        block_begin(b, cluster_block(l, cluster, i));
    }
    if (g->size > 1)
        cluster_begin(blocks, g->size);
    for (uint32_t i = 0; i < g->size; i++) {
        l->blocks[l->nblocks++] = blocks[i];
        EACH_HOOK(block_begin, (blocks[i]));
    }
    return true;
}

// Blocks of a cluster stay until all are done: the others may still access
// their memory.
static void end_cluster(GridRun *g, const Cluster *c)
{
    Launch *l = g->l;
    uint32_t n = c->n;
    Block *blocks[MAX_CLUSTER];
    memcpy(blocks, c->blocks, n * sizeof *blocks);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < l->nblocks; i++)
        if (l->blocks[i]->cluster != c)
            l->blocks[kept++] = l->blocks[i];
    l->nblocks = kept;
    for (uint32_t i = 0; i < n; i++) {
        EACH_HOOK(block_end, (blocks[i]));
        cost_block(blocks[i]);
    }
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; blocks[i]->live && k < blocks[i]->nwarps; k++)
            warp_abandon(blocks[i]->warps[k]);
        g->pool[g->npool++] = blocks[i];
    }
}

// The first block from number i on that does not wait for others of its cluster.
static uint32_t next_block(const Launch *l, uint32_t i)
{
    for (uint32_t k = 0; k < l->nblocks && l->blocks[i]->waits; k++)
        i = i + 1 < l->nblocks ? i + 1 : 0;
    return i;
}

// In the cluster `only`, or (NULL) among all the blocks that are alive.
static void report_deadlock(Launch *l, const Cluster *only)
{
    char text[REPORT_SIZE] = "";
    Block *const *blocks = only ? only->blocks : l->blocks;
    uint32_t n = only ? only->n : l->nblocks, told = 0;
    const Block *b = NULL;
    for (uint32_t i = 0; i < n && told < 4; i++) {
        if (!blocks[i]->live)
            continue;
        if (!told++)
            b = blocks[i];
        block_describe(blocks[i], text, sizeof text);
    }
    Warp *w = b->warps[0];
    for (uint32_t i = 0; i < b->nwarps && !w->live; i++)
        w = b->warps[i];
    const Group *g = &w->groups[0];
    const Step *at = g->frame ? group_waits_at(g, &w->frame) : l->code->steps;
    fault_raise(
        l, &(Fault){.kind = FAULT_deadlock, .warp = w, .step = at, .mask = g->mask, .text = text});
    l->stop = true;
}

static bool long_look(Launch *l, uint64_t pause)
{
    if (!l->may_wait || !l->host_looks || l->executed < pause)
        return false;
    device.changes++; // time has passed: no deadlock
    l->status = LAUNCH_waits;
    return true;
}

// ---- waiting with a limit -------------------------------------------
//
// A thread that waits reads its clock again and again. A thread that has read the clock once, and
// then waits without it, must not wait forever: so each step of time needs a new reading.

// Or it counts how often it looks (intent_counters): then the grid goes on as long as the counts
// change. Virtual time passes by what it executes.

enum { FIRST_NS = 1000, PART = 8, MOST_COUNTERS = 8, MOST_COUNT_STEPS = 1 << 15 };
#define LONGEST_NS (1ull << 40) // 18 minutes: no limit, but a loop in which a clock is read

static uint64_t mix(uint64_t hash, uint64_t v)
{
    hash = (hash ^ v) * 0x9e3779b97f4a7c15ull;
    return hash ^ hash >> 29;
}

// The counters of the loops of this function around a step, in all lanes of a group.
static uint64_t hash_counters(const Group *g, const Frame *f, const Inst *in, uint64_t hash)
{
    int32_t regs[MOST_COUNTERS];
    unsigned n = in ? intent_counters(f->code->func, in, regs, MOST_COUNTERS) : 0;
    for (unsigned i = 0; i < n; i++) {
        uint32_t at = code_register(f->code, (uint32_t)regs[i]);
        unsigned bytes = type_bytes((Type)f->code->func->reg_type[regs[i]]);
        for (uint32_t m = g->mask; bytes && m; m &= m - 1) {
            unsigned l = (unsigned)__builtin_ctz(m);
            hash = mix(hash, bytes == 8 ? ((const uint64_t *)(f->regs + at))[l]
                                        : ((const uint32_t *)(f->regs + at))[l]);
        }
    }
    return hash;
}

// Does a thread of the grid count how often it has looked, and has the count changed?
static bool counts_on(Launch *l)
{
    uint64_t hash = 0;
    for (uint32_t b = 0; b < l->nblocks; b++)
        for (uint32_t i = 0; i < l->blocks[b]->nwarps; i++) {
            const Warp *w = l->blocks[b]->warps[i];
            for (uint32_t k = 0; w->live && k < w->ngroups; k++) {
                const Group *g = &w->groups[k];
                uint32_t pc = g->pc;
                for (const Frame *f = g->frame; f; pc = f->ret_pc, f = f->caller)
                    hash = hash_counters(g, f, pc ? f->code->steps[pc - 1].inst : NULL, hash);
            }
        }
    bool changed = hash && hash != l->counted;
    l->counted = hash;
    return changed && l->count_steps++ < MOST_COUNT_STEPS;
}

// How far time goes on now; 0: not at all.
static uint64_t time_step(Launch *l, uint64_t ns)
{
    if (l->waited_changes != device.changes)
        l->waited_ns = 0;
    if (!l->clock_read)
        return counts_on(l);
    if (l->waited_ns >= LONGEST_NS)
        return 0;
    if (!ns)
        ns = l->waited_ns / PART > FIRST_NS ? l->waited_ns / PART : FIRST_NS;
    l->clock_read = false;
    l->waited_ns += ns;
    l->passed_ns += ns;
    l->waited_changes = device.changes;
    return ns;
}

static bool pass_time_here(GridRun *g)
{
    uint64_t ns = time_step(g->l, 0);
    device.time_ns += ns;
    if (ns && !device.shuffle)
        g->rounds = AGAIN_ROUNDS;
    return ns > 0;
}

bool launch_pass_time(Launch *l, uint64_t ns)
{
    ns = time_step(l, ns);
    l->state->time_ns += ns;
    return ns > 0;
}

// What the grid has counted and what was found so far is reported, as after a fault.
static void interrupt(Launch *l)
{
    l->stop = true;
    if (l->status == LAUNCH_ok)
        l->status = LAUNCH_timeout;
}

static void run_grid(GridRun *g);

static void run_chunk(void *grid, uint64_t from, uint64_t to)
{
    GridRun *g = grid;
    g->order.next = from;
    g->end = to;
    run_grid(g);
}

// Lets other processes run the blocks that have not begun. False: they are to run here.
static bool divide(GridRun *g)
{
    uint64_t done = g->order.next, end = g->end;
    if (device.jobs < 2 || jobs_apart || g->size > 1 || !jobs_worth(g->l, done, end - done) ||
        !jobs_run(g->l, done, end, run_chunk, g))
        return false;
    g->order.next = end;
    if (device.progress)
        device.progress(g->l, end, end);
    return true;
}

// Runs the grid until it has ended, or must wait.
static void run_grid(GridRun *g)
{
    Launch *l = g->l;
    uint64_t total = g->end, changes = device.changes, pause = l->executed + LONG_LOOK;
    uint32_t idle = 0;
    bool begins = device.orders && !g->order.next;
    while (!l->stop && (l->nblocks || g->order.next < total)) {
        if (!l->nblocks && divide(g))
            continue;
        while (l->nblocks < g->want && l->nblocks < l->resident && g->order.next < total)
            if (!start_cluster(g))
                return;
        if (begins)
            g->turn = orders_first_block(l);
        begins = false;
        for (uint32_t k = 0; l->next && k < l->nblocks; k++)
            if (l->blocks[k] == l->next)
                g->turn = k;
        l->next = NULL;
        if (g->turn >= l->nblocks)
            g->turn = 0;
        uint32_t i =
            next_block(l, device.shuffle ? (uint32_t)(launch_random(l) % l->nblocks) : g->turn);
        Cluster *c = l->blocks[i]->cluster;
        WarpTurn how = block_run(l->blocks[i]);
        if (__builtin_expect(device.interrupted, 0))
            interrupt(l);
        if (device.progress)
            device.progress(l, g->order.next * g->size - l->nblocks, total * g->size);
        if (l->stop) // after a fault; not a deadlock
            return;
        if (__builtin_expect(jobs_apart, 0) && how != TURN_done)
            jobs_give_up(); // others are to have a turn
        switch (how) {
        case TURN_done:
        case TURN_blocked: // every thread waits at a barrier of its block or of its cluster
            idle = 0;
            l->blocks[i]->waits = true;
            if (cluster_done(c)) {
                end_cluster(g, c);
            } else if (cluster_stuck(c)) {
                report_deadlock(l, c);
                return;
            }
            continue;
        case TURN_preempted:
            idle = 0;
            if (long_look(l, pause))
                return;
            continue;
        case TURN_yielded: // spins on something another block may change
            break;
        }
        g->turn = i + 1;
        if (device.changes != changes || l->blocks[i]->busy) {
            changes = device.changes;
            idle = 0;
        }
        idle++;
        if (g->turn >= l->nblocks || device.shuffle) {
            bool room = l->nblocks < l->resident && g->order.next < total;
            bool stuck = !room && idle > g->rounds * (l->nblocks + 1);
            if (room && g->want <= l->nblocks)
                g->want = l->nblocks + 1;
            else if (stuck && l->may_wait) {
                l->status = LAUNCH_waits;
                return;
            } else if (stuck && pass_time_here(g)) {
                idle = 0;
            } else if (stuck) {
                report_deadlock(l, NULL);
            }
        }
        if (long_look(l, pause))
            return;
    }
}

// An empty kernel. Its blocks, perhaps 2^31, need not be run one by one, unless an observer
// wants to see each block.
static bool does_nothing(const Launch *l)
{
    const Step *s = l->code->steps;
    bool ends = s->inst && (s->inst->op == OP_ret || s->inst->op == OP_exit);
    return ends && s->guard == SLOT_NONE && !device.hooks->n && !device.budget;
}

static void do_nothing(Launch *l, uint64_t blocks)
{
    l->executed = blocks * l->warps;
    l->code->counts[0] = (Count){.warps = l->executed, .threads = blocks * l->threads};
}

static void reset_counts(Launch *l)
{
    for (uint32_t i = 0; i < l->nused; i++)
        memset(l->used[i]->counts, 0, l->used[i]->nsteps * sizeof(Count));
}

// The grid does not use the floating-point modes of the host: the program may flush
// subnormals on the host.
static void run_apart(GridRun *g)
{
    fenv_t host;
    char name[16];
    fegetenv(&host);
    fesetenv(FE_DFL_ENV);
    if (device.has_budget_left) { // whoever gives a budget can see what it is spent for
        prctl(PR_GET_NAME, name);
        prctl(PR_SET_NAME, CUDASIM_KERNEL_RUNS);
    }
    run_grid(g);
    for (uint32_t i = 0; i < g->l->nused; i++)
        row_counts(g->l->used[i]);
    if (device.has_budget_left)
        prctl(PR_SET_NAME, name);
    fesetenv(&host);
}

static void grid_free(GridRun *g)
{
    while (g->npool)
        block_free(g->pool[--g->npool]);
    free(g->pool);
    for (uint32_t i = 0; g->counts && i < g->l->nused; i++)
        free(g->counts[i]);
    free(g->counts);
    free(g);
}

// A budget also ends kernels that make an observer work without end, however fast the machine is.
void launch_charge(Launch *l)
{
    uint64_t work = device.charge;
    device.charge = 0;
    if (l->limit == UINT64_MAX)
        return;
    l->charged += work;
    l->limit -= work < l->limit ? work : l->limit;
}

void launch_set_budget(uint64_t one, uint64_t all)
{
    device.budget = one;
    device.budget_left = all;
    device.has_budget_left = all > 0;
}

static LaunchStatus launch_finish(Launch *l, LaunchStatus status)
{
    GridRun *g = l->state;
    uint64_t spent = l->executed + l->charged;
    device.budget_left -= spent < device.budget_left ? spent : device.budget_left;
    l->status = status;
    while (l->nblocks)
        end_cluster(g, l->blocks[0]->cluster);
    uint64_t blocks = (uint64_t)l->grid.x * l->grid.y * l->grid.z;
    l->code->each = l->executed / (blocks ? blocks : 1);
    double swing = l->serial % 2 ? cost_clock_swing : 1;
    l->us = swing * cost_launch(l) + (double)l->passed_ns / 1000;
    EACH_HOOK(launch_end, (l));
    grid_free(g);
    free(l->blocks);
    l->blocks = NULL;
    l->state = NULL;
    children_run(l);
    return l->status;
}

// What a grid counts while it only spins is forgotten: how often it reads the flag is chance.
static LaunchStatus put_aside(GridRun *g, bool moved)
{
    Launch *l = g->l;
    EACH_HOOK(launch_pause, (l));
    if (!g->counts)
        g->counts = must_calloc(l->nused, sizeof *g->counts);
    for (uint32_t i = 0; moved && i < l->nused; i++) {
        size_t bytes = l->used[i]->nsteps * sizeof(Count);
        if (!g->counts[i])
            g->counts[i] = must_malloc(bytes, 1);
        memcpy(g->counts[i], l->used[i]->counts, bytes);
    }
    g->time_ns = device.time_ns;
    return LAUNCH_waits;
}

static void take_up(GridRun *g)
{
    Launch *l = g->l;
    for (uint32_t i = 0; g->counts && i < l->nused; i++)
        if (g->counts[i])
            memcpy(l->used[i]->counts, g->counts[i], l->used[i]->nsteps * sizeof(Count));
    device.time_ns = g->time_ns;
    l->status = LAUNCH_ok;
    EACH_HOOK(launch_resume, (l));
}

LaunchStatus launch_run(Launch *l)
{
    uint64_t total = (uint64_t)l->grid.x * l->grid.y * l->grid.z;
    l->threads = l->block.x * l->block.y * l->block.z;
    l->warps = (l->threads + WARP_SIZE - 1) / WARP_SIZE;
    l->shared_bytes = l->code->shared_bytes + l->dynamic_shared;
    l->status = LAUNCH_ok;
    l->executed = l->work = l->busiest = 0;
    l->life = l->longest = (WarpTime){0};
    l->stop = false;
    l->begin_ns = device.time_ns;
    l->clock_read = false;
    l->passed_ns = l->waited_ns = 0;
    l->counted = l->count_steps = 0;
    l->charged = device.charge = 0;
    l->limit = device.budget ? device.budget : UINT64_MAX;
    if (device.has_budget_left && device.budget_left < l->limit)
        l->limit = device.budget_left;
    l->serial = device.launches++;
    l->rng = device.seed * 0x9e3779b97f4a7c15ull + l->serial;
    int per_sm = launch_blocks_per_sm(l->code, l->threads, l->shared_bytes);
    uint64_t resident = (uint64_t)(per_sm > 0 ? per_sm : 1) * (uint64_t)model.multiprocessors;
    uint32_t size = launch_cluster_size(l);
    resident = resident < size ? size : resident / size * size;
    l->resident = (uint32_t)(resident < total ? resident : total);
    l->nblocks = 0;
    l->used = program_codes(l->code, &l->nused);
    reset_counts(l);
    GridRun *g = must_calloc(1, sizeof *g);
    l->blocks = must_calloc(l->resident, sizeof *l->blocks);
    Block **pool = must_calloc(l->resident, sizeof *pool);
    l->state = g;
    *g = (GridRun){.l = l,
                   .size = size,
                   .order = order_begin(l, total / size),
                   .end = total / size,
                   .pool = pool,
                   .want = l->cooperative        ? l->resident
                           : device.shuffle      ? SHUFFLE_BLOCKS
                           : device.orders       ? orders_alive(l)
                           : device.blocks_alive ? device.blocks_alive
                                                 : 1,
                   .rounds = IDLE_ROUNDS};
    l->host_looks = l->divided = false;
    l->costs = NULL;
    l->next = NULL;
    EACH_HOOK(launch_begin, (l));
    if (does_nothing(l))
        do_nothing(l, total);
    else
        run_apart(g);
    return l->status == LAUNCH_waits ? put_aside(g, true) : launch_finish(l, l->status);
}

LaunchStatus launch_resume(Launch *l)
{
    GridRun *g = l->state;
    uint64_t executed = l->executed, changes = device.changes;
    take_up(g);
    g->rounds = device.shuffle ? IDLE_ROUNDS : AGAIN_ROUNDS;
    run_apart(g);
    if (l->status != LAUNCH_waits)
        return launch_finish(l, l->status);
    bool moved = device.changes != changes;
    if (!moved) {
        device.time_ns += l->executed - executed; // no clock may go back
        l->executed = executed;
    }
    return put_aside(g, moved);
}

LaunchStatus launch_give_up(Launch *l, bool deadlock)
{
    GridRun *g = l->state;
    take_up(g);
    if (deadlock)
        report_deadlock(l, NULL);
    return launch_finish(l, l->status);
}

// observe.h - a hand-made launch, to test observers without a program: step i of its kernel is on
// line i of a source file, and a test sends events by calling the hooks.
#pragma once

#include "common/cudasim/observers/counters/counters.h"

#include "suite.h"
#include <stdlib.h>

enum { STEPS = 100, MAX_TEST_BLOCKS = 8 };

static struct {
    Launch launch;
    Code code;
    Func func;
    Module module;
    Inst inst[STEPS];
    Step step[STEPS];
    Count count[STEPS];
    Loc loc[STEPS];
    const char *file[2];
    Code *used[1];
    Block block[MAX_TEST_BLOCKS];
    Warp *warps[MAX_TEST_BLOCKS][MAX_WARPS];
    Frame frame;
    unsigned nblocks;
    uint8_t memory[MAX_TEST_BLOCKS][4096]; // shared memory of each block
} t;

static unsigned world_cluster = 1; // blocks of a cluster, for the next world()
static uint64_t lane_addr[WARP_SIZE];
static uint8_t *lane_bytes[WARP_SIZE];
static uint8_t lane_value[WARP_SIZE * 32];

static inline void begin_world(unsigned blocks, unsigned threads)
{
    t.nblocks = blocks;
    EACH_HOOK(launch_begin, (&t.launch));
    for (unsigned b = 0; b < blocks; b++) {
        unsigned rank = b % world_cluster;
        Block *k = &t.block[b];
        *k = (Block){.launch = &t.launch,
                     .id = {b, 0, 0},
                     .index = b,
                     .shared = t.memory[b],
                     .nwarps = t.launch.warps,
                     .live_threads = threads,
                     .warps = t.warps[b],
                     .cluster = &t.block[b - rank].own,
                     .cluster_rank = rank};
        if (!rank)
            k->own.n = world_cluster;
        k->cluster->blocks[rank] = k;
        for (unsigned w = 0; w < k->nwarps; w++) {
            Warp *x = aligned_alloc(64, (sizeof(Warp) + 63) / 64 * 64);
            memset(x, 0, sizeof *x);
            x->launch = &t.launch;
            x->block = k;
            x->index = w;
            x->frame = &t.frame;
            x->code = t.step;
            unsigned rest = threads - w * WARP_SIZE;
            x->lanes = x->live = rest >= WARP_SIZE ? FULL_MASK : (1u << rest) - 1;
            for (unsigned l = 0; l < WARP_SIZE; l++)
                x->tid[0][l] = w * WARP_SIZE + l;
            t.warps[b][w] = x;
        }
        EACH_HOOK(block_begin, (k));
    }
}

// A launch of `blocks` blocks of `threads` threads, with the observers `tool`.
static inline void world(const char *tool, unsigned blocks, unsigned threads)
{
    char options[200];
    snprintf(options, sizeof options, "tool=%s;counters=/dev/null;report=none", tool);
    device.hooks = &hooks_all;
    ck_assert_int_eq(observers_init(options), 0);
    t.file[1] = "/home/me/kernel.cu";
    t.module = (Module){.files = t.file, .nfiles = 2, .locs = t.loc, .nlocs = STEPS};
    t.func = (Func){.name = "k", .module = &t.module, .insts = t.inst, .ninsts = STEPS};
    for (unsigned i = 0; i < STEPS; i++) {
        t.loc[i] = (Loc){.file = 1, .line = i};
        t.inst[i] = (Inst){.op = OP_add, .loc = i};
        t.step[i] = (Step){.inst = &t.inst[i]};
    }
    facts_free(t.code.facts);
    t.code = (Code){.func = &t.func,
                    .facts = facts_new(&t.func, NULL, 0),
                    .name = "kernel(int*)",
                    .steps = t.step,
                    .nsteps = STEPS,
                    .counts = t.count};
    t.used[0] = &t.code;
    t.frame = (Frame){.code = &t.code};
    t.launch = (Launch){.code = &t.code,
                        .grid = {blocks, 1, 1},
                        .block = {threads, 1, 1},
                        .shared_bytes = 4096,
                        .threads = threads,
                        .warps = (threads + 31) / 32,
                        .used = t.used,
                        .nused = 1};
    begin_world(blocks, threads);
}

// The same kernel once more.
static inline void world_again(void)
{
    memset(t.count, 0, sizeof t.count);
    begin_world(t.launch.grid.x, t.launch.threads);
}

// Ends the blocks, not the launch: findings can still be looked at.
static inline void world_end(void)
{
    for (unsigned b = 0; b < t.nblocks; b++) {
        EACH_HOOK(block_end, (&t.block[b]));
        for (unsigned w = 0; w < t.block[b].nwarps; w++)
            free(t.warps[b][w]);
    }
    EACH_HOOK(launch_end, (&t.launch));
}

static inline uint8_t pattern_of_lanes(uint32_t mask, unsigned width)
{
    int first = __builtin_ctz(mask), last = 31 - __builtin_clz(mask);
    bool run = true, same = true;
    for (int l = first; l <= last; l++) {
        run &= mask >> l & 1 && lane_addr[l] == lane_addr[first] + (uint64_t)(l - first) * width;
        same &= !(mask >> l & 1) || lane_addr[l] == lane_addr[first];
    }
    return run ? PATTERN_contiguous : same ? PATTERN_uniform : PATTERN_any;
}

// clang-format off
// Sends the access that lane_addr (and lane_value) describe.
static inline void send(unsigned b, unsigned w, unsigned step, uint32_t mask, AccessKind kind,
                        Space space, unsigned width, Order order, Scope scope)
{
    for (int l = 0; l < WARP_SIZE; l++)
        lane_bytes[l] = t.memory[b] + lane_addr[l] % 4096;
    t.warps[b][w]->mask = mask;
    Access a = {.warp = t.warps[b][w], .step = &t.step[step], .index = step, .mask = mask,
                .kind = kind, .space = space, .width = width, .elem = width, .order = order,
                .scope = scope, .pattern = pattern_of_lanes(mask, width), .addr = lane_addr,
                .bytes = lane_bytes, .value = kind == ACCESS_load ? NULL : lane_value,
                .value_stride = 32};
    static const uint16_t op[] = {OP_ld, OP_st, OP_atom, OP_red};
    t.inst[step].op = op[kind];
    EACH_HOOK(access, (&a));
    if (kind == ACCESS_store)
        for (int l = 0; l < WARP_SIZE; l++)
            if (mask >> l & 1)
                memcpy(lane_bytes[l], lane_value + 32 * l, width);
}
// clang-format on

// Lane l of the warp at base + l * stride; a store writes values never used before.
static inline void access_at(unsigned b, unsigned w, unsigned step, uint32_t mask, AccessKind kind,
                             Space space, uint64_t base, uint64_t stride, Order order, Scope scope)
{
    static uint32_t fresh = 1000;
    for (int l = 0; l < WARP_SIZE; l++) {
        lane_addr[l] = base + (uint64_t)l * stride;
        fresh++;
        memcpy(lane_value + 32 * l, &fresh, 4);
    }
    send(b, w, step, mask, kind, space, 4, order, scope);
}

#define ALL FULL_MASK
#define S_LOAD(b, w, step, mask, base, stride) \
    access_at(b, w, step, mask, ACCESS_load, SPACE_shared, base, stride, ORDER_weak, SCOPE_none)
#define S_STORE(b, w, step, mask, base, stride) \
    access_at(b, w, step, mask, ACCESS_store, SPACE_shared, base, stride, ORDER_weak, SCOPE_none)
#define G_LOAD(b, w, step, mask, base, stride) \
    access_at(b, w, step, mask, ACCESS_load, SPACE_global, base, stride, ORDER_weak, SCOPE_none)
#define G_STORE(b, w, step, mask, base, stride) \
    access_at(b, w, step, mask, ACCESS_store, SPACE_global, base, stride, ORDER_weak, SCOPE_none)
#define G_VOLATILE_LOAD(b, w, step, mask, base) \
    access_at(b, w, step, mask, ACCESS_load, SPACE_global, base, 0, ORDER_relaxed, SCOPE_sys)
#define G_VOLATILE_STORE(b, w, step, mask, base) \
    access_at(b, w, step, mask, ACCESS_store, SPACE_global, base, 0, ORDER_relaxed, SCOPE_sys)
#define G_ATOMIC(b, w, step, mask, base) \
    access_at(b, w, step, mask, ACCESS_atom, SPACE_global, base, 0, ORDER_relaxed, SCOPE_gpu)

static inline void arrive(unsigned b, unsigned w, unsigned step, uint32_t mask, uint32_t id,
                          bool arrive_only)
{
    t.inst[step].op = OP_bar_sync;
    t.inst[step].nopnd = 1;
    t.warps[b][w]->barriers++;
    EACH_HOOK(barrier_arrive, (&(BarrierArrive){.warp = t.warps[b][w],
                                                .step = &t.step[step],
                                                .index = step,
                                                .mask = mask,
                                                .id = id,
                                                .expected = t.launch.threads,
                                                .arrive_only = arrive_only,
                                                .aligned = true}));
}

// __syncthreads() of all live threads of the block.
static inline void barrier(unsigned b, unsigned step)
{
    uint32_t mask[MAX_WARPS] = {0};
    for (unsigned w = 0; w < t.block[b].nwarps; w++) {
        mask[w] = t.warps[b][w]->live;
        if (mask[w])
            arrive(b, w, step, mask[w], 0, false);
    }
    EACH_HOOK(barrier_done, (&t.block[b], 0, mask));
}

static inline void warp_barrier(unsigned b, unsigned w, uint32_t mask)
{
    t.warps[b][w]->mask = mask;
    t.inst[99].op = OP_shfl_sync;
    EACH_HOOK(warp_sync, (t.warps[b][w], &t.step[99], mask));
}

static inline void fence(unsigned b, unsigned w, uint32_t mask, Scope scope)
{
    EACH_HOOK(fence, (t.warps[b][w], &t.step[98], mask, scope));
}

static inline unsigned findings(void)
{
    unsigned n = 0;
    for (const Finding *f = report_first(); f; f = report_next(f))
        n++;
    return n;
}

// The only finding there is.
static inline const Finding *the_finding(void)
{
    ck_assert_uint_eq(findings(), 1);
    return report_first();
}

// counters.c - the counters of a launch, in all and by source line.
//
// The machine counts instructions by step (Code.counts); this file adds up memory traffic by
// step, as accesses happen. When the launch ends, both are gathered into one sheet: a row for
// each source line (the line of the innermost frame in the user's files), and row 0 for steps
// without a line.
//
// Names are NVIDIA's where a counter follows NVIDIA's definition (traffic.c): accesses to
// shared memory, and requests and sectors of global memory. These count what reaches the
// memory system: an atomic whose result is not read is a red, ptxas may combine the atomics of
// a warp (rewriting.c), and it may fuse loads and stores of neighbouring words of shared
// memory into one access (fusing.c), which counts at the line of the first. Counters under
// sim__ count atomics, loads and stores as the program has them. All that hardware counts in
// machine instructions has the prefix sim__ here, because these are PTX instructions. Accesses
// to the shared memory of other blocks of a cluster have counters of their own, without
// conflicts.
#include "counters.h"

#include <assert.h>
#include <stdlib.h>

// clang-format off
#define LSU "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_"
#define CONFLICT "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_"
#define METRICS                                                              \
    /* of shared memory: loads, stores, atomics */                           \
    METRIC(wave_ld, LSU "ld.sum")                                            \
    METRIC(wave_st, LSU "st.sum")                                            \
    METRIC(wave_atom, LSU "atom.sum")                                        \
    METRIC(conflict_ld, CONFLICT "ld.sum")                                   \
    METRIC(conflict_st, CONFLICT "st.sum")                                   \
    METRIC(conflict_atom, CONFLICT "atom.sum")                               \
    METRIC(shared_ld, "smsp__inst_executed_op_shared_ld.sum")                \
    METRIC(shared_st, "smsp__inst_executed_op_shared_st.sum")                \
    METRIC(shared_atom, "smsp__inst_executed_op_shared_atom.sum")            \
    /* the three above: with at least one active lane; hardware also counts */  \
    /* instructions that ptxas has made conditional, without any active lane */ \
    /* of global memory: executed warp instructions, 32-byte pieces */       \
    METRIC(request_ld, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum")    \
    METRIC(request_st, "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum")    \
    METRIC(request_atom, "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum") \
    METRIC(request_red, "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum")  \
    METRIC(sector_ld, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum")      \
    METRIC(sector_st, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum")      \
    METRIC(sector_atom, "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum")  \
    METRIC(sector_red, "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum")    \
    /* PTX instructions: by warp, by active thread */                        \
    METRIC(inst, "sim__inst_executed.sum")                                   \
    METRIC(thread_inst, "sim__thread_inst_executed.sum")                     \
    METRIC(branches, "sim__branches.sum")                                    \
    METRIC(diverged, "sim__divergent_branches.sum")                          \
    METRIC(barriers, "sim__barriers.sum")                                    \
    METRIC(warp_syncs, "sim__warp_syncs.sum")                                \
    METRIC(global_atom, "sim__inst_executed_op_global_atom.sum")             \
    METRIC(global_red, "sim__inst_executed_op_global_red.sum")               \
    METRIC(op_shared_ld, "sim__inst_executed_op_shared_ld.sum")              \
    METRIC(op_shared_st, "sim__inst_executed_op_shared_st.sum")              \
    METRIC(op_shared_atom, "sim__inst_executed_op_shared_atom.sum")          \
    METRIC(written_atom, "sim__sectors_op_global_atom.sum")                  \
    METRIC(written_red, "sim__sectors_op_global_red.sum")                    \
    /* global memory's end of bulk copies, which do not go through L1 */     \
    METRIC(bulk_ld, "sim__sectors_op_global_bulk_ld.sum")                    \
    METRIC(bulk_st, "sim__sectors_op_global_bulk_st.sum")                    \
    /* shared memory of other blocks: once for each block that an instruction accesses */ \
    METRIC(remote_ld, "sim__inst_executed_op_remote_shared_ld.sum")          \
    METRIC(remote_st, "sim__inst_executed_op_remote_shared_st.sum")          \
    METRIC(remote_atom, "sim__inst_executed_op_remote_shared_atom.sum")      \
    /* of constant memory: loads, and the different words that each of them needs, one after */ \
    /* the other */                                                          \
    METRIC(constant_ld, "sim__inst_executed_op_constant_ld.sum")             \
    METRIC(constant_words, "sim__passes_op_constant_ld.sum")                 \
    /* those of the sectors of global memory above that are in pinned memory of the host */ \
    METRIC(host_ld, "sim__sectors_op_pinned_ld.sum")                         \
    METRIC(host_st, "sim__sectors_op_pinned_st.sum")                         \
    METRIC(unit_INT, "sim__inst_int.sum")                                    \
    METRIC(unit_FP32, "sim__inst_fp32.sum")                                  \
    METRIC(unit_FP64, "sim__inst_fp64.sum")                                  \
    METRIC(unit_FP16, "sim__inst_fp16.sum")                                  \
    METRIC(unit_SFU, "sim__inst_sfu.sum")                                    \
    METRIC(unit_CVT, "sim__inst_cvt.sum")                                    \
    METRIC(unit_MOVE, "sim__inst_move.sum")                                  \
    METRIC(unit_MEM, "sim__inst_mem.sum")                                    \
    METRIC(unit_SYNC, "sim__inst_sync.sum")                                  \
    METRIC(unit_WARP, "sim__inst_warp.sum")                                  \
    METRIC(unit_FLOW, "sim__inst_flow.sum")                                  \
    METRIC(unit_NONE, "sim__inst_none.sum")                                  \
    /* by active lanes: two values that come from memory are added, compared (elements.c) */ \
    METRIC(added, "sim__additions_of_elements.sum")                          \
    METRIC(compared, "sim__comparisons_of_elements.sum")                     \
    /* pmevent, by active lanes: marks that the program sets to be counted */  \
    METRIC(marked, "sim__pmevents.sum")                                      \
    /* shares.c: the busiest warp, thread and block; how many load from global memory. */ \
    /* Lines do not have these. */                                           \
    METRIC(most_barriers, "sim__barriers_per_warp.max")                      \
    METRIC(most_thread, "sim__bytes_loaded_per_thread.max")                  \
    METRIC(most_block, "sim__bytes_loaded_per_block.max")                    \
    METRIC(blocks_loading, "sim__blocks_loading.sum")                        \
    METRIC(warps_loading, "sim__warps_loading.sum")                          \
    METRIC(threads_loading, "sim__threads_loading.sum")
// clang-format on

enum { EVENTS = 16 };

typedef enum {
#define METRIC(id, name) M_##id,
    METRICS
#undef METRIC
        M_event0, // one for each pmevent number; listed only if the event happened
    M_COUNT = M_event0 + EVENTS
} Metric;

static const char *const metric_name[] = {
#define METRIC(id, name) name,
    METRICS
#undef METRIC
#define EVENT(n) "sim__pmevent" #n ".sum",
        EVENT(0) EVENT(1) EVENT(2) EVENT(3) EVENT(4) EVENT(5) EVENT(6) EVENT(7) EVENT(8) EVENT(9)
            EVENT(10) EVENT(11) EVENT(12) EVENT(13) EVENT(14) EVENT(15)};

// clang-format off
// The counters of a step, in addition to its instruction counts.
typedef enum {
    ROLE_none, ROLE_ld, ROLE_constant, ROLE_st, ROLE_atom, ROLE_red, ROLE_dead_atom, ROLE_copy,
    ROLE_bulk_ld, ROLE_bulk_st, ROLE_branch, ROLE_barrier, ROLE_warp_sync, ROLE_mark
} Role;
// clang-format on

typedef uint64_t Row[M_COUNT];

// The sheet of the launch that has ended last.
static Row *sheet; // by line number
static uint32_t sheet_lines;
static uint32_t *rows_used; // lines that have a value
static uint32_t nrows_used;
static Row total;

// The loads of loops that atomics have become, and their rounds after the first.
typedef struct Loops {
    uint64_t loads, wavefronts, conflicts, again;
} Loops;

// What a launch has moved in the steps of one code.
typedef struct {
    const CodeInfo *code; // NULL: nothing yet
    Traffic *traffic;     // by step
    Loops *loops;         // by step, NULL: there are none
} Moved;

// Copies of 16 bytes per lane: a sector of global memory, where it goes in shared memory, and which
// of the 16 bytes are copied.
typedef struct {
    uint64_t block, source;
    uint32_t place, phase;
    uint16_t warp, pieces;
} SectorCopy;
enum { UNDER_WAY = 1 << 12 };

// What one cp.async has moved so far: see count_copy().
typedef struct {
    const Traffic *of; // the step, NULL: none
    uint64_t addr[WARP_SIZE];
    uint32_t mask, sectors;
    SectorCopy *under_way; // by a hash
} CopyMoved;

// What a launch has moved.
typedef struct {
    Moved *moved; // by CodeInfo.number
    uint32_t nmoved;
    CopyMoved copy;
    Shares shares;
    Caches *caches;
    Chains *chains; // NULL: no compare-and-swap
} LaunchMoved;

static LaunchMoved *moved_now;   // of the launch that runs
static LaunchMoved *moved_ended; // of the launch that has ended last, until the next one ends

// ---- roles ----------------------------------------------------------

// clang-format off
static Role role_of(const Inst *in)
{
    switch (in->op) {
    case OP_ld: case OP_ldu: return ROLE_ld;
    case OP_st: return ROLE_st;
    case OP_atom: return ROLE_atom;
    case OP_red: return ROLE_red;
    case OP_cp_async: return ROLE_copy;
    case OP_cp_async_bulk: return inst_has(in, MOD_bulk_group) ? ROLE_bulk_st : ROLE_bulk_ld;
    case OP_cp_reduce_async_bulk: return ROLE_bulk_st;
    case OP_bra: case OP_brx_idx: return ROLE_branch;
    case OP_bar_sync: case OP_bar_arrive: case OP_bar_red:
    case OP_barrier_sync: case OP_barrier_arrive: case OP_barrier_red:
    case OP_bar_cta_sync: case OP_bar_cta_arrive: case OP_bar_cta_red:
    case OP_barrier_cta_sync: case OP_barrier_cta_arrive: case OP_barrier_cta_red:
    case OP_barrier_cluster_wait:
    case OP_mbarrier_arrive: case OP_mbarrier_arrive_expect_tx:
    case OP_mbarrier_arrive_drop: case OP_mbarrier_arrive_drop_expect_tx:
        return ROLE_barrier;
    case OP_bar_warp_sync: case OP_shfl_sync: case OP_vote_sync:
    case OP_match_any: case OP_match_all: case OP_redux_sync:
        return ROLE_warp_sync;
    case OP_pmevent: return ROLE_mark;
    default: return ROLE_none;
    }
}
// clang-format on

static Role role_at(const CodeInfo *c, uint32_t i)
{
    const Inst *in = c->steps[i].inst;
    Role role = in ? role_of(in) : ROLE_none;
    // There is no red that swaps.
    if (role == ROLE_atom && !inst_has(in, MOD_exch) && !inst_has(in, MOD_cas) &&
        facts_access(c->code->facts, in)->unread)
        return ROLE_dead_atom;
    return role == ROLE_ld && c->steps[i].space == SPACE_const ? ROLE_constant : role;
}

static void find_roles(CodeInfo *c)
{
    c->role = must_calloc(c->nsteps + 1, 1);
    for (uint32_t i = 0; i < c->nsteps; i++)
        c->role[i] = (uint8_t)role_at(c, i);
}

static void find_facts(CodeInfo *c)
{
    c->access = must_calloc(c->nsteps + 1, sizeof *c->access);
    for (uint32_t i = 0; i < c->nsteps; i++)
        c->access[i] = *facts_access(c->code->facts, c->steps[i].inst);
}

// ---- during the launch ----------------------------------------------

static Moved *moved_begin(CodeInfo *c)
{
    LaunchMoved *m = moved_now;
    assert(m);
    if (c->number >= m->nmoved) {
        uint32_t n = 2 * c->number + 16;
        m->moved = must_realloc(m->moved, n, sizeof *m->moved);
        memset(m->moved + m->nmoved, 0, (n - m->nmoved) * sizeof *m->moved);
        m->nmoved = n;
    }
    if (!c->access)
        find_facts(c);
    m->moved[c->number] = (Moved){.code = c, .traffic = must_calloc(c->nsteps, sizeof(Traffic))};
    return &m->moved[c->number];
}

static inline Moved *moved_of(CodeInfo *c)
{
    if (__builtin_expect(c->number < moved_now->nmoved && moved_now->moved[c->number].code, 1))
        return &moved_now->moved[c->number];
    return moved_begin(c);
}

// Parts of the warp, of `lanes` lanes each, with an active lane.
static inline unsigned active_parts(uint32_t mask, unsigned lanes)
{
    unsigned n = 0;
    for (unsigned first = 0; first < WARP_SIZE; first += lanes)
        n += (mask >> first & (lanes == WARP_SIZE ? FULL_MASK : (1u << lanes) - 1)) != 0;
    return n;
}

static inline Rewriting rewriting_at(const CodeInfo *c, const Access *a)
{
    Rewriting r = (Rewriting)c->access[a->index].rewriting;
    return r == REWRITING_if_full ? a->mask == FULL_MASK ? REWRITING_one_lane : REWRITING_none : r;
}

static Wavefronts swap_loop(Moved *m, const Access *a)
{
    Wavefronts sum = {0, 0};
    if (!m->loops)
        m->loops = must_calloc(m->code->nsteps, sizeof *m->loops);
    Loops *loops = &m->loops[a->index];
    for (uint32_t waiting = a->mask; waiting;) {
        unsigned swap;
        Wavefronts load = traffic_shared(a->addr, waiting, a->width, true);
        waiting &= ~traffic_swap(a->addr, waiting, a->width, &swap);
        loops->loads++;
        loops->wavefronts += load.wavefronts;
        loops->conflicts += load.conflicts;
        loops->again += waiting != 0;
        sum.wavefronts += swap;
    }
    return sum;
}

static Wavefronts shared_atomic(Moved *m, const Access *a)
{
    Wavefronts w = {1, 0};
    switch (rewriting_at(m->code, a)) {
    case REWRITING_one_lane: return w;
    case REWRITING_count: return traffic_shared(a->addr, a->mask, a->width, false);
    case REWRITING_swap:
        w = traffic_shared_atomic(a->addr, a->mask, a->width);
        w.wavefronts *= 2;
        return w;
    case REWRITING_loop: return swap_loop(m, a);
    default: return traffic_shared_atomic(a->addr, a->mask, a->width);
    }
}

// One of the program's accesses that ptxas has fused with others, or made narrower.
static void count_fused(Traffic *t, const Access *a, const AccessFacts *f)
{
    uint64_t addr[WARP_SIZE];
    if (f->fused_away) {
        t->gone += a->space == SPACE_shared;
        return;
    }
    for (int l = 0; l < WARP_SIZE; l++)
        addr[l] = a->addr[l] - (uint64_t)f->fused_before;
    for (unsigned part = 0; part <= (f->apart != 0); part++) {
        Wavefronts w = traffic_shared(addr, a->mask, f->fused_bytes, a->kind == ACCESS_load);
        t->shared++;
        t->gone -= part; // the program has one access
        t->wavefronts += w.wavefronts;
        t->conflicts += w.conflicts;
        for (int l = 0; l < WARP_SIZE; l++)
            addr[l] += f->apart;
    }
}

static inline void count_shared(Moved *m, Traffic *t, const Access *a)
{
    Wavefronts w;
    bool load = a->kind == ACCESS_load, atomic = a->kind >= ACCESS_atom;
    if (__builtin_expect(!atomic && a->pattern != PATTERN_any, 1)) {
        unsigned parts = 1;
        if (a->width > 4) {
            unsigned words = a->width / 4, lanes = WARP_SIZE / words;
            if (a->pattern == PATTERN_contiguous && __builtin_popcount(a->mask) < 8)
                goto general; // too few lanes to tell whether they come in pairs
            if (a->pattern == PATTERN_uniform && load)
                lanes *= 2;
            parts = active_parts(a->mask, lanes);
        }
        w = (Wavefronts){parts, 0};
    } else if (atomic) {
        w = shared_atomic(m, a);
    } else {
    general:
        w = traffic_shared(a->addr, a->mask, a->width, load);
    }
    t->shared++;
    t->wavefronts += w.wavefronts;
    t->conflicts += w.conflicts;
}

static void count_chain(const Access *a)
{
    if (!moved_now->chains && chains_begin(a))
        moved_now->chains = chains_new();
    if (moved_now->chains)
        chains_access(moved_now->chains, a);
}

static inline void count_global(const CodeInfo *c, Traffic *t, const Access *a)
{
    uint32_t sectors;
    bool atomic = a->kind >= ACCESS_atom;
    if (a->pattern == PATTERN_contiguous) {
        uint64_t lo = a->addr[__builtin_ctz(a->mask)], hi = a->addr[31 - __builtin_clz(a->mask)];
        sectors = (uint32_t)(((hi + a->width - 1) >> 5) - (lo >> 5)) + 1;
    } else if (a->pattern == PATTERN_uniform) {
        sectors = atomic ? (uint32_t)__builtin_popcount(a->mask) : 1;
    } else if (atomic) {
        sectors = traffic_sectors_atomic(a->addr, a->mask, a->width);
    } else {
        sectors = traffic_sectors(a->addr, a->mask, a->width);
    }
    t->requests++;
    t->written += sectors;
    if (__builtin_expect(a->addr[__builtin_ctz(a->mask)] >= HOST_BASE, 0)) {
        PinnedTraffic p = traffic_pinned(a->addr, a->mask);
        t->pinned += p.sectors;
        t->pinned_lines += p.lines;
        t->pinned_requests += p.sectors != 0;
        a->warp->loads.host += p.sectors && a->kind == ACCESS_load;
    }
    if (__builtin_expect(a->kind != ACCESS_load && a->order != ORDER_weak, 0))
        count_chain(a);
    bool one = atomic && rewriting_at(c, a) == REWRITING_one_lane;
    if (one)
        sectors = 1;
    t->sectors += sectors;
    if (c->access[a->index].apart) { // the second load, of the same sectors
        t->requests++;
        t->sectors += sectors;
    }
    if (atomic)
        caches_atomic(moved_now->caches, a, sectors, one);
    else
        caches_global(moved_now->caches, a, sectors);
}

// Has a copy of another warp the same pieces under way? They do not count again. (All warps of a
// block are taken to copy at the same time between two barriers.)
static bool is_under_way(const Access *a, uint64_t source, uint64_t place, unsigned pieces)
{
    CopyMoved *c = &moved_now->copy;
    const Block *b = a->warp->block;
    if (!c->under_way)
        c->under_way = must_calloc(UNDER_WAY, sizeof *c->under_way);
    SectorCopy key = {.block = b->index,
                      .source = source,
                      .place = (uint32_t)place,
                      .phase = b->barriers[0].generation,
                      .warp = (uint16_t)a->warp->index,
                      .pieces = (uint16_t)pieces};
    uint64_t mixed = (source * 31 + place * 7 + b->index) * 0x9e3779b97f4a7c15u;
    SectorCopy *old = &c->under_way[mixed >> 52];
    bool same = old->block == key.block && old->source == key.source && old->place == key.place &&
                old->phase == key.phase && old->pieces;
    if (same && old->warp != key.warp && !(pieces & ~old->pieces))
        return true;
    if (same)
        key.pieces |= old->pieces;
    *old = key;
    return false;
}

// A copy of 16 bytes per lane goes past the L1 cache, and each sector of global memory counts once
// for each sector of shared memory that gets a part of it.
static uint32_t copied_sectors(const Access *store)
{
    const CopyMoved *c = &moved_now->copy;
    uint64_t source[WARP_SIZE], place[WARP_SIZE];
    unsigned pieces[WARP_SIZE], n = 0, counted = 0; // pieces: which halves of which
    for (uint32_t m = c->mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m), k = 0;
        uint64_t from = c->addr[l] >> 5, to = store->addr[l] >> 5;
        unsigned piece = 1u << ((c->addr[l] >> 4 & 1) | (store->addr[l] >> 4 & 1) << 1);
        while (k < n && (source[k] != from || place[k] != to))
            k++;
        pieces[k] = k < n ? pieces[k] | piece : piece;
        source[k] = from;
        place[k] = to;
        n += k == n;
    }
    for (unsigned k = 0; k < n; k++)
        counted += !is_under_way(store, source[k], place[k], pieces[k]);
    return counted;
}

// One cp.async is one request. Where lanes read only a part of their bytes, the reads come as
// several accesses of one byte per lane; the store to shared memory comes last.
static void count_copy(Traffic *t, const Access *a)
{
    CopyMoved *c = &moved_now->copy;
    if (a->kind != ACCESS_load) {
        if (c->of == t && a->width == 16) {
            t->sectors -= c->sectors;
            t->sectors += copied_sectors(a);
        }
        c->of = NULL;
        return;
    }
    if (c->of != t)
        c->mask = c->sectors = 0;
    t->requests += c->of != t;
    c->of = t;
    for (uint32_t m = a->mask; m; m &= m - 1)
        c->addr[__builtin_ctz(m)] = a->addr[__builtin_ctz(m)];
    c->mask |= a->mask;
    t->sectors -= c->sectors;
    c->sectors = traffic_sectors(c->addr, c->mask, a->width);
    t->sectors += c->sectors;
    if (a->width > 1)
        caches_global(moved_now->caches, a, traffic_sectors(a->addr, a->mask, a->width));
}

static void count_remote(Traffic *t, const Access *a)
{
    t->remote++;
    t->remote_sectors += traffic_sectors(a->addr, a->mask, a->width);
}

static void count_constant(const Access *a)
{
    Traffic *t = moved_of(code_info(a->warp->frame->code))->traffic + a->index;
    t->requests++;
    t->words += a->pattern == PATTERN_uniform ? 1 : traffic_words(a->addr, a->mask, a->width);
}

// An atomic whose result is used loads, too; an arrival at an mbarrier is a barrier.
static void share_atomic(BlockShares *shares, const Access *a, const CodeInfo *c)
{
    Role role = role_at(c, a->index);
    if (role == ROLE_barrier)
        shares_barrier(shares, a->warp);
    else if (role == ROLE_atom && a->space == SPACE_global)
        shares_atomic(shares, a);
}

static void on_access(const Access *a)
{
    if (a->is_const) {
        count_constant(a);
        return;
    }
    if (a->space == SPACE_local) {
        caches_local(moved_now->caches, a);
        return;
    }
    CodeInfo *c = code_info(a->warp->frame->code);
    Moved *m = moved_of(c);
    Traffic *t = m->traffic;
    const AccessFacts *f = &c->access[a->index];
    BlockShares *shares = a->warp->block->user[counters_observer.slot];
    if (a->space == SPACE_global && a->kind == ACCESS_load && shares)
        shares_load(shares, a);
    if (a->kind >= ACCESS_atom && shares)
        share_atomic(shares, a, c);
    if (__builtin_expect(a->step->inst->op == OP_cp_async, 0))
        count_copy(t + a->index, a);
    else if (__builtin_expect(a->peer != NULL, 0))
        count_remote(t + a->index, a);
    else if (__builtin_expect(f->fused_away || (f->fused_bytes && a->space == SPACE_shared), 0))
        count_fused(t + a->index, a, f);
    else if (a->space == SPACE_shared)
        count_shared(m, t + a->index, a);
    else if (a->space == SPACE_global)
        count_global(c, t + a->index, a);
}

// ---- blocks ---------------------------------------------------------

static void on_block_begin(Block *b) { b->user[counters_observer.slot] = shares_begin(b); }

// A block that began before the counters were switched on has no shares.
static void on_block_end(Block *b)
{
    BlockShares *shares = b->user[counters_observer.slot];
    if (shares)
        shares_end(shares, b, &moved_now->shares);
    b->user[counters_observer.slot] = NULL;
}

static void on_barrier_arrive(const BarrierArrive *e)
{
    BlockShares *shares = e->warp->block->user[counters_observer.slot];
    if (shares)
        shares_barrier(shares, e->warp);
}

static void on_cluster_wait(Warp *w, const Step *s, uint32_t mask)
{
    (void)s, (void)mask;
    BlockShares *shares = w->block->user[counters_observer.slot];
    if (shares)
        shares_barrier(shares, w);
}

// ---- the sheet ------------------------------------------------------

static void on_launch_begin(Launch *l)
{
    moved_now = l->user[counters_observer.slot] = must_calloc(1, sizeof *moved_now);
    moved_now->caches = caches_new(l);
    moved_now->chains = NULL;
}

static void on_launch_pause(Launch *l)
{
    (void)l;
    moved_now = NULL;
}

// Counters may have been switched on while the launch stood still.
static void on_launch_resume(Launch *l)
{
    moved_now = l->user[counters_observer.slot];
    if (!moved_now)
        on_launch_begin(l);
}

static void sheet_clear(void)
{
    for (uint32_t i = 0; i < nrows_used; i++)
        memset(sheet[rows_used[i]], 0, sizeof(Row));
    nrows_used = 0;
    memset(total, 0, sizeof total);
}

static void moved_free(LaunchMoved *m)
{
    for (uint32_t i = 0; m && i < m->nmoved; i++) {
        free(m->moved[i].traffic);
        free(m->moved[i].loops);
    }
    if (m) {
        free(m->moved);
        free(m->copy.under_way);
    }
    free(m);
}

// What the steps have moved can be asked until the next launch ends.
static void moved_end(void)
{
    moved_free(moved_ended);
    caches_free(moved_now->caches);
    chains_free(moved_now->chains);
    moved_now->caches = NULL;
    moved_ended = moved_now;
}

static Row *sheet_row(uint32_t line)
{
    if (line >= sheet_lines) {
        uint32_t n = codes_lines() + 64;
        sheet = must_realloc(sheet, n, sizeof *sheet);
        rows_used = must_realloc(rows_used, n, sizeof *rows_used);
        memset(sheet + sheet_lines, 0, (n - sheet_lines) * sizeof *sheet);
        sheet_lines = n;
    }
    if (!sheet[line][M_inst] && line)
        rows_used[nrows_used++] = line;
    return &sheet[line];
}

static void add_traffic(uint64_t *row, Role role, const Traffic *t)
{
    switch (role) {
    case ROLE_ld:
        row[M_wave_ld] += t->wavefronts;
        row[M_conflict_ld] += t->conflicts;
        row[M_shared_ld] += t->shared;
        row[M_op_shared_ld] += t->shared + t->gone;
        row[M_request_ld] += t->requests;
        row[M_sector_ld] += t->sectors;
        row[M_remote_ld] += t->remote;
        row[M_host_ld] += t->pinned;
        break;
    case ROLE_constant:
        row[M_constant_ld] += t->requests;
        row[M_constant_words] += t->words;
        break;
    case ROLE_st:
        row[M_wave_st] += t->wavefronts;
        row[M_conflict_st] += t->conflicts;
        row[M_shared_st] += t->shared;
        row[M_op_shared_st] += t->shared + t->gone;
        row[M_request_st] += t->requests;
        row[M_sector_st] += t->sectors;
        row[M_remote_st] += t->remote;
        row[M_host_st] += t->pinned;
        break;
    case ROLE_copy: // from global memory; the other end has counters of its own
        row[M_request_ld] += t->requests;
        row[M_sector_ld] += t->sectors;
        break;
    case ROLE_bulk_ld: row[M_bulk_ld] += t->sectors; break;
    case ROLE_bulk_st: row[M_bulk_st] += t->sectors; break;
    case ROLE_atom:
    case ROLE_red:
    case ROLE_dead_atom:
        row[M_wave_atom] += t->wavefronts;
        row[M_conflict_atom] += t->conflicts;
        row[M_shared_atom] += t->shared;
        row[M_op_shared_atom] += t->shared;
        row[M_remote_atom] += t->remote;
        row[role == ROLE_atom ? M_request_atom : M_request_red] += t->requests;
        row[role == ROLE_atom ? M_sector_atom : M_sector_red] += t->sectors;
        row[role == ROLE_atom ? M_written_atom : M_written_red] += t->written;
        row[role == ROLE_red ? M_global_red : M_global_atom] += t->requests;
        break;
    default: break;
    }
}

static void add_loops(uint64_t *row, const Loops *l)
{
    row[M_wave_ld] += l->wavefronts;
    row[M_conflict_ld] += l->conflicts;
    row[M_shared_ld] += l->loads;
    row[M_shared_atom] += l->again;
}

// `m`: what the code has moved, NULL: nothing.
static void add_step(uint64_t *row, CodeInfo *c, const Moved *m, uint32_t i, const Count *n)
{
    const Step *s = &c->steps[i];
    Role role = c->role[i];
    row[M_inst] += n->warps;
    row[M_thread_inst] += n->threads;
    row[M_unit_INT + (s->unit < UNIT_COUNT ? s->unit : UNIT_NONE)] += n->warps;
    row[M_diverged] += n->diverged;
    row[M_added] += c->element[i] == ELEMENT_added ? n->threads : 0;
    row[M_compared] += c->element[i] == ELEMENT_compared ? n->threads : 0;
    if (role == ROLE_branch)
        row[M_branches] += n->warps;
    else if (role == ROLE_barrier)
        row[M_barriers] += n->warps;
    else if (role == ROLE_warp_sync)
        row[M_warp_syncs] += n->warps;
    else if (role == ROLE_mark) {
        const Operand *o = &s->inst->opnd[0];
        bool set = inst_has(s->inst, MOD_mask); // pmevent.mask: several at once
        uint32_t events = set ? (uint32_t)o->imm : 1u << (o->imm & 15);
        row[M_marked] += n->threads * (unsigned)__builtin_popcount(events & 0xffff);
        for (unsigned e = 0; e < EVENTS; e++)
            row[M_event0 + e] += events >> e & 1 ? n->threads : 0;
    }
    if (m)
        add_traffic(row, role, &m->traffic[i]);
    if (m && m->loops)
        add_loops(row, &m->loops[i]);
}

static void add_shares(uint64_t *row, const Shares *s)
{
    row[M_most_barriers] = s->barriers;
    row[M_most_thread] = s->thread;
    row[M_most_block] = s->block;
    row[M_blocks_loading] = s->blocks;
    row[M_warps_loading] = s->warps;
    row[M_threads_loading] = s->threads;
}

static void on_launch_end(Launch *l)
{
    sheet_clear();
    for (uint32_t k = 0; k < l->nused; k++) {
        Code *code = l->used[k];
        if (!code->counts || !code->nsteps)
            continue;
        CodeInfo *c = code_info(code);
        const Moved *m = c->number < moved_now->nmoved ? &moved_now->moved[c->number] : NULL;
        if (!c->role)
            find_roles(c);
        if (!c->element)
            c->element = elements_find(c);
        for (uint32_t i = 0; i < c->nsteps; i++)
            if (code->counts[i].warps && c->steps[i].inst)
                add_step(*sheet_row(c->line[i]), c, m && m->code ? m : NULL, i, &code->counts[i]);
    }
    for (uint32_t i = 0; i < nrows_used; i++)
        for (unsigned m = 0; m < M_COUNT; m++)
            total[m] += sheet[rows_used[i]][m];
    for (unsigned m = 0; sheet_lines && m < M_COUNT; m++) {
        total[m] += sheet[0][m];
        sheet[0][m] = 0;
    }
    assert(moved_now == l->user[counters_observer.slot]);
    add_shares(total, &moved_now->shares);
    moved_end();
    moved_now = l->user[counters_observer.slot] = NULL;
}

static void add_step_traffic(CostTraffic *sum, const Moved *m, uint32_t i)
{
    const Traffic *t = &m->traffic[i];
    const Inst *in = m->code->steps[i].inst;
    bool load = in && in->op == OP_ld;
    sum->remote += t->remote_sectors;
    sum->wavefronts += t->wavefronts + (m->loops ? m->loops[i].wavefronts : 0);
    if (t->words && in->opnd[1].base == OPND_reg) // else it is an operand of another instruction
        sum->constants += t->words;
    if (!t->pinned)
        return;
    sum->host_loads += load ? t->pinned_requests : 0;
    *(load ? &sum->host_read : &sum->host_written) += t->pinned;
    *(load ? &sum->host_lines_read : &sum->host_lines_written) += t->pinned_lines;
}

static void on_launch_traffic(CostTraffic *sum)
{
    *sum = *caches_traffic(moved_now->caches);
    sum->chain = chains_longest(moved_now->chains);
    for (uint32_t k = 0; k < moved_now->nmoved; k++) {
        const Moved *m = &moved_now->moved[k];
        for (uint32_t i = 0; m->code && i < m->code->nsteps; i++)
            add_step_traffic(sum, m, i);
    }
}

static int by_place(const void *a, const void *b)
{
    const Line *x = line_at(*(const uint32_t *)a), *y = line_at(*(const uint32_t *)b);
    int c = strcmp(x->file, y->file);
    return c ? c : (x->line > y->line) - (x->line < y->line);
}

static void put_row(Text *t, const uint64_t *row, unsigned always)
{
    const char *comma = "";
    text_put(t, "{");
    for (unsigned m = 0; m < M_COUNT; m++) {
        if (!row[m] && m >= always)
            continue;
        text_put(t, comma);
        text_put(t, "\"");
        text_put(t, metric_name[m]);
        text_put(t, "\":");
        text_number(t, row[m]);
        comma = ",";
    }
    text_put(t, "}");
}

// There may be tens of thousands of child grids: their lines are short.
void counters_json(Text *t, const Launch *l)
{
    static bool zeros_known;
    bool with_zeros = !l->parent && !(outputs.zeros_once && zeros_known);
    bool with_lines = outputs.lines == LINES_all || (outputs.lines == LINES_host && !l->parent);
    text_put(t, "\"metrics\":");
    put_row(t, total, with_zeros ? M_event0 : 0);
    zeros_known |= with_zeros;
    text_put(t, ",\"lines\":[");
    if (nrows_used && with_lines)
        qsort(rows_used, nrows_used, sizeof *rows_used, by_place);
    for (uint32_t i = 0; i < nrows_used && with_lines; i++) {
        const Line *line = line_at(rows_used[i]);
        text_put(t, i ? ",{\"file\":" : "{\"file\":");
        text_json(t, line->file);
        text_put(t, ",\"line\":");
        text_number(t, (uint64_t)line->line);
        text_put(t, ",\"metrics\":");
        put_row(t, sheet[rows_used[i]], 0);
        text_put(t, "}");
    }
    text_put(t, "]");
}

unsigned counters_names(const char *const **names)
{
    *names = metric_name;
    return M_COUNT;
}

const uint64_t *counters_total(void) { return total; }

const uint32_t *counters_lines(uint32_t *n)
{
    *n = nrows_used;
    if (nrows_used)
        qsort(rows_used, nrows_used, sizeof *rows_used, by_place);
    return rows_used;
}

LineCounts counters_line(uint32_t line)
{
    const uint64_t *r = sheet[line];
    return (LineCounts){.executed = r[M_inst],
                        .lanes = r[M_thread_inst],
                        .branches = r[M_branches],
                        .divergent = r[M_diverged],
                        .sectors = r[M_sector_ld] + r[M_sector_st] + r[M_sector_atom] +
                                   r[M_sector_red] + r[M_bulk_ld] + r[M_bulk_st],
                        .wavefronts = r[M_wave_ld] + r[M_wave_st] + r[M_wave_atom],
                        .conflicts = r[M_conflict_ld] + r[M_conflict_st] + r[M_conflict_atom]};
}

Traffic counters_step(const CodeInfo *c, uint32_t step)
{
    const LaunchMoved *all = moved_now ? moved_now : moved_ended;
    const Moved *m = all && c->number < all->nmoved ? &all->moved[c->number] : NULL;
    if (!m || !m->code)
        return (Traffic){0};
    Traffic t = m->traffic[step];
    if (m->loops) {
        t.wavefronts += m->loops[step].wavefronts;
        t.conflicts += m->loops[step].conflicts;
    }
    return t;
}

uint64_t counters_value(const char *metric)
{
    for (unsigned m = 0; m < M_COUNT; m++)
        if (!strcmp(metric_name[m], metric))
            return total[m];
    return UINT64_MAX;
}

Observer counters_observer = {
    .name = "counters",
    .rank = RANK_counters,
    .launch_begin = on_launch_begin,
    .launch_end = on_launch_end,
    .launch_traffic = on_launch_traffic,
    .launch_pause = on_launch_pause,
    .launch_resume = on_launch_resume,
    .access = on_access,
    .block_begin = on_block_begin,
    .block_end = on_block_end,
    .barrier_arrive = on_barrier_arrive,
    .cluster_wait = on_cluster_wait,
};

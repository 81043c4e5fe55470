// sheet.c - the counters of a launch, in all and by source line.
//
// When a launch ends, the instructions that the machine has counted by step (Code.counts) and the
// traffic of each step (counters.c) are gathered into one sheet: a row for each source line (the
// line of the innermost frame in the user's files), and row 0 for steps without a line.
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

#include "observers/pages.h"

#include <assert.h>
#include <stdlib.h>

// clang-format off
#define LSU "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_"
#define CONFLICT "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_"
#define TENSOR "sm__inst_executed_pipe_tensor"
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
    METRIC(bulk_red, "sim__sectors_op_global_bulk_red.sum")                  \
    METRIC(tma, "sm__inst_executed_pipe_tma.sum")                            \
    METRIC(tma_ld, "l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum") \
    /* the same in requests: 512 bytes of a row are one, as in the widest load of a warp */ \
    METRIC(bulk_requests_ld, "sim__requests_op_global_bulk_ld.sum")          \
    METRIC(bulk_requests_st, "sim__requests_op_global_bulk_st.sum")          \
    METRIC(bulk_requests_red, "sim__requests_op_global_bulk_red.sum")        \
    /* shared memory's end of asynchronous copies: instructions (of bulk copies, requests) */ \
    METRIC(copies, "sim__inst_executed_op_shared_copy.sum")                  \
    METRIC(conflict_copy, "sim__bank_conflicts_op_shared_copy.sum")          \
    /* shared memory of other blocks: once for each block that an instruction accesses */ \
    METRIC(remote_ld, "sim__inst_executed_op_remote_shared_ld.sum")          \
    METRIC(remote_st, "sim__inst_executed_op_remote_shared_st.sum")          \
    METRIC(remote_atom, "sim__inst_executed_op_remote_shared_atom.sum")      \
    METRIC(conflict_remote, "sim__bank_conflicts_op_remote_shared.sum")      \
    /* textures and surfaces: instructions, and sectors, as arrays were stored in rows */ \
    METRIC(texture, "smsp__inst_executed_op_texture.sum")                    \
    METRIC(surface_ld, "smsp__inst_executed_op_surface_ld.sum")              \
    METRIC(surface_st, "smsp__inst_executed_op_surface_st.sum")              \
    METRIC(sector_texture, "sim__sectors_op_texture.sum")                    \
    METRIC(sector_surface_ld, "sim__sectors_op_surface_ld.sum")              \
    METRIC(sector_surface_st, "sim__sectors_op_surface_st.sum")              \
    METRIC(local_ld, "sim__inst_executed_op_local_ld.sum")                   \
    METRIC(local_st, "sim__inst_executed_op_local_st.sum")                   \
    /* of constant memory: loads, and the different words that each of them needs, one after */ \
    /* the other */                                                          \
    METRIC(constant_ld, "sim__inst_executed_op_constant_ld.sum")             \
    METRIC(constant_words, "sim__passes_op_constant_ld.sum")                 \
    METRIC(constant_sectors, "sim__sectors_op_constant_ld.sum")              \
    /* those of the sectors of global memory above that are in pinned memory of the host */ \
    METRIC(host_ld, "sim__sectors_op_pinned_ld.sum")                         \
    METRIC(host_st, "sim__sectors_op_pinned_st.sum")                         \
    METRIC(unordered, "sim__accesses_unordered_with_host.sum")               \
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
    METRIC(unit_TENSOR, "sim__inst_tensor.sum")                              \
    /* the same in machine instructions, by kind: of halves and other floats, of integers, of */ \
    /* doubles, of groups of warps; products of bits are in none of them */  \
    METRIC(tensor, TENSOR ".sum")                                            \
    METRIC(hmma, TENSOR "_op_hmma.sum")                                      \
    METRIC(imma, TENSOR "_op_imma.sum")                                      \
    METRIC(dmma, TENSOR "_op_dmma.sum")                                      \
    METRIC(gmma, TENSOR "_op_gmma.sum")                                      \
    METRIC(matrix_ld, "smsp__inst_executed_op_ldsm.sum")                     \
    /* by active lanes: two values that come from memory are added, compared (elements.c) */ \
    METRIC(added, "sim__additions_of_elements.sum")                          \
    METRIC(compared, "sim__comparisons_of_elements.sum")                     \
    /* fences that order accesses of memory, of any scope; not those between proxies */ \
    METRIC(fences, "sim__inst_executed_op_fence.sum")                        \
    /* pmevent, by active lanes: marks that the program sets to be counted */  \
    METRIC(marked, "sim__pmevents.sum")                                      \
    /* shares.c: the busiest warp, thread and block; how many load from global memory; */ \
    /* handed.c: what they hand to each other. */ \
    /* Lines do not have these. */                                           \
    METRIC(most_barriers, "sim__barriers_per_warp.max")                      \
    METRIC(most_thread, "sim__bytes_loaded_per_thread.max")                  \
    METRIC(most_block, "sim__bytes_loaded_per_block.max")                    \
    METRIC(most_atomics, "sim__inst_executed_op_global_atomic_per_block.max") \
    METRIC(copies_behind, "sim__copies_behind_others.sum")                   \
    METRIC(bytes_flight, "sim__bytes_in_flight_per_block.avg")               \
    METRIC(blocks_loading, "sim__blocks_loading.sum")                        \
    METRIC(warps_loading, "sim__warps_loading.sum")                          \
    METRIC(threads_loading, "sim__threads_loading.sum")                      \
    METRIC(handed, "sim__bytes_from_other_blocks.sum")                       \
    METRIC(polls, "sim__polls.sum")                                   \
    /* managed memory, by the names of CUPTI: pages that fault, and bytes of pages that move */ \
    METRIC(page_faults, "unified_memory__gpu_page_fault.sum")                \
    METRIC(pages_to_device, "unified_memory__bytes_transfer_htod.sum")       \
    METRIC(pages_to_host, "unified_memory__bytes_transfer_dtoh.sum")
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

typedef uint64_t Row[M_COUNT];

// The sheet of the launch that has ended last.
static Row *sheet; // by line number
static uint32_t sheet_lines;
static uint32_t *rows_used; // lines that have a value
static uint32_t nrows_used;
static Row total;

// ---- roles ----------------------------------------------------------

// clang-format off
static Role role_of(const Inst *in)
{
    switch (in->op) {
    case OP_ld: case OP_ldu: case OP_wmma_load_c: return ROLE_ld;
    case OP_ldmatrix: case OP_wmma_load_a: case OP_wmma_load_b: return ROLE_matrix_ld;
    case OP_st: case OP_st_async: case OP_wmma_store_d: return ROLE_st;
    case OP_stmatrix: return ROLE_matrix_st;
    case OP_wgmma_mma_async: case OP_wgmma_mma_async_sp: return ROLE_product;
    case OP_atom: return ROLE_atom;
    case OP_red: case OP_red_async: return ROLE_red;
    case OP_cp_async: return ROLE_copy;
    case OP_cp_async_bulk: case OP_cp_async_bulk_tensor:
        return inst_has(in, MOD_bulk_group) ? ROLE_bulk_st : ROLE_bulk_ld;
    case OP_cp_reduce_async_bulk: case OP_cp_reduce_async_bulk_tensor: return ROLE_bulk_red;
    case OP_tex: case OP_tld4: return ROLE_texture;
    case OP_suld_b: return ROLE_surface_ld;
    case OP_sust_b: return ROLE_surface_st;
    case OP_bra: case OP_brx_idx: return ROLE_branch;
    case OP_bar_sync: case OP_bar_arrive: case OP_bar_red:
    case OP_barrier_sync: case OP_barrier_arrive: case OP_barrier_red:
    case OP_bar_cta_sync: case OP_bar_cta_arrive: case OP_bar_cta_red:
    case OP_barrier_cta_sync: case OP_barrier_cta_arrive: case OP_barrier_cta_red:
    case OP_barrier_cluster_wait:
    case OP_mbarrier_arrive: case OP_mbarrier_arrive_expect_tx:
    case OP_mbarrier_arrive_drop: case OP_mbarrier_arrive_drop_expect_tx:
    case OP_cp_async_mbarrier_arrive:
        return ROLE_barrier;
    case OP_bar_warp_sync: case OP_shfl_sync: case OP_vote_sync:
    case OP_match_any: case OP_match_all: case OP_redux_sync:
        return ROLE_warp_sync;
    case OP_pmevent: return ROLE_mark;
    case OP_membar: case OP_fence:
        return inst_has(in, MOD_proxy) || inst_has(in, MOD_mbarrier_init) ? ROLE_none : ROLE_fence;
    default: return ROLE_none;
    }
}
// clang-format on

Role role_at(const CodeInfo *c, uint32_t i)
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

// ---- the sheet ------------------------------------------------------

void sheet_clear(void)
{
    for (uint32_t i = 0; i < nrows_used; i++)
        memset(sheet[rows_used[i]], 0, sizeof(Row));
    nrows_used = 0;
    memset(total, 0, sizeof total);
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
    assert(nrows_used <= sheet_lines);
    return &sheet[line];
}

// What asynchronous copies move at their end in shared memory, in the own block's or another's.
static void add_copies(uint64_t *row, Role role, const Traffic *t)
{
    row[M_copies] += t->copies;
    row[role == ROLE_bulk_red ? M_remote_atom : M_remote_st] += t->remote;
    row[role == ROLE_copy ? M_conflict_copy : M_conflict_remote] +=
        role == ROLE_copy ? t->conflicts : t->remote_conflicts;
}

static void add_atomics(uint64_t *row, Role role, const Traffic *t)
{
    row[M_wave_atom] += t->wavefronts;
    row[M_conflict_atom] += t->conflicts;
    row[M_shared_atom] += t->shared;
    row[M_op_shared_atom] += t->shared;
    row[M_remote_atom] += t->remote;
    row[M_conflict_remote] += t->remote_conflicts;
    row[role == ROLE_atom ? M_request_atom : M_request_red] += t->requests;
    row[role == ROLE_atom ? M_sector_atom : M_sector_red] += t->sectors;
    row[role == ROLE_atom ? M_written_atom : M_written_red] += t->written;
    row[role == ROLE_red ? M_global_red : M_global_atom] += t->requests;
    row[M_host_ld] += role == ROLE_atom ? t->pinned : 0;
    row[M_host_st] += t->pinned;
}

static void add_traffic(uint64_t *row, Role role, const Traffic *t)
{
    switch (role) {
    case ROLE_product: // not by way of the load unit: without wavefronts
        row[M_op_shared_ld] += t->shared;
        break;
    case ROLE_matrix_ld: // a unit of its own counts the instructions
        row[M_matrix_ld] += t->shared;
        row[M_shared_ld] -= t->shared;
        // fall through
    case ROLE_ld:
        row[M_wave_ld] += t->wavefronts;
        row[M_conflict_ld] += t->conflicts;
        row[M_shared_ld] += t->shared;
        row[M_op_shared_ld] += t->shared + t->gone;
        row[M_request_ld] += t->requests;
        row[M_sector_ld] += t->sectors;
        row[M_remote_ld] += t->remote;
        row[M_conflict_remote] += t->remote_conflicts;
        row[M_local_ld] += t->local;
        row[M_host_ld] += t->pinned;
        break;
    case ROLE_constant:
        row[M_constant_ld] += t->requests;
        row[M_constant_words] += t->words;
        row[M_constant_sectors] += t->sectors;
        break;
    case ROLE_matrix_st:
        row[M_shared_st] -= t->shared;
        // fall through
    case ROLE_st:
        row[M_wave_st] += t->wavefronts;
        row[M_conflict_st] += t->conflicts;
        row[M_shared_st] += t->shared;
        row[M_op_shared_st] += t->shared + t->gone;
        row[M_request_st] += t->requests;
        row[M_sector_st] += t->sectors;
        row[M_remote_st] += t->remote;
        row[M_conflict_remote] += t->remote_conflicts;
        row[M_local_st] += t->local;
        row[M_host_st] += t->pinned;
        break;
    case ROLE_copy: // from global memory
        row[M_request_ld] += t->requests;
        row[M_sector_ld] += t->sectors;
        row[M_host_ld] += t->pinned;
        add_copies(row, role, t);
        break;
    case ROLE_texture:
    case ROLE_surface_ld:
        row[role == ROLE_texture ? M_texture : M_surface_ld] += t->requests;
        row[role == ROLE_texture ? M_sector_texture : M_sector_surface_ld] += t->sectors;
        row[M_host_ld] += t->pinned;
        break;
    case ROLE_surface_st:
        row[M_surface_st] += t->requests;
        row[M_sector_surface_st] += t->sectors;
        break;
    case ROLE_bulk_ld:
        row[M_bulk_ld] += t->sectors;
        row[M_tma_ld] += t->brought;
        row[M_bulk_requests_ld] += t->requests;
        row[M_host_ld] += t->pinned;
        add_copies(row, role, t);
        break;
    case ROLE_bulk_st:
    case ROLE_bulk_red:
        row[role == ROLE_bulk_st ? M_bulk_st : M_bulk_red] += t->sectors;
        row[role == ROLE_bulk_st ? M_bulk_requests_st : M_bulk_requests_red] += t->requests;
        row[M_host_st] += t->pinned;
        add_copies(row, role, t);
        break;
    case ROLE_atom:
    case ROLE_red:
    case ROLE_dead_atom: add_atomics(row, role, t); break;
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

// A wgmma of f16, bf16 or tf32 is in two counters: the GPU counts such a product as hmma, too.
static void add_products(uint64_t *row, const Inst *in, uint64_t warps)
{
    const Type a = in->ntypes > 2 ? (Type)in->type[1] : TYPE_f16;
    const uint64_t n = warps * path_products(in);
    row[M_tensor] += n;
    row[M_gmma] += in->columns ? n : 0;
    switch (a) {
    case TYPE_f64: row[M_dmma] += n; break;
    case TYPE_f16:
    case TYPE_bf16:
    case TYPE_tf32: row[M_hmma] += n; break;
    case TYPE_e4m3:
    case TYPE_e5m2: row[M_hmma] += in->columns ? 0 : n; break;
    case TYPE_b1: break;
    default: row[M_imma] += in->columns ? 0 : n;
    }
}

// The engine for bulk copies takes one instruction from each thread; that a group is complete is
// one more (nvdisasm: UTMACMDFLUSH).
static bool is_for_tma(unsigned op)
{
    switch (op) {
    case OP_cp_async_bulk:
    case OP_cp_async_bulk_tensor:
    case OP_cp_reduce_async_bulk:
    case OP_cp_reduce_async_bulk_tensor:
    case OP_cp_async_bulk_prefetch:
    case OP_cp_async_bulk_prefetch_tensor:
    case OP_cp_async_bulk_commit_group: return true;
    default: return false;
    }
}

// `m`: what the code has moved, NULL: nothing.
static void add_step(uint64_t *row, CodeInfo *c, const Moved *m, uint32_t i, const Count *n)
{
    const Step *s = &c->steps[i];
    Role role = c->role[i];
    row[M_inst] += n->warps;
    row[M_thread_inst] += n->threads;
    row[M_unit_INT + (s->unit < UNIT_COUNT ? s->unit : UNIT_NONE)] += n->warps;
    if (s->unit == UNIT_TENSOR)
        add_products(row, s->inst, n->warps);
    row[M_tma] += is_for_tma(s->inst->op) ? n->threads : 0;
    row[M_diverged] += n->diverged;
    ElementUse use = c->element[i] & ((1 << ELEMENT_TIMES) - 1);
    uint64_t times = n->threads * (c->element[i] >> ELEMENT_TIMES);
    row[M_added] += use == ELEMENT_added ? times : 0;
    row[M_compared] += use == ELEMENT_compared ? times : 0;
    if (m && role == ROLE_bulk_red) // by the word
        row[M_added] += 8 * (m->traffic[i].sectors + m->traffic[i].remote_sectors);
    if (role == ROLE_branch)
        row[M_branches] += n->warps;
    else if (role == ROLE_barrier)
        row[M_barriers] += n->warps;
    else if (role == ROLE_warp_sync)
        row[M_warp_syncs] += n->warps;
    else if (role == ROLE_fence)
        row[M_fences] += n->warps;
    else if (role == ROLE_mark) {
        const Operand *o = &s->inst->opnd[0];
        bool set = inst_has(s->inst, MOD_mask); // pmevent.mask: several at once
        uint32_t events = set ? (uint32_t)o->imm : 1u << (o->imm & 15);
        row[M_marked] += n->threads * (unsigned)__builtin_popcount(events & 0xffff);
        for (unsigned e = 0; e < EVENTS; e++)
            row[M_event0 + e] += events >> e & 1 ? n->threads : 0;
    }
    if (m) {
        add_traffic(row, role, &m->traffic[i]);
        row[M_unordered] += m->traffic[i].unordered;
    }
    if (m && m->loops)
        add_loops(row, &m->loops[i]);
}

static void add_shares(uint64_t *row, const Shares *s)
{
    row[M_most_barriers] = s->barriers;
    row[M_most_thread] = s->thread;
    row[M_most_block] = s->block;
    row[M_most_atomics] = s->atomics;
    row[M_copies_behind] = s->behind;
    row[M_bytes_flight] = s->copies ? s->flight / s->copies : 0;
    row[M_blocks_loading] = s->blocks;
    row[M_warps_loading] = s->warps;
    row[M_threads_loading] = s->threads;
    row[M_handed] = s->handed;
    row[M_polls] = s->polls;
    row[M_page_faults] = pages_last()->faults;
    row[M_pages_to_device] = pages_last()->to_device;
    row[M_pages_to_host] = pages_last()->to_host;
}

void sheet_add(CodeInfo *c, const Count *counts, const Moved *m)
{
    if (!c->role)
        find_roles(c);
    if (!c->element)
        c->element = elements_find(c);
    for (uint32_t i = 0; i < c->nsteps; i++)
        if (counts[i].warps && c->steps[i].inst)
            add_step(*sheet_row(c->line[i]), c, m, i, &counts[i]);
}

void sheet_total(const Shares *shares)
{
    for (uint32_t i = 0; i < nrows_used; i++)
        for (unsigned m = 0; m < M_COUNT; m++)
            total[m] += sheet[rows_used[i]][m];
    for (unsigned m = 0; sheet_lines && m < M_COUNT; m++) {
        total[m] += sheet[0][m];
        sheet[0][m] = 0;
    }
    add_shares(total, shares);
}

// ---- as text, and for others ----------------------------------------

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

static_assert(sizeof metric_name / sizeof *metric_name == M_COUNT, "a name for each metric");

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
                                   r[M_sector_red] + r[M_bulk_ld] + r[M_bulk_st] + r[M_bulk_red] +
                                   r[M_sector_texture] + r[M_sector_surface_ld] +
                                   r[M_sector_surface_st],
                        .wavefronts = r[M_wave_ld] + r[M_wave_st] + r[M_wave_atom],
                        .conflicts = r[M_conflict_ld] + r[M_conflict_st] + r[M_conflict_atom]};
}

uint64_t counters_value(const char *metric)
{
    for (unsigned m = 0; m < M_COUNT; m++)
        if (!strcmp(metric_name[m], metric))
            return total[m];
    return UINT64_MAX;
}

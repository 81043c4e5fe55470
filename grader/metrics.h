// metrics.h - all metrics, one row for each: METRIC(name, text, kind). A table of a lab has the
// name, so one that is misspelt does not compile; reports have the text.
//
// Kinds, and how the launches of a case add up to its value:
//
//   counted   what the simulator counts in a launch (common/cudasim/cudasim.h): the sum
//   busiest   the same, of the busiest warp, thread or block: an average becomes small if idle ones
//             are launched, too. The host's launches come one after the other: the sum. Of grids
//             that kernels launch, the largest one of each generation (run/launches.h)
//   most      the same, of the launch where it is largest
//   shape     follows from a launch's shape and time: the sum
//   top       the same, of the launch where it is largest
//   whole     of the whole case
//
// The rows that the simulator counts are in the order in which it writes them.
#pragma once

#include "ways.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#define METRIC_EVENT(METRIC, n) METRIC(EVENTS_##n, "sim__pmevent" #n ".sum", counted)
// clang-format off
#define METRICS(METRIC) \
    METRIC(LOAD_WAVES, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", counted) \
    METRIC(STORE_WAVES, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", counted) \
    METRIC(ATOMIC_WAVES, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum", counted) \
    METRIC(LOAD_CONFLICTS, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", counted) \
    METRIC(STORE_CONFLICTS, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", counted) \
    METRIC(ATOMIC_CONFLICTS, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum", \
           counted) \
    /* accesses to shared memory as the GPU executes them */ \
    METRIC(SHARED_LOADS_MERGED, "smsp__inst_executed_op_shared_ld.sum", counted) \
    METRIC(SHARED_STORES_MERGED, "smsp__inst_executed_op_shared_st.sum", counted) \
    METRIC(SHARED_ATOMICS_MERGED, "smsp__inst_executed_op_shared_atom.sum", counted) \
    METRIC(LOAD_REQUESTS, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", counted) \
    METRIC(STORE_REQUESTS, "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", counted) \
    METRIC(ATOM_REQUESTS, "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", counted) \
    METRIC(RED_REQUESTS, "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum", counted) \
    METRIC(LOAD_SECTORS, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", counted) \
    METRIC(STORE_SECTORS, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", counted) \
    METRIC(ATOM_SECTORS_MERGED, "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", counted) \
    METRIC(RED_SECTORS_MERGED, "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", counted) \
    METRIC(INSTRUCTIONS, "sim__inst_executed.sum", counted) \
    METRIC(THREAD_INSTRUCTIONS, "sim__thread_inst_executed.sum", counted) \
    METRIC(BRANCHES, "sim__branches.sum", counted) \
    METRIC(DIVERGENCE, "sim__divergent_branches.sum", counted) \
    METRIC(BARRIERS, "sim__barriers.sum", counted) \
    METRIC(WARP_SYNCS, "sim__warp_syncs.sum", counted) \
    /* atomics whose result is used, and those whose result is not, as the program has them: */ \
    /* on a GPU, ptxas may let a warp add its values by itself first */ \
    METRIC(USED_ATOMICS, "sim__inst_executed_op_global_atom.sum", counted) \
    METRIC(GLOBAL_REDS, "sim__inst_executed_op_global_red.sum", counted) \
    /* accesses as the program has them; the GPU may merge accesses to neighbouring words */ \
    METRIC(SHARED_LOADS, "sim__inst_executed_op_shared_ld.sum", counted) \
    METRIC(SHARED_STORES, "sim__inst_executed_op_shared_st.sum", counted) \
    METRIC(SHARED_ATOMICS, "sim__inst_executed_op_shared_atom.sum", counted) \
    METRIC(ATOM_SECTORS, "sim__sectors_op_global_atom.sum", counted) \
    METRIC(RED_SECTORS, "sim__sectors_op_global_red.sum", counted) \
    /* what bulk copies read from global memory and write there: they are no loads or stores */ \
    METRIC(BULK_READ, "sim__sectors_op_global_bulk_ld.sum", counted) \
    METRIC(BULK_WRITTEN, "sim__sectors_op_global_bulk_st.sum", counted) \
    METRIC(BULK_ADDED, "sim__sectors_op_global_bulk_red.sum", counted) \
    METRIC(BULK_READS, "sim__requests_op_global_bulk_ld.sum", counted) \
    METRIC(BULK_WRITES, "sim__requests_op_global_bulk_st.sum", counted) \
    METRIC(BULK_REDS, "sim__requests_op_global_bulk_red.sum", counted) \
    METRIC(SHARED_COPIES, "sim__inst_executed_op_shared_copy.sum", counted) \
    METRIC(COPY_CONFLICTS, "sim__bank_conflicts_op_shared_copy.sum", counted) \
    /* to the shared memory of another block of the cluster */ \
    METRIC(REMOTE_LOADS, "sim__inst_executed_op_remote_shared_ld.sum", counted) \
    METRIC(REMOTE_STORES, "sim__inst_executed_op_remote_shared_st.sum", counted) \
    METRIC(REMOTE_ATOMICS, "sim__inst_executed_op_remote_shared_atom.sum", counted) \
    METRIC(REMOTE_CONFLICTS, "sim__bank_conflicts_op_remote_shared.sum", counted) \
    /* through textures and surfaces */ \
    METRIC(TEXTURE_READS, "smsp__inst_executed_op_texture.sum", counted) \
    METRIC(SURFACE_READS, "smsp__inst_executed_op_surface_ld.sum", counted) \
    METRIC(SURFACE_WRITES, "smsp__inst_executed_op_surface_st.sum", counted) \
    METRIC(TEXTURE_SECTORS, "sim__sectors_op_texture.sum", counted) \
    METRIC(SURFACE_SECTORS, "sim__sectors_op_surface_ld.sum", counted) \
    METRIC(SURFACE_WRITTEN, "sim__sectors_op_surface_st.sum", counted) \
    METRIC(LOCAL_LOADS, "sim__inst_executed_op_local_ld.sum", counted) \
    METRIC(LOCAL_STORES, "sim__inst_executed_op_local_st.sum", counted) \
    /* of constant memory: loads, and the words that it gives one after the other */ \
    METRIC(CONSTANT_LOADS, "sim__inst_executed_op_constant_ld.sum", counted) \
    METRIC(CONSTANT_WORDS, "sim__passes_op_constant_ld.sum", counted) \
    METRIC(CONSTANT_SECTORS, "sim__sectors_op_constant_ld.sum", counted) \
    METRIC(PINNED_READ, "sim__sectors_op_pinned_ld.sum", counted) \
    METRIC(PINNED_WRITTEN, "sim__sectors_op_pinned_st.sum", counted) \
    /* strong ones of a thread, of memory that the host accesses, too */ \
    METRIC(UNORDERED, "sim__accesses_unordered_with_host.sum", counted) \
    METRIC(INT_OPS, "sim__inst_int.sum", counted) \
    METRIC(FLOAT_OPS, "sim__inst_fp32.sum", counted) \
    METRIC(DOUBLE_OPS, "sim__inst_fp64.sum", counted) \
    METRIC(HALF_OPS, "sim__inst_fp16.sum", counted) \
    METRIC(SPECIAL_OPS, "sim__inst_sfu.sum", counted) \
    METRIC(CONVERSIONS, "sim__inst_cvt.sum", counted) \
    METRIC(MOVES, "sim__inst_move.sum", counted) \
    METRIC(MEMORY_OPS, "sim__inst_mem.sum", counted) \
    METRIC(SYNC_OPS, "sim__inst_sync.sum", counted) \
    METRIC(WARP_OPS, "sim__inst_warp.sum", counted) \
    METRIC(FLOW_OPS, "sim__inst_flow.sum", counted) \
    METRIC(OTHER_OPS, "sim__inst_none.sum", counted) \
    METRIC(TENSOR_OPS, "sim__inst_tensor.sum", counted) \
    METRIC(MATRIX_LOADS, "smsp__inst_executed_op_ldsm.sum", counted) \
    /* of two values that come from memory */ \
    METRIC(ELEMENTS_ADDED, "sim__additions_of_elements.sum", counted) \
    METRIC(ELEMENTS_COMPARED, "sim__comparisons_of_elements.sum", counted) \
    METRIC(FENCES, "sim__inst_executed_op_fence.sum", counted) \
    METRIC(MARKED, "sim__pmevents.sum", counted) \
    METRIC(MOST_BARRIERS, "sim__barriers_per_warp.max", most) \
    METRIC(MOST_LOADED_BY_THREAD, "sim__bytes_loaded_per_thread.max", busiest) \
    METRIC(MOST_LOADED_BY_BLOCK, "sim__bytes_loaded_per_block.max", busiest) \
    METRIC(MOST_ATOMICS, "sim__inst_executed_op_global_atomic_per_block.max", busiest) \
    /* cp.async, while an earlier group is on its way */ \
    METRIC(COPIES_BEHIND, "sim__copies_behind_others.sum", counted) \
    /* of asynchronous copies into a block's shared memory, when one more begins */ \
    METRIC(BYTES_IN_FLIGHT, "sim__bytes_in_flight_per_block.avg", most) \
    METRIC(LOADING_BLOCKS, "sim__blocks_loading.sum", counted) \
    METRIC(LOADING_WARPS, "sim__warps_loading.sum", counted) \
    METRIC(LOADING_THREADS, "sim__threads_loading.sum", counted) \
    /* bytes that blocks load and others of the launch have written; a poll is a look at a word */ \
    /* that has not changed since the look before */ \
    METRIC(HANDED_BYTES, "sim__bytes_from_other_blocks.sum", counted) \
    METRIC(POLLS, "sim__polls.sum", counted) \
    /* the threads that executed count_event(N) of common/lab.h; only if there are any */ \
    METRIC_EVENT(METRIC, 0) METRIC_EVENT(METRIC, 1) METRIC_EVENT(METRIC, 2) \
    METRIC_EVENT(METRIC, 3) METRIC_EVENT(METRIC, 4) METRIC_EVENT(METRIC, 5) \
    METRIC_EVENT(METRIC, 6) METRIC_EVENT(METRIC, 7) METRIC_EVENT(METRIC, 8) \
    METRIC_EVENT(METRIC, 9) METRIC_EVENT(METRIC, 10) METRIC_EVENT(METRIC, 11) \
    METRIC_EVENT(METRIC, 12) METRIC_EVENT(METRIC, 13) METRIC_EVENT(METRIC, 14) \
    METRIC_EVENT(METRIC, 15) \
    METRIC(LAUNCHES, "grader__launches", shape) \
    METRIC(HOST_LAUNCHES, "grader__host_launches", shape) \
    METRIC(CHILD_GRIDS, "grader__device_launches", shape) \
    METRIC(BESIDE_GRAPHS, "grader__inst_beside_graphs", shape) /* without polls */ \
    METRIC(CHILD_LEVELS, "grader__levels", top) /* of child grids, one below the other */ \
    METRIC(PENDING_ROOM, "grader__room", top)   /* for launches by kernels that are pending */ \
    METRIC(BLOCKS, "grader__blocks", shape) \
    METRIC(WARPS, "grader__warps", shape) \
    METRIC(THREADS, "grader__threads", shape) \
    METRIC(SHARED_BYTES, "grader__shared_bytes", shape) /* of all blocks together */ \
    /* of a thread: registers, bytes of local memory; warps that a multiprocessor can hold */ \
    METRIC(REGISTERS, "launch__registers_per_thread", top) \
    METRIC(FRAME_BYTES, "grader__local_bytes_per_thread", top) \
    METRIC(RESIDENT_WARPS, "sm__maximum_warps_avg_per_active_cycle", top) \
    METRIC(LAUNCH_US, "us", shape) \
    /* virtual time: from the call to the end of all its work; the durations of its kernels, */ \
    /* copies and declared host work added up, whether they overlap or not; TOTAL_US without */ \
    /* HOST_US */ \
    METRIC(TOTAL_US, "grader__us", whole) \
    METRIC(KERNEL_US, "grader__kernel_us", whole) \
    METRIC(TO_DEVICE_US, "grader__h2d_us", whole) \
    METRIC(TO_HOST_US, "grader__d2h_us", whole) \
    METRIC(HOST_US, "grader__host_us", whole) \
    METRIC(COPIES, "grader__copies", whole) /* of all kinds, from anywhere to anywhere */ \
    METRIC(HOST_IDLE_US, "grader__host_idle_us", whole) \
    /* bytes of device memory that the host has got: by copies, in memory that it can read, and */ \
    /* by answers */ \
    METRIC(RECEIVED, "grader__bytes_received", whole) \
    /* bytes of the case's buffers that grids store which kernels have launched */ \
    METRIC(BY_CHILDREN, "grader__bytes_stored_by_device_launches", whole) \
    METRIC(HOST_CALLS, "grader__host_calls", whole) /* of CUDA */ \
    METRIC(GRAPHS_MADE, "grader__graphs_instantiated", whole) \
    METRIC(GRAPH_LAUNCHES, "grader__graph_launches", whole) /* by the host */ \
    METRIC(GRAPHS_BY_KERNELS, "grader__graph_launches_by_kernels", whole) \
    METRIC(GRAPH_KERNELS, "grader__graph_kernels", whole) /* kernel nodes that were executed */ \
    METRIC(WORK, "grader__work", whole) /* the case's own, for rates: WORK / TOTAL_US */
// clang-format on

typedef enum {
    METRIC_none,
#define METRIC(name, ...) METRIC_##name,
    METRICS(METRIC)
#undef METRIC
        METRIC_COUNT
} MetricId;

// Sums of metrics that have a name (ways.h).
typedef enum {
    QUANTITY_first_ = METRIC_COUNT - 1,
#define QUANTITY(name, ...) QUANTITY_##name,
    QUANTITIES(QUANTITY)
#undef QUANTITY
        QUANTITY_COUNT
} QuantityId;

// A sum of at most four metrics or quantities, one in each byte. One is the sum of itself; 0 is
// none.
typedef uint32_t MetricSum;
#define SUM2(a, b) ((MetricSum)(a) | (MetricSum)(b) << 8)
#define SUM3(a, b, c) (SUM2(a, b) | (MetricSum)(c) << 16)
#define SUM4(a, b, c, d) (SUM3(a, b, c) | (MetricSum)(d) << 24)
static_assert(QUANTITY_COUNT <= 256, "a metric or a quantity in a byte");

// ---- run/metrics.c: their texts --------------------------------------------------------------

const char *metric_name(MetricId metric);
// METRIC_none: there is no such metric. `before`: the one that was found before, a hint.
MetricId metric_named(const char *name, MetricId before);
bool metric_is_counted(MetricId metric); // by the simulator
// All metrics of a sum, and of the quantities in it. The last one is METRIC_none.
enum { METRIC_TERMS = 32 };
void metric_terms(MetricSum sum, uint8_t terms[METRIC_TERMS]);

enum { METRIC_SUM_NAME = 300 };
// "a+b", if `plus` is "+"; "" for no metric.
const char *metric_sum_name(MetricSum sum, const char *plus, char name[METRIC_SUM_NAME]);

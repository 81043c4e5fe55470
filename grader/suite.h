// suite.h - the words of the tables in grader/labs/*/suite.c and fastest.c: names of metrics, and
// one form for gates, items, parts, and the kinds of input that a part lacks. A lab defines no
// words of its own, except names for its own numbers.
//
//     ITEM_GATES("coalesced", "a warp loads neighbouring elements", 3, .slide = "04.11",
//                .gate = {GATE_MOST(SECTORS_LOADED, .naive = 8 * N, .good = N, .gate = 1.05 * N)}),
#pragma once

#include "grader.h"
#include "labs/kit.h"

// ---- flags for nvcc ---------------------------------------------------------------------

// For files that include <cuda/atomic>: it leaves out the headers of 16-bit floats, and nvcc needs
// a tenth less time.
#define FLAGS_OF_ATOMICS "-DCCCL_DISABLE_FP16_SUPPORT"

// ---- metrics of launches and of time: see Gate in grader.h ------------------------------

#define LAUNCHES "grader__launches"
#define HOST_LAUNCHES "grader__host_launches"
#define CHILD_GRIDS "grader__device_launches"
#define BLOCKS "grader__blocks"
#define WARPS "grader__warps"
#define THREADS "grader__threads"
#define SHARED_BYTES "grader__shared_bytes"
#define WORK "grader__work"
#define TOTAL_US "grader__us"
#define KERNEL_US "grader__kernel_us"
#define TO_DEVICE_US "grader__h2d_us"
#define TO_HOST_US "grader__d2h_us"
#define COPIES_US TO_DEVICE_US "+" TO_HOST_US
#define HOST_US "grader__host_us"
#define HOST_IDLE_US "grader__host_idle_us"
#define ALL_JOBS_US KERNEL_US "+" COPIES_US "+" HOST_US

// ---- metrics of kernels, all of common/cudasim/cudasim.h --------------------------------

#define LOAD_SECTORS "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
#define LOAD_REQUESTS "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"
#define STORE_SECTORS "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"
#define STORE_REQUESTS "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"
// Atomics whose result is used, and those whose result is not: as the program has them. On a GPU,
// ptxas may let a warp add its values by itself first.
#define ATOM_SECTORS "sim__sectors_op_global_atom.sum"
#define RED_SECTORS "sim__sectors_op_global_red.sum"
#define ATOMIC_SECTORS ATOM_SECTORS "+" RED_SECTORS
// What bulk copies read from global memory and write there: they are no loads or stores.
#define BULK_READ "sim__sectors_op_global_bulk_ld.sum"
#define BULK_WRITTEN "sim__sectors_op_global_bulk_st.sum"
// What gates count: an atomic whose result is used loads as well, all atomics store, and so do bulk
// copies.
#define READ_SECTORS LOAD_SECTORS "+" ATOM_SECTORS "+" BULK_READ
#define WRITTEN_SECTORS STORE_SECTORS "+" ATOM_SECTORS "+" RED_SECTORS "+" BULK_WRITTEN
#define PINNED_SECTORS "sim__sectors_op_pinned_ld.sum+sim__sectors_op_pinned_st.sum"
// Accesses as the program has them; the GPU may merge accesses to neighbouring words.
#define SHARED_LOADS "sim__inst_executed_op_shared_ld.sum"
#define SHARED_STORES "sim__inst_executed_op_shared_st.sum"
// Accesses as the GPU executes them, and the wavefronts that they need.
#define SHARED_LOADS_MERGED "smsp__inst_executed_op_shared_ld.sum"
#define SHARED_STORES_MERGED "smsp__inst_executed_op_shared_st.sum"
#define LOAD_WAVES "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"
#define STORE_WAVES "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"
#define ATOMIC_WAVES "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"
#define CONFLICTS \
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum+" \
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"
// Of constant memory: loads, and the words that it gives one after the other.
#define CONSTANT_LOADS "sim__inst_executed_op_constant_ld.sum"
#define CONSTANT_WORDS "sim__passes_op_constant_ld.sum"
// To the shared memory of another block of the cluster.
#define REMOTE_ATOMICS "sim__inst_executed_op_remote_shared_atom.sum"
#define REMOTE_LOADS "sim__inst_executed_op_remote_shared_ld.sum"
#define REMOTE REMOTE_LOADS "+sim__inst_executed_op_remote_shared_st.sum+" REMOTE_ATOMICS
#define GLOBAL_REDS "sim__inst_executed_op_global_red.sum"
#define GLOBAL_ATOMICS "sim__inst_executed_op_global_atom.sum+" GLOBAL_REDS
#define USED_ATOMICS "sim__inst_executed_op_global_atom.sum"
#define SHARED_ATOMICS "sim__inst_executed_op_shared_atom.sum"
#define BARRIERS "sim__barriers.sum"
// Of the busiest warp, thread, block: one of them does not do the work of all. And those that load
// from global memory. Idle ones change nothing here.
#define MOST_BARRIERS "sim__barriers_per_warp.max"
#define MOST_LOADED_BY_THREAD "sim__bytes_loaded_per_thread.max"
#define MOST_LOADED_BY_BLOCK "sim__bytes_loaded_per_block.max"
#define LOADING_BLOCKS "sim__blocks_loading.sum"
#define LOADING_WARPS "sim__warps_loading.sum"
#define DIVERGENCE "sim__divergent_branches.sum"
#define INSTRUCTIONS "sim__inst_executed.sum"
#define INT_OPS "sim__inst_int.sum"
#define FLOAT_OPS "sim__inst_fp32.sum"
#define DOUBLE_OPS "sim__inst_fp64.sum"
// The threads that executed count_event(0), or 1, of common/lab.h. The lab says what it counts.
#define EVENTS_0 "sim__pmevent0.sum"
#define EVENTS_1 "sim__pmevent1.sum"
// Additions and comparisons of two values that come from memory, whether an event is counted or
// not.
#define ELEMENTS_ADDED "sim__additions_of_elements.sum"
#define ELEMENTS_COMPARED "sim__comparisons_of_elements.sum"

// ---- gates ------------------------------------------------------------------------------

// A counter of several labs: a metric and the words of the table.
#define COUNT_LAUNCHES LAUNCHES, "launches"
#define COUNT_REQUESTS LOAD_REQUESTS, "load requests"
#define COUNT_CONFLICTS CONFLICTS, "bank conflicts"
#define SECTORS_LOADED READ_SECTORS, "32-byte sectors loaded from global memory"
#define SECTORS_STORED WRITTEN_SECTORS, "32-byte sectors stored to global memory"
#define SECTORS_READ READ_SECTORS, "32-byte sectors read from global memory"
#define SECTORS_WRITTEN WRITTEN_SECTORS, "32-byte sectors written to global memory"
#define BUSIEST_THREAD MOST_LOADED_BY_THREAD, "bytes loaded by the busiest thread"
#define BUSIEST_BLOCK MOST_LOADED_BY_BLOCK, "bytes loaded by the busiest block"
#define THREAD_LOADS MOST_LOADED_BY_THREAD, "bytes that the busiest thread loads"
#define BLOCK_LOADS MOST_LOADED_BY_BLOCK, "bytes that the busiest block loads"
#define BARRIERS_PER_WARP MOST_BARRIERS, "barriers per warp"

// A metric and its words, or of GATE_PER the metric, another one by which it is divided, and words:
// at most the bound, or at least. Then follow .naive, .good and .gate; and where more of the other
// metric is not to help, .most: what the work needs of it.
#define GATE_MOST(...) GATE(__VA_ARGS__)
#define GATE_LEAST(...) GATE(__VA_ARGS__, .at_least = true)
#define GATE_PER(what, over, words, ...) GATE(what, words, .per = over, __VA_ARGS__)
#define GATE_LEAST_PER(what, over, words, ...) \
    GATE(what, words, .per = over, __VA_ARGS__, .at_least = true)
// Of an answer: the number that is counted in the reference.
#define GATE_IS(what, over, words, number) \
    GATE(what, words, .per = over, .good = number, .gate = number)
#define GATE(what, words, ...) \
    { \
        .metric = what, .label = words, __VA_ARGS__ \
    }

// ---- items ------------------------------------------------------------------------------

// All items: the id, the words of the table, the points; then, by name, what else an item of this
// kind has, as Item in grader.h says: .group, .slide, .gate = {GATE_MOST(...), ...}, .want, .set.
#define ITEM(its_kind, its_id, words, worth, ...) \
    { \
        .kind = its_kind, .id = its_id, .name = words, .points = worth, __VA_ARGS__ \
    }
#define ITEM_RIGHT(its_id, words, ...) ITEM(ITEM_correct, its_id, words, __VA_ARGS__, )
#define ITEM_SAFE(words, ...) ITEM(ITEM_safe, "safe", words, __VA_ARGS__, )
#define ITEM_GATES(its_id, words, ...) ITEM(ITEM_gate, its_id, words, __VA_ARGS__, )
#define ITEM_ANSWER(its_id, words, ...) ITEM(ITEM_answer, its_id, words, __VA_ARGS__, )
#define ITEM_SET(its_id, words, ...) ITEM(ITEM_set, its_id, words, __VA_ARGS__, )
#define ITEMS_END \
    { \
        .name = NULL \
    }

// The words of ITEM_SAFE.
#define SAFE_BARRIERS "no races, no invalid or uninitialised accesses, correct barriers"
#define SAFE_READS "no races, no invalid accesses, no uninitialised reads"
#define SAFE_ORDER "no data are used before they are ready"
#define SAFE_CLUSTERS "no races, no access to shared memory of a block that does not run"
#define SAFE_LEAKS "no races, no invalid or uninitialised accesses, no leaks"

// ---- parts ------------------------------------------------------------------------------

// A part: its number, id, name and slide; then, by name, the rest, as Part in grader.h says:
// .items, .lacks, .uses, .options ...
#define PART(its_number, its_id, words, its_slide, ...) \
    { \
        .number = its_number, .id = its_id, .name = words, .slide = its_slide, __VA_ARGS__ \
    }
#define PARTS_END \
    { \
        .number = 0 \
    }

// ---- kinds of input that a part lacks (labs/kit.h), and why -----------------------------

#define LACKS(its_kinds, why) \
    { \
        .kinds = its_kinds, .reason = why \
    }
#define LACKS_END LACKS(0, NULL)
#define AN_ARRAY LACKS(KINDS_shape, "the input is an array")
#define A_GRAPH LACKS(KINDS_shape, "a graph has no sides")
#define ALL_TAKEN LACKS(KINDS_choice, "every element has a result")
#define NOT_SHARED LACKS(KIND_BIT(KIND_overlap), "each block has results of its own")
#define SHARED_BY_LAUNCHES \
    LACKS(KIND_BIT(KIND_overlap), "blocks exchange data only from launch to launch")
#define NEW_RESULTS LACKS(KIND_BIT(KIND_old_values), "results are not added to anything")
#define NO_IDLE LACKS(KIND_BIT(KIND_idle), "the function chooses its blocks itself")
#define NO_WINDOW LACKS(KIND_BIT(KIND_shape_window), "there is no window of another size")
#define NO_NEGATIVES LACKS(KIND_BIT(KIND_values_negative), "the elements are not negative")
#define NOT_2_24 \
    LACKS(KIND_BIT(KIND_size_2_24), "an earlier part or lab catches code that counts in float")
#define TOO_LONG LACKS(KIND_BIT(KIND_size_2_24), "so many elements would take minutes")
#define SAME_TYPE \
    LACKS(KIND_BIT(KIND_size_2_24), "indices have the same type as for fewer elements")
#define GIVEN_BLOCKS LACKS(KIND_BIT(KIND_idle), "the assignment says which blocks there are")
#define ONE_BLOCK \
    LACKS(KIND_BIT(KIND_overlap) | KIND_BIT(KIND_idle), \
          "there is one block, and no thread too many")
#define KERNELS_GIVEN LACKS(KIND_BIT(KIND_overlap) | KIND_BIT(KIND_idle), "the kernels are given")
#define ALL_DIFFERENT \
    LACKS(KIND_BIT(KIND_values_equal) | KIND_BIT(KIND_values_lowest) | KIND_BIT(KIND_values_ends), \
          "the elements are all different")
#define NO_COPIES \
    LACKS(KIND_BIT(KIND_values_equal) | KIND_BIT(KIND_values_rising), \
          "a copy of such an array is right; so the last element is the smallest in these cases")

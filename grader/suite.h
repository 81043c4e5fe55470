// suite.h - the words of the tables in grader/labs/*/suite.c: names for the metrics that several
// labs bound, and the items that many labs have. A lab adds its own.
#pragma once

#include "grader.h"

// ---- flags for nvcc ---------------------------------------------------------------------

// For files that include <cuda/atomic>: it leaves out the headers of 16-bit floats, and nvcc needs
// a tenth less time.
#define FLAGS_OF_ATOMICS "-DCCCL_DISABLE_FP16_SUPPORT"

// ---- metrics, all of common/cudasim/cudasim.h ---------------------------------------------------

#define LOAD_SECTORS "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
#define LOAD_REQUESTS "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"
#define STORE_SECTORS "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"
#define STORE_REQUESTS "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"
// What bulk copies read from global memory and write there: they are no loads or stores.
#define BULK_READ "sim__sectors_op_global_bulk_ld.sum"
#define BULK_WRITTEN "sim__sectors_op_global_bulk_st.sum"
// What gates count: an atomic whose result is used loads as well, all atomics store, and so do bulk
// copies.
#define READ_SECTORS LOAD_SECTORS "+sim__sectors_op_global_atom.sum+" BULK_READ
#define WRITTEN_SECTORS \
    STORE_SECTORS "+sim__sectors_op_global_atom.sum+sim__sectors_op_global_red.sum+" BULK_WRITTEN
// Accesses as the program has them; the GPU may merge accesses to neighbouring words.
#define SHARED_LOADS "sim__inst_executed_op_shared_ld.sum"
#define SHARED_STORES "sim__inst_executed_op_shared_st.sum"
#define CONFLICTS \
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum+" \
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"
#define GLOBAL_ATOMICS "sim__inst_executed_op_global_atom.sum+sim__inst_executed_op_global_red.sum"
#define SHARED_ATOMICS "sim__inst_executed_op_shared_atom.sum"
#define BARRIERS "sim__barriers.sum"
// Of the busiest warp, thread, block; and those that load from global memory. Idle ones change
// nothing here.
#define MOST_BARRIERS "sim__barriers_per_warp.max"
#define MOST_LOADED_BY_THREAD "sim__bytes_loaded_per_thread.max"
#define MOST_LOADED_BY_BLOCK "sim__bytes_loaded_per_block.max"
#define LOADING_BLOCKS "sim__blocks_loading.sum"
#define LOADING_WARPS "sim__warps_loading.sum"
#define DIVERGENCE "sim__divergent_branches.sum"

// ---- items; `its_group` and `its_slide` may be NULL --------------------------------------

// The words of ITEM_SAFE. A lab with other mistakes defines its own before it includes this.
#ifndef SAFE_WORDS
#define SAFE_WORDS "no races, no invalid or uninitialised accesses, correct barriers"
#endif

// clang-format off
#define ITEM_SAFE(worth, its_slide) \
    {.kind = ITEM_safe, .id = "safe", .name = SAFE_WORDS, .points = worth, .slide = its_slide}

// At the end one gate or more, each in braces; all have to hold.
#define ITEM_GATES(its_id, words, worth, its_group, its_slide, ...) \
    {.kind = ITEM_gate, .id = its_id, .name = words, .points = worth, .group = its_group, \
     .slide = its_slide, .gate = {__VA_ARGS__}}

// One point for a line `key = value` of the lab's answers.
#define ITEM_WANT(key, words, value, its_slide) \
    {.kind = ITEM_answer, .id = key, .name = words, .points = 1, .want = value, .slide = its_slide}

#define ITEMS_END {.name = NULL}
// clang-format on

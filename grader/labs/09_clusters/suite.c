// suite.c - how lab 09 is judged: its parts, items and gates.
//
// The gates' numbers were counted on the counted cases below:
//   - with bins in shared memory, the only atomics on global memory are one per block for each
//     bin that is not empty; one warp instruction does 32 of them.
//   - a remote access counts once for each block that a warp instruction reaches. Part 2: 3 of
//     4 ranks for every 32 values, by atomics. Part 3: the same by loads. Part 5: two per block
//     and step. Part 6: one per block, except in rank 0. Loads of 16 bytes need a quarter of
//     these instructions, so part 4 asks for a few only.
//   - in part 3 every value is loaded from global memory once; a version without tiles, in which
//     every block reads all values from global memory, loads every value once per rank.
//   - part 5 loads every element once: one sector for eight elements. A version that keeps the
//     rows in global memory loads three elements per step.
//   - the blocks share the work: no block loads more than three eighths of the values.
#include "grader/suite.h"

#include "common/contracts/09_clusters.h"
#include "room.h"

// ---- parts, items, gates ----------------------------------------------------------------

// One value per thread of the counted case: more blocks do not lower an average.
enum { MOST_BLOCKS = COUNTED / CLUSTER_BLOCK };
#define REMOTE_PER_BLOCK "remote accesses (warp instructions) per block"

static const Item shared_items[] = {
    ITEM_RIGHT("counts", "the right counts", 5),
    ITEM_RIGHT("ends", "values beyond the ends", 2, .group = "ends"),
    ITEM_SAFE(SAFE_CLUSTERS, 3, .slide = "09.5"),
    ITEM_GATES(
        "atomics", "values are counted in shared memory", 4,
        .gate = {GATE_PER(GLOBAL_ATOMICS, BLOCKS, "global atomics (warp instructions) per block",
                          .naive = 512, .good = 8, .gate = 10, .most = MOST_BLOCKS),
                 GATE_MOST(BLOCK_LOADS, .naive = 4 * COUNTED, .good = COUNTED,
                           .gate = 3 * COUNTED / 2)}),
    ITEMS_END,
};

static const Item spread_items[] = {
    ITEM_RIGHT("counts", "the right counts", 6),
    ITEM_RIGHT("ends", "values beyond the ends", 2, .group = "ends"),
    ITEM_SAFE(SAFE_CLUSTERS, 5, .slide = "09.8"),
    ITEM_GATES(
        "distributed", "each value is counted in the memory of the block that owns its bin", 5,
        .gate = {GATE_PER(GLOBAL_ATOMICS, BLOCKS, "global atomics (warp instructions) per block",
                          .naive = 512, .good = 32, .gate = 36, .most = MOST_BLOCKS),
                 GATE_LEAST_PER(REMOTE_ATOMICS, WARPS, "remote atomics per warp", .naive = 0,
                                .good = 48, .gate = 40),
                 GATE_MOST(BLOCK_LOADS, .naive = 4 * COUNTED, .good = COUNTED,
                           .gate = 3 * COUNTED / 2)}),
    ITEMS_END,
};

static const Item exchange_items[] = {
    ITEM_RIGHT("counts", "the right counts", 6),
    ITEM_RIGHT("ends", "values beyond the ends", 2, .group = "ends"),
    ITEM_SAFE(SAFE_CLUSTERS, 5, .slide = "09.8"),
    ITEM_GATES(
        "local", "whole warps load the values of other blocks; no remote atomics", 5,
        .gate = {GATE_PER(REMOTE_ATOMICS, WARPS, "remote atomics per warp", .naive = 48, .good = 0,
                          .gate = 0),
                 GATE_PER(SUM2(REMOTE_LOADS, REMOTE_STORES), WARPS, "remote accesses per warp",
                          .naive = 1536, .good = 48, .gate = 60,
                          .most = MOST_BLOCKS * CLUSTER_BLOCK / 32),
                 GATE_MOST(SECTORS_LOADED, .naive = 4 * COUNTED / 8, .good = COUNTED / 8,
                           .gate = 11 * COUNTED / 80),
                 GATE_PER(GLOBAL_ATOMICS, BLOCKS, "global atomics (warp instructions) per block",
                          .naive = 512, .good = 32, .gate = 36, .most = MOST_BLOCKS),
                 GATE_MOST(BLOCK_LOADS, .naive = 4 * COUNTED, .good = COUNTED,
                           .gate = 3 * COUNTED / 2)}),
    ITEMS_END,
};

static const Item any_items[] = {
    ITEM_RIGHT("shared", "bins that fit in one block", 3, .group = "shared"),
    ITEM_RIGHT("cluster", "bins that fit in a cluster", 4, .group = "cluster"),
    ITEM_RIGHT("global", "bins that fit in no shared memory", 3, .group = "global"),
    ITEM_SAFE(SAFE_CLUSTERS, 3, .slide = "09.8"),
    ITEM_GATES("place", "a cluster, if the bins need one", 2, .group = "cluster", .slide = "09.11",
               .gate = {GATE_LEAST_PER(REMOTE, WARPS, "remote accesses per warp", .naive = 0,
                                       .good = 16, .gate = 2)}),
    ITEM_GATES("worth", "no cluster that is larger than pays", 1, .group = "global",
               .slide = "09.11",
               .gate = {GATE_PER(REMOTE, WARPS, "remote accesses per warp", .naive = 112, .good = 0,
                                 .gate = 0),
                        GATE_MOST(BLOCK_LOADS, .naive = 4 * COUNTED, .good = COUNTED,
                                  .gate = 3 * COUNTED / 2)}),
    ITEM_GATES("alone", "no cluster if the bins do not need one", 3, .group = "shared",
               .slide = "09.11",
               .gate = {GATE_PER(REMOTE, WARPS, "remote accesses per warp", .naive = 16, .good = 0,
                                 .gate = 0),
                        GATE_LEAST_PER(SHARED_ATOMICS, WARPS, "shared atomics per warp", .naive = 0,
                                       .good = 16, .gate = 15)}),
    ITEMS_END,
};

static const Item smooth_items[] = {
    ITEM_RIGHT("rows", "rows, within the rounding bound", 8),
    ITEM_SAFE(SAFE_CLUSTERS, 5, .slide = "09.13"),
    ITEM_GATES("once", "global memory is read once, halos come from the neighbours", 6,
               .gate = {GATE_MOST(SECTORS_LOADED, .naive = 3.0 * STEPS * ROWS * LONGEST / 8,
                                  .good = ROWS * LONGEST / 8, .gate = 11 * ROWS * LONGEST / 80),
                        GATE_PER(REMOTE, BLOCKS, REMOTE_PER_BLOCK, .naive = 640, .good = 17.5,
                                 .gate = 24, .most = ROWS * LONGEST / CLUSTER_BLOCK),
                        GATE_MOST(COUNT_LAUNCHES, .naive = STEPS, .good = 1, .gate = 1)}),
    ITEMS_END,
};

static const Item sum_items[] = {
    ITEM_RIGHT("sums", "sums, exact", 5),
    ITEM_SAFE(SAFE_CLUSTERS, 3, .slide = "09.8"),
    ITEM_GATES("once", "the blocks store their sums in rank 0's shared memory", 4,
               .gate = {GATE_MOST(GLOBAL_ATOMICS, "global atomics (warp instructions)", .naive = 64,
                                  .good = 0, .gate = 0),
                        GATE_MOST(WRITE_REQUESTS, "store requests to global memory", .naive = 64,
                                  .good = 8, .gate = 8),
                        GATE_MOST(BLOCK_LOADS, .naive = 4 * (1 << 17) / 8,
                                  .good = 4 * (1 << 17) / 64, .gate = 6 * (1 << 17) / 64),
                        GATE_MOST(THREAD_LOADS, .naive = 4 * (1 << 17) / 64,
                                  .good = 4 * (1 << 17) / 64 / CLUSTER_BLOCK,
                                  .gate = 32 * (1 << 17) / 64 / CLUSTER_BLOCK),
                        GATE_PER(REMOTE, BLOCKS, REMOTE_PER_BLOCK, .naive = 7, .good = 0.875,
                                 .gate = 2, .most = 64)}),
    ITEMS_END,
};

// ---- kinds of input that a part lacks (labs/kit.h) ----

static const Lacking shared_lacks[] = {AN_ARRAY, ALL_TAKEN, NO_IDLE, LACKS_END};
static const Lacking cluster_lacks[] = {AN_ARRAY, ALL_TAKEN, NOT_2_24, LACKS_END};
static const Lacking any_lacks[] = {AN_ARRAY, ALL_TAKEN, NO_IDLE, NOT_2_24, LACKS_END};
static const Lacking smooth_lacks[] = {
    ALL_TAKEN, NO_WINDOW,
    LACKS(KIND_BIT(KIND_size_2_24), "the rows are short, and nothing counts them"),
    LACKS(KIND_BIT(KIND_old_values), "the results are not added to anything"), LACKS_END};
static const Lacking sum_lacks[] = {
    AN_ARRAY, ALL_TAKEN, LACKS(KIND_BIT(KIND_old_values), "the results are not added to anything"),
    LACKS_END};

static const Part clusters_parts[] = {
    PART(1, "shared", "bins in one block's memory", "09.3", .items = shared_items,
         .lacks = shared_lacks),
    PART(2, "spread", "bins distributed in a cluster", "09.6", .items = spread_items,
         .lacks = cluster_lacks),
    PART(3, "exchange", "remote loads, local atomics", "09.9", .items = exchange_items,
         .lacks = cluster_lacks, .uses = {2}),
    PART(4, "any", "any number of bins", "09.11", .items = any_items, .lacks = any_lacks,
         .uses = {1, 2, 3}),
    PART(5, "smooth", "halos from the neighbours", "09.12", .items = smooth_items,
         .lacks = smooth_lacks, .uses = {2}),
    PART(6, "sum", "one sum per cluster", "09.14", .items = sum_items, .lacks = sum_lacks,
         .uses = {2}),
    PART(PART_fastest, "fastest", "as fast as you can", "09.16", .items = clusters_fastest_items,
         .file = FILE_fastest, .lacks = clusters_fastest_lacks),
    PARTS_END,
};

const Lab lab_09_clusters = {
    .name = "09_clusters",
    .source = "clusters.cu",
    .fastest = "fastest.cu",
    .nvcc_flags = FLAGS_OF_ATOMICS,
    .title = "Blocks that use each other's shared memory",
    .minutes = 120,
    .compute = 90,
    .parts = clusters_parts,
    .draw = clusters_draw,
    .diagnose = clusters_diagnose,
    .columns = {{"launches", LAUNCHES},
                {"blocks", BLOCKS},
                {"glob atoms", GLOBAL_ATOMICS},
                {"shrd atoms", SHARED_ATOMICS},
                {"remote", REMOTE},
                {"ld sectors", LOAD_SECTORS}},
};

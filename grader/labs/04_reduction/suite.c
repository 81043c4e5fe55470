// suite.c - how lab 04 is judged: its parts, items and gates.
//
// Gates are written naive / good / gate. The numbers were counted in the PTX that nvcc makes of
// the solution, per block of 256 threads (8 warps):
//
//                        part 1   part 2   part 3   part 4   part 5   part 6
//   divergent branches       48        6        6        6       10       10
//   bank conflicts            0      105        0        0        0        0
//   shared stores            55       20       20       20        8        9
//   barriers per warp         9        9        9        9        1        2
//
// Divergent branches: in part 1 strides 1 to 16 split all eight warps, strides 32, 64 and 128
// split four, two and one, and the final store splits one more: 40 + 7 + 1. With consecutive
// threads only the last five steps split a warp, one warp each, and the final store.
// Conflicts of part 2: strides 1, 2, 4 ... 128 cost 4 x 1, 2 x 3, 7, 7, 7, 3, 1 and 0 in each
// of its two loads and its store: 3 x 35.
// A gate allows other ways to write the same idea, and is far from the version that misses it:
// all of the shared memory may be set to 0 before it is filled (8 more stores). The tree is in
// shared memory: at least half of a block's threads store there.
#include "grader/suite.h"

#include "common/contracts/04_reduction.h"
#include "room.h"

// ---- parts, items, gates ------------------------------------------------------------

enum { PARTIAL_SUMS = COUNTED / REDUCE_BLOCK }; // of the counted case of parts 1 to 3
// Bounds that several parts share.
#define GATE_CONFLICTS \
    GATE_PER(CONFLICTS, BLOCKS, "bank conflicts per block", .naive = 105, .good = 0, .gate = 0, \
             .most = PARTIAL_SUMS)
#define GATE_DIVERGENCE \
    GATE_PER(DIVERGENCE, BLOCKS, "divergent branches per block", .naive = 48, .good = 6, \
             .gate = 8, .most = PARTIAL_SUMS)
#define GATE_COALESCED(others) \
    GATE_MOST(SECTORS_LOADED, .naive = 8 * COUNTED_SECTORS, .good = COUNTED_SECTORS + (others), \
              .gate = 1.15 * COUNTED_SECTORS)
#define GATE_THREADS \
    GATE_MOST(THREAD_LOADS, .naive = 4 * COUNTED / COUNTED_BLOCKS, \
              .good = 4 * COUNTED / (COUNTED_BLOCKS * REDUCE_BLOCK), \
              .gate = 8 * COUNTED / (COUNTED_BLOCKS * REDUCE_BLOCK))
#define GATE_NO_SHARED_ATOMICS \
    GATE_PER(CHIP_ATOMICS, BLOCKS, "shared atomics per block", .naive = 8, .good = 0, .gate = 0)
#define GATE_NO_ATOMICS \
    GATE_PER(GLOBAL_ATOMICS, BLOCKS, "global atomics per block", .naive = 8, .good = 0, \
             .gate = 0), \
        GATE_NO_SHARED_ATOMICS

static const Item neighbored_items[] = {
    ITEM_RIGHT("int", "int sums, exact", 4, .group = "int"),
    ITEM_RIGHT("float", "float sums, within the rounding bound", 2, .group = "float",
               .slide = "04.2"),
    ITEM_RIGHT("pairs", "float sums of neighbouring pairs, bit for bit", 2, .group = "pairs",
               .slide = "04.2"),
    ITEM_SAFE(SAFE_BARRIERS, 2, .slide = "04.4"),
    ITEM_GATES("memory", "no bank conflicts, whole sectors, one barrier per step", 2,
               .slide = "04.8",
               .gate = {GATE_CONFLICTS, GATE_COALESCED(0),
                        GATE_MOST(BARRIERS_PER_WARP, .naive = 17, .good = 9, .gate = 10),
                        GATE_LEAST(SHARED_STORES, "shared stores (warp instructions)", .naive = 0,
                                   .good = 55 * PARTIAL_SUMS, .gate = 4 * PARTIAL_SUMS)}),
    ITEMS_END,
};

static const Item consecutive_items[] = {
    ITEM_RIGHT("int", "int sums, exact", 4, .group = "int"),
    ITEM_RIGHT("float", "float sums, within the rounding bound", 2, .group = "float",
               .slide = "04.2"),
    ITEM_RIGHT("pairs", "float sums of neighbouring pairs, bit for bit", 2, .group = "pairs",
               .slide = "04.2"),
    ITEM_SAFE(SAFE_BARRIERS, 2, .slide = "04.4"),
    ITEM_GATES("divergence", "a warp works as a whole or not at all", 4, .slide = "04.6",
               .gate = {GATE_DIVERGENCE,
                        GATE_PER(STORES, BLOCKS, "stores (warp instructions) per block",
                                 .naive = 55, .good = 21, .gate = 33, .most = PARTIAL_SUMS),
                        GATE_COALESCED(0),
                        GATE_MOST(BARRIERS_PER_WARP, .naive = 17, .good = 9, .gate = 10),
                        GATE_LEAST(SHARED_STORES, "shared stores (warp instructions)", .naive = 0,
                                   .good = 20 * PARTIAL_SUMS, .gate = 4 * PARTIAL_SUMS)}),
    ITEMS_END,
};

static const Item halves_items[] = {
    ITEM_RIGHT("int", "int sums, exact", 4, .group = "int"),
    ITEM_RIGHT("float", "float sums, within the rounding bound", 2, .group = "float",
               .slide = "04.2"),
    ITEM_RIGHT("pairs", "float sums of halves, bit for bit", 1, .group = "pairs", .slide = "04.2"),
    ITEM_SAFE(SAFE_BARRIERS, 3, .slide = "04.4"),
    ITEM_GATES("conflicts", "no bank conflicts, whole sectors", 3, .slide = "04.8",
               .gate = {GATE_CONFLICTS, GATE_COALESCED(0)}),
    ITEM_GATES("divergence", "a warp works as a whole or not at all", 3, .slide = "04.6",
               .gate = {GATE_DIVERGENCE,
                        GATE_PER(STORES, BLOCKS, "stores (warp instructions) per block",
                                 .naive = 55, .good = 21, .gate = 33, .most = PARTIAL_SUMS),
                        GATE_MOST(BARRIERS_PER_WARP, .naive = 17, .good = 9, .gate = 10),
                        GATE_LEAST(SHARED_STORES, "shared stores (warp instructions)", .naive = 0,
                                   .good = 20 * PARTIAL_SUMS, .gate = 4 * PARTIAL_SUMS)}),
    ITEMS_END,
};

static const Item strided_items[] = {
    ITEM_RIGHT("int", "int sums, exact", 5, .group = "int"),
    ITEM_RIGHT("float", "float sums, within the rounding bound", 3, .group = "float",
               .slide = "04.2"),
    ITEM_SAFE(SAFE_BARRIERS, 3, .slide = "04.4"),
    ITEM_GATES("coalesced", "neighbouring threads load neighbouring elements", 3, .slide = "04.11",
               .gate = {GATE_COALESCED(0), GATE_THREADS}),
    ITEM_GATES("tree", "one tree per block, for any number of tiles", 4, .slide = "04.14",
               .gate = {GATE_MOST(BARRIERS_PER_WARP, .naive = 72, .good = 9, .gate = 10),
                        GATE_PER(STORES, BLOCKS, "stores (warp instructions) per block",
                                 .naive = 160, .good = 21, .gate = 33, .most = COUNTED_BLOCKS),
                        GATE_NO_ATOMICS,
                        GATE_LEAST(SHARED_STORES, "shared stores (warp instructions)", .naive = 0,
                                   .good = 20 * COUNTED_BLOCKS, .gate = 4 * COUNTED_BLOCKS)}),
    ITEMS_END,
};

static const Item shuffle_items[] = {
    ITEM_RIGHT("int", "int sums, exact", 5, .group = "int"),
    ITEM_RIGHT("float", "float sums, within the rounding bound", 3, .group = "float",
               .slide = "04.2"),
    ITEM_SAFE(SAFE_BARRIERS, 3, .slide = "04.16"),
    ITEM_GATES("barriers", "at most one barrier per block", 5, .slide = "04.17",
               .gate = {GATE_MOST(BARRIERS_PER_WARP, .naive = 9, .good = 1, .gate = 1),
                        GATE_COALESCED(0), GATE_THREADS}),
    ITEM_GATES(
        "registers", "lanes exchange sums in registers, not in memory", 4, .slide = "04.15",
        .gate = {GATE_PER(EXCHANGES, WARPS, "accesses per warp by which lanes can exchange sums",
                          .naive = 5.6, .good = 1.25, .gate = 2.5,
                          .most = COUNTED_BLOCKS * REDUCE_BLOCK / 32),
                 GATE_NO_ATOMICS}),
    ITEMS_END,
};

static const Item single_items[] = {
    ITEM_RIGHT("int", "int sums, exact", 6, .group = "int"),
    ITEM_RIGHT("float", "float sums, within the rounding bound", 3, .group = "float",
               .slide = "04.2"),
    ITEM_SAFE(SAFE_BARRIERS, 4, .slide = "04.19"),
    ITEM_GATES("launch", "one launch of many blocks", 4, .slide = "04.18",
               .gate = {GATE_MOST(COUNT_LAUNCHES, .naive = 2, .good = 1, .gate = 1),
                        GATE_LEAST(LOADING_BLOCKS, "blocks that share the work", .naive = 1,
                                   .good = COUNTED / REDUCE_TILE, .gate = 28),
                        // the last block: its tile, a ticket, and the sums of 128 blocks
                        GATE_MOST(BLOCK_LOADS, .naive = 4 * COUNTED, .good = 4096 + 4 + 512,
                                  .gate = 4 * COUNTED / 32 + 5632),
                        GATE_COALESCED(128 + 512 / 32), // tickets, and the sums
                        // of the last block, which adds twice: by a tree, 9 each time
                        GATE_MOST(BARRIERS_PER_WARP, .naive = 19, .good = 3, .gate = 14)}),
    ITEM_GATES(
        "atomics", "one atomic per block: the ticket", 3, .slide = "04.20",
        .gate = {GATE_MOST(BLOCK_ATOMICS, .naive = 8, .good = 1, .gate = 1),
                 GATE_MOST(SUM2(GLOBAL_REDS, BULK_REDS), "sums added by atomics (in any order!)",
                           .naive = 128, .good = 0, .gate = 0),
                 GATE_NO_SHARED_ATOMICS}),
    ITEMS_END,
};

static const Lacking lacks_of_pairs[] = {
    AN_ARRAY,
    NEW_RESULTS,
    NOT_SHARED,
    NO_IDLE,
    LACKS(KIND_BIT(KIND_size_2_24),
          "part 3 has such an array, and counts its blocks in the same way"),
    LACKS_END};
static const Lacking lacks_of_halves[] = {AN_ARRAY, NEW_RESULTS, NOT_SHARED, NO_IDLE, LACKS_END};
static const Lacking lacks_of_tiles[] = {
    AN_ARRAY, NEW_RESULTS, NOT_SHARED,
    LACKS(KIND_BIT(KIND_size_2_24), "the caller chooses the number of blocks"), LACKS_END};
static const Lacking lacks_of_single[] = {
    AN_ARRAY, NEW_RESULTS, NO_IDLE,
    LACKS(KIND_BIT(KIND_size_2_24),
          "so large an array has the most blocks, however they are counted"),
    LACKS_END};

// A block adds its elements in eight steps. A thread that adds them all makes 255, and is busy for
// more than three times as long as the solution's; other ways to write the steps, less than twice.
#define STEPS 2.5
// A thread that adds up its block's 256 sums is busy for nine times as long in a small array. A
// tree for each of eight tiles, for which a gate takes points, is busy for 4.6 times as long.
#define STEPS_OF_TILES 4.8

static const Lacking lacks_of_program[] = {LACKS(KINDS_all, "the input is a text"), LACKS_END};

static const Part reduction_parts[] = {
    PART(1, "neighbored", "neighbouring pairs, divergent", "04.5", .items = neighbored_items,
         .busiest = STEPS, .lacks = lacks_of_pairs),
    PART(2, "consecutive", "pairs by consecutive threads", "04.7", .items = consecutive_items,
         .busiest = STEPS, .lacks = lacks_of_pairs),
    PART(3, "halves", "halves", "04.9", .items = halves_items, .busiest = STEPS,
         .lacks = lacks_of_halves),
    PART(4, "strided", "additions while loading, any n", "04.13", .items = strided_items,
         .busiest = STEPS_OF_TILES, .lacks = lacks_of_tiles),
    PART(5, "shuffle", "warp shuffles, one barrier", "04.15", .items = shuffle_items,
         .lacks = lacks_of_tiles, .uses = {4}),
    PART(6, "single", "one number, one launch", "04.18", .items = single_items,
         .lacks = lacks_of_single, .uses = {5, 4}),
    PART(7, "fastest", "as fast as you can", "04.22", .items = reduction_fastest_items,
         .file = FILE_fastest, .lacks = lacks_of_single),
    PART(PART_program, "program", "a program that reads a file", "04.27",
         .items = reduction_program_items, .lacks = lacks_of_program, .file = FILE_program),
    PARTS_END,
};

const Lab lab_04_reduction = {
    .name = "04_reduction",
    .source = "reduction.cu",
    .fastest = "fastest.cu",
    .program = "program.cu",
    .nvcc_flags = FLAGS_OF_ATOMICS,
    .title = "The sum of an array in six ways, each with less waste than the one before",
    .minutes = 180,
    .parts = reduction_parts,
    .draw = reduction_draw,
    .own = reduction_own,
    .demo = reduction_demo,
    .diagnose = reduction_diagnose,
    .columns = {{"launches", LAUNCHES},
                {"blocks", BLOCKS},
                {"diverg/blk", DIVERGENCE, BLOCKS},
                {"bank confl", CONFLICTS},
                {"barr/warp", BARRIERS, WARPS},
                {"ld sectors", LOAD_SECTORS},
                {"atomics", GLOBAL_ATOMICS}},
};

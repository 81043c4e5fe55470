// suite.c - how lab 20 is judged: its parts, items and gates.
//
// Registers and frames are those of the machine code that ptxas makes for the H200's sm_90, which
// is in this lab's object beside the PTX.
#include "grader/suite.h"

#include "common/contracts/20_occupancy.h"
#include "grader/labs/questions.h"
#include "room.h"

#define ONE_LAUNCH GATE_MOST(COUNT_LAUNCHES, .naive = 2, .good = 1, .gate = 1)
#define NO_FRAME(before) \
    GATE_MOST(FRAME_BYTES, "bytes of local memory of a thread", .naive = before, .good = 0, \
              .gate = 0)
#define RESIDENT(before, ours, least) \
    GATE_LEAST(RESIDENT_WARPS, "resident warps", .naive = before, .good = ours, .gate = least)

static const Item warps_items[] = {
    ITEM_RIGHT("right", "every result", 2),
    ITEM_SAFE(SAFE_READS, 1),
    ITEM_GATES("resident", "all 64 warps that a multiprocessor can hold", 3,
               .gate = {RESIDENT(5, 64, 64), ONE_LAUNCH}),
    ITEM_ANSWER("resident_block", "resident warps: blocks of this size", 2,
                .ask = ask_resident_warps, .want = "63", .slide = "20.4"),
    ITEM_ANSWER("resident_registers", "resident warps: so many registers", 2,
                .ask = ask_resident_registers, .want = "48", .slide = "20.4"),
    ITEM_ANSWER("resident_shared", "resident warps: so much shared memory", 2,
                .ask = ask_resident_shared, .want = "36", .slide = "20.4"),
    ITEMS_END,
};

static const Item limit_items[] = {
    ITEM_RIGHT("right", "every kernel's warps, and its limit", 10),
    ITEM_SAFE(SAFE_READS, 2),
    ITEMS_END,
};

static const Item median_items[] = {
    ITEM_RIGHT("right", "every median", 3),
    ITEM_SAFE(SAFE_READS, 2),
    ITEM_GATES("registers", "the window is in registers", 5, .slide = "20.7",
               .gate = {GATE_MOST(LOCAL_LOADS, "loads of local memory (warp instructions)",
                                  .naive = 200000, .good = 0, .gate = 0),
                        NO_FRAME(40),
                        GATE_MOST(COUNT_REQUESTS, .naive = 81 * (COUNTED / 32),
                                  .good = 9 * (COUNTED / 32), .gate = 10 * (COUNTED / 32)),
                        ONE_LAUNCH}),
    ITEMS_END,
};

static const Item bounds_items[] = {
    ITEM_RIGHT("right", "every rank", 3),
    ITEM_SAFE(SAFE_READS, 1),
    ITEM_GATES("spills", "48 warps, at the price of a spill", 3, .group = "spills", .slide = "20.9",
               .gate = {RESIDENT(16, 48, 48),
                        GATE_LEAST(FRAME_BYTES, "bytes of local memory of a thread", .naive = 0,
                                   .good = 440, .gate = 4),
                        ONE_LAUNCH}),
    ITEM_GATES("fits", "32 warps without a spill", 4, .group = "fits", .slide = "20.9",
               .gate = {RESIDENT(16, 32, 32), NO_FRAME(440), ONE_LAUNCH}),
    ITEMS_END,
};

static const Item coarse_items[] = {
    ITEM_RIGHT("right", "every value of the polynomial", 4),
    ITEM_SAFE(SAFE_READS, 2),
    ITEM_GATES("shared", "a coefficient is loaded once for eight results", 4, .group = "8",
               .slide = "20.11",
               .gate = {GATE_MOST(COUNT_REQUESTS, .naive = 65 * (COUNTED / 32),
                                  .good = 9 * (COUNTED / 32), .gate = 9.5 * (COUNTED / 32)),
                        GATE_MOST(SECTORS_READ, .naive = 21 * (COUNTED / 32),
                                  .good = 12 * (COUNTED / 32), .gate = 13 * (COUNTED / 32)),
                        GATE_MOST(THREADS, "threads", .naive = COUNTED, .good = COUNTED / 8,
                                  .gate = COUNTED / 8)}),
    ITEM_GATES("registers", "sixteen results per thread are in registers", 3, .group = "16",
               .slide = "20.12",
               .gate = {NO_FRAME(128), RESIDENT(16, 32, 32),
                        GATE_MOST(THREADS, "threads", .naive = COUNTED, .good = COUNTED / 16,
                                  .gate = COUNTED / 16)}),
    ITEMS_END,
};

#define SIX_RIGHT(letter) ITEM_RIGHT("right_" letter, letter ": right", 1, .group = letter)
#define SIX_GATE(letter, words, its_slide, ...) \
    ITEM_GATES("gate_" letter, letter ": " words, 2, .group = letter, .slide = its_slide, \
               .gate = {__VA_ARGS__})
#define SIX_TABLE(number, which, word) \
    ITEM_ANSWER("table_" number, "the limit that table " number " shows", 1, .ask = which, \
                .want = word, .slide = "20.13")

static const Item six_items[] = {
    SIX_RIGHT("a"),
    SIX_GATE("a", "a sector is loaded once", "20.14",
             GATE_MOST(SECTORS_READ, .naive = 8 * COUNTED_SUMS, .good = COUNTED_SUMS,
                       .gate = 1.1 * COUNTED_SUMS)),
    SIX_RIGHT("b"),
    SIX_GATE("b", "no bank conflicts, and whole sectors", "20.14",
             GATE_MOST(COUNT_CONFLICTS, .naive = 992 * COUNTED_TILES, .good = 0, .gate = 0),
             GATE_MOST(MOVED_SECTORS, "32-byte sectors moved", .naive = 1152 * COUNTED_TILES,
                       .good = 256 * COUNTED_TILES, .gate = 260 * COUNTED_TILES)),
    SIX_RIGHT("c"),
    SIX_GATE("c", "few updates of global memory", "20.14",
             GATE_MOST(ATOMIC_SECTORS, "atomics on words of global memory", .naive = 16384,
                       .good = COUNTED / 256, .gate = COUNTED / 64)),
    SIX_RIGHT("d"),
    SIX_GATE("d", "no arithmetic in double", "20.15",
             GATE_MOST(DOUBLE_OPS, "instructions in double", .naive = 4 * (COUNTED / 32), .good = 0,
                       .gate = 0)),
    SIX_RIGHT("e"),
    SIX_GATE("e", "blocks for all multiprocessors", "20.15",
             GATE_LEAST(LOADING_BLOCKS, "blocks that load elements", .naive = 8, .good = 512,
                        .gate = 230)),
    SIX_RIGHT("f"),
    SIX_GATE("f", "48 resident warps", "20.15", RESIDENT(16, 64, 48)),
    ITEM_SAFE(SAFE_BARRIERS, 2),
    SIX_TABLE("1", ask_limit_1, "sectors"),
    SIX_TABLE("2", ask_limit_2, "atomics"),
    SIX_TABLE("3", ask_limit_3, "resident"),
    ITEMS_END,
};

static const Item roofline_items[] = {
    ITEM_RIGHT("right", "every point, and the roof above it", 7),
    ITEM_SAFE(SAFE_READS, 1),
    ITEMS_END,
};

static const Item listing_items[] = {
    ITEM_RIGHT("ptx", "what the PTX computes", 3, .group = "ptx"),
    ITEM_RIGHT("sass", "what the machine code computes", 3, .group = "sass", .slide = "20.18"),
    ITEM_SAFE(SAFE_READS, 1),
    ITEM_GATES("wide", "one load of 16 bytes per thread, as in the listing", 1, .group = "sass",
               .slide = "20.18",
               .gate = {GATE_MOST(COUNT_REQUESTS, .naive = 4 * (COUNTED / 32), .good = COUNTED / 32,
                                  .gate = COUNTED / 32)}),
    ITEM_ANSWER("spill_store", "the instruction that puts a register into local memory", 1,
                .want = "STL", .slide = "20.19"),
    ITEM_ANSWER("warp_bytes", "bytes that one LDG.E.128 of a warp loads", 1, .want = "512",
                .slide = "20.18"),
    ITEM_ANSWER("leaves", "what lanes beyond n execute last", 1, .want = "EXIT", .slide = "20.18"),
    ITEMS_END,
};

// ---- kinds of input that a part lacks (kit.h) -------------------------------------------

#define A_WINDOW LACKS(KIND_BIT(KIND_size_1), "a window has nine values")
#define TILES LACKS(KIND_BIT(KIND_size_1), "a tile has 1024 words")

static const Lacking map_lacks[] = {AN_ARRAY, ALL_TAKEN,   TOO_LONG, NOT_SHARED,
                                    NO_IDLE,  NEW_RESULTS, LACKS_END};
static const Lacking limit_lacks[] = {AN_ARRAY, ALL_TAKEN,   TOO_LONG,     NOT_SHARED,
                                      NO_IDLE,  NEW_RESULTS, NO_NEGATIVES, LACKS_END};
static const Lacking median_lacks[] = {AN_ARRAY, ALL_TAKEN,   TOO_LONG, NOT_SHARED,
                                       NO_IDLE,  NEW_RESULTS, A_WINDOW, LACKS_END};
static const Lacking ranks_lacks[] = {
    AN_ARRAY,
    ALL_TAKEN,
    TOO_LONG,
    NOT_SHARED,
    NO_IDLE,
    NEW_RESULTS,
    LACKS(KIND_BIT(KIND_size_1) | KIND_BIT(KIND_size_warp), "a column has 40 values"),
    LACKS_END};
static const Lacking six_lacks[] = {AN_ARRAY, ALL_TAKEN, TOO_LONG, NO_IDLE, LACKS_END};
static const Lacking roofline_lacks[] = {AN_ARRAY,
                                         ALL_TAKEN,
                                         TOO_LONG,
                                         NOT_SHARED,
                                         NO_IDLE,
                                         NEW_RESULTS,
                                         LACKS(KINDS_values, "a measurement has four numbers"),
                                         LACKS_END};

static const Part occupancy_parts[] = {
    PART(PART_warps, "warps", "warps that are there", "20.3", .items = warps_items,
         .lacks = map_lacks),
    PART(PART_limit, "limit", "how many, and why not more", "20.5", .items = limit_items,
         .lacks = limit_lacks),
    PART(PART_median, "median", "an array in registers", "20.6", .items = median_items,
         .lacks = median_lacks),
    PART(PART_bounds, "bounds", "launch bounds", "20.8", .items = bounds_items,
         .lacks = ranks_lacks),
    PART(PART_coarse, "coarse", "several results per thread", "20.10", .items = coarse_items,
         .lacks = map_lacks),
    PART(PART_six, "six", "six kernels, six limits", "20.13", .items = six_items,
         .lacks = six_lacks),
    PART(PART_roofline, "roofline", "a roofline", "20.16", .items = roofline_items,
         .lacks = roofline_lacks),
    PART(PART_listing, "listing", "what the machine reads", "20.17", .items = listing_items,
         .lacks = map_lacks),
    PARTS_END,
};

const Lab lab_20_occupancy = {
    .name = "20_occupancy",
    .source = "occupancy.cu",
    .nvcc_flags = "-code=sm_90", // besides the PTX
    .title = "What limits a kernel: registers, shared memory, traffic, arithmetic",
    .minutes = 210,
    .parts = occupancy_parts,
    .draw = occupancy_draw,
    .demo = occupancy_demo,
    .diagnose = occupancy_diagnose,
    .columns = {{"registers", REGISTERS},
                {"local", FRAME_BYTES},
                {"resident", RESIDENT_WARPS},
                {"blocks", BLOCKS},
                {"read", READ_SECTORS},
                {"conflicts", CONFLICTS},
                {"atomics", ATOMIC_SECTORS},
                {"double", DOUBLE_OPS}},
    .answers = "answers.txt",
};

// suite.c - how lab 14 is judged: its parts, items and gates.
//
// The gates see what the library's kernels read and write, in sectors of 32 bytes. An algorithm
// that is fused reads each input once and writes each result once: 1/8 sector per int. An
// intermediate array costs 1/8 to write and 1/8 to read again. The kernels of this GPU read by
// bulk copies in part; so these are counted, too.
#include "grader/suite.h"
#include "grader/labs/questions.h"

#include "common/contracts/14_thrust.h"
#include "room.h"

static const Item saxpy_items[] = {
    ITEM_RIGHT("right", "a x + y, for each element", 5),
    ITEM_SAFE(SAFE_READS, 2, .slide = "14.4"),
    ITEM_GATES("fused", "one pass, with no intermediate array", 3, .slide = "14.4",
               .gate = {GATE_MOST(COUNT_LAUNCHES, .naive = 3, .good = 1, .gate = 1),
                        GATE_PER(READ_SECTORS, WORK, "sectors read per element", .naive = 0.375,
                                 .good = 0.25, .gate = 0.3),
                        GATE_PER(WRITTEN_SECTORS, WORK, "sectors written per element",
                                 .naive = 0.375, .good = 0.125, .gate = 0.15)}),
    ITEMS_END,
};

static const Item squares_items[] = {
    ITEM_RIGHT("right", "the squares are in host memory", 6),
    ITEM_SAFE(SAFE_READS, 2, .slide = "14.5"),
    ITEM_GATES("whole", "data move in whole, not element by element", 4, .slide = "14.6",
               .gate = {GATE_MOST(TO_DEVICE_US, "us of copies to the device", .naive = 52447.5,
                                  .good = 21.0246, .gate = 60),
                        GATE_MOST(TO_HOST_US, "us of copies to the host", .naive = 327699,
                                  .good = 23.7246, .gate = 60)}),
    ITEMS_END,
};

static const Item reduce_items[] = {
    ITEM_RIGHT("largest", "the largest element", 4, .group = "largest"),
    ITEM_RIGHT("squares", "the sum of the squares", 4, .group = "squares"),
    ITEM_SAFE(SAFE_READS, 2, .slide = "14.7"),
    ITEM_GATES("fused", "squares are never stored", 4, .group = "squares", .slide = "14.8",
               // inner_product() reads both of its arrays, and they are the same one
               .gate = {GATE_PER(READ_SECTORS, WORK, "sectors read per element", .naive = 0.375,
                                 .good = 0.125122, .gate = 0.28),
                        GATE_PER(WRITTEN_SECTORS, WORK, "sectors written per element",
                                 .naive = 0.500504, .good = 0.00050354, .gate = 0.05)}),
    ITEMS_END,
};

static const Item dots_items[] = {
    ITEM_RIGHT("right", "the right dot products", 6),
    ITEM_SAFE(SAFE_READS, 2, .slide = "14.9"),
    ITEM_GATES("fused", "one pass over the six arrays", 4, .slide = "14.9",
               .gate = {GATE_MOST(COUNT_LAUNCHES, .naive = 7, .good = 1, .gate = 1),
                        GATE_PER(READ_SECTORS, WORK, "sectors read per element", .naive = 1.25,
                                 .good = 0.75, .gate = 0.85),
                        GATE_PER(WRITTEN_SECTORS, WORK, "sectors written per element",
                                 .naive = 0.875, .good = 0.125, .gate = 0.15)}),
    ITEMS_END,
};

static const Item picked_items[] = {
    ITEM_RIGHT("right", "the sum of the elements that are picked", 6),
    ITEM_SAFE(SAFE_READS, 2, .slide = "14.10"),
    ITEM_GATES("fused", "the elements are never copied", 4, .slide = "14.10",
               .gate = {GATE_PER(WRITTEN_SECTORS, WORK, "sectors written per element",
                                 .naive = 0.1255, .good = 0.00050354, .gate = 0.05)}),
    ITEMS_END,
};

static const Item totals_items[] = {
    ITEM_RIGHT("right", "each key once, with its total", 8),
    ITEM_SAFE(SAFE_READS, 3, .slide = "14.11"),
    ITEM_GATES("once", "one sort and one reduction", 3, .slide = "14.12",
               .gate = {GATE_MOST(COUNT_LAUNCHES, .naive = 14, .good = 8, .gate = 12)}),
    ITEMS_END,
};

static const Item places_items[] = {
    ITEM_RIGHT("right", "the right places, rising", 6),
    ITEM_SAFE(SAFE_READS, 2, .slide = "14.13"),
    ITEM_GATES("fused", "one pass: no flags, no array of numbers", 4, .slide = "14.13",
               .gate = {GATE_MOST(COUNT_LAUNCHES, .naive = 6, .good = 2, .gate = 3),
                        GATE_PER(WRITTEN_SECTORS, WORK, "sectors written per element", .naive = 0.3,
                                 .good = 0.073, .gate = 0.2)}),
    ITEMS_END,
};

static const Item distance_items[] = {
    ITEM_RIGHT("thrust", "by Thrust", 2, .group = "thrust"),
    ITEM_RIGHT("cub", "by CUB", 3, .group = "cub"),
    ITEM_RIGHT("hand", "by hand", 2, .group = "hand"),
    ITEM_SAFE(SAFE_READS, 2, .slide = "14.14"),
    ITEM_GATES("thrust_once", "by Thrust: each input is read once", 1, .group = "thrust",
               .slide = "14.15",
               .gate = {GATE_PER(READ_SECTORS, WORK, "sectors read per element", .naive = 0.5,
                                 .good = 0.250122, .gate = 0.3),
                        GATE_PER(WRITTEN_SECTORS, WORK, "sectors written per element",
                                 .naive = 0.25, .good = 0.00050354, .gate = 0.05)}),
    ITEM_GATES(
        "hand_once", "by hand: each input is read once, by all threads", 1, .group = "hand",
        .slide = "14.15",
        .gate = {GATE_PER(READ_SECTORS, WORK, "sectors read per element", .naive = 0.5,
                          .good = 0.25, .gate = 0.3),
                 GATE_MOST(BUSIEST_THREAD, .naive = 8 * COUNTED_BY_HAND, .good = 32, .gate = 512),
                 GATE_PER(GLOBAL_ATOMICS, WARPS, "global atomics per warp", .naive = 3.87879,
                          .good = 1, .gate = 1)}),
    ITEM_ANSWER("push_back", "why no kernel can call push_back()", 1, .ask = ask_push_back,
                .want = "c", .slide = "14.16"),
    ITEM_ANSWER("pushes", "allocations of a device_vector that grows", 1, .ask = ask_pushes,
                .want = "14", .slide = "14.19"),
    ITEM_ANSWER("algorithm", "what an algorithm does in a kernel", 1, .ask = ask_added, .want = "b",
                .slide = "14.17"),
    ITEM_ANSWER("element", "what d[i] is on the host", 1, .ask = ask_copies, .want = "d",
                .slide = "14.6"),
    ITEMS_END,
};

// ---- kinds of input that a part lacks (kit.h) -------------------------------------------

static const Lacking saxpy_lacks[] = {AN_ARRAY, ALL_TAKEN, NO_IDLE, SAME_TYPE, LACKS_END};
static const Lacking new_lacks[] = {AN_ARRAY,  ALL_TAKEN,   NO_IDLE,
                                    SAME_TYPE, NEW_RESULTS, LACKS_END};
static const Lacking totals_lacks[] = {AN_ARRAY, ALL_TAKEN, NO_IDLE, SAME_TYPE, LACKS_END};
static const Lacking places_lacks[] = {AN_ARRAY, NO_IDLE, SAME_TYPE, LACKS_END};

static const Part thrust_parts[] = {
    PART(1, "saxpy", "a map with a functor", "14.4", .items = saxpy_items, .lacks = saxpy_lacks),
    PART(2, "host", "vectors of host and device", "14.5", .items = squares_items,
         .lacks = new_lacks),
    PART(3, "reduce", "reductions", "14.7", .items = reduce_items, .lacks = new_lacks),
    PART(4, "zip", "a zip iterator", "14.9", .items = dots_items, .lacks = new_lacks),
    PART(5, "picked", "a permutation iterator", "14.10", .items = picked_items, .lacks = new_lacks),
    PART(6, "totals", "totals per group", "14.11", .items = totals_items, .lacks = totals_lacks),
    PART(7, "places", "compaction", "14.13", .items = places_items, .lacks = places_lacks),
    PART(8, "distance", "by Thrust, by CUB, by hand", "14.14", .items = distance_items,
         .lacks = new_lacks),
    PARTS_END,
};

const Lab lab_14_thrust = {
    .name = "14_thrust",
    .source = "thrust.cu",
    .title = "Maps, reductions, sorts and compactions with a library, and what they cost",
    .minutes = 150,
    // Half of what Thrust makes is for more than 2^31 elements; and the host's code is not timed.
    .without_variables = true,
    .nvcc_flags = "-DTHRUST_FORCE_32_BIT_OFFSET_TYPE -DCCCL_DISABLE_NVTX -Xcompiler -O1",
    .parts = thrust_parts,
    .draw = thrust_draw,
    .demo = thrust_demo,
    .diagnose = thrust_diagnose,
    .columns = {{"launches", LAUNCHES},
                {"blocks", BLOCKS},
                {"read/elem", READ_SECTORS, WORK},
                {"writ./elem", WRITTEN_SECTORS, WORK},
                {"kernel us", KERNEL_US}},
    .answers = "answers.txt",
};

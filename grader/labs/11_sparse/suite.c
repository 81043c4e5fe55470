// suite.c - how lab 11 is judged: its parts, items and gates.
//
// Gates are written naive / good / gate. What is counted are sectors of 32 bytes that the loads of
// a kernel touch. A nonzero is 8 bytes, a quarter of a sector: so much it costs where the lanes of
// a warp load neighbouring nonzeros, two sectors where they load those of different rows. What x
// costs depends on the columns; those of the counted cases are near each other.
#include "grader/suite.h"

#include "common/contracts/11_sparse.h"
#include "room.h"

// ---- parts, items, gates ----------------------------------------------------------------

static const Item threads_items[] = {
    ITEM_RIGHT("right", "the right product", 5),
    ITEM_SAFE(SAFE_BARRIERS, 3, .slide = "11.4"),
    ITEM_GATES("share", "one thread per row", 2,
               .gate = {GATE_MOST(BUSIEST_THREAD, .naive = 810000, .good = 296, .gate = 4096)}),
    ITEMS_END,
};

static const Item warps_items[] = {
    ITEM_RIGHT("right", "the right product", 6),
    ITEM_SAFE(SAFE_BARRIERS, 3, .slide = "11.6"),
    ITEM_GATES("rows", "neighbouring lanes load neighbouring nonzeros, and add up by shuffles", 3,
               .gate = {GATE_PER(READ_SECTORS, WORK, "sectors loaded per nonzero", .naive = 2.85,
                                 .good = 0.606, .gate = 1),
                        GATE_MOST(GLOBAL_ATOMICS, "global atomics (warp instructions)",
                                  .naive = 256, .good = 0, .gate = 0),
                        GATE_MOST(BUSIEST_THREAD, .naive = 610000, .good = 128, .gate = 1024)}),
    ITEMS_END,
};

static const Item lanes_items[] = {
    ITEM_RIGHT("right", "the right product, for any number of lanes", 6),
    ITEM_SAFE(SAFE_BARRIERS, 3, .slide = "11.8"),
    ITEM_GATES("long", "many lanes for long rows", 2, .group = "long",
               .gate = {GATE_PER(READ_SECTORS, WORK, "sectors loaded per nonzero", .naive = 2.85,
                                 .good = 0.602, .gate = 1)}),
    ITEM_GATES("short", "few lanes for short rows", 3, .group = "short",
               .gate = {GATE_PER(READ_REQUESTS, WORK, "load requests per nonzero", .naive = 1.17,
                                 .good = 0.272, .gate = 0.5)}),
    ITEMS_END,
};

// The times of `make run` are the experiment; on an H200 the same parts are the fastest.
#define GATE_BALANCE GATE_MOST(BUSIEST_THREAD, .naive = 18764, .good = 456, .gate = 2000)
static const Item segments_items[] = {
    ITEM_RIGHT("right", "the right product", 7),
    ITEM_SAFE(SAFE_BARRIERS, 3, .slide = "11.11"),
    ITEM_GATES(
        "balance", "every warp takes the same number of nonzeros", 5, .group = "giant",
        .gate = {GATE_BALANCE, GATE_PER(ATOMIC_SECTORS, WORK, "atomics per nonzero, in sectors",
                                        .naive = 0.86, .good = 0.0278, .gate = 0.25)}),
    ITEM_SET("fastest", "which part is the fastest for which rows", 3, .group = "giant",
             .slide = "11.8",
             .set = {{"fastest_short", "1"},
                     {"fastest_long", "2"},
                     {"fastest_giant", "4"},
                     {"fastest_empty", "1"}},
             .gate = {GATE_BALANCE}),
    ITEMS_END,
};

static const Item dense_items[] = {
    ITEM_RIGHT("right", "the right product", 6),
    ITEM_SAFE(SAFE_BARRIERS, 3, .slide = "11.13"),
    ITEM_GATES("rows", "rows of b are read as rows", 3,
               .gate = {GATE_PER(READ_SECTORS, WORK, "sectors loaded per product", .naive = 2.78,
                                 .good = 0.191, .gate = 0.3),
                        GATE_MOST(BUSIEST_THREAD, .naive = 13000000, .good = 296, .gate = 4096)}),
    ITEMS_END,
};

static const Item list_items[] = {
    ITEM_RIGHT("right", "the right rows", 6),
    ITEM_SAFE(SAFE_BARRIERS, 3, .slide = "11.14"),
    ITEM_GATES("share", "the threads share the list", 3,
               .gate = {GATE_MOST(BUSIEST_THREAD, .naive = 1050000, .good = 1868, .gate = 16384)}),
    ITEMS_END,
};

static const Item step_items[] = {
    ITEM_RIGHT("right", "the right ranks", 5),
    ITEM_SAFE(SAFE_BARRIERS, 2, .slide = "11.17"),
    ITEM_GATES("pull", "pages pull ranks; a block adds its dangling pages up", 3,
               .gate = {GATE_PER(ATOMIC_SECTORS, WORK, "atomics per link, in sectors", .naive = 1,
                                 .good = 0.000402, .gate = 0.01),
                        GATE_MOST(BUSIEST_THREAD, .naive = 275000, .good = 8684, .gate = 50000)}),
    ITEMS_END,
};

static const Item converge_items[] = {
    ITEM_RIGHT("right", "the right ranks and the number of steps", 6),
    ITEM_SAFE(SAFE_BARRIERS, 3, .slide = "11.19"),
    ITEM_GATES("looks", "the host looks once in a round", 3,
               .gate = {GATE_PER(TO_HOST_US, WORK, "us of copies to the host per step",
                                 .naive = 5.6, .good = 0.625, .gate = 1.3),
                        GATE_PER(RECEIVED, WORK, "bytes that the host reads per step", .naive = 8,
                                 .good = 1, .gate = 4)}),
    ITEMS_END,
};

// ---- kinds of input that a part lacks (kit.h) -------------------------------------------

static const Lacking row_lacks[] = {NO_WINDOW, NEW_RESULTS, NOT_2_24, NOT_SHARED, LACKS_END};
static const Lacking shared_lacks[] = {NO_WINDOW, NEW_RESULTS, NOT_2_24, LACKS_END};
static const Lacking step_lacks[] = {
    A_GRAPH, LACKS(KINDS_values, "links have no values, and ranks are positive"), NEW_RESULTS,
    NOT_2_24, LACKS_END};
static const Lacking converge_lacks[] = {
    A_GRAPH,
    LACKS(KINDS_values, "links have no values, and ranks are positive"),
    NEW_RESULTS,
    NOT_2_24,
    LACKS(KIND_BIT(KIND_choice_all), "if all pages are dangling, nothing changes"),
    LACKS_END};

static const Part sparse_parts[] = {
    PART(PART_threads, "threads", "one thread per row", "11.3", .items = threads_items,
         .lacks = row_lacks),
    PART(PART_warps, "warps", "one warp per row", "11.5", .items = warps_items, .lacks = row_lacks),
    PART(PART_lanes, "lanes", "as many lanes as the rows need", "11.7", .items = lanes_items,
         .lacks = row_lacks),
    PART(PART_segments, "segments", "the same number of nonzeros for every warp", "11.9",
         .items = segments_items, .lacks = shared_lacks),
    PART(PART_dense, "dense", "times a dense matrix", "11.12", .items = dense_items,
         .lacks = row_lacks),
    PART(PART_list, "list", "from a list to rows", "11.14", .items = list_items,
         .lacks = shared_lacks),
    PART(PART_step, "step", "a step of PageRank", "11.15", .items = step_items,
         .lacks = step_lacks),
    PART(PART_converge, "converge", "PageRank until it no longer changes", "11.18",
         .items = converge_items, .lacks = converge_lacks, .uses = {PART_step}),
    PARTS_END,
};

const Lab lab_11_sparse = {
    .name = "11_sparse",
    .source = "sparse.cu",
    .title = "Matrices with few nonzeros: who works on which row, and PageRank",
    .minutes = 240,
    .parts = sparse_parts,
    .draw = sparse_draw,
    .demo = sparse_demo,
    .diagnose = sparse_diagnose,
    .columns = {{"launches", LAUNCHES},
                {"sectors", LOAD_SECTORS},
                {"requests", LOAD_REQUESTS},
                {"atomics", ATOMIC_SECTORS},
                {"busiest", MOST_LOADED_BY_THREAD}},
    .told = "first files",
    .answers = "answers.txt",
};

// suite.c - how lab 06 is judged: its parts, items and gates.
//
// Work is counted in two functions that the lab's file gives: before(), which compares two items,
// and digit(), which reads some bits of a key. The bounds are exact if the work of the algorithm
// does not depend on the input. There are lower bounds, too: comparisons that do not call
// before() do not count.
//
// The counted case has n = 2^14 items (2^9 in part 1), which are s = n / 8 sectors of 32 bytes:
//
//                     part 1  part 2  part 3  part 4  part 5  part 6  part 7
//   launches             513      22       1       5      96      24      12
//   comparisons / n      256    52.5     2.9    29.2       0       0    30.9
//   calls of digit() / n   0       0       0       0      64      56       0
//   sectors loaded / s           22    1.54     6.7     112      22      10
//   sectors stored / s         14.6       1       5      48    17.4      10
//
// Launches of part 2: first tiles of 512; then the merges to 2^10, 2^11 ... 2^14 have 1, 2 ... 5
// wide steps, and one launch for the narrow steps: 1 + 15 + 5, and the copy. With one launch per
// step there are 105. In part 3 a search takes 14 comparisons, of items that are far apart in
// memory: these are the 0.54 above 1. In part 6 a block stores 16 runs of 16 items, with 2.9
// sectors each, where 16 items in one piece need 2; without the order inside the block, the 32
// items of a warp go to about 16 places (37 s). Part 7 has counted cases with sorted and with
// equal keys, too: if the pivot is the smallest or the largest key, a level removes one item only.
//
// What is really compared is bounded loosely: the compiler may make a minimum and a maximum of one
// comparison.
#include "grader/suite.h"

#include "common/contracts/06_sort.h"
#include "room.h"

// ---- parts, items, gates ------------------------------------------------------------

enum { ALL_SECTORS = COUNTED * 4 / 32 }; // every item once

#define GATE_NO_COMPARISONS \
    GATE_MOST(EVENTS_0, "comparisons", .naive = COUNTED, .good = 0, .gate = 0)
#define GATE_NO_CHILDREN \
    GATE_MOST(CHILD_GRIDS, "launches by kernels", .naive = 1, .good = 0, .gate = 0)

#define STABLE "pairs, with equal keys in the order of the input"
#define UNSTABLE "pairs: each value stays with its key"

static const Item odd_even_items[] = {
    ITEM_RIGHT("ints", "ints in order, for every n", 2, .group = "ints", .slide = "06.4"),
    ITEM_RIGHT("orders", "sorted, reversed, equal and extreme keys", 1, .group = "orders",
               .slide = "06.4"),
    ITEM_RIGHT("pairs", STABLE, 2, .group = "pairs", .slide = "06.3"),
    ITEM_SAFE(SAFE_BARRIERS, 1, .slide = "06.4"),
    ITEM_GATES("work", "n steps, one thread per pair", 4, .group = "ints", .slide = "06.4",
               .gate = {GATE_MOST(EVENTS_0, "comparisons", .naive = 2 * 130816, .good = 130816,
                                  .gate = 130816),
                        GATE_LEAST(EVENTS_0, "comparisons by before()", .naive = 0, .good = 130816,
                                   .gate = 130816),
                        GATE_MOST(SUM2(ELEMENTS_COMPARED, ELEMENTS_ADDED), "items really compared",
                                  .naive = 4 * 130816, .good = 130816, .gate = 2.5 * 130816),
                        GATE_LEAST(ELEMENTS_COMPARED, "items really compared, at least", .naive = 0,
                                   .good = 130816, .gate = 0.4 * 130816),
                        GATE_MOST(COUNT_LAUNCHES, .naive = 2 * ODD_EVEN_COUNTED,
                                  .good = ODD_EVEN_COUNTED + 1, .gate = ODD_EVEN_COUNTED + 1),
                        GATE_PER(THREADS, LAUNCHES, "threads per launch", .naive = 512,
                                 .good = 256.5, .gate = 430),
                        GATE_LEAST_PER(LOADING_WARPS, LAUNCHES, "warps per launch that load",
                                       .naive = 1, .good = 8, .gate = 3)}),
    ITEMS_END,
};

static const Item bitonic_items[] = {
    ITEM_RIGHT("ints", "ints in order, for every n", 3, .group = "ints", .slide = "06.6"),
    ITEM_RIGHT("orders", "sorted, reversed, equal and extreme keys", 1, .group = "orders",
               .slide = "06.6"),
    ITEM_RIGHT("pairs", UNSTABLE, 2, .group = "pairs", .slide = "06.6"),
    ITEM_SAFE(SAFE_BARRIERS, 2, .slide = "06.6"),
    ITEM_GATES("work", "the comparisons of the network, for random keys", 2, .group = "ints",
               .slide = "06.5",
               .gate = {GATE_MOST(EVENTS_0, "comparisons", .naive = 2 * 860160, .good = 860160,
                                  .gate = 860160),
                        GATE_LEAST(EVENTS_0, "comparisons by before()", .naive = 0, .good = 860160,
                                   .gate = 860160),
                        GATE_MOST(SUM2(ELEMENTS_COMPARED, ELEMENTS_ADDED), "items really compared",
                                  .naive = 4 * 860160, .good = 860160, .gate = 2.5 * 860160),
                        GATE_LEAST(ELEMENTS_COMPARED, "items really compared, at least", .naive = 0,
                                   .good = 860160, .gate = 0.4 * 860160)}),
    ITEM_GATES("same", "the same comparisons for sorted keys", 2, .group = "orders",
               .slide = "06.5",
               .gate = {GATE_MOST(EVENTS_0, "comparisons", .naive = 2 * 860160, .good = 860160,
                                  .gate = 860160),
                        GATE_LEAST(EVENTS_0, "comparisons by before()", .naive = 0, .good = 860160,
                                   .gate = 860160),
                        GATE_MOST(SUM2(ELEMENTS_COMPARED, ELEMENTS_ADDED), "items really compared",
                                  .naive = 4 * 860160, .good = 860160, .gate = 2.5 * 860160),
                        GATE_LEAST(ELEMENTS_COMPARED, "items really compared, at least", .naive = 0,
                                   .good = 860160, .gate = 0.4 * 860160)}),
    ITEM_GATES("launches", "narrow steps in shared memory", 4, .group = "ints", .slide = "06.7",
               .gate = {GATE_MOST(COUNT_LAUNCHES, .naive = 106, .good = 22, .gate = 30),
                        GATE_MOST(SECTORS_LOADED, .naive = 296960, .good = 45056,
                                  .gate = 45 * ALL_SECTORS)}),
    ITEMS_END,
};

static const Item merge_pass_items[] = {
    ITEM_RIGHT("ints", "ints in order, for every n", 4, .group = "ints", .slide = "06.9"),
    ITEM_RIGHT("pairs", STABLE, 2, .group = "pairs", .slide = "06.3"),
    ITEM_SAFE(SAFE_BARRIERS, 2, .slide = "06.9"),
    ITEM_GATES("spread", "one merge, shared by all blocks", 4, .group = "ints", .slide = "06.8",
               .gate = {GATE_LEAST(LOADING_BLOCKS, "blocks that share the merge", .naive = 1,
                                   .good = COUNTED / SORT_TILE, .gate = COUNTED / SORT_TILE),
                        GATE_MOST(BLOCK_LOADS, .naive = 4 * COUNTED, .good = 4304, .gate = COUNTED),
                        GATE_MOST(COUNT_LAUNCHES, .naive = 2, .good = 1, .gate = 1),
                        GATE_MOST(EVENTS_0, "comparisons", .naive = 14 * COUNTED, .good = 47904,
                                  .gate = 5 * COUNTED),
                        GATE_LEAST(EVENTS_0, "comparisons by before()", .naive = 0, .good = 47904,
                                   .gate = COUNTED / 2)}),
    ITEM_GATES("coalesced", "loads and stores of whole sectors", 4, .group = "ints",
               .slide = "06.10",
               .gate = {GATE_MOST(SECTORS_LOADED, .naive = 35551, .good = 1.54 * ALL_SECTORS,
                                  .gate = 2 * ALL_SECTORS),
                        GATE_MOST(SECTORS_STORED, .naive = 4 * ALL_SECTORS, .good = ALL_SECTORS,
                                  .gate = 1.25 * ALL_SECTORS)}),
    ITEMS_END,
};

static const Item merge_items[] = {
    ITEM_RIGHT("ints", "ints in order, for every n", 3, .group = "ints", .slide = "06.8"),
    ITEM_RIGHT("orders", "sorted, reversed, equal and extreme keys", 1, .group = "orders",
               .slide = "06.8"),
    ITEM_RIGHT("pairs", STABLE, 2, .group = "pairs", .slide = "06.3"),
    ITEM_SAFE(SAFE_BARRIERS, 2, .slide = "06.8"),
    ITEM_GATES("work", "n log n comparisons", 3, .group = "ints", .slide = "06.8",
               .gate = {GATE_MOST(EVENTS_0, "comparisons", .naive = 91 * COUNTED, .good = 479124,
                                  .gate = 70 * COUNTED),
                        GATE_LEAST(EVENTS_0, "comparisons by before()", .naive = 0, .good = 479124,
                                   .gate = 6 * COUNTED)}),
    ITEM_GATES("stages", "one launch per stage, with work for every block", 3, .group = "ints",
               .slide = "06.8",
               .gate = {GATE_MOST(COUNT_LAUNCHES, .naive = 13, .good = 5, .gate = 5),
                        GATE_LEAST_PER(LOADING_BLOCKS, LAUNCHES, "blocks per launch", .naive = 6.2,
                                       .good = COUNTED / SORT_TILE, .gate = COUNTED / SORT_TILE),
                        GATE_MOST(SECTORS_LOADED, .naive = 21 * ALL_SECTORS,
                                  .good = 6.725 * ALL_SECTORS, .gate = 9 * ALL_SECTORS)}),
    ITEMS_END,
};

static const Item split_items[] = {
    ITEM_RIGHT("ints", "ints in order, for every n", 4, .group = "ints", .slide = "06.12"),
    ITEM_RIGHT("orders", "sorted, reversed, equal and extreme keys", 2, .group = "orders",
               .slide = "06.11"),
    ITEM_RIGHT("pairs", STABLE, 2, .group = "pairs", .slide = "06.11"),
    ITEM_SAFE(SAFE_BARRIERS, 2, .slide = "06.12"),
    ITEM_GATES("work", "calls of digit(), and no comparisons", 2, .group = "ints", .slide = "06.11",
               .gate = {GATE_NO_COMPARISONS,
                        GATE_MOST(EVENTS_1, "calls of digit()", .naive = 4 * 32 * COUNTED,
                                  .good = 2 * 32 * COUNTED, .gate = 2 * 32 * COUNTED),
                        GATE_LEAST(EVENTS_1, "calls of digit(), at least", .naive = 0,
                                   .good = 2 * 32 * COUNTED, .gate = 32 * COUNTED)}),
    ITEM_GATES(
        "steps", "three launches per bit", 2, .group = "ints", .slide = "06.12",
        .gate = {GATE_MOST(COUNT_LAUNCHES, .naive = 4 * 32, .good = 3 * 32, .gate = 3 * 32)}),
    ITEMS_END,
};

static const Item digits_items[] = {
    ITEM_RIGHT("ints", "ints in order, for every n", 4, .group = "ints", .slide = "06.13"),
    ITEM_RIGHT("orders", "sorted, reversed, equal and extreme keys", 1, .group = "orders",
               .slide = "06.13"),
    ITEM_RIGHT("pairs", STABLE, 2, .group = "pairs", .slide = "06.13"),
    ITEM_SAFE(SAFE_BARRIERS, 2, .slide = "06.13"),
    ITEM_GATES("rounds", "eight rounds of three launches", 3, .group = "ints", .slide = "06.13",
               .gate = {GATE_MOST(COUNT_LAUNCHES, .naive = 96, .good = 24, .gate = 24),
                        GATE_NO_COMPARISONS,
                        GATE_LEAST(EVENTS_1, "calls of digit(), at least", .naive = 0,
                                   .good = 56 * COUNTED, .gate = 8 * COUNTED)}),
    ITEM_GATES("runs", "a block stores its items in runs of equal digits", 4, .group = "ints",
               .slide = "06.14",
               .gate = {GATE_MOST(SECTORS_STORED, .naive = 37 * ALL_SECTORS, .good = 35636,
                                  .gate = 24 * ALL_SECTORS)}),
    ITEMS_END,
};

static const Item quick_items[] = {
    ITEM_RIGHT("ints", "ints in order, for every n", 3, .group = "ints", .slide = "06.15"),
    ITEM_RIGHT("orders", "sorted, reversed, equal and extreme keys", 1, .group = "orders",
               .slide = "06.15"),
    ITEM_RIGHT("equal", "one key, many times", 1, .group = "equal", .slide = "06.16"),
    ITEM_RIGHT("pairs", UNSTABLE, 2, .group = "pairs", .slide = "06.15"),
    ITEM_SAFE(SAFE_BARRIERS, 2, .slide = "06.15"),
    ITEM_GATES("levels", "one launch per level, and no launches by kernels", 2, .group = "ints",
               .slide = "06.15",
               .gate = {GATE_MOST(COUNT_LAUNCHES, .naive = 63, .good = 12, .gate = 24),
                        // A sort that knows its steps before it starts asks for nothing.
                        GATE_LEAST(RECEIVED, "bytes that the host reads: lengths of the list",
                                   .naive = 0, .lesson = true, .good = 48, .gate = 8),
                        GATE_NO_CHILDREN,
                        GATE_MOST(EVENTS_0, "comparisons", .naive = 256 * COUNTED,
                                  .good = 30.9 * COUNTED, .gate = 80 * COUNTED),
                        GATE_LEAST(EVENTS_0, "comparisons by before()", .naive = 0,
                                   .good = 30.9 * COUNTED, .gate = 6 * COUNTED)}),
    ITEM_GATES("sorted", "sorted keys are halved in every level", 2, .group = "orders",
               .slide = "06.16",
               .gate = {GATE_MOST(COUNT_LAUNCHES, .naive = LEVELS - 511, .good = 3, .gate = 8),
                        GATE_NO_CHILDREN}),
    ITEM_GATES("halved", "equal keys are halved in every level, too", 1, .group = "equal",
               .slide = "06.16",
               .gate = {GATE_MOST(COUNT_LAUNCHES, .naive = LEVELS - 511, .good = 4, .gate = 8),
                        GATE_NO_CHILDREN}),
    ITEMS_END,
};

static const Lacking lacks_of_steps[] = {
    AN_ARRAY,
    NEW_RESULTS,
    ALL_TAKEN,
    TOO_LONG,
    NO_COPIES,
    SHARED_BY_LAUNCHES,
    LACKS(KIND_BIT(KIND_size_2_15) | KIND_BIT(KIND_size_2_16), "there is a launch per item"),
    LACKS_END};
static const Lacking lacks_of_runs[] = {
    AN_ARRAY,
    NEW_RESULTS,
    ALL_TAKEN,
    TOO_LONG,
    NO_COPIES,
    SHARED_BY_LAUNCHES,
    LACKS(KIND_BIT(KIND_values_falling), "the runs are in order"),
    LACKS(KIND_BIT(KIND_size_warp), "a run has 512 items or more"),
    LACKS_END};
static const Lacking lacks_of_sorts[] = {AN_ARRAY,  NEW_RESULTS,        ALL_TAKEN, TOO_LONG,
                                         NO_COPIES, SHARED_BY_LAUNCHES, LACKS_END};
static const Lacking lacks_of_quick[] = {AN_ARRAY, NEW_RESULTS, ALL_TAKEN,
                                         TOO_LONG, NO_COPIES,   LACKS_END};
static const Lacking lacks_of_fastest[] = {AN_ARRAY, NEW_RESULTS, ALL_TAKEN,
                                           TOO_LONG, NO_COPIES,   LACKS_END};

static const Lacking lacks_of_program[] = {LACKS(KINDS_all, "the input is a text"), LACKS_END};

static const Part sort_parts[] = {
    PART(PART_odd_even, "odd_even", "odd-even transposition", "06.4", .items = odd_even_items,
         .lacks = lacks_of_steps),
    PART(PART_bitonic, "bitonic", "bitonic sort", "06.5", .items = bitonic_items,
         .lacks = lacks_of_sorts),
    PART(PART_merge_pass, "merge_pass", "a merge for all blocks", "06.9", .items = merge_pass_items,
         .lacks = lacks_of_runs),
    PART(PART_merge, "merge", "merge sort in three stages", "06.8", .uses = {PART_merge_pass},
         .items = merge_items, .lacks = lacks_of_sorts),
    PART(PART_split, "split", "radix sort by split", "06.11", .items = split_items,
         .lacks = lacks_of_sorts),
    PART(PART_digits, "digits", "radix sort by digits of 4 bits", "06.13", .uses = {PART_split},
         .items = digits_items, .lacks = lacks_of_sorts),
    PART(PART_quick, "quick", "quicksort without recursion", "06.15",
         .uses = {PART_split, PART_bitonic}, .items = quick_items, .lacks = lacks_of_quick),
    PART(PART_fastest, "fastest", "as fast as you can", "06.19", .file = FILE_fastest,
         .items = sort_fastest_items, .lacks = lacks_of_fastest),
    PART(PART_program, "program", "a program that sorts the lines of a file", "06.29",
         .items = sort_program_items, .lacks = lacks_of_program, .file = FILE_program),
    PARTS_END,
};

static void draw(CaseList *list, int part)
{
    if (part == PART_fastest)
        sort_fastest_draw(list);
    else if (part == PART_program)
        sort_program_draw(list);
    else
        sort_draw(list, part);
}

static void demo(CaseList *list, int part)
{
    if (part == PART_fastest)
        sort_fastest_demo(list, SORT_SHOWN);
    else if (part == PART_program)
        sort_program_demo(list);
    else
        sort_demo(list, part);
}

const Lab lab_06_sort = {
    .name = "06_sort",
    .source = "sort.cu",
    .fastest = "fastest.cu",
    .program = "program.cu",
    .nvcc_flags = FLAGS_OF_ATOMICS,
    .title = "Seven sorts, and what each one costs",
    .minutes = 330,
    .parts = sort_parts,
    .draw = draw,
    .own = sort_own,
    .demo = demo,
    .diagnose = sort_diagnose,
    .columns = {{"launches", LAUNCHES},
                {"blocks", BLOCKS, LAUNCHES},
                {"compared", EVENTS_0},
                {"looked at", EVENTS_1},
                {"barr/warp", BARRIERS, WARPS},
                {"ld sectors", LOAD_SECTORS},
                {"st sectors", STORE_SECTORS}},
    .told = "work (k=log n)",
};

// suite.c - how lab 08 is judged: its parts, items and gates.
//
// Most gates count launches, and launches are exact: such a gate has two bounds, an upper and a
// lower one.
//
//   part 1   2 trees of 8 threads: 3 child grids each (of 4, 2 and 1 threads), 6 together. If every
//            thread launches: 8 + 8 * 4 + 8 * 4 * 2 per tree, 208 together.
//   part 2   a block of 512 needs children of 256, 128 ... 2 threads: 8. For the 128 blocks of
//   part 3   2^16 elements that is 1024, for the 2048 blocks of 2^20 elements 16384.
//   part 4   one grid per level, with 256 pairs per block at first; children for 128, 64 ... 1: 8.
//   part 2   3000 blocks of 4 threads have a child each: room for 3000 launches is needed.
//   part 5   8192 elements in pieces of at most 128: at least 64 pieces, and each split has
//            two children; with a median of three, random elements need about 210 child grids.
//   parts 6  a grid of 64 x 64 vertices has 127 waves from its corner. The host launches each
//   and 7    wave, and one kernel before them; or the kernels launch them, and one more wave that
//            finds nothing.
//
// The notes' launch counts are for 2^20 elements; `make run` shows this size.
#include "grader/suite.h"
#include "grader/labs/questions.h"

#include "common/contracts/08_dynamic_parallelism.h"
#include "room.h"

// ---- parts, items, gates ------------------------------------------------------------

// There are thousands of child grids: only grids that the host launches get counters per line.
#define OPTIONS "lines=host"

// Child grids that do nothing, below a grid that does it all, are no use of them.
// Half of the results at least. The solution may store one several times: a
// sort moves an element in each level, and a search tries to store a level for each edge.
#define CHILDREN_STORE(of_solution, results) \
    GATE_LEAST(BY_CHILDREN, "bytes of the results that child grids store", .naive = 0, \
               .lesson = true, .good = of_solution, .gate = (results) / 2)

static const Item hello_items[] = {
    ITEM_RIGHT("tree", "one tree, by depth and thread", 4, .group = "tree"),
    ITEM_RIGHT("trees", "one tree per block", 2, .group = "trees"),
    ITEM_SAFE(SAFE_READS, 1),
    ITEM_GATES(
        "launches", "one child grid per level and tree", 3, .slide = "08.4",
        .gate = {GATE_MOST(HOST_LAUNCHES, "launches by the host", .naive = 4, .good = 1, .gate = 1),
                 GATE_MOST(CHILD_GRIDS, "child grids", .naive = 208, .good = 6, .gate = 6),
                 GATE_LEAST(CHILD_GRIDS, "child grids, at least", .naive = 0, .good = 6, .gate = 6),
                 CHILDREN_STORE(14 * sizeof(int), 14 * sizeof(int))}),
    ITEMS_END,
};

static const Item nested_each_items[] = {
    ITEM_RIGHT("sums", "sums of pieces, exact", 5),
    ITEM_SAFE(SAFE_READS, 4),
    ITEM_GATES(
        "launches", "every block launches, 8 levels deep", 3, .slide = "08.9",
        .gate = {GATE_MOST(HOST_LAUNCHES, "launches by the host", .naive = 9, .good = 1, .gate = 1),
                 GATE_MOST(CHILD_GRIDS, "child grids", .naive = COUNTED_BLOCKS * LEVELS * 2,
                           .good = COUNTED_BLOCKS * LEVELS, .gate = COUNTED_BLOCKS * LEVELS),
                 GATE_LEAST(CHILD_GRIDS, "child grids, at least", .naive = LEVELS,
                            .good = COUNTED_BLOCKS * LEVELS, .gate = COUNTED_BLOCKS * LEVELS),
                 CHILDREN_STORE(COUNTED_BLOCKS * sizeof(int), COUNTED_BLOCKS * sizeof(int))}),
    ITEM_GATES("room", "room for all launches", 1, .group = "many", .slide = "08.9",
               .gate = {GATE_LEAST(PENDING_ROOM, "launches that may be pending", .naive = 2048,
                                   .good = 1 << 20, .gate = MANY_BLOCKS)}),
    ITEM_GATES("work", "half as many threads in each level, no barrier that waits for a child", 2,
               .slide = "08.9",
               .gate = {GATE_PER(THREADS, HOST_LAUNCHES, "threads of all grids",
                                 .naive = COUNTED_BLOCKS * 9 * SIZE,
                                 .good = COUNTED_BLOCKS * (2 * SIZE - 2),
                                 .gate = (COUNTED_BLOCKS * (2 * SIZE - 2)) * 1.05, .most = 1),
                        GATE_MOST(BARRIERS_PER_WARP, .naive = 2, .good = 1, .gate = 1)}),
    ITEM_ANSWER("leaves", "child grids of the profile without a child of their own", 1,
                .ask = ask_leaves, .want = "2048", .slide = "08.9"),
    ITEMS_END,
};

static const Item tail_items[] = {
    ITEM_RIGHT("sums", "sums of pieces, exact", 5),
    ITEM_SAFE(SAFE_READS, 4),
    ITEM_GATES(
        "launches", "every block launches, 8 levels deep", 3, .slide = "08.10",
        .gate = {GATE_MOST(HOST_LAUNCHES, "launches by the host", .naive = 9, .good = 1, .gate = 1),
                 GATE_MOST(CHILD_GRIDS, "child grids", .naive = COUNTED_BLOCKS * LEVELS * 2,
                           .good = COUNTED_BLOCKS * LEVELS, .gate = COUNTED_BLOCKS * LEVELS),
                 GATE_LEAST(CHILD_GRIDS, "child grids, at least", .naive = LEVELS,
                            .good = COUNTED_BLOCKS * LEVELS, .gate = COUNTED_BLOCKS * LEVELS),
                 CHILDREN_STORE(COUNTED_BLOCKS * sizeof(int), COUNTED_BLOCKS * sizeof(int))}),
    ITEM_GATES("barriers", "no barrier: the end of the grid orders the accesses", 3,
               .slide = "08.10",
               .gate = {GATE_MOST(BARRIERS_PER_WARP, .naive = 1, .good = 0, .gate = 0)}),
    ITEM_ANSWER("running", "grids of the profile that run at the same time", 1, .ask = ask_running,
                .want = "42", .slide = "08.3"),
    ITEMS_END,
};

static const Item grid_items[] = {
    ITEM_RIGHT("sums", "sums of pieces, exact", 5),
    ITEM_SAFE(SAFE_READS, 4),
    ITEM_GATES(
        "launches", "one child grid per level: 8", 5, .slide = "08.11",
        .gate = {GATE_MOST(HOST_LAUNCHES, "launches by the host", .naive = 9, .good = 1, .gate = 1),
                 GATE_MOST(CHILD_GRIDS, "child grids", .naive = COUNTED_BLOCKS * LEVELS,
                           .good = LEVELS, .gate = LEVELS),
                 GATE_LEAST(CHILD_GRIDS, "child grids, at least", .naive = 0, .good = LEVELS,
                            .gate = LEVELS),
                 CHILDREN_STORE(COUNTED_BLOCKS * sizeof(int), COUNTED_BLOCKS * sizeof(int))}),
    ITEM_GATES(
        "work", "one thread per pair, no barrier", 2, .slide = "08.11",
        .gate = {GATE_PER(THREADS, HOST_LAUNCHES, "threads of all grids",
                          .naive = COUNTED_BLOCKS * 9 * SIZE, .good = COUNTED_BLOCKS * (SIZE - 1),
                          .gate = (COUNTED_BLOCKS * (SIZE - 1)) * 1.05, .most = 1),
                 GATE_MOST(BARRIERS_PER_WARP, .naive = 1, .good = 0, .gate = 0)}),
    ITEM_ANSWER("chain", "microseconds per level of the third version", 1, .ask = ask_chain,
                .want = "33", .slide = "08.12"),
    ITEMS_END,
};

static const Item sort_items[] = {
    ITEM_RIGHT("random", "random elements", 5, .group = "random"),
    ITEM_RIGHT("awkward", "sorted, reversed, equal and extreme elements", 4, .group = "awkward"),
    ITEM_SAFE(SAFE_READS, 4),
    ITEM_GATES(
        "launches", "child grids down to small pieces, not to single elements", 3, .slide = "08.13",
        .gate = {GATE_MOST(HOST_LAUNCHES, "launches by the host", .naive = 16, .good = 1,
                           .gate = 1),
                 GATE_MOST(CHILD_GRIDS, "child grids", .naive = SORTED, .good = 212,
                           .gate = 8.0 * SORTED / SMALL_PIECE),
                 GATE_LEAST(CHILD_GRIDS, "child grids, at least", .naive = 0, .good = 212,
                            .gate = SORTED / SMALL_PIECE),
                 CHILDREN_STORE(243900, SORTED * sizeof(int)),
                 GATE_MOST(KERNEL_US, "microseconds from the first grid to the end of the last",
                           .naive = 2319, .good = 302, .gate = 1000)}),
    ITEM_GATES("depth", "bad pivots end at a certain depth", 1, .group = "awkward",
               .slide = "08.13",
               .gate = {GATE_MOST(CHILD_LEVELS, "levels of child grids", .naive = 62, .good = 20,
                                  .gate = 40)}),
    ITEMS_END,
};

static const Item host_items[] = {
    ITEM_RIGHT("levels", "distances", 5),
    ITEM_SAFE(SAFE_READS, 3),
    ITEM_GATES(
        "queue", "one launch per wave, with threads for its queue only", 4, .slide = "08.15",
        .gate = {GATE_MOST(HOST_LAUNCHES, "launches by the host", .naive = 2 * WAVES,
                           .good = WAVES + 1, .gate = WAVES + 2),
                 GATE_MOST(CHILD_GRIDS, "child grids", .naive = WAVES, .good = 0, .gate = 0),
                 GATE_MOST(THREADS, "threads of all waves", .naive = (double)WAVES * SIDE * SIDE,
                           .good = SIDE * SIDE + WAVES * 64, .gate = SIDE * SIDE + WAVES * 320),
                 GATE_MOST(THREAD_LOADS, .naive = 68 * SIDE * SIDE, .good = 8304, .gate = 65536)}),
    ITEMS_END,
};

static const Item nested_items[] = {
    ITEM_RIGHT("levels", "distances", 6),
    ITEM_SAFE(SAFE_READS, 4),
    ITEM_GATES(
        "launches", "each wave launches the next, the host only the first", 3, .slide = "08.16",
        .gate = {GATE_MOST(HOST_LAUNCHES, "launches by the host", .naive = WAVES + 1, .good = 2,
                           .gate = 2),
                 GATE_MOST(CHILD_GRIDS, "child grids", .naive = 2 * WAVES, .good = WAVES,
                           .gate = WAVES + 2),
                 GATE_LEAST(CHILD_GRIDS, "child grids, at least", .naive = 0, .good = WAVES,
                            .gate = WAVES - 1),
                 CHILDREN_STORE((4 * SIDE * (SIDE - 1) - 2) * sizeof(int),
                                SIDE *SIDE * sizeof(int)),
                 GATE_MOST(THREAD_LOADS, .naive = 68 * SIDE * SIDE, .good = 8816, .gate = 65536)}),
    ITEM_GATES("copies", "the host copies no number back", 2, .slide = "08.16",
               .gate = {GATE_MOST(TO_HOST_US, "microseconds of copies to the host",
                                  .naive = 10 * WAVES, .good = 0, .gate = 0),
                        GATE_MOST(RECEIVED, "bytes of flags that the host reads",
                                  .naive = 4 * WAVES, .good = 0, .gate = HOST_READS)}),
    ITEMS_END,
};

static const Item family_items[] = {
    ITEM_RIGHT("values", "values of a polynomial", 1),
    ITEM_SAFE(SAFE_READS, 2, .slide = "08.20"),
    ITEM_GATES(
        "family", "two children at the same time, and one after both", 2, .slide = "08.20",
        .gate = {GATE_MOST(HOST_LAUNCHES, "launches by the host", .naive = 3, .good = 1, .gate = 1),
                 GATE_MOST(CHILD_GRIDS, "child grids", .naive = 64, .good = 3, .gate = 3),
                 GATE_LEAST(CHILD_GRIDS, "child grids, at least", .naive = 0, .good = 3, .gate = 3),
                 GATE_MOST(KERNEL_US, "microseconds from the first grid to the end of the last",
                           .naive = 152, .good = 104, .gate = 128)}),
    ITEM_GATES("constant", "the children read the coefficients from constant memory", 1,
               .slide = "08.19",
               .gate = {GATE_LEAST_PER(CONSTANT_LOADS, WARPS, "constant loads per warp", .naive = 0,
                                       .good = 2702, .gate = 1000)}),
    ITEMS_END,
};

// ---- kinds of input that a part lacks (labs/kit.h) ----

static const Lacking hello_lacks[] = {
    AN_ARRAY,
    NEW_RESULTS,
    TOO_LONG,
    ALL_TAKEN,
    LACKS(KIND_BIT(KIND_size_0), "a tree has at least one thread"),
    LACKS(KINDS_values, "there is no input"),
    LACKS(KIND_BIT(KIND_overlap) | KIND_BIT(KIND_idle), "each block has a tree of its own"),
    LACKS_END};
static const Lacking piece_lacks[] = {
    AN_ARRAY,
    NEW_RESULTS,
    TOO_LONG,
    ALL_TAKEN,
    LACKS(KIND_BIT(KIND_overlap), "each block has a piece of its own"),
    LACKS_END};
static const Lacking sort_lacks[] = {AN_ARRAY, TOO_LONG, ALL_TAKEN, LACKS_END};
static const Lacking family_lacks[] = {AN_ARRAY, NEW_RESULTS, TOO_LONG, ALL_TAKEN, LACKS_END};
static const Lacking search_lacks[] = {
    AN_ARRAY,
    NEW_RESULTS,
    TOO_LONG,
    ALL_TAKEN,
    LACKS(KIND_BIT(KIND_size_0) | KIND_BIT(KIND_size_1),
          "a graph has at least one vertex, and so two offsets"),
    LACKS(KINDS_values, "the input is a graph: shapes of graphs take the place of values"),
    LACKS_END};

// A level of the tree is a grid. A thread that adds up a piece of 1024 elements is busy for more
// than three times as long as the solution's on all levels together.
#define LEVELS 2

static const Part nested_parts[] = {
    PART(1, "hello", "nested hello", "08.4", .items = hello_items, .options = OPTIONS,
         .lacks = hello_lacks),
    PART(2, "each", "each block launches", "08.9", .items = nested_each_items, .options = OPTIONS,
         .busiest = LEVELS, .lacks = piece_lacks),
    PART(3, "tail", "each block, by tail launches", "08.10", .items = tail_items,
         .options = OPTIONS, .busiest = LEVELS, .lacks = piece_lacks),
    PART(4, "grid", "one child grid per level", "08.11", .items = grid_items, .options = OPTIONS,
         .busiest = LEVELS, .lacks = piece_lacks),
    PART(5, "quicksort", "quicksort with child grids", "08.13", .items = sort_items,
         .options = OPTIONS, .lacks = sort_lacks),
    PART(6, "host", "search, driven by the host", "08.15", .items = host_items, .options = OPTIONS,
         .lacks = search_lacks),
    PART(7, "nested", "search, driven by itself", "08.16", .items = nested_items,
         .options = OPTIONS, .lacks = search_lacks, .uses = {6}),
    PART(8, "family", "constants and an event", "08.20", .items = family_items, .options = OPTIONS,
         .lacks = family_lacks),
    PARTS_END,
};

const Lab lab_08_dynamic_parallelism = {
    .name = "08_dynamic_parallelism",
    .source = "dynamic_parallelism.cu",
    .answers = "answers.txt",
    .title = "Kernels that launch kernels: reductions, a quicksort, a search",
    .minutes = 180,
    .parts = nested_parts,
    .draw = nested_draw,
    .demo = nested_demo,
    .diagnose = dynamic_parallelism_diagnose,
    .columns = {{"by host", HOST_LAUNCHES},
                {"by kernels", CHILD_GRIDS},
                {"blocks", BLOCKS},
                {"barr/warp", BARRIERS, WARPS},
                {"copies us", TO_HOST_US},
                {"kernels us", KERNEL_US},
                {"total us", TOTAL_US}},
    .told = "K40 (notes)",
    .opens = "streams",
    .summary = true,
    .nvcc_flags = "-rdc=true",
};

// suite.c - how lab 03 is judged: its parts, items and gates.
//
// The gates count updates of global memory by atomics, as the hardware does: in sectors. 32 lanes
// that change the same word make 32 updates; lanes that change different words of one sector make
// one together. Counted on the counted cases below:
//   parts 2, 3  half of the elements are kept: 16 updates per warp, or 1.
//   parts 4, 5  4096 bytes per block: nearly as many updates, or those of 256 neighbouring bins.
//   part 6      a thread first computes its own maximum, and compares before it swaps: few of
//               the 4096 threads swap at all.
//   part 7      the lock is taken by one thread per block: 1 exchange, where it is free, as here;
//               2 if an atomic releases it.
#include "grader/suite.h"

#include "common/contracts/03_atomics.h"
#include "room.h"

// ---- parts, items, gates ----------------------------------------------------------------

// What the counted cases need at most: more warps and blocks do not lower an average.
enum {
    BOTH_WARPS = 2 * COUNTED / 32, // one thread per element, in the kernel and in tally()
    MOST_BLOCKS = COUNTED / ATOMICS_BLOCK
};

static const Item count_above_items[] = {
    ITEM_RIGHT("right", "the right count", 5),
    ITEM_SAFE(SAFE_READS, 3, .slide = "03.2"),
    ITEM_GATES("threads", "one thread per element", 2, .slide = "01.5",
               .gate = {GATE_MOST(BUSIEST_THREAD, .naive = 4 * COUNTED, .good = 4, .gate = 64)}),
    ITEMS_END,
};

static const Item push_each_items[] = {
    ITEM_RIGHT("right", "every index once", 7),
    ITEM_SAFE(SAFE_READS, 3, .slide = "03.5"),
    ITEM_GATES("threads", "one thread per element", 2, .slide = "01.5",
               .gate = {GATE_MOST(BUSIEST_THREAD, .naive = 4 * COUNTED, .good = 16, .gate = 64)}),
    ITEMS_END,
};

static const Item warp_items[] = {
    ITEM_RIGHT("right", "every index once", 7),
    ITEM_SAFE(SAFE_READS, 3, .slide = "03.7"),
    ITEM_GATES("leader", "the leader takes the slots for its warp", 7,
               .gate = {GATE_PER(ATOM_SECTORS, LOADING_WARPS,
                                 "updates of global memory per warp, in 32-byte sectors",
                                 .naive = 8, .good = 0.5, .gate = 0.5, .most = BOTH_WARPS),
                        GATE_MOST(BUSIEST_THREAD, .naive = 4 * COUNTED, .good = 16, .gate = 64)}),
    ITEMS_END,
};

static const Item global_items[] = {
    ITEM_RIGHT("right", "the right counts", 5),
    ITEM_SAFE(SAFE_READS, 3, .slide = "03.2"),
    ITEM_GATES("threads", "the threads share the bytes", 2, .slide = "01.8",
               .gate = {GATE_MOST(BUSIEST_THREAD, .naive = COUNTED, .good = 16, .gate = 128)}),
    ITEMS_END,
};

static const Item private_items[] = {
    ITEM_RIGHT("right", "the right counts", 6),
    ITEM_SAFE(SAFE_READS, 4, .slide = "03.10"),
    ITEM_GATES(
        "private", "a block adds to each bin once", 7,
        .gate = {GATE_PER(ATOMIC_SECTORS, LOADING_BLOCKS,
                          "updates of global memory per block, in 32-byte sectors", .naive = 2850,
                          .good = 32, .gate = 64, .most = MOST_BLOCKS),
                 GATE_LEAST(SHARED_ATOMICS, "shared atomics (warp instructions)", .naive = 0,
                            .good = COUNTED / 32, .gate = COUNTED / 64),
                 GATE_MOST(BUSIEST_BLOCK, .naive = COUNTED, .good = 4096, .gate = COUNTED / 2)}),
    ITEMS_END,
};

static const Item maximum_items[] = {
    ITEM_RIGHT("right", "the largest, bit for bit", 8),
    ITEM_SAFE(SAFE_READS, 4, .slide = "03.12"),
    ITEM_GATES("compare", "no swap without a larger value, at most one per thread", 5,
               .gate = {GATE_PER(ATOMIC_SECTORS, LOADING_BLOCKS,
                                 "updates of global memory per block, in 32-byte sectors",
                                 .naive = 4096, .good = 3.81, .gate = 128, .most = MOST_BLOCKS),
                        GATE_MOST(BUSIEST_THREAD, .naive = 4 * COUNTED, .good = 88, .gate = 1024)}),
    ITEMS_END,
};

static const Item record_items[] = {
    ITEM_RIGHT("right", "count, sum and maximum", 7),
    ITEM_SAFE(SAFE_READS, 6, .slide = "03.15"),
    ITEM_GATES("once", "a block takes the lock once", 4, .slide = "03.14",
               .gate = {GATE_PER(ATOMIC_SECTORS, LOADING_BLOCKS,
                                 "updates of global memory per block, in 32-byte sectors",
                                 .naive = 512, .good = 1, .gate = 8, .most = MOST_BLOCKS)}),
    ITEMS_END,
};

// ---- kinds of input that a part lacks (kit.h) -------------------------------------------

static const Lacking count_lacks[] = {AN_ARRAY, NO_IDLE, LACKS_END};
static const Lacking list_lacks[] = {AN_ARRAY, NO_IDLE, NOT_2_24,
                                     LACKS(KIND_BIT(KIND_old_values), "the list is empty before"),
                                     LACKS_END};
static const Lacking bytes_lacks[] = {AN_ARRAY, ALL_TAKEN,    NO_IDLE,
                                      NOT_2_24, NO_NEGATIVES, LACKS_END};
static const Lacking collect_lacks[] = {AN_ARRAY, ALL_TAKEN, NO_IDLE, NOT_2_24, LACKS_END};

static const Lacking program_lacks[] = {LACKS(KINDS_all, "the input is the arguments"), LACKS_END};

static const Part atomics_parts[] = {
    PART(1, "count", "a counter that loses nothing", "03.2", .items = count_above_items,
         .lacks = count_lacks),
    PART(2, "each", "a list to append to", "03.4", .items = push_each_items, .lacks = list_lacks),
    PART(3, "warp", "one atomic per warp", "03.6", .items = warp_items, .lacks = list_lacks),
    PART(4, "global", "a histogram in global memory", "03.8", .items = global_items,
         .lacks = bytes_lacks),
    PART(5, "private", "a private histogram per block", "03.9", .items = private_items,
         .lacks = bytes_lacks),
    PART(6, "maximum", "a maximum of floats", "03.11", .items = maximum_items,
         .lacks = collect_lacks),
    PART(7, "lock", "three words behind a lock", "03.13", .items = record_items,
         .lacks = collect_lacks),
    PART(8, "fastest", "as fast as you can", "03.16", .items = atomics_fastest_items,
         .file = FILE_fastest, .lacks = bytes_lacks),
    PART(PART_program, "program", "a program that measures, for several arguments", "03.19",
         .items = atomics_program_items, .lacks = program_lacks, .file = FILE_program),
    PARTS_END,
};

static void draw(CaseList *list, int part)
{
    if (part == 8)
        atomics_fastest_draw(list);
    else if (part == PART_program)
        atomics_program_draw(list);
    else
        atomics_draw(list, part);
}

static void demo(CaseList *list, int part)
{
    if (part == PART_program)
        atomics_program_demo(list);
    else
        atomics_demo(list, part);
}

const Lab lab_03_atomics = {
    .name = "03_atomics",
    .source = "atomics.cu",
    .fastest = "fastest.cu",
    .program = "program.cu",
    .nvcc_flags = FLAGS_OF_ATOMICS,
    .title = "Thousands of threads, one word, and no update is lost",
    .minutes = 150,
    .parts = atomics_parts,
    .draw = draw,
    .demo = demo,
    .diagnose = atomics_diagnose,
    .columns = {{"launches", LAUNCHES},
                {"blocks", BLOCKS},
                {"drawn", ATOM_SECTORS},
                {"added", RED_SECTORS},
                {"shrd atoms", SHARED_ATOMICS},
                {"barr/warp", BARRIERS, WARPS}},
};

// fastest.c - part 7 of lab 04, the open part: its gates. Its cases are drawn with those of the
// other parts (cases.c).
//
// Bulk copies are no loads of threads, so bounds of loads are upper bounds.
#include "grader/suite.h"

#include "room.h"

const Item reduction_fastest_items[] = {
    ITEM_RIGHT("right", "the sum of any n, exact", 2),
    ITEM_SAFE(SAFE_BARRIERS, 1, .slide = "04.24"),
    ITEM_GATES(
        "memory", "each byte once, 16 bytes per load", 4, .slide = "04.22",
        .gate = {GATE_MOST(SECTORS_READ, .naive = 8.0 * FASTEST_SECTORS,
                           .good = FASTEST_SECTORS + 264, .gate = 1.03 * FASTEST_SECTORS),
                 GATE_MOST(READ_REQUESTS, "loads (warp instructions) from global memory",
                           .naive = FASTEST_COUNTED / 32, .good = FASTEST_COUNTED / 128 + 1 + 264,
                           .gate = 1.2 * FASTEST_COUNTED / 128)}),
    ITEM_GATES(
        "overhead", "little besides loads and additions", 3, .slide = "04.24",
        .gate = {GATE_MOST(COUNT_LAUNCHES, .naive = 3, .good = 1, .gate = 2,
                           .close = "the sums of blocks need a second launch, and nothing a third"),
                 GATE_MOST(BLOCK_LOADS, .naive = 4.0 * FASTEST_COUNTED,
                           .good = 4.0 * FASTEST_COUNTED / 256, .gate = 4.0 * FASTEST_COUNTED / 64),
                 GATE_MOST(BARRIERS, "barriers (warp instructions)",
                           .naive = FASTEST_COUNTED / 256 * 8 * 9, .good = 264 * 16,
                           .gate = FASTEST_BLOCKS * 27),
                 GATE_MOST(GLOBAL_ATOMICS, "global atomics (warp instructions)",
                           .naive = FASTEST_COUNTED / 32, .good = 264,
                           .gate = FASTEST_BLOCKS * 2)}),
    ITEMS_END,
};

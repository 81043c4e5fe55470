// fastest.c - lab 17, part 9: rows smoothed at the speed of the memory. Counted in the solution,
// for 1024 rows: each sector once in and once out, and 512 bytes a request.
#include "room.h"

#include "common/contracts/17_async_copies.h"
#include "grader/suite.h"

enum { FAST_ROWS = 1024, FAST_SECTORS = FAST_ROWS * ASYNC_ROW / 8, REQUESTS = FAST_SECTORS / 16 };

void async_copies_fastest_draw(CaseList *list)
{
    static const int sizes[][2] = {{1, 132}, {2, 1},   {3, 132},   {5, 1},
                                   {31, 1},  {100, 1}, {100, 132}, {2500, 132}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        async_copies_add_rows(list, PART_fastest, sizes[i][0], sizes[i][1], KINDS,
                              sizes[i][0] > 100 ? CASE_CLEAN_ONLY : 0);
    KIT_EACH_VALUES(k, async_copies_add_rows(list, PART_fastest, 6, 1, k,
                                             k == KIND_values_equal ? CASE_TRIVIAL : 0));
    async_copies_add_rows(list, PART_fastest, FAST_ROWS, 132, KINDS,
                          CASE_CLEAN_ONLY | CASE_COUNTED);
    async_copies_add_rows(list, PART_fastest, 0, 1, KINDS, CASE_TRIVIAL);
}

void async_copies_fastest_demo(CaseList *list)
{
    async_copies_add_rows(list, PART_fastest, FAST_ROWS, 132, KINDS, 0);
}

const Item async_copies_fastest_items[] = {
    ITEM_RIGHT("right", "every row, for any number of rows", 3),
    ITEM_SAFE(SAFE_BARRIERS, 3),
    ITEM_GATES(
        "once", "each sector once, in wide accesses, in one launch", 4, .slide = "17.20",
        .gate = {GATE_MOST(MOVED_SECTORS, "32-byte sectors of global memory, in and out",
                           .naive = 4.0 * FAST_SECTORS, .good = 2.0 * FAST_SECTORS,
                           .gate = 2.2 * FAST_SECTORS),
                 GATE_MOST(SUM2(READ_REQUESTS, WRITE_REQUESTS), "requests, in and out",
                           .naive = 8.0 * REQUESTS, .good = 2.0 * REQUESTS, .gate = 3.0 * REQUESTS),
                 GATE_MOST(COUNT_LAUNCHES, .naive = 4, .good = 1, .gate = 1)}),
    ITEMS_END,
};

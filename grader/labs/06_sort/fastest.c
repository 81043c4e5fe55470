// fastest.c - part 8 of lab 06, the open part: its cases and its gates.
//
// The three works of this part are groups. The bounds are on what costs time on a GPU, whatever the
// way: bytes that go over global memory's bus, by loads, stores or bulk copies, and instructions.
// The counted case has n = 2^17 + 3 keys, which are s = n / 8 sectors of 32 bytes:
//
//                                            merge   keys   pairs
//   sectors read / s                          4.4     5.6     9.6
//   sectors written / s, also by atomics      4.0     6.6    12.4
//   instructions of warps, per 32 keys        316     367     489
//
// CUB needs 7.2, 5.3, 9.2; 6.0, 6.1, 11.6 by stores alone; 561, 586, 631; part 4 for the merge sort
// and part 6 for the others, the naive versions, 12.9, 22, 44; 9, 17, 29; 1524, 2937, 2984.
//
// Merge sort: one pass over all keys sorts runs of a block's size, and every merge is one more.
// Runs of 4096 keys need 5 merges. Radix sort: the keys are read once to be counted, and then read
// and written once for each byte. A block writes its keys in runs of equal digits: of 4096 keys 16
// in a row, which are 2 sectors and often a piece of a third one. A thread that writes each key to
// its place at once needs a sector for nearly every key.
#include "grader/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/labs/06_sort/reference.h"
#include "grader/labs/kit.h"
#include "room.h"
#include "grader/base/memory.h"

enum {
    FASTEST_COUNTED = (1 << 17) + 3, // not whole vectors of four keys
    LARGEST_TILE = 4096              // keys per block of kernels whose blocks add to one array
};

// ---- cases ------------------------------------------------------------------------

// One column of `items` of two words.
static void take_column(int32_t *to, const int32_t *items, size_t n, size_t column)
{
    for (size_t i = 0; i < n; i++)
        to[i] = items[2 * i + column];
}

static void add_arrays(Case *c, const int32_t *items, const int32_t *sorted, size_t n, int column,
                       const char *const name[3])
{
    int32_t *in = case_buffer(c, BUFFER_in, ELEM_i32, n, name[0])->data;
    int32_t *want = case_buffer(c, BUFFER_out, ELEM_i32, n, name[1])->want;
    case_buffer(c, BUFFER_spare, ELEM_i32, n, name[2]);
    take_column(in, items, n, (size_t)column);
    take_column(want, sorted, n, (size_t)column);
}

static Case *add_fastest_case(CaseList *list, const char *work, size_t n, KeyOrder order,
                              unsigned flags)
{
    static const char *const key_arrays[] = {"in", "out", "spare"};
    static const char *const pair_arrays[2][3] = {{"keys", "keys_out", "keys_spare"},
                                                  {"values", "values_out", "values_spare"}};
    Case *c = case_add(list, flags, work, "n=%zu %s", n, sort_order_name[order]);
    bool pairs = strcmp(work, "pairs") == 0;
    int32_t *items = need(malloc((2 * n + 1) * sizeof *items));
    int32_t *sorted = need(malloc((2 * n + 1) * sizeof *sorted));
    c->group = work;
    c->arg[0] = (int64_t)n;
    sort_fill(list, c, items, n, 2, order);
    reference_sort(sorted, items, n, 2);
    add_arrays(c, items, sorted, n, 0, pairs ? pair_arrays[0] : key_arrays);
    if (pairs)
        add_arrays(c, items, sorted, n, 1, pair_arrays[1]);
    if (n < LARGEST_TILE)
        kit_note(c, KIND_idle);
    if (strcmp(work, "merge"))
        kit_blocks(c, (int64_t)(n / LARGEST_TILE));
    if (n == 0 || memcmp(c->buffer[0].data, c->buffer[1].want, n * sizeof *items) == 0)
        c->flags |= CASE_TRIVIAL;
    free(items);
    free(sorted);
    return c;
}

// Around the sizes of warps and vectors; several tiles, a last one with few keys; kinds of keys.
// Few cases run with checkers: with one key, a block still does the work of a tile.
static const struct {
    const char *work;
    unsigned n;
    KeyOrder order;
    unsigned flags;
} fastest_cases[] = {
    {"merge", 2, REVERSED, CASE_CLEAN_ONLY},
    {"merge", 31, RANDOM, CASE_CLEAN_ONLY},
    {"merge", 33, SMALL, 0},
    {"merge", 1, RANDOM, CASE_CLEAN_ONLY},
    {"merge", 0, RANDOM, CASE_CLEAN_ONLY},
    {"merge", 1021, EXTREME, CASE_CLEAN_ONLY},
    {"merge", 4097, LAST, CASE_CLEAN_ONLY},
    {"merge", 8449, NEGATIVE, CASE_CLEAN_ONLY},
    {"merge", 20011, RANDOM, 0},
    {"merge", 34001, LOWEST, CASE_CLEAN_ONLY},
    {"merge", 40000, REVERSED, CASE_CLEAN_ONLY},
    {"merge", 17003, FEW, CASE_CLEAN_ONLY},
    {"merge", 12000, ENDS, CASE_CLEAN_ONLY},
    {"merge", 70001, LAST, 0},
    {"merge", FASTEST_COUNTED, RANDOM, CASE_CLEAN_ONLY | CASE_COUNTED},
    {"keys", 2, REVERSED, CASE_CLEAN_ONLY},
    {"keys", 33, RANDOM, 0},
    {"keys", 1, RANDOM, CASE_CLEAN_ONLY},
    {"keys", 0, RANDOM, CASE_CLEAN_ONLY},
    {"keys", 1021, SMALL, CASE_CLEAN_ONLY},
    {"keys", 4097, ONE_BYTE, CASE_CLEAN_ONLY},
    {"keys", 33001, RANDOM, 0},
    {"keys", 13825, REVERSED, CASE_CLEAN_ONLY},
    {"keys", 20000, FEW, CASE_CLEAN_ONLY},
    {"keys", 9001, EXTREME, CASE_CLEAN_ONLY},
    {"keys", 9000, LOWEST, CASE_CLEAN_ONLY},
    {"keys", 30001, ONE, CASE_CLEAN_ONLY},
    {"keys", 40001, FEW_BITS, CASE_CLEAN_ONLY},
    {"keys", FASTEST_COUNTED, RANDOM, CASE_CLEAN_ONLY | CASE_COUNTED},
    {"pairs", 2, REVERSED, CASE_CLEAN_ONLY},
    {"pairs", 31, FEW, CASE_CLEAN_ONLY},
    {"pairs", 1, RANDOM, CASE_CLEAN_ONLY},
    {"pairs", 0, RANDOM, CASE_CLEAN_ONLY},
    {"pairs", 1021, SMALL, CASE_CLEAN_ONLY},
    {"pairs", 33001, SMALL, 0},
    {"pairs", 12001, NEGATIVE, CASE_CLEAN_ONLY},
    {"pairs", 9001, ENDS, CASE_CLEAN_ONLY},
    {"pairs", 30001, FEW, CASE_CLEAN_ONLY},
    {"pairs", 20000, ONE, CASE_CLEAN_ONLY},
    {"pairs", 40001, FEW_BITS, CASE_CLEAN_ONLY},
    {"pairs", FASTEST_COUNTED, RANDOM, CASE_CLEAN_ONLY | CASE_COUNTED},
};

void sort_fastest_draw(CaseList *list)
{
    for (size_t i = 0; i < COUNT(fastest_cases); i++)
        add_fastest_case(list, fastest_cases[i].work, fastest_cases[i].n, fastest_cases[i].order,
                         fastest_cases[i].flags);
}

void sort_fastest_demo(CaseList *list, size_t n)
{
    static const char *const works[] = {"merge", "keys", "pairs"};
    static const char *const book[] = {"n log(n / run)", "9 n moved", "17 n moved"};
    for (size_t i = 0; i < COUNT(works); i++) {
        Case *c = add_fastest_case(list, works[i], n, RANDOM, CASE_CLEAN_ONLY | CASE_COUNTED);
        c->told = book[i];
        snprintf(c->name, sizeof c->name, "%zu random", n);
    }
}

// ---- items, gates -------------------------------------------------------------------
#define KEY_SECTORS (FASTEST_COUNTED / 8.0)
#define KEY_WARPS (FASTEST_COUNTED / 32.0)

#define GATE_NO_CHILD_LAUNCHES \
    GATE_MOST(CHILD_GRIDS, "launches by kernels", .naive = 1, .good = 0, .gate = 0)

const Item sort_fastest_items[] = {
    ITEM_RIGHT("merge", "merge sort: keys in order, for every n", 1, .group = "merge",
               .slide = "06.21"),
    ITEM_RIGHT("keys", "radix sort: keys in order, for every n", 1, .group = "keys",
               .slide = "06.23"),
    ITEM_RIGHT("pairs", "pairs, with equal keys in the order of the input", 1, .group = "pairs",
               .slide = "06.25"),
    ITEM_SAFE(SAFE_BARRIERS, 1, .slide = "06.24"),
    ITEM_GATES("passes", "merge sort: few passes, with little work per key", 2, .group = "merge",
               .slide = "06.20",
               .gate = {GATE_MOST(SECTORS_READ, .naive = 12.9 * KEY_SECTORS,
                                  .good = 4.37 * KEY_SECTORS, .gate = 8.2 * KEY_SECTORS),
                        GATE_MOST(SECTORS_WRITTEN, .naive = 9 * KEY_SECTORS,
                                  .good = 4 * KEY_SECTORS, .gate = 6.8 * KEY_SECTORS),
                        GATE_MOST(INSTRUCTIONS, "instructions (warp instructions)",
                                  .naive = 1524 * KEY_WARPS, .good = 316 * KEY_WARPS,
                                  .gate = 750 * KEY_WARPS),
                        GATE_NO_CHILD_LAUNCHES}),
    ITEM_GATES("sweeps", "radix sort: one reading to count, then one for each byte", 2,
               .group = "keys", .slide = "06.23",
               .gate = {GATE_MOST(SECTORS_READ, .naive = 22.1 * KEY_SECTORS,
                                  .good = 5.59 * KEY_SECTORS, .gate = 6.9 * KEY_SECTORS),
                        GATE_MOST(SECTORS_WRITTEN, .naive = 17.4 * KEY_SECTORS,
                                  .good = 6.56 * KEY_SECTORS, .gate = 9.4 * KEY_SECTORS),
                        GATE_MOST(INSTRUCTIONS, "instructions (warp instructions)",
                                  .naive = 2937 * KEY_WARPS, .good = 396.5 * KEY_WARPS,
                                  .gate = 750 * KEY_WARPS),
                        GATE_MOST(COUNT_LAUNCHES, .naive = 24, .good = 9, .gate = 16),
                        GATE_NO_CHILD_LAUNCHES}),
    ITEM_GATES("values", "pairs: values move once for each byte, too", 2, .group = "pairs",
               .slide = "06.24",
               .gate = {GATE_MOST(SECTORS_READ, .naive = 44.1 * KEY_SECTORS,
                                  .good = 9.61 * KEY_SECTORS, .gate = 10.8 * KEY_SECTORS),
                        GATE_MOST(SECTORS_WRITTEN, .naive = 28.7 * KEY_SECTORS,
                                  .good = 12.36 * KEY_SECTORS, .gate = 15 * KEY_SECTORS),
                        GATE_MOST(INSTRUCTIONS, "instructions (warp instructions)",
                                  .naive = 2984 * KEY_WARPS, .good = 501.5 * KEY_WARPS,
                                  .gate = 900 * KEY_WARPS),
                        GATE_MOST(COUNT_LAUNCHES, .naive = 26, .good = 9, .gate = 16),
                        GATE_NO_CHILD_LAUNCHES}),
    ITEMS_END,
};

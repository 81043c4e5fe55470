// suite.c - how lab 06 is judged: its cases, its gates, its hints.
//
// Work is counted in two functions that the lab's file gives: before(), which compares two items,
// and digit(), which reads some bits of a key. The bounds are exact if the work of the algorithm
// does not depend on the input. There are lower bounds, too: comparisons that do not call
// before() do not count.
//
// The counted case has n = 2^14 items (2^9 in part 1), which are s = n / 8 sectors of 32 bytes:
//
//                     part 1  part 2  part 3  part 4  part 5  part 6  part 7
//   launches             513      22       1       5      96      24      11
//   comparisons / n      256    52.5     2.9    29.2       0       0    29.3
//   calls of digit() / n   0       0       0       0      64      56       0
//   sectors loaded / s         29.5     1.6     6.7     112      22      10
//   sectors stored / s         14.6       1       5      48    17.4      10
//
// Launches of part 2: first tiles of 512; then the merges to 2^10, 2^11 ... 2^14 have 1, 2 ... 5
// wide steps, and one launch for the narrow steps: 1 + 15 + 5, and the copy. With one launch per
// step there are 105. In part 3 a search takes 14 comparisons, of items that are far apart in
// memory: these are the 0.6 above 1. In part 6 a block stores 16 runs of 16 items, with 2.9
// sectors each, where 16 items in one piece need 2; without the order inside the block, the 32
// items of a warp go to about 16 places (37 s). Part 7 has counted cases with sorted and with
// equal keys, too: if the pivot is the smallest or the largest key, a level removes one item only.
#include "grader/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/labs.h"
#include "grader/labs/06_sort/reference.h"
#include "grader/labs/kit.h"
#include "parts.h"
#include "grader/base/memory.h"

enum {
    ODD_EVEN_COUNTED = 512, // items of the counted case of part 1
    COUNTED = 1 << 14,      // of the other parts
    LEVELS = 1030,          // of the sorted and the equal case of part 7: few, because there a
                            // bad pivot costs one launch per item
    SHOWN = 1 << 11,        // of `make run`: few, because part 1 launches one kernel per item
    WIDTH = COUNTED / 2     // of the counted merge
};

// ---- cases ------------------------------------------------------------------------

static bool is_stable(int part) { return part != PART_bitonic && part != PART_quick; }

// In part 7 the host reads a number per level. A pivot that is always the smallest or the largest
// item makes a level for each item; in random order there are about 2 log2 n levels.
static unsigned quick_reads(size_t n, KeyOrder order)
{
    enum { BYTES_A_LEVEL = 8, RANDOM_LEVELS = 64 };
    bool random = order == RANDOM || order == SMALL || order == EXTREME || order == DISTINCT;
    return BYTES_A_LEVEL * (random ? RANDOM_LEVELS : (unsigned)n + 2);
}

// `width` is 0, except in part 3. A case that is right when the input is copied proves nothing.
static Case *add_sort_case(CaseList *list, int part, const char *group, size_t n, size_t width,
                           KeyOrder order, unsigned flags)
{
    size_t words = strcmp(group, "pairs") == 0 ? 2 : 1;
    if (words == 2 && !is_stable(part))
        order = DISTINCT;
    const char *variant = words == 2 ? "pair" : "int";
    Case *c = width ? case_add(list, flags, variant, "n=%zu width=%zu %s", n, width,
                               sort_order_name[order])
                    : case_add(list, flags, variant, "n=%zu %s", n, sort_order_name[order]);
    c->group = group;
    c->arg[0] = (int64_t)n;
    c->arg[1] = (int64_t)width;
    c->host_reads = part == PART_quick ? quick_reads(n, order) : 0;
    Buffer *in = case_buffer(c, BUFFER_in, ELEM_i32, n * words, "in");
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_i32, n * words, "out");
    sort_fill(list, c, in->data, n, words, order);
    if ((width ? n % SORT_TILE : n) < SORT_BLOCK)
        kit_note(c, KIND_idle);
    if (part == PART_quick)
        kit_blocks(c, (int64_t)(n / (2 * SORT_BLOCK))); // they append to one list
    if (width && n) {                                   // the pass finds sorted runs
        int32_t *items = in->data, *copy = need(malloc(n * words * sizeof *copy));
        memcpy(copy, items, n * words * sizeof *copy);
        for (size_t i = 0; i < n; i += width)
            reference_sort(items + i * words, copy + i * words, n - i < width ? n - i : width,
                           words);
        free(copy);
        reference_merge_pass(out->want, items, width, n, words);
    } else {
        reference_sort(out->want, in->data, n, words);
    }
    if (n == 0 || memcmp(in->data, out->want, n * words * sizeof(int32_t)) == 0)
        c->flags |= CASE_TRIVIAL;
    return c;
}

// Sizes around a warp, a block and a tile. Odd-even transposition is quadratic: no large sizes.
typedef struct {
    int n;
    KeyOrder order;
    unsigned flags;
} Size;

static const Size odd_even_sizes[] = {
    {2, REVERSED, 0},
    {3, REVERSED, 0},
    {31, RANDOM, 0},
    {32, SMALL, 0},
    {33, RANDOM, 0},
    {257, RANDOM, 0},
    {1, RANDOM, 0},
    {0, RANDOM, 0},
    {1031, RANDOM, 0}, // three blocks
    {ODD_EVEN_COUNTED, RANDOM, CASE_COUNTED | CASE_CLEAN_ONLY},
};
// A sort makes 96 launches, and the checkers look at all: so there are few cases.
static const Size split_sizes[] = {
    {2, REVERSED, 0},
    {33, RANDOM, 0},
    {255, SMALL, CASE_CLEAN_ONLY},
    {256, RANDOM, CASE_CLEAN_ONLY},
    {257, RANDOM, 0},
    {1025, RANDOM, 0},
    {1, RANDOM, 0},
    {0, RANDOM, 0},
    {COUNTED, RANDOM, CASE_COUNTED},
    {66003, RANDOM, CASE_CLEAN_ONLY},
};
static const Size other_sizes[] = {
    {2, REVERSED, 0},
    {31, RANDOM, 0},
    {32, SMALL, 0},
    {33, RANDOM, 0},
    {255, RANDOM, 0},
    {256, RANDOM, 0},
    {257, RANDOM, 0},
    {513, SMALL, 0},
    {1024, RANDOM, 0},
    {1025, RANDOM, 0},
    {2311, SMALL, 0},
    {1, RANDOM, 0},
    {0, RANDOM, 0},
    {COUNTED, RANDOM, CASE_COUNTED},
    {66003, RANDOM, CASE_CLEAN_ONLY},
};
static const Size pair_sizes[] = {
    {33, SMALL, 0}, {256, FEW, 0}, {257, RANDOM, 0}, {1025, SMALL, 0}, {4999, FEW, CASE_CLEAN_ONLY},
};
// Part 3: whole runs, short runs, a single run; few keys; a last item that belongs first.
static const struct {
    int n, width;
    KeyOrder order;
    unsigned flags;
} merge_sizes[] = {
    {513, 512, RANDOM, 0},
    {1000, 512, RANDOM, 0},
    {1024, 512, SMALL, 0},
    {1025, 1024, LAST, 0},
    {2048, 1024, RANDOM, 0},
    {2600, 512, RANDOM, 0},
    {2047, 1024, EXTREME, 0},
    {2048, 512, NEGATIVE, 0},
    {1800, 1024, LOWEST, 0},
    {3001, 1024, ENDS, 0},
    {5000, 2048, SMALL, 0},
    {31, 512, RANDOM, 0},
    {1, 512, RANDOM, 0},
    {0, 512, RANDOM, 0},
    {COUNTED, WIDTH, RANDOM, CASE_COUNTED},
    {99991, 65536, RANDOM, CASE_CLEAN_ONLY},
};
static const KeyOrder awkward[] = {REVERSED, LAST, FEW,      EXTREME, SORTED,
                                   EQUAL,    ONE,  NEGATIVE, LOWEST,  ENDS};

static void draw_merge_pass(CaseList *list)
{
    for (size_t i = 0; i < COUNT(merge_sizes); i++)
        add_sort_case(list, PART_merge_pass, "ints", (size_t)merge_sizes[i].n,
                      (size_t)merge_sizes[i].width, merge_sizes[i].order, merge_sizes[i].flags);
    add_sort_case(list, PART_merge_pass, "pairs", 700, 512, SMALL, 0);
    add_sort_case(list, PART_merge_pass, "pairs", 1024, 512, FEW, 0);
    add_sort_case(list, PART_merge_pass, "pairs", 2311, 1024, FEW, 0);
    add_sort_case(list, PART_merge_pass, "pairs", 2048, 1024, EQUAL, 0);
}

// The cases of int keys in the sizes of a table. `counted` is added to the flags of its counted
// case.
static void draw_sizes(CaseList *list, int part, const Size *size, size_t count, unsigned counted)
{
    for (size_t i = 0; i < count; i++)
        add_sort_case(list, part, "ints", (size_t)size[i].n, 0, size[i].order,
                      size[i].flags & CASE_COUNTED ? size[i].flags | counted : size[i].flags);
}

static void draw_awkward(CaseList *list, int part, unsigned flags)
{
    size_t n = part == PART_odd_even ? 40
               : part == PART_split  ? 300
               : part == PART_quick  ? 700
                                     : 1500;
    // Nearly all keys are the lowest one: a small array of these can be sorted by accident.
    size_t lowest = part == PART_odd_even ? 300 : n < 700 ? 700 : n;
    // Which threads access which words depends on the digits: two orders are enough to check.
    for (size_t i = 0; i < COUNT(awkward); i++)
        add_sort_case(list, part, "orders", awkward[i] == LOWEST ? lowest : n, 0, awkward[i],
                      awkward[i] == FEW || awkward[i] == REVERSED ? 0 : flags);
    // The last pair, run or tile of an odd number of items is another one.
    add_sort_case(list, part, "orders", n + 1, 0, REVERSED, flags);
    add_sort_case(list, part, "orders", n + 1, 0, LAST, flags);
    if (part == PART_odd_even)
        add_sort_case(list, part, "orders", 33, 0, REVERSED, flags);
}

static void draw_pairs(CaseList *list, int part, unsigned many)
{
    int largest = part == PART_odd_even ? 257 : part == PART_split ? 1025 : INT32_MAX;
    for (size_t i = 0; i < COUNT(pair_sizes); i++)
        if (pair_sizes[i].n <= largest)
            add_sort_case(list, part, "pairs", (size_t)pair_sizes[i].n, 0, pair_sizes[i].order,
                          pair_sizes[i].n >= 256 ? many | pair_sizes[i].flags
                                                 : pair_sizes[i].flags);
}

static void sort_draw(CaseList *list, int part)
{
    if (part == PART_fastest) {
        sort_race_draw(list);
        return;
    }
    if (part == PART_merge_pass) {
        draw_merge_pass(list);
        return;
    }
    // Hundreds of launches take long in the checked runs.
    unsigned counted = part == PART_split || part == PART_digits ? CASE_CLEAN_ONLY : 0;
    unsigned many = part == PART_odd_even ? CASE_CLEAN_ONLY : counted;
    if (part == PART_odd_even)
        draw_sizes(list, part, odd_even_sizes, COUNT(odd_even_sizes), counted);
    else if (part == PART_split)
        draw_sizes(list, part, split_sizes, COUNT(split_sizes), counted);
    else
        draw_sizes(list, part, other_sizes, COUNT(other_sizes), CASE_CLEAN_ONLY);
    draw_awkward(list, part, counted);
    draw_pairs(list, part, many);
    if (part == PART_bitonic)
        add_sort_case(list, part, "orders", COUNTED, 0, SORTED, CASE_COUNTED | CASE_CLEAN_ONLY);
    if (part == PART_quick) {
        add_sort_case(list, part, "ints", OVERLAPPING_BLOCKS * 2 * SORT_BLOCK + 3, 0, RANDOM, 0);
        add_sort_case(list, part, "orders", LEVELS, 0, SORTED, CASE_COUNTED | CASE_CLEAN_ONLY);
        add_sort_case(list, part, "equal", LEVELS, 0, ONE, CASE_COUNTED | CASE_CLEAN_ONLY);
    }
}

static void sort_demo(CaseList *list, int part)
{
    static const KeyOrder orders[] = {RANDOM, SORTED, EQUAL};
    static const char *const book[] = {"",    "n(n-1)/2",    "n k(k+1)/4", "n a pass",
                                       "n k", "32 n, twice", "8 n",        "n k"};
    static const char *const name[] = {"",      "odd-even", "bitonic", "merge pass",
                                       "merge", "split",    "digits",  "quick"};
    if (part == PART_fastest) {
        sort_race_demo(list, SHOWN);
        return;
    }
    for (size_t i = 0; i < COUNT(orders); i++) {
        Case *c = add_sort_case(list, part, "ints", SHOWN, part == PART_merge_pass ? SHOWN / 2 : 0,
                                orders[i], CASE_CLEAN_ONLY | CASE_COUNTED);
        c->variant = name[part]; // no "pair": the adapter calls the function for ints
        c->told = book[part];
        snprintf(c->name, sizeof c->name, "%d %s", SHOWN, sort_order_name[orders[i]]);
    }
}

// ---- parts, items, gates ------------------------------------------------------------

#define COMPARISONS "sim__pmevent0.sum"
// What is really compared: two values that come from memory, with or without a mark.
#define ELEMENTS_COMPARED "sim__comparisons_of_elements.sum"
#define LOOKS "sim__pmevent1.sum"
#define LAUNCHES "grader__launches"
#define BLOCKS "grader__blocks"

// clang-format off
#define ITEM_SECTORS(n) ((n) * 4 / 32) // every item once

// The work, bounded from both sides: comparisons that do not call before() do not count.
#define GATE_COMPARISONS(its_naive, its_good, its_gate, at_least) \
    {COMPARISONS, NULL, "comparisons", its_naive, its_good, its_gate, false}, \
    {COMPARISONS, NULL, "comparisons by before()", 0, its_good, at_least, true}
// Of a network. What is really compared is bounded loosely: the compiler may make a minimum and a
// maximum of one comparison.
#define GATE_NETWORK(its_naive, exact) \
    GATE_COMPARISONS(its_naive, exact, exact, exact), \
    {ELEMENTS_COMPARED, NULL, "items really compared", 4 * (exact), exact, 2.5 * (exact), false}, \
    {ELEMENTS_COMPARED, NULL, "items really compared", 0, exact, 0.4 * (exact), true}
#define GATE_NO_COMPARISONS {COMPARISONS, NULL, "comparisons", COUNTED, 0, 0, false}
#define GATE_LAUNCHES(its_naive, its_good, its_gate) \
    {LAUNCHES, NULL, "launches", its_naive, its_good, its_gate, false}
#define GATE_NO_CHILDREN \
    {"grader__device_launches", NULL, "launches by kernels", 1, 0, 0, false}
#define GATE_LOADED(its_naive, its_good, its_gate) \
    {READ_SECTORS, NULL, "32-byte sectors loaded from global memory", \
     its_naive, its_good, its_gate, false}
#define GATE_STORED(its_naive, its_good, its_gate) \
    {WRITTEN_SECTORS, NULL, "32-byte sectors stored to global memory", \
     its_naive, its_good, its_gate, false}

#define ITEM_INTS(worth, its_slide) \
    {.kind = ITEM_correct, .id = "ints", .name = "ints in order, for every n", .points = worth, \
     .group = "ints", .slide = its_slide}
#define ITEM_ORDERS(worth, its_slide) \
    {.kind = ITEM_correct, .id = "orders", .name = "sorted, reversed, equal and extreme keys", \
     .points = worth, .group = "orders", .slide = its_slide}
#define ITEM_PAIRS(worth, words, its_slide) \
    {.kind = ITEM_correct, .id = "pairs", .name = words, .points = worth, .group = "pairs", \
     .slide = its_slide}
#define STABLE "pairs, with equal keys in the order of the input"
#define UNSTABLE "pairs: each value stays with its key"

static const Item odd_even_items[] = {
    ITEM_INTS(2, "06.4"),
    ITEM_ORDERS(1, "06.4"),
    ITEM_PAIRS(2, STABLE, "06.3"),
    ITEM_SAFE(1, "06.4"),
    ITEM_GATES("work", "n steps, one thread per pair", 4, "ints", "06.4",
               GATE_NETWORK(2 * 130816, 130816),
               GATE_LAUNCHES(2 * ODD_EVEN_COUNTED, ODD_EVEN_COUNTED + 1, ODD_EVEN_COUNTED + 1),
               {"grader__threads", LAUNCHES, "threads per launch", 512, 256.5, 384, false},
               {LOADING_WARPS, LAUNCHES, "warps per launch that load", 1, 8, 3, true}),
    ITEMS_END};

static const Item bitonic_items[] = {
    ITEM_INTS(3, "06.6"),
    ITEM_ORDERS(1, "06.6"),
    ITEM_PAIRS(2, UNSTABLE, "06.6"),
    ITEM_SAFE(2, "06.6"),
    ITEM_GATES("work", "the comparisons of the network, for random keys", 2, "ints", "06.5",
               GATE_NETWORK(2 * 860160, 860160)),
    ITEM_GATES("same", "the same comparisons for sorted keys", 2, "orders", "06.5",
               GATE_NETWORK(2 * 860160, 860160)),
    ITEM_GATES("launches", "narrow steps in shared memory", 4, "ints", "06.7",
               GATE_LAUNCHES(106, 22, 30),
               GATE_LOADED(296960, 45056, 45 * ITEM_SECTORS(COUNTED))),
    ITEMS_END};

static const Item merge_pass_items[] = {
    ITEM_INTS(4, "06.9"),
    ITEM_PAIRS(2, STABLE, "06.3"),
    ITEM_SAFE(2, "06.9"),
    ITEM_GATES("spread", "one merge, shared by all blocks", 4, "ints", "06.8",
               {LOADING_BLOCKS, NULL, "blocks that share the merge", 1, COUNTED / SORT_TILE,
                COUNTED / SORT_TILE, true},
               {MOST_LOADED_BY_BLOCK, NULL, "bytes that the busiest block loads", 4 * COUNTED, 4304,
                COUNTED, false},
               GATE_LAUNCHES(2, 1, 1),
               GATE_COMPARISONS(14 * COUNTED, 2.92 * COUNTED, 5 * COUNTED, COUNTED / 2)),
    ITEM_GATES("coalesced", "loads and stores of whole sectors", 4, "ints", "06.10",
               GATE_LOADED(35551, 1.6 * ITEM_SECTORS(COUNTED), 2 * ITEM_SECTORS(COUNTED)),
               GATE_STORED(4 * ITEM_SECTORS(COUNTED), ITEM_SECTORS(COUNTED),
                           1.25 * ITEM_SECTORS(COUNTED))),
    ITEMS_END};

static const Item merge_items[] = {
    ITEM_INTS(3, "06.8"),
    ITEM_ORDERS(1, "06.8"),
    ITEM_PAIRS(2, STABLE, "06.3"),
    ITEM_SAFE(2, "06.8"),
    ITEM_GATES("work", "n log n comparisons", 3, "ints", "06.8",
               GATE_COMPARISONS(91 * COUNTED, 29.2 * COUNTED, 64 * COUNTED, 6 * COUNTED)),
    ITEM_GATES("stages", "one launch per stage, with work for every block", 3, "ints", "06.8",
               GATE_LAUNCHES(13, 5, 5),
               {LOADING_BLOCKS, LAUNCHES, "blocks per launch", 6.2, COUNTED / SORT_TILE,
                COUNTED / SORT_TILE, true},
               GATE_LOADED(21 * ITEM_SECTORS(COUNTED), 6.75 * ITEM_SECTORS(COUNTED),
                           9 * ITEM_SECTORS(COUNTED))),
    ITEMS_END};

static const Item split_items[] = {
    ITEM_INTS(4, "06.12"),
    ITEM_ORDERS(2, "06.11"),
    ITEM_PAIRS(2, STABLE, "06.11"),
    ITEM_SAFE(2, "06.12"),
    ITEM_GATES("work", "calls of digit(), and no comparisons", 2, "ints", "06.11",
               GATE_NO_COMPARISONS,
               {LOOKS, NULL, "calls of digit()", 4 * 32 * COUNTED, 2 * 32 * COUNTED,
                2 * 32 * COUNTED, false},
               {LOOKS, NULL, "calls of digit(), at least", 0, 2 * 32 * COUNTED, 32 * COUNTED,
                true}),
    ITEM_GATES("steps", "three launches per bit", 2, "ints", "06.12",
               GATE_LAUNCHES(4 * 32, 3 * 32, 3 * 32)),
    ITEMS_END};

static const Item digits_items[] = {
    ITEM_INTS(4, "06.13"),
    ITEM_ORDERS(1, "06.13"),
    ITEM_PAIRS(2, STABLE, "06.13"),
    ITEM_SAFE(2, "06.13"),
    ITEM_GATES("rounds", "eight rounds of three launches", 3, "ints", "06.13",
               GATE_LAUNCHES(96, 24, 24), GATE_NO_COMPARISONS,
               {LOOKS, NULL, "calls of digit(), at least", 0, 56 * COUNTED, 8 * COUNTED, true}),
    ITEM_GATES("runs", "a block stores its items in runs of equal digits", 4, "ints", "06.14",
               GATE_STORED(37 * ITEM_SECTORS(COUNTED), 17.4 * ITEM_SECTORS(COUNTED),
                           24 * ITEM_SECTORS(COUNTED))),
    ITEMS_END};

static const Item quick_items[] = {
    ITEM_INTS(3, "06.15"),
    ITEM_ORDERS(1, "06.15"),
    {.kind = ITEM_correct, .id = "equal", .name = "one key, many times", .points = 1,
     .group = "equal", .slide = "06.16"},
    ITEM_PAIRS(2, UNSTABLE, "06.15"),
    ITEM_SAFE(2, "06.15"),
    ITEM_GATES("levels", "one launch per level, and no launches by kernels", 2, "ints", "06.15",
               GATE_LAUNCHES(63, 11, 24), GATE_NO_CHILDREN,
               GATE_COMPARISONS(256 * COUNTED, 29.3 * COUNTED, 80 * COUNTED, 6 * COUNTED)),
    ITEM_GATES("sorted", "sorted keys are halved in every level", 2, "orders", "06.16",
               GATE_LAUNCHES(LEVELS - 511, 3, 8), GATE_NO_CHILDREN),
    ITEM_GATES("halved", "equal keys are halved in every level, too", 1, "equal", "06.16",
               GATE_LAUNCHES(LEVELS - 511, 3, 8), GATE_NO_CHILDREN),
    ITEMS_END};

// Kinds of input that no case has.
#define LACKS_ALL \
    {KINDS_shape, "an array has no rows and columns"}, \
    {KIND_BIT(KIND_old_values), "the output is written, not added to old values"}, \
    {KINDS_choice, "every item has a place"}, \
    {KIND_BIT(KIND_size_2_24), "2^24 is the largest n of parts 1 to 7, and takes minutes"}, \
    {KIND_BIT(KIND_values_equal) | KIND_BIT(KIND_values_rising), \
     "a copy of such an array is right; so the last item is the smallest in these cases"}
#define LACKS_OVERLAP {KIND_BIT(KIND_overlap), "blocks exchange items only from launch to launch"}
static const Lacking lacks_of_steps[] = {
    LACKS_ALL, LACKS_OVERLAP,
    {KIND_BIT(KIND_size_2_15) | KIND_BIT(KIND_size_2_16), "there is a launch per item"},
    {0, NULL}};
static const Lacking lacks_of_runs[] = {
    LACKS_ALL, LACKS_OVERLAP,
    {KIND_BIT(KIND_values_falling), "the runs are in order"},
    {KIND_BIT(KIND_size_warp), "a run has 512 items or more"}, {0, NULL}};
static const Lacking lacks_of_sorts[] = {LACKS_ALL, LACKS_OVERLAP, {0, NULL}};
static const Lacking lacks_of_quick[] = {LACKS_ALL, {0, NULL}};
static const Lacking lacks_of_race[] = {LACKS_ALL, {0, NULL}};

static const Part sort_parts[] = {
    {.number = PART_odd_even, .id = "odd_even", .name = "odd-even transposition", .slide = "06.4",
     .items = odd_even_items, .lacks = lacks_of_steps},
    {.number = PART_bitonic, .id = "bitonic", .name = "bitonic sort", .slide = "06.5",
     .items = bitonic_items, .lacks = lacks_of_sorts},
    {.number = PART_merge_pass, .id = "merge_pass", .name = "a merge for all blocks",
     .slide = "06.9",
     .items = merge_pass_items, .lacks = lacks_of_runs},
    {.number = PART_merge, .id = "merge", .name = "merge sort in three stages", .slide = "06.8",
     .uses = {PART_merge_pass}, .items = merge_items, .lacks = lacks_of_sorts},
    {.number = PART_split, .id = "split", .name = "radix sort by split", .slide = "06.11",
     .items = split_items, .lacks = lacks_of_sorts},
    {.number = PART_digits, .id = "digits", .name = "radix sort by digits of 4 bits",
     .slide = "06.13",
     .uses = {PART_split}, .items = digits_items, .lacks = lacks_of_sorts},
    {.number = PART_quick, .id = "quick", .name = "quicksort without recursion", .slide = "06.15",
     .uses = {PART_split, PART_bitonic}, .items = quick_items, .lacks = lacks_of_quick},
    {.number = PART_fastest, .id = "fastest", .name = "as fast as you can", .slide = "06.19",
     .fastest = true, .items = sort_race_items, .lacks = lacks_of_race},
    {.number = 0}};
// clang-format on

const Lab lab_06_sort = {
    .name = "06_sort",
    .source = "sort.cu",
    .fastest = "fastest.cu",
    .nvcc_flags = FLAGS_OF_ATOMICS,
    .title = "Seven sorts, and what each one costs",
    .minutes = 300,
    .parts = sort_parts,
    .draw = sort_draw,
    .diagnose = sort_diagnose,
    .demo = sort_demo,
    .columns = {{"launches", LAUNCHES, NULL},
                {"blocks", BLOCKS, LAUNCHES},
                {"compared", COMPARISONS, NULL},
                {"looked at", LOOKS, NULL},
                {"barr/warp", "sim__barriers.sum", "grader__warps"},
                {"ld sectors", LOAD_SECTORS, NULL},
                {"st sectors", STORE_SECTORS, NULL},
                {NULL, NULL, NULL}},
    .told = "work (k=log n)",
};

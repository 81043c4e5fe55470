// cases.c - the cases of lab 06.
#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/contracts/06_sort.h"
#include "grader/labs/06_sort/reference.h"
#include "grader/labs/kit.h"
#include "grader/labs/own_case.h"
#include "grader/base/memory.h"

enum {
    WIDTH = COUNTED / 2 // of the counted merge
};

// ---- keys: random or in order, few or many different ones -------------------------------

const char *const sort_order_name[] = {"random",        "random",  "sorted",   "reversed",
                                       "equal keys",    "3 keys",  "extreme",  "distinct",
                                       "smallest last", "one key", "few bits", "one byte",
                                       "negative",      "lowest",  "two keys"};

static int32_t draw_key(CaseList *list, KeyOrder order, size_t n)
{
    static const int32_t few[] = {-7, 0, 1000000};
    static const int32_t ends[] = {INT32_MIN, INT32_MIN + 1, -1, 0, 1, INT32_MAX - 1, INT32_MAX};
    switch (order) {
    case SMALL: return (int32_t)draw_int(list, -(int64_t)(n / 4), (int64_t)(n / 4));
    case FEW: return few[draw_int(list, 0, 2)];
    case FEW_BITS: return (int32_t)(draw_bits(list) & draw_bits(list) & draw_bits(list));
    case ONE_BYTE: return (int32_t)draw_int(list, 0, UINT8_MAX);
    case EXTREME: return ends[draw_int(list, 0, 6)];
    default: return (int32_t)draw_int(list, INT32_MIN, INT32_MAX);
    }
}

// Every key once: multiples of 1000, also negative ones, shuffled.
static void draw_distinct(CaseList *list, int32_t *in, size_t n, size_t words)
{
    for (size_t i = 0; i < n; i++)
        in[i * words] = (int32_t)((int64_t)i * 1000 - (int64_t)n * 500);
    for (size_t i = n; i-- > 1;) {
        size_t k = (size_t)draw_int(list, 0, (int64_t)i);
        int32_t key = in[i * words];
        in[i * words] = in[k * words];
        in[k * words] = key;
    }
}

static void reverse(int32_t *in, size_t n, size_t words)
{
    for (size_t i = 0; i < n / 2; i++) {
        int32_t key = in[i * words];
        in[i * words] = in[(n - 1 - i) * words];
        in[(n - 1 - i) * words] = key;
    }
}

// Keys of a kind of the kit.
static void draw_kind(CaseList *list, Case *c, int32_t *in, size_t n, size_t words, Kind kind)
{
    int32_t *keys = need(malloc((n + 1) * sizeof *keys));
    kit_fill_ints(list, c, keys, n, kind, INT32_MIN, INT32_MAX);
    for (size_t i = 0; i < n; i++)
        in[i * words] = keys[i];
    free(keys);
}

void sort_fill(CaseList *list, Case *c, int32_t *in, size_t n, size_t words, KeyOrder order)
{
    if (order == DISTINCT) {
        draw_distinct(list, in, n, words);
    } else if (order >= NEGATIVE) {
        draw_kind(list, c, in, n, words,
                  order == NEGATIVE ? KIND_values_negative
                  : order == LOWEST ? KIND_values_lowest
                                    : KIND_values_ends);
    } else {
        int32_t same = draw_key(list, RANDOM, n);
        for (size_t i = 0; i < n; i++)
            in[i * words] = order == EQUAL || order == ONE ? same : draw_key(list, order, n);
    }
    // The values are mostly different, so that they show which item is which.
    for (size_t i = 0; words == 2 && i < n; i++)
        in[2 * i + 1] = (int32_t)draw_int(list, 0, INT32_MAX);
    if (order == SORTED || order == REVERSED || order == LAST) {
        int32_t *copy = need(malloc((n * words + 1) * sizeof *copy));
        memcpy(copy, in, n * words * sizeof *copy);
        reference_sort(in, copy, n, words);
        free(copy);
    }
    if (order == REVERSED) {
        reverse(in, n, words);
        kit_note(c, KIND_values_falling);
    }
    if ((order == LAST || order == ONE || order == LOWEST) && n > 1)
        in[(n - 1) * words] = INT32_MIN;
    if (order == LOWEST && n > 1 && in[0] == INT32_MIN) // else a copy may be right
        in[0]++;
}

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
    KIT_ARGS(c, (int64_t)n, (int64_t)width);
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
    {700, 1 << 24, RANDOM, 0}, // twice the width is far behind the end
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

const char *sort_own(CaseList *list, int part, const OwnCase *own)
{
    if (part == PART_merge_pass)
        return "its input has sorted runs";
    if (part == PART_odd_even && own->n > ODD_EVEN_COUNTED)
        return "it would take too long with so many elements";
    Case *c = add_sort_case(list, part, "ints", own->n, 0, RANDOM, 0);
    snprintf(c->name, sizeof c->name, "n=%zu", own->n);
    if (own->value) {
        memcpy(c->buffer[0].data, own->value, own->n * sizeof *own->value);
        reference_sort(c->buffer[1].want, own->value, own->n, 1);
    }
    c->host_reads = part == PART_quick ? quick_reads(own->n, SORTED) : 0;
    return NULL;
}

void sort_draw(CaseList *list, int part)
{
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

void sort_demo(CaseList *list, int part)
{
    static const KeyOrder orders[] = {RANDOM, SORTED, EQUAL};
    static const char *const book[] = {"",    "n(n-1)/2",    "n k(k+1)/4", "n a pass",
                                       "n k", "32 n, twice", "8 n",        "n k"};
    static const char *const name[] = {"",      "odd-even", "bitonic", "merge pass",
                                       "merge", "split",    "digits",  "quick"};
    for (size_t i = 0; i < COUNT(orders); i++) {
        Case *c = add_sort_case(list, part, "ints", SORT_SHOWN,
                                part == PART_merge_pass ? SORT_SHOWN / 2 : 0, orders[i],
                                CASE_CLEAN_ONLY | CASE_COUNTED);
        c->variant = name[part]; // no "pair": the adapter calls the function for ints
        c->told = book[part];
        snprintf(c->name, sizeof c->name, "%d %s", SORT_SHOWN, sort_order_name[orders[i]]);
    }
}

// suite.c - how lab 15 is judged: its cases, its answers, its hints.
//
// The skeleton has a mistake in each part. Each part has a case whose results are wrong because of
// it in every run, and, except in part 8, a finding: so a skeleton earns nothing. A mend may have
// any shape: there are no gates. The answers ask for the cause, for the line in the skeleton, and
// for what a checker or a debugger shows of the program try.cu beside the skeleton.
#include "grader/suite.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "common/labs.h"
#include "grader/labs/15_debugging/reference.h"
#include "grader/labs/kit.h"

enum {
    PART_days = 1,
    PART_fire,
    PART_coldest,
    PART_deviations,
    PART_trains,
    PART_throws,
    PART_list,
    PART_energy,
    LARGE = 1 << 20,                  // parts 5, 7, 8: absolute values are at most this
    LIMIT = INT_MAX / DEBUG_BLOCK / 2 // of part 4: no sum of a tile overflows
};

// ---- parts 1 to 5, and 7: arrays --------------------------------------------------------------

static void want_array(Case *c, int part, size_t n)
{
    const int32_t *in = c->buffer[0].data;
    int32_t *want = c->buffer[1].want;
    if (part == PART_days)
        reference_spread(want, in, n, n ? n : 1, 1);
    else if (part == PART_fire)
        reference_spread(want, in, n, DEBUG_BLOCK, (size_t)c->arg[1]);
    else if (part == PART_coldest)
        reference_smallest(want, in, n, DEBUG_BLOCK);
    else if (part == PART_deviations)
        reference_deviations(want, in, n, DEBUG_BLOCK);
    for (size_t i = 0; i < n && part == PART_trains; i++)
        want[i] = 3 * in[i] + in[n - 1 - i];
    for (size_t i = 0; i < n && part == PART_list; i++)
        want[i] = in[i] - in[0];
}

static void add_array(CaseList *list, int part, int n, int rounds, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags | CASE_REPEATABLE, NULL, "n=%d%s", n, kit_words(kind));
    if (part == PART_fire)
        snprintf(c->name, sizeof c->name, "n=%d rounds=%d%s", n, rounds, kit_words(kind));
    c->arg[0] = n;
    c->arg[1] = rounds;
    int64_t low = INT_MIN, high = INT_MAX;
    if (part == PART_deviations)
        low = -LIMIT, high = LIMIT;
    if (part == PART_trains || part == PART_list)
        low = -LARGE, high = LARGE;
    size_t tiles = ((size_t)n + DEBUG_BLOCK - 1) / DEBUG_BLOCK;
    Buffer *in = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "in");
    case_buffer(c, BUFFER_out, ELEM_i32, part == PART_coldest ? tiles : (size_t)n, "out");
    kit_fill_ints(list, c, in->data, (size_t)n, kind, low, high);
    if (n % DEBUG_BLOCK)
        kit_note(c, KIND_idle);
    want_array(c, part, (size_t)n);
}

static void draw_array(CaseList *list, int part)
{
    static const int sizes[] = {300, 2, 31, 32, 33, 255, 256, 257, 2047};
    add_array(list, part, 1000, 5, KINDS, CASE_COUNTED);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add_array(list, part, sizes[i], (int)i, KINDS, sizes[i] < DEBUG_BLOCK ? CASE_TRIVIAL : 0);
    for (int n = 31; n <= 33; n++)
        add_array(list, part, n, n, KINDS, 0);
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++)
        add_array(list, part, 5 * DEBUG_ROOM + 77 + (int)k, 3, k, 0);
    add_array(list, part, 1, 2, KINDS, CASE_TRIVIAL);
    add_array(list, part, 0, 2, KINDS, CASE_TRIVIAL);
    if (part == PART_fire)
        add_array(list, part, 700, 300, KINDS, 0); // more rounds than a tile has trees
    add_array(list, part, (1 << 16) + (int)draw_int(list, 1, 999), 2, KINDS, CASE_CLEAN_ONLY);
}

// ---- part 6 -----------------------------------------------------------------------------------

// No more than a few thousand waits for a lock: a launch that hangs is stopped soon.
#define THROWS_BUDGET UINT64_C(3000000)

static void add_throws(CaseList *list, int n, int players, Kind kind, bool old, unsigned flags)
{
    Case *c = case_add(list, flags | CASE_REPEATABLE, NULL, "n=%d players=%d%s", n, players,
                       kit_words(kind));
    c->arg[0] = n;
    c->arg[1] = players;
    c->budget = THROWS_BUDGET;
    Buffer *player = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "player");
    Buffer *length = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "length");
    Buffer *best = case_buffer(c, BUFFER_inout, ELEM_i32, 2 * (size_t)players, "best");
    kit_fill_ints(list, c, length->data, (size_t)n, kind, 0, 100000);
    int32_t *of = player->data, *before = best->data;
    for (int i = 0; i < n; i++)
        of[i] = (int32_t)draw_int(list, 0, players - 1);
    for (int p = 0; p < players; p++) {
        bool has = old && n > 0 && draw_bits(list) & 1;
        before[2 * p] = has ? (int32_t)draw_int(list, 0, 100000) : 0;
        before[2 * p + 1] = has ? (int32_t)draw_int(list, 0, n - 1) : -1;
    }
    memcpy(best->want, before, 2 * (size_t)players * sizeof *before);
    reference_throws(best->want, of, length->data, (size_t)n);
    kit_blocks(c, n / DEBUG_BLOCK);
    if (n % DEBUG_BLOCK)
        kit_note(c, KIND_idle);
}

static void draw_throws(CaseList *list)
{
    add_throws(list, 1000, 40, KINDS, false, CASE_COUNTED);
    add_throws(list, 31, 3, KINDS, false, 0);
    add_throws(list, 32, 1, KINDS, true, 0);
    add_throws(list, 33, 2, KIND_values_falling, false, 0);
    add_throws(list, 300, 4, KINDS, true, 0);
    add_throws(list, 288, 1, KINDS, false, 0); // nine warps, and all lanes want the same key
    add_throws(list, 2100, 300, KINDS, true, 0);
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++)
        if (k != KIND_values_negative)
            add_throws(list, 400 + (int)k, 30, k, k == KIND_values_ends, 0);
    add_throws(list, 1, 1, KINDS, false, CASE_TRIVIAL);
    add_throws(list, 0, 5, KINDS, false, CASE_TRIVIAL);
    add_throws(list, 40000, 20000, KINDS, false, CASE_CLEAN_ONLY);
}

// ---- part 8 -----------------------------------------------------------------------------------

// Each case has a row whose sum does not fit into an int.
static void add_energy(CaseList *list, int rows, int cols, Kind kind, unsigned flags)
{
    Case *c =
        case_add(list, flags | CASE_REPEATABLE, NULL, "%d x %d%s", rows, cols, kit_words(kind));
    size_t n = (size_t)rows * (size_t)cols;
    c->arg[0] = rows;
    c->arg[1] = cols;
    Buffer *in = case_buffer(c, BUFFER_in, ELEM_i32, n, "in");
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_i64, (size_t)rows, "out");
    int32_t *x = in->data;
    kit_fill_ints(list, c, x, n, kind, kind == KIND_values_equal ? LARGE / 2 : -LARGE, LARGE);
    if (n > 0 && kind == KINDS)
        x[0] = -LARGE;
    for (int r = 0; r < rows; r++)
        ((int64_t *)out->want)[r] = reference_energy(x + (size_t)r * (size_t)cols, (size_t)cols);
    if (rows % DEBUG_BLOCK)
        kit_note(c, KIND_idle);
}

static void draw_energy(CaseList *list)
{
    static const struct {
        int rows, cols;
    } shape[] = {{1, 31},  {31, 1},  {32, 1},  {3, 5}, {7, 2},    {1, 1000},
                 {900, 1}, {2, 700}, {700, 3}, {1, 2}, {257, 33}, {5, 1025}};
    add_energy(list, 300, 20, KINDS, CASE_COUNTED);
    for (size_t i = 0; i < sizeof shape / sizeof *shape; i++)
        add_energy(list, shape[i].rows, shape[i].cols, KINDS, 0);
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++)
        add_energy(list, 13, 40 + (int)k, k, 0);
    add_energy(list, 1, 1, KINDS, CASE_TRIVIAL);
    add_energy(list, 0, 9, KINDS, CASE_TRIVIAL);
    add_energy(list, 9, 0, KINDS, CASE_TRIVIAL);
    add_energy(list, 700, 101, KINDS, CASE_CLEAN_ONLY);
}

static void debugging_draw(CaseList *list, int part)
{
    if (part == PART_throws)
        draw_throws(list);
    else if (part == PART_energy)
        draw_energy(list);
    else
        draw_array(list, part);
}

// ---- parts, items -----------------------------------------------------------------------------

// clang-format off
#define ITEM_RIGHT(worth, words) \
    {.kind = ITEM_correct, .id = "right", .name = words, .points = worth}
#define ITEM_FOUND(key, words, worth, value) \
    {.kind = ITEM_answer, .id = key, .name = words, .points = worth, .want = value}
#define ITEMS_FOUND(part, cause, line, key, words, value) \
    ITEM_FOUND("cause_" part, "the cause", 1, cause), \
    ITEM_FOUND("line_" part, "the line of the skeleton", 2, line), \
    ITEM_FOUND(key "_" part, words, 2, value)

static const Item days_items[] = {
    ITEM_RIGHT(4, "the largest of three days"), ITEM_SAFE(3, NULL),
    ITEMS_FOUND("1", "out_of_bounds", "1f or 1g", "thread", "the thread that reads too far", "231"), ITEMS_END};
static const Item fire_items[] = {
    ITEM_RIGHT(4, "heat after some rounds"), ITEM_SAFE(3, NULL),
    ITEMS_FOUND("2", "race_shared", "2g", "reader", "the other thread of the race", "32"), ITEMS_END};
static const Item coldest_items[] = {
    ITEM_RIGHT(4, "the coldest day of each tile"), ITEM_SAFE(3, NULL),
    ITEMS_FOUND("3", "uninitialised_shared", "3f", "element", "the first element that nobody writes", "8"), ITEMS_END};
static const Item deviations_items[] = {
    ITEM_RIGHT(4, "elements minus the sum of their tile"), ITEM_SAFE(3, NULL),
    ITEMS_FOUND("4", "barrier_in_warp", "4d", "outside", "threads that are not in the branch", "128"), ITEMS_END};
static const Item trains_items[] = {
    ITEM_RIGHT(5, "three times the element, and its mirror image"), ITEM_SAFE(3, NULL),
    ITEMS_FOUND("5", "stream_race", "5b", "kernel", "the kernel that is not waited for", "turn"), ITEMS_END};
static const Item throws_items[] = {
    ITEM_RIGHT(5, "the longest throw of each player"), ITEM_SAFE(3, NULL),
    ITEMS_FOUND("6", "deadlock", "6d", "holder", "who has the key", "508"), ITEMS_END};
static const Item list_items[] = {
    ITEM_RIGHT(5, "differences from the first element"), ITEM_SAFE(3, NULL),
    ITEMS_FOUND("7", "use_after_free", "7a", "bytes", "bytes of the memory that was freed", "4096"), ITEMS_END};
static const Item energy_items[] = {
    ITEM_RIGHT(5, "the energy of each recording"), ITEM_SAFE(3, NULL),
    ITEMS_FOUND("8", "none", "8d", "sample", "the sample after which the sum is wrong", "536"), ITEMS_END};

// ---- kinds of input that a part lacks (kit.h) ----

#define AN_ARRAY {KINDS_shape, "the input is an array"}
#define NOT_CHOSEN {KINDS_choice, "no element is chosen"}
#define NO_OLD {KIND_BIT(KIND_old_values), "results replace what was there"}
#define OWN_TILE {KIND_BIT(KIND_overlap), "each block has memory of its own"}
#define NO_FLOAT {KIND_BIT(KIND_size_2_24), "n is at most 2^24"}

static const Lacking far_lacks[] = {
    AN_ARRAY, NOT_CHOSEN, NO_OLD, OWN_TILE,
    {KIND_BIT(KIND_size_2_24), "the launches are given, and all indices are ints"}, {0, NULL}};
static const Lacking array_lacks[] = {AN_ARRAY, NOT_CHOSEN, NO_OLD, OWN_TILE, NO_FLOAT, {0, NULL}};
static const Lacking throws_lacks[] = {
    AN_ARRAY, NOT_CHOSEN, NO_FLOAT,
    {KIND_BIT(KIND_size_2_16), "n is at most 2^16"},
    {KIND_BIT(KIND_values_negative), "no throw has a negative length"}, {0, NULL}};
static const Lacking energy_lacks[] = {
    NOT_CHOSEN, NO_OLD, OWN_TILE, NO_FLOAT,
    {KIND_BIT(KIND_shape_window), "there is no window"}, {0, NULL}};

static const Part debugging_parts[] = {
    {.number = PART_days, .id = "days", .name = "out of bounds by one", .slide = "15.4",
     .items = days_items, .lacks = far_lacks},
    {.number = PART_fire, .id = "fire", .name = "a race", .slide = "15.5",
     .items = fire_items, .lacks = far_lacks},
    {.number = PART_coldest, .id = "coldest", .name = "uninitialised shared memory", .slide = "15.6",
     .items = coldest_items, .lacks = far_lacks},
    {.number = PART_deviations, .id = "deviations", .name = "a barrier in a branch", .slide = "15.7",
     .items = deviations_items, .lacks = array_lacks},
    {.number = PART_trains, .id = "trains", .name = "no order between streams", .slide = "15.8",
     .items = trains_items, .lacks = array_lacks},
    {.number = PART_throws, .id = "throws", .name = "a lock that hangs", .slide = "15.9",
     .items = throws_items, .lacks = throws_lacks},
    {.number = PART_list, .id = "list", .name = "a stale pointer", .slide = "15.10",
     .items = list_items, .lacks = array_lacks},
    {.number = PART_energy, .id = "energy", .name = "a wrong answer without a finding", .slide = "15.11",
     .items = energy_items, .lacks = energy_lacks},
    {.number = 0}};
// clang-format on

const Lab lab_15_debugging = {
    .name = "15_debugging",
    .source = "debugging.cu",
    .title = "Eight broken programs: checkers, compute-sanitizer, a debugger",
    .minutes = 180,
    .parts = debugging_parts,
    .draw = debugging_draw,
    .columns = {{"launches", "grader__launches", NULL},
                {"barr/warp", BARRIERS, "grader__warps"},
                {"divergent", DIVERGENCE, NULL},
                {"atomics", GLOBAL_ATOMICS, NULL},
                {"total us", "grader__us", NULL},
                {NULL, NULL, NULL}},
    .answers = "answers.txt",
};

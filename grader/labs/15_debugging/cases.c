// cases.c - the cases of lab 15.
#include "room.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "common/contracts/15_debugging.h"
#include "grader/labs/15_debugging/reference.h"
#include "grader/labs/kit.h"

enum {
    LARGE = 1 << 20,                  // parts 5, 7, 8: absolute values are at most this
    LIMIT = INT_MAX / DEBUG_BLOCK / 2 // of part 4: no sum of a tile overflows
};

// ---- parts 1 to 5, and 7: arrays --------------------------------------------------------

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
    KIT_ARGS(c, n, rounds);
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
    KIT_EACH_VALUES(k, add_array(list, part, 5 * DEBUG_ROOM + 77 + (int)k, 3, k, 0));
    add_array(list, part, 1, 2, KINDS, CASE_TRIVIAL);
    add_array(list, part, 0, 2, KINDS, CASE_TRIVIAL);
    if (part == PART_fire)
        add_array(list, part, 700, 300, KINDS, 0); // more rounds than a tile has trees
    add_array(list, part, (1 << 16) + (int)draw_int(list, 1, 999), 2, KINDS, CASE_CLEAN_ONLY);
}

// ---- part 6 -----------------------------------------------------------------------------

// No more than a few thousand waits for a lock: a launch that hangs is stopped soon.
#define THROWS_BUDGET UINT64_C(3000000)

static void add_throws(CaseList *list, int n, int players, Kind kind, bool old, unsigned flags)
{
    Case *c = case_add(list, flags | CASE_REPEATABLE, NULL, "n=%d players=%d%s", n, players,
                       kit_words(kind));
    KIT_ARGS(c, n, players);
    c->budget = THROWS_BUDGET;
    Buffer *player = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "player");
    Buffer *length = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "length");
    Buffer *best = case_buffer(c, BUFFER_inout, ELEM_i32, 2 * (size_t)players, "best");
    kit_fill_ints(list, c, length->data, (size_t)n, kind, 0,
                  kind == KIND_values_ends ? INT32_MAX : 100000);
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
    KIT_EACH_UNSIGNED(k, add_throws(list, 400 + (int)k, 30, k, k == KIND_values_ends, 0));
    add_throws(list, 1, 1, KINDS, false, CASE_TRIVIAL);
    add_throws(list, 0, 5, KINDS, false, CASE_TRIVIAL);
    add_throws(list, 1 << 16, 1 << 16, KINDS, false, CASE_CLEAN_ONLY);
}

// ---- part 8 -----------------------------------------------------------------------------

// Each case has a row whose sum does not fit into an int. A double has not all sums of rows of so
// many odd numbers near LARGE: (2^20 - 1)^2 * 16387 is above 2^53.
enum { PAST_DOUBLE = (1 << 14) + 3 };

static void add_energy(CaseList *list, int rows, int cols, Kind kind, unsigned flags)
{
    Case *c =
        case_add(list, flags | CASE_REPEATABLE, NULL, "%d x %d%s", rows, cols, kit_words(kind));
    size_t n = (size_t)rows * (size_t)cols;
    KIT_ARGS(c, rows, cols);
    Buffer *in = case_buffer(c, BUFFER_in, ELEM_i32, n, "in");
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_i64, (size_t)rows, "out");
    int32_t *x = in->data;
    kit_fill_ints(list, c, x, n, kind, kind == KIND_values_equal ? LARGE / 2 : -LARGE, LARGE);
    if (n > 0 && kind == KINDS)
        x[0] = -LARGE;
    for (size_t i = 0; cols >= PAST_DOUBLE && i < n; i++) // odd, so the sum is, too
        x[i] += x[i] > 0 ? -1 : 1;
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
    KIT_EACH_VALUES(k, add_energy(list, 13, 40 + (int)k, k, 0));
    add_energy(list, 1, 1, KINDS, CASE_TRIVIAL);
    add_energy(list, 0, 9, KINDS, CASE_TRIVIAL);
    add_energy(list, 9, 0, KINDS, CASE_TRIVIAL);
    add_energy(list, 1, PAST_DOUBLE, KIND_values_ends, 0);
    add_energy(list, 700, 101, KINDS, CASE_CLEAN_ONLY);
}

void debugging_draw(CaseList *list, int part)
{
    if (part == PART_throws)
        draw_throws(list);
    else if (part == PART_energy)
        draw_energy(list);
    else
        draw_array(list, part);
}

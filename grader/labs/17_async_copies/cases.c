// cases.c - the cases of lab 17: rows for some blocks, fewer and more than there are stages.
#include "room.h"

#include "common/contracts/17_async_copies.h"
#include "grader/labs/17_async_copies/reference.h"

enum { LARGE = CASE_CLEAN_ONLY | CASE_COUNTED };

// ---- parts 1 to 5, 8 and 9 ------------------------------------------

static void draw_rows(CaseList *list, int part)
{
    async_copies_add_rows(list, part, 1, 1, KINDS, 0);
    async_copies_add_rows(list, part, 2, 1, KINDS, 0);
    async_copies_add_rows(list, part, 3, 2, KINDS, 0);
    async_copies_add_rows(list, part, 5, 1, KINDS, 0);
    async_copies_add_rows(list, part, 9, 1, KINDS, 0);
    async_copies_add_rows(list, part, 40, 3, KINDS, 0);
    async_copies_add_rows(list, part, 3, 5, KINDS, 0);
    KIT_EACH_VALUES(
        k, async_copies_add_rows(list, part, 6, 2, k, k == KIND_values_equal ? CASE_TRIVIAL : 0));
    async_copies_add_rows(list, part, COUNTED_ROWS, COUNTED_BLOCKS, KINDS, LARGE);
    async_copies_add_rows(list, part, 0, 2, KINDS, CASE_TRIVIAL);
}

// ---- part 6 ---------------------------------------------------------

static void add_turn(CaseList *list, int rows, int cols, Kind kind, unsigned flags)
{
    Case *c =
        case_add(list, flags | CASE_REPEATABLE, NULL, "%d x %d%s", rows, cols, kit_words(kind));
    size_t n = (size_t)rows * (size_t)cols;
    KIT_ARGS(c, rows, cols);
    const int32_t *in = async_copies_fill(list, c, n, kind);
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_i32, n, "out");
    out->columns = (size_t)rows;
    reference_turned(out->want, in, (size_t)rows, (size_t)cols);
}

static void draw_turns(CaseList *list)
{
    add_turn(list, 32, 32, KINDS, 0);
    add_turn(list, 4, 8, KINDS, 0);
    add_turn(list, 4, 4, KINDS, 0);
    add_turn(list, 64, 32, KINDS, 0);
    add_turn(list, 96, 64, KINDS, 0);
    add_turn(list, 36, 100, KINDS, 0);
    add_turn(list, 8, 1000, KINDS, 0);
    add_turn(list, 2000, 4, KINDS, 0);
    add_turn(list, 260, 132, KINDS, 0);
    KIT_EACH_VALUES(k, add_turn(list, 44, 68, k, k == KIND_values_equal ? CASE_TRIVIAL : 0));
    add_turn(list, COUNTED_SIDE, COUNTED_SIDE, KINDS, LARGE);
    add_turn(list, 0, 8, KINDS, CASE_TRIVIAL);
    add_turn(list, 8, 0, KINDS, CASE_TRIVIAL);
}

// ---- part 7 ---------------------------------------------------------

static void add_filters(CaseList *list, int rows, int clusters, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags | CASE_REPEATABLE, NULL, "rows=%d clusters=%d%s", rows, clusters,
                       kit_words(kind));
    size_t n = (size_t)rows * ASYNC_ROW;
    KIT_ARGS(c, rows, clusters);
    const int32_t *in = async_copies_fill(list, c, n, kind);
    int32_t *weight = case_buffer(c, BUFFER_in, ELEM_i32, ASYNC_CLUSTER * 3, "weight")->data;
    for (int i = 0; i < ASYNC_CLUSTER * 3; i++)
        weight[i] = (int32_t)draw_int(list, 1, 40) * (i % 2 ? -1 : 1);
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_i32, ASYNC_CLUSTER * n, "out");
    out->columns = ASYNC_ROW;
    for (size_t f = 0; f < ASYNC_CLUSTER; f++)
        for (size_t r = 0; r < n; r += ASYNC_ROW)
            reference_filtered_row((int32_t *)out->want + f * n + r, in + r, weight + 3 * f);
    if (rows < clusters)
        kit_note(c, KIND_idle);
}

static void draw_filters(CaseList *list)
{
    add_filters(list, 1, 1, KINDS, 0);
    add_filters(list, 2, 1, KINDS, 0);
    add_filters(list, 5, 1, KINDS, 0);
    add_filters(list, 9, 2, KINDS, 0);
    add_filters(list, 33, 3, KINDS, 0);
    add_filters(list, 2, 3, KINDS, 0);
    KIT_EACH_VALUES(k, add_filters(list, 6, 1, k, 0));
    add_filters(list, COUNTED_SHARED, COUNTED_CLUSTERS, KINDS, LARGE);
    add_filters(list, 0, 1, KINDS, CASE_TRIVIAL);
}

// ---- all ------------------------------------------------------------

void async_copies_draw(CaseList *list, int part)
{
    switch (part) {
    case PART_maps: draw_turns(list); break;
    case PART_multicast: draw_filters(list); break;
    case PART_fastest: async_copies_fastest_draw(list); break;
    default: draw_rows(list, part);
    }
}

void async_copies_demo(CaseList *list, int part)
{
    switch (part) {
    case PART_maps: add_turn(list, COUNTED_SIDE, COUNTED_SIDE, KINDS, 0); break;
    case PART_multicast: add_filters(list, COUNTED_SHARED, COUNTED_CLUSTERS, KINDS, 0); break;
    case PART_fastest: async_copies_fastest_demo(list); break;
    default: async_copies_add_rows(list, part, COUNTED_ROWS, COUNTED_BLOCKS, KINDS, 0);
    }
}

// cases.c - the cases of lab 18.
//
// What a wrong order of accesses does shows in tiny cases, where the grader tries the orders one
// after the other (CASE_ALL_ORDERS). The larger ones show that the work is shared.
#include "room.h"

#include <stdlib.h>
#include <string.h>

#include "common/contracts/18_memory_model.h"
#include "grader/base/memory.h"
#include "grader/labs/18_memory_model/reference.h"
#include "grader/labs/kit.h"

enum {
    BLOCK = MODEL_BLOCK,
    MOST = 1 << 20, // of an element, so that no sum overflows
    LARGE = CASE_CLEAN_ONLY | CASE_COUNTED
};

static int32_t *fill(CaseList *list, Case *c, size_t n, Kind kind, const char *name)
{
    int32_t *in = case_buffer(c, BUFFER_in, ELEM_i32, n, name)->data;
    kit_fill_ints(list, c, in, n, kind, -MOST, MOST);
    return in;
}

// ---- parts 1 and 2 ----------------------------------------------------------------------

static void add_messages(CaseList *list, int messages, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags | CASE_REPEATABLE, "message", "%d messages%s", messages,
                       kit_words(kind));
    size_t n = (size_t)messages * BLOCK;
    c->arg[0] = messages;
    c->group = "message";
    const int32_t *in = fill(list, c, n, kind, "in");
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_i32, n, "out");
    if (n)
        memcpy(out->want, in, n * sizeof *in);
    kit_blocks(c, 2 * (int64_t)messages);
}

static void add_sums(CaseList *list, int sums, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags | CASE_REPEATABLE, "sums", "%d sums%s", sums, kit_words(kind));
    c->arg[0] = sums;
    const int32_t *in = fill(list, c, (size_t)sums * 2 * BLOCK, kind, "in");
    int32_t *out = case_buffer(c, BUFFER_out, ELEM_i32, (size_t)sums, "out")->want;
    for (int i = 0; i < sums * 2 * BLOCK; i++)
        out[i / (2 * BLOCK)] += in[i];
    kit_blocks(c, 2 * (int64_t)sums);
}

// ---- parts 3 and 8: a tile per block ------------------------------------------------------

static const int tile_sizes[] = {2 * BLOCK, 31, 32, 33, 63, 64, 65, 100, 129, 1100, 12 * BLOCK + 1};
enum { TILE_SIZES = sizeof tile_sizes / sizeof *tile_sizes };

static Case *add_tiles(CaseList *list, int part, int n, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags | CASE_REPEATABLE, part == PART_ticket ? "tickets" : "scan",
                       "n=%d%s", n, kit_words(kind));
    c->arg[0] = n;
    const int32_t *in = fill(list, c, (size_t)n, kind, "in");
    int blocks = (n + BLOCK - 1) / BLOCK;
    kit_blocks(c, blocks);
    if (part == PART_fences) {
        reference_running_sums(case_buffer(c, BUFFER_out, ELEM_i32, (size_t)n, "out")->want, in,
                               (size_t)n);
        return c;
    }
    int32_t *log = case_buffer(c, BUFFER_out, ELEM_i32, (size_t)blocks, "log")->want;
    for (int b = 0; b < blocks; b++)
        log[b] = b;
    Buffer *record = case_buffer(c, BUFFER_inout, ELEM_i64, 3, "record");
    int64_t *want = record->want, before[3] = {0, draw_int(list, 1, 100), -MOST};
    memcpy(record->data, before, sizeof before);
    memcpy(want, before, sizeof before);
    want[0] = blocks;
    for (int i = 0; i < n; i++) {
        want[1] += in[i];
        want[2] = in[i] > want[2] ? in[i] : want[2];
    }
    return c;
}

static void draw_tiles(CaseList *list, int part)
{
    for (int i = 0; i < TILE_SIZES; i++)
        add_tiles(list, part, tile_sizes[i], KINDS, i == 0 ? CASE_ALL_ORDERS : 0);
    KIT_EACH_VALUES(k, add_tiles(list, part, 700, k, 0));
    add_tiles(list, part, COUNTED_TILES * BLOCK, KINDS, LARGE);
    add_tiles(list, part, MODEL_BLOCKS * BLOCK, KINDS, CASE_CLEAN_ONLY);
    add_tiles(list, part, 1, KINDS, 0);
    add_tiles(list, part, 0, KINDS, CASE_TRIVIAL);
}

// ---- part 4 -----------------------------------------------------------------------------

static void add_rows(CaseList *list, int rows, int readers, unsigned flags)
{
    Case *c = case_add(list, flags | CASE_REPEATABLE, "rows", "%d rows, %d readers", rows, readers);
    KIT_ARGS(c, rows, readers);
    const int32_t *in = fill(list, c, (size_t)rows * MODEL_ROW, KINDS, "in");
    int32_t *last = case_buffer(c, BUFFER_out, ELEM_i32, (size_t)readers * MODEL_ROW, "last")->want;
    Buffer *mixed = case_buffer(c, BUFFER_out, ELEM_i32, (size_t)readers, "mixed");
    mixed->means = "how often reader # has got words of two rows";
    for (int i = 0; i < readers * MODEL_ROW; i++)
        last[i] = in[(rows - 1) * MODEL_ROW + i % MODEL_ROW];
    kit_blocks(c, 1 + readers);
}

static void draw_rows(CaseList *list)
{
    add_rows(list, 2, 1, CASE_ALL_ORDERS);
    add_rows(list, 1, 1, CASE_ALL_ORDERS);
    add_rows(list, 5, 2, 0);
    add_rows(list, 20, 9, 0);
    add_rows(list, 100, 3, 0);
    add_rows(list, 400, 60, LARGE);
    add_rows(list, 50, MODEL_BLOCKS - 1, CASE_CLEAN_ONLY);
    add_rows(list, 3, 0, CASE_TRIVIAL);
}

// ---- part 5 -----------------------------------------------------------------------------

static void add_ring(CaseList *list, int n, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags | CASE_REPEATABLE, "ring", "n=%d%s", n, kit_words(kind));
    c->arg[0] = n;
    const int32_t *in = fill(list, c, (size_t)n, kind, "in");
    c->buffer[0].place = PLACE_host;
    c->host_reads = 4096 + 64 * (unsigned)n; // it asks for `tail` as often as it likes
    reference_running_sums(case_buffer(c, BUFFER_out, ELEM_i32, (size_t)n, "out")->want, in,
                           (size_t)n);
}

static void draw_ring(CaseList *list)
{
    static const int sizes[] = {9, 2, 7, 8, 10, 16, 17, 31, 32, 33, 100};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add_ring(list, sizes[i], KINDS, 0);
    KIT_EACH_VALUES(k, add_ring(list, 40, k, 0));
    add_ring(list, 1000, KINDS, LARGE);
    add_ring(list, 1, KINDS, 0);
    add_ring(list, 0, KINDS, CASE_TRIVIAL);
}

// ---- part 6 -----------------------------------------------------------------------------

typedef enum { FOREST_any, FOREST_chain, FOREST_star, FOREST_roots } ForestForm;

// The parent of a node, which has a smaller number; -1: no root leads to the node. The last node
// has none, and of the second half one in 16.
static int draw_parent(CaseList *list, int v, int n, int roots, ForestForm form)
{
    if (form == FOREST_chain)
        return v - 1;
    if (form == FOREST_star)
        return v == n - 1 ? -1 : 0;
    if (v == n - 1 || (draw_int(list, 0, 15) == 0 && v > n / 2))
        return -1;
    return (int)draw_int(list, v / 4 < roots ? 0 : v / 4, v - 1);
}

static void add_forest(CaseList *list, int n, int roots, ForestForm form, int blocks,
                       unsigned flags)
{
    static const char *const words[] = {"", " in a chain", " of one root", " without children"};
    Case *c = case_add(list, flags | CASE_REPEATABLE, "forest", "%d nodes%s, %d blocks", n,
                       words[form], blocks);
    KIT_ARGS(c, n, roots, blocks);
    int edges = 0;
    int32_t *first = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n + 1, "first")->data;
    int32_t *parent = need(calloc((size_t)n + 1, sizeof *parent));
    int32_t *at = need(calloc((size_t)n + 1, sizeof *at));
    for (int v = roots; v < n; v++) {
        parent[v] = draw_parent(list, v, n, roots, form);
        edges += parent[v] >= 0;
        first[parent[v] + 1] += parent[v] >= 0;
    }
    int32_t *child = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)edges, "child")->data;
    int32_t *depth = case_buffer(c, BUFFER_out, ELEM_i32, (size_t)n, "depth")->want;
    for (int v = 0; v < n; v++) {
        at[v] = first[v];
        first[v + 1] += first[v];
    }
    for (int v = roots; v < n; v++)
        if (parent[v] >= 0)
            child[at[parent[v]]++] = v;
    reference_depths(depth, first, child, (size_t)n, (size_t)roots);
    for (int v = 0; v < n; v++)
        c->work += depth[v] >= 0; // nodes that go through the queue
    free(parent);
    free(at);
    kit_blocks(c, blocks);
    if (blocks > n)
        kit_note(c, KIND_idle);
    if (n == 0)
        kit_note(c, KIND_size_0);
}

static void draw_forests(CaseList *list)
{
    add_forest(list, 4, 1, FOREST_star, 2, CASE_ALL_ORDERS);
    add_forest(list, 2, 1, FOREST_chain, 2, CASE_ALL_ORDERS);
    add_forest(list, 31, 3, FOREST_any, 3, 0);
    add_forest(list, 32, 1, FOREST_any, 40, 0);
    add_forest(list, 33, 1, FOREST_chain, 4, 0);
    add_forest(list, 60, 1, FOREST_star, 9, 0);
    add_forest(list, 100, 100, FOREST_roots, 8, 0);
    add_forest(list, 300, 5, FOREST_any, 12, 0);
    add_forest(list, COUNTED_NODES, 1, FOREST_any, 64, LARGE);
    add_forest(list, 2000, 7, FOREST_any, MODEL_BLOCKS, CASE_CLEAN_ONLY);
    add_forest(list, 50, 1, FOREST_any, 1, 0);
    add_forest(list, 1, 1, FOREST_roots, 3, CASE_TRIVIAL);
    add_forest(list, 0, 0, FOREST_roots, 2, CASE_TRIVIAL);
}

// ---- part 7 -----------------------------------------------------------------------------

static void add_steps(CaseList *list, int blocks, int steps, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags | CASE_REPEATABLE, "steps", "%d blocks, %d steps%s", blocks,
                       steps, kit_words(kind));
    size_t n = (size_t)blocks * BLOCK;
    KIT_ARGS(c, blocks, steps);
    Buffer *row = case_buffer(c, BUFFER_inout, ELEM_u32, n, "row");
    kit_fill_ints(list, c, row->data, n, kind, -MOST, MOST);
    if (n)
        memcpy(row->want, row->data, n * sizeof(uint32_t));
    reference_neighbours(row->want, n, steps);
    kit_blocks(c, blocks);
}

static void draw_steps(CaseList *list)
{
    add_steps(list, 2, 1, KINDS, CASE_ALL_ORDERS);
    add_steps(list, 2, 2, KINDS, CASE_ALL_ORDERS);
    add_steps(list, 3, 5, KINDS, 0);
    add_steps(list, 9, 20, KINDS, 0);
    KIT_EACH_VALUES(k, add_steps(list, 4, 3, k, 0));
    add_steps(list, MODEL_BLOCKS, 30, KINDS, CASE_CLEAN_ONLY);
    add_steps(list, 1, 4, KINDS, 0);
    add_steps(list, 5, 0, KINDS, CASE_TRIVIAL);
    add_steps(list, 0, 3, KINDS, CASE_TRIVIAL);
}

// ---- all ----------------------------------------------------------------------------------

static void draw_pairs(CaseList *list, void (*add)(CaseList *, int, Kind, unsigned), int counted)
{
    add(list, 1, KINDS, CASE_ALL_ORDERS);
    add(list, 2, KINDS, 0);
    add(list, 9, KINDS, 0);
    KIT_EACH_VALUES(k, add(list, 3, k, 0));
    add(list, counted, KINDS, LARGE);
    add(list, MODEL_BLOCKS / 2, KINDS, CASE_CLEAN_ONLY);
    add(list, 0, KINDS, CASE_TRIVIAL);
}

void memory_model_draw(CaseList *list, int part)
{
    switch (part) {
    case PART_message: draw_pairs(list, add_messages, COUNTED_MESSAGES); break;
    case PART_meet: draw_pairs(list, add_sums, COUNTED_SUMS); break;
    case PART_record: draw_rows(list); break;
    case PART_ring: draw_ring(list); break;
    case PART_queue: draw_forests(list); break;
    case PART_scope: draw_steps(list); break;
    default: draw_tiles(list, part);
    }
}

void memory_model_demo(CaseList *list, int part)
{
    switch (part) {
    case PART_message: add_messages(list, COUNTED_MESSAGES, KINDS, 0); break;
    case PART_meet: add_sums(list, COUNTED_SUMS, KINDS, 0); break;
    case PART_record: add_rows(list, 400, 60, 0); break;
    case PART_ring: add_ring(list, 1000, KINDS, 0); break;
    case PART_queue: add_forest(list, COUNTED_NODES, 1, FOREST_any, 64, 0); break;
    case PART_scope: add_steps(list, MODEL_BLOCKS, 30, KINDS, 0); break;
    default: add_tiles(list, part, COUNTED_TILES * BLOCK, KINDS, 0);
    }
}

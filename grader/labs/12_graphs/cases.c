// cases.c - the lists and graphs that lab 12 is judged with.
//
// arg of parts 1 and 2: n, first. Of parts 3 to 8: vertices, edges, source.
#include "room.h"

#include <stdlib.h>
#include <string.h>

#include "common/contracts/12_graphs.h"
#include "grader/labs/08_dynamic_parallelism/reference.h"
#include "grader/labs/12_graphs/reference.h"
#include "grader/labs/edges.h"
#include "grader/base/memory.h"
#include "grader/labs/kit.h"
#include "grader/labs/search_diagnoses.h"
#include "grader/labs/includes.h"

// ---- parts 1 and 2: lists ---------------------------------------------------------------

typedef enum { LIST_any, LIST_rising, LIST_falling, LIST_steps } ListForm;
enum { STEP = 64 }; // LIST_steps: first 0, 64, 128 ..., then 1, 65, 129 ...

static const char *const list_words[] = {"", " in order", " backwards", " in steps of 64"};

// order[p] is the element at place p.
static void draw_order(CaseList *list, Case *c, int32_t *order, int n, ListForm form)
{
    int place = 0;
    for (int first = 0; first < (form == LIST_steps ? STEP : 1); first++)
        for (int i = first; i < n; i += form == LIST_steps ? STEP : 1)
            order[place++] = form == LIST_falling ? n - 1 - i : i;
    for (int i = n; form == LIST_any && i-- > 1;) {
        int k = (int)draw_int(list, 0, i);
        int32_t old = order[i];
        order[i] = order[k];
        order[k] = old;
    }
    if (form == LIST_rising)
        kit_note(c, KIND_values_rising);
    if (form == LIST_falling)
        kit_note(c, KIND_values_falling);
}

static Case *add_list(CaseList *list, const char *variant, int n, ListForm form, unsigned flags)
{
    Case *c = case_add(list, flags | CASE_REPEATABLE, variant, "n=%d%s", n, list_words[form]);
    int32_t *next = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "next")->data;
    int32_t *rank = case_buffer(c, BUFFER_out, ELEM_i32, (size_t)n, "rank")->want;
    int32_t *order = need(malloc(((size_t)n + 1) * sizeof *order));
    draw_order(list, c, order, n, form);
    for (int p = 0; p < n; p++)
        next[order[p]] = order[p + 1 < n ? p + 1 : p];
    KIT_ARGS(c, n, n ? order[0] : 0);
    c->work = n;
    if (n)
        reference_list_ranks(rank, next, (size_t)n, order[0]);
    kit_blocks(c, (n + GRAPH_BLOCK - 1) / GRAPH_BLOCK);
    if (n % GRAPH_BLOCK)
        kit_note(c, KIND_idle);
    free(order);
    return c;
}

static void draw_lists(CaseList *list)
{
    static const int sizes[] = {5, 2, 31, 32, 33, 64, 65, 100, 257, 1000, 2049, 4097};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add_list(list, "list", sizes[i], LIST_any, 0);
    for (ListForm form = LIST_rising; form <= LIST_steps; form++)
        add_list(list, "list", 1500, form, 0);
    add_list(list, "list", RANKED, LIST_any, CASE_COUNTED | CASE_CLEAN_ONLY);
    add_list(list, "list", 70001, LIST_any, CASE_CLEAN_ONLY);
    add_list(list, "list", 1 << 17, LIST_rising, CASE_CLEAN_ONLY);
    add_list(list, "list", 1, LIST_any, CASE_TRIVIAL);
    add_list(list, "list", 0, LIST_any, CASE_TRIVIAL);
}

// ---- parts 3 to 8: graphs ---------------------------------------------------------------

// A wave's answer is copied to the host: 4 bytes. The last wave finds nothing. Twice that is
// allowed.
static unsigned wave_reads(const int32_t *level, int n)
{
    enum { BYTES_PER_WAVE = 8 };
    int deepest = 0;
    for (int v = 0; v < n; v++)
        deepest = level[v] > deepest ? level[v] : deepest;
    return BYTES_PER_WAVE * ((unsigned)deepest + 2 + GRAPH_ROUND);
}

static void add_edge_list(Case *c, const Edges *e)
{
    int32_t *to = case_buffer(c, BUFFER_in, ELEM_i32, e->count, "to")->data;
    int32_t *from = case_buffer(c, BUFFER_in, ELEM_i32, e->count, "from")->data;
    for (size_t i = 0; i < e->count; i++) {
        from[i] = e->edge[i].from;
        to[i] = e->edge[i].to;
    }
}

// Takes the memory of `e`.
static void fill_graph(Case *c, Edges *e, int n, int source)
{
    int32_t *row = need(calloc((size_t)n + 1, sizeof *row));
    int32_t *col = need(malloc((e->count + 1) * sizeof *col));
    edges_by_vertex(e, row, col, n);
    if (c->part == PART_edges) {
        add_edge_list(c, e);
    } else {
        int32_t *to = case_buffer(c, BUFFER_in, ELEM_i32, e->count, "neighbour")->data;
        Buffer *start = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n + 1, "start");
        if (e->count)
            memcpy(to, col, e->count * sizeof *col);
        memcpy(start->data, row, ((size_t)n + 1) * sizeof *row);
    }
    Buffer *levels = case_buffer(c, BUFFER_out, ELEM_i32, (size_t)n, "level");
    levels->names = unreached_name;
    int32_t *level = levels->want;
    reference_distances(level, row, col, n, source);
    KIT_ARGS(c, n, (int64_t)e->count, source);
    c->work = (double)e->count;
    c->host_reads = wave_reads(level, n);
    kit_blocks(c, (n + GRAPH_BLOCK - 1) / GRAPH_BLOCK);
    kit_note(c, KIND_idle); // the first wave has one vertex
    free(row);
    free(col);
    edges_free(e);
}

static Case *add_search(CaseList *list, GraphForm form, int n, int source, unsigned flags)
{
    Edges e = edges_draw(list, form, n);
    Case *c = case_add(list, flags | CASE_REPEATABLE, NULL, "%s n=%d from %d",
                       graph_form_words[form], n, source);
    c->group = graph_form_words[form];
    fill_graph(c, &e, n, source);
    return c;
}

// A path with this number of edges, one-way; in part 7, in both directions: twice as many.
static void add_exact_edges(CaseList *list, int edges)
{
    Edges e = {0};
    Case *c = case_add(list, (edges ? 0 : CASE_TRIVIAL) | CASE_REPEATABLE, NULL, "%d edges", edges);
    bool both = c->part == PART_switching;
    int steps = both ? edges / 2 : edges, vertices = steps + 2; // the last one is never reached
    for (int v = 0; v < steps; v++) {
        edges_add(&e, v, v + 1);
        if (both)
            edges_add(&e, v + 1, v);
    }
    if (both && edges % 2)
        edges_add(&e, vertices - 1, vertices - 1);
    fill_graph(c, &e, vertices, 0);
}

// The files of this course, and what they include: a real graph
// (grader/labs/includes.sh).
static void add_includes(CaseList *list, unsigned flags)
{
    LinkList all = links_of_includes();
    Edges e = {0};
    Case *c = case_add(list, flags | CASE_REPEATABLE, NULL, "files and their includes");
    c->group = "includes";
    for (int32_t i = 0; i < all.links; i++) {
        edges_add(&e, all.from[i], all.to[i]);
        if (c->part == PART_switching)
            edges_add(&e, all.to[i], all.from[i]);
    }
    fill_graph(c, &e, all.pages, 0);
    links_free(&all);
}

// What a gate counts, each with its own form as group.
static void add_counted_searches(CaseList *list, int part)
{
    enum { COUNT = CASE_COUNTED | CASE_CLEAN_ONLY };
    if (part == PART_switching)
        add_search(list, GRAPH_wide, 1 << 13, 5, COUNT);
    else if (part == PART_warps)
        add_search(list, GRAPH_star, 1 << 15, 0, COUNT);
    else
        add_search(list, GRAPH_grid, (part == PART_queue ? 4 : 1) * SIDE * SIDE, 0, COUNT);
    if (part == PART_queue)
        add_search(list, GRAPH_random, 1 << 14, 5, COUNT);
}

static void draw_searches(CaseList *list, int part)
{
    add_search(list, GRAPH_path, 5, 0, 0);
    add_search(list, GRAPH_tree, 31, 0, 0);
    add_search(list, GRAPH_star, 33, 32, 0);
    add_search(list, GRAPH_star, 2500, 0, 0);
    add_search(list, GRAPH_complete, 65, 64, 0);
    add_search(list, GRAPH_islands, 100, 1, 0);
    if (part != PART_switching)
        add_search(list, GRAPH_oneway, 257, 200, 0);
    add_search(list, GRAPH_path, 2, 1, 0);
    add_search(list, GRAPH_path, GRAPH_ROUND + 1, 0, 0); // its last wave ends a round
    add_search(list, GRAPH_path, 2 * GRAPH_ROUND, 0, 0);
    add_search(list, GRAPH_random, 1000, (int)draw_int(list, 0, 999), 0);
    add_search(list, GRAPH_wide, 600, (int)draw_int(list, 0, 599), 0);
    add_search(list, GRAPH_tree, 4095, (int)draw_int(list, 0, 4094), 0);
    add_includes(list, 0);
    add_counted_searches(list, part);
    add_search(list, GRAPH_random, 1 << 14, 77, CASE_CLEAN_ONLY);
    add_search(list, GRAPH_tree, 70001, 70000, CASE_CLEAN_ONLY);
    add_exact_edges(list, 32);
    add_exact_edges(list, 1);
    add_exact_edges(list, 0);
    add_search(list, GRAPH_path, 1, 0, CASE_TRIVIAL);
}

void graphs_draw(CaseList *list, int part)
{
    if (part <= PART_splitters)
        draw_lists(list);
    else
        draw_searches(list, part);
}

void graphs_demo(CaseList *list, int part)
{
    if (part == PART_doubling)
        add_list(list, "walk", 1 << 16, LIST_any, CASE_CLEAN_ONLY);
    if (part <= PART_splitters) {
        add_list(list, "list", 1 << 16, LIST_any, CASE_CLEAN_ONLY);
        return;
    }
    static const struct {
        GraphForm form;
        int n;
    } shown[] = {{GRAPH_grid, SIDE * SIDE}, {GRAPH_wide, 1 << 13}, {GRAPH_star, 1 << 14}};
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        add_search(list, shown[i].form, shown[i].n, 0, CASE_CLEAN_ONLY);
}

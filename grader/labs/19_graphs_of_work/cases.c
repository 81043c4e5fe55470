// cases.c - the cases of lab 19.
//
// arg of parts 1, 3, 7: n, times. Part 2: tasks, times. Part 5: pages, links, the bits of epsilon.
// Part 6: vertices, edges, source. Part 8: n, orders.
#include "room.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/contracts/19_graphs_of_work.h"
#include "grader/base/memory.h"
#include "grader/labs/11_sparse/reference.h"
#include "grader/labs/19_graphs_of_work/reference.h"
#include "grader/labs/edges.h"
#include "grader/labs/kit.h"
#include "grader/labs/search_diagnoses.h"

enum { MOST = 1 << 30, COUNT = CASE_COUNTED | CASE_CLEAN_ONLY };

// Words of a row or of an input; `want` of a row begins as the input.
static Buffer *add_words(CaseList *list, Case *c, BufferRole role, size_t n, Kind kind,
                         const char *name)
{
    Buffer *words = case_buffer(c, role, ELEM_u32, n, name);
    kit_fill_ints(list, c, words->data, n, kind, -MOST, MOST);
    if (role == BUFFER_inout && n)
        memcpy(words->want, words->data, n * sizeof(uint32_t));
    return words;
}

static void note_blocks(Case *c, int n)
{
    kit_blocks(c, ((int64_t)n + WORK_BLOCK - 1) / WORK_BLOCK);
    if (n % WORK_BLOCK)
        kit_note(c, KIND_idle);
}

// ---- parts 1, 3, 4, 7, 8: words ------------------------------------------------------------

static Case *add_repeated(CaseList *list, int part, int n, int times, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags | CASE_REPEATABLE, "words", "n=%d, %d %s%s", n, times,
                       part == PART_summary ? "times" : "rounds", kit_words(kind));
    KIT_ARGS(c, n, times);
    c->work = times;
    c->group = "words";
    if (n == 0 || times == 0)
        c->flags |= CASE_TRIVIAL;
    note_blocks(c, n);
    if (part == PART_summary) {
        const Buffer *in = add_words(list, c, BUFFER_in, (size_t)n, kind, "in");
        reference_summary(case_buffer(c, BUFFER_out, ELEM_u64, 3, "result")->want, in->data,
                          (size_t)n, times);
        return c;
    }
    Buffer *row = add_words(list, c, BUFFER_inout, (size_t)n, kind, "row");
    if (part == PART_rounds)
        reference_work_rounds(row->want, (size_t)n, ROUND_STEPS, times);
    else
        reference_turns(row->want, (size_t)n, times, 0, 0);
    return c;
}

static Case *add_batches(CaseList *list, int n, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags | CASE_REPEATABLE, "batches", "n=%d%s", n, kit_words(kind));
    KIT_ARGS(c, n);
    c->work = (n + BATCH_WORDS - 1) / BATCH_WORDS;
    const Buffer *in = add_words(list, c, BUFFER_in, (size_t)n, kind, "in");
    uint32_t *want = case_buffer(c, BUFFER_out, ELEM_u32, (size_t)n, "out")->want;
    if (n)
        memcpy(want, in->data, (size_t)n * sizeof *want);
    reference_work_rounds(want, (size_t)n, BATCH_STEPS, 1);
    note_blocks(c, n);
    return c;
}

static Case *add_orders(CaseList *list, int n, int orders, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags | CASE_REPEATABLE, "orders", "n=%d, %d orders%s", n, orders,
                       kit_words(kind));
    KIT_ARGS(c, n, orders);
    c->work = orders;
    if (n == 0 || orders == 0)
        c->flags |= CASE_TRIVIAL;
    Buffer *row = add_words(list, c, BUFFER_inout, (size_t)n, kind, "row");
    int32_t *order = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)orders, "order")->data;
    for (int k = 0; k < orders; k++) // the first ones are of all kinds, and their order counts
        order[k] = k < ORDER_KINDS ? k : (int32_t)draw_int(list, 0, ORDER_KINDS - 1);
    reference_orders(row->want, (size_t)n, order, (size_t)orders);
    note_blocks(c, n);
    return c;
}

static void add_of(CaseList *list, int part, int n, int times, Kind kind, unsigned flags)
{
    if (part == PART_batches)
        add_batches(list, n, kind, flags | (n ? 0 : CASE_TRIVIAL));
    else if (part == PART_orders)
        add_orders(list, n, times, kind, flags);
    else
        add_repeated(list, part, n, times, kind, flags);
}

static void add_counted_words(CaseList *list, int part, unsigned flags)
{
    switch (part) {
    case PART_rounds: add_of(list, part, 5000, COUNTED_ROUNDS, KINDS, flags); break;
    case PART_summary: add_of(list, part, 65000, COUNTED_TIMES, KINDS, flags); break;
    case PART_batches:
        add_of(list, part, COUNTED_BATCHES * BATCH_WORDS - 100, 0, KINDS, flags);
        break;
    case PART_orders: add_of(list, part, 3000, COUNTED_ORDERS, KINDS, flags); break;
    default: add_of(list, part, 3000, COUNTED_ROUNDS, KINDS, flags);
    }
}

static void draw_words(CaseList *list, int part)
{
    static const int sizes[] = {300, 5, 2, 31, 32, 33, 255, 256, 257, 1024, 1025, 3001};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add_of(list, part, sizes[i], i % 4 == 3 ? 1 : 2 + (int)(i % 5), KINDS, 0);
    KIT_EACH_VALUES(k, add_of(list, part, 700, 3, k, 0));
    add_counted_words(list, part, COUNT);
    add_of(list, part, 70001, 3, KINDS, CASE_CLEAN_ONLY);
    add_of(list, part, 1, 4, KINDS, 0);
    add_of(list, part, 0, 3, KINDS, CASE_TRIVIAL);
    if (part != PART_batches)
        add_of(list, part, 100, 0, KINDS, CASE_TRIVIAL);
}

// ---- part 2: tasks -----------------------------------------------------------------------------

typedef enum { TASKS_chain, TASKS_loose, TASKS_layers, TASKS_any } TaskForm;
static const char *const task_words[] = {"in a chain", "loose", "in layers", "in any order"};

// The tasks in the order in which they may be done, at random numbers: number[p] is the p-th.
static int *draw_numbers(CaseList *list, int tasks)
{
    int *number = need(malloc(((size_t)tasks + 1) * sizeof *number));
    for (int p = 0; p < tasks; p++)
        number[p] = p;
    for (int p = tasks; p-- > 1;) {
        int k = (int)draw_int(list, 0, p), old = number[p];
        number[p] = number[k];
        number[k] = old;
    }
    return number;
}

// Place `k` of the task at place p: the place of a task before it, or NO_TASK.
static int draw_place(CaseList *list, TaskForm form, int p, int k, int width)
{
    int layer = p / width * width;
    switch (form) {
    case TASKS_chain: return k || !p ? NO_TASK : p - 1;
    case TASKS_loose: return NO_TASK;
    case TASKS_layers: return layer ? layer - width + (p + k) % width : NO_TASK;
    default:
        return p > k ? (int)draw_int(list, p * k / TASK_BEFORE, p * (k + 1) / TASK_BEFORE) : -1;
    }
}

static void add_tasks(CaseList *list, int tasks, int times, TaskForm form, int width, Kind kind,
                      unsigned flags)
{
    Case *c = case_add(list, flags | CASE_REPEATABLE, "tasks", "%d tasks %s%s", tasks,
                       task_words[form], kit_words(kind));
    KIT_ARGS(c, tasks, times);
    c->work = times;
    size_t words = (size_t)tasks * TASK_WORDS;
    uint32_t *value = add_words(list, c, BUFFER_inout, words, kind, "value")->want;
    Buffer *before = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)tasks * TASK_BEFORE, "before");
    before->place = PLACE_host;
    int *number = draw_numbers(list, tasks), at[TASK_BEFORE];
    for (int p = 0; p < tasks; p++)
        for (int k = 0; k < TASK_BEFORE; k++) {
            at[k] = draw_place(list, form, p, k, width);
            bool again = at[k] >= p;
            for (int i = 0; i < k; i++)
                again |= at[i] == at[k];
            at[k] = again ? NO_TASK : at[k];
            ((int32_t *)before->data)[TASK_BEFORE * number[p] + k] =
                at[k] < 0 ? NO_TASK : number[at[k]];
        }
    free(number);
    for (int i = 0; i < times; i++)
        reference_tasks(value, before->data, tasks);
    kit_blocks(c, tasks);
}

static void add_counted_tasks(CaseList *list, unsigned flags)
{
    add_tasks(list, COUNTED_LAYERS * COUNTED_WIDTH, COUNTED_TIMES, TASKS_layers, COUNTED_WIDTH,
              KINDS, flags);
}

static void draw_tasks(CaseList *list)
{
    add_tasks(list, 2, 1, TASKS_chain, 1, KINDS, 0);
    add_tasks(list, 3, 2, TASKS_any, 1, KINDS, 0);
    add_tasks(list, 12, 1, TASKS_layers, 3, KINDS, 0);
    add_tasks(list, 9, 2, TASKS_chain, 1, KINDS, 0);
    add_tasks(list, 40, 1, TASKS_any, 1, KINDS, 0);
    KIT_EACH_VALUES(k, add_tasks(list, 8, 2, TASKS_any, 1, k, 0));
    add_counted_tasks(list, COUNT);
    add_tasks(list, 300, 2, TASKS_any, 1, KINDS, CASE_CLEAN_ONLY);
    add_tasks(list, 10, 3, TASKS_loose, 1, KINDS, 0);
    add_tasks(list, 1, 2, TASKS_loose, 1, KINDS, 0);
    add_tasks(list, 0, 2, TASKS_loose, 1, KINDS, CASE_TRIVIAL);
}

// ---- parts 5 and 6: graphs ------------------------------------------

// Adds an array of the ends of edges, and where those of each vertex begin. Takes `e`.
static void add_edges(Case *c, Edges *e, int n, const char *ends)
{
    int32_t *row = need(calloc((size_t)n + 1, sizeof *row));
    int32_t *col = need(malloc((e->count + 1) * sizeof *col));
    edges_by_vertex(e, row, col, n);
    int32_t *end = case_buffer(c, BUFFER_in, ELEM_i32, e->count, ends)->data;
    Buffer *start = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n + 1, "start");
    if (e->count)
        memcpy(end, col, e->count * sizeof *col);
    memcpy(start->data, row, ((size_t)n + 1) * sizeof *row);
    KIT_ARGS(c, n, (int64_t)e->count);
    note_blocks(c, n);
    kit_note(c, KIND_idle);
    free(row);
    free(col);
    edges_free(e);
}

static void expect_ranks(Case *c, int64_t looks)
{
    size_t pages = (size_t)c->arg[0];
    ReferenceGraph g = {pages, c->buffer[1].data, c->buffer[0].data, c->buffer[2].data};
    double epsilon = reference_rank_epsilon(&g, looks, RANK_PAIR), largest = 0;
    memcpy(&c->arg[2], &epsilon, sizeof epsilon);
    Buffer *steps = case_buffer(c, BUFFER_out, ELEM_i32, 1, "steps");
    Buffer *rank = case_buffer(c, BUFFER_out, ELEM_f64, pages, "rank");
    steps->place = PLACE_host;
    *(int32_t *)steps->want = reference_rank_converge(rank->want, &g, epsilon, RANK_PAIR);
    for (size_t page = 0; page < pages; page++)
        largest = fmax(largest, ((double *)rank->want)[page]);
    rank->tolerance = (double)(c->arg[0] + c->arg[1] + 16) * 0x1p-53 * largest / // in each step
                      (1 - RANK_DAMPING);
    c->work = *(int32_t *)steps->want;
    c->host_reads = (unsigned)(c->work + 4) * 2 * sizeof(double); // a host that looks loses a gate
}

// The pages that each page links to. Takes `e`.
static void add_rank_of(Case *c, Edges *e, int pages, int64_t looks)
{
    Edges in = {0};
    int32_t *links = need(calloc((size_t)pages + 1, sizeof *links));
    for (size_t i = 0; i < e->count; i++) {
        edges_add(&in, e->edge[i].to, e->edge[i].from);
        links[e->edge[i].from]++;
    }
    edges_free(e);
    add_edges(c, &in, pages, "source");
    memcpy(case_buffer(c, BUFFER_in, ELEM_i32, (size_t)pages, "out")->data, links,
           (size_t)pages * sizeof *links);
    free(links);
    expect_ranks(c, looks);
}

// Every fifth page has no links.
static void add_rank(CaseList *list, GraphForm form, int pages, int64_t looks, unsigned flags)
{
    Edges e = edges_draw(list, form, pages);
    Case *c = case_add(list, flags, "rank", "%s of %d pages", graph_form_words[form], pages);
    size_t kept = 0;
    for (size_t i = 0; i < e.count; i++)
        if (e.edge[i].from % 5 != 4)
            e.edge[kept++] = e.edge[i];
    e.count = kept;
    add_rank_of(c, &e, pages, looks);
}

// A path with so many edges, and in a search one-half of them for each direction: a single one is
// from a vertex to itself.
static Edges path_of(int edges, bool both)
{
    Edges e = {0};
    for (int v = 0; v < edges / (both ? 2 : 1); v++) {
        edges_add(&e, v, v + 1);
        if (both)
            edges_add(&e, v + 1, v);
    }
    if (both && edges % 2)
        edges_add(&e, edges / 2, edges / 2);
    return e;
}

static void add_exact_rank(CaseList *list, int links)
{
    Edges e = path_of(links, false);
    Case *c = case_add(list, 0, "rank", "%d links", links);
    add_rank_of(c, &e, links + 2, 3);
}

static void draw_ranks(CaseList *list)
{
    add_rank(list, GRAPH_star, 5, 4, 0);
    add_rank(list, GRAPH_path, 2, 2, 0);
    add_rank(list, GRAPH_random, 31, 1, 0);
    add_rank(list, GRAPH_star, 32, 3, 0);
    add_rank(list, GRAPH_oneway, 33, 6, 0);
    add_rank(list, GRAPH_grid, 144, 5, 0);
    add_rank(list, GRAPH_islands, 300, 3, 0);
    add_rank(list, GRAPH_star, 700, 4, 0);
    add_rank(list, GRAPH_oneway, 2200, 5, 0);
    add_rank(list, GRAPH_oneway, 4000, 20, COUNT);
    add_exact_rank(list, 32);
    add_exact_rank(list, 1);
    add_rank(list, GRAPH_random, 20000, 3, CASE_CLEAN_ONLY);
    add_rank(list, GRAPH_path, 1, 2, CASE_TRIVIAL);
}

// Takes `e`.
static void add_search_of(Case *c, Edges *e, int n, int source)
{
    add_edges(c, e, n, "neighbour");
    c->arg[2] = source;
    Buffer *level = case_buffer(c, BUFFER_out, ELEM_i32, (size_t)n, "level");
    level->names = unreached_name;
    reference_distances(level->want, c->buffer[1].data, c->buffer[0].data, n, source);
    int deepest = search_last_wave(level->want, (size_t)n);
    c->work = deepest + 1;
    c->host_reads = 8 * ((unsigned)deepest + 4); // a host that asks after each wave loses a gate
}

static void add_search(CaseList *list, GraphForm form, int n, int source, unsigned flags)
{
    Edges e = edges_draw(list, form, n);
    Case *c = case_add(list, flags | CASE_REPEATABLE, "search", "%s n=%d from %d",
                       graph_form_words[form], n, source);
    c->group = flags & CASE_COUNTED ? graph_form_words[form] : NULL;
    add_search_of(c, &e, n, source);
}

static void add_exact_search(CaseList *list, int edges)
{
    Edges e = path_of(edges, true);
    Case *c = case_add(list, CASE_REPEATABLE | (edges < 2 ? CASE_TRIVIAL : 0), "search", "%d edges",
                       edges);
    add_search_of(c, &e, edges / 2 + 2, 0); // the last vertex is never reached
}

static void draw_searches(CaseList *list)
{
    add_search(list, GRAPH_path, 5, 0, 0);
    add_search(list, GRAPH_tree, 31, 0, 0);
    add_search(list, GRAPH_star, 33, 32, 0);
    add_search(list, GRAPH_path, 32, 31, 0);
    add_search(list, GRAPH_complete, 65, 64, 0);
    add_search(list, GRAPH_islands, 100, 1, 0);
    add_search(list, GRAPH_random, 1000, 17, 0);
    add_search(list, GRAPH_star, 2500, 0, 0);
    add_search(list, GRAPH_grid, 2209, 40, 0);
    add_search(list, GRAPH_grid, 4096, 0, COUNT);
    add_search(list, GRAPH_wide, 1 << 13, 5, COUNT);
    add_search(list, GRAPH_tree, 30000, 0, CASE_CLEAN_ONLY);
    add_search(list, GRAPH_path, 2, 1, 0);
    add_exact_search(list, 32);
    add_exact_search(list, 1);
    add_search(list, GRAPH_path, 1, 0, CASE_TRIVIAL);
}

// ---- all ------------------------------------------------------------

void graphs_of_work_draw(CaseList *list, int part)
{
    switch (part) {
    case PART_tasks: draw_tasks(list); break;
    case PART_rank: draw_ranks(list); break;
    case PART_search: draw_searches(list); break;
    default: draw_words(list, part);
    }
}

void graphs_of_work_demo(CaseList *list, int part)
{
    switch (part) {
    case PART_tasks: add_counted_tasks(list, 0); break;
    case PART_rank: add_rank(list, GRAPH_oneway, 4000, 20, 0); break;
    case PART_search: add_search(list, GRAPH_wide, 1 << 13, 5, 0); break;
    default: add_counted_words(list, part, 0);
    }
}

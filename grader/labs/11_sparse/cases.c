// cases.c - the cases of lab 11.
#include "room.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/contracts/11_sparse.h"
#include "grader/labs/11_sparse/reference.h"
#include "grader/base/memory.h"
#include "grader/labs/kit.h"

enum {
    MOST = 8,            // values are -MOST to MOST quarters, without 0
    GIANT = 3000,        // nonzeros of the giant row of a case that is checked,
    GIANT_LARGE = 50000, // and of one that is not
    MOST_ROUNDS = 40     // of part 8
};

// ---- matrices ---------------------------------------------------------------------------

// How long the rows are.
typedef enum {
    ROWS_short,
    ROWS_middle,
    ROWS_long,
    ROWS_giant, // one of them
    ROWS_empty, // nearly all
    ROWS_exact  // a given number of nonzeros; the first row is empty
} RowForm;

static const char *const form_words[] = {"short rows", "middle rows", "long rows", "one giant row",
                                         "mostly empty"};

typedef struct {
    int rows, cols;
    RowForm form;
    Kind kind;      // of values, or of rows that are not empty
    bool near;      // columns near the diagonal, and rising
    unsigned flags; // of the case
    int number;     // lanes of part 3, width of part 5
    int exact;      // of ROWS_exact: the number of nonzeros
} Matrix;

static int32_t draw_length(CaseList *list, const Matrix *m, int row)
{
    bool large = m->flags & CASE_CLEAN_ONLY;
    switch (m->form) {
    case ROWS_short: return (int32_t)draw_int(list, 0, 8);
    case ROWS_middle: return (int32_t)draw_int(list, 8, 24);
    case ROWS_long: return (int32_t)draw_int(list, 100, 300);
    case ROWS_giant:
        return row == m->rows / 2 ? (large ? GIANT_LARGE : GIANT) : (int32_t)draw_int(list, 0, 3);
    default: // one row of 29
        return row % 29 == 7 || row == m->rows - 2 ? (int32_t)draw_int(list, 1, 90) : 0;
    }
}

// start of the rows, allocated; start[rows] is the number of nonzeros.
static int32_t *draw_starts(CaseList *list, Case *c, const Matrix *m)
{
    size_t rows = (size_t)m->rows;
    int32_t *start = need(malloc((rows + 1) * sizeof *start));
    start[0] = 0;
    for (size_t row = 0; row < rows && m->form == ROWS_exact; row++)
        start[row + 1] = (int32_t)((size_t)m->exact * row / (rows - 1));
    for (size_t row = 0; row < rows && m->form != ROWS_exact; row++) {
        int32_t length = draw_length(list, m, (int)row);
        if (kit_is_choice(m->kind))
            length = kit_chosen(list, c, m->kind, row, rows) ? length + 1 : 0;
        start[row + 1] = start[row] + (m->cols > 0 ? length : 0);
    }
    return start;
}

static int32_t draw_nonzero(CaseList *list)
{
    int32_t v = (int32_t)draw_int(list, 1, MOST);
    return draw_bits(list) & 1 ? v : -v;
}

static int compare_columns(const void *a, const void *b)
{
    return *(const int32_t *)a < *(const int32_t *)b ? -1 : 1;
}

static void fill_columns(CaseList *list, const Matrix *m, const int32_t *start, int32_t *column)
{
    for (int row = 0; row < m->rows; row++) {
        int length = start[row + 1] - start[row];
        int64_t low = 0, high = m->cols - 1;
        if (m->near && 2 * length < m->cols) {
            low = (int64_t)row * (m->cols - 2 * length) / m->rows;
            high = low + 2 * length - 1;
        }
        for (int k = start[row]; k < start[row + 1]; k++)
            column[k] = (int32_t)draw_int(list, low, high);
        if (m->near)
            qsort(column + start[row], (size_t)length, sizeof *column, compare_columns);
    }
}

static void fill_values(CaseList *list, Case *c, float *value, size_t n, Kind kind)
{
    if (kit_is_values(kind))
        kit_fill_floats(list, c, value, n, kind, -MOST, MOST);
    else
        for (size_t i = 0; i < n; i++)
            value[i] = kit_quarters(draw_nonzero(list));
}

static void note_work(Case *c, const Matrix *m)
{
    int32_t nonzeros = (int32_t)c->arg[2];
    c->work = nonzeros;
    if (nonzeros == 0)
        c->flags |= CASE_TRIVIAL; // all results are 0
    if (m->rows < SPARSE_BLOCK)
        kit_note(c, KIND_idle);
}

// "300x200 middle rows negative", "5x40 nonzeros=32".
static Case *add_named(CaseList *list, const Matrix *m, const char *more)
{
    char exact[32];
    snprintf(exact, sizeof exact, "nonzeros=%d", m->exact);
    Case *c =
        case_add(list, m->flags, NULL, "%dx%d %s%s%s", m->rows, m->cols,
                 m->form == ROWS_exact ? exact : form_words[m->form], kit_words(m->kind), more);
    KIT_ARGS(c, m->rows, m->cols);
    return c;
}

static Case *add_matrix(CaseList *list, const Matrix *m, const char *more)
{
    Case *c = add_named(list, m, more);
    int32_t *start = draw_starts(list, c, m);
    size_t nonzeros = (size_t)start[m->rows];
    c->arg[2] = (int64_t)nonzeros;
    int32_t *column = case_buffer(c, BUFFER_in, ELEM_i32, nonzeros, "column")->data;
    float *value = case_buffer(c, BUFFER_in, ELEM_f32, nonzeros, "value")->data;
    Buffer *starts = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)m->rows + 1, "start");
    memcpy(starts->data, start, ((size_t)m->rows + 1) * sizeof *start);
    fill_columns(list, m, start, column);
    fill_values(list, c, value, nonzeros, m->kind);
    note_work(c, m);
    free(start);
    return c;
}

// ---- parts 1 to 5: products -------------------------------------------------------------

// `width` columns of x, or of b in part 5.
static void add_vectors(CaseList *list, Case *c, const Matrix *m, int width, bool dense)
{
    size_t in = (size_t)m->cols * (size_t)width, out = (size_t)m->rows * (size_t)width;
    Buffer *y = case_buffer(c, BUFFER_out, ELEM_f32, out, dense ? "c" : "y");
    float *x = case_buffer(c, BUFFER_in, ELEM_f32, in, dense ? "b" : "x")->data;
    for (size_t i = 0; i < in; i++)
        x[i] = kit_quarters(draw_nonzero(list));
    reference_product_dense(y->want, c->buffer[IN_start].data, c->buffer[IN_column].data,
                            c->buffer[IN_value].data, x, (size_t)m->rows, (size_t)width);
}

static Case *add_product(CaseList *list, int part, Matrix m)
{
    char more[24] = "";
    if (part == PART_lanes && m.number)
        snprintf(more, sizeof more, " lanes=%d", m.number);
    if (part == PART_dense)
        snprintf(more, sizeof more, " width=%d", m.number);
    Case *c = add_matrix(list, &m, more);
    c->arg[3] = m.number;
    add_vectors(list, c, &m, part == PART_dense ? m.number : 1, part == PART_dense);
    if (part == PART_dense) {
        c->work *= m.number;
        if (m.number == 0)
            c->flags |= CASE_TRIVIAL;
    }
    if (part == PART_segments)
        kit_blocks(c, (c->arg[2] + SPARSE_BLOCK - 1) / SPARSE_BLOCK);
    return c;
}

// Lanes or widths, in turn.
static int number_of(int part, int i)
{
    static const int lanes[] = {4, 0, 32, 1, 8, 2, 16}, widths[] = {3, 32, 1, 33, 8, 64};
    return part == PART_lanes   ? lanes[i % (int)(sizeof lanes / sizeof *lanes)]
           : part == PART_dense ? widths[i % (int)(sizeof widths / sizeof *widths)]
                                : 0;
}

static const Matrix matrices[] = {
    {4, 6, ROWS_short, KINDS, false, 0, 0, 0},       {31, 20, ROWS_short, KINDS, false, 0, 0, 0},
    {33, 33, ROWS_middle, KINDS, false, 0, 0, 0},    {2, 16, ROWS_middle, KINDS, true, 0, 0, 0},
    {1, 700, ROWS_long, KINDS, false, 0, 0, 0},      {9, 100, ROWS_long, KINDS, true, 0, 0, 0},
    {300, 200, ROWS_middle, KINDS, false, 0, 0, 0},  {257, 300, ROWS_short, KINDS, true, 0, 0, 0},
    {700, 650, ROWS_empty, KINDS, false, 0, 0, 0},   {400, 400, ROWS_giant, KINDS, false, 0, 0, 0},
    {50, 60, ROWS_long, KINDS, false, 0, 0, 0},      {130, 1, ROWS_middle, KINDS, false, 0, 0, 0},
    {7, 900, ROWS_long, KINDS, false, 0, 0, 0},      {1000, 9, ROWS_short, KINDS, false, 0, 0, 0},
    {1025, 1000, ROWS_middle, KINDS, true, 0, 0, 0},
};

static const int exact_nonzeros[] = {32, 1, 0};
enum { EXACT = sizeof exact_nonzeros / sizeof *exact_nonzeros };

// What the gates count; in part 3 twice.
static void add_counted_products(CaseList *list, int part)
{
    enum { COUNT = CASE_COUNTED | CASE_CLEAN_ONLY };
    const Matrix middle = {4096, 4096, ROWS_middle, KINDS, true, COUNT, 0, 0},
                 few = {256, 4096, ROWS_long, KINDS, true, COUNT, 0, 0},
                 many = {16384, 16384, ROWS_short, KINDS, true, COUNT, 0, 0},
                 giant = {8192, 8192, ROWS_giant, KINDS, true, COUNT, 0, 0},
                 dense = {1024, 1024, ROWS_middle, KINDS, true, COUNT, 64, 0};
    switch (part) {
    case PART_threads: add_product(list, part, middle); break;
    case PART_warps: add_product(list, part, few); break;
    case PART_lanes:
        add_product(list, part, few)->group = "long";
        add_product(list, part, many)->group = "short";
        break;
    case PART_segments: add_product(list, part, giant)->group = "giant"; break;
    default: add_product(list, part, dense); break;
    }
}

// The table shows the first failing case, so cases that prove nothing come late.
static void draw_products(CaseList *list, int part)
{
    for (size_t i = 0; i < sizeof matrices / sizeof *matrices; i++) {
        Matrix m = matrices[i];
        m.number = number_of(part, (int)i);
        add_product(list, part, m);
    }
    KIT_EACH_CHOICE(k, add_product(list, part,
                                   (Matrix){320, 300, k % 2 ? ROWS_middle : ROWS_short, k, false, 0,
                                            number_of(part, (int)k), 0}));
    KIT_EACH_VALUES(
        k, add_product(list, part,
                       (Matrix){90, 80, ROWS_middle, k, false, 0, number_of(part, (int)k), 0}));
    add_counted_products(list, part);
    add_product(
        list, part,
        (Matrix){5003, 4001, ROWS_middle, KINDS, false, CASE_CLEAN_ONLY, number_of(part, 1), 0});
    add_product(list, part,
                (Matrix){70001, 30000, ROWS_empty, KINDS, false, CASE_CLEAN_ONLY,
                         part == PART_dense ? 2 : 0, 0});
    for (int i = 0; i < EXACT; i++)
        add_product(
            list, part,
            (Matrix){5, 40, ROWS_exact, KINDS, false, 0, number_of(part, i), exact_nonzeros[i]});
    if (part == PART_dense) { // no column, and more columns than a block has threads
        add_product(list, part, (Matrix){40, 30, ROWS_short, KINDS, false, 0, 0, 0});
        add_product(list, part, (Matrix){7, 9, ROWS_short, KINDS, false, 0, SPARSE_BLOCK + 1, 0});
        add_product(list, part, (Matrix){3, 5, ROWS_short, KINDS, false, 0, 1030, 0});
    }
    add_product(list, part, (Matrix){1, 1, ROWS_middle, KINDS, false, 0, 1, 0});
    add_product(list, part, (Matrix){0, 30, ROWS_short, KINDS, false, CASE_TRIVIAL, 1, 0});
    add_product(list, part, (Matrix){6, 0, ROWS_short, KINDS, false, CASE_TRIVIAL, 1, 0});
    if (part == PART_lanes) // the choice looks at the mean length of the rows
        add_product(list, part, (Matrix){0, 30, ROWS_short, KINDS, false, CASE_TRIVIAL, 0, 0});
}

// ---- part 6: a list ---------------------------------------------------------------------

// Makes a list of the nonzeros of m, in any order.
static Case *add_list(CaseList *list, Matrix m)
{
    Case *c = add_named(list, &m, "");
    int32_t *start = draw_starts(list, c, &m);
    size_t n = (size_t)start[m.rows];
    c->arg[2] = (int64_t)n;
    int32_t *row = case_buffer(c, BUFFER_in, ELEM_i32, n, "from_row")->data;
    int32_t *column = case_buffer(c, BUFFER_in, ELEM_i32, n, "from_column")->data;
    float *value = case_buffer(c, BUFFER_in, ELEM_f32, n, "from_value")->data;
    fill_columns(list, &m, start, column);
    fill_values(list, c, value, n, m.kind);
    for (int r = 0; r < m.rows; r++)
        for (int k = start[r]; k < start[r + 1]; k++)
            row[k] = r;
    for (size_t i = n; i-- > 1;) {
        size_t k = (size_t)draw_int(list, 0, (int64_t)i);
        int32_t r = row[i], col = column[i];
        row[i] = row[k], column[i] = column[k];
        row[k] = r, column[k] = col;
    }
    int32_t *starts = case_buffer(c, BUFFER_out, ELEM_i32, (size_t)m.rows + 1, "start")->want;
    int32_t *columns = case_buffer(c, BUFFER_out, ELEM_i32, n, "column")->want;
    reference_from_list(starts, columns, case_buffer(c, BUFFER_out, ELEM_f32, n, "value")->want,
                        row, column, value, (size_t)m.rows, n);
    note_work(c, &m);
    kit_blocks(c, (int64_t)(n + SPARSE_BLOCK - 1) / SPARSE_BLOCK);
    free(start);
    return c;
}

// One thread sorts a long row, and the checkers look at each step: a few such rows are enough.
static bool is_slow_list(const Matrix *m)
{
    return m->form == ROWS_giant || (m->form == ROWS_long && m->rows > 10);
}

static void draw_lists(CaseList *list)
{
    for (size_t i = 0; i < sizeof matrices / sizeof *matrices; i++)
        if (!is_slow_list(&matrices[i]))
            add_list(list, matrices[i]);
    KIT_EACH_CHOICE(k, add_list(list, (Matrix){320, 300, ROWS_short, k, false, 0, 0, 0}));
    KIT_EACH_VALUES(k, add_list(list, (Matrix){90, 80, ROWS_middle, k, false, 0, 0, 0}));
    add_list(list,
             (Matrix){4096, 4096, ROWS_middle, KINDS, false, CASE_COUNTED | CASE_CLEAN_ONLY, 0, 0});
    add_list(list, (Matrix){20000, 100, ROWS_short, KINDS, false, CASE_CLEAN_ONLY, 0, 0});
    for (int i = 0; i < EXACT; i++)
        add_list(list, (Matrix){5, 40, ROWS_exact, KINDS, false, 0, 0, exact_nonzeros[i]});
    add_list(list, (Matrix){0, 30, ROWS_short, KINDS, false, CASE_TRIVIAL, 0, 0});
}

// ---- parts 7 and 8: graphs --------------------------------------------------------------

typedef struct {
    int pages, mean; // links of a page
    Kind dangling;   // which pages have no links; KINDS: about one of five
    bool star;       // every fourth link goes to one page
    unsigned flags;
} Graph;

static LinkList draw_links(CaseList *list, Case *c, const Graph *g)
{
    size_t room = (size_t)g->pages * (size_t)g->mean * 2 + 1, pages = (size_t)g->pages;
    LinkList all = {.pages = g->pages,
                    .from = need(malloc(room * sizeof *all.from)),
                    .to = need(malloc(room * sizeof *all.to))};
    for (int page = 0; page < g->pages; page++) {
        bool dangling = g->dangling == KINDS
                            ? draw_int(list, 0, 4) == 0
                            : kit_chosen(list, c, g->dangling, (size_t)page, pages);
        int64_t links = dangling ? 0 : draw_int(list, 1, 2 * g->mean - 1);
        for (; links > 0; links--) {
            double u = draw_real(list, 0, 1); // the first pages get more links
            all.from[all.links] = page;
            all.to[all.links++] =
                g->star && links % 4 == 0 ? g->pages / 2 : (int32_t)(u * u * g->pages);
        }
    }
    return all;
}

// Adds source, start and out.
static void add_graph(Case *c, const LinkList *all)
{
    size_t links = (size_t)all->links, pages = (size_t)all->pages;
    KIT_ARGS(c, all->pages, all->links);
    c->work = all->links;
    int32_t *source = case_buffer(c, BUFFER_in, ELEM_i32, links, "source")->data;
    int32_t *start = case_buffer(c, BUFFER_in, ELEM_i32, pages + 1, "start")->data;
    int32_t *out = case_buffer(c, BUFFER_in, ELEM_i32, pages, "out")->data;
    float *none = need(calloc(links + 1, sizeof *none)),
          *same = need(calloc(links + 1, sizeof *same));
    reference_from_list(start, source, same, all->to, all->from, none, pages, links);
    for (size_t i = 0; i < links; i++)
        out[all->from[i]]++;
    kit_blocks(c, (all->pages + SPARSE_BLOCK - 1) / SPARSE_BLOCK);
    if (all->pages < SPARSE_BLOCK)
        kit_note(c, KIND_idle);
    free(none);
    free(same);
}

static ReferenceGraph graph_of(const Case *c)
{
    return (ReferenceGraph){(size_t)c->arg[0], c->buffer[IN_links].data, c->buffer[IN_source].data,
                            c->buffer[IN_out].data};
}

// What another order of the additions may change in one step: a page adds the ranks of at most
// `links` pages, and those of the dangling pages.
static double rounding_of_step(const Case *c, const double *rank)
{
    double largest = 0;
    for (int64_t page = 0; page < c->arg[0]; page++)
        largest = fmax(largest, rank[page]);
    return (double)(c->arg[0] + c->arg[1] + 16) * 0x1p-53 * largest;
}

static void expect_step(CaseList *list, Case *c)
{
    size_t pages = (size_t)c->arg[0];
    double *rank = case_buffer(c, BUFFER_in, ELEM_f64, pages, "rank")->data, sum = 0;
    for (size_t page = 0; page < pages; page++)
        sum += rank[page] = draw_real(list, 0.1, 1);
    for (size_t page = 0; page < pages; page++)
        rank[page] /= sum;
    Buffer *next = case_buffer(c, BUFFER_out, ELEM_f64, pages, "next");
    ReferenceGraph g = graph_of(c);
    reference_rank_step(next->want, &g, rank);
    next->tolerance = rounding_of_step(c, next->want);
}

static void expect_converged(CaseList *list, Case *c)
{
    size_t pages = (size_t)c->arg[0];
    ReferenceGraph g = graph_of(c);
    double epsilon = reference_rank_epsilon(&g, draw_int(list, 1, 3), RANK_ROUND);
    memcpy(&c->arg[2], &epsilon, sizeof epsilon);
    Buffer *steps = case_buffer(c, BUFFER_out, ELEM_i32, 1, "steps");
    Buffer *rank = case_buffer(c, BUFFER_out, ELEM_f64, pages, "rank");
    steps->place = PLACE_host;
    *(int32_t *)steps->want = reference_rank_converge(rank->want, &g, epsilon, RANK_ROUND);
    rank->tolerance = rounding_of_step(c, rank->want) / (1 - RANK_DAMPING);
    // Who looks after each step loses the gate, not the results.
    c->host_reads = (unsigned)(*(int32_t *)steps->want + RANK_ROUND) * 2 * sizeof(double);
    c->work = *(int32_t *)steps->want;
}

static void expect_ranks(CaseList *list, Case *c)
{
    if (c->part == PART_step)
        expect_step(list, c);
    else
        expect_converged(list, c);
}

static void add_drawn_graph(CaseList *list, Graph g)
{
    Case *c = case_add(list, g.flags, NULL, "%d pages%s%s", g.pages, g.star ? " star" : "",
                       g.dangling == KINDS ? "" : " dangling:");
    size_t used = strlen(c->name);
    snprintf(c->name + used, sizeof c->name - used, "%s", kit_words(g.dangling));
    if (g.pages > 1 << 16)
        c->budget = 100000000; // a block for each page is no mistake
    LinkList all = draw_links(list, c, &g);
    add_graph(c, &all);
    expect_ranks(list, c);
    links_free(&all);
}

// The files of the course with the highest ranks, for the last column of `make run`.
static const char *first_pages(const Case *c, const LinkList *all)
{
    static char text[160];
    const double *rank = c->buffer[OUT_rank].want;
    size_t used = 0;
    double limit = 2;
    for (int place = 0; place < 3; place++) {
        int best = -1;
        for (int page = 0; page < all->pages; page++)
            if (all->name[page][0] != '<' && rank[page] < limit &&
                (best < 0 || rank[page] > rank[best]))
                best = page;
        if (best < 0)
            break;
        limit = rank[best];
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", place ? " " : "",
                                 all->name[best]);
    }
    return text;
}

static void add_includes(CaseList *list, unsigned flags)
{
    LinkList all = links_of_includes();
    Case *c = case_add(list, flags, NULL, "files and their includes");
    add_graph(c, &all);
    expect_ranks(list, c);
    if (c->part == PART_converge)
        c->told = first_pages(c, &all);
    links_free(&all);
}

// A ring, so that the number of links is exact; the first page has no link in.
static void add_exact_links(CaseList *list, int links)
{
    LinkList all = {.pages = links + 2, .links = links};
    all.from = need(malloc(((size_t)links + 1) * sizeof *all.from));
    all.to = need(malloc(((size_t)links + 1) * sizeof *all.to));
    Case *c =
        case_add(list, links ? 0 : CASE_TRIVIAL, NULL, "%d link%s", links, links == 1 ? "" : "s");
    for (int i = 0; i < links; i++) {
        all.from[i] = (int32_t)draw_int(list, 0, links + 1);
        all.to[i] = i + 1;
    }
    add_graph(c, &all);
    expect_ranks(list, c);
    links_free(&all);
}

static void draw_ranks(CaseList *list, int part)
{
    enum { COUNT = CASE_COUNTED | CASE_CLEAN_ONLY };
    static const int pages[] = {2, 5, 31, 32, 33, 100, 257, 1000};
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i += part == PART_step ? 1 : 2)
        add_drawn_graph(list, (Graph){pages[i], 4, KINDS, i % 4 != 0, 0});
    add_includes(list, 0);
    for (Kind k = FIRST_CHOICE; k <= LAST_CHOICE; k++)
        add_drawn_graph(list,
                        (Graph){part == PART_step ? 300 : 99, 3, k, true,
                                k == KIND_choice_all && part == PART_converge ? CASE_TRIVIAL : 0});
    add_drawn_graph(list, (Graph){2100, 4, KINDS, true, part == PART_step ? 0 : CASE_CLEAN_ONLY});
    if (part == PART_converge)
        add_drawn_graph(list, (Graph){2100, 1, KIND_choice_sparse, false, 0});
    add_drawn_graph(list, (Graph){8192, 12, KINDS, true, COUNT});
    if (part == PART_step)
        add_drawn_graph(list, (Graph){70001, 3, KIND_choice_sparse, false, CASE_CLEAN_ONLY});
    add_exact_links(list, 32);
    add_exact_links(list, 1);
    add_exact_links(list, 0);
    add_drawn_graph(list, (Graph){1, 4, KIND_choice_all, false, CASE_TRIVIAL});
}

void sparse_draw(CaseList *list, int part)
{
    if (part <= PART_dense)
        draw_products(list, part);
    else if (part == PART_list)
        draw_lists(list);
    else
        draw_ranks(list, part);
}

// ---- the demo ---------------------------------------------------------------------------

static void add_demo_product(CaseList *list, int part, Matrix m, int number)
{
    m.number = number;
    Case *c = add_product(list, part, m);
    char lanes[32] = "";
    if (part == PART_lanes)
        snprintf(lanes, sizeof lanes, ", %d lane%s", number, number > 1 ? "s" : "");
    snprintf(c->name, sizeof c->name, "%s%s", form_words[m.form], lanes);
}

void sparse_demo(CaseList *list, int part)
{
    static const Matrix shown[] = {
        {1 << 17, 1 << 17, ROWS_short, KINDS, true, CASE_CLEAN_ONLY, 0, 0},
        {1 << 15, 1 << 15, ROWS_middle, KINDS, true, CASE_CLEAN_ONLY, 0, 0},
        {1 << 12, 1 << 14, ROWS_long, KINDS, true, CASE_CLEAN_ONLY, 0, 0},
        {1 << 16, 1 << 16, ROWS_giant, KINDS, true, CASE_CLEAN_ONLY, 0, 0},
        {1 << 18, 1 << 18, ROWS_empty, KINDS, true, CASE_CLEAN_ONLY, 0, 0}};
    enum { SHOWN = sizeof shown / sizeof *shown };
    if (part == PART_lanes) {
        for (int form = 0; form < 3; form++)
            for (int lanes = 2; lanes < WARP; lanes *= 2)
                add_demo_product(list, part, shown[form], lanes);
    } else if (part <= PART_segments) {
        for (int form = 0; form < SHOWN; form++)
            add_demo_product(list, part, shown[form], 0);
    } else if (part == PART_dense) {
        add_product(list, part, (Matrix){1024, 1024, ROWS_middle, KINDS, true, 0, 64, 0});
    } else if (part == PART_list) {
        add_list(list, (Matrix){4096, 4096, ROWS_middle, KINDS, false, 0, 0, 0});
    } else {
        add_drawn_graph(list, (Graph){8192, 8, KINDS, true, 0});
        add_includes(list, 0);
    }
}

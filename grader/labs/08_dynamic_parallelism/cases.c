// cases.c - the cases of lab 08.
#include "room.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "common/contracts/08_dynamic_parallelism.h"
#include "grader/labs/08_dynamic_parallelism/reference.h"
#include "grader/labs/04_reduction/reference.h"
#include "grader/base/memory.h"
#include "grader/labs/edges.h"
#include "grader/labs/kit.h"
#include "grader/labs/search_diagnoses.h"

enum {
    WAVE_BLOCK = 64,   // threads of a block in parts 6 and 7
    FAMILY_BLOCK = 256 // ... in part 8
};

// ---- part 1 -------------------------------------------------------------------------

static void add_hello(CaseList *list, int blocks, int threads, int talk, unsigned flags)
{
    Case *c =
        case_add(list, flags | CASE_REPEATABLE, "hello", "blocks=%d threads=%d", blocks, threads);
    KIT_ARGS(c, blocks, threads, talk);
    c->group = threads == 1 ? "one" : blocks == 1 ? "tree" : "trees";
    size_t entries = (size_t)blocks * (size_t)(2 * threads - 1);
    Buffer *record = case_buffer(c, BUFFER_out, ELEM_i32, entries, "record");
    reference_hello(record->want, blocks, threads);
}

static void draw_hello(CaseList *list)
{
    add_hello(list, 1, 8, 0, 0);
    add_hello(list, 2, 8, 0, CASE_COUNTED);
    add_hello(list, 1, 2, 0, 0);
    add_hello(list, 3, 4, 0, 0);
    add_hello(list, 33, 2, 0, 0);
    add_hello(list, 5, 16, 0, 0);
    add_hello(list, 1, 16, 0, 0);
    add_hello(list, 1, 32, 0, 0);
    add_hello(list, 1, 64, 0, 0); // millions of launches, if every thread launches
    add_hello(list, 1, 1024, 0, 0);
    add_hello(list, (int)draw_int(list, 4, 31), 128, 0, 0);
    add_hello(list, 64, 1024, 0, CASE_CLEAN_ONLY);
    add_hello(list, 2, 1, 0, CASE_TRIVIAL);
    add_hello(list, 1, 1, 0, CASE_TRIVIAL);
}

// ---- parts 2 to 4 -------------------------------------------------------------------

// No sum overflows, in any order of additions.
static Case *add_reduction(CaseList *list, const char *variant, int n, int size, Kind kind,
                           unsigned flags)
{
    Case *c = case_add(list, flags | CASE_REPEATABLE, variant, "n=%d size=%d%s", n, size,
                       kit_words(kind));
    KIT_ARGS(c, n, size);
    size_t blocks = ((size_t)n + (size_t)size - 1) / (size_t)size;
    c->group = size == 2 ? "pairs" : blocks == MANY_BLOCKS ? "many" : "nested";
    Buffer *in = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "in");
    Buffer *sum = case_buffer(c, BUFFER_out, ELEM_i32, blocks, "sum");
    int32_t *x = in->data;
    int32_t limit = INT_MAX / size;
    kit_fill_ints(list, c, x, (size_t)n, kind, -limit, limit);
    if (n % size)
        kit_note(c, KIND_idle); // the last piece has fewer elements than threads
    if (blocks)
        reference_partials_i32(sum->want, blocks, (size_t)size, x, (size_t)n);
    return c;
}

// clang-format off
static const struct {
    int n, size;
    unsigned flags;
    Kind kind;
} piece_table[] = {
    {512, 512, 0, KINDS}, {1024, 256, 0, KINDS}, {8, 8, 0, KINDS}, {31, 16, 0, KINDS},
    {32, 32, 0, KINDS}, {33, 32, 0, KINDS}, {63, 64, 0, KIND_values_negative}, {65, 64, 0, KINDS},
    {511, 512, 0, KIND_values_rising}, {513, 512, 0, KIND_values_falling},
    {1023, 256, 0, KIND_values_ends}, {1024, 4, 0, KIND_values_lowest}, {1025, 1024, 0, KINDS},
    {9973, 128, 0, KINDS}, {1000, 32, 0, KIND_values_equal},
    {131071, 2, CASE_CLEAN_ONLY, KINDS}, {7, 4, 0, KINDS},
    {2, 2, 0, KINDS}, {257, 2, 0, KINDS}, {1, 2, CASE_TRIVIAL, KINDS},
    {1, 512, CASE_TRIVIAL, KINDS}, {0, 32, CASE_TRIVIAL, KINDS},
    {COUNTED, SIZE, CASE_COUNTED | CASE_CLEAN_ONLY, KINDS},
};
// clang-format on

// Part 2 asks for room for many launches.
static void draw_reduction(CaseList *list, int part)
{
    for (size_t i = 0; i < sizeof piece_table / sizeof *piece_table; i++)
        add_reduction(list, "int", piece_table[i].n, piece_table[i].size, piece_table[i].kind,
                      piece_table[i].flags);
    add_reduction(list, "int", 4 * MANY_BLOCKS, 4, KINDS,
                  CASE_CLEAN_ONLY | (part == 2 ? CASE_COUNTED : 0));
}

// ---- part 5 -------------------------------------------------------------------------

typedef enum {
    KEYS_random,
    KEYS_sorted,
    KEYS_reversed,
    KEYS_few,
    KEYS_mixed,
    KEYS_pipe,
    KEYS_deep
} Keys;

// Lines of 32 equal keys. The first and the last line of every piece are its smallest keys, and so
// the pivot: nothing goes to the left, all others to the right, and the tree is deep. This holds
// for a split as the task describes it, in the clean run: there the warp that comes last to the
// barrier goes on, and the others follow in turn.
static void fill_deep(int32_t *x, int n)
{
    enum { LINE = 32, WARPS = 4, MOST = DEEP / LINE };
    int line[MOST], larger[MOST], lines = n / LINE, value = 0; // a piece: where its lines are in x
    for (int k = 0; k < lines; k++)
        line[k] = k;
    for (; lines > 0; lines -= 2) {
        for (int i = 0; i < LINE; i++)
            x[line[0] * LINE + i] = x[line[lines - 1] * LINE + i] = value;
        value++;
        int end = lines - 2; // the right side is filled from its end
        for (int turn = 0; turn < WARPS; turn++)
            for (int k = (turn + WARPS - 1) % WARPS; k < lines; k += WARPS)
                if (k > 0 && k < lines - 1)
                    larger[--end] = line[k];
        memcpy(line, larger, (size_t)(lines - 2) * sizeof *line);
    }
}

static void finish_sort(Case *c, int n)
{
    Buffer *data = &c->buffer[0];
    if (n)
        memcpy(data->want, data->data, (size_t)n * sizeof(int32_t));
    reference_heap_sort(data->want, (size_t)n);
    kit_blocks(c, n / SMALL_PIECE); // at least as many pieces
    if (n < SMALL_PIECE)
        kit_note(c, KIND_idle);
}

static void add_sort(CaseList *list, int n, Keys keys, unsigned flags)
{
    static const char *const word[] = {"random",      "sorted",  "reversed",
                                       "five values", "extreme", "rising and falling",
                                       "bad pivots"};
    Case *c = case_add(list, flags | CASE_REPEATABLE, "sort", "n=%d, %s", n, word[keys]);
    c->arg[0] = n;
    c->group = keys == KEYS_random ? "random" : "awkward";
    int32_t *x = case_buffer(c, BUFFER_inout, ELEM_i32, (size_t)n, "data")->data;
    for (int i = 0; i < n; i++) {
        int32_t any = (int32_t)draw_int(list, INT_MIN, INT_MAX);
        x[i] = keys == KEYS_sorted     ? i - n / 2
               : keys == KEYS_reversed ? n / 2 - i
               : keys == KEYS_few      ? any % 3
               : keys == KEYS_mixed    ? (any % 3   ? any
                                          : any % 2 ? INT_MIN
                                                    : INT_MAX)
               : keys == KEYS_pipe     ? (i < n / 2 ? i : n - i)
                                       : any;
    }
    if (keys == KEYS_deep)
        fill_deep(x, n);
    finish_sort(c, n);
}

// A kind of values, any ints.
static void add_sort_of(CaseList *list, int n, Kind kind)
{
    Case *c = case_add(list, CASE_REPEATABLE, "sort", "n=%d,%s", n, kit_words(kind));
    c->arg[0] = n;
    c->group = "awkward";
    int32_t *x = case_buffer(c, BUFFER_inout, ELEM_i32, (size_t)n, "data")->data;
    kit_fill_ints(list, c, x, (size_t)n, kind, INT_MIN, INT_MAX);
    finish_sort(c, n);
}

static void draw_sort(CaseList *list)
{
    static const int sizes[] = {129, 2, 31, 32, 33, 127, 128, 255, 256, 257, 1000, 2003};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add_sort(list, sizes[i], KEYS_random, 0);
    for (Keys keys = KEYS_sorted; keys <= KEYS_pipe; keys++)
        add_sort(list, 700 + (int)keys, keys, 0);
    KIT_EACH_VALUES(k, add_sort_of(list, 300, k));
    add_sort_of(list, 100, KIND_values_equal); // one piece, which sort_small gets
    add_sort(list, 3001, KEYS_sorted, CASE_CLEAN_ONLY);
    add_sort(list, 1, KEYS_random, CASE_TRIVIAL);
    add_sort(list, 0, KEYS_random, CASE_TRIVIAL);
    add_sort(list, SORTED, KEYS_random, CASE_COUNTED | CASE_CLEAN_ONLY);
    add_sort(list, 70001, KEYS_random, CASE_CLEAN_ONLY);
    add_sort(list, 26 * 64, KEYS_deep, 0); // at QUICK_DEPTH 384 are left
    add_sort(list, DEEP, KEYS_deep, CASE_COUNTED | CASE_CLEAN_ONLY);
}

// ---- parts 6 and 7 ------------------------------------------------------------------

// Part 6: the host reads a number per wave. The last wave finds nothing.
static unsigned wave_reads(const int32_t *level, int n)
{
    enum { BYTES_A_WAVE = 8 };
    int deepest = 0;
    for (int v = 0; v < n; v++)
        deepest = level[v] > deepest ? level[v] : deepest;
    return BYTES_A_WAVE * ((unsigned)deepest + 2);
}

static void add_search(CaseList *list, GraphForm form, int n, int source, unsigned flags)
{
    Edges e = edges_draw(list, form, n);
    Case *c = case_add(list, flags | CASE_REPEATABLE, "search", "%s n=%d from %d",
                       graph_form_words[form], n, source);
    KIT_ARGS(c, n, source);
    c->group = graph_form_words[form];
    case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n + 1, "row");
    case_buffer(c, BUFFER_in, ELEM_i32, e.count, "col");
    case_buffer(c, BUFFER_out, ELEM_i32, (size_t)n, "level")->names = unreached_name;
    int32_t *row = c->buffer[0].data, *col = c->buffer[1].data;
    edges_by_vertex(&e, row, col, n);
    edges_free(&e);
    reference_distances(c->buffer[2].want, row, col, n, source);
    c->host_reads = wave_reads(c->buffer[2].want, n);
    // The neighbours of a star's centre are one wave; in other graphs no wave is sure to be long.
    kit_blocks(c, form == GRAPH_star && source == 0 ? (n - 1) / WAVE_BLOCK : 0);
    kit_note(c, KIND_idle); // the first wave has one vertex
}

static void draw_search(CaseList *list)
{
    add_search(list, GRAPH_path, 5, 0, 0);
    add_search(list, GRAPH_tree, 31, 0, 0);
    add_search(list, GRAPH_star, 33, 32, 0);
    add_search(list, GRAPH_star, 1025, 0, 0);
    add_search(list, GRAPH_star, 1100, 0, 0); // a wave that is larger than part 7's grid
    add_search(list, GRAPH_complete, 65, 64, 0);
    add_search(list, GRAPH_islands, 100, 1, 0);
    add_search(list, GRAPH_oneway, 257, 200, 0);
    add_search(list, GRAPH_random, 1000, (int)draw_int(list, 0, 999), 0);
    add_search(list, GRAPH_tree, 4095, (int)draw_int(list, 0, 4094), 0);
    add_search(list, GRAPH_path, 2, 1, 0);
    add_search(list, GRAPH_path, 1, 0, CASE_TRIVIAL);
    add_search(list, GRAPH_grid, SIDE * SIDE, 0, CASE_COUNTED);
    add_search(list, GRAPH_path, 3000, 0, CASE_CLEAN_ONLY);
    add_search(list, GRAPH_random, 1 << 15, 77, CASE_CLEAN_ONLY);
    add_search(list, GRAPH_tree, 70001, 70000, CASE_CLEAN_ONLY);
}

// ---- part 8 -------------------------------------------------------------------------

static void add_polynomial(CaseList *list, int n, int terms, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags | CASE_REPEATABLE, "polynomial", "n=%d terms=%d%s", n, terms,
                       kit_words(kind));
    KIT_ARGS(c, n, terms);
    c->group = terms == 1 ? "one" : "polynomial";
    uint32_t *x = case_buffer(c, BUFFER_in, ELEM_u32, (size_t)n, "x")->data;
    uint32_t *coefficient = case_buffer(c, BUFFER_in, ELEM_u32, (size_t)terms, "coefficient")->data;
    uint32_t *value = case_buffer(c, BUFFER_out, ELEM_u32, (size_t)n, "value")->want;
    kit_fill_ints(list, c, (int32_t *)x, (size_t)n, kind, INT_MIN, INT_MAX);
    for (int k = 0; k < terms; k++)
        coefficient[k] = (uint32_t)draw_int(list, 1, 1000);
    for (int i = 0; i < n; i++)
        value[i] = reference_terms(x[i], coefficient, terms);
    kit_blocks(c, n / FAMILY_BLOCK);
    if (n % FAMILY_BLOCK)
        kit_note(c, KIND_idle);
}

static void draw_polynomial(CaseList *list)
{
    static const int sizes[] = {5, 31, 32, 33, 255, 256, 257, 1000, 3001};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add_polynomial(list, sizes[i], (int)draw_int(list, 3, MAX_TERMS - 1), KINDS, 0);
    KIT_EACH_VALUES(k, add_polynomial(list, 300, 6, k, 0));
    add_polynomial(list, 70, 2, KINDS, 0);
    add_polynomial(list, 70, 1, KINDS, 0); // no odd power
    add_polynomial(list, 70001, 7, KINDS, CASE_CLEAN_ONLY);
    add_polynomial(list, VALUES, MAX_TERMS, KINDS, CASE_COUNTED | CASE_CLEAN_ONLY);
    add_polynomial(list, 1, 3, KINDS, CASE_TRIVIAL);
    add_polynomial(list, 0, 3, KINDS, CASE_TRIVIAL);
}

// ---- all parts ----------------------------------------------------------------------

void nested_draw(CaseList *list, int part)
{
    if (part == 1)
        draw_hello(list);
    else if (part <= 4)
        draw_reduction(list, part);
    else if (part == 5)
        draw_sort(list);
    else if (part == 8)
        draw_polynomial(list);
    else
        draw_search(list);
}

// The notes' figures are seconds on a K40.
static void told(CaseList *list, const char *variant, const char *words)
{
    add_reduction(list, variant, 1 << 20, SIZE, KINDS, CASE_CLEAN_ONLY)->told = words;
}

void nested_demo(CaseList *list, int part)
{
    if (part == 1)
        add_hello(list, 2, 8, 1, 0);
    if (part == 2)
        told(list, "flat", "0.000532 s");
    if (part >= 2 && part <= 4)
        told(list, "nested", part == 2 ? "0.172036 s" : part == 3 ? "0.059125 s" : "0.000797 s");
    if (part == 5) {
        add_sort(list, SORTED, KEYS_random, CASE_CLEAN_ONLY);
        add_sort(list, SORTED, KEYS_sorted, CASE_CLEAN_ONLY);
        add_sort_of(list, SORTED, KIND_values_equal);
    }
    if (part == 8)
        add_polynomial(list, VALUES, MAX_TERMS, KINDS, CASE_CLEAN_ONLY);
    if (part == 6 || part == 7) {
        add_search(list, GRAPH_grid, SIDE * SIDE, 0, CASE_CLEAN_ONLY);
        add_search(list, GRAPH_random, SIDE * SIDE, 0, CASE_CLEAN_ONLY);
    }
}

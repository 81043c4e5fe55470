// cases.c - the cases of lab 02.
#include "room.h"

#include <stdlib.h>
#include <string.h>

#include "common/contracts/02_shared_memory.h"
#include "grader/labs/02_shared_memory/reference.h"
#include "grader/labs/kit.h"

// ---- cases ------------------------------------------------------------------------
//
// Sizes around a warp, a tile, a block. The table shows the first failing case, so cases that
// prove nothing come late. The cases of a part are so few elements that they share a process
// (run/batches.h).

static const struct {
    int n, rounds, block;
    unsigned flags;
} shift_table[] = {
    {256, 1, 256, 0},
    {31, 1, 32, 0},
    {32, 1, 32, 0},
    {33, 1, 32, 0},
    {255, 1, 256, 0},
    {257, 2, 256, 0},
    {2, 1, 64, 0},
    {1000, 7, 128, 0},
    {1023, 1, 1024, 0},
    {1024, 2, 1024, 0},
    {1025, 3, 1024, 0},
    {997, 300, 96, 0}, // more rounds than a tile has elements
    {5000, 31, 512, 0},
    {1, 1, 32, CASE_TRIVIAL},
    {0, 1, 256, CASE_TRIVIAL},
    {100, 0, 64, CASE_TRIVIAL},
    {16384, 4, 256, CASE_COUNTED},
    {70001, 3, 32, CASE_CLEAN_ONLY},
    {200003, 2, 512, CASE_CLEAN_ONLY},
};

// If all elements are equal, a copy is right.
static void note_any_order(Case *c, Kind kind)
{
    if (kind == KIND_values_equal)
        c->flags |= CASE_TRIVIAL;
}

static void add_shift(CaseList *list, int n, int rounds, int block, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags, "shift", "block=%d n=%d rounds=%d%s", block, n, rounds,
                       kit_words(kind));
    KIT_ARGS(c, n, rounds, block);
    Buffer *in = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "in");
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_i32, (size_t)n, "out");
    kit_fill_ints(list, c, in->data, in->count, kind, INT32_MIN, INT32_MAX);
    note_any_order(c, kind);
    reference_tile_shift(out->want, in->data, (size_t)n, (size_t)rounds, (size_t)block);
}

static void add_matrix(CaseList *list, int part, int rows, int cols, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags, part == 5 ? "stencil" : "tile", "%d x %d%s", rows, cols,
                       kit_words(kind));
    size_t count = (size_t)rows * (size_t)cols;
    ElemType type = part == 5 ? ELEM_f32 : ELEM_i32;
    c->group = part == 2 ? "tile" : NULL; // part 2 has cases of another group, too
    KIT_ARGS(c, rows, cols);
    Buffer *in = case_buffer(c, BUFFER_in, type, count, "in");
    Buffer *out = case_buffer(c, BUFFER_out, type, count, "out");
    out->columns = (size_t)(part == 5 ? cols : rows);
    if (part == 5) {
        kit_fill_floats(list, c, in->data, count, kind, -STENCIL_LIMIT, STENCIL_LIMIT);
        reference_tile_stencil(out->want, in->data, (size_t)rows, (size_t)cols);
    } else {
        kit_fill_ints(list, c, in->data, count, kind, INT32_MIN, INT32_MAX);
        note_any_order(c, kind);
        reference_tile_transpose(out->want, in->data, (size_t)rows, (size_t)cols);
    }
}

static const struct {
    int rows, cols;
    unsigned flags;
} matrix_table[] = {
    {32, 32, 0},
    {64, 96, 0},
    {31, 33, 0},
    {33, 31, 0},
    {32, 33, 0},
    {1, 100, 0},
    {100, 1, 0},
    {2, 3, 0},
    {7, 31, 0},
    {8, 32, 0},
    {9, 33, 0},
    {5, 257, 0},
    {63, 65, 0},
    {97, 101, 0},
    {3, 257, 0},
    {300, 5, 0},
    {33, 1, 0},
    {1, 1, CASE_TRIVIAL},
    {0, 5, CASE_TRIVIAL},
    {5, 0, CASE_TRIVIAL},
    {256, 256, CASE_COUNTED | CASE_CLEAN_ONLY},
    {2, 70001, CASE_CLEAN_ONLY},
    {70001, 2, CASE_CLEAN_ONLY},
    {197, 131, CASE_CLEAN_ONLY},
};

// `kind` is that of a; those of b are any values.
static void add_product(CaseList *list, int m, int k, int n, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags, "product", "%d x %d by %d x %d%s", m, k, k, n, kit_words(kind));
    int limit = reference_product_limit((size_t)k);
    size_t M = (size_t)m, K = (size_t)k, N = (size_t)n;
    KIT_ARGS(c, m, k, n);
    Buffer *a = case_buffer(c, BUFFER_in, ELEM_f32, M * K, "a");
    Buffer *b = case_buffer(c, BUFFER_in, ELEM_f32, K * N, "b");
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_f32, M * N, "c");
    out->columns = N;
    kit_fill_floats(list, c, a->data, M * K, kind, -limit, limit);
    kit_fill_floats(list, c, b->data, K * N, KINDS, -limit, limit);
    reference_tile_product(out->want, a->data, b->data, M, K, N);
}

static const struct {
    int m, k, n;
    unsigned flags;
} product_table[] = {
    {16, 16, 16, 0},
    {32, 48, 64, 0},
    {64, 64, 64, 0},
    {15, 16, 17, 0},
    {16, 17, 16, 0},
    {17, 15, 16, 0},
    {33, 31, 65, 0},
    {63, 65, 67, 0},
    {65, 1, 63, 0},
    {1, 100, 1, 0},
    {1, 16, 100, 0},
    {100, 3, 1, 0},
    {2, 1, 2, 0},
    {3, 2, 5, 0},
    {2, 65, 3, 0},
    {200, 7, 9, 0},
    {33, 1, 2, 0},
    {1, 1, 1, CASE_TRIVIAL},
    {3, 0, 5, CASE_TRIVIAL}, // a sum of no products is 0
    {0, 5, 7, CASE_TRIVIAL},
    {5, 7, 0, CASE_TRIVIAL},
    {COUNTED_SIDE, COUNTED_SIDE, COUNTED_SIDE, CASE_COUNTED | CASE_CLEAN_ONLY},
    {257, 131, 193, CASE_CLEAN_ONLY},
    {70001, 1, 2, CASE_CLEAN_ONLY},
    {2, 1, 70001, CASE_CLEAN_ONLY},
};

// The reads of a warp whose wavefronts the student predicts. The kernel is given, so a right output
// proves nothing. The figures of the H200 are those that ncu showed.
static const struct {
    int stride, wide;
    const char *group; // also the answer's key; NULL: in the demo only
    const char *h200;
} word_table[] = {
    {0, 0, "same_word", "1"},   {1, 0, NULL, "1"},         {2, 0, "stride_2", "2"},
    {3, 0, "stride_3", "1"},    {4, 0, NULL, "4"},         {8, 0, "stride_8", "8"},
    {32, 0, "stride_32", "32"}, {33, 0, "stride_33", "1"}, {1, 1, "double_1", "2"},
    {2, 1, NULL, "4"},          {16, 1, NULL, "32"},       {17, 1, NULL, "2"},
};
enum { WORDS = sizeof word_table / sizeof *word_table };

static void add_word_reads(CaseList *list, int i)
{
    Case *c = case_add(list, CASE_TRIVIAL | CASE_COUNTED, "words", "stride=%d%s",
                       word_table[i].stride, word_table[i].wide ? " of 8 bytes" : "");
    c->group = word_table[i].group;
    KIT_ARGS(c, word_table[i].stride, word_table[i].wide);
    c->told = word_table[i].h200;
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_i32, 32, "out");
    for (int l = 0; l < 32; l++)
        ((int32_t *)out->want)[l] = l * word_table[i].stride;
}

// The kinds of input of the tables' cases, in turn.
static Kind kind_in_turn(size_t i)
{
    static const Kind kinds[] = {KINDS, KIND_values_rising, KIND_values_falling, KINDS};
    return kinds[i % (sizeof kinds / sizeof *kinds)];
}

static void draw_shifts(CaseList *list)
{
    for (size_t i = 0; i < sizeof shift_table / sizeof *shift_table; i++)
        add_shift(list, shift_table[i].n, shift_table[i].rounds, shift_table[i].block,
                  kind_in_turn(i), shift_table[i].flags);
    KIT_EACH_VALUES(k, add_shift(list, 300, 3, 128, k, 0));
}

static void draw_matrices(CaseList *list, int part)
{
    for (size_t i = 0; i < sizeof matrix_table / sizeof *matrix_table; i++)
        add_matrix(list, part, matrix_table[i].rows, matrix_table[i].cols, kind_in_turn(i),
                   matrix_table[i].flags);
    KIT_EACH_VALUES(k, add_matrix(list, part, 39, 45, k, 0));
}

static void draw_products(CaseList *list)
{
    for (size_t i = 0; i < sizeof product_table / sizeof *product_table; i++)
        add_product(list, product_table[i].m, product_table[i].k, product_table[i].n,
                    kind_in_turn(i), product_table[i].flags);
    KIT_EACH_VALUES(k, add_product(list, 35, 37, 39, k, 0));
}

void shared_memory_draw(CaseList *list, int part)
{
    if (part == 1)
        draw_shifts(list);
    else if (part <= 5)
        draw_matrices(list, part);
    else if (part <= 7)
        draw_products(list);
    else if (part == PART_program)
        shared_memory_program_draw(list);
    else
        shared_memory_fastest_draw(list);
    for (int i = 0; part == 2 && i < WORDS; i++)
        if (word_table[i].group)
            add_word_reads(list, i);
}

// Larger than the graded cases, so that start-up is only a small part of the time.
void shared_memory_demo(CaseList *list, int part)
{
    if (part == 1) {
        for (int block = 1024; block >= 64; block /= 2)
            add_shift(list, 1 << 20, 16, block, KINDS, CASE_CLEAN_ONLY | CASE_COUNTED);
    } else if (part <= 5) {
        add_matrix(list, part, 1024, 1024, KINDS, CASE_CLEAN_ONLY | CASE_COUNTED);
    } else if (part <= 7) {
        add_product(list, 1024, 128, 1024, KINDS, CASE_CLEAN_ONLY | CASE_COUNTED);
    } else if (part == PART_program) {
        shared_memory_program_demo(list);
    } else {
        shared_memory_fastest_demo(list);
    }
    for (int i = 0; part == 2 && i < WORDS; i++)
        add_word_reads(list, i);
}

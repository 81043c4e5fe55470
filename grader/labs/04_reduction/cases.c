// cases.c - the cases of lab 04.
#include "room.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/contracts/04_reduction.h"
#include "grader/labs/04_reduction/reference.h"
#include "grader/labs/kit.h"
#include "grader/labs/own_case.h"
#include "grader/base/memory.h"

enum {
    LARGEST = (1 << 24) + 1, // more than 65535 blocks of parts 1 to 3
    PRIME = 999983
};

// ---- cases ----------------------------------------------------------------------

// Whatever the order of the additions, no int sum of n such values overflows.
static int64_t int_limit(size_t n) { return INT32_MAX / (int64_t)(n ? n : 1); }

// A size of the table decides between mixed signs, all negative and all positive.
typedef enum { SIGNS_both, SIGNS_negative, SIGNS_positive, SIGNS } Signs;

static void fill_int_summands(CaseList *list, int32_t *in, size_t n, Signs signs)
{
    int64_t limit = int_limit(n);
    int64_t low = signs == SIGNS_positive ? 1 : -limit;
    int64_t high = signs == SIGNS_negative ? -1 : limit;
    for (size_t i = 0; i < n; i++)
        in[i] = (int32_t)draw_int(list, low, high);
}

// Full 24-bit significands: nearly every addition rounds, so that half precision or a wrong
// order of additions changes the result.
static void fill_float_summands(CaseList *list, float *in, size_t n, Signs signs)
{
    double low = signs == SIGNS_positive ? 0.5 : -1;
    double high = signs == SIGNS_negative ? -0.5 : 1;
    for (size_t i = 0; i < n; i++)
        in[i] = (float)draw_real(list, low, high);
}

// The most additions that an element may go through, in any way of summing that the assignment
// allows: a thread adds its share one by one, and a block of 256 adds the sums of its threads in
// a tree of 8 steps. Part 6 may choose its grid; we assume at least 64 blocks of 256 threads for
// large n, and two more trees.
static size_t sum_depth(int part, size_t blocks, size_t n)
{
    size_t largest = n; // elements of one partial sum
    size_t depth;
    if (part <= 3) {
        largest = n < REDUCE_BLOCK ? n : REDUCE_BLOCK;
        depth = 8;
    } else if (part <= 5) {
        size_t tiles = (n + REDUCE_TILE - 1) / REDUCE_TILE;
        size_t rounds = (tiles + blocks - 1) / blocks;
        largest = n < rounds * REDUCE_TILE ? n : rounds * REDUCE_TILE;
        depth = rounds * (REDUCE_TILE / REDUCE_BLOCK) + 8;
    } else {
        depth = n / (64 * REDUCE_BLOCK) + SPARE_DEPTH;
    }
    return largest == 0 ? 0 : largest - 1 < depth ? largest - 1 : depth;
}

Shape reduction_shape(int part, size_t blocks, size_t n)
{
    if (part <= 3)
        return (Shape){(n + REDUCE_BLOCK - 1) / REDUCE_BLOCK, REDUCE_BLOCK};
    if (part <= 5)
        return (Shape){blocks, REDUCE_TILE};
    return (Shape){1, n ? n : 1};
}

static Case *add_sum(CaseList *list, int part, const char *group, size_t n, size_t blocks,
                     unsigned flags, const char *words)
{
    const char *variant = strcmp(group, "int") == 0 ? "int" : "float";
    Case *c = part == 4 || part == 5
                  ? case_add(list, flags, variant, "n=%zu blocks=%zu%s", n, blocks, words)
                  : case_add(list, flags, variant, "n=%zu%s", n, words);
    c->group = group;
    KIT_ARGS(c, (int64_t)n, (int64_t)blocks);
    ElemType type = strcmp(group, "int") == 0 ? ELEM_i32 : ELEM_f32;
    case_buffer(c, BUFFER_in, type, n, "in");
    case_buffer(c, BUFFER_out, type, reduction_shape(part, blocks, n).blocks,
                part >= 6 ? "out" : "partial");
    if (part >= 6)
        kit_blocks(c, (int64_t)(n / REDUCE_TILE)); // they share the counter
    else if (part >= 4 && (blocks - 1) * REDUCE_TILE >= n)
        kit_note(c, KIND_idle);
    return c;
}

static void expect_int_sums(Case *c)
{
    Shape shape = reduction_shape(c->part, (size_t)c->arg[1], (size_t)c->arg[0]);
    reference_partials_i32(c->buffer[1].want, shape.blocks, shape.tile, c->buffer[0].data,
                           c->buffer[0].count);
}

static void expect_float_sums(Case *c)
{
    Shape shape = reduction_shape(c->part, (size_t)c->arg[1], (size_t)c->arg[0]);
    Buffer *in = &c->buffer[0], *out = &c->buffer[1];
    c->flags |= CASE_REPEATABLE;          // every part fixes the order of additions
    if (strcmp(c->group, "pairs") == 0) { // bit for bit: these pairs and no others
        reference_tree_f32(out->want, REDUCE_BLOCK, c->part == 3 ? TREE_halves : TREE_neighbours,
                           in->data, in->count);
        return;
    }
    reference_partials_f32(out->want, shape.blocks, shape.tile, in->data, in->count);
    out->tolerance = reference_tolerance_f32(
        reference_magnitude_f32(shape.blocks, shape.tile, in->data, in->count),
        sum_depth(c->part, shape.blocks, in->count));
}

static void add_reduction_case(CaseList *list, int part, const char *group, size_t n, size_t blocks,
                               unsigned flags, Signs signs)
{
    Case *c = add_sum(list, part, group, n, blocks, flags, "");
    if (strcmp(group, "int") == 0) {
        fill_int_summands(list, c->buffer[0].data, n, signs);
        expect_int_sums(c);
    } else {
        fill_float_summands(list, c->buffer[0].data, n, signs);
        expect_float_sums(c);
    }
}

// Ints of a kind. For a kind of choice, the chosen elements are negative and the others are 0.
static void add_kind(CaseList *list, int part, Kind kind)
{
    enum { N = 3001, BLOCKS = 2 };
    char words[32];
    snprintf(words, sizeof words, " %s", kind_text[kind].words);
    Case *c =
        add_sum(list, part, "int", N, BLOCKS, kind == KIND_choice_none ? CASE_TRIVIAL : 0, words);
    int32_t *in = c->buffer[0].data;
    int64_t limit = int_limit(N);
    if (kit_is_choice(kind))
        for (size_t i = 0; i < N; i++)
            in[i] = !kit_chosen(list, c, kind, i, N) ? 0
                    : kind == KIND_choice_last       ? INT32_MIN
                                                     : (int32_t)-limit;
    else
        kit_fill_ints(list, c, in, N, kind, -limit, limit);
    expect_int_sums(c);
}

// Sizes around a warp, a block and a tile; for parts 4 and 5 also numbers of blocks: too many for
// n, one, and so few that a loop is needed. The table shows the first failing case, so cases that
// prove nothing come late.
static const struct {
    int n, blocks;
    unsigned flags;
} size_table[] = {
    {2, 1, 0},
    {31, 1, 0},
    {32, 2, 0},
    {33, 1, 0},
    {255, 1, 0},
    {256, 3, 0},
    {257, 1, 0},
    {1023, 1, 0},
    {1024, 1, 0},
    {1025, 2, 0},
    {5000, 2, 0},
    {20000, 7, 0},
    {1, 1, CASE_TRIVIAL},
    {0, 2, CASE_TRIVIAL},
    {COUNTED, COUNTED_BLOCKS, CASE_COUNTED},
    {PRIME, 100, CASE_CLEAN_ONLY},
    {1 << 20, 1000, CASE_CLEAN_ONLY},
};
enum { SIZES = sizeof size_table / sizeof *size_table };

void reduction_draw(CaseList *list, int part)
{
    if (part == PART_program) {
        reduction_program_draw(list);
        return;
    }
    unsigned without = part == 7 ? CASE_COUNTED : 0; // a larger case is counted
    for (int i = 0; i < SIZES; i++)
        add_reduction_case(list, part, "int", (size_t)size_table[i].n, (size_t)size_table[i].blocks,
                           size_table[i].flags & ~without, i % SIGNS);
    if (part == 3) // the fastest of those that launch a block for every BLOCK elements
        add_reduction_case(list, part, "int", LARGEST, 1, CASE_CLEAN_ONLY, SIGNS_both);
    if (part == 4 || part == 5) // more blocks than there is work for, and than a GPU holds
        add_reduction_case(list, part, "int", (1 << 19) + 1, 5000, CASE_CLEAN_ONLY, SIGNS_both);
    if (part >= 6) // blocks that add to one word, or write a sum each and a counter
        add_reduction_case(list, part, "int", 2 * REDUCE_TILE + 1, 1, CASE_ALL_ORDERS, SIGNS_both);
    if (part == 6) // more tiles than the sums of blocks have places
        add_reduction_case(list, part, "int", (1 << 20) + 5, 1, 0, SIGNS_both);
    for (Kind kind = FIRST_VALUES; kind <= LAST_CHOICE; kind++)
        add_kind(list, part, kind);
    if (part == 7) {
        add_reduction_case(list, part, "int", FASTEST_COUNTED, 1, CASE_CLEAN_ONLY | CASE_COUNTED,
                           SIGNS_both);
        return;
    }
    // Floats: the same sizes without the last one, and no counted case.
    for (int i = 0; i < SIZES - 1; i++)
        add_reduction_case(list, part, "float", (size_t)size_table[i].n,
                           (size_t)size_table[i].blocks,
                           size_table[i].flags & ~(unsigned)CASE_COUNTED, i % SIGNS);
    if (part <= 3)
        for (size_t n = 33; n <= 33 << 10; n <<= 5)
            add_reduction_case(list, part, "pairs", n, 1, 0, SIGNS_positive);
}

const char *reduction_own(CaseList *list, int part, const OwnCase *own)
{
    if (!own_case_sums_fit(own))
        return "the sum of these values can overflow an int";
    Case *c = add_sum(list, part, "int", own->n, 2, 0, "");
    if (own->value)
        memcpy(c->buffer[0].data, own->value, own->n * sizeof *own->value);
    else
        fill_int_summands(list, c->buffer[0].data, own->n, SIGNS_both);
    expect_int_sums(c);
    return NULL;
}

void reduction_demo(CaseList *list, int part)
{
    if (part == PART_program) {
        reduction_program_demo(list);
        return;
    }
    add_reduction_case(list, part, "int", 1 << 20, 256, CASE_CLEAN_ONLY | CASE_COUNTED, SIGNS_both);
}

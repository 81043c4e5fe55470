// suite.c - how lab 04 is judged: its cases, its gates, its hints.
//
// Gates are written naive / good / gate. The numbers were counted in the PTX that nvcc makes of
// the solution, per block of 256 threads (8 warps):
//
//                        part 1   part 2   part 3   part 4   part 5   part 6
//   divergent branches       48        6        6        6       10       10
//   bank conflicts            0      105        0        0        0        0
//   shared stores            55       20       20       20        8        9
//   barriers per warp         9        9        9        9        1        2
//
// Divergent branches: in part 1 strides 1 to 16 split all eight warps, strides 32, 64 and 128
// split four, two and one, and the final store splits one more: 40 + 7 + 1. With consecutive
// threads only the last five steps split a warp, one warp each, and the final store.
// Conflicts of part 2: strides 1, 2, 4 ... 128 cost 4 x 1, 2 x 3, 7, 7, 7, 3, 1 and 0 in each
// of its two loads and its store: 3 x 35.
// A gate allows other ways to write the same idea, and is far from the version that misses it:
// all of the shared memory may be set to 0 before it is filled (8 more stores).
#include "grader/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/labs.h"
#include "grader/labs/04_reduction/reference.h"
#include "grader/labs/kit.h"
#include "grader/base/memory.h"

enum {
    COUNTED = 1 << 17,                  // elements of the counted case
    COUNTED_BLOCKS = 16,                // of parts 4 and 5: eight tiles per block
    COUNTED_SECTORS = COUNTED * 4 / 32, // every byte of the input once
    LARGEST = (1 << 24) + 1,            // more than 65535 blocks of parts 1 to 3
    PRIME = 999983,
    RACE_COUNTED = (1 << 22) + 3, // of part 7: not whole vectors
    RACE_SECTORS = RACE_COUNTED / 8 + 1,
    RACE_BLOCKS = RACE_COUNTED / 4096, // no more blocks than this have to add up their threads
    SPARE_DEPTH = 40                   // of part 6's float sums: see sum_depth()
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

typedef struct {
    size_t blocks, tile; // which elements belong to which partial sum
} Shape;

static Shape shape_of(int part, size_t blocks, size_t n)
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
    c->arg[0] = (int64_t)n;
    c->arg[1] = (int64_t)blocks;
    ElemType type = strcmp(group, "int") == 0 ? ELEM_i32 : ELEM_f32;
    case_buffer(c, BUFFER_in, type, n, "in");
    case_buffer(c, BUFFER_out, type, shape_of(part, blocks, n).blocks,
                part >= 6 ? "out" : "partial");
    if (part >= 6)
        kit_blocks(c, (int64_t)(n / REDUCE_TILE)); // they share the counter
    else if (part >= 4 && (blocks - 1) * REDUCE_TILE >= n)
        kit_note(c, KIND_idle);
    return c;
}

static void expect_int_sums(Case *c)
{
    Shape shape = shape_of(c->part, (size_t)c->arg[1], (size_t)c->arg[0]);
    reference_partials_i32(c->buffer[1].want, shape.blocks, shape.tile, c->buffer[0].data,
                           c->buffer[0].count);
}

static void expect_float_sums(Case *c)
{
    Shape shape = shape_of(c->part, (size_t)c->arg[1], (size_t)c->arg[0]);
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
    if (kind >= FIRST_CHOICE && kind <= LAST_CHOICE)
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

static void reduction_draw(CaseList *list, int part)
{
    unsigned without = part == 7 ? CASE_COUNTED : 0; // a larger case is counted
    for (int i = 0; i < SIZES; i++)
        add_reduction_case(list, part, "int", (size_t)size_table[i].n, (size_t)size_table[i].blocks,
                           size_table[i].flags & ~without, i % SIGNS);
    if (part == 3) // the fastest of those that launch a block for every BLOCK elements
        add_reduction_case(list, part, "int", LARGEST, 1, CASE_CLEAN_ONLY, SIGNS_both);
    if (part == 4 || part == 5) // more blocks than there is work for, and than a GPU holds
        add_reduction_case(list, part, "int", (1 << 19) + 1, 5000, CASE_CLEAN_ONLY, SIGNS_both);
    if (part == 6) // more tiles than the sums of blocks have places
        add_reduction_case(list, part, "int", (1 << 20) + 5, 1, 0, SIGNS_both);
    for (Kind kind = FIRST_VALUES; kind <= LAST_CHOICE; kind++)
        add_kind(list, part, kind);
    if (part == 7) {
        add_reduction_case(list, part, "int", RACE_COUNTED, 1, CASE_CLEAN_ONLY | CASE_COUNTED,
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

static void reduction_demo(CaseList *list, int part)
{
    add_reduction_case(list, part, "int", 1 << 20, 256, CASE_CLEAN_ONLY | CASE_COUNTED, SIGNS_both);
}

// ---- diagnoses: what a wrong output looks like ----------------------------------------------

// A guess: the sums are those of the elements for which takes() is true.
typedef struct {
    bool (*takes)(size_t i, size_t n, size_t blocks);
    const char *sentence;
} SumGuess;

enum { B = REDUCE_BLOCK, T = REDUCE_TILE };

// clang-format off
static bool first_of_block(size_t i, size_t n, size_t g) { (void)n, (void)g; return i % B == 0; }
static bool first_half(size_t i, size_t n, size_t g) { (void)n, (void)g; return i % B < B / 2; }
static bool every_second(size_t i, size_t n, size_t g) { (void)n, (void)g; return i % 2 == 0; }
static bool all_but_last(size_t i, size_t n, size_t g) { (void)n, (void)g; return i % B != B - 1; }
static bool first_warp(size_t i, size_t n, size_t g) { (void)n, (void)g; return i % B < 32; }
static bool first_lanes(size_t i, size_t n, size_t g) { (void)n, (void)g; return i % 32 == 0; }
static bool lower_lanes(size_t i, size_t n, size_t g) { (void)n, (void)g; return i % 32 < 16; }
static bool first_round(size_t i, size_t n, size_t g) { (void)n; return i / T / g == 0; }
static bool first_of_tile(size_t i, size_t n, size_t g) { (void)n, (void)g; return i % T < B; }
static bool whole_tiles(size_t i, size_t n, size_t g) { (void)g; return i < n / T * T; }
static bool whole_blocks(size_t i, size_t n, size_t g) { (void)g; return i < n / B * B; }
static bool whole_vectors(size_t i, size_t n, size_t g) { (void)g; return i < n / 4 * 4; }
static bool first_tile(size_t i, size_t n, size_t g) { (void)n, (void)g; return i < T; }
static bool last_tile(size_t i, size_t n, size_t g) { (void)g; return i >= (n - 1) / T * T; }
static bool not_n(size_t i, size_t n, size_t g) { (void)g; return i != n - 1; }
static bool no_element(size_t i, size_t n, size_t g) { (void)i, (void)n, (void)g; return false; }
// clang-format on

static const SumGuess block_guess[] = {
    {no_element, "every sum is 0: nothing was added"},
    {first_of_block, "each sum is the block's first element alone: no step of the tree adds to it"},
    {first_half,
     "each sum has only the block's first half: the step that adds the other half is missing"},
    {every_second, "each sum has only every second element: the step with stride 1 is missing"},
    {all_but_last, "the block's last element is missing from each sum: a bound is one too small"},
    {whole_blocks,
     "the elements after the last whole block are missing: round the number of blocks up"},
    {first_warp, "each sum has only the block's first 32 elements"},
    {NULL, NULL},
};
static const SumGuess tile_guess[] = {
    {no_element, "every sum is 0: nothing was added"},
    {whole_tiles, "the elements after the last whole tile are missing"},
    {first_round, "each block added one tile only: its loop ends after the first round"},
    {first_of_tile,
     "only the first 256 elements of each tile were added: there is only one load per round"},
    {first_warp,
     "only the first warp's elements are in the sums: the other warps' sums are never added"},
    {lower_lanes, "only the lower half of each warp's lanes is in the sums: the distance of the "
                  "first shuffle is too small"},
    {first_lanes,
     "only every 32nd element is in the sums: lane 0 of each warp has only its own value"},
    {first_half, "half of the threads' sums are missing: a step of the tree is missing"},
    {all_but_last, "the last thread's elements are missing: a bound is one too small"},
    {NULL, NULL},
};
static const SumGuess total_guess[] = {
    {whole_vectors, "the n % 4 elements after the last vector of four are missing"},
    {no_element, "the sum is 0: nothing was added"},
    {whole_tiles, "the elements after the last whole tile are missing"},
    {whole_blocks, "the elements after the last whole block are missing"},
    {not_n, "the last element is missing: a bound is one too small"},
    {first_tile, "this is the first block's sum alone: the sums of the other blocks are missing"},
    {last_tile, "this is the last block's sum alone: the sums of the other blocks are missing"},
    {NULL, NULL},
};

static double number_at(const Buffer *buffer, const void *data, size_t i)
{
    if (buffer->type == ELEM_i32)
        return ((const int32_t *)data)[i];
    return ((const float *)data)[i];
}

// Whether the sums are those of the guess's elements. Rounding is allowed for: a wrong float sum
// differs by whole elements.
static bool guess_fits(const Case *c, const void *got, Shape shape, const SumGuess *guess)
{
    const Buffer *in = &c->buffer[0], *out = &c->buffer[1];
    double slack = in->type == ELEM_i32 ? 0 : 1e-4 * sqrt((double)in->count + 1);
    for (size_t b = 0; b < shape.blocks; b++) {
        double sum = 0;
        for (size_t t = b * shape.tile; t < in->count; t += shape.blocks * shape.tile)
            for (size_t i = t; i < t + shape.tile && i < in->count; i++)
                if (guess->takes(i, in->count, shape.blocks))
                    sum += number_at(in, in->data, i);
        if (!(fabs(number_at(out, got, b) - sum) <= slack)) // also false for NaN
            return false;
    }
    return true;
}

// Sums whose last bits alone are wrong may be those of the other tree. NULL if more than the
// last bits is wrong.
static const char *diagnose_pairs(const Case *c, const void *got, size_t blocks)
{
    for (size_t b = 0; b < blocks; b++) {
        double want = ((const float *)c->buffer[1].want)[b];
        if (!(fabs(((const float *)got)[b] - want) <= 1e-5 * fabs(want))) // all are positive
            return NULL;
    }
    float *other = need(calloc(blocks, sizeof *other));
    reference_tree_f32(other, B, c->part == 3 ? TREE_neighbours : TREE_halves, c->buffer[0].data,
                       c->buffer[0].count);
    bool same = memcmp(other, got, blocks * sizeof *other) == 0;
    free(other);
    if (!same)
        return "the sums are close, but their last bits are those of another order of additions";
    return c->part == 3 ? "these sums come from neighbouring pairs; this part adds halves"
                        : "these sums come from halves; this part adds neighbouring pairs";
}

// Where the sums of ints go through a float, each addition may round to 24 bits. So every sum is
// exact as a float, and differs by the rounding of its additions at most. A wrong sum below 2^24
// would be exact as a float in any case: it says nothing.
static const char *diagnose_rounded(const Case *c, const void *got, Shape shape)
{
    const Buffer *in = &c->buffer[0], *out = &c->buffer[1];
    const int32_t *item = in->data;
    bool rounded = false;
    for (size_t b = 0; out->type == ELEM_i32 && b < out->count; b++) {
        double g = ((const int32_t *)got)[b], want = ((const int32_t *)out->want)[b];
        double magnitude = 0, additions = 0;
        for (size_t t = b * shape.tile; t < in->count; t += shape.blocks * shape.tile)
            for (size_t i = t; i < t + shape.tile && i < in->count; i++, additions++)
                magnitude += fabs((double)item[i]);
        if (additions > SPARE_DEPTH) // of one element: a thread's share, and a tree
            additions = SPARE_DEPTH + additions / REDUCE_BLOCK;
        if (fabs(g - want) > additions * 0x1p-24 * magnitude || (double)(float)g != g ||
            (g != want && fabs(g) < 0x1p24))
            return NULL;
        rounded = rounded || g != want;
    }
    return rounded ? "the sums are close, but rounded to 24 bits: is an int sum stored in a float?"
                   : NULL;
}

// Before a clean run, the runner fills outputs with one byte value.
static bool result_unwritten(const Case *c, const void *got)
{
    const unsigned char *p = got;
    return c->buffer[1].count == 1 && p[0] == 0xcb && p[1] == 0xcb && p[2] == 0xcb && p[3] == 0xcb;
}
static const char not_last[] = "no block wrote the result, so no block found that it is the last "
                               "one: is blocks_done 0 again after every launch?";

static const char none_is_last[] = "no block wrote the result: if the last block is found by a "
                                   "counter, is it 0 again after every call?";

// Does the sum have the elements after the last vector of four more than once?
static bool tail_is_repeated(const Case *c, const void *got)
{
    const int32_t *in = c->buffer[0].data;
    size_t n = c->buffer[0].count;
    uint32_t tail = 0, sum = *(const uint32_t *)c->buffer[1].want, has = *(const uint32_t *)got;
    for (size_t i = n / 4 * 4; i < n; i++)
        tail += (uint32_t)in[i];
    for (int times = 0; tail && sum != has && times < 1024; times++)
        sum += tail;
    return tail && sum == has;
}

static void reduction_diagnose(const Case *c, int b, const void *got, Diagnoses *all)
{
    if (b != case_first_output(c))
        return;
    const SumGuess *guess = c->part <= 3 ? block_guess : c->part <= 5 ? tile_guess : total_guess;
    Shape shape = shape_of(c->part, (size_t)c->arg[1], (size_t)c->arg[0]);
    if (c->group && strcmp(c->group, "pairs") == 0)
        diagnoses_add(all, diagnose_pairs(c, got, shape.blocks));
    if (c->part >= 6 && result_unwritten(c, got))
        diagnoses_add(all, c->part == 6 ? not_last : none_is_last);
    if (c->part == 7 && tail_is_repeated(c, got))
        diagnoses_add(all, "the n % 4 elements after the last vector are in the sum several times");
    diagnoses_add(all, diagnose_rounded(c, got, shape));
    for (; guess->sentence; guess++)
        if (guess_fits(c, got, shape, guess))
            diagnoses_add(all, guess->sentence);
}

// ---- parts, items, gates ------------------------------------------------------------

enum { PARTIAL_SUMS = COUNTED / REDUCE_BLOCK }; // of the counted case of parts 1 to 3
#define SHARED_ACCESSES SHARED_LOADS "+" SHARED_STORES

// clang-format off
// Bounds that several parts share.
#define GATE_CONFLICTS \
    {CONFLICTS, "grader__blocks", "bank conflicts per block", 105, 0, 0, false, PARTIAL_SUMS}
#define GATE_DIVERGENCE \
    {DIVERGENCE, "grader__blocks", "divergent branches per block", 48, 6, 8, false, PARTIAL_SUMS}
#define GATE_STORES(its_naive, blocks) \
    {SHARED_STORES, "grader__blocks", "shared stores (warp instructions) per block", \
     its_naive, 20, 32, false, blocks}
#define GATE_COALESCED \
    {READ_SECTORS, NULL, "32-byte sectors loaded from global memory", 8 * COUNTED_SECTORS, \
     COUNTED_SECTORS, 1.05 * COUNTED_SECTORS, false}
#define GATE_BARRIERS(its_naive, its_good, its_gate) \
    {MOST_BARRIERS, NULL, "barriers per warp", its_naive, its_good, its_gate, false}
#define GATE_THREADS \
    {MOST_LOADED_BY_THREAD, NULL, "bytes that the busiest thread loads", \
     4 * COUNTED / COUNTED_BLOCKS, 4 * COUNTED / (COUNTED_BLOCKS * REDUCE_BLOCK), \
     8 * COUNTED / (COUNTED_BLOCKS * REDUCE_BLOCK), false}
// The tree is in shared memory: at least half of a block's threads store there.
#define GATE_USES_SHARED(its_good, blocks) \
    {SHARED_STORES, NULL, "shared stores (warp instructions)", 0, (its_good) * (blocks), \
     4 * (blocks), true}
#define GATE_NO_SHARED_ATOMICS \
    {SHARED_ATOMICS, "grader__blocks", "shared atomics per block", 8, 0, 0, false}
#define GATE_NO_ATOMICS \
    {GLOBAL_ATOMICS, "grader__blocks", "global atomics per block", 8, 0, 0, false}, \
    GATE_NO_SHARED_ATOMICS

#define ITEM_INT(worth) \
    {.kind = ITEM_correct, .id = "int", .name = "int sums, exact", .points = worth, .group = "int"}
#define ITEM_FLOAT(worth) \
    {.kind = ITEM_correct, .id = "float", .name = "float sums, within the rounding bound", \
     .points = worth, .group = "float", .slide = "04.2"}
#define ITEM_PAIRS(worth, words) \
    {.kind = ITEM_correct, .id = "pairs", .name = words, .points = worth, .group = "pairs", \
     .slide = "04.2"}

static const Item neighbored_items[] = {
    ITEM_INT(4),
    ITEM_FLOAT(2),
    ITEM_PAIRS(2, "float sums of neighbouring pairs, bit for bit"),
    ITEM_SAFE(2, "04.4"),
    ITEM_GATES("memory", "no bank conflicts, whole sectors, one barrier per step", 2, NULL, "04.8",
               GATE_CONFLICTS, GATE_COALESCED, GATE_BARRIERS(17, 9, 10),
               GATE_USES_SHARED(55, PARTIAL_SUMS)),
    ITEMS_END};

static const Item consecutive_items[] = {
    ITEM_INT(4),
    ITEM_FLOAT(2),
    ITEM_PAIRS(2, "float sums of neighbouring pairs, bit for bit"),
    ITEM_SAFE(2, "04.4"),
    ITEM_GATES("divergence", "a warp works as a whole or not at all", 4, NULL, "04.6",
               GATE_DIVERGENCE, GATE_STORES(55, PARTIAL_SUMS), GATE_COALESCED,
               GATE_BARRIERS(17, 9, 10), GATE_USES_SHARED(20, PARTIAL_SUMS)),
    ITEMS_END};

static const Item halves_items[] = {
    ITEM_INT(4),
    ITEM_FLOAT(2),
    ITEM_PAIRS(1, "float sums of halves, bit for bit"),
    ITEM_SAFE(3, "04.4"),
    ITEM_GATES("conflicts", "no bank conflicts, whole sectors", 3, NULL, "04.8", GATE_CONFLICTS,
               GATE_COALESCED),
    ITEM_GATES("divergence", "a warp works as a whole or not at all", 3, NULL, "04.6",
               GATE_DIVERGENCE, GATE_STORES(55, PARTIAL_SUMS), GATE_BARRIERS(17, 9, 10),
               GATE_USES_SHARED(20, PARTIAL_SUMS)),
    ITEMS_END};

static const Item strided_items[] = {
    ITEM_INT(5),
    ITEM_FLOAT(3),
    ITEM_SAFE(3, "04.4"),
    ITEM_GATES("coalesced", "neighbouring threads load neighbouring elements", 3, NULL, "04.11",
               GATE_COALESCED, GATE_THREADS),
    ITEM_GATES("tree", "one tree per block, for any number of tiles", 4, NULL, "04.14",
               GATE_BARRIERS(72, 9, 10), GATE_STORES(160, COUNTED_BLOCKS), GATE_NO_ATOMICS,
               GATE_USES_SHARED(20, COUNTED_BLOCKS)),
    ITEMS_END};

static const Item shuffle_items[] = {
    ITEM_INT(5),
    ITEM_FLOAT(3),
    ITEM_SAFE(3, "04.16"),
    ITEM_GATES("barriers", "at most one barrier per block", 5, NULL, "04.17",
               GATE_BARRIERS(9, 1, 1), GATE_COALESCED, GATE_THREADS),
    ITEM_GATES("registers", "lanes exchange sums in registers, not in memory", 4, NULL, "04.15",
               {SHARED_ACCESSES, "grader__warps", "shared loads and stores per warp", 5.6, 1.125,
                2.5, false, COUNTED_BLOCKS * REDUCE_BLOCK / 32},
               GATE_NO_ATOMICS),
    ITEMS_END};

static const Item single_items[] = {
    ITEM_INT(6),
    ITEM_FLOAT(3),
    ITEM_SAFE(4, "04.19"),
    ITEM_GATES("launch", "one launch of many blocks", 4, NULL, "04.18",
               {"grader__launches", NULL, "launches", 2, 1, 1, false},
               {LOADING_BLOCKS, NULL, "blocks that share the work", 1, COUNTED / REDUCE_TILE, 32,
                true},
               {MOST_LOADED_BY_BLOCK, NULL, "bytes that the busiest block loads", 4 * COUNTED, 4608,
                4 * COUNTED / 32 + 4096, false},
               GATE_COALESCED,
               {BARRIERS, LOADING_WARPS, "barriers per warp", 11, 2, 4, false}),
    ITEM_GATES("atomics", "one atomic per block: the ticket", 3, NULL, "04.20",
               {GLOBAL_ATOMICS, LOADING_BLOCKS, "global atomics per block", 8, 1, 1, false},
               {"sim__inst_executed_op_global_red.sum", NULL,
                "sums added by atomics (in any order!)", 128, 0, 0, false},
               GATE_NO_SHARED_ATOMICS),
    ITEMS_END};

// The race. Bulk copies are no loads of threads, so bounds of loads are upper bounds.
static const Item fastest_items[] = {
    {.kind = ITEM_correct, .id = "right", .name = "the sum of any n, exact", .points = 2},
    ITEM_SAFE(1, "04.24"),
    ITEM_GATES("memory", "each byte once, 16 bytes per load", 4, NULL, "04.22",
               {READ_SECTORS, NULL, "32-byte sectors read from global memory",
                8.0 * RACE_SECTORS, RACE_SECTORS, 1.03 * RACE_SECTORS, false},
               {LOAD_REQUESTS, NULL, "loads (warp instructions) from global memory",
                RACE_COUNTED / 32, RACE_COUNTED / 128 + 1, 1.2 * RACE_COUNTED / 128, false}),
    ITEM_GATES("overhead", "little besides loads and additions", 3, NULL, "04.24",
               {"grader__launches", NULL, "launches", 3, 1, 2, false},
               {MOST_LOADED_BY_BLOCK, NULL, "bytes that the busiest block loads",
                4.0 * RACE_COUNTED, 4.0 * RACE_COUNTED / 256, 4.0 * RACE_COUNTED / 64, false},
               {BARRIERS, NULL, "barriers (warp instructions)", RACE_COUNTED / 256 * 8 * 9,
                264 * 16, RACE_BLOCKS * 8 * 3, false},
               {GLOBAL_ATOMICS, NULL, "global atomics (warp instructions)", RACE_COUNTED / 32, 264,
                RACE_BLOCKS * 2, false}),
    ITEMS_END};

// Kinds of input that no case has.
#define LACKS_SHAPES {KINDS_shape, "an array has no rows and columns"}
#define LACKS_OLD {KIND_BIT(KIND_old_values), "the results are written, not added to old ones"}
#define LACKS_OVERLAP \
    {KIND_BIT(KIND_overlap), "each block stores a sum of its own: the blocks share nothing"}
#define LACKS_IDLE {KIND_BIT(KIND_idle), "the launch has no more blocks than the array needs"}
static const Lacking lacks_of_pairs[] = {
    LACKS_SHAPES, LACKS_OLD, LACKS_OVERLAP, LACKS_IDLE,
    {KIND_BIT(KIND_size_2_24), "part 3 has such an array, and counts its blocks in the same way"},
    {0, NULL}};
static const Lacking lacks_of_halves[] = {LACKS_SHAPES, LACKS_OLD, LACKS_OVERLAP, LACKS_IDLE,
                                          {0, NULL}};
static const Lacking lacks_of_tiles[] = {
    LACKS_SHAPES, LACKS_OLD, LACKS_OVERLAP,
    {KIND_BIT(KIND_size_2_24), "the caller chooses the number of blocks"}, {0, NULL}};
static const Lacking lacks_of_single[] = {
    LACKS_SHAPES, LACKS_OLD, LACKS_IDLE,
    {KIND_BIT(KIND_size_2_24), "so large an array has the most blocks, however they are counted"},
    {0, NULL}};

static const Part reduction_parts[] = {
    {.number = 1, .id = "neighbored", .name = "neighbouring pairs, divergent", .slide = "04.5",
     .items = neighbored_items, .lacks = lacks_of_pairs},
    {.number = 2, .id = "consecutive", .name = "pairs by consecutive threads", .slide = "04.7",
     .items = consecutive_items, .lacks = lacks_of_pairs},
    {.number = 3, .id = "halves", .name = "halves", .slide = "04.9",
     .items = halves_items, .lacks = lacks_of_halves},
    {.number = 4, .id = "strided", .name = "additions while loading, any n", .slide = "04.13",
     .items = strided_items, .lacks = lacks_of_tiles},
    {.number = 5, .id = "shuffle", .name = "warp shuffles, one barrier", .slide = "04.15",
     .items = shuffle_items, .lacks = lacks_of_tiles, .uses = {4}},
    {.number = 6, .id = "single", .name = "one number, one launch", .slide = "04.18",
     .items = single_items, .lacks = lacks_of_single, .uses = {5, 4}},
    {.number = 7, .id = "fastest", .name = "as fast as you can", .slide = "04.22",
     .items = fastest_items, .fastest = true,
     .lacks = lacks_of_single},
    {.number = 0}};
// clang-format on

const Lab lab_04_reduction = {
    .name = "04_reduction",
    .source = "reduction.cu",
    .fastest = "fastest.cu",
    .nvcc_flags = FLAGS_OF_ATOMICS,
    .title = "The sum of an array in six ways, each with less waste than the one before",
    .minutes = 150,
    .parts = reduction_parts,
    .draw = reduction_draw,
    .diagnose = reduction_diagnose,
    .demo = reduction_demo,
    .columns = {{"launches", "grader__launches", NULL},
                {"blocks", "grader__blocks", NULL},
                {"diverg/blk", DIVERGENCE, "grader__blocks"},
                {"bank confl", CONFLICTS, NULL},
                {"barr/warp", BARRIERS, "grader__warps"},
                {"ld sectors", LOAD_SECTORS, NULL},
                {"atomics", GLOBAL_ATOMICS, NULL},
                {NULL, NULL, NULL}},
};

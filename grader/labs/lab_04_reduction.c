// lab_04_reduction.c - how lab 04 is judged: its cases, its gates, its hints.
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
// A gate allows other ways to write the same idea, and is far from the version that misses it.
#include "grader/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/labs.h"
#include "common/reference/reduction.h"
#include "grader/base/memory.h"

enum {
    COUNTED = 1 << 17,                  // elements of the counted case
    COUNTED_BLOCKS = 16,                // of parts 4 and 5: eight tiles per block
    COUNTED_SECTORS = COUNTED * 4 / 32, // every byte of the input once
    LARGEST = (1 << 24) + 1,
    PRIME = 999983,
    SPARE_DEPTH = 40 // of part 6's float sums: see sum_depth()
};

// ---- cases ----------------------------------------------------------------------

// Whatever the order of the additions, no int sum of n such values overflows.
static int64_t int_limit(size_t n) { return INT32_MAX / (int64_t)(n ? n : 1); }

// The case's number decides between mixed signs, all negative and all positive.
static void fill_int_summands(CaseList *list, int32_t *in, size_t n, int kind)
{
    int64_t limit = int_limit(n);
    int64_t low = kind == 2 ? 1 : -limit;
    int64_t high = kind == 1 ? -1 : limit;
    for (size_t i = 0; i < n; i++)
        in[i] = (int32_t)draw_int(list, low, high);
}

// Full 24-bit significands: nearly every addition rounds, so that half precision or a wrong
// order of additions changes the result.
static void fill_float_summands(CaseList *list, float *in, size_t n, int kind)
{
    double low = kind == 2 ? 0.5 : -1;
    double high = kind == 1 ? -0.5 : 1;
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

static void add_reduction_case(CaseList *list, int part, const char *group, size_t n, size_t blocks,
                               unsigned flags, int kind)
{
    bool is_int = strcmp(group, "int") == 0;
    Case *c = part == 4 || part == 5
                  ? case_add(list, flags, is_int ? "int" : "float", "n=%zu blocks=%zu", n, blocks)
                  : case_add(list, flags, is_int ? "int" : "float", "n=%zu", n);
    Shape shape = shape_of(part, blocks, n);
    c->group = group;
    c->arg[0] = (int64_t)n;
    c->arg[1] = (int64_t)blocks;
    ElemType type = is_int ? ELEM_i32 : ELEM_f32;
    Buffer *in = case_buffer(c, BUFFER_in, type, n, "in");
    Buffer *out = case_buffer(c, BUFFER_out, type, shape.blocks, part == 6 ? "out" : "partial");
    if (is_int) {
        fill_int_summands(list, in->data, n, kind);
        reference_partials_i32(out->want, shape.blocks, shape.tile, in->data, n);
        return;
    }
    fill_float_summands(list, in->data, n, kind);
    c->flags |= CASE_REPEATABLE;       // every part fixes the order of additions
    if (strcmp(group, "pairs") == 0) { // bit for bit: these pairs and no others
        reference_tree_f32(out->want, REDUCE_BLOCK, part == 3 ? TREE_halves : TREE_neighbours,
                           in->data, n);
        return;
    }
    reference_partials_f32(out->want, shape.blocks, shape.tile, in->data, n);
    out->tolerance = reference_tolerance_f32(
        reference_magnitude_f32(shape.blocks, shape.tile, in->data, n), sum_depth(part, blocks, n));
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
    for (int i = 0; i < SIZES; i++)
        add_reduction_case(list, part, "int", (size_t)size_table[i].n, (size_t)size_table[i].blocks,
                           size_table[i].flags, i % 3);
    if (part == 6)
        add_reduction_case(list, part, "int", LARGEST, 1, CASE_CLEAN_ONLY, 0);
    // Floats: the same sizes without the last one, and no counted case.
    for (int i = 0; i < SIZES - 1; i++)
        add_reduction_case(list, part, "float", (size_t)size_table[i].n,
                           (size_t)size_table[i].blocks,
                           size_table[i].flags & ~(unsigned)CASE_COUNTED, i % 3);
    if (part <= 3)
        for (size_t n = 33; n <= 33 << 10; n <<= 5)
            add_reduction_case(list, part, "pairs", n, 1, 0, 2);
}

static void reduction_demo(CaseList *list, int part)
{
    add_reduction_case(list, part, "int", 1 << 20, 256, CASE_CLEAN_ONLY | CASE_COUNTED, 0);
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
     "only every 32nd element is in the sums: the values of the lanes are never added"},
    {first_half, "half of the threads' sums are missing: a step of the tree is missing"},
    {all_but_last, "the last thread's elements are missing: a bound is one too small"},
    {NULL, NULL},
};
static const SumGuess total_guess[] = {
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

// Ints that were stored in a float: close to the right sums, and each of them exact as a float.
static const char *diagnose_rounded(const Case *c, const void *got)
{
    const Buffer *out = &c->buffer[1];
    bool rounded = false;
    for (size_t b = 0; out->type == ELEM_i32 && b < out->count; b++) {
        int32_t g = ((const int32_t *)got)[b];
        double want = ((const int32_t *)out->want)[b];
        if (fabs(g - want) > 1e-5 * INT32_MAX || (double)(float)g != g)
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

static const char *reduction_diagnose(const Case *c, const void *got)
{
    const SumGuess *guess = c->part <= 3 ? block_guess : c->part <= 5 ? tile_guess : total_guess;
    Shape shape = shape_of(c->part, (size_t)c->arg[1], (size_t)c->arg[0]);
    const char *pairs = NULL;
    if (c->group && strcmp(c->group, "pairs") == 0)
        pairs = diagnose_pairs(c, got, shape.blocks);
    if (pairs)
        return pairs;
    const char *special =
        c->part == 6 && result_unwritten(c, got) ? not_last : diagnose_rounded(c, got);
    if (special)
        return special;
    for (; guess->sentence; guess++)
        if (guess_fits(c, got, shape,
                       guess)) // with few elements, a 0 may also be a missing last block
            return guess->takes == no_element && c->arg[0] < (c->part <= 3 ? B : T)
                       ? NULL
                       : guess->sentence;
    return NULL;
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
     its_naive, 20, 24, false, blocks}
#define GATE_COALESCED \
    {LOAD_SECTORS, NULL, "32-byte sectors loaded from global memory", 8 * COUNTED_SECTORS, \
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

static const Part reduction_parts[] = {
    {.number = 1, .id = "neighbored", .name = "neighbouring pairs, divergent", .slide = "04.5",
     .items = neighbored_items, .diagnose = reduction_diagnose,
     .hint = {"Every thread loads one element into `__shared__ T s[BLOCK]`, or 0 if i >= n, and "
              "the block waits at a barrier. Then eight steps follow, with stride 1, 2, 4 ... "
              "128. In each step: which threads still hold a sum that is needed?",
              "In the step with this stride, the threads whose number is a multiple of 2 * "
              "stride do s[t] += s[t + stride]. After every step the whole block has to wait: "
              "__syncthreads() belongs inside the loop, but not inside the if, because threads "
              "that skip the if would never reach it.",
              "The launch: ceil_div(n, BLOCK) blocks, so that the last few elements get a block, "
              "too, and no launch at all for n = 0. The load: s[t] = i < n ? in[i] : T(0). At "
              "the end of the kernel, thread 0 stores s[0] to partial[blockIdx.x]."}},
    {.number = 2, .id = "consecutive", .name = "pairs by consecutive threads", .slide = "04.7",
     .items = consecutive_items, .diagnose = reduction_diagnose,
     .hint = {"Step one has 128 pairs, step two has 64 ... Let thread t add the t-th pair of the "
              "step. Then threads 0 to 127 work in step one, threads 0 to 63 in step two: whole "
              "warps.",
              "With this stride, the pairs start at 0, 2 * stride, 4 * stride ... So the t-th "
              "pair starts at left = 2 * stride * t.",
              "if (left < BLOCK) s[left] += s[left + stride]; and the barrier after it, outside "
              "of the if. The rest is as in part 1."}},
    {.number = 3, .id = "halves", .name = "halves", .slide = "04.9",
     .items = halves_items, .diagnose = reduction_diagnose,
     .hint = {"Bank conflicts come from lanes whose addresses are a multiple of 2, 4, 8 ... "
              "words apart. Choose other pairs, so that lane t always accesses word t of a "
              "contiguous piece.",
              "Fold the array: add the second half to the first half, element by element. The "
              "rest is half as long, and again contiguous.",
              "for (int half = BLOCK / 2; half > 0; half /= 2): if (t < half) s[t] += s[t + "
              "half]; and the barrier after it, outside of the if."}},
    {.number = 4, .id = "strided", .name = "additions while loading, any n", .slide = "04.13",
     .items = strided_items, .diagnose = reduction_diagnose,
     .hint = {"A thread may add many elements in a register before the tree starts: that needs "
              "no shared memory. The caller says how many blocks the grid has; with a loop they "
              "cover all elements.",
              "Block b takes the tiles b, b + gridDim.x, b + 2 * gridDim.x ... of TILE elements. "
              "In a tile, thread t takes the elements t, t + BLOCK, t + 2 * BLOCK and t + 3 * "
              "BLOCK: neighbouring threads load neighbouring elements. The last tile may be "
              "shorter, because n can be any number.",
              "Start at i = blockIdx.x * TILE + threadIdx.x, with a step of gridDim.x * TILE. "
              "While i + 3 * BLOCK < n, add all four elements; after the loop add the remaining "
              "ones: for (; i < n; i += BLOCK). A block without a tile still writes its 0. The "
              "tree is that of part 3."}},
    {.number = 5, .uses = {4}, .id = "shuffle", .name = "warp shuffles, one barrier", .slide = "04.15",
     .items = shuffle_items, .diagnose = reduction_diagnose,
     .hint = {"__shfl_down_sync(0xffffffff, value, d) gives a lane the `value` of the lane whose "
              "number is d higher. With d = 16, 8, 4, 2, 1 a warp adds its 32 values, in "
              "registers, and without a barrier.",
              "Now there is one sum per warp, in lane 0: eight sums. Lane 0 of each warp stores "
              "its sum in a shared array of 8. After the only barrier, warp 0 adds these sums, "
              "with shuffles again.",
              "All 32 lanes of the mask have to reach the shuffle, so use conditions that are "
              "the same for a whole warp: in warp 0, lanes below 8 read warp_sums[lane], the "
              "other lanes use 0, and then all 32 lanes call warp_sum. Thread 0 has the block's "
              "sum."}},
    {.number = 6, .uses = {5, 4}, .id = "single", .name = "one number, one launch", .slide = "04.18",
     .items = single_items, .diagnose = reduction_diagnose,
     .hint = {"Blocks cannot wait for each other, but each block can store its sum in block_sums "
              "and then count itself as done. The block that counts last knows that all sums are "
              "there, and can add them.",
              "Thread 0: store the sum, __threadfence(), then take a ticket with an atomic on "
              "blocks_done, and __threadfence() again. The block with the last ticket continues; "
              "thread 0 tells the other threads through a __shared__ flag, with a barrier. The "
              "counter has to be 0 again for the next call.",
              "atomicInc(&blocks_done, gridDim.x - 1) wraps to 0 by itself after the last "
              "ticket, which is gridDim.x - 1. In the last block, each thread adds "
              "block_sums[threadIdx.x], block_sums[threadIdx.x + BLOCK] ... as long as there are "
              "blocks; then block_sum, then *out. n = 0 needs a block, too: *out is 0."}},
    {.number = 0}};
// clang-format on

const Lab lab_04_reduction = {
    .name = "04_reduction",
    .source = "reduction.cu",
    .title = "The sum of an array in six ways, each with less waste than the one before",
    .minutes = 150,
    .parts = reduction_parts,
    .draw = reduction_draw,
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

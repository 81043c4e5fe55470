// wrong.c - what a wrong output of lab 04 says about the mistake.
#include "room.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/contracts/04_reduction.h"
#include "grader/labs/04_reduction/reference.h"
#include "grader/labs/kit.h"
#include "grader/base/memory.h"

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
static const char not_last[] = "no block wrote the result: does a block find that it is the last "
                               "one, and is blocks_done 0 again after every launch?";

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

void reduction_diagnose(const Case *c, int b, const void *got, Diagnoses *all)
{
    if (c->program)
        reduction_program_diagnose(c, got, all);
    if (b != case_first_output(c))
        return;
    const SumGuess *guess = c->part <= 3 ? block_guess : c->part <= 5 ? tile_guess : total_guess;
    Shape shape = reduction_shape(c->part, (size_t)c->arg[1], (size_t)c->arg[0]);
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

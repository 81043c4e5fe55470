// wrong.c - what a wrong output of lab 03 says about the mistake. A sentence is added
// only if the output is exactly what its mistake gives; of a small case, several may be true.
#include "room.h"

#include <string.h>

#include "common/contracts/03_atomics.h"

// Which elements were counted: a mistake takes some of them only.
typedef bool (*Takes)(int64_t i, int64_t n);

static bool takes_first_block(int64_t i, int64_t n)
{
    (void)n;
    return i < ATOMICS_BLOCK;
}

static bool takes_whole_blocks(int64_t i, int64_t n)
{
    return i < n / ATOMICS_BLOCK * ATOMICS_BLOCK;
}

static bool takes_first_of_each(int64_t i, int64_t n)
{
    return i < (n + ATOMICS_TILE - 1) / ATOMICS_TILE * ATOMICS_BLOCK;
}

static bool takes_whole_tiles(int64_t i, int64_t n) { return i < n / ATOMICS_TILE * ATOMICS_TILE; }

static bool takes_first_tile(int64_t i, int64_t n)
{
    (void)n;
    return i < ATOMICS_TILE;
}

static bool takes_not_last(int64_t i, int64_t n) { return i < n - 1; }

typedef struct {
    Takes takes;
    const char *sentence;
} TakesGuess;

static const TakesGuess one_each[] = {
    {takes_first_block,
     "only the elements of the first block are counted: are there enough blocks, and does the "
     "index depend on blockIdx.x?"},
    {takes_whole_blocks, "the elements after the last whole block are left out: n / BLOCK rounds "
                         "down, ceil_div rounds up"},
    {takes_not_last, "the last element is left out: a bound is one too small"},
    {NULL, NULL},
};
static const TakesGuess sixteen_each[] = {
    {takes_first_of_each, "each thread counted one element, but the grid has only a thread for "
                          "every EACH elements: a loop is missing"},
    {takes_first_tile, "only the first BLOCK * EACH elements are counted: are there enough blocks, "
                       "and does the index depend on blockIdx.x?"},
    {takes_whole_tiles, "the elements after the last whole BLOCK * EACH are left out"},
    {takes_not_last, "the last element is left out: a bound is one too small"},
    {NULL, NULL},
};

static void diagnose_size(const Case *c, const void *got, Diagnoses *all)
{
    int64_t size = *(const int32_t *)got, want = *(const int32_t *)c->buffer[1].want;
    int64_t before = *(const int32_t *)c->buffer[1].data, n = c->arg[0], equal = 0;
    const int32_t *in = c->buffer[0].data;
    for (int64_t i = 0; i < n; i++)
        equal += in[i] == c->arg[1];
    if (size == want)
        return;
    if (size == before)
        diagnoses_add(all, "nothing was counted at all");
    if (size == want - before)
        diagnoses_add(all,
                      "the count is right, but the old value of *result is lost: add to *result");
    if (equal > 0 && size == want + equal)
        diagnoses_add(all, "elements equal to the limit are not above it");
    for (const TakesGuess *g = one_each; g->takes; g++) {
        int64_t counted = before;
        for (int64_t i = 0; i < n; i++)
            counted += g->takes(i, n) && in[i] > c->arg[1];
        if (counted == size)
            diagnoses_add(all, g->sentence);
    }
}

static bool kept(const Case *c, int64_t i)
{
    return i < c->arg[0] && ((const int32_t *)c->buffer[0].data)[i] > c->arg[1];
}

// The slots that each warp takes by a mistake, added up.
typedef int64_t (*WarpTakes)(int64_t warp_in_block, uint32_t keepers);

static int64_t one_slot(int64_t warp, uint32_t keepers)
{
    (void)warp;
    return keepers != 0;
}

static int64_t not_lane_31_alone(int64_t warp, uint32_t keepers)
{
    (void)warp;
    return keepers == 1u << 31 ? 0 : __builtin_popcount(keepers);
}

static int64_t first_warp_only(int64_t warp, uint32_t keepers)
{
    return warp == 0 ? __builtin_popcount(keepers) : 0;
}

static int64_t every_lane(int64_t warp, uint32_t keepers)
{
    (void)warp;
    return (int64_t)__builtin_popcount(keepers) * __builtin_popcount(keepers);
}

static const struct {
    WarpTakes takes;
    const char *sentence;
} warp_guess[] = {
    {one_slot, "each warp took one slot: its leader has to take one for each keeper, __popc()"},
    {not_lane_31_alone, "where lane 31 is the only keeper, the warp took no slot: __ffs() counts "
                        "from 1, so the leader is __ffs(keepers) - 1"},
    {first_warp_only, "only the first warp of each block took slots: is the lane threadIdx.x % "
                      "WARP_SIZE?"},
    {every_lane, "each keeper took slots for its whole warp: only the leader takes them"},
};

static int64_t slots_of_warps(const Case *c, WarpTakes takes)
{
    int64_t slots = 0;
    for (int64_t first = 0; first < c->arg[0]; first += 32) {
        uint32_t keepers = 0;
        for (int lane = 0; lane < 32; lane++)
            keepers |= (uint32_t)kept(c, first + lane) << lane;
        slots += takes(first / 32 % (ATOMICS_BLOCK / 32), keepers);
    }
    return slots;
}

// The length of the list alone: for its contents, the checkers' findings say more.
static void diagnose_list(const Case *c, const void *got, Diagnoses *all)
{
    int64_t size = *(const int32_t *)got, want = *(const int32_t *)c->buffer[1].want;
    int64_t threads = (c->arg[0] + ATOMICS_BLOCK - 1) / ATOMICS_BLOCK * ATOMICS_BLOCK;
    if (size == want)
        return;
    if (size == 0)
        diagnoses_add(all, "no slot was taken: atomicAdd(size, ...) takes slots");
    if (size == threads || size == c->arg[0])
        diagnoses_add(
            all, "more slots were taken than there are indices to append: every thread takes one, "
                 "also a thread without an index");
    for (size_t i = 0; c->part == 3 && i < sizeof warp_guess / sizeof *warp_guess; i++)
        if (slots_of_warps(c, warp_guess[i].takes) == size)
            diagnoses_add(all, warp_guess[i].sentence);
}

// The counts of the elements that a guess takes, added to the old bins.
static bool bins_are_those(const Case *c, const uint32_t *bins, Takes takes)
{
    uint32_t guessed[ATOMICS_BINS];
    const uint8_t *in = c->buffer[0].data;
    memcpy(guessed, c->buffer[1].data, sizeof guessed);
    for (int64_t i = 0; i < c->arg[0]; i++)
        guessed[in[i]] += takes(i, c->arg[0]);
    return memcmp(bins, guessed, sizeof guessed) == 0;
}

// The open part: what loads of several bytes forget.
static bool in_words(int64_t i, int64_t n) { return i < n / 4 * 4; }
static bool in_pairs_of_words(int64_t i, int64_t n) { return i < n / 8 * 8; }
static bool in_vectors(int64_t i, int64_t n) { return i < n / 16 * 16; }
#define NO_TAIL "the bytes after the last whole vector are missing: n may be any number"
static const TakesGuess vectors_of_bytes[] = {
    {in_vectors, NO_TAIL}, {in_pairs_of_words, NO_TAIL}, {in_words, NO_TAIL}, {NULL, NULL}};

static void diagnose_bytes(const Case *c, const void *got, Diagnoses *all)
{
    const uint32_t *bins = got, *before = c->buffer[1].data, *want = c->buffer[1].want;
    bool same = true, only_new = true, twice = true;
    for (int b = 0; b < ATOMICS_BINS; b++) {
        same = same && bins[b] == before[b];
        only_new = only_new && bins[b] == want[b] - before[b];
        twice = twice && bins[b] - want[b] == want[b] - before[b];
    }
    if (same)
        diagnoses_add(all, "no bin has changed: are the counts ever added to bins[]?");
    if (only_new)
        diagnoses_add(
            all, "the counts are right, but the old values of the bins are lost: add to the bins");
    if (twice)
        diagnoses_add(all, "every element is counted twice");
    const TakesGuess *guesses = c->part == 8 ? vectors_of_bytes : sixteen_each;
    for (const TakesGuess *g = guesses; g->takes; g++)
        if (bins_are_those(c, bins, g->takes))
            diagnoses_add(all, g->sentence);
}

// The largest by the bits, as ints.
static int32_t largest_bits(const Case *c)
{
    const int32_t *in = c->buffer[0].data;
    int32_t best = *(const int32_t *)c->buffer[1].data;
    for (int64_t i = 0; i < c->arg[0]; i++)
        best = in[i] > best ? in[i] : best;
    return best;
}

static void diagnose_maximum(const Case *c, const void *got, Diagnoses *all)
{
    float max = *(const float *)got, before = *(const float *)c->buffer[1].data;
    float want = *(const float *)c->buffer[1].want;
    const float *in = c->buffer[0].data;
    if (*(const int32_t *)got == largest_bits(c) && max != want)
        diagnoses_add(
            all, "this is the largest of the bits as ints: floats below zero have the opposite "
                 "order, so compare as floats");
    bool known = max == before;
    if (known)
        diagnoses_add(all, "the result has not changed, but an element is larger");
    for (size_t i = 0; i < c->buffer[0].count; i++)
        known = known || in[i] == max;
    if (known)
        diagnoses_add(all,
                      "the result is an element, or the old value, but not the largest: a larger "
                      "one was overwritten, or no thread compared it");
    if (max > want)
        diagnoses_add(
            all,
            "the result is none of the elements, and larger than all of them: does a maximum "
            "start with too large a number? It has to start with an element, or with -INFINITY");
}

static void diagnose_record(const Case *c, const void *got, Diagnoses *all)
{
    const int64_t *record = got, *before = c->buffer[1].data, *want = c->buffer[1].want;
    const int64_t two_32 = INT64_C(1) << 32;
    int64_t missing = want[0] - record[0];
    if (record[0] == want[0] && record[1] == want[1])
        diagnoses_add(all, "count and sum are right, the maximum is not");
    if (record[0] == want[0] && record[1] != want[1] && (record[1] - want[1]) % two_32 == 0)
        diagnoses_add(all, "the sum is wrong by a multiple of 2^32: it does not fit into an int");
    if (record[0] - before[0] == (c->arg[0] + ATOMICS_TILE - 1) / ATOMICS_TILE * ATOMICS_TILE)
        diagnoses_add(all,
                      "the count is that of whole blocks: the last block may have fewer elements");
    if (missing < 0 && record[2] == want[2])
        diagnoses_add(all,
                      "more is counted than there is, and the maximum is right: does more than "
                      "one thread of a block add to the record?");
    if (missing > 0 &&
        (missing % ATOMICS_TILE == 0 || missing % ATOMICS_TILE == c->arg[0] % ATOMICS_TILE))
        diagnoses_add(
            all,
            "whole blocks are missing from the record: another thread replaced what they added, "
            "or they added nothing");
}

void atomics_diagnose(const Case *c, int b, const void *got, Diagnoses *all)
{
    if (b != case_first_output(c))
        return;
    if (c->part == 1)
        diagnose_size(c, got, all);
    else if (c->part <= 3)
        diagnose_list(c, got, all);
    else if (c->part <= 5 || c->part == 8)
        diagnose_bytes(c, got, all);
    else if (c->part == 6)
        diagnose_maximum(c, got, all);
    else
        diagnose_record(c, got, all);
}

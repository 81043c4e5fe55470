// wrong.c - what a wrong output of lab 08 says about the mistake.
#include "room.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "common/contracts/08_dynamic_parallelism.h"
#include "grader/labs/08_dynamic_parallelism/reference.h"
#include "grader/base/memory.h"
#include "grader/labs/search_diagnoses.h"

static const int32_t POISON = (int32_t)0xcbcbcbcb; // an output before the call, in a clean run

// ---- part 1 -----------------------------------------------------------------------------

// Are the entries down to some depth right, and the deeper ones not written?
static bool ends_early(const Case *c, const int32_t *got)
{
    const int32_t *want = c->buffer[0].want;
    int32_t first_missing = INT_MAX;
    for (size_t i = 0; i < c->buffer[0].count; i++)
        if (got[i] == POISON && want[i] / 1000000 < first_missing)
            first_missing = want[i] / 1000000;
    for (size_t i = 0; i < c->buffer[0].count; i++)
        if (got[i] != (want[i] / 1000000 < first_missing ? want[i] : POISON))
            return false;
    return first_missing > 0 && first_missing < INT_MAX;
}

// A first grid of `threads` blocks with `blocks` threads.
static bool is_exchanged(const Case *c, const int32_t *got)
{
    size_t blocks = (size_t)c->arg[0], threads = (size_t)c->arg[1], tree = 2 * blocks - 1;
    for (size_t b = 0; b < threads; b++)
        if (b * tree >= c->buffer[0].count || got[b * tree] != HELLO(0, (int)b, 0))
            return false;
    return blocks != threads;
}

static void diagnose_hello(const Case *c, const int32_t *got, Diagnoses *all)
{
    const int32_t *want = c->buffer[0].want;
    size_t threads = (size_t)c->arg[1], tree = 2 * threads - 1;
    bool first_level = true, first_tree = true, depths = true, other_tree = false;
    for (size_t i = 0; i < c->buffer[0].count; i++) {
        bool right = got[i] == want[i];
        int other = got[i] / 10000; // 1 to 99: an entry of depth 0, of this block
        other_tree = other_tree || (other > 0 && other < 100 && (size_t)other != i / tree);
        first_level = first_level && (right || i % tree >= threads);
        first_tree = first_tree && (right || i >= tree);
        depths = depths && got[i] != POISON && got[i] % 1000000 == want[i] % 1000000;
    }
    if (is_exchanged(c, got))
        diagnoses_add(all, "the first grid has as many blocks as it should have threads: are both "
                           "exchanged in the launch?");
    if (other_tree)
        diagnoses_add(all, "entries of one tree are in the place of another: every block of depth "
                           "0 has its own place in the record");
    if (depths)
        diagnoses_add(all, "blocks and threads are right, the depths are not: a child is one level "
                           "deeper than its parent");
    if (ends_early(c, got))
        diagnoses_add(all, "the entries down to some depth are right, the deeper ones were never "
                           "written: the chain of launches ends before the grid of one thread");
    if (first_level)
        diagnoses_add(all, "the entries of depth 0 are right, the entries of the children are not");
    if (first_tree && c->arg[0] > 1)
        diagnoses_add(all, "the first tree is right, the next one is not: every block of depth 0 "
                           "has its own place in the record");
    if (got[0] >= 1000000)
        diagnoses_add(all, "a child has overwritten its parent's entries: the child's entries "
                           "begin blockDim.x entries further");
}

// ---- parts 2 to 4 -----------------------------------------------------------------------

// A guess: the sums are those of the elements for which takes() is true; `at` is the place of the
// element in its piece.
typedef struct {
    bool (*takes)(size_t at, size_t size);
    const char *sentence;
} PieceGuess;

// clang-format off
static bool no_element_of_piece(size_t at, size_t size) { (void)at, (void)size; return false; }
static bool first_alone(size_t at, size_t size) { (void)size; return at == 0; }
static bool one_pair(size_t at, size_t size) { return at == 0 || at == size / 2; }
static bool no_last_step(size_t at, size_t size) { (void)size; return at % 2 == 0; }
static bool no_first_step(size_t at, size_t size) { return at < size / 2; }
static bool all_but_last_of_piece(size_t at, size_t size) { return at != size - 1; }
// clang-format on

static const PieceGuess guesses[] = {
    {no_element_of_piece, "every sum is 0: nothing was added"},
    {first_alone, "each sum is its piece's first element alone: nothing was added to it"},
    {one_pair, "each sum has one pair only, the pair of the first level: the sums of the children "
               "do not reach it, or it is written too early"},
    {no_last_step, "the last step is missing from each sum: the sum is written before the last two "
                   "elements are added"},
    {no_first_step,
     "the upper half of each piece is missing: the first step of halving is missing"},
    {all_but_last_of_piece, "the last element of each piece is missing: a bound is one too small"},
    {NULL, NULL},
};

static bool fits_guess(const Case *c, const int32_t *got, const PieceGuess *g)
{
    const int32_t *in = c->buffer[0].data;
    size_t n = (size_t)c->arg[0], size = (size_t)c->arg[1];
    for (size_t b = 0; b < c->buffer[1].count; b++) {
        int32_t sum = 0;
        for (size_t i = b * size; i < n && i < (b + 1) * size; i++)
            sum += g->takes(i - b * size, size) ? in[i] : 0;
        if (sum != got[b])
            return false;
    }
    return true;
}

// As if each level began its pieces at multiples of its own length, not at those of `size`.
static bool has_moved_pieces(const Case *c, const int32_t *got)
{
    size_t n = (size_t)c->arg[0], size = (size_t)c->arg[1], blocks = c->buffer[1].count;
    int32_t *x = need(malloc((n + 1) * sizeof *x));
    memcpy(x, c->buffer[0].data, n * sizeof *x);
    for (size_t half = size / 2; half >= 1; half /= 2)
        for (size_t at = 0; at < blocks * 2 * half; at += 2 * half)
            for (size_t t = at; t < at + half && t + half < n; t++)
                x[t] = (int32_t)((uint32_t)x[t] + (uint32_t)x[t + half]);
    bool same = true;
    for (size_t b = 0; b < blocks && same; b++)
        same = 2 * b < n && got[b] == x[2 * b];
    free(x);
    return same;
}

static void diagnose_reduction(const Case *c, const int32_t *got, Diagnoses *all)
{
    const int32_t *want = c->buffer[1].want;
    size_t n = (size_t)c->arg[0], size = (size_t)c->arg[1], blocks = c->buffer[1].count;
    size_t right = 0, missing = 0;
    for (size_t b = 0; b < blocks; b++) {
        right += right == b && got[b] == want[b];
        missing += b > 0 && got[b] == POISON && got[b] != want[b];
    }
    for (const PieceGuess *g = guesses; g->sentence; g++)
        if (fits_guess(c, got, g))
            diagnoses_add(all, g->sentence);
    if (right == 2048 || right == 2047)
        diagnoses_add(all, "the sums are right up to the limit of pending launches (2048), then "
                           "wrong: launches beyond the limit are not made");
    if (has_moved_pieces(c, got))
        diagnoses_add(all,
                      "only the first piece is right: the other pieces of a level do not begin "
                      "where the first level has cut, at multiples of `size`");
    if (blocks > 1 && missing == blocks - 1)
        diagnoses_add(all, "only the first sum is ever written: each piece has its own");
    if (blocks > 1 && right == blocks - 1 && n % size)
        diagnoses_add(all,
                      "all whole pieces are right, the last one is not: it has fewer elements");
}

// ---- part 5 -----------------------------------------------------------------------------

static void diagnose_sort(const Case *c, const int32_t *got, Diagnoses *all)
{
    size_t n = c->buffer[0].count, inversions = 0;
    if (!n)
        return;
    int32_t *sorted = need(malloc(n * sizeof *sorted));
    memcpy(sorted, got, n * sizeof *got);
    reference_heap_sort(sorted, n);
    bool same = memcmp(sorted, c->buffer[0].want, n * sizeof *got) == 0;
    bool untouched = memcmp(got, c->buffer[0].data, n * sizeof *got) == 0;
    bool reversed = true;
    for (size_t i = 1; i < n; i++) {
        inversions += got[i - 1] > got[i];
        reversed = reversed && got[i - 1] >= got[i];
    }
    free(sorted);
    if (untouched)
        diagnoses_add(all, "the data have not changed: nothing has been sorted");
    if (same && reversed)
        diagnoses_add(all, "the order is descending: the smallest element belongs first");
    if (same)
        diagnoses_add(all, "all elements are still there, but not in order");
    else if (!inversions)
        diagnoses_add(all, "the elements are in order, but some elements are lost, and other "
                           "values are there instead");
    if (!same)
        diagnoses_add(all, "some elements are lost, and other values are there instead");
}

// ---- parts 6 and 7 ----------------------------------------------------------------------

static void diagnose_search(const Case *c, const int32_t *got, Diagnoses *all)
{
    const int32_t *want = c->buffer[2].want;
    int32_t last = search_last_wave(got, (size_t)c->arg[0]);
    if (c->part == 7 && last >= 2047 && search_ends_early(want, got, (size_t)c->arg[0]))
        diagnoses_add(all, "right for more than 2000 waves, and nothing after them: a launch that "
                           "is not a tail launch stays pending until its child has ended, and the "
                           "2049th pending launch is not made");
    search_diagnose(want, got, (size_t)c->arg[0], (size_t)c->arg[1], all);
}

// ---- part 8 -----------------------------------------------------------------------------

// The terms from `first` on, every second one; `step`: by which power of x the power grows.
static uint32_t terms_of(const Case *c, size_t i, int first, int step)
{
    const uint32_t *coefficient = c->buffer[1].data, x = ((const uint32_t *)c->buffer[0].data)[i];
    uint32_t sum = 0, power = first ? x : 1;
    for (int k = first; k < c->arg[1]; k += 2, power *= step == 2 ? x * x : x)
        sum += coefficient[k] * power;
    return sum;
}

static void diagnose_family(const Case *c, const uint32_t *got, Diagnoses *all)
{
    bool even = true, odd = true, slow = true;
    for (size_t i = 0; i < c->buffer[2].count; i++) {
        even = even && got[i] == terms_of(c, i, 0, 2);
        odd = odd && got[i] == terms_of(c, i, 1, 2);
        slow = slow && got[i] == terms_of(c, i, 0, 1) + terms_of(c, i, 1, 1);
    }
    if (even || odd)
        diagnoses_add(all, even ? "only the terms with even powers of x are there"
                                : "only the terms with odd powers of x are there");
    else if (slow)
        diagnoses_add(all, "from term to term the power grows by x only: the next term of a part "
                           "has x * x times the power");
}

// ---- all parts --------------------------------------------------------------------------

void dynamic_parallelism_diagnose(const Case *c, int b, const void *got, Diagnoses *all)
{
    if (b != case_first_output(c))
        return;
    if (c->part == 1)
        diagnose_hello(c, got, all);
    else if (c->part <= 4)
        diagnose_reduction(c, got, all);
    else if (c->part == 5)
        diagnose_sort(c, got, all);
    else if (c->part == 8)
        diagnose_family(c, got, all);
    else
        diagnose_search(c, got, all);
}

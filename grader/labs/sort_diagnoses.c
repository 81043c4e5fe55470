// sort_diagnoses.c - what a wrong sort looks like: sentences about wrong outputs of lab 06.
//
// First: are the items of the output those of the input? If they are, their order tells which step
// is wrong: descending, by the lowest bits alone, sorted runs of some length.
#include "sort_parts.h"

#include <stdlib.h>
#include <string.h>

#include "common/labs.h"
#include "grader/base/memory.h"

// Before a clean run, the runner fills outputs with one byte value.
enum { UNWRITTEN = (int32_t)0xcbcbcbcb };

static int compare_words(const void *a, const void *b) { return memcmp(a, b, sizeof(uint64_t)); }

// Whether `got` has the same items as `in`, in any order.
static bool same_items(const int32_t *got, const int32_t *in, size_t n, size_t words)
{
    uint64_t *a = need(calloc(2 * n + 1, sizeof *a)), *b = a + n;
    for (size_t i = 0; i < n; i++) {
        memcpy(&a[i], got + i * words, words * sizeof *got);
        memcpy(&b[i], in + i * words, words * sizeof *in);
    }
    qsort(a, n, sizeof *a, compare_words);
    qsort(b, n, sizeof *b, compare_words);
    bool same = memcmp(a, b, n * sizeof *a) == 0;
    free(a);
    return same;
}

// Whether every item of `got` is in `in`, perhaps another number of times.
static bool known_items(const int32_t *got, const int32_t *in, size_t n)
{
    uint64_t *b = need(calloc(n + 1, sizeof *b)), one;
    bool known = true;
    memcpy(b, in, n * sizeof *b);
    qsort(b, n, sizeof *b, compare_words);
    for (size_t i = 0; known && i < n; i++) {
        memcpy(&one, got + 2 * i, sizeof one);
        known = bsearch(&one, b, n, sizeof *b, compare_words) != NULL;
    }
    free(b);
    return known;
}

static bool same_keys(const int32_t *got, const int32_t *want, size_t n, size_t words)
{
    for (size_t i = 0; i < n; i++)
        if (got[i * words] != want[i * words])
            return false;
    return true;
}

// Whether every run of `width` items is in ascending order, with the bits `flip` of the keys
// inverted.
static bool runs_ascending(const int32_t *got, size_t n, size_t words, size_t width, uint32_t flip)
{
    for (size_t i = 1; i < n; i++) {
        int32_t left = (int32_t)((uint32_t)got[(i - 1) * words] ^ flip);
        int32_t right = (int32_t)((uint32_t)got[i * words] ^ flip);
        if (i % width && left > right)
            return false;
    }
    return true;
}

// Whether the keys are in the order of some of their lowest bits.
static bool by_lowest_bits(const int32_t *got, size_t n, size_t words)
{
    for (unsigned bits = 31; bits >= 4; bits--) {
        size_t i = 1;
        uint32_t mask = (1u << bits) - 1;
        while (i < n &&
               ((uint32_t)got[(i - 1) * words] & mask) <= ((uint32_t)got[i * words] & mask))
            i++;
        if (i >= n)
            return true;
    }
    return false;
}

static bool descending(const int32_t *got, size_t n, size_t words)
{
    for (size_t i = 1; i < n; i++)
        if (got[(i - 1) * words] < got[i * words])
            return false;
    return true;
}

// The number of items at a wrong place.
static size_t misplaced(const int32_t *got, const int32_t *want, size_t n, size_t words)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += got[i * words] != want[i * words];
    return count;
}

// Whether every item is at most one place away from its right place.
static bool one_step_away(const int32_t *got, const int32_t *want, size_t n, size_t words)
{
    for (size_t i = 0; i < n; i++) {
        int32_t key = got[i * words];
        if (key != want[i * words] && (i == 0 || key != want[(i - 1) * words]) &&
            (i + 1 == n || key != want[(i + 1) * words]))
            return false;
    }
    return true;
}

// The output consists of sorted runs of `width` items, not of longer ones.
static const char *diagnose_runs(int part, size_t n, size_t width)
{
    if (part == PART_bitonic && n / width == 1)
        return "whole groups are in order, but the last group is not merged: are there threads for "
               "all its comparators (ceil(n / width) * width / 2), and are the comparators right?";
    if (width >= SORT_TILE)
        return "whole tiles are in order, but the tiles are not merged: a pass over all tiles is "
               "missing or wrong";
    return width > SORT_ITEMS ? "runs of items of a block are in order, but they are not merged"
                              : "runs of 4 items are in order, but they are not merged";
}

static const char *diagnose_key_order(int part, const int32_t *got, const int32_t *want, size_t n,
                                      size_t words)
{
    if (same_keys(got, want, n, words))
        return "the keys are in order, but equal keys have changed places: the sort is not stable";
    if (n < 8) // few items may be in such an order by chance
        return NULL;
    if (descending(got, n, words))
        return "the order is descending: are the two sides of the comparison exchanged?";
    if (runs_ascending(got, n, words, n, 0x80000000u))
        return "negative keys come last: they are treated as unsigned numbers";
    if ((part == PART_split || part == PART_digits) && by_lowest_bits(got, n, words))
        return "the keys are in the order of their lowest bits alone: are rounds missing, or did "
               "the last round not write to out?";
    if (part == PART_odd_even &&
        (misplaced(got, want, n, words) <= 1 + n / 4 || one_step_away(got, want, n, words)))
        return "nearly in order: are steps missing at the end, or a pair at the edge?";
    for (size_t width = n; width >= SORT_ITEMS; width--)
        if ((n % width || n / width > 1) && (width & (width - 1)) == 0 &&
            runs_ascending(got, n, words, width, 0))
            return diagnose_runs(part, n, width);
    return NULL;
}

const char *sort_diagnose(const Case *c, const void *output)
{
    const Buffer *in = &c->buffer[0], *out = &c->buffer[1];
    const int32_t *got = output, *want = out->want;
    size_t words = strcmp(c->variant, "pair") == 0 ? 2 : 1, n = out->count / words;
    if (n < 2)
        return NULL;
    if (memcmp(got, in->data, out->count * sizeof *got) == 0)
        return "out is a copy of in: nothing was sorted";
    size_t unwritten = 0;
    for (size_t i = 0; i < out->count; i++)
        unwritten += got[i] == UNWRITTEN;
    if (unwritten == out->count && c->part == PART_merge)
        return "the result is not in out: with this number of passes the last pass wrote to the "
               "other array";
    if (unwritten == out->count && (c->part == PART_split || c->part == PART_digits))
        return "the result is not in out: the last round wrote to the other array";
    for (size_t i = 0; i < out->count; i++)
        if (got[i] == UNWRITTEN && want[i] != UNWRITTEN)
            return NULL; // the grader says so itself
    if (!same_items(got, in->data, n, words)) {
        if (words == 2 && same_keys(got, want, n, words) && known_items(got, in->data, n))
            return "of the items with equal keys, some are lost and others are there twice: do all "
                   "comparisons, in the search and in the merge, agree on which of two equal keys "
                   "comes first?";
        if (words == 2 && same_keys(got, want, n, words))
            return "the keys are right, but they have lost their values: move key and value "
                   "together";
        return "some items are missing, and others are there twice or were never in the input: did "
               "two items go to one place?";
    }
    return diagnose_key_order(c->part, got, want, n, words);
}

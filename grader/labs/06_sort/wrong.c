// wrong.c - what a wrong sort looks like: sentences about wrong outputs of lab 06.
//
// First: are the items of the output those of the input? If they are, their order tells which step
// is wrong: descending, by the lowest bits alone, sorted runs of some length.
#include "room.h"

#include <stdlib.h>
#include <string.h>

#include "common/contracts/06_sort.h"
#include "grader/base/memory.h"

// Before a clean run, the runner fills outputs with one byte value.
enum { UNWRITTEN = (int32_t)0xcbcbcbcb };

static bool is_open_part(const Case *c, const char *work)
{
    return c->part == PART_fastest && strcmp(c->variant, work) == 0;
}

static bool is_radix(const Case *c)
{
    return c->part == PART_split || c->part == PART_digits || is_open_part(c, "keys") ||
           is_open_part(c, "pairs");
}

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

// One step of odd-even transposition, on the pairs from item `first` to item n - 1.
static void odd_even_step(int32_t *items, size_t n, size_t words, size_t first)
{
    for (size_t i = first; i + 1 < n; i += 2) {
        int32_t *left = items + i * words, *right = left + words, kept[2];
        if (*right >= *left)
            continue;
        memcpy(kept, left, words * sizeof *left);
        memcpy(left, right, words * sizeof *left);
        memcpy(right, kept, words * sizeof *left);
    }
}

// The mistakes of part 1 are computed: too few steps, the same pairs in every step, a last pair
// that is left out.
static const char *diagnose_steps(const Case *c, const int32_t *got, size_t n, size_t words)
{
    static const struct {
        size_t shorter, again; // by how many items; whether every step begins at item 0
        const char *sentence;
    } mistake[] = {
        {0, 1,
         "only the pairs (0, 1), (2, 3) ... have changed places: every second step begins at "
         "item 1"},
        {0, 0, "nearly in order: this is the order after fewer than n steps"},
        {1, 0, "the last item has never changed places: a bound is one too small"},
    };
    const size_t bytes = n * words * sizeof *got;
    int32_t *items = need(malloc(bytes + 1));
    const char *sentence = NULL;
    for (size_t m = 0; !sentence && m < sizeof mistake / sizeof *mistake; m++) {
        memcpy(items, c->buffer[0].data, bytes);
        for (size_t step = 0; !sentence && step < n; step++) {
            odd_even_step(items, n - mistake[m].shorter, words, mistake[m].again ? 0 : step % 2);
            if ((mistake[m].again || step >= n / 2) && memcmp(items, got, bytes) == 0)
                sentence = mistake[m].sentence;
        }
    }
    free(items);
    return sentence;
}

// The output consists of sorted runs of `width` items, not of longer ones.
static const char *words_for_runs(int part, size_t n, size_t width)
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

// Whether the output consists of sorted runs that all have the same length.
static bool equal_runs_ascending(const int32_t *got, size_t n)
{
    size_t width = 1;
    while (width < n && got[width - 1] <= got[width])
        width++;
    return width >= SORT_BLOCK && width < n && runs_ascending(got, n, 1, width, 0);
}

static void diagnose_key_order(const Case *c, const int32_t *got, const int32_t *want, size_t n,
                               size_t words, Diagnoses *all)
{
    if (same_keys(got, want, n, words)) {
        diagnoses_add(all, "the keys are in order, but equal keys have changed places: the sort is "
                           "not stable");
        return;
    }
    if (descending(got, n, words))
        diagnoses_add(all,
                      "the order is descending: are the two sides of the comparison exchanged?");
    if (runs_ascending(got, n, words, n, 0x80000000u))
        diagnoses_add(all, "negative keys come last: they are treated as unsigned numbers");
    if (is_radix(c) && by_lowest_bits(got, n, words))
        diagnoses_add(all, "the keys are in the order of their lowest bits alone: are rounds "
                           "missing, or did the last round not write to out?");
    const bool merges =
        c->part == PART_bitonic || c->part == PART_merge_pass || c->part == PART_merge;
    if (c->part == PART_odd_even)
        diagnoses_add(all, diagnose_steps(c, got, n, words));
    for (size_t width = (size_t)1 << 30; width >= SORT_ITEMS && merges; width /= 2)
        if (runs_ascending(got, n, words, width, 0))
            diagnoses_add(all, words_for_runs(c->part, n, width));
    if (is_open_part(c, "merge") && equal_runs_ascending(got, n))
        diagnoses_add(all, "runs of the same length are in order, but they are not merged: a pass "
                           "over all runs is missing or wrong");
}

// The items of the output are not those of the input.
static void diagnose_items(const Case *c, const int32_t *got, const int32_t *want, size_t n,
                           size_t words, Diagnoses *all)
{
    if (words == 2 && same_keys(got, want, n, words)) {
        if (known_items(got, c->buffer[0].data, n))
            diagnoses_add(all, "of the items with equal keys, some are lost and others are there "
                               "twice: do all comparisons, in the search and in the merge, agree "
                               "on which of two equal keys comes first?");
        diagnoses_add(all, "the keys are right, but they have lost their values: move key and "
                           "value together");
    }
    diagnoses_add(all, "some items are missing, and others are there twice or were never in the "
                       "input");
}

// Of part 8, where the values of pairs are an array of their own. The keys are right.
static void diagnose_values(const Case *c, int b, const void *output, Diagnoses *all)
{
    const Buffer *keys = &c->buffer[0], *values = &c->buffer[b - 1];
    const int32_t *sorted = c->buffer[1].want, *got = output;
    size_t n = keys->count;
    int32_t *in = need(malloc((4 * n + 1) * sizeof *in)), *out = in + 2 * n;
    for (size_t i = 0; i < n; i++) {
        in[2 * i] = ((const int32_t *)keys->data)[i];
        in[2 * i + 1] = ((const int32_t *)values->data)[i];
        out[2 * i] = sorted[i];
        out[2 * i + 1] = got[i];
    }
    diagnoses_add(all, same_items(out, in, n, 2)
                           ? "the keys are in order, and each has a value of its own, but equal "
                             "keys have changed places: the sort is not stable"
                           : "the keys are right, but they have lost their values: a value has to "
                             "move to the place of its key in every pass");
    free(in);
}

void sort_diagnose(const Case *c, int b, const void *output, Diagnoses *all)
{
    if (c->program)
        sort_program_diagnose(c, output, all);
    if (b != case_first_output(c)) {
        if (c->part == PART_fastest)
            diagnose_values(c, b, output, all);
        return;
    }
    const Buffer *in = &c->buffer[0], *out = &c->buffer[1];
    const int32_t *got = output, *want = out->want;
    size_t words = strcmp(c->variant, "pair") == 0 ? 2 : 1, n = out->count / words;
    size_t unwritten = 0, missing = 0;
    for (size_t i = 0; i < out->count; i++) {
        unwritten += got[i] == UNWRITTEN;
        missing += got[i] == UNWRITTEN && want[i] != UNWRITTEN;
    }
    if (unwritten == out->count && (c->part == PART_merge || is_open_part(c, "merge")))
        diagnoses_add(all, "the result is not in out: does the last pass write to the other array, "
                           "with this number of passes?");
    if (unwritten == out->count && is_radix(c))
        diagnoses_add(all,
                      "the result is not in out: did the last round write to the other array?");
    if (missing) // the grader says so itself
        return;
    if (memcmp(got, in->data, out->count * sizeof *got) == 0)
        diagnoses_add(all, "out is a copy of in: nothing was sorted");
    if (same_items(got, in->data, n, words))
        diagnose_key_order(c, got, want, n, words, all);
    else
        diagnose_items(c, got, want, n, words, all);
}

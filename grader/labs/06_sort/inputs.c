// inputs.c - the keys of lab 06's cases: random or in order, few or many different ones.
#include "parts.h"

#include <stdlib.h>
#include <string.h>

#include "grader/labs/06_sort/reference.h"
#include "grader/labs/kit.h"
#include "grader/base/memory.h"

const char *const sort_order_name[] = {"random",        "random",  "sorted",   "reversed",
                                       "equal keys",    "3 keys",  "extreme",  "distinct",
                                       "smallest last", "one key", "few bits", "one byte",
                                       "negative",      "lowest",  "two keys"};

static int32_t draw_key(CaseList *list, KeyOrder order, size_t n)
{
    static const int32_t few[] = {-7, 0, 1000000};
    static const int32_t ends[] = {INT32_MIN, INT32_MIN + 1, -1, 0, 1, INT32_MAX - 1, INT32_MAX};
    switch (order) {
    case SMALL: return (int32_t)draw_int(list, -(int64_t)(n / 4), (int64_t)(n / 4));
    case FEW: return few[draw_int(list, 0, 2)];
    case FEW_BITS: return (int32_t)(draw_bits(list) & draw_bits(list) & draw_bits(list));
    case ONE_BYTE: return (int32_t)draw_int(list, 0, UINT8_MAX);
    case EXTREME: return ends[draw_int(list, 0, 6)];
    default: return (int32_t)draw_int(list, INT32_MIN, INT32_MAX);
    }
}

// Every key once: multiples of 1000, also negative ones, shuffled.
static void draw_distinct(CaseList *list, int32_t *in, size_t n, size_t words)
{
    for (size_t i = 0; i < n; i++)
        in[i * words] = (int32_t)((int64_t)i * 1000 - (int64_t)n * 500);
    for (size_t i = n; i-- > 1;) {
        size_t k = (size_t)draw_int(list, 0, (int64_t)i);
        int32_t key = in[i * words];
        in[i * words] = in[k * words];
        in[k * words] = key;
    }
}

static void reverse(int32_t *in, size_t n, size_t words)
{
    for (size_t i = 0; i < n / 2; i++) {
        int32_t key = in[i * words];
        in[i * words] = in[(n - 1 - i) * words];
        in[(n - 1 - i) * words] = key;
    }
}

// Keys of a kind of the kit.
static void draw_kind(CaseList *list, Case *c, int32_t *in, size_t n, size_t words, Kind kind)
{
    int32_t *keys = need(malloc((n + 1) * sizeof *keys));
    kit_fill_ints(list, c, keys, n, kind, INT32_MIN, INT32_MAX);
    for (size_t i = 0; i < n; i++)
        in[i * words] = keys[i];
    free(keys);
}

void sort_fill(CaseList *list, Case *c, int32_t *in, size_t n, size_t words, KeyOrder order)
{
    if (order == DISTINCT) {
        draw_distinct(list, in, n, words);
    } else if (order >= NEGATIVE) {
        draw_kind(list, c, in, n, words,
                  order == NEGATIVE ? KIND_values_negative
                  : order == LOWEST ? KIND_values_lowest
                                    : KIND_values_ends);
    } else {
        int32_t same = draw_key(list, RANDOM, n);
        for (size_t i = 0; i < n; i++)
            in[i * words] = order == EQUAL || order == ONE ? same : draw_key(list, order, n);
    }
    // The values are mostly different, so that they show which item is which.
    for (size_t i = 0; words == 2 && i < n; i++)
        in[2 * i + 1] = (int32_t)draw_int(list, 0, INT32_MAX);
    if (order == SORTED || order == REVERSED || order == LAST) {
        int32_t *copy = need(malloc((n * words + 1) * sizeof *copy));
        memcpy(copy, in, n * words * sizeof *copy);
        reference_sort(in, copy, n, words);
        free(copy);
    }
    if (order == REVERSED) {
        reverse(in, n, words);
        kit_note(c, KIND_values_falling);
    }
    if ((order == LAST || order == ONE) && n > 1)
        in[(n - 1) * words] = INT32_MIN;
}

// test.c - the suite of lab 06: its gates, its cases, its diagnoses of wrong
// answers; and its CPU reference. The kernels themselves are tested by grading.
#include <stdlib.h>
#include <string.h>

#include "common/contracts/06_sort.h"
#include "grader/labs/06_sort/reference.h"

#define LAB lab_06_sort
#include "tests/lab_suite.h"

// ---- the reference ------------------------------------------------------------------

START_TEST(sorts_known_values)
{
    static const int32_t in[] = {5, -1, INT32_MAX, 0, INT32_MIN, 5, -7};
    static const int32_t want[] = {INT32_MIN, -7, -1, 0, 5, 5, INT32_MAX};
    int32_t out[7];
    reference_sort(out, in, 7, 1);
    ck_assert_mem_eq(out, want, sizeof want);
    reference_sort(out, in, 0, 1); // writes nothing
    reference_sort(out, in + 1, 1, 1);
    ck_assert_int_eq(out[0], -1);
}
END_TEST

START_TEST(sorts_pairs_stably)
{
    static const int32_t in[] = {2, 9, 1, 8, 2, 7, 1, 6, 2, 5, -1, 4};
    static const int32_t want[] = {-1, 4, 1, 8, 1, 6, 2, 9, 2, 7, 2, 5};
    int32_t out[12];
    reference_sort(out, in, 6, 2);
    ck_assert_mem_eq(out, want, sizeof want);
}
END_TEST

// Every order of up to seven items, against the definition: the number of items before each item is
// the number of items that are smaller.
START_TEST(sorts_every_permutation)
{
    int32_t in[7], out[7];
    for (int code = 0; code < 7 * 6 * 5 * 4 * 3 * 2; code++) {
        int32_t left[7] = {-3, -2, -1, 0, 1, 2, 3};
        for (int i = 0, rest = code; i < 7; rest /= 7 - i, i++) {
            int k = rest % (7 - i);
            in[i] = left[k];
            memmove(left + k, left + k + 1, (size_t)(6 - k) * sizeof *left);
        }
        reference_sort(out, in, 7, 1);
        for (int i = 0; i < 7; i++)
            ck_assert_int_eq(out[i], i - 3);
    }
}
END_TEST

START_TEST(merges_runs)
{
    static const int32_t in[] = {1, 4, 9, 2, 3, 5, 7, 8, 9, 0};
    static const int32_t want[] = {1, 2, 3, 4, 5, 9, 0, 7, 8, 9};
    int32_t out[10];
    reference_merge_pass(out, in, 3, 10, 1);
    ck_assert_mem_eq(out, want, sizeof want);
}
END_TEST

START_TEST(counts_match_those_of_books)
{
    ck_assert_uint_eq(reference_bitonic_comparisons(0), 0);
    ck_assert_uint_eq(reference_bitonic_comparisons(1), 1);
    ck_assert_uint_eq(reference_bitonic_comparisons(3), 24); // 4 comparators, 6 steps
    ck_assert_uint_eq(reference_bitonic_comparisons(14), 860160);
    ck_assert_uint_eq(reference_odd_even_comparisons(4), 6); // 2 + 1 + 2 + 1
    ck_assert_uint_eq(reference_odd_even_comparisons(5), 10);
    ck_assert_uint_eq(reference_odd_even_comparisons(512), 512 * 511 / 2);
}
END_TEST

// ---- the suite ----------------------------------------------------------------------

// The exact bounds are those of the formulas.
START_TEST(gates_are_the_formulas)
{
    const Item *odd_even = lab_06_sort.parts[0].items, *bitonic = lab_06_sort.parts[1].items;
    int found = 0;
    for (; odd_even->name; odd_even++)
        if (!strcmp(odd_even->id, "work"))
            found += odd_even->gate[0].gate == (double)reference_odd_even_comparisons(512);
    for (; bitonic->name; bitonic++)
        if (!strcmp(bitonic->id, "work") || !strcmp(bitonic->id, "same"))
            found += bitonic->gate[0].gate == (double)reference_bitonic_comparisons(14) &&
                     bitonic->gate[1].gate == bitonic->gate[0].gate;
    ck_assert_int_eq(found, 3);
}
END_TEST

// Expected outputs are in order and have the items of the input. A case that is not trivial is
// wrong when the input is copied.
START_TEST(expected_outputs_are_sorted_inputs)
{
    CaseList *list = drawn(_i, 1);
    int counted = 0, pairs = 0, empty = 0, single = 0;
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        size_t words = strcmp(c->variant, "pair") ? 1 : 2, n = (size_t)c->arg[0];
        size_t width = c->arg[1] ? 2 * (size_t)c->arg[1] : n;
        const int32_t *in = c->buffer[0].data, *want = c->buffer[1].want;
        int64_t sum = 0;
        ck_assert_uint_eq(c->buffer[0].count, n * words);
        for (size_t k = 1; k < n; k++)
            ck_assert(k % width == 0 || want[k * words] >= want[(k - 1) * words]);
        for (size_t k = 0; k < n * words; k++)
            sum += (int64_t)in[k] - want[k];
        ck_assert_int_eq(sum, 0);
        bool copied = n == 0 || memcmp(in, want, n * words * sizeof *in) == 0;
        ck_assert_msg(!copied || c->flags & CASE_TRIVIAL, "part %d %s", _i, c->name);
        counted += (c->flags & CASE_COUNTED) != 0;
        pairs += words == 2;
        empty += n == 0;
        single += n == 1;
        ck_assert(n <= 1 << 14 || c->flags & CASE_CLEAN_ONLY);
    }
    ck_assert_int_eq(counted, _i == 2 ? 2 : _i == 7 ? 3 : 1);
    ck_assert_int_ge(pairs, 3);
    ck_assert_int_eq(empty, 1);
    ck_assert_int_eq(single, 1);
    cases_free(list);
}
END_TEST

// In stable parts there are equal keys with different values; in the others there are none.
START_TEST(pairs_show_stability)
{
    CaseList *list = drawn(_i, 2);
    bool stable = _i != 2 && _i != 7, shown = false;
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        const int32_t *want = c->buffer[1].want;
        if (strcmp(c->variant, "pair"))
            continue;
        for (int64_t k = 1; k < c->arg[0]; k++)
            if (want[2 * k] == want[2 * k - 2] && want[2 * k + 1] < want[2 * k - 1])
                shown = true;
    }
    ck_assert(shown == stable);
    cases_free(list);
}
END_TEST

START_TEST(seed_decides) { expect_seed_decides(4, 5); }
END_TEST

static const Case *find_case(const CaseList *list, int64_t n, const char *variant)
{
    for (int i = 0; i < list->count; i++)
        if (list->cases[i]->arg[0] == n && strcmp(list->cases[i]->variant, variant) == 0)
            return list->cases[i];
    ck_abort_msg("no case with n=%lld", (long long)n);
}

// Wrong answers made from the input, as wrong kernels would make them.
START_TEST(mistakes_are_recognised)
{
    CaseList *list = drawn(4, 4);
    const Case *c = find_case(list, 2311, "int");
    size_t n = 2311, bytes = n * sizeof(int32_t);
    const int32_t *in = c->buffer[0].data, *want = c->buffer[1].want;
    int32_t *got = malloc(bytes);
    expect_sentence(c, in, "nothing was sorted");
    for (size_t i = 0; i < n; i++)
        got[i] = want[n - 1 - i];
    expect_sentence(c, got, "descending");
    memcpy(got, want, bytes);
    got[17] = got[1700];
    expect_sentence(c, got, "items are missing");
    for (size_t i = 0; i < n; i += 1024)
        reference_sort(got + i, in + i, n - i < 1024 ? n - i : 1024, 1);
    expect_sentence(c, got, "whole tiles are in order");
    for (size_t i = 0; i < n; i += 64)
        reference_sort(got + i, in + i, n - i < 64 ? n - i : 64, 1);
    expect_sentence(c, got, "not merged");
    for (size_t i = 0; i < n; i++) // the order of unsigned numbers
        got[i] = (int32_t)((uint32_t)in[i] ^ 0x80000000u);
    int32_t *flipped = malloc(bytes);
    reference_sort(flipped, got, n, 1);
    for (size_t i = 0; i < n; i++)
        got[i] = (int32_t)((uint32_t)flipped[i] ^ 0x80000000u);
    expect_sentence(c, got, "unsigned");
    memcpy(got, want, bytes);
    int32_t first = got[0];
    got[0] = got[n - 1];
    got[n - 1] = first;
    expect_sentence(c, got, NULL);
    memset(got, 0xcb, bytes);
    expect_sentence(c, got, "not in out");
    got[3] = want[3]; // then some items are missing, and the grader names them
    expect_sentence(c, got, NULL);
    free(flipped);
    free(got);
    cases_free(list);
}
END_TEST

START_TEST(pair_mistakes_are_recognised)
{
    CaseList *list = drawn(4, 4);
    const Case *c = find_case(list, 256, "pair"); // three keys
    int32_t got[512];
    memcpy(got, c->buffer[1].want, sizeof got);
    int32_t value = got[1]; // the first two keys are equal
    ck_assert_int_eq(got[0], got[2]);
    got[1] = got[3];
    got[3] = value;
    expect_sentence(c, got, "not stable");
    memcpy(got, c->buffer[1].want, sizeof got);
    for (int i = 0; i < 256; i++)
        got[2 * i + 1] = ((int32_t *)c->buffer[0].data)[2 * i + 1];
    expect_sentence(c, got, "lost their values");
    memcpy(got, c->buffer[1].want, sizeof got);
    got[1] = got[3]; // the second of two items with one key, twice
    expect_sentence(c, got, "which of two equal keys comes first");
    cases_free(list);
}
END_TEST

static int by_low_bits(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a << 2, y = *(const uint32_t *)b << 2;
    return (x > y) - (x < y);
}

START_TEST(missing_rounds_are_recognised)
{
    CaseList *list = drawn(5, 4);
    const Case *c = find_case(list, 257, "int");
    int32_t got[257];
    memcpy(got, c->buffer[0].data, sizeof got);
    qsort(got, 257, sizeof *got, by_low_bits);
    expect_sentence(c, got, "lowest bits alone");
    cases_free(list);
    list = drawn(2, 4);
    c = find_case(list, 513, "int"); // one group of 512, and one item more
    const int32_t *in = c->buffer[0].data;
    int32_t *one = malloc(513 * sizeof *one);
    reference_sort(one, in, 512, 1);
    one[512] = in[512];
    expect_sentence(c, one, "threads for all its comparators");
    free(one);
    cases_free(list);
}
END_TEST

// ---- the open part ----------------------------------------------------------------------

// The keys rise, a value stays with its key, and equal keys keep their order: the CPU sorts in
// another way here, by counting the keys that come first.
START_TEST(open_part_expects_stable_orders)
{
    CaseList *list = drawn(8, 1);
    int counted = 0, checked = 0;
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        bool pairs = !strcmp(c->variant, "pairs");
        size_t n = (size_t)c->arg[0];
        const int32_t *keys = c->buffer[0].data, *sorted = c->buffer[1].want;
        counted += (c->flags & CASE_COUNTED) != 0;
        checked += !(c->flags & CASE_CLEAN_ONLY);
        ck_assert_int_eq(c->buffers, pairs ? 6 : 3);
        ck_assert_int_eq(c->buffer[2].role, BUFFER_spare);
        ck_assert(!c->buffer[2].data && !c->buffer[2].want && c->buffer[2].count == n);
        ck_assert(n <= 1 || memcmp(keys, sorted, n * sizeof *keys) != 0);
        for (size_t k = 1; k < n; k++)
            ck_assert_int_le(sorted[k - 1], sorted[k]);
        if (n > 1100) // the rest is quadratic
            continue;
        for (size_t k = 0; k < n; k++) {
            size_t place = 0;
            for (size_t j = 0; j < n; j++)
                place += keys[j] < keys[k] || (keys[j] == keys[k] && j < k);
            ck_assert_int_eq(sorted[place], keys[k]);
            if (pairs)
                ck_assert_int_eq(((int32_t *)c->buffer[4].want)[place],
                                 ((int32_t *)c->buffer[3].data)[k]);
        }
    }
    ck_assert_int_eq(counted, 3);
    ck_assert_int_ge(checked, 4);
    cases_free(list);
}
END_TEST

static Diagnoses of_values(const Case *c, const void *got)
{
    Diagnoses all = {.count = 0};
    LAB.diagnose(c, 4, got, &all);
    return all;
}

START_TEST(open_part_mistakes_are_recognised)
{
    CaseList *list = drawn(8, 3);
    const Case *c = case_named(list, "merge", "n=20011 random");
    size_t n = 20011;
    const int32_t *in = c->buffer[0].data;
    int32_t *got = malloc(n * sizeof *got);
    for (size_t i = 0; i < n; i += 8448)
        reference_sort(got + i, in + i, n - i < 8448 ? n - i : 8448, 1);
    expect_sentence(c, got, "runs of the same length");
    memset(got, 0xcb, n * sizeof *got);
    expect_sentence(c, got, "not in out");
    memcpy(got, c->buffer[1].want, n * sizeof *got);
    got[100] = got[101];
    expect_sentence(c, got, "items are missing");
    c = case_named(list, "pairs", "n=31 3 keys");
    memcpy(got, c->buffer[4].want, 31 * sizeof *got);
    got[0] = ((int32_t *)c->buffer[4].want)[1]; // the first two keys are equal
    got[1] = ((int32_t *)c->buffer[4].want)[0];
    ck_assert_ptr_nonnull(strstr(of_values(c, got).sentence[0], "not stable"));
    ck_assert_ptr_nonnull(strstr(of_values(c, c->buffer[3].data).sentence[0], "lost their values"));
    free(got);
    cases_free(list);
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "reference", sorts_known_values, sorts_pairs_stably,
                     sorts_every_permutation, merges_runs, counts_match_those_of_books);
    t = TESTS(s, "suite", gates_are_the_formulas, seed_decides, mistakes_are_recognised,
              pair_mistakes_are_recognised, missing_rounds_are_recognised,
              open_part_expects_stable_orders, open_part_mistakes_are_recognised);
    tcase_add_loop_test(t, expected_outputs_are_sorted_inputs, 1, 8);
    tcase_add_loop_test(t, pairs_show_stability, 1, 8);
}

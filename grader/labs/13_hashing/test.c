// test.c - the suite of lab 13: its CPU reference against results known exactly and
// against a search of all tables, its cases, and what it says about wrong answers.
#include <stdlib.h>
#include <string.h>

#include "common/contracts/13_hashing.h"
#include "grader/labs/13_hashing/reference.h"

#define LAB lab_13_hashing
#include "tests/lab_suite.h"

// ---- the reference ----------------------------------------------------------------------

START_TEST(buckets_are_known_ones)
{
    // mix(0) = 0, so with seed 0 key 0 is in bucket 0; mix(1) = 0x514e28b7.
    ck_assert_uint_eq(reference_bucket(0, 0, 1000), 0);
    ck_assert_uint_eq(reference_bucket(1, 0, 1u << 16), 0x514e);
    ck_assert_uint_eq(reference_bucket(1, 0, UINT32_MAX), 0x514e28b6);
    ck_assert_uint_eq(reference_bucket(0x514e28b7, 1, 1000), 0);
    for (uint32_t key = 0; key < 1000; key++)
        ck_assert_uint_lt(reference_bucket(key * 4000037, key, 7), 7);
}
END_TEST

START_TEST(sizes_are_counted)
{
    const int32_t sizes[] = {0, 3, 3, 14, 15, 16, 1000, 0};
    int32_t histogram[HASH_SIZES] = {10};
    reference_sizes(histogram, HASH_SIZES, sizes, 8);
    ck_assert_int_eq(histogram[0], 12);
    ck_assert_int_eq(histogram[3], 2);
    ck_assert_int_eq(histogram[14], 1);
    ck_assert_int_eq(histogram[15], 3);
    const uint32_t keys[] = {5, 5, 9};
    int32_t grown[4] = {1, 1, 1, 1};
    reference_buckets(grown, keys, 3, 77, 4);
    ck_assert_int_eq(grown[0] + grown[1] + grown[2] + grown[3], 7);
    ck_assert_int_ge(grown[reference_bucket(5, 77, 4)], 3);
}
END_TEST

enum { FEW = 8 };

static bool some_table(CuckooShape shape, const uint32_t *keys, int n, unsigned taken)
{
    if (n == 0)
        return true;
    for (int f = 0; f < shape.functions; f++) {
        size_t slot = reference_place(shape, keys[0], f);
        if (!(taken >> slot & 1) && some_table(shape, keys + 1, n - 1, taken | 1u << slot))
            return true;
    }
    return false;
}

// All ways to place a few keys are tried: the reference finds a table if there is one.
START_TEST(a_table_is_found_if_there_is_one)
{
    int impossible = 0, possible = 0;
    for (uint32_t seed = 0; seed < 400; seed++) {
        CuckooShape shape = {2 + (int)seed % 3, 5, seed};
        uint64_t table[CUCKOO_FUNCTIONS * 5];
        uint32_t keys[FEW + 4];
        int n = FEW + 2 * (shape.functions - 2);
        for (int i = 0; i < n; i++)
            keys[i] = seed * 1000 + (uint32_t)i;
        memset(table, 0xff, sizeof table);
        size_t placed = reference_cuckoo(table, shape, keys, NULL, (size_t)n);
        bool want = some_table(shape, keys, n, 0);
        ck_assert_int_eq(placed == (size_t)n, want);
        impossible += !want;
        possible += want;
        for (int i = 0; i < n && want; i++) {
            ptrdiff_t slot = reference_slot(table, shape, keys[i]);
            ck_assert_int_ge(slot, 0);
            ck_assert_uint_eq(table[slot], (uint64_t)keys[i] << 32);
        }
    }
    ck_assert_int_gt(impossible, 20);
    ck_assert_int_gt(possible, 20);
}
END_TEST

START_TEST(exchanges_are_counted)
{
    CuckooShape shape = {2, 1, 3}; // every key has the places 0 and 1
    const uint32_t keys[] = {10, 20, 30};
    ck_assert_int_eq(reference_exchanges(shape, keys, 1, 0, 1, 9, 0), 1);
    ck_assert_int_eq(reference_exchanges(shape, keys, 2, 0, 1, 9, 0), 2);
    ck_assert_int_eq(reference_exchanges(shape, keys, 3, 0, 1, 9, 0), 10); // never
    ck_assert_int_eq(reference_exchanges(shape, keys, 0, 0, 1, 9, 0), 0);
}
END_TEST

// ---- the cases --------------------------------------------------------------------------

START_TEST(inputs_depend_on_the_seed)
{
    for (int part = 1; part <= 8; part++)
        expect_seed_decides(part, 3);
}
END_TEST

// Part 4: for each seed before the one of the attempt that succeeds, there is no table.
START_TEST(attempts_fail_that_must)
{
    CaseList *list = drawn(4, 5);
    int retried = 0;
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        int n = (int)c->arg[0], want = *(const int32_t *)c->buffer[2].want;
        CuckooShape shape = {(int)c->arg[1], (int)c->arg[2], (uint32_t)c->arg[3]};
        size_t bytes = (size_t)shape.functions * (size_t)shape.width * sizeof(uint64_t);
        uint64_t *table = malloc(bytes);
        ck_assert_ptr_nonnull(table);
        for (int a = 1; a <= (want < 0 ? CUCKOO_ATTEMPTS : want); a++, shape.seed++) {
            memset(table, 0xff, bytes);
            size_t placed = reference_cuckoo(table, shape, c->buffer[0].data, NULL, (size_t)n);
            ck_assert_int_eq(placed == (size_t)n, a == want);
            retried += a != want;
        }
        free(table);
    }
    ck_assert_int_gt(retried, 10);
    cases_free(list);
}
END_TEST

// Part 2: some keys are in a later section although their first place is empty.
START_TEST(tables_have_had_deletions)
{
    CaseList *list = drawn(2, 5);
    const Case *c = case_named(list, NULL, "n=4097 functions=2");
    CuckooShape shape = {(int)c->arg[1], (int)c->arg[2], (uint32_t)c->arg[3]};
    const uint64_t *table = c->buffer[1].data;
    int behind = 0;
    for (int i = 0; i < 4097; i++) {
        uint32_t key = ((const uint32_t *)c->buffer[0].data)[i];
        behind += reference_slot(table, shape, key) >= 0 &&
                  table[reference_place(shape, key, 0)] == REFERENCE_EMPTY;
    }
    ck_assert_int_gt(behind, 20);
    cases_free(list);
}
END_TEST

// Part 8: not all trials of a step end alike.
START_TEST(trials_differ)
{
    CaseList *list = drawn(8, 5);
    const Case *c = case_named(list, NULL, "functions=2 slots=400");
    const int32_t *want = c->buffer[2].want, *before = c->buffer[2].data;
    bool differ = false;
    for (int k = 0; k < c->arg[0]; k++)
        differ |= want[k] > before[k] && want[k] < before[k] + c->arg[1];
    ck_assert(differ);
    cases_free(list);
}
END_TEST

// ---- wrong answers ----------------------------------------------------------------------

START_TEST(wrong_buckets_are_recognised)
{
    CaseList *list = drawn(1, 5);
    const Case *c = case_named(list, NULL, "n=1000 buckets=33");
    const uint32_t *keys = c->buffer[0].data;
    int32_t got[33];
    memcpy(got, c->buffer[1].data, sizeof got);
    expect_sentence(c, got, "No bucket has grown");
    for (int i = 0; i < 999; i++)
        got[keys[i] % 33]++;
    expect_sentence(c, got, "Keys are missing");
    got[keys[999] % 33]++;
    expect_sentence(c, got, "key % buckets");
    got[1]--, got[2]++;
    expect_sentence(c, got, "grown by n altogether");
    got[2] += 2;
    expect_sentence(c, got, NULL);
    cases_free(list);
}
END_TEST

START_TEST(wrong_look_ups_are_recognised)
{
    CaseList *list = drawn(2, 5);
    const Case *c = case_named(list, NULL, "n=1000 functions=3");
    CuckooShape shape = {(int)c->arg[1], (int)c->arg[2], (uint32_t)c->arg[3]};
    const uint32_t *keys = c->buffer[0].data;
    uint32_t got[1000];
    memcpy(got, c->buffer[2].want, sizeof got);
    for (int i = 0; i < 1000; i++)
        if (reference_slot(c->buffer[1].data, shape, keys[i]) >= 2 * shape.width)
            got[i] = NO_VALUE;
    expect_sentence(c, got, "last section");
    for (int i = 0; i < 1000; i++)
        if (reference_slot(c->buffer[1].data, shape, keys[i]) >= shape.width)
            got[i] = NO_VALUE;
    expect_sentence(c, got, "later sections");
    memset(got, 0xff, sizeof got);
    expect_sentence(c, got, NULL);
    memcpy(got, c->buffer[2].want, sizeof got);
    got[7] = 1234567; // the value of no key
    expect_sentence(c, got, NULL);
    memcpy(got, c->buffer[2].want, sizeof got);
    const uint64_t *table = c->buffer[1].data;
    for (int i = 0; i < 1000; i++) {
        uint64_t entry = table[reference_place(shape, keys[i], 0)];
        if (entry != EMPTY_ENTRY && entry >> 32 != keys[i])
            got[i] = (uint32_t)entry;
    }
    expect_sentence(c, got, "those of other keys");
    cases_free(list);
}
END_TEST

START_TEST(wrong_tables_are_recognised)
{
    CaseList *list = drawn(3, 5);
    const Case *c = case_named(list, NULL, "n=1000 functions=3 in two calls");
    uint32_t got[1000];
    memset(got, 0, sizeof got);
    expect_sentence(c, got, "No key");
    for (int i = 0; i < 1000; i++)
        got[i] = i % 50 > 0;
    expect_sentence(c, got, "Keys are lost");
    for (int i = 0; i < 1000; i++)
        got[i] = i % 50 ? 1 : 2;
    expect_sentence(c, got, "several places");
    got[3] = 0;
    expect_sentence(c, got, NULL);
    cases_free(list);
}
END_TEST

START_TEST(wrong_deletions_are_recognised)
{
    CaseList *list = drawn(7, 5);
    const Case *c = case_named(list, NULL, "n=1000 functions=3");
    size_t n = c->buffer[3].count;
    uint32_t *got = malloc(n * sizeof *got);
    ck_assert_ptr_nonnull(got);
    for (size_t i = 0; i < n; i++)
        got[i] = 1;
    expect_sentence(c, got, "still in the table");
    memset(got, 0, n * sizeof *got);
    expect_sentence(c, got, "nobody deletes");
    free(got);
    cases_free(list);
}
END_TEST

START_TEST(wrong_failures_are_recognised)
{
    CaseList *list = drawn(8, 5);
    const Case *c = case_named(list, NULL, "functions=2 slots=400");
    int32_t got[6];
    memcpy(got, c->buffer[2].data, sizeof got);
    expect_sentence(c, got, "No table has failed");
    for (int k = 0; k < 6; k++)
        got[k] += (int32_t)c->arg[1];
    expect_sentence(c, got, "room for all");
    expect_sentence(c, got, "end alike");
    got[4] += 5;
    expect_sentence(c, got, "more failures than tables");
    cases_free(list);
}
END_TEST

SUITE(s)
{
    TESTS(s, "reference, cases, diagnoses", buckets_are_known_ones, sizes_are_counted,
          a_table_is_found_if_there_is_one, exchanges_are_counted, inputs_depend_on_the_seed,
          attempts_fail_that_must, tables_have_had_deletions, trials_differ,
          wrong_buckets_are_recognised, wrong_look_ups_are_recognised, wrong_tables_are_recognised,
          wrong_deletions_are_recognised, wrong_failures_are_recognised);
}

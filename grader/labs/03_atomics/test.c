// test.c - the CPU results of lab 03 against results known exactly, and what the
// suite says about wrong ones.
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/labs.h"
#include "grader/labs/03_atomics/reference.h"

#define LAB lab_03_atomics
#include "tests/lab_suite.h"

START_TEST(equal_values_are_not_above)
{
    const int32_t in[] = {4, 5, 6, INT32_MIN, INT32_MAX, 5};
    const int32_t want[] = {0, 0, 1, 0, 1, 0};
    int32_t above[6];
    ck_assert_uint_eq(reference_above(above, in, 6, 5), 2);
    ck_assert_mem_eq(above, want, sizeof want);
    ck_assert_uint_eq(reference_above(above, in, 6, INT32_MAX), 0);
    ck_assert_uint_eq(reference_above(above, in, 6, INT32_MIN), 5);
    ck_assert_uint_eq(reference_above(above, in, 0, 5), 0);
}
END_TEST

START_TEST(bytes_are_added)
{
    uint8_t in[1000];
    uint32_t bins[256] = {0}, want[256] = {0};
    bins[7] = want[7] = 3;
    for (int i = 0; i < 1000; i++)
        want[in[i] = (uint8_t)(i * i)]++;
    reference_bytes(bins, in, 1000);
    ck_assert_mem_eq(bins, want, sizeof want);
    reference_bytes(bins, in, 0);
    ck_assert_mem_eq(bins, want, sizeof want);
}
END_TEST

START_TEST(the_maximum_may_be_anywhere)
{
    float in[33];
    for (int at = 0; at < 33; at++) {
        for (int i = 0; i < 33; i++)
            in[i] = i == at ? -0.5f : -1 - (float)i;
        ck_assert(reference_maximum(-INFINITY, in, 33) == -0.5f);
        ck_assert(reference_maximum(3, in, 33) == 3);
    }
    ck_assert(reference_maximum(-2, in, 0) == -2);
    in[5] = INFINITY;
    ck_assert(isinf(reference_maximum(-2, in, 33)));
}
END_TEST

START_TEST(a_record_adds_to_its_old_values)
{
    const int32_t in[] = {INT32_MAX, INT32_MAX, -1, INT32_MAX};
    int64_t record[3] = {10, 100, -5};
    reference_record(record, in, 4);
    ck_assert_int_eq(record[0], 14);
    ck_assert_int_eq(record[1], 99 + 3 * (int64_t)INT32_MAX);
    ck_assert_int_eq(record[2], INT32_MAX);
    int64_t none[3] = {1, 2, 3};
    reference_record(none, in, 0);
    ck_assert_int_eq(none[2], 3);
}
END_TEST

// ---- wrong answers ----------------------------------------------------------------------

static bool is_kept(const Case *c, int i)
{
    return ((const int32_t *)c->buffer[0].data)[i] > c->arg[1];
}

START_TEST(wrong_counts_are_recognised)
{
    CaseList *list = drawn(1, 1);
    const Case *c = case_named(list, NULL, "n=3001 dense");
    int32_t before = *(const int32_t *)c->buffer[1].data,
            want = *(const int32_t *)c->buffer[1].want;
    int32_t got = want - before, first = before, whole = before;
    expect_sentence(c, &got, "old value of *result is lost");
    expect_sentence(c, &before, "nothing was counted");
    for (int i = 0; i < 3001; i++) {
        first += i < ATOMICS_BLOCK && is_kept(c, i);
        whole += i < 3001 / ATOMICS_BLOCK * ATOMICS_BLOCK && is_kept(c, i);
    }
    expect_sentence(c, &first, "first block");
    expect_sentence(c, &whole, "last whole block");
    got = want - 500;
    expect_sentence(c, &got, NULL);
    cases_free(list);
}
END_TEST

START_TEST(wrong_lengths_of_lists_are_recognised)
{
    CaseList *list = drawn(3, 1);
    const Case *c = case_named(list, NULL, "n=3001 lane 31");
    int32_t got = 0;
    expect_sentence(c, &got, "no slot was taken");
    c = case_named(list, NULL, "n=4095");
    int32_t warps = 0;
    for (int i = 0; i < 4095; i += 32)
        for (int lane = 0; lane < 32 && i + lane < 4095; lane++)
            if (is_kept(c, i + lane)) {
                warps++;
                break;
            }
    expect_sentence(c, &warps, "each warp took one slot");
    got = 4096; // 16 blocks
    expect_sentence(c, &got, "every thread takes one");
    got = 1000;
    expect_sentence(c, &got, NULL);
    cases_free(list);
}
END_TEST

START_TEST(wrong_bins_are_recognised)
{
    CaseList *list = drawn(4, 1);
    const Case *c = case_named(list, NULL, "n=4097");
    const uint8_t *in = c->buffer[0].data;
    uint32_t got[ATOMICS_BINS];
    memcpy(got, c->buffer[1].data, sizeof got);
    expect_sentence(c, got, "no bin has changed");
    for (int i = 0; i < 512; i++) // two blocks
        got[in[i]]++;
    expect_sentence(c, got, "a loop is missing");
    got[3]++;
    expect_sentence(c, got, NULL);
    cases_free(list);
}
END_TEST

START_TEST(wrong_maxima_are_recognised)
{
    CaseList *list = drawn(6, 1);
    const Case *c = case_named(list, NULL, "n=5000 negative");
    const float *in = c->buffer[0].data;
    float got = 0;
    expect_sentence(c, &got, "larger than all of them");
    got = in[77] == *(const float *)c->buffer[1].want ? in[78] : in[77];
    expect_sentence(c, &got, "not the largest");
    // Below zero, the largest bits are those of the old value, the lowest float.
    expect_sentence(c, c->buffer[1].data, "opposite order");
    cases_free(list);
}
END_TEST

START_TEST(wrong_records_are_recognised)
{
    CaseList *list = drawn(7, 1);
    const Case *c = case_named(list, NULL, "n=4097");
    int64_t got[3];
    memcpy(got, c->buffer[1].want, sizeof got);
    got[2]--;
    expect_sentence(c, got, "the maximum is not");
    got[1] -= INT64_C(3) << 32;
    expect_sentence(c, got, "2^32");
    got[0]--;
    expect_sentence(c, got, "whole blocks are missing");
    got[0] += 1 + 4095;
    expect_sentence(c, got, "count is that of whole blocks");
    got[0]--;
    expect_sentence(c, got, NULL);
    cases_free(list);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("lab 03");
    TCase *t = tcase_create("reference");
    tcase_add_test(t, equal_values_are_not_above);
    tcase_add_test(t, bytes_are_added);
    tcase_add_test(t, the_maximum_may_be_anywhere);
    tcase_add_test(t, a_record_adds_to_its_old_values);
    tcase_add_test(t, wrong_counts_are_recognised);
    tcase_add_test(t, wrong_lengths_of_lists_are_recognised);
    tcase_add_test(t, wrong_bins_are_recognised);
    tcase_add_test(t, wrong_maxima_are_recognised);
    tcase_add_test(t, wrong_records_are_recognised);
    suite_add_tcase(s, t);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    int failed = srunner_ntests_failed(r) + (srunner_ntests_run(r) == 0);
    srunner_free(r);
    return failed != 0;
}

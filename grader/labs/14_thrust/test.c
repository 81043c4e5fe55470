// test.c - the suite of lab 14: its CPU reference against results known exactly, its
// cases, and what it says about wrong answers.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "common/labs.h"
#include "grader/labs/14_thrust/reference.h"

#define LAB lab_14_thrust
#include "grader/labs/kit.h"
#include "tests/lab_suite.h"

// ---- the reference ----------------------------------------------------------------------

START_TEST(numbers_are_known_ones)
{
    const int32_t in[] = {-3, 5, INT32_MIN, 5, INT32_MAX}, index[] = {4, 4, 0};
    ck_assert_int_eq(reference_largest(in, 4), 5);
    ck_assert_int_eq(reference_largest(in, 1), -3);
    ck_assert_int_eq(reference_largest(in, 0), INT32_MIN);
    ck_assert_int_eq(reference_square_sum(in, 2), 34);
    ck_assert_int_eq(reference_square_sum(in + 2, 1), INT64_C(1) << 62);
    ck_assert_int_eq(reference_picked_sum(in, index, 3), 2 * (int64_t)INT32_MAX - 3);
    ck_assert_int_eq(reference_distance(in + 2, in + 4, 1), UINT32_MAX);
    ck_assert_int_eq(reference_distance(in, in + 1, 1), 8);
}
END_TEST

START_TEST(lists_are_known_ones)
{
    const int32_t keys[] = {7, -2, 7, 7, 0, -2}, values[] = {1, 10, 100, 1000, 5, -30};
    int32_t group[6], total[6], places[6];
    ck_assert_uint_eq(reference_totals(group, total, keys, values, 6), 3);
    ck_assert_mem_eq(group, ((int32_t[]){-2, 0, 7}), 12);
    ck_assert_mem_eq(total, ((int32_t[]){-20, 5, 1101}), 12);
    ck_assert_uint_eq(reference_totals(group, total, keys, values, 0), 0);
    ck_assert_uint_eq(reference_places_above(places, keys, 6, 0), 3);
    ck_assert_mem_eq(places, ((int32_t[]){0, 2, 3}), 12);
    ck_assert_uint_eq(reference_places_above(places, keys, 6, 7), 0);
}
END_TEST

// ---- the cases --------------------------------------------------------------------------

START_TEST(inputs_depend_on_the_seed)
{
    for (int part = 1; part <= 8; part++)
        expect_seed_decides(part, 6);
}
END_TEST

// A sum that fits in 32 bits would not show an int.
START_TEST(sums_need_64_bits)
{
    static const struct {
        int part;
        const char *variant;
    } sums[] = {{3, "squares"}, {5, "picked"}, {8, "hand"}};
    for (int k = 0; k < 3; k++) {
        CaseList *list = drawn(sums[k].part, 5);
        const Case *c = case_named(list, sums[k].variant, "n=1000");
        int64_t want = *(const int64_t *)c->buffer[c->buffers - 1].want;
        ck_assert_int_ne(want, (int32_t)want);
        cases_free(list);
    }
}
END_TEST

// What is after the last group or place stays, and some elements are not taken.
START_TEST(rests_stay)
{
    CaseList *list = drawn(6, 5);
    const Case *c = case_named(list, NULL, "n=4099");
    size_t groups = (size_t)((const int32_t *)c->buffer[4].want)[0];
    ck_assert_uint_eq(groups, 11);
    for (int b = 2; b <= 3; b++)
        ck_assert_mem_eq((const int32_t *)c->buffer[b].want + groups,
                         (const int32_t *)c->buffer[b].data + groups, (4099 - groups) * 4);
    cases_free(list);
}
END_TEST

// ---- wrong answers ----------------------------------------------------------------------

START_TEST(wrong_maps_are_recognised)
{
    CaseList *list = drawn(1, 5);
    const Case *c = case_named(list, NULL, "n=1000");
    const float *x = c->buffer[0].data, *y = c->buffer[1].data;
    float a = kit_quarters(c->arg[1]), got[1000];
    memcpy(got, y, sizeof got);
    expect_sentence(c, got, "has not changed");
    for (int i = 0; i < 1000; i++)
        got[i] = a * x[i];
    expect_sentence(c, got, "y is not added");
    for (int i = 0; i < 1000; i++)
        got[i] = a * y[i] + x[i];
    expect_sentence(c, got, "other order");
    got[3] += 1;
    expect_sentence(c, got, NULL);
    cases_free(list);
    list = drawn(2, 5);
    c = case_named(list, NULL, "n=1000");
    expect_sentence(c, c->buffer[0].data, "not their squares");
    cases_free(list);
    list = drawn(4, 5);
    c = case_named(list, NULL, "n=1000");
    for (int i = 0; i < 1000; i++)
        got[i] = ((const float *)c->buffer[0].data)[i] * ((const float *)c->buffer[3].data)[i];
    expect_sentence(c, got, "ax bx alone");
    cases_free(list);
}
END_TEST

START_TEST(wrong_numbers_are_recognised)
{
    CaseList *list = drawn(3, 5);
    const Case *c = case_named(list, "largest", "n=2500 negative");
    int32_t zero = 0, one = 1;
    expect_sentence(c, &zero, "lowest int");
    expect_sentence(c, &one, NULL);
    c = case_named(list, "squares", "n=1000");
    int64_t low = (int32_t) * (const int64_t *)c->buffer[1].want, other = low + 1;
    expect_sentence(c, &low, "lower 32 bits");
    expect_sentence(c, &other, NULL);
    cases_free(list);
    list = drawn(8, 5);
    c = case_named(list, "cub", "n=1000");
    int64_t difference = 0;
    for (int i = 0; i < 1000; i++)
        difference += (int64_t)((const int32_t *)c->buffer[0].data)[i] -
                      ((const int32_t *)c->buffer[1].data)[i];
    expect_sentence(c, &difference, "cancel");
    cases_free(list);
}
END_TEST

START_TEST(wrong_lists_are_recognised)
{
    CaseList *list = drawn(6, 5);
    const Case *c = case_named(list, NULL, "n=1000");
    const int32_t *in = c->buffer[0].data;
    int32_t got[1000], more[2501];
    int runs = 0;
    memset(got, 0, sizeof got);
    for (int i = 0; i < 1000; i++)
        if (i == 0 || in[i] != in[i - 1])
            got[runs++] = in[i];
    expect_sentence(c, got, "sorted first");
    got[runs / 2]++;
    expect_sentence(c, got, NULL);
    cases_free(list);
    list = drawn(7, 5);
    c = case_named(list, NULL, "n=2501 all");
    expect_sentence(c, c->buffer[0].data, "not their places");
    c = case_named(list, NULL, "n=2501 sparse");
    int limit = (int)c->arg[1], loose = 0;
    memset(more, 0, sizeof more);
    for (int i = 0; i < 2501; i++)
        if (((const int32_t *)c->buffer[0].data)[i] >= limit)
            more[loose++] = i;
    expect_sentence(c, more, "equal to the limit");
    cases_free(list);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("lab 14");
    TCase *t = tcase_create("reference, cases, diagnoses");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, numbers_are_known_ones);
    tcase_add_test(t, lists_are_known_ones);
    tcase_add_test(t, inputs_depend_on_the_seed);
    tcase_add_test(t, sums_need_64_bits);
    tcase_add_test(t, rests_stay);
    tcase_add_test(t, wrong_maps_are_recognised);
    tcase_add_test(t, wrong_numbers_are_recognised);
    tcase_add_test(t, wrong_lists_are_recognised);
    suite_add_tcase(s, t);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    int failed = srunner_ntests_failed(r) + (srunner_ntests_run(r) == 0);
    srunner_free(r);
    return failed != 0;
}

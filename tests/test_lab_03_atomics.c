// test_lab_03_atomics.c - the CPU results of lab 03 against results known exactly.
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/reference/atomics.h"

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

int main(void)
{
    Suite *s = suite_create("lab 03");
    TCase *t = tcase_create("reference");
    tcase_add_test(t, equal_values_are_not_above);
    tcase_add_test(t, bytes_are_added);
    tcase_add_test(t, the_maximum_may_be_anywhere);
    tcase_add_test(t, a_record_adds_to_its_old_values);
    suite_add_tcase(s, t);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    int failed = srunner_ntests_failed(r) + (srunner_ntests_run(r) == 0);
    srunner_free(r);
    return failed != 0;
}

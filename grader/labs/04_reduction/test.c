// test.c - the suite of lab 04: its cases, and its diagnoses of
// wrong answers. The kernels themselves are tested by grading.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/contracts/04_reduction.h"

#define LAB lab_04_reduction
#include "tests/lab_suite.h"

START_TEST(every_part_has_its_sizes)
{
    static const int64_t sizes[] = {0,   1,    2,    31,   32,      33,     255,    256,
                                    257, 1023, 1024, 1025, 1 << 17, 999983, 1 << 20};
    CaseList *list = drawn(_i, 1);
    int counted = 0, largest = 0;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int found = 0;
        for (int i = 0; i < list->count; i++)
            found +=
                list->cases[i]->arg[0] == sizes[s] && strcmp(list->cases[i]->group, "int") == 0;
        ck_assert_int_eq(found, 1);
    }
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        counted += (c->flags & CASE_COUNTED) != 0;
        largest += c->arg[0] == (1 << 24) + 1;
        // Memcheck has to see who writes past the sums of blocks.
        bool past_sums = _i == 6 && c->arg[0] == (1 << 20) + 5;
        ck_assert(c->arg[0] <= 1 << 17 || past_sums || c->flags & CASE_CLEAN_ONLY);
        ck_assert(!(c->flags & CASE_TRIVIAL) || c->arg[0] <= 1 || strstr(c->name, "none"));
        ck_assert_int_eq(c->buffer[0].count, (size_t)c->arg[0]);
    }
    ck_assert_int_eq(counted, 1);
    ck_assert_int_eq(largest, _i == 3);
    cases_free(list);
}
END_TEST

// The expected sums of a case add up to the sum of its input, and no order of the additions
// overflows.
START_TEST(ints_add_up)
{
    CaseList *list = drawn(_i, 2);
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        int64_t in = 0, above = 0, below = 0, want = 0;
        if (c->buffer[0].type != ELEM_i32)
            continue;
        for (size_t k = 0; k < c->buffer[0].count; k++) {
            int64_t v = ((int32_t *)c->buffer[0].data)[k];
            in += v;
            above += v > 0 ? v : 0;
            below += v < 0 ? v : 0;
        }
        for (size_t k = 0; k < c->buffer[1].count; k++)
            want += ((int32_t *)c->buffer[1].want)[k];
        ck_assert_int_eq(in, want);
        ck_assert_int_le(above, INT32_MAX);
        ck_assert_int_ge(below, INT32_MIN);
        ck_assert(c->buffer[1].tolerance == 0);
    }
    cases_free(list);
}
END_TEST

START_TEST(floats_have_tight_bounds)
{
    CaseList *list = drawn(_i, 3);
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        if (c->buffer[0].type != ELEM_f32)
            continue;
        double magnitude = 0;
        for (size_t k = 0; k < c->buffer[0].count; k++)
            magnitude += fabs(((float *)c->buffer[0].data)[k]);
        bool exact = c->arg[0] <= 1 || strcmp(c->group, "pairs") == 0;
        ck_assert(exact ? c->buffer[1].tolerance == 0 : c->buffer[1].tolerance > 0);
        ck_assert(c->buffer[1].tolerance <= 1e-4 * magnitude);
    }
    cases_free(list);
}
END_TEST

START_TEST(seed_decides) { expect_seed_decides(3, 5); }
END_TEST

static const Case *find_case(const CaseList *list, int64_t n, const char *group)
{
    for (int i = 0; i < list->count; i++)
        if (list->cases[i]->arg[0] == n && strcmp(list->cases[i]->group, group) == 0)
            return list->cases[i];
    ck_abort_msg("no case with n=%lld", (long long)n);
}

// Wrong sums made from the input, as a wrong kernel would make them.
START_TEST(block_mistakes_are_recognised)
{
    CaseList *list = drawn(1, 4);
    const Case *c = find_case(list, 1025, "int");
    const int32_t *in = c->buffer[0].data;
    int32_t first[5] = {0}, half[5] = {0}, even[5] = {0}, zero[5] = {0}, odd[5] = {0};
    for (int i = 0; i < 1025; i++) {
        first[i / 256] += i % 256 == 0 ? in[i] : 0;
        half[i / 256] += i % 256 < 128 ? in[i] : 0;
        even[i / 256] += i % 2 == 0 ? in[i] : 0;
        odd[i / 256] += i % 7 ? in[i] : 0;
    }
    expect_sentence(c, zero, "every sum is 0");
    expect_sentence(c, first, "first element alone");
    expect_sentence(c, half, "first half");
    expect_sentence(c, even, "stride 1 is missing");
    expect_sentence(c, odd, NULL);
    cases_free(list);
}
END_TEST

START_TEST(tile_mistakes_are_recognised)
{
    CaseList *list = drawn(4, 4);
    const Case *c = find_case(list, 5000, "float"); // 5 tiles for 2 blocks
    const float *in = c->buffer[0].data;
    float round[2] = {0}, nan[2] = {NAN, NAN};
    for (int i = 0; i < 2048; i++)
        round[i / REDUCE_TILE] += in[i];
    expect_sentence(c, round, "one tile only");
    expect_sentence(c, nan, NULL);
    cases_free(list);
}
END_TEST

START_TEST(other_pairs_are_recognised)
{
    CaseList *one = drawn(1, 4), *three = drawn(3, 4);
    const Case *c = find_case(one, 33, "pairs");
    // The same input, added in the order of the other part.
    Case other = *find_case(three, 33, "pairs");
    float halves[64] = {0};
    memcpy(other.buffer[0].data, c->buffer[0].data, 33 * sizeof(float));
    memcpy(halves, c->buffer[0].data, 33 * sizeof(float));
    for (int half = 32; half > 0; half /= 2)
        for (int i = 0; i < half; i++)
            halves[i] += halves[i + half];
    expect_sentence(c, halves, "come from halves");
    other.buffer[1].want = halves;
    expect_sentence(&other, c->buffer[1].want, "neighbouring pairs");
    float near = nextafterf(halves[0], 100);
    expect_sentence(c, &near, "another order");
    cases_free(one);
    cases_free(three);
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "suite", seed_decides, block_mistakes_are_recognised,
                     tile_mistakes_are_recognised, other_pairs_are_recognised);
    tcase_add_loop_test(t, every_part_has_its_sizes, 1, 8);
    tcase_add_loop_test(t, ints_add_up, 1, 8);
    tcase_add_loop_test(t, floats_have_tight_bounds, 1, 8);
}

// test.c - the references of lab 08 against results known exactly,
// its cases, and its diagnoses of wrong outputs.
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "common/contracts/08_dynamic_parallelism.h"
#include "grader/labs/08_dynamic_parallelism/reference.h"
#include "grader/labs/edges.h"

#define LAB lab_08_dynamic_parallelism
#include "tests/lab_suite.h"

enum { PARTS = 7 };

// ---- references ----------------------------------------------------------------------

START_TEST(hello_of_two_trees)
{
    static const int32_t want[] = {0,     1,     2,     3,     1000000, 1000001, 2000000,
                                   10000, 10001, 10002, 10003, 1000000, 1000001, 2000000};
    int32_t got[14];
    reference_hello(got, 2, 4);
    ck_assert_mem_eq(got, want, sizeof want);
    ck_assert_int_eq(HELLO(3, 2, 1), 3020001);
}
END_TEST

START_TEST(number_of_hello_entries)
{
    enum { BLOCKS = 3, THREADS = 1024, ENTRIES = BLOCKS * (2 * THREADS - 1) };
    int32_t *record = malloc(ENTRIES * sizeof *record);
    int of_depth[12] = {0};
    reference_hello(record, BLOCKS, THREADS);
    for (int i = 0; i < ENTRIES; i++)
        of_depth[record[i] / 1000000]++;
    for (int d = 0; d < 12; d++)
        ck_assert_int_eq(of_depth[d], BLOCKS * (THREADS >> d));
    free(record);
}
END_TEST

START_TEST(sorts_permutations)
{
    int32_t p[] = {0, 1, 2, 3, 4, 5};
    // All permutations, by the digits of a number in the factorial system.
    for (int k = 0; k < 720; k++) {
        int32_t x[6];
        int left[6] = {0, 1, 2, 3, 4, 5}, rest = k;
        for (int i = 0; i < 6; i++) {
            int at = rest % (6 - i);
            rest /= 6 - i;
            x[i] = left[at];
            memmove(left + at, left + at + 1, (size_t)(5 - at) * sizeof *left);
        }
        reference_heap_sort(x, 6);
        ck_assert_mem_eq(x, p, sizeof p);
    }
}
END_TEST

START_TEST(sorts_extremes)
{
    int32_t x[] = {INT_MAX, 0, INT_MIN, -1, INT_MAX, INT_MIN, 7};
    static const int32_t want[] = {INT_MIN, INT_MIN, -1, 0, 7, INT_MAX, INT_MAX};
    reference_heap_sort(x, 7);
    ck_assert_mem_eq(x, want, sizeof want);
    reference_heap_sort(x, 1);
    reference_heap_sort(x, 0);
    ck_assert_mem_eq(x, want, sizeof want);
}
END_TEST

// 0 -> 2 -> 1 -> 3 and 0 -> 3, a loop at 1, nothing to 4.
START_TEST(distances_of_a_small_graph)
{
    static const int32_t row[] = {0, 2, 4, 5, 5, 6}, col[] = {2, 3, 1, 3, 1, 0};
    static const int32_t from0[] = {0, 2, 1, 1, -1}, from3[] = {-1, -1, -1, 0, -1};
    int32_t level[5];
    reference_distances(level, row, col, 5, 0);
    ck_assert_mem_eq(level, from0, sizeof from0);
    reference_distances(level, row, col, 5, 3);
    ck_assert_mem_eq(level, from3, sizeof from3);
}
END_TEST

// ---- cases ---------------------------------------------------------------------------

START_TEST(every_part_has_counted_cases)
{
    CaseList *list = drawn(_i, 1);
    int counted = 0;
    for (int i = 0; i < list->count; i++) {
        counted += (list->cases[i]->flags & CASE_COUNTED) != 0;
        ck_assert_uint_le(list->cases[i]->buffer[0].count, 1 << 17);
    }
    ck_assert_int_eq(counted, _i == 2 || _i == 5 ? 2 : 1); // room, and a deep tree
    cases_free(list);
}
END_TEST

// In a grid of 64 x 64, from its corner, a distance is the sum of the coordinates.
START_TEST(grid_distances)
{
    CaseList *list = drawn(6, 1);
    const Case *c = case_named(list, NULL, "grid n=4096 from 0");
    for (int v = 0; v < 4096; v++)
        ck_assert_int_eq(((int32_t *)c->buffer[2].want)[v], v / 64 + v % 64);
    ck_assert_int_eq(c->buffer[1].count, 4 * 64 * 63);
    cases_free(list);
}
END_TEST

START_TEST(graphs_are_well_formed)
{
    CaseList *list = drawn(_i, 5);
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        const int32_t *row = c->buffer[0].data, *col = c->buffer[1].data;
        int64_t n = c->arg[0];
        ck_assert_int_eq(row[0], 0);
        ck_assert_int_eq((size_t)row[n], c->buffer[1].count);
        for (int64_t v = 0; v < n; v++)
            ck_assert_int_le(row[v], row[v + 1]);
        for (int32_t e = 0; e < row[n]; e++)
            ck_assert(col[e] >= 0 && col[e] < n);
        ck_assert(c->arg[1] >= 0 && c->arg[1] < n);
    }
    cases_free(list);
}
END_TEST

START_TEST(sums_do_not_overflow)
{
    CaseList *list = drawn(_i, 2);
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        const int32_t *in = c->buffer[0].data;
        for (int64_t b = 0; b * c->arg[1] < c->arg[0]; b++) {
            int64_t sum = 0, sizes = 0;
            for (int64_t k = b * c->arg[1]; k < c->arg[0] && k < (b + 1) * c->arg[1]; k++) {
                sum += in[k];
                sizes += llabs(in[k]);
            }
            ck_assert_int_le(sizes, INT_MAX);
            ck_assert_int_eq(((int32_t *)c->buffer[1].want)[b], sum);
        }
    }
    cases_free(list);
}
END_TEST

START_TEST(seed_decides) { expect_seed_decides(5, 0); }
END_TEST

// ---- diagnoses of wrong outputs --------------------------------------------------------

static int32_t *copy_of(const Buffer *b)
{
    int32_t *copy = malloc(b->count * sizeof *copy + 1);
    memcpy(copy, b->want, b->count * sizeof *copy);
    return copy;
}

START_TEST(hello_mistakes)
{
    CaseList *list = drawn(1, 1);
    const Case *c = case_named(list, NULL, "blocks=3 threads=4"); // 7 entries per tree
    int32_t *got = copy_of(&c->buffer[0]);
    for (int i = 0; i < 21; i++)
        got[i] %= 1000000;
    expect_sentence(c, got, "the depths are not");
    memcpy(got, c->buffer[0].want, 21 * sizeof *got);
    for (int i = 0; i < 21; i++)
        got[i] = i % 7 < 4 ? got[i] : -1;
    expect_sentence(c, got, "the entries of the children are not");
    memcpy(got, (int32_t *)c->buffer[0].want + 7, 7 * sizeof *got);
    expect_sentence(c, got, "entries of one tree are in the place of another");
    free(got);
    cases_free(list);
}
END_TEST

START_TEST(sum_mistakes)
{
    CaseList *list = drawn(2, 1);
    const Case *c = case_named(list, NULL, "n=1023 size=256 extreme");
    const int32_t *in = c->buffer[0].data;
    int32_t got[4] = {0};
    expect_sentence(c, got, "every sum is 0");
    for (int b = 0; b < 4; b++)
        got[b] = in[256 * b] + in[256 * b + 128];
    expect_sentence(c, got, "one pair only");
    memcpy(got, c->buffer[1].want, sizeof got);
    got[3]++;
    expect_sentence(c, got, "the last one is not");
    got[1]++, got[2]++;
    memset(got + 1, 0xcb, 3 * sizeof *got);
    expect_sentence(c, got, "only the first sum is ever written");
    c = case_named(list, NULL, "n=12000 size=4");
    int32_t *many = copy_of(&c->buffer[1]);
    for (int b = 2048; b < 3000; b++)
        many[b] ^= 1;
    expect_sentence(c, many, "limit of pending launches");
    free(many);
    cases_free(list);
}
END_TEST

START_TEST(sort_mistakes)
{
    CaseList *list = drawn(5, 1);
    const Case *c = case_named(list, NULL, "n=129, random");
    int32_t *got = copy_of(&c->buffer[0]);
    expect_sentence(c, c->buffer[0].data, "nothing has been sorted");
    for (int i = 0; i < 129; i++)
        got[i] = ((int32_t *)c->buffer[0].want)[128 - i];
    expect_sentence(c, got, "descending");
    memcpy(got, c->buffer[0].want, 129 * sizeof *got);
    got[5] = got[6];
    expect_sentence(c, got, "some elements are lost");
    got[5] = INT_MAX;
    expect_sentence(c, got, "some elements are lost");
    free(got);
    cases_free(list);
}
END_TEST

START_TEST(search_mistakes)
{
    CaseList *list = drawn(7, 1);
    const Case *c = case_named(list, NULL, "path n=5 from 0");
    expect_sentence(c, (int32_t[]){0, -1, -1, -1, -1}, "only the source");
    expect_sentence(c, (int32_t[]){0, 1, 2, -1, -1}, "ends too early");
    expect_sentence(c, (int32_t[]){0, 2, 3, 4, 5}, "one too large");
    expect_sentence(c, (int32_t[]){0, 1, 2, 4, 5}, "some distances are too large");
    cases_free(list);
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "suite", hello_of_two_trees, number_of_hello_entries, sorts_permutations,
                     sorts_extremes, distances_of_a_small_graph, grid_distances, seed_decides,
                     hello_mistakes, sum_mistakes, sort_mistakes, search_mistakes);
    tcase_add_loop_test(t, every_part_has_counted_cases, 1, PARTS + 1);
    tcase_add_loop_test(t, graphs_are_well_formed, 6, PARTS + 1);
    tcase_add_loop_test(t, sums_do_not_overflow, 2, 5);
}

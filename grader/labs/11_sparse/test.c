// test.c - the CPU results of lab 11 against results known exactly, its cases, and
// what the suite says about wrong results.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/contracts/11_sparse.h"
#include "grader/labs/11_sparse/reference.h"
#include "grader/labs/11_sparse/room.h"

#define LAB lab_11_sparse
#include "tests/lab_suite.h"

// The matrix of the slides: 5 0 0 2 0 | empty | 0 3 0 0 0 | 1 0 4 0 6.
static const int32_t starts[] = {0, 2, 2, 3, 6}, columns[] = {0, 3, 1, 0, 2, 4};
static const float values[] = {5, 2, 3, 1, 4, 6};

START_TEST(products_are_those_by_hand)
{
    const float x[] = {1, 10, 100, 1000, -1}, want[] = {2005, 0, 30, 395};
    float y[4];
    reference_product(y, starts, columns, values, x, 4);
    ck_assert_mem_eq(y, want, sizeof want);
    const float b[] = {1, 2, 10, 20, 100, 200, 1000, 2000, -1, -2};
    float c[8];
    reference_product_dense(c, starts, columns, values, b, 4, 2);
    for (int row = 0; row < 4; row++) {
        ck_assert(c[2 * row] == want[row]);
        ck_assert(c[2 * row + 1] == 2 * want[row]);
    }
}
END_TEST

START_TEST(a_list_becomes_rows)
{
    const int32_t row[] = {3, 0, 3, 2, 3, 0}, column[] = {4, 3, 0, 1, 2, 0};
    const float value[] = {6, 2, 1, 3, 4, 5};
    int32_t start[5], sorted[6];
    float moved[6];
    reference_from_list(start, sorted, moved, row, column, value, 4, 6);
    ck_assert_mem_eq(start, starts, sizeof starts);
    ck_assert_mem_eq(sorted, columns, sizeof columns);
    ck_assert_mem_eq(moved, values, sizeof values);
}
END_TEST

// Two pages, of which the first links to the second, which is dangling.
START_TEST(ranks_are_those_by_hand)
{
    const int32_t start[] = {0, 0, 1}, source[] = {0}, out[] = {1, 0};
    const ReferenceGraph g = {2, start, source, out};
    double rank[2] = {0.5, 0.5};
    double change = reference_rank_step(rank, &g, rank);
    ck_assert_double_eq_tol(rank[0], 0.075 + 0.85 * 0.25, 1e-15);
    ck_assert_double_eq_tol(rank[1], 0.075 + 0.85 * 0.75, 1e-15);
    ck_assert_double_eq_tol(change, 2 * 0.2125, 1e-15);
    int steps = reference_rank_converge(rank, &g, 1e-12, 8);
    ck_assert_int_eq(steps % 8, 0);
    // p = 0.075 + 0.425 q and p + q = 1
    ck_assert_double_eq_tol(rank[0], 0.5 / 1.425, 1e-11);
    ck_assert_double_eq_tol(rank[0] + rank[1], 1, 1e-14);
}
END_TEST

START_TEST(the_file_of_includes_is_a_graph)
{
    LinkList all = links_of_includes();
    ck_assert_int_gt(all.pages, 600);
    ck_assert_int_gt(all.links, 2000);
    int dangling = all.pages, *out = calloc((size_t)all.pages, sizeof *out);
    for (int i = 0; i < all.links; i++) {
        ck_assert(all.from[i] >= 0 && all.from[i] < all.pages);
        ck_assert(all.to[i] >= 0 && all.to[i] < all.pages);
        dangling -= out[all.from[i]]++ == 0;
    }
    ck_assert_int_gt(dangling, 50);
    free(out);
    links_free(&all);
}
END_TEST

START_TEST(matrices_are_as_labs_h_says)
{
    for (int part = PART_threads; part <= PART_dense; part++) {
        CaseList *list = drawn(part, 1);
        for (int i = 0; i < list->count; i++) {
            const Case *c = list->cases[i];
            const int32_t *start = c->buffer[IN_start].data, *column = c->buffer[IN_column].data;
            ck_assert_int_eq(start[0], 0);
            ck_assert_int_eq(start[c->arg[0]], c->arg[2]);
            for (int64_t row = 0; row < c->arg[0]; row++)
                ck_assert_int_le(start[row], start[row + 1]);
            for (int64_t k = 0; k < c->arg[2]; k++)
                ck_assert(column[k] >= 0 && column[k] < c->arg[1]);
            const float *y = c->buffer[OUT_y].want;
            for (size_t k = 0; k < c->buffer[OUT_y].count; k++)
                ck_assert(fabsf(y[k]) < 0x1p24f); // all sums are exact
        }
        cases_free(list);
    }
}
END_TEST

// The ranks add up to 1, and another damping, another number of steps or forgotten dangling
// pages change more than the tolerance.
START_TEST(tolerances_tell_ranks_apart)
{
    CaseList *list = drawn(PART_step, 1);
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        const Buffer *next = &c->buffer[OUT_next];
        const double *want = next->want;
        double sum = 0, least = 1;
        for (size_t page = 0; page < next->count; page++) {
            sum += want[page];
            least = fmin(least, want[page]);
        }
        ck_assert_double_eq_tol(sum, 1, 1e-9);
        ck_assert_double_lt(next->tolerance, 1e-4 * least);
    }
    cases_free(list);
}
END_TEST

START_TEST(no_change_is_near_epsilon)
{
    CaseList *list = drawn(PART_converge, 3);
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        double epsilon;
        memcpy(&epsilon, &c->arg[2], sizeof epsilon);
        ck_assert_double_ge(epsilon, 1e-12);
        const Buffer *rank = &c->buffer[OUT_rank];
        double *got = malloc((rank->count + 1) * sizeof *got);
        const ReferenceGraph g = {rank->count, c->buffer[IN_links].data, c->buffer[IN_source].data,
                                  c->buffer[IN_out].data};
        int32_t steps = *(const int32_t *)c->buffer[OUT_steps].want;
        ck_assert_int_eq(reference_rank_converge(got, &g, epsilon * 0.999, RANK_ROUND), steps);
        ck_assert_int_eq(reference_rank_converge(got, &g, epsilon * 1.001, RANK_ROUND), steps);
        free(got);
    }
    cases_free(list);
}
END_TEST

// ---- wrong results ----------------------------------------------------------------------

// y where only nonzeros 0, stride, 2 stride ... of each row are added.
static void add_every(float *y, const Case *c, int stride)
{
    const int32_t *start = c->buffer[IN_start].data, *column = c->buffer[IN_column].data;
    const float *value = c->buffer[IN_value].data, *x = c->buffer[IN_x].data;
    for (int row = 0; row < c->arg[0]; row++) {
        y[row] = 0;
        for (int k = start[row]; k < start[row + 1]; k += stride)
            y[row] += value[k] * x[column[k]];
    }
}

START_TEST(wrong_products_are_recognised)
{
    CaseList *list = drawn(PART_warps, 1), *lanes = drawn(PART_lanes, 1);
    const Case *c = case_named(list, NULL, "7x900 long rows");
    float y[700];
    add_every(y, c, 1);
    ck_assert_mem_eq(y, c->buffer[OUT_y].want, 7 * sizeof *y); // the right result
    add_every(y, c, 32);
    expect_sentence(c, y, "sum of lane 0");
    y[3]++;
    expect_sentence(c, y, NULL);
    c = case_named(list, NULL, "700x650 mostly empty");
    memcpy(y, c->buffer[OUT_y].want, sizeof y);
    const int32_t *start = c->buffer[IN_start].data;
    for (int row = 0; row < 700; row++)
        y[row] = start[row] == start[row + 1] ? 99 : y[row];
    expect_sentence(c, y, "only the results of empty rows are wrong");
    c = case_named(lanes, NULL, "1x700 long rows lanes=8");
    add_every(y, c, 8);
    expect_sentence(c, y, "first lane of its group");
    cases_free(list);
    cases_free(lanes);
}
END_TEST

START_TEST(a_turned_matrix_is_recognised)
{
    CaseList *list = drawn(PART_dense, 1);
    const Case *c = case_named(list, NULL, "31x20 short rows width=32");
    const float *want = c->buffer[OUT_y].want;
    float got[31 * 32];
    for (int row = 0; row < 31; row++)
        for (int col = 0; col < 32; col++)
            got[col * 31 + row] = want[row * 32 + col];
    expect_sentence(c, got, "column by column");
    expect_sentence(c, want, NULL);
    cases_free(list);
}
END_TEST

START_TEST(wrong_starts_are_recognised)
{
    CaseList *list = drawn(PART_list, 1);
    const Case *c = case_named(list, NULL, "300x200 middle rows");
    const int32_t *want = c->buffer[OUT_start].want;
    int32_t got[301];
    for (int row = 0; row < 300; row++)
        got[row] = want[row + 1];
    got[300] = want[300];
    expect_sentence(c, got, "where row r ends");
    for (int row = 0; row < 300; row++)
        got[row] = want[row + 1] - want[row];
    expect_sentence(c, got, "scan is missing");
    got[7]++;
    expect_sentence(c, got, NULL);
    cases_free(list);
}
END_TEST

START_TEST(wrong_ranks_are_recognised)
{
    CaseList *list = drawn(PART_step, 1), *converge = drawn(PART_converge, 1);
    const Case *c = case_named(list, NULL, "257 pages star");
    const int32_t *start = c->buffer[IN_links].data, *source = c->buffer[IN_source].data,
                  *out = c->buffer[IN_out].data;
    const double *rank = c->buffer[IN_rank].data;
    double got[257];
    for (int page = 0; page < 257; page++) {
        got[page] = 0.15 / 257;
        for (int k = start[page]; k < start[page + 1]; k++)
            got[page] += 0.85 * rank[source[k]] / out[source[k]];
    }
    expect_sentence(c, got, "without links are lost");
    got[0] += 1e-6;
    expect_sentence(c, got, NULL);
    c = case_named(converge, NULL, "33 pages");
    int32_t steps = 13;
    expect_sentence(c, &steps, "multiple of RANK_ROUND");
    steps = 1000 * RANK_ROUND;
    expect_sentence(c, &steps, "too late");
    steps = 0;
    expect_sentence(c, &steps, "too early");
    cases_free(list);
    cases_free(converge);
}
END_TEST

START_TEST(the_seed_decides)
{
    for (int part = PART_threads; part <= PART_converge; part++)
        expect_seed_decides(part, 5);
}
END_TEST

SUITE(s)
{
    TESTS(s, "reference", products_are_those_by_hand, a_list_becomes_rows, ranks_are_those_by_hand,
          the_file_of_includes_is_a_graph, matrices_are_as_labs_h_says, tolerances_tell_ranks_apart,
          no_change_is_near_epsilon, wrong_products_are_recognised, a_turned_matrix_is_recognised,
          wrong_starts_are_recognised, wrong_ranks_are_recognised, the_seed_decides);
}

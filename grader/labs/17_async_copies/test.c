// test.c - the suite of lab 17: its CPU results against results known exactly, its cases, its
// questions, and what it says about wrong outputs.
#include <stdio.h>
#include <string.h>

#include "common/contracts/17_async_copies.h"
#include "grader/labs/17_async_copies/reference.h"
#include "grader/labs/questions.h"

#define LAB lab_17_async_copies
#include "tests/lab_suite.h"

enum { N = ASYNC_ROW };

// ---- the references -------------------------------------------------

// A one becomes the three weights, also where it is at an end of the ring.
START_TEST(a_row_is_a_ring)
{
    static const int places[] = {0, 1, 500, N - 1};
    const int32_t weight[3] = {3, 5, 7};
    for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
        int32_t row[N] = {0}, out[N], sum = 0;
        int at = places[p];
        row[at] = 1;
        reference_filtered_row(out, row, weight);
        ck_assert_int_eq(out[(at + 1) % N], 3); // it is the left one there
        ck_assert_int_eq(out[at], 5);
        ck_assert_int_eq(out[(at + N - 1) % N], 7);
        for (int i = 0; i < N; i++)
            sum += out[i];
        ck_assert_int_eq(sum, 15);
    }
}
END_TEST

START_TEST(constants_become_four_times_as_large)
{
    int32_t row[N], out[N];
    for (int i = 0; i < N; i++)
        row[i] = -12345;
    reference_filtered_row(out, row, reference_smoothing);
    for (int i = 0; i < N; i++)
        ck_assert_int_eq(out[i], 4 * -12345);
}
END_TEST

START_TEST(turned_twice_is_as_before)
{
    int32_t in[12], once[12], twice[12];
    for (int i = 0; i < 12; i++)
        in[i] = i * i;
    reference_turned(once, in, 3, 4);
    ck_assert_int_eq(once[1], in[4]); // row 0 of the result is column 0
    ck_assert_int_eq(once[3], in[1]);
    reference_turned(twice, once, 4, 3);
    ck_assert_mem_eq(twice, in, sizeof in);
}
END_TEST

// ---- questions and cases --------------------------------------------

START_TEST(questions_are_answered_by_counting)
{
    for (unsigned pick = 0; pick < 400; pick += 7) {
        OwnQuestion q;
        int a, b, right;
        ask_stage_uses(pick, &q);
        ck_assert_int_eq(sscanf(q.text, "%d stages, row %d", &a, &b), 2);
        int used = 0;
        for (int row = 0; row < b; row++)
            used += row % a == b % a;
        sscanf(q.right, "%d", &right);
        ck_assert_int_eq(right, used);
        ask_flight_bytes(pick, &q);
        ck_assert_int_eq(sscanf(q.text, "%d GB/s, %d ns, 132", &a, &b), 2);
        sscanf(q.right, "%d", &right);
        ck_assert_int_eq(right * 132, a * b);
        ask_box_column(pick, &q);
        ck_assert_int_eq(sscanf(q.text, "a box of %d columns", &a), 1);
        int words[32] = {0}, most = 0;
        for (int row = 0; row < 32; row++) {
            int bank = row * a % 32;
            most = ++words[bank] > most ? words[bank] : most;
        }
        sscanf(q.right, "%d", &right);
        ck_assert_int_eq(right, most);
    }
}
END_TEST

START_TEST(inputs_depend_on_the_seed)
{
    for (int part = 1; part <= 9; part++)
        expect_seed_decides(part, 1);
}
END_TEST

// A block has more rows than two rounds of its stages, and some have fewer than there are stages.
START_TEST(rings_go_round)
{
    for (int part = 1; part <= 5; part++) {
        CaseList *list = drawn(part, 5);
        int64_t most = 0, least = 99;
        for (int i = 0; i < list->count; i++) {
            const Case *c = list->cases[i];
            if ((c->flags & (CASE_TRIVIAL | CASE_CLEAN_ONLY)) || c->arg[0] < c->arg[1])
                continue;
            int64_t each = (c->arg[0] + c->arg[1] - 1) / c->arg[1];
            most = each > most ? each : most;
            least = each < least ? each : least;
        }
        ck_assert_int_gt(most, 2 * ASYNC_STAGES);
        ck_assert_int_lt(least, ASYNC_STAGES);
        cases_free(list);
    }
}
END_TEST

// ---- wrong outputs --------------------------------------------------

START_TEST(a_row_of_another_round_is_recognised)
{
    CaseList *list = drawn(2, 5);
    const Case *c = case_named(list, NULL, "rows=9 blocks=1");
    static int32_t got[9 * N];
    memcpy(got, c->buffer[1].want, sizeof got);
    memcpy(got + 5 * N, got + 4 * N, N * sizeof *got);
    expect_sentence(c, got, "the block's row before");
    memcpy(got, c->buffer[1].want, sizeof got);
    memcpy(got + 8 * N, got + 4 * N, N * sizeof *got);
    expect_sentence(c, got, "four rounds before");
    got[8 * N]++;
    expect_sentence(c, got, NULL);
    cases_free(list);
}
END_TEST

START_TEST(tiles_at_their_old_place_are_recognised)
{
    CaseList *list = drawn(6, 5);
    const Case *c = case_named(list, NULL, "64 x 32");
    static int32_t got[64 * 32];
    memcpy(got, c->buffer[0].data, sizeof got);
    expect_sentence(c, got, "nothing is turned");
    cases_free(list);
}
END_TEST

START_TEST(one_filter_for_all_is_recognised)
{
    CaseList *list = drawn(7, 5);
    const Case *c = case_named(list, NULL, "rows=2 clusters=1");
    static int32_t got[ASYNC_CLUSTER * 2 * N];
    for (size_t f = 0; f < ASYNC_CLUSTER; f++)
        memcpy(got + f * 2 * N, c->buffer[2].want, 2 * N * sizeof *got);
    expect_sentence(c, got, "weights of filter 0");
    cases_free(list);
}
END_TEST

SUITE(s)
{
    TESTS(s, "reference, cases, diagnoses", a_row_is_a_ring, constants_become_four_times_as_large,
          turned_twice_is_as_before, questions_are_answered_by_counting, inputs_depend_on_the_seed,
          rings_go_round, a_row_of_another_round_is_recognised,
          tiles_at_their_old_place_are_recognised, one_filter_for_all_is_recognised);
}

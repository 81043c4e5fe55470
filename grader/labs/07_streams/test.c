// test.c - lab 07: the CPU reference against results known exactly, the
// suite's gates and cases, and its diagnoses of wrong outputs. The host code that the
// lab is about is tested by grading, and by the mutants.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "common/labs.h"
#include "grader/labs/07_streams/reference.h"

#define LAB lab_07_streams
#include "tests/lab_suite.h"

// ---- the reference -------------------------------------------------------------------

START_TEST(a_jump_equals_many_steps)
{
    uint32_t x = 12345, walked = x;
    for (uint64_t steps = 0; steps < 300; steps++) {
        ck_assert_uint_eq(reference_jump(x, steps), walked);
        walked = 1664525u * walked + 1013904223u;
    }
    ck_assert_uint_eq(reference_jump(0, 1), 1013904223u); // known values of this generator
    ck_assert_uint_eq(reference_jump(0, 2), 1196435762u);
    ck_assert_uint_eq(reference_jump(0, 3), 3519870697u);
    ck_assert_uint_eq(reference_jump(0, 4), 2868466484u);
    // Its period is 2^32.
    ck_assert_uint_eq(reference_jump(77, (uint64_t)1 << 32), 77);
    ck_assert_uint_ne(reference_jump(77, (uint64_t)1 << 31), 77);
}
END_TEST

START_TEST(advance_changes_each_word_and_returns_the_sum)
{
    const uint32_t in[3] = {0, 1013904223u, UINT32_MAX};
    uint32_t out[3];
    uint32_t check = reference_advance(out, in, 3, 1);
    ck_assert_uint_eq(out[0], 1013904223u);
    ck_assert_uint_eq(out[1], 1196435762u);
    ck_assert_uint_eq(out[2], 1012239698u);
    ck_assert_uint_eq(check, 1013904223u ^ 1196435762u ^ 1012239698u);
    ck_assert_uint_eq(reference_advance(out, in, 0, 5), 0);
}
END_TEST

START_TEST(products_of_known_matrices)
{
    const double a[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, b[9] = {9, 8, 7, 6, 5, 4, 3, 2, 1};
    const double want[9] = {30, 24, 18, 84, 69, 54, 138, 114, 90};
    const double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    double c[9];
    reference_matrix_product(c, a, b, 3);
    ck_assert_int_eq(memcmp(c, want, sizeof c), 0);
    reference_matrix_product(c, a, one, 3);
    ck_assert_int_eq(memcmp(c, a, sizeof c), 0);
    reference_matrix_product(c, one, b, 3);
    ck_assert_int_eq(memcmp(c, b, sizeof c), 0);
    reference_matrix_product(c, a, b, 0);
}
END_TEST

// ---- the suite -------------------------------------------------------------------------

// Virtual times are estimates, so no bound is the solution's own time.
START_TEST(gates_lie_between_naive_and_good)
{
    for (const Part *p = LAB.parts; p->number; p++)
        for (const Item *item = p->items; item->name; item++)
            for (int g = 0; item->kind == ITEM_gate && g < MAX_GATES && item->gate[g].metric; g++) {
                const Gate *gate = &item->gate[g];
                ck_assert_msg(gate->at_least ? gate->good > gate->gate : gate->good < gate->gate,
                              "%s", gate->label);
            }
}
END_TEST

static bool in_group(const Item *item, const Case *c)
{
    return !item->group || (c->group && strcmp(item->group, c->group) == 0);
}

static bool has_item_for_checkers(const Part *part)
{
    for (const Item *item = part->items; item->name; item++)
        if (item->kind == ITEM_safe)
            return true;
    return false;
}

// Every gate has one counted case, and every group of results has a case that proves something; in
// parts that earn points for safety, one that runs under the checkers.
START_TEST(every_item_has_a_case)
{
    const Part *part = &lab_07_streams.parts[_i - 1];
    CaseList *list = drawn(_i, 1);
    unsigned unseen = CASE_TRIVIAL | (has_item_for_checkers(part) ? CASE_CLEAN_ONLY : 0);
    for (const Item *item = part->items; item->name; item++) {
        int counted = 0, checked = 0;
        for (int i = 0; i < list->count; i++) {
            const Case *c = list->cases[i];
            counted += in_group(item, c) && c->flags & CASE_COUNTED;
            checked += in_group(item, c) && !(c->flags & unseen);
        }
        if (item->kind == ITEM_gate)
            ck_assert_int_eq(counted, 1);
        if (item->kind == ITEM_correct)
            ck_assert_int_gt(checked, 0);
    }
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        ck_assert(!(c->flags & CASE_TRIVIAL) || c->arg[0] <= 1);
        ck_assert(c->arg[0] <= 1 << 18 || c->flags & CASE_CLEAN_ONLY);
    }
    cases_free(list);
}
END_TEST

START_TEST(some_lengths_leave_a_shorter_last_piece)
{
    CaseList *list = drawn(3, 1);
    int rest = 0, whole = 0, one_piece = 0, reuse = 0;
    for (int i = 0; i < list->count; i++) {
        int64_t n = list->cases[i]->arg[0], chunk = list->cases[i]->arg[1];
        rest += n % chunk != 0 && n > chunk;
        whole += n > 0 && n % chunk == 0;
        one_piece += n > 1 && n < chunk;
        reuse += n / chunk > 2 * STREAMS_COUNT;
    }
    ck_assert(rest > 1 && whole > 1 && one_piece > 0 && reuse > 1);
    cases_free(list);
}
END_TEST

START_TEST(seed_decides) { expect_seed_decides(1, 0); }
END_TEST

// ---- diagnoses --------------------------------------------------------------------------

static const Case *find(CaseList *list, const char *variant, int64_t first, int64_t second)
{
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->cases[i]->variant, variant) == 0 && list->cases[i]->arg[0] == first &&
            list->cases[i]->arg[1] == second)
            return list->cases[i];
    ck_abort_msg("no case %s %d %d", variant, (int)first, (int)second);
}

START_TEST(wrong_words_are_recognised)
{
    CaseList *list = drawn(3, 1);
    const Case *c = find(list, "three", 100, 7);
    const uint32_t *in = c->buffer[0].data, *want = c->buffer[1].want;
    uint32_t got[100];
    expect_sentence(c, in, "have not changed");
    reference_advance(got, in, 100, 2 * STREAMS_STEPS);
    expect_sentence(c, got, "one pass too far");
    memset(got, 0xcb, sizeof got);
    expect_sentence(c, got, "nothing was copied back");
    memcpy(got, want, 98 * sizeof *got);
    expect_sentence(c, got, "after the last whole piece");
    memcpy(got, want, sizeof got);
    got[50] ^= 1; // no known mistake
    expect_sentence(c, got, NULL);
    cases_free(list);
}
END_TEST

START_TEST(wrong_shares_are_recognised)
{
    CaseList *list = drawn(4, 1);
    const Case *c = find(list, "four", 100, 7);
    const uint32_t *want = c->buffer[1].want;
    uint32_t got[257];
    memset(got, 0xcb, sizeof got);
    memcpy(got, want, (100 - 100 / 6) * sizeof *got);
    expect_sentence(c, got, "the host's share");
    memset(got, 0, sizeof got);
    memcpy(got, want, 25 * sizeof *got); // 100 bytes
    expect_sentence(c, got, "only the first quarter");
    cases_free(list);
    list = drawn(2, 1);
    c = find(list, "overlap", 255, 3);
    memcpy(got, c->buffer[1].data, 256 * sizeof *got);
    expect_sentence(c, got, "host_advance(mine, mine, m) is missing");
    memcpy(got, c->buffer[1].want, 255 * sizeof *got);
    expect_sentence(c, got, "`mine` has m words");
    cases_free(list);
}
END_TEST

START_TEST(wrong_orders_are_recognised)
{
    CaseList *list = drawn(7, 1);
    const Case *c = find(list, "order, case b", 33, 'b');
    const uint32_t *in = c->buffer[0].data;
    uint32_t got[66];
    reference_advance(got, in, 66, 2 * STREAMS_UNIT_STEPS);
    reference_advance(got + 33, in + 33, 33, STREAMS_UNIT_STEPS);
    expect_sentence(c, got, "stream B's words advanced fewer units");
    reference_advance(got, in, 66, 3 * STREAMS_UNIT_STEPS);
    expect_sentence(c, got, "stream A's words advanced more units");
    c = find(list, "order, case a", 33, 'a');
    memset(got, 0xcb, sizeof got);
    expect_sentence(c, got, "copy_out(A) is missing");
    memcpy(got, c->buffer[0].data, 33 * sizeof *got);
    expect_sentence(c, got, "merge(A) is missing");
    cases_free(list);
}
END_TEST

START_TEST(wrong_marks_are_recognised)
{
    CaseList *list = drawn(9, 1);
    const Case *c = find(list, "pinned", 2, 2);
    const uint32_t *in = c->buffer[0].data;
    uint32_t got[2];
    reference_advance(got, in, 2, 2 * STREAMS_STEPS);
    expect_sentence(c, got, "mark is missing");
    for (int i = 0; i < 2; i++)
        got[i] = reference_jump(reference_jump(in[i], STREAMS_STEPS) ^ 1, STREAMS_STEPS) ^ 2;
    expect_sentence(c, got, "counted from 1");
    cases_free(list);
}
END_TEST

START_TEST(diagnoses_do_not_give_the_answers_away)
{
    CaseList *list = drawn(8, 1);
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        int32_t got[6];
        ck_assert(c->flags & CASE_QUESTION);
        memcpy(got, c->buffer[0].want, c->buffer[0].count * sizeof *got);
        got[1] = -1;
        expect_sentence(c, got, "some answers were not given");
        got[1] = !((const int32_t *)c->buffer[0].want)[1];
        expect_sentence(c, got, "does not measure what it should");
        for (size_t k = 0; k < c->buffer[0].count; k++)
            got[k] = !((const int32_t *)c->buffer[0].want)[k];
        expect_sentence(c, got, "does not measure what it should");
    }
    ck_assert_int_eq(list->count, 2);
    cases_free(list);
}
END_TEST

START_TEST(wrong_products_are_recognised)
{
    CaseList *list = drawn(6, 1);
    enum { SIDE = 2 * STREAMS_TILE };
    const Case *c = find(list, "dgemm", SIDE, 3);
    const double *want = c->buffer[2].want;
    double *got = malloc(SIDE * SIDE * sizeof *got);
    memset(got, 0xcb, SIDE * SIDE * sizeof *got);
    expect_sentence(c, got, "no tile was copied back");
    memcpy(got, want, SIDE * SIDE / 2 * sizeof *got);
    expect_sentence(c, got, "the last tiles were never");
    memset(got, 0xcb, SIDE * SIDE * sizeof *got);
    for (int i = 0; i < SIDE; i++)
        memcpy(got + i * SIDE, want + i * SIDE, STREAMS_TILE * sizeof *got);
    expect_sentence(c, got, "only the first column of tiles");
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            got[i * SIDE + j] = want[j * SIDE + i];
    expect_sentence(c, got, "exchanged");
    free(got);
    cases_free(list);
}
END_TEST

START_TEST(images_without_stride_are_recognised)
{
    CaseList *list = drawn(9, 1);
    const Case *c = find(list, "pitched", 33, 5);
    uint32_t got[33 * 5];
    reference_advance(got, c->buffer[0].data, 33 * 5, STREAMS_STEPS);
    expect_sentence(c, got, "`stride` words apart");
    expect_sentence(c, c->buffer[1].want, NULL);
    cases_free(list);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("lab 07 streams");
    TCase *t = tcase_create("lab");
    const TTest *tests[] = {
        a_jump_equals_many_steps,
        advance_changes_each_word_and_returns_the_sum,
        products_of_known_matrices,
        gates_lie_between_naive_and_good,
        some_lengths_leave_a_shorter_last_piece,
        seed_decides,
        wrong_words_are_recognised,
        wrong_shares_are_recognised,
        wrong_orders_are_recognised,
        wrong_marks_are_recognised,
        diagnoses_do_not_give_the_answers_away,
        wrong_products_are_recognised,
        images_without_stride_are_recognised,
    };
    for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++)
        tcase_add_test(t, tests[i]);
    tcase_add_loop_test(t, every_item_has_a_case, 1, 10);
    suite_add_tcase(s, t);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    int failed = srunner_ntests_failed(r) + (srunner_ntests_run(r) == 0);
    srunner_free(r);
    return failed != 0;
}

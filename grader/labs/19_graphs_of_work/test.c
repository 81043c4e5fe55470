// test.c - the references of lab 19 against results known exactly, its cases, and its diagnoses of
// wrong outputs.
#include <stdlib.h>
#include <string.h>

#include "common/contracts/19_graphs_of_work.h"
#include "grader/labs/19_graphs_of_work/reference.h"

#define LAB lab_19_graphs_of_work
#include "tests/lab_suite.h"

// ---- references ------------------------------------------------------------------------------

START_TEST(rounds_of_two_words)
{
    uint32_t row[2] = {0, 1};
    reference_work_rounds(row, 2, 3, 1); // 0: 0, 1, 7; 1: 5, 26, 132
    ck_assert_uint_eq(row[0], 7);
    ck_assert_uint_eq(row[1], 132);
    reference_work_rounds(row, 1, 3, 2); // w = 125 w + 7, twice
    ck_assert_uint_eq(row[0], 125 * (125 * 7 + 7) + 7);
}
END_TEST

START_TEST(mixing_is_that_of_the_lab)
{
    uint32_t w = 0x87654321u;
    for (int i = 0; i < 5; i++)
        w = (w ^ w >> 7) * 1664525 + 1013904223;
    ck_assert_uint_eq(reference_mix(0x87654321u, 5), w);
}
END_TEST

// 1 comes before 0, and both before 2.
START_TEST(tasks_wait_for_those_before)
{
    static const int32_t before[] = {1, NO_TASK, NO_TASK, NO_TASK, NO_TASK, NO_TASK, 0, NO_TASK, 1};
    uint32_t value[3 * TASK_WORDS];
    for (int i = 0; i < 3 * TASK_WORDS; i++)
        value[i] = (uint32_t)i;
    reference_tasks(value, before, 3);
    uint32_t one = reference_mix(TASK_WORDS, REFERENCE_TASK_MIX),
             zero = reference_mix(0, REFERENCE_TASK_MIX) + one,
             two = reference_mix(2 * TASK_WORDS, REFERENCE_TASK_MIX) + zero + one;
    ck_assert_uint_eq(value[0], zero);
    ck_assert_uint_eq(value[TASK_WORDS], one);
    ck_assert_uint_eq(value[2 * TASK_WORDS], two);
}
END_TEST

START_TEST(summary_of_two_words)
{
    static const uint32_t in[] = {3, 4};
    uint64_t result[3], a = reference_mix(3, REFERENCE_WORD_MIX),
                        b = reference_mix(4, REFERENCE_WORD_MIX);
    reference_summary(result, in, 2, 5);
    ck_assert_uint_eq(result[0], 5 * (a + b));
    ck_assert_uint_eq(result[1], 5 * (a > b ? a : b));
    ck_assert_uint_eq(result[2], 5 * ((a >> 31) + (b >> 31)));
}
END_TEST

START_TEST(turns_and_orders_of_three_words)
{
    uint32_t row[] = {1, 10, 100};
    reference_turns(row, 3, 2, 0, 0); // distances 1 and 3: 11, 110, 101, and all twice
    ck_assert_uint_eq(row[0], 22);
    ck_assert_uint_eq(row[1], 220);
    ck_assert_uint_eq(row[2], 202);
    static const int32_t order[] = {0, 2, 1};
    uint32_t words[] = {5, 6, 7};
    reference_orders(words, 3, order, 3);
    ck_assert_uint_eq(words[0], 27); // 5 7 9, 9 7 5, 27 21 15
    ck_assert_uint_eq(words[2], 15);
}
END_TEST

// ---- the cases ------------------------------------------------------------------------------

START_TEST(inputs_depend_on_the_seed)
{
    for (int part = 1; part <= 8; part++)
        if (part < 5 || part > 6) // graphs: most forms are the same for all seeds
            expect_seed_decides(part, 2);
}
END_TEST

// In a number of rounds as large as that of the tasks, each task can be done.
START_TEST(tasks_have_an_order)
{
    CaseList *list = drawn(2, 5);
    for (int k = 0; k < list->count; k++) {
        const Case *c = list->cases[k];
        const int32_t *before = c->buffer[1].data;
        int tasks = (int)c->arg[0], done = 0;
        char *is_done = calloc((size_t)tasks + 1, 1);
        ck_assert_ptr_nonnull(is_done);
        for (int round = 0; round < tasks; round++)
            for (int t = 0; t < tasks; t++) {
                const int32_t *b = before + TASK_BEFORE * t;
                bool ready = !is_done[t];
                for (int i = 0; i < TASK_BEFORE; i++) {
                    ck_assert(b[i] >= NO_TASK && b[i] < tasks);
                    for (int j = 0; j < i; j++)
                        ck_assert(b[i] == NO_TASK || b[i] != b[j]);
                    ready = ready && (b[i] == NO_TASK || is_done[b[i]]);
                }
                is_done[t] |= ready;
                done += ready;
            }
        ck_assert_int_eq(done, tasks);
        free(is_done);
    }
    cases_free(list);
}
END_TEST

// A host that looks at the change or the wave in every round may do so, and loses its gate only.
START_TEST(steps_and_waves_are_counted)
{
    CaseList *ranks = drawn(5, 5), *searches = drawn(6, 5);
    for (int k = 0; k < ranks->count; k++) {
        int32_t steps = *(int32_t *)ranks->cases[k]->buffer[3].want;
        ck_assert_int_eq(steps % RANK_PAIR, 0);
        ck_assert_uint_ge(ranks->cases[k]->host_reads, 8 * (unsigned)steps);
    }
    for (int k = 0; k < searches->count; k++)
        ck_assert_uint_ge(searches->cases[k]->host_reads, 4 * (unsigned)searches->cases[k]->work);
    cases_free(ranks);
    cases_free(searches);
}
END_TEST

// ---- wrong outputs ----------------------------------------------------------------------------

START_TEST(rounds_that_are_missing)
{
    CaseList *list = drawn(1, 5);
    const Case *c = case_named(list, NULL, "n=257, 5 rounds");
    static const struct {
        int more;
        const char *words;
    } wrong[] = {{1, "too many"}, {-1, "missing"}, {-4, "only one round"}, {2, NULL}};
    for (int i = 0; i < 4; i++) {
        uint32_t got[257];
        memcpy(got, c->buffer[0].data, sizeof got);
        reference_work_rounds(got, 257, ROUND_STEPS, c->arg[1] + wrong[i].more);
        expect_sentence(c, got, wrong[i].words);
    }
    cases_free(list);
}
END_TEST

START_TEST(rounds_that_stay)
{
    CaseList *list = drawn(7, 5);
    const Case *c = case_named(list, NULL, "n=257, 5 rounds");
    uint32_t got[257];
    memcpy(got, c->buffer[0].data, sizeof got);
    reference_turns(got, 257, 5, 0, 1);
    expect_sentence(c, got, "every round was round 0");
    memcpy(got, c->buffer[0].data, sizeof got);
    reference_turns(got, 257, 5, 1, 0);
    expect_sentence(c, got, "the next one");
    got[3]++;
    expect_sentence(c, got, NULL);
    cases_free(list);
}
END_TEST

START_TEST(orders_that_are_missing)
{
    CaseList *list = drawn(8, 5);
    const Case *c = case_named(list, NULL, "n=257, 5 orders");
    uint32_t got[257];
    memcpy(got, c->buffer[0].data, sizeof got);
    expect_sentence(c, got, "no order was carried out");
    reference_orders(got, 257, c->buffer[1].data, 1);
    expect_sentence(c, got, "only the first order");
    cases_free(list);
}
END_TEST

START_TEST(tasks_alone_and_batches_without_arguments)
{
    CaseList *list = drawn(2, 5);
    const Case *c = case_named(list, NULL, "9 tasks in a chain");
    static uint32_t got[9 * TASK_WORDS];
    memcpy(got, c->buffer[0].data, sizeof got);
    for (int i = 0; i < 9 * TASK_WORDS; i++)
        for (int t = 0; t < c->arg[1]; t++)
            got[i] = reference_mix(got[i], REFERENCE_TASK_MIX);
    expect_sentence(c, got, "only their own words");
    got[0]++;
    expect_sentence(c, got, NULL);
    cases_free(list);
    list = drawn(4, 5);
    c = case_named(list, NULL, "n=1025");
    memcpy(got, c->buffer[1].want, 1025 * sizeof *got);
    got[BATCH_WORDS]++;
    expect_sentence(c, got, "only the first batch");
    got[0]++;
    expect_sentence(c, got, NULL);
    cases_free(list);
}
END_TEST

START_TEST(steps_that_are_missing)
{
    CaseList *list = drawn(5, 5);
    const Case *c = case_named(list, NULL, "star of 32 pages");
    int32_t steps = 0;
    expect_sentence(c, &steps, "no step was made");
    steps = RANK_PAIR;
    expect_sentence(c, &steps, "after the first pair");
    steps = 3;
    expect_sentence(c, &steps, NULL);
    cases_free(list);
}
END_TEST

SUITE(s)
{
    TESTS(s, "reference, cases, diagnoses", rounds_of_two_words, mixing_is_that_of_the_lab,
          tasks_wait_for_those_before, summary_of_two_words, turns_and_orders_of_three_words,
          inputs_depend_on_the_seed, tasks_have_an_order, steps_and_waves_are_counted,
          rounds_that_are_missing, rounds_that_stay, orders_that_are_missing,
          tasks_alone_and_batches_without_arguments, steps_that_are_missing);
}

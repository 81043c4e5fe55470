// test.c - the CPU results of lab 10 against results known exactly, the rates that
// part 1 expects against those of the modelled GPU, and what the suite says about wrong answers.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/cudasim/cost_table.h"
#include "common/contracts/10_memory.h"
#include "grader/base/memory.h"
#include "grader/labs/10_memory/reference.h"

#define LAB lab_10_memory
#include "tests/lab_suite.h"

// ---- the references ---------------------------------------------------------------------

START_TEST(particles_become_arrays_and_move)
{
    const float p[12] = {1, 2, 3, 10, 20, 30, 4, 5, 6, 40, 50, 60};
    float soa[12];
    const float want[12] = {1, 4, 2, 5, 3, 6, 10, 40, 20, 50, 30, 60};
    const float moved[12] = {21, 84, 42, 105, 63, 126, 10, 40, 20, 50, 30, 60};
    reference_split(soa, p, 2);
    ck_assert_mem_eq(soa, want, sizeof want);
    reference_move(soa, 2, 2);
    ck_assert_mem_eq(soa, moved, sizeof moved);
    reference_move(soa, 2, 0);
    ck_assert_mem_eq(soa, moved, sizeof moved);
}
END_TEST

START_TEST(a_window_is_subtracted_row_by_row)
{
    const int32_t picture[] = {9, 9, 9, 9, 9, 1, 2, 9, 9, 5, 7, 9, 9, 4, 0, 9};
    int32_t out[6];
    const int32_t want[] = {1, 2, 4, 5, -1, -7};
    reference_edges(out, picture, 4, 1, 1, 2, 3);
    ck_assert_mem_eq(out, want, sizeof want);
    reference_edges(out, picture, 4, 1, 1, 0, 3); // changes nothing
    ck_assert_mem_eq(out, want, sizeof want);
}
END_TEST

START_TEST(rounds_are_one_after_the_other)
{
    uint32_t x[] = {0, 1, 0xffffffff, 12345}, want[4];
    for (int i = 0; i < 4; i++) {
        want[i] = x[i];
        for (unsigned round = 0; round < 5; round++)
            want[i] = MEMORY_A * want[i] + round;
    }
    reference_rounds(x, 4, 0);
    ck_assert_uint_eq(x[3], 12345);
    reference_rounds(x, 4, 5);
    ck_assert_mem_eq(x, want, sizeof want);
}
END_TEST

START_TEST(rows_have_sums_of_their_own)
{
    const int32_t words[] = {INT32_MAX, INT32_MAX, -5, 7, INT32_MIN}, start[] = {0, 2, 2, 4, 5, 5};
    int64_t sums[5];
    const int64_t want[] = {2LL * INT32_MAX, 0, 2, INT32_MIN, 0};
    reference_ragged_sums(sums, words, start, 5);
    ck_assert_mem_eq(sums, want, sizeof want);
}
END_TEST

START_TEST(a_polynomial_of_known_values)
{
    const uint32_t c[] = {7, 0, 3, 1};
    ck_assert_uint_eq(reference_polynomial(0, c, 4), 7);
    ck_assert_uint_eq(reference_polynomial(1, c, 4), 11);
    ck_assert_uint_eq(reference_polynomial(2, c, 4), 7 + 12 + 8);
    ck_assert_uint_eq(reference_polynomial((uint32_t)-1, c, 4), 7 + 3 - 1);
    ck_assert_uint_eq(reference_polynomial(9, c, 1), 7);
}
END_TEST

// By the definition in labs.h.
START_TEST(both_kinds_of_work_follow_their_definition)
{
    const uint32_t from[] = {0, 1, 0x80000000, 0xffffffff, 123456789};
    for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
        uint32_t walk = from[i], shake = from[i];
        for (int step = 0; step < MEMORY_STEPS; step++) {
            walk = MEMORY_A * (walk ^ walk >> 15) + MEMORY_C;
            shake ^= shake << 13;
            shake ^= shake >> 17;
            shake ^= shake << 5;
        }
        ck_assert_uint_eq(reference_walk(from[i], MEMORY_STEPS), walk);
        ck_assert_uint_eq(reference_shake(from[i], MEMORY_STEPS), shake);
        ck_assert_uint_eq(reference_shake(from[i], 0), from[i]);
    }
}
END_TEST

START_TEST(gray_and_wave_at_known_points)
{
    ck_assert_double_eq_tol(reference_gray(255, 255, 255), 255, 1e-9);
    ck_assert_double_eq_tol(reference_gray(0, 100, 0), 71.52, 1e-9);
    ck_assert_double_eq(reference_damped_wave(0), 1);
    ck_assert_double_eq_tol(reference_damped_wave(3.14159265f), -exp(-3.14159265 / 4), 1e-6);
}
END_TEST

// ---- the cases ------------------------------------------------------

// The suite's rate is that of the modelled memory, without a few per cent for the launches; the
// copy does not fit into the L2 cache.
START_TEST(the_rate_is_that_of_the_model)
{
    CaseList *list = drawn(1, 3);
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        if (c->flags & CASE_TRIVIAL)
            continue;
        double bytes = 4.0 * (double)(c->buffer[0].count + c->buffer[1].count);
        double us = *(const double *)c->buffer[2].want, moved = *(const double *)c->buffer[4].want;
        ck_assert_double_gt(bytes, 1.25 * 62914560);
        ck_assert_double_eq_tol(moved, bytes / us / 1e3, 1);
        ck_assert_double_eq_tol(moved, c->memory_rate * COST_DRAM_BYTES_US / 1e3, 0.06 * moved);
        ck_assert(c->memory_rate > 0.19 && c->memory_rate <= 1);
        ck_assert_double_eq_tol(*(const double *)c->buffer[5].want, moved / 48.144, 0.2);
    }
    cases_free(list);
}
END_TEST

// Every kind of alignment, and words that must not change on both sides.
START_TEST(x_begins_anywhere)
{
    CaseList *list = drawn(3, 9);
    unsigned offsets = 0;
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        const int32_t *data = c->buffer[0].data, *want = c->buffer[0].want;
        offsets |= 1u << c->arg[2];
        for (int64_t k = 0; k < (int64_t)c->buffer[0].count; k++) {
            bool inside = k >= c->arg[2] && k < c->arg[2] + c->arg[0];
            ck_assert_int_eq(want[k], inside ? data[k] * (int32_t)c->arg[1] : data[k]);
        }
    }
    ck_assert_uint_eq(offsets, 15);
    cases_free(list);
}
END_TEST

START_TEST(indices_and_rows_stay_in_their_bounds)
{
    CaseList *list = drawn(6, 5);
    bool empty_row = false;
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        if (!strcmp(c->variant, "lookup")) {
            const int32_t *index = c->buffer[1].data;
            for (int64_t k = 0; k < c->arg[0]; k++)
                ck_assert(index[k] >= 0 && index[k] < c->arg[1]);
        } else if (!strcmp(c->variant, "sums")) {
            const int32_t *start = c->buffer[1].data;
            ck_assert_int_eq(start[0], 0);
            ck_assert_uint_eq((size_t)start[c->arg[0]], c->buffer[0].count);
            for (int64_t r = 0; r < c->arg[0]; r++) {
                ck_assert_int_le(start[r], start[r + 1]);
                empty_row |= start[r] == start[r + 1];
            }
        }
    }
    ck_assert(empty_row);
    cases_free(list);
}
END_TEST

// ---- what the suite says about wrong answers --------------------------------------------

static void expect_figure(const Case *c, int b, double got, const char *words)
{
    Diagnoses all = {.count = 0};
    LAB.diagnose(c, b, &got, &all);
    if (!words) {
        ck_assert_int_eq(all.count, 0);
        return;
    }
    ck_assert_int_gt(all.count, 0);
    ck_assert_msg(strstr(all.sentence[0], words) != NULL, "'%s'", all.sentence[0]);
}

START_TEST(wrong_figures_are_told_apart)
{
    CaseList *list = drawn(1, 3);
    const Case *c = case_named(list, NULL, "n=2359296 stride=8");
    double us = *(const double *)c->buffer[2].want, rate = *(const double *)c->buffer[4].want;
    expect_figure(c, 2, us * (double)c->arg[2], "divide by `passes`");
    expect_figure(c, 2, us / 1000, "milliseconds");
    expect_figure(c, 2, us * 1.4, "too long: is there anything");
    expect_figure(c, 2, 0, "no time");
    expect_figure(c, 4, rate * 2 / 9, "whole sectors");
    expect_figure(c, 4, rate / 1000, "power of 1000");
    expect_figure(c, 4, rate / 2, "one half");
    double percent = *(const double *)c->buffer[5].want;
    expect_figure(c, 5, percent / 100, "the fraction");
    expect_figure(c, 5, 1.07 * percent / 100, "the fraction");
    cases_free(list);
}
END_TEST

// The sentence is true, too, where there is no whole batch: it says nothing good about them.
START_TEST(an_empty_set_is_not_right)
{
    CaseList *list = drawn(2, 3);
    int whole = 0, none = 0;
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        size_t n = c->buffer[1].count, batch = (size_t)(c->arg[1] * MEMORY_BLOCK * c->arg[2]);
        Diagnoses all = {.count = 0};
        if (strcmp(c->buffer[1].name, "out") || !n || !batch || n % batch == 0)
            continue;
        int32_t *got = need(malloc(n * sizeof *got));
        memcpy(got, c->buffer[1].want, n * sizeof *got);
        got[n - 1] ^= 1;
        LAB.diagnose(c, 1, got, &all);
        ck_assert_int_eq(all.count, 1);
        ck_assert_ptr_nonnull(strstr(all.sentence[0], "behind the last whole batch"));
        *(n >= batch ? &whole : &none) += 1;
        free(got);
    }
    ck_assert(whole && none);
    cases_free(list);
}
END_TEST

START_TEST(wrong_words_are_told_apart)
{
    CaseList *list = drawn(3, 3);
    const Case *c = case_named(list, NULL, "n=33 from word 1");
    const int32_t *data = c->buffer[0].data, *want = c->buffer[0].want;
    int32_t got[64];
    size_t bytes = c->buffer[0].count * sizeof *got;
    memcpy(got, want, bytes);
    memcpy(got + 1, data + 1, 3 * sizeof *got);
    expect_sentence(c, got, "before the first int4");
    memcpy(got, want, bytes);
    memcpy(got + 32, data + 32, 2 * sizeof *got);
    expect_sentence(c, got, "behind the last int4");
    memcpy(got, want, bytes);
    got[0]++;
    expect_sentence(c, got, "outside of x");
    got[9]++;
    expect_sentence(c, got, NULL);
    cases_free(list);
}
END_TEST

START_TEST(wrong_windows_are_told_apart)
{
    CaseList *list = drawn(5, 3);
    const Case *c = case_named(list, NULL, "33x5 at 3,2 of 40 a row");
    const int32_t *in = c->buffer[0].data, *want = c->buffer[1].want;
    int32_t got[33 * 5];
    for (int i = 0; i < 33 * 5; i++)
        got[i] = in[(2 + i / 33) * 40 + 3 + i % 33];
    expect_sentence(c, got, "nothing was subtracted");
    reference_edges(got, in, 40, 0, 0, 33, 5);
    expect_sentence(c, got, "begins at (left, top)");
    for (int i = 0; i < 33 * 5; i++)
        got[i] = i < 33 ? want[i] : -want[i];
    expect_sentence(c, got, "wrong sign");
    memcpy(got, want, sizeof got);
    got[7] = 1;
    expect_sentence(c, got, "only row 0");
    got[99]++;
    expect_sentence(c, got, NULL);
    cases_free(list);
}
END_TEST

START_TEST(wrong_kinds_of_work_are_told_apart)
{
    CaseList *list = drawn(8, 3);
    const Case *c = case_named(list, "kinds", "n=33");
    const uint32_t *in = c->buffer[0].data;
    uint32_t got[33];
    for (int i = 0; i < 33; i++)
        got[i] = i % 2 ? reference_walk(in[i], MEMORY_STEPS) : reference_shake(in[i], MEMORY_STEPS);
    expect_sentence(c, got, "exchanged");
    for (int i = 0; i < 33; i++)
        got[i] = reference_walk(in[i], MEMORY_STEPS);
    expect_sentence(c, got, "all elements walk");
    got[5]++;
    expect_sentence(c, got, NULL);
    cases_free(list);
}
END_TEST

SUITE(s)
{
    TESTS(s, "lab_10_memory", an_empty_set_is_not_right, particles_become_arrays_and_move,
          a_window_is_subtracted_row_by_row, rounds_are_one_after_the_other,
          rows_have_sums_of_their_own, a_polynomial_of_known_values,
          both_kinds_of_work_follow_their_definition, gray_and_wave_at_known_points,
          the_rate_is_that_of_the_model, x_begins_anywhere, indices_and_rows_stay_in_their_bounds,
          wrong_figures_are_told_apart, wrong_words_are_told_apart, wrong_windows_are_told_apart,
          wrong_kinds_of_work_are_told_apart);
}

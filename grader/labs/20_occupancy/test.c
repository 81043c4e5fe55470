// test.c - the suite of lab 20: its CPU results against results known exactly, its cases, and what
// it says about wrong outputs.
#include <stdlib.h>
#include <string.h>

#include "common/contracts/20_occupancy.h"
#include "grader/labs/20_occupancy/reference.h"
#include "grader/labs/questions.h"

#define LAB lab_20_occupancy
#include "tests/lab_suite.h"
#include "tests/regions.h"

// ---- the references -----------------------------------------------------------------------

// Worked out by hand from the assignment's table.
START_TEST(residents_by_hand)
{
    static const int kernel[][5] = {
        // registers, shared memory, threads, warps, limit
        {16, 0, 256, 64, LIMIT_warps},
        {16, 0, 32, 32, LIMIT_blocks},
        {72, 16 << 10, 256, 24, LIMIT_registers},
        {10, 40 << 10, 32, 5, LIMIT_shared},
        {255, 0, 1024, 0, LIMIT_registers},
        {16, 227 << 10, 32, 1, LIMIT_shared},
        {16, (227 << 10) + 1, 32, 0, LIMIT_shared},
        {168, 0, 128, 12, LIMIT_registers},
    };
    for (size_t k = 0; k < sizeof kernel / sizeof *kernel; k++) {
        int limit;
        ck_assert_int_eq(
            reference_resident(kernel[k][0], kernel[k][1], kernel[k][2], FORGOT_nothing, &limit),
            kernel[k][3]);
        ck_assert_int_eq(limit, kernel[k][4]);
    }
}
END_TEST

START_TEST(medians_and_ranks)
{
    const int32_t v[9] = {5, 1, 4, 4, 9, 4, 2, 8, 7}, want[9] = {5, 0, 2, 3, 8, 4, 1, 7, 6};
    int32_t rank[9];
    ck_assert_int_eq(reference_median(v, 9), 4);
    ck_assert_int_eq(reference_median(v, 1), 5);
    reference_ranks(rank, v, 9, 1);
    ck_assert_mem_eq(rank, want, sizeof want);
}
END_TEST

START_TEST(polynomials_and_steps)
{
    const uint32_t ones[64] = {[0] = 1, [63] = 1}, a[3] = {2, 3, 5};
    ck_assert_uint_eq(reference_value(a, 3, 10), 235);
    ck_assert_uint_eq(reference_value(ones, 64, UINT32_MAX), 0); // (-1)^63 + 1
    uint32_t x = 12345, step = x;
    for (unsigned k = 0; k < 50; k++, step = 1664525 * step + 1013904223)
        ck_assert_uint_eq(reference_stepped(x, k), step);
    ck_assert_uint_eq(reference_rotated(0x80000001, 5), 0x30);
}
END_TEST

// ---- the cases ------------------------------------------------------------------------------

START_TEST(inputs_depend_on_the_seed)
{
    for (int part = 1; part <= 8; part++)
        expect_seed_decides(part, 2);
}
END_TEST

// Each unit of the assignment's table decides in some case.
START_TEST(every_unit_counts)
{
    CaseList *list = drawn(2, 5);
    const Case *c = case_named(list, NULL, "300 kernels");
    const int32_t *registers = c->buffer[0].data, *shared = c->buffer[1].data;
    const int32_t *threads = c->buffer[2].data, *want = c->buffer[3].want;
    const int32_t *limit = c->buffer[4].want;
    int limits[4] = {0};
    for (int f = FORGOT_nothing + 1; f < FORGOT_KINDS; f++) {
        int differ = 0;
        for (int k = 0; k < 300; k++)
            differ +=
                want[k] != reference_resident(registers[k], shared[k], threads[k], (Forgot)f, NULL);
        ck_assert_int_gt(differ, 0);
    }
    for (int k = 0; k < 300; k++)
        limits[limit[k]]++;
    for (int l = 0; l < 4; l++)
        ck_assert_int_gt(limits[l], 0);
    cases_free(list);
}
END_TEST

// ---- wrong outputs ----------------------------------------------------------------------------

START_TEST(forgotten_units_are_recognised)
{
    static const char *const says[FORGOT_KINDS] = {
        NULL, "left out", "units of 256", "a multiple of 4", "1 KB", "128 bytes"};
    CaseList *list = drawn(2, 5);
    const Case *c = case_named(list, NULL, "300 kernels");
    const int32_t *registers = c->buffer[0].data, *shared = c->buffer[1].data;
    const int32_t *threads = c->buffer[2].data;
    int32_t got[300];
    for (int f = FORGOT_nothing + 1; f < FORGOT_KINDS; f++) {
        for (int k = 0; k < 300; k++)
            got[k] = f == FORGOT_reserved && shared[k] == 0 // 228 KB / 0 is -1
                         ? -((threads[k] + 31) / 32)
                         : reference_resident(registers[k], shared[k], threads[k], (Forgot)f, NULL);
        expect_sentence(c, got, says[f]);
        got[299] += 7;
        expect_sentence(c, got, NULL);
    }
    cases_free(list);
}
END_TEST

START_TEST(places_of_a_window_are_recognised)
{
    CaseList *list = drawn(3, 5);
    const Case *c = case_named(list, NULL, "n=100");
    const int32_t *in = c->buffer[0].data;
    int32_t got[100];
    memcpy(got, in + OCC_WINDOW / 2, sizeof got);
    expect_sentence(c, got, "nothing is sorted");
    for (int i = 0; i < 100; i++)
        for (int k = 0; k < OCC_WINDOW; k++)
            got[i] = k == 0 || in[i + k] > got[i] ? in[i + k] : got[i];
    expect_sentence(c, got, "the largest values");
    got[50] = got[50] == 1 ? 2 : 1;
    expect_sentence(c, got, NULL);
    cases_free(list);
}
END_TEST

// ---- the assignment ---------------------------------------------------------------------------

// It quotes the kernels of part 6 in two columns: each line of theirs is there.
START_TEST(the_six_kernels_are_quoted)
{
    char *kernels = load_text("slides/20_occupancy/kernels.h");
    char *readme = load_text("labs/20_occupancy/README.md");
    const char *end, *line, *mark = "// BEGIN SLIDE ";
    int lines = 0;
    ck_assert(kernels && readme);
    for (const char *at = kernels; (at = strstr(at, mark)); at = end) {
        end = strstr(at, "// END SLIDE");
        bool letter = at[strlen(mark) + 1] == '\n';
        for (line = next_line(at); letter && (line += strspn(line, " ")) < end;
             line = next_line(line), lines++) {
            size_t n = strcspn(line, "\n");
            ck_assert_msg(memmem(readme, strlen(readme), line, n), "no \"%.*s\"", (int)n, line);
        }
    }
    ck_assert_int_gt(lines, 20);
    free(kernels);
    free(readme);
}
END_TEST

SUITE(s)
{
    TESTS(s, "reference, cases, diagnoses", residents_by_hand, medians_and_ranks,
          polynomials_and_steps, inputs_depend_on_the_seed, every_unit_counts,
          forgotten_units_are_recognised, places_of_a_window_are_recognised,
          the_six_kernels_are_quoted);
}

// test.c - the CPU results of lab 09 against results known exactly.
#include "tests/suite.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/labs/09_clusters/reference.h"

START_TEST(values_outside_count_in_the_last_bins)
{
    const int32_t in[] = {-1, 0, 1, 1, 3, 4, 2147483647, -2147483647 - 1};
    uint32_t bins[4] = {10, 0, 7, 0};
    reference_histogram(bins, 4, in, 8);
    const uint32_t want[4] = {13, 2, 7, 3};
    ck_assert_mem_eq(bins, want, sizeof want);
}
END_TEST

START_TEST(one_bin_takes_all)
{
    const int32_t in[] = {5, -5, 0};
    uint32_t bin = 1;
    reference_histogram(&bin, 1, in, 3);
    ck_assert_uint_eq(bin, 4);
    reference_histogram(&bin, 1, in, 0);
    ck_assert_uint_eq(bin, 4);
}
END_TEST

// Counts in another way: for each bin, goes through all values.
START_TEST(histogram_of_many_values)
{
    enum { N = 3000, BINS = 50 };
    static int32_t in[N];
    uint32_t bins[BINS] = {0}, want[BINS] = {0};
    for (int i = 0; i < N; i++)
        in[i] = i * 7919 % 61 - 5;
    for (int b = 0; b < BINS; b++)
        for (int i = 0; i < N; i++)
            want[b] += in[i] == b || (b == 0 && in[i] < 0) || (b == BINS - 1 && in[i] >= BINS);
    reference_histogram(bins, BINS, in, N);
    ck_assert_mem_eq(bins, want, sizeof want);
}
END_TEST

START_TEST(a_spike_spreads_as_a_binomial)
{
    float in[9] = {0, 0, 0, 0, 16, 0, 0, 0, 0}, out[9];
    const float once[9] = {0, 0, 0, 4, 8, 4, 0, 0, 0}, twice[9] = {0, 0, 1, 4, 6, 4, 1, 0, 0};
    reference_smooth(out, in, 9, 1);
    ck_assert_mem_eq(out, once, sizeof once);
    reference_smooth(out, in, 9, 2);
    ck_assert_mem_eq(out, twice, sizeof twice);
}
END_TEST

START_TEST(a_straight_line_does_not_change)
{
    float in[100], out[100];
    for (int i = 0; i < 100; i++)
        in[i] = (float)i - 50;
    reference_smooth(out, in, 100, 77);
    ck_assert_mem_eq(out, in, sizeof in);
    float two[2] = {3, -3};
    reference_smooth(out, two, 2, 5);
    ck_assert_mem_eq(out, two, sizeof two);
    reference_smooth(out, two, 0, 5);
}
END_TEST

// The bound holds for a row smoothed in single precision, and is not much larger than its error.
START_TEST(the_tolerance_is_a_bound)
{
    enum { N = 400, STEPS = 50 };
    float row[N], next[N], out[N];
    unsigned state = 1;
    for (int i = 0; i < N; i++)
        row[i] = next[i] = (float)((state = state * 1664525 + 1013904223) >> 8) / 0x1p23f - 1;
    reference_smooth(out, row, N, STEPS);
    for (int s = 0; s < STEPS; s++) {
        for (int i = 1; i + 1 < N; i++)
            next[i] = 0.25f * row[i - 1] + 0.5f * row[i] + 0.25f * row[i + 1];
        memcpy(row, next, sizeof row);
    }
    double worst = 0, allowed = reference_smooth_tolerance(1, STEPS);
    for (int i = 0; i < N; i++)
        worst = fmax(worst, fabs((double)row[i] - out[i]));
    ck_assert(worst > 0 && worst <= allowed && allowed < 1e-5);
    ck_assert(reference_smooth_tolerance(1, 0) == 0);
}
END_TEST

SUITE(s)
{
    TESTS(s, "reference", values_outside_count_in_the_last_bins, one_bin_takes_all,
          histogram_of_many_values, a_spike_spreads_as_a_binomial, a_straight_line_does_not_change,
          the_tolerance_is_a_bound);
}

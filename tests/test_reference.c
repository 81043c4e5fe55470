// test_reference.c - the CPU sums that lab 04 is judged by, against sums that
// can be done in the head, or in exact integers.
#include "suite.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "grader/labs/04_reduction/reference.h"

START_TEST(partials_take_tiles_in_turn)
{
    // 11 elements, tiles of 2, three blocks: tiles 0 3 | 1 4 | 2 5, the last of one.
    const int32_t in[] = {1, 2, 10, 20, 100, 200, 3, 4, 30, 40, 300};
    int32_t out[3];
    reference_partials_i32(out, 3, 2, in, 11);
    ck_assert_int_eq(out[0], 1 + 2 + 3 + 4);
    ck_assert_int_eq(out[1], 10 + 20 + 30 + 40);
    ck_assert_int_eq(out[2], 100 + 200 + 300);
}
END_TEST

START_TEST(block_without_tile_is_zero)
{
    const int32_t in[] = {7};
    const float fin[] = {7};
    int32_t out[2] = {99, 99};
    float fout[2] = {99, 99};
    reference_partials_i32(out, 2, 256, in, 1);
    reference_partials_f32(fout, 2, 256, fin, 1);
    ck_assert_int_eq(out[0], 7);
    ck_assert_int_eq(out[1], 0);
    ck_assert(fout[0] == 7 && fout[1] == 0);
    reference_partials_i32(out, 1, 1, NULL, 0);
    ck_assert_int_eq(out[0], 0);
}
END_TEST

// A float and a plain double sum would both lose the ones.
START_TEST(float_sum_is_correctly_rounded)
{
    const float in[] = {0x1p60f, 1, 1, -0x1p60f, 1};
    float out;
    reference_partials_f32(&out, 1, 5, in, 5);
    ck_assert(out == 3);
}
END_TEST

// Random multiples of 2^-20: their sum is exact in 64-bit integers.
START_TEST(float_sum_equals_integer_sum)
{
    enum { N = 100000 };
    float *in = malloc(N * sizeof *in);
    int64_t exact = 0;
    srand(4);
    for (int i = 0; i < N; i++) {
        int k = rand() % (1 << 24) - (1 << 23);
        in[i] = (float)k * 0x1p-20f;
        exact += k;
    }
    float out;
    reference_partials_f32(&out, 1, N, in, N);
    ck_assert(out == (float)((double)exact * 0x1p-20));
    free(in);
}
END_TEST

START_TEST(magnitude_is_the_largest_block)
{
    const float in[] = {1, -2, 3, -4, 5};
    ck_assert(reference_magnitude_f32(2, 2, in, 5) == 1 + 2 + 5);
    ck_assert(reference_magnitude_f32(5, 1, in, 5) == 5);
}
END_TEST

START_TEST(trees_add_their_own_pairs)
{
    // 2^24 + 1 is no float: the sum shows whether the ones met first. The second
    // block has three elements and a 0.
    const float in[] = {0x1p24f, 0, 1, 1, 5, 6, 7};
    float out[2];
    reference_tree_f32(out, 4, TREE_neighbours, in, 7); // (2^24 + 0) + (1 + 1)
    ck_assert(out[0] == 0x1p24f + 2);
    ck_assert(out[1] == 18);
    reference_tree_f32(out, 4, TREE_halves, in, 7); // (2^24 + 1) + (0 + 1)
    ck_assert(out[0] == 0x1p24f);
    ck_assert(out[1] == 18);
}
END_TEST

// Sums in the worst order the bound speaks of stay inside it, and half precision
// does not.
START_TEST(tolerance_accepts_rounding_only)
{
    enum { N = 4096 };
    static float in[N];
    srand(5);
    for (int i = 0; i < N; i++)
        in[i] = (float)rand() / (float)RAND_MAX + 0.5f;
    float want, serial = 0;
    reference_partials_f32(&want, 1, N, in, N);
    double magnitude = reference_magnitude_f32(1, N, in, N);
    for (int i = 0; i < N; i++)
        serial += in[i];
    ck_assert(fabs((double)serial - want) <= reference_tolerance_f32(magnitude, N - 1));
    // One element rounded to 11 bits, as half precision has.
    float half = ldexpf(roundf(ldexpf(in[0], 10)), -10);
    ck_assert(half != in[0]);
    ck_assert(fabs((double)half - in[0]) > reference_tolerance_f32(in[0], 0));
    ck_assert(reference_tolerance_f32(1, 0) == 0);
    ck_assert(reference_tolerance_f32(1, 1) < 0x1.1p-23);
}
END_TEST

SUITE(s)
{
    TESTS(s, "reduction", partials_take_tiles_in_turn, block_without_tile_is_zero,
          float_sum_is_correctly_rounded, float_sum_equals_integer_sum,
          magnitude_is_the_largest_block, trees_add_their_own_pairs,
          tolerance_accepts_rounding_only);
}

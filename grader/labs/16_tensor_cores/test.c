// test.c - the suite of lab 16: its CPU results against results known exactly, its cases, and what
// it says about wrong outputs.
#include <stdio.h>
#include <string.h>

#include "common/contracts/16_tensor_cores.h"
#include "grader/labs/16_tensor_cores/reference.h"
#include "grader/labs/questions.h"

#define LAB lab_16_tensor_cores
#include "tests/lab_suite.h"

// ---- the references -----------------------------------------------------------------------

START_TEST(halves_have_their_bits)
{
    static const struct {
        float value;
        uint16_t bits;
    } known[] = {{0, 0},
                 {1, 0x3c00},
                 {-2, 0xc000},
                 {0.25f, 0x3400},
                 {7.75f, 0x47c0},
                 {65504, 0x7bff},
                 {6.103515625e-5f, 0x0400}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        ck_assert_uint_eq(reference_half_bits(known[i].value), known[i].bits);
        ck_assert(reference_half_value(known[i].bits) == known[i].value);
    }
    for (int q = -2000; q <= 2000; q++)
        ck_assert(reference_half_value(reference_half_bits((float)q / 4)) == (float)q / 4);
}
END_TEST

START_TEST(values_are_rounded_as_types_do)
{
    ck_assert(reference_rounded(300, 4, TIE_even) == 288); // e4m3
    ck_assert(reference_rounded(304, 4, TIE_even) == 320); // a tie: 288 is 9 x 32
    ck_assert(reference_rounded(257, 8, TIE_even) == 256); // bf16
    ck_assert(reference_rounded(-2049, 11, TIE_away) == -2050);
    ck_assert(reference_rounded(-2049, 11, TIE_even) == -2048);
    ck_assert(reference_rounded(15.99, 4, DIGITS_cut) == 15);
    ck_assert(reference_rounded(15.99, 4, TIE_even) == 16);
    ck_assert(reference_rounded(0, 4, TIE_even) == 0);
}
END_TEST

// Each place of a matrix has one element of one lane.
START_TEST(fragments_cover_their_matrices)
{
    for (int which = FRAGMENT_a; which <= FRAGMENT_c; which++) {
        bool seen[256] = {false};
        int elements = which == FRAGMENT_a ? 8 : 4;
        for (int l = 0; l < 32; l++)
            for (int i = 0; i < elements; i++) {
                int place = reference_fragment_place(which, l, i);
                ck_assert_int_lt(place, 32 * elements);
                ck_assert(!seen[place]);
                seen[place] = true;
            }
    }
    ck_assert_int_eq(reference_fragment_place(FRAGMENT_c, 23, 3), 13 * 8 + 7);
}
END_TEST

// The square of a matrix of ones, and a product whose factors are turned.
START_TEST(products_known_exactly)
{
    double a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8}, c[4];
    reference_tensor_products(c, a, b, 1, 2, 2, 2, false);
    ck_assert(c[0] == 19 && c[1] == 22 && c[2] == 43 && c[3] == 50);
    reference_tensor_products(c, a, b, 1, 2, 2, 2, true);
    ck_assert(c[0] == 17 && c[1] == 23 && c[2] == 39 && c[3] == 53);
}
END_TEST

// ---- questions and cases ------------------------------------------------------------------------

// The lane that has the element which a name is asked for.
START_TEST(questions_are_answered_by_the_places)
{
    static Ask *const asks[] = {ask_lane_a, ask_lane_b, ask_lane_c};
    for (int which = FRAGMENT_a; which <= FRAGMENT_c; which++)
        for (unsigned pick = 0; pick < 300; pick += 7) {
            OwnQuestion q;
            int row, col, lane, columns = which == FRAGMENT_a ? 16 : 8, found = 0;
            asks[which](pick, &q);
            ck_assert_int_eq(sscanf(q.text, "row %d, column %d", &row, &col), 2);
            ck_assert_int_eq(sscanf(q.right, "%d", &lane), 1);
            for (int i = 0; i < (which == FRAGMENT_a ? 8 : 4); i++)
                found += reference_fragment_place(which, lane, i) == row * columns + col;
            ck_assert_int_eq(found, 1);
        }
}
END_TEST

START_TEST(inputs_depend_on_the_seed)
{
    for (int part = 1; part <= 9; part++)
        expect_seed_decides(part, 2);
}
END_TEST

// ---- wrong outputs ----------------------------------------------------------------------------

START_TEST(a_turned_factor_is_recognised)
{
    CaseList *list = drawn(2, 5);
    const Case *c = case_named(list, NULL, "1 products");
    double a[256], b[256], sum[256];
    float got[256];
    for (int i = 0; i < 256; i++) {
        a[i] = reference_half_value(((const uint16_t *)c->buffer[0].data)[i]);
        b[i] = reference_half_value(((const uint16_t *)c->buffer[1].data)[i]);
    }
    reference_tensor_products(sum, a, b, 1, 16, 16, 16, true);
    for (int i = 0; i < 256; i++)
        got[i] = (float)sum[i];
    expect_sentence(c, got, "column by column");
    got[0] += 1;
    expect_sentence(c, got, NULL);
    for (int x = 0; x < 256; x++) { // b's rows begin every 8 elements
        double all = 0;
        for (int k = 0; k < 16; k++)
            all += a[x / 16 * 16 + k] * b[k * 8 + x % 16];
        got[x] = (float)all;
    }
    expect_sentence(c, got, "the rows of b are taken 8 elements apart");
    cases_free(list);
}
END_TEST

START_TEST(missing_scales_are_recognised)
{
    CaseList *list = drawn(7, 5);
    const Case *c = case_named(list, NULL, "16 x 32 by 32 x 8");
    const float *row = c->buffer[2].data, *want = c->buffer[4].want;
    float got[128];
    for (int i = 0; i < 128; i++)
        got[i] = want[i] / row[i / 8];
    expect_sentence(c, got, "the scale of the row is missing");
    cases_free(list);
}
END_TEST

SUITE(s)
{
    TESTS(s, "reference, cases, diagnoses", halves_have_their_bits, values_are_rounded_as_types_do,
          fragments_cover_their_matrices, products_known_exactly,
          questions_are_answered_by_the_places, inputs_depend_on_the_seed,
          a_turned_factor_is_recognised, missing_scales_are_recognised);
}

// test.c - the suite of lab 02: its references against results known
// exactly, its answers, its cases, and its diagnoses of wrong outputs. The kernels
// themselves are tested by grading.
#include <stdlib.h>
#include <string.h>

#include "common/contracts/02_shared_memory.h"
#include "grader/labs/02_shared_memory/reference.h"

#define LAB lab_02_shared_memory
#include "tests/lab_suite.h"

// ---- the references ----------------------------------------------------------------

START_TEST(shift_by_hand)
{
    static const int32_t in[7] = {10, 11, 12, 13, 14, 15, 16};
    static const int32_t once[7] = {11, 12, 13, 13, 15, 16, 16};
    static const int32_t twice[7] = {12, 13, 13, 13, 16, 16, 16};
    int32_t out[7];
    reference_tile_shift(out, in, 7, 1, 4);
    ck_assert_mem_eq(out, once, sizeof out);
    reference_tile_shift(out, in, 7, 2, 4);
    ck_assert_mem_eq(out, twice, sizeof out);
    reference_tile_shift(out, in, 7, 0, 4);
    ck_assert_mem_eq(out, in, sizeof out);
}
END_TEST

START_TEST(transpose_by_hand)
{
    static const int32_t in[6] = {1, 2, 3, 4, 5, 6}, want[6] = {1, 4, 2, 5, 3, 6};
    int32_t out[6], back[6];
    reference_tile_transpose(out, in, 2, 3);
    ck_assert_mem_eq(out, want, sizeof out);
    reference_tile_transpose(back, out, 3, 2);
    ck_assert_mem_eq(back, in, sizeof in);
}
END_TEST

// Properties of the operator: a single 1 gives the weights; away from the edges a plane gives 0,
// and x^2 gives twelve times its second derivative.
START_TEST(stencil_by_hand)
{
    enum { N = 7 };
    float in[N * N] = {0}, out[N * N];
    in[3 * N + 3] = 1;
    reference_tile_stencil(out, in, N, N);
    float sum = 0;
    for (int i = 0; i < N * N; i++)
        sum += out[i];
    ck_assert(out[3 * N + 3] == -60 && out[3 * N + 2] == 16 && out[5 * N + 3] == -1);
    ck_assert(out[2 * N + 2] == 0 && sum == 0);
    for (int i = 0; i < N * N; i++)
        in[i] = (float)(3 * (i / N) - 2 * (i % N));
    reference_tile_stencil(out, in, N, N);
    ck_assert(out[3 * N + 3] == 0 && out[2 * N + 4] == 0);
    for (int i = 0; i < N * N; i++)
        in[i] = (float)((i % N) * (i % N));
    reference_tile_stencil(out, in, N, N);
    ck_assert(out[3 * N + 3] == 24);
    in[0] = 5;
    reference_tile_stencil(out, in, 1, 1);
    ck_assert(out[0] == -300);
}
END_TEST

START_TEST(product_by_hand)
{
    static const float a[6] = {1, 2, 3, 4, 5, 6}, b[6] = {7, 8, 9, 10, 11, 12};
    static const float want[4] = {58, 64, 139, 154}, zero[4] = {0, 0, 0, 0};
    float c[4];
    reference_tile_product(c, a, b, 2, 3, 2);
    ck_assert_mem_eq(c, want, sizeof c);
    reference_tile_product(c, a, b, 2, 0, 2);
    ck_assert_mem_eq(c, zero, sizeof c);
    for (size_t k = 0; k < 3000; k = 2 * k + 1) {
        double limit = reference_product_limit(k);
        ck_assert(limit >= 64 && (double)k * limit * limit <= 1 << 24);
    }
}
END_TEST

// The figures that ncu showed on an H200.
START_TEST(wavefronts_of_the_h200)
{
    static const int narrow[][2] = {{1, 1},   {2, 2},  {4, 4}, {8, 8},
                                    {32, 32}, {33, 1}, {0, 1}, {3, 1}};
    static const int wide[][2] = {{1, 2}, {2, 4}, {16, 32}, {17, 2}};
    for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++)
        ck_assert_int_eq(reference_wavefronts(0, narrow[i][0], 0), narrow[i][1]);
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        ck_assert_int_eq(reference_wavefronts(0, wide[i][0], 1), wide[i][1]);
}
END_TEST

// ---- the answers ---------------------------------------------------------------------

// The answers for the strides, computed from the rule and not copied from the suite.
START_TEST(answers_follow_from_the_rule)
{
    CaseList *list = cases_new(lab_02_shared_memory.name, 2, 1);
    lab_02_shared_memory.draw(list, 2);
    int found = 0;
    for (const Item *item = lab_02_shared_memory.parts[1].items; item->name; item++)
        for (int i = 0; item->kind == ITEM_answer && item->group && i < list->count; i++) {
            const Case *c = list->cases[i];
            if (!c->group || strcmp(c->group, item->group))
                continue;
            found++;
            ck_assert_int_eq((int)item->gate[0].good,
                             reference_wavefronts(0, (int)c->arg[0], (int)c->arg[1]));
            ck_assert(c->flags & CASE_TRIVIAL); // the kernel is given, so this proves nothing
        }
    ck_assert_int_eq(found, 7);
    cases_free(list);
}
END_TEST

// ---- the cases ------------------------------------------------------------------------

START_TEST(every_part_has_its_cases)
{
    CaseList *list = drawn(_i, 1);
    int counted = 0, empty = 0, large = 0;
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        size_t most = 0;
        if (strcmp(c->variant, "words") == 0)
            continue;
        for (int b = 0; b < c->buffers; b++)
            most = c->buffer[b].count > most ? c->buffer[b].count : most;
        counted += (c->flags & CASE_COUNTED) != 0;
        empty += c->buffer[0].count == 0;
        large += (c->flags & CASE_CLEAN_ONLY) != 0;
        ck_assert(most <= 1 << 16 || c->flags & CASE_CLEAN_ONLY);
        ck_assert(most > 1 || c->flags & CASE_TRIVIAL);
        ck_assert(c->buffer[c->buffers - 1].tolerance == 0);
    }
    ck_assert_int_eq(counted, _i == 8 ? 2 : 1); // the open part has two works
    ck_assert_int_ge(empty, 1);
    ck_assert_int_ge(large, 1);
    cases_free(list);
}
END_TEST

// Every sum fits in the 24 bits of a float, so every order of additions is exact.
START_TEST(sums_are_exact)
{
    CaseList *list = drawn(_i, 2);
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        double most[2] = {0, 0};
        for (int b = 0; b < c->buffers - 1; b++)
            for (size_t k = 0; k < c->buffer[b].count; k++) {
                double v = 4 * ((float *)c->buffer[b].data)[k]; // quarters
                ck_assert(v == (double)(int)v);
                v = v < 0 ? -v : v;
                most[b] = v > most[b] ? v : most[b];
            }
        double sum = _i == 5 ? STENCIL_WEIGHTS * most[0] : (double)c->arg[1] * most[0] * most[1];
        ck_assert(sum <= 1 << 24);
    }
    cases_free(list);
}
END_TEST

START_TEST(seed_decides) { expect_seed_decides(_i, 0); }
END_TEST

// ---- wrong answers ----------------------------------------------------------------------

static const Case *find_case(const CaseList *list, int64_t x, int64_t y)
{
    for (int i = 0; i < list->count; i++)
        if (list->cases[i]->arg[0] == x && list->cases[i]->arg[1] == y)
            return list->cases[i];
    ck_abort_msg("no case %lld, %lld", (long long)x, (long long)y);
}

START_TEST(shift_mistakes_are_recognised)
{
    CaseList *list = drawn(1, 4);
    const Case *c = find_case(list, 1000, 7); // tiles of 128
    const int32_t *in = c->buffer[0].data;
    int32_t out[1000];
    expect_sentence(c, in, "copy of in");
    reference_tile_shift(out, in, 1000, 1, 128);
    expect_sentence(c, out, "one place only");
    reference_tile_shift(out, in, 1000, 8, 128);
    expect_sentence(c, out, "too far");
    reference_tile_shift(out, in, 1000, 7, 1000);
    expect_sentence(c, out, "next tile");
    expect_sentence(c, c->buffer[1].want, NULL);
    cases_free(list);
}
END_TEST

START_TEST(transpose_mistakes_are_recognised)
{
    CaseList *list = drawn(2, 4);
    const Case *c = find_case(list, 64, 96);
    const int32_t *in = c->buffer[0].data;
    int32_t *out = calloc(64 * 96, sizeof *out);
    expect_sentence(c, in, "nothing is transposed");
    for (int r = 0; r < 96; r++)
        for (int s = 0; s < 64; s++)
            out[r * 64 + s] = in[(s / 32 * 32 + r % 32) * 96 + r / 32 * 32 + s % 32];
    expect_sentence(c, out, "not transposed");
    expect_sentence(c, c->buffer[1].want, NULL);
    free(out);
    cases_free(list);
}
END_TEST

START_TEST(product_mistakes_are_recognised)
{
    CaseList *list = drawn(6, 4);
    const Case *c = find_case(list, 33, 31);
    const float *a = c->buffer[0].data, *b = c->buffer[1].data;
    float *out = calloc(33 * 65, sizeof *out);
    for (int i = 0; i < 33; i++)
        for (int j = 0; j < 65; j++)
            for (int d = 0; d < 16; d++)
                out[i * 65 + j] += a[i * 31 + d] * b[d * 65 + j];
    expect_sentence(c, out, "first TILE products");
    expect_sentence(c, c->buffer[2].want, NULL);
    free(out);
    cases_free(list);
}
END_TEST

// In the open part: sides and depths that are not whole vectors or steps.
START_TEST(open_part_mistakes_are_recognised)
{
    CaseList *list = drawn(8, 4);
    const Case *turned = case_named(list, "transpose", "63 x 65");
    const Case *product = case_named(list, "product", "17 x 33 by 33 x 20");
    const float *in = turned->buffer[0].data;
    float *out = calloc(63 * 65, sizeof *out), sums[17 * 20];
    for (int r = 0; r < 60; r++)
        for (int c = 0; c < 64; c++)
            out[c * 63 + r] = in[r * 65 + c];
    expect_sentence(turned, out, "only whole vectors");
    expect_sentence(turned, in, "nothing is transposed");
    expect_sentence(turned, turned->buffer[1].want, NULL);
    reference_tile_product(sums, product->buffer[0].data, product->buffer[1].data, 17, 33, 20);
    expect_sentence(product, sums, NULL);
    const float *a = product->buffer[0].data, *b = product->buffer[1].data;
    for (int i = 0; i < 17 * 20; i++)
        sums[i] -= a[i / 20 * 33 + 32] * b[32 * 20 + i % 20];
    expect_sentence(product, sums, "after the last whole step");
    free(out);
    cases_free(list);
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "suite", shift_by_hand, transpose_by_hand, stencil_by_hand, product_by_hand,
                     wavefronts_of_the_h200, answers_follow_from_the_rule,
                     shift_mistakes_are_recognised, transpose_mistakes_are_recognised,
                     product_mistakes_are_recognised, open_part_mistakes_are_recognised);
    tcase_add_loop_test(t, every_part_has_its_cases, 1, 9);
    tcase_add_loop_test(t, sums_are_exact, 5, 8);
    tcase_add_loop_test(t, seed_decides, 1, 9);
}

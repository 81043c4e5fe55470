// test.c - the suite of lab 18: its CPU results against results known exactly, its cases, and what
// it says about wrong outputs.
#include <stdlib.h>
#include <string.h>

#include "common/contracts/18_memory_model.h"
#include "grader/labs/18_memory_model/reference.h"

#define LAB lab_18_memory_model
#include "tests/lab_suite.h"

// ---- the references -----------------------------------------------------------------------

START_TEST(sums_of_the_first_squares)
{
    int32_t in[100], out[100];
    for (int i = 0; i < 100; i++)
        in[i] = (i + 1) * (i + 1);
    reference_running_sums(out, in, 100);
    for (int k = 1; k <= 100; k++)
        ck_assert_int_eq(out[k - 1], k * (k + 1) * (2 * k + 1) / 6);
    reference_running_sums(out, in, 0);
    ck_assert_int_eq(out[0], 1);
}
END_TEST

// Node v of a complete binary tree has the children 2v + 1 and 2v + 2.
START_TEST(depths_of_a_binary_tree)
{
    enum { N = 31 };
    int32_t first[N + 1], child[N], depth[N], edges = 0;
    for (int v = 0; v < N; v++) {
        first[v] = edges;
        for (int c = 2 * v + 1; c <= 2 * v + 2 && c < N; c++)
            child[edges++] = c;
    }
    first[N] = edges;
    reference_depths(depth, first, child, N, 1);
    for (int v = 0, level = 0; v < N; v++) {
        level += v + 1 == 2 << level;
        ck_assert_int_eq(depth[v], level);
    }
    reference_depths(depth, first, child, N, 0); // without a root nothing is reached
    for (int v = 0; v < N; v++)
        ck_assert_int_eq(depth[v], -1);
}
END_TEST

// A one in the middle becomes a row of trinomial coefficients, whose sum is a power of three.
START_TEST(steps_of_a_one)
{
    uint32_t row[11] = {[5] = 1}, all = 0;
    const uint32_t two[11] = {0, 0, 0, 1, 2, 3, 2, 1, 0, 0, 0};
    reference_neighbours(row, 11, 2);
    ck_assert_mem_eq(row, two, sizeof two);
    reference_neighbours(row, 11, 3);
    for (int i = 0; i < 11; i++)
        all += row[i];
    ck_assert_uint_eq(all, 243);
    ck_assert_uint_eq(row[5], 51);
    uint32_t end[2] = {1u << 31, 1u << 31}; // modulo 2^32, zeros beyond the ends
    reference_neighbours(end, 2, 1);
    ck_assert_uint_eq(end[0] | end[1], 0);
}
END_TEST

// ---- the cases ------------------------------------------------------------------------------

START_TEST(inputs_depend_on_the_seed)
{
    for (int part = 1; part <= 8; part++)
        if (part != 6) // its first buffer is an index: the next test
            expect_seed_decides(part, 2);
}
END_TEST

// Every node has one parent at most, and a smaller number than its children have.
START_TEST(forests_are_forests)
{
    CaseList *list = drawn(6, 5);
    for (int k = 0; k < list->count; k++) {
        const Case *c = list->cases[k];
        const int32_t *first = c->buffer[0].data, *child = c->buffer[1].data;
        int n = (int)c->arg[0];
        int *parents = calloc((size_t)n + 1, sizeof *parents);
        ck_assert_ptr_nonnull(parents);
        for (int v = 0; v < n; v++)
            for (int e = first[v]; e < first[v + 1]; e++) {
                ck_assert_int_gt(child[e], v);
                ck_assert_int_lt(child[e], n);
                ck_assert_int_eq(parents[child[e]]++, 0);
            }
        for (int v = 0; v < (int)c->arg[1]; v++)
            ck_assert_int_eq(parents[v], 0); // a root
        free(parents);
    }
    cases_free(list);
}
END_TEST

// All blocks of a case run at the same time: the contract promises this.
START_TEST(no_case_has_too_many_blocks)
{
    for (int part = 1; part <= 8; part++) {
        CaseList *list = drawn(part, 5);
        for (int k = 0; k < list->count; k++) {
            const int64_t *arg = list->cases[k]->arg;
            int64_t tiles = (arg[0] + MODEL_BLOCK - 1) / MODEL_BLOCK;
            int64_t blocks[] = {0, 2 * arg[0], 2 * arg[0], tiles, 1 + arg[1],
                                1, arg[2],     arg[0],     tiles};
            ck_assert_int_le(blocks[part], MODEL_BLOCKS);
        }
        cases_free(list);
    }
}
END_TEST

// ---- wrong outputs ----------------------------------------------------------------------------

START_TEST(empty_boxes_are_recognised)
{
    CaseList *list = drawn(1, 5);
    const Case *c = case_named(list, NULL, "9 messages");
    int32_t got[9 * MODEL_BLOCK];
    memcpy(got, c->buffer[1].want, sizeof got);
    memset(got + MODEL_BLOCK, 0, MODEL_BLOCK * sizeof *got);
    expect_sentence(c, got, "empty box");
    got[0] += got[0] == -1 ? 2 : 1; // neither right nor 0
    expect_sentence(c, got, NULL);
    cases_free(list);
}
END_TEST

START_TEST(nodes_left_over_are_recognised)
{
    CaseList *list = drawn(6, 5);
    const Case *c = case_named(list, NULL, "33 nodes in a chain, 4 blocks");
    int32_t got[33];
    memcpy(got, c->buffer[2].want, sizeof got);
    got[32] = -1;
    expect_sentence(c, got, "nodes are left over");
    got[31] = 7;
    expect_sentence(c, got, NULL);
    cases_free(list);
}
END_TEST

SUITE(s)
{
    TESTS(s, "reference, cases, diagnoses", sums_of_the_first_squares, depths_of_a_binary_tree,
          steps_of_a_one, inputs_depend_on_the_seed, forests_are_forests,
          no_case_has_too_many_blocks, empty_boxes_are_recognised, nodes_left_over_are_recognised);
}

// test.c - the reference of lab 12 against ranks known exactly, its cases, and its
// diagnoses of wrong outputs.
#include <stdlib.h>
#include <string.h>

#include "common/contracts/12_graphs.h"
#include "grader/labs/12_graphs/reference.h"

#define LAB lab_12_graphs
#include "tests/lab_suite.h"

enum { PARTS = 8 };

START_TEST(ranks_of_a_small_list)
{
    // 2 -> 0 -> 3 -> 1
    static const int32_t next[] = {3, 1, 0, 1}, want[] = {2, 0, 3, 1};
    int32_t got[4];
    reference_list_ranks(got, next, 4, 2);
    ck_assert_mem_eq(got, want, sizeof want);
    reference_list_ranks(got, (int32_t[]){0}, 1, 0);
    ck_assert_int_eq(got[0], 0);
    reference_list_ranks(got, NULL, 0, 0);
}
END_TEST

// Every element is in the list once, and the ranks are a permutation.
START_TEST(lists_are_well_formed)
{
    CaseList *list = drawn(_i, 3);
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        size_t n = (size_t)c->arg[0], ends = 0;
        const int32_t *next = c->buffer[0].data, *rank = c->buffer[1].want;
        char *seen = calloc(n + 1, 1);
        for (size_t k = 0; k < n; k++) {
            ck_assert(next[k] >= 0 && (size_t)next[k] < n);
            ends += (size_t)next[k] == k;
            ck_assert(rank[k] >= 0 && (size_t)rank[k] < n && !seen[rank[k]]++);
            ck_assert((size_t)next[k] == k || rank[next[k]] == rank[k] - 1);
        }
        ck_assert_uint_eq(ends, n ? 1 : 0);
        ck_assert(!n || (size_t)rank[c->arg[1]] == n - 1);
        free(seen);
    }
    cases_free(list);
}
END_TEST

START_TEST(graphs_are_well_formed)
{
    CaseList *list = drawn(_i, 3);
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        const int32_t *neighbour = c->buffer[0].data, *start = c->buffer[1].data;
        size_t vertices = (size_t)c->arg[0], edges = (size_t)c->arg[1];
        ck_assert(c->arg[2] >= 0 && (size_t)c->arg[2] < vertices);
        ck_assert_uint_eq(c->buffer[0].count, edges);
        for (size_t e = 0; e < edges; e++)
            ck_assert(neighbour[e] >= 0 && (size_t)neighbour[e] < vertices);
        if (c->part == 3)
            continue;
        ck_assert_int_eq(start[0], 0);
        ck_assert_uint_eq((size_t)start[vertices], edges);
        for (size_t v = 0; v < vertices; v++)
            ck_assert_int_le(start[v], start[v + 1]);
    }
    cases_free(list);
}
END_TEST

// Part 7 has every edge in both directions, and as often.
START_TEST(part_7_has_both_directions)
{
    CaseList *list = drawn(7, 3);
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        const int32_t *neighbour = c->buffer[0].data, *start = c->buffer[1].data;
        int64_t sum = 0; // of (v - w) * hash of the pair: 0 if each (v, w) has its (w, v)
        for (int v = 0; v < c->arg[0]; v++)
            for (int e = start[v]; e < start[v + 1]; e++) {
                int64_t w = neighbour[e], low = v < w ? v : w, high = v < w ? w : v;
                sum += (v - w) * ((low * 7919 + high * 104729) % 1000003);
            }
        ck_assert_msg(sum == 0, "%s", c->name);
    }
    cases_free(list);
}
END_TEST

START_TEST(the_real_graph_has_files)
{
    CaseList *list = drawn(5, 1);
    const Case *c = case_named(list, NULL, "files and their includes");
    ck_assert_int_gt(c->arg[0], 100);
    ck_assert_int_gt(c->arg[1], 300);
    cases_free(list);
}
END_TEST

START_TEST(seed_decides)
{
    expect_seed_decides(1, 9);
    expect_seed_decides(5, 10);
}
END_TEST

START_TEST(rank_mistakes)
{
    CaseList *list = drawn(1, 1);
    const Case *c = case_named(list, NULL, "n=5");
    const int32_t *want = c->buffer[1].want;
    int32_t got[5];
    for (int i = 0; i < 5; i++)
        got[i] = 4 - want[i];
    expect_sentence(c, got, "places from the front");
    for (int i = 0; i < 5; i++)
        got[i] = want[i] + 1;
    expect_sentence(c, got, "one too large");
    for (int i = 0; i < 5; i++)
        got[i] = want[i] < 2 ? want[i] : 2;
    expect_sentence(c, got, "after fewer steps of doubling");
    for (int i = 0; i < 5; i++)
        got[i] = 7;
    expect_sentence(c, got, NULL);
    cases_free(list);
}
END_TEST

START_TEST(search_mistakes)
{
    CaseList *list = drawn(_i, 1);
    const Case *c = case_named(list, NULL, "path n=5 from 0");
    expect_sentence(c, (int32_t[]){0, -1, -1, -1, -1}, "only the source");
    expect_sentence(c, (int32_t[]){0, 1, 2, -1, -1}, "ends too early");
    expect_sentence(c, (int32_t[]){0, 2, 3, 4, 5}, "one too large");
    expect_sentence(c, (int32_t[]){0, 0, 1, 2, 3}, "one too small");
    expect_sentence(c, (int32_t[]){0, 1, 2, 4, 5}, "some distances are too large");
    expect_sentence(c, (int32_t[]){0, 1, -1, 4, 5}, "or not at all");
    cases_free(list);
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "suite", ranks_of_a_small_list, part_7_has_both_directions,
                     the_real_graph_has_files, seed_decides, rank_mistakes);
    tcase_add_loop_test(t, lists_are_well_formed, 1, 3);
    tcase_add_loop_test(t, graphs_are_well_formed, 3, PARTS + 1);
    tcase_add_loop_test(t, search_mistakes, 3, PARTS + 1);
}

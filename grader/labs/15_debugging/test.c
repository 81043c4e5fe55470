// test.c - the suite of lab 15: its CPU reference against results known exactly,
// its cases, and its answers against the names of causes and the lines of the skeleton.
#include <stdlib.h>
#include <string.h>

#include "common/causes.h"
#include "common/contracts/15_debugging.h"
#include "grader/labs/15_debugging/reference.h"
#include "grader/submission/answers.h"
#include "tests/regions.h"

#define LAB lab_15_debugging
#include "tests/lab_suite.h"

enum { PARTS = 8 };

START_TEST(results_are_known_ones)
{
    static const int32_t in[] = {1, 9, 2, 3, -7, 5};
    int32_t got[6];
    reference_spread(got, in, 6, 6, 1);
    ck_assert_mem_eq(got, ((int32_t[]){9, 9, 9, 3, 5, 5}), sizeof got);
    reference_spread(got, in, 6, 4, 2);
    ck_assert_mem_eq(got, ((int32_t[]){9, 9, 9, 9, 5, 5}), sizeof got);
    reference_spread(got, in, 6, 4, 0);
    ck_assert_mem_eq(got, in, sizeof got);
    reference_smallest(got, in, 6, 4);
    ck_assert_mem_eq(got, ((int32_t[]){1, -7}), 2 * sizeof *got);
    reference_deviations(got, in, 6, 4);
    ck_assert_mem_eq(got, ((int32_t[]){-14, -6, -13, -12, -5, 7}), sizeof got);
}
END_TEST

START_TEST(the_first_of_the_longest_throws)
{
    static const int32_t player[] = {0, 1, 0, 0, 1}, length[] = {5, 0, 8, 8, 0};
    ReferenceBest best[] = {{0, -1}, {0, -1}, {4, 3}};
    reference_throws(best, player, length, 5);
    ck_assert(best[0].length == 8 && best[0].first == 2);
    ck_assert(best[1].length == 0 && best[1].first == 1);
    ck_assert(best[2].length == 4 && best[2].first == 3);
}
END_TEST

START_TEST(energies_need_64_bits)
{
    static const int32_t row[] = {-(1 << 20), 1 << 20, 3, -255, 256, 257};
    ck_assert_int_eq(reference_energy(row, 0), 0);
    ck_assert_int_eq(reference_energy(row, 2), INT64_C(1) << 41);
    ck_assert_int_eq(reference_energy(row + 2, 4), 9 + 65025 + 65536 + 66049);
}
END_TEST

START_TEST(seed_decides) { expect_seed_decides(_i, 3); }
END_TEST

// Each case of part 8 that is not trivial has a row whose energy does not fit into an int: so no
// such case is right in the skeleton.
START_TEST(energies_overflow)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        CaseList *list = drawn(8, seed);
        for (int i = 0; i < list->count; i++) {
            const Case *c = list->cases[i];
            bool over = c->flags & CASE_TRIVIAL;
            for (size_t r = 0; r < c->buffer[1].count; r++)
                over = over || ((const int64_t *)c->buffer[1].want)[r] > INT32_MAX;
            ck_assert_msg(over, "%s", c->name);
        }
        cases_free(list);
    }
}
END_TEST

static const char *answer_to(const Part *part, const char *key)
{
    char id[32];
    snprintf(id, sizeof id, "%s_%d", key, part->number);
    for (const Item *item = part->items; item->name; item++)
        if (strcmp(item->id, id) == 0)
            return item->want;
    ck_abort_msg("no answer %s", id);
}

START_TEST(answers_name_causes_and_lines)
{
    const Part *part = &LAB.parts[_i - 1];
    const char *cause = answer_to(part, "cause");
    ck_assert_str_eq(cause_rows[cause_named(cause)].name, cause);
    char *skeleton = make_skeleton(LAB.name, LAB.source), mark[16];
    ck_assert_ptr_nonnull(skeleton);
    int right = 0;
    for (char letter = 'a'; letter <= 'z'; letter++) {
        snprintf(mark, sizeof mark, "%d%c", part->number, letter);
        if (!answers_same(mark, answer_to(part, "line")))
            continue;
        right++;
        snprintf(mark, sizeof mark, "// %d%c\n", part->number, letter);
        ck_assert_msg(strstr(skeleton, mark) != NULL, "the skeleton has no line %s", mark);
    }
    ck_assert_int_eq(right, part->number == 1 ? 2 : 1); // part 1: the condition, or the index
    free(skeleton);
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "suite", results_are_known_ones, the_first_of_the_longest_throws,
                     energies_need_64_bits, energies_overflow);
    tcase_add_loop_test(t, seed_decides, 1, PARTS + 1);
    tcase_add_loop_test(t, answers_name_causes_and_lines, 1, PARTS + 1);
}

// test_own_case.c - a case of a student's own: what may be typed, and what the labs make of it.
#include "suite.h"
#include <string.h>

#include "grader/labs/choose.h"
#include "grader/labs/own_case.h"
#include "grader/run/cases.h"

static const struct {
    const char *n, *values;
    int size; // -1: refused
    const char *problem;
} typed[] = {
    {"8", NULL, 8, NULL},
    {"0", NULL, 0, NULL},
    {"65536", NULL, 65536, NULL},
    {NULL, "3 1 -4", 3, NULL},
    {NULL, "3,1;-4\t0x10", 4, NULL},
    {NULL, "", 0, NULL},
    {"3", "3 1 4", 3, NULL},
    {"2", "3 1 4", -1, "N is 2, but VALUES has 3 numbers"},
    {"65537", NULL, -1, "N takes a size, 0 to 65536, not 65537"},
    {"-1", NULL, -1, "N takes a size"},
    {"8x", NULL, -1, "N takes a size"},
    {"8 9", NULL, -1, "N takes a size"},
    {NULL, "3 x", -1, "VALUES takes ints, such as VALUES='3 1 4', not x"},
    {NULL, "3 1.5", -1, "not 1.5"},
    {NULL, "2147483648", -1, "not 2147483648"},
};

START_TEST(sizes_and_values)
{
    OwnCase own;
    char problem[256] = "";
    bool good = own_case_read(typed[_i].n, typed[_i].values, &own, problem, sizeof problem);
    ck_assert_msg(good == (typed[_i].size >= 0), "%s", problem);
    if (good)
        ck_assert_uint_eq(own.n, (size_t)typed[_i].size);
    else
        ck_assert_msg(strstr(problem, typed[_i].problem), "%s", problem);
}
END_TEST

// Every part has the case, with its inputs and results, or one line says why not.
START_TEST(parts_have_it_or_say_why_not)
{
    static const int32_t values[] = {3, 1, -4};
    const OwnCase all[] = {{.n = 3, .value = values}, {.n = 8}, {.n = 0}, {.n = MOST_OWN}};
    const Lab *lab = all_labs[_i];
    for (const Part *part = lab->parts; part->number; part++)
        for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
            char problem[256] = "";
            CaseList *list = cases_new(lab->name, part->number, 7);
            bool has = own_case_add(lab, list, part->number, &all[k], problem, sizeof problem);
            ck_assert_int_eq(list->count, has);
            ck_assert(has == !*problem);
            if (has) {
                const Buffer *in = &list->cases[0]->buffer[0];
                ck_assert_uint_eq(in->count, all[k].n);
                ck_assert(!all[k].value || memcmp(in->data, values, sizeof values) == 0);
            }
            cases_free(list);
        }
}
END_TEST

START_TEST(sums_that_overflow)
{
    static const int32_t values[] = {INT32_MAX, -1};
    ck_assert(!own_case_sums_fit(&(OwnCase){2, values}));
    ck_assert(own_case_sums_fit(&(OwnCase){1, values}));
    ck_assert(own_case_sums_fit(&(OwnCase){2, NULL}));
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "own case", sums_that_overflow);
    tcase_add_loop_test(t, sizes_and_values, 0, sizeof typed / sizeof *typed);
    tcase_add_loop_test(t, parts_have_it_or_say_why_not, 0, all_labs_count);
}

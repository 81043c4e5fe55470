// test_near.c - the name that a person may have meant.
#include "suite.h"
#include <stddef.h>

#include "common/causes.h"
#include "grader/base/near.h"
#include "grader/labs/choose.h"

static const struct {
    const char *typed, *question;
} labs[] = {
    {"pattern", "; did you mean patterns?"},
    {"Patterns", "; did you mean patterns?"},
    {"shared memory", "; did you mean shared_memory?"},
    {"shared-memory", "; did you mean shared_memory?"},
    {"red", "; did you mean reduction?"},
    {"rdeuction", "; did you mean reduction?"},
    {"reductoin", "; did you mean reduction?"},
    {"4_reduction", "; did you mean 04_reduction?"},
    {"sacn", "; did you mean scan?"},
    {"xyz", ""},
    {"no", ""},
    {"", ""},
    {"a word that is much longer than any name of a lab could ever be", ""},
};

START_TEST(labs_by_nearly_their_names)
{
    ck_assert_str_eq(lab_question(labs[_i].typed), labs[_i].question);
}
END_TEST

START_TEST(causes_by_nearly_their_names)
{
    static const char *const typed[] = {"out of bounds", "Out-of-bounds", "out_of_bound",
                                        "outofbounds"};
    for (size_t k = 0; k < sizeof typed / sizeof *typed; k++) {
        Near near = {.typed = typed[k]};
        for (int i = 0; i < CAUSE_COUNT; i++)
            near_try(&near, cause_rows[i].name);
        ck_assert_str_eq(near_question(&near), "; did you mean out_of_bounds?");
    }
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "near", causes_by_nearly_their_names);
    tcase_add_loop_test(t, labs_by_nearly_their_names, 0, sizeof labs / sizeof *labs);
}

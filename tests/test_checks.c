// test_checks.c - the parts of a lab as tests of Check: the grader reads Check's verdict on each
// part, whatever the test's process does.
#include <check.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "grader/judge/checks.h"

static const char *suite_name(int test)
{
    (void)test;
    return "a suite";
}

static const struct {
    const char *what;
    CheckVerdict verdict;
} kinds[] = {
    {"all points", CHECK_passed}, {"points lost", CHECK_failed},  {"killed", CHECK_died},
    {"exit(1)", CHECK_died},      {"exit(0)", CHECK_passed}, // why the records are needed, too
    {"all points", CHECK_passed}, {"kills Check", CHECK_not_run}, {"all points", CHECK_passed},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool behave(int test)
{
    switch (test) {
    case 1: return false;
    case 2: raise(SIGKILL); break;
    case 3: exit(1);
    case 4: exit(0);
    case 6: kill(getppid(), SIGKILL); break;
    }
    return true;
}

static int told; // tests whose end this process was told of

static void on_end(int test, CheckVerdict verdict)
{
    ck_assert_int_eq(verdict, kinds[test].verdict);
    told++;
}

static void expect_verdicts(int side_by_side)
{
    CheckPlan plan = {KINDS, suite_name, behave, 600, side_by_side, on_end};
    told = 0;
    CheckVerdict *verdicts = checks_run(&plan);
    for (int i = 0; i < KINDS; i++)
        ck_assert_msg(verdicts[i] == kinds[i].verdict, "%s: Check says %s", kinds[i].what,
                      check_verdict_name(verdicts[i]));
    ck_assert_int_eq(told, KINDS);
    free(verdicts);
}

START_TEST(the_verdict_of_check_is_read)
{
    expect_verdicts(1);
    expect_verdicts(3);
}
END_TEST

START_TEST(filtered_tests_did_not_run)
{
    setenv("CK_RUN_CASE", "nosuch", 1);
    CheckPlan plan = {KINDS, suite_name, behave, 600, 0, NULL};
    CheckVerdict *verdicts = checks_run(&plan);
    for (int i = 0; i < KINDS; i++)
        ck_assert_int_eq(verdicts[i], CHECK_not_run);
    free(verdicts);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("checks");
    TCase *t = tcase_create("checks");
    tcase_add_test(t, the_verdict_of_check_is_read);
    tcase_add_test(t, filtered_tests_did_not_run);
    suite_add_tcase(suite, t);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner) + (srunner_ntests_run(runner) == 0);
    srunner_free(runner);
    return failed != 0;
}

// test_checks.c - the parts of a lab as tests of Check: the grader reads Check's verdict on each
// part, whatever the test's process does.
#include "suite.h"
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/limits.h"
#include "grader/base/memory.h"
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
    {"all points", CHECK_passed}, {"points lost", CHECK_failed}, {"killed", CHECK_died},
    {"exit(1)", CHECK_died},      {"exit(0)", CHECK_passed}, // why the records are needed, too
    {"all points", CHECK_passed}, {"all points", CHECK_passed},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool behave(int test)
{
    switch (test) {
    case 1: return false;
    case 2: raise(SIGKILL); break;
    case 3: exit(1);
    case 4: exit(0);
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
    CheckPlan plan = {KINDS, suite_name, behave, 600, side_by_side, on_end, 0};
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

static bool end_check(int test)
{
    if (test == 1)
        kill(getppid(), SIGKILL);
    return true;
}

// Nothing that a submission does reaches the process that runs Check: the system has ended it.
START_TEST(a_process_of_the_grader_is_killed)
{
    int status;
    if (fork() == 0) {
        CheckPlan plan = {3, suite_name, end_check, 600, 1, NULL, 0};
        checks_run(&plan);
        _exit(0);
    }
    ck_assert_int_gt(wait(&status), 0);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), LIMIT_STATUS);
}
END_TEST

START_TEST(filtered_tests_did_not_run)
{
    setenv("CK_RUN_CASE", "nosuch", 1);
    CheckPlan plan = {KINDS, suite_name, behave, 600, 0, NULL, 0};
    CheckVerdict *verdicts = checks_run(&plan);
    for (int i = 0; i < KINDS; i++)
        ck_assert_int_eq(verdicts[i], CHECK_not_run);
    free(verdicts);
}
END_TEST

// ---- tests that wait -------------------------------------------------------------------------

enum { WAITING = 5, DEAD = 2 };

static struct {
    atomic_int prepared, at_work, done;
    int order[WAITING];
    bool crowded; // two have worked at a time
} * shared;

static bool prepare_and_work(int test)
{
    shared->prepared++;
    if (test == DEAD) // while others wait
        raise(SIGKILL);
    checks_await(1000);
    if (++shared->at_work > 1)
        shared->crowded = true;
    shared->order[shared->done++] = test;
    shared->at_work--;
    return true;
}

// A process that ends once `prepared` tests are; the descriptor ends with it.
static int await_prepared(int prepared)
{
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    pid_t pid = fork();
    if (pid == 0) {
        while (shared->prepared < prepared)
            usleep(1000);
        _exit(0);
    }
    close(ends[1]);
    return ends[0];
}

static void expect_order(int side_by_side)
{
    static const int order[] = {0, 1, 3, 4};
    shared = shared_alloc(sizeof *shared);
    CheckPlan plan = {WAITING, suite_name, prepare_and_work, 600, side_by_side, NULL, 0};
    plan.awaited = await_prepared(WAITING); // all are started, though one works at a time
    CheckVerdict *verdicts = checks_run(&plan);
    for (int i = 0; i < WAITING; i++)
        ck_assert_int_eq(verdicts[i], i == DEAD ? CHECK_died : CHECK_passed);
    ck_assert_int_eq(shared->done, WAITING - 1);
    if (side_by_side == 1) {
        ck_assert(!shared->crowded);
        ck_assert_mem_eq(shared->order, order, sizeof order);
    }
    free(verdicts);
}

START_TEST(tests_wait_for_their_turn)
{
    expect_order(1);
    expect_order(2);
}
END_TEST

// What is awaited has come before the test is ready.
START_TEST(nobody_waits_for_what_is_there)
{
    int ends[2];
    shared = shared_alloc(sizeof *shared);
    ck_assert_int_eq(pipe(ends), 0);
    close(ends[1]);
    CheckPlan plan = {1, suite_name, prepare_and_work, 600, 1, NULL, ends[0]};
    CheckVerdict *verdicts = checks_run(&plan);
    ck_assert_int_eq(verdicts[0], CHECK_passed);
    free(verdicts);
}
END_TEST

SUITE(s)
{
    TESTS(s, "checks", the_verdict_of_check_is_read, a_process_of_the_grader_is_killed,
          filtered_tests_did_not_run, tests_wait_for_their_turn, nobody_waits_for_what_is_there);
}

// checks.c - runs the parts as tests of Check.
//
// Check runs one test after the other. To run several side by side, there is a process for each,
// which notes Check's verdict in shared memory.
#include "checks.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/limits.h"
#include "grader/run/slots.h"

typedef struct {
    CheckVerdict verdict;
    bool ended; // the test's process has come to its end
} SharedTest;

static const CheckPlan *current_plan; // these are also read by the forked tests
static SharedTest *shared_tests;

const char *check_verdict_name(CheckVerdict verdict)
{
    static const char *const names[] = {"that it did not run", "all points", "points lost",
                                        "that its process ended early"};
    return names[verdict];
}

START_TEST(all_points)
{
    bool passes = current_plan->passes(_i);
    shared_tests[_i].ended = true;
    ck_assert_msg(passes, "points lost");
}
END_TEST

static SRunner *make_runner(int test)
{
    Suite *suite = suite_create(current_plan->suite(test));
    TCase *tcase = tcase_create("parts");
    tcase_set_timeout(tcase, current_plan->seconds);
    tcase_add_loop_test(tcase, all_points, test, test + 1);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_set_fork_status(runner, CK_FORK);
    return runner;
}

static CheckVerdict run_test(int test)
{
    SRunner *runner = make_runner(test);
    slots_are_taken_by(test);
    srunner_run_all(runner, CK_SILENT);
    CheckVerdict verdict = srunner_ntests_run(runner) != 1      ? CHECK_not_run
                           : srunner_ntests_failed(runner) == 0 ? CHECK_passed
                           : shared_tests[test].ended           ? CHECK_failed
                                                                : CHECK_died;
    srunner_free(runner);
    return verdict;
}

// Not this process runs the test: Check ends a process that cannot fork.
static pid_t start_test(int test)
{
    pid_t pid = fork();
    if (pid == 0) {
        shared_tests[test].verdict = run_test(test);
        _exit(0);
    }
    if (pid < 0)
        limits_reached("no process can be started: %s", strerror(errno));
    return pid;
}

static int find_test(const pid_t *pid, int count, pid_t which)
{
    for (int test = 0; test < count; test++)
        if (pid[test] == which)
            return test;
    return -1;
}

// Waits for one of the processes.
static void wait_for_test(const CheckPlan *plan, const pid_t *pid, int started)
{
    int status, test;
    pid_t which;
    do
        which = wait(&status);
    while ((which < 0 && errno == EINTR) ||
           (which > 0 && (test = find_test(pid, started, which)) < 0));
    if (which < 0)
        limits_reached("no process can be waited for: %s", strerror(errno));
    slots_give_back(test);
    if (status != 0)
        limits_check(); // Check could not fork?
    if (plan->ended)
        plan->ended(test, shared_tests[test].verdict);
}

static void run_tests(const CheckPlan *plan, int side, pid_t *pid)
{
    int started = 0, ended = 0;
    while (ended < started || (started < plan->count && !limits_noted())) {
        if (started < plan->count && started - ended < side && !limits_noted()) {
            pid[started] = start_test(started);
            started++;
        } else {
            wait_for_test(plan, pid, started);
            ended++;
        }
    }
}

// A grade does not depend on how many tests run side by side: what a part earns follows
// from its own records.
CheckVerdict *checks_run(const CheckPlan *plan)
{
    size_t count = (size_t)plan->count, bytes = (count + 1) * sizeof *shared_tests;
    CheckVerdict *verdicts = calloc(count + 1, sizeof *verdicts);
    pid_t *pid = calloc(count + 1, sizeof *pid);
    shared_tests = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared_tests == MAP_FAILED || !verdicts || !pid) {
        free(verdicts);
        free(pid);
        return NULL;
    }
    int side = plan->side_by_side ? plan->side_by_side : (int)sysconf(_SC_NPROCESSORS_ONLN);
    current_plan = plan;
    slots_share(side, plan->count);
    fflush(NULL);
    run_tests(plan, side, pid);
    for (size_t i = 0; i < count; i++)
        verdicts[i] = shared_tests[i].verdict;
    munmap(shared_tests, bytes);
    free(pid);
    return verdicts;
}

// checks.c - runs the parts as tests of Check.
//
// Check runs one test after the other. To run several side by side, there are several processes.
// Each takes the next test that is not taken yet, and notes Check's verdict on it in shared memory.
#include "checks.h"

#include <check.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/limits.h"
#include "grader/run/slots.h"

typedef struct {
    atomic_int next; // the first test that is not taken yet
    struct {
        CheckVerdict verdict;
        bool ended; // the test's process has come to its end
    } test[];
} SharedTests;

static const CheckPlan *current_plan; // these are also read by the forked tests
static SharedTests *shared_tests;

const char *check_verdict_name(CheckVerdict verdict)
{
    static const char *const names[] = {"that it did not run", "all points", "points lost",
                                        "that its process ended early"};
    return names[verdict];
}

START_TEST(all_points)
{
    bool passes = current_plan->passes(_i);
    shared_tests->test[_i].ended = true;
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
    slots_give_back(test);
    CheckVerdict verdict = srunner_ntests_run(runner) != 1      ? CHECK_not_run
                           : srunner_ntests_failed(runner) == 0 ? CHECK_passed
                           : shared_tests->test[test].ended     ? CHECK_failed
                                                                : CHECK_died;
    srunner_free(runner);
    return verdict;
}

static void take_tests(void)
{
    for (int test; !limits_noted() &&
                   (test = atomic_fetch_add(&shared_tests->next, 1)) < current_plan->count;)
        shared_tests->test[test].verdict = run_test(test);
}

// Not this process takes tests: Check ends a process that cannot fork.
static void start_taker(void)
{
    pid_t pid = fork();
    if (pid == 0) {
        take_tests();
        _exit(0);
    }
    if (pid < 0)
        limits_reached("no process can be started: %s", strerror(errno));
}

// A grade does not depend on how many tests run side by side: what a part earns follows
// from its own records.
CheckVerdict *checks_run(const CheckPlan *plan)
{
    size_t count = (size_t)plan->count,
           bytes = sizeof *shared_tests + count * sizeof shared_tests->test[0];
    CheckVerdict *verdicts = calloc(count + 1, sizeof *verdicts);
    shared_tests = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared_tests == MAP_FAILED || !verdicts) {
        free(verdicts);
        return NULL;
    }
    int side = plan->side_by_side ? plan->side_by_side : (int)sysconf(_SC_NPROCESSORS_ONLN);
    current_plan = plan;
    slots_share(side, plan->count);
    fflush(NULL);
    for (int i = 0; i < side && i < plan->count; i++)
        start_taker();
    for (int status = 0; wait(&status) > 0 || errno == EINTR;) {
        if (status == 0)
            continue;
        status = 0;
        limits_check(); // Check could not fork?
        if (shared_tests->next < plan->count)
            start_taker(); // in place of the one that was killed
    }
    for (size_t i = 0; i < count; i++)
        verdicts[i] = shared_tests->test[i].verdict;
    munmap(shared_tests, bytes);
    return verdicts;
}

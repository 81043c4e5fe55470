// checks.c - runs the parts as tests of Check.
//
// Check runs one test after the other. To run several side by side, there are several processes.
// Each takes the next test that is not taken yet, and notes Check's verdict on it in shared memory.
#include "checks.h"

#include <check.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
    atomic_int next; // the first test that is not taken yet
    CheckVerdict verdict[];
} SharedVerdicts;

static const CheckPlan *current_plan; // also read by the forked tests

const char *check_verdict_name(CheckVerdict verdict)
{
    static const char *const names[] = {"that it did not run", "all points", "points lost"};
    return names[verdict];
}

START_TEST(all_points) { ck_assert_msg(current_plan->passes(_i), "points lost"); }
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
    srunner_run_all(runner, CK_SILENT);
    CheckVerdict verdict = srunner_ntests_run(runner) != 1      ? CHECK_not_run
                           : srunner_ntests_failed(runner) == 0 ? CHECK_passed
                                                                : CHECK_failed;
    srunner_free(runner);
    return verdict;
}

static void take_tests(SharedVerdicts *shared)
{
    for (int test; (test = atomic_fetch_add(&shared->next, 1)) < current_plan->count;)
        shared->verdict[test] = run_test(test);
}

static size_t shared_size(int count)
{
    return sizeof(SharedVerdicts) + (size_t)count * sizeof(CheckVerdict);
}

// A grade does not depend on how many tests run side by side: what a part earns follows
// from its own records.
CheckVerdict *checks_run(const CheckPlan *plan)
{
    SharedVerdicts *shared = mmap(NULL, shared_size(plan->count), PROT_READ | PROT_WRITE,
                                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return NULL;
    int side = plan->side_by_side ? plan->side_by_side : (int)sysconf(_SC_NPROCESSORS_ONLN);
    current_plan = plan;
    fflush(NULL);
    for (int i = 1; i < side && i < plan->count; i++)
        if (fork() == 0) {
            take_tests(shared);
            _exit(0);
        }
    take_tests(shared);
    while (wait(NULL) > 0 || errno == EINTR)
        ;
    return shared->verdict;
}

void checks_free(CheckVerdict *verdicts, int count)
{
    SharedVerdicts *shared =
        (SharedVerdicts *)((char *)verdicts - offsetof(SharedVerdicts, verdict));
    munmap(shared, shared_size(count));
}

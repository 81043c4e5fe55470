// test_case_clock.c - the clock of a case: it leaves room for the budget, means work and not
// seconds, and does not run while a busy machine keeps a case waiting.
#include "suite.h"
#include <stdlib.h>

#include "common/cudasim/cudasim.h"
#include "grader/base/clock.h"
#include "grader/run/case_clock.h"

enum { BUDGET = 20000000 };

static CaseClock clock_of_case;

static void setup(void)
{
    unsetenv("GRADE_TIMEOUT_SCALE");
    clock_of_case = (CaseClock){0};
    case_clock_start(&clock_of_case, BUDGET, 0, 0);
}

static bool is_over(double now, double cpu, CaseDoes does)
{
    return case_clock_is_over(&clock_of_case, now, cpu, does);
}

START_TEST(host_code_is_limited)
{
    double limit = clock_of_case.host_limit;
    ck_assert(!is_over(limit, limit * 0.99, CASE_in_host_code));
    ck_assert(is_over(limit, limit * 1.01, CASE_in_host_code));
}
END_TEST

// Simulating all of the budget takes less, whatever the instructions are (grader/README.md has
// the slowest), and takes nothing from the time of host code.
START_TEST(there_is_room_for_the_budget)
{
    double all = CUDASIM_LAUNCHES_OF_BUDGET * (double)BUDGET, slowest = 3.3e-6;
    slowest *= clock_slowness();
    ck_assert(!is_over(1, 2.5 * slowest * all, CASE_in_kernel));
    ck_assert(!is_over(2, 2.5 * slowest * all + 1, CASE_in_host_code));
    ck_assert(is_over(3, 4 * slowest * all + 1, CASE_in_kernel)); // a net all the same
}
END_TEST

START_TEST(a_slow_machine_gets_more)
{
    double limit = clock_of_case.host_limit, kernel = clock_of_case.kernel_limit,
           asleep = clock_of_case.sleep_limit;
    setenv("GRADE_TIMEOUT_SCALE", "10", 1);
    case_clock_start(&clock_of_case, BUDGET, 0, 0);
    ck_assert_double_eq_tol(clock_of_case.host_limit, 10 * limit, 1e-6);
    ck_assert_double_eq_tol(clock_of_case.kernel_limit, 10 * kernel, 1e-6);
    ck_assert_double_eq_tol(clock_of_case.sleep_limit, 10 * asleep, 1e-6);
    ck_assert_double_ge(clock_slowness(), 1);
    ck_assert_double_eq(clock_slowness(), clock_slowness()); // measured once
}
END_TEST

START_TEST(waiting_for_a_processor_does_not_count)
{
    ck_assert(!is_over(1e6, 1, CASE_in_host_code));
    ck_assert(!is_over(2e6, 1, CASE_sleeps)); // nobody has looked for long
}
END_TEST

START_TEST(sleep_is_limited)
{
    double now = 0, limit = clock_of_case.sleep_limit;
    while (now < 2 * limit && !is_over(now, 0, CASE_sleeps))
        now += 0.05;
    ck_assert_double_eq_tol(now, limit, 0.2);
}
END_TEST

// Many cases that each stop just before their limit.
START_TEST(a_run_is_limited)
{
    double cpu = 0, limit = clock_of_case.host_limit;
    int cases = 0;
    for (; cases < 100; cases++) {
        case_clock_start(&clock_of_case, BUDGET, 0, cpu);
        cpu += 0.9 * limit;
        if (is_over(0, cpu, CASE_in_host_code))
            break;
    }
    ck_assert_int_eq(cases, RUN_CASES);
}
END_TEST

// A case may need a new process, which begins with no time used.
START_TEST(a_new_process)
{
    ck_assert(!is_over(1, 5, CASE_in_host_code));
    case_clock_start(&clock_of_case, BUDGET, 1, 0);
    ck_assert(!is_over(2, 1, CASE_in_host_code));
    ck_assert_double_eq(clock_of_case.run_host, 6);
    ck_assert_double_eq(clock_of_case.host, 1);
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "case_clock", host_code_is_limited, there_is_room_for_the_budget,
                     a_slow_machine_gets_more, waiting_for_a_processor_does_not_count,
                     sleep_is_limited, a_run_is_limited, a_new_process);
    tcase_add_checked_fixture(t, setup, NULL);
}

// checks.c - runs the parts as tests of Check.
//
// Check runs one test after the other. To run several side by side, there is a process for each,
// which notes Check's verdict in shared memory.
//
// A test may have something to prepare before that is there which all tests need. Then it waits for
// its turn, and more tests than `side_by_side` have been started, but not more are at work.
#include "checks.h"

#include <assert.h>
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/limits.h"
#include "grader/base/memory.h"
#include "grader/run/slots.h"

enum {
    LEAST_HELD = 64,
    MOST_HELD = 512, // MB that tests that wait may hold; see most_held()
    LOOK_MS = 20     // where the system does not tell when a process has ended
};

typedef struct {
    CheckVerdict verdict;
    bool ended;         // the test's process has come to its end
    atomic_size_t held; // bytes, and 1, of a test that waits
} SharedTest;

// A test as this process sees it.
typedef struct {
    pid_t pid;   // 0: not started, or it has ended
    int process; // becomes readable when it ends; -1: the system has no such descriptors
    int turn;    // a byte for a test that waits
    bool waits;
} RunningTest;

typedef struct {
    const CheckPlan *plan;
    RunningTest *test;
    int started, side;
    size_t most_held; // bytes: if tests that wait hold so many, no further one is started
    bool held;        // what tests wait for is not yet there
} Runs;

static const CheckPlan *current_plan; // these are also read by the forked tests
static SharedTest *shared_tests;
static int news[2];            // a byte from each test that begins to wait
static int own_test, own_turn; // in a test's process

const char *check_verdict_name(CheckVerdict verdict)
{
    static const char *const names[] = {"that it did not run", "all points", "points lost",
                                        "that its process ended early"};
    assert(verdict <= CHECK_died);
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
    own_test = test;
    srunner_run_all(runner, CK_SILENT);
    CheckVerdict verdict = srunner_ntests_run(runner) != 1      ? CHECK_not_run
                           : srunner_ntests_failed(runner) == 0 ? CHECK_passed
                           : shared_tests[test].ended           ? CHECK_failed
                                                                : CHECK_died;
    srunner_free(runner);
    return verdict;
}

void checks_await(size_t bytes)
{
    char byte;
    ssize_t n;
    assert(current_plan && own_test < current_plan->count); // in a test's process
    shared_tests[own_test].held = bytes + 1;
    do
        n = write(news[1], "+", 1);
    while (n < 0 && errno == EINTR);
    do
        n = read(own_turn, &byte, 1);
    while (n < 0 && errno == EINTR);
    if (n != 1)
        _exit(1); // the grader is gone
}

static void make_pipe(int ends[2])
{
    if (pipe2(ends, O_CLOEXEC) != 0)
        limits_reached("no pipe can be made: %s", strerror(errno));
}

// ---- the process of a test -------------------------------------------------------------------

// Not this process runs the test: Check ends a process that cannot fork.
static void start_test(Runs *runs)
{
    int test = runs->started++, turn[2];
    assert(test < runs->plan->count);
    make_pipe(turn);
    pid_t pid = fork();
    if (pid == 0) {
        for (int i = 0; i < test; i++) // so that tests see the end of the process that has them
            if (runs->test[i].pid)
                close(runs->test[i].turn);
        close(turn[1]);
        own_turn = turn[0];
        shared_tests[test].verdict = run_test(test);
        _exit(0);
    }
    if (pid < 0)
        limits_reached("no process can be started: %s", strerror(errno));
    close(turn[0]);
    runs->test[test] = (RunningTest){pid, (int)syscall(SYS_pidfd_open, pid, 0), turn[1], false};
}

static void end_test(Runs *runs, int test, int status)
{
    close(runs->test[test].turn);
    if (runs->test[test].process >= 0)
        close(runs->test[test].process);
    runs->test[test] = (RunningTest){0};
    shared_tests[test].held = 0;
    slots_give_back(test);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        limits_killed("a process of the grader");
    if (status != 0 || shared_tests[test].verdict == CHECK_died)
        limits_check(); // Check could not fork, or memory ran out?
    if (runs->plan->ended)
        runs->plan->ended(test, shared_tests[test].verdict);
}

static void look_for_ends(Runs *runs)
{
    int status;
    for (int i = 0; i < runs->started; i++) {
        pid_t pid = runs->test[i].pid;
        pid_t ended = pid ? waitpid(pid, &status, WNOHANG) : 0;
        if (ended < 0 && errno != EINTR)
            limits_reached("no process can be waited for: %s", strerror(errno));
        if (pid && ended == pid)
            end_test(runs, i, status);
    }
}

// ---- whose turn it is ------------------------------------------------------------------------

static int count_tests(const Runs *runs, bool waiting)
{
    int count = 0;
    for (int i = 0; i < runs->started; i++)
        count += runs->test[i].pid && runs->test[i].waits == waiting;
    return count;
}

static void give_turns(Runs *runs)
{
    int free_places = runs->side - count_tests(runs, false);
    for (int i = 0; i < runs->started && free_places > 0; i++)
        if (runs->test[i].pid && runs->test[i].waits) {
            runs->test[i].waits = false;
            shared_tests[i].held = 0;
            free_places -= write(runs->test[i].turn, "+", 1) == 1;
        }
}

static bool may_start(const Runs *runs)
{
    size_t held = 0;
    if (runs->started == runs->plan->count || limits_noted() ||
        count_tests(runs, false) >= runs->side)
        return false;
    for (int i = 0; i < runs->started; i++)
        held += shared_tests[i].held;
    return count_tests(runs, true) < CHECKS_WAITING && held < runs->most_held;
}

static void see_who_waits(Runs *runs)
{
    char bytes[64];
    ssize_t n = read(news[0], bytes, sizeof bytes);
    (void)n; // how many does not matter
    for (int i = 0; i < runs->started; i++)
        runs->test[i].waits = shared_tests[i].held > 0;
}

// Until a test has ended or waits, or what tests wait for is there.
static void wait_for_news(Runs *runs)
{
    struct pollfd *fds = need(calloc((size_t)runs->started + 2, sizeof *fds));
    bool all = true;
    int n = 0;
    fds[n++] = (struct pollfd){news[0], POLLIN, 0};
    fds[n++] = (struct pollfd){runs->held ? runs->plan->awaited : -1, POLLIN, 0};
    for (int i = 0; i < runs->started; i++)
        if (runs->test[i].pid) {
            fds[n++] = (struct pollfd){runs->test[i].process, POLLIN, 0};
            all = all && runs->test[i].process >= 0;
        }
    if (poll(fds, (nfds_t)n, all ? -1 : LOOK_MS) > 0) {
        if (fds[0].revents)
            see_who_waits(runs);
        if (fds[1].revents)
            runs->held = false;
    }
    free(fds);
    look_for_ends(runs);
}

static void run_tests(Runs *runs)
{
    while (true) {
        if (!runs->held)
            give_turns(runs);
        if (may_start(runs))
            start_test(runs);
        else if (count_tests(runs, false) + count_tests(runs, true))
            wait_for_news(runs);
        else
            break;
    }
}

// A sixteenth of the memory. Who has one test at a time grades a class, with others beside it.
static size_t most_held(int side)
{
    long long mb = limits_memory() / 16;
    mb = side == 1 || mb < LEAST_HELD ? LEAST_HELD : mb > MOST_HELD ? MOST_HELD : mb;
    return (size_t)mb << 20;
}

// A grade does not depend on how many tests run side by side: what a part earns follows
// from its own records.
CheckVerdict *checks_run(const CheckPlan *plan)
{
    size_t count = (size_t)plan->count;
    assert(plan->suite && plan->passes && plan->seconds > 0);
    CheckVerdict *verdicts = need(calloc(count + 1, sizeof *verdicts));
    int side = plan->side_by_side ? plan->side_by_side : slots_usual();
    Runs runs = {.plan = plan,
                 .test = need(calloc(count + 1, sizeof *runs.test)),
                 .side = side,
                 .most_held = most_held(side),
                 .held = plan->awaited > 0};
    current_plan = plan;
    shared_tests = shared_alloc((count + 1) * sizeof *shared_tests);
    make_pipe(news);
    fcntl(news[0], F_SETFL, O_NONBLOCK);
    slots_share(side, plan->count);
    fflush(NULL);
    run_tests(&runs);
    for (size_t i = 0; i < count; i++)
        verdicts[i] = shared_tests[i].verdict;
    munmap(shared_tests, (count + 1) * sizeof *shared_tests);
    close(news[0]);
    close(news[1]);
    free(runs.test);
    return verdicts;
}

// test_limits.c - limits of the machine that are met while grading: the line reaches the process
// that grades, and nothing that was under way looks whole. Each try is a process of its own.
#include "suite.h"
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/limits.h"
#include "grader/base/memory.h"
#include "grader/base/processors.h"
#include "grader/judge/checks.h"
#include "grader/judge/record.h"
#include "grader/report/report.h"

static const Item items[] = {{.kind = ITEM_safe, .id = "safe", .name = "safe", .points = 2},
                             {.name = NULL}};
static const Part parts[] = {{.number = 1, .id = "one", .name = "first", .items = items},
                             {.number = 0}};
static const Lab lab = {.name = "07_sum", .source = "sum.cu", .title = "t", .parts = parts};

// Returns the limit of before: Check writes files, too.
static rlim_t set_limit(int resource, rlim_t value)
{
    struct rlimit r;
    getrlimit(resource, &r);
    rlim_t before = r.rlim_cur;
    r.rlim_cur = value;
    setrlimit(resource, &r);
    return before;
}

// ---- what is tried before grading -----------------------------------------------------------

static const struct {
    int resource;
    rlim_t value;
    const char *words;
} resources[] = {
    {RLIMIT_AS, 4ull << 30, "ulimit -v"}, {RLIMIT_DATA, 1 << 30, "ulimit -d"},
    {RLIMIT_CPU, 60, "ulimit -t"},        {RLIMIT_FSIZE, 1 << 20, "ulimit -f"},
    {RLIMIT_NOFILE, 40, "ulimit -n"},
};

// Check runs each test in a process of its own, whose limits these are.
START_TEST(resources_are_tried)
{
    char line[MAX_LIMIT] = "";
    ck_assert(limits_hold("/tmp", 2, line, sizeof line));
    rlim_t before = set_limit(resources[_i].resource, resources[_i].value);
    bool holds = limits_hold("/tmp", 2, line, sizeof line);
    set_limit(resources[_i].resource, before);
    ck_assert_msg(!holds && strstr(line, resources[_i].words), "%s", line);
}
END_TEST

START_TEST(a_folder_that_cannot_be_written)
{
    char line[MAX_LIMIT] = "";
    ck_assert(!limits_hold("/proc", 2, line, sizeof line));
    ck_assert_ptr_nonnull(strstr(line, "in /proc"));
}
END_TEST

// ---- what is met while grading ----------------------------------------------------------------

static char records[64];

static const char *suite_name(int test)
{
    (void)test;
    return "a suite";
}

static bool meet_no_memory(int test)
{
    if (test == 1)
        need(NULL);
    return true;
}

static bool meet_full_disk(int test)
{
    ItemRecord r = record_blank(&lab, &parts[0], &items[0]);
    if (test == 1) {
        signal(SIGXFSZ, SIG_IGN);
        set_limit(RLIMIT_FSIZE, 10);
        record_append(&r, records);
    }
    return true;
}

// The note of a test's process is read by the one that runs all tests; the tests after it are
// not begun.
static void expect_note(bool (*passes)(int), const char *words)
{
    enum { TESTS = 3 };
    CheckPlan plan = {TESTS, suite_name, passes, 600, 1, NULL, 0};
    limits_share();
    CheckVerdict *verdicts = checks_run(&plan);
    ck_assert_ptr_nonnull(limits_noted());
    ck_assert_msg(strstr(limits_noted(), words) != NULL, "%s", limits_noted());
    ck_assert_int_eq(verdicts[0], CHECK_passed);
    ck_assert_int_eq(verdicts[1], CHECK_died);
    ck_assert_int_eq(verdicts[2], CHECK_not_run);
    free(verdicts);
}

START_TEST(no_memory) { expect_note(meet_no_memory, "no memory is left"); }
END_TEST

START_TEST(no_room_for_records)
{
    strcpy(records, "/tmp/test-limits-XXXXXX");
    close(mkstemp(records));
    expect_note(meet_full_disk, "no record can be written");
    unlink(records);
}
END_TEST

START_TEST(no_room_for_the_grade)
{
    char path[80];
    Selected selected = {
        .lab = &lab, .folder = "labs/07_sum", .object = {{.lab = &lab, .name = "sum.cu"}}};
    Report report = {.selected = &selected,
                     .count = 1,
                     .submission = "labs",
                     .records = "/nosuch",
                     .nvcc_version = ""};
    strcpy(records, "/tmp/test-limits-XXXXXX");
    close(mkstemp(records));
    snprintf(path, sizeof path, "%s.json", records);
    Grade *grade = grade_build(&report);
    signal(SIGXFSZ, SIG_IGN);
    rlim_t before = set_limit(RLIMIT_FSIZE, 100);
    bool written = grade_write(grade, path);
    set_limit(RLIMIT_FSIZE, before);
    ck_assert(!written);
    ck_assert_int_ne(access(path, F_OK), 0); // nor a part of it
    grade_free(grade);
    unlink(records);
}
END_TEST

// The process that grades ends with status 4, and with the line of the first limit.
START_TEST(the_status)
{
    int status, out[2];
    char said[256];
    ck_assert_int_eq(pipe(out), 0);
    fflush(NULL);
    if (fork() == 0) {
        dup2(out[1], 2);
        limits_reached("%s", "one limit");
    }
    close(out[1]);
    wait(&status);
    ssize_t n = read(out[0], said, sizeof said - 1);
    said[n > 0 ? n : 0] = 0;
    ck_assert_int_eq(WEXITSTATUS(status), 4);
    ck_assert_str_eq(said, "grade: one limit\n");
}
END_TEST

// A job of a batch system may use few of a machine's processors.
START_TEST(processors_of_this_process)
{
    cpu_set_t own, one;
    ck_assert_int_eq(sched_getaffinity(0, sizeof own, &own), 0);
    ck_assert_int_ge(processors(), 1);
    ck_assert_int_le(processors(), CPU_COUNT(&own));
    int first = 0;
    while (!CPU_ISSET(first, &own))
        first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    ck_assert_int_eq(sched_setaffinity(0, sizeof one, &one), 0);
    ck_assert_int_eq(processors(), 1);
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "limits", a_folder_that_cannot_be_written, no_memory, no_room_for_records,
                     no_room_for_the_grade, the_status, processors_of_this_process);
    tcase_add_loop_test(t, resources_are_tried, 0, sizeof resources / sizeof *resources);
}

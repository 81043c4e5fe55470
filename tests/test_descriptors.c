// test_descriptors.c - no descriptor of ours gets into another program, on old systems too.
#include "suite.h"
#include <stdlib.h>
#include <sys/resource.h>

#include "grader/base/descriptors.h"

enum { LOW = 150, FIRST = 200, HIGH = 900, FLAGS_OF_CLOSED = -1 };

static bool closes_by_call(bool on_exec) { return descriptors_close(FIRST, on_exec); }
static bool closes_each(bool on_exec) { return descriptors_close_each(FIRST, on_exec); }

static void open_at(int place)
{
    int null = open("/dev/null", O_RDONLY);
    ck_assert_int_eq(dup2(null, place), place);
    close(null);
}

START_TEST(descriptors_are_closed_from_the_first_one_on)
{
    struct rlimit limit;
    bool (*const closes)(bool) = _i % 2 ? closes_each : closes_by_call;
    bool on_exec = _i / 2;
    int after = on_exec ? FD_CLOEXEC : FLAGS_OF_CLOSED;
    ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
    limit.rlim_cur = HIGH + 1;
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
    open_at(LOW);
    open_at(FIRST);
    open_at(HIGH);
    ck_assert(closes(on_exec));
    ck_assert_int_eq(fcntl(LOW, F_GETFD), 0);
    ck_assert_int_eq(fcntl(FIRST, F_GETFD), after);
    ck_assert_int_eq(fcntl(HIGH, F_GETFD), after);
    ck_assert_int_eq(fcntl(FIRST + 1, F_GETFD), FLAGS_OF_CLOSED);
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "descriptors");
    tcase_add_loop_test(t, descriptors_are_closed_from_the_first_one_on, 0, 4);
}

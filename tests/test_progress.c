// test_progress.c - a kernel that runs for long: the line that its user sees, and how it ends when
// the user interrupts it.
#include "common/cudasim/cudart/tool/progress.h"
#include "common/cudasim/sim/exec.h"

#include "suite.h"

#include <unistd.h>

static const char text[] = ".version 9.0\n.target sm_90\n.address_size 64\n"
                           ".visible .entry forever()\n{\nLOOP: bra LOOP;\n}\n";

START_TEST(the_line)
{
    char line[200];
    progress_text(line, sizeof line, "add(int*)", 0, 4096, 1);
    ck_assert_str_eq(line, "add(int*): 0 of 4096 blocks, 1 s");
    progress_text(line, sizeof line, "add(int*)", 1024, 4096, 2.2);
    ck_assert_str_eq(line, "add(int*): 1024 of 4096 blocks, 2 s, about 7 s more");
}
END_TEST

static uint64_t looks;

static void look(const Launch *l, uint64_t done, uint64_t total)
{
    ck_assert(done <= total && total == (uint64_t)l->grid.x);
    looks++;
}

// It ends after its turn, and what it has executed counts.
START_TEST(interrupted)
{
    char error[PTX_ERROR_MAX] = "";
    PtxText t = {.text = (char *)text, .length = sizeof text - 1, .sm = 90};
    ck_assert_int_eq(mem_init(), 0);
    Program *p = program_load(&t, 1, error);
    ck_assert_msg(p != NULL, "%s", error);
    Launch l = {.code = program_entry(p, "forever"), .grid = {3, 1, 1}, .block = {64, 1, 1}};
    device.interrupted = true;
    device.progress = look;
    ck_assert_int_eq(launch_run(&l), LAUNCH_timeout);
    ck_assert_uint_eq(looks, 1);
    ck_assert(l.executed > 0);
    ck_assert_uint_eq(l.code->counts[0].warps, l.executed);
    program_free(p);
}
END_TEST

// Through a pipe nobody sees progress; but who interrupts learns how far the kernel has come.
START_TEST(interrupted_says_how_far)
{
    char error[PTX_ERROR_MAX] = "", text_of_error[200] = "";
    PtxText t = {.text = (char *)text, .length = sizeof text - 1, .sm = 90};
    int ends[2];
    ck_assert_int_eq(mem_init(), 0);
    Program *p = program_load(&t, 1, error);
    ck_assert_msg(p != NULL, "%s", error);
    Launch l = {.code = program_entry(p, "forever"), .grid = {3, 1, 1}, .block = {64, 1, 1}};
    ck_assert(!pipe(ends) && dup2(ends[1], STDERR_FILENO) == STDERR_FILENO);
    progress_begin();
    ck_assert_ptr_null(device.progress);
    progress_interrupt();
    ck_assert_int_eq(launch_run(&l), LAUNCH_timeout);
    ck_assert_int_eq(launch_run(&l), LAUNCH_timeout); // is not the first
    ck_assert(read(ends[0], text_of_error, sizeof text_of_error - 1) > 0);
    ck_assert_str_eq(text_of_error, "cudasim: interrupted: forever, 0 of 3 blocks\n");
    program_free(p);
}
END_TEST

SUITE(s) { TESTS(s, "progress", the_line, interrupted, interrupted_says_how_far); }

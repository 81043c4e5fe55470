// test_replay.c - a case as a program of its own (build/replay), with fake submissions: it has the
// case's inputs, the addresses that it has when it is graded, and the same findings.
#include "suite.h"
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "grader/attempts/replay.h"
#include "grader/base/paths.h"

enum { N = 33 };

static const Part parts[] = {{.number = 1, .id = "sums", .name = "sums"}, {.number = 0}};
static const Lab lab = {.name = "04_reduction", .source = "x.cu", .title = "t", .parts = parts};
static Selected selected = {.lab = &lab, .folder = "labs/04_reduction"};
static LookOrder order = {.selected = &selected, .part = parts};

static const char *write_sums(WireCase *wire)
{
    CaseList *list = cases_new(lab.name, 1, 5);
    Case *c = case_add(list, 0, "int", "n=%d", N);
    c->arg[0] = N;
    int *in = case_buffer(c, BUFFER_in, ELEM_i32, N, "in")->data;
    case_buffer(c, BUFFER_out, ELEM_i32, 1, "out");
    for (int i = 0; i < N; i++)
        in[i] = i;
    const char *file = replay_write_case(&order, list, 0, wire);
    cases_free(list);
    ck_assert_ptr_nonnull(file);
    return file;
}

static char output[1 << 14];

// Runs a command; returns its status.
static int run_command(const char *command)
{
    FILE *f = popen(command, "r");
    ck_assert_ptr_nonnull(f);
    output[fread(output, 1, sizeof output - 1, f)] = 0;
    int status = pclose(f);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int replay(const char *options, const char *kind)
{
    char command[1024];
    WireCase wire;
    const char *file = write_sums(&wire);
    snprintf(command, sizeof command, "\"%s\" %s \"%s\" \"%s\" \"%s\" 2>&1",
             paths_at("build/cudasim"), options, paths_at("build/replay"),
             paths_at("build/tests/fake/kind_%s.so", kind), file);
    return run_command(command);
}

START_TEST(a_case_runs)
{
    ck_assert_msg(replay("--tool all --error-exitcode 9", "right") == 0, "%s", output);
    ck_assert_msg(replay("--counters /dev/stdout", "right") == 0, "%s", output);
    ck_assert_ptr_nonnull(strstr(output, "\"launch\":0"));
}
END_TEST

START_TEST(with_its_findings)
{
    ck_assert_int_eq(replay("--tool racecheck --error-exitcode 9", "race"), 9);
    ck_assert_msg(strstr(output, "Race reported"), "%s", output);
}
END_TEST

START_TEST(with_its_errors)
{
    ck_assert_int_eq(replay("", "sticky"), 1);
    ck_assert_msg(strstr(output, "replay: cudaErrorIllegalAddress"), "%s", output);
}
END_TEST

START_TEST(under_the_debugger)
{
    char command[1024];
    WireCase wire;
    const char *file = write_sums(&wire);
    snprintf(command, sizeof command,
             "printf 'run to finding 1\\nquit\\n' | \"%s\" --debug --tool racecheck \"%s\" \"%s\" "
             "\"%s\" 2>&1",
             paths_at("build/cudasim"), paths_at("build/replay"),
             paths_at("build/tests/fake/kind_race.so"), file);
    run_command(command);
    ck_assert_msg(strstr(output, "Before finding 1: racecheck: "), "%s", output);
}
END_TEST

// The first command is in the command line: make replay FINDING=1 DEBUG=1 stops there by itself.
START_TEST(under_the_debugger_at_a_finding)
{
    char command[1024];
    WireCase wire;
    const char *file = write_sums(&wire);
    snprintf(command, sizeof command,
             "printf 'quit\n' | \"%s\" --debug --tool racecheck --ex 'run to finding 1' \"%s\" "
             "\"%s\" \"%s\" 2>&1",
             paths_at("build/cudasim"), paths_at("build/replay"),
             paths_at("build/tests/fake/kind_race.so"), file);
    run_command(command);
    ck_assert_msg(strstr(output, "(cudasim) run to finding 1\n"), "%s", output);
    ck_assert_msg(strstr(output, "Before finding 1: racecheck: "), "%s", output);
}
END_TEST

START_TEST(the_file_has_the_inputs)
{
    WireCase wire;
    WireRequest request;
    int in[N];
    FILE *f = fopen(write_sums(&wire), "rb");
    ck_assert_uint_eq(fread(&request, sizeof request, 1, f), 1);
    ck_assert_uint_eq(fread(&wire, sizeof wire, 1, f), 1);
    ck_assert_uint_eq(fread(in, sizeof in[0], N, f), N);
    ck_assert_int_eq(fgetc(f), EOF);
    fclose(f);
    ck_assert_str_eq(request.lab, "04_reduction");
    ck_assert_uint_gt(wire.budget, 0);
    for (int i = 0; i < N; i++)
        ck_assert_int_eq(in[i], i);
}
END_TEST

START_TEST(a_file_that_is_too_short)
{
    char command[512];
    snprintf(command, sizeof command, "\"%s\" \"%s\" \"%s\" /dev/null 2>&1",
             paths_at("build/cudasim"), paths_at("build/replay"),
             paths_at("build/tests/fake/kind_right.so"));
    ck_assert_int_eq(run_command(command), 2);
    ck_assert_msg(strstr(output, "the file is too short"), "%s", output);
}
END_TEST

SUITE(s)
{
    TESTS(s, "replay", a_case_runs, with_its_findings, with_its_errors, under_the_debugger,
          under_the_debugger_at_a_finding, the_file_has_the_inputs, a_file_that_is_too_short);
}

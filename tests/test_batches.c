// test_batches.c - cases that share a process, and cases that run at the same time: what is seen of
// a run follows from its cases, and not from how many processes run at a time.
#include "suite.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/limits.h"
#include "grader/base/paths.h"
#include "grader/run/batch.h"
#include "grader/run/batches.h"
#include "grader/run/loads.h"
#include "grader/run/run.h"
#include "grader/run/slots.h"

// The fake labs misbehave for n = 33. A large case is a batch of its own.
static const struct {
    int n;
    bool large;
    const char *group;
    int batch;
} plan[] = {
    {300, false, "a", 0}, {33, false, "a", 0}, {300, true, "a", 1}, {33, true, "a", 2},
    {32, false, "a", 0},  {33, false, "a", 0}, {33, true, "a", 3},  {300, true, "a", 4},
    {33, true, "b", 5},   {1, false, "b", 0},
};
enum { CASES = sizeof plan / sizeof plan[0], LARGE = 1000000 };

static CaseList *list;

static void setup(void)
{
    list = cases_new("04_reduction", 1, 1);
    for (int i = 0; i < CASES; i++) {
        int n = plan[i].n;
        Case *c = case_add(list, 0, "int", "n=%d", n);
        c->group = plan[i].group;
        c->arg[0] = n;
        c->arg[1] = 1;
        int *in = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "in")->data;
        int *want = case_buffer(c, BUFFER_out, ELEM_i32, (size_t)(n + 255) / 256, "out")->want;
        for (int k = 0; k < n; k++)
            want[k / 256] += in[k] = (int)draw_int(list, -1000, 1000);
        if (plan[i].large)
            case_buffer(c, BUFFER_spare, ELEM_u8, LARGE, "room");
    }
}

static void teardown(void) { cases_free(list); }

static RunSetup setup_of(const char *kind, bool checked)
{
    return (RunSetup){.lib = paths_lib(),
                      .object = paths_at("build/tests/fake/kind_%s.so", kind),
                      .lab = "04_reduction",
                      .tools = checked ? "all" : "none",
                      .schedule = checked ? "shuffle" : "inorder",
                      .seed = 1,
                      .checked = checked};
}

static Run *run_kind(const char *kind, bool checked, int slots)
{
    RunSetup setup = setup_of(kind, checked);
    slots_share(slots, 1);
    return run_cases(&setup, list, NULL);
}

static bool right(const Run *r, int i)
{
    const Buffer *out = &list->cases[i]->buffer[1];
    return r->result[i].kind == RESULT_finished && r->result[i].error == 0 &&
           r->result[i].output_bytes[1] == out->count * 4 &&
           memcmp(r->result[i].output[1], out->want, out->count * 4) == 0;
}

START_TEST(small_cases_share_a_batch)
{
    int count, *batch = batches_of(list, &count);
    ck_assert_int_eq(count, 6);
    for (int i = 0; i < CASES; i++)
        ck_assert_int_eq(batch[i], plan[i].batch);
    free(batch);
}
END_TEST

START_TEST(many_small_cases_are_several_batches)
{
    int count, last = 0, *batch;
    for (int i = 0; i < 8; i++)
        case_buffer(case_add(list, 0, "int", "more"), BUFFER_spare, ELEM_u8, LARGE / 4, "room");
    batch = batches_of(list, &count);
    ck_assert_int_ge(count, 6 + 2);
    for (int i = CASES; i < CASES + 8; i++) {
        ck_assert_int_ge(batch[i], last);
        last = batch[i];
    }
    ck_assert_int_eq(last, count - 1);
    free(batch);
}
END_TEST

// ---- all that was seen, as text -----------------------------------------------------------------

static void print_findings(FILE *f, const SimFindings *findings)
{
    for (int i = 0; i < findings->count; i++) {
        const SimFinding *one = &findings->finding[i];
        fprintf(f, "  %s %s %s %lld %s:%d\n", tool_name(one->tool), one->kind, one->message,
                one->count, one->place.file ? one->place.file : "", one->place.line);
    }
}

static void print_launch(FILE *f, const SimLaunch *launch)
{
    fprintf(f, "  launch %g %g %g\n", launch->blocks, launch->threads, launch->us);
    for (int i = 0; i < launch->metrics.count; i++)
        fprintf(f, "  %s %.17g\n", metric_name(launch->metrics.metric[i].metric),
                launch->metrics.metric[i].value);
    print_findings(f, &launch->findings);
}

static void print_result(FILE *f, const Result *r)
{
    fprintf(f, "kind %d detail %d error %d %s %s\n", r->kind, r->detail, r->error, r->message,
            r->heap);
    for (int b = 0; b < MAX_BUFFERS; b++) {
        fprintf(f, " %zu:", r->output_bytes[b]);
        for (size_t k = 0; r->output[b] && k < r->output_bytes[b]; k++)
            fprintf(f, "%02x", ((unsigned char *)r->output[b])[k]);
        for (size_t k = 0; k < r->writers[b]; k++)
            fprintf(f, " %llu %u %d", (unsigned long long)r->writer[b][k].first,
                    r->writer[b][k].kind, r->writer[b][k].line);
    }
    fprintf(f, "\n us %.17g\n", r->time.us);
    for (int i = 0; i < r->launches.count; i++)
        print_launch(f, &r->launches.launch[i]);
    print_findings(f, &r->findings);
}

static char *run_as_text(const char *kind, bool checked, int slots)
{
    char *text;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    Run *r = run_kind(kind, checked, slots);
    for (int i = 0; i < r->count; i++)
        print_result(f, &r->result[i]);
    fprintf(f, "%s|%s|%s|%d\n%s", r->broken, r->refused, r->version, r->stray_launches, r->log);
    print_findings(f, &r->stray);
    fclose(f);
    run_free(r);
    return text;
}

static const char *const kinds[] = {"right", "wrong",  "crash",       "exit0", "check",
                                    "hang",  "sticky", "launcherror", "race",  "chatty"};

START_TEST(any_number_of_processes_sees_the_same)
{
    setenv("GRADE_TIMEOUT_SCALE", "0.03", 1); // for the kind that sleeps
    for (int checked = 0; checked < 2; checked++) {
        char *one = run_as_text(kinds[_i], checked, 1);
        ck_assert_ptr_nonnull(strstr(one, "kind 1"));
        for (int slots = 2; slots <= 7; slots += 5) {
            char *more = run_as_text(kinds[_i], checked, slots);
            ck_assert_str_eq(one, more);
            free(more);
        }
        free(one);
    }
}
END_TEST

// ---- cases that end their process -----------------------------------

// As if all cases had been in one process: after three deaths of a group its later cases are left
// out, whichever process they are in.
START_TEST(deaths_count_in_the_order_of_the_list)
{
    static const int dies[] = {1, 3, 5, 8}, runs[] = {0, 2, 4, 9}, left_out[] = {6, 7};
    Run *r = run_kind("crash", false, 3);
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(r->result[dies[i]].kind, RESULT_signal);
        ck_assert(right(r, runs[i]));
    }
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(r->result[left_out[i]].kind, RESULT_not_run);
    run_free(r);
}
END_TEST

START_TEST(two_hangs_are_enough)
{
    setenv("GRADE_TIMEOUT_SCALE", "0.03", 1);
    Run *r = run_kind("hang", false, 3);
    for (int i = 0; i < CASES; i++)
        if (i > 3)
            ck_assert_int_eq(r->result[i].kind, RESULT_not_run);
        else if (plan[i].n == 33)
            ck_assert_int_eq(r->result[i].kind, RESULT_hang);
        else
            ck_assert(right(r, i));
    run_free(r);
}
END_TEST

// ---- processes that end by SIGKILL --------------------------------------------------------------

static void listen_once(CaseBatch *batch)
{
    struct pollfd fds[RUNNER_PIPES];
    runner_polls(&batch->child, fds);
    poll(fds, RUNNER_PIPES, LISTEN_MS);
    batch_listen(batch, fds);
}

// All cases in one batch, whose lab hangs in its second case. In a process of its own, for which
// the result is the end.
static void kill_one(bool machine)
{
    bool wanted[CASES];
    memset(wanted, true, sizeof wanted);
    Run run = {.count = CASES, .result = calloc(CASES, sizeof(Result))};
    run.log = calloc(1, MAX_LOG + 1);
    RunSetup setup = setup_of("hang", false);
    CaseBatch batch = {.setup = &setup, .list = list, .wanted = wanted, .run = &run};
    batch_start(&batch);
    while (batch.child.current != 1 && batch.state == BATCH_runs)
        listen_once(&batch);
    if (batch.state != BATCH_runs)
        _exit(2);
    kill(machine ? batch.child.pid : batch.child.client, SIGKILL);
    while (!run.result[1].kind)
        listen_once(&batch);
    bool crashed = run.result[1].kind == RESULT_signal && run.result[1].detail == SIGKILL;
    batch_cancel(&batch);
    _exit(crashed ? 0 : 1);
}

static int status_of_kill(bool machine, char *said, size_t size)
{
    int status;
    limits_share();
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        kill_one(machine);
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    snprintf(said, size, "%s", limits_noted() ? limits_noted() : "");
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// The submission cannot end the machine's process, so the system has: that costs no points.
START_TEST(a_killed_machine_is_a_limit)
{
    char said[MAX_LIMIT];
    ck_assert_int_eq(status_of_kill(true, said, sizeof said), LIMIT_STATUS);
    ck_assert_msg(strstr(said, "SIGKILL"), "%s", said);
}
END_TEST

// Its own process it can end as it likes.
START_TEST(a_killed_client_has_crashed)
{
    char said[MAX_LIMIT];
    ck_assert_int_eq(status_of_kill(false, said, sizeof said), 0);
    ck_assert_str_eq(said, "");
}
END_TEST

// ---- an object that cannot be loaded ------------------------------------------------------------

// What one process has waited for, those that it has forked know.
START_TEST(who_waits_for_loading_tells_others)
{
    setenv("GRADE_TIMEOUT_SCALE", "0.03", 1);
    const char *object = setup_of("unloadable", false).object;
    loads_share();
    ck_assert(!loads_hang(object));
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        run_free(run_kind("unloadable", false, 3));
        _exit(0);
    }
    ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
    ck_assert(loads_hang(object));
    ck_assert(!loads_hang(setup_of("right", false).object));
    Run *r = run_kind("unloadable", true, 3);
    ck_assert_str_eq(r->refused, "loading it takes too long");
    ck_assert(slots_take() && slots_take() && slots_take() && !slots_take());
    run_free(r);
}
END_TEST

// What one process has read as a whole, the others read on demand; the results are the same.
START_TEST(who_has_read_an_object_tells_others)
{
    const char *object = setup_of("right", false).object;
    loads_share();
    ck_assert(!loads_are_good(object));
    for (int i = 0; i < 2; i++) {
        Run *r = run_kind("right", i == 1, 3);
        for (int k = 0; k < r->count; k++)
            ck_assert(right(r, k));
        run_free(r);
        ck_assert(loads_are_good(object));
    }
    ck_assert(!loads_are_good(setup_of("unloadable", false).object));
}
END_TEST

// ---- slots ----------------------------------------------------------

START_TEST(slots_come_back)
{
    slots_share(2, 3);
    slots_are_taken_by(1);
    ck_assert(slots_take() && slots_take() && !slots_take());
    slots_give();
    ck_assert(slots_take());
    slots_are_taken_by(2);
    ck_assert(!slots_take());
    slots_give_back(2); // that has none
    ck_assert(!slots_take());
    slots_give_back(1); // its process has ended
    ck_assert(slots_take() && slots_take() && !slots_take());
}
END_TEST

START_TEST(all_slots_are_free_after_a_run)
{
    run_free(run_kind("crash", false, 2));
    ck_assert(slots_take() && slots_take() && !slots_take());
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "batches", small_cases_share_a_batch, many_small_cases_are_several_batches,
                     deaths_count_in_the_order_of_the_list, two_hangs_are_enough,
                     a_killed_machine_is_a_limit, a_killed_client_has_crashed,
                     who_waits_for_loading_tells_others, who_has_read_an_object_tells_others,
                     slots_come_back, all_slots_are_free_after_a_run);
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, any_number_of_processes_sees_the_same, 0,
                        sizeof kinds / sizeof kinds[0]);
}

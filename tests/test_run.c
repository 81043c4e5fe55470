// test_run.c - the runner, its client and run.c, with fake labs: whatever a lab's code does to its
// process ends in one result of one case, and what the grader has is out of its reach.
#include "suite.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "common/cudasim/machine.h"
#include "grader/base/paths.h"
#include "grader/run/run.h"

static const int sizes[] = {1, 32, 33, 300};
enum { CASES = 4, THE_CASE = 2 }; // n = 33

static CaseList *make_list(void)
{
    CaseList *list = cases_new("04_reduction", 1, 1);
    for (int i = 0; i < CASES; i++) {
        Case *c = case_add(list, 0, "int", "n=%d", sizes[i]);
        c->arg[0] = sizes[i];
        c->arg[1] = 1;
        c->flags = i == 0 ? CASE_COUNTED : 0;
        int *in = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)sizes[i], "in")->data;
        int *want =
            case_buffer(c, BUFFER_out, ELEM_i32, (size_t)(sizes[i] + 255) / 256, "out")->want;
        for (int k = 0; k < sizes[i]; k++)
            want[k / 256] += in[k] = (int)draw_int(list, -1000, 1000);
    }
    return list;
}

static CaseList *list;

static Run *run_measured(const char *kind, bool checked, Metered metered, const Item *items)
{
    RunSetup setup = {.lib = paths_lib(),
                      .object = paths_at("build/tests/fake/kind_%s.so", kind),
                      .lab = "04_reduction",
                      .tools = checked ? "all" : "none",
                      .schedule = "inorder",
                      .seed = 1,
                      .checked = checked,
                      .metered = metered,
                      .items = items};
    Run *r = run_cases(&setup, list, NULL);
    ck_assert_str_eq(r->broken, "");
    return r;
}

static Run *run_metered(const char *kind, bool checked, Metered metered)
{
    static const Item none[] = {{.name = NULL}};
    return run_measured(kind, checked, metered, none);
}

static Run *run_kind(const char *kind, bool checked)
{
    return run_metered(kind, checked, METERED_all);
}

static void setup(void) { list = make_list(); }

static void teardown(void) { cases_free(list); }

static bool right(const Run *r, int i)
{
    const Buffer *out = &list->cases[i]->buffer[1];
    return r->result[i].kind == RESULT_finished && r->result[i].error == 0 &&
           r->result[i].output_bytes[1] == out->count * 4 &&
           memcmp(r->result[i].output[1], out->want, out->count * 4) == 0;
}

static void expect_others_right(const Run *r)
{
    for (int i = 0; i < CASES; i++)
        if (i != THE_CASE)
            ck_assert_msg(right(r, i), "case %d was spoiled", i);
}

START_TEST(right_results_are_returned)
{
    Run *r = run_kind("right", false);
    for (int i = 0; i < CASES; i++)
        ck_assert(right(r, i));
    ck_assert_str_eq(r->version, "cudasim 1.0 (sm_90)");
    ck_assert_int_eq(r->result[0].launches.count, 1);
    run_free(r);
}
END_TEST

// Host memory is filled, handed over and taken back as device memory is.
START_TEST(host_buffers_are_returned)
{
    static const BufferPlace places[] = {PLACE_host, PLACE_pinned, PLACE_managed};
    for (int checked = 0; checked < 2; checked++)
        for (int p = 0; p < 3; p++) {
            for (int i = 0; i < CASES; i++)
                for (int b = 0; b < 2; b++)
                    list->cases[i]->buffer[b].place = places[p];
            Run *r = run_kind("right", checked);
            for (int i = 0; i < CASES; i++)
                ck_assert(right(r, i));
            ck_assert_uint_eq(r->result[0].writers[1], checked && places[p] == PLACE_managed);
            run_free(r);
        }
}
END_TEST

// The bytes are the same, so that nobody can tell the runs apart by them; but the checkers know
// that nobody has written them.
START_TEST(all_runs_fill_outputs_with_poison)
{
    Run *clean = run_kind("idle", false), *checked = run_kind("idle", true);
    ck_assert_uint_eq(((unsigned char *)clean->result[0].output[1])[0], WIRE_POISON);
    ck_assert_uint_eq(((unsigned char *)checked->result[0].output[1])[0], WIRE_POISON);
    ck_assert_uint_eq(checked->result[0].writers[1], 1);
    ck_assert_uint_eq(checked->result[0].writer[1][0].kind, 0);
    run_free(clean);
    run_free(checked);
}
END_TEST

START_TEST(writers_are_listed_in_ranges)
{
    Run *r = run_kind("unwritten", true);
    const Result *last = &r->result[3]; // two blocks, the second was left out
    ck_assert_uint_eq(last->writers[1], 2);
    ck_assert_int_eq(last->writer[1][0].line, 21);
    ck_assert_uint_eq(last->writer[1][1].first, 1);
    ck_assert_uint_eq(last->writer[1][1].kind, 0);
    run_free(r);
}
END_TEST

static const struct {
    const char *kind;
    ResultKind result;
    int detail, error;
} endings[] = {
    {"crash", RESULT_signal, SIGSEGV, 0},   {"exit0", RESULT_exit, 0, 0},
    {"check", RESULT_exit, 110, 0},         {"sticky", RESULT_finished, 0, 700},
    {"launcherror", RESULT_finished, 0, 1}, {"overrun", RESULT_signal, SIGABRT, 0},
};

START_TEST(a_crash_ends_one_case_only)
{
    Run *r = run_kind(endings[_i].kind, false);
    ck_assert_int_eq(r->result[THE_CASE].kind, endings[_i].result);
    ck_assert_int_eq(r->result[THE_CASE].detail, endings[_i].detail);
    ck_assert_int_eq(r->result[THE_CASE].error, endings[_i].error);
    expect_others_right(r);
    run_free(r);
}
END_TEST

// It sleeps, or its host code computes: both use up a case's time.
static const char *const hangs[] = {"hang", "spin"};

START_TEST(a_hang_is_ended)
{
    setenv("GRADE_TIMEOUT_SCALE", "0.03", 1);
    Run *r = run_kind(hangs[_i], false);
    ck_assert_int_eq(r->result[THE_CASE].kind, RESULT_hang);
    expect_others_right(r);
    run_free(r);
}
END_TEST

// The pipes of the grader are not open in the process that runs the lab's code.
START_TEST(a_forged_record_does_not_count)
{
    Run *r = run_kind("forge", false);
    ck_assert(!right(r, THE_CASE));
    ck_assert_int_ne(r->result[THE_CASE].kind, RESULT_finished);
    expect_others_right(r);
    run_free(r);
}
END_TEST

// Inputs of later cases, the machine's memory and its descriptors are out of reach.
START_TEST(nothing_of_the_machine_is_in_reach)
{
    enum { SECRET = 0x5ec2e7 };
    for (int i = 0; i < CASES; i++) {
        int *in = list->cases[i]->buffer[0].data, *want = list->cases[i]->buffer[1].want;
        memset(want, 0, list->cases[i]->buffer[1].count * sizeof *want);
        for (int k = 0; k < sizes[i]; k++) {
            in[k] = (int)((uint32_t)SECRET << 8 | (uint32_t)(k % 256));
            want[k / 256] = (int)((uint32_t)want[k / 256] + (uint32_t)in[k]); // it wraps around
        }
    }
    Run *r = run_kind("maps", false);
    for (int i = 0; i < CASES; i++)
        ck_assert(right(r, i));
    ck_assert_str_eq(r->log, "\0362\nsecrets 0\nopened 0\nopened 0\nopened 0\nopened 0\n");
    run_free(r);
}
END_TEST

// A thread that launches all the time cannot launch while no case is counted.
START_TEST(all_work_is_counted)
{
    Run *r = run_kind("between", false);
    ck_assert_str_eq(r->refused, "");
    for (int i = 0; i < CASES; i++)
        ck_assert(right(r, i));
    ck_assert_int_eq(r->stray_launches, 0);
    run_free(r);
}
END_TEST

// A submission cannot change what is counted.
START_TEST(marks_and_budgets_are_the_graders)
{
    Run *r = run_kind("counting", false);
    for (int i = 0; i < CASES; i++) {
        ck_assert(right(r, i));
        ck_assert_int_eq(r->result[i].launches.count, 1);
    }
    run_free(r);
}
END_TEST

START_TEST(a_daemon_is_ended)
{
    Run *r = run_kind("daemon", false);
    for (int i = 0; i < CASES; i++)
        ck_assert(right(r, i));
    // The daemon does not end by itself; the runner did not wait for it, and no process is left.
    ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
    ck_assert_int_eq(errno, ECHILD);
    run_free(r);
}
END_TEST

START_TEST(output_is_kept_and_cut)
{
    Run *r = run_kind("chatty", false);
    ck_assert_uint_eq(r->log_bytes, MAX_LOG);
    ck_assert(strncmp(r->log, "\0360\nline 0\nline 1\n", 17) == 0);
    expect_others_right(r);
    run_free(r);
}
END_TEST

START_TEST(environment_is_empty)
{
    setenv("SECRET", "1", 1);
    Run *r = run_kind("environment", false);
    ck_assert_str_eq(r->log, "");
    expect_others_right(r);
    run_free(r);
}
END_TEST

START_TEST(missing_object_is_refused)
{
    RunSetup s = {.lib = paths_lib(),
                  .object = "/nowhere.so",
                  .lab = "04_reduction",
                  .tools = "none",
                  .schedule = "inorder"};
    Run *r = run_cases(&s, list, NULL);
    ck_assert_ptr_nonnull(strstr(r->refused, "/nowhere.so"));
    run_free(r);
}
END_TEST

START_TEST(other_runtime_is_refused)
{
    RunSetup s = {.lib = "libm.so.6",
                  .object = "/nowhere.so",
                  .lab = "04_reduction",
                  .tools = "none",
                  .schedule = "inorder"};
    Run *r = run_cases(&s, list, NULL);
    ck_assert_msg(strstr(r->broken, "not the simulator"), "%s", r->broken);
    run_free(r);
}
END_TEST

START_TEST(metrics_are_summed)
{
    Run *r = run_kind("right", false);
    double value;
    const char *file;
    int line;
    ck_assert(run_metric(&r->result[0],
                         SUM3(METRIC_RED_REQUESTS, METRIC_ATOM_REQUESTS, METRIC_LAUNCHES), &value));
    ck_assert_double_eq(value, 11);
    ck_assert(run_metric(&r->result[0], METRIC_WARPS, &value));
    ck_assert_double_eq(value, 4);
    ck_assert(!run_metric(&r->result[0], METRIC_WORK, &value)); // the case has none
    ck_assert(run_metric_line(&r->result[0], METRIC_RED_REQUESTS, &file, &line, &value));
    ck_assert_int_eq(line, 7);
    run_free(r);
}
END_TEST

// Gates name the line of a counted case in the clean run; of no other case lines are sent.
START_TEST(lines_come_with_counted_cases_only)
{
    for (int checked = 0; checked < 2; checked++) {
        Run *r = run_kind("right", checked);
        for (int i = 0; i < CASES; i++) {
            ck_assert_int_eq(r->result[i].launches.count, 1);
            ck_assert_int_eq(r->result[i].launches.launch[0].lines > 0, i == 0 && !checked);
            ck_assert_int_gt(r->result[i].launches.launch[0].metrics.count, 0);
        }
        run_free(r);
    }
}
END_TEST

// What nobody reads is not counted, and is not there: not even as 0.
START_TEST(metrics_come_with_cases_that_are_judged_by_them)
{
    enum { WORKS = 2 }; // a case whose operations are compared with the work
    static const Metered metered[] = {METERED_all, METERED_judged, METERED_work};
    list->cases[WORKS]->operation = METRIC_INT_OPS;
    for (int k = 0; k < 3; k++) {
        Run *r = run_metered("right", false, metered[k]);
        for (int i = 0; i < CASES; i++) {
            bool counted = k == 0 || i == WORKS || (k == 1 && i == 0);
            double executed = 0, launches = 0;
            ck_assert_int_eq(run_metric(&r->result[i], METRIC_INSTRUCTIONS, &executed), counted);
            ck_assert_int_eq(executed > 0, counted);
            ck_assert(run_metric(&r->result[i], METRIC_LAUNCHES, &launches));
            ck_assert_double_eq(launches, 1);
            ck_assert(right(r, i));
        }
        run_free(r);
    }
}
END_TEST

// What no gate of the items reads is not measured, though counters are.
START_TEST(only_what_gates_read_is_measured)
{
    static const Item items[] = {
        {.kind = ITEM_gate, .name = "a", .group = "a", .gate = {{.metric = METRIC_LOAD_SECTORS}}},
        {.kind = ITEM_gate,
         .name = "b",
         .group = "b",
         .gate = {{.metric = METRIC_WORK, .per = METRIC_MOST_LOADED_BY_THREAD}}},
        {.kind = ITEM_gate, .name = "c", .group = "c", .gate = {{.metric = METRIC_KERNEL_US}}},
        {.name = NULL}};
    static const struct {
        const char *group;
        unsigned measured;
    } groups[] = {{"a", 0},
                  {"b", MACHINE_shares},
                  {"c", MACHINE_times},
                  {"d", 0},
                  {NULL, MACHINE_shares | MACHINE_times}};
    for (unsigned i = 0; i < sizeof groups / sizeof *groups; i++) {
        double sectors = 0, most = 0;
        ck_assert_uint_eq(metrics_measured(items, groups[i].group), groups[i].measured);
        list->cases[0]->group = groups[i].group;
        Run *r = run_measured("right", false, METERED_judged, items);
        ck_assert(run_metric(&r->result[0], METRIC_LOAD_SECTORS, &sectors));
        ck_assert(run_metric(&r->result[0], METRIC_MOST_LOADED_BY_THREAD, &most));
        ck_assert(sectors > 0);
        ck_assert_int_eq(most > 0, (groups[i].measured & MACHINE_shares) != 0);
        run_free(r);
    }
}
END_TEST

// The first launch of a runner lists all metrics, also those that are 0: so the list of
// grader/metrics.h has no metric that the simulator does not have.
START_TEST(the_simulator_has_each_metric)
{
    Run *r = run_metered("right", false, METERED_all);
    const SimMetrics *metrics = &r->result[0].launches.launch[0].metrics;
    int next = 0;
    for (MetricId m = 1; m < METRIC_LAUNCHES; m++) {
        if (m >= METRIC_EVENTS_0 && m <= METRIC_EVENTS_15)
            continue; // only if there are any
        ck_assert_int_lt(next, metrics->count);
        ck_assert_str_eq(metric_name(metrics->metric[next++].metric), metric_name(m));
    }
    ck_assert_int_eq(next, metrics->count);
    run_free(r);
}
END_TEST

START_TEST(metrics_have_names)
{
    char name[METRIC_SUM_NAME];
    for (MetricId m = 1; m < METRIC_COUNT; m++)
        for (MetricId before = METRIC_none; before < METRIC_COUNT; before++)
            ck_assert_int_eq(metric_named(metric_name(m), before), m);
    ck_assert_int_eq(metric_named("sim__pmevent16.sum", METRIC_none), METRIC_none);
    ck_assert_str_eq(metric_sum_name(SUM2(METRIC_WORK, METRIC_LAUNCHES), " + ", name),
                     "grader__work + grader__launches");
    ck_assert_str_eq(metric_sum_name(0, "+", name), "");
    ck_assert(metric_is_counted(METRIC_MOST_BARRIERS) && !metric_is_counted(METRIC_BLOCKS));
}
END_TEST

// The host's launches add up; of the grids that kernels launch, the largest of a generation counts.
START_TEST(what_the_busiest_do_adds_up)
{
    static const struct {
        double value;
        int generation; // 0: by the host
    } rows[] = {{5, 0}, {3, 1}, {7, 1}, {1, 2}, {2, 0}, {2, 1}};
    enum { ROWS = sizeof rows / sizeof *rows };
    SimMetric metric[ROWS];
    SimLaunch launch[ROWS] = {0};
    Result result = {.launches = {ROWS, launch}};
    for (int i = 0; i < ROWS; i++) {
        metric[i] = (SimMetric){.metric = METRIC_MOST_LOADED_BY_THREAD, .value = rows[i].value};
        launch[i].metrics = (SimMetrics){.count = 1, .metric = &metric[i]};
        launch[i].by_kernel = rows[i].generation > 0;
        launch[i].generation = rows[i].generation;
    }
    double value;
    ck_assert(run_metric(&result, METRIC_MOST_LOADED_BY_THREAD, &value));
    ck_assert_double_eq(value, 5 + 7 + 1 + 2 + 2);
}
END_TEST

START_TEST(a_metric_that_is_zero_is_known_in_every_case)
{
    Run *r = run_kind("right", false);
    for (int i = 0; i < CASES; i++) {
        double value = 1;
        ck_assert(run_metric(&r->result[i], METRIC_DOUBLE_OPS, &value));
        ck_assert_double_eq(value, 0);
    }
    run_free(r);
}
END_TEST

SUITE(s)
{
    TCase *t =
        TESTS(s, "run", right_results_are_returned, host_buffers_are_returned,
              all_runs_fill_outputs_with_poison, writers_are_listed_in_ranges,
              a_forged_record_does_not_count, nothing_of_the_machine_is_in_reach,
              all_work_is_counted, marks_and_budgets_are_the_graders, a_daemon_is_ended,
              output_is_kept_and_cut, environment_is_empty, missing_object_is_refused,
              other_runtime_is_refused, metrics_are_summed, lines_come_with_counted_cases_only,
              metrics_come_with_cases_that_are_judged_by_them, only_what_gates_read_is_measured,
              a_metric_that_is_zero_is_known_in_every_case, the_simulator_has_each_metric,
              metrics_have_names, what_the_busiest_do_adds_up);
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, a_crash_ends_one_case_only, 0, sizeof endings / sizeof *endings);
    tcase_add_loop_test(t, a_hang_is_ended, 0, 2);
}

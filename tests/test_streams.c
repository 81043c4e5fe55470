// test_streams.c - programs with streams under build/cudasim: tests/cuda/streams.
//
//   mistakes.cu   one mistake per run; its comments say what must be found
//   correct.cu    nothing may be found, in any schedule
//   order.cu      which job waits for which: the lines that an H200 printed
//   flags.cu      kernels that wait for the host or for each other
//   limits.cu     kernels that wait until a clock has reached a limit
//   host_lines.cu mistakes of host code, which are reported with their lines
//   pipeline.cu   its timeline as JSON, text and SVG: the same in every run
//
// Needs nvcc (NVCC in the environment).
#include "suite.h"
#include <jansson.h>
#include <math.h>

#include "compiled.h"
#include "programs.h"

#define FOLDER "tests/cuda/streams"
#define BUILT "build/tests/streams"
enum { MAX_MISTAKES = 64 };

static void compile(const char *name, const char *options)
{
    char program[PATH];
    snprintf(program, sizeof program, BUILT "/%s", name);
    int status = compile_cuda(
        program, "-w -arch=compute_90 -lineinfo -cudart shared %s " FOLDER "/%s.cu", options, name);
    ck_assert_msg(status == 0, "%s does not compile", name);
}

// ---- findings ------------------------------------------------------------------------

static struct {
    char name[64], cause[40], text[200], more[200];
} mistakes[MAX_MISTAKES];
static int nmistakes;

static void read_mistakes(void)
{
    static char source[TEXT];
    for (char *p = read_text(FOLDER "/mistakes.cu", source); (p = strstr(p, "\n// expect "));) {
        p += strlen("\n// expect ");
        char *open = strchr(p, '('), *colon = strchr(p, ':'), *end = strchr(p, '\n');
        int n = (int)(end - colon) - 2;
        char *bar = strstr(colon, " | ");
        if (bar && bar < end)
            snprintf(mistakes[nmistakes].more, 200, "%.*s", (int)(end - bar) - 3, bar + 3);
        if (bar && bar < end)
            n = (int)(bar - colon) - 2;
        snprintf(mistakes[nmistakes].name, 64, "%.*s", (int)(open - p) - 1, p);
        snprintf(mistakes[nmistakes].cause, 40, "%.*s", (int)(colon - open) - 2, open + 1);
        snprintf(mistakes[nmistakes++].text, 200, "%.*s", n, colon + 2);
    }
}

// The line of the other place of the only finding with one; 0: none. And the cause of
// streamcheck's finding.
static int earlier_line(const char *counters, char cause[40])
{
    FILE *f = fopen(counters, "r");
    int line = 0;
    for (json_t *root; f && (root = json_loadf(f, JSON_DISABLE_EOF_CHECK, NULL));) {
        size_t i;
        json_t *one;
        json_array_foreach(json_object_get(root, "findings"), i, one)
        {
            json_t *other = json_object_get(one, "other");
            if (!strcmp(json_string_value(json_object_get(one, "tool")), "streamcheck"))
                snprintf(cause, 40, "%s", json_string_value(json_object_get(one, "cause")));
            const char *file = json_string_value(json_object_get(other, "file"));
            if (file && strstr(file, "mistakes.cu"))
                line = (int)json_integer_value(json_object_get(other, "line"));
        }
        json_decref(root);
    }
    if (f)
        fclose(f);
    return line;
}

START_TEST(mistake_is_found)
{
    static char err[TEXT];
    compile("mistakes", "");
    const char *name = mistakes[_i].name;
    int status = run("build/cudasim --tool streamcheck --error-exitcode 9 --report " BUILT
                     "/%s.report --counters " BUILT "/%s.counters " BUILT "/mistakes %s",
                     name, name, name);
    char path[200];
    snprintf(path, sizeof path, BUILT "/%s.report", name);
    read_text(path, err);
    ck_assert_msg(status == 9, "%s: exit status %d\n%s", name, status, err);
    ck_assert_msg(strstr(err, mistakes[_i].text), "%s: no \"%s\" in:\n%s", name, mistakes[_i].text,
                  err);
    ck_assert_msg(strstr(err, mistakes[_i].more), "%s: no \"%s\" in:\n%s", name, mistakes[_i].more,
                  err);
    ck_assert_msg(strstr(err, "ERROR SUMMARY: 1 error\n"), "%s: more than one:\n%s", name, err);
    // The earlier place, which the text names, is apart in the JSON line, too.
    const char *earlier = "The earlier access is in mistakes.cu:", *at = strstr(err, earlier);
    snprintf(path, sizeof path, BUILT "/%s.counters", name);
    char cause[40] = "";
    int line = earlier_line(path, cause);
    ck_assert_str_eq(cause, mistakes[_i].cause);
    if (at && strncmp(mistakes[_i].text, "The host", 8))
        ck_assert_msg(line == atoi(at + strlen(earlier)), "%s: no such other line: %d", name, line);
}
END_TEST

START_TEST(correct_programs_are_silent)
{
    static char out[TEXT], err[TEXT];
    static const char *const how[] = {"", "--schedule shuffle --seed 3", "--queue single"};
    compile("correct", "");
    compile("pipeline", "");
    for (int i = 0; i < 3; i++) {
        for (int p = 0; p < 2; p++) {
            int status = run("build/cudasim --tool streamcheck,memcheck %s " BUILT "/%s >" BUILT
                             "/correct.out 2>" BUILT "/correct.err",
                             how[i], p ? "pipeline" : "correct");
            ck_assert_int_eq(status, 0);
            ck_assert_str_eq(read_text(BUILT "/correct.out", out), "0 wrong\n");
            read_text(BUILT "/correct.err", err);
            ck_assert_msg(strstr(err, "ERROR SUMMARY: 0 errors"), "%s: %s", how[i], err);
        }
    }
}
END_TEST

// ---- order, as on a GPU -------------------------------------------------------------------

START_TEST(order_is_as_on_the_gpu)
{
    static char wanted[TEXT], got[TEXT];
    compile("order", "");
    ck_assert_int_eq(run("build/cudasim " BUILT "/order >" BUILT "/order.out"), 0);
    read_text("tests/data/h200_streams.txt", wanted);
    read_text(BUILT "/order.out", got);
    char *rest_w = NULL, *rest_g = NULL, *g = strtok_r(got, "\n", &rest_g);
    int compared = 0;
    for (char *w = strtok_r(wanted, "\n", &rest_w); w; w = strtok_r(NULL, "\n", &rest_w)) {
        if (*w == '#')
            continue;
        ck_assert_msg(g, "the output ends before: %s", w);
        if (*w != '~') {
            ck_assert_str_eq(g, w);
            compared++;
        }
        g = strtok_r(NULL, "\n", &rest_g);
    }
    ck_assert_ptr_null(g);
    ck_assert_int_gt(compared, 35);
}
END_TEST

// A thread's own default stream does not wait for other streams' kernels.
START_TEST(per_thread_default_stream)
{
    static char out[TEXT];
    compile("own_stream", "--default-stream per-thread");
    ck_assert_int_eq(run("build/cudasim " BUILT "/own_stream >" BUILT "/own.out"), 0);
    ck_assert_str_eq(read_text(BUILT "/own.out", out), "not ready, ready\n");
}
END_TEST

START_TEST(launch_blocking_waits)
{
    static char out[TEXT];
    compile("own_stream", "--default-stream per-thread");
    ck_assert_int_eq(
        run("CUDA_LAUNCH_BLOCKING=1 build/cudasim " BUILT "/own_stream >" BUILT "/own.out"), 0);
    ck_assert_str_eq(read_text(BUILT "/own.out", out), "ready, ready\n");
}
END_TEST

// The work of a destroyed stream is done, also what a host function held up meanwhile.
START_TEST(destroyed_streams_end_their_work)
{
    static char out[TEXT];
    compile("destroyed_early", "");
    ck_assert_int_eq(run("build/cudasim " BUILT "/destroyed_early >" BUILT "/early.out"), 0);
    ck_assert_str_eq(read_text(BUILT "/early.out", out), "20\n");
}
END_TEST

// ---- kernels that wait for the host ---------------------------------------------------------

START_TEST(the_host_runs_on_while_a_kernel_waits)
{
    static char out[TEXT], err[TEXT];
    static const char *const how[] = {"", "--tool all", "--schedule shuffle --seed 5",
                                      "--counters " BUILT "/flags.counters --timeline " BUILT
                                      "/flags.json"};
    compile("flags", "");
    for (int i = 0; i < 4; i++) {
        int status = run("build/cudasim --error-exitcode 9 %s " BUILT "/flags >" BUILT
                         "/flags.out 2>" BUILT "/flags.err",
                         how[i]);
        read_text(BUILT "/flags.err", err);
        ck_assert_str_eq(read_text(BUILT "/flags.out", out), "0 wrong\n");
        ck_assert_msg(status == 0, "%s: %d, %s", how[i], status, err);
    }
}
END_TEST

// A launch that is put aside or held keeps its own label.
START_TEST(a_launch_keeps_its_label)
{
    static const char *const expected[][2] = {
        {"other(int*)", "second"},  {"waits(int volatile*)", "first"}, {"behind(int*)", "third"},
        {"parent(int*)", "fourth"}, {"child(int*)", "fourth"},         {"other(int*)", ""}};
    enum { LAUNCHES = sizeof expected / sizeof *expected };
    compile("marks", "-rdc=true");
    ck_assert_int_eq(run("build/cudasim --counters " BUILT "/marks.counters " BUILT "/marks"), 0);
    FILE *f = fopen(BUILT "/marks.counters", "r");
    ck_assert_ptr_nonnull(f);
    for (int i = 0; i < LAUNCHES; i++) {
        json_t *line = json_loadf(f, JSON_DISABLE_EOF_CHECK, NULL);
        ck_assert_ptr_nonnull(line);
        ck_assert_str_eq(json_string_value(json_object_get(line, "kernel")), expected[i][0]);
        ck_assert_str_eq(json_string_value(json_object_get(line, "mark")), expected[i][1]);
        json_decref(line);
    }
    ck_assert_ptr_null(json_loadf(f, JSON_DISABLE_EOF_CHECK, NULL));
    fclose(f);
}
END_TEST

// If nothing can end it, this is reported: at the host's next wait, or at the program's end.
START_TEST(a_kernel_that_waits_forever_is_a_deadlock)
{
    static char out[TEXT], err[TEXT];
    static const char *const which[] = {"forever", "early"};
    compile("flags", "");
    for (int i = 0; i < 2; i++) {
        int status = run("build/cudasim --tool memcheck --error-exitcode 9 " BUILT
                         "/flags %s >" BUILT "/flags.out 2>" BUILT "/flags.err",
                         which[i]);
        ck_assert_str_eq(read_text(BUILT "/flags.out", out), "0 wrong\n");
        ck_assert_int_eq(status, 9);
        read_text(BUILT "/flags.err", err);
        ck_assert_msg(strstr(err,
                             "Deadlock: no thread of the launch can continue: block (0,0,0) warp 0 "
                             "lanes 0x00000001 spins at flags.cu:"),
                      "%s", err);
        ck_assert_msg(strstr(err, "ERROR SUMMARY: 1 error"), "%s", err);
    }
}
END_TEST

// A thread that looks at a clock while it waits may wait with a limit: the wait ends by its clock.
START_TEST(a_wait_with_a_limit_ends)
{
    static char out[TEXT];
    static const char *const schedules[] = {"", "--schedule shuffle --seed 3",
                                            "--tool memcheck,racecheck"};
    compile("limits", "");
    for (int i = 0; i < 3; i++) {
        int status =
            run("build/cudasim %s " BUILT "/limits >" BUILT "/limits.out 2>&1", schedules[i]);
        ck_assert_int_eq(status, 0);
        read_text(BUILT "/limits.out", out);
        char *summary = strstr(out, "========= ERROR SUMMARY: 0 errors");
        if (summary)
            *summary = 0;
        ck_assert_str_eq(out,
                         "clock64: cudaSuccess, 0 set, 288 by the limit, 0 late\n"
                         "globaltimer: cudaSuccess, 0 set, 288 by the limit, 0 late\n"
                         "clock64 and nanosleep: cudaSuccess, 0 set, 288 by the limit, 0 late\n"
                         "globaltimer and nanosleep: cudaSuccess, 0 set, 288 by the limit, 0 late\n"
                         "20 seconds: cudaSuccess, 0 set, 1 by the limit, 0 late\n"
                         "in turns: cudaSuccess, 192 set, 96 by the limit, 0 late\n"
                         "at a barrier: cudaSuccess, 0 set, 96 by the limit, 0 late\n"
                         "counted: cudaSuccess, 0 set, 96 by the limit, 0 late\n"
                         "counted around: cudaSuccess, 0 set, 96 by the limit, 0 late\n"
                         "the host: cudaSuccess, 32 set, 0 by the limit, 0 late\n"
                         "a query: cudaSuccess, 0 set, 32 by the limit, 0 late\n");
    }
}
END_TEST

// But a wait that only reads a clock, and has no limit, is a deadlock.
START_TEST(a_wait_without_a_limit_is_a_deadlock)
{
    static char out[TEXT];
    static const char *const which[] = {"no_limit", "no_look", "other_count"};
    compile("limits", "");
    for (int i = 0; i < 3; i++) {
        run("build/cudasim --tool memcheck " BUILT "/limits %s >" BUILT "/limits.out 2>&1",
            which[i]);
        read_text(BUILT "/limits.out", out);
        ck_assert_msg(strstr(out, "cudaErrorLaunchTimeout\n"), "%s", out);
        ck_assert_msg(strstr(out, "Deadlock: no thread of the launch can continue"), "%s", out);
    }
}
END_TEST

// ---- places in host code ----------------------------------------------------------------------

static int line_of_tag(const char *source, const char *tag)
{
    char mark[40];
    snprintf(mark, sizeof mark, "// [%s]", tag);
    const char *at = strstr(source, mark);
    ck_assert_msg(at, "no line is marked %s", mark);
    int line = 1;
    for (const char *c = source; c < at; c++)
        line += *c == '\n';
    return line;
}

// Findings about calls of the host, and about its accesses, name lines if there is debug
// information: with optimisation, too.
START_TEST(findings_name_lines_of_host_code)
{
    static const char *const options[] = {"-g", "-O2 -Xcompiler -g1,-gstatement-frontiers",
                                          "-Xcompiler -g,-gdwarf-4"};
    static const struct {
        const char *before, *tag;
    } wanted[] = {{"The earlier access is in ", "copy"},
                  {"The access of the host is in ", "read"},
                  {"the direction says that the source is on the device, but its address is host "
                   "memory\n=========     at ",
                   "direction"},
                  {"1 to 1024 are possible\n=========     at ", "launch"},
                  {"The access of the host is in ", "write"},
                  {"is freed by cudaFreeHost\n=========     at ", "free"},
                  {"allocated at ", "lost too"}};
    static char source[TEXT], out[TEXT];
    read_text(FOLDER "/host_lines.cu", source);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(compile_cuda(BUILT "/host_lines",
                                      "-w -arch=compute_90 -cudart shared %s " FOLDER
                                      "/host_lines.cu",
                                      options[i]),
                         0);
        run("build/cudasim --tool memcheck,streamcheck " BUILT "/host_lines >" BUILT
            "/host_lines.out 2>&1");
        read_text(BUILT "/host_lines.out", out);
        for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
            char text[300];
            snprintf(text, sizeof text, "%shost_lines.cu:%d", wanted[k].before,
                     line_of_tag(source, wanted[k].tag));
            ck_assert_msg(strstr(out, text), "%s, %s: not found: %s\n%s", options[i], wanted[k].tag,
                          text, out);
        }
    }
}
END_TEST

// Without debug information: functions and offsets.
START_TEST(findings_name_functions_of_host_code)
{
    static char out[TEXT];
    ck_assert_int_eq(compile_cuda(BUILT "/host_functions",
                                  "-w -arch=compute_90 -cudart shared " FOLDER "/host_lines.cu"),
                     0);
    run("build/cudasim --tool memcheck,streamcheck " BUILT "/host_functions >" BUILT
        "/host_functions.out 2>&1");
    read_text(BUILT "/host_functions.out", out);
    ck_assert_msg(strstr(out, "The access of the host is in main+0x"), "%s", out);
    ck_assert_msg(strstr(out, "allocated at allocate(int**)+0x"), "%s", out);
    ck_assert_msg(strstr(out, "1 to 1024 are possible\n=========     at main+0x"), "%s", out);
}
END_TEST

// ---- drawings --------------------------------------------------------------------------------

static void draw(const char *to, const char *options)
{
    compile("pipeline", "");
    ck_assert_int_eq(run("build/cudasim %s --timeline " BUILT "/%s.json --timeline-text=" BUILT
                         "/%s.txt --timeline-svg " BUILT "/%s.svg " BUILT "/pipeline >" BUILT
                         "/pipeline.out",
                         options, to, to, to),
                     0);
}

START_TEST(drawings_are_the_same_in_every_run)
{
    draw("first", "");
    draw("second", "");
    for (int i = 0; i < 3; i++) {
        const char *end = i == 0 ? "json" : i == 1 ? "txt" : "svg";
        ck_assert_msg(run("cmp " BUILT "/first.%s " BUILT "/second.%s", end, end) == 0, "%s", end);
    }
}
END_TEST

typedef struct {
    double begin, end;
} Span;

// The contents of the JSON: three streams, each copy-kernel-copy twice, in order, and
// copies of one direction never together.
START_TEST(json_has_a_possible_order)
{
    draw("first", "");
    json_error_t error;
    json_t *root = json_load_file(BUILT "/first.json", 0, &error), *e;
    ck_assert_msg(root, "%s", error.text);
    Span last_of_stream[100] = {0}, last_of_row[100] = {0};
    int kernels = 0, copies = 0;
    size_t i;
    json_array_foreach(json_object_get(root, "traceEvents"), i, e)
    {
        const char *ph = json_string_value(json_object_get(e, "ph"));
        const char *category = json_string_value(json_object_get(e, "cat"));
        json_int_t pid = json_integer_value(json_object_get(e, "pid"));
        json_int_t tid = json_integer_value(json_object_get(e, "tid"));
        if (strcmp(ph, "X") || pid == 1)
            continue;
        double begin = json_number_value(json_object_get(e, "ts"));
        double end = begin + json_number_value(json_object_get(e, "dur"));
        ck_assert(tid < 100 && end > begin);
        Span *last = pid == 3 ? &last_of_stream[tid] : &last_of_row[tid];
        ck_assert_msg(begin >= last->end - 0.002, "%g begins before %g", begin, last->end);
        *last = (Span){begin, end};
        if (pid == 3)
            *(strcmp(category, "kernel") ? &copies : &kernels) += 1;
        if (pid == 3 && !strcmp(category, "kernel"))
            ck_assert_str_eq(json_string_value(json_object_get(json_object_get(e, "args"), "grid")),
                             "1024 x 1 x 1");
    }
    json_decref(root);
    ck_assert_int_eq(kernels, 6);
    ck_assert_int_eq(copies, 12);
}
END_TEST

// Grids that kernels launch are slices of their own, each within the one that launched it,
// and the stream's next kernel comes after all of them.
START_TEST(child_grids_are_inside_their_parents)
{
    enum { GRIDS = 10 };
    static char text[TEXT];
    Span all[GRIDS] = {0}, ran[GRIDS] = {0};
    int launcher[GRIDS], slices = 0;
    compile("children", "-rdc=true");
    ck_assert_int_eq(run("build/cudasim --timeline " BUILT "/children.json --timeline-text=" BUILT
                         "/children.txt --timeline-svg " BUILT "/children.svg " BUILT
                         "/children >" BUILT "/children.out"),
                     0);
    json_t *root = json_load_file(BUILT "/children.json", 0, NULL), *e;
    size_t i;
    json_array_foreach(json_object_get(root, "traceEvents"), i, e)
    {
        json_t *args = json_object_get(e, "args"), *launch = json_object_get(args, "launch");
        if (!launch)
            continue;
        int n = (int)json_integer_value(launch);
        json_t *by = json_object_get(args, "launched by launch");
        Span s = {.begin = json_number_value(json_object_get(e, "ts"))};
        s.end = s.begin + json_number_value(json_object_get(e, "dur"));
        ck_assert_int_lt(n, GRIDS);
        launcher[n] = by ? (int)json_integer_value(by) : -1;
        *(json_integer_value(json_object_get(e, "pid")) == 3 ? &all[n] : &ran[n]) = s;
        slices++;
    }
    json_decref(root);
    ck_assert_int_eq(slices, 2 * GRIDS);
    const int from[GRIDS] = {-1, 0, 1, 2, 3, 2, 1, 0, -1, -1};
    for (int n = 0; n < GRIDS; n++) {
        ck_assert_int_eq(launcher[n], from[n]);
        ck_assert(ran[n].begin == all[n].begin && ran[n].end <= all[n].end);
        if (from[n] < 0)
            continue;
        ck_assert(all[n].begin > ran[from[n]].begin && all[n].end <= all[from[n]].end + 1e-6);
        ck_assert(ran[n].end - ran[n].begin < 30); // two launches: not its children's time
    }
    ck_assert(all[7].begin > all[6].end); // the tail launch
    ck_assert(all[9].begin >= all[0].end - 1e-6);
    ck_assert(all[8].begin < all[0].end); // the other stream does not wait
    read_text(BUILT "/children.txt", text);
    ck_assert_ptr_nonnull(strstr(text, "\n  child grids    | "));
    ck_assert_ptr_nonnull(strstr(text, "4 launches"));
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        ck_assert_msg(strlen(line) <= 80, "%zu columns: %s", strlen(line), line);
    ck_assert_ptr_nonnull(strstr(read_text(BUILT "/children.svg", text), "child grids"));
}
END_TEST

// A launch of a graph is a slice of its stream; its nodes are within that time, in rows below.
START_TEST(graphs_are_drawn)
{
    static char text_drawn[TEXT];
    compile("correct", "");
    ck_assert_int_eq(run("build/cudasim --timeline " BUILT "/graphs.json --timeline-text=" BUILT
                         "/graphs.txt " BUILT "/correct >" BUILT "/graphs.out"),
                     0);
    read_text(BUILT "/graphs.txt", text_drawn);
    ck_assert_ptr_nonnull(strstr(text_drawn, "\n  graph 1 "));
    ck_assert_ptr_nonnull(strstr(text_drawn, "below it the graph's nodes"));
    json_t *root = json_load_file(BUILT "/graphs.json", 0, NULL), *e;
    unsigned launches = 0, nodes = 0;
    double from[8], to[8];
    size_t i;
    json_array_foreach(json_object_get(root, "traceEvents"), i, e)
    {
        const char *kind = json_string_value(json_object_get(e, "cat"));
        if (!kind || strcmp(kind, "graph") || launches == 8)
            continue;
        from[launches] = json_real_value(json_object_get(e, "ts"));
        to[launches] = from[launches] + json_real_value(json_object_get(e, "dur"));
        launches++;
    }
    json_array_foreach(json_object_get(root, "traceEvents"), i, e)
    {
        double begin = json_real_value(json_object_get(e, "ts"));
        double end = begin + json_real_value(json_object_get(e, "dur"));
        bool within = false;
        if (!json_object_get(json_object_get(e, "args"), "graph"))
            continue;
        for (unsigned k = 0; k < launches; k++)
            within |= begin > from[k] - 0.002 && end < to[k] + 0.002;
        ck_assert(within);
        nodes++;
    }
    ck_assert_uint_eq(launches, 3);
    ck_assert_uint_eq(nodes, 3 * 4 * 2); // each also in the row of its engine
    json_decref(root);
}
END_TEST

START_TEST(text_fits_a_terminal)
{
    static char text[TEXT];
    draw("first", "");
    read_text(BUILT "/first.txt", text);
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        ck_assert_msg(strlen(line) <= 80, "%zu columns: %s", strlen(line), line);
    read_text(BUILT "/first.txt", text);
    ck_assert_ptr_nonnull(strstr(text, "stream 15        |>"));
    ck_assert_ptr_nonnull(strstr(text, "copy to host     | "));
    ck_assert_ptr_nonnull(strstr(text, "A scale(float*, int) "));
    ck_assert_ptr_nonnull(strstr(text, " 6 launches"));
}
END_TEST

START_TEST(each_device_has_rows)
{
    static char text[TEXT];
    static const char *const rows[] = {"\n0 copy to peer   |",  "\n1 copy to peer   |",
                                       "\n0 kernels        |",  "\n1 kernels        |",
                                       "\n0 stream 15      |>", "\n1 stream 16      |"};
    compile("devices", "");
    ck_assert_int_eq(
        run("build/cudasim --devices 2 --tool all --error-exitcode 9 --timeline-text=" BUILT
            "/devices.txt --timeline " BUILT "/devices.json " BUILT "/devices"),
        0);
    read_text(BUILT "/devices.txt", text);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        ck_assert_msg(strstr(text, rows[i]), "no row %s", rows[i]);
    read_text(BUILT "/devices.json", text);
    ck_assert_ptr_nonnull(strstr(text, "\"device 1 copy to peer\""));
    ck_assert_ptr_nonnull(strstr(text, "\"stream\":16,\"device\":1,\"bytes\":1048576"));
}
END_TEST

static double duration(const char *path)
{
    static char text[TEXT];
    double from, to;
    ck_assert_int_eq(sscanf(read_text(path, text), "Virtual time from %lf to %lf", &from, &to), 2);
    return to - from;
}

// The pipeline is issued depth-first: with one queue for each engine the copies
// back still find their kernels done, and copies of later streams go on.
START_TEST(queue_model_can_be_chosen)
{
    draw("first", "--queue independent");
    draw("second", "--queue single");
    ck_assert(duration(BUILT "/second.txt") > 0.9 * duration(BUILT "/first.txt"));
    ck_assert_int_eq(run("build/cudasim --queue three " BUILT "/pipeline 2>/dev/null"), 2);
}
END_TEST

START_TEST(svg_is_well_formed)
{
    static char text[TEXT];
    draw("first", "");
    read_text(BUILT "/first.svg", text);
    int open = 0, bars = 0;
    for (char *p = text; (p = strchr(p, '<')); p++) {
        bool close = p[1] == '/', alone = strchr(p, '>')[-1] == '/';
        bars += !strncmp(p, "<rect", 5);
        open += close ? -1 : alone ? 0 : 1;
        ck_assert_int_ge(open, 0);
    }
    ck_assert_int_eq(open, 0);
    ck_assert_int_ge(bars, 2 * 18);
}
END_TEST

// The share of light that a colour such as "#0072b2" reflects, as WCAG defines it.
static double luminance(const char *colour)
{
    static const double weight[] = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        char digits[3] = {colour[1 + 2 * i], colour[2 + 2 * i], 0};
        double c = (double)strtol(digits, NULL, 16) / 255;
        sum += weight[i] * (c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
    }
    return sum;
}

// Each white text is in a bar that comes right before the text.
START_TEST(svg_text_can_be_read)
{
    static char text[TEXT];
    draw("first", "");
    read_text(BUILT "/first.svg", text);
    int texts = 0;
    for (char *p = text; (p = strstr(p, "fill=\"#fff\">")); p++) {
        char *bar = p;
        while (bar > text && strncmp(bar, "<rect", 5) != 0)
            bar--;
        char *fill = strstr(bar, "fill=\"");
        ck_assert_ptr_nonnull(fill);
        double contrast = 1.05 / (luminance(fill + 6) + 0.05);
        ck_assert_msg(contrast >= 4.5, "white on %.7s: only %.1f to 1", fill + 6, contrast);
        texts++;
    }
    ck_assert_int_ge(texts, 10);
}
END_TEST

SUITE(s)
{
    read_mistakes();
    if (!nmistakes)
        suite_fail("no mistakes are listed");
    TCase *t =
        TESTS(s, "streams", correct_programs_are_silent, order_is_as_on_the_gpu,
              per_thread_default_stream, launch_blocking_waits, destroyed_streams_end_their_work,
              the_host_runs_on_while_a_kernel_waits, a_launch_keeps_its_label,
              a_kernel_that_waits_forever_is_a_deadlock, a_wait_with_a_limit_ends,
              findings_name_lines_of_host_code, findings_name_functions_of_host_code,
              a_wait_without_a_limit_is_a_deadlock, drawings_are_the_same_in_every_run,
              json_has_a_possible_order, child_grids_are_inside_their_parents, graphs_are_drawn,
              text_fits_a_terminal, each_device_has_rows, queue_model_can_be_chosen,
              svg_is_well_formed, svg_text_can_be_read);
    tcase_add_loop_test(t, mistake_is_found, 0, nmistakes);
}

// recording.h - for tests of the recorder: programs of tests/cuda/look/ are compiled and recorded,
// and what the recording says is looked up. BUILT names the folder of the test.
//
// A program runs without build/cudasim: then the machine takes its options from the environment. It
// writes when the program has ended, so a test waits for the end of the document.
#pragma once

#include <jansson.h>
#include <math.h>
#include <unistd.h>

#include "compiled.h"
#include "programs.h"
#include "suite.h"

static json_t *recording, *first_run; // of the case
static json_t *counters[512];         // its lines of counters
static unsigned ncounters;
static char source[TEXT]; // of look.cu

// ---- running ------------------------------------------------------------------------------

static inline void compile(const char *name, const char *options)
{
    char log[TEXT];
    char program[PATH];
    snprintf(program, sizeof program, BUILT "/%s", name);
    int status = compile_cuda(program,
                              "-w -arch=compute_90 -cudart shared -lineinfo %s -Icommon "
                              "tests/cuda/look/%s.cu",
                              options, name);
    ck_assert_msg(status == 0, "%s does not compile:\n%s", name, read_text(BUILT "/look.log", log));
}

static inline void compile_programs(void)
{
    compile("look", "");
    compile("grids", "-rdc=true -lcudadevrt");
    compile("held", "-g");
    read_text("tests/cuda/look/look.cu", source);
}

static inline void read_counters(const char *path)
{
    json_error_t error;
    FILE *f = fopen(path, "r");
    ck_assert_ptr_nonnull(f);
    ncounters = 0;
    for (json_t *line; (line = json_loadf(f, JSON_DISABLE_EOF_CHECK, &error));) {
        if (json_integer_value(json_object_get(line, "launch")) >= 0)
            counters[ncounters++] = line;
        ck_assert_uint_lt(ncounters, sizeof counters / sizeof *counters);
    }
    fclose(f);
}

// The whole document: its last character is the end of a line.
static inline json_t *wait_for_recording(const char *path)
{
    for (int tries = 0; tries < 6000; tries++, usleep(10000)) {
        json_t *document = json_load_file(path, 0, NULL);
        if (document)
            return document;
    }
    ck_abort_msg("%s: no recording", path);
    return NULL;
}

static inline void record_with(const char *program, const char *what, const char *options)
{
    char path[PATH];
    compile_programs();
    snprintf(path, sizeof path, BUILT "/%s_%s.json", program, what);
    unlink(path);
    run("LD_LIBRARY_PATH=build/lib "
        "CUDASIM_OPTIONS='report=none;look=%s;counters=%s.counters;%s' " BUILT
        "/%s %s >/dev/null 2>" BUILT "/%s.err",
        path, path, options, program, what, what);
    recording = wait_for_recording(path);
    first_run = json_array_get(json_object_get(recording, "runs"), 0);
    ck_assert_ptr_nonnull(first_run);
    snprintf(path, sizeof path, BUILT "/%s_%s.json.counters", program, what);
    read_counters(path);
}

static inline void record(const char *what) { record_with("look", what, "tool=all"); }

// ---- looking at the recording -------------------------------------------------------------------

static inline json_t *member(const json_t *o, const char *name)
{
    json_t *v = json_object_get(o, name);
    ck_assert_msg(v != NULL, "no member %s", name);
    return v;
}
static inline long long number(const json_t *o, const char *name)
{
    return json_integer_value(json_object_get(o, name)); // zeros are left out
}
static inline double real(const json_t *o, const char *name)
{
    return json_number_value(json_object_get(o, name));
}
static inline const char *text(const json_t *o, const char *name)
{
    const char *s = json_string_value(member(o, name));
    ck_assert_ptr_nonnull(s);
    return s;
}
static inline json_t *launch(unsigned i)
{
    return json_array_get(member(first_run, "launches"), i);
}
static inline long long item(const json_t *array, size_t i)
{
    return json_integer_value(json_array_get(array, i));
}

// The line of look.cu that ends with "// MARK".
static inline int line_of(const char *mark)
{
    char end[64];
    snprintf(end, sizeof end, "// %s\n", mark);
    const char *at = strstr(source, end);
    ck_assert_msg(at != NULL, "%s", mark);
    int line = 1;
    for (const char *p = source; p < at; p++)
        line += *p == '\n';
    return line;
}

static inline json_t *line_at(const json_t *l, int line)
{
    size_t i;
    json_t *x;
    json_array_foreach(member(l, "lines"), i, x) if (number(x, "line") == line) return x;
    ck_abort_msg("no line %d", line);
    return NULL;
}

static inline int bits(long long mask) { return __builtin_popcount((unsigned)mask); }

typedef struct {
    double of[128];
    long long offset[128];
    unsigned n, width;
} ShownAccess;

// One element of `memory`, each element of a vector for itself.
static inline ShownAccess shown_access(const json_t *b, const json_t *event)
{
    ShownAccess x = {.n = 0};
    size_t step = (size_t)item(event, 0);
    long long mask = item(member(member(b, "steps"), "mask"), step);
    if (json_array_size(event) > 5)
        mask = item(event, 5);
    json_t *at = json_array_get(event, 2), *values = json_array_get(event, 4);
    unsigned lanes = (unsigned)bits(mask), width = (unsigned)item(event, 3);
    unsigned each = json_is_array(values) ? (unsigned)json_array_size(values) / lanes : 1;
    ck_assert_uint_gt(lanes, 0);
    x.width = width / each;
    for (unsigned i = 0; i < lanes; i++)
        for (unsigned k = 0; k < each; k++, x.n++) {
            long long offset =
                json_is_object(at) ? number(at, "from") + i * number(at, "by") : item(at, i);
            x.offset[x.n] = offset + k * x.width;
            x.of[x.n] = json_number_value(
                json_is_array(values) ? json_array_get(values, i * each + k) : values);
        }
    return x;
}

// ---- against the counters of the run ------------------------------------------------------------

// What a line of counters counts, under any of the names that contain all three parts.
static inline long long metric_sum(const json_t *metrics, const char *a, const char *b)
{
    const char *name;
    json_t *value;
    long long sum = 0;
    json_object_foreach((json_t *)metrics, name, value) if (strstr(name, a) && strstr(name, b))
        sum += json_integer_value(value);
    return sum;
}

static inline void same_line(const json_t *l, const json_t *counted)
{
    json_t *x = line_at(l, (int)number(counted, "line")), *m = member(counted, "metrics");
    ck_assert_int_eq(number(x, "executed"), number(m, "sim__inst_executed.sum"));
    ck_assert_int_eq(number(x, "lanes"), number(m, "sim__thread_inst_executed.sum"));
    ck_assert_int_eq(number(x, "branches"), number(m, "sim__branches.sum"));
    ck_assert_int_eq(number(x, "divergent"), number(m, "sim__divergent_branches.sum"));
    ck_assert_int_eq(number(x, "sectors"), metric_sum(m, "l1tex__t_sectors", "global"));
    ck_assert_int_eq(number(x, "wavefronts"), metric_sum(m, "l1tex__data_pipe", "wavefronts"));
    ck_assert_int_eq(number(x, "conflicts"), metric_sum(m, "l1tex__data_bank_conflicts", "shared"));
    ck_assert_int_le(number(x, "sectors_min"), number(x, "sectors"));
    ck_assert_int_le(number(x, "wavefronts_min"), number(x, "wavefronts"));
}

static inline void same_metrics(const json_t *recorded, const json_t *counted)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)counted, name, value)
        ck_assert_int_eq(number(recorded, name), json_integer_value(value));
}

static inline void compare_with_counters(void)
{
    size_t n = json_array_size(member(first_run, "launches"));
    ck_assert_uint_eq(n + (size_t)number(first_run, "more"), ncounters);
    ck_assert_uint_gt(n, 0);
    for (unsigned i = 0; i < n; i++) {
        size_t k;
        json_t *l = launch(i), *x;
        ck_assert_int_eq(number(l, "launch"), number(counters[i], "launch"));
        ck_assert_int_eq(number(l, "status"), number(counters[i], "status"));
        same_metrics(member(l, "metrics"), member(counters[i], "metrics"));
        if (!json_object_get(l, "lines"))
            continue;
        json_array_foreach(member(counters[i], "lines"), k, x) same_line(l, x);
        ck_assert_uint_eq(json_array_size(member(l, "lines")), k);
    }
}

// evidence.c - runs a part's cases, clean and checked, and notes for each case
// the first thing that went wrong.
//
// The clean run sees every case and gives the counters. The checked runs see the
// cases that are small enough, with every checker on, once in order and then with
// blocks and warps shuffled; they also tell who wrote each element. A case that
// hung is not run again.
#include "evidence.h"

#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/cudasim.h"
#include "compare.h"
#include "paths.h"
#include "snapshot.h"

enum { LAUNCH_TIMEOUT = 702 }; // cudaErrorLaunchTimeout

__attribute__((format(printf, 2, 3))) static void add_detail(CaseVerdict *v, const char *format,
                                                             ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    json_array_append_new(v->detail, json_string(text));
}

static void add_where(CaseVerdict *v, const char *file, int line, const char *role)
{
    json_array_append_new(v->where,
                          json_pack("{s:s,s:i,s:s}", "file", file, "line", line, "role", role));
}

__attribute__((format(printf, 4, 5))) static void blame(CaseVerdict *v, CaseState state,
                                                        int schedule, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(v->message, sizeof v->message, format, args);
    va_end(args);
    v->state = state;
    v->schedule = schedule;
}

const char *evidence_file(const char *file, const char *folder)
{
    static char text[4096];
    size_t n = strlen(paths_root());
    file = snapshot_strip(file);
    if (strncmp(file, paths_root(), n) == 0 && file[n] == '/')
        snprintf(text, sizeof text, "%s", file + n + 1);
    else if (!strchr(file, '/'))
        snprintf(text, sizeof text, "%s/%s", folder, file);
    else
        snprintf(text, sizeof text, "%s", file);
    return text;
}

// ---- writers -------------------------------------------------------------------

static const WireWriter *writer_of(const Result *result, int buffer, size_t index)
{
    for (size_t i = 0; i < result->writers[buffer]; i++) {
        const WireWriter *w = &result->writer[buffer][i];
        if (index >= w->first && index - w->first < w->count)
            return w;
    }
    return NULL;
}

static void tell_writer(CaseVerdict *v, const Result *result, int buffer, const Mismatch *m,
                        const char *folder)
{
    if (!m->shown)
        return;
    size_t index = m->first[0].index;
    const WireWriter *w = writer_of(result, buffer, index);
    if (!w)
        return;
    if (w->kind == CUDASIM_WRITER_NONE)
        add_detail(v, "%s[%zu] was never written", m->buffer, index);
    if (w->kind == CUDASIM_WRITER_HOST)
        add_detail(v, "%s[%zu] was last written by a copy or memset of the host", m->buffer, index);
    if (w->kind == CUDASIM_WRITER_KERNEL) {
        add_detail(v, "%s[%zu] was last written here:", m->buffer, index);
        add_where(v, evidence_file(w->file, folder), w->line, "last writer");
    }
}

// True if the host, or nobody, wrote an element that a kernel should have written.
static bool written_by_host(const Case *c, const Result *result, size_t *index)
{
    for (int b = 0; b < c->buffers; b++)
        for (size_t i = 0; c->buffer[b].role == BUFFER_out && i < result->writers[b]; i++) {
            const WireWriter *w = &result->writer[b][i];
            *index = (size_t)w->first;
            if (w->kind == CUDASIM_WRITER_HOST)
                return true;
        }
    return false;
}

// ---- one result ------------------------------------------------------------------

static size_t output_elements(const Case *c)
{
    size_t n = 0;
    for (int b = 0; b < c->buffers; b++)
        if (c->buffer[b].role != BUFFER_in)
            n += c->buffer[b].count;
    return n;
}

static void tell_mismatch(CaseVerdict *v, const EvidenceSetup *setup, const Case *c,
                          const void *got, const Mismatch *m, bool first)
{
    if (m->pattern[0])
        add_detail(v, "%s", m->pattern);
    for (int i = 0; m->wrong > 1 && i < m->shown; i++)
        add_detail(v, "%s[%zu]: got %s, want %s", m->buffer, m->first[i].index, m->first[i].got,
                   m->first[i].want);
    if (m->tolerance > 0 && m->shown && isfinite(m->first[0].error) &&
        strcmp(m->first[0].got, "nothing") != 0)
        add_detail(v, "|got - want| = %.3g, allowed %.3g", m->first[0].error, m->tolerance);
    // What only another order of blocks shows is no slip in a bound or an index. The suite
    // gets the first output; of a later one, all before it are right.
    bool diagnosed = setup->part->diagnose && v->schedule == 0 && first;
    v->diagnosis = diagnosed ? setup->part->diagnose(c, got) : NULL;
}

// A launch beyond the limit of pending ones is not made, and nobody but the kernel hears of it.
static void tell_children(CaseVerdict *v, const Result *result)
{
    enum { PENDING = 2048 }; // unless the host has made room for more
    size_t i, children = 0;
    json_t *launch;
    json_array_foreach(result->launches, i, launch) children +=
        json_object_get(launch, "parent") != NULL;
    if (children >= PENDING)
        add_detail(v,
                   "kernels made %zu launches: does their chain end? Of pending ones the 2049th is "
                   "not made, unless there is room for more",
                   children);
}

static void judge_outputs(CaseVerdict *v, const EvidenceSetup *setup, const Case *c,
                          const Result *result, const Schedule *schedule, int number)
{
    bool first = true; // the case's first output
    int outputs = 0;
    for (int b = 0; b < c->buffers; b++)
        outputs += c->buffer[b].role != BUFFER_in;
    for (int b = 0; b < c->buffers; b++) {
        const Buffer *buffer = &c->buffer[b];
        const char *name = outputs > 1 ? buffer->name : ""; // where it does not go without saying
        Mismatch m;
        if (buffer->role == BUFFER_in)
            continue;
        if (compare_buffer(buffer, result->output[b], result->output_bytes[b], &m)) {
            first = false;
            continue;
        }
        if (json_array_size(result->launches) == 0 && !setup->part->on_host) {
            blame(v, CASE_idle, number, NOTHING_LAUNCHED);
            return;
        }
        if (c->flags & CASE_QUESTION) {
            blame(v, CASE_wrong, number, "%zu of %zu answers wrong", m.wrong, m.total);
            v->diagnosis =
                setup->part->diagnose ? setup->part->diagnose(c, result->output[b]) : NULL;
            return;
        }
        if (m.shown == 0)
            blame(v, CASE_wrong, number, "%s did not come back", buffer->name);
        else if (m.total == 1)
            blame(v, CASE_wrong, number, "%s%sgot %s, want %s", name, *name ? ": " : "",
                  m.first[0].got, m.first[0].want);
        else
            blame(v, CASE_wrong, number, "%zu of %zu wrong; first at %s[%zu]: got %s, want %s",
                  m.wrong, m.total, name, m.first[0].index, m.first[0].got, m.first[0].want);
        tell_mismatch(v, setup, c, result->output[b], &m, first);
        tell_children(v, result);
        if (number > 0)
            add_detail(
                v,
                "right in the clean run, wrong when run %s: does it depend on who comes first, or "
                "on what an earlier call has left?",
                schedule->name);
        tell_writer(v, result, b, &m, setup->folder);
        return;
    }
}

static bool outputs_right(const Case *c, const Result *result)
{
    Mismatch m;
    for (int b = 0; b < c->buffers; b++)
        if (c->buffer[b].role != BUFFER_in &&
            !compare_buffer(&c->buffer[b], result->output[b], result->output_bytes[b], &m))
            return false;
    return true;
}

static void judge_idle(CaseVerdict *v, const Case *c, const Result *result, int number)
{
    if (!output_elements(c) || c->flags & CASE_TRIVIAL || json_array_size(result->launches))
        return;
    if (outputs_right(c, result))
        blame(v, CASE_host, number,
              "right, but written by a copy of the host, not by a kernel: none was launched");
    else
        blame(v, CASE_idle, number, NOTHING_LAUNCHED);
}

// What often stands behind an error that CUDA names.
static void add_advice(CaseVerdict *v, const char *error)
{
    bool launch = strstr(error, "LastError") || strstr(error, "cudaLaunchKernelEx");
    if (strstr(error, "cudaErrorInvalidConfiguration") ||
        (strstr(error, "cudaErrorInvalidValue") && launch))
        add_detail(
            v, "a launch needs at least one block (n / threads, rounded down, is 0 for a small n) "
               "and one thread; a block has at most 1024 threads, and 48 KB of shared memory "
               "unless cudaFuncSetAttribute has allowed more");
    if (strstr(error, "cudaErrorMemoryAllocation"))
        add_detail(v, "more memory was asked for than the GPU has left");
}

static void judge_error(CaseVerdict *v, const char *message, int number)
{
    blame(v, CASE_error, number, "%s", message);
    add_advice(v, message);
}

// `line` is what CUDA_CHECK printed: "file:line: call: cudaErrorName (words)".
static void judge_check(CaseVerdict *v, const char *line, int number, const char *folder)
{
    char file[256], call[128] = "a call";
    const char *name = strstr(line, ": cudaError"), *p = line;
    int at = 0, used = 0;
    while ((p = strchr(p, ':')) && sscanf(p, ":%d:%n", &at, &used) < 1)
        p++;
    if (!name || !p || p >= name || used == 0) {
        blame(v, CASE_error, number, "CUDA_CHECK stopped the program (see what it printed)");
        return;
    }
    snprintf(file, sizeof file, "%.*s", (int)(p - line), line);
    if (p + used + 1 < name)
        snprintf(call, sizeof call, "%.*s", (int)(name - p - used - 1), p + used + 1);
    blame(v, CASE_error, number, "%s from %s", name + 2, call);
    add_advice(v, v->message);
    add_where(v, evidence_file(file, folder), at, "cause");
}

static void judge_signal(CaseVerdict *v, const Result *result, int number)
{
    size_t launches = json_array_size(result->launches);
    if (result->detail == SIGXFSZ && launches > 1000) {
        const json_t *last = json_array_get(result->launches, launches - 1);
        blame(v, CASE_hang, number, "the call launches kernels without end: stopped after %zu",
              launches);
        add_detail(
            v, json_object_get(last, "parent")
                   ? "a kernel that launches itself again and again, or all of whose threads do?"
                   : "a loop or a recursion in host code that does not end?");
    } else if (result->detail == SIGXFSZ) {
        blame(v, CASE_hang, number, "the program wrote a file that is too large");
    } else {
        blame(v, CASE_crash, number, "the program crashed: %s", strsignal(result->detail));
        if (result->detail == SIGSEGV)
            add_detail(v, "host code that reads or writes through a device pointer does this");
    }
}

static void judge_end(CaseVerdict *v, const Result *result, int number, const Case *c,
                      const EvidenceSetup *setup)
{
    switch (result->kind) {
    case RESULT_not_run:
        blame(v, CASE_not_run, number, "not run: the cases before it ended the program");
        break;
    case RESULT_signal: judge_signal(v, result, number); break;
    case RESULT_exit:
        if (result->detail == RUNNER_cuda_error)
            judge_check(v, result->message, number, setup->folder);
        else
            blame(v, CASE_crash, number, "the program left with exit(%d) inside the call",
                  result->detail);
        break;
    case RESULT_hang:
        blame(v, CASE_hang, number, "the call did not come back: host code that does not end?");
        break;
    case RESULT_finished:
        if (result->error == LAUNCH_TIMEOUT)
            blame(v, CASE_hang, number, "a kernel did not end and was stopped");
        else if (result->error)
            judge_error(v, result->message, number);
        else if (!setup->part->on_host)
            judge_idle(v, c, result, number);
        break;
    }
}

static void tell_change(CaseVerdict *v, const Result *result, const char *folder)
{
    if (result->changed && result->change.kind == CUDASIM_WRITER_KERNEL)
        add_where(v, evidence_file(result->change.file, folder), result->change.line, "cause");
}

static void judge_inputs(CaseVerdict *v, const Case *c, const Result *result, int number,
                         const char *folder)
{
    if (!result->changed || result->changed_buffer >= (uint32_t)c->buffers)
        return;
    blame(v, CASE_wrong, number, "%s[%zu] was changed: the input is const, and the caller's",
          c->buffer[result->changed_buffer].name, (size_t)result->change.first);
    tell_change(v, result, folder);
}

static void judge_writers(CaseVerdict *v, const Case *c, const Result *result, int number)
{
    size_t index;
    if (!(c->flags & CASE_TRIVIAL) && written_by_host(c, result, &index))
        blame(v, CASE_host, number,
              "element [%zu] was written by a copy or memset of the host, not by a kernel", index);
}

bool evidence_counts(const json_t *finding)
{
    const char *severity = json_string_value(json_object_get(finding, "severity"));
    const char *tool = json_string_value(json_object_get(finding, "tool"));
    if (!severity || !tool)
        return false;
    return strcmp(severity, "error") == 0 ||
           (strcmp(severity, "warning") == 0 && strcmp(tool, "racecheck") == 0);
}

// Findings of the launch that failed say where.
static void tell_findings(CaseVerdict *v, const Result *result, const char *folder)
{
    size_t i, k;
    json_t *launch, *finding;
    int told = 0;
    json_array_foreach(result->launches, i, launch)
    {
        json_array_foreach(json_object_get(launch, "findings"), k, finding)
        {
            const char *message = json_string_value(json_object_get(finding, "message"));
            const char *file = json_string_value(json_object_get(finding, "file"));
            if (!evidence_counts(finding) || !message || told++ >= 2)
                continue;
            add_detail(v, "%s", message);
            if (file)
                add_where(v, evidence_file(file, folder),
                          (int)json_integer_value(json_object_get(finding, "line")), "cause");
        }
    }
}

// `number` counts the runs from 0, the clean one. The first failure stays, but a
// checked run adds what it knows about a failure of the clean run.
static void judge_result(CaseVerdict *v, const EvidenceSetup *setup, const Case *c,
                         const Result *result, const Schedule *schedule, int number)
{
    if (v->state == CASE_wrong && v->schedule == 0 && number == 1) {
        if (json_array_size(v->where) == 0)
            tell_change(v, result, setup->folder);
        for (int b = 0; b < c->buffers; b++) {
            Mismatch m;
            if (c->buffer[b].role != BUFFER_in &&
                !compare_buffer(&c->buffer[b], result->output[b], result->output_bytes[b], &m)) {
                tell_writer(v, result, b, &m, setup->folder);
                break;
            }
        }
        return;
    }
    if (v->state != CASE_right) {
        if (number == 1 && json_array_size(v->where) == 0)
            tell_findings(v, result, setup->folder);
        return;
    }
    judge_end(v, result, number, c, setup);
    if (v->state == CASE_right)
        judge_writers(v, c, result, number);
    if (v->state == CASE_right) {
        judge_outputs(v, setup, c, result, schedule, number);
        if (v->state == CASE_right)
            judge_inputs(v, c, result, number, setup->folder);
    } else {
        tell_findings(v, result, setup->folder);
    }
    if (v->state != CASE_right && number > 1 && v->state != CASE_wrong)
        add_detail(v, "only when run %s: the order matters", schedule->name);
}

static uint64_t hash_outputs(const Case *c, const Result *result)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (int b = 0; b < c->buffers; b++)
        for (size_t i = 0; result->output[b] && i < result->output_bytes[b]; i++)
            hash = (hash ^ ((const unsigned char *)result->output[b])[i]) * 0x100000001b3u;
    return hash;
}

// Within the tolerance is not enough where the order of additions must be fixed.
static void judge_repeats(CaseVerdict *v, const Case *c, const Result *result,
                          const Schedule *schedule, int number)
{
    if (!(c->flags & CASE_REPEATABLE) || v->state != CASE_right)
        return;
    uint64_t bits = hash_outputs(c, result);
    if (number == 0) {
        v->bits = bits;
    } else if (bits != v->bits) {
        blame(v, CASE_wrong, number, "within the tolerance, but not the same bits in every run");
        add_detail(v,
                   "run %s it gave others than the clean run: the order of the additions "
                   "depends on which block comes first",
                   schedule->name);
    }
}

// ---- findings ------------------------------------------------------------------------

bool evidence_same_place(const json_t *a, const json_t *b)
{
    if (!json_object_get(a, "file") && !json_object_get(b, "file")) // a call that told no place
        return true;
    return json_equal(json_object_get(a, "file"), json_object_get(b, "file")) &&
           json_equal(json_object_get(a, "line"), json_object_get(b, "line"));
}

// One mistake, one report. A pair of lines that races does so in several ways
// (read after write, write after write, within a warp or not): still one mistake.
static bool same_cause(const json_t *a, const json_t *b)
{
    const json_t *x = json_object_get(a, "other"), *y = json_object_get(b, "other");
    if (!json_equal(json_object_get(a, "tool"), json_object_get(b, "tool")))
        return false;
    if (x && y && evidence_counts(a) && evidence_counts(b))
        return (evidence_same_place(a, b) && evidence_same_place(x, y)) ||
               (evidence_same_place(a, y) && evidence_same_place(x, b));
    return json_equal(json_object_get(a, "kind"), json_object_get(b, "kind")) &&
           json_equal(json_object_get(a, "severity"), json_object_get(b, "severity")) &&
           evidence_same_place(a, b) && (!x || !y ? x == y : evidence_same_place(x, y));
}

// The groups of the cases that met it: what it can have spoiled.
static void add_group(json_t *known, const char *group)
{
    size_t i;
    json_t *have, *groups = json_object_get(known, "groups");
    if (!groups) {
        groups = json_array();
        json_object_set_new(known, "groups", groups);
    }
    json_array_foreach(groups, i, have)
    {
        if (strcmp(json_string_value(have), group) == 0)
            return;
    }
    json_array_append_new(groups, json_string(group));
}

// `group` is NULL where no case is known: then it may be any.
static void add_finding(json_t *findings, json_t *finding, const char *case_name, const char *group,
                        const char *schedule)
{
    size_t i;
    json_t *known;
    json_int_t count = json_integer_value(json_object_get(finding, "count"));
    json_array_foreach(findings, i, known)
    {
        if (!same_cause(known, finding))
            continue;
        json_object_set_new(known, "count",
                            json_integer(json_integer_value(json_object_get(known, "count")) +
                                         (count ? count : 1)));
        add_group(known, group ? group : "");
        return;
    }
    json_t *copy = json_deep_copy(finding);
    json_object_set_new(copy, "count", json_integer(count ? count : 1));
    json_object_set_new(copy, "case", json_string(case_name));
    json_object_set_new(copy, "schedule", json_string(schedule));
    add_group(copy, group ? group : "");
    json_array_append_new(findings, copy);
}

static void take_findings(Evidence *e, const Run *run, const Schedule *schedule)
{
    size_t k, j;
    json_t *launch, *finding;
    for (int i = 0; i < run->count; i++) {
        json_array_foreach(run->result[i].launches, k, launch)
        {
            json_array_foreach(json_object_get(launch, "findings"), j, finding)
            {
                char name[96];
                const Case *c = e->list->cases[i];
                snprintf(name, sizeof name, "%s%s%s", c->variant ? c->variant : "",
                         c->variant ? " " : "", c->name);
                add_finding(e->findings, finding, name, c->group, schedule->name);
            }
        }
    }
    json_array_foreach(run->stray, k, finding)
    {
        add_finding(e->findings, finding, "", NULL, schedule->name);
    }
}

// ---- all runs --------------------------------------------------------------------------

static int plan(Schedule *schedule, const EvidenceSetup *setup)
{
    static char shuffled[2][48];
    int n = 0;
    schedule[n++] = (Schedule){"clean", "inorder", "none", setup->seed, false};
    if (setup->clean_only)
        return n;
    schedule[n++] = (Schedule){"in order", "inorder", "all", setup->seed, true};
    for (int i = 0; i < 2; i++) {
        uint64_t seed = setup->seed + (uint64_t)i + 1;
        snprintf(shuffled[i], sizeof shuffled[i], "shuffled with seed %llu",
                 (unsigned long long)seed);
        schedule[n++] = (Schedule){shuffled[i], "shuffle", "all", seed, true};
    }
    return n;
}

static void drop_outputs(Run *run)
{
    for (int i = 0; i < run->count; i++)
        for (int b = 0; b < MAX_BUFFERS; b++) {
            free(run->result[i].output[b]);
            run->result[i].output[b] = NULL;
        }
}

static bool *choose(const Evidence *e, const EvidenceSetup *setup, const Schedule *schedule)
{
    const CaseList *list = e->list;
    bool *wanted = calloc((size_t)list->count + 1, sizeof *wanted);
    for (int i = 0; i < list->count; i++) {
        CaseState state = e->verdict[i].state;
        if (setup->wanted && !setup->wanted[i])
            continue;
        wanted[i] = !schedule->checked || (!(list->cases[i]->flags & CASE_CLEAN_ONLY) &&
                                           state != CASE_hang && state != CASE_not_run);
    }
    return wanted;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Returns false if there is no point in further runs.
static bool take_run(Evidence *e, const EvidenceSetup *setup, const Schedule *schedule, int number)
{
    RunSetup run_setup = {
        .lib = setup->lib,
        .object = setup->object,
        .lab = setup->lab->name,
        .tools = schedule->tools,
        .schedule = schedule->schedule,
        .seed = schedule->seed,
        .checked = schedule->checked,
        .options = setup->options,
    };
    if (setup->progress)
        setup->progress(schedule->name);
    double start = now();
    bool *wanted = choose(e, setup, schedule);
    Run *run = run_cases(&run_setup, e->list, wanted);
    *(schedule->checked ? &e->checked_seconds : &e->clean_seconds) += now() - start;
    snprintf(e->broken, sizeof e->broken, "%s", run->broken);
    snprintf(e->refused, sizeof e->refused, "%s", run->refused);
    bool go_on = !e->broken[0] && !e->refused[0];
    for (int i = 0; go_on && i < e->list->count; i++) {
        if (!wanted[i])
            continue;
        judge_result(&e->verdict[i], setup, e->list->cases[i], &run->result[i], schedule, number);
        judge_repeats(&e->verdict[i], e->list->cases[i], &run->result[i], schedule, number);
        if (number == 1)
            e->checked_cases += run->result[i].kind != RESULT_not_run;
    }
    free(wanted);
    if (schedule->checked)
        take_findings(e, run, schedule);
    if (!e->log || (!e->log[0] && run->log_bytes)) {
        free(e->log);
        e->log = strdup(run->log);
    }
    drop_outputs(run);
    if (number == 0)
        e->clean = run;
    else
        run_free(run);
    return go_on;
}

Evidence *evidence_gather(const EvidenceSetup *setup, const CaseList *list)
{
    Evidence *e = calloc(1, sizeof *e);
    e->list = list;
    e->verdict = calloc((size_t)list->count + 1, sizeof *e->verdict);
    e->findings = json_array();
    for (int i = 0; i < list->count; i++) {
        e->verdict[i].detail = json_array();
        e->verdict[i].where = json_array();
    }
    Schedule schedule[MAX_SCHEDULES];
    int count = plan(schedule, setup);
    for (int i = 0; i < count; i++)
        if (!take_run(e, setup, &schedule[i], i))
            break;
    for (int i = 0; i < list->count; i++)
        e->proven = e->proven ||
                    (e->verdict[i].state == CASE_right && !(list->cases[i]->flags & CASE_TRIVIAL));
    if (e->broken[0] || e->refused[0])
        e->proven = false;
    return e;
}

void evidence_free(Evidence *e)
{
    for (int i = 0; i < e->list->count; i++) {
        json_decref(e->verdict[i].detail);
        json_decref(e->verdict[i].where);
    }
    if (e->clean)
        run_free(e->clean);
    json_decref(e->findings);
    free(e->verdict);
    free(e->log);
    free(e);
}

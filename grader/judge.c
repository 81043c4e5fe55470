// judge.c - from evidence to records: what each item of a part earns, and why.
//
// Items are judged alone, but three things hold for all: an object that could not
// be used earns nothing; a part whose every case is wrong or trivial earns
// nothing (an empty kernel has no races); and where the reference does not
// pass, the grader is wrong, not the student.
#include "judge.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "advice.h"
#include "answers.h"
#include "paths.h"
#include "reference.h"
#include "slides.h"

// ---- records -------------------------------------------------------------------

const char *judge_topic(const Lab *lab)
{
    const char *cut = strchr(lab->name, '_');
    return cut ? cut + 1 : lab->name;
}

int judge_points(const Part *part)
{
    int points = 0;
    for (const Item *item = part->items; item->name; item++)
        points += item->points;
    return points;
}

static json_t *text(const char *format, ...) __attribute__((format(printf, 1, 2)));
static json_t *text(const char *format, ...)
{
    char buffer[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(buffer, sizeof buffer, format, args);
    va_end(args);
    json_t *string = json_string(buffer);
    // A message may carry bytes that are not UTF-8; better some text than none.
    for (char *p = buffer; !string && *p; p++)
        if ((unsigned char)*p >= 0x80)
            *p = '?';
    return string ? string : json_string(buffer);
}

json_t *judge_blank(const Lab *lab, const Part *part, const Item *item, uint64_t seed)
{
    json_t *r = json_object();
    const char *slide = item->slide ? item->slide : part->slide;
    char title[128];
    json_object_set_new(r, "id", text("%s.%s.%s", judge_topic(lab), part->id, item->id));
    json_object_set_new(r, "number", text("%d.%d", part->number, (int)(item - part->items) + 1));
    json_object_set_new(r, "lab", json_string(lab->name));
    json_object_set_new(r, "part", json_integer(part->number));
    json_object_set_new(r, "name", json_string(item->name));
    json_object_set_new(r, "status", json_string("grader_error"));
    json_object_set_new(r, "score", json_integer(0));
    json_object_set_new(r, "max_score", json_integer(item->points));
    json_object_set_new(r, "visibility", json_string("visible"));
    json_object_set_new(r, "message", json_string("not judged: the grader did not get this far"));
    json_object_set_new(r, "detail", json_array());
    json_object_set_new(r, "output", json_array());
    json_object_set_new(r, "where", json_array());
    json_object_set_new(r, "counters", json_object());
    if (slide)
        json_object_set_new(r, "slide", json_string(slide));
    if (slide && slides_title(slide, title, sizeof title))
        json_object_set_new(r, "slide_title", text("%s", title));
    json_object_set_new(r, "hint",
                        text("make hint LAB=%s PART=%d", judge_topic(lab), part->number));
    json_object_set_new(r, "repro",
                        text("build/grade --part %d --seed 0x%llx %s", part->number,
                             (unsigned long long)seed, lab->name));
    return r;
}

void judge_set(json_t *record, const char *status, const char *message)
{
    bool pass = strcmp(status, "pass") == 0;
    json_object_set_new(record, "status", json_string(status));
    json_object_set_new(record, "message", text("%s", message));
    json_object_set_new(
        record, "score",
        json_integer(pass ? json_integer_value(json_object_get(record, "max_score")) : 0));
}

static void add_line(json_t *record, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add_line(json_t *record, const char *format, ...)
{
    char buffer[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(buffer, sizeof buffer, format, args);
    va_end(args);
    json_array_append_new(json_object_get(record, "detail"), text("%s", buffer));
}

static void add_place(json_t *record, const char *file, int line, const char *role)
{
    size_t i;
    json_t *known;
    json_array_foreach(json_object_get(record, "where"), i, known)
    {
        const char *name = json_string_value(json_object_get(known, "file"));
        if (name && !strcmp(name, file) &&
            json_integer_value(json_object_get(known, "line")) == line)
            return;
    }
    json_t *place = json_pack("{s:s,s:i,s:s}", "file", file, "line", line, "role", role);
    json_array_append_new(json_object_get(record, "where"), place);
}

// One write, so that records never mix; the line is the record.
static void append(const Judge *judge, json_t *record)
{
    char *line = json_dumps(record, JSON_COMPACT);
    size_t n = strlen(line);
    line[n] = '\n';
    int fd = open(judge->records, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (fd < 0 || write(fd, line, n + 1) != (ssize_t)(n + 1))
        perror(judge->records); // missing records are noticed by the parent
    if (fd >= 0)
        close(fd);
    free(line);
    if (judge->recorded)
        judge->recorded();
}

// ---- ITEM_correct -----------------------------------------------------------------

static bool in_group(const Item *item, const Case *c)
{
    return !item->group || (c->group && strcmp(item->group, c->group) == 0);
}

static const char *state_status(CaseState state)
{
    switch (state) {
    case CASE_right: return "pass";
    case CASE_crash:
    case CASE_error: return "crash";
    case CASE_hang: return "timeout";
    default: return "fail";
    }
}

static void name_case(char *name, size_t size, const Case *c)
{
    snprintf(name, size, "%s%s%s", c->variant ? c->variant : "", c->variant ? " " : "", c->name);
}

// The names of the other wrong cases, as many as fit a line.
static void add_others(json_t *record, const Item *item, const Evidence *e, int first, int wrong,
                       int total)
{
    char line[160] = "";
    size_t n = 0;
    for (int i = first + 1; i < e->list->count; i++) {
        const Case *c = e->list->cases[i];
        if (!in_group(item, c) || e->verdict[i].state == CASE_right ||
            e->verdict[i].state == CASE_not_run)
            continue;
        if (n + strlen(c->name) + 6 > 60) {
            n += (size_t)snprintf(line + n, sizeof line - n, " ...");
            break;
        }
        n += (size_t)snprintf(line + n, sizeof line - n, "%s %s", n ? "," : "", c->name);
    }
    int not_run = 0;
    for (int i = 0; i < e->list->count; i++)
        not_run += in_group(item, e->list->cases[i]) && e->verdict[i].state == CASE_not_run;
    if (not_run)
        add_line(record, "%d of %d cases fail, and %d were not run after that; besides:%s",
                 wrong - not_run, total, not_run, line);
    else
        add_line(record, "%d of %d cases fail; besides:%s", wrong, total, line);
}

// A small case fits many explanations. The one that most wrong cases share is the
// best; of two as common the later, for its case is larger.
static const char *common_diagnosis(const Item *item, const Evidence *e)
{
    const char *best = NULL;
    int most = 0;
    for (int i = 0; i < e->list->count; i++) {
        const char *one = e->verdict[i].diagnosis;
        int votes = 0;
        if (!one || !in_group(item, e->list->cases[i]))
            continue;
        for (int k = 0; k < e->list->count; k++)
            votes += in_group(item, e->list->cases[k]) && e->verdict[k].diagnosis &&
                     strcmp(e->verdict[k].diagnosis, one) == 0;
        if (votes >= most) {
            most = votes;
            best = one;
        }
    }
    return best;
}

// Whether a case of the item's group met it. Where the case is not known, it may be.
static bool concerns(const Item *item, const json_t *finding)
{
    size_t i;
    json_t *group;
    json_array_foreach(json_object_get(finding, "groups"), i, group)
    {
        const char *name = json_string_value(group);
        if (!item->group || !*name || strcmp(name, item->group) == 0)
            return true;
    }
    return false;
}

// A wrong sum of a kernel that races is no slip of arithmetic: say so at once.
static void add_suspect(const Item *item, const Evidence *e, json_t *record)
{
    size_t i;
    json_t *finding;
    json_array_foreach(e->findings, i, finding)
    {
        const char *tool = json_string_value(json_object_get(finding, "tool"));
        const char *file = json_string_value(json_object_get(finding, "file"));
        if (!evidence_counts(finding) || !tool || !concerns(item, finding))
            continue;
        if (strcmp(tool, "streamcheck") == 0) // jobs run as they were issued: no wrong result
            continue;
        if (file)
            add_line(record, "%s found a mistake that can cause this, in line %d: see below", tool,
                     (int)json_integer_value(json_object_get(finding, "line")));
        else
            add_line(record, "%s found a mistake that can cause this: see below", tool);
        return;
    }
}

static void judge_correct(const Item *item, const Evidence *e, json_t *record)
{
    char message[600], name[96];
    int total = 0, wrong = 0, first = -1;
    bool proof = false;
    for (int i = 0; i < e->list->count; i++) {
        if (!in_group(item, e->list->cases[i]))
            continue;
        total++;
        proof = proof || !(e->list->cases[i]->flags & CASE_TRIVIAL);
        if (e->verdict[i].state == CASE_right)
            continue;
        wrong++;
        if (first < 0)
            first = i;
    }
    if (!proof) {
        judge_set(record, "grader_error", "the suite has no case that could show this");
        return;
    }
    if (!wrong) {
        snprintf(message, sizeof message, "%s: %d cases", item->name, total);
        judge_set(record, "pass", message);
        return;
    }
    const CaseVerdict *v = &e->verdict[first];
    name_case(name, sizeof name, e->list->cases[first]);
    // Whoever has a right case has written the part.
    snprintf(message, sizeof message, "%s: %s", name,
             v->state == CASE_idle && e->proven
                 ? "no kernel was launched, but there is a result to write"
                 : v->message);
    judge_set(record, state_status(v->state), message);
    const char *diagnosis = common_diagnosis(item, e);
    if (diagnosis)
        add_line(record, "%s", diagnosis);
    if (v->state == CASE_wrong)
        add_suspect(item, e, record);
    json_t *detail = json_object_get(record, "detail");
    json_array_extend(detail, v->detail);
    // "... here:" stays next to the place that follows.
    size_t last = json_array_size(detail);
    json_t *here = last ? json_incref(json_array_get(detail, last - 1)) : NULL;
    const char *text = here ? json_string_value(here) : "";
    bool leads = *text && text[strlen(text) - 1] == ':';
    if (leads)
        json_array_remove(detail, last - 1);
    if (wrong > 1 && v->state != CASE_not_run)
        add_others(record, item, e, first, wrong, total);
    if (leads)
        json_array_append(detail, here);
    json_decref(here);
    json_array_extend(json_object_get(record, "where"), v->where);
}

// ---- ITEM_safe ---------------------------------------------------------------------

static const char *tool_status(const char *tool)
{
    if (tool && strcmp(tool, "racecheck") == 0)
        return "race";
    if (tool && strcmp(tool, "synccheck") == 0)
        return "barrier";
    return "memory";
}

static void add_finding_places(json_t *record, const json_t *finding, const char *folder)
{
    const json_t *sides[2] = {finding, json_object_get(finding, "other")};
    for (int i = 0; i < 2; i++) {
        const char *file = json_string_value(json_object_get(sides[i], "file"));
        int line = (int)json_integer_value(json_object_get(sides[i], "line"));
        if (file && line)
            add_place(record, evidence_file(file, folder), line, i ? "other" : "cause");
    }
}

static void judge_safe(const Judge *judge, const Item *item, const Evidence *e, json_t *record)
{
    size_t i;
    json_t *finding;
    int errors = 0;
    char message[800];
    json_array_foreach(e->findings, i, finding)
    {
        const char *tool = json_string_value(json_object_get(finding, "tool"));
        const char *what = json_string_value(json_object_get(finding, "message"));
        long long count = json_integer_value(json_object_get(finding, "count"));
        const char *name = json_string_value(json_object_get(finding, "case"));
        if (!evidence_counts(finding) || errors++ >= 3)
            continue;
        snprintf(message, sizeof message, "%s: %s", tool ? tool : "?", what ? what : "?");
        if (errors == 1)
            judge_set(record, tool_status(tool), message);
        else
            add_line(record, "%s", message);
        add_line(record, "%lld time%s; first in %s, run %s", count, count == 1 ? "" : "s",
                 name && *name ? name : "the whole program",
                 json_string_value(json_object_get(finding, "schedule")));
        const char *advice = advice_for(finding);
        if (advice)
            add_line(record, "%s", advice);
        add_finding_places(record, finding, judge->folder);
    }
    if (errors > 3)
        add_line(record, "and %d more cause%s", errors - 3, errors == 4 ? "" : "s");
    if (errors)
        return;
    if (!e->proven) { // an empty kernel has no races
        judge_set(record, "skip", "not judged before a case of this part is right");
        return;
    }
    if (e->checked_cases == 0) {
        judge_set(record, "grader_error", "no case went through the checkers");
        return;
    }
    judge_set(record, "pass", item->name);
    add_line(record, "%d cases, each in order and twice shuffled", e->checked_cases);
}

// ---- ITEM_gate -----------------------------------------------------------------------

static int counted_case(const Item *item, const CaseList *list)
{
    for (int i = 0; i < list->count; i++)
        if ((list->cases[i]->flags & CASE_COUNTED) && in_group(item, list->cases[i]))
            return i;
    return -1;
}

static bool gate_value(const Gate *gate, const Result *result, double *value)
{
    double per = 1;
    if (!run_metric(result, gate->metric, value))
        return false;
    if (gate->per && (!run_metric(result, gate->per, &per) || per == 0))
        return false;
    *value /= per;
    return true;
}

static bool gate_holds(const Gate *gate, double value)
{
    return gate->at_least ? value >= gate->gate : value <= gate->gate;
}

static void add_counter(json_t *record, const Gate *gate, double value)
{
    json_object_set_new(json_object_get(record, "counters"), gate->label,
                        json_pack("{s:f,s:f,s:f,s:f,s:s,s:s}", "value", value, "naive", gate->naive,
                                  "good", gate->good, "gate", gate->gate, "op",
                                  gate->at_least ? ">=" : "<=", "metric", gate->metric));
}

// Where most of it comes from, for counters that lines have.
static void add_gate_place(const Judge *judge, const Gate *gate, const Result *result,
                           json_t *record)
{
    const char *file = NULL;
    int line;
    double value;
    if (!gate->at_least && run_metric_line(result, gate->metric, &file, &line, &value))
        add_place(record, evidence_file(file, judge->folder), line, "cause");
}

static void judge_gate(const Judge *judge, const Item *item, const Evidence *e, json_t *record)
{
    char message[400];
    int failed = 0, counted = counted_case(item, e->list);
    if (counted < 0) {
        judge_set(record, "grader_error", "the suite has no counted case");
        return;
    }
    if (!e->proven || e->verdict[counted].state != CASE_right) {
        snprintf(message, sizeof message, "not judged before %s is right",
                 e->list->cases[counted]->name);
        judge_set(record, "skip", message);
        return;
    }
    const Result *result = &e->clean->result[counted];
    for (const Gate *gate = item->gate; gate < item->gate + MAX_GATES && gate->metric; gate++) {
        double value;
        if (!gate_value(gate, result, &value)) {
            snprintf(message, sizeof message, "the simulator did not count %s", gate->metric);
            judge_set(record, "grader_error", message);
            return;
        }
        add_counter(record, gate, value);
        if (gate_holds(gate, value))
            continue;
        snprintf(message, sizeof message, "%s: naive %.6g | yours %.6g | gate %s%.6g", gate->label,
                 gate->naive, value, gate->at_least ? ">= " : "", gate->gate);
        if (failed++)
            add_line(record, "%s", message);
        else
            judge_set(record, "perf", message);
        add_gate_place(judge, gate, result, record);
    }
    if (!failed)
        judge_set(record, "pass", item->name);
}

// ---- ITEM_answer -----------------------------------------------------------------------

static void judge_answer(const Judge *judge, const Item *item, json_t *record)
{
    char path[MAX_NAME + 64], value[64] = "", want[64], message[400];
    double number;
    const char *file = judge->lab->answers;
    if (!file || (!item->want && !item->gate[0].metric)) {
        judge_set(record, "grader_error", "the suite does not say what is right, or in which file");
        return;
    }
    snprintf(path, sizeof path, "%s/%s", judge->folder, file);
    snprintf(want, sizeof want, "%.10g", item->gate[0].good);
    const char *right = item->want ? item->want : want;
    int line =
        answers_read(*path == '/' ? path : paths_at("%s", path), item->id, value, sizeof value);
    if (line > 0)
        add_place(record, path, line, "cause");
    if (line <= 0) {
        snprintf(message, sizeof message, line ? "there is no %s" : "%s has no line \"%s = ...\"",
                 line ? path : file, item->id);
        judge_set(record, "fail", message);
    } else if (!*value || strcmp(value, "?") == 0) {
        snprintf(message, sizeof message, "not answered yet: %s", item->name);
        judge_set(record, "skip", message);
    } else if (answers_same(value, right)) {
        snprintf(message, sizeof message,
                 item->want ? "%s: %s" : "%s: predicted %s, counted the same", item->name, value);
        judge_set(record, "pass", message);
    } else if (answers_number(right, &number) && !answers_number(value, &number)) {
        snprintf(message, sizeof message, "%s: \"%s\" is not a number alone, like 3 or 0.25",
                 item->name, value);
        judge_set(record, "fail", message);
    } else if (item->want) { // a question, which stays one
        snprintf(message, sizeof message, "%s: it is not \"%s\"", item->name, value);
        judge_set(record, "fail", message);
    } else {
        snprintf(message, sizeof message, "%s: predicted %s, counted %s", item->name, value, right);
        judge_set(record, "fail", message);
    }
}

// The counters of the reference have to bear out what the suite takes for right.
static bool answer_holds(const Item *item, const Evidence *e, char *problem, size_t size)
{
    const Gate *gate = &item->gate[0];
    int counted = counted_case(item, e->list);
    double value = 0;
    if (item->want)
        return true;
    if (counted >= 0 && gate_value(gate, &e->clean->result[counted], &value) && value == gate->good)
        return true;
    snprintf(problem, size, "the reference does not bear out \"%s\": %s is %.10g, not %.10g",
             item->name, gate->metric ? gate->metric : "nothing", value, gate->good);
    return false;
}

// ---- a part ------------------------------------------------------------------------------

// Whether the message says what this line of CUDA_CHECK's says: "file:line: call: cudaErrorX
// (...)".
static bool said_already(const char *message, const char *line, size_t n)
{
    char text[512];
    snprintf(text, sizeof text, "%.*s", (int)n, line);
    const char *from = strstr(message, " from "), *call = strstr(text, ": ");
    char *error = strstr(text, ": cudaError");
    if (!from || !call || !error || strncmp(call + 2, from + 6, strlen(from + 6)) != 0)
        return false;
    error[2 + strcspn(error + 2, " ")] = 0;
    return strstr(message, error) != NULL;
}

static void add_log(json_t *record, const char *log)
{
    enum { LINES = 10 };
    const char *message = json_string_value(json_object_get(record, "message"));
    json_t *output = json_object_get(record, "output");
    while (log && *log) {
        size_t n = strcspn(log, "\n");
        if (message && said_already(message, log, n)) {
            log += n + (log[n] == '\n');
            continue;
        }
        json_t *line = text("%.*s", (int)(n < 200 ? n : 200), log);
        log += n + (log[n] == '\n');
        // Every case prints the same: once is enough.
        bool again = false;
        for (size_t i = 0; i < json_array_size(output); i++)
            again = again || json_equal(line, json_array_get(output, i));
        if (!again && json_array_size(output) == LINES) {
            json_array_append_new(output, json_string("..."));
            json_decref(line);
            return;
        }
        if (again)
            json_decref(line);
        else
            json_array_append_new(output, line);
    }
}

static void append_version(const Judge *judge, const Evidence *e)
{
    json_t *record = json_pack("{s:s,s:s}", "id", JUDGE_SIM_ID, "version", e->clean->version);
    append(judge, record);
    json_decref(record);
}

static void judge_item(const Judge *judge, const Item *item, const Evidence *e, json_t *record)
{
    char message[1200];
    if (e->broken[0]) {
        judge_set(record, "grader_error", e->broken);
    } else if (item->kind == ITEM_answer) {
        judge_answer(judge, item, record);
    } else if (e->refused[0]) {
        snprintf(message, sizeof message, "your object could not be used: %s", e->refused);
        judge_set(record, "crash", message);
    } else if (item->kind == ITEM_correct) {
        judge_correct(item, e, record);
    } else if (item->kind == ITEM_safe) {
        judge_safe(judge, item, e, record);
    } else {
        judge_gate(judge, item, e, record);
    }
}

static bool passed(const json_t *record)
{
    const char *status = json_string_value(json_object_get(record, "status"));
    return status && strcmp(status, "pass") == 0;
}

// Every item gets the same verdict, without any run.
static void judge_all(const Judge *judge, const Part *part, const char *status, const char *message)
{
    for (const Item *item = part->items; item->name; item++) {
        json_t *record = judge_blank(judge->lab, part, item, judge->seed);
        judge_set(record, status, message);
        append(judge, record);
        json_decref(record);
    }
}

static bool judge_object(const Judge *judge, const Part *part)
{
    char message[MAX_NAME + 96];
    const char *problem = compile_problem(judge->reference);
    if (problem) {
        snprintf(message, sizeof message, "the reference: %s", problem);
        judge_all(judge, part, "grader_error", message);
        return false;
    }
    problem = compile_problem(judge->object);
    if (problem)
        judge_all(judge, part,
                  judge->object->state == OBJECT_broken ? "grader_error" : "compile_error",
                  problem);
    return !problem;
}

bool judge_part(const Judge *judge, const Part *part)
{
    char problem[1200];
    if (!judge_object(judge, part))
        return false;
    CaseList *list = cases_new(judge->lab->name, part->number, judge->seed);
    judge->lab->draw(list, part->number);
    EvidenceSetup setup = {
        .lib = paths_lib(),
        .object = judge->object->object,
        .folder = judge->folder,
        .lab = judge->lab,
        .part = part,
        .seed = judge->seed,
        .progress = judge->progress,
        .options = part->options,
    };
    if (!reference_holds(&setup, judge->reference->object, list, problem, sizeof problem)) {
        judge_all(judge, part, "grader_error", problem);
        cases_free(list);
        return false;
    }
    Evidence *e = evidence_gather(&setup, list);
    bool all = true, log_shown = false;
    append_version(judge, e);
    for (const Item *item = part->items; item->name; item++) {
        json_t *record = judge_blank(judge->lab, part, item, judge->seed);
        judge_item(judge, item, e, record);
        if (!passed(record) && !log_shown) {
            add_log(record, e->log);
            log_shown = true;
        }
        all = all && passed(record);
        append(judge, record);
        json_decref(record);
    }
    evidence_free(e);
    cases_free(list);
    return all;
}

// ---- the reference ---------------------------------------------------------------------------

bool judge_reference(const EvidenceSetup *setup, const Evidence *e, char *problem, size_t size)
{
    for (int i = 0; i < e->list->count; i++) {
        if (e->verdict[i].state == CASE_right)
            continue;
        char name[96];
        name_case(name, sizeof name, e->list->cases[i]);
        snprintf(problem, size, "the reference is wrong for %s: %s", name, e->verdict[i].message);
        return false;
    }
    Judge judge = {.lab = setup->lab, .folder = setup->folder};
    bool holds = true;
    for (const Item *item = setup->part->items; holds && item->name; item++) {
        if (item->kind == ITEM_answer)
            holds = answer_holds(item, e, problem, size);
        if (item->kind != ITEM_gate)
            continue;
        json_t *record = judge_blank(setup->lab, setup->part, item, setup->seed);
        judge_gate(&judge, item, e, record);
        if (!passed(record)) {
            snprintf(problem, size, "the reference fails \"%s\": %s", item->name,
                     json_string_value(json_object_get(record, "message")));
            holds = false;
        }
        json_decref(record);
    }
    return holds;
}

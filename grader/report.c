// report.c - grade.json: made from the tables of the labs and the records that
// the judges left, and replaced as a whole after every item.
//
// Whatever is different from run to run (time, host) is in "run"; the rest of the
// document is a function of submission, seed, course and compiler.
#include "report.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "judge.h"
#include "paths.h"
#include "sha256.h"

#define GRADER_VERSION "1.0"

static const char *string_of(const json_t *object, const char *key)
{
    const char *s = json_string_value(json_object_get(object, key));
    return s ? s : "";
}

static json_int_t integer_of(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

// ---- records -------------------------------------------------------------------

static json_t *read_records(const char *path)
{
    json_t *records = json_object(); // by id
    FILE *f = fopen(path, "r");
    char *line = NULL;
    size_t size = 0;
    while (f && getline(&line, &size, f) > 0) {
        json_t *record = json_loads(line, 0, NULL);
        const char *id = string_of(record, "id");
        if (*id)
            json_object_set(records, id, record);
        json_decref(record);
    }
    free(line);
    if (f)
        fclose(f);
    return records;
}

// The command that repeats an item's verdict, for a submission outside of labs/.
static void set_repro(json_t *item, const Selected *s, uint64_t seed)
{
    char command[MAX_NAME + 128];
    size_t n = strlen(s->folder) - strlen(s->lab->name) - 1;
    if (strlen(s->folder) <= strlen(s->lab->name) || strncmp(s->folder, "labs/", 5) == 0)
        return;
    snprintf(command, sizeof command, "build/grade --submission '%.*s' --part %d --seed 0x%llx %s",
             (int)n, s->folder, (int)integer_of(item, "part"), (unsigned long long)seed,
             s->lab->name);
    json_object_set_new(item, "repro", json_string(command));
}

static json_t *build_items(const Report *report, const json_t *records)
{
    json_t *items = json_array();
    for (int i = 0; i < report->count; i++) {
        const Selected *s = &report->selected[i];
        for (const Part *part = s->lab->parts; part->number; part++) {
            if (s->part && s->part != part->number)
                continue;
            for (const Item *item = part->items; item->name; item++) {
                json_t *blank = judge_blank(s->lab, part, item, report->seed);
                json_t *record = json_object_get(records, string_of(blank, "id"));
                set_repro(record ? record : blank, s, report->seed);
                json_array_append(items, record ? record : blank);
                json_decref(blank);
            }
        }
    }
    return items;
}

// ---- sums ------------------------------------------------------------------------

// Adds "score", "max_score" and "status" of the items of a lab (NULL: all) and
// part (0: all) to `object`.
static void add_sums(json_t *object, const json_t *items, const char *lab, int part)
{
    json_int_t score = 0, max = 0;
    bool pass = true, error = false, compile = false;
    size_t i;
    json_t *item;
    json_array_foreach(items, i, item)
    {
        const char *status = string_of(item, "status");
        if ((lab && strcmp(lab, string_of(item, "lab")) != 0) ||
            (part && part != integer_of(item, "part")))
            continue;
        score += integer_of(item, "score");
        max += integer_of(item, "max_score");
        pass = pass && strcmp(status, "pass") == 0;
        error = error || strcmp(status, "grader_error") == 0;
        compile = compile || strcmp(status, "compile_error") == 0;
    }
    json_object_set_new(object, "score", json_integer(score));
    json_object_set_new(object, "max_score", json_integer(max));
    json_object_set_new(object, "status",
                        json_string(error     ? "grader_error"
                                    : compile ? "compile_error"
                                    : pass    ? "pass"
                                              : "fail"));
}

static json_t *build_log(const Object *object)
{
    json_t *log = json_array();
    char line[400];
    FILE *f = object->state == OBJECT_rejected ? fopen(object->log, "r") : NULL;
    while (f && json_array_size(log) < 20 && fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = 0;
        json_t *text = json_string(line);
        if (text)
            json_array_append_new(log, text);
    }
    if (f)
        fclose(f);
    return log;
}

static json_t *build_lab(const Selected *s, const json_t *items)
{
    json_t *lab = json_object(), *parts = json_array();
    json_object_set_new(lab, "lab", json_string(s->lab->name));
    json_object_set_new(lab, "title", json_string(s->lab->title));
    add_sums(lab, items, s->lab->name, 0);
    for (const Part *p = s->lab->parts; p->number; p++) {
        if (s->part && s->part != p->number)
            continue;
        json_t *part =
            json_pack("{s:i,s:s,s:s}", "number", p->number, "key", p->id, "name", p->name);
        add_sums(part, items, s->lab->name, p->number);
        json_array_append_new(parts, part);
    }
    json_object_set_new(lab, "parts", parts);
    json_object_set_new(lab, "log", build_log(&s->object));
    json_object_set_new(
        lab, "submission",
        json_pack("{s:s,s:[s]}", "sha256", s->object.digest, "files", s->object.source));
    return lab;
}

static json_t *build_tool(const Report *report, const json_t *records)
{
    char check[32];
    snprintf(check, sizeof check, "%d.%d.%d", check_major_version, check_minor_version,
             check_micro_version);
    const char *sim = string_of(json_object_get(records, JUDGE_SIM_ID), "version");
    return json_pack("{s:s,s:s,s:s,s:s}", "grader", GRADER_VERSION, "sim", sim, "nvcc",
                     report->nvcc_version, "check", check);
}

json_t *report_build(const Report *report)
{
    char seed[32], host[128] = "";
    json_t *records = read_records(report->records);
    json_t *items = build_items(report, records);
    json_t *labs = json_array(), *grade = json_object();
    snprintf(seed, sizeof seed, "0x%llx", (unsigned long long)report->seed);
    gethostname(host, sizeof host - 1);
    for (int i = 0; i < report->count; i++)
        json_array_append_new(labs, build_lab(&report->selected[i], items));

    json_object_set_new(grade, "schema", json_string("cuda-course-grade/1"));
    if (report->count == 1)
        json_object_set_new(grade, "lab", json_string(report->selected[0].lab->name));
    json_object_set_new(grade, "tool", build_tool(report, records));
    json_object_set_new(grade, "backend", json_pack("{s:s,s:s}", "kind", "sim", "arch", "sm_90"));
    json_object_set_new(grade, "seed", json_string(seed));
    add_sums(grade, items, NULL, 0);
    json_object_set_new(grade, "labs", labs);
    json_object_set_new(grade, "items", items);
    json_object_set_new(grade, "run",
                        json_pack("{s:s,s:f,s:s}", "started", report->started, "wall_s",
                                  report->wall_s, "host", host));
    json_decref(records);
    return grade;
}

bool report_write(const json_t *grade, const char *path)
{
    char temporary[MAX_NAME];
    snprintf(temporary, sizeof temporary, "%s.%d.tmp", path, getpid());
    if (json_dump_file(grade, temporary, JSON_INDENT(1)) == 0 && rename(temporary, path) == 0)
        return true;
    fprintf(stderr, "grade: cannot write %s\n", path);
    unlink(temporary);
    return false;
}

int report_exit_code(const json_t *grade)
{
    const char *status = string_of(grade, "status");
    if (strcmp(status, "pass") == 0)
        return 0;
    if (strcmp(status, "grader_error") == 0)
        return 5;
    return strcmp(status, "compile_error") == 0 ? 3 : 1;
}

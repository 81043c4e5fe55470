// report_json.c - grade.json, replaced as a whole after every part.
//
// Whatever is different from run to run (time, host, what confined the submission) is in "run",
// the last object; the rest is a function of submission, seed, course and compiler, byte by byte.
// So the file is a receipt, too: `build/grade --verify` grades again and compares (receipt.h).
#include "report.h"

#include <check.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "common/version.h"
#include "grader/submission/confine.h"
#include "grader/base/memory.h"
#include "grader/base/files.h"
#include "grader/base/paths.h"
#include "grader/base/slides.h"
#include "grader/base/text.h"

#define GRADER_VERSION "1.0"

// ---- of a record, for other formats, too -----------------------------------------------------

json_t *record_text(const char *text)
{
    char clean[MAX_LINE];
    text_clean(clean, sizeof clean, text, strlen(text));
    return json_string(clean);
}

json_t *record_lines(const Lines *lines)
{
    json_t *array = json_array();
    for (int i = 0; i < lines->count; i++)
        json_array_append_new(array, record_text(lines->line[i]));
    return array;
}

json_t *record_places(const Places *places)
{
    json_t *array = json_array();
    for (int i = 0; i < places->count; i++) {
        const SourcePlace *place = &places->place[i];
        json_array_append_new(array,
                              json_pack("{s:o,s:i,s:s}", "file", record_text(place->file), "line",
                                        place->line, "role", place_role_name(place->role)));
    }
    return array;
}

json_t *record_findings(const SimFindings *findings)
{
    json_t *array = json_array();
    for (int i = 0; i < findings->count; i++) {
        const SimFinding *f = &findings->finding[i];
        json_array_append_new(array,
                              json_pack("{s:s,s:s,s:o,s:I}", "tool", tool_name(f->tool), "cause",
                                        cause_rows[f->cause].name, "message",
                                        record_text(f->message), "count", (json_int_t)f->count));
    }
    return array;
}

json_t *record_counts(const ItemRecord *record)
{
    char metric[METRIC_SUM_NAME];
    json_t *counts = json_object();
    for (int i = 0; i < record->counts; i++) {
        const Gate *gate = record->count[i].gate;
        json_object_set_new(counts, gate->label,
                            json_pack("{s:f,s:f,s:f,s:f,s:s,s:s}", "value", record->count[i].value,
                                      "naive", gate->naive, "good", gate->good, "gate", gate->gate,
                                      "op", gate->at_least ? ">=" : "<=", "metric",
                                      metric_sum_name(gate->metric, "+", metric)));
    }
    return counts;
}

// ---- what a line holds -----------------------------------------------------------------------

static void put_string(json_t *object, const char *key, const char *text)
{
    json_object_set_new(object, key, record_text(text));
}

// A name may be longer than a line of a report.
static void put_name(json_t *object, const char *key, const char *name)
{
    size_t bytes = strlen(name), size = 4 * bytes + 1;
    char *clean = need(malloc(size));
    text_clean(clean, size, name, bytes);
    json_object_set_new(object, key, json_string(clean));
    free(clean);
}

static void put_integer(json_t *object, const char *key, int value)
{
    json_object_set_new(object, key, json_integer(value));
}

static void put_sum(json_t *object, const GradeSum *sum)
{
    put_integer(object, "score", sum->score);
    put_integer(object, "max_score", sum->max_score);
    put_string(object, "status", status_name(sum->status));
}

// ---- items ---------------------------------------------------------------------------

static void put_reasons(json_t *object, const ItemRecord *item)
{
    put_string(object, "message", item->message);
    json_object_set_new(object, "detail", record_lines(&item->detail));
    json_object_set_new(object, "output", record_lines(&item->output));
    json_object_set_new(object, "where", record_places(&item->where));
    json_object_set_new(object, "counters", record_counts(item));
    if (item->findings.count)
        json_object_set_new(object, "findings", record_findings(&item->findings));
}

static void put_help(json_t *object, const Grade *grade, const LabGrade *lab,
                     const ItemRecord *item)
{
    const char *slide = record_slide(item);
    char title[128], hint[128], path[128];
    if (slide)
        put_string(object, "slide", slide);
    if (slide && slides_title(slide, title, sizeof title))
        put_string(object, "slide_title", title);
    if (slide && slides_path(slide, path, sizeof path))
        put_string(object, "slide_path", path);
    record_hint(item, hint, sizeof hint);
    put_string(object, "hint", hint);
    char *command = grade_repeat_command(grade, lab, item);
    put_name(object, "repro", command);
    free(command);
}

static json_t *item_json(const Grade *grade, const LabGrade *lab, const ItemRecord *item)
{
    json_t *object = json_object();
    char id[256], number[32];
    record_id(item, id, sizeof id);
    record_number(item, number, sizeof number);
    put_string(object, "id", id);
    put_string(object, "number", number);
    put_string(object, "lab", item->lab->name);
    put_integer(object, "part", item->part->number);
    put_string(object, "name", item->item->name);
    put_string(object, "status", status_name(item->status));
    put_integer(object, "score", record_score(item));
    put_integer(object, "max_score", item->item->points);
    put_string(object, "visibility", "visible");
    put_reasons(object, item);
    put_help(object, grade, lab, item);
    return object;
}

// ---- labs ------------------------------------------------------------------------------

static void add_file_json(json_t *files, const char *name, const char *digest)
{
    json_t *file = json_object();
    put_string(file, "name", name);
    put_string(file, "sha256", digest);
    json_array_append_new(files, file);
}

static json_t *submission_json(const Selected *selected)
{
    const Object *object = selected->object;
    json_t *submission = json_object(), *files = json_array();
    put_string(submission, "sha256", object->digest);
    put_name(submission, "source", object->source);
    for (LabFile f = 0; f < LAB_FILES; f++)
        if (f == FILE_lab || object[f].digest[0])
            add_file_json(files, object[f].name, object[f].digest);
    for (int i = 0; i < object->files; i++)
        add_file_json(files, object->file[i].name, object->file[i].digest);
    json_object_set_new(submission, "files", files);
    return submission;
}

static json_t *lab_json(const LabGrade *lab)
{
    json_t *object = json_object(), *parts = json_array();
    put_string(object, "lab", lab->selected->lab->name);
    put_string(object, "title", lab->selected->lab->title);
    put_sum(object, &lab->sum);
    for (int i = 0; i < lab->parts; i++) {
        json_t *part = json_object();
        put_integer(part, "number", lab->part[i].part->number);
        put_string(part, "key", lab->part[i].part->id);
        put_string(part, "name", lab->part[i].part->name);
        put_sum(part, &lab->part[i].sum);
        json_array_append_new(parts, part);
    }
    json_object_set_new(object, "parts", parts);
    json_object_set_new(object, "log", record_lines(&lab->log));
    json_object_set_new(object, "submission", submission_json(lab->selected));
    return object;
}

// ---- the document ------------------------------------------------------------------------

static json_t *tool_json(const Grade *grade)
{
    char check[32];
    json_t *tool = json_object();
    snprintf(check, sizeof check, "%d.%d.%d", check_major_version, check_minor_version,
             check_micro_version);
    put_string(tool, "course", COURSE_VERSION);
    put_string(tool, "grader", GRADER_VERSION);
    put_string(tool, "sim", grade->sim);
    put_string(tool, "nvcc", grade->report->nvcc_version);
    put_string(tool, "check", check);
    return tool;
}

const char *report_commit(char commit[COMMIT_NAME])
{
    FILE *f = fopen(paths_at("build/commit"), "r");
    if (!f)
        f = fopen(paths_at("common/commit"), "r"); // a release has no git
    if (!f || fscanf(f, "%47s", commit) != 1)
        snprintf(commit, COMMIT_NAME, "unknown");
    if (f)
        fclose(f);
    return commit;
}

static json_t *run_json(const Report *report)
{
    char commit[COMMIT_NAME];
    char host[128] = "";
    json_t *run = json_object(), *sandbox = json_array();
    gethostname(host, sizeof host - 1);
    put_string(run, "commit",
               report_commit(commit)); // two commits of one version give the same grade
    put_string(run, "started", report->started);
    json_object_set_new(run, "wall_s", json_real(report->wall_s));
    put_string(run, "host", host);
    for (int i = 0; i < CONFINE_LAYERS; i++)
        if (report->layers & 1u << i)
            json_array_append_new(sandbox, json_string(confine_layer_name(1u << i)));
    json_object_set_new(run, "sandbox", sandbox);
    return run;
}

json_t *grade_json(const Grade *grade)
{
    char seed[32];
    json_t *object = json_object(), *labs = json_array(), *items = json_array();
    snprintf(seed, sizeof seed, "0x%llx", (unsigned long long)grade->report->seed);
    for (int i = 0; i < grade->labs; i++) {
        const LabGrade *lab = &grade->lab[i];
        json_array_append_new(labs, lab_json(lab));
        for (int k = 0; k < lab->items; k++)
            json_array_append_new(items, item_json(grade, lab, &lab->item[k]));
    }
    put_string(object, "schema", GRADE_SCHEMA);
    if (grade->labs == 1)
        put_string(object, "lab", grade->lab[0].selected->lab->name);
    json_object_set_new(object, "tool", tool_json(grade));
    json_object_set_new(object, "backend", json_pack("{s:s,s:s}", "kind", "sim", "arch", "sm_90"));
    put_string(object, "seed", seed);
    put_name(object, "submission", grade->report->submission);
    put_integer(object, "part", grade->report->part);
    put_sum(object, &grade->sum);
    json_object_set_new(object, "labs", labs);
    json_object_set_new(object, "items", items);
    json_object_set_new(object, "run", run_json(grade->report));
    return object;
}

bool grade_write(const Grade *grade, const char *path)
{
    char temporary[MAX_NAME];
    json_t *object = grade_json(grade);
    snprintf(temporary, sizeof temporary, "%s.%u.tmp", path, file_number());
    errno = 0;
    bool written = json_dump_file(object, temporary, JSON_INDENT(1)) == 0;
    json_decref(object);
    if (written && rename(temporary, path) == 0)
        return true;
    int why = errno;
    unlink(temporary);
    errno = why;
    return false;
}

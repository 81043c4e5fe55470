// judged.h - for tests of the judge: a small lab, fake submissions that are judged, and the records
// of what the judge says.
#pragma once

#include "suite.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/judge/items.h"
#include "grader/judge/judge.h"
#include "grader/base/paths.h"
#include "grader/report/report.h"
#include "grader/judge/reference.h"

// What the fake labs waste: atomic additions, 10 per launch.
#define WASTE METRIC_RED_REQUESTS

static inline void draw(CaseList *list, int part)
{
    static const int sizes[] = {0, 1, 32, 33, 300};
    for (int i = 0; i < 5; i++) {
        int n = sizes[i];
        Case *c = case_add(list,
                           i < 2      ? CASE_TRIVIAL
                           : n == 300 ? CASE_COUNTED
                                      : 0,
                           part == 2 ? "float" : "int", "n=%d", n);
        c->arg[0] = n;
        int *in = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "in")->data;
        Buffer *out = case_buffer(c, BUFFER_out, part == 2 ? ELEM_f32 : ELEM_i32,
                                  (size_t)(n + 255) / 256, "out");
        for (int k = 0; k < n; k++) {
            in[k] = (int)draw_int(list, 1, 9);
            if (part != 2)
                ((int *)out->want)[k / 256] += in[k];
        }
    }
}

static const Item items[] = {
    {.kind = ITEM_correct, .id = "right", .name = "sums", .points = 5},
    {.kind = ITEM_safe, .id = "safe", .name = "no race", .points = 2},
    {.kind = ITEM_gate,
     .id = "waste",
     .name = "no waste",
     .points = 3,
     .gate = {{WASTE, METRIC_LAUNCHES, "waste", 100, 10, 10, false}}},
    {.name = NULL},
};
static const Item strict[] = {
    {.kind = ITEM_gate,
     .id = "waste",
     .name = "no waste",
     .points = 3,
     .gate = {{WASTE, 0, "waste", 100, 1, 9, false}}},
    {.name = NULL},
};
static const Part parts[] = {
    {.number = 1, .id = "sums", .name = "sums", .slide = "1.1", .items = items},
    {.number = 1, .id = "strict", .name = "strict", .items = strict},
    {.number = 0},
};
static const Lab lab = {
    .name = "04_reduction", .source = "x.cu", .title = "t", .parts = parts, .draw = draw};

static char records[64];

static inline void setup(void)
{
    strcpy(records, "/tmp/test-judge-XXXXXX");
    close(mkstemp(records));
}

static ItemRecord record[8]; // of the part that was judged last
static char sim[64];

static inline void teardown(void)
{
    for (int i = 0; i < 8; i++)
        record_free(&record[i]);
    unlink(records);
}

static const char *judge_folder = "labs/x";

// Judges a fake submission against a fake reference, fills record[].
static inline bool judge_kinds(const Lab *l, const Part *part, const char *kind,
                               const char *reference)
{
    if (strcmp(kind, "hang") == 0) // the only kind that has to wait for the time limit
        setenv("GRADE_TIMEOUT_SCALE", "0.02", 1);
    static Object object, solution;
    snprintf(object.object, sizeof object.object, "%s",
             paths_at("build/tests/fake/kind_%s.so", kind));
    snprintf(solution.object, sizeof solution.object, "%s",
             paths_at("build/tests/fake/kind_%s.so", reference));
    Judge judge = {.lab = l,
                   .object = &object,
                   .reference = &solution,
                   .folder = judge_folder,
                   .seed = 5,
                   .records = records};
    bool all = judge_part(&judge, part);
    int n = 0;
    for (const Item *item = part->items; item->name; item++) {
        record_free(&record[n]);
        record[n++] = record_blank(l, part, item);
    }
    records_read(records, record, n, sim, sizeof sim);
    return all;
}

static size_t drawn; // bytes, before the object was there
static Object made_late;

static inline bool is_early(void) { return true; }

static inline void make_now(size_t bytes)
{
    drawn = bytes;
    made_late.state = OBJECT_ready;
}

// Judges while the object is being made: the cases are drawn before.
static inline bool judge_early(const Part *part, void (*await)(size_t bytes))
{
    static Object solution;
    snprintf(made_late.object, sizeof made_late.object, "%s",
             paths_at("build/tests/fake/kind_right.so"));
    solution = made_late;
    made_late.state = OBJECT_rejected;
    Judge judge = {.lab = &lab,
                   .object = &made_late,
                   .reference = &solution,
                   .folder = judge_folder,
                   .seed = 5,
                   .records = records,
                   .early = is_early,
                   .await = await};
    return judge_part(&judge, part);
}

static inline const char *status(int i) { return status_name(record[i].status); }
static inline const char *message(int i) { return record[i].message; }
static inline int score(int i) { return record_score(&record[i]); }

static inline bool mentions(int i, const char *words)
{
    const ItemRecord *r = &record[i];
    json_t *all = json_pack("[s,o,o,o,o]", r->message, record_lines(&r->detail),
                            record_lines(&r->output), record_places(&r->where), record_counts(r));
    char *text = json_dumps(all, 0);
    bool found = strstr(text, words) != NULL;
    json_decref(all);
    free(text);
    return found;
}

// look_document.c - puts together what the page shows: the recorded case, beside it the reference's
// run of the same case in the same order of threads, and what the grader says. Of the attempt
// before only the counters are compared: its object is still in build/objects/, so it runs the same
// case.
#include "look.h"

#include <string.h>
#include <unistd.h>

#include "history.h"
#include "grader/base/locked.h"
#include "grader/base/text.h"

// ---- the runs beside it -------------------------------------------------------------------------

static const char *folder_of(const Object *object, char folder[MAX_NAME])
{
    snprintf(folder, MAX_NAME, "%s", object->source);
    char *slash = strrchr(folder, '/');
    if (slash)
        *slash = 0;
    return folder;
}

static void drop_from_launches(json_t *run, const char *member)
{
    size_t i;
    json_t *launch;
    json_array_foreach(json_object_get(run, "launches"), i, launch)
    {
        if (json_object_get(launch, member))
            json_object_del(launch, member);
    }
}

// Until all points are earned, the page shows the solution's text only if the student asks for it,
// and not at all where the course has locked it. Its counters and drawings are always there.
static void hide_solution(json_t *document, json_t *recording, const Object *reference,
                          const char *folder)
{
    size_t i;
    json_t *item, *verdict = json_object_get(document, "verdict");
    bool all = json_array_size(verdict) > 0, closed = locked("solution");
    json_array_foreach(verdict, i, item)
    {
        all = all && json_integer_value(json_object_get(item, "points")) ==
                         json_integer_value(json_object_get(item, "of"));
    }
    if (all)
        return;
    sources_hide(recording, reference, folder,
                 closed ? json_object_get(document, "sources") : NULL);
    if (closed)
        drop_from_launches(json_array_get(json_object_get(recording, "runs"), 0), "ptx");
    json_object_set_new(document, "solution", json_string(closed ? "locked" : "hidden"));
}

static void add_reference(const Looking *look, json_t *document)
{
    const Selected *s = look->order->selected;
    const Object *reference = &s->reference[look->order->part->file];
    char folder[MAX_NAME];
    const char *problem = reference->object[0] ? compile_problem(reference)
                                               : "a student release of the course has no solutions";
    if (problem) {
        text_say(stdout, "without the reference: %s", problem);
        return;
    }
    LookRecording recording =
        recording_make(look->order, reference->object, look->list, &look->choice, RECORDED_whole);
    if (recording.document) {
        sources_fill(recording.document, reference, folder_of(reference, folder));
        hide_solution(document, recording.document, reference, folder);
        sources_merge(document, recording.document, "reference");
    } else {
        text_say(stdout, "without the reference: %s", recording.why);
    }
    recording_free(&recording);
}

// The object of the attempt before this one, if it is still there.
static bool object_before(const Looking *look, char *object, size_t size, int *attempt)
{
    const Object *now = selected_object(look->order->selected, look->order->part);
    const char *slash = strrchr(now->folder, '/');
    json_t *attempts = history_read(look->order->selected->lab, look->order->part);
    bool found = false;
    for (size_t i = json_array_size(attempts); !found && i-- > 0;) {
        const json_t *earlier = json_array_get(attempts, i);
        const char *snapshot = json_string_value(json_object_get(earlier, "snapshot"));
        if (strspn(snapshot, "0123456789abcdef") != 64 || snapshot[64] ||
            (slash && strcmp(snapshot, slash + 1) == 0))
            continue;
        snprintf(object, size, "%s/%s/object.so", now->place, snapshot);
        found = access(object, R_OK) == 0;
        *attempt = (int)json_integer_value(json_object_get(earlier, "attempt"));
    }
    json_decref(attempts);
    return found;
}

static json_t *run_before(const LookRecording *before, int number, int attempt)
{
    double us;
    json_t *run = json_pack("{s:s,s:i,s:o}", "name", "before", "attempt", attempt, "metrics",
                            recording_metrics(before, number));
    if (run_metric(&before->run->result[number], METRIC_LAUNCH_US, &us))
        json_object_set_new(run, "us", json_real(us));
    return run;
}

static void add_attempt_before(const Looking *look, json_t *document)
{
    char object[MAX_PLACE + 128];
    int attempt;
    if (!look->order->own || !object_before(look, object, sizeof object, &attempt))
        return;
    LookRecording before =
        recording_make(look->order, object, look->list, &look->choice, RECORDED_counters);
    if (!before.why[0])
        json_array_append_new(json_object_get(document, "runs"),
                              run_before(&before, look->choice.number, attempt));
    recording_free(&before);
}

// ---- its size -----

static size_t document_bytes(const json_t *document)
{
    return json_dumpb(document, NULL, 0, JSON_COMPACT | JSON_REAL_PRECISION(12));
}

// A page has a limit. The blocks at work need most, and those of the reference say least.
static void fit_document(json_t *document)
{
    json_t *runs = json_object_get(document, "runs");
    if (document_bytes(document) > MAX_DOCUMENT)
        json_object_del(document, "debug");
    for (size_t i = json_array_size(runs); i-- > 0 && document_bytes(document) > MAX_DOCUMENT;)
        drop_from_launches(json_array_get(runs, i), "blocks");
}

// ---- the document -----------------------------------------------------------------------------

static void add_facts(const Looking *look, const LookRecording *own, json_t *document)
{
    const LookOrder *order = look->order;
    char title[256], name[96];
    const Case *c = look->list->cases[look->choice.number];
    case_full_name(name, sizeof name, c);
    snprintf(title, sizeof title, "%s, part %d: %s", order->selected->lab->name,
             order->part->number, name);
    json_object_set_new(document, "title", record_text(title));
    json_object_set_new(document, "part", record_text(order->part->name));
    if (order->selected->lab->opens)
        json_object_set_new(document, "opens", json_string(order->selected->lab->opens));
    json_object_set_new(document, "schedule", json_string(look->choice.schedule.name));
    json_object_set_new(document, "version", record_text(own->run->version));
    json_object_set_new(document, "verdict", verdict_json(order, look->evidence));
    json_t *predictions = predictions_json(order, look->evidence);
    if (json_array_size(predictions))
        json_object_set(document, "predictions", predictions);
    json_decref(predictions);
    json_t *result = result_json(c, &own->run->result[look->choice.number],
                                 look->evidence->verdict[look->choice.number].state == CASE_right,
                                 json_object_get(document, "sources"), order->selected->folder);
    if (result)
        json_object_set_new(document, "result", result);
}

json_t *look_document(const Looking *look, char *why, size_t size)
{
    const LookOrder *order = look->order;
    const Object *object = selected_object(order->selected, order->part);
    LookRecording own =
        recording_make(order, object->object, look->list, &look->choice, RECORDED_whole);
    json_t *document = own.document ? json_incref(own.document) : NULL;
    snprintf(why, size, "%s", own.why);
    if (document) {
        json_t *run = json_array_get(json_object_get(document, "runs"), 0);
        json_object_set_new(run, "name", json_string("yours"));
        if (json_array_size(json_object_get(run, "launches")) == 0 && !order->part->on_host)
            printf("your code launched no kernel in this case: is a TODO still empty?\n");
        sources_fill(document, object, order->selected->folder);
        add_facts(look, &own, document);
        look_debug_add(look, order->selected->folder, document);
        add_reference(look, document);
        add_attempt_before(look, document);
        fit_document(document);
    }
    recording_free(&own);
    return document;
}

// look.c - see look.h.
//
// The part's cases are run as for a grade, to find the case to show. This case is then run once
// more, recorded, with all checkers; so is the reference's, in the same order of threads. Of the
// attempt before only the counters are compared: its object is still in build/objects/, so it runs
// the same case.
#include "look.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "common/look/page.h"
#include "grader/base/files.h"
#include "grader/base/memory.h"
#include "grader/base/paths.h"
#include "grader/base/text.h"
#include "grader/labs/choose.h"
#include "history.h"

// All that is known of the part, while a page is made.
typedef struct {
    const LookOrder *order;
    CaseList *list;
    EvidenceSetup setup;
    Evidence *evidence;
    LookChoice choice;
} Looking;

// ---- the part's runs --------------------------------------------------------------------------

static int tell_not_compiled(const Object *object)
{
    char line[MAX_LINE], clean[MAX_LINE];
    fprintf(stderr, "grade: %s: %s\n", object->source, compile_problem(object));
    FILE *f = object->state == OBJECT_rejected ? fopen(object->log, "r") : NULL;
    for (int i = 0; f && i < 20 && fgets(line, sizeof line, f); i++) {
        text_clean(clean, sizeof clean, line, strcspn(line, "\r\n"));
        fprintf(stderr, "  %s\n", clean);
    }
    if (f)
        fclose(f);
    return 3;
}

static void begin_looking(Looking *look, const LookOrder *order)
{
    const Lab *lab = order->selected->lab;
    *look =
        (Looking){.order = order, .list = cases_new(lab->name, order->part->number, order->seed)};
    lab->draw(look->list, order->part->number);
    look->setup = (EvidenceSetup){
        .lib = order->lib,
        .object = selected_object(order->selected, order->part)->object,
        .folder = order->selected->folder,
        .lab = lab,
        .part = order->part,
        .seed = order->seed,
        .options = order->part->options,
    };
}

static void end_looking(Looking *look)
{
    if (look->evidence)
        evidence_free(look->evidence);
    cases_free(look->list);
}

// 0, or the exit code of what stands in the way.
static int gather_looking(Looking *look)
{
    const Object *object = selected_object(look->order->selected, look->order->part);
    if (object->state != OBJECT_ready)
        return tell_not_compiled(object);
    look->evidence = evidence_gather(&look->setup, look->list);
    if (look->evidence->broken[0]) {
        fprintf(stderr, "grade: %s\n", look->evidence->broken);
        return 5;
    }
    if (look->evidence->refused[0]) {
        fprintf(stderr, "grade: %s cannot be used: %s\n", object->source, look->evidence->refused);
        return 1;
    }
    return 0;
}

// ---- lists ------------------------------------------------------------------------------------

static void print_case_list(const CaseList *list, FILE *out)
{
    char name[96];
    for (int i = 0; i < list->count; i++) {
        case_full_name(name, sizeof name, list->cases[i]);
        fprintf(out, "  %3d  %s\n", i + 1, name);
    }
}

int look_print_cases(const LookOrder *order)
{
    Looking look;
    begin_looking(&look, order);
    printf("%s, part %d: %d case%s\n", order->selected->lab->name, order->part->number,
           look.list->count, PLURAL(look.list->count));
    print_case_list(look.list, stdout);
    end_looking(&look);
    return 0;
}

static void print_finding(const Evidence *e, int n)
{
    const FoundMistake *mistake = &e->mistakes.mistake[choice_mistake(e, n)];
    char message[MAX_LINE];
    text_clean(message, sizeof message, mistake->finding.message, strlen(mistake->finding.message));
    printf("  %3d  %s: %s\n       first in %s, %s\n", n, tool_name(mistake->finding.tool), message,
           mistake->case_name[0] ? mistake->case_name : "the whole program", mistake->schedule);
}

int look_print_findings(const LookOrder *order)
{
    Looking look;
    begin_looking(&look, order);
    int status = gather_looking(&look), n = 0;
    if (status == 0) {
        printf("%s, part %d:\n", order->selected->lab->name, order->part->number);
        while (choice_mistake(look.evidence, n + 1) >= 0)
            print_finding(look.evidence, ++n);
        if (n == 0)
            printf("  the checkers find nothing\n");
        else
            printf("  one of them again: make replay LAB=%s PART=%d FINDING=1\n",
                   lab_topic(order->selected->lab), order->part->number);
    }
    end_looking(&look);
    return status;
}

// ---- the choice -------------------------------------------------------------------------------

static int choose_finding(Looking *look)
{
    int mistake = choice_mistake(look->evidence, look->order->finding);
    if (mistake < 0) {
        fprintf(stderr, "grade: there is no finding %d in this part\n", look->order->finding);
        return 2;
    }
    look->choice = choice_of_finding(look->evidence, &look->setup, mistake);
    return 0;
}

static int choose_case(Looking *look)
{
    const char *name = look->order->case_name;
    if (look->order->finding)
        return choose_finding(look);
    int number = name ? choice_case_named(look->list, name) : -1;
    if (name && number < 0) {
        fprintf(stderr, "grade: there is no such case; these are:\n");
        print_case_list(look->list, stderr);
        return 2;
    }
    look->choice = choice_of_case(look->evidence, &look->setup, number);
    return 0;
}

// ---- the runs beside it -------------------------------------------------------------------------

static const char *folder_of(const Object *object, char folder[MAX_NAME])
{
    snprintf(folder, MAX_NAME, "%s", object->source);
    char *slash = strrchr(folder, '/');
    if (slash)
        *slash = 0;
    return folder;
}

static void add_reference(const Looking *look, json_t *document)
{
    const Selected *s = look->order->selected;
    const Object *reference = look->order->part->race ? &s->race_reference : &s->reference;
    char folder[MAX_NAME];
    if (reference->state != OBJECT_ready) {
        printf("without the reference: %s\n", compile_problem(reference));
        return;
    }
    LookRecording recording =
        recording_make(look->order, reference->object, look->list, &look->choice, true);
    if (recording.document) {
        sources_fill(recording.document, reference, folder_of(reference, folder));
        sources_merge(document, recording.document, "reference");
    } else {
        printf("without the reference: %s\n", recording.why);
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

static void add_attempt_before(const Looking *look, json_t *document)
{
    char object[MAX_PLACE + 128];
    int attempt;
    if (!look->order->own || !object_before(look, object, sizeof object, &attempt))
        return;
    LookRecording before = recording_make(look->order, object, look->list, &look->choice, false);
    if (!before.why[0])
        json_array_append_new(json_object_get(document, "runs"),
                              json_pack("{s:s,s:i,s:o}", "name", "before", "attempt", attempt,
                                        "metrics",
                                        recording_metrics(&before, look->choice.number)));
    recording_free(&before);
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

static json_t *make_document(const Looking *look, char *why, size_t size)
{
    const LookOrder *order = look->order;
    const Object *object = selected_object(order->selected, order->part);
    LookRecording own = recording_make(order, object->object, look->list, &look->choice, true);
    json_t *document = own.document ? json_incref(own.document) : NULL;
    snprintf(why, size, "%s", own.why);
    if (document) {
        json_t *run = json_array_get(json_object_get(document, "runs"), 0);
        json_object_set_new(run, "name", json_string("yours"));
        if (json_array_size(json_object_get(run, "launches")) == 0)
            printf("your code launched no kernel in this case: is a TODO still empty?\n");
        sources_fill(document, object, order->selected->folder);
        add_facts(look, &own, document);
        add_reference(look, document);
        add_attempt_before(look, document);
    }
    recording_free(&own);
    return document;
}

// ---- the page ---------------------------------------------------------------------------------

static void name_page(const LookOrder *order, char path[PATH_MAX])
{
    if (order->page[0])
        snprintf(path, PATH_MAX, "%s/look.html", order->page);
    else
        snprintf(path, PATH_MAX, "%s",
                 paths_at("build/look/%s-%d/look.html", order->selected->lab->name,
                          order->part->number));
    file_make_folders(path);
}

static int write_page(const LookOrder *order, json_t *document)
{
    char path[PATH_MAX], why[PAGE_WHY];
    name_page(order, path);
    char *text = need(json_dumps(document, JSON_COMPACT));
    bool written = look_page_write(path, text, strlen(text), true, why);
    free(text);
    if (!written) {
        fprintf(stderr, "grade: %s\n", why);
        return 4;
    }
    size_t n = strlen(paths_root());
    printf("%s\n", strncmp(path, paths_root(), n) == 0 && path[n] == '/' ? path + n + 1 : path);
    return 0;
}

static int make_page(const Looking *look)
{
    char name[96], why[256];
    case_full_name(name, sizeof name, look->list->cases[look->choice.number]);
    printf("%s, part %d: %s (%s), run %s\n", look->order->selected->lab->name,
           look->order->part->number, name, look->choice.why, look->choice.schedule.name);
    json_t *document = make_document(look, why, sizeof why);
    if (!document) {
        fprintf(stderr, "grade: no page: %s\n", why);
        return 5;
    }
    int status = write_page(look->order, document);
    json_decref(document);
    return status;
}

int look_make(const LookOrder *order)
{
    Looking look;
    begin_looking(&look, order);
    int status = gather_looking(&look);
    if (status == 0)
        status = choose_case(&look);
    if (status == 0)
        status = make_page(&look);
    end_looking(&look);
    return status;
}

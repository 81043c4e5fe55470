// findings.c - reads findings from the simulator's JSON, and finds those that one mistake made.
#include "findings.h"

#include <assert.h>
#include <string.h>

#include "grader/base/memory.h"

static const char *const tool_names[TOOL_COUNT] = {[TOOL_unknown] = "?",
#define TOOL(name) [TOOL_##name] = #name,
                                                   CHECK_TOOLS(TOOL)
#undef TOOL
};

const char *tool_name(CheckTool tool)
{
    assert(tool < TOOL_COUNT && tool_names[tool]);
    return tool_names[tool];
}

// The index of a name, 0 if it is not there: each table has its "unknown" at 0.
static int index_of_name(const char *const *names, int count, const char *name)
{
    for (int i = 0; name && i < count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return 0;
}

// ---- JSON ----------------------------------------------------------------------------

static char *copy_string(const json_t *object, const char *key, const char *otherwise)
{
    const char *text = json_string_value(json_object_get(object, key));
    return need(strdup(text ? text : otherwise));
}

static SimPlace read_place(const json_t *object)
{
    SimPlace place = {.line = (int)json_integer_value(json_object_get(object, "line"))};
    if (json_object_get(object, "file"))
        place.file = copy_string(object, "file", "");
    return place;
}

static SimFinding read_finding(const json_t *object)
{
    const char *tool = json_string_value(json_object_get(object, "tool"));
    const char *severity = json_string_value(json_object_get(object, "severity"));
    const json_t *other = json_object_get(object, "other");
    long long count = json_integer_value(json_object_get(object, "count"));
    return (SimFinding){
        .tool = (CheckTool)index_of_name(tool_names, TOOL_COUNT, tool),
        .severity = (Severity)index_of_name(severity_names, SEVERITIES, severity),
        .cause = cause_named(json_string_value(json_object_get(object, "cause"))),
        .kind = copy_string(object, "kind", ""),
        .message = copy_string(object, "message", "?"),
        .count = count > 0 ? count : 1,
        .after = (int)json_integer_value(json_object_get(object, "after")),
        .place = read_place(object),
        .caller = read_place(json_object_get(object, "caller")),
        .shared = json_is_true(json_object_get(object, "shared")),
        .has_other = other != NULL,
        .other = read_place(other),
    };
}

static SimPlace copy_place(const SimPlace *place)
{
    return (SimPlace){place->file ? need(strdup(place->file)) : NULL, place->line};
}

static SimFinding copy_finding(const SimFinding *finding)
{
    SimFinding copy = *finding;
    copy.kind = need(strdup(finding->kind));
    copy.message = need(strdup(finding->message));
    copy.place = copy_place(&finding->place);
    copy.caller = copy_place(&finding->caller);
    copy.other = copy_place(&finding->other);
    return copy;
}

static void append_finding(SimFindings *findings, SimFinding finding)
{
    size_t count = (size_t)findings->count + 1;
    findings->finding = need(realloc(findings->finding, count * sizeof finding));
    assert(finding.count >= 1);
    findings->finding[findings->count++] = finding;
}

void findings_read(SimFindings *findings, const json_t *array)
{
    size_t i;
    json_t *object;
    json_array_foreach(array, i, object) append_finding(findings, read_finding(object));
}

void findings_add(SimFindings *findings, const SimFinding *finding)
{
    append_finding(findings, copy_finding(finding));
}

void findings_move(SimFindings *findings, SimFindings *from)
{
    for (int i = 0; i < from->count; i++)
        append_finding(findings, from->finding[i]);
    free(from->finding);
    *from = (SimFindings){0};
}

static void free_finding(SimFinding *finding)
{
    free(finding->kind);
    free(finding->message);
    free(finding->place.file);
    free(finding->caller.file);
    free(finding->other.file);
}

void findings_free(SimFindings *findings)
{
    for (int i = 0; i < findings->count; i++)
        free_finding(&findings->finding[i]);
    free(findings->finding);
    *findings = (SimFindings){0};
}

// ---- mistakes ------------------------------------------------------------------------

bool finding_counts(const SimFinding *finding)
{
    if (finding->tool == TOOL_unknown)
        return false;
    return finding->severity == SEVERITY_error ||
           (finding->severity == SEVERITY_warning && finding->tool == TOOL_racecheck);
}

static bool same_sim_place(const SimPlace *a, const SimPlace *b)
{
    if (!a->file || !b->file) // two calls without a place count as one place
        return !a->file && !b->file;
    return a->line == b->line && strcmp(a->file, b->file) == 0;
}

// One mistake, one report. A pair of lines can race in several ways (read after write, write
// after write, within a warp or not): that is still one mistake.
static bool same_mistake(const SimFinding *a, const SimFinding *b)
{
    bool same = same_sim_place(&a->place, &b->place);
    if (a->tool != b->tool)
        return false;
    if (a->has_other && b->has_other && finding_counts(a) && finding_counts(b))
        return (same && same_sim_place(&a->other, &b->other)) ||
               (same_sim_place(&a->place, &b->other) && same_sim_place(&a->other, &b->place));
    return a->cause == b->cause && a->severity == b->severity && same &&
           a->has_other == b->has_other && (!a->has_other || same_sim_place(&a->other, &b->other));
}

bool mistake_is_in(const FoundMistake *mistake, int number)
{
    for (int i = 0; i < mistake->cases; i++)
        if (mistake->in_case[i] == number)
            return true;
    return false;
}

char *mistake_told(const FoundMistake *mistake, int number)
{
    for (int i = 0; i < mistake->cases; i++)
        if (mistake->in_case[i] == number)
            return mistake->told[i];
    return mistake->finding.message;
}

// It may be the reason that these cases fail.
static void add_case(FoundMistake *mistake, int number, const char *message)
{
    if (mistake_is_in(mistake, number))
        return;
    size_t count = (size_t)mistake->cases + 1;
    mistake->in_case = need(realloc(mistake->in_case, count * sizeof *mistake->in_case));
    mistake->told = need(realloc(mistake->told, count * sizeof *mistake->told));
    mistake->told[mistake->cases] = need(strdup(message));
    mistake->in_case[mistake->cases++] = number;
}

static FoundMistake *append_mistake(MistakeList *list, const SimFinding *finding)
{
    size_t count = (size_t)list->count + 1;
    list->mistake = need(realloc(list->mistake, count * sizeof *list->mistake));
    FoundMistake *mistake = &list->mistake[list->count++];
    *mistake = (FoundMistake){.finding = copy_finding(finding)};
    return mistake;
}

static FoundMistake *find_mistake(MistakeList *list, const SimFinding *finding)
{
    for (int i = 0; i < list->count; i++)
        if (same_mistake(&list->mistake[i].finding, finding))
            return &list->mistake[i];
    return NULL;
}

void mistakes_confirm(MistakeList *list, const SimFinding *finding)
{
    FoundMistake *mistake = find_mistake(list, finding);
    if (mistake)
        mistake->strong = true;
}

void mistakes_add(MistakeList *list, const SimFinding *finding, const FoundAt *at)
{
    FoundMistake *mistake = find_mistake(list, finding);
    assert(at->name && at->schedule && at->launch >= 0);
    if (mistake) {
        mistake->finding.count += finding->count;
        mistake->launch = at->launch < mistake->launch ? at->launch : mistake->launch;
    } else {
        mistake = append_mistake(list, finding);
        snprintf(mistake->case_name, sizeof mistake->case_name, "%s", at->name);
        mistake->schedule = at->schedule;
        mistake->in_order = at->in_order;
        mistake->launch = at->launch;
    }
    mistake->strong |= at->in_order;
    add_case(mistake, at->number, finding->message);
}

void mistakes_free(MistakeList *list)
{
    for (int i = 0; i < list->count; i++) {
        free_finding(&list->mistake[i].finding);
        for (int k = 0; k < list->mistake[i].cases; k++)
            free(list->mistake[i].told[k]);
        free(list->mistake[i].told);
        free(list->mistake[i].in_case);
    }
    free(list->mistake);
    *list = (MistakeList){0};
}

// verdict.c - what a grade says about a version, against what the version's first lines expect.
//
// What a student reads first is the first item of the part that lost points: its message, the two
// lines below, and its places.
#include "versions.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/labs/choose.h"
#include "tests/regions.h"

enum { FIRST_LINES = 2 };

static const char *text_of(const json_t *item, const char *key)
{
    const char *s = json_string_value(json_object_get(item, key));
    return s ? s : "";
}

static bool is_status(const json_t *item, const char *status)
{
    return strcmp(text_of(item, "status"), status) == 0;
}

static void add_problem(VersionVerdict *verdict, const char *format, ...)
{
    size_t n = strlen(verdict->problem);
    va_list args;
    if (n && n + 3 < sizeof verdict->problem)
        n += (size_t)sprintf(verdict->problem + n, "; ");
    va_start(args, format);
    vsnprintf(verdict->problem + n, sizeof verdict->problem - n, format, args);
    va_end(args);
}

// The lines of a list, in one text; at most `most` of them.
static void join_lines(const json_t *list, size_t most, char *text, size_t size)
{
    size_t i;
    json_t *line;
    json_array_foreach(list, i, line)
    {
        size_t used = strlen(text);
        if (i < most && used < size)
            snprintf(text + used, size - used, "\n%s", json_string_value(line));
    }
}

// Does one of an item's texts contain `words`, in upper or lower case?
static bool says(const json_t *item, const char *words)
{
    static char all[1 << 16];
    snprintf(all, sizeof all, "%s", text_of(item, "message"));
    join_lines(json_object_get(item, "detail"), SIZE_MAX, all, sizeof all);
    join_lines(json_object_get(item, "output"), SIZE_MAX, all, sizeof all);
    return strcasestr(all, words) != NULL;
}

// Whether the line of that number has the version's mark.
static bool is_marked(const Version *v, const char *text, int number)
{
    char mark[VERSION_NAME + 16];
    snprintf(mark, sizeof mark, "// WRONG in %s\n", v->name);
    while (*text && --number > 0)
        text = next_line(text);
    const char *found = strstr(text, mark);
    return found && found < next_line(text);
}

static bool names_marked_line(const Version *v, const json_t *item, const char *folder)
{
    char path[2 * VERSION_PATH];
    bool named = !v->marked;
    size_t i;
    json_t *place;
    snprintf(path, sizeof path, "%s/%s/%s", folder, v->lab->name, version_file(v));
    char *text = v->marked ? load_text(path) : NULL;
    json_array_foreach(json_object_get(item, "where"), i, place)
    {
        int line = (int)json_integer_value(json_object_get(place, "line"));
        named =
            named || (text && !strcmp(text_of(place, "file"), path) && is_marked(v, text, line));
    }
    free(text);
    return named;
}

// ---- the items of a grade -------------------------------------------------------------------

static bool is_of_part(const Version *v, const json_t *item)
{
    return v->part && json_integer_value(json_object_get(item, "part")) == v->part;
}

// Everything there is right.
static void check_right_item(const Version *v, const json_t *item, VersionVerdict *verdict)
{
    if (v->right && is_status(item, "pass"))
        margins_add(v->name, item);
    verdict->false_findings += (int)json_array_size(json_object_get(item, "findings"));
    if (is_status(item, "pass"))
        return;
    verdict->full = false;
    add_problem(verdict, "%s is %s, though nothing is wrong there: %s", text_of(item, "id"),
                text_of(item, "status"), text_of(item, "message"));
}

static void check_first(const Version *v, const json_t *item, const char *folder,
                        VersionVerdict *verdict)
{
    snprintf(verdict->message, sizeof verdict->message, "%s", text_of(item, "message"));
    join_lines(json_object_get(item, "detail"), FIRST_LINES, verdict->message,
               sizeof verdict->message);
    verdict->first_words = strcasestr(verdict->message, v->first) != NULL;
    verdict->first_line = names_marked_line(v, item, folder);
    if (!verdict->first_words)
        add_problem(verdict, "the first message does not say '%s'", v->first);
    if (!verdict->first_line)
        add_problem(verdict, "the first message does not name a marked line");
}

static void check_expected(const Version *v, const json_t *item, VersionVerdict *verdict)
{
    if (!item)
        add_problem(verdict, "there is no item %s", v->item);
    else if (is_status(item, "pass") || is_status(item, "skip"))
        add_problem(verdict, "%s is %s", v->item, text_of(item, "status"));
    else if (!says(item, v->words))
        add_problem(verdict, "%s does not say '%s' but '%s'", v->item, v->words,
                    text_of(item, "message"));
}

static void check_items(const Version *v, const json_t *items, const char *folder,
                        VersionVerdict *verdict)
{
    const json_t *item, *first = NULL, *expected = NULL;
    size_t i;
    verdict->full = true;
    json_array_foreach(items, i, item)
    {
        if (is_status(item, "grader_error"))
            add_problem(verdict, "%s: %s", text_of(item, "id"), text_of(item, "message"));
        if (!is_of_part(v, item)) {
            check_right_item(v, item, verdict);
            continue;
        }
        if (!is_status(item, "pass") && !first)
            first = item;
        if (!strcmp(text_of(item, "id"), v->item))
            expected = item;
    }
    if (v->right)
        return;
    verdict->caught = first != NULL;
    if (!first) {
        add_problem(verdict, "all points");
        return;
    }
    check_first(v, first, folder, verdict);
    check_expected(v, expected, verdict);
}

void version_verdict(const Version *v, VersionVerdict *verdict)
{
    char path[VERSION_PATH], folder[VERSION_PATH];
    json_error_t error;
    *verdict = (VersionVerdict){.graded = false};
    if (v->problem[0]) {
        add_problem(verdict, "%s", v->problem);
        return;
    }
    int status = version_status(v, folder);
    version_grade_path(v, ".json", path);
    json_t *grade = status == 0 || status == 1 ? json_load_file(path, 0, &error) : NULL;
    if (!grade) {
        version_grade_path(v, ".log", path);
        add_problem(verdict, "grading ended with %d; see %s", status, path);
        return;
    }
    verdict->graded = true;
    check_items(v, json_object_get(grade, "items"), folder, verdict);
    json_decref(grade);
}

// verdict.c - see verdict.h. Apart from the points: the command ends with 0, 1 or 3, nothing is
// left running, the report is bounded, is valid UTF-8, has no control characters and no secrets.
#include "verdict.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "canary.h"
#include "grader/base/files.h"

enum {
    MAX_REPORT = 1 << 20,     // bytes
    MAX_PEAK_KB = 1300 << 10, // of one process, the grader, the compiler or the submission
    MAX_CPU = 400             // seconds of all processes
};

__attribute__((format(printf, 2, 3))) static void blame(Outcome *outcome, const char *format, ...)
{
    va_list args;
    if (!outcome->contained)
        return; // the first reason is enough
    outcome->contained = false;
    va_start(args, format);
    vsnprintf(outcome->why, sizeof outcome->why, format, args);
    va_end(args);
}

// ---- the report as text ---------------------------------------------------------------------

static bool has_control(const char *text)
{
    for (const unsigned char *p = (const unsigned char *)text; *p; p++)
        if ((*p < 0x20 && *p != '\n' && *p != '\t') || *p == 0x7f ||
            (*p == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0))
            return true;
    return false;
}

static void check_text(Outcome *outcome, const char *what, const char *text, size_t bytes)
{
    if (bytes > MAX_REPORT)
        blame(outcome, "%s has %zu bytes", what, bytes);
    if (strlen(text) != bytes)
        blame(outcome, "%s has a byte 0", what);
    if (has_control(text))
        blame(outcome, "%s has control characters", what);
    if (canary_is_in(text))
        blame(outcome, "%s shows a secret", what);
}

// Every string of the report; a control character may come as an escape.
static void check_strings(Outcome *outcome, const json_t *tree)
{
    const char *key;
    size_t i;
    json_t *value;
    if (json_is_string(tree)) {
        check_text(outcome, "a string of the report", json_string_value(tree),
                   json_string_length(tree));
        outcome->attempted =
            outcome->attempted || strstr(json_string_value(tree), "attempted") != NULL;
    }
    json_object_foreach((json_t *)tree, key, value) check_strings(outcome, value);
    json_array_foreach(tree, i, value) check_strings(outcome, value);
}

// ---- points ---------------------------------------------------------------------------------

typedef struct {
    double score, most;
    char item[128], status[32], message[1024];
    bool found, lost; // the item that the verdict names
    bool other_reason;
} Points;

static const char *text_of(const json_t *item, const char *key)
{
    const char *s = json_string_value(json_object_get(item, key));
    return s ? s : "";
}

static bool says(const json_t *item, const char *words)
{
    size_t i;
    json_t *line;
    if (strcasestr(text_of(item, "message"), words))
        return true;
    json_array_foreach(json_object_get(item, "detail"), i,
                       line) if (strcasestr(json_string_value(line), words)) return true;
    return false;
}

static Points count_points(const Attack *attack, const json_t *grade)
{
    Points points = {0};
    char prefix[128];
    size_t i;
    json_t *item;
    // The items of a lab begin with the lab's name without its number.
    snprintf(prefix, sizeof prefix, "%s.%s.", strchr(attack->lab->name, '_') + 1, attack->part->id);
    json_array_foreach(json_object_get(grade, "items"), i, item)
    {
        const char *id = text_of(item, "id");
        if (strncmp(id, prefix, strlen(prefix)) != 0)
            continue;
        points.score += json_number_value(json_object_get(item, "score"));
        points.most += json_number_value(json_object_get(item, "max_score"));
        if (strcmp(id, attack->item) != 0)
            continue;
        points.found = true;
        points.lost = json_number_value(json_object_get(item, "score")) == 0;
        points.other_reason = !says(item, attack->words);
        snprintf(points.message, sizeof points.message, "%.1000s", text_of(item, "message"));
    }
    return points;
}

static void check_points(Outcome *outcome, const Attack *attack, const json_t *grade)
{
    Points points = count_points(attack, grade);
    if (points.most == 0)
        blame(outcome, "the part is not in the report");
    switch (attack->verdict) {
    case VERDICT_no_points:
        if (points.score != 0)
            blame(outcome, "%g of %g points", points.score, points.most);
        break;
    case VERDICT_all_points:
        if (points.score != points.most)
            blame(outcome, "%g of %g points", points.score, points.most);
        break;
    default:
        if (!points.found)
            blame(outcome, "there is no item %s", attack->item);
        if (!points.lost)
            blame(outcome, "%s is not lost", attack->item);
        else if (points.other_reason)
            blame(outcome, "%s is lost, but says: %.300s", attack->item, points.message);
    }
}

// ---- all of it ------------------------------------------------------------------------------

static void check_room(Outcome *outcome, const RoomResult *room)
{
    if (room->overdue)
        blame(outcome, "the grader hangs");
    else if (!WIFEXITED(room->status))
        blame(outcome, "the grader ended with wait status %#x", (unsigned)room->status);
    else if (WEXITSTATUS(room->status) != 0 && WEXITSTATUS(room->status) != 1 &&
             WEXITSTATUS(room->status) != 3)
        blame(outcome, "the grader left with %d", WEXITSTATUS(room->status));
    if (!room->bystander)
        blame(outcome, "a process that has nothing to do with it was ended");
    if (room->survivors)
        blame(outcome, "processes are left");
    if (room->peak_kb > MAX_PEAK_KB)
        blame(outcome, "a process used %ld MB", room->peak_kb >> 10);
    if (room->cpu > MAX_CPU)
        blame(outcome, "%.0f seconds of processor time", room->cpu);
}

Outcome outcome_of(const Attack *attack, const RoomResult *room, const char *json, const char *log)
{
    Outcome outcome = {.contained = true};
    char *text;
    size_t bytes;
    json_error_t error;
    check_room(&outcome, room);
    json_t *grade = json_load_file(json, 0, &error);
    if (grade) {
        check_points(&outcome, attack, grade);
        check_strings(&outcome, grade);
    } else {
        blame(&outcome, "the report is not valid: %s", error.text);
    }
    json_decref(grade);
    if (file_read_ours(log, &text, &bytes)) {
        check_text(&outcome, "the output", text, bytes);
        free(text);
    }
    const char *touched = canary_complaint();
    if (touched) {
        blame(&outcome, "%s", touched);
        canary_restore();
    }
    if (attack->silent || attack->verdict == VERDICT_all_points)
        outcome.attempted = true;
    return outcome;
}

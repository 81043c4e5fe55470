// changes.c - what is better and what is worse in an attempt than in the one before, in words.
//
// Only facts are compared: how each item ended, the causes of findings, and counters. Whether a
// smaller counter is better is in the attempt, with the counter.
#include "history.h"

#include <string.h>

static const char *text_in(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static const json_t *item_called(const json_t *attempt, const char *id)
{
    size_t i;
    json_t *item;
    json_array_foreach(json_object_get(attempt, "items"), i,
                       item) if (strcmp(text_in(item, "id"), id) == 0) return item;
    return NULL;
}

// ---- how an item ended ----------------------------------------------------------------------

// A mistake that has a name of its own: "race gone"; NULL: the item's name says more.
static const char *mistake_word(Status status)
{
    switch (status) {
    case STATUS_crash: return "crash";
    case STATUS_timeout: return "kernel that does not end";
    case STATUS_race: return "race";
    case STATUS_barrier: return "barrier mistake";
    case STATUS_memory: return "memory mistake";
    default: return NULL;
    }
}

// "race gone", once where several items have it.
static void add_mistake(Lines *lines, const char *what, const char *change)
{
    char line[128];
    snprintf(line, sizeof line, "%s %s", what, change);
    if (!lines_have(lines, line))
        lines_add(lines, "%s", line);
}

// Items that pass, or do not pass any more: their names come last.
typedef struct {
    Lines passed, lost, unjudged;
} ItemNames;

static void compare_status(Changes *changes, ItemNames *names, const json_t *before,
                           const json_t *now)
{
    Status was = status_named(text_in(before, "status")), is = status_named(text_in(now, "status"));
    if (was == is)
        return;
    if (mistake_word(was))
        add_mistake(&changes->better, mistake_word(was), "gone");
    if (mistake_word(is) && was != STATUS_skip)
        add_mistake(&changes->worse, "new:", mistake_word(is));
    if (is == STATUS_pass)
        lines_add(&names->passed, "%s", text_in(now, "name"));
    else if (was == STATUS_pass)
        lines_add(is == STATUS_skip ? &names->unjudged : &names->lost, "%s", text_in(now, "name"));
    else if (was == STATUS_skip)
        lines_add(&changes->other, "judged now: %s", text_in(now, "name"));
}

// "passes: int sums; float sums; and 2 more"
static void add_names(Lines *lines, const char *change, const Lines *names)
{
    enum { NAMED = 2 };
    for (int i = 0; i < names->count && i < NAMED; i++)
        lines_add(lines, "%s%s", i ? "" : change, names->line[i]);
    if (names->count > NAMED)
        lines_add(lines, "and %d more", names->count - NAMED);
}

static void tell_names(Changes *changes, ItemNames *names, const json_t *now)
{
    if (strcmp(text_in(now, "status"), "pass") == 0 && names->passed.count)
        lines_add(&changes->better, "all points");
    else
        add_names(&changes->better, "passes: ", &names->passed);
    add_names(&changes->worse, "lost: ", &names->lost);
    add_names(&changes->worse, "not judged: ", &names->unjudged);
    lines_free(&names->passed);
    lines_free(&names->lost);
    lines_free(&names->unjudged);
}

// ---- causes of findings -----------------------------------------------------------------------

// "gone: race shared", of common/causes.h.
static void add_causes(Lines *lines, const char *change, const json_t *item, const json_t *not_in)
{
    const char *cause;
    json_t *value;
    json_object_foreach((json_t *)json_object_get(item, "causes"), cause, value)
    {
        char words[64];
        if (json_object_get(json_object_get(not_in, "causes"), cause))
            continue;
        snprintf(words, sizeof words, "%s", cause);
        for (char *c = words; *c; c++)
            *c = *c == '_' ? ' ' : *c;
        lines_add(lines, "%s: %s", change, words);
    }
}

static bool has_findings(const json_t *item)
{
    return json_object_size(json_object_get(item, "causes")) > 0;
}

// Where there are findings only before, or only now, the status has said so.
static void compare_causes(Changes *changes, const json_t *before, const json_t *now)
{
    if (has_findings(before) && has_findings(now)) {
        add_causes(&changes->better, "gone", before, now);
        add_causes(&changes->worse, "new", now, before);
    }
}

// ---- counters -------------------------------------------------------------------------------

static void compare_counters(Changes *changes, const json_t *before, const json_t *now)
{
    const char *label;
    json_t *count;
    json_object_foreach((json_t *)json_object_get(now, "counters"), label, count)
    {
        const json_t *earlier = json_object_get(json_object_get(before, "counters"), label);
        double was = json_number_value(json_object_get(earlier, "value"));
        double is = json_number_value(json_object_get(count, "value"));
        if (!earlier || was == is)
            continue;
        bool more_is_better = strcmp(text_in(count, "op"), ">=") == 0;
        lines_add((is > was) == more_is_better ? &changes->better : &changes->worse,
                  "%s %.6g -> %.6g", label, was, is);
    }
}

bool changes_possible(const json_t *attempt)
{
    return status_named(text_in(attempt, "status")) != STATUS_compile_error &&
           !json_is_false(json_object_get(attempt, "begun"));
}

void changes_find(Changes *changes, const json_t *before, const json_t *now)
{
    size_t i;
    json_t *item;
    ItemNames names = {0};
    json_array_foreach(json_object_get(now, "items"), i, item)
    {
        const json_t *earlier = item_called(before, text_in(item, "id"));
        if (!earlier)
            continue;
        compare_status(changes, &names, earlier, item);
        compare_causes(changes, earlier, item);
        compare_counters(changes, earlier, item);
    }
    tell_names(changes, &names, now);
}

void changes_free(Changes *changes)
{
    lines_free(&changes->better);
    lines_free(&changes->worse);
    lines_free(&changes->other);
}

// hint_fit.c - see hint_fit.h.
#include "hint_fit.h"

#include <string.h>

#include "common/causes.h"

// What to think about where a gate does not hold, by the words of its table.
static const struct {
    const char *words, *advice;
} thoughts[] = {
    {"bank conflicts",
     "Write down the word of shared memory that each lane of a warp accesses, and "
     "its number modulo 32: lanes with the same bank and other words take turns."},
    {"sectors", "Write down the addresses of the 32 lanes in one access: lanes that are neighbours "
                "should access words that are neighbours, and no word should be loaded twice."},
    {"requests", "Each load of a warp is one request, whatever its width: how many words does a "
                 "thread load, and can one load bring several of them?"},
    {"barriers", "Count the barriers that one warp passes. Which of them separates a write from a "
                 "read by another warp? The others are not needed."},
    {"divergent", "Which lanes of a warp take the branch? If whole warps take it or leave it out, "
                  "nothing diverges."},
    {"atomics", "How many threads add to the same word of global memory? Add up first where it is "
                "cheaper: in a register, in a warp, in shared memory."},
    {"busiest", "One thread or block does more than its share. How is the work shared out, and how "
                "much does the one with the most have?"},
    {"launches", "Count the launches. Which of them does the work of another one again, and what "
                 "makes the host wait between two?"},
    {"additions", "Count the additions of one step and the steps: which of them compute what is "
                  "known already?"},
    {"microseconds", "Look at the timeline of make run: which engine waits, and for what?"},
    {"bytes", "Which bytes move twice, or need not move at all?"},
    {"instructions", "What does a thread compute again and again that is the same for all, or that "
                     "it has computed already?"},
};

static const char *thought_on(const Item *item)
{
    for (const Gate *gate = item->gate; gate < item->gate + MAX_GATES && gate->metric; gate++)
        for (size_t i = 0; i < sizeof thoughts / sizeof *thoughts; i++)
            if (strstr(gate->label, thoughts[i].words))
                return thoughts[i].advice;
    return NULL;
}

static const char *text_in(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static const Item *item_called(const Part *part, const char *id)
{
    for (const Item *item = part->items; item->name; item++)
        if (strcmp(item->id, id) == 0)
            return item;
    return NULL;
}

// The mistakes of a kind that come first, as in the table of a grade.
static Cause first_cause(const json_t *lost)
{
    const char *name;
    json_t *value;
    Cause first = CAUSE_none;
    json_object_foreach((json_t *)json_object_get(lost, "causes"), name, value)
    {
        Cause cause = cause_named(name);
        if (cause && (!first || cause_rows[cause].rank < cause_rows[first].rank))
            first = cause;
    }
    return first;
}

HintFit hint_fit(const Part *part, const json_t *attempt)
{
    size_t i;
    json_t *lost;
    HintFit fit = {.item = NULL};
    if (json_is_false(json_object_get(attempt, "begun")) ||
        strcmp(text_in(attempt, "status"), "compile_error") == 0)
        return fit;
    json_array_foreach(json_object_get(attempt, "items"), i, lost)
    {
        if (strcmp(text_in(lost, "status"), "pass") == 0)
            continue;
        fit.item = item_called(part, text_in(lost, "id"));
        break;
    }
    if (!fit.item)
        return fit;
    Cause cause = first_cause(lost);
    int n = 0;
    fit.message = text_in(lost, "message");
    fit.slide = cause && cause_rows[cause].slide ? cause_rows[cause].slide : fit.item->slide;
    if (cause && cause_rows[cause].advice)
        fit.advice[n++] = cause_rows[cause].advice;
    if (fit.item->kind == ITEM_gate && strcmp(text_in(lost, "status"), "perf") == 0 &&
        thought_on(fit.item))
        fit.advice[n++] = thought_on(fit.item);
    return fit;
}

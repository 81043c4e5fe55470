// history_print.c - `make history`: a line for each attempt, and what got better and worse.
//
//   04_reduction, part 2: neighbouring pairs, no divergence
//     1  2026-03-02 17:10   0/12  no kernel was launched (is a TODO still empty?)
//     2  2026-03-02 17:24   8/12  better: passes: sums of ints
//                                 worse: new: race
#include "history.h"

#include <string.h>
#include <time.h>

#include "grader/base/text.h"
#include "grader/base/wrap.h"

enum { BEFORE_TEXT = 32, SEPARATOR_BYTES = 2 };

// "better: race gone; bank conflicts 992 -> 0", on lines of their own.
static void print_changes(Wrapped *h, const char *title, const Lines *lines, bool *any)
{
    if (!lines->count)
        return;
    if (*any)
        wrap_line(h);
    *any = true;
    wrap_words(h, title);
    for (int i = 0; i < lines->count; i++) {
        char words[MAX_LINE + SEPARATOR_BYTES];
        snprintf(words, sizeof words, "%s%s", lines->line[i], i + 1 < lines->count ? ";" : "");
        wrap_words(h, words);
    }
}

// ---- attempts --------------------------------------------------------------------------------

static int number_in(const json_t *attempt, const char *key)
{
    return (int)json_integer_value(json_object_get(attempt, key));
}

static bool attempt_has_status(const json_t *attempt, Status status)
{
    return strcmp(json_string_value(json_object_get(attempt, "status")), status_name(status)) == 0;
}

// Of an attempt with which none is to be compared: why it lost points.
static const char *first_message(const json_t *attempt)
{
    size_t i;
    json_t *item;
    json_array_foreach(json_object_get(attempt, "items"), i, item)
    {
        const char *message = json_string_value(json_object_get(item, "message"));
        if (message && strcmp(json_string_value(json_object_get(item, "status")), "pass") != 0)
            return message;
    }
    return "all points";
}

static void print_attempt_start(Wrapped *h, const json_t *attempt)
{
    char when[32] = "?", points[32];
    time_t seconds = (time_t)json_integer_value(json_object_get(attempt, "when"));
    struct tm local;
    if (localtime_r(&seconds, &local))
        strftime(when, sizeof when, "%Y-%m-%d %H:%M", &local);
    snprintf(points, sizeof points, "%d/%d", number_in(attempt, "score"),
             number_in(attempt, "max_score"));
    fprintf(h->out, "%4d  %-16s %7s  ", number_in(attempt, "attempt"), when, points);
    h->column = BEFORE_TEXT;
}

// `before`: the last attempt that could be compiled, or NULL.
static void print_attempt(FILE *out, const json_t *attempt, const json_t *before)
{
    Wrapped h = {out, BEFORE_TEXT, 0};
    Changes changes = {0};
    bool any = false;
    print_attempt_start(&h, attempt);
    if (!before || attempt_has_status(attempt, STATUS_compile_error)) {
        wrap_words(&h, first_message(attempt));
    } else {
        changes_find(&changes, before, attempt);
        print_changes(&h, "better:", &changes.better, &any);
        print_changes(&h, "worse:", &changes.worse, &any);
        print_changes(&h, "also:", &changes.other, &any);
        if (!any)
            wrap_words(&h, "the same result");
    }
    fputc('\n', out);
    changes_free(&changes);
}

static bool print_part_history(const Lab *lab, const Part *part, FILE *out)
{
    json_t *attempts = history_read(lab, part), *attempt;
    const json_t *before = NULL;
    size_t i;
    if (json_array_size(attempts))
        fprintf(out, "%s, part %d: %s\n", lab->name, part->number, part->name);
    json_array_foreach(attempts, i, attempt)
    {
        print_attempt(out, attempt, before);
        if (!attempt_has_status(attempt, STATUS_compile_error))
            before = attempt;
    }
    bool any = json_array_size(attempts) > 0;
    json_decref(attempts);
    return any;
}

// "  part 2  better: race gone"
static void print_last_attempt(const LabGrade *lab, const Part *part, bool *any, FILE *out)
{
    json_t *attempts = history_read(lab->selected->lab, part);
    size_t count = json_array_size(attempts);
    const json_t *last = json_array_get(attempts, count - 1), *before = NULL;
    for (size_t i = 0; i + 1 < count; i++)
        if (!attempt_has_status(json_array_get(attempts, i), STATUS_compile_error))
            before = json_array_get(attempts, i);
    Changes changes = {0};
    bool begun = false;
    if (before && !attempt_has_status(last, STATUS_compile_error))
        changes_find(&changes, before, last);
    if (changes.better.count || changes.worse.count) {
        Wrapped h = {out, 0, 0};
        if (!*any)
            fprintf(out, "since the attempt before:\n");
        *any = true;
        h.indent = h.column = fprintf(out, "  part %d  ", part->number);
        print_changes(&h, "better:", &changes.better, &begun);
        print_changes(&h, "worse:", &changes.worse, &begun);
        fputc('\n', out);
    }
    changes_free(&changes);
    json_decref(attempts);
}

void history_print_last(const Grade *grade, FILE *out)
{
    bool any = false;
    for (int i = 0; i < grade->labs; i++)
        for (int k = 0; k < grade->lab[i].parts; k++)
            print_last_attempt(&grade->lab[i], grade->lab[i].part[k].part, &any, out);
}

void history_print(const Selected *selected, int count, FILE *out)
{
    bool any = false;
    for (int i = 0; i < count; i++)
        for (const Part *part = selected[i].lab->parts; part->number; part++)
            if (!selected[i].part || selected[i].part == part->number)
                any = print_part_history(selected[i].lab, part, out) || any;
    if (!any)
        fprintf(out, "no attempts yet: make grade keeps them\n");
}

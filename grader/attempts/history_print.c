// history_print.c - `make history`: a line for each attempt, and what got better and worse.
//
//   04_reduction, part 2: neighbouring pairs, no divergence
//     1  2026-03-02 17:10   0/12  no kernel was launched (is a TODO still empty?)
//     2  2026-03-02 17:24   8/12  better: passes: sums of ints
//                                 worse: new: race
#include "history.h"

#include <string.h>
#include <time.h>

#include "grader/base/memory.h"
#include "grader/base/terminal.h"
#include "grader/base/text.h"

enum { BEFORE_TEXT = 32, NARROW_INDENT = 6 };

// Where the texts of an attempt stand. The first one goes on with the line that has been begun.
typedef struct {
    FILE *out;
    int width, indent;
    bool begun;
} TextColumn;

static void print_text(TextColumn *c, const char *text)
{
    char clean[MAX_LINE];
    text_clean(clean, sizeof clean, text, strlen(text));
    if (c->begun)
        text_wrap(c->out, c->width, c->indent, clean);
    else
        text_hang(c->out, c->width, c->indent, clean);
    c->begun = true;
}

// "better: race gone; bank conflicts 992 -> 0", on lines of their own.
static void print_changes(TextColumn *c, const char *title, const Lines *lines)
{
    char *text = NULL;
    size_t size;
    if (!lines->count)
        return;
    FILE *f = need(open_memstream(&text, &size));
    fprintf(f, "%s", title);
    for (int i = 0; i < lines->count; i++)
        fprintf(f, " %s%s", lines->line[i], i + 1 < lines->count ? ";" : "");
    fclose(f);
    print_text(c, text);
    free(text);
}

// ---- attempts --------------------------------------------------------------------------------

static int number_in(const json_t *attempt, const char *key)
{
    return (int)json_integer_value(json_object_get(attempt, key));
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

static TextColumn begin_attempt(FILE *out, int width, const json_t *attempt)
{
    char when[32] = "?", points[32];
    time_t seconds = (time_t)json_integer_value(json_object_get(attempt, "when"));
    struct tm local;
    if (localtime_r(&seconds, &local))
        strftime(when, sizeof when, "%Y-%m-%d %H:%M", &local);
    snprintf(points, sizeof points, "%d/%d", number_in(attempt, "score"),
             number_in(attempt, "max_score"));
    fprintf(out, "%4d  %-16s %7s  ", number_in(attempt, "attempt"), when, points);
    if (width >= WIDE)
        return (TextColumn){out, width, BEFORE_TEXT, false};
    fputc('\n', out); // little room is left beside that
    return (TextColumn){out, width, NARROW_INDENT, true};
}

// `before`: the last attempt with which this one can be compared, or NULL.
static void print_attempt(FILE *out, int width, const json_t *attempt, const json_t *before)
{
    TextColumn c = begin_attempt(out, width, attempt);
    Changes changes = {0};
    if (!before || !changes_possible(attempt)) {
        print_text(&c, first_message(attempt));
    } else {
        changes_find(&changes, before, attempt);
        print_changes(&c, "better:", &changes.better);
        print_changes(&c, "worse:", &changes.worse);
        print_changes(&c, "also:", &changes.other);
        if (!changes.better.count && !changes.worse.count && !changes.other.count)
            print_text(&c, "the same result");
    }
    changes_free(&changes);
}

static bool print_part_history(const Lab *lab, const Part *part, int width, FILE *out)
{
    json_t *attempts = history_read(lab, part), *attempt;
    const json_t *before = NULL;
    size_t i;
    if (json_array_size(attempts))
        fprintf(out, "%s, part %d: %s\n", lab->name, part->number, part->name);
    json_array_foreach(attempts, i, attempt)
    {
        print_attempt(out, width, attempt, before);
        if (changes_possible(attempt))
            before = attempt;
    }
    bool any = json_array_size(attempts) > 0;
    json_decref(attempts);
    return any;
}

// "  part 2  better: race gone"
static void print_last_attempt(const LabGrade *lab, const Part *part, int width, bool *any,
                               FILE *out)
{
    json_t *attempts = history_read(lab->selected->lab, part);
    size_t count = json_array_size(attempts);
    const json_t *last = json_array_get(attempts, count - 1), *before = NULL;
    for (size_t i = 0; i + 1 < count; i++)
        if (changes_possible(json_array_get(attempts, i)))
            before = json_array_get(attempts, i);
    Changes changes = {0};
    if (before && changes_possible(last))
        changes_find(&changes, before, last);
    if (changes.better.count || changes.worse.count) {
        if (!*any)
            fprintf(out, "since the attempt before:\n");
        *any = true;
        int indent = fprintf(out, "  part %d  ", part->number);
        TextColumn c = {out, width, indent, false};
        print_changes(&c, "better:", &changes.better);
        print_changes(&c, "worse:", &changes.worse);
    }
    changes_free(&changes);
    json_decref(attempts);
}

void history_print_last(const Grade *grade, int columns, FILE *out)
{
    bool any = false;
    for (int i = 0; i < grade->labs; i++)
        for (int k = 0; k < grade->lab[i].parts; k++)
            print_last_attempt(&grade->lab[i], grade->lab[i].part[k].part, line_width(columns),
                               &any, out);
}

void history_print(const Selected *selected, int count, int columns, FILE *out)
{
    bool any = false;
    for (int i = 0; i < count; i++)
        for (const Part *part = selected[i].lab->parts; part->number; part++)
            if (!selected[i].part || selected[i].part == part->number)
                any = print_part_history(selected[i].lab, part, line_width(columns), out) || any;
    if (!any)
        fprintf(out, "no attempts yet: make grade keeps them\n");
}

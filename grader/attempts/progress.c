// progress.c - `make list`: a map of what is done. It shows the last attempt at each part, from the
// history.
//
//   lab                     so far minutes  parts
//   04_reduction            20/110      90  #+-....
//       reduction: trees and shuffles
#include "progress.h"

#include <string.h>
#include <unistd.h>

#include "grader/base/terminal.h"
#include "grader/base/text.h"
#include "grader/labs/choose.h"
#include "history.h"

enum { IN_LAB = 4, TITLE_INDENT = 6 };

// What is known of the last attempt at a part.
typedef struct {
    int points;     // -1: there was none
    long long when; // in seconds; 0: never
} LastAttempt;

static LastAttempt last_attempt(const Lab *lab, const Part *part)
{
    json_t *attempts = history_read(lab, part);
    const json_t *last = json_array_get(attempts, json_array_size(attempts) - 1);
    LastAttempt known = {.points = -1};
    if (last) {
        known.points = (int)json_integer_value(json_object_get(last, "score"));
        known.when = json_integer_value(json_object_get(last, "when"));
    }
    json_decref(attempts);
    return known;
}

static char part_mark(const Part *part, int points)
{
    return points < 0 ? '.' : points >= part_points(part) ? '#' : points > 0 ? '+' : '-';
}

static void print_lab_progress(const Lab *lab, int width, FILE *out)
{
    char marks[64] = "", points[32];
    int sum = 0, all = 0;
    size_t n = 0;
    for (const Part *part = lab->parts; part->number; part++) {
        LastAttempt last = last_attempt(lab, part);
        all += part_points(part);
        sum += last.points > 0 ? last.points : 0;
        if (n + 1 < sizeof marks)
            marks[n++] = part_mark(part, last.points);
    }
    snprintf(points, sizeof points, "%d/%d", sum, all);
    fprintf(out, "  %-22s %7s %7d", lab->name, points, lab->minutes);
    if (width >= WIDE)
        fprintf(out, "  %s\n", marks);
    else
        fprintf(out, "\n%*s%s\n", IN_LAB, "", marks);
    text_wrap(out, width, TITLE_INDENT, lab->title);
}

static void print_parts(const Lab *lab, int width, FILE *out)
{
    char line[160];
    for (const Part *part = lab->parts; part->number; part++) {
        char points[32] = "";
        LastAttempt last = last_attempt(lab, part);
        snprintf(points, sizeof points, "%d/%d", last.points, part_points(part));
        if (last.points < 0)
            snprintf(points, sizeof points, "-/%d", part_points(part));
        snprintf(line, sizeof line, "part %-2d %7s  %s", part->number, points, part->name);
        text_wrap(out, width, IN_LAB, line);
    }
}

static const Part *first_unfinished(const Lab *lab)
{
    for (const Part *part = lab->parts; part->number; part++)
        if (last_attempt(lab, part).points < part_points(part))
            return part;
    return NULL;
}

bool progress_next(const Selected *selected, int count, const Lab **lab, const Part **part)
{
    long long latest = 0;
    *part = NULL;
    for (int i = 0; i < count; i++)
        for (const Part *p = selected[i].lab->parts; p->number; p++) {
            long long when = last_attempt(selected[i].lab, p).when;
            if (when <= latest || !first_unfinished(selected[i].lab))
                continue;
            latest = when;
            *lab = selected[i].lab;
            *part = first_unfinished(*lab);
        }
    for (int i = 0; i < count && !*part; i++) {
        *lab = selected[i].lab;
        *part = first_unfinished(*lab);
    }
    return *part != NULL;
}

void progress_print(const Selected *selected, int count, bool parts, int columns, FILE *out)
{
    char next[160];
    int width = line_width(columns);
    const Lab *lab;
    const Part *part;
    fprintf(out, "  %-22s %7s %7s", "lab", "so far", "minutes");
    fprintf(out, width >= WIDE ? "  parts\n" : "\n");
    for (int i = 0; i < count; i++) {
        print_lab_progress(selected[i].lab, width, out);
        if (parts)
            print_parts(selected[i].lab, width, out);
    }
    text_wrap(out, width, 2, "parts: # all points, + some, - none, . not graded yet");
    if (!progress_next(selected, count, &lab, &part))
        return;
    snprintf(next, sizeof next, "next: make grade LAB=%s PART=%d (%s)", lab_topic(lab),
             part->number, part->name);
    text_wrap(out, width, 2, next);
}

static const Lab *lab_named(const Selected *selected, int count, const char *word)
{
    for (int i = 0; i < count; i++)
        if (lab_matches(selected[i].lab, word))
            return selected[i].lab;
    return NULL;
}

static void print_choice(const Lab *lab)
{
    printf("  %s\n", lab->name);
    text_wrap(stdout, line_width(terminal_columns(1)), TITLE_INDENT, lab->title);
}

const Lab *progress_ask(const Selected *selected, int count)
{
    char answer[64] = "";
    const Lab *lab = NULL, *next;
    const Part *part;
    for (int i = 0; i < count; i++)
        print_choice(selected[i].lab);
    if (!progress_next(selected, count, &next, &part))
        next = selected[0].lab;
    if (isatty(0) && isatty(1)) {
        printf("which lab? (a number or a name; Enter: %s) ", next->name);
        fflush(stdout);
        if (!fgets(answer, sizeof answer, stdin))
            return NULL;
        answer[strcspn(answer, " \t\n")] = 0;
        lab = answer[0] ? lab_named(selected, count, answer) : next;
    }
    if (!lab)
        printf("name one of these labs: make hint LAB=%s\n", lab_topic(next));
    return lab;
}

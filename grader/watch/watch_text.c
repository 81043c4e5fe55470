// watch_text.c - what `make watch` says: short, for a terminal of any width.
//
// All texts come from grade.json, in which they are clean already (base/text.h).
#include "watch_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/memory.h"
#include "grader/base/terminal.h"
#include "grader/base/text.h"

enum { LEAST_WIDTH = 20, USUAL_WIDTH = 80, MOST_WIDTH = 100 };

static int watch_width(void)
{
    int columns = terminal_columns(1);
    if (!columns)
        return USUAL_WIDTH;
    return columns < LEAST_WIDTH ? LEAST_WIDTH : columns > MOST_WIDTH ? MOST_WIDTH : columns;
}

// The bytes of `text` that fit into a line, cut at a blank if possible.
static size_t fitting(const char *text, size_t width)
{
    size_t n = strlen(text);
    if (n <= width)
        return n;
    for (size_t i = width; i > 0; i--)
        if (text[i] == ' ')
            return i;
    return text_cut(text, width);
}

void watch_say(int indent, const char *format, ...)
{
    char *text;
    va_list args;
    va_start(args, format);
    if (vasprintf(&text, format, args) < 0)
        text = need(NULL);
    va_end(args);
    int width = watch_width(), first = (int)strspn(text, " ");
    const char *rest = text + first;
    for (int in = first; *rest; in = first + indent) {
        size_t n = fitting(rest, (size_t)(width - in > 8 ? width - in : 8));
        printf("%*s%.*s\n", in, "", (int)n, rest);
        rest += n;
        rest += strspn(rest, " ");
    }
    fflush(stdout);
    free(text);
}

// ---- a grade -----------------------------------------------------------------------------------

json_t *watch_read(const char *path)
{
    json_t *grade = json_load_file(path, 0, NULL);
    if (json_array_size(json_object_get(grade, "labs")) == 1)
        return grade;
    json_decref(grade);
    return NULL;
}

static const json_t *the_lab(const json_t *grade)
{
    return json_array_get(json_object_get(grade, "labs"), 0);
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static int number_of(const json_t *object, const char *key)
{
    return (int)json_integer_value(json_object_get(object, key));
}

static bool passes(const json_t *object) { return strcmp(text_of(object, "status"), "pass") == 0; }

static const json_t *find_part(const json_t *grade, int number)
{
    size_t i;
    json_t *part;
    json_array_foreach(json_object_get(the_lab(grade), "parts"), i,
                       part) if (number_of(part, "number") == number) return part;
    return NULL;
}

bool watch_part_passes(const json_t *grade, int part)
{
    const json_t *found = find_part(grade, part);
    return found && passes(found);
}

int watch_first_failing(const json_t *grade)
{
    size_t i;
    json_t *part;
    json_array_foreach(json_object_get(the_lab(grade), "parts"), i,
                       part) if (!passes(part)) return number_of(part, "number");
    return 0;
}

bool watch_not_compiled(const json_t *grade)
{
    return strcmp(text_of(grade, "status"), "compile_error") == 0 &&
           json_array_size(json_object_get(the_lab(grade), "log")) > 0;
}

bool watch_is_of(const json_t *grade, const char *submission, const char *lab)
{
    return strcmp(text_of(grade, "submission"), submission) == 0 && number_of(grade, "part") == 0 &&
           strcmp(text_of(the_lab(grade), "lab"), lab) == 0;
}

// ---- the table -------------------------------------------------------------------

// A line without the escape that makes it bold.
static const char *plain_line(const char *line)
{
    return line[0] == '\033' ? line + strcspn(line, "m") + 1 : line;
}

static bool begins(const char *line, const char *word)
{
    return strncmp(plain_line(line), word, strlen(word)) == 0;
}

// Prints the table from the line that begins with one word up to the one that begins with another.
static void print_between(FILE *table, const char *from, const char *to)
{
    char *line = NULL;
    size_t size = 0;
    bool inside = false;
    rewind(table);
    while (getline(&line, &size, table) > 0) {
        inside = begins(line, from) ||
                 (inside && !begins(line, to) && !begins(line, "lost ") && !begins(line, "Score:"));
        if (inside)
            fputs(line, stdout);
    }
    free(line);
    fflush(stdout);
}

void watch_tell_part(FILE *table, int part)
{
    char title[32];
    snprintf(title, sizeof title, "== part %d ", part);
    print_between(table, title, "== part ");
}

void watch_tell_not_compiled(FILE *table, const char *file)
{
    watch_say(2, "%s: does not compile", file);
    print_between(table, "nvcc says:", "  FAIL ");
}

void watch_tell_lab(const json_t *grade, const char *file)
{
    char failing[256] = "";
    size_t i, n = 0;
    json_t *part;
    json_array_foreach(json_object_get(the_lab(grade), "parts"), i,
                       part) if (!passes(part) && n < sizeof failing) n +=
        (size_t)snprintf(failing + n, sizeof failing - n, " %d", number_of(part, "number"));
    const char *more =
        strcmp(text_of(grade, "status"), "grader_error") == 0 ? ", the grader is at fault" : "";
    watch_say(2, "%s: %d/%d%s%s%s", file, number_of(grade, "score"), number_of(grade, "max_score"),
              more, n ? ", points lost in part" : ", all points", failing);
}

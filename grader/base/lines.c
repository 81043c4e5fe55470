// lines.c - what a verdict collects: lines of text, and places in source files.
#include "lines.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "memory.h"

static void insert_line(Lines *lines, int at, const char *format, va_list args)
{
    char text[MAX_LINE];
    assert(at >= 0 && at <= lines->count);
    vsnprintf(text, sizeof text, format, args);
    size_t count = (size_t)lines->count + 1;
    lines->line = need(realloc(lines->line, count * sizeof *lines->line));
    memmove(lines->line + at + 1, lines->line + at,
            (size_t)(lines->count - at) * sizeof *lines->line);
    lines->line[at] = need(strdup(text));
    lines->count++;
}

void lines_add(Lines *lines, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    insert_line(lines, lines->count, format, args);
    va_end(args);
}

void lines_add_first(Lines *lines, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    insert_line(lines, 0, format, args);
    va_end(args);
}

bool lines_have(const Lines *lines, const char *line)
{
    for (int i = 0; i < lines->count; i++)
        if (strcmp(lines->line[i], line) == 0)
            return true;
    return false;
}

void lines_free(Lines *lines)
{
    for (int i = 0; i < lines->count; i++)
        free(lines->line[i]);
    free(lines->line);
    *lines = (Lines){0};
}

// ---- places ------------------------------------------------------------------------

void places_add(Places *places, const char *file, int line, PlaceRole role)
{
    size_t count = (size_t)places->count + 1;
    assert(file && role <= ROLE_last_writer);
    places->place = need(realloc(places->place, count * sizeof *places->place));
    places->place[places->count++] = (SourcePlace){need(strdup(file)), line, role};
}

void places_add_once(Places *places, const char *file, int line, PlaceRole role)
{
    for (int i = 0; i < places->count; i++)
        if (places->place[i].line == line && strcmp(places->place[i].file, file) == 0)
            return;
    places_add(places, file, line, role);
}

void places_append(Places *places, const Places *more)
{
    for (int i = 0; i < more->count; i++)
        places_add(places, more->place[i].file, more->place[i].line, more->place[i].role);
}

bool places_equal(const Places *a, const Places *b)
{
    if (a->count != b->count)
        return false;
    for (int i = 0; i < a->count; i++)
        if (a->place[i].line != b->place[i].line || a->place[i].role != b->place[i].role ||
            strcmp(a->place[i].file, b->place[i].file) != 0)
            return false;
    return true;
}

void places_free(Places *places)
{
    for (int i = 0; i < places->count; i++)
        free(places->place[i].file);
    free(places->place);
    *places = (Places){0};
}

static const char *const role_names[] = {
    [ROLE_cause] = "cause",
    [ROLE_other] = "other",
    [ROLE_last_writer] = "last writer",
};

const char *place_role_name(PlaceRole role)
{
    assert(role <= ROLE_last_writer);
    return role_names[role];
}

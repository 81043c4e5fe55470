// lines.h - what a verdict collects: lines of text, and places in source files.
#pragma once

#include <stdbool.h>

typedef struct {
    int count;
    char **line;
} Lines;

enum { MAX_LINE = 1024 }; // bytes of a line; the rest is cut off

void lines_add(Lines *lines, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lines_add_first(Lines *lines, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool lines_have(const Lines *lines, const char *line);
void lines_free(Lines *lines);

// What happened at a place. The names are those of grade.json: "cause", "other", "last writer".
typedef enum { ROLE_cause, ROLE_other, ROLE_last_writer } PlaceRole;

typedef struct {
    char *file;
    int line;
    PlaceRole role;
} SourcePlace;

typedef struct {
    int count;
    SourcePlace *place;
} Places;

void places_add(Places *places, const char *file, int line, PlaceRole role);
// The same, but not for a line that is already there.
void places_add_once(Places *places, const char *file, int line, PlaceRole role);
void places_append(Places *places, const Places *more);
bool places_equal(const Places *a, const Places *b);
void places_free(Places *places);

const char *place_role_name(PlaceRole role);

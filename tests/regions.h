// regions.h - skeletons, made from solutions.
//
// The skeleton is the solution with empty bodies (see grader/attempts/regions.h for the marks). If
// a file of the same name in tests/given/ has a region of the same label, the skeleton gets the
// body of that region. So the tests never need labs/, where a student works.
#pragma once

#include <stdlib.h>

#include "grader/attempts/regions.h"

enum { MAX_FILE = 1 << 20 };

// A file's text, or NULL; the caller frees it.
static inline char *load_text(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = f ? calloc(1, MAX_FILE) : NULL;
    size_t n = text ? fread(text, 1, MAX_FILE - 1, f) : 0;
    if (f)
        fclose(f);
    if (!n) {
        free(text);
        return NULL;
    }
    return realloc(text, n + 1); // a process that keeps many of them can be copied quickly
}

// The solution's text with the bodies of `given`, and without all other bodies.
static inline char *skeleton_of(const char *solution, const char *given)
{
    Regions all, kept;
    find_regions(solution, &all);
    find_regions(given ? given : "", &kept);
    char *out = calloc(1, 2 * MAX_FILE);
    const char *at = solution;
    for (int i = 0; i < all.count; i++) {
        const FileRegion *r = &all.region[i], *k = region_called(&kept, r->label);
        strncat(out, at, (size_t)(r->body - at));
        if (k)
            strncat(out, k->body, (size_t)(k->end - k->body));
        at = r->end;
    }
    return strcat(out, at);
}

// The same for a file of answers: a question mark for each "name = value". Text after the value
// keeps its column.
static inline char *unanswered(const char *answers)
{
    char *out = calloc(1, MAX_FILE), *to = out;
    for (const char *line = answers; *line; line = next_line(line)) {
        size_t n = (size_t)(next_line(line) - line), keep = strcspn(line, "=#\n");
        if (line[keep] != '=') {
            memcpy(to, line, n);
            to += n;
            continue;
        }
        size_t value = keep + 1 + strspn(line + keep + 1, " ");
        size_t after = value + strcspn(line + value, " #\n");
        size_t rest = after + strspn(line + after, " ");
        memcpy(to, line, value);
        to += value;
        *to++ = '?';
        for (size_t i = value + 1; line[rest] == '#' && i < rest; i++)
            *to++ = ' ';
        memcpy(to, line + rest, n - rest);
        to += n - rest;
    }
    return out;
}

// The skeleton of one file of a lab, made from solutions/LAB/FILE; NULL if there is none.
static inline char *make_skeleton(const char *lab, const char *file)
{
    char path[256];
    snprintf(path, sizeof path, "solutions/%s/%s", lab, file);
    char *solution = load_text(path);
    if (!solution)
        return NULL;
    snprintf(path, sizeof path, "grader/labs/%s/given.cu", lab);
    size_t topic = strlen(lab) > 3 ? strlen(lab + 3) : 0;
    bool main_file = topic && !strncmp(file, lab + 3, topic) && !strcmp(file + topic, ".cu");
    char *given = main_file ? load_text(path) : NULL;
    char *made = strstr(file, ".txt") ? unanswered(solution) : skeleton_of(solution, given);
    free(solution);
    free(given);
    return made;
}

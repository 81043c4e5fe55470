// regions.h - a lab's file, cut at its TODO marks.
//
//     // BEGIN TODO 2a (about 6 lines): what is to be written here,
//     // and perhaps a second line of that comment.
//     ...                                              the body
//     // END TODO 2a
//
// The skeleton is the solution with empty bodies. If a file of the same name in tests/given/ has a
// region of the same label, the skeleton gets the body of that region. So the tests never need
// labs/, where a student works.
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_REGIONS = 64, LABEL = 16, MAX_FILE = 1 << 20 };

typedef struct {
    char label[LABEL];
    const char *begin; // the line BEGIN TODO
    const char *body;  // after that line and the rest of its comment
    const char *end;   // the line END TODO
} FileRegion;

typedef struct {
    FileRegion region[MAX_REGIONS];
    int count;
    char problem[128]; // marks that do not fit together; "" if they do
} Regions;

static inline const char *next_line(const char *line)
{
    size_t n = strcspn(line, "\n");
    return line + n + (line[n] == '\n');
}

static inline void find_regions(const char *text, Regions *all)
{
    *all = (Regions){.count = 0};
    FileRegion *open = NULL;
    for (const char *line = text; *line && !all->problem[0]; line = next_line(line)) {
        const char *words = line + strspn(line, " ");
        char label[LABEL] = "";
        if (sscanf(words, "// BEGIN TODO %15s", label) == 1) {
            if (open || all->count == MAX_REGIONS) {
                snprintf(all->problem, sizeof all->problem, "TODO %s begins inside of %s", label,
                         open ? open->label : "too many");
                return;
            }
            open = &all->region[all->count++];
            memcpy(open->label, label, LABEL);
            open->begin = line;
        } else if (sscanf(words, "// END TODO %15s", label) == 1) {
            if (!open || strcmp(open->label, label)) {
                snprintf(all->problem, sizeof all->problem, "TODO %s ends, but %s has begun", label,
                         open ? open->label : "none");
                return;
            }
            open->end = line;
            if (!open->body)
                open->body = line;
            open = NULL;
        } else if (open && !open->body && strncmp(words, "//", 2)) {
            open->body = line;
        }
    }
    if (open)
        snprintf(all->problem, sizeof all->problem, "TODO %s has no end", open->label);
}

static inline const FileRegion *region_called(const Regions *all, const char *label)
{
    for (int i = 0; i < all->count; i++)
        if (!strcmp(all->region[i].label, label))
            return &all->region[i];
    return NULL;
}

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
    return text;
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
    snprintf(path, sizeof path, "tests/given/%s", file);
    char *given = load_text(path);
    char *made = strstr(file, ".txt") ? unanswered(solution) : skeleton_of(solution, given);
    free(solution);
    free(given);
    return made;
}

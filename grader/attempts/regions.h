// regions.h - a lab's file, cut at its TODO marks.
//
//     // BEGIN TODO 2a (about 6 lines): what is to be written here,
//     // and perhaps a second line of that comment.
//     ...                                              the body
//     // END TODO 2a
//
// The number is that of the part. A student writes in the bodies only.
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MAX_REGIONS = 64, LABEL = 16 };

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

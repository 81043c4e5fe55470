// own.c - see own.h.
#include "own.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/attempts/regions.h"
#include "grader/base/files.h"
#include "grader/base/memory.h"
#include "grader/base/paths.h"
#include "grader/submission/snapshot.h"

char *own_skeleton(const Lab *lab, const char *name)
{
    char *text;
    size_t bytes;
    if (name && file_read_ours(paths_at("build/skeletons/%s/%s", lab->name, name), &text, &bytes))
        return text;
    return need(strdup(""));
}

char *own_file(const StudentClass *class, const ClassWork *work, const char *name)
{
    char path[PATH_MAX], *text;
    size_t bytes;
    snprintf(path, sizeof path, "%s/work/%s/%s/%s", class->folder, work->who->id, work->lab->name,
             name ? name : "");
    return name && file_read(path, MAX_SOURCE, &text, &bytes) == FILE_read ? text : NULL;
}

// ---- lines ------------------------------------------------------------------------------------

typedef struct {
    const char *text;
    size_t bytes; // without blanks at the edges
} OwnLine;

static OwnLine cut_line(const char *line)
{
    size_t n = strcspn(line, "\n"), first = strspn(line, " \t\r");
    first = first < n ? first : n;
    while (n > first && strchr(" \t\r", line[n - 1]))
        n--;
    return (OwnLine){line + first, n - first};
}

static int by_line(const void *a, const void *b)
{
    const OwnLine *x = a, *y = b;
    size_t n = x->bytes < y->bytes ? x->bytes : y->bytes;
    int order = memcmp(x->text, y->text, n);
    return order ? order : (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

static OwnLine *sorted_lines(const char *text, size_t *count)
{
    size_t most = 1;
    for (const char *c = text; *c; c++)
        most += *c == '\n';
    OwnLine *line = need(calloc(most, sizeof *line));
    *count = 0;
    for (const char *at = text; *at; at = next_line(at))
        line[(*count)++] = cut_line(at);
    qsort(line, *count, sizeof *line, by_line);
    return line;
}

char *own_lines(const char *text, const char *skeleton)
{
    size_t count, size;
    char *own = NULL;
    OwnLine *given = sorted_lines(skeleton, &count);
    FILE *f = need(open_memstream(&own, &size));
    for (const char *at = text; *at; at = next_line(at)) {
        OwnLine line = cut_line(at);
        if (line.bytes && !bsearch(&line, given, count, sizeof *given, by_line))
            fwrite(line.text, 1, line.bytes, f);
        fputc('\n', f);
    }
    fclose(f);
    free(given);
    return own;
}

// ---- empty parts ------------------------------------------------------------------------------

static bool is_blank(const char *text) { return !text[strspn(text, " \t\r\n")]; }

static bool is_file_empty(const StudentClass *class, const ClassWork *work, const char *name)
{
    char *text = own_file(class, work, name), *skeleton = own_skeleton(work->lab, name);
    char *own = text ? own_lines(text, skeleton) : need(strdup(""));
    bool empty = is_blank(own);
    free(own);
    free(text);
    free(skeleton);
    return empty;
}

static bool is_same_body(const FileRegion *a, const FileRegion *b)
{
    const char *x = a->body, *y = b->body;
    for (;;) {
        x += strspn(x, " \t\r\n");
        y += strspn(y, " \t\r\n");
        if (x >= a->end || y >= b->end)
            return x >= a->end && y >= b->end;
        if (*x++ != *y++)
            return false;
    }
}

static bool is_of_part(const FileRegion *region, const Part *part)
{
    return atoi(region->label) == part->number;
}

// Each region of the part is as it was. A file without the marks is not empty.
static bool are_regions_empty(const char *text, const char *skeleton, const Part *part)
{
    Regions *now = need(malloc(sizeof *now)), *given = need(malloc(sizeof *given));
    int of_part = 0, same = 0;
    find_regions(text, now);
    find_regions(skeleton, given);
    for (int i = 0; i < given->count; i++) {
        const FileRegion *region = &given->region[i];
        const FileRegion *other = region_called(now, region->label);
        of_part += is_of_part(region, part);
        same +=
            is_of_part(region, part) && other && !now->problem[0] && is_same_body(region, other);
    }
    free(now);
    free(given);
    return of_part > 0 && same == of_part;
}

bool own_is_empty(const StudentClass *class, const ClassWork *work, const Part *part)
{
    const Lab *lab = work->lab;
    const char *name = part ? lab_file(lab, part->file) : lab->source;
    char *text = own_file(class, work, name), *skeleton = own_skeleton(lab, name);
    bool empty = text || (part && part->file);
    if (empty && part && !part->file)
        empty = are_regions_empty(text, skeleton, part);
    else if (empty)
        empty = is_file_empty(class, work, name) &&
                (part || (is_file_empty(class, work, lab->fastest) &&
                          is_file_empty(class, work, lab->program)));
    free(text);
    free(skeleton);
    return empty;
}

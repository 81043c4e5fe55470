// hints.c - see hints.h.
#include "hints.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/files.h"
#include "grader/base/paths.h"

// "2.1: text" at the beginning of a line; *text is the text. False: it is something else.
static bool read_mark(char *line, int *part, int *level, const char **text)
{
    int end = 0;
    if (sscanf(line, "%d.%d: %n", part, level, &end) != 2 || !end || !line[end])
        return false;
    *text = line + end;
    return true;
}

// All hints of the file, in the order of the lab's parts; those of `wanted` are kept.
static bool take_lines(Hints *hints, const Lab *lab, int wanted, char *problem, size_t size)
{
    int part = 0, level = 0, number = 1, parts = 0;
    char *rest = NULL;
    for (char *line = hints->file; line; line = rest, number++) {
        rest = strchr(line, '\n');
        if (rest)
            *rest++ = 0;
        if (!*line)
            continue;
        int was = part, before = level;
        const char *text;
        bool next = read_mark(line, &part, &level, &text) && level <= MAX_HINTS &&
                    ((part == was && was > 0 && level == before + 1) ||
                     (part > 0 && part == lab->parts[parts].number && level == 1));
        if (!next) {
            snprintf(problem, size, "line %d is not the next hint, \"PART.LEVEL: text\"", number);
            return false;
        }
        parts += level == 1;
        if (part == wanted)
            hints->text[hints->count++] = text;
    }
    if (lab->parts[parts].number)
        snprintf(problem, size, "it has no hint for part %d", lab->parts[parts].number);
    return !lab->parts[parts].number;
}

bool hints_read(Hints *hints, const Lab *lab, int part, char *problem, size_t size)
{
    char what[80] = "it cannot be read";
    const char *path = paths_at("grader/labs/%s/hints.txt", lab->name);
    size_t bytes;
    *hints = (Hints){0};
    if (file_read_ours(path, &hints->file, &bytes) &&
        take_lines(hints, lab, part, what, sizeof what))
        return true;
    snprintf(problem, size, "%s: %s", path, what);
    hints_free(hints);
    return false;
}

void hints_free(Hints *hints)
{
    free(hints->file);
    *hints = (Hints){0};
}

// ptx_lines.c - see ptx_lines.h. A student writes PTX in asm statements, and ptxas reads it: in a
// file that no student sees, once for each place where a function with an asm statement is called
// from.
#include "ptx_lines.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/memory.h"

enum { NAME = 4096 };

// The place of a line of a PTX file in the source. False: it has none.
static bool place_of(const char *path, unsigned line, char name[NAME], unsigned *source_line)
{
    FILE *ptx = fopen(path, "r");
    char *text = NULL;
    size_t room = 0;
    unsigned file = 0, other, at = 0;
    bool found = false;
    while (ptx && !found && getline(&text, &room, ptx) >= 0)
        if (at++ < line)
            sscanf(text, " .loc %u %u", &file, source_line);
        else // the names are at the end
            found = file && sscanf(text, " .file %u \"%4095[^\"]\"", &other, name) == 2 &&
                    other == file;
    free(text);
    if (ptx)
        fclose(ptx);
    return found;
}

// A name as the source's #line gives it: cicc has put this folder in front.
static const char *from_here(const char *name)
{
    char here[NAME];
    size_t n = getcwd(here, sizeof here) ? strlen(here) : 0;
    return n && strncmp(name, here, n) == 0 && name[n] == '/' ? name + n + 1 : name;
}

char *ptx_lines(const char *said)
{
    char *all, *lines = need(strdup(said)), *rest = lines;
    size_t bytes;
    FILE *to = need(open_memstream(&all, &bytes));
    for (char *line; (line = strsep(&rest, "\n")) && (*line || rest);) {
        char path[NAME], name[NAME], kind[16], *better = NULL;
        unsigned at, source_line;
        int words = 0;
        sscanf(line, "ptxas %4095[^,], line %u; %15[a-z] : %n", path, &at, kind, &words);
        if (words && place_of(path, at, name, &source_line))
            better = need(asprintf(&better, "%s(%u): %s: %s (ptxas)\n", from_here(name),
                                   source_line, kind, line + words) >= 0
                              ? better
                              : NULL);
        fflush(to);
        if (!better)
            fprintf(to, "%s\n", line);
        else if (!strstr(all, better))
            fputs(better, to);
        free(better);
    }
    fclose(to);
    free(lines);
    return all;
}

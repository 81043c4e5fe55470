// sources.c - the files of the program that a recording names, by number. The recording has only
// their names: whoever reads it knows which of them may be shown.
#include "look.h"

#include <stdlib.h>

static char **files;
static uint32_t nfiles, size_files;

// Is one the end of the other? nvcc writes the path of a file into the kernels as it is, and into
// host code as its command line has it.
static bool is_same_file(const char *a, const char *b)
{
    size_t m = strlen(a), n = strlen(b);
    const char *longer = m > n ? a : b, *shorter = m > n ? b : a;
    size_t more = m > n ? m - n : n - m;
    return !strcmp(longer + more, shorter) && (!more || longer[more - 1] == '/');
}

unsigned look_source(const char *file)
{
    for (uint32_t i = 0; i < nfiles; i++) {
        if (!is_same_file(files[i], file))
            continue;
        if (strlen(file) > strlen(files[i])) {
            free(files[i]);
            files[i] = must_strdup(file);
        }
        return i;
    }
    files = array_room(files, nfiles, &size_files, sizeof *files);
    files[nfiles] = must_strdup(file);
    return nfiles++;
}

void look_place(Text *t, uint32_t line)
{
    const Line *l = line_at(line);
    if (!l->file || l->line <= 0) // a place in host code may be only a function
        return;
    text_put(t, ",\"source\":");
    text_number(t, look_source(l->file));
    text_put(t, ",\"line\":");
    text_number(t, (uint64_t)l->line);
}

void look_sources(Text *t)
{
    text_put(t, "[");
    for (uint32_t i = 0; i < nfiles; i++) {
        text_put(t, i ? ",{\"file\":" : "{\"file\":");
        text_json(t, files[i]);
        text_put(t, "}");
    }
    text_put(t, "]");
}

void look_dim(Text *t, const char *name, Dim3 d)
{
    text_add(t, "\"%s\":[%u,%u,%u]", name, d.x, d.y, d.z);
}

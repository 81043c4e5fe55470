// sources.c - the files of the program that a recording names, by number. The recording has only
// their names: whoever reads it knows which of them may be shown.
#include "look.h"

#include <stdlib.h>

static char **files;
static uint32_t nfiles, size_files;

unsigned look_source(const char *file)
{
    for (uint32_t i = 0; i < nfiles; i++)
        if (!strcmp(files[i], file))
            return i;
    files = array_room(files, nfiles, &size_files, sizeof *files);
    files[nfiles] = must_strdup(file);
    return nfiles++;
}

void look_place(Text *t, uint32_t line)
{
    const Line *l = line_at(line);
    if (!l->file)
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

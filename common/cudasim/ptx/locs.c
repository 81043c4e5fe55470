// locs.c - which source position a report shows.
//
// nvcc attributes __shfl_up_sync and its like to a line of one of its own
// headers; the chain of inlined_at leads from there back to the line that the
// user wrote.
#include "ptx.h"

#include <string.h>

// nvcc finds its headers from its own folder, by bin/../, which stays in the path;
// clang and IDEs may name the folder directly. Its C++ libraries are in a repository of their own,
// too: the last three are the folders there.
bool toolkit_file(const char *path)
{
    static const char *const marks[] = {
        "/bin/../include/", "/bin/..//include/",   "/bin/../targets/", "/usr/include/",
        "/usr/lib/gcc/",    "-linux/include/",     "/include/cccl/",   "/cub/cub/",
        "/thrust/thrust/",  "/libcudacxx/include/"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (strstr(path, marks[i]))
            return true;
    }
    return false;
}

static const char *file_of(const Module *m, uint32_t loc)
{
    if (loc == 0 || loc >= m->nlocs || m->locs[loc].file >= m->nfiles)
        return NULL;
    return m->files[m->locs[loc].file];
}

bool loc_in_toolkit(const Module *m, uint32_t loc)
{
    const char *path = file_of(m, loc);
    return path && toolkit_file(path);
}

uint32_t loc_user(const Module *m, uint32_t loc)
{
    // inlined_at always leads to an earlier loc. The loop checks that, so that it
    // always ends.
    for (uint32_t at = loc; at && at < m->nlocs;) {
        const char *path = file_of(m, at);
        if (path && !toolkit_file(path))
            return at;
        uint32_t outer = m->locs[at].inlined_at;
        if (outer >= at)
            break;
        at = outer;
    }
    return loc < m->nlocs ? loc : 0;
}

char *loc_text(const Module *m, uint32_t loc, char *buf, size_t size)
{
    const char *path = file_of(m, loc);
    if (!path) {
        snprintf(buf, size, "unknown line");
        return buf;
    }
    const char *slash = strrchr(path, '/');
    snprintf(buf, size, "%s:%u", slash ? slash + 1 : path, m->locs[loc].line);
    return buf;
}

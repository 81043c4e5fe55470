// source_age.c - whether a source is newer than the program: then the lines that are shown are not
// those that run.
#define _GNU_SOURCE
#include "command.h"

#include <limits.h>
#include <sys/stat.h>

static time_t changed(const char *path)
{
    struct stat st;
    return path && stat(path, &st) == 0 ? st.st_mtime : 0;
}

// The newest of the program's own files: it may have loaded its kernels from a library.
static time_t newest_code(void)
{
    char line[PATH_MAX + 200], maps[40];
    time_t newest = 0;
    snprintf(maps, sizeof maps, "/proc/%d/maps", (int)debug->program);
    FILE *f = fopen(maps, "r");
    while (f && fgets(line, sizeof line, f)) {
        char *path = strchr(line, '/');
        if (!path || !strncmp(path, "/usr/", 5) || !strncmp(path, "/lib", 4) ||
            !strncmp(path, "/dev/", 5) || strstr(path, "/libcudart.so"))
            continue;
        path[strcspn(path, "\n")] = 0;
        time_t t = changed(path);
        newest = t > newest ? t : newest;
    }
    if (f)
        fclose(f);
    return newest;
}

const char *source_warning(const char *file)
{
    static char text[PATH_MAX + 100];
    const char *path = source_path(file);
    time_t code = debug->warned || !path ? 0 : newest_code();
    if (!code || changed(path) <= code)
        return "";
    debug->warned = true;
    snprintf(text, sizeof text,
             "warning: %s is newer than the program: its lines may be others. Compile it again.\n",
             file_base(path));
    return text;
}

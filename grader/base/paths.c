// paths.c - where things are.
#include "paths.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char root[PATH_MAX];
static char build[PATH_MAX + 8], runner[PATH_MAX + 64], lib[PATH_MAX + 64];

static void find_root(void)
{
    if (root[0])
        return;
    ssize_t n = readlink("/proc/self/exe", root, sizeof root - 1);
    if (n < 0)
        n = 0;
    root[n] = 0;
    // The program lies in build/ or below it.
    char *cut = strstr(root, "/build/");
    for (char *next = cut; next; next = strstr(next + 1, "/build/"))
        cut = next;
    if (cut)
        *cut = 0;
    else if (!getcwd(root, sizeof root))
        strcpy(root, ".");
}

const char *paths_root(void)
{
    find_root();
    return root;
}

const char *paths_build(void)
{
    find_root();
    snprintf(build, sizeof build, "%s/build", root);
    return build;
}

const char *paths_runner(void)
{
    if (!runner[0])
        snprintf(runner, sizeof runner, "%s/runner", paths_build());
    return runner;
}

const char *paths_lib(void)
{
    if (!lib[0])
        snprintf(lib, sizeof lib, "%s/lib/libcudart.so.13", paths_build());
    return lib;
}

const char *paths_at(const char *format, ...)
{
    static char ring[8][PATH_MAX];
    static int at;
    char *path = ring[at++ % 8];
    int n = snprintf(path, PATH_MAX, "%s/", paths_root());
    va_list args;
    va_start(args, format);
    vsnprintf(path + n, (size_t)(PATH_MAX - n), format, args);
    va_end(args);
    return path;
}

// The name as it was given to the compiler, which works in a snapshot's folder (snapshot.h):
// build/objects/PLACE/LAB/KEY/.
static const char *without_snapshot(const char *file)
{
    const char *objects = paths_at("build/objects/");
    size_t n = strlen(objects);
    if (strncmp(file, objects, n) != 0)
        return file;
    const char *rest = file + n;
    for (int i = 0; i < 3; i++) {
        rest = strchr(rest, '/');
        if (!rest)
            return file;
        rest++;
    }
    return rest;
}

const char *paths_source(const char *file, const char *folder)
{
    static char name[PATH_MAX];
    size_t n = strlen(paths_root());
    file = without_snapshot(file);
    if (strncmp(file, paths_root(), n) == 0 && file[n] == '/')
        snprintf(name, sizeof name, "%s", file + n + 1);
    else if (!strchr(file, '/'))
        snprintf(name, sizeof name, "%s/%s", folder, file);
    else
        snprintf(name, sizeof name, "%s", file);
    return name;
}

bool paths_is_below(const char *path, const char *folder)
{
    size_t n = strlen(folder);
    return strncmp(path, folder, n) == 0 && (!path[n] || path[n] == '/');
}

void paths_set(const char *new_root, const char *new_runner, const char *new_lib)
{
    if (new_root)
        snprintf(root, sizeof root, "%s", new_root);
    if (new_runner)
        snprintf(runner, sizeof runner, "%s", new_runner);
    if (new_lib)
        snprintf(lib, sizeof lib, "%s", new_lib);
}

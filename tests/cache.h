// cache.h - the folder outside build/ in which tests keep what is worth keeping from clone to
// clone: nvcc's results (compiled.h) and the processor time of each test program (run.c).
#pragma once

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { CACHE_PATH = 512 };

// Makes the folder of a path that ends with '/' or with a file's name, and the folders above it.
static inline bool make_folders(const char *path)
{
    char folder[CACHE_PATH];
    for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
        if (mkdir(folder, 0777) && errno != EEXIST)
            return false;
    }
    return true;
}

// CUDA_COURSE_CACHE moves the folder, and so does XDG_CACHE_HOME, as for other programs. False if
// there is no such folder: tests work without one.
static inline bool cache_path(const char *name, char path[CACHE_PATH])
{
    const char *own = getenv("CUDA_COURSE_CACHE"), *all = getenv("XDG_CACHE_HOME"),
               *home = getenv("HOME");
    int n;
    if (own && *own)
        n = snprintf(path, CACHE_PATH, "%s/%s", own, name);
    else if (all && *all)
        n = snprintf(path, CACHE_PATH, "%s/cuda-course/%s", all, name);
    else
        n = snprintf(path, CACHE_PATH, "%s/.cache/cuda-course/%s", home && *home ? home : "/tmp",
                     name);
    return n < CACHE_PATH && make_folders(path);
}

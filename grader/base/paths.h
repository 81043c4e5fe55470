// paths.h - where things are. Everything follows from the place of build/grade.
#pragma once

#include <stdbool.h>

const char *paths_root(void);   // the repository
const char *paths_build(void);  // its build folder
const char *paths_runner(void); // build/runner
const char *paths_lib(void);    // build/lib/libcudart.so.13

// An absolute path made from the root and a formatted rest; good until the
// eighth call after this one.
const char *paths_at(const char *format, ...) __attribute__((format(printf, 1, 2)));

// A source file's name as the simulator gives it, made short and clickable: relative to the
// root, or in `folder` if it has no folder of its own. Good until the next call.
const char *paths_source(const char *file, const char *folder);

// Is it that folder, or in it?
bool paths_is_below(const char *path, const char *folder);

// Other places, for tests. NULL leaves one as it is.
void paths_set(const char *root, const char *runner, const char *lib);

// older.h - functions of CUDA 12's runtime whose arguments are not those of CUDA 13.
#pragma once

typedef struct {
    const char *name;
    void *function; // NULL: it is refused
} OlderFunction;

// NULL: the function is the one of CUDA 13 with the same name.
const OlderFunction *older_function(const char *name);

// side.h - what this folder needs of the process that it is in: the program's or the machine's.
// A constructor of that process says it, so that the first call of a program finds it. This header
// does not see CUDA's, because symbols.c must not.
#pragma once

#include <stdbool.h>

enum { MAX_CONFIGURATIONS = 64 }; // nested: to compute an argument, host code may launch

typedef struct {
    void (*default_per_thread)(void); // the next call of this thread is a _ptsz or _ptds
    // A function that the simulator lacks is called; `again`: not for the first time. The result
    // is cudaErrorNotSupported.
    int (*missing)(const char *name, bool again);
    // <<<...>>>: the thread pushes its configuration number `depth`, or pops it. May be NULL.
    void (*configured)(unsigned depth, bool popped);
} ThisSide;

extern ThisSide side __attribute__((visibility("hidden")));

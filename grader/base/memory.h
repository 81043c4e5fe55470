// memory.h - when memory ends, the grader ends, with one line.
#pragma once

#include <stdio.h>
#include <stdlib.h>

// Passes on what malloc() and its relatives returned.
static inline void *need(void *memory)
{
    if (!memory) {
        fputs("grade: no memory is left\n", stderr);
        abort();
    }
    return memory;
}

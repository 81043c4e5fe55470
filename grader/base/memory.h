// memory.h - when memory ends, grading ends, with one line.
#pragma once

#include <stdlib.h>

#include "limits.h"

// Passes on what malloc() and its relatives returned.
static inline void *need(void *memory)
{
    if (!memory)
        limits_reached("no memory is left");
    return memory;
}

// memory.h - when memory ends, grading ends, with one line.
//
// Memory for millions of elements comes in huge pages, where the system has some: a page fault for
// each 4 KB costs more than what is done with the elements.
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

// Zeroed memory, for free().
void *large_alloc(size_t bytes);

// Pages of that memory are needed soon, all of them.
void large_prepare(void *memory, size_t bytes);

// Zeroed memory that all processes share which are forked after this.
void *shared_alloc(size_t bytes);

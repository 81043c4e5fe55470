// alloc.h - memory from the host, for every layer. There is one policy when the host has no
// memory left: one line on standard error, then abort. So no caller looks for NULL.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void *alloc_checked(void *p)
{
    if (p)
        return p;
    fputs("cudasim: the host has no memory left\n", stderr);
    abort();
}

static inline void *alloc_bytes(size_t bytes) { return alloc_checked(malloc(bytes ? bytes : 1)); }

static inline void *alloc_zeroed(size_t n, size_t size)
{
    return alloc_checked(calloc(n ? n : 1, size ? size : 1));
}

static inline void *alloc_resized(void *p, size_t bytes)
{
    return alloc_checked(realloc(p, bytes ? bytes : 1));
}

static inline char *alloc_copy(const char *text) { return alloc_checked(strdup(text)); }

// An array with room for element n: `at` itself, or twice as large and moved.
static inline void *alloc_grown(void *at, size_t n, size_t *room, size_t element)
{
    if (n < *room)
        return at;
    *room = n < 32 ? 64 : 2 * n;
    return alloc_resized(at, *room * element);
}

// alloc.h - memory of the host for the simulator itself. Nothing useful can be done when that
// memory ends: one line on stderr, and a status by which the grader knows the cause. Where a size
// is the program's choice (device memory, a launch's shared and local memory) the caller uses
// malloc, and makes a CUDA error of a NULL.
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OUT_OF_MEMORY = 111 }; // the exit status

__attribute__((noreturn, cold)) static inline void out_of_memory(void)
{
    static const char text[] = "cudasim: out of memory\n";
    ssize_t ignored = write(STDERR_FILENO, text, sizeof text - 1);
    (void)ignored;
    _exit(OUT_OF_MEMORY);
}

// What an allocating function has returned, which is not NULL.
static inline void *must(void *p)
{
    if (!p)
        out_of_memory();
    return p;
}

// `n` elements of `size` bytes each. At least one element is allocated, so that the result
// is never NULL.
static inline void *must_malloc(size_t n, size_t size)
{
    return must(reallocarray(NULL, n ? n : 1, size));
}

static inline void *must_calloc(size_t n, size_t size) { return must(calloc(n ? n : 1, size)); }

static inline void *must_realloc(void *p, size_t n, size_t size)
{
    return must(reallocarray(p, n ? n : 1, size));
}

// An array with room for element n: the same one, or one twice as large.
static inline void *array_room(void *array, uint32_t n, uint32_t *size, size_t bytes)
{
    if (n < *size)
        return array;
    *size = *size ? 2 * *size : 64;
    return must_realloc(array, *size, bytes);
}

static inline char *must_strdup(const char *text) { return (char *)must(strdup(text)); }

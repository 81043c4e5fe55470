// heap_damage.c - glibc finds a damaged heap at a later malloc() or free(), prints one line and
// aborts. The words are those of glibc 2.36 and of GCC's library.
#define _GNU_SOURCE
#include "heap_damage.h"

#include <stdio.h>
#include <string.h>

static const char overrun[] = "the program wrote past the end of a block of the host's heap";
static const char twice[] = "the program freed a block of the host's heap twice";
static const char foreign[] = "the program freed a pointer that is not the start of a block of the "
                              "host's heap, or wrote past the end of a block";

static const struct {
    const char *words, *sentence;
} kinds[] = {
    {"free(): double free detected", twice},
    {"double free or corruption (fasttop)", twice},
    {"double free or corruption", overrun},
    {"free(): invalid pointer", foreign},
    {"realloc(): invalid pointer", foreign},
    {"munmap_chunk(): invalid pointer", foreign},
    {"mremap_chunk(): invalid pointer", foreign},
    {"corrupted size vs. prev_size", overrun},
    {"corrupted double-linked list", overrun},
    {"malloc(): ", overrun},
    {"malloc_consolidate(): ", overrun},
    {"free(): ", overrun},
    {"realloc(): ", overrun},
};

bool heap_damage_read(const char *text, size_t bytes, char *sentence, size_t size)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t n = strlen(kinds[i].words);
        for (const char *at = text; at + n <= text + bytes; at++) {
            bool starts = at == text || at[-1] == '\n';
            if (!starts || memcmp(at, kinds[i].words, n) != 0)
                continue;
            const char *end = memchr(at, '\n', (size_t)(text + bytes - at));
            int length = (int)((end ? end : text + bytes) - at);
            snprintf(sentence, size, "%s (the C library says: %.*s)", kinds[i].sentence,
                     length < 80 ? length : 80, at);
            return true;
        }
    }
    return false;
}

// ---- assertions and exceptions -------------------------------------------------------------

// The last text between two words, the second of which comes after the first; NULL: there is none.
static const char *last_between(const char *text, size_t bytes, const char *from, const char *to,
                                int *length)
{
    const char *found = NULL, *end = text + bytes;
    size_t n = strlen(from);
    for (const char *at = text; (at = memmem(at, (size_t)(end - at), from, n)) != NULL;) {
        at += n;
        const char *stop = memmem(at, (size_t)(end - at), to, strlen(to));
        if (!stop)
            break;
        found = at;
        *length = (int)(stop - at);
    }
    return found;
}

bool abort_read(const char *text, size_t bytes, char *sentence, size_t size)
{
    int length, more = 0;
    const char *what = last_between(text, bytes, ": Assertion `", "' failed.\n", &length);
    if (what) {
        snprintf(sentence, size, "an assertion failed: %.*s", length, what);
        return true;
    }
    what = last_between(text, bytes, "terminate called after throwing an instance of '", "'\n",
                        &length);
    if (!what)
        return false;
    const char *said =
        last_between(what, (size_t)(text + bytes - what), "  what():  ", "\n", &more);
    for (int i = length; i-- > 1;)
        if (what[i - 1] == ':') { // without its namespace
            what += i;
            length -= i;
            break;
        }
    snprintf(sentence, size, "an exception was not caught: %.*s%s%.*s", length, what,
             said ? ": " : "", more, said ? said : "");
    return true;
}

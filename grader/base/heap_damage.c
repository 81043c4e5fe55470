// heap_damage.c - glibc finds a damaged heap at a later malloc() or free(), prints one line and
// aborts. The words are those of glibc 2.36.
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

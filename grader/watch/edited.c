// edited.c - which part a person works on, from two saves of a file.
#include "edited.h"

#include <stdlib.h>
#include <string.h>

#include "grader/attempts/regions.h"

static bool is_same(const FileRegion *a, const FileRegion *b)
{
    size_t n = (size_t)(a->end - a->body);
    return n == (size_t)(b->end - b->body) && memcmp(a->body, b->body, n) == 0;
}

int edited_part(const char *before, const char *now)
{
    Regions old, new;
    int part = 0;
    find_regions(before, &old);
    find_regions(now, &new);
    if (old.problem[0] || new.problem[0])
        return 0;
    for (int i = 0; i < new.count; i++) {
        const FileRegion *r = &new.region[i], *was = region_called(&old, r->label);
        int its = atoi(r->label); // "2a" is one of part 2
        if (!was || is_same(r, was))
            continue;
        if (part && its != part)
            return 0;
        part = its;
    }
    return part;
}

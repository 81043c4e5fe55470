// choose.c - the table of all labs, and finding one by name.
#include "choose.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/near.h"

#define LAB(name) extern const Lab lab_##name;
#include "build/all_labs.h"
#undef LAB

const Lab *const all_labs[] = {
#define LAB(name) &lab_##name,
#include "build/all_labs.h"
#undef LAB
};
const int all_labs_count = sizeof all_labs / sizeof all_labs[0];

// "04", "4", "reduction" and "04_reduction" all mean 04_reduction.
bool lab_matches(const Lab *lab, const char *word)
{
    const char *topic = strchr(lab->name, '_');
    if (strcmp(word, "all") == 0 || strcmp(word, lab->name) == 0)
        return true;
    if (topic && strcmp(word, topic + 1) == 0)
        return true;
    for (const char *c = word; *c; c++)
        if (!isdigit((unsigned char)*c))
            return false;
    return *word && strtol(word, NULL, 10) == strtol(lab->name, NULL, 10);
}

const char *lab_question(const char *word)
{
    Near near = {.typed = word};
    for (int i = 0; i < all_labs_count; i++) {
        near_try(&near, lab_topic(all_labs[i]));
        near_try(&near, all_labs[i]->name);
    }
    return near_question(&near);
}

const char *lab_topic(const Lab *lab)
{
    const char *cut = strchr(lab->name, '_');
    return cut ? cut + 1 : lab->name;
}

int part_points(const Part *part)
{
    int points = 0;
    for (const Item *item = part->items; item->name; item++)
        points += item->points;
    return points;
}

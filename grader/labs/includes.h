// includes.h - a real graph, for labs 11 and 12.
#pragma once

#include <stdint.h>

// A graph whose pages and links are in memory of its own.
typedef struct {
    int32_t pages, links;
    int32_t *from, *to; // links, in any order
    char **name;        // of each page, or NULL
} LinkList;

// The files of this course and what they include: grader/labs/includes.txt.
LinkList links_of_includes(void);
void links_free(LinkList *all);

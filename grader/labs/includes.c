// includes.c - reads includes.txt: a line is "file: its includes"; see includes.sh.
#include "includes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/memory.h"
#include "grader/base/paths.h"

enum { MOST_PAGES = 2048, MOST_LINKS = 8192, LONGEST_LINE = 8192 };

// The number of the page with this name; a new name is a new page.
static int32_t find_page(LinkList *all, const char *name)
{
    for (int32_t page = 0; page < all->pages; page++)
        if (!strcmp(all->name[page], name))
            return page;
    if (all->pages == MOST_PAGES)
        return 0;
    all->name[all->pages] = need(strdup(name));
    return all->pages++;
}

static void read_links(LinkList *all, char *line)
{
    char *rest = line, *file = strtok_r(line, ": \n", &rest), *included;
    if (!file || *file == '#')
        return;
    int32_t from = find_page(all, file);
    while ((included = strtok_r(NULL, ": \n", &rest)) && all->links < MOST_LINKS) {
        all->from[all->links] = from;
        all->to[all->links++] = find_page(all, included);
    }
}

LinkList links_of_includes(void)
{
    LinkList all = {.from = need(malloc(MOST_LINKS * sizeof *all.from)),
                    .to = need(malloc(MOST_LINKS * sizeof *all.to)),
                    .name = need(calloc(MOST_PAGES, sizeof *all.name))};
    char *line = need(malloc(LONGEST_LINE));
    FILE *f = fopen(paths_at("grader/labs/includes.txt"), "r");
    if (!f)
        limits_reached("grader/labs/includes.txt is missing");
    while (fgets(line, LONGEST_LINE, f))
        read_links(&all, line);
    fclose(f);
    free(line);
    return all;
}

void links_free(LinkList *all)
{
    for (int32_t page = 0; all->name && page < all->pages; page++)
        free(all->name[page]);
    free(all->name);
    free(all->from);
    free(all->to);
    *all = (LinkList){0};
}

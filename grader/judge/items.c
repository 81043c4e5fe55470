// items.c - which cases an item is about; places in its record.
#include "items.h"

#include <string.h>

#include "grader/base/paths.h"

bool item_has_case(const Item *item, const Case *c)
{
    return !item->group || (c->group && strcmp(item->group, c->group) == 0);
}

int item_counted_case(const Item *item, const CaseList *list)
{
    for (int i = 0; i < list->count; i++)
        if ((list->cases[i]->flags & CASE_COUNTED) && item_has_case(item, list->cases[i]))
            return i;
    return -1;
}

size_t item_case_elements(const Case *c)
{
    size_t elements = 0;
    for (int b = 0; b < c->buffers; b++)
        elements += c->buffer[b].count;
    return elements;
}

bool item_shows_better(const Case *a, const Case *b)
{
    unsigned trivial = CASE_TRIVIAL;
    if ((a->flags & trivial) != (b->flags & trivial))
        return b->flags & trivial;
    return item_case_elements(a) < item_case_elements(b);
}

void item_set_finding(ItemRecord *record, Status status, const SimFinding *finding)
{
    record_set(record, status, tool_name(finding->tool), "%.800s", finding->message);
    record->cause = finding->cause;
}

static void add_place(ItemRecord *record, const SimPlace *place, PlaceRole role, const char *folder)
{
    if (place->file && place->line)
        places_add_once(&record->where, paths_source(place->file, folder), place->line, role);
}

void item_add_places(ItemRecord *record, const SimFinding *finding, const char *folder)
{
    add_place(record, &finding->place, ROLE_cause, folder);
    add_place(record, &finding->caller, ROLE_cause, folder);
    if (finding->has_other)
        add_place(record, &finding->other, ROLE_other, folder);
}

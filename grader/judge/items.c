// items.c - which cases an item is about.
#include "items.h"

#include <string.h>

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

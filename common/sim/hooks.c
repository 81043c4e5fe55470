// hooks.c - the list of observers, in order of rank.
#include "hooks.h"

#include <assert.h>

Hooks hooks_all;
static Observer *traffic_observer; // NULL: none offered

bool hooks_has(const Observer *o)
{
    for (unsigned i = 0; i < hooks_all.n; i++)
        if (hooks_all.list[i] == o)
            return true;
    return false;
}

void hooks_add(Observer *o)
{
    if (hooks_has(o))
        return;
    assert(hooks_all.n < MAX_OBSERVERS);
    o->slot = hooks_all.n;
    unsigned at = hooks_all.n++;
    for (; at && hooks_all.list[at - 1]->rank > o->rank; at--)
        hooks_all.list[at] = hooks_all.list[at - 1];
    hooks_all.list[at] = o;
    hooks_all.access |= o->access != NULL;
    hooks_all.loads |= o->load != NULL;
    hooks_all.barrier |= o->barrier_arrive != NULL;
    hooks_all.values |= o->needs_values;
    hooks_all.traffic |= o->launch_traffic != NULL;
    hooks_all.shuffle |= o->shuffle != NULL;
    hooks_all.warp_sync |= o->warp_sync != NULL;
    hooks_all.copies |= o->copy_unfinished != NULL;
}

void hooks_offer_traffic(Observer *o) { traffic_observer = o; }

void hooks_want_times(void)
{
    if (!hooks_all.traffic && traffic_observer)
        hooks_add(traffic_observer);
}

// hooks.c - the list of observers, in order of rank.
#include "hooks.h"

#include <assert.h>

Hooks hooks_all;
static Observer *traffic_observer; // NULL: none offered
static bool times_wanted;

bool hooks_has(const Observer *o)
{
    for (unsigned i = 0; i < hooks_all.n; i++)
        if (hooks_all.list[i] == o)
            return true;
    return false;
}

static void note_listener(const Observer *o)
{
    hooks_all.access |= o->access != NULL;
    hooks_all.loads |= o->load != NULL;
    hooks_all.barrier |= o->barrier_arrive != NULL;
    hooks_all.values |= o->needs_values;
    hooks_all.traffic |= o->launch_traffic != NULL;
    hooks_all.shuffle |= o->shuffle != NULL;
    hooks_all.warp_sync |= o->warp_sync != NULL;
    hooks_all.copies |= o->copy_unfinished != NULL;
}

void hooks_add(Observer *o)
{
    static unsigned slots;
    if (hooks_has(o))
        return;
    assert(slots < MAX_OBSERVERS || o->has_slot);
    if (!o->has_slot)
        o->slot = slots++;
    o->has_slot = true;
    assert(hooks_all.n < MAX_OBSERVERS);
    unsigned at = hooks_all.n++;
    for (; at && hooks_all.list[at - 1]->rank > o->rank; at--)
        hooks_all.list[at] = hooks_all.list[at - 1];
    hooks_all.list[at] = o;
    assert(at + 1 == hooks_all.n || o->rank < hooks_all.list[at + 1]->rank);
    note_listener(o);
}

static void remove_observer(const Observer *o)
{
    Hooks left = {0};
    for (unsigned i = 0; i < hooks_all.n; i++)
        if (hooks_all.list[i] != o)
            left.list[left.n++] = hooks_all.list[i];
    hooks_all = left;
    for (unsigned i = 0; i < left.n; i++)
        note_listener(left.list[i]);
}

// ---- the observer of traffic ----------------------------------------

void hooks_offer_traffic(Observer *o) { traffic_observer = o; }

void hooks_want_times(void)
{
    times_wanted = true;
    hooks_measure(true);
}

void hooks_measure(bool asked)
{
    if (!traffic_observer)
        return;
    if (asked || times_wanted)
        hooks_add(traffic_observer);
    else
        remove_observer(traffic_observer);
}

// hooks.c - the list of observers, in order of rank.
#include "hooks.h"

#include <assert.h>

Hooks hooks_all;
static Observer *traffic_observer; // NULL: none offered
static unsigned always, asked_for; // bits MEASURE_*

bool hooks_has(const Observer *o)
{
    for (unsigned i = 0; i < hooks_all.n; i++)
        if (hooks_all.list[i] == o)
            return true;
    return false;
}

void hooks_renew(void)
{
    Hooks h = {.n = hooks_all.n, .measured = hooks_all.measured};
    unsigned accesses = 0, arrive = 0, done = 0;
    for (unsigned i = 0; i < h.n; i++) {
        Observer *o = h.list[i] = hooks_all.list[i];
        if (o->access) {
            h.access[accesses++] = o->access;
            h.row = o->row;
        }
        if (o->barrier_arrive)
            h.barrier_arrive[arrive++] = o->barrier_arrive;
        if (o->barrier_done)
            h.barrier_done[done++] = o->barrier_done;
        h.loads |= o->load != NULL;
        h.values |= o->needs_values;
        h.shuffle |= o->shuffle != NULL;
        h.warp_sync |= o->warp_sync != NULL;
        h.copies |= o->copy_unfinished != NULL;
    }
    h.no_rows = accesses > 1 || (accesses == 1 && !h.row);
    hooks_all = h;
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
    hooks_renew();
}

static void remove_observer(const Observer *o)
{
    unsigned n = 0;
    for (unsigned i = 0; i < hooks_all.n; i++)
        if (hooks_all.list[i] != o)
            hooks_all.list[n++] = hooks_all.list[i];
    hooks_all.n = n;
    hooks_renew();
}

// ---- the observer of traffic ----------------------------------------

void hooks_offer_traffic(Observer *o) { traffic_observer = o; }

static void measure_all(void)
{
    if (!traffic_observer)
        return;
    unsigned all = always | asked_for;
    if (all)
        hooks_add(traffic_observer);
    else
        remove_observer(traffic_observer);
    hooks_all.measured = all;
}

void hooks_want_times(void)
{
    always |= MEASURE_times;
    measure_all();
}

void hooks_measure(unsigned asked)
{
    asked_for = asked;
    measure_all();
}

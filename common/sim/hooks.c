// hooks.c - the list of observers.
#include "hooks.h"

Hooks hooks_all;

void hooks_add(Observer *o)
{
    if (hooks_all.n == MAX_OBSERVERS)
        return;
    o->slot = hooks_all.n;
    hooks_all.list[hooks_all.n++] = o;
    hooks_all.access |= o->access != NULL;
    hooks_all.barrier |= o->barrier_arrive != NULL;
    hooks_all.values |= o->needs_values;
    hooks_all.copies |= o->copy_unfinished != NULL;
}

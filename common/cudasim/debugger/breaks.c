// breaks.c - breakpoints: the list that all processes share, and for which threads one holds.
#include "engine.h"

int break_add(Breakpoint b)
{
    for (int i = 0; i < MAX_BREAKS; i++)
        if (!debug->breaks[i].number) {
            b.number = ++debug->last_number;
            debug->breaks[i] = b;
            debug->breaks_version++;
            return b.number;
        }
    return 0;
}

Breakpoint *break_find(int number)
{
    for (int i = 0; number > 0 && i < MAX_BREAKS; i++)
        if (debug->breaks[i].number == number)
            return &debug->breaks[i];
    return NULL;
}

// The lane, of `lanes`, for which the breakpoint's condition holds; -1: none.
static int lane_that_breaks(Warp *w, uint32_t lanes, const Breakpoint *b, char why[300])
{
    Where at;
    if (where_focus(&at) && at.warp == w && lanes >> at.lane & 1 &&
        (!*b->condition || condition_holds(&at, b->condition, why)))
        return (int)at.lane;
    for (uint32_t m = lanes; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctz(m);
        at = where_lane(w, lane);
        if (!*b->condition || condition_holds(&at, b->condition, why))
            return (int)lane;
        if (*why)
            return (int)lane;
    }
    return -1;
}

Breakpoint *break_next(Warp *w, uint32_t lanes, uint64_t *marks, int *lane, char why[300])
{
    while (*marks && lanes) {
        Breakpoint *b = &debug->breaks[__builtin_ctzll(*marks)];
        *marks &= *marks - 1;
        if (!b->number || b->disabled)
            continue;
        *why = 0;
        *lane = lane_that_breaks(w, lanes, b, why);
        if (*lane >= 0)
            return b;
    }
    return NULL;
}

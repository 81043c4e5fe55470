// recorded.c - the variables of a lane for the recorder (observers/look/), of a program that was
// compiled with -G: those that `info locals` and `info args` show.
#include "engine.h"

#include "observers/look/look.h"

#include <stdlib.h>

typedef struct {
    Where at;
    FrameView f;
    LookVariable *take;
    void *user;
} Asked;

// A longer array would take most of the time of a recording; the page shows shared memory itself.
enum { MOST_BYTES = 256 };

static bool take_variable(const DebugVariable *v, void *user)
{
    Asked *a = user;
    Text t = {0};
    if (v->place.kind == PLACE_none || !v->type || v->type->bytes > MOST_BYTES)
        return false;
    DebugValue value = value_at(&a->at, &a->f, v->type, v->place);
    value_text(&a->at, &a->f, &value, 0, &t);
    a->take(a->user, v->name, t.used ? t.at : "");
    free(t.at);
    return false;
}

static void ask(void *user)
{
    Asked *a = user;
    if (frame_at(&a->at, 0, &a->f))
        variables_visit(&a->at, &a->f, take_variable, a);
}

// A value that cannot be told ends the list.
static void lane_variables(Warp *w, unsigned lane, LookVariable *take, void *user)
{
    char why[300];
    Asked a = {.take = take, .user = user};
    moment.warp = w;
    moment.launch = w->launch;
    a.at = where_lane(w, lane);
    debug_try(ask, &a, why);
}

// In each machine that has the debugger.
__attribute__((constructor)) static void record_variables(void)
{
    look_lane_variables = lane_variables;
}

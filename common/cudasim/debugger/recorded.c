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

// All of a long array would take most of the time of a recording, and the page has room for its
// first elements only.
enum { MOST_BYTES = 256, SHOWN = 16 };

static bool take_variable(const DebugVariable *v, void *user)
{
    Asked *a = user;
    Text t = {0};
    if (v->place.kind == PLACE_none || !v->type)
        return false;
    DebugType type = *v->type;
    bool is_long = type.bytes > MOST_BYTES;
    if (is_long && (type.kind != TY_array || type.of->bytes > MOST_BYTES / SHOWN))
        return false;
    if (is_long)
        type = (DebugType){
            .kind = TY_array, .of = type.of, .count = SHOWN, .bytes = SHOWN * type.of->bytes};
    DebugValue value = value_at(&a->at, &a->f, is_long ? &type : v->type, v->place);
    value_text(&a->at, &a->f, &value, 0, &t);
    if (is_long)
        text_put(&t, "...");
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

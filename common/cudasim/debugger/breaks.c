// breaks.c - breakpoints: the list that all processes share, for which threads one holds, and what
// one says that does not stop.
#include "engine.h"

#include <stdlib.h>
#include <string.h>

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

// ---- messages of a breakpoint that does not stop ------------------------

typedef struct {
    const Where *at;
    const char *text;
    Text *told;
} Told;

static void tell_value(void *user)
{
    Told *t = user;
    FrameView f;
    if (!frame_at(t->at, 0, &f))
        debug_fail("the thread has exited");
    DebugValue v = expression_value(t->at, &f, t->text);
    value_text(t->at, &f, &v, 0, t->told);
}

// The message with the values of what stands in braces.
static void tell(const Where *at, const char *message, Text *told)
{
    char expression[MAX_WORDS], why[300];
    while (*message) {
        size_t plain = strcspn(message, "{");
        size_t n = message[plain] ? strcspn(message + plain, "}") : 0;
        text_add(told, "%.*s", (int)plain, message);
        message += plain;
        if (!n || !message[n]) {
            text_put(told, message);
            break;
        }
        snprintf(expression, sizeof expression, "%.*s", (int)n - 1, message + 1);
        if (!debug_try(tell_value, &(Told){at, expression, told}, why))
            text_add(told, "{%s: %s}", expression, why);
        message += n + 1;
    }
    text_put(told, "\n");
}

void break_tell(Warp *w, uint32_t lanes, const Breakpoint *b)
{
    Text told = {0};
    char why[300] = "";
    for (uint32_t m = lanes; m && !*why; m &= m - 1) {
        Where at = where_lane(w, (unsigned)__builtin_ctz(m));
        if (!*b->condition || condition_holds(&at, b->condition, why))
            tell(&at, b->message, &told);
        else if (*why)
            text_add(&told, "Error in testing condition for breakpoint %d: %s\n", b->number, why);
    }
    debug_face->log(told.at, told.used);
    free(told.at);
}

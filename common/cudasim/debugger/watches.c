// watches.c - accesses to watched words: which lane has read or written one in the last step.
#include "engine.h"

static Touched touched[MAX_TOUCHED];
static unsigned ntouched;

void watch_forget(void) { ntouched = 0; }

static bool in_word(const Breakpoint *b, const Access *a, unsigned lane)
{
    uint64_t at = a->addr[lane], n = a->width;
    if (a->space == SPACE_shared)
        at += SHARED_WINDOW + ((uint64_t)accessed_block(a)->cluster_rank << SHARED_RANK_SHIFT);
    else if (a->space == SPACE_local)
        at += LOCAL_WINDOW;
    if (at >= b->address + b->bytes || at + n <= b->address)
        return false;
    if (a->space == SPACE_global)
        return true;
    if (b->launch != a->warp->launch->serial || b->block != accessed_block(a)->index)
        return false;
    return a->space == SPACE_shared || b->thread == a->warp->index * WARP_SIZE + lane;
}

void watch_touch(Breakpoint *b, const Access *a)
{
    for (uint32_t m = a->mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctz(m);
        if (!in_word(b, a, lane) || ntouched == MAX_TOUCHED)
            continue;
        Touched *t = &touched[ntouched++];
        *t = (Touched){.watch = b,
                       .warp = a->warp,
                       .lane = lane,
                       .writes = a->kind != ACCESS_load,
                       .reads = a->kind != ACCESS_store && a->kind != ACCESS_red,
                       .step = moment.now - 1,
                       .line = step_line(a->warp->frame->code, a->index)};
        Where at = where_lane(a->warp, lane);
        char why[120];
        memory_read(&at, b->address, t->old, b->bytes, why);
        return;
    }
}

void watch_value(const Breakpoint *b, const uint8_t *bytes, Text *t)
{
    DebugValue v = {.type = type_named(b->type, strlen(b->type))};
    memcpy(v.bytes, bytes, b->bytes);
    value_text(NULL, NULL, &v, 0, t);
}

void watch_describe(const Touched *t, const uint8_t *new, bool backwards, Text *text)
{
    const Breakpoint *b = t->watch;
    bool changed = memcmp(t->old, new, b->bytes);
    text_add(text, "Hardware %swatchpoint %d: %s\n\n",
             b->kind == BREAK_read     ? "read "
             : b->kind == BREAK_access ? "access (read/write) "
                                       : "",
             b->number, b->what);
    if (changed) {
        text_put(text, "Old value = ");
        watch_value(b, backwards ? new : t->old, text);
        text_put(text, "\nNew value = ");
    } else {
        text_put(text, "Value = ");
    }
    watch_value(b, changed && backwards ? t->old : new, text);
    text_put(text, "\n");
}

// What the step before this one did to a watched word; NULL: nothing that matters.
const Touched *watch_changed(uint8_t new[VALUE_ROOM])
{
    for (unsigned i = 0; i < ntouched; i++) {
        const Touched *t = &touched[i];
        Where at = where_lane(t->warp, t->lane);
        char why[120];
        if (!memory_read(&at, t->watch->address, new, t->watch->bytes, why))
            continue;
        bool changed = t->writes && memcmp(t->old, new, t->watch->bytes);
        BreakKind k = t->watch->kind;
        if (k == BREAK_write ? changed : k == BREAK_read ? t->reads : t->reads || t->writes)
            return t;
    }
    return NULL;
}

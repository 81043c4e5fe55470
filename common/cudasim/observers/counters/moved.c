// moved.c - what a launch has moved, by function: where it is kept.
#include "moved.h"

#include <assert.h>

LaunchMoved *moved_now;

static void find_facts(CodeInfo *c)
{
    c->access = must_calloc(c->nsteps + 1, sizeof *c->access);
    for (uint32_t i = 0; i < c->nsteps; i++)
        c->access[i] = *facts_access(c->code->facts, c->steps[i].inst);
}

Moved *moved_begin(CodeInfo *c)
{
    LaunchMoved *m = moved_now;
    assert(m);
    if (c->number >= m->nmoved) {
        uint32_t n = 2 * c->number + 16;
        m->moved = must_realloc(m->moved, n, sizeof *m->moved);
        memset(m->moved + m->nmoved, 0, (n - m->nmoved) * sizeof *m->moved);
        m->nmoved = n;
    }
    if (!c->access)
        find_facts(c);
    m->moved[c->number] = (Moved){.code = c, .traffic = must_calloc(c->nsteps, sizeof(Traffic))};
    return &m->moved[c->number];
}

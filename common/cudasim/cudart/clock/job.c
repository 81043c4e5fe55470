// job.c - references to jobs, and the list of those who watch the timeline.
#include "job.h"

#include <assert.h>
#include <stdlib.h>

ClockWatcher *clock_watchers;

void clock_watch(ClockWatcher *w)
{
    assert(!w->next && clock_watchers != w); // once
    w->next = clock_watchers;
    clock_watchers = w;
}

Job *job_ref(Job *j)
{
    if (j)
        j->refs++;
    return j;
}

void job_drop_deps(Job *j)
{
    for (unsigned i = 0; i < j->ndeps; i++)
        job_drop(&j->deps[i]);
    free(j->deps);
    j->deps = NULL;
    j->ndeps = 0;
}

void job_drop(Job **p)
{
    Job *j = *p;
    *p = NULL;
    if (!j)
        return;
    assert(j->refs);
    if (--j->refs)
        return;
    job_drop_deps(j);
    free(j->name);
    free(j->args);
    for (unsigned i = 0; i < j->ngrids; i++) {
        free(j->grids[i].name);
        free(j->grids[i].args);
    }
    free(j->grids);
    free(j);
}

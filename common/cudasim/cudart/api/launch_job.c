// launch_job.c - what the timeline gets of a launch that has been executed: the job's
// duration and its share of the GPU, and what a drawing shows.
#include "launch.h"

#include "paging.h"

#include "cudart/clock/delays.h"
#include "cudart/drawing/drawing.h"

#include "alloc.h"
#include "sim/cost.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

// The arguments as text. Only their sizes are known, not their types.
static char *show_args(const Launch *l)
{
    const Func *f = l->code->func;
    size_t size = 32 * (size_t)f->nparams + 1, n = 0;
    char *text = must_calloc(1, size);
    for (unsigned i = 0; i < f->nparams; i++) {
        const uint8_t *at = l->params + f->params[i]->offset;
        uint64_t v = 0;
        unsigned bytes = (unsigned)f->params[i]->size;
        memcpy(&v, at, bytes < 8 ? bytes : 8);
        const char *comma = i ? ", " : "";
        if (bytes > 8)
            n += (size_t)snprintf(text + n, size - n, "%s{%u bytes}", comma, bytes);
        else if (bytes == 8 && mem_is_device(v))
            n += (size_t)snprintf(text + n, size - n, "%s0x%llx", comma, (unsigned long long)v);
        else
            n += (size_t)snprintf(text + n, size - n, "%s%lld", comma,
                                  bytes == 4 ? (long long)(int32_t)v : (long long)v);
    }
    return text;
}

static char *show_name(const Launch *l)
{
    return must_strdup(l->code->name ? l->code->name : "kernel");
}

// ---- grids that kernels launch --------------------------------------

// Of the launch that is being executed.
static struct {
    JobGrid *at;
    size_t n, room;
} child_grids;

// Child grids end in the order of their serial numbers, a parent before its children.
static void note_child_grid(Launch *l)
{
    if (!l->parent)
        return;
    if (child_grids.n == child_grids.room) {
        child_grids.room = child_grids.room ? 2 * child_grids.room : 64;
        child_grids.at = must_realloc(child_grids.at, child_grids.room, sizeof(JobGrid));
    }
    JobGrid *at = child_grids.at;
    assert(!child_grids.n || at[child_grids.n - 1].launch < l->serial);
    double end = l->began + l->us;
    at[child_grids.n++] = (JobGrid){.name = show_name(l),
                                    .args = show_args(l),
                                    .begin = l->began,
                                    .end = end,
                                    .over = end,
                                    .grid = l->grid,
                                    .block = l->block,
                                    .shared = l->shared_bytes,
                                    .depth = l->depth,
                                    .launch = l->serial,
                                    .launcher = l->parent_serial};
    // An ancestor ends no earlier than its descendants.
    for (const Launch *p = l->parent; p->parent; p = p->parent) {
        uint64_t back = l->serial - p->serial;
        if (back < child_grids.n && at[child_grids.n - 1 - back].over < end)
            at[child_grids.n - 1 - back].over = end;
    }
}

void launch_note_children(void)
{
    static Observer observer = {
        .name = "timeline", .rank = RANK_timeline, .launch_end = note_child_grid};
    hooks_add(&observer);
}

// ---- the job --------------------------------------------------------

void launch_describe(Job *j, const Launch *l)
{
    double blocks = (double)l->grid.x * l->grid.y * l->grid.z, sms = model.multiprocessors;
    int per_sm = launch_blocks_per_sm(l->code, l->threads, l->shared_bytes);
    j->units = blocks / (per_sm > 0 ? per_sm : 1);
    if (j->units > sms)
        j->units = sms;
    j->us = l->tree_us + rt.node_us;
    j->own_us = l->us + rt.node_us;
    rt.node_us = 0;
    uint64_t n = (uint64_t)l->grid.x * l->grid.y * l->grid.z;
    j->trigger_us = l->triggers == n ? cost_moment(l, n - 1, l->trigger_path) : l->us;
    j->triggers = l->triggers > 0;
    if (l->programmatic)
        j->early_us = l->has_waited ? cost_moment(l, 0, l->wait_path) : l->us;
    j->grids = child_grids.at;
    j->ngrids = (unsigned)child_grids.n;
    memset(&child_grids, 0, sizeof child_grids);
    paging_of_launch(j);
    j->compute = cost_load.compute / j->us;
    j->memory = cost_load.memory / j->us;
    j->grid = l->grid;
    j->block = l->block;
    j->shared = l->shared_bytes;
    j->launch = l->serial;
    if (trace_wanted()) {
        j->name = show_name(l);
        j->args = show_args(l);
    } else if (delays_wanted()) {
        j->name = show_name(l);
    }
}

// children.c - executes what the kernels of a grid have asked for, after the grid has ended:
// child grids, copies and memsets, in the order in which they were asked for.
#include "requests.h"

#include "cost_table.h"

#include <stdlib.h>

static void copy_rows(const DeviceWork *work)
{
    bool copy = work->child.kind == CHILD_copy;
    for (uint64_t row = 0; row < work->height; row++) {
        uint64_t dst = work->dst + row * work->dpitch, src = work->src + row * work->spitch;
        uint8_t *to = mem_host(dst, work->width);
        const uint8_t *from = copy ? mem_host(src, work->width) : NULL;
        if (!to || (copy && !from))
            continue; // freed since then: the checks of the host's copies do not apply here
        if (from)
            EACH_HOOK(host_read, (src, work->width));
        EACH_HOOK(host_write, (dst, work->width));
        if (from)
            EACH_HOOK(copy, (dst, src, work->width));
        if (from)
            memmove(to, from, work->width);
        else
            memset(to, work->value, work->width);
    }
}

// Executes one grid that can start at `ready`. Its tail launches go to the front of *tail, for
// the caller to execute. Returns when the grid has ended with all its descendants.
static double execute_grid(Launch *parent, const DeviceWork *work, double ready, DeviceWork **tail)
{
    Launch l = {.code = work->code,
                .grid = work->grid,
                .block = work->block,
                .cluster = child_cluster(work->code),
                .dynamic_shared = work->shared,
                .params = work->params,
                .param_bytes = work->code->func->param_bytes,
                .mark = parent->mark,
                .parent = parent,
                .child = &work->child,
                .parent_serial = work->launcher,
                .depth = work->depth,
                .generation = work->generation,
                .is_tail = tail != NULL,
                .began = child_start(ready)};
    LaunchStatus status = launch_run(&l);
    double end = l.began + l.tree_us;
    if (parent->tree_us < end - parent->began)
        parent->tree_us = end - parent->began;
    child_uses(&l);
    parent->descendants += 1 + l.descendants;
    if (parent->status == LAUNCH_ok)
        parent->status = status;
    if (l.children.tail) {
        l.children.tail_last->next = *tail;
        *tail = l.children.tail;
    }
    return end;
}

static void end_work(DeviceWork *work)
{
    EACH_HOOK(child_end, (&work->child));
    free(work->params);
    free(work);
}

static void execute_in_stream(Launch *l, StreamEnds *ends, const DeviceWork *work)
{
    switch (work->child.kind) {
    case CHILD_kernel: {
        double end = execute_grid(l, work, stream_ready(ends, l, work), NULL);
        stream_ends_at(ends, work, end + COST_CHILD_NEXT_US);
        break;
    }
    case CHILD_copy:
    case CHILD_set: copy_rows(work); break;
    case CHILD_record:
    case CHILD_wait: stream_ready(ends, l, work); break;
    }
}

// Work in streams, and work that is in no stream (fire and forget).
static void execute_streams(Launch *l)
{
    StreamEnds *ends = stream_ends_new(l->children.work);
    for (DeviceWork *work = l->children.work, *next; work; work = next) {
        next = work->next;
        if (l->status == LAUNCH_ok) {
            EACH_HOOK(child_begin, (l, &work->child));
            execute_in_stream(l, ends, work);
        }
        end_work(work);
    }
    stream_ends_free(ends);
    l->children.work = NULL;
}

// Tail launches run one after the other. The grid at the head of the chain also executes the
// tail launches of its tail launches, so that the chain can have any length.
static void execute_tail(Launch *l)
{
    uint64_t ended = l->serial; // the grid that ended last
    for (DeviceWork *work = l->children.tail, *next; work; work = next) {
        next = work->next;
        if (l->status == LAUNCH_ok) {
            EACH_HOOK(child_begin, (l, &work->child));
            if (work->child.kind == CHILD_kernel) {
                double delay = work->launcher == ended ? COST_CHILD_TAIL_US : COST_CHILD_NEXT_US;
                ended = device.launches;
                execute_grid(l, work, l->began + l->tree_us + delay, &next);
            } else if (work->child.kind == CHILD_copy || work->child.kind == CHILD_set) {
                copy_rows(work);
            }
        }
        end_work(work);
    }
    l->children = (Children){0};
}

void children_run(Launch *l)
{
    l->tree_us = l->us;
    if (!l->parent)
        child_times_begin();
    execute_streams(l);
    if (l->is_tail)
        return;
    execute_tail(l);
    if (!l->parent && l->tree_us < l->us + children_used())
        l->tree_us = l->us + children_used();
    if (!l->parent && l->descendants)
        l->tree_us += COST_CHILD_TREE_US;
}

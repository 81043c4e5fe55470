// graph_run.c - a launch of a graph: its nodes become jobs.
//
// The nodes of a chain go to one lane, and a lane is a stream, so that nodes in different lanes
// overlap; lane 0 is the stream of the launch itself, if its nodes are of that stream's device. An
// edge between lanes is a wait, as for an event. A child graph and the body of a conditional node
// have lanes of their own; their lane 0 is the lane of their node. Work that waits for the host is
// held, as in streams (held.c).
#include "cost_table.h"
#include "cudart/clock/held.h"
#include "cudart/clock/timeline.h"
#include "cudart/drawing/drawing.h"
#include "copy.h"
#include "graph.h"
#include "handles.h"
#include "memory.h"
#include "observers/findings.h"
#include "observers/observers.h"
#include "register.h"
#include "streams.h"

#include "alloc.h"
#include "sim/device_runtime/device_runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- graphs that can be launched -------------------------------------

static struct {
    GraphExec **at;
    uint32_t n, room;
} execs;

GraphExec *exec_new(WorkGraph *plan, WorkGraph *source, unsigned long long flags)
{
    static unsigned numbers;
    char label[32];
    GraphExec *x = must_malloc(1, sizeof *x);
    snprintf(label, sizeof label, "graph %u", ++numbers);
    *x = (GraphExec){.refs = 1,
                     .number = numbers,
                     .label = must_strdup(label), // the drawings keep it
                     .plan = plan,
                     .source = source,
                     .flags = flags,
                     .uploaded = flags & cudaGraphInstantiateFlagUpload};
    plan->refs = 1;
    source->execs++;
    execs.at = array_room(execs.at, execs.n, &execs.room, sizeof *execs.at);
    return execs.at[execs.n++] = x;
}

static void plan_drop(WorkGraph *plan)
{
    if (!--plan->refs)
        graph_free(plan);
}

void exec_drop(GraphExec *x)
{
    if (--x->refs)
        return;
    for (uint32_t i = 0; i < execs.n; i++)
        if (execs.at[i] == x)
            execs.at[i--] = execs.at[--execs.n];
    if (x->source)
        x->source->execs--;
    plan_drop(x->plan);
    job_drop(&x->last);
    if (x->apart) {
        x->apart->destroyed = true; // its work goes on
        stream_drop(x->apart);
    }
    free(x->tails);
    free(x->beside);
    free(x);
}

void execs_lose(const WorkGraph *g)
{
    for (uint32_t i = 0; i < execs.n; i++)
        if (execs.at[i]->source == g)
            execs.at[i]->source = NULL;
}

void execs_forget(void)
{
    for (uint32_t i = execs.n; i-- > 0;) {
        GraphExec *x = execs.at[i];
        if (x->plan->device != device.number)
            continue;
        handle_drop(x);
        exec_drop(x);
    }
}

// ---- lanes ----------------------------------------------------------

// A lane can be used by a node that comes after all of its nodes: if its last one is among those
// that the node depends on, or if a node among those has been put behind its last one.
typedef struct {
    const WorkNode *last, *behind;
} Lane;

static bool depends_on(const WorkNode *n, const WorkNode *earlier)
{
    return earlier && edge_find(earlier, n);
}

void graph_lay_out(WorkGraph *g)
{
    Lane *lane = must_calloc(g->n + 1, sizeof *lane);
    uint32_t lanes = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        WorkNode *n = g->order[i];
        uint32_t mine = lanes;
        for (uint32_t l = 0; l < lanes && n->before.n; l++) {
            bool last = depends_on(n, lane[l].last);
            if (lane[l].last->device != n->device || (!last && !depends_on(n, lane[l].behind)))
                continue;
            if (mine == lanes)
                mine = l;
            lane[l].behind = n;
        }
        lanes += mine == lanes;
        n->lane = mine;
        lane[mine] = (Lane){n, NULL};
    }
    g->nlanes = lanes;
    g->lane = must_calloc(lanes + 1, sizeof *g->lane);
    free(lane);
}

// ---- points: places in lanes that others wait for -------------------

typedef struct LanePoint {
    unsigned refs;
    Job *job;         // NULL: there is nothing to wait for
    HeldWork *record; // it is not known yet
} LanePoint;

static void point_drop(LanePoint *p)
{
    if (--p->refs)
        return;
    job_drop(&p->job);
    free(p);
}

typedef struct {
    LanePoint *point;
    Stream *stream;
} HeldPoint;

static cudaError_t go_on_with_point(void *args, const HeldWork *held)
{
    HeldPoint *p = args;
    p->point->job = job_ref(p->stream->last);
    p->point->record = NULL;
    held_recorded(held, p->point->job);
    point_drop(p->point);
    return cudaSuccess;
}

// The work of the stream so far.
static LanePoint *point_of(Stream *s)
{
    LanePoint *p = must_malloc(1, sizeof *p);
    *p = (LanePoint){.refs = 1};
    if (held_before(s)) {
        HeldPoint h = {p, s};
        p->refs++;
        p->record = hold(s, false, go_on_with_point, &h, sizeof h);
    } else {
        p->job = job_ref(s->last);
    }
    return p;
}

typedef struct {
    Stream *stream;
    LanePoint **at;
    uint32_t n;
} LaneWaits;

static cudaError_t go_on_with_wait(void *args, const HeldWork *held)
{
    Stream **s = args;
    if (held_job(held)) {
        Job *j = job_new(*s, JOB_mark);
        job_after(j, held_job(held));
        job_issue(j);
    }
    return cudaSuccess;
}

// What follows in the stream waits for all these points.
static void wait_for(LaneWaits *w)
{
    bool held = held_before(w->stream);
    for (uint32_t i = 0; i < w->n; i++)
        held |= w->at[i]->record != NULL;
    for (uint32_t i = 0; i < w->n && held; i++) {
        HeldWork *h = hold(w->stream, false, go_on_with_wait, &w->stream, sizeof w->stream);
        held_follows(h, w->at[i]->record, w->at[i]->record ? NULL : w->at[i]->job);
    }
    if (held || !w->n)
        return;
    Job *j = job_new(w->stream, JOB_mark);
    for (uint32_t i = 0; i < w->n; i++)
        job_after(j, w->at[i]->job);
    job_issue(j);
}

// ---- nodes ----------------------------------------------------------

static cudaError_t run_graph(GraphExec *x, WorkGraph *g, Stream *base);

static bool is_ready(uint64_t handle, bool as_tail)
{
    const GraphExec *x = handle_get((const void *)handle, HANDLE_exec);
    return x && x->uploaded && x->flags & cudaGraphInstantiateFlagDeviceLaunch &&
           (as_tail || !x->running);
}

// What the kernel, the last job of the stream, has launched. A graph that is forgotten runs beside
// the others, and the launch waits for its end, unless it is a sibling; tails come at the end.
static void take_asks(GraphExec *x, Stream *s)
{
    uint32_t n = device_graphs.asks;
    GraphAsk *ask = device_graphs.ask;
    device_graphs.ask = NULL;
    device_graphs.asks = device_graphs.room = 0;
    for (uint32_t i = 0; i < n; i++) {
        GraphExec *other = handle_get((const void *)ask[i].exec, HANDLE_exec);
        rt.spent.graphs_by_kernels++;
        if (ask[i].way == GRAPH_tail) {
            x->tails = array_room(x->tails, x->ntails, &x->tails_room, sizeof *x->tails);
            x->tails[x->ntails++] = ask[i].exec;
            continue;
        }
        if (!other->apart)
            other->apart = stream_new(cudaStreamNonBlocking, 0, NULL);
        LanePoint *now = point_of(s);
        wait_for(&(LaneWaits){other->apart, &now, 1});
        point_drop(now);
        rt.node_us = COST_GRAPH_BESIDE_US * (i + 1);
        exec_launch(other, other->apart);
        if (ask[i].way == GRAPH_sibling)
            continue;
        x->beside = array_room(x->beside, x->nbeside, &x->beside_room, sizeof *x->beside);
        x->beside[x->nbeside++] = point_of(other->apart);
    }
    free(ask);
}

static cudaError_t run_kernel(GraphExec *x, const WorkNode *n, Stream *s)
{
    const KernelWork *w = &n->kernel;
    Kernel *k;
    LaunchConfig c = w->config;
    c.stream = s;
    cudaError_t e = kernel_find(w->function, &k);
    if (!e && k->code->func->param_bytes != w->bytes)
        e = cudaErrorInvalidDeviceFunction;
    if (!e)
        e = launch_check(k, &c, true);
    if (e)
        return e;
    uint8_t *params = must_calloc(1, w->bytes + 16);
    memcpy(params, w->params, w->bytes);
    rt.spent.graph_kernels++;
    if (n->before.n)
        rt.node_us += COST_GRAPH_NEXT_US - COST_LAUNCH_US;
    int priority = s->priority;
    s->priority = x->flags & cudaGraphInstantiateFlagUseNodePriority ? w->priority : x->priority;
    struct DeviceGraphs outer = device_graphs;
    bool device = x->flags & cudaGraphInstantiateFlagDeviceLaunch;
    device_graphs = (struct DeviceGraphs){
        .running = device ? (uintptr_t)x : 0, .open = true, .is_ready = is_ready};
    e = launch_packed(k, &c, params);
    s->priority = priority;
    if (device_graphs.asks)
        take_asks(x, s);
    device_graphs = outer;
    return e;
}

// A body that launches no kernel cannot change its condition.
static bool is_kernel(const WorkNode *n) { return n->type == cudaGraphNodeTypeKernel; }

static cudaError_t run_conditional(GraphExec *x, const Conditional *c, Stream *s)
{
    cudaError_t e = cudaSuccess;
    held_finish_before(s); // the condition must be known
    uint32_t value = condition_get(c->handle);
    rt.node_us += COST_GRAPH_CONDITION_US;
    if (c->type != cudaGraphCondTypeWhile)
        rt.node_us += COST_GRAPH_ROUND_US;
    switch (c->type) {
    case cudaGraphCondTypeIf:
        if (value)
            return run_graph(x, c->body[0], s);
        return c->size > 1 ? run_graph(x, c->body[1], s) : cudaSuccess;
    case cudaGraphCondTypeSwitch:
        return value < c->size ? run_graph(x, c->body[value], s) : cudaSuccess;
    default: break;
    }
    if (value && !graph_has(c->body[0], is_kernel)) {
        rt_say("the body of a while node launches no kernel, and never ends");
        rt_fault(cudaErrorLaunchTimeout);
        return cudaSuccess;
    }
    while (!e && !rt_pending() && condition_get(c->handle)) {
        rt.node_us += COST_GRAPH_ROUND_US;
        e = run_graph(x, c->body[0], s);
        held_finish_before(s);
    }
    return e;
}

static cudaError_t run_node(GraphExec *x, WorkNode *n, Stream *s)
{
    switch ((int)(n->disabled ? cudaGraphNodeTypeEmpty : n->type)) {
    case cudaGraphNodeTypeKernel: return run_kernel(x, n, s);
    case cudaGraphNodeTypeMemcpy: return copy_node(&n->copy, s);
    case cudaGraphNodeTypeMemset: return fill_node(&n->set, s);
    case cudaGraphNodeTypeHost:
        return host_call((HostCall){s, NULL, n->host.fn, NULL, n->host.userData});
    case cudaGraphNodeTypeGraph: return run_graph(x, n->child, s);
    case cudaGraphNodeTypeWaitEvent: {
        const Event *event = handle_get(n->event, HANDLE_event);
        if (event)
            event_wait(s, event);
        return event ? cudaSuccess : cudaErrorInvalidResourceHandle;
    }
    case cudaGraphNodeTypeEventRecord: return event_record(n->event, s);
    case cudaGraphNodeTypeMemAlloc: {
        cudaError_t e = graph_memory_begins(n->memory);
        if (!e)
            pool_memory_begins(n->memory->alloc, s);
        return e;
    }
    case cudaGraphNodeTypeMemFree:
        return pool_memory_ends((void *)(uintptr_t)n->memory->alloc->addr, s);
    case cudaGraphNodeTypeConditional: return run_conditional(x, &n->conditional, s);
    case NODE_values: return stream_values(s, n->values.word, n->values.n);
    default: return cudaSuccess;
    }
}

// ---- graphs ---------------------------------------------------------

static Stream *lane_of(WorkGraph *g, const WorkNode *n, Stream *base)
{
    uint32_t lane = n->lane;
    if (!lane && n->device == base->device)
        return base;
    if (!g->lane[lane])
        g->lane[lane] = stream_new(cudaStreamNonBlocking, 0, NULL);
    return g->lane[lane];
}

// Is the lane of this node another stream than that of the launch?
static bool is_apart(const WorkNode *n, const Stream *base)
{
    return n->lane || n->device != base->device;
}

// All that a node must wait for and its lane does not: its edges from other lanes; or, the first
// in its lane, the beginning of the launch.
static void wait_before(const WorkNode *n, LanePoint **point, LanePoint *begin, Stream *s,
                        bool apart)
{
    LanePoint **at = must_malloc(n->before.n + 1, sizeof *at);
    LaneWaits w = {s, at, 0};
    for (uint32_t i = 0; i < n->before.n; i++)
        if (n->before.at[i].node->lane != n->lane)
            at[w.n++] = point[n->before.at[i].node->index];
    if (!n->before.n && apart)
        at[w.n++] = begin;
    wait_for(&w);
    free(at);
}

static cudaError_t run_graph(GraphExec *x, WorkGraph *g, Stream *base)
{
    LanePoint **point = must_calloc(g->n + 1, sizeof(LanePoint *)), **ends;
    LanePoint *begin = NULL;
    cudaError_t e = cudaSuccess;
    bool apart = g->nlanes > 1 || (g->n && is_apart(g->order[0], base));
    unsigned selected = device.number;
    if (apart) {
        if (!held_before(base)) // with all that the stream's next job must wait for
            job_drop((Job *[]){stream_mark(base)});
        begin = point_of(base);
    }
    uint32_t n = 0;
    for (; n < g->n && !e; n++) {
        WorkNode *node = g->order[n];
        device_select(node->device);
        Stream *s = lane_of(g, node, base);
        wait_before(node, point, begin, s, is_apart(node, base));
        EACH_HOOK(call_place, (node->file, node->line));
        EACH_WATCHER(place, (node->file, node->line));
        e = run_node(x, node, s);
        point[node->index] = point_of(s);
    }
    device_select(selected);
    LaneWaits last = {base, ends = must_malloc(n + 1, sizeof *ends), 0};
    for (uint32_t i = 0; i < g->n; i++)
        if (point[i] && is_apart(g->node[i], base) && !g->node[i]->after.n)
            ends[last.n++] = point[i];
    wait_for(&last);
    for (uint32_t i = 0; i < g->n; i++)
        if (point[i])
            point_drop(point[i]);
    if (begin)
        point_drop(begin);
    free(ends);
    free(point);
    return e;
}

static void assign_conditions(const WorkGraph *g)
{
    for (uint32_t i = 0; i < g->nhandles; i++)
        if (g->handle[i].assign)
            condition_set(g->handle[i].handle, g->handle[i].first);
    for (uint32_t i = 0; i < g->n; i++)
        if (g->node[i]->type == cudaGraphNodeTypeGraph)
            assign_conditions(g->node[i]->child);
}

// Memory that the last launch has not freed.
static cudaError_t free_first(const GraphExec *x, const WorkGraph *g, Stream *s)
{
    cudaError_t e = cudaSuccess;
    for (uint32_t i = 0; i < g->n && !e; i++) {
        const WorkNode *n = g->node[i];
        if (n->type == cudaGraphNodeTypeGraph)
            e = free_first(x, n->child, s);
        if (n->type != cudaGraphNodeTypeMemAlloc || !graph_memory_lives(n->memory))
            continue;
        if (!(x->flags & cudaGraphInstantiateFlagAutoFreeOnLaunch))
            return cudaErrorInvalidValue;
        e = pool_memory_ends((void *)(uintptr_t)n->memory->alloc->addr, s);
    }
    return e;
}

// Launches in one stream look the same, unless they are drawn.
static const GraphLaunch *launch_of(GraphExec *x, const Stream *s)
{
    if (!x->launch || trace_wanted() || x->launch->stream != s->id ||
        x->launch->device != s->device) {
        GraphLaunch *launch = must_malloc(1, sizeof *launch);
        *launch = (GraphLaunch){x->label, s->id, s->name, s->device};
        if (!x->launch && look_wanted())
            trace_graph(graph_json(x->plan, x->label));
        x->launch = launch;
    }
    return x->launch;
}

static cudaError_t launch_once(GraphExec *x, Stream *s)
{
    WorkGraph *plan = x->plan;
    bool outer_run = x->running;
    x->running = true;
    x->priority = s->priority;
    plan->refs++;
    if (x->last && x->last_stream != s->index && !held_before(s)) { // launches do not overlap
        Job *j = job_new(s, JOB_mark);
        job_after(j, x->last);
        job_issue(j);
    }
    cudaError_t e = free_first(x, plan, s);
    if (!e) {
        const GraphLaunch *outer = rt.graph;
        rt.graph = launch_of(x, s);
        assign_conditions(plan);
        e = run_graph(x, plan, s);
        rt.graph = outer;
    }
    wait_for(&(LaneWaits){s, x->beside, x->nbeside});
    for (uint32_t i = 0; i < x->nbeside; i++)
        point_drop(x->beside[i]);
    x->nbeside = 0;
    x->running = outer_run;
    job_drop(&x->last);
    x->last = job_ref(s->last);
    x->last_stream = s->index;
    plan_drop(plan);
    return e;
}

// A tail launch takes the place of its launcher; its own tails come before those that wait already.
cudaError_t exec_launch(GraphExec *x, Stream *s)
{
    const char *file;
    int line = report_call_place(&file);
    cudaError_t e = cudaSuccess;
    uint64_t *tails = NULL;
    uint32_t n = 0, room = 0;
    for (uint32_t i = 0; !e && !rt_pending(); i++) {
        GraphExec *next = i ? handle_get((const void *)tails[i - 1], HANDLE_exec) : x;
        if (next) {
            next->refs++;
            rt.node_us += i ? COST_GRAPH_TAIL_US : 0;
            e = launch_once(next, s);
            for (uint32_t k = 0; k < next->ntails; k++) {
                tails = array_room(tails, n, &room, sizeof *tails);
                memmove(&tails[i + k + 1], &tails[i + k], (n - i - k) * sizeof *tails);
                tails[i + k] = next->tails[k];
                n++;
            }
            next->ntails = 0;
            exec_drop(next);
        }
        if (i == n)
            break;
    }
    free(tails);
    EACH_HOOK(call_place, (file, line));
    EACH_WATCHER(place, (file, line));
    return e;
}

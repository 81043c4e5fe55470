// capture.c - streams whose work becomes nodes of a graph, instead of being executed.
//
// A stream that is captured has a front: the nodes on which its next one depends. An event that
// is recorded there remembers the front. A stream that waits for such an event is captured, too,
// and its front grows by that of the event. What CUDA does not permit meanwhile makes the capture
// invalid: all that follows fails, until cudaStreamEndCapture() of its first stream.
#include "capture.h"

#include "alloc.h"
#include "sim/hooks.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_CAPTURES = 64 };
static Capture *captures[MAX_CAPTURES]; // that go on
static unsigned ncaptures;
static StreamCapture *events; // all that events remember, for forget_node()

_Thread_local enum cudaStreamCaptureMode capture_thread_mode = cudaStreamCaptureModeGlobal;

static uint64_t this_thread(void)
{
    static uint64_t threads;
    static _Thread_local uint64_t mine;
    return mine ? mine : (mine = ++threads);
}

// ---- fronts ---------------------------------------------------------

static void put(WorkEdges *front, WorkNode *n, cudaGraphEdgeData data)
{
    for (uint32_t i = 0; i < front->n; i++)
        if (front->at[i].node == n)
            return;
    front->at = array_room(front->at, front->n, &front->room, sizeof *front->at);
    front->at[front->n++] = (WorkEdge){n, data};
}

static void put_all(WorkEdges *front, const WorkEdges *more)
{
    for (uint32_t i = 0; i < more->n; i++)
        put(front, more->at[i].node, more->at[i].data);
}

static void take_node(WorkEdges *front, const WorkNode *n)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < front->n; i++)
        if (front->at[i].node != n)
            front->at[kept++] = front->at[i];
    front->n = kept;
}

// ---- who knows a capture --------------------------------------------

static void drop_capture(Capture *c)
{
    if (--c->refs)
        return;
    free(c->left.at);
    free(c);
}

static StreamCapture *join(Capture *c)
{
    StreamCapture *s = must_calloc(1, sizeof *s);
    s->of = c;
    c->refs++;
    return s;
}

static void leave(StreamCapture **p)
{
    StreamCapture *s = *p;
    *p = NULL;
    if (!s)
        return;
    for (StreamCapture **e = &events; *e; e = &(*e)->next)
        if (*e == s) {
            *e = s->next;
            break;
        }
    drop_capture(s->of);
    free(s->front.at);
    free(s);
}

static cudaError_t invalidate(Capture *c, cudaError_t e)
{
    c->invalid = true;
    return e;
}

// The capture ends for all streams. Events still know that it has been.
static void finish(Capture *c)
{
    c->origin = NULL;
    c->graph = NULL;
    c->left.n = 0;
    for (unsigned i = 0; i < ncaptures; i++)
        if (captures[i] == c)
            captures[i] = captures[--ncaptures];
    for (StreamCapture *e = events; e; e = e->next)
        if (e->of == c)
            e->front.n = 0;
    c->refs++;
    for (Stream *s = rt.streams; s; s = s->next)
        if (s->capture && s->capture->of == c)
            leave(&s->capture);
    drop_capture(c);
}

void capture_forget_event(Event *e) { leave(&e->capture); }

static void forget_node(WorkNode *n)
{
    for (unsigned i = 0; i < ncaptures; i++)
        take_node(&captures[i]->left, n);
    for (StreamCapture *e = events; e; e = e->next)
        take_node(&e->front, n);
    for (Stream *s = rt.streams; s && ncaptures; s = s->next)
        if (s->capture)
            take_node(&s->capture->front, n);
}

void capture_forget_stream(Stream *s)
{
    if (!s->capture)
        return;
    Capture *c = s->capture->of;
    if (c->origin == s) { // nobody can end it any more
        if (c->own_graph)
            graph_free(c->graph);
        finish(c);
    } else {
        put_all(&c->left, &s->capture->front);
        leave(&s->capture);
    }
}

bool captures_any(void) { return ncaptures; }

void captures_forget(void)
{
    while (ncaptures)
        capture_forget_stream(captures[0]->origin);
}

// ---- what is permitted ----------------------------------------------

// The legacy stream of the device would wait for a blocking stream that is captured.
static cudaError_t legacy_stream(void)
{
    cudaError_t e = cudaSuccess;
    for (Stream *s = rt.streams; s && ncaptures; s = s->next)
        if (s->capture && stream_includes(rt.legacy[device.number], s))
            e = invalidate(s->capture->of, cudaErrorStreamCaptureImplicit);
    return e;
}

cudaError_t capture_work(Stream *s, StreamCapture **c)
{
    *c = s->capture;
    if (!ncaptures)
        return cudaSuccess;
    if (stream_is_legacy(s))
        return legacy_stream();
    return *c && (*c)->of->invalid ? cudaErrorStreamCaptureInvalidated : cudaSuccess;
}

cudaError_t capture_forbids_wait(const Stream *s)
{
    if (!ncaptures)
        return cudaSuccess;
    for (unsigned i = 0; i < ncaptures && !s; i++)
        invalidate(captures[i], cudaSuccess);
    if (!s)
        return cudaErrorStreamCaptureUnsupported;
    if (stream_is_legacy(s))
        return legacy_stream();
    return s->capture ? invalidate(s->capture->of, cudaErrorStreamCaptureUnsupported) : cudaSuccess;
}

cudaError_t capture_forbids_question(const Stream *s)
{
    for (const Stream *o = rt.streams; o && ncaptures && stream_is_legacy(s); o = o->next)
        if (o->capture && stream_includes(s, o))
            return cudaErrorStreamCaptureImplicit;
    return cudaSuccess;
}

// Calls that may wait for work, or that work may wait for.
static bool is_unsafe(const char *call)
{
    static const char *const unsafe[] = {
        "cudaDeviceReset", "cudaDeviceSetLimit", "cudaDeviceSynchronize", "cudaFree",
        "cudaFreeHost",    "cudaHostAlloc",      "cudaHostRegister",      "cudaHostUnregister",
        "cudaMalloc",      "cudaMalloc3D",       "cudaMallocHost",        "cudaMallocManaged",
        "cudaMallocPitch", "cudaStreamQuery",    "cudaStreamSynchronize"};
    for (unsigned i = 0; i < sizeof unsafe / sizeof *unsafe; i++)
        if (!strcmp(call, unsafe[i]))
            return true;
    return false;
}

static cudaError_t unsafe_call(void)
{
    if (capture_thread_mode == cudaStreamCaptureModeRelaxed)
        return cudaSuccess;
    cudaError_t e = cudaSuccess;
    for (unsigned i = 0; i < ncaptures; i++) {
        Capture *c = captures[i];
        bool own = c->thread == this_thread() && c->mode != cudaStreamCaptureModeRelaxed;
        bool other = capture_thread_mode == cudaStreamCaptureModeGlobal &&
                     c->mode == cudaStreamCaptureModeGlobal;
        if (own || other)
            e = invalidate(c, cudaErrorStreamCaptureUnsupported);
    }
    return e;
}

cudaError_t capture_forbids_call(const char *call)
{
    return ncaptures && is_unsafe(call) ? unsafe_call() : cudaSuccess;
}

cudaError_t capture_forbids_event(const Event *e)
{
    if (!e->capture)
        return unsafe_call();
    if (!e->capture->of->origin) // that capture has ended
        return cudaErrorInvalidValue;
    return invalidate(e->capture->of, cudaErrorCapturedEvent);
}

// ---- what is captured -----------------------------------------------

static bool is_programmatic(const WorkEdge *e)
{
    return e->data.type != cudaGraphDependencyTypeDefault;
}

void capture_add(StreamCapture *c, WorkNode *n, bool programmatic)
{
    node_add(c->of->graph, n);
    for (uint32_t i = 0; i < c->front.n; i++) {
        WorkEdge e = c->front.at[i];
        if (programmatic && !is_programmatic(&e) && e.node->type == cudaGraphNodeTypeKernel)
            e.data = (cudaGraphEdgeData){.from_port = cudaGraphKernelNodePortProgrammatic,
                                         .type = cudaGraphDependencyTypeProgrammatic};
        edge_add(e.node, n, e.data);
    }
    c->front.n = 0;
    put(&c->front, n, (cudaGraphEdgeData){0});
}

void capture_depend(StreamCapture *c, const WorkEdges *more, bool only)
{
    if (only)
        c->front.n = 0;
    put_all(&c->front, more);
}

void capture_record(StreamCapture *c, Event *e)
{
    StreamCapture *old = e->capture;
    e->capture = join(c->of);
    put_all(&e->capture->front, &c->front);
    e->capture->next = events;
    events = e->capture;
    leave(&old);
}

cudaError_t capture_wait(Stream *s, Event *e, bool *done)
{
    Capture *of = e->capture ? e->capture->of : NULL;
    *done = false;
    if (stream_is_legacy(s) && ncaptures) {
        cudaError_t error = legacy_stream();
        if (error)
            return error;
    }
    if (!of && !s->capture)
        return cudaSuccess;
    *done = true;
    if (s->capture && s->capture->of->invalid)
        return cudaErrorStreamCaptureInvalidated;
    if (!of)
        return invalidate(s->capture->of, cudaErrorStreamCaptureIsolation);
    if (!of->origin)
        return cudaErrorInvalidValue;
    if (of->invalid)
        return cudaErrorStreamCaptureInvalidated;
    if (stream_is_legacy(s))
        return invalidate(of, cudaErrorStreamCaptureImplicit);
    if (s->capture && s->capture->of != of) {
        invalidate(of, cudaSuccess);
        return invalidate(s->capture->of, cudaErrorStreamCaptureMerge);
    }
    if (!s->capture)
        s->capture = join(of);
    put_all(&s->capture->front, &e->capture->front);
    return cudaSuccess;
}

// ---- begin and end --------------------------------------------------

cudaError_t capture_begin(Stream *s, WorkGraph *to, WorkEdges front,
                          enum cudaStreamCaptureMode mode)
{
    static unsigned long long last_id;
    if ((unsigned)mode > cudaStreamCaptureModeRelaxed)
        return cudaErrorInvalidValue;
    if (stream_is_legacy(s))
        return cudaErrorStreamCaptureUnsupported;
    if (s->capture || (to && to->being_captured))
        return cudaErrorIllegalState;
    if (ncaptures == MAX_CAPTURES)
        return cudaErrorMemoryAllocation;
    Capture *c = must_calloc(1, sizeof *c);
    *c = (Capture){.id = ++last_id,
                   .graph = to ? to : graph_new(),
                   .own_graph = !to,
                   .mode = mode,
                   .thread = this_thread(),
                   .origin = s};
    c->graph->being_captured = true;
    captures[ncaptures++] = c;
    graph_node_goes = forget_node;
    s->capture = join(c);
    put_all(&s->capture->front, &front);
    return cudaSuccess;
}

// Marks the nodes of the front, and all on which these depend.
static void mark_before(const WorkGraph *g, const WorkEdges *front)
{
    WorkNode **list = must_malloc(g->n + 1, sizeof(WorkNode *));
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->n; i++)
        g->node[i]->waits = 0;
    for (uint32_t i = 0; i < front->n; i++)
        (list[n++] = front->at[i].node)->waits = 1;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < list[i]->before.n; k++) {
            WorkNode *earlier = list[i]->before.at[k].node;
            if (!earlier->waits)
                (list[n++] = earlier)->waits = 1;
        }
    free(list);
}

// Does work of another stream remain on which the first one does not depend?
static bool is_unjoined(const Capture *c)
{
    mark_before(c->graph, &c->origin->capture->front);
    for (uint32_t i = 0; i < c->left.n; i++)
        if (!c->left.at[i].node->waits)
            return true;
    for (const Stream *s = rt.streams; s; s = s->next)
        for (uint32_t i = 0; s->capture && s->capture->of == c && i < s->capture->front.n; i++)
            if (!s->capture->front.at[i].node->waits)
                return true;
    return false;
}

cudaError_t capture_end(Stream *s, WorkGraph **graph)
{
    Capture *c = s->capture ? s->capture->of : NULL;
    if (!c)
        return cudaErrorIllegalState;
    if (graph)
        *graph = NULL;
    if (c->origin != s)
        return invalidate(c, cudaErrorStreamCaptureUnmatched);
    bool wrong_thread = c->mode != cudaStreamCaptureModeRelaxed && c->thread != this_thread();
    cudaError_t e = wrong_thread     ? cudaErrorStreamCaptureWrongThread
                    : c->invalid     ? cudaErrorStreamCaptureInvalidated
                    : is_unjoined(c) ? cudaErrorStreamCaptureUnjoined
                                     : cudaSuccess;
    c->graph->being_captured = false;
    if (!e && graph)
        *graph = c->graph;
    else if (c->own_graph) // nobody has the graph
        graph_free(c->graph);
    finish(c);
    return e;
}

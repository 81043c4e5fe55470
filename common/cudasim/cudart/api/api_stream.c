// api_stream.c - streams and events, on the virtual clock; host functions.
//
// Work is executed when it is issued, so waiting never blocks, it only moves the host's
// clock. (The exception is held work, see held.c.) A query answers "not ready" until the
// virtual time of the work has come; every call takes virtual time, so a loop of queries ends.
#include "attributes.h"
#include "capture.h"
#include "context.h"
#include "cudart/clock/held.h"
#include "cudart/clock/timeline.h"
#include "handles.h"
#include "memory.h"
#include "pool.h"
#include "streams.h"
#include "told.h"

#include "alloc.h"
#include "sim/host.h"

#include <stdlib.h>

// The per-thread default streams of the devices; NULL: the thread has not used it yet.
static _Thread_local Stream *own_streams[MAX_DEVICES];

Stream *stream_find(cudaStream_t s)
{
    bool own = s == cudaStreamPerThread || (!s && rt_zero_is_per_thread());
    Stream **mine = &own_streams[device.number];
    if (own && !*mine)
        *mine = stream_new(cudaStreamDefault, 0, "per-thread default stream");
    if (own)
        return *mine;
    if (!s || s == cudaStreamLegacy)
        return rt.legacy[device.number];
    Stream *found = handle_get(s, HANDLE_stream);
    if (found)
        device_select(found->device);
    return found;
}

// ---- streams --------------------------------------------------------

static cudaError_t create_stream(cudaStream_t *out, unsigned flags, int priority)
{
    if (!out || flags > cudaStreamNonBlocking)
        return cudaErrorInvalidValue;
    Stream *s = stream_new(flags, priority, NULL);
    handle_put(s, HANDLE_stream, s);
    *out = s;
    return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *s)
{
    ENTER();
    LEAVE(create_stream(s, cudaStreamDefault, 0));
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned flags)
{
    ENTER();
    LEAVE(create_stream(s, flags, 0));
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s, unsigned flags, int priority)
{
    ENTER();
    LEAVE(create_stream(s, flags, priority));
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    ENTER();
    Stream *s = handle_get(stream, HANDLE_stream);
    if (!s)
        LEAVE(cudaErrorInvalidResourceHandle);
    capture_forget_stream(s);
    // Work in the stream goes on.
    handle_drop(s);
    s->destroyed = true;
    stream_drop(s);
    LEAVE(cudaSuccess);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    ENTER();
    Stream *s = stream_find(stream);
    if (!s)
        LEAVE(cudaErrorInvalidResourceHandle);
    cudaError_t e = capture_forbids_wait(s);
    if (e)
        LEAVE(e);
    timeline_wait_stream(s);
    pools_release();
    LEAVE(rt_waited());
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    ENTER();
    Stream *s = stream_find(stream);
    if (!s)
        LEAVE(cudaErrorInvalidResourceHandle);
    cudaError_t e = capture_forbids_wait(s);
    if (e)
        LEAVE(e);
    told_by_poll(&s->polls);
    LEAVE(timeline_stream_done(s) ? rt_waited() : cudaErrorNotReady);
}

// What follows in the stream waits for a job; NULL: the event has never been recorded.
static void wait_after(Stream *s, Job *job)
{
    if (!job)
        return;
    Job *j = job_new(s, JOB_mark);
    job_after(j, job);
    job_issue(j);
}

static cudaError_t go_on_with_wait(void *args, const HeldWork *held)
{
    Stream **s = args;
    wait_after(*s, held_job(held));
    return cudaSuccess;
}

void event_wait(Stream *s, const Event *e)
{
    if (!e->record)
        EACH_HOOK(stream_waits, (s->index, e->job ? e->job->number : 0));
    if (!e->record && !e->job)
        EACH_HOOK(call_problem, (CALL_suspect, "wait for an event that is not recorded",
                                 "cudaStreamWaitEvent: the event has not been recorded yet, so "
                                 "the stream does not wait"));
    if (e->record || held_before(s))
        held_follows(hold(s, false, go_on_with_wait, &s, sizeof s), e->record,
                     e->record ? NULL : e->job);
    else
        wait_after(s, e->job);
}

// A record or a wait with the flag "external" is a node.
static cudaError_t capture_event(Stream *s, enum cudaGraphNodeType type, cudaEvent_t event,
                                 bool *done)
{
    StreamCapture *capture;
    cudaError_t e = capture_work(s, &capture);
    *done = e || capture;
    if (e || !capture)
        return e;
    WorkNode *n = node_new(type);
    n->event = event;
    capture_add(capture, n, false);
    return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    ENTER();
    Stream *s = stream_find(stream);
    Event *e = handle_get(event, HANDLE_event);
    if (!s || !e)
        LEAVE(cudaErrorInvalidResourceHandle);
    if (flags > cudaEventWaitExternal)
        LEAVE(cudaErrorInvalidValue);
    bool done;
    cudaError_t error = flags && s->capture
                            ? capture_event(s, cudaGraphNodeTypeWaitEvent, event, &done)
                            : capture_wait(s, e, &done);
    if (!error && !done)
        event_wait(s, e);
    LEAVE(error);
}

// What is known of a stream, each by a function.
#define FACT(function, type, fact) \
    cudaError_t function(cudaStream_t stream, type *value) \
    { \
        ENTER(); \
        const Stream *s = stream_find(stream); \
        if (s && value) \
            *value = fact; \
        LEAVE(!s ? cudaErrorInvalidResourceHandle : value ? cudaSuccess : cudaErrorInvalidValue); \
    }
FACT(cudaStreamGetPriority, int, s->priority)
FACT(cudaStreamGetFlags, unsigned, s->flags)
FACT(cudaStreamGetId, unsigned long long, s->id)
FACT(cudaStreamGetDevice, int, (int)s->device)

// ---- attributes -----------------------------------------------------

static bool is_window(const struct cudaAccessPolicyWindow *w)
{
    size_t most = (size_t)device_attribute(cudaDevAttrMaxAccessPolicyWindowSize);
    return w->hitRatio >= 0 && w->hitRatio <= 1 && w->num_bytes <= most &&
           (unsigned)w->hitProp <= cudaAccessPropertyPersisting &&
           (unsigned)w->missProp <= cudaAccessPropertyStreaming;
}

// Only the priority has an effect here. The windows of the L2 cache are not modelled, waiting
// costs no processor time, and every fence reaches all domains.
static cudaError_t set_stream_attribute(Stream *s, enum cudaLaunchAttributeID id,
                                        const union cudaLaunchAttributeValue *v)
{
    switch ((int)id) {
    case cudaLaunchAttributeAccessPolicyWindow:
        if (!is_window(&v->accessPolicyWindow))
            return cudaErrorInvalidValue;
        s->attributes.window = v->accessPolicyWindow;
        return cudaSuccess;
    case cudaLaunchAttributeSynchronizationPolicy:
        if (v->syncPolicy < cudaSyncPolicyAuto || v->syncPolicy > cudaSyncPolicyBlockingSync)
            return cudaErrorInvalidValue;
        s->attributes.sync_policy = (uint8_t)v->syncPolicy;
        return cudaSuccess;
    case cudaLaunchAttributePriority:
        s->priority = nearest_priority(v->priority);
        return cudaSuccess;
    case cudaLaunchAttributeMemSyncDomainMap:
        s->attributes.domains = v->memSyncDomainMap;
        return cudaSuccess;
    case cudaLaunchAttributeMemSyncDomain:
        if ((unsigned)v->memSyncDomain > cudaLaunchMemSyncDomainRemote)
            return cudaErrorInvalidValue;
        s->attributes.domain = (uint8_t)v->memSyncDomain;
        return cudaSuccess;
    case cudaLaunchAttributeNvlinkUtilCentricScheduling:
        if (v->nvlinkUtilCentricScheduling > 1)
            return cudaErrorInvalidValue;
        s->attributes.nvlink = (uint8_t)v->nvlinkUtilCentricScheduling;
        return cudaSuccess;
    default: return cudaErrorInvalidValue; // no attribute of streams
    }
}

static cudaError_t get_stream_attribute(const Stream *s, enum cudaLaunchAttributeID id,
                                        union cudaLaunchAttributeValue *v)
{
    switch ((int)id) {
    case cudaLaunchAttributeAccessPolicyWindow:
        v->accessPolicyWindow = s->attributes.window;
        return cudaSuccess;
    case cudaLaunchAttributeSynchronizationPolicy:
        v->syncPolicy = s->attributes.sync_policy;
        return cudaSuccess;
    case cudaLaunchAttributePriority: v->priority = s->priority; return cudaSuccess;
    case cudaLaunchAttributeMemSyncDomainMap:
        v->memSyncDomainMap = s->attributes.domains;
        return cudaSuccess;
    case cudaLaunchAttributeMemSyncDomain:
        v->memSyncDomain = s->attributes.domain;
        return cudaSuccess;
    case cudaLaunchAttributeNvlinkUtilCentricScheduling:
        v->nvlinkUtilCentricScheduling = s->attributes.nvlink;
        return cudaSuccess;
    default: return cudaErrorInvalidValue;
    }
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID id,
                                   const cudaLaunchAttributeValue *value)
{
    ENTER();
    Stream *s = stream_find(stream);
    if (!s)
        LEAVE(cudaErrorInvalidResourceHandle);
    LEAVE(value ? set_stream_attribute(s, id, value) : cudaErrorInvalidValue);
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaLaunchAttributeID id,
                                   cudaLaunchAttributeValue *value)
{
    ENTER();
    Stream *s = stream_find(stream);
    if (!s)
        LEAVE(cudaErrorInvalidResourceHandle);
    LEAVE(value ? get_stream_attribute(s, id, value) : cudaErrorInvalidValue);
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from)
{
    ENTER();
    Stream *s = stream_find(to);
    const Stream *other = stream_find(from);
    if (!s || !other)
        LEAVE(cudaErrorInvalidResourceHandle);
    s->attributes = other->attributes;
    s->priority = other->priority;
    LEAVE(cudaSuccess);
}

// Managed memory is visible everywhere at all times here.
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *p, size_t length, unsigned flags)
{
    (void)length;
    ENTER();
    Alloc *a = mem_find((uintptr_t)p);
    if (!stream_find(stream))
        LEAVE(cudaErrorInvalidResourceHandle);
    LEAVE(!a || a->kind != MEM_managed || !flags ? cudaErrorInvalidValue : cudaSuccess);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    ENTER();
    if (least)
        *least = PRIORITY_LOWEST;
    if (greatest)
        *greatest = PRIORITY_HIGHEST;
    LEAVE(cudaSuccess);
}

// ---- host functions -------------------------------------------------
//
// A host function is called at once, in issue order, by the thread that issues it, and
// without the lock, so that the function may take locks of the program. Its duration on the
// timeline is what it declares with cudasimHostWork().

// A cudaStreamCallback_t, without the API's names.
typedef void HostCallback(void *stream, int status, void *user);

static void call_host(HostCall c)
{
    if (c.function && rt_pending())
        return;
    Job *j = job_new(c.stream, JOB_host);
    double us = COST_HOST_FUNC_US, *outer = rt_host_work;
    cudaError_t status = rt_pending(), last = *rt_last_error();
    rt_flush_print();
    // When the function runs, the work before it in its stream is done; the function can inform
    // other threads.
    EACH_HOOK(host_waited, (j->number));
    EACH_HOOK(machine_works, ());
    rt_host_work = &us;
    *rt_last_error() = cudaSuccess; // CUDA calls host functions from another thread
    rt_unlock();
    if (c.function)
        host_process.call(c.function, c.user);
    else
        host_process.call_back((HostCallback *)c.callback, c.handle, status, c.user);
    rt_lock();
    device_select(c.stream->device);
    rt_host_work = outer;
    *rt_last_error() = last;
    j->us = us;
    job_issue(j);
}

static cudaError_t go_on_with_host(void *args, const HeldWork *held)
{
    (void)held;
    call_host(*(HostCall *)args);
    return cudaSuccess;
}

cudaError_t host_call(HostCall c)
{
    StreamCapture *capture;
    cudaError_t e = capture_work(c.stream, &capture);
    if (e)
        return e;
    if (capture && !c.function) // a callback must get the stream's error: CUDA has no such node
        return capture_forbids_wait(c.stream);
    if (capture) {
        WorkNode *n = node_new(cudaGraphNodeTypeHost);
        n->host = (struct cudaHostNodeParams){c.function, c.user};
        capture_add(capture, n, false);
        return cudaSuccess;
    }
    if (held_before(c.stream))
        hold(c.stream, false, go_on_with_host, &c, sizeof c);
    else
        call_host(c);
    return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *user)
{
    ENTER();
    Stream *s = stream_find(stream);
    if (!s || !function)
        LEAVE(s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    LEAVE(host_call((HostCall){s, stream, function, NULL, user}));
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *user,
                                  unsigned flags)
{
    ENTER();
    Stream *s = stream_find(stream);
    if (!s)
        LEAVE(cudaErrorInvalidResourceHandle);
    LEAVE(!callback || flags ? cudaErrorInvalidValue
                             : host_call((HostCall){s, stream, NULL, callback, user}));
}

static bool drop_stream(void *object)
{
    Stream *s = object;
    if (s->device != device.number)
        return false;
    s->destroyed = true;
    stream_drop(s);
    return true;
}

static void drop_event(Event *e)
{
    capture_forget_event(e);
    job_drop(&e->job);
    free(e);
}

static bool lose_event(void *object)
{
    Event *e = object;
    bool own = e->device == device.number;
    if (own)
        drop_event(e);
    return own;
}

void streams_forget(void)
{
    handles_forget(HANDLE_stream, HANDLE_none, drop_stream);
    handles_forget(HANDLE_event, HANDLE_lost_event, lose_event);
}

// ---- events ---------------------------------------------------------

static cudaError_t no_event(cudaEvent_t event)
{
    return handle_is(event, HANDLE_lost_event) ? cudaErrorDeviceUninitialized
                                               : cudaErrorInvalidResourceHandle;
}

static cudaError_t create_event(cudaEvent_t *out, unsigned flags)
{
    const unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    // Sharing with another process is possible only for events without timing.
    if (!out || flags & ~known ||
        ((flags & cudaEventInterprocess) && !(flags & cudaEventDisableTiming)))
        return cudaErrorInvalidValue;
    Event *e = must_calloc(1, sizeof *e);
    handle_put(e, HANDLE_event, e);
    e->flags = flags;
    e->device = device.number;
    if (!(flags & cudaEventDisableTiming))
        hooks_want_times(); // the program will ask for times
    *out = e;
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    ENTER();
    LEAVE(create_event(event, cudaEventDefault));
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    ENTER();
    LEAVE(create_event(event, flags));
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    ENTER();
    Event *e = handle_get(event, HANDLE_event);
    if (!e)
        LEAVE(no_event(event));
    handle_drop(e);
    drop_event(e);
    LEAVE(cudaSuccess);
}

typedef struct {
    Stream *stream;
    cudaEvent_t event; // may be destroyed or recorded again before this record runs
} HeldRecord;

static cudaError_t go_on_with_record(void *args, const HeldWork *held)
{
    const HeldRecord *r = args;
    Event *e = handle_get(r->event, HANDLE_event);
    Job *j = stream_mark(r->stream);
    held_recorded(held, j);
    if (e && e->record == held) {
        e->record = NULL;
        e->job = job_ref(j);
    }
    job_drop(&j);
    return cudaSuccess;
}

// Two things that a call needs are of different devices.
static cudaError_t wrong_device(const char *call, const char *what, unsigned a, const char *other,
                                unsigned b)
{
    char text[160];
    snprintf(text, sizeof text, "%s: the %s is of device %u, and the %s is of device %u", call,
             what, a, other, b);
    EACH_HOOK(call_problem, (CALL_mistake, "another device", text));
    return cudaErrorInvalidResourceHandle;
}

cudaError_t event_record(cudaEvent_t event, Stream *s)
{
    Event *e = handle_get(event, HANDLE_event);
    StreamCapture *capture;
    if (!e || !s)
        return e ? cudaErrorInvalidResourceHandle : no_event(event);
    if (e->device != s->device)
        return wrong_device("cudaEventRecord", "event", e->device, "stream", s->device);
    cudaError_t error = capture_work(s, &capture);
    if (error)
        return error;
    if (capture) {
        capture_record(capture, e);
        return cudaSuccess;
    }
    capture_forget_event(e);
    HeldRecord r = {s, event};
    HeldWork *w = held_before(s) ? hold(s, false, go_on_with_record, &r, sizeof r) : NULL;
    Job *j = w ? NULL : stream_mark(s);
    job_drop(&e->job);
    e->job = j;
    e->record = w;
    e->polls = 0;
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    ENTER_US(COST_RECORD_CALL_US);
    LEAVE(event_record(event, stream_find(stream)));
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags)
{
    ENTER_US(COST_RECORD_CALL_US);
    Stream *s = stream_find(stream);
    if (flags > cudaEventRecordExternal)
        LEAVE(cudaErrorInvalidValue);
    if (!flags || !s || !s->capture || !handle_get(event, HANDLE_event))
        LEAVE(event_record(event, s));
    bool done;
    LEAVE(capture_event(s, cudaGraphNodeTypeEventRecord, event, &done));
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    ENTER();
    Event *e = handle_get(event, HANDLE_event);
    if (!e)
        LEAVE(no_event(event));
    cudaError_t error = capture_forbids_event(e);
    if (error)
        LEAVE(error);
    device_select(e->device);
    told_by_poll(&e->polls);
    if (e->record || (e->job && !e->job->done))
        LEAVE(cudaErrorNotReady);
    if (e->job)
        EACH_HOOK(host_waited, (e->job->number));
    LEAVE(e->job ? rt_waited() : cudaSuccess);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    ENTER();
    Event *e = handle_get(event, HANDLE_event);
    if (!e)
        LEAVE(no_event(event));
    cudaError_t error = capture_forbids_event(e);
    if (error)
        LEAVE(error);
    device_select(e->device);
    if (e->record)
        held_finish_record(e);
    if (!e->job)
        LEAVE(cudaSuccess);
    timeline_wait(e->job);
    pools_release();
    LEAVE(rt_waited());
}

// Microseconds from one record to another one. If the second one is before the first, the time is
// negative.
static double interval(const Job *a, const Job *b)
{
    double us = b->end - a->end;
    if (a == b)
        return 0;
    bool forward = us > 0 || (us == 0 && a->serial < b->serial);
    return forward ? us + COST_EVENT_US : us - COST_EVENT_US;
}

static void check_interval(const Event *a, const Event *b)
{
    const char *text = b->job->serial < a->job->serial
                           ? "cudaEventElapsedTime: the second event was recorded before the first"
                       : a->job != b->job && a->job->works == b->job->works
                           ? "cudaEventElapsedTime: no work was issued between the two events"
                           : NULL;
    if (text)
        EACH_HOOK(call_problem, (CALL_suspect, "events that measure nothing", text));
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end)
{
    ENTER();
    Event *a = handle_get(start, HANDLE_event), *b = handle_get(end, HANDLE_event);
    if (!ms)
        LEAVE(cudaErrorInvalidValue);
    if (!a || !b || (a->flags | b->flags) & cudaEventDisableTiming)
        LEAVE(cudaErrorInvalidResourceHandle);
    if (a->device != b->device)
        LEAVE(wrong_device("cudaEventElapsedTime", "first event", a->device, "second one",
                           b->device));
    const Event *captured = a->capture ? a : b->capture ? b : NULL; // others may be asked
    cudaError_t error = captured ? capture_forbids_event(captured) : cudaSuccess;
    if (error)
        LEAVE(error);
    if (a->record || b->record)
        LEAVE(cudaErrorNotReady);
    if (!a->job || !b->job)
        LEAVE(cudaErrorInvalidResourceHandle);
    if (!a->job->done || !b->job->done)
        LEAVE(cudaErrorNotReady);
    check_interval(a, b);
    *ms = (float)(interval(a->job, b->job) / 1000);
    LEAVE(cudaSuccess);
}

// api_stream.c - streams and events, on the virtual clock; host functions.
//
// Work is done when it is issued, so waiting never blocks: it moves the host's
// clock. A query says "not ready" as long as the virtual time has not come;
// since every call takes virtual time, a loop of queries ends.
#include "rt.h"

#include <stdlib.h>

enum { PRIORITY_LOWEST = 0, PRIORITY_HIGHEST = -5 };
static unsigned long long next_stream_id = 15;

Stream *stream_find(cudaStream_t s)
{
    if (!s || s == cudaStreamLegacy)
        return rt.legacy;
    if (s == cudaStreamPerThread)
        return rt.per_thread;
    return handle_get(s, HANDLE_stream);
}

// ---- streams ------------------------------------------------------------------

static cudaError_t create_stream(cudaStream_t *out, unsigned flags, int priority)
{
    if (!out || flags > cudaStreamNonBlocking)
        return cudaErrorInvalidValue;
    Stream *s = calloc(1, sizeof *s);
    if (!s || handle_put(s, HANDLE_stream, s)) {
        free(s);
        return cudaErrorMemoryAllocation;
    }
    if (priority < PRIORITY_HIGHEST)
        priority = PRIORITY_HIGHEST;
    if (priority > PRIORITY_LOWEST)
        priority = PRIORITY_LOWEST;
    *s = (Stream){.flags = flags, .priority = priority, .id = next_stream_id++,
                  .next = rt.per_thread->next};
    rt.per_thread->next = s;
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
    // Work that is under way goes on without its stream.
    if (!(s->flags & cudaStreamNonBlocking) && rt.legacy->ready < s->ready)
        rt.legacy->ready = s->ready;
    for (Stream **p = &rt.streams; *p; p = &(*p)->next) {
        if (*p == s) {
            *p = s->next;
            break;
        }
    }
    handle_drop(s);
    free(s);
    LEAVE(cudaSuccess);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    ENTER();
    Stream *s = stream_find(stream);
    if (!s)
        LEAVE(cudaErrorInvalidResourceHandle);
    timeline_wait_stream(s);
    LEAVE(rt_waited());
}
PTSZ(cudaStreamSynchronize);

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    ENTER();
    Stream *s = stream_find(stream);
    if (!s)
        LEAVE(cudaErrorInvalidResourceHandle);
    double ready = s == rt.legacy ? timeline_start(s) : s->ready;
    LEAVE(ready > rt.now ? cudaErrorNotReady : rt_waited());
}
PTSZ(cudaStreamQuery);

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    ENTER();
    Stream *s = stream_find(stream);
    Event *e = handle_get(event, HANDLE_event);
    if (!s || !e)
        LEAVE(cudaErrorInvalidResourceHandle);
    if (flags > cudaEventWaitExternal)
        LEAVE(cudaErrorInvalidValue);
    if (e->recorded && s->ready < e->time)
        s->ready = e->time;
    LEAVE(cudaSuccess);
}
PTSZ(cudaStreamWaitEvent);

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
    ENTER();
    Stream *s = stream_find(stream);
    if (s && priority)
        *priority = s->priority;
    LEAVE(!s ? cudaErrorInvalidResourceHandle : priority ? cudaSuccess : cudaErrorInvalidValue);
}
PTSZ(cudaStreamGetPriority);

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags)
{
    ENTER();
    Stream *s = stream_find(stream);
    if (s && flags)
        *flags = s->flags;
    LEAVE(!s ? cudaErrorInvalidResourceHandle : flags ? cudaSuccess : cudaErrorInvalidValue);
}
PTSZ(cudaStreamGetFlags);

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id)
{
    ENTER();
    Stream *s = stream_find(stream);
    if (s && id)
        *id = s->id;
    LEAVE(!s ? cudaErrorInvalidResourceHandle : id ? cudaSuccess : cudaErrorInvalidValue);
}
PTSZ(cudaStreamGetId);

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *number)
{
    ENTER();
    Stream *s = stream_find(stream);
    if (s && number)
        *number = 0;
    LEAVE(!s ? cudaErrorInvalidResourceHandle : number ? cudaSuccess : cudaErrorInvalidValue);
}
PTSZ(cudaStreamGetDevice);

// Nothing is ever being captured: cudaStreamBeginCapture is not supported.
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status)
{
    ENTER();
    Stream *s = stream_find(stream);
    if (s && status)
        *status = cudaStreamCaptureStatusNone;
    LEAVE(!s ? cudaErrorInvalidResourceHandle : status ? cudaSuccess : cudaErrorInvalidValue);
}
PTSZ(cudaStreamIsCapturing);

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
PTSZ(cudaStreamAttachMemAsync);

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    ENTER();
    if (least)
        *least = PRIORITY_LOWEST;
    if (greatest)
        *greatest = PRIORITY_HIGHEST;
    LEAVE(cudaSuccess);
}

// ---- host functions ----------------------------------------------------------------
//
// They are called at once, in issue order, by the thread that issues them and
// without the lock, so that they may take locks of the program's own.

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *user)
{
    ENTER();
    Stream *s = stream_find(stream);
    if (!s || !function)
        LEAVE(s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    if (rt.pending)
        LEAVE(cudaSuccess);
    rt_flush_print();
    s->ready = timeline_start(s);
    rt_unlock();
    function(user);
    rt_lock();
    LEAVE(cudaSuccess);
}
PTSZ(cudaLaunchHostFunc);

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *user,
                                  unsigned flags)
{
    ENTER();
    Stream *s = stream_find(stream);
    if (!s)
        LEAVE(cudaErrorInvalidResourceHandle);
    if (!callback || flags)
        LEAVE(cudaErrorInvalidValue);
    rt_flush_print();
    s->ready = timeline_start(s);
    cudaError_t status = rt.pending;
    rt_unlock();
    callback(stream, status, user);
    rt_lock();
    LEAVE(cudaSuccess);
}
PTSZ(cudaStreamAddCallback);

// ---- events ---------------------------------------------------------------------------

static cudaError_t create_event(cudaEvent_t *out, unsigned flags)
{
    const unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    // Sharing with another process is possible only for events without timing.
    if (!out || flags & ~known ||
        ((flags & cudaEventInterprocess) && !(flags & cudaEventDisableTiming)))
        return cudaErrorInvalidValue;
    Event *e = calloc(1, sizeof *e);
    if (!e || handle_put(e, HANDLE_event, e)) {
        free(e);
        return cudaErrorMemoryAllocation;
    }
    e->flags = flags;
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
        LEAVE(cudaErrorInvalidResourceHandle);
    handle_drop(e);
    free(e);
    LEAVE(cudaSuccess);
}

static cudaError_t record(cudaEvent_t event, cudaStream_t stream)
{
    Event *e = handle_get(event, HANDLE_event);
    Stream *s = stream_find(stream);
    if (!e || !s)
        return cudaErrorInvalidResourceHandle;
    e->recorded = true;
    e->time = s->ready = timeline_start(s);
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    ENTER();
    LEAVE(record(event, stream));
}
PTSZ(cudaEventRecord);

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags)
{
    ENTER();
    LEAVE(flags > cudaEventRecordExternal ? cudaErrorInvalidValue : record(event, stream));
}
PTSZ(cudaEventRecordWithFlags);

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    ENTER();
    Event *e = handle_get(event, HANDLE_event);
    if (!e)
        LEAVE(cudaErrorInvalidResourceHandle);
    if (e->recorded && e->time > rt.now)
        LEAVE(cudaErrorNotReady);
    LEAVE(e->recorded ? rt_waited() : cudaSuccess);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    ENTER();
    Event *e = handle_get(event, HANDLE_event);
    if (!e)
        LEAVE(cudaErrorInvalidResourceHandle);
    if (!e->recorded)
        LEAVE(cudaSuccess);
    timeline_wait(e->time);
    LEAVE(rt_waited());
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end)
{
    ENTER();
    Event *a = handle_get(start, HANDLE_event), *b = handle_get(end, HANDLE_event);
    if (!ms)
        LEAVE(cudaErrorInvalidValue);
    if (!a || !b || !a->recorded || !b->recorded || (a->flags | b->flags) & cudaEventDisableTiming)
        LEAVE(cudaErrorInvalidResourceHandle);
    if (a->time > rt.now || b->time > rt.now)
        LEAVE(cudaErrorNotReady);
    *ms = (float)((b->time - a->time) / 1000);
    LEAVE(cudaSuccess);
}

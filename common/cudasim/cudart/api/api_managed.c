// api_managed.c - managed memory: prefetches, advice, and what a range says of itself.
//
// Hints cost time and move pages as paging.h says. The errors are those of an H200.
#include "both/door.h"
#include "capture.h"
#include "context.h"
#include "cudart/clock/held.h"
#include "paging.h"
#include "streams.h"

static bool is_managed(const void *p, size_t n)
{
    const Alloc *a = mem_find((uintptr_t)p);
    return a && a->kind == MEM_managed && n && n <= a->size - ((uintptr_t)p - a->addr);
}

// Where to: a device (pages know one place for all of them), or the host, which is one node.
// Nowhere: no such place.
static PagesPlace place_of(struct cudaMemLocation l)
{
    switch (l.type) {
    case cudaMemLocationTypeDevice: return rt_is_device(l.id) ? PAGES_device : PAGES_nowhere;
    case cudaMemLocationTypeHost:
    case cudaMemLocationTypeHostNumaCurrent: return PAGES_host;
    case cudaMemLocationTypeHostNuma: return l.id ? PAGES_nowhere : PAGES_host;
    default: return PAGES_nowhere;
    }
}

static cudaError_t check(const void *p, size_t n, struct cudaMemLocation l)
{
    if (!place_of(l))
        return l.type == cudaMemLocationTypeDevice ? cudaErrorInvalidDevice : cudaErrorInvalidValue;
    return is_managed(p, n) ? cudaSuccess : cudaErrorInvalidValue;
}

// ---- prefetches -----------------------------------------------------

typedef struct {
    Stream *stream;
    const void *p;
    size_t n;
    PagesPlace to;
} PrefetchWork;

static cudaError_t prefetch_behind_held(void *args, const HeldWork *held)
{
    (void)held;
    const PrefetchWork *w = args;
    if (is_managed(w->p, w->n)) // it may have been freed meanwhile
        paging_prefetch(w->stream, (uintptr_t)w->p, w->n, w->to);
    return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void *p, size_t n, struct cudaMemLocation location,
                                 unsigned flags, cudaStream_t stream)
{
    ENTER_US(COST_PREFETCH_CALL_US);
    StreamCapture *capture;
    PrefetchWork w = {stream_find(stream), p, n, place_of(location)};
    if (!w.stream)
        LEAVE(cudaErrorInvalidResourceHandle);
    cudaError_t e = flags ? cudaErrorInvalidValue : check(p, n, location);
    if (!e)
        e = capture_work(w.stream, &capture);
    if (!e)
        e = capture_forbids_wait(w.stream); // a graph has no such nodes
    if (e)
        LEAVE(e);
    if (held_before(w.stream))
        hold(w.stream, false, prefetch_behind_held, &w, sizeof w);
    else
        paging_prefetch(w.stream, (uintptr_t)p, n, w.to);
    LEAVE(cudaSuccess);
}

// ---- advice ---------------------------------------------------------

// Which processor may be named; the others look at nothing but that there is a place.
static bool place_fits(enum cudaMemoryAdvise advice, struct cudaMemLocation l)
{
    bool processor = l.type == cudaMemLocationTypeDevice || l.type == cudaMemLocationTypeHost;
    switch (advice) {
    case cudaMemAdviseSetPreferredLocation: return place_of(l);
    case cudaMemAdviseSetAccessedBy:
    case cudaMemAdviseUnsetAccessedBy: return processor && place_of(l);
    case cudaMemAdviseSetReadMostly:
    case cudaMemAdviseUnsetReadMostly:
    case cudaMemAdviseUnsetPreferredLocation: return l.type != cudaMemLocationTypeInvalid;
    default: return false;
    }
}

cudaError_t cudaMemAdvise(const void *p, size_t n, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation location)
{
    ENTER();
    const PagesPlace place = place_of(location);
    const PagesAdvice by = place == PAGES_host ? ADVICE_by_host : ADVICE_by_device;
    uint64_t at = (uintptr_t)p;
    if (!is_managed(p, n) || !place_fits(advice, location))
        LEAVE(cudaErrorInvalidValue);
    switch (advice) {
    case cudaMemAdviseSetReadMostly: pages_advise(at, n, ADVICE_mostly, PAGES_device); break;
    case cudaMemAdviseUnsetReadMostly: pages_advise(at, n, ADVICE_mostly, PAGES_nowhere); break;
    case cudaMemAdviseSetPreferredLocation: pages_advise(at, n, ADVICE_preferred, place); break;
    case cudaMemAdviseUnsetPreferredLocation:
        pages_advise(at, n, ADVICE_preferred, PAGES_nowhere);
        break;
    case cudaMemAdviseSetAccessedBy: pages_advise(at, n, by, place); break;
    case cudaMemAdviseUnsetAccessedBy: pages_advise(at, n, by, PAGES_nowhere); break;
    }
    LEAVE(cudaSuccess);
}

// ---- attributes of a range ------------------------------------------

static int device_of(PagesPlace p)
{
    return p == PAGES_device ? 0 : p == PAGES_host ? cudaCpuDeviceId : cudaInvalidDeviceId;
}

static int type_of(PagesPlace p)
{
    return p == PAGES_device ? cudaMemLocationTypeDevice
           : p == PAGES_host ? cudaMemLocationTypeHost
                             : cudaMemLocationTypeInvalid;
}

int cudasimRangeAttribute(unsigned attribute, const void *p, size_t n, int *value)
{
    ENTER();
    if (!is_managed(p, n))
        LEAVE(cudaErrorInvalidValue);
    uint64_t at = (uintptr_t)p;
    PagesPlace preferred = pages_advised(at, n, ADVICE_preferred);
    switch (attribute) {
    case cudaMemRangeAttributeReadMostly: *value = pages_advised(at, n, ADVICE_mostly) != 0; break;
    case cudaMemRangeAttributePreferredLocation:
    case cudaMemRangeAttributePreferredLocationId: *value = device_of(preferred); break;
    case cudaMemRangeAttributePreferredLocationType: *value = type_of(preferred); break;
    case cudaMemRangeAttributeLastPrefetchLocation:
    case cudaMemRangeAttributeLastPrefetchLocationId:
        *value = device_of(pages_prefetched(at, n));
        break;
    case cudaMemRangeAttributeLastPrefetchLocationType:
        *value = type_of(pages_prefetched(at, n));
        break;
    case cudaMemRangeAttributeAccessedBy:
        *value = (pages_advised(at, n, ADVICE_by_device) ? RANGE_by_device : 0) |
                 (pages_advised(at, n, ADVICE_by_host) ? RANGE_by_host : 0);
        break;
    default: LEAVE(cudaErrorInvalidValue);
    }
    LEAVE(cudaSuccess);
}

// api_managed.c - managed memory: prefetches, advice, and what a range says of itself.
//
// Hints cost time and move pages as paging.h says. The errors are those of an H200.
#include "batch.h"
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

// ---- prefetches and discards ----------------------------------------

typedef struct {
    Stream *stream;
    const void *p;
    size_t n;
    PagesPlace to;
} MoveWork;

// Nobody needs what is there (`discard`), then the pages move, if there is a place for them.
static void move_now(const MoveWork *w, bool discard)
{
    if (discard) {
        const Alloc *a = mem_find((uintptr_t)w->p);
        paging_discard(w->stream, (uintptr_t)w->p, w->n);
        fresh_fill(a->host + ((uintptr_t)w->p - a->addr), w->n, a->serial);
    }
    if (w->to)
        paging_prefetch(w->stream, (uintptr_t)w->p, w->n, w->to);
}

static cudaError_t prefetch_behind_held(void *args, const HeldWork *held)
{
    (void)held;
    const MoveWork *w = args;
    if (is_managed(w->p, w->n)) // it may have been freed meanwhile
        move_now(w, false);
    return cudaSuccess;
}

static cudaError_t discard_behind_held(void *args, const HeldWork *held)
{
    (void)held;
    const MoveWork *w = args;
    if (is_managed(w->p, w->n))
        move_now(w, true);
    return cudaSuccess;
}

static cudaError_t check_stream(Stream *s)
{
    StreamCapture *capture;
    if (!s)
        return cudaErrorInvalidResourceHandle;
    cudaError_t e = capture_work(s, &capture);
    return e ? e : capture_forbids_wait(s); // a graph has no such nodes
}

static void move(const MoveWork *w, bool discard)
{
    if (held_before(w->stream))
        hold(w->stream, false, discard ? discard_behind_held : prefetch_behind_held, w, sizeof *w);
    else
        move_now(w, discard);
}

cudaError_t cudaMemPrefetchAsync(const void *p, size_t n, struct cudaMemLocation location,
                                 unsigned flags, cudaStream_t stream)
{
    ENTER_US(COST_PREFETCH_CALL_US);
    MoveWork w = {stream_find(stream), p, n, place_of(location)};
    if (!w.stream)
        LEAVE(cudaErrorInvalidResourceHandle);
    cudaError_t e = flags ? cudaErrorInvalidValue : check(p, n, location);
    if (!e)
        e = check_stream(w.stream);
    if (!e)
        move(&w, false);
    LEAVE(e);
}

// `places` NULL: the pages do not move.
static cudaError_t move_batch(void **list, const size_t *sizes, size_t n,
                              const struct cudaMemLocation *places, const size_t *first, size_t m,
                              unsigned long long flags, cudaStream_t stream, bool discard)
{
    const struct cudaMemLocation here = {cudaMemLocationTypeHost, 0};
    if (!list || !sizes || !n || flags || !batch_stream(stream))
        return cudaErrorInvalidValue;
    cudaError_t e = check_stream(stream_find(stream));
    for (size_t i = 0, k = 0; !e && i < n; i++) {
        k += k + 1 < m && first[k + 1] == i;
        if (check(list[i], sizes[i], places ? places[k] : here))
            e = cudaErrorInvalidValue;
    }
    for (size_t i = 0, k = 0; !e && i < n; i++) {
        k += k + 1 < m && first[k + 1] == i;
        move(&(MoveWork){stream_find(stream), list[i], sizes[i],
                         places ? place_of(places[k]) : PAGES_nowhere},
             discard);
    }
    return e;
}

cudaError_t cudaMemPrefetchBatchAsync(void **list, size_t *sizes, size_t n,
                                      struct cudaMemLocation *places, size_t *first, size_t m,
                                      unsigned long long flags, cudaStream_t stream)
{
    ENTER_US(COST_PREFETCH_CALL_US);
    LEAVE(places && batch_runs(first, m, n)
              ? move_batch(list, sizes, n, places, first, m, flags, stream, false)
              : cudaErrorInvalidValue);
}

cudaError_t cudaMemDiscardBatchAsync(void **list, size_t *sizes, size_t n, unsigned long long flags,
                                     cudaStream_t stream)
{
    ENTER();
    LEAVE(move_batch(list, sizes, n, NULL, NULL, 0, flags, stream, true));
}

cudaError_t cudaMemDiscardAndPrefetchBatchAsync(void **list, size_t *sizes, size_t n,
                                                struct cudaMemLocation *places, size_t *first,
                                                size_t m, unsigned long long flags,
                                                cudaStream_t stream)
{
    ENTER_US(COST_PREFETCH_CALL_US);
    LEAVE(places && batch_runs(first, m, n)
              ? move_batch(list, sizes, n, places, first, m, flags, stream, true)
              : cudaErrorInvalidValue);
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

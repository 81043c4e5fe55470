// api_pool.c - stream-ordered allocation. Work is executed in issue order, so memory can be
// allocated and freed at once.
#include "capture.h"
#include "context.h"
#include "cudart/clock/held.h"
#include "cudart/clock/timeline.h"
#include "handles.h"
#include "memory.h"
#include "pool.h"
#include "streams.h"

#include "alloc.h"

#include <stdlib.h>
#include <string.h>

static Pool *chosen[MAX_DEVICES]; // NULL: the default

static Pool *current_pool(int number)
{
    return chosen[number] ? chosen[number] : pool_default(number);
}

static Pool *pool_find(cudaMemPool_t p)
{
    for (int d = 0; d < model.devices; d++)
        if (p == pool_default(d))
            return p;
    return handle_get(p, HANDLE_pool);
}

// ---- memory that begins and ends its life ---------------------------

// A job that takes no time, but has its place in the stream: observers
// see that the memory begins or ends its life there.
static void note_memory(Stream *s, JobWork work, uint64_t addr, uint64_t size)
{
    Job *j = job_new(s, JOB_mark);
    EACH_HOOK(job_begin,
              (j->number, work, work == WORK_free ? "cudaFreeAsync" : "cudaMallocAsync"));
    EACH_HOOK(job_owns, (addr, size));
    EACH_HOOK(job_end, ());
    job_issue(j);
}

typedef struct {
    Stream *stream;
    uint64_t addr, size; // size 0: no allocation starts at addr
} PoolMemory;

static void alloc_now(const PoolMemory *m) { note_memory(m->stream, WORK_alloc, m->addr, m->size); }

static cudaError_t free_now(const PoolMemory *m)
{
    if (m->size)
        note_memory(m->stream, WORK_free, m->addr, m->size);
    return rt_pending() ? cudaSuccess
                        : memory_release("cudaFreeAsync", (void *)(uintptr_t)m->addr,
                                         1u << MEM_device | 1u << MEM_managed);
}

static cudaError_t go_on_with_alloc(void *args, const HeldWork *held)
{
    (void)held;
    alloc_now(args);
    return cudaSuccess;
}

static cudaError_t go_on_with_free(void *args, const HeldWork *held)
{
    (void)held;
    return free_now(args);
}

void pool_memory_begins(const Alloc *a, Stream *s)
{
    PoolMemory m = {s, a->addr, a->size};
    if (held_before(s))
        hold(s, false, go_on_with_alloc, &m, sizeof m);
    else
        alloc_now(&m);
}

cudaError_t pool_memory_ends(void *p, Stream *s)
{
    Alloc *a = mem_find((uintptr_t)p);
    PoolMemory m = {s, (uintptr_t)p, a && a->addr == (uintptr_t)p ? a->size : 0};
    if (!m.size || !held_before(s))
        return free_now(&m);
    hold(s, false, go_on_with_free, &m, sizeof m);
    return cudaSuccess;
}

static cudaError_t capture_alloc(StreamCapture *c, void **p, size_t size)
{
    struct cudaMemAllocNodeParams params = {
        .poolProps = {.allocType = cudaMemAllocationTypePinned,
                      .location = {.type = cudaMemLocationTypeDevice}},
        .bytesize = size};
    cudaError_t e = p ? cudaSuccess : cudaErrorInvalidValue;
    GraphMemory *m = e ? NULL : graph_memory_new(&params, &e);
    if (e)
        return e;
    WorkNode *n = node_new(cudaGraphNodeTypeMemAlloc);
    n->memory = m;
    *p = (void *)(uintptr_t)m->alloc->addr;
    capture_add(c, n, false);
    return cudaSuccess;
}

static cudaError_t capture_free(StreamCapture *c, void *p)
{
    GraphMemory *m = graph_memory_find((uintptr_t)p);
    if (!m || graph_frees(c->of->graph, m))
        return cudaErrorInvalidValue;
    WorkNode *n = node_new(cudaGraphNodeTypeMemFree);
    n->memory = m;
    m->refs++;
    capture_add(c, n, false);
    return cudaSuccess;
}

static cudaError_t alloc_async(void **p, size_t size, Pool *pool, cudaStream_t stream)
{
    Stream *s = stream_find(stream);
    StreamCapture *capture;
    if (!s)
        return cudaErrorInvalidResourceHandle;
    if (!pool)
        return cudaErrorInvalidValue;
    cudaError_t e = capture_work(s, &capture);
    if (e || capture)
        return e ? e : capture_alloc(capture, p, size);
    device_select(pool->device);
    e = memory_alloc(p, size, MEM_device);
    device_select(s->device);
    if (!e && *p) {
        Alloc *a = mem_find((uintptr_t)*p);
        memory_counts_in(a, &pool->used);
        a->pooled = true;
        a->peers = pool->peers;
        pool_memory_begins(a, s);
        pool_note_used(pool);
    }
    return e;
}

cudaError_t cudaMallocAsync(void **p, size_t size, cudaStream_t stream)
{
    ENTER_US(COST_POOL_US);
    Stream *s = stream_find(stream);
    LEAVE(alloc_async(p, size, s ? current_pool((int)s->device) : NULL, stream));
}

cudaError_t cudaMallocFromPoolAsync(void **p, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
    ENTER_US(COST_POOL_US);
    LEAVE(alloc_async(p, size, pool_find(pool), stream));
}

cudaError_t cudaFreeAsync(void *p, cudaStream_t stream)
{
    ENTER_US(COST_POOL_US);
    Stream *s = stream_find(stream);
    if (!s)
        LEAVE(cudaErrorInvalidResourceHandle);
    StreamCapture *capture;
    cudaError_t e = capture_work(s, &capture);
    LEAVE(e ? e : capture ? capture_free(capture, p) : pool_memory_ends(p, s));
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int number)
{
    ENTER();
    if (pool && rt_is_device(number))
        *pool = pool_default(number);
    LEAVE(!rt_is_device(number) ? cudaErrorInvalidDevice
          : pool                ? cudaSuccess
                                : cudaErrorInvalidValue);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int number)
{
    ENTER();
    if (pool && rt_is_device(number))
        *pool = current_pool(number);
    LEAVE(!rt_is_device(number) ? cudaErrorInvalidDevice
          : pool                ? cudaSuccess
                                : cudaErrorInvalidValue);
}

cudaError_t cudaDeviceSetMemPool(int number, cudaMemPool_t pool)
{
    ENTER();
    Pool *p = pool_find(pool);
    if (!rt_is_device(number))
        LEAVE(cudaErrorInvalidDevice);
    if (!p || p->device != (unsigned)number)
        LEAVE(cudaErrorInvalidValue);
    chosen[number] = p;
    LEAVE(cudaSuccess);
}

// Is this a location that a pool can have?
static cudaError_t check_place(const struct cudaMemLocation *location,
                               enum cudaMemAllocationType type)
{
    if (!location || type != cudaMemAllocationTypePinned)
        return cudaErrorInvalidValue;
    if (location->type != cudaMemLocationTypeDevice) {
        rt_say("only pools of device memory are supported");
        return cudaErrorNotSupported;
    }
    return rt_is_device(location->id) ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t *pool, struct cudaMemLocation *location,
                                     enum cudaMemAllocationType type)
{
    ENTER();
    cudaError_t e = pool ? check_place(location, type) : cudaErrorInvalidValue;
    if (!e)
        *pool = pool_default(location->id);
    LEAVE(e);
}

cudaError_t cudaMemGetMemPool(cudaMemPool_t *pool, struct cudaMemLocation *location,
                              enum cudaMemAllocationType type)
{
    ENTER();
    cudaError_t e = pool ? check_place(location, type) : cudaErrorInvalidValue;
    if (!e)
        *pool = current_pool(location->id);
    LEAVE(e);
}

cudaError_t cudaMemSetMemPool(struct cudaMemLocation *location, enum cudaMemAllocationType type,
                              cudaMemPool_t pool)
{
    ENTER();
    Pool *p = pool_find(pool);
    cudaError_t e = p ? check_place(location, type) : cudaErrorInvalidValue;
    if (!e && p->device != (unsigned)location->id)
        e = cudaErrorInvalidValue;
    if (!e)
        chosen[location->id] = p;
    LEAVE(e);
}

// The device of a pool always has all access, and its peers what they are given; memory that lives
// already follows.
static void set_access(Pool *p, uint8_t peers)
{
    p->peers = peers;
    for (Alloc *a = mem_next(NULL); a; a = mem_next(a))
        if (a->live && a->kind == MEM_device && a->user == &p->used)
            a->peers = peers;
    mem_epoch++; // what kernels have found accessible
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *list,
                                 size_t count)
{
    ENTER();
    Pool *p = pool_find(pool);
    if (!p || (count && !list))
        LEAVE(cudaErrorInvalidValue);
    uint8_t peers = p->peers;
    for (size_t i = 0; i < count; i++) {
        int number = list[i].location.id;
        bool all = list[i].flags == cudaMemAccessFlagsProtReadWrite;
        if (list[i].location.type != cudaMemLocationTypeDevice)
            LEAVE(cudaErrorInvalidValue);
        if (!rt_is_device(number) || (!all && (unsigned)number == p->device))
            LEAVE(cudaErrorInvalidDevice);
        if (!all && list[i].flags != cudaMemAccessFlagsProtNone)
            LEAVE(cudaErrorInvalidValue);
        peers = (uint8_t)(all ? peers | 1u << number : peers & ~(1u << number));
    }
    set_access(p, peers);
    LEAVE(cudaSuccess);
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
                                 struct cudaMemLocation *location)
{
    ENTER();
    const Pool *p = pool_find(pool);
    if (!flags || !p || !location || location->type != cudaMemLocationTypeDevice ||
        !rt_is_device(location->id))
        LEAVE(cudaErrorInvalidValue);
    bool all = (unsigned)location->id == p->device || p->peers >> location->id & 1;
    *flags = all ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
    LEAVE(cudaSuccess);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *props)
{
    ENTER();
    if (!pool || !props || props->allocType != cudaMemAllocationTypePinned)
        LEAVE(cudaErrorInvalidValue);
    if (props->location.type != cudaMemLocationTypeDevice ||
        props->handleTypes != cudaMemHandleTypeNone) {
        rt_say("cudaMemPoolCreate: only pools of device memory for this process are supported");
        LEAVE(cudaErrorNotSupported);
    }
    if (!rt_is_device(props->location.id))
        LEAVE(cudaErrorInvalidDevice);
    Pool *p = must_malloc(1, sizeof *p);
    *p = (Pool){.reuse = {0, 1, 1, 1}, .device = (unsigned)props->location.id};
    pool_made(p);
    handle_put(p, HANDLE_pool, p);
    *pool = p;
    LEAVE(cudaSuccess);
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    ENTER();
    Pool *p = handle_get(pool, HANDLE_pool);
    if (!p)
        LEAVE(cudaErrorInvalidValue);
    if (chosen[p->device] == p)
        chosen[p->device] = NULL;
    for (Alloc *a = mem_next(NULL); a; a = mem_next(a)) // memory from the pool stays allocated
        if (a->kind == MEM_device && a->user == &p->used)
            memory_counts_in(a, NULL);
    pool_ends(p);
    handle_drop(p);
    free(p);
    LEAVE(cudaSuccess);
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep)
{
    ENTER();
    Pool *p = pool_find(pool);
    if (p)
        pool_release_to(p, keep);
    LEAVE(p ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr, void *value)
{
    ENTER();
    Pool *p = pool_find(pool);
    if (!p || !value)
        LEAVE(cudaErrorInvalidValue);
    switch (attr) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
        memcpy(&p->reuse[attr], value, sizeof(int));
        LEAVE(cudaSuccess);
    case cudaMemPoolAttrReleaseThreshold:
        memcpy(&p->threshold, value, sizeof p->threshold);
        LEAVE(cudaSuccess);
    case cudaMemPoolAttrReservedMemHigh:
    case cudaMemPoolAttrUsedMemHigh: { // set to zero: measures again from now on
        unsigned long long zero;
        memcpy(&zero, value, sizeof zero);
        if (zero)
            LEAVE(cudaErrorInvalidValue);
        if (attr == cudaMemPoolAttrUsedMemHigh)
            p->used_high = p->used;
        else
            p->reserved_high = p->reserved;
        LEAVE(cudaSuccess);
    }
    default: LEAVE(cudaErrorInvalidValue);
    }
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr, void *value)
{
    ENTER();
    Pool *p = pool_find(pool);
    if (!p || !value)
        LEAVE(cudaErrorInvalidValue);
    switch (attr) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
        memcpy(value, &p->reuse[attr], sizeof(int));
        LEAVE(cudaSuccess);
    case cudaMemPoolAttrReleaseThreshold:
        memcpy(value, &p->threshold, sizeof p->threshold);
        LEAVE(cudaSuccess);
    default: break;
    }
    const unsigned long long *bytes = attr == cudaMemPoolAttrReservedMemCurrent ? &p->reserved
                                      : attr == cudaMemPoolAttrReservedMemHigh  ? &p->reserved_high
                                      : attr == cudaMemPoolAttrUsedMemCurrent   ? &p->used
                                      : attr == cudaMemPoolAttrUsedMemHigh      ? &p->used_high
                                                                                : NULL;
    if (bytes)
        memcpy(value, bytes, sizeof *bytes);
    LEAVE(bytes ? cudaSuccess : cudaErrorInvalidValue);
}

// ---- memory of graphs -----------------------------------------------

cudaError_t cudaDeviceGraphMemTrim(int number)
{
    ENTER();
    if (!rt_is_device(number))
        LEAVE(cudaErrorInvalidDevice);
    *graph_memory_count(cudaGraphMemAttrReservedMemCurrent) =
        *graph_memory_count(cudaGraphMemAttrUsedMemCurrent);
    LEAVE(cudaSuccess);
}

cudaError_t cudaDeviceGetGraphMemAttribute(int number, enum cudaGraphMemAttributeType attr,
                                           void *value)
{
    ENTER();
    const unsigned long long *count = graph_memory_count(attr);
    if (!rt_is_device(number))
        LEAVE(cudaErrorInvalidDevice);
    if (!count || !value)
        LEAVE(cudaErrorInvalidValue);
    memcpy(value, count, sizeof *count);
    LEAVE(cudaSuccess);
}

// Only the two highest values can be set, and only to zero: they are measured again.
cudaError_t cudaDeviceSetGraphMemAttribute(int number, enum cudaGraphMemAttributeType attr,
                                           void *value)
{
    ENTER();
    unsigned long long zero = 1;
    bool used = attr == cudaGraphMemAttrUsedMemHigh;
    if (!rt_is_device(number))
        LEAVE(cudaErrorInvalidDevice);
    if (value)
        memcpy(&zero, value, sizeof zero);
    if (zero || (!used && attr != cudaGraphMemAttrReservedMemHigh))
        LEAVE(cudaErrorInvalidValue);
    *graph_memory_count(attr) = *graph_memory_count(used ? cudaGraphMemAttrUsedMemCurrent
                                                         : cudaGraphMemAttrReservedMemCurrent);
    LEAVE(cudaSuccess);
}

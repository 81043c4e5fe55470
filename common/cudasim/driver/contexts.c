// contexts.c - contexts. The modelled GPUs have one address space, which all contexts share: a
// context is a handle, its device, what it owns, and its place on the stacks of threads. When it is
// destroyed, what it owns goes back to the machine. The current context's device is the thread's
// current device of the runtime.
#include "driver.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    void *handle;
    ReleaseFn *release;
} OwnedHandle;

struct CUctx_st {
    struct CUctx_st *next;
    CUdevice device;
    unsigned flags;
    unsigned long long id;
    bool destroyed;
    OwnedHandle *owned;
    size_t nowned, room;
};

enum { MOST_ON_STACK = 256, MOST_DEVICES = 8, API_VERSION = 13000 };

static struct CUctx_st primary[MOST_DEVICES] = {{.id = 1}}, *contexts = primary;
static unsigned primary_references[MOST_DEVICES];
static unsigned long long last_id = 1;
static int devices = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static _Thread_local CUcontext stack[MOST_ON_STACK];
static _Thread_local unsigned depth;     // of the stack
static _Thread_local unsigned nested;    // functions that call functions
static _Thread_local DriverFunction now; // the outermost of them
static bool initialized;

// ---- the thread's device of the runtime ------------------------------

bool is_device(CUdevice device) { return device >= 0 && device < devices; }

// Asks the machine something that is no part of the function.
static cudaError_t device_of_thread(int *device)
{
    cudasimDriverFunction(DRIVER_asks);
    cudaError_t e = cudaGetDevice(device);
    cudasimDriverFunction(now);
    return e;
}

static void use_device(CUdevice device)
{
    if (devices == 1)
        return;
    cudasimDriverFunction(DRIVER_asks);
    cudaSetDevice(device);
    cudasimDriverFunction(now);
}

// ---- what belongs to a context --------------------------------------

void context_owns(void *handle, ReleaseFn *release)
{
    CUcontext c = context_current();
    pthread_mutex_lock(&lock);
    if (c && c->nowned == c->room) {
        size_t room = 2 * c->room + 16;
        OwnedHandle *more = realloc(c->owned, room * sizeof *more);
        if (more)
            c->owned = more, c->room = room;
    }
    if (c && c->nowned < c->room)
        c->owned[c->nowned++] = (OwnedHandle){handle, release};
    pthread_mutex_unlock(&lock);
}

void context_disowns(const void *handle)
{
    pthread_mutex_lock(&lock);
    for (CUcontext c = contexts; c; c = c->next)
        for (size_t i = c->nowned; i-- > 0;)
            if (c->owned[i].handle == handle) {
                memmove(&c->owned[i], &c->owned[i + 1], (--c->nowned - i) * sizeof *c->owned);
                break;
            }
    pthread_mutex_unlock(&lock);
}

static void release_all(CUcontext c)
{
    int device = c->device;
    if (devices > 1)
        device_of_thread(&device);
    use_device(c->device);
    cudaDeviceSynchronize();
    while (c->nowned) {
        OwnedHandle o = c->owned[--c->nowned];
        o.release(o.handle);
    }
    use_device(device);
}

// ---- functions begin and end ----------------------------------------

// The runtime's cudaSetDevice makes the primary context of a device current.
CUcontext context_current(void)
{
    int device = 0;
    if (!depth && !cudasimThreadHasCalled())
        return NULL;
    if (devices > 1 && device_of_thread(&device))
        return NULL;
    if (depth && (devices == 1 || stack[depth - 1]->device == device))
        return stack[depth - 1];
    if (depth)
        stack[depth - 1] = &primary[device];
    return &primary[device];
}

CUcontext context_on(CUdevice device)
{
    CUcontext c = context_current();
    return (c && c->device == device) || !is_device(device) ? c : &primary[device];
}

// A handle that a program gives: one of ours that lives.
static bool is_context(CUcontext wanted)
{
    bool found = false;
    pthread_mutex_lock(&lock);
    for (CUcontext c = contexts; c; c = c->next)
        found |= c == wanted && !c->destroyed;
    pthread_mutex_unlock(&lock);
    return found;
}

static CUresult init(unsigned flags)
{
    int count;
    if (flags)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult e = RESULT(cudaGetDeviceCount(&count));
    if (e || initialized)
        return e;
    pthread_mutex_lock(&lock);
    for (int d = 1; d < count && d < MOST_DEVICES; d++) {
        primary[d] = (struct CUctx_st){.next = contexts, .device = d, .id = ++last_id};
        contexts = &primary[d];
        devices = d + 1;
    }
    initialized = true;
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

static CUresult check_needs(DriverNeeds needs)
{
    if (needs == NEEDS_nothing || nested > 1)
        return CUDA_SUCCESS;
    if (!initialized && (!cudasimHasCalled() || init(0)))
        return CUDA_ERROR_NOT_INITIALIZED;
    CUcontext c = needs == NEEDS_context ? context_current() : primary;
    return !c             ? CUDA_ERROR_INVALID_CONTEXT
           : c->destroyed ? CUDA_ERROR_CONTEXT_IS_DESTROYED
                          : CUDA_SUCCESS;
}

CUresult driver_begin(DriverFunction function, DriverNeeds needs)
{
    if (nested++ == 0)
        cudasimDriverFunction(now = function);
    return check_needs(needs);
}

CUresult driver_end(CUresult e)
{
    if (--nested == 0)
        cudasimDriverFunction(DRIVER_none);
    return e;
}

FUNCTION(cuInit, NEEDS_nothing, (unsigned flags), init(flags))

// ---- making and destroying ------------------------------------------

static bool are_flags(unsigned flags)
{
    unsigned schedule = flags & CU_CTX_SCHED_MASK;
    return !(flags & ~(unsigned)CU_CTX_FLAGS_MASK) && (schedule & (schedule - 1)) == 0;
}

static CUresult push(CUcontext c)
{
    if (depth == MOST_ON_STACK)
        return CUDA_ERROR_OUT_OF_MEMORY;
    stack[depth++] = c;
    use_device(c->device);
    return CUDA_SUCCESS;
}

static CUresult create(CUcontext *context, unsigned flags, CUdevice device)
{
    if (!context || !are_flags(flags))
        return CUDA_ERROR_INVALID_VALUE;
    if (!is_device(device))
        return CUDA_ERROR_INVALID_DEVICE;
    CUcontext c = calloc(1, sizeof *c);
    if (!c || depth == MOST_ON_STACK) {
        free(c);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    pthread_mutex_lock(&lock);
    c->flags = flags;
    c->device = device;
    c->id = ++last_id;
    c->next = contexts;
    contexts = c;
    pthread_mutex_unlock(&lock);
    *context = c;
    return push(c);
}

// What a handle is that is not (or no longer) a context's.
static CUresult no_context(CUcontext c)
{
    return c ? CUDA_ERROR_CONTEXT_IS_DESTROYED : CUDA_ERROR_INVALID_CONTEXT;
}

// The context below it, if there is one, is current from now on.
static void drop_top(void)
{
    if (--depth)
        use_device(stack[depth - 1]->device);
}

// Its handle stays, since another thread's stack may have it.
static CUresult destroy(CUcontext c)
{
    if (!is_context(c))
        return no_context(c);
    if (c == &primary[c->device])
        return CUDA_ERROR_INVALID_CONTEXT;
    release_all(c);
    c->destroyed = true;
    free(c->owned);
    c->owned = NULL;
    c->room = 0;
    if (depth && stack[depth - 1] == c)
        drop_top();
    return CUDA_SUCCESS;
}

FUNCTION(cuCtxCreate_v4, NEEDS_init,
         (CUcontext * context, CUctxCreateParams *params, unsigned flags, CUdevice device),
         params && (params->execAffinityParams || params->cigParams)
             ? CUDA_ERROR_NOT_SUPPORTED
             : create(context, flags, device))
FUNCTION(cuCtxDestroy_v2, NEEDS_init, (CUcontext c), destroy(c))

// ---- the stack ------------------------------------------------------

static CUresult pop(CUcontext *context)
{
    CUcontext c = context_current();
    if (!c)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (context)
        *context = c;
    if (depth)
        drop_top();
    else
        cudasimThreadLeaves();
    return CUDA_SUCCESS;
}

static CUresult set_current(CUcontext c)
{
    if (c && !is_context(c))
        return CUDA_ERROR_INVALID_CONTEXT;
    if (depth)
        drop_top();
    else
        cudasimThreadLeaves();
    return c ? push(c) : CUDA_SUCCESS;
}

static CUresult get_current(CUcontext *context)
{
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    *context = context_current();
    return CUDA_SUCCESS;
}

FUNCTION(cuCtxPushCurrent_v2, NEEDS_init, (CUcontext c), is_context(c) ? push(c) : no_context(c))
FUNCTION(cuCtxPopCurrent_v2, NEEDS_init, (CUcontext * context), pop(context))
FUNCTION(cuCtxSetCurrent, NEEDS_init, (CUcontext c), set_current(c))
FUNCTION(cuCtxGetCurrent, NEEDS_init, (CUcontext * context), get_current(context))

// ---- the primary context --------------------------------------------

static CUresult retain(CUcontext *context, CUdevice device)
{
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    if (!is_device(device))
        return CUDA_ERROR_INVALID_DEVICE;
    primary_references[device]++;
    *context = &primary[device];
    return CUDA_SUCCESS;
}

static CUresult release(CUdevice device)
{
    if (!is_device(device))
        return CUDA_ERROR_INVALID_DEVICE;
    if (!primary_references[device])
        return CUDA_ERROR_INVALID_CONTEXT;
    if (--primary_references[device] == 0 && !cudasimThreadHasCalled())
        release_all(&primary[device]);
    return CUDA_SUCCESS;
}

static CUresult reset(CUdevice device)
{
    int before = device;
    if (!is_device(device))
        return CUDA_ERROR_INVALID_DEVICE;
    if (devices > 1)
        device_of_thread(&before);
    primary[device].nowned = 0; // the reset takes all of it
    use_device(device);
    CUresult e = RESULT(cudaDeviceReset());
    use_device(before);
    return e;
}

static CUresult set_flags(CUcontext c, unsigned flags)
{
    if (!are_flags(flags))
        return CUDA_ERROR_INVALID_VALUE;
    c->flags = flags;
    return CUDA_SUCCESS;
}

static CUresult primary_state(CUdevice device, unsigned *flags, int *active)
{
    if (!is_device(device))
        return CUDA_ERROR_INVALID_DEVICE;
    if (!flags || !active)
        return CUDA_ERROR_INVALID_VALUE;
    *flags = primary[device].flags;
    *active = primary_references[device] > 0 || (devices == 1 && cudasimThreadHasCalled()) ||
              (depth == 0 && context_current() == &primary[device]);
    return CUDA_SUCCESS;
}

FUNCTION(cuDevicePrimaryCtxRetain, NEEDS_init, (CUcontext * c, CUdevice device), retain(c, device))
FUNCTION(cuDevicePrimaryCtxRelease_v2, NEEDS_init, (CUdevice device), release(device))
FUNCTION(cuDevicePrimaryCtxReset_v2, NEEDS_init, (CUdevice device), reset(device))
FUNCTION(cuDevicePrimaryCtxSetFlags_v2, NEEDS_init, (CUdevice device, unsigned flags),
         is_device(device) ? set_flags(&primary[device], flags) : CUDA_ERROR_INVALID_DEVICE)
FUNCTION(cuDevicePrimaryCtxGetState, NEEDS_init, (CUdevice device, unsigned *flags, int *active),
         primary_state(device, flags, active))

// ---- about a context ------------------------------------------------

static CUresult about(CUcontext c, void *to, const void *value, size_t n)
{
    c = c ? c : context_current();
    if (!to)
        return CUDA_ERROR_INVALID_VALUE;
    if (!is_context(c))
        return CUDA_ERROR_INVALID_CONTEXT;
    memcpy(to, value ? value : (const void *)&c->flags, n);
    return CUDA_SUCCESS;
}

static const unsigned api_version = API_VERSION;

static CUresult context_id(CUcontext c, unsigned long long *id)
{
    c = c ? c : context_current();
    return about(c, id, is_context(c) ? &c->id : NULL, sizeof *id);
}

static CUresult context_device(CUcontext c, CUdevice *device)
{
    c = c ? c : context_current();
    return about(c, device, is_context(c) ? &c->device : NULL, sizeof *device);
}

FUNCTION(cuCtxGetDevice, NEEDS_context, (CUdevice * device), context_device(NULL, device))
FUNCTION(cuCtxGetDevice_v2, NEEDS_init, (CUdevice * device, CUcontext c), context_device(c, device))
FUNCTION(cuCtxGetFlags, NEEDS_context, (unsigned *flags), about(NULL, flags, NULL, sizeof *flags))
FUNCTION(cuCtxSetFlags, NEEDS_context, (unsigned flags), set_flags(context_current(), flags))
FUNCTION(cuCtxGetId, NEEDS_init, (CUcontext c, unsigned long long *id), context_id(c, id))
FUNCTION(cuCtxGetApiVersion, NEEDS_init, (CUcontext c, unsigned *version),
         about(c, version, &api_version, sizeof *version))
SAME(cuCtxSynchronize, (void), cudaDeviceSynchronize())
FUNCTION(cuCtxSynchronize_v2, NEEDS_init, (CUcontext c),
         c && !is_context(c) ? CUDA_ERROR_INVALID_CONTEXT : RESULT(cudaDeviceSynchronize()))
SAME(cuCtxSetLimit, (CUlimit limit, size_t value), cudaDeviceSetLimit((enum cudaLimit)limit, value))
SAME(cuCtxGetLimit, (size_t * value, CUlimit limit),
     cudaDeviceGetLimit(value, (enum cudaLimit)limit))
SAME(cuCtxGetCacheConfig, (CUfunc_cache * config),
     cudaDeviceGetCacheConfig((enum cudaFuncCache *)config))
SAME(cuCtxSetCacheConfig, (CUfunc_cache config),
     cudaDeviceSetCacheConfig((enum cudaFuncCache)config))
SAME(cuCtxGetSharedMemConfig, (CUsharedconfig * config),
     cudaDeviceGetSharedMemConfig((enum cudaSharedMemConfig *)config))
SAME(cuCtxSetSharedMemConfig, (CUsharedconfig config),
     cudaDeviceSetSharedMemConfig((enum cudaSharedMemConfig)config))
SAME(cuCtxGetStreamPriorityRange, (int *least, int *greatest),
     cudaDeviceGetStreamPriorityRange(least, greatest))
SAME(cuCtxResetPersistingL2Cache, (void), cudaCtxResetPersistingL2Cache())
FUNCTION(cuCtxEnablePeerAccess, NEEDS_context, (CUcontext c, unsigned flags),
         flags           ? CUDA_ERROR_INVALID_VALUE
         : is_context(c) ? RESULT(cudaDeviceEnablePeerAccess(c->device, 0))
                         : CUDA_ERROR_INVALID_CONTEXT)
FUNCTION(cuCtxDisablePeerAccess, NEEDS_context, (CUcontext c),
         is_context(c) ? RESULT(cudaDeviceDisablePeerAccess(c->device))
                       : CUDA_ERROR_INVALID_CONTEXT)

// ---- copies between contexts ----------------------------------------

#define AT(p) ((void *)(uintptr_t)(p))
// The pointers say which device it is; a context may be NULL.
#define OF(c) ((c) ? (c)->device : 0)
#define BETWEEN(a, b, copy) \
    ((a && !is_context(a)) || (b && !is_context(b)) ? CUDA_ERROR_INVALID_CONTEXT : RESULT(copy))

FUNCTION(cuMemcpyPeer, NEEDS_context,
         (CUdeviceptr to, CUcontext a, CUdeviceptr from, CUcontext b, size_t n),
         BETWEEN(a, b, cudaMemcpyPeer(AT(to), OF(a), AT(from), OF(b), n)))
FUNCTION(cuMemcpyPeerAsync, NEEDS_context,
         (CUdeviceptr to, CUcontext a, CUdeviceptr from, CUcontext b, size_t n, CUstream stream),
         BETWEEN(a, b, cudaMemcpyPeerAsync(AT(to), OF(a), AT(from), OF(b), n, stream)))

static CUresult copy_3d(const CUDA_MEMCPY3D_PEER *c, bool waits, CUstream stream)
{
    struct cudaMemcpy3DParms p;
    if (!c)
        return CUDA_ERROR_INVALID_VALUE;
    const CUcontext to = c->dstMemoryType == CU_MEMORYTYPE_ARRAY ? NULL : c->dstContext;
    const CUcontext from = c->srcMemoryType == CU_MEMORYTYPE_ARRAY ? NULL : c->srcContext;
    const CUDA_MEMCPY3D same = {.srcXInBytes = c->srcXInBytes,
                                .srcY = c->srcY,
                                .srcZ = c->srcZ,
                                .srcLOD = c->srcLOD,
                                .srcMemoryType = c->srcMemoryType,
                                .srcHost = c->srcHost,
                                .srcDevice = c->srcDevice,
                                .srcArray = c->srcArray,
                                .srcPitch = c->srcPitch,
                                .srcHeight = c->srcHeight,
                                .dstXInBytes = c->dstXInBytes,
                                .dstY = c->dstY,
                                .dstZ = c->dstZ,
                                .dstLOD = c->dstLOD,
                                .dstMemoryType = c->dstMemoryType,
                                .dstHost = c->dstHost,
                                .dstDevice = c->dstDevice,
                                .dstArray = c->dstArray,
                                .dstPitch = c->dstPitch,
                                .dstHeight = c->dstHeight,
                                .WidthInBytes = c->WidthInBytes,
                                .Height = c->Height,
                                .Depth = c->Depth};
    CUresult e = copy_of_driver(&p, &same);
    if (e)
        return e;
    const struct cudaMemcpy3DPeerParms q = {p.srcArray, p.srcPos, p.srcPtr, OF(from), p.dstArray,
                                            p.dstPos,   p.dstPtr, OF(to),   p.extent};
    return BETWEEN(to, from, waits ? cudaMemcpy3DPeer(&q) : cudaMemcpy3DPeerAsync(&q, stream));
}

FUNCTION(cuMemcpy3DPeer, NEEDS_context, (const CUDA_MEMCPY3D_PEER *c), copy_3d(c, true, NULL))
FUNCTION(cuMemcpy3DPeerAsync, NEEDS_context, (const CUDA_MEMCPY3D_PEER *c, CUstream stream),
         copy_3d(c, false, stream))

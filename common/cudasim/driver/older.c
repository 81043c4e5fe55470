// older.c - see older.h. A program that was compiled with CUDA 12 calls these functions with the
// arguments of CUDA 12's header; each calls ours.
#include "older.h"

#include "both/api.h"
#include "both/door.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

cudaError_t cudaMemPrefetchAsync_ptsz(const void *p, size_t n, struct cudaMemLocation location,
                                      unsigned flags, cudaStream_t stream); // default_stream.c

// ---- structs --------------------------------------------------------

enum { OLD_PROP_BYTES = 1032, OLD_POINTER_BYTES = 24 };
#define AT(field) offsetof(struct cudaDeviceProp, field)

// cudaDeviceProp lost fields: what follows one of these was at another offset.
static const struct {
    size_t now, before;
} moved[] = {{0, 0},
             {AT(multiProcessorCount), 388},
             {AT(integrated), 396},
             {AT(maxTexture1D), 408},
             {AT(maxTexture2D), 420},
             {AT(memoryBusWidth), 612},
             {AT(sharedMemPerMultiprocessor), 640},
             {AT(pageableMemoryAccess), 672},
             {AT(sharedMemPerBlockOptin), 696},
             {AT(deviceNumaConfig), 780}};
// The fields that it lost, which are attributes still. (cooperativeMultiDeviceLaunch is 0.)
static const struct {
    enum cudaDeviceAttr attribute;
    size_t before;
} lost[] = {{cudaDevAttrClockRate, 348},
            {cudaDevAttrGpuOverlap, 384},
            {cudaDevAttrKernelExecTimeout, 392},
            {cudaDevAttrComputeMode, 404},
            {cudaDevAttrMaxTexture1DLinearWidth, 416},
            {cudaDevAttrMemoryClockRate, 608},
            {cudaDevAttrSingleToDoublePrecisionPerfRatio, 668}};

static cudaError_t old_properties(void *prop, int number)
{
    struct cudaDeviceProp now;
    cudaError_t e = cudaGetDeviceProperties(prop ? &now : NULL, number);
    if (e)
        return e;
    memset(prop, 0, OLD_PROP_BYTES);
    for (unsigned i = 0; i + 1 < sizeof moved / sizeof *moved; i++)
        memcpy((char *)prop + moved[i].before, (char *)&now + moved[i].now,
               moved[i + 1].now - moved[i].now);
    for (unsigned i = 0; i < sizeof lost / sizeof *lost; i++)
        cudaDeviceGetAttribute((int *)((char *)prop + lost[i].before), lost[i].attribute, number);
    return cudaSuccess;
}

static cudaError_t old_pointer_attributes(void *attributes, const void *p)
{
    struct cudaPointerAttributes now;
    cudaError_t e = cudaPointerGetAttributes(attributes ? &now : NULL, p);
    if (!e)
        memcpy(attributes, &now, OLD_POINTER_BYTES);
    return e;
}

// ---- arguments ------------------------------------------------------

static struct cudaMemLocation place_of(int device)
{
    bool host = device == cudaCpuDeviceId;
    return (struct cudaMemLocation){host ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice,
                                    host ? 0 : device};
}

static cudaError_t old_advise(const void *p, size_t n, enum cudaMemoryAdvise advice, int device)
{
    return cudaMemAdvise(p, n, advice, place_of(device));
}

static cudaError_t old_prefetch(const void *p, size_t n, int device, cudaStream_t stream)
{
    return cudaMemPrefetchAsync(p, n, place_of(device), 0, stream);
}

static cudaError_t old_prefetch_per_thread(const void *p, size_t n, int device, cudaStream_t stream)
{
    cudasimPerThread();
    return old_prefetch(p, n, device, stream);
}

static cudaError_t old_capture_info(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                    unsigned long long *id)
{
    return cudaStreamGetCaptureInfo(stream, status, id, NULL, NULL, NULL, NULL);
}

static cudaError_t capture_info_2(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                  unsigned long long *id, cudaGraph_t *graph,
                                  const cudaGraphNode_t **nodes, size_t *n)
{
    return cudaStreamGetCaptureInfo(stream, status, id, graph, nodes, NULL, n);
}

static cudaError_t old_copy_batch(void **to, void **from, size_t *sizes, size_t count,
                                  struct cudaMemcpyAttributes *attributes, size_t *indices,
                                  size_t n, size_t *failed, cudaStream_t stream)
{
    cudaError_t e = cudaMemcpyBatchAsync(to, (const void *const *)from, sizes, count, attributes,
                                         indices, n, stream);
    if (e && failed)
        *failed = SIZE_MAX; // it is not known which one
    return e;
}

static cudaError_t old_copy_batch_per_thread(void **to, void **from, size_t *sizes, size_t count,
                                             struct cudaMemcpyAttributes *attributes,
                                             size_t *indices, size_t n, size_t *failed,
                                             cudaStream_t stream)
{
    cudasimPerThread();
    return old_copy_batch(to, from, sizes, count, attributes, indices, n, failed, stream);
}

static cudaError_t old_version(int *version)
{
    cudaError_t e = cudaRuntimeGetVersion(version);
    if (!e)
        *version = 12000;
    return e;
}

static cudaError_t old_doubles(double *d) { return d ? cudaSuccess : cudaErrorInvalidValue; }

// ---- the table ------------------------------------------------------

static const OlderFunction functions[] = {
    {"cudaEventElapsedTime_v2", cudaEventElapsedTime},
    {"cudaGetDeviceProperties_v2", old_properties},
    {"cudaGetDeviceProperties", NULL}, // of CUDA 11
    {"cudaLaunchCooperativeKernelMultiDevice", NULL},
    {"cudaMemAdvise", old_advise},
    {"cudaMemAdvise_v2", cudaMemAdvise},
    {"cudaMemPrefetchAsync", old_prefetch},
    {"cudaMemPrefetchAsync_ptsz", old_prefetch_per_thread},
    {"cudaMemPrefetchAsync_v2", cudaMemPrefetchAsync},
    {"cudaMemPrefetchAsync_v2_ptsz", cudaMemPrefetchAsync_ptsz},
    {"cudaMemcpyBatchAsync", old_copy_batch},
    {"cudaMemcpyBatchAsync_ptsz", old_copy_batch_per_thread},
    {"cudaPointerGetAttributes", old_pointer_attributes},
    {"cudaRuntimeGetVersion", old_version},
    {"cudaSetDoubleForDevice", old_doubles},
    {"cudaSetDoubleForHost", old_doubles},
    {"cudaStreamGetCaptureInfo", old_capture_info},
    {"cudaStreamGetCaptureInfo_v2", capture_info_2},
    {"cudaStreamGetCaptureInfo_v3", cudaStreamGetCaptureInfo},
    {"cudaThreadExit", cudaDeviceReset},
    {"cudaThreadGetCacheConfig", cudaDeviceGetCacheConfig},
    {"cudaThreadGetLimit", cudaDeviceGetLimit},
    {"cudaThreadSetCacheConfig", cudaDeviceSetCacheConfig},
    {"cudaThreadSetLimit", cudaDeviceSetLimit},
    {"cudaThreadSynchronize", cudaDeviceSynchronize},
    // Other arguments than ours will have, or a _v2 that has those of CUDA 13:
    {"cudaGraphAddDependencies", NULL},
    {"cudaGraphAddDependencies_v2", cudaGraphAddDependencies},
    {"cudaGraphAddNode", NULL},
    {"cudaGraphAddNode_v2", cudaGraphAddNode},
    {"cudaGraphGetEdges", NULL},
    {"cudaGraphGetEdges_v2", cudaGraphGetEdges},
    {"cudaGraphKernelNodeCopyAttributes", NULL},
    {"cudaGraphNodeGetDependencies", NULL},
    {"cudaGraphNodeGetDependencies_v2", cudaGraphNodeGetDependencies},
    {"cudaGraphNodeGetDependentNodes", NULL},
    {"cudaGraphNodeGetDependentNodes_v2", cudaGraphNodeGetDependentNodes},
    {"cudaGraphRemoveDependencies", NULL},
    {"cudaGraphRemoveDependencies_v2", cudaGraphRemoveDependencies},
    {"cudaStreamUpdateCaptureDependencies", NULL},
    {"cudaStreamUpdateCaptureDependencies_v2", cudaStreamUpdateCaptureDependencies},
    {"cudaSignalExternalSemaphoresAsync", NULL},
    {"cudaWaitExternalSemaphoresAsync", NULL},
    {"cudaMemcpy3DBatchAsync", NULL},
};

static const OlderFunction *find(const char *name, size_t n)
{
    for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++)
        if (!strncmp(functions[i].name, name, n) && !functions[i].name[n])
            return &functions[i];
    return NULL;
}

// Where stream 0 means nothing, the variant for one default stream per thread is the same.
const OlderFunction *older_function(const char *name)
{
    const OlderFunction *f = find(name, strlen(name));
    const char *variant = strstr(name, "_pts");
    variant = variant ? variant : strstr(name, "_ptds");
    return f || !variant ? f : find(name, (size_t)(variant - name));
}

// memory.c - memory: device, pinned, managed, pools; what a pointer is.
#include "driver.h"

#include <string.h>

// ---- allocations ----------------------------------------------------

static void release_device(void *p) { cudaFree(p); }
static void release_host(void *p) { cudaFreeHost(p); }

// The context owns what a call has allocated.
static CUresult owned(cudaError_t e, void *const *p, ReleaseFn *release)
{
    if (!e && *p)
        context_owns(*p, release);
    return RESULT(e);
}

static CUresult freed(cudaError_t e, const void *p)
{
    if (!e)
        context_disowns(p);
    return RESULT(e);
}

static struct cudaMemLocation place(CUmemLocation l)
{
    return (struct cudaMemLocation){(enum cudaMemLocationType)l.type, l.id};
}

#define DEVICE(p) ((void *)(uintptr_t)(p))

// Of the driver's allocations, one of no bytes is an error.
FUNCTION(cuMemAlloc_v2, NEEDS_context, (CUdeviceptr * p, size_t n),
         n ? owned(cudaMalloc((void **)p, n), (void **)p, release_device)
           : CUDA_ERROR_INVALID_VALUE)
FUNCTION(cuMemAllocPitch_v2, NEEDS_context,
         (CUdeviceptr * p, size_t *pitch, size_t width, size_t height, unsigned element),
         !width || !height || (element != 4 && element != 8 && element != 16)
             ? CUDA_ERROR_INVALID_VALUE
             : owned(cudaMallocPitch((void **)p, pitch, width, height), (void **)p, release_device))
FUNCTION(cuMemAllocManaged, NEEDS_context, (CUdeviceptr * p, size_t n, unsigned flags),
         n ? owned(cudaMallocManaged((void **)p, n, flags), (void **)p, release_device)
           : CUDA_ERROR_INVALID_VALUE)
FUNCTION(cuMemFree_v2, NEEDS_context, (CUdeviceptr p), freed(cudaFree(DEVICE(p)), DEVICE(p)))
FUNCTION(cuMemAllocHost_v2, NEEDS_context, (void **p, size_t n),
         n ? owned(cudaMallocHost(p, n), p, release_host) : CUDA_ERROR_INVALID_VALUE)
FUNCTION(cuMemHostAlloc, NEEDS_context, (void **p, size_t n, unsigned flags),
         n ? owned(cudaHostAlloc(p, n, flags), p, release_host) : CUDA_ERROR_INVALID_VALUE)
FUNCTION(cuMemFreeHost, NEEDS_context, (void *p), freed(cudaFreeHost(p), p))
SAME(cuMemHostGetDevicePointer_v2, (CUdeviceptr * p, void *host, unsigned flags),
     cudaHostGetDevicePointer((void **)p, host, flags))
SAME(cuMemHostGetFlags, (unsigned *flags, void *host), cudaHostGetFlags(flags, host))
SAME(cuMemHostRegister_v2, (void *p, size_t n, unsigned flags), cudaHostRegister(p, n, flags))
SAME(cuMemHostUnregister, (void *p), cudaHostUnregister(p))
SAME(cuMemGetInfo_v2, (size_t * unused, size_t *total), cudaMemGetInfo(unused, total))
SAME(cuMemPrefetchAsync_v2,
     (CUdeviceptr p, size_t n, CUmemLocation location, unsigned flags, CUstream stream),
     cudaMemPrefetchAsync(DEVICE(p), n, place(location), flags, stream))
SAME(cuMemAdvise_v2, (CUdeviceptr p, size_t n, CUmem_advise advice, CUmemLocation location),
     cudaMemAdvise(DEVICE(p), n, (enum cudaMemoryAdvise)advice, place(location)))
SAME(cuMemRangeGetAttribute,
     (void *data, size_t size, CUmem_range_attribute attribute, CUdeviceptr p, size_t n),
     cudaMemRangeGetAttribute(data, size, (enum cudaMemRangeAttribute)attribute, DEVICE(p), n))
SAME(cuMemRangeGetAttributes,
     (void **data, size_t *sizes, CUmem_range_attribute *attributes, size_t count, CUdeviceptr p,
      size_t n),
     cudaMemRangeGetAttributes(data, sizes, (enum cudaMemRangeAttribute *)attributes, count,
                               DEVICE(p), n))

#define PLACES(places) ((struct cudaMemLocation *)(places))
SAME(cuMemPrefetchBatchAsync,
     (CUdeviceptr * list, size_t *sizes, size_t n, CUmemLocation *places, size_t *first, size_t m,
      unsigned long long flags, CUstream stream),
     cudaMemPrefetchBatchAsync((void **)list, sizes, n, PLACES(places), first, m, flags, stream))
SAME(cuMemDiscardBatchAsync,
     (CUdeviceptr * list, size_t *sizes, size_t n, unsigned long long flags, CUstream stream),
     cudaMemDiscardBatchAsync((void **)list, sizes, n, flags, stream))
SAME(cuMemDiscardAndPrefetchBatchAsync,
     (CUdeviceptr * list, size_t *sizes, size_t n, CUmemLocation *places, size_t *first, size_t m,
      unsigned long long flags, CUstream stream),
     cudaMemDiscardAndPrefetchBatchAsync((void **)list, sizes, n, PLACES(places), first, m, flags,
                                         stream))

// ---- pools ----------------------------------------------------------

SAME(cuMemAllocAsync, (CUdeviceptr * p, size_t n, CUstream stream),
     cudaMallocAsync((void **)p, n, stream))
SAME(cuMemAllocFromPoolAsync, (CUdeviceptr * p, size_t n, CUmemoryPool pool, CUstream stream),
     cudaMallocFromPoolAsync((void **)p, n, (cudaMemPool_t)pool, stream))
SAME(cuMemFreeAsync, (CUdeviceptr p, CUstream stream), cudaFreeAsync(DEVICE(p), stream))
SAME(cuMemPoolCreate, (CUmemoryPool * pool, const CUmemPoolProps *props),
     cudaMemPoolCreate((cudaMemPool_t *)pool, (const struct cudaMemPoolProps *)props))
SAME(cuMemPoolDestroy, (CUmemoryPool pool), cudaMemPoolDestroy((cudaMemPool_t)pool))
SAME(cuMemPoolTrimTo, (CUmemoryPool pool, size_t n), cudaMemPoolTrimTo((cudaMemPool_t)pool, n))
SAME(cuMemPoolSetAttribute, (CUmemoryPool pool, CUmemPool_attribute which, void *value),
     cudaMemPoolSetAttribute((cudaMemPool_t)pool, (enum cudaMemPoolAttr)which, value))
SAME(cuMemPoolGetAttribute, (CUmemoryPool pool, CUmemPool_attribute which, void *value),
     cudaMemPoolGetAttribute((cudaMemPool_t)pool, (enum cudaMemPoolAttr)which, value))
SAME(cuMemPoolSetAccess, (CUmemoryPool pool, const CUmemAccessDesc *list, size_t n),
     cudaMemPoolSetAccess((cudaMemPool_t)pool, (const struct cudaMemAccessDesc *)list, n))
SAME(cuMemGetDefaultMemPool,
     (CUmemoryPool * pool, CUmemLocation *location, CUmemAllocationType type),
     cudaMemGetDefaultMemPool((cudaMemPool_t *)pool, PLACES(location),
                              (enum cudaMemAllocationType)type))
SAME(cuMemGetMemPool, (CUmemoryPool * pool, CUmemLocation *location, CUmemAllocationType type),
     cudaMemGetMemPool((cudaMemPool_t *)pool, PLACES(location), (enum cudaMemAllocationType)type))
SAME(cuMemSetMemPool, (CUmemLocation * location, CUmemAllocationType type, CUmemoryPool pool),
     cudaMemSetMemPool(PLACES(location), (enum cudaMemAllocationType)type, (cudaMemPool_t)pool))
SAME(cuMemPoolGetAccess, (CUmemAccess_flags * flags, CUmemoryPool pool, CUmemLocation *location),
     cudaMemPoolGetAccess((enum cudaMemAccessFlags *)flags, (cudaMemPool_t)pool,
                          (struct cudaMemLocation *)location))

// ---- what a pointer is ----------------------------------------------

typedef struct {
    struct cudaPointerAttributes of;
    void *base;
    size_t bytes;
    unsigned long long id;
    CUresult outside; // it is in no memory of CUDA
} PointerFacts;

static PointerFacts facts_of(CUdeviceptr p)
{
    PointerFacts f = {.base = NULL};
    cudasimDriverFunction(DRIVER_asks);
    f.outside = (CUresult)cudasimRange(&f.base, &f.bytes, &f.id, DEVICE(p));
    cudaPointerGetAttributes(&f.of, DEVICE(p));
    cudasimDriverFunction(DRIVER_cuPointerGetAttribute);
    return f;
}

static CUresult pointer_attribute(void *to, CUpointer_attribute which, const PointerFacts *f)
{
    bool managed = f->of.type == cudaMemoryTypeManaged, host = f->of.type == cudaMemoryTypeHost;
    uint64_t value;
    size_t n = sizeof value;
    switch (which) {
    case CU_POINTER_ATTRIBUTE_CONTEXT: value = (uintptr_t)context_on(f->of.device); break;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER: value = (uintptr_t)f->of.devicePointer; break;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        if (!f->of.hostPointer)
            return CUDA_ERROR_INVALID_VALUE;
        value = (uintptr_t)f->of.hostPointer;
        break;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR: value = (uintptr_t)f->base; break;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE: value = f->bytes; break;
    case CU_POINTER_ATTRIBUTE_BUFFER_ID: value = f->id; break;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        value = host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
        n = sizeof(unsigned);
        break;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        value = (uint64_t)f->of.device;
        n = sizeof(int);
        break;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        value = managed;
        n = sizeof(bool);
        break;
    case CU_POINTER_ATTRIBUTE_MAPPED:
        value = 1;
        n = sizeof(bool);
        break;
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE:
        value = 0;
        n = sizeof(bool);
        break;
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE: value = 0; break;
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
        value = CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE;
        n = sizeof(int);
        break;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
    memcpy(to, &value, n);
    return CUDA_SUCCESS;
}

static CUresult get_attribute(void *to, CUpointer_attribute which, CUdeviceptr p)
{
    PointerFacts f = facts_of(p);
    return !to || f.outside ? CUDA_ERROR_INVALID_VALUE : pointer_attribute(to, which, &f);
}

// For memory that is not CUDA's, all of them are 0.
static CUresult get_attributes(unsigned n, CUpointer_attribute *which, void **to, CUdeviceptr p)
{
    PointerFacts f = facts_of(p);
    CUresult e = !n || !which || !to ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
    for (unsigned i = 0; !e && i < n; i++) {
        static const PointerFacts nothing;
        if (!to[i])
            return CUDA_ERROR_INVALID_VALUE;
        if (!f.outside)
            pointer_attribute(to[i], which[i], &f);
        else if (which[i] == CU_POINTER_ATTRIBUTE_MEMORY_TYPE)
            *(unsigned *)to[i] = 0;
        else if (which[i] == CU_POINTER_ATTRIBUTE_CONTEXT)
            *(void **)to[i] = NULL;
        else if (which[i] == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL)
            *(int *)to[i] = -2;
        else
            pointer_attribute(to[i], which[i], &nothing);
    }
    return e;
}

static CUresult set_attribute(const void *value, CUpointer_attribute which, CUdeviceptr p)
{
    bool known = value && which == CU_POINTER_ATTRIBUTE_SYNC_MEMOPS && !facts_of(p).outside;
    return known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult address_range(CUdeviceptr *base, size_t *bytes, CUdeviceptr p)
{
    cudaError_t e = (cudaError_t)cudasimRange((void **)base, bytes, NULL, DEVICE(p));
    return e == cudaErrorInvalidValue ? CUDA_ERROR_NOT_FOUND : RESULT(e);
}

FUNCTION(cuMemGetAddressRange_v2, NEEDS_context, (CUdeviceptr * base, size_t *n, CUdeviceptr p),
         address_range(base, n, p))
FUNCTION(cuPointerGetAttribute, NEEDS_init, (void *to, CUpointer_attribute which, CUdeviceptr p),
         get_attribute(to, which, p))
FUNCTION(cuPointerGetAttributes, NEEDS_init,
         (unsigned n, CUpointer_attribute *which, void **to, CUdeviceptr p),
         get_attributes(n, which, to, p))
FUNCTION(cuPointerSetAttribute, NEEDS_context,
         (const void *value, CUpointer_attribute which, CUdeviceptr p),
         set_attribute(value, which, p))

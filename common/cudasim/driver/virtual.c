// virtual.c - virtual memory: addresses, memory, and what is mapped where. The memory is that of
// the device, for this process alone.
#include "driver.h"

#define DEVICE(p) ((void *)(uintptr_t)(p))

static bool is_first_device(CUmemLocation l)
{
    return l.type == CU_MEM_LOCATION_TYPE_DEVICE && !l.id;
}

static CUresult check_props(const CUmemAllocationProp *props)
{
    if (!props || props->type != CU_MEM_ALLOCATION_TYPE_PINNED)
        return CUDA_ERROR_INVALID_VALUE;
    if (props->location.type == CU_MEM_LOCATION_TYPE_DEVICE && props->location.id)
        return CUDA_ERROR_INVALID_DEVICE;
    return is_first_device(props->location) && !props->requestedHandleTypes
               ? CUDA_SUCCESS
               : CUDA_ERROR_NOT_SUPPORTED; // the host's memory, or another process
}

static CUresult create(CUmemGenericAllocationHandle *memory, size_t bytes,
                       const CUmemAllocationProp *props, unsigned long long flags)
{
    CUresult e = memory && !flags ? check_props(props) : CUDA_ERROR_INVALID_VALUE;
    return e ? e : RESULT(cudasimMemory(memory, bytes));
}

static CUresult granularity(size_t *bytes, const CUmemAllocationProp *props,
                            CUmemAllocationGranularity_flags which)
{
    CUresult e = bytes && which <= CU_MEM_ALLOC_GRANULARITY_RECOMMENDED ? check_props(props)
                                                                        : CUDA_ERROR_INVALID_VALUE;
    if (!e)
        *bytes = GRANULARITY;
    return e;
}

static CUresult set_access(CUdeviceptr p, size_t bytes, const CUmemAccessDesc *list, size_t n)
{
    if (!list || !n)
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < n; i++)
        if (!is_first_device(list[i].location) || list[i].flags == CU_MEM_ACCESS_FLAGS_PROT_READ)
            return CUDA_ERROR_NOT_SUPPORTED;
    return RESULT(
        cudasimAccess(DEVICE(p), bytes, list[n - 1].flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
}

static CUresult get_access(unsigned long long *flags, const CUmemLocation *place, CUdeviceptr p)
{
    int access;
    if (!flags || !place || !is_first_device(*place))
        return CUDA_ERROR_INVALID_VALUE;
    CUresult e = RESULT(cudasimMapped(NULL, &access, DEVICE(p)));
    if (!e)
        *flags = access ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE : CU_MEM_ACCESS_FLAGS_PROT_NONE;
    return e;
}

FUNCTION(cuMemGetAllocationGranularity, NEEDS_init,
         (size_t * bytes, const CUmemAllocationProp *props, CUmemAllocationGranularity_flags which),
         granularity(bytes, props, which))
FUNCTION(cuMemCreate, NEEDS_init,
         (CUmemGenericAllocationHandle * memory, size_t bytes, const CUmemAllocationProp *props,
          unsigned long long flags),
         create(memory, bytes, props, flags))
FUNCTION(cuMemRelease, NEEDS_init, (CUmemGenericAllocationHandle memory),
         RESULT(cudasimMemoryRelease(memory)))
FUNCTION(cuMemRetainAllocationHandle, NEEDS_init, (CUmemGenericAllocationHandle * memory, void *p),
         memory ? RESULT(cudasimMapped(memory, NULL, p)) : CUDA_ERROR_INVALID_VALUE)
FUNCTION(cuMemAddressReserve, NEEDS_init,
         (CUdeviceptr * p, size_t bytes, size_t align, CUdeviceptr wanted,
          unsigned long long flags),
         ((void)wanted, // a hint
          flags ? CUDA_ERROR_INVALID_VALUE : RESULT(cudasimReserve((void **)p, bytes, align))))
FUNCTION(cuMemAddressFree, NEEDS_init, (CUdeviceptr p, size_t bytes),
         RESULT(cudasimUnreserve(DEVICE(p), bytes)))
FUNCTION(cuMemMap, NEEDS_init,
         (CUdeviceptr p, size_t bytes, size_t offset, CUmemGenericAllocationHandle memory,
          unsigned long long flags),
         offset || flags ? CUDA_ERROR_INVALID_VALUE : RESULT(cudasimMap(DEVICE(p), bytes, memory)))
FUNCTION(cuMemUnmap, NEEDS_init, (CUdeviceptr p, size_t bytes),
         RESULT(cudasimUnmap(DEVICE(p), bytes)))
FUNCTION(cuMemSetAccess, NEEDS_init,
         (CUdeviceptr p, size_t bytes, const CUmemAccessDesc *list, size_t n),
         set_access(p, bytes, list, n))
FUNCTION(cuMemGetAccess, NEEDS_init,
         (unsigned long long *flags, const CUmemLocation *place, CUdeviceptr p),
         get_access(flags, place, p))

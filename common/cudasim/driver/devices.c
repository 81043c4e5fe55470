// devices.c - devices and their attributes; versions; the profiler.
#include "driver.h"

#include <stdio.h>
#include <string.h>

cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

static CUresult check(const void *result, CUdevice device)
{
    return !result             ? CUDA_ERROR_INVALID_VALUE
           : is_device(device) ? CUDA_SUCCESS
                               : CUDA_ERROR_INVALID_DEVICE;
}

static CUresult get_device(CUdevice *device, int number)
{
    CUresult e = check(device, number);
    if (!e)
        *device = number;
    return e;
}

static CUresult get_name(char *name, int n, CUdevice device)
{
    struct cudaDeviceProp p;
    CUresult e = check(n > 0 ? name : NULL, device);
    if (!e)
        e = RESULT(cudaGetDeviceProperties(&p, device));
    if (!e)
        snprintf(name, (size_t)n, "%s", p.name);
    return e;
}

static CUresult get_uuid(CUuuid *uuid, CUdevice device)
{
    struct cudaDeviceProp p;
    CUresult e = check(uuid, device);
    if (!e)
        e = RESULT(cudaGetDeviceProperties(&p, device));
    if (!e)
        memcpy(uuid, &p.uuid, sizeof *uuid);
    return e;
}

static CUresult get_luid(char *luid, unsigned *mask, CUdevice device)
{
    (void)luid, (void)mask;
    return is_device(device) ? CUDA_ERROR_NOT_SUPPORTED : CUDA_ERROR_INVALID_DEVICE; // on Windows
}

static CUresult total_memory(size_t *bytes, CUdevice device)
{
    struct cudaDeviceProp p;
    CUresult e = check(bytes, device);
    if (!e)
        e = RESULT(cudaGetDeviceProperties(&p, device));
    if (!e)
        *bytes = p.totalGlobalMem;
    return e;
}

// What the runtime does not tell: 0, what the simulator lacks; 1, virtual memory.
static CUresult attribute(int *value, CUdevice_attribute which, CUdevice device)
{
    CUresult e = check(value, device);
    if (e)
        return e;
    if (which < 1 || which >= CU_DEVICE_ATTRIBUTE_MAX)
        return CUDA_ERROR_INVALID_VALUE;
    *value = which == CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED; // virtual.c
    ASK(cuDeviceGetAttribute, cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)which, device));
    return CUDA_SUCCESS;
}

static CUresult capability(int *major, int *minor, CUdevice device)
{
    CUresult e = check(major ? minor : NULL, device);
    if (!e)
        e = RESULT(cudaDeviceGetAttribute(major, cudaDevAttrComputeCapabilityMajor, device));
    return e ? e : RESULT(cudaDeviceGetAttribute(minor, cudaDevAttrComputeCapabilityMinor, device));
}

static CUresult old_properties(CUdevprop *prop, CUdevice device)
{
    struct cudaDeviceProp p;
    CUresult e = check(prop, device);
    if (!e)
        e = RESULT(cudaGetDeviceProperties(&p, device));
    if (e)
        return e;
    *prop = (CUdevprop){.maxThreadsPerBlock = p.maxThreadsPerBlock,
                        .sharedMemPerBlock = (int)p.sharedMemPerBlock,
                        .totalConstantMemory = (int)p.totalConstMem,
                        .SIMDWidth = p.warpSize,
                        .memPitch = (int)p.memPitch,
                        .regsPerBlock = p.regsPerBlock,
                        .textureAlign = (int)p.textureAlignment};
    memcpy(prop->maxThreadsDim, p.maxThreadsDim, sizeof p.maxThreadsDim);
    memcpy(prop->maxGridSize, p.maxGridSize, sizeof p.maxGridSize);
    return CUDA_SUCCESS;
}

static CUresult no_affinity(int *supported, CUdevice device)
{
    CUresult e = check(supported, device);
    if (!e)
        *supported = 0;
    return e;
}

FUNCTION(cuDriverGetVersion, NEEDS_nothing, (int *version),
         version ? RESULT(cudaDriverGetVersion(version)) : CUDA_ERROR_INVALID_VALUE)
FUNCTION(cuDeviceGetCount, NEEDS_init, (int *count),
         count ? RESULT(cudaGetDeviceCount(count)) : CUDA_ERROR_INVALID_VALUE)
FUNCTION(cuDeviceGet, NEEDS_init, (CUdevice * device, int number), get_device(device, number))
FUNCTION(cuDeviceGetName, NEEDS_init, (char *name, int n, CUdevice device),
         get_name(name, n, device))
FUNCTION(cuDeviceGetUuid_v2, NEEDS_init, (CUuuid * uuid, CUdevice device), get_uuid(uuid, device))
FUNCTION(cuDeviceGetLuid, NEEDS_init, (char *luid, unsigned *mask, CUdevice device),
         get_luid(luid, mask, device))
FUNCTION(cuDeviceTotalMem_v2, NEEDS_init, (size_t * bytes, CUdevice device),
         total_memory(bytes, device))
FUNCTION(cuDeviceGetAttribute, NEEDS_init, (int *value, CUdevice_attribute which, CUdevice device),
         attribute(value, which, device))
FUNCTION(cuDeviceComputeCapability, NEEDS_init, (int *major, int *minor, CUdevice device),
         capability(major, minor, device))
FUNCTION(cuDeviceGetProperties, NEEDS_init, (CUdevprop * prop, CUdevice device),
         old_properties(prop, device))
FUNCTION(cuDeviceGetExecAffinitySupport, NEEDS_init,
         (int *supported, CUexecAffinityType type, CUdevice device),
         ((void)type, no_affinity(supported, device)))
FUNCTION(cuDeviceGetByPCIBusId, NEEDS_init, (CUdevice * device, const char *text),
         RESULT(cudaDeviceGetByPCIBusId(device, text)))
FUNCTION(cuDeviceGetPCIBusId, NEEDS_init, (char *text, int n, CUdevice device),
         RESULT(cudaDeviceGetPCIBusId(text, n, device)))
FUNCTION(cuDeviceCanAccessPeer, NEEDS_init, (int *can, CUdevice device, CUdevice peer),
         RESULT(cudaDeviceCanAccessPeer(can, device, peer)))
FUNCTION(cuDeviceGetP2PAttribute, NEEDS_init,
         (int *value, CUdevice_P2PAttribute which, CUdevice from, CUdevice to),
         RESULT(cudaDeviceGetP2PAttribute(value, (enum cudaDeviceP2PAttr)which, from, to)))
FUNCTION(cuDeviceGetDefaultMemPool, NEEDS_init, (CUmemoryPool * pool, CUdevice device),
         RESULT(cudaDeviceGetDefaultMemPool((cudaMemPool_t *)pool, device)))
FUNCTION(cuDeviceGetMemPool, NEEDS_init, (CUmemoryPool * pool, CUdevice device),
         RESULT(cudaDeviceGetMemPool((cudaMemPool_t *)pool, device)))
FUNCTION(cuDeviceSetMemPool, NEEDS_init, (CUdevice device, CUmemoryPool pool),
         RESULT(cudaDeviceSetMemPool(device, (cudaMemPool_t)pool)))
FUNCTION(cuProfilerStart, NEEDS_context, (void), RESULT(cudaProfilerStart()))
FUNCTION(cuProfilerStop, NEEDS_context, (void), RESULT(cudaProfilerStop()))

// ---- errors ---------------------------------------------------------

static CUresult text_of(const char **to, const char *text)
{
    if (!to)
        return CUDA_ERROR_INVALID_VALUE;
    *to = text;
    return text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

EXPORT CUresult cuGetErrorName(CUresult e, const char **name)
{
    return text_of(name, driver_error_name((int)e));
}

EXPORT CUresult cuGetErrorString(CUresult e, const char **text)
{
    return text_of(text, driver_error_text((int)e));
}

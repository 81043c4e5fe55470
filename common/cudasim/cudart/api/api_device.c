// api_device.c - devices: properties, attributes, limits, flags,
// versions, and waiting for it.
#include "array.h"
#include "attributes.h"
#include "both/driver_entry.h"
#include "capture.h"
#include "context.h"
#include "cudart/clock/timeline.h"
#include "memory.h"
#include "pool.h"
#include "register.h"
#include "streams.h"
#include "api_texture.h"

#include "sim/device_runtime/device_runtime.h"

#include <stdio.h>
#include <string.h>

enum { CUDA_VERSION_13_0 = 13000 };

static unsigned device_flags[MAX_DEVICES];
static enum cudaFuncCache cache_config;

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, int number)
{
    ENTER_ALWAYS();
    int found;
    if (!rt_is_device(number))
        LEAVE(cudaErrorInvalidDevice);
    device_select((unsigned)number);
    if (!value || !attribute_find(attr, &found))
        LEAVE(cudaErrorInvalidValue);
    *value = found;
    LEAVE(cudaSuccess);
}

// ---- cudaDeviceProp: attributes under other names -------------------

static void texture_properties(struct cudaDeviceProp *p)
{
    p->textureAlignment = (size_t)device_attribute(cudaDevAttrTextureAlignment);
    p->texturePitchAlignment = (size_t)device_attribute(cudaDevAttrTexturePitchAlignment);
    p->maxTexture1D = device_attribute(cudaDevAttrMaxTexture1DWidth);
    p->maxTexture1DMipmap = device_attribute(cudaDevAttrMaxTexture1DMipmappedWidth);
    p->maxTexture2D[0] = device_attribute(cudaDevAttrMaxTexture2DWidth);
    p->maxTexture2D[1] = device_attribute(cudaDevAttrMaxTexture2DHeight);
    p->maxTexture2DMipmap[0] = device_attribute(cudaDevAttrMaxTexture2DMipmappedWidth);
    p->maxTexture2DMipmap[1] = device_attribute(cudaDevAttrMaxTexture2DMipmappedHeight);
    p->maxTexture2DLinear[0] = device_attribute(cudaDevAttrMaxTexture2DLinearWidth);
    p->maxTexture2DLinear[1] = device_attribute(cudaDevAttrMaxTexture2DLinearHeight);
    p->maxTexture2DLinear[2] = device_attribute(cudaDevAttrMaxTexture2DLinearPitch);
    p->maxTexture2DGather[0] = device_attribute(cudaDevAttrMaxTexture2DGatherWidth);
    p->maxTexture2DGather[1] = device_attribute(cudaDevAttrMaxTexture2DGatherHeight);
    p->maxTexture3D[0] = device_attribute(cudaDevAttrMaxTexture3DWidth);
    p->maxTexture3D[1] = device_attribute(cudaDevAttrMaxTexture3DHeight);
    p->maxTexture3D[2] = device_attribute(cudaDevAttrMaxTexture3DDepth);
    p->maxTexture3DAlt[0] = device_attribute(cudaDevAttrMaxTexture3DWidthAlt);
    p->maxTexture3DAlt[1] = device_attribute(cudaDevAttrMaxTexture3DHeightAlt);
    p->maxTexture3DAlt[2] = device_attribute(cudaDevAttrMaxTexture3DDepthAlt);
    p->maxTextureCubemap = device_attribute(cudaDevAttrMaxTextureCubemapWidth);
    p->maxTexture1DLayered[0] = device_attribute(cudaDevAttrMaxTexture1DLayeredWidth);
    p->maxTexture1DLayered[1] = device_attribute(cudaDevAttrMaxTexture1DLayeredLayers);
    p->maxTexture2DLayered[0] = device_attribute(cudaDevAttrMaxTexture2DLayeredWidth);
    p->maxTexture2DLayered[1] = device_attribute(cudaDevAttrMaxTexture2DLayeredHeight);
    p->maxTexture2DLayered[2] = device_attribute(cudaDevAttrMaxTexture2DLayeredLayers);
    p->maxTextureCubemapLayered[0] = device_attribute(cudaDevAttrMaxTextureCubemapLayeredWidth);
    p->maxTextureCubemapLayered[1] = device_attribute(cudaDevAttrMaxTextureCubemapLayeredLayers);
    p->maxSurface1D = device_attribute(cudaDevAttrMaxSurface1DWidth);
    p->maxSurface2D[0] = device_attribute(cudaDevAttrMaxSurface2DWidth);
    p->maxSurface2D[1] = device_attribute(cudaDevAttrMaxSurface2DHeight);
    p->maxSurface3D[0] = device_attribute(cudaDevAttrMaxSurface3DWidth);
    p->maxSurface3D[1] = device_attribute(cudaDevAttrMaxSurface3DHeight);
    p->maxSurface3D[2] = device_attribute(cudaDevAttrMaxSurface3DDepth);
    p->maxSurface1DLayered[0] = device_attribute(cudaDevAttrMaxSurface1DLayeredWidth);
    p->maxSurface1DLayered[1] = device_attribute(cudaDevAttrMaxSurface1DLayeredLayers);
    p->maxSurface2DLayered[0] = device_attribute(cudaDevAttrMaxSurface2DLayeredWidth);
    p->maxSurface2DLayered[1] = device_attribute(cudaDevAttrMaxSurface2DLayeredHeight);
    p->maxSurface2DLayered[2] = device_attribute(cudaDevAttrMaxSurface2DLayeredLayers);
    p->maxSurfaceCubemap = device_attribute(cudaDevAttrMaxSurfaceCubemapWidth);
    p->maxSurfaceCubemapLayered[0] = device_attribute(cudaDevAttrMaxSurfaceCubemapLayeredWidth);
    p->maxSurfaceCubemapLayered[1] = device_attribute(cudaDevAttrMaxSurfaceCubemapLayeredLayers);
    p->surfaceAlignment = (size_t)device_attribute(cudaDevAttrSurfaceAlignment);
}

static void compute_properties(struct cudaDeviceProp *p)
{
    p->totalGlobalMem = model.global_bytes;
    p->sharedMemPerBlock = model.shared_per_block;
    p->regsPerBlock = model.registers_per_block;
    p->warpSize = WARP_SIZE;
    p->memPitch = (size_t)device_attribute(cudaDevAttrMaxPitch);
    p->maxThreadsPerBlock = model.max_threads_per_block;
    for (int i = 0; i < 3; i++) {
        p->maxThreadsDim[i] = model.max_block[i];
        p->maxGridSize[i] = (int)model.max_grid[i];
    }
    p->totalConstMem = model.const_bytes;
    p->major = model.cc_major;
    p->minor = model.cc_minor;
    p->multiProcessorCount = model.multiprocessors;
    p->memoryBusWidth = model.bus_bits;
    p->l2CacheSize = (int)model.l2_bytes;
    p->persistingL2CacheMaxSize = device_attribute(cudaDevAttrMaxPersistingL2CacheSize);
    p->accessPolicyMaxWindowSize = device_attribute(cudaDevAttrMaxAccessPolicyWindowSize);
    p->maxThreadsPerMultiProcessor = model.threads_per_sm;
    p->maxBlocksPerMultiProcessor = model.blocks_per_sm;
    p->sharedMemPerMultiprocessor = model.shared_per_sm;
    p->sharedMemPerBlockOptin = model.shared_per_block_optin;
    p->reservedSharedMemPerBlock = model.shared_reserved;
    p->regsPerMultiprocessor = model.registers_per_sm;
    p->globalL1CacheSupported = device_attribute(cudaDevAttrGlobalL1CacheSupported);
    p->localL1CacheSupported = device_attribute(cudaDevAttrLocalL1CacheSupported);
    p->clusterLaunch = device_attribute(cudaDevAttrClusterLaunch);
    p->cooperativeLaunch = device_attribute(cudaDevAttrCooperativeLaunch);
    p->concurrentKernels = device_attribute(cudaDevAttrConcurrentKernels);
    p->computePreemptionSupported = device_attribute(cudaDevAttrComputePreemptionSupported);
    p->streamPrioritiesSupported = device_attribute(cudaDevAttrStreamPrioritiesSupported);
    p->asyncEngineCount = model.copy_engines;
}

static void system_properties(struct cudaDeviceProp *p)
{
    snprintf(p->name, sizeof p->name, "%s", model.name);
    memcpy(p->uuid.bytes, "cudasim-sm_90-0", 16);
    p->uuid.bytes[14] += (char)device.number;
    p->ECCEnabled = device_attribute(cudaDevAttrEccEnabled);
    p->integrated = device_attribute(cudaDevAttrIntegrated);
    p->tccDriver = device_attribute(cudaDevAttrTccDriver);
    p->pciBusID = device_attribute(cudaDevAttrPciBusId);
    p->pciDeviceID = device_attribute(cudaDevAttrPciDeviceId);
    p->pciDomainID = device_attribute(cudaDevAttrPciDomainId);
    p->gpuPciDeviceID = (unsigned)device_attribute(cudaDevAttrGpuPciDeviceId);
    p->gpuPciSubsystemID = (unsigned)device_attribute(cudaDevAttrGpuPciSubsystemId);
    p->isMultiGpuBoard = device_attribute(cudaDevAttrIsMultiGpuBoard);
    p->multiGpuBoardGroupID = device_attribute(cudaDevAttrMultiGpuBoardGroupID);
    p->deviceNumaConfig = device_attribute(cudaDevAttrNumaConfig);
    p->deviceNumaId = device_attribute(cudaDevAttrNumaId);
    p->hostNumaId = device_attribute(cudaDevAttrHostNumaId);
    p->hostNumaMultinodeIpcSupported = device_attribute(cudaDevAttrHostNumaMultinodeIpcSupported);
    p->mpsEnabled = device_attribute(cudaDevAttrMpsEnabled);
    p->ipcEventSupported = device_attribute(cudaDevAttrIpcEventSupport);
    p->unifiedFunctionPointers = 1;
}

static void memory_properties(struct cudaDeviceProp *p)
{
    p->canMapHostMemory = device_attribute(cudaDevAttrCanMapHostMemory);
    p->unifiedAddressing = device_attribute(cudaDevAttrUnifiedAddressing);
    p->managedMemory = device_attribute(cudaDevAttrManagedMemory);
    p->concurrentManagedAccess = device_attribute(cudaDevAttrConcurrentManagedAccess);
    p->hostNativeAtomicSupported = device_attribute(cudaDevAttrHostNativeAtomicSupported);
    p->pageableMemoryAccess = device_attribute(cudaDevAttrPageableMemoryAccess);
    p->pageableMemoryAccessUsesHostPageTables =
        device_attribute(cudaDevAttrPageableMemoryAccessUsesHostPageTables);
    p->directManagedMemAccessFromHost = device_attribute(cudaDevAttrDirectManagedMemAccessFromHost);
    p->canUseHostPointerForRegisteredMem =
        device_attribute(cudaDevAttrCanUseHostPointerForRegisteredMem);
    p->hostRegisterSupported = device_attribute(cudaDevAttrHostRegisterSupported);
    p->hostRegisterReadOnlySupported = device_attribute(cudaDevAttrHostRegisterReadOnlySupported);
    p->memoryPoolsSupported = device_attribute(cudaDevAttrMemoryPoolsSupported);
    p->memoryPoolSupportedHandleTypes =
        (unsigned)device_attribute(cudaDevAttrMemoryPoolSupportedHandleTypes);
    p->sparseCudaArraySupported = device_attribute(cudaDevAttrSparseCudaArraySupported);
    p->deferredMappingCudaArraySupported =
        device_attribute(cudaDevAttrDeferredMappingCudaArraySupported);
    p->timelineSemaphoreInteropSupported =
        device_attribute(cudaDevAttrTimelineSemaphoreInteropSupported);
    p->gpuDirectRDMASupported = device_attribute(cudaDevAttrGPUDirectRDMASupported);
    p->gpuDirectRDMAFlushWritesOptions =
        (unsigned)device_attribute(cudaDevAttrGPUDirectRDMAFlushWritesOptions);
    p->gpuDirectRDMAWritesOrdering = device_attribute(cudaDevAttrGPUDirectRDMAWritesOrdering);
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int number)
{
    ENTER_ALWAYS();
    if (!rt_is_device(number))
        LEAVE(cudaErrorInvalidDevice);
    if (!p)
        LEAVE(cudaErrorInvalidValue);
    device_select((unsigned)number);
    memset(p, 0, sizeof *p);
    compute_properties(p);
    texture_properties(p);
    system_properties(p);
    memory_properties(p);
    LEAVE(cudaSuccess);
}

// ---- which device ---------------------------------------------------

cudaError_t cudaGetDeviceCount(int *count)
{
    ENTER_ALWAYS();
    if (count)
        *count = model.devices;
    LEAVE(count ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGetDevice(int *number)
{
    ENTER_ALWAYS();
    if (number)
        *number = (int)rt_device;
    LEAVE(number ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaSetDevice(int number)
{
    ENTER_ALWAYS();
    if (!rt_is_device(number))
        LEAVE(cudaErrorInvalidDevice);
    rt_device = (unsigned)number;
    device_select(rt_device);
    LEAVE(cudaSuccess);
}

cudaError_t cudaInitDevice(int number, unsigned flags_of_device, unsigned flags)
{
    (void)flags_of_device;
    ENTER();
    LEAVE(!rt_is_device(number)                 ? cudaErrorInvalidDevice
          : flags > cudaInitDeviceFlagsAreValid ? cudaErrorInvalidValue
                                                : cudaSuccess);
}

cudaError_t cudaChooseDevice(int *number, const struct cudaDeviceProp *wanted)
{
    ENTER_ALWAYS();
    if (number && wanted)
        *number = 0;
    LEAVE(number && wanted ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaSetValidDevices(int *list, int n)
{
    ENTER();
    for (int i = 0; list && i < n; i++)
        if (!rt_is_device(list[i]))
            LEAVE(cudaErrorInvalidDevice);
    LEAVE(list || n == 0 ? cudaSuccess : cudaErrorInvalidValue);
}

enum { BUS_ID = sizeof "0000:00:00.0" };

cudaError_t cudaDeviceGetPCIBusId(char *text, int n, int number)
{
    ENTER();
    if (!rt_is_device(number))
        LEAVE(cudaErrorInvalidDevice);
    if (!text || n < BUS_ID)
        LEAVE(cudaErrorInvalidValue);
    snprintf(text, BUS_ID, "0000:%02x:00.0", (uint8_t)number);
    LEAVE(cudaSuccess);
}

cudaError_t cudaDeviceGetByPCIBusId(int *number, const char *text)
{
    ENTER();
    if (!number || !text)
        LEAVE(cudaErrorInvalidValue);
    unsigned domain = 0, bus, slot, function = 0;
    bool read = sscanf(text, "%x:%x:%x.%x", &domain, &bus, &slot, &function) >= 3 ||
                (domain = 0, sscanf(text, "%x:%x.%x", &bus, &slot, &function) >= 2);
    if (!read || domain || bus >= (unsigned)model.devices || slot || function)
        LEAVE(cudaErrorInvalidDevice);
    *number = (int)bus;
    LEAVE(cudaSuccess);
}

// ---- waiting --------------------------------------------------------

cudaError_t cudaDeviceSynchronize(void)
{
    ENTER();
    cudaError_t e = capture_forbids_wait(NULL);
    if (e)
        LEAVE(e);
    timeline_wait_device();
    pools_release();
    LEAVE(rt_waited());
}

// Of the selected device. Modules are loaded again at their next use, so that variables have their
// first values. Memory that was not freed has leaked; streams and events do not exist any more.
static void device_forget(void)
{
    EACH_HOOK(reset, ());
    captures_forget();
    execs_forget();
    graphs_forget();
    texture_objects_forget();
    arrays_forget();
    memory_forget();
    streams_forget();
    register_forget();
    libraries_forget();
    device.stack_limit = model.stack_limit;
    device.printf_limit = model.printf_limit;
    device.heap_limit = model.heap_limit;
    device.heap_used = device.printf_used = false;
    device.pending_limit = model.pending_limit;
    device_flags[device.number] = 0;
    cache_config = cudaFuncCachePreferNone;
    device.peers[device.number] = 0;
    mem_epoch++;
}

// After a fault the GPU is lost to the process; a reset does not change that.
cudaError_t cudaDeviceReset(void)
{
    ENTER_ALWAYS();
    timeline_wait_device();
    if (rt_waited())
        rt.dead[device.number] = cudaErrorDevicesUnavailable;
    else
        device_forget();
    LEAVE(cudaSuccess);
}

// ---- limits, flags, caches ------------------------------------------

enum {
    LEAST_PRINTF = 512 << 10,
    PRINTF_UNIT = 256,
    LEAST_HEAP = 4 << 20,
    HEAP_UNIT = 64 << 10,
    STACK_UNIT = 16,
    STACK_RESERVED = 1024, // of the local memory that a thread can have
    L2_FETCH = 64,
    L2_PERSISTING = 11796480
};

static size_t l2_fetch = L2_FETCH, l2_persisting = L2_PERSISTING;

static size_t round_limit(size_t value, size_t least, size_t unit)
{
    value = value < least ? least : value;
    return value > SIZE_MAX - unit ? value : (value + unit - 1) / unit * unit;
}

static size_t *limit_of(enum cudaLimit limit)
{
    switch (limit) {
    case cudaLimitStackSize: return &device.stack_limit;
    case cudaLimitPrintfFifoSize: return &device.printf_limit;
    case cudaLimitMallocHeapSize: return &device.heap_limit;
    case cudaLimitDevRuntimePendingLaunchCount: return &device.pending_limit;
    case cudaLimitMaxL2FetchGranularity: return &l2_fetch;
    case cudaLimitPersistingL2CacheSize: return &l2_persisting;
    default: return NULL;
    }
}

static cudaError_t limit_find(enum cudaLimit limit, size_t *value)
{
    const size_t *p = limit_of(limit);
    if (!p)
        return limit == cudaLimitDevRuntimeSyncDepth ? cudaErrorUnsupportedLimit
                                                     : cudaErrorInvalidValue;
    *value = *p;
    return cudaSuccess;
}

static ErrorNumber limit_for_kernel(int limit, size_t *value)
{
    return (ErrorNumber)limit_find((enum cudaLimit)limit, value);
}

// The file that begins the runtime is below this one.
__attribute__((constructor)) static void answer_kernels(void)
{
    device_runtime.limit = limit_for_kernel;
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
    ENTER();
    LEAVE(value ? limit_find(limit, value) : cudaErrorInvalidValue);
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
    ENTER();
    size_t *p = limit_of(limit);
    if (!p)
        LEAVE(limit == cudaLimitDevRuntimeSyncDepth ? cudaErrorUnsupportedLimit
                                                    : cudaErrorInvalidValue);
    if (limit == cudaLimitStackSize) {
        if (value > model.local_limit - STACK_RESERVED)
            LEAVE(cudaErrorInvalidValue);
        value = round_limit(value, 0, STACK_UNIT);
    }
    // The sizes of heap and buffer cannot change after a kernel has used them.
    if (limit == cudaLimitMallocHeapSize) {
        if (device.heap_used)
            LEAVE(cudaErrorInvalidValue);
        value = round_limit(value, LEAST_HEAP, HEAP_UNIT);
    }
    if (limit == cudaLimitPrintfFifoSize) {
        if (device.printf_used)
            LEAVE(cudaErrorInvalidValue);
        value = round_limit(value, LEAST_PRINTF, PRINTF_UNIT);
    }
    *p = value;
    LEAVE(cudaSuccess);
}

cudaError_t cudaGetDeviceFlags(unsigned *flags)
{
    ENTER();
    if (flags) // host memory is always mapped
        *flags = device_flags[device.number] | cudaDeviceMapHost;
    LEAVE(flags ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaSetDeviceFlags(unsigned flags)
{
    ENTER();
    if (flags & ~(unsigned)cudaDeviceMask)
        LEAVE(cudaErrorInvalidValue);
    device_flags[device.number] = flags;
    LEAVE(cudaSuccess);
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config)
{
    ENTER();
    if (config)
        *config = cache_config;
    LEAVE(config ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config)
{
    ENTER();
    if ((unsigned)config > cudaFuncCachePreferEqual)
        LEAVE(cudaErrorInvalidValue);
    cache_config = config;
    LEAVE(cudaSuccess);
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config)
{
    ENTER();
    if (config)
        *config = cudaSharedMemBankSizeFourByte;
    LEAVE(config ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
    (void)config; // banks have been four bytes wide since cc 5.0
    ENTER();
    LEAVE(cudaSuccess);
}

cudaError_t cudaCtxResetPersistingL2Cache(void)
{
    ENTER();
    LEAVE(cudaSuccess);
}

// ---- peers ----------------------------------------------------------

// No device is its own peer.
cudaError_t cudaDeviceCanAccessPeer(int *can, int number, int peer)
{
    ENTER();
    bool devices = rt_is_device(number) && rt_is_device(peer);
    if (can)
        *can = devices && number != peer;
    LEAVE(!devices ? cudaErrorInvalidDevice : can ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int from,
                                      int to)
{
    ENTER();
    if (!value)
        LEAVE(cudaErrorInvalidValue);
    if (!rt_is_device(from) || !rt_is_device(to) || from == to)
        LEAVE(cudaErrorInvalidDevice);
    switch (attribute) {
    case cudaDevP2PAttrPerformanceRank: *value = 0; break;
    case cudaDevP2PAttrAccessSupported:
    case cudaDevP2PAttrCudaArrayAccessSupported: *value = 1; break;
    case cudaDevP2PAttrNativeAtomicSupported: *value = !model.pcie; break;
    default: LEAVE(cudaErrorInvalidValue);
    }
    LEAVE(cudaSuccess);
}

// Peer access is of one direction: the selected device may access the peer's memory.
static void set_peer(int peer, bool access)
{
    uint8_t *peers = &device.peers[device.number];
    *peers = (uint8_t)(access ? *peers | 1u << peer : *peers & ~(1u << peer));
    mem_epoch++; // what kernels have found accessible
}

static bool has_peer(int peer) { return device.peers[device.number] >> peer & 1; }

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags)
{
    ENTER();
    if (!rt_is_device(peer))
        LEAVE(cudaErrorInvalidDevice);
    if ((unsigned)peer == device.number)
        LEAVE(cudaErrorPeerAccessUnsupported);
    if (flags)
        LEAVE(cudaErrorInvalidValue);
    if (has_peer(peer))
        LEAVE(cudaErrorPeerAccessAlreadyEnabled);
    set_peer(peer, true);
    LEAVE(cudaSuccess);
}

// Work that may still access the peer's memory ends first.
cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    ENTER();
    if (!rt_is_device(peer))
        LEAVE(cudaErrorInvalidDevice);
    if (!has_peer(peer))
        LEAVE(cudaErrorPeerAccessNotEnabled);
    timeline_wait_device();
    set_peer(peer, false);
    LEAVE(rt_waited());
}

// ---- versions, profiler ---------------------------------------------

cudaError_t cudaDriverGetVersion(int *version)
{
    ENTER_ALWAYS();
    if (version)
        *version = CUDA_VERSION_13_0;
    LEAVE(version ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    ENTER_ALWAYS();
    if (version)
        *version = CUDA_VERSION_13_0;
    LEAVE(version ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaProfilerStart(void)
{
    ENTER();
    LEAVE(cudaSuccess);
}

cudaError_t cudaProfilerStop(void)
{
    ENTER();
    LEAVE(cudaSuccess);
}

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind kind)
{
    return (struct cudaChannelFormatDesc){.x = x, .y = y, .z = z, .w = w, .f = kind};
}

// ---- functions of the driver API ------------------------------------

// In the program's process the pointer is another one: see client/own_stubs.c.
static cudaError_t find_entry_point(const char *symbol, void **function, unsigned version,
                                    enum cudaDriverEntryPointQueryResult *result)
{
    unsigned since;
    if (!symbol || !function)
        return cudaErrorInvalidValue;
    *function = driver_entry(symbol, version, &since);
    if (result)
        *result = *function ? cudaDriverEntryPointSuccess
                  : since   ? cudaDriverEntryPointVersionNotSufficent
                            : cudaDriverEntryPointSymbolNotFound;
    if (*function || result)
        return cudaSuccess;
    rt_say("%s belongs to the driver API, of which only cuTensorMapEncode* is there without "
           "build/cudasim",
           symbol);
    return cudaErrorSymbolNotFound;
}

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **function, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *result)
{
    (void)flags;
    ENTER();
    LEAVE(find_entry_point(symbol, function, CUDA_VERSION_13_0, result));
}

cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **function, unsigned version,
                                             unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult *result)
{
    (void)flags;
    ENTER();
    LEAVE(find_entry_point(symbol, function, version, result));
}

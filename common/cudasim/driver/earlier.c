// earlier.c - earlier versions of functions that have later ones, for programs that were compiled
// with an earlier header, or ask for these functions by name. The first versions of functions that
// take device addresses had 32 bits for one, and are missing.
#define __CUDA_API_VERSION_INTERNAL
#include "driver.h"

#define EARLIER(name, params, value) \
    EXPORT CUresult name params { return value; }

EARLIER(cuCtxCreate, (CUcontext * c, unsigned flags, CUdevice device),
        cuCtxCreate_v4(c, NULL, flags, device))
EARLIER(cuCtxCreate_v2, (CUcontext * c, unsigned flags, CUdevice device),
        cuCtxCreate_v4(c, NULL, flags, device))
EARLIER(cuCtxCreate_v3,
        (CUcontext * c, CUexecAffinityParam *params, int n, unsigned flags, CUdevice device),
        params || n ? CUDA_ERROR_NOT_SUPPORTED : cuCtxCreate_v4(c, NULL, flags, device))
EARLIER(cuCtxDestroy, (CUcontext c), cuCtxDestroy_v2(c))
EARLIER(cuCtxPopCurrent, (CUcontext * c), cuCtxPopCurrent_v2(c))
EARLIER(cuCtxPushCurrent, (CUcontext c), cuCtxPushCurrent_v2(c))
EARLIER(cuDeviceGetUuid, (CUuuid * uuid, CUdevice device), cuDeviceGetUuid_v2(uuid, device))
EARLIER(cuDevicePrimaryCtxRelease, (CUdevice device), cuDevicePrimaryCtxRelease_v2(device))
EARLIER(cuDevicePrimaryCtxReset, (CUdevice device), cuDevicePrimaryCtxReset_v2(device))
EARLIER(cuDevicePrimaryCtxSetFlags, (CUdevice device, unsigned flags),
        cuDevicePrimaryCtxSetFlags_v2(device, flags))
EARLIER(cuEventDestroy, (CUevent event), cuEventDestroy_v2(event))
EARLIER(cuEventElapsedTime, (float *ms, CUevent from, CUevent to),
        cuEventElapsedTime_v2(ms, from, to))
EARLIER(cuStreamDestroy, (CUstream stream), cuStreamDestroy_v2(stream))
EARLIER(cuMemHostRegister, (void *p, size_t n, unsigned flags), cuMemHostRegister_v2(p, n, flags))
EARLIER(cuLinkCreate, (unsigned n, CUjit_option *options, void **values, CUlinkState *s),
        cuLinkCreate_v2(n, options, values, s))
EARLIER(cuLinkAddData,
        (CUlinkState s, CUjitInputType type, void *data, size_t size, const char *name, unsigned n,
         CUjit_option *options, void **values),
        cuLinkAddData_v2(s, type, data, size, name, n, options, values))
EARLIER(cuLinkAddFile,
        (CUlinkState s, CUjitInputType type, const char *name, unsigned n, CUjit_option *options,
         void **values),
        cuLinkAddFile_v2(s, type, name, n, options, values))

static CUmemLocation place_of(CUdevice device)
{
    return (CUmemLocation){device == CU_DEVICE_CPU ? CU_MEM_LOCATION_TYPE_HOST
                                                   : CU_MEM_LOCATION_TYPE_DEVICE,
                           .id = device == CU_DEVICE_CPU ? 0 : device};
}

EARLIER(cuMemAdvise, (CUdeviceptr p, size_t n, CUmem_advise advice, CUdevice device),
        cuMemAdvise_v2(p, n, advice, place_of(device)))
EARLIER(cuMemPrefetchAsync, (CUdeviceptr p, size_t n, CUdevice device, CUstream stream),
        cuMemPrefetchAsync_v2(p, n, place_of(device), 0, stream))
EARLIER(cuStreamGetCaptureInfo, (CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id),
        cuStreamGetCaptureInfo_v3(stream, status, id, NULL, NULL, NULL, NULL))
EARLIER(cuStreamGetCaptureInfo_v2,
        (CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph *graph,
         const CUgraphNode **nodes, size_t *n),
        cuStreamGetCaptureInfo_v3(stream, status, id, graph, nodes, NULL, n))

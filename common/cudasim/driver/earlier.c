// earlier.c - earlier versions of functions that have later ones, for programs that were compiled
// with an earlier header, or ask for these functions by name. The first versions of functions that
// take device addresses had 32 bits for one, and are missing.
#define __CUDA_API_VERSION_INTERNAL
#include "driver.h"

#include <string.h>

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

static CUresult failing(CUresult e, size_t *failed)
{
    if (e && failed)
        *failed = SIZE_MAX; // it is not known which one
    return e;
}

EARLIER(cuMemAdvise, (CUdeviceptr p, size_t n, CUmem_advise advice, CUdevice device),
        cuMemAdvise_v2(p, n, advice, place_of(device)))
EARLIER(cuMemPrefetchAsync, (CUdeviceptr p, size_t n, CUdevice device, CUstream stream),
        cuMemPrefetchAsync_v2(p, n, place_of(device), 0, stream))
EARLIER(cuMemcpyBatchAsync,
        (CUdeviceptr * to, CUdeviceptr *from, size_t *sizes, size_t n,
         CUmemcpyAttributes *attributes, size_t *first, size_t m, size_t *failed, CUstream stream),
        failing(cuMemcpyBatchAsync_v2(to, from, sizes, n, attributes, first, m, stream), failed))
EARLIER(cuMemcpy3DBatchAsync,
        (size_t n, CUDA_MEMCPY3D_BATCH_OP *list, size_t *failed, unsigned long long flags,
         CUstream stream),
        failing(cuMemcpy3DBatchAsync_v2(n, list, flags, stream), failed))
EARLIER(cuStreamGetCaptureInfo, (CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id),
        cuStreamGetCaptureInfo_v3(stream, status, id, NULL, NULL, NULL, NULL))
EARLIER(cuStreamGetCaptureInfo_v2,
        (CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph *graph,
         const CUgraphNode **nodes, size_t *n),
        cuStreamGetCaptureInfo_v3(stream, status, id, graph, nodes, NULL, n))

// ---- graphs ---------------------------------------------------------

// The first version of a kernel's description is the beginning of the second.
static const CUDA_KERNEL_NODE_PARAMS_v2 *second(CUDA_KERNEL_NODE_PARAMS_v2 *room,
                                                const CUDA_KERNEL_NODE_PARAMS_v1 *p)
{
    if (!p)
        return NULL;
    *room = (CUDA_KERNEL_NODE_PARAMS_v2){.func = NULL};
    memcpy(room, p, sizeof *p);
    return room;
}
#define SECOND(params) second(&(CUDA_KERNEL_NODE_PARAMS_v2){.func = NULL}, params)

static CUresult get_first(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS_v1 *params)
{
    CUDA_KERNEL_NODE_PARAMS_v2 p;
    CUresult e = cuGraphKernelNodeGetParams_v2(node, params ? &p : NULL);
    if (!e)
        memcpy(params, &p, sizeof *params);
    return e;
}

EARLIER(cuGraphAddKernelNode,
        (CUgraphNode * node, CUgraph graph, const CUgraphNode *before, size_t n,
         const CUDA_KERNEL_NODE_PARAMS_v1 *params),
        cuGraphAddKernelNode_v2(node, graph, before, n, SECOND(params)))
EARLIER(cuGraphKernelNodeGetParams, (CUgraphNode node, CUDA_KERNEL_NODE_PARAMS_v1 *params),
        get_first(node, params))
EARLIER(cuGraphKernelNodeSetParams, (CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS_v1 *params),
        cuGraphKernelNodeSetParams_v2(node, SECOND(params)))
EARLIER(cuGraphExecKernelNodeSetParams,
        (CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS_v1 *params),
        cuGraphExecKernelNodeSetParams_v2(exec, node, SECOND(params)))
EARLIER(cuGraphAddNode,
        (CUgraphNode * node, CUgraph graph, const CUgraphNode *before, size_t n,
         CUgraphNodeParams *params),
        cuGraphAddNode_v2(node, graph, before, NULL, n, params))
EARLIER(cuGraphAddDependencies,
        (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t n),
        cuGraphAddDependencies_v2(graph, from, to, NULL, n))
EARLIER(cuGraphRemoveDependencies,
        (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t n),
        cuGraphRemoveDependencies_v2(graph, from, to, NULL, n))
EARLIER(cuGraphGetEdges, (CUgraph graph, CUgraphNode *from, CUgraphNode *to, size_t *n),
        cuGraphGetEdges_v2(graph, from, to, NULL, n))
EARLIER(cuGraphNodeGetDependencies, (CUgraphNode node, CUgraphNode *nodes, size_t *n),
        cuGraphNodeGetDependencies_v2(node, nodes, NULL, n))
EARLIER(cuGraphNodeGetDependentNodes, (CUgraphNode node, CUgraphNode *nodes, size_t *n),
        cuGraphNodeGetDependentNodes_v2(node, nodes, NULL, n))
EARLIER(cuStreamBeginCapture, (CUstream stream),
        cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL))
EARLIER(cuStreamUpdateCaptureDependencies,
        (CUstream stream, CUgraphNode *nodes, size_t n, unsigned flags),
        cuStreamUpdateCaptureDependencies_v2(stream, nodes, NULL, n, flags))

// The messages for the log are lines of the simulator.
static CUresult instantiate(CUgraphExec *exec, CUgraph graph, CUgraphNode *node, char *log,
                            size_t bytes)
{
    CUDA_GRAPH_INSTANTIATE_PARAMS params = {.flags = 0};
    CUresult e = cuGraphInstantiateWithParams(exec, graph, &params);
    if (node)
        *node = params.hErrNode_out;
    if (log && bytes)
        *log = 0;
    return e;
}

EARLIER(cuGraphInstantiate,
        (CUgraphExec * exec, CUgraph graph, CUgraphNode *node, char *log, size_t bytes),
        instantiate(exec, graph, node, log, bytes))
EARLIER(cuGraphInstantiate_v2,
        (CUgraphExec * exec, CUgraph graph, CUgraphNode *node, char *log, size_t bytes),
        instantiate(exec, graph, node, log, bytes))

static CUresult update(CUgraphExec exec, CUgraph graph, CUgraphNode *node,
                       CUgraphExecUpdateResult *result)
{
    CUgraphExecUpdateResultInfo info = {.result = CU_GRAPH_EXEC_UPDATE_ERROR};
    CUresult e = result ? cuGraphExecUpdate_v2(exec, graph, &info) : CUDA_ERROR_INVALID_VALUE;
    if (result)
        *result = info.result;
    if (node)
        *node = info.errorNode;
    return e;
}

EARLIER(cuGraphExecUpdate,
        (CUgraphExec exec, CUgraph graph, CUgraphNode *node, CUgraphExecUpdateResult *result),
        update(exec, graph, node, result))

// default_stream.c - cudaFoo_ptsz and cudaFoo_ptds: the functions that a program calls if it
// was compiled with one default stream per thread (nvcc --default-stream per-thread). Stream
// 0 is then the calling thread's own stream.
#include "api.h"
#include "side.h"

// Marks the thread's next call; the machine removes the mark when that call begins.
#define WRAP(name, wrapper, params, args) \
    __attribute__((visibility("default"))) cudaError_t wrapper params; \
    cudaError_t wrapper params \
    { \
        side.default_per_thread(); \
        return name args; \
    }

// clang-format off
WRAP(__cudaLaunchKernel, __cudaLaunchKernel_ptsz,
     (cudaKernel_t kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t
     stream),
     (kernel, grid, block, args, shared, stream))
WRAP(cudaEventRecord, cudaEventRecord_ptsz,
     (cudaEvent_t event, cudaStream_t stream),
     (event, stream))
WRAP(cudaEventRecordWithFlags, cudaEventRecordWithFlags_ptsz,
     (cudaEvent_t event, cudaStream_t stream, unsigned flags),
     (event, stream, flags))
WRAP(cudaFreeAsync, cudaFreeAsync_ptsz,
     (void *p, cudaStream_t stream),
     (p, stream))
WRAP(cudaGetDriverEntryPoint, cudaGetDriverEntryPoint_ptsz,
     (const char *symbol, void **function, unsigned long long flags, enum
     cudaDriverEntryPointQueryResult *result),
     (symbol, function, flags, result))
WRAP(cudaGetDriverEntryPointByVersion, cudaGetDriverEntryPointByVersion_ptsz,
     (const char *symbol, void **function, unsigned version, unsigned long long flags, enum
     cudaDriverEntryPointQueryResult *result),
     (symbol, function, version, flags, result))
WRAP(cudaGraphInstantiateWithParams, cudaGraphInstantiateWithParams_ptsz,
     (cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphInstantiateParams *params),
     (exec, graph, params))
WRAP(cudaGraphLaunch, cudaGraphLaunch_ptsz,
     (cudaGraphExec_t exec, cudaStream_t stream),
     (exec, stream))
WRAP(cudaGraphUpload, cudaGraphUpload_ptsz,
     (cudaGraphExec_t exec, cudaStream_t stream),
     (exec, stream))
WRAP(cudaStreamBeginCapture, cudaStreamBeginCapture_ptsz,
     (cudaStream_t stream, enum cudaStreamCaptureMode mode),
     (stream, mode))
WRAP(cudaStreamBeginCaptureToGraph, cudaStreamBeginCaptureToGraph_ptsz,
     (cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *nodes, const
     cudaGraphEdgeData *data, size_t n, enum cudaStreamCaptureMode mode),
     (stream, graph, nodes, data, n, mode))
WRAP(cudaStreamEndCapture, cudaStreamEndCapture_ptsz,
     (cudaStream_t stream, cudaGraph_t *graph),
     (stream, graph))
WRAP(cudaStreamUpdateCaptureDependencies, cudaStreamUpdateCaptureDependencies_ptsz,
     (cudaStream_t stream, cudaGraphNode_t *nodes, const cudaGraphEdgeData *data, size_t n,
     unsigned flags),
     (stream, nodes, data, n, flags))
WRAP(cudaLaunchCooperativeKernel, cudaLaunchCooperativeKernel_ptsz,
     (const void *function, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t
     stream),
     (function, grid, block, args, shared, stream))
WRAP(cudaLaunchKernel, cudaLaunchKernel_ptsz,
     (const void *function, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t
     stream),
     (function, grid, block, args, shared, stream))
WRAP(cudaLaunchKernelExC, cudaLaunchKernelExC_ptsz,
     (const cudaLaunchConfig_t *config, const void *function, void **args),
     (config, function, args))
WRAP(cudaLaunchHostFunc, cudaLaunchHostFunc_ptsz,
     (cudaStream_t stream, cudaHostFn_t function, void *user),
     (stream, function, user))
WRAP(cudaMallocAsync, cudaMallocAsync_ptsz,
     (void **p, size_t size, cudaStream_t stream),
     (p, size, stream))
WRAP(cudaMallocFromPoolAsync, cudaMallocFromPoolAsync_ptsz,
     (void **p, size_t size, cudaMemPool_t pool, cudaStream_t stream),
     (p, size, pool, stream))
WRAP(cudaMemPrefetchAsync, cudaMemPrefetchAsync_ptsz,
     (const void *p, size_t n, struct cudaMemLocation location, unsigned flags, cudaStream_t
     stream),
     (p, n, location, flags, stream))
WRAP(cudaMemPrefetchBatchAsync, cudaMemPrefetchBatchAsync_ptsz,
     (void **list, size_t *sizes, size_t n, struct cudaMemLocation *places, size_t *first,
     size_t m, unsigned long long flags, cudaStream_t stream),
     (list, sizes, n, places, first, m, flags, stream))
WRAP(cudaMemDiscardBatchAsync, cudaMemDiscardBatchAsync_ptsz,
     (void **list, size_t *sizes, size_t n, unsigned long long flags, cudaStream_t stream),
     (list, sizes, n, flags, stream))
WRAP(cudaMemDiscardAndPrefetchBatchAsync, cudaMemDiscardAndPrefetchBatchAsync_ptsz,
     (void **list, size_t *sizes, size_t n, struct cudaMemLocation *places, size_t *first,
     size_t m, unsigned long long flags, cudaStream_t stream),
     (list, sizes, n, places, first, m, flags, stream))
WRAP(cudaMemcpy, cudaMemcpy_ptds,
     (void *dst, const void *src, size_t n, enum cudaMemcpyKind kind),
     (dst, src, n, kind))
WRAP(cudaMemcpy2D, cudaMemcpy2D_ptds,
     (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
     enum cudaMemcpyKind kind),
     (dst, dpitch, src, spitch, width, height, kind))
WRAP(cudaMemcpy2DAsync, cudaMemcpy2DAsync_ptsz,
     (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
     enum cudaMemcpyKind kind, cudaStream_t stream),
     (dst, dpitch, src, spitch, width, height, kind, stream))
WRAP(cudaMemcpy2DArrayToArray, cudaMemcpy2DArrayToArray_ptds,
     (cudaArray_t dst, size_t to_x, size_t to_y, cudaArray_const_t src, size_t x, size_t y,
     size_t width, size_t height, enum cudaMemcpyKind kind),
     (dst, to_x, to_y, src, x, y, width, height, kind))
WRAP(cudaMemcpy2DFromArray, cudaMemcpy2DFromArray_ptds,
     (void *dst, size_t pitch, cudaArray_const_t src, size_t x, size_t y, size_t width,
     size_t height, enum cudaMemcpyKind kind),
     (dst, pitch, src, x, y, width, height, kind))
WRAP(cudaMemcpy2DFromArrayAsync, cudaMemcpy2DFromArrayAsync_ptsz,
     (void *dst, size_t pitch, cudaArray_const_t src, size_t x, size_t y, size_t width,
     size_t height, enum cudaMemcpyKind kind, cudaStream_t stream),
     (dst, pitch, src, x, y, width, height, kind, stream))
WRAP(cudaMemcpy2DToArray, cudaMemcpy2DToArray_ptds,
     (cudaArray_t dst, size_t x, size_t y, const void *src, size_t pitch, size_t width,
     size_t height, enum cudaMemcpyKind kind),
     (dst, x, y, src, pitch, width, height, kind))
WRAP(cudaMemcpy2DToArrayAsync, cudaMemcpy2DToArrayAsync_ptsz,
     (cudaArray_t dst, size_t x, size_t y, const void *src, size_t pitch, size_t width,
     size_t height, enum cudaMemcpyKind kind, cudaStream_t stream),
     (dst, x, y, src, pitch, width, height, kind, stream))
WRAP(cudaMemcpy3D, cudaMemcpy3D_ptds,
     (const struct cudaMemcpy3DParms *p),
     (p))
WRAP(cudaMemcpy3DAsync, cudaMemcpy3DAsync_ptsz,
     (const struct cudaMemcpy3DParms *p, cudaStream_t stream),
     (p, stream))
WRAP(cudaMemcpy3DBatchAsync, cudaMemcpy3DBatchAsync_ptsz,
     (size_t n, struct cudaMemcpy3DBatchOp *list, unsigned long long flags, cudaStream_t stream),
     (n, list, flags, stream))
WRAP(cudaMemcpy3DPeer, cudaMemcpy3DPeer_ptds,
     (const struct cudaMemcpy3DPeerParms *p),
     (p))
WRAP(cudaMemcpy3DPeerAsync, cudaMemcpy3DPeerAsync_ptsz,
     (const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream),
     (p, stream))
WRAP(cudaMemcpyArrayToArray, cudaMemcpyArrayToArray_ptds,
     (cudaArray_t dst, size_t to_x, size_t to_y, cudaArray_const_t src, size_t x, size_t y,
     size_t n, enum cudaMemcpyKind kind),
     (dst, to_x, to_y, src, x, y, n, kind))
WRAP(cudaMemcpyAsync, cudaMemcpyAsync_ptsz,
     (void *dst, const void *src, size_t n, enum cudaMemcpyKind kind, cudaStream_t stream),
     (dst, src, n, kind, stream))
WRAP(cudaMemcpyBatchAsync, cudaMemcpyBatchAsync_ptsz,
     (void *const *dsts, const void *const *srcs, const size_t *sizes, size_t count, struct
     cudaMemcpyAttributes *attrs, size_t *attr_indices, size_t num_attrs, cudaStream_t
     stream),
     (dsts, srcs, sizes, count, attrs, attr_indices, num_attrs, stream))
WRAP(cudaMemcpyFromArray, cudaMemcpyFromArray_ptds,
     (void *dst, cudaArray_const_t src, size_t x, size_t y, size_t n, enum cudaMemcpyKind kind),
     (dst, src, x, y, n, kind))
WRAP(cudaMemcpyFromArrayAsync, cudaMemcpyFromArrayAsync_ptsz,
     (void *dst, cudaArray_const_t src, size_t x, size_t y, size_t n, enum cudaMemcpyKind kind,
     cudaStream_t stream),
     (dst, src, x, y, n, kind, stream))
WRAP(cudaMemcpyFromSymbol, cudaMemcpyFromSymbol_ptds,
     (void *dst, const void *symbol, size_t n, size_t offset, enum cudaMemcpyKind kind),
     (dst, symbol, n, offset, kind))
WRAP(cudaMemcpyFromSymbolAsync, cudaMemcpyFromSymbolAsync_ptsz,
     (void *dst, const void *symbol, size_t n, size_t offset, enum cudaMemcpyKind kind,
     cudaStream_t stream),
     (dst, symbol, n, offset, kind, stream))
WRAP(cudaMemcpyToArray, cudaMemcpyToArray_ptds,
     (cudaArray_t dst, size_t x, size_t y, const void *src, size_t n, enum cudaMemcpyKind kind),
     (dst, x, y, src, n, kind))
WRAP(cudaMemcpyToArrayAsync, cudaMemcpyToArrayAsync_ptsz,
     (cudaArray_t dst, size_t x, size_t y, const void *src, size_t n, enum cudaMemcpyKind kind,
     cudaStream_t stream),
     (dst, x, y, src, n, kind, stream))
WRAP(cudaMemcpyToSymbol, cudaMemcpyToSymbol_ptds,
     (const void *symbol, const void *src, size_t n, size_t offset, enum cudaMemcpyKind
     kind),
     (symbol, src, n, offset, kind))
WRAP(cudaMemcpyToSymbolAsync, cudaMemcpyToSymbolAsync_ptsz,
     (const void *symbol, const void *src, size_t n, size_t offset, enum cudaMemcpyKind kind,
     cudaStream_t stream),
     (symbol, src, n, offset, kind, stream))
WRAP(cudaMemset, cudaMemset_ptds,
     (void *p, int value, size_t n),
     (p, value, n))
WRAP(cudaMemset2D, cudaMemset2D_ptds,
     (void *p, size_t pitch, int value, size_t width, size_t height),
     (p, pitch, value, width, height))
WRAP(cudaMemset2DAsync, cudaMemset2DAsync_ptsz,
     (void *p, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream),
     (p, pitch, value, width, height, stream))
WRAP(cudaMemset3D, cudaMemset3D_ptds,
     (struct cudaPitchedPtr p, int value, struct cudaExtent n),
     (p, value, n))
WRAP(cudaMemset3DAsync, cudaMemset3DAsync_ptsz,
     (struct cudaPitchedPtr p, int value, struct cudaExtent n, cudaStream_t stream),
     (p, value, n, stream))
WRAP(cudaMemsetAsync, cudaMemsetAsync_ptsz,
     (void *p, int value, size_t n, cudaStream_t stream),
     (p, value, n, stream))
WRAP(cudaStreamAttachMemAsync, cudaStreamAttachMemAsync_ptsz,
     (cudaStream_t stream, void *p, size_t length, unsigned flags),
     (stream, p, length, flags))
WRAP(cudaStreamCopyAttributes, cudaStreamCopyAttributes_ptsz,
     (cudaStream_t to, cudaStream_t from),
     (to, from))
WRAP(cudaStreamGetAttribute, cudaStreamGetAttribute_ptsz,
     (cudaStream_t stream, cudaLaunchAttributeID id, cudaLaunchAttributeValue *value),
     (stream, id, value))
WRAP(cudaStreamGetDevice, cudaStreamGetDevice_ptsz,
     (cudaStream_t stream, int *number),
     (stream, number))
WRAP(cudaStreamGetFlags, cudaStreamGetFlags_ptsz,
     (cudaStream_t stream, unsigned *flags),
     (stream, flags))
WRAP(cudaStreamGetId, cudaStreamGetId_ptsz,
     (cudaStream_t stream, unsigned long long *id),
     (stream, id))
WRAP(cudaStreamGetPriority, cudaStreamGetPriority_ptsz,
     (cudaStream_t stream, int *priority),
     (stream, priority))
WRAP(cudaStreamGetCaptureInfo, cudaStreamGetCaptureInfo_ptsz,
     (cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id,
     cudaGraph_t *graph, const cudaGraphNode_t **nodes, const cudaGraphEdgeData **edges, size_t *n),
     (stream, status, id, graph, nodes, edges, n))
WRAP(cudaStreamIsCapturing, cudaStreamIsCapturing_ptsz,
     (cudaStream_t stream, enum cudaStreamCaptureStatus *status),
     (stream, status))
WRAP(cudaStreamQuery, cudaStreamQuery_ptsz,
     (cudaStream_t stream),
     (stream))
WRAP(cudaStreamSynchronize, cudaStreamSynchronize_ptsz,
     (cudaStream_t stream),
     (stream))
WRAP(cudaStreamSetAttribute, cudaStreamSetAttribute_ptsz,
     (cudaStream_t stream, cudaLaunchAttributeID id, const cudaLaunchAttributeValue *value),
     (stream, id, value))
WRAP(cudaStreamWaitEvent, cudaStreamWaitEvent_ptsz,
     (cudaStream_t stream, cudaEvent_t event, unsigned flags),
     (stream, event, flags))
WRAP(cudaStreamAddCallback, cudaStreamAddCallback_ptsz,
     (cudaStream_t stream, cudaStreamCallback_t callback, void *user, unsigned flags),
     (stream, callback, user, flags))

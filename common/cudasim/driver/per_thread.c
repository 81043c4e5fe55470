// per_thread.c - cuFoo_ptsz and cuFoo_ptds: the functions that a program calls if it was compiled
// with one default stream per thread. Stream 0 is then the calling thread's own stream.
#define __CUDA_API_VERSION_INTERNAL
#include "driver.h"

// Marks the thread's next call; the machine removes the mark when that call begins.
#define WRAP(name, wrapper, params, args) \
    EXPORT CUresult wrapper params \
    { \
        cudasimPerThread(); \
        return name args; \
    }

// clang-format off
WRAP(cuEventRecordWithFlags, cuEventRecordWithFlags_ptsz,
     (CUevent hEvent, CUstream hStream, unsigned int flags),
     (hEvent, hStream, flags))
WRAP(cuEventRecord, cuEventRecord_ptsz,
     (CUevent hEvent, CUstream hStream),
     (hEvent, hStream))
WRAP(cuLaunchCooperativeKernel, cuLaunchCooperativeKernel_ptsz,
     (CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned
      int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int
      sharedMemBytes, CUstream hStream, void **kernelParams),
     (f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream,
      kernelParams))
WRAP(cuLaunchHostFunc, cuLaunchHostFunc_ptsz,
     (CUstream hStream, CUhostFn fn, void *userData),
     (hStream, fn, userData))
WRAP(cuLaunchKernelEx, cuLaunchKernelEx_ptsz,
     (const CUlaunchConfig *config, CUfunction f, void **kernelParams, void **extra),
     (config, f, kernelParams, extra))
WRAP(cuLaunchKernel, cuLaunchKernel_ptsz,
     (CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned
      int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int
      sharedMemBytes, CUstream hStream, void **kernelParams, void **extra),
     (f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream,
      kernelParams, extra))
WRAP(cuMemAllocAsync, cuMemAllocAsync_ptsz,
     (CUdeviceptr *dptr, size_t bytesize, CUstream hStream),
     (dptr, bytesize, hStream))
WRAP(cuMemAllocFromPoolAsync, cuMemAllocFromPoolAsync_ptsz,
     (CUdeviceptr *dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream),
     (dptr, bytesize, pool, hStream))
WRAP(cuMemFreeAsync, cuMemFreeAsync_ptsz,
     (CUdeviceptr dptr, CUstream hStream),
     (dptr, hStream))
WRAP(cuMemPrefetchAsync, cuMemPrefetchAsync_ptsz,
     (CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream),
     (devPtr, count, dstDevice, hStream))
WRAP(cuMemPrefetchAsync_v2, cuMemPrefetchAsync_v2_ptsz,
     (CUdeviceptr devPtr, size_t count, CUmemLocation location, unsigned int flags, CUstream
      hStream),
     (devPtr, count, location, flags, hStream))
WRAP(cuMemcpy2DAsync_v2, cuMemcpy2DAsync_v2_ptsz,
     (const CUDA_MEMCPY2D *pCopy, CUstream hStream),
     (pCopy, hStream))
WRAP(cuMemcpy2DUnaligned_v2, cuMemcpy2DUnaligned_v2_ptds,
     (const CUDA_MEMCPY2D *pCopy),
     (pCopy))
WRAP(cuMemcpy2D_v2, cuMemcpy2D_v2_ptds,
     (const CUDA_MEMCPY2D *pCopy),
     (pCopy))
WRAP(cuMemcpy3DAsync_v2, cuMemcpy3DAsync_v2_ptsz,
     (const CUDA_MEMCPY3D *pCopy, CUstream hStream),
     (pCopy, hStream))
WRAP(cuMemcpy3D_v2, cuMemcpy3D_v2_ptds,
     (const CUDA_MEMCPY3D *pCopy),
     (pCopy))
WRAP(cuMemcpyAtoA_v2, cuMemcpyAtoA_v2_ptds,
     (CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset, size_t
      ByteCount),
     (dstArray, dstOffset, srcArray, srcOffset, ByteCount))
WRAP(cuMemcpyAtoD_v2, cuMemcpyAtoD_v2_ptds,
     (CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t ByteCount),
     (dstDevice, srcArray, srcOffset, ByteCount))
WRAP(cuMemcpyAtoH_v2, cuMemcpyAtoH_v2_ptds,
     (void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount),
     (dstHost, srcArray, srcOffset, ByteCount))
WRAP(cuMemcpyDtoA_v2, cuMemcpyDtoA_v2_ptds,
     (CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t ByteCount),
     (dstArray, dstOffset, srcDevice, ByteCount))
WRAP(cuMemcpyHtoA_v2, cuMemcpyHtoA_v2_ptds,
     (CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount),
     (dstArray, dstOffset, srcHost, ByteCount))
WRAP(cuMemcpyHtoAAsync_v2, cuMemcpyHtoAAsync_v2_ptsz,
     (CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount, CUstream
      hStream),
     (dstArray, dstOffset, srcHost, ByteCount, hStream))
WRAP(cuMemcpyAtoHAsync_v2, cuMemcpyAtoHAsync_v2_ptsz,
     (void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount, CUstream hStream),
     (dstHost, srcArray, srcOffset, ByteCount, hStream))
WRAP(cuMemcpyBatchAsync, cuMemcpyBatchAsync_ptsz,
     (CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count, CUmemcpyAttributes
      *attrs, size_t *attrsIdxs, size_t numAttrs, size_t *failIdx, CUstream hStream),
     (dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, failIdx, hStream))
WRAP(cuMemcpyBatchAsync_v2, cuMemcpyBatchAsync_v2_ptsz,
     (CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count, CUmemcpyAttributes
      *attrs, size_t *attrsIdxs, size_t numAttrs, CUstream hStream),
     (dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, hStream))
WRAP(cuMemcpy3DBatchAsync, cuMemcpy3DBatchAsync_ptsz,
     (size_t numOps, CUDA_MEMCPY3D_BATCH_OP *opList, size_t *failIdx, unsigned long long
      flags, CUstream hStream),
     (numOps, opList, failIdx, flags, hStream))
WRAP(cuMemcpy3DBatchAsync_v2, cuMemcpy3DBatchAsync_v2_ptsz,
     (size_t numOps, CUDA_MEMCPY3D_BATCH_OP *opList, unsigned long long flags, CUstream
      hStream),
     (numOps, opList, flags, hStream))
WRAP(cuMemPrefetchBatchAsync, cuMemPrefetchBatchAsync_ptsz,
     (CUdeviceptr *dptrs, size_t *sizes, size_t count, CUmemLocation *prefetchLocs, size_t
      *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream),
     (dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream))
WRAP(cuMemDiscardBatchAsync, cuMemDiscardBatchAsync_ptsz,
     (CUdeviceptr *dptrs, size_t *sizes, size_t count, unsigned long long flags, CUstream
      hStream),
     (dptrs, sizes, count, flags, hStream))
WRAP(cuMemDiscardAndPrefetchBatchAsync, cuMemDiscardAndPrefetchBatchAsync_ptsz,
     (CUdeviceptr *dptrs, size_t *sizes, size_t count, CUmemLocation *prefetchLocs, size_t
      *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream),
     (dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream))
WRAP(cuMemcpy3DPeer, cuMemcpy3DPeer_ptds,
     (const CUDA_MEMCPY3D_PEER *pCopy),
     (pCopy))
WRAP(cuMemcpy3DPeerAsync, cuMemcpy3DPeerAsync_ptsz,
     (const CUDA_MEMCPY3D_PEER *pCopy, CUstream hStream),
     (pCopy, hStream))
WRAP(cuMemcpyAsync, cuMemcpyAsync_ptsz,
     (CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream),
     (dst, src, ByteCount, hStream))
WRAP(cuMemcpyDtoDAsync_v2, cuMemcpyDtoDAsync_v2_ptsz,
     (CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream),
     (dstDevice, srcDevice, ByteCount, hStream))
WRAP(cuMemcpyDtoD_v2, cuMemcpyDtoD_v2_ptds,
     (CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount),
     (dstDevice, srcDevice, ByteCount))
WRAP(cuMemcpyDtoHAsync_v2, cuMemcpyDtoHAsync_v2_ptsz,
     (void *dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream),
     (dstHost, srcDevice, ByteCount, hStream))
WRAP(cuMemcpyDtoH_v2, cuMemcpyDtoH_v2_ptds,
     (void *dstHost, CUdeviceptr srcDevice, size_t ByteCount),
     (dstHost, srcDevice, ByteCount))
WRAP(cuMemcpyHtoDAsync_v2, cuMemcpyHtoDAsync_v2_ptsz,
     (CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount, CUstream hStream),
     (dstDevice, srcHost, ByteCount, hStream))
WRAP(cuMemcpyHtoD_v2, cuMemcpyHtoD_v2_ptds,
     (CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount),
     (dstDevice, srcHost, ByteCount))
WRAP(cuMemcpyPeerAsync, cuMemcpyPeerAsync_ptsz,
     (CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext,
      size_t ByteCount, CUstream hStream),
     (dstDevice, dstContext, srcDevice, srcContext, ByteCount, hStream))
WRAP(cuMemcpyPeer, cuMemcpyPeer_ptds,
     (CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext,
      size_t ByteCount),
     (dstDevice, dstContext, srcDevice, srcContext, ByteCount))
WRAP(cuMemcpy, cuMemcpy_ptds,
     (CUdeviceptr dst, CUdeviceptr src, size_t ByteCount),
     (dst, src, ByteCount))
WRAP(cuMemsetD16Async, cuMemsetD16Async_ptsz,
     (CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream),
     (dstDevice, us, N, hStream))
WRAP(cuMemsetD16_v2, cuMemsetD16_v2_ptds,
     (CUdeviceptr dstDevice, unsigned short us, size_t N),
     (dstDevice, us, N))
WRAP(cuMemsetD2D16Async, cuMemsetD2D16Async_ptsz,
     (CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height,
      CUstream hStream),
     (dstDevice, dstPitch, us, Width, Height, hStream))
WRAP(cuMemsetD2D16_v2, cuMemsetD2D16_v2_ptds,
     (CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height),
     (dstDevice, dstPitch, us, Width, Height))
WRAP(cuMemsetD2D32Async, cuMemsetD2D32Async_ptsz,
     (CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height,
      CUstream hStream),
     (dstDevice, dstPitch, ui, Width, Height, hStream))
WRAP(cuMemsetD2D32_v2, cuMemsetD2D32_v2_ptds,
     (CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height),
     (dstDevice, dstPitch, ui, Width, Height))
WRAP(cuMemsetD2D8Async, cuMemsetD2D8Async_ptsz,
     (CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height,
      CUstream hStream),
     (dstDevice, dstPitch, uc, Width, Height, hStream))
WRAP(cuMemsetD2D8_v2, cuMemsetD2D8_v2_ptds,
     (CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height),
     (dstDevice, dstPitch, uc, Width, Height))
WRAP(cuMemsetD32Async, cuMemsetD32Async_ptsz,
     (CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream),
     (dstDevice, ui, N, hStream))
WRAP(cuMemsetD32_v2, cuMemsetD32_v2_ptds,
     (CUdeviceptr dstDevice, unsigned int ui, size_t N),
     (dstDevice, ui, N))
WRAP(cuMemsetD8Async, cuMemsetD8Async_ptsz,
     (CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream),
     (dstDevice, uc, N, hStream))
WRAP(cuMemsetD8_v2, cuMemsetD8_v2_ptds,
     (CUdeviceptr dstDevice, unsigned char uc, size_t N),
     (dstDevice, uc, N))
WRAP(cuStreamAddCallback, cuStreamAddCallback_ptsz,
     (CUstream hStream, CUstreamCallback callback, void *userData, unsigned int flags),
     (hStream, callback, userData, flags))
WRAP(cuStreamAttachMemAsync, cuStreamAttachMemAsync_ptsz,
     (CUstream hStream, CUdeviceptr dptr, size_t length, unsigned int flags),
     (hStream, dptr, length, flags))
WRAP(cuStreamCopyAttributes, cuStreamCopyAttributes_ptsz,
     (CUstream dst, CUstream src),
     (dst, src))
WRAP(cuStreamGetAttribute, cuStreamGetAttribute_ptsz,
     (CUstream hStream, CUstreamAttrID attr, CUstreamAttrValue *value_out),
     (hStream, attr, value_out))
WRAP(cuStreamGetCaptureInfo, cuStreamGetCaptureInfo_ptsz,
     (CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out),
     (hStream, captureStatus_out, id_out))
WRAP(cuStreamGetCaptureInfo_v2, cuStreamGetCaptureInfo_v2_ptsz,
     (CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out, CUgraph
      *graph_out, const CUgraphNode **dependencies_out, size_t *numDependencies_out),
     (hStream, captureStatus_out, id_out, graph_out, dependencies_out, numDependencies_out))
WRAP(cuStreamGetCaptureInfo_v3, cuStreamGetCaptureInfo_v3_ptsz,
     (CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out, CUgraph
      *graph_out, const CUgraphNode **dependencies_out, const CUgraphEdgeData
      **edgeData_out, size_t *numDependencies_out),
     (hStream, captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out,
      numDependencies_out))
WRAP(cuStreamGetCtx, cuStreamGetCtx_ptsz,
     (CUstream hStream, CUcontext *pctx),
     (hStream, pctx))
WRAP(cuStreamGetCtx_v2, cuStreamGetCtx_v2_ptsz,
     (CUstream hStream, CUcontext *pCtx, CUgreenCtx *pGreenCtx),
     (hStream, pCtx, pGreenCtx))
WRAP(cuStreamGetDevice, cuStreamGetDevice_ptsz,
     (CUstream hStream, CUdevice *device),
     (hStream, device))
WRAP(cuStreamGetFlags, cuStreamGetFlags_ptsz,
     (CUstream hStream, unsigned int *flags),
     (hStream, flags))
WRAP(cuStreamGetId, cuStreamGetId_ptsz,
     (CUstream hStream, unsigned long long *streamId),
     (hStream, streamId))
WRAP(cuStreamGetPriority, cuStreamGetPriority_ptsz,
     (CUstream hStream, int *priority),
     (hStream, priority))
WRAP(cuStreamIsCapturing, cuStreamIsCapturing_ptsz,
     (CUstream hStream, CUstreamCaptureStatus *captureStatus),
     (hStream, captureStatus))
WRAP(cuStreamQuery, cuStreamQuery_ptsz,
     (CUstream hStream),
     (hStream))
WRAP(cuStreamSetAttribute, cuStreamSetAttribute_ptsz,
     (CUstream hStream, CUstreamAttrID attr, const CUstreamAttrValue *value),
     (hStream, attr, value))
WRAP(cuStreamSynchronize, cuStreamSynchronize_ptsz,
     (CUstream hStream),
     (hStream))
WRAP(cuStreamWaitValue32_v2, cuStreamWaitValue32_v2_ptsz,
     (CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags),
     (stream, addr, value, flags))
WRAP(cuStreamWaitValue64_v2, cuStreamWaitValue64_v2_ptsz,
     (CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags),
     (stream, addr, value, flags))
WRAP(cuStreamWriteValue32_v2, cuStreamWriteValue32_v2_ptsz,
     (CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags),
     (stream, addr, value, flags))
WRAP(cuStreamWriteValue64_v2, cuStreamWriteValue64_v2_ptsz,
     (CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags),
     (stream, addr, value, flags))
WRAP(cuStreamBatchMemOp_v2, cuStreamBatchMemOp_v2_ptsz,
     (CUstream stream, unsigned int count, CUstreamBatchMemOpParams *paramArray, unsigned int flags),
     (stream, count, paramArray, flags))
WRAP(cuStreamWaitEvent, cuStreamWaitEvent_ptsz,
     (CUstream hStream, CUevent hEvent, unsigned int Flags),
     (hStream, hEvent, Flags))
WRAP(cuGraphInstantiateWithParams, cuGraphInstantiateWithParams_ptsz,
     (CUgraphExec *exec, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS *params),
     (exec, graph, params))
WRAP(cuGraphLaunch, cuGraphLaunch_ptsz, (CUgraphExec exec, CUstream stream), (exec, stream))
WRAP(cuGraphUpload, cuGraphUpload_ptsz, (CUgraphExec exec, CUstream stream), (exec, stream))
WRAP(cuStreamBeginCapture, cuStreamBeginCapture_ptsz, (CUstream stream), (stream))
WRAP(cuStreamBeginCapture_v2, cuStreamBeginCapture_v2_ptsz,
     (CUstream stream, CUstreamCaptureMode mode), (stream, mode))
WRAP(cuStreamBeginCaptureToGraph, cuStreamBeginCaptureToGraph_ptsz,
     (CUstream stream, CUgraph graph, const CUgraphNode *nodes, const CUgraphEdgeData *data,
      size_t n, CUstreamCaptureMode mode),
     (stream, graph, nodes, data, n, mode))
WRAP(cuStreamEndCapture, cuStreamEndCapture_ptsz, (CUstream stream, CUgraph *graph),
     (stream, graph))
WRAP(cuStreamUpdateCaptureDependencies, cuStreamUpdateCaptureDependencies_ptsz,
     (CUstream stream, CUgraphNode *nodes, size_t n, unsigned flags), (stream, nodes, n, flags))
WRAP(cuStreamUpdateCaptureDependencies_v2, cuStreamUpdateCaptureDependencies_v2_ptsz,
     (CUstream stream, CUgraphNode *nodes, const CUgraphEdgeData *data, size_t n, unsigned flags),
     (stream, nodes, data, n, flags))
// clang-format on

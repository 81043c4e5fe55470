// streams.c - streams, events, host functions.
#include "driver.h"

#include "both/door.h"

static void release_stream(void *s) { cudaStreamDestroy(s); }
static void release_event(void *e) { cudaEventDestroy(e); }

static CUresult owned(cudaError_t e, void *const *handle, ReleaseFn *release)
{
    if (!e)
        context_owns(*handle, release);
    return RESULT(e);
}

static CUresult dropped(cudaError_t e, const void *handle)
{
    if (!e)
        context_disowns(handle);
    return RESULT(e);
}

static CUresult context_of(CUstream stream, CUcontext *context)
{
    unsigned flags;
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult e = RESULT(cudaStreamGetFlags(stream, &flags));
    if (!e)
        *context = context_current();
    return e;
}

FUNCTION(cuStreamCreate, NEEDS_context, (CUstream * stream, unsigned flags),
         owned(cudaStreamCreateWithFlags(stream, flags), (void **)stream, release_stream))
FUNCTION(cuStreamCreateWithPriority, NEEDS_context,
         (CUstream * stream, unsigned flags, int priority),
         owned(cudaStreamCreateWithPriority(stream, flags, priority), (void **)stream,
               release_stream))
FUNCTION(cuStreamDestroy_v2, NEEDS_context, (CUstream stream),
         dropped(cudaStreamDestroy(stream), stream))
SAME(cuStreamGetPriority, (CUstream stream, int *priority), cudaStreamGetPriority(stream, priority))
SAME(cuStreamGetFlags, (CUstream stream, unsigned *flags), cudaStreamGetFlags(stream, flags))
SAME(cuStreamGetId, (CUstream stream, unsigned long long *id), cudaStreamGetId(stream, id))
SAME(cuStreamGetDevice, (CUstream stream, CUdevice *device), cudaStreamGetDevice(stream, device))
FUNCTION(cuStreamGetCtx, NEEDS_context, (CUstream stream, CUcontext *context),
         context_of(stream, context))
FUNCTION(cuStreamGetCtx_v2, NEEDS_context, (CUstream stream, CUcontext *context, CUgreenCtx *green),
         (green ? *green = NULL : NULL, context_of(stream, context))) // there are no green ones
SAME(cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned flags),
     cudaStreamWaitEvent(stream, event, flags))
SAME(cuStreamAddCallback, (CUstream stream, CUstreamCallback f, void *user, unsigned flags),
     cudaStreamAddCallback(stream, (cudaStreamCallback_t)(void *)f, user, flags))
SAME(cuLaunchHostFunc, (CUstream stream, CUhostFn f, void *user),
     cudaLaunchHostFunc(stream, f, user))
SAME(cuStreamQuery, (CUstream stream), cudaStreamQuery(stream))
SAME(cuStreamSynchronize, (CUstream stream), cudaStreamSynchronize(stream))
SAME(cuStreamAttachMemAsync, (CUstream stream, CUdeviceptr p, size_t n, unsigned flags),
     cudaStreamAttachMemAsync(stream, (void *)(uintptr_t)p, n, flags))
SAME(cuStreamCopyAttributes, (CUstream to, CUstream from), cudaStreamCopyAttributes(to, from))
SAME(cuStreamGetAttribute, (CUstream stream, CUstreamAttrID id, CUstreamAttrValue *value),
     cudaStreamGetAttribute(stream, (cudaLaunchAttributeID)id, (cudaLaunchAttributeValue *)value))
SAME(cuStreamSetAttribute, (CUstream stream, CUstreamAttrID id, const CUstreamAttrValue *value),
     cudaStreamSetAttribute(stream, (cudaLaunchAttributeID)id,
                            (const cudaLaunchAttributeValue *)value))

// ---- words ----------------------------------------------------------

#define WAIT_KINDS 3u // the bits of the flags that say what a wait compares

static CUresult value_operation(CUstream stream, CUdeviceptr p, uint64_t value, unsigned bytes,
                                ValueOperation how)
{
    return RESULT((cudaError_t)cudasimStreamValue(stream, (void *)(uintptr_t)p, value, bytes, how));
}

static CUresult wait_value(CUstream stream, CUdeviceptr p, uint64_t value, unsigned bytes,
                           unsigned flags)
{
    if (flags & CU_STREAM_WAIT_VALUE_FLUSH)
        return CUDA_ERROR_NOT_SUPPORTED; // as an H200 says
    return flags > WAIT_KINDS ? CUDA_ERROR_INVALID_VALUE
                              : value_operation(stream, p, value, bytes, (ValueOperation)flags);
}

static CUresult write_value(CUstream stream, CUdeviceptr p, uint64_t value, unsigned bytes,
                            unsigned flags)
{
    return flags ? CUDA_ERROR_INVALID_VALUE : value_operation(stream, p, value, bytes, VALUE_write);
}

static CUresult one_of_batch(CUstream stream, const CUstreamBatchMemOpParams *p)
{
    switch (p->operation) {
    case CU_STREAM_MEM_OP_WAIT_VALUE_32:
        return wait_value(stream, p->waitValue.address, p->waitValue.value, 4, p->waitValue.flags);
    case CU_STREAM_MEM_OP_WAIT_VALUE_64:
        return wait_value(stream, p->waitValue.address, p->waitValue.value64, 8,
                          p->waitValue.flags);
    case CU_STREAM_MEM_OP_WRITE_VALUE_32:
        return write_value(stream, p->writeValue.address, p->writeValue.value, 4,
                           p->writeValue.flags);
    case CU_STREAM_MEM_OP_WRITE_VALUE_64:
        return write_value(stream, p->writeValue.address, p->writeValue.value64, 8,
                           p->writeValue.flags);
    case CU_STREAM_MEM_OP_BARRIER: return CUDA_SUCCESS; // work of a stream is in order here
    case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES: return CUDA_ERROR_NOT_SUPPORTED;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

static CUresult batch(CUstream stream, unsigned n, const CUstreamBatchMemOpParams *list,
                      unsigned flags)
{
    CUresult e = (list || !n) && !flags ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; !e && i < n; i++)
        e = one_of_batch(stream, &list[i]);
    return e;
}

FUNCTION(cuStreamWaitValue32_v2, NEEDS_context,
         (CUstream stream, CUdeviceptr p, cuuint32_t value, unsigned flags),
         wait_value(stream, p, value, 4, flags))
FUNCTION(cuStreamWaitValue64_v2, NEEDS_context,
         (CUstream stream, CUdeviceptr p, cuuint64_t value, unsigned flags),
         wait_value(stream, p, value, 8, flags))
FUNCTION(cuStreamWriteValue32_v2, NEEDS_context,
         (CUstream stream, CUdeviceptr p, cuuint32_t value, unsigned flags),
         write_value(stream, p, value, 4, flags))
FUNCTION(cuStreamWriteValue64_v2, NEEDS_context,
         (CUstream stream, CUdeviceptr p, cuuint64_t value, unsigned flags),
         write_value(stream, p, value, 8, flags))
FUNCTION(cuStreamBatchMemOp_v2, NEEDS_context,
         (CUstream stream, unsigned n, CUstreamBatchMemOpParams *list, unsigned flags),
         batch(stream, n, list, flags))

// ---- events ---------------------------------------------------------

FUNCTION(cuEventCreate, NEEDS_context, (CUevent * event, unsigned flags),
         owned(cudaEventCreateWithFlags(event, flags), (void **)event, release_event))
FUNCTION(cuEventDestroy_v2, NEEDS_context, (CUevent event), dropped(cudaEventDestroy(event), event))
SAME(cuEventRecord, (CUevent event, CUstream stream), cudaEventRecord(event, stream))
SAME(cuEventRecordWithFlags, (CUevent event, CUstream stream, unsigned flags),
     cudaEventRecordWithFlags(event, stream, flags))
SAME(cuEventQuery, (CUevent event), cudaEventQuery(event))
SAME(cuEventSynchronize, (CUevent event), cudaEventSynchronize(event))
SAME(cuEventElapsedTime_v2, (float *ms, CUevent from, CUevent to),
     cudaEventElapsedTime(ms, from, to))

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

static CUresult word_of_wait(ValueWord *w, CUdeviceptr p, uint64_t value, unsigned bytes,
                             unsigned flags)
{
    *w = (ValueWord){p, value, bytes, flags};
    if (flags & CU_STREAM_WAIT_VALUE_FLUSH)
        return CUDA_ERROR_NOT_SUPPORTED; // as an H200 says
    return flags > WAIT_KINDS ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

static CUresult word_of_write(ValueWord *w, CUdeviceptr p, uint64_t value, unsigned bytes,
                              unsigned flags)
{
    *w = (ValueWord){p, value, bytes, VALUE_write};
    return flags ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

static CUresult word_of_batch(ValueWord *w, const CUstreamBatchMemOpParams *p)
{
    switch (p->operation) {
    case CU_STREAM_MEM_OP_WAIT_VALUE_32:
        return word_of_wait(w, p->waitValue.address, p->waitValue.value, 4, p->waitValue.flags);
    case CU_STREAM_MEM_OP_WAIT_VALUE_64:
        return word_of_wait(w, p->waitValue.address, p->waitValue.value64, 8, p->waitValue.flags);
    case CU_STREAM_MEM_OP_WRITE_VALUE_32:
        return word_of_write(w, p->writeValue.address, p->writeValue.value, 4, p->writeValue.flags);
    case CU_STREAM_MEM_OP_WRITE_VALUE_64:
        return word_of_write(w, p->writeValue.address, p->writeValue.value64, 8,
                             p->writeValue.flags);
    case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES: return CUDA_ERROR_NOT_SUPPORTED;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult words_of_batch(ValueWord words[MAX_VALUE_WORDS], size_t *n, unsigned count,
                        const CUstreamBatchMemOpParams *list, unsigned flags)
{
    CUresult e = (list || !count) && count <= MAX_VALUE_WORDS && !flags ? CUDA_SUCCESS
                                                                        : CUDA_ERROR_INVALID_VALUE;
    *n = 0;
    for (unsigned i = 0; !e && i < count; i++)
        if (list[i].operation != CU_STREAM_MEM_OP_BARRIER) // work of a stream is in order here
            e = word_of_batch(&words[(*n)++], &list[i]);
    return e;
}

static CUresult batch(CUstream stream, unsigned count, const CUstreamBatchMemOpParams *list,
                      unsigned flags)
{
    ValueWord words[MAX_VALUE_WORDS];
    size_t n;
    CUresult e = words_of_batch(words, &n, count, list, flags);
    return e ? e : RESULT((cudaError_t)cudasimStreamValues(stream, words, n));
}

#define ONE_WORD(make, ...) \
    ({ \
        ValueWord w_; \
        CUresult e_ = make(&w_, __VA_ARGS__); \
        e_ ? e_ : RESULT((cudaError_t)cudasimStreamValues(stream, &w_, 1)); \
    })
FUNCTION(cuStreamWaitValue32_v2, NEEDS_context,
         (CUstream stream, CUdeviceptr p, cuuint32_t value, unsigned flags),
         ONE_WORD(word_of_wait, p, value, 4, flags))
FUNCTION(cuStreamWaitValue64_v2, NEEDS_context,
         (CUstream stream, CUdeviceptr p, cuuint64_t value, unsigned flags),
         ONE_WORD(word_of_wait, p, value, 8, flags))
FUNCTION(cuStreamWriteValue32_v2, NEEDS_context,
         (CUstream stream, CUdeviceptr p, cuuint32_t value, unsigned flags),
         ONE_WORD(word_of_write, p, value, 4, flags))
FUNCTION(cuStreamWriteValue64_v2, NEEDS_context,
         (CUstream stream, CUdeviceptr p, cuuint64_t value, unsigned flags),
         ONE_WORD(word_of_write, p, value, 8, flags))
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

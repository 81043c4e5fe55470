// copies.c - copies and memsets.
#include "driver.h"

#include <string.h>

#define DEVICE(p) ((void *)(uintptr_t)(p))
#define TO_DEVICE cudaMemcpyHostToDevice
#define TO_HOST cudaMemcpyDeviceToHost
#define ON_DEVICE cudaMemcpyDeviceToDevice

// ---- one dimension --------------------------------------------------

SAME(cuMemcpy, (CUdeviceptr to, CUdeviceptr from, size_t n),
     cudaMemcpy(DEVICE(to), DEVICE(from), n, cudaMemcpyDefault))
SAME(cuMemcpyHtoD_v2, (CUdeviceptr to, const void *from, size_t n),
     cudaMemcpy(DEVICE(to), from, n, TO_DEVICE))
SAME(cuMemcpyDtoH_v2, (void *to, CUdeviceptr from, size_t n),
     cudaMemcpy(to, DEVICE(from), n, TO_HOST))
SAME(cuMemcpyDtoD_v2, (CUdeviceptr to, CUdeviceptr from, size_t n),
     cudaMemcpy(DEVICE(to), DEVICE(from), n, ON_DEVICE))
SAME(cuMemcpyAsync, (CUdeviceptr to, CUdeviceptr from, size_t n, CUstream stream),
     cudaMemcpyAsync(DEVICE(to), DEVICE(from), n, cudaMemcpyDefault, stream))
SAME(cuMemcpyHtoDAsync_v2, (CUdeviceptr to, const void *from, size_t n, CUstream stream),
     cudaMemcpyAsync(DEVICE(to), from, n, TO_DEVICE, stream))
SAME(cuMemcpyDtoHAsync_v2, (void *to, CUdeviceptr from, size_t n, CUstream stream),
     cudaMemcpyAsync(to, DEVICE(from), n, TO_HOST, stream))
SAME(cuMemcpyDtoDAsync_v2, (CUdeviceptr to, CUdeviceptr from, size_t n, CUstream stream),
     cudaMemcpyAsync(DEVICE(to), DEVICE(from), n, ON_DEVICE, stream))

// An array has one dimension here, and positions in it are bytes.
#define ARRAY(a) ((cudaArray_t)(a))
SAME(cuMemcpyHtoA_v2, (CUarray to, size_t at, const void *from, size_t n),
     cudaMemcpyToArray(ARRAY(to), at, 0, from, n, TO_DEVICE))
SAME(cuMemcpyDtoA_v2, (CUarray to, size_t at, CUdeviceptr from, size_t n),
     cudaMemcpyToArray(ARRAY(to), at, 0, DEVICE(from), n, ON_DEVICE))
SAME(cuMemcpyAtoH_v2, (void *to, CUarray from, size_t at, size_t n),
     cudaMemcpyFromArray(to, ARRAY(from), at, 0, n, TO_HOST))
SAME(cuMemcpyAtoD_v2, (CUdeviceptr to, CUarray from, size_t at, size_t n),
     cudaMemcpyFromArray(DEVICE(to), ARRAY(from), at, 0, n, ON_DEVICE))
SAME(cuMemcpyAtoA_v2, (CUarray to, size_t to_at, CUarray from, size_t at, size_t n),
     cudaMemcpyArrayToArray(ARRAY(to), to_at, 0, ARRAY(from), at, 0, n, ON_DEVICE))
SAME(cuMemcpyHtoAAsync_v2, (CUarray to, size_t at, const void *from, size_t n, CUstream stream),
     cudaMemcpyToArrayAsync(ARRAY(to), at, 0, from, n, TO_DEVICE, stream))
SAME(cuMemcpyAtoHAsync_v2, (void *to, CUarray from, size_t at, size_t n, CUstream stream),
     cudaMemcpyFromArrayAsync(to, ARRAY(from), at, 0, n, TO_HOST, stream))

// ---- batches --------------------------------------------------------

SAME(cuMemcpyBatchAsync_v2,
     (CUdeviceptr * to, CUdeviceptr *from, size_t *sizes, size_t n, CUmemcpyAttributes *attributes,
      size_t *first, size_t m, CUstream stream),
     cudaMemcpyBatchAsync((void *const *)to, (const void *const *)from, sizes, n,
                          (struct cudaMemcpyAttributes *)attributes, first, m, stream))
SAME(cuMemcpy3DBatchAsync_v2,
     (size_t n, CUDA_MEMCPY3D_BATCH_OP *list, unsigned long long flags, CUstream stream),
     cudaMemcpy3DBatchAsync(n, (struct cudaMemcpy3DBatchOp *)list, flags, stream))
_Static_assert(sizeof(CUDA_MEMCPY3D_BATCH_OP) == sizeof(struct cudaMemcpy3DBatchOp) &&
                   sizeof(CUmemcpyAttributes) == sizeof(struct cudaMemcpyAttributes) &&
                   sizeof(CUmemLocation) == sizeof(struct cudaMemLocation),
               "the same structs");

// ---- two and three dimensions ---------------------------------------

// One side of a copy. NULL: there is none, or it is an array.
static void *side_of(CUmemorytype type, const void *host, CUdeviceptr device)
{
    return type == CU_MEMORYTYPE_HOST                                      ? (void *)host
           : type == CU_MEMORYTYPE_DEVICE || type == CU_MEMORYTYPE_UNIFIED ? DEVICE(device)
                                                                           : NULL;
}

// An array is on the device.
static enum cudaMemcpyKind kind_of(CUmemorytype to, CUmemorytype from)
{
    static const enum cudaMemcpyKind kinds[3][3] = {
        [CU_MEMORYTYPE_HOST] = {[CU_MEMORYTYPE_HOST] = cudaMemcpyHostToHost,
                                [CU_MEMORYTYPE_DEVICE] = cudaMemcpyDeviceToHost},
        [CU_MEMORYTYPE_DEVICE] = {[CU_MEMORYTYPE_HOST] = cudaMemcpyHostToDevice,
                                  [CU_MEMORYTYPE_DEVICE] = cudaMemcpyDeviceToDevice}};
    to = to == CU_MEMORYTYPE_ARRAY ? CU_MEMORYTYPE_DEVICE : to;
    from = from == CU_MEMORYTYPE_ARRAY ? CU_MEMORYTYPE_DEVICE : from;
    return to < 3 && from < 3 ? kinds[to][from] : cudaMemcpyDefault;
}

// Bytes of a texel of this array; 1 where there is none, 0: it does not exist.
static unsigned texel_of(CUmemorytype type, CUarray array)
{
    struct cudaChannelFormatDesc f;
    if (type != CU_MEMORYTYPE_ARRAY)
        return 1;
    if (!array || cudaGetChannelDesc(&f, (cudaArray_const_t)array))
        return 0;
    return (unsigned)(f.x + f.y + f.z + f.w) / 8;
}

// The runtime counts texels where there is an array, this API bytes.
CUresult copy_of_driver(struct cudaMemcpy3DParms *p, const CUDA_MEMCPY3D *c)
{
    if (!c)
        return CUDA_ERROR_INVALID_VALUE;
    const unsigned to_texel = texel_of(c->dstMemoryType, c->dstArray),
                   from_texel = texel_of(c->srcMemoryType, c->srcArray),
                   texel = to_texel > from_texel ? to_texel : from_texel;
    size_t to_pitch = c->dstPitch ? c->dstPitch : c->dstXInBytes + c->WidthInBytes;
    size_t from_pitch = c->srcPitch ? c->srcPitch : c->srcXInBytes + c->WidthInBytes;
    size_t to_rows = c->dstHeight ? c->dstHeight : c->dstY + c->Height;
    size_t from_rows = c->srcHeight ? c->srcHeight : c->srcY + c->Height;
    if (!to_texel || !from_texel || c->WidthInBytes % texel || c->dstXInBytes % to_texel ||
        c->srcXInBytes % from_texel || c->srcLOD || c->dstLOD)
        return CUDA_ERROR_INVALID_VALUE;
    *p = (struct cudaMemcpy3DParms){.dstPtr = {side_of(c->dstMemoryType, c->dstHost, c->dstDevice),
                                               to_pitch, to_pitch, to_rows},
                                    .srcPtr = {side_of(c->srcMemoryType, c->srcHost, c->srcDevice),
                                               from_pitch, from_pitch, from_rows},
                                    .dstPos = {c->dstXInBytes / to_texel, c->dstY, c->dstZ},
                                    .srcPos = {c->srcXInBytes / from_texel, c->srcY, c->srcZ},
                                    .extent = {c->WidthInBytes / texel, c->Height, c->Depth},
                                    .kind = kind_of(c->dstMemoryType, c->srcMemoryType)};
    if (c->dstMemoryType == CU_MEMORYTYPE_ARRAY)
        p->dstArray = (cudaArray_t)c->dstArray;
    if (c->srcMemoryType == CU_MEMORYTYPE_ARRAY)
        p->srcArray = (cudaArray_t)c->srcArray;
    return (!p->dstPtr.ptr && !p->dstArray) || (!p->srcPtr.ptr && !p->srcArray)
               ? CUDA_ERROR_INVALID_VALUE
               : CUDA_SUCCESS;
}

static CUmemorytype side_type(cudaArray_t array, bool device, bool either)
{
    return array    ? CU_MEMORYTYPE_ARRAY
           : either ? CU_MEMORYTYPE_UNIFIED
           : device ? CU_MEMORYTYPE_DEVICE
                    : CU_MEMORYTYPE_HOST;
}

// The same the other way.
CUresult copy_of_runtime(CUDA_MEMCPY3D *c, const struct cudaMemcpy3DParms *p)
{
    const bool either = p->kind == cudaMemcpyDefault;
    const bool to_device = p->kind == TO_DEVICE || p->kind == ON_DEVICE;
    const bool from_device = p->kind == TO_HOST || p->kind == ON_DEVICE;
    *c = (CUDA_MEMCPY3D){.dstMemoryType = side_type(p->dstArray, to_device, either),
                         .srcMemoryType = side_type(p->srcArray, from_device, either),
                         .dstHost = p->dstPtr.ptr,
                         .srcHost = p->srcPtr.ptr,
                         .dstDevice = (uintptr_t)p->dstPtr.ptr,
                         .srcDevice = (uintptr_t)p->srcPtr.ptr,
                         .dstArray = (CUarray)p->dstArray,
                         .srcArray = (CUarray)p->srcArray,
                         .dstPitch = p->dstPtr.pitch,
                         .srcPitch = p->srcPtr.pitch,
                         .dstHeight = p->dstPtr.ysize,
                         .srcHeight = p->srcPtr.ysize,
                         .dstY = p->dstPos.y,
                         .srcY = p->srcPos.y,
                         .dstZ = p->dstPos.z,
                         .srcZ = p->srcPos.z,
                         .Height = p->extent.height,
                         .Depth = p->extent.depth};
    const unsigned to_texel = texel_of(c->dstMemoryType, c->dstArray),
                   from_texel = texel_of(c->srcMemoryType, c->srcArray);
    c->dstXInBytes = p->dstPos.x * to_texel;
    c->srcXInBytes = p->srcPos.x * from_texel;
    c->WidthInBytes = p->extent.width * (to_texel > from_texel ? to_texel : from_texel);
    return to_texel && from_texel ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// A copy of one dimension less is a 3D copy, too: `waits` without a stream.
static CUresult copy_3d(const CUDA_MEMCPY3D *c, bool waits, CUstream stream)
{
    struct cudaMemcpy3DParms p;
    CUresult e = copy_of_driver(&p, c);
    return e ? e : RESULT(waits ? cudaMemcpy3D(&p) : cudaMemcpy3DAsync(&p, stream));
}

static CUresult copy_2d(const CUDA_MEMCPY2D *c, bool waits, CUstream stream)
{
    if (!c)
        return CUDA_ERROR_INVALID_VALUE;
    const CUDA_MEMCPY3D deep = {.srcXInBytes = c->srcXInBytes,
                                .srcY = c->srcY,
                                .srcMemoryType = c->srcMemoryType,
                                .srcHost = c->srcHost,
                                .srcDevice = c->srcDevice,
                                .srcArray = c->srcArray,
                                .srcPitch = c->srcPitch,
                                .dstXInBytes = c->dstXInBytes,
                                .dstY = c->dstY,
                                .dstMemoryType = c->dstMemoryType,
                                .dstHost = c->dstHost,
                                .dstDevice = c->dstDevice,
                                .dstArray = c->dstArray,
                                .dstPitch = c->dstPitch,
                                .WidthInBytes = c->WidthInBytes,
                                .Height = c->Height,
                                .Depth = 1};
    if (c->dstMemoryType == CU_MEMORYTYPE_ARRAY || c->srcMemoryType == CU_MEMORYTYPE_ARRAY)
        return copy_3d(&deep, waits, stream);
    char *to = side_of(c->dstMemoryType, c->dstHost, c->dstDevice);
    char *from = side_of(c->srcMemoryType, c->srcHost, c->srcDevice);
    size_t to_pitch = c->dstPitch ? c->dstPitch : c->dstXInBytes + c->WidthInBytes;
    size_t from_pitch = c->srcPitch ? c->srcPitch : c->srcXInBytes + c->WidthInBytes;
    enum cudaMemcpyKind kind = kind_of(c->dstMemoryType, c->srcMemoryType);
    if (!to || !from || c->dstXInBytes + c->WidthInBytes > to_pitch ||
        c->srcXInBytes + c->WidthInBytes > from_pitch)
        return CUDA_ERROR_INVALID_VALUE;
    to += c->dstY * to_pitch + c->dstXInBytes;
    from += c->srcY * from_pitch + c->srcXInBytes;
    return RESULT(
        waits ? cudaMemcpy2D(to, to_pitch, from, from_pitch, c->WidthInBytes, c->Height, kind)
              : cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, c->WidthInBytes, c->Height, kind,
                                  stream));
}

FUNCTION(cuMemcpy2D_v2, NEEDS_context, (const CUDA_MEMCPY2D *c), copy_2d(c, true, NULL))
FUNCTION(cuMemcpy2DUnaligned_v2, NEEDS_context, (const CUDA_MEMCPY2D *c), copy_2d(c, true, NULL))
FUNCTION(cuMemcpy2DAsync_v2, NEEDS_context, (const CUDA_MEMCPY2D *c, CUstream stream),
         copy_2d(c, false, stream))
FUNCTION(cuMemcpy3D_v2, NEEDS_context, (const CUDA_MEMCPY3D *c), copy_3d(c, true, NULL))
FUNCTION(cuMemcpy3DAsync_v2, NEEDS_context, (const CUDA_MEMCPY3D *c, CUstream stream),
         copy_3d(c, false, stream))

// ---- memsets --------------------------------------------------------

static cudaError_t fill(CUdeviceptr p, size_t pitch, unsigned value, unsigned element, size_t width,
                        size_t height, CUstream stream, bool waits)
{
    return (cudaError_t)cudasimFill(DEVICE(p), pitch, value, element, width, height, stream, waits);
}

SAME(cuMemsetD8_v2, (CUdeviceptr p, unsigned char value, size_t n),
     fill(p, 0, value, 1, n, 1, NULL, true))
SAME(cuMemsetD16_v2, (CUdeviceptr p, unsigned short value, size_t n),
     fill(p, 0, value, 2, n, 1, NULL, true))
SAME(cuMemsetD32_v2, (CUdeviceptr p, unsigned value, size_t n),
     fill(p, 0, value, 4, n, 1, NULL, true))
SAME(cuMemsetD8Async, (CUdeviceptr p, unsigned char value, size_t n, CUstream stream),
     fill(p, 0, value, 1, n, 1, stream, false))
SAME(cuMemsetD16Async, (CUdeviceptr p, unsigned short value, size_t n, CUstream stream),
     fill(p, 0, value, 2, n, 1, stream, false))
SAME(cuMemsetD32Async, (CUdeviceptr p, unsigned value, size_t n, CUstream stream),
     fill(p, 0, value, 4, n, 1, stream, false))
SAME(cuMemsetD2D8_v2, (CUdeviceptr p, size_t pitch, unsigned char value, size_t w, size_t h),
     fill(p, pitch, value, 1, w, h, NULL, true))
SAME(cuMemsetD2D16_v2, (CUdeviceptr p, size_t pitch, unsigned short value, size_t w, size_t h),
     fill(p, pitch, value, 2, w, h, NULL, true))
SAME(cuMemsetD2D32_v2, (CUdeviceptr p, size_t pitch, unsigned value, size_t w, size_t h),
     fill(p, pitch, value, 4, w, h, NULL, true))
SAME(cuMemsetD2D8Async,
     (CUdeviceptr p, size_t pitch, unsigned char value, size_t w, size_t h, CUstream stream),
     fill(p, pitch, value, 1, w, h, stream, false))
SAME(cuMemsetD2D16Async,
     (CUdeviceptr p, size_t pitch, unsigned short value, size_t w, size_t h, CUstream stream),
     fill(p, pitch, value, 2, w, h, stream, false))
SAME(cuMemsetD2D32Async,
     (CUdeviceptr p, size_t pitch, unsigned value, size_t w, size_t h, CUstream stream),
     fill(p, pitch, value, 4, w, h, stream, false))

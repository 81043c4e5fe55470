// api_array.c - the calls that make CUDA arrays, and copies to and from them. A copy is one of
// regions (copy.h): an array is memory in rows.
#include "array.h"
#include "context.h"
#include "copy.h"
#include "cudart/clock/timeline.h"

#include <string.h>

// ---- arrays ---------------------------------------------------------

static cudaError_t make_array(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                              struct cudaExtent extent, unsigned flags)
{
    DeviceArray *a;
    if (!array || !format)
        return cudaErrorInvalidValue;
    cudaError_t e = array_new(&a, format, extent, flags, 0);
    if (!e)
        *array = (cudaArray_t)a;
    return e;
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                            size_t width, size_t height, unsigned flags)
{
    ENTER_US(COST_MALLOC_US);
    if (flags & (cudaArrayLayered | cudaArrayCubemap))
        LEAVE(cudaErrorInvalidValue);
    LEAVE(make_array(array, format, (struct cudaExtent){width, height, 0}, flags));
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                              struct cudaExtent extent, unsigned flags)
{
    ENTER_US(COST_MALLOC_US);
    LEAVE(make_array(array, format, extent, flags));
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *array,
                                     const struct cudaChannelFormatDesc *format,
                                     struct cudaExtent extent, unsigned levels, unsigned flags)
{
    DeviceArray *a;
    ENTER_US(COST_MALLOC_US);
    if (!array || !format)
        LEAVE(cudaErrorInvalidValue);
    cudaError_t e = array_new(&a, format, extent, flags, levels ? levels : 1);
    if (!e)
        *array = (cudaMipmappedArray_t)a;
    LEAVE(e);
}

// Waits for all work, as cudaFree does.
static cudaError_t free_array(DeviceArray *a, bool null)
{
    if (a)
        device_select(a->device);
    timeline_wait_device();
    cudaError_t dead = rt_waited();
    if (dead || null)
        return dead;
    if (!a || a->is_level)
        return cudaErrorContextIsDestroyed; // as an H200 says
    array_delete(a);
    return cudaSuccess;
}

cudaError_t cudaFreeArray(cudaArray_t array)
{
    ENTER_US(COST_FREE_US);
    LEAVE(free_array(array_find(array), !array));
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array)
{
    ENTER_US(COST_FREE_US);
    LEAVE(free_array(array_with_levels(array), !array));
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *level, cudaMipmappedArray_const_t array,
                                       unsigned number)
{
    ENTER();
    const DeviceArray *a = array_with_levels(array);
    if (!level || !a || number >= a->image.levels)
        LEAVE(cudaErrorInvalidValue);
    *level = (cudaArray_t)&a->level[number];
    LEAVE(cudaSuccess);
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *format, struct cudaExtent *extent,
                             unsigned *flags, cudaArray_t array)
{
    ENTER();
    const DeviceArray *a = array_find(array);
    if (!a)
        LEAVE(cudaErrorInvalidValue);
    if (format)
        *format = a->format;
    if (extent)
        *extent = a->extent;
    if (flags)
        *flags = a->flags;
    LEAVE(cudaSuccess);
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *format, cudaArray_const_t array)
{
    ENTER();
    const DeviceArray *a = array_find(array);
    if (!a || !format)
        LEAVE(array ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    *format = a->format;
    LEAVE(cudaSuccess);
}

// ---- copies ---------------------------------------------------------

static bool region_of(cudaArray_const_t array, size_t x, size_t y, size_t width, size_t height,
                      CopyRegion *r)
{
    const DeviceArray *a = array_find(array);
    uint64_t at;
    const ImageLevel *l =
        a ? array_part(a, x, y, 0, (struct cudaExtent){width, height, 1}, &at) : NULL;
    if (l)
        *r = (CopyRegion){.at = (void *)(uintptr_t)at, .pitch = l->pitch, .slice = l->slice};
    return l;
}

static bool points_to(enum cudaMemcpyKind kind, enum cudaMemcpyKind other)
{
    return kind == other || kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault;
}

static cudaError_t to_array(cudaArray_t dst, size_t x, size_t y, const void *src, size_t pitch,
                            size_t width, size_t height, enum cudaMemcpyKind kind,
                            cudaStream_t stream, Waiting waiting)
{
    CopyRegion to;
    if (!points_to(kind, cudaMemcpyHostToDevice))
        return cudaErrorInvalidMemcpyDirection;
    if (!region_of(dst, x, y, width, height, &to))
        return dst ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
    if (width > pitch)
        return cudaErrorInvalidPitchValue;
    return copy_region(to, (CopyRegion){.at = (void *)(uintptr_t)src, .pitch = pitch},
                       (Extent){width, height, 1}, kind, stream, waiting);
}

static cudaError_t from_array(void *dst, size_t pitch, cudaArray_const_t src, size_t x, size_t y,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream, Waiting waiting)
{
    CopyRegion from;
    if (!points_to(kind, cudaMemcpyDeviceToHost))
        return cudaErrorInvalidMemcpyDirection;
    if (!region_of(src, x, y, width, height, &from))
        return src ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
    if (width > pitch)
        return cudaErrorInvalidPitchValue;
    return copy_region((CopyRegion){.at = dst, .pitch = pitch}, from, (Extent){width, height, 1},
                       kind, stream, waiting);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t x, size_t y, const void *src, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind)
{
    ENTER_US(COST_COPY_CALL_US);
    LEAVE(to_array(dst, x, y, src, pitch, width, height, kind, NULL, HOST_WAITS));
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t x, size_t y, const void *src,
                                     size_t pitch, size_t width, size_t height,
                                     enum cudaMemcpyKind kind, cudaStream_t stream)
{
    ENTER_US(COST_COPY_CALL_US);
    LEAVE(to_array(dst, x, y, src, pitch, width, height, kind, stream, HOST_GOES_ON));
}

cudaError_t cudaMemcpy2DFromArray(void *dst, size_t pitch, cudaArray_const_t src, size_t x,
                                  size_t y, size_t width, size_t height, enum cudaMemcpyKind kind)
{
    ENTER_US(COST_COPY_CALL_US);
    LEAVE(from_array(dst, pitch, src, x, y, width, height, kind, NULL, HOST_WAITS));
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *dst, size_t pitch, cudaArray_const_t src, size_t x,
                                       size_t y, size_t width, size_t height,
                                       enum cudaMemcpyKind kind, cudaStream_t stream)
{
    ENTER_US(COST_COPY_CALL_US);
    LEAVE(from_array(dst, pitch, src, x, y, width, height, kind, stream, HOST_GOES_ON));
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t to_x, size_t to_y,
                                     cudaArray_const_t src, size_t x, size_t y, size_t width,
                                     size_t height, enum cudaMemcpyKind kind)
{
    ENTER_US(COST_COPY_CALL_US);
    CopyRegion to, from;
    if (kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
        LEAVE(cudaErrorInvalidMemcpyDirection);
    if (!region_of(dst, to_x, to_y, width, height, &to) ||
        !region_of(src, x, y, width, height, &from))
        LEAVE(cudaErrorInvalidValue);
    LEAVE(copy_region(to, from, (Extent){width, height, 1}, kind, NULL, HOST_WAITS));
}

// The older copies take `n` bytes, which go on in the next row.
static bool bytes_of(cudaArray_const_t array, size_t x, size_t y, size_t n, CopyRegion *r)
{
    const DeviceArray *a = array_find(array);
    if (!a || !region_of(array, x, y, 0, 0, r))
        return false;
    const ImageLevel *l = &a->image.level[0];
    return n <= l->slice - y * l->pitch - x && n % texel_bytes(a->image.format) == 0;
}

static cudaError_t bytes_to(cudaArray_t dst, size_t x, size_t y, const void *src, size_t n,
                            enum cudaMemcpyKind kind, cudaStream_t stream, Waiting waiting)
{
    CopyRegion to;
    if (!points_to(kind, cudaMemcpyHostToDevice))
        return cudaErrorInvalidMemcpyDirection;
    if (!bytes_of(dst, x, y, n, &to))
        return cudaErrorInvalidValue;
    return copy_region(to, (CopyRegion){.at = (void *)(uintptr_t)src}, (Extent){n, 1, 1}, kind,
                       stream, waiting);
}

static cudaError_t bytes_from(void *dst, cudaArray_const_t src, size_t x, size_t y, size_t n,
                              enum cudaMemcpyKind kind, cudaStream_t stream, Waiting waiting)
{
    CopyRegion from;
    if (!points_to(kind, cudaMemcpyDeviceToHost))
        return cudaErrorInvalidMemcpyDirection;
    if (!bytes_of(src, x, y, n, &from))
        return cudaErrorInvalidValue;
    return copy_region((CopyRegion){.at = dst}, from, (Extent){n, 1, 1}, kind, stream, waiting);
}

cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t x, size_t y, const void *src, size_t n,
                              enum cudaMemcpyKind kind)
{
    ENTER_US(COST_COPY_CALL_US);
    LEAVE(bytes_to(dst, x, y, src, n, kind, NULL, HOST_WAITS));
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t x, size_t y, const void *src, size_t n,
                                   enum cudaMemcpyKind kind, cudaStream_t stream)
{
    ENTER_US(COST_COPY_CALL_US);
    LEAVE(bytes_to(dst, x, y, src, n, kind, stream, HOST_GOES_ON));
}

cudaError_t cudaMemcpyFromArray(void *dst, cudaArray_const_t src, size_t x, size_t y, size_t n,
                                enum cudaMemcpyKind kind)
{
    ENTER_US(COST_COPY_CALL_US);
    LEAVE(bytes_from(dst, src, x, y, n, kind, NULL, HOST_WAITS));
}

cudaError_t cudaMemcpyFromArrayAsync(void *dst, cudaArray_const_t src, size_t x, size_t y, size_t n,
                                     enum cudaMemcpyKind kind, cudaStream_t stream)
{
    ENTER_US(COST_COPY_CALL_US);
    LEAVE(bytes_from(dst, src, x, y, n, kind, stream, HOST_GOES_ON));
}

cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, size_t to_x, size_t to_y, cudaArray_const_t src,
                                   size_t x, size_t y, size_t n, enum cudaMemcpyKind kind)
{
    ENTER_US(COST_COPY_CALL_US);
    CopyRegion to, from;
    if (kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
        LEAVE(cudaErrorInvalidMemcpyDirection);
    if (!bytes_of(dst, to_x, to_y, n, &to) || !bytes_of(src, x, y, n, &from))
        LEAVE(cudaErrorInvalidValue);
    LEAVE(copy_region(to, from, (Extent){n, 1, 1}, kind, NULL, HOST_WAITS));
}

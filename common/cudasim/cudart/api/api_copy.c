// api_copy.c - copies and memset, in one, two and three dimensions. All forms become one call of
// copy_region() or fill_region().
#include "array.h"
#include "batch.h"
#include "context.h"
#include "copy.h"
#include "register.h"

#include "alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cudaError_t copy_1d(void *dst, const void *src, size_t n, enum cudaMemcpyKind kind,
                           cudaStream_t stream, Waiting waiting)
{
    return copy_region((CopyRegion){.at = dst}, (CopyRegion){.at = (void *)(uintptr_t)src},
                       (Extent){n, 1, 1}, kind, stream, waiting);
}

// ---- one dimension --------------------------------------------------

cudaError_t cudaMemcpy(void *dst, const void *src, size_t n, enum cudaMemcpyKind kind)
{
    ENTER_US(COST_COPY_CALL_US);
    LEAVE(copy_1d(dst, src, n, kind, NULL, HOST_WAITS));
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t n, enum cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    ENTER_US(COST_COPY_CALL_US);
    LEAVE(copy_1d(dst, src, n, kind, stream, HOST_GOES_ON));
}

// With unified addresses the pointers say where the memory is.
static cudaError_t copy_peer(void *dst, int to, const void *src, int from, size_t n,
                             cudaStream_t stream, Waiting waiting)
{
    if (!rt_is_device(to) || !rt_is_device(from))
        return cudaErrorInvalidDevice;
    return copy_1d(dst, src, n, cudaMemcpyDeviceToDevice, stream, waiting);
}

cudaError_t cudaMemcpyPeer(void *dst, int to, const void *src, int from, size_t n)
{
    ENTER();
    LEAVE(copy_peer(dst, to, src, from, n, NULL, HOST_WAITS));
}

cudaError_t cudaMemcpyPeerAsync(void *dst, int to, const void *src, int from, size_t n,
                                cudaStream_t stream)
{
    ENTER();
    LEAVE(copy_peer(dst, to, src, from, n, stream, HOST_GOES_ON));
}

// ---- variables ------------------------------------------------------

static cudaError_t to_symbol(const void *symbol, const void *src, size_t n, size_t offset,
                             enum cudaMemcpyKind kind, cudaStream_t stream, Waiting waiting)
{
    uint64_t at;
    if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice &&
        kind != cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    cudaError_t e = variable_part(symbol, n, offset, &at);
    return e ? e : copy_1d((void *)(uintptr_t)at, src, n, kind, stream, waiting);
}

static cudaError_t from_symbol(void *dst, const void *symbol, size_t n, size_t offset,
                               enum cudaMemcpyKind kind, cudaStream_t stream, Waiting waiting)
{
    uint64_t at;
    if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice &&
        kind != cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    cudaError_t e = variable_part(symbol, n, offset, &at);
    return e ? e : copy_1d(dst, (void *)(uintptr_t)at, n, kind, stream, waiting);
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *src, size_t n, size_t offset,
                               enum cudaMemcpyKind kind)
{
    ENTER_US(COST_COPY_CALL_US);
    LEAVE(to_symbol(symbol, src, n, offset, kind, NULL, HOST_WAITS));
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *src, size_t n, size_t offset,
                                    enum cudaMemcpyKind kind, cudaStream_t stream)
{
    ENTER_US(COST_COPY_CALL_US);
    LEAVE(to_symbol(symbol, src, n, offset, kind, stream, HOST_GOES_ON));
}

cudaError_t cudaMemcpyFromSymbol(void *dst, const void *symbol, size_t n, size_t offset,
                                 enum cudaMemcpyKind kind)
{
    ENTER_US(COST_COPY_CALL_US);
    LEAVE(from_symbol(dst, symbol, n, offset, kind, NULL, HOST_WAITS));
}

cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t n, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream)
{
    ENTER_US(COST_COPY_CALL_US);
    LEAVE(from_symbol(dst, symbol, n, offset, kind, stream, HOST_GOES_ON));
}

// ---- two and three dimensions ---------------------------------------

static cudaError_t copy_2d(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                           size_t height, enum cudaMemcpyKind kind, cudaStream_t stream,
                           Waiting waiting)
{
    if (width > dpitch || width > spitch)
        return cudaErrorInvalidPitchValue;
    if (dpitch > INT32_MAX || spitch > INT32_MAX)
        return cudaErrorInvalidValue;
    return copy_region((CopyRegion){.at = dst, .pitch = dpitch},
                       (CopyRegion){.at = (void *)(uintptr_t)src, .pitch = spitch},
                       (Extent){width, height, 1}, kind, stream, waiting);
}

cudaError_t cudaMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                         size_t height, enum cudaMemcpyKind kind)
{
    ENTER_US(COST_COPY_CALL_US);
    LEAVE(copy_2d(dst, dpitch, src, spitch, width, height, kind, NULL, HOST_WAITS));
}

cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream)
{
    ENTER_US(COST_COPY_CALL_US);
    LEAVE(copy_2d(dst, dpitch, src, spitch, width, height, kind, stream, HOST_GOES_ON));
}

static cudaError_t copy_3d(const struct cudaMemcpy3DParms *p, cudaStream_t stream, Waiting waiting)
{
    CopyRegion dst, src;
    Extent n;
    if (!p)
        return cudaErrorInvalidValue;
    if (!p->extent.width || !p->extent.height || !p->extent.depth)
        return cudaSuccess;
    cudaError_t e = copy_corners(p, &dst, &src, &n);
    return e ? e : copy_region(dst, src, n, p->kind, stream, waiting);
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p)
{
    ENTER_US(COST_COPY_CALL_US);
    LEAVE(copy_3d(p, NULL, HOST_WAITS));
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream)
{
    ENTER_US(COST_COPY_CALL_US);
    LEAVE(copy_3d(p, stream, HOST_GOES_ON));
}

static cudaError_t copy_3d_peer(const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream,
                                Waiting waiting)
{
    if (!p)
        return cudaErrorInvalidValue;
    if (!rt_is_device(p->dstDevice) || !rt_is_device(p->srcDevice))
        return cudaErrorInvalidDevice;
    const struct cudaMemcpy3DParms same = {
        p->srcArray, p->srcPos, p->srcPtr, p->dstArray,
        p->dstPos,   p->dstPtr, p->extent, cudaMemcpyDeviceToDevice};
    return copy_3d(&same, stream, waiting);
}

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *p)
{
    ENTER();
    LEAVE(copy_3d_peer(p, NULL, HOST_WAITS));
}

cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream)
{
    ENTER();
    LEAVE(copy_3d_peer(p, stream, HOST_GOES_ON));
}

// ---- batches --------------------------------------------------------
//
// All copies are checked before the first one is made.

static bool is_order(enum cudaMemcpySrcAccessOrder order)
{
    return order >= cudaMemcpySrcAccessOrderStream && order <= cudaMemcpySrcAccessOrderAny;
}

static cudaError_t copy_all(const struct cudaMemcpy3DParms *list, size_t n, cudaStream_t stream)
{
    cudaError_t e = cudaSuccess;
    for (size_t i = 0; !e && i < n; i++)
        e = copy_node_check(&list[i]);
    for (size_t i = 0; !e && i < n; i++)
        e = copy_3d(&list[i], stream, HOST_GOES_ON);
    return e;
}

cudaError_t cudaMemcpyBatchAsync(void *const *to, const void *const *from, const size_t *sizes,
                                 size_t n, struct cudaMemcpyAttributes *attributes, size_t *first,
                                 size_t m, cudaStream_t stream)
{
    ENTER();
    bool right =
        to && from && sizes && n && attributes && batch_runs(first, m, n) && batch_stream(stream);
    for (size_t i = 0; right && i < m; i++)
        right = is_order(attributes[i].srcAccessOrder) &&
                attributes[i].flags <= cudaMemcpyFlagPreferOverlapWithCompute;
    for (size_t i = 0; right && i < n; i++)
        right = to[i] && from[i] && sizes[i];
    if (!right)
        LEAVE(cudaErrorInvalidValue);
    struct cudaMemcpy3DParms *list = must_calloc(n, sizeof *list);
    for (size_t i = 0; i < n; i++)
        list[i] = (struct cudaMemcpy3DParms){
            .dstPtr = {to[i], sizes[i], sizes[i], 1},
            .srcPtr = {(void *)(uintptr_t)from[i], sizes[i], sizes[i], 1},
            .extent = {sizes[i], 1, 1},
            .kind = cudaMemcpyDefault};
    cudaError_t e = copy_all(list, n, stream);
    free(list);
    LEAVE(e);
}

static unsigned texel_of(const struct cudaMemcpy3DOperand *o)
{
    const DeviceArray *a =
        o->type == cudaMemcpyOperandTypeArray ? array_find(o->op.array.array) : NULL;
    return a ? texel_bytes(a->image.format) : 0;
}

// One side of a copy: an array, or memory whose rows are counted in texels. False: it is neither.
static bool side_of(const struct cudaMemcpy3DOperand *o, struct cudaExtent n, unsigned texel,
                    cudaArray_t *array, struct cudaPos *pos, struct cudaPitchedPtr *p)
{
    if (o->type == cudaMemcpyOperandTypeArray) {
        *array = o->op.array.array;
        *pos = (struct cudaPos){o->op.array.offset.x, o->op.array.offset.y, o->op.array.offset.z};
        return *array;
    }
    size_t row = o->op.ptr.rowLength ? o->op.ptr.rowLength : n.width, pitch;
    size_t rows = o->op.ptr.layerHeight ? o->op.ptr.layerHeight : n.height;
    if (o->type != cudaMemcpyOperandTypePointer || !o->op.ptr.ptr || row < n.width ||
        rows < n.height || __builtin_mul_overflow(row, texel, &pitch))
        return false;
    *p = (struct cudaPitchedPtr){o->op.ptr.ptr, pitch, pitch, rows};
    return true;
}

static bool copy_of(const struct cudaMemcpy3DBatchOp *o, struct cudaMemcpy3DParms *p)
{
    unsigned texel = texel_of(&o->src);
    texel = texel ? texel : texel_of(&o->dst);
    texel = texel ? texel : 1;
    *p = (struct cudaMemcpy3DParms){.extent = o->extent, .kind = cudaMemcpyDefault};
    return o->extent.width && o->extent.height && o->extent.depth && is_order(o->srcAccessOrder) &&
           o->flags <= cudaMemcpyFlagPreferOverlapWithCompute &&
           side_of(&o->src, o->extent, texel, &p->srcArray, &p->srcPos, &p->srcPtr) &&
           side_of(&o->dst, o->extent, texel, &p->dstArray, &p->dstPos, &p->dstPtr);
}

cudaError_t cudaMemcpy3DBatchAsync(size_t n, struct cudaMemcpy3DBatchOp *list,
                                   unsigned long long flags, cudaStream_t stream)
{
    ENTER();
    if (!n || !list || flags || !batch_stream(stream))
        LEAVE(cudaErrorInvalidValue);
    struct cudaMemcpy3DParms *copies = must_calloc(n, sizeof *copies);
    bool right = true;
    for (size_t i = 0; right && i < n; i++)
        right = copy_of(&list[i], &copies[i]);
    cudaError_t e = right ? copy_all(copies, n, stream) : cudaErrorInvalidValue;
    free(copies);
    LEAVE(e);
}

// ---- memset ---------------------------------------------------------

cudaError_t cudaMemset(void *p, int value, size_t n)
{
    ENTER_US(COST_RECORD_CALL_US);
    LEAVE(fill_region((CopyRegion){.at = p}, (unsigned)value, 1, (Extent){n, 1, 1}, NULL,
                      HOST_WAITS));
}

cudaError_t cudaMemsetAsync(void *p, int value, size_t n, cudaStream_t stream)
{
    ENTER_US(COST_RECORD_CALL_US);
    LEAVE(fill_region((CopyRegion){.at = p}, (unsigned)value, 1, (Extent){n, 1, 1}, stream,
                      HOST_GOES_ON));
}

static cudaError_t fill_2d(void *p, size_t pitch, int value, size_t width, size_t height,
                           cudaStream_t stream, Waiting waiting)
{
    if (width > pitch && height > 1)
        return cudaErrorInvalidValue;
    return fill_region((CopyRegion){.at = p, .pitch = pitch}, (unsigned)value, 1,
                       (Extent){width, height, 1}, stream, waiting);
}

cudaError_t cudaMemset2D(void *p, size_t pitch, int value, size_t width, size_t height)
{
    ENTER();
    LEAVE(fill_2d(p, pitch, value, width, height, NULL, HOST_WAITS));
}

cudaError_t cudaMemset2DAsync(void *p, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream)
{
    ENTER();
    LEAVE(fill_2d(p, pitch, value, width, height, stream, HOST_GOES_ON));
}

static cudaError_t fill_3d(struct cudaPitchedPtr p, int value, struct cudaExtent n,
                           cudaStream_t stream, Waiting waiting)
{
    CopyRegion r;
    if (!copy_corner(p, (struct cudaPos){0}, n, &r))
        return cudaErrorInvalidValue;
    return fill_region(r, (unsigned)value, 1, (Extent){n.width, n.height, n.depth}, stream,
                       waiting);
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr p, int value, struct cudaExtent n)
{
    ENTER();
    LEAVE(fill_3d(p, value, n, NULL, HOST_WAITS));
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr p, int value, struct cudaExtent n,
                              cudaStream_t stream)
{
    ENTER();
    LEAVE(fill_3d(p, value, n, stream, HOST_GOES_ON));
}

int cudasimFill(void *p, size_t pitch, unsigned value, unsigned element, size_t width,
                size_t height, void *stream, int waits)
{
    ENTER_US(height > 1 ? COST_CALL_US : COST_RECORD_CALL_US);
    bool aligned =
        element && element <= 4 && ((uintptr_t)p | (height > 1 ? pitch : 0)) % element == 0;
    if (!aligned || width > SIZE_MAX / 4 || (width * element > pitch && height > 1))
        LEAVE(cudaErrorInvalidValue);
    LEAVE(fill_region((CopyRegion){.at = p, .pitch = pitch}, value, element,
                      (Extent){width * element, height, 1}, stream,
                      waits ? HOST_WAITS : HOST_GOES_ON));
}

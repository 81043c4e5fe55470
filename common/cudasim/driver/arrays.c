// arrays.c - CUDA arrays, texture objects and surface objects: descriptions of the driver API
// become those of the runtime.
#include "driver.h"

#include <string.h>

// ---- descriptions ---------------------------------------------------

// Another format becomes one without channels, which the runtime refuses.
static struct cudaChannelFormatDesc format_of(CUarray_format format, unsigned channels)
{
    const enum cudaChannelFormatKind whole = format >= CU_AD_FORMAT_SIGNED_INT8
                                                 ? cudaChannelFormatKindSigned
                                                 : cudaChannelFormatKindUnsigned;
    int bits = 0;
    switch (format) {
    case CU_AD_FORMAT_UNSIGNED_INT8:
    case CU_AD_FORMAT_SIGNED_INT8: bits = 8; break;
    case CU_AD_FORMAT_UNSIGNED_INT16:
    case CU_AD_FORMAT_SIGNED_INT16:
    case CU_AD_FORMAT_HALF: bits = 16; break;
    case CU_AD_FORMAT_UNSIGNED_INT32:
    case CU_AD_FORMAT_SIGNED_INT32:
    case CU_AD_FORMAT_FLOAT: bits = 32; break;
    default: break;
    }
    const bool real = format == CU_AD_FORMAT_HALF || format == CU_AD_FORMAT_FLOAT;
    return (struct cudaChannelFormatDesc){
        channels > 0 && channels < 5 ? bits : 0, channels > 1 ? bits : 0, channels > 2 ? bits : 0,
        channels > 3 ? bits : 0, real ? cudaChannelFormatKindFloat : whole};
}

static void array_format(struct cudaChannelFormatDesc d, CUarray_format *format, unsigned *channels)
{
    const unsigned step = d.x == 8 ? 0 : d.x == 16 ? 1 : 2;
    *channels = 1 + (d.y > 0) + (d.z > 0) + (d.w > 0);
    *format = d.f == cudaChannelFormatKindFloat ? d.x == 16 ? CU_AD_FORMAT_HALF : CU_AD_FORMAT_FLOAT
              : d.f == cudaChannelFormatKindSigned ? CU_AD_FORMAT_SIGNED_INT8 + step
                                                   : CU_AD_FORMAT_UNSIGNED_INT8 + step;
}

#define DEVICE(p) ((void *)(uintptr_t)(p))

static struct cudaResourceDesc resource_of(const CUDA_RESOURCE_DESC *d)
{
    struct cudaResourceDesc r = {.resType = (enum cudaResourceType)d->resType};
    switch (d->resType) {
    case CU_RESOURCE_TYPE_ARRAY: r.res.array.array = (cudaArray_t)d->res.array.hArray; break;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
        r.res.mipmap.mipmap = (cudaMipmappedArray_t)d->res.mipmap.hMipmappedArray;
        break;
    case CU_RESOURCE_TYPE_LINEAR:
        r.res.linear.devPtr = DEVICE(d->res.linear.devPtr);
        r.res.linear.desc = format_of(d->res.linear.format, d->res.linear.numChannels);
        r.res.linear.sizeInBytes = d->res.linear.sizeInBytes;
        break;
    default:
        r.res.pitch2D.devPtr = DEVICE(d->res.pitch2D.devPtr);
        r.res.pitch2D.desc = format_of(d->res.pitch2D.format, d->res.pitch2D.numChannels);
        r.res.pitch2D.width = d->res.pitch2D.width;
        r.res.pitch2D.height = d->res.pitch2D.height;
        r.res.pitch2D.pitchInBytes = d->res.pitch2D.pitchInBytes;
    }
    return r;
}

static struct cudaTextureDesc texture_of(const CUDA_TEXTURE_DESC *d)
{
    struct cudaTextureDesc t = {
        .filterMode = (enum cudaTextureFilterMode)d->filterMode,
        .readMode = d->flags & CU_TRSF_READ_AS_INTEGER ? cudaReadModeElementType
                                                       : cudaReadModeNormalizedFloat,
        .sRGB = (d->flags & CU_TRSF_SRGB) != 0,
        .normalizedCoords = (d->flags & CU_TRSF_NORMALIZED_COORDINATES) != 0,
        .maxAnisotropy = d->maxAnisotropy,
        .mipmapFilterMode = (enum cudaTextureFilterMode)d->mipmapFilterMode,
        .mipmapLevelBias = d->mipmapLevelBias,
        .minMipmapLevelClamp = d->minMipmapLevelClamp,
        .maxMipmapLevelClamp = d->maxMipmapLevelClamp,
    };
    for (unsigned k = 0; k < 3; k++)
        t.addressMode[k] = (enum cudaTextureAddressMode)d->addressMode[k];
    memcpy(t.borderColor, d->borderColor, sizeof t.borderColor);
    return t;
}

// ---- arrays ---------------------------------------------------------

static void release_array(void *a) { cudaFreeArray(a); }
static void release_levels(void *a) { cudaFreeMipmappedArray(a); }

static CUresult owned(cudaError_t e, void *array, ReleaseFn *release)
{
    if (!e)
        context_owns(array, release);
    return e == cudaErrorInvalidChannelDescriptor ? CUDA_ERROR_INVALID_VALUE : RESULT(e);
}

static CUresult freed(cudaError_t e, const void *array)
{
    if (!e)
        context_disowns(array);
    return RESULT(e);
}

static CUresult create(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *d)
{
    cudaArray_t a;
    if (!array || !d)
        return CUDA_ERROR_INVALID_VALUE;
    struct cudaChannelFormatDesc f = format_of(d->Format, d->NumChannels);
    cudaError_t e =
        cudaMalloc3DArray(&a, &f, (struct cudaExtent){d->Width, d->Height, d->Depth}, d->Flags);
    if (!e)
        *array = (CUarray)a;
    return owned(e, a, release_array);
}

static CUresult create_flat(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *d)
{
    CUDA_ARRAY3D_DESCRIPTOR deep;
    if (!d)
        return CUDA_ERROR_INVALID_VALUE;
    deep = (CUDA_ARRAY3D_DESCRIPTOR){d->Width, d->Height, 0, d->Format, d->NumChannels, 0};
    return create(array, &deep);
}

static CUresult create_levels(CUmipmappedArray *array, const CUDA_ARRAY3D_DESCRIPTOR *d,
                              unsigned levels)
{
    cudaMipmappedArray_t a;
    if (!array || !d)
        return CUDA_ERROR_INVALID_VALUE;
    struct cudaChannelFormatDesc f = format_of(d->Format, d->NumChannels);
    cudaError_t e = cudaMallocMipmappedArray(
        &a, &f, (struct cudaExtent){d->Width, d->Height, d->Depth}, levels, d->Flags);
    if (!e)
        *array = (CUmipmappedArray)a;
    return owned(e, a, release_levels);
}

static CUresult describe(CUDA_ARRAY3D_DESCRIPTOR *d, CUarray array)
{
    struct cudaChannelFormatDesc f;
    struct cudaExtent n;
    unsigned flags;
    cudaError_t e =
        d ? cudaArrayGetInfo(&f, &n, &flags, (cudaArray_t)array) : cudaErrorInvalidValue;
    if (e)
        return RESULT(e);
    *d = (CUDA_ARRAY3D_DESCRIPTOR){
        .Width = n.width, .Height = n.height, .Depth = n.depth, .Flags = flags};
    array_format(f, &d->Format, &d->NumChannels);
    return CUDA_SUCCESS;
}

static CUresult describe_flat(CUDA_ARRAY_DESCRIPTOR *d, CUarray array)
{
    CUDA_ARRAY3D_DESCRIPTOR deep;
    CUresult e = d ? describe(&deep, array) : CUDA_ERROR_INVALID_VALUE;
    if (!e)
        *d = (CUDA_ARRAY_DESCRIPTOR){deep.Width, deep.Height, deep.Format, deep.NumChannels};
    return e;
}

FUNCTION(cuArrayCreate_v2, NEEDS_context, (CUarray * array, const CUDA_ARRAY_DESCRIPTOR *d),
         create_flat(array, d))
FUNCTION(cuArray3DCreate_v2, NEEDS_context, (CUarray * array, const CUDA_ARRAY3D_DESCRIPTOR *d),
         create(array, d))
FUNCTION(cuArrayGetDescriptor_v2, NEEDS_context, (CUDA_ARRAY_DESCRIPTOR * d, CUarray array),
         describe_flat(d, array))
FUNCTION(cuArray3DGetDescriptor_v2, NEEDS_context, (CUDA_ARRAY3D_DESCRIPTOR * d, CUarray array),
         describe(d, array))
FUNCTION(cuArrayDestroy, NEEDS_context, (CUarray array),
         array ? freed(cudaFreeArray((cudaArray_t)array), array) : CUDA_ERROR_INVALID_HANDLE)
FUNCTION(cuMipmappedArrayCreate, NEEDS_context,
         (CUmipmappedArray * array, const CUDA_ARRAY3D_DESCRIPTOR *d, unsigned levels),
         create_levels(array, d, levels))
FUNCTION(cuMipmappedArrayDestroy, NEEDS_context, (CUmipmappedArray array),
         array ? freed(cudaFreeMipmappedArray((cudaMipmappedArray_t)array), array)
               : CUDA_ERROR_INVALID_HANDLE)
SAME(cuMipmappedArrayGetLevel, (CUarray * level, CUmipmappedArray array, unsigned number),
     cudaGetMipmappedArrayLevel((cudaArray_t *)level, (cudaMipmappedArray_const_t)array, number))

// ---- objects --------------------------------------------------------

static CUresult create_texture(CUtexObject *object, const CUDA_RESOURCE_DESC *r,
                               const CUDA_TEXTURE_DESC *t, const CUDA_RESOURCE_VIEW_DESC *v)
{
    if (!object || !r || !t || r->flags)
        return CUDA_ERROR_INVALID_VALUE;
    const struct cudaResourceDesc resource = resource_of(r);
    const struct cudaTextureDesc texture = texture_of(t);
    struct cudaResourceViewDesc view;
    cudaTextureObject_t made = 0;
    if (v)
        view = (struct cudaResourceViewDesc){.format = (enum cudaResourceViewFormat)v->format,
                                             .width = v->width,
                                             .height = v->height,
                                             .depth = v->depth,
                                             .firstMipmapLevel = v->firstMipmapLevel,
                                             .lastMipmapLevel = v->lastMipmapLevel,
                                             .firstLayer = v->firstLayer,
                                             .lastLayer = v->lastLayer};
    cudaError_t e = cudaCreateTextureObject(&made, &resource, &texture, v ? &view : NULL);
    *object = e ? *object : made;
    return e && e != cudaErrorNotSupported ? CUDA_ERROR_INVALID_VALUE : RESULT(e);
}

static CUresult create_surface(CUsurfObject *object, const CUDA_RESOURCE_DESC *r)
{
    cudaSurfaceObject_t made = 0;
    if (!object || !r || r->flags)
        return CUDA_ERROR_INVALID_VALUE;
    const struct cudaResourceDesc resource = resource_of(r);
    cudaError_t e = cudaCreateSurfaceObject(&made, &resource);
    *object = e ? *object : made;
    return RESULT(e);
}

FUNCTION(cuTexObjectCreate, NEEDS_context,
         (CUtexObject * object, const CUDA_RESOURCE_DESC *r, const CUDA_TEXTURE_DESC *t,
          const CUDA_RESOURCE_VIEW_DESC *v),
         create_texture(object, r, t, v))
SAME(cuTexObjectDestroy, (CUtexObject object), cudaDestroyTextureObject(object))
FUNCTION(cuSurfObjectCreate, NEEDS_context, (CUsurfObject * object, const CUDA_RESOURCE_DESC *r),
         create_surface(object, r))
SAME(cuSurfObjectDestroy, (CUsurfObject object), cudaDestroySurfaceObject(object))

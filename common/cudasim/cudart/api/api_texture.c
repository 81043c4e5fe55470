// api_texture.c - texture objects and surface objects: descriptions become a Texture of the machine
// (sim/texture.h).
#include "array.h"
#include "attributes.h"
#include "context.h"
#include "memory.h"
#include "api_texture.h"

#include "alloc.h"

#include <stdlib.h>
#include <string.h>

// What the program may ask for again.
typedef struct {
    struct cudaResourceDesc resource;
    struct cudaTextureDesc texture;
    struct cudaResourceViewDesc view; // zeros: none
} Described;

// ---- the image ------------------------------------------------------

static bool is_aligned(uint64_t value, enum cudaDeviceAttr attribute)
{
    return value % (unsigned)device_attribute(attribute) == 0;
}

static cudaError_t image_of_memory(const void *p, const struct cudaChannelFormatDesc *format,
                                   Image *im)
{
    if (!texel_format(format, &im->format))
        return cudaErrorInvalidChannelDescriptor;
    const Alloc *a = memory_of_host((uintptr_t)p);
    if (!a || a->kind == MEM_array || !is_aligned((uintptr_t)p, cudaDevAttrTextureAlignment))
        return cudaErrorInvalidValue;
    im->levels = 1;
    im->level[0] = (ImageLevel){.addr = (uintptr_t)p, .height = 1, .depth = 1};
    return cudaSuccess;
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *width,
                                                 const struct cudaChannelFormatDesc *format,
                                                 int number)
{
    TexelFormat f;
    ENTER();
    if (!rt_is_device(number))
        LEAVE(cudaErrorInvalidDevice);
    if (!width || !format)
        LEAVE(cudaErrorInvalidValue);
    if (!texel_format(format, &f))
        LEAVE(cudaErrorInvalidChannelDescriptor);
    const size_t most = ((size_t)4 << 30) / texel_bytes(f);
    *width = most < 1 << 30 ? most : 1 << 30;
    LEAVE(cudaSuccess);
}

static cudaError_t image_of_line(const struct cudaResourceDesc *r, Image *im)
{
    cudaError_t e = image_of_memory(r->res.linear.devPtr, &r->res.linear.desc, im);
    if (e)
        return e;
    size_t texels = r->res.linear.sizeInBytes / texel_bytes(im->format);
    const size_t most = (size_t)device_attribute(cudaDevAttrMaxTexture1DLinearWidth);
    texels = texels < 1 ? 1 : texels > most ? most : texels; // any size is permitted
    im->dimensions = 1;
    im->level[0].width = (uint32_t)texels;
    im->level[0].pitch = im->level[0].slice = texels * texel_bytes(im->format);
    return cudaSuccess;
}

static cudaError_t image_of_rows(const struct cudaResourceDesc *r, Image *im)
{
    cudaError_t e = image_of_memory(r->res.pitch2D.devPtr, &r->res.pitch2D.desc, im);
    if (e)
        return e;
    const size_t pitch = r->res.pitch2D.pitchInBytes, // rows may overlap
        w = r->res.pitch2D.width ? r->res.pitch2D.width : 1,
                 h = r->res.pitch2D.height ? r->res.pitch2D.height : 1;
    if (w > (size_t)device_attribute(cudaDevAttrMaxTexture2DLinearWidth) ||
        h > (size_t)device_attribute(cudaDevAttrMaxTexture2DLinearHeight) ||
        pitch > (size_t)device_attribute(cudaDevAttrMaxTexture2DLinearPitch) ||
        !is_aligned(pitch, cudaDevAttrTexturePitchAlignment))
        return cudaErrorInvalidValue;
    im->dimensions = 2;
    im->level[0].width = (uint32_t)w;
    im->level[0].height = (uint32_t)h;
    im->level[0].pitch = pitch;
    im->level[0].slice = pitch * h;
    return cudaSuccess;
}

// A view has the size of its array, whatever its levels and layers.
static bool has_size(const struct cudaResourceViewDesc *v, struct cudaExtent n)
{
    return !v || (v->width == n.width && v->height == n.height && v->depth == n.depth);
}

static cudaError_t find_image(const struct cudaResourceDesc *r,
                              const struct cudaResourceViewDesc *v, Image *im)
{
    const DeviceArray *a;
    const void *handle;
    switch (r->resType) {
    case cudaResourceTypeArray: a = array_find(handle = r->res.array.array); break;
    case cudaResourceTypeMipmappedArray:
        a = array_with_levels(handle = r->res.mipmap.mipmap);
        break;
    case cudaResourceTypeLinear: return image_of_line(r, im);
    case cudaResourceTypePitch2D: return image_of_rows(r, im);
    default: return cudaErrorInvalidValue;
    }
    if (!a)
        return handle ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
    *im = a->image;
    return has_size(v, a->extent) ? cudaSuccess : cudaErrorInvalidValue;
}

// ---- views ----------------------------------------------------------

// The formats of views, from cudaResViewFormatUnsignedChar1 on.
static bool is_format(enum cudaResourceViewFormat v, TexelFormat f)
{
    static const struct {
        uint8_t bits, kind;
    } each[] = {{8, TEXEL_unsigned},  {8, TEXEL_signed},  {16, TEXEL_unsigned}, {16, TEXEL_signed},
                {32, TEXEL_unsigned}, {32, TEXEL_signed}, {16, TEXEL_float},    {32, TEXEL_float}};
    static const uint8_t channels[] = {1, 2, 4};
    const unsigned n = (unsigned)v - cudaResViewFormatUnsignedChar1;
    return n < 24 && each[n / 3].bits == f.bits && each[n / 3].kind == f.kind &&
           channels[n % 3] == f.channels;
}

static cudaError_t narrow(const struct cudaResourceViewDesc *v, Image *im)
{
    const bool layers = im->layered || im->cube;
    const unsigned last_layer = layers ? v->lastLayer : 0, first_layer = layers ? v->firstLayer : 0;
    if (v->firstMipmapLevel > v->lastMipmapLevel || v->lastMipmapLevel >= im->levels ||
        first_layer > last_layer || last_layer >= im->level[0].depth)
        return cudaErrorInvalidValue;
    if (v->format != cudaResViewFormatNone && !is_format(v->format, im->format)) {
        rt_say("a view of an array in another format is not part of the simulator");
        return cudaErrorNotSupported;
    }
    im->levels = (uint8_t)(v->lastMipmapLevel - v->firstMipmapLevel + 1);
    memmove(im->level, im->level + v->firstMipmapLevel, im->levels * sizeof *im->level);
    for (unsigned i = 0; layers && i < im->levels; i++) {
        im->level[i].addr += first_layer * im->level[i].slice;
        im->level[i].depth = last_layer - first_layer + 1;
    }
    return cudaSuccess;
}

// ---- the sampler ----------------------------------------------------

static cudaError_t find_sampler(const struct cudaTextureDesc *d, const struct cudaResourceDesc *r,
                                const Image *im, Sampler *s)
{
    const TexelFormat f = im->format;
    const bool levels = r->resType == cudaResourceTypeMipmappedArray;
    *s = (Sampler){.linear = d->filterMode == cudaFilterModeLinear,
                   .between = d->mipmapFilterMode == cudaFilterModeLinear && levels,
                   .normalised = d->normalizedCoords || im->cube,
                   .unit = d->readMode == cudaReadModeNormalizedFloat && f.kind != TEXEL_float &&
                           f.bits < 32,
                   .srgb = d->sRGB,
                   .bias = d->mipmapLevelBias,
                   .least = d->minMipmapLevelClamp,
                   .most = d->maxMipmapLevelClamp};
    if ((unsigned)d->filterMode > 1 || (unsigned)d->readMode > 1 ||
        (unsigned)d->mipmapFilterMode > 1)
        return cudaErrorInvalidValue;
    for (unsigned k = 0; k < 3; k++) {
        if ((unsigned)d->addressMode[k] > cudaAddressModeBorder)
            return cudaErrorInvalidValue;
        s->address[k] = (uint8_t)d->addressMode[k];
        if (!s->normalised && s->address[k] != ADDRESS_border)
            s->address[k] = ADDRESS_clamp;
        if (im->cube)
            s->address[k] = ADDRESS_clamp;
    }
    memcpy(s->border, d->borderColor, sizeof s->border);
    if (s->linear && f.kind != TEXEL_float && !s->unit)
        return cudaErrorInvalidFilterSetting;
    if (d->readMode == cudaReadModeNormalizedFloat && !s->unit)
        return cudaErrorInvalidNormSetting;
    if (levels && d->maxAnisotropy > 1) {
        rt_say("anisotropic filtering is not part of the simulator");
        return cudaErrorNotSupported;
    }
    if (r->resType == cudaResourceTypeLinear) { // outside of it are zeros
        s->linear = false;
        s->address[0] = ADDRESS_border;
        memset(s->border, 0, sizeof s->border);
    }
    return cudaSuccess;
}

// ---- objects --------------------------------------------------------

static uint64_t put(Texture *t, const Described *d)
{
    t->user = must_malloc(1, sizeof *d);
    memcpy(t->user, d, sizeof *d);
    return texture_put(t);
}

static cudaError_t create_texture(cudaTextureObject_t *object, const struct cudaResourceDesc *r,
                                  const struct cudaTextureDesc *d,
                                  const struct cudaResourceViewDesc *v)
{
    Texture t = {.surface = false};
    if (!object || !r)
        return cudaErrorInvalidValue;
    if (!d)
        return cudaErrorInvalidResourceHandle;
    cudaError_t e = find_image(r, v, &t.image);
    const bool of_array =
        r->resType == cudaResourceTypeArray || r->resType == cudaResourceTypeMipmappedArray;
    if (!e && v)
        e = of_array ? narrow(v, &t.image) : cudaErrorInvalidValue;
    if (!e)
        e = find_sampler(d, r, &t.image, &t.sampler);
    if (e)
        return e;
    Described all = {.resource = *r, .texture = *d};
    if (v)
        all.view = *v;
    *object = put(&t, &all);
    return cudaSuccess;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *texture,
                                    const struct cudaResourceViewDesc *view)
{
    ENTER();
    LEAVE(create_texture(object, resource, texture, view));
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object,
                                    const struct cudaResourceDesc *resource)
{
    ENTER();
    const DeviceArray *a = resource && resource->resType == cudaResourceTypeArray
                               ? array_find(resource->res.array.array)
                               : NULL;
    if (!object || !a)
        LEAVE(cudaErrorInvalidValue);
    Texture t = {.surface = true, .image = a->image};
    *object = put(&t, &(Described){.resource = *resource});
    LEAVE(cudaSuccess);
}

static void drop_description(Texture *t) { free(t->user); }

void texture_objects_forget(void) { textures_forget(drop_description); }

static cudaError_t destroy(uint64_t object, bool surface)
{
    Texture *t = texture_find(object, surface);
    if (!t) // an H200 takes any number
        return cudaSuccess;
    drop_description(t);
    texture_drop(object);
    return cudaSuccess;
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object)
{
    ENTER();
    LEAVE(destroy(object, false));
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object)
{
    ENTER();
    LEAVE(destroy(object, true));
}

static const Described *described(uint64_t object, bool surface)
{
    const Texture *t = texture_find(object, surface);
    return t ? t->user : NULL;
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *out,
                                             cudaTextureObject_t object)
{
    ENTER();
    const Described *d = described(object, false);
    if (!d || !out)
        LEAVE(cudaErrorInvalidValue);
    *out = d->resource;
    LEAVE(cudaSuccess);
}

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *out, cudaTextureObject_t object)
{
    ENTER();
    const Described *d = described(object, false);
    if (!d || !out)
        LEAVE(cudaErrorInvalidValue);
    *out = d->texture;
    LEAVE(cudaSuccess);
}

cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *out,
                                                 cudaTextureObject_t object)
{
    ENTER();
    const Described *d = described(object, false);
    if (!d || !out)
        LEAVE(cudaErrorInvalidValue);
    *out = d->view;
    LEAVE(cudaSuccess);
}

cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *out,
                                             cudaSurfaceObject_t object)
{
    ENTER();
    const Described *d = described(object, true);
    if (!d || !out)
        LEAVE(cudaErrorInvalidValue);
    *out = d->resource;
    LEAVE(cudaSuccess);
}

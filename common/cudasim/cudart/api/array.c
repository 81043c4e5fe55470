// array.c - CUDA arrays. Their memory is one allocation: level after level, in each slice after
// slice and row after row, without gaps between rows.
#include "array.h"

#include "alloc.h"
#include "attributes.h"
#include "cudart/clock/state.h"
#include "handles.h"
#include "memory.h"

#include <stdlib.h>

enum { LEVEL_ALIGN = 512 };

// ---- formats and sizes ----------------------------------------------

bool texel_format(const struct cudaChannelFormatDesc *d, TexelFormat *f)
{
    const int width[4] = {d->x, d->y, d->z, d->w};
    unsigned n = 1;
    while (n < 4 && width[n])
        n++;
    for (unsigned k = 0; k < 4; k++)
        if (width[k] != (k < n ? d->x : 0))
            return false;
    const bool whole = d->f == cudaChannelFormatKindSigned || d->f == cudaChannelFormatKindUnsigned;
    if (n == 3 || !(d->x == 16 || d->x == 32 || (d->x == 8 && whole)) ||
        (!whole && d->f != cudaChannelFormatKindFloat))
        return false;
    *f = (TexelFormat){.channels = (uint8_t)n,
                       .bits = (uint8_t)d->x,
                       .kind = d->f == cudaChannelFormatKindSigned     ? TEXEL_signed
                               : d->f == cudaChannelFormatKindUnsigned ? TEXEL_unsigned
                                                                       : TEXEL_float};
    return true;
}

typedef struct {
    enum cudaDeviceAttr width, height, depth;
} Limits;

static bool within_limits(const DeviceArray *a)
{
    static const Limits plain[] = {{cudaDevAttrMaxTexture1DWidth, 0, 0},
                                   {cudaDevAttrMaxTexture2DWidth, cudaDevAttrMaxTexture2DHeight, 0},
                                   {cudaDevAttrMaxTexture3DWidth, cudaDevAttrMaxTexture3DHeight,
                                    cudaDevAttrMaxTexture3DDepth}};
    static const Limits layered[] = {
        {cudaDevAttrMaxTexture1DLayeredWidth, 0, cudaDevAttrMaxTexture1DLayeredLayers},
        {cudaDevAttrMaxTexture2DLayeredWidth, cudaDevAttrMaxTexture2DLayeredHeight,
         cudaDevAttrMaxTexture2DLayeredLayers}};
    static const Limits cube = {cudaDevAttrMaxTextureCubemapWidth,
                                cudaDevAttrMaxTextureCubemapWidth, 0},
                        cubes = {cudaDevAttrMaxTextureCubemapLayeredWidth,
                                 cudaDevAttrMaxTextureCubemapLayeredWidth,
                                 cudaDevAttrMaxTextureCubemapLayeredLayers};
    const Image *im = &a->image;
    const Limits *l = im->cube ? im->layered ? &cubes : &cube
                               : &(im->layered ? layered : plain)[im->dimensions - 1];
    return a->extent.width <= (size_t)device_attribute(l->width) &&
           (!l->height || a->extent.height <= (size_t)device_attribute(l->height)) &&
           (!l->depth || a->extent.depth <= (size_t)device_attribute(l->depth));
}

// The shape that extent and flags mean; false: none.
static bool find_shape(DeviceArray *a)
{
    const struct cudaExtent n = a->extent;
    Image *im = &a->image;
    im->layered = a->flags & cudaArrayLayered;
    im->cube = a->flags & cudaArrayCubemap;
    im->dimensions = !n.height ? 1 : im->layered || im->cube || !n.depth ? 2 : 3;
    if (!n.width || (!n.height && n.depth && !im->layered) || (im->layered && !n.depth))
        return false;
    if (im->cube &&
        (n.width != n.height || n.depth % 6 || !n.depth || (n.depth != 6 && !im->layered)))
        return false;
    if (a->flags & cudaArrayTextureGather && (im->dimensions != 2 || im->cube))
        return false;
    return within_limits(a);
}

static size_t shrunk(size_t n, unsigned level) { return !n ? 0 : n >> level ? n >> level : 1; }

static struct cudaExtent extent_of(const DeviceArray *a, unsigned level)
{
    struct cudaExtent n = {shrunk(a->extent.width, level), shrunk(a->extent.height, level),
                           a->extent.depth};
    if (a->image.dimensions == 3)
        n.depth = shrunk(n.depth, level);
    return n;
}

// Lays out the levels from address 0 on; returns how many bytes there are.
static uint64_t lay_out(DeviceArray *a)
{
    uint64_t at = 0;
    for (unsigned i = 0; i < a->image.levels; i++) {
        const struct cudaExtent n = extent_of(a, i);
        ImageLevel *l = &a->image.level[i];
        *l = (ImageLevel){.addr = at,
                          .width = (uint32_t)n.width,
                          .height = n.height ? (uint32_t)n.height : 1,
                          .depth = n.depth ? (uint32_t)n.depth : 1};
        l->pitch = l->width * texel_bytes(a->image.format);
        l->slice = l->pitch * l->height;
        at += l->slice * l->depth;
        if (i + 1 < a->image.levels)
            at = (at + LEVEL_ALIGN - 1) / LEVEL_ALIGN * LEVEL_ALIGN;
    }
    return at;
}

static unsigned most_levels(struct cudaExtent n, unsigned dimensions)
{
    size_t most = n.width > n.height ? n.width : n.height;
    if (dimensions == 3 && n.depth > most)
        most = n.depth;
    unsigned levels = 1;
    while (most >> levels)
        levels++;
    return levels;
}

// ---- their lives ----------------------------------------------------

static void make_levels(DeviceArray *a)
{
    a->level = must_calloc(a->image.levels, sizeof *a->level);
    for (unsigned i = 0; i < a->image.levels; i++) {
        DeviceArray *l = &a->level[i];
        *l = *a;
        l->extent = extent_of(a, i);
        l->image.levels = 1;
        l->image.level[0] = a->image.level[i];
        l->level = NULL;
        l->is_level = true;
        handle_put(l, HANDLE_array, l);
    }
}

cudaError_t array_new(DeviceArray **out, const struct cudaChannelFormatDesc *format,
                      struct cudaExtent extent, unsigned flags, unsigned levels)
{
    DeviceArray a = {.format = *format, .extent = extent, .flags = flags, .device = device.number};
    void *memory;
    if (flags & (cudaArraySparse | cudaArrayDeferredMapping)) {
        rt_say("sparse arrays and arrays whose memory comes later are not part of the simulator");
        return cudaErrorNotSupported;
    }
    if (!texel_format(format, &a.image.format))
        return cudaErrorInvalidChannelDescriptor;
    if (!find_shape(&a)) // flags that mean nothing are no mistake
        return cudaErrorInvalidValue;
    const unsigned most = most_levels(extent, a.image.dimensions);
    a.image.levels = (uint8_t)(!levels ? 1 : levels < most ? levels : most);
    cudaError_t e = memory_alloc(&memory, lay_out(&a), MEM_array);
    if (e)
        return e;
    for (unsigned i = 0; i < a.image.levels; i++)
        a.image.level[i].addr += (uintptr_t)memory;
    *out = must_malloc(1, sizeof a);
    **out = a;
    handle_put(*out, levels ? HANDLE_levels : HANDLE_array, *out);
    if (levels)
        make_levels(*out);
    return cudaSuccess;
}

static void free_array(DeviceArray *a)
{
    free(a->level);
    if (!a->is_level)
        free(a);
}

static bool forget_array(void *object)
{
    DeviceArray *a = object;
    bool own = a->device == device.number;
    if (own)
        free_array(a);
    return own;
}

void array_delete(DeviceArray *a)
{
    memory_release("", (void *)(uintptr_t)a->image.level[0].addr, 1u << MEM_array);
    for (unsigned i = 0; a->level && i < a->image.levels; i++)
        handle_drop(&a->level[i]);
    handle_drop(a);
    free_array(a);
}

DeviceArray *array_find(cudaArray_const_t a) { return handle_get(a, HANDLE_array); }

DeviceArray *array_with_levels(cudaMipmappedArray_const_t a)
{
    return handle_get(a, HANDLE_levels);
}

void arrays_forget(void)
{
    handles_forget(HANDLE_array, HANDLE_none, forget_array);
    handles_forget(HANDLE_levels, HANDLE_none, forget_array);
}

// ---- parts ----------------------------------------------------------

const ImageLevel *array_part(const DeviceArray *a, size_t x, size_t y, size_t z,
                             struct cudaExtent bytes, uint64_t *at)
{
    const ImageLevel *l = &a->image.level[0];
    if (x > l->pitch || bytes.width > l->pitch - x || y > l->height ||
        bytes.height > l->height - y || z > l->depth || bytes.depth > l->depth - z)
        return NULL;
    *at = l->addr + x + y * l->pitch + z * l->slice;
    return l;
}

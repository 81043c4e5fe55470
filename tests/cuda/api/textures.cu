// What the calls of CUDA arrays, texture objects and surface objects return, for good and bad input:
// as an H200 (CUDA 13.0), except that it refuses the first of the two views.
#include "api.h"

static cudaArray_t array, whole, layers, other;
static cudaMipmappedArray_t levels;
static cudaChannelFormatDesc f = cudaCreateChannelDesc<float>(), got;
static cudaExtent extent;
static unsigned flags;
static float host[64 * 64], *device;

static cudaChannelFormatDesc channels(int x, int y, int z, int w, cudaChannelFormatKind kind)
{
    return cudaCreateChannelDesc(x, y, z, w, kind);
}

static void describe(cudaArray_t a)
{
    SHOW(cudaArrayGetInfo(&got, &extent, &flags, a));
    printf("%d %d %d %d %d, %zu %zu %zu, %u\n", got.x, got.y, got.z, got.w, got.f, extent.width,
           extent.height, extent.depth, flags);
}

static void making()
{
    cudaChannelFormatDesc bad;
    SHOW(cudaMallocArray(&array, &f, 16, 8));
    describe(array);
    SHOW(cudaMallocArray(&other, &f, 16));
    describe(other);
    SHOW(cudaFreeArray(other));
    SHOW(cudaMallocArray(&other, &f, 0, 8));
    SHOW(cudaMallocArray(NULL, &f, 16, 8));
    SHOW(cudaMallocArray(&other, NULL, 16, 8));
    SHOW(cudaMallocArray(&other, &f, 1 << 20, 8));
    SHOW(cudaMallocArray(&other, &f, 16, 8, 0x100));
    SHOW(cudaMallocArray(&other, &f, 16, 8, cudaArrayLayered));
    SHOW(cudaMallocArray(&other, &f, 16, 8, cudaArrayCubemap));
    for (int i = 0; i < 7; i++) {
        bad = i == 0   ? channels(32, 32, 32, 0, cudaChannelFormatKindFloat)
              : i == 1 ? channels(32, 16, 0, 0, cudaChannelFormatKindFloat)
              : i == 2 ? channels(8, 0, 0, 0, cudaChannelFormatKindFloat)
              : i == 3 ? channels(64, 0, 0, 0, cudaChannelFormatKindUnsigned)
              : i == 4 ? channels(0, 32, 0, 0, cudaChannelFormatKindFloat)
              : i == 5 ? channels(0, 0, 0, 0, cudaChannelFormatKindNone)
                       : channels(12, 0, 0, 0, cudaChannelFormatKindUnsigned);
        printf("%d ", i);
        SHOW(cudaMallocArray(&other, &bad, 16, 8));
    }
    SHOW(cudaMalloc3DArray(&whole, &f, make_cudaExtent(8, 4, 2), cudaArraySurfaceLoadStore));
    describe(whole);
    SHOW(cudaMalloc3DArray(&layers, &f, make_cudaExtent(8, 4, 3), cudaArrayLayered));
    describe(layers);
    SHOW(cudaMalloc3DArray(&other, &f, make_cudaExtent(8, 0, 3), 0));
    SHOW(cudaMalloc3DArray(&other, &f, make_cudaExtent(8, 0, 0), cudaArrayLayered));
    SHOW(cudaMalloc3DArray(&other, &f, make_cudaExtent(8, 4, 6), cudaArrayCubemap));
    SHOW(cudaMalloc3DArray(&other, &f, make_cudaExtent(8, 8, 5), cudaArrayCubemap));
    SHOW(cudaMalloc3DArray(&other, &f, make_cudaExtent(8, 8, 13), cudaArrayCubemap | cudaArrayLayered));
    SHOW(cudaMalloc3DArray(&other, &f, make_cudaExtent(8, 8, 6), cudaArrayCubemap));
    SHOW(cudaFreeArray(other));
    SHOW(cudaFreeArray(NULL));
    SHOW(cudaMallocMipmappedArray(&levels, &f, make_cudaExtent(16, 8, 0), 5));
    SHOW(cudaGetMipmappedArrayLevel(&other, levels, 2));
    describe(other);
    SHOW(cudaGetMipmappedArrayLevel(&other, levels, 4));
    describe(other);
    SHOW(cudaGetMipmappedArrayLevel(&other, levels, 5));
    cudaMipmappedArray_t many;
    SHOW(cudaMallocMipmappedArray(&many, &f, make_cudaExtent(16, 8, 0), 99));
    SHOW(cudaGetMipmappedArrayLevel(&other, many, 5));
    SHOW(cudaFreeMipmappedArray(many));
    SHOW(cudaMallocMipmappedArray(&many, &f, make_cudaExtent(16, 8, 0), 0));
}

static void copying()
{
    for (int i = 0; i < 64 * 64; i++)
        host[i] = (float)i;
    SHOW(cudaMalloc(&device, sizeof host));
    SHOW(cudaMemcpy2DToArray(array, 0, 0, host, 64, 64, 8, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2DToArray(array, 4, 0, host, 64, 64, 8, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2DToArray(array, 0, 1, host, 64, 64, 8, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2DToArray(array, 0, 0, host, 60, 64, 8, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2DToArray(array, 2, 0, host, 64, 4, 1, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2DToArray(array, 0, 0, host, 64, 6, 1, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2DToArray(array, 0, 0, host, 64, 64, 8, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpy2DToArray(array, 0, 0, NULL, 64, 64, 8, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2DToArray(NULL, 0, 0, host, 64, 64, 8, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2DToArray(array, 0, 0, host, 64, 0, 8, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2DToArray(array, 0, 0, host, 64, 64, 8, cudaMemcpyDefault));
    SHOW(cudaMemcpy2DToArray(whole, 0, 0, host, 32, 32, 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2DFromArray(device, 64, array, 8, 2, 16, 3, cudaMemcpyDeviceToDevice));
    SHOW(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
    printf("%g %g %g\n", host[0], host[3], host[35]);
    SHOW(cudaMemcpy2DFromArray(host, 64, array, 0, 0, 64, 8, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpy2DFromArray(host, 64, array, 0, 0, 64, 9, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpy2DFromArray(host, 64, array, 0, 0, 64, 8, cudaMemcpyHostToDevice));
    printf("%g %g\n", host[35], host[127]);
    SHOW(cudaMemcpy2DArrayToArray(array, 0, 4, array, 0, 0, 64, 2, cudaMemcpyDeviceToDevice));
    SHOW(cudaMemcpyToArray(array, 0, 0, host, 64, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpyToArray(array, 8, 1, host, 100, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpyFromArray(host, array, 0, 0, 256, cudaMemcpyDeviceToHost));
    printf("%g %g %g\n", host[18], host[19], host[42]);
    SHOW(cudaMemcpyFromArray(host, array, 0, 0, 600, cudaMemcpyDeviceToHost));
    cudaMemcpy3DParms p = {};
    p.srcPtr = make_cudaPitchedPtr(host, 32, 8, 4);
    p.dstArray = whole;
    p.extent = make_cudaExtent(8, 4, 2);
    p.kind = cudaMemcpyHostToDevice;
    SHOW(cudaMemcpy3D(&p));
    p.dstPos.x = 1;
    SHOW(cudaMemcpy3D(&p));
    p.extent.width = 7;
    SHOW(cudaMemcpy3D(&p));
    p.extent.depth = 3;
    SHOW(cudaMemcpy3D(&p));
    p.dstArray = layers;
    p.dstPos.z = 1;
    SHOW(cudaMemcpy3D(&p));
    p.dstPos.z = 0;
    SHOW(cudaMemcpy3DAsync(&p, 0));
    p.dstPtr = p.srcPtr;
    SHOW(cudaMemcpy3D(&p));
}

static void textures()
{
    cudaTextureObject_t t;
    cudaSurfaceObject_t s;
    cudaResourceDesc r = {}, r2;
    cudaTextureDesc d = {}, d2;
    cudaResourceViewDesc v = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = array;
    SHOW(cudaCreateTextureObject(&t, &r, &d, NULL));
    SHOW(cudaGetTextureObjectResourceDesc(&r2, t));
    SHOW(cudaGetTextureObjectTextureDesc(&d2, t));
    printf("%d %d %d\n", r2.resType, r2.res.array.array == array, d2.filterMode);
    SHOW(cudaGetTextureObjectResourceViewDesc(&v, t));
    SHOW(cudaGetChannelDesc(&got, array));
    SHOW(cudaGetChannelDesc(&got, NULL));
    SHOW(cudaDestroyTextureObject(t));
    SHOW(cudaDestroyTextureObject(t));
    SHOW(cudaDestroyTextureObject(0));
    SHOW(cudaGetTextureObjectTextureDesc(&d2, 12345));
    SHOW(cudaCreateTextureObject(NULL, &r, &d, NULL));
    SHOW(cudaCreateTextureObject(&t, NULL, &d, NULL));
    SHOW(cudaCreateTextureObject(&t, &r, NULL, NULL));
    d.readMode = cudaReadModeNormalizedFloat;
    SHOW(cudaCreateTextureObject(&t, &r, &d, NULL));
    d.readMode = cudaReadModeElementType;
    d.filterMode = (cudaTextureFilterMode)7;
    SHOW(cudaCreateTextureObject(&t, &r, &d, NULL));
    d.filterMode = cudaFilterModeLinear;
    d.addressMode[0] = (cudaTextureAddressMode)9;
    SHOW(cudaCreateTextureObject(&t, &r, &d, NULL));
    d.addressMode[0] = cudaAddressModeWrap; // texels
    SHOW(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.array.array = NULL;
    SHOW(cudaCreateTextureObject(&t, &r, &d, NULL));
    cudaChannelFormatDesc i = cudaCreateChannelDesc<int>(), c = cudaCreateChannelDesc<uchar4>();
    SHOW(cudaMallocArray(&other, &i, 16, 8));
    r.res.array.array = other;
    SHOW(cudaCreateTextureObject(&t, &r, &d, NULL));
    d.filterMode = cudaFilterModePoint;
    d.readMode = cudaReadModeNormalizedFloat;
    SHOW(cudaCreateTextureObject(&t, &r, &d, NULL));
    SHOW(cudaFreeArray(other));
    SHOW(cudaMallocArray(&other, &c, 16, 8));
    r.res.array.array = other;
    d.readMode = cudaReadModeElementType;
    d.filterMode = cudaFilterModeLinear;
    SHOW(cudaCreateTextureObject(&t, &r, &d, NULL));
    d.filterMode = cudaFilterModePoint;
    r.resType = (cudaResourceType)9;
    SHOW(cudaCreateTextureObject(&t, &r, &d, NULL));
    r = {};
    r.resType = cudaResourceTypeLinear;
    r.res.linear = {device, f, sizeof host};
    SHOW(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.linear.devPtr = device + 1;
    SHOW(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.linear.devPtr = host;
    SHOW(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.linear = {device, f, 0};
    SHOW(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.linear = {device, f, sizeof host + 4};
    SHOW(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.linear = {device, f, 1ull << 31};
    SHOW(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.linear = {device, channels(32, 32, 32, 0, cudaChannelFormatKindFloat), 240};
    SHOW(cudaCreateTextureObject(&t, &r, &d, NULL));
    r = {};
    r.resType = cudaResourceTypePitch2D;
    r.res.pitch2D = {device, f, 16, 8, 64};
    SHOW(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.pitch2D = {device, f, 16, 8, 68};
    SHOW(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.pitch2D = {device, f, 16, 8, 32};
    SHOW(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.pitch2D = {device, f, 0, 8, 64};
    SHOW(cudaCreateTextureObject(&t, &r, &d, NULL));
    r = {};
    r.resType = cudaResourceTypeMipmappedArray;
    r.res.mipmap.mipmap = levels;
    SHOW(cudaCreateTextureObject(&t, &r, &d, NULL));
    d.normalizedCoords = 1;
    SHOW(cudaCreateTextureObject(&t, &r, &d, NULL));
    v.format = cudaResViewFormatFloat1;
    v.width = 16;
    v.height = 8;
    v.firstMipmapLevel = 1;
    v.lastMipmapLevel = 2;
    SHOW(cudaCreateTextureObject(&t, &r, &d, &v));
    SHOW(cudaGetTextureObjectResourceViewDesc(&v, t));
    v.lastMipmapLevel = 9;
    SHOW(cudaCreateTextureObject(&t, &r, &d, &v));
    r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = whole;
    SHOW(cudaCreateSurfaceObject(&s, &r));
    SHOW(cudaGetSurfaceObjectResourceDesc(&r2, s));
    SHOW(cudaDestroySurfaceObject(s));
    SHOW(cudaDestroySurfaceObject(s));
    SHOW(cudaDestroySurfaceObject(0));
    SHOW(cudaCreateSurfaceObject(NULL, &r));
    SHOW(cudaCreateSurfaceObject(&s, NULL));
    r.res.array.array = array; // made without cudaArraySurfaceLoadStore
    SHOW(cudaCreateSurfaceObject(&s, &r));
    r.resType = cudaResourceTypeLinear;
    r.res.linear = {device, f, sizeof host};
    SHOW(cudaCreateSurfaceObject(&s, &r));
    SHOW(cudaFreeArray(array));
    SHOW(cudaFreeArray(array));
    SHOW(cudaFreeMipmappedArray(levels));
    SHOW(cudaFreeMipmappedArray(NULL));
    SHOW(cudaFree(whole));
}

int main()
{
    making();
    copying();
    textures();
    SHOW(cudaGetLastError());
    return 0;
}

/* EXPECT
cudaMallocArray(&array, &f, 16, 8): ok
cudaArrayGetInfo(&got, &extent, &flags, a): ok
32 0 0 0 2, 16 8 0, 0
cudaMallocArray(&other, &f, 16): ok
cudaArrayGetInfo(&got, &extent, &flags, a): ok
32 0 0 0 2, 16 0 0, 0
cudaFreeArray(other): ok
cudaMallocArray(&other, &f, 0, 8): InvalidValue
cudaMallocArray(NULL, &f, 16, 8): InvalidValue
cudaMallocArray(&other, NULL, 16, 8): InvalidValue
cudaMallocArray(&other, &f, 1 << 20, 8): InvalidValue
cudaMallocArray(&other, &f, 16, 8, 0x100): ok
cudaMallocArray(&other, &f, 16, 8, cudaArrayLayered): InvalidValue
cudaMallocArray(&other, &f, 16, 8, cudaArrayCubemap): InvalidValue
0 cudaMallocArray(&other, &bad, 16, 8): InvalidChannelDescriptor
1 cudaMallocArray(&other, &bad, 16, 8): InvalidChannelDescriptor
2 cudaMallocArray(&other, &bad, 16, 8): InvalidChannelDescriptor
3 cudaMallocArray(&other, &bad, 16, 8): InvalidChannelDescriptor
4 cudaMallocArray(&other, &bad, 16, 8): InvalidChannelDescriptor
5 cudaMallocArray(&other, &bad, 16, 8): InvalidChannelDescriptor
6 cudaMallocArray(&other, &bad, 16, 8): InvalidChannelDescriptor
cudaMalloc3DArray(&whole, &f, make_cudaExtent(8, 4, 2), cudaArraySurfaceLoadStore): ok
cudaArrayGetInfo(&got, &extent, &flags, a): ok
32 0 0 0 2, 8 4 2, 2
cudaMalloc3DArray(&layers, &f, make_cudaExtent(8, 4, 3), cudaArrayLayered): ok
cudaArrayGetInfo(&got, &extent, &flags, a): ok
32 0 0 0 2, 8 4 3, 1
cudaMalloc3DArray(&other, &f, make_cudaExtent(8, 0, 3), 0): InvalidValue
cudaMalloc3DArray(&other, &f, make_cudaExtent(8, 0, 0), cudaArrayLayered): InvalidValue
cudaMalloc3DArray(&other, &f, make_cudaExtent(8, 4, 6), cudaArrayCubemap): InvalidValue
cudaMalloc3DArray(&other, &f, make_cudaExtent(8, 8, 5), cudaArrayCubemap): InvalidValue
cudaMalloc3DArray(&other, &f, make_cudaExtent(8, 8, 13), cudaArrayCubemap | cudaArrayLayered): InvalidValue
cudaMalloc3DArray(&other, &f, make_cudaExtent(8, 8, 6), cudaArrayCubemap): ok
cudaFreeArray(other): ok
cudaFreeArray(NULL): ok
cudaMallocMipmappedArray(&levels, &f, make_cudaExtent(16, 8, 0), 5): ok
cudaGetMipmappedArrayLevel(&other, levels, 2): ok
cudaArrayGetInfo(&got, &extent, &flags, a): ok
32 0 0 0 2, 4 2 0, 0
cudaGetMipmappedArrayLevel(&other, levels, 4): ok
cudaArrayGetInfo(&got, &extent, &flags, a): ok
32 0 0 0 2, 1 1 0, 0
cudaGetMipmappedArrayLevel(&other, levels, 5): InvalidValue
cudaMallocMipmappedArray(&many, &f, make_cudaExtent(16, 8, 0), 99): ok
cudaGetMipmappedArrayLevel(&other, many, 5): InvalidValue
cudaFreeMipmappedArray(many): ok
cudaMallocMipmappedArray(&many, &f, make_cudaExtent(16, 8, 0), 0): ok
cudaMalloc(&device, sizeof host): ok
cudaMemcpy2DToArray(array, 0, 0, host, 64, 64, 8, cudaMemcpyHostToDevice): ok
cudaMemcpy2DToArray(array, 4, 0, host, 64, 64, 8, cudaMemcpyHostToDevice): InvalidValue
cudaMemcpy2DToArray(array, 0, 1, host, 64, 64, 8, cudaMemcpyHostToDevice): InvalidValue
cudaMemcpy2DToArray(array, 0, 0, host, 60, 64, 8, cudaMemcpyHostToDevice): InvalidPitchValue
cudaMemcpy2DToArray(array, 2, 0, host, 64, 4, 1, cudaMemcpyHostToDevice): ok
cudaMemcpy2DToArray(array, 0, 0, host, 64, 6, 1, cudaMemcpyHostToDevice): ok
cudaMemcpy2DToArray(array, 0, 0, host, 64, 64, 8, cudaMemcpyDeviceToHost): InvalidMemcpyDirection
cudaMemcpy2DToArray(array, 0, 0, NULL, 64, 64, 8, cudaMemcpyHostToDevice): InvalidValue
cudaMemcpy2DToArray(NULL, 0, 0, host, 64, 64, 8, cudaMemcpyHostToDevice): InvalidResourceHandle
cudaMemcpy2DToArray(array, 0, 0, host, 64, 0, 8, cudaMemcpyHostToDevice): ok
cudaMemcpy2DToArray(array, 0, 0, host, 64, 64, 8, cudaMemcpyDefault): ok
cudaMemcpy2DToArray(whole, 0, 0, host, 32, 32, 4, cudaMemcpyHostToDevice): ok
cudaMemcpy2DFromArray(device, 64, array, 8, 2, 16, 3, cudaMemcpyDeviceToDevice): ok
cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost): ok
34 37 69
cudaMemcpy2DFromArray(host, 64, array, 0, 0, 64, 8, cudaMemcpyDeviceToHost): ok
cudaMemcpy2DFromArray(host, 64, array, 0, 0, 64, 9, cudaMemcpyDeviceToHost): InvalidValue
cudaMemcpy2DFromArray(host, 64, array, 0, 0, 64, 8, cudaMemcpyHostToDevice): InvalidMemcpyDirection
35 127
cudaMemcpy2DArrayToArray(array, 0, 4, array, 0, 0, 64, 2, cudaMemcpyDeviceToDevice): ok
cudaMemcpyToArray(array, 0, 0, host, 64, cudaMemcpyHostToDevice): ok
cudaMemcpyToArray(array, 8, 1, host, 100, cudaMemcpyHostToDevice): ok
cudaMemcpyFromArray(host, array, 0, 0, 256, cudaMemcpyDeviceToHost): ok
0 1 24
cudaMemcpyFromArray(host, array, 0, 0, 600, cudaMemcpyDeviceToHost): InvalidValue
cudaMemcpy3D(&p): ok
cudaMemcpy3D(&p): InvalidValue
cudaMemcpy3D(&p): ok
cudaMemcpy3D(&p): InvalidValue
cudaMemcpy3D(&p): InvalidValue
cudaMemcpy3DAsync(&p, 0): ok
cudaMemcpy3D(&p): InvalidValue
cudaCreateTextureObject(&t, &r, &d, NULL): ok
cudaGetTextureObjectResourceDesc(&r2, t): ok
cudaGetTextureObjectTextureDesc(&d2, t): ok
0 1 0
cudaGetTextureObjectResourceViewDesc(&v, t): ok
cudaGetChannelDesc(&got, array): ok
cudaGetChannelDesc(&got, NULL): InvalidResourceHandle
cudaDestroyTextureObject(t): ok
cudaDestroyTextureObject(t): ok
cudaDestroyTextureObject(0): ok
cudaGetTextureObjectTextureDesc(&d2, 12345): InvalidValue
cudaCreateTextureObject(NULL, &r, &d, NULL): InvalidValue
cudaCreateTextureObject(&t, NULL, &d, NULL): InvalidValue
cudaCreateTextureObject(&t, &r, NULL, NULL): InvalidResourceHandle
cudaCreateTextureObject(&t, &r, &d, NULL): InvalidNormSetting
cudaCreateTextureObject(&t, &r, &d, NULL): InvalidValue
cudaCreateTextureObject(&t, &r, &d, NULL): InvalidValue
cudaCreateTextureObject(&t, &r, &d, NULL): ok
cudaCreateTextureObject(&t, &r, &d, NULL): InvalidResourceHandle
cudaMallocArray(&other, &i, 16, 8): ok
cudaCreateTextureObject(&t, &r, &d, NULL): InvalidFilterSetting
cudaCreateTextureObject(&t, &r, &d, NULL): InvalidNormSetting
cudaFreeArray(other): ok
cudaMallocArray(&other, &c, 16, 8): ok
cudaCreateTextureObject(&t, &r, &d, NULL): InvalidFilterSetting
cudaCreateTextureObject(&t, &r, &d, NULL): InvalidValue
cudaCreateTextureObject(&t, &r, &d, NULL): ok
cudaCreateTextureObject(&t, &r, &d, NULL): InvalidValue
cudaCreateTextureObject(&t, &r, &d, NULL): InvalidValue
cudaCreateTextureObject(&t, &r, &d, NULL): ok
cudaCreateTextureObject(&t, &r, &d, NULL): ok
cudaCreateTextureObject(&t, &r, &d, NULL): ok
cudaCreateTextureObject(&t, &r, &d, NULL): InvalidChannelDescriptor
cudaCreateTextureObject(&t, &r, &d, NULL): ok
cudaCreateTextureObject(&t, &r, &d, NULL): InvalidValue
cudaCreateTextureObject(&t, &r, &d, NULL): ok
cudaCreateTextureObject(&t, &r, &d, NULL): ok
cudaCreateTextureObject(&t, &r, &d, NULL): ok
cudaCreateTextureObject(&t, &r, &d, NULL): ok
cudaCreateTextureObject(&t, &r, &d, &v): ok
cudaGetTextureObjectResourceViewDesc(&v, t): ok
cudaCreateTextureObject(&t, &r, &d, &v): InvalidValue
cudaCreateSurfaceObject(&s, &r): ok
cudaGetSurfaceObjectResourceDesc(&r2, s): ok
cudaDestroySurfaceObject(s): ok
cudaDestroySurfaceObject(s): ok
cudaDestroySurfaceObject(0): ok
cudaCreateSurfaceObject(NULL, &r): InvalidValue
cudaCreateSurfaceObject(&s, NULL): InvalidValue
cudaCreateSurfaceObject(&s, &r): ok
cudaCreateSurfaceObject(&s, &r): InvalidValue
cudaFreeArray(array): ok
cudaFreeArray(array): ContextIsDestroyed
cudaFreeMipmappedArray(levels): ok
cudaFreeMipmappedArray(NULL): ok
cudaFree(whole): InvalidValue
cudaGetLastError(): InvalidValue
END */

// What texture and surface instructions read: filters, addresses, layers, levels, borders, gathers.
// Questions are refused, as by an H200. (All of them, to the last bit and beside an H200: tests/gpu/texture_probe.cu.)
#include "api.h"

#include <vector>

struct Place {
    float x, y, z, w;
};

enum { LINE, FLAT, DEEP, LAYER, CUBE, LEVEL, GATHER };

template <class T>
__global__ void fetch(int kind, cudaTextureObject_t t, Place p, T *out)
{
    *out = kind == LINE    ? tex1D<T>(t, p.x)
           : kind == FLAT  ? tex2D<T>(t, p.x, p.y)
           : kind == DEEP  ? tex3D<T>(t, p.x, p.y, p.z)
           : kind == LAYER ? tex2DLayered<T>(t, p.x, p.y, (int)p.w)
           : kind == CUBE  ? texCubemap<T>(t, p.x, p.y, p.z)
                           : tex2DLod<T>(t, p.x, p.y, p.w);
}
__global__ void fetch_line(cudaTextureObject_t t, int i, float *out) { *out = tex1Dfetch<float>(t, i); }
__global__ void gather(cudaTextureObject_t t, Place p, float4 *out) { *out = tex2Dgather<float4>(t, p.x, p.y); }
__global__ void ask(cudaTextureObject_t t, cudaSurfaceObject_t s, int *out)
{
    asm("txq.width.b32 %0, [%1];" : "=r"(out[0]) : "l"(t));
    asm("suq.width.b32 %0, [%1];" : "=r"(out[1]) : "l"(s));
}
__global__ void surface(cudaSurfaceObject_t s, int *out)
{
    surf2Dwrite(7, s, 4 * 3, 1);
    surf2Dwrite(8, s, -4, 1, cudaBoundaryModeZero);
    surf2Dwrite(9, s, 400, 5, cudaBoundaryModeClamp);
    out[0] = surf2Dread<int>(s, 4 * 3, 1);
    out[1] = surf2Dread<int>(s, 4 * 3, 9, cudaBoundaryModeZero);
    out[2] = surf2Dread<int>(s, 4 * 99, 2, cudaBoundaryModeClamp);
    uchar4 bytes = surf2Dread<uchar4>(s, 0, 0);
    out[3] = bytes.x + 256 * bytes.y;
}

static void *scratch;

template <class T> static T fetched(int kind, cudaTextureObject_t t, Place p)
{
    T v;
    fetch<T><<<1, 1>>>(kind, t, p, (T *)scratch);
    cudaMemcpy(&v, scratch, sizeof v, cudaMemcpyDeviceToHost);
    return v;
}

// An array of w x h x d texels that are their numbers, or 1 at `one` and else 0.
static cudaArray_t array_of(int w, int h, int d, unsigned flags, int one)
{
    cudaArray_t a;
    cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
    std::vector<float> v(w * (h ? h : 1) * (d ? d : 1));
    for (size_t i = 0; i < v.size(); i++)
        v[i] = one < 0 ? (float)i : (int)i == one;
    cudaMalloc3DArray(&a, &f, make_cudaExtent(w, h, d), flags);
    cudaMemcpy3DParms p = {};
    p.srcPtr = make_cudaPitchedPtr(v.data(), w * 4, w, h ? h : 1);
    p.dstArray = a;
    p.extent = make_cudaExtent(w, h ? h : 1, d ? d : 1);
    p.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&p);
    return a;
}

static cudaTextureObject_t texture_of(cudaArray_t a, cudaTextureFilterMode filter,
                                      cudaTextureAddressMode mode, bool normalised)
{
    cudaResourceDesc r = {};
    cudaTextureDesc d = {};
    cudaTextureObject_t t = 0;
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    d.filterMode = filter;
    d.addressMode[0] = d.addressMode[1] = d.addressMode[2] = mode;
    d.normalizedCoords = normalised;
    d.borderColor[0] = 0.25f;
    cudaCreateTextureObject(&t, &r, &d, NULL);
    return t;
}

static void addresses()
{
    static const char *const names[] = {"wrap", "clamp", "mirror", "border"};
    cudaArray_t line = array_of(8, 0, 0, 0, -1), flat = array_of(4, 4, 0, 0, -1);
    for (int mode = 0; mode < 4; mode++) {
        printf("%s:", names[mode]);
        for (int linear = 0; linear < 2; linear++) {
            cudaTextureObject_t t = texture_of(line, (cudaTextureFilterMode)linear,
                                               (cudaTextureAddressMode)mode, true);
            for (float x : {-0.3f, 0.0f, 0.49f, 0.95f, 1.4f})
                printf(" %g", fetched<float>(LINE, t, {x}));
            printf(linear ? "\n" : ",");
            cudaDestroyTextureObject(t);
        }
    }
    cudaTextureObject_t t = texture_of(flat, cudaFilterModeLinear, cudaAddressModeWrap, false);
    printf("texels: %g %g %g\n", fetched<float>(FLAT, t, {1.5f, 2.5f}), fetched<float>(FLAT, t, {2, 2}),
           fetched<float>(FLAT, t, {99, -99}));
}

// The weights of H200: with places x + 0.5 + a / 256, y + 0.5 + b / 256.
static void weights()
{
    static const int row[][3] = {{126, 120, 4}, {40, 186, 1},  {120, 225, 4}, {222, 207, 5}, {127, 111, 5},
                                 {160, 12, 5},  {186, 200, 4}, {160, 226, 0}, {129, 44, 0},  {51, 138, 5},
                                 {112, 144, 0}, {251, 137, 1}};
    for (const int *r : row) {
        cudaArray_t a = array_of(4, 4, 0, 0, r[2]);
        cudaTextureObject_t t = texture_of(a, cudaFilterModeLinear, cudaAddressModeClamp, false);
        Place p = {0.5f + (float)r[0] / 256, 0.5f + (float)r[1] / 256};
        printf("%g ", 256 * fetched<float>(FLAT, t, p));
        cudaDestroyTextureObject(t);
        cudaFreeArray(a);
    }
    printf("\n");
}

static void shapes()
{
    cudaTextureObject_t deep = texture_of(array_of(4, 4, 4, 0, -1), cudaFilterModeLinear,
                                          cudaAddressModeClamp, false);
    printf("3D: %g\n", fetched<float>(DEEP, deep, {2, 2.5f, 1.75f}));
    cudaTextureObject_t layers = texture_of(array_of(2, 2, 3, cudaArrayLayered, -1), cudaFilterModePoint,
                                            cudaAddressModeClamp, false);
    printf("layers:");
    for (float w : {0.0f, 2.0f, 7.0f, -1.0f})
        printf(" %g", fetched<float>(LAYER, layers, {1, 0, 0, w}));
    cudaTextureObject_t cube = texture_of(array_of(2, 2, 6, cudaArrayCubemap, -1), cudaFilterModePoint,
                                          cudaAddressModeClamp, true);
    printf("\ncube:");
    for (Place p : {Place{1, .5f, .5f}, {-1, .5f, .5f}, {.5f, 1, .5f}, {.5f, -1, .5f}, {.5f, .5f, 1},
                    {.5f, .5f, -1}})
        printf(" %g", fetched<float>(CUBE, cube, p));
    float4 v;
    gather<<<1, 1>>>(texture_of(array_of(4, 4, 0, cudaArrayTextureGather, -1), cudaFilterModePoint,
                                cudaAddressModeClamp, false),
                     {2, 3}, (float4 *)scratch);
    cudaMemcpy(&v, scratch, sizeof v, cudaMemcpyDeviceToHost);
    printf("\ngather: %g %g %g %g\n", v.x, v.y, v.z, v.w);
}

static void levels()
{
    cudaMipmappedArray_t all;
    cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
    cudaMallocMipmappedArray(&all, &f, make_cudaExtent(4, 4, 0), 3);
    for (int l = 0; l < 3; l++) {
        cudaArray_t a;
        float v[16];
        for (float &each : v)
            each = (float)(10 * l);
        cudaGetMipmappedArrayLevel(&a, all, l);
        cudaMemcpy2DToArray(a, 0, 0, v, (4 >> l) * 4, (4 >> l) * 4, 4 >> l, cudaMemcpyHostToDevice);
    }
    cudaResourceDesc r = {};
    cudaTextureDesc d = {};
    cudaTextureObject_t t;
    r.resType = cudaResourceTypeMipmappedArray;
    r.res.mipmap.mipmap = all;
    d.normalizedCoords = 1;
    d.maxMipmapLevelClamp = 1.75f;
    for (int between = 0; between < 2; between++) {
        d.mipmapFilterMode = (cudaTextureFilterMode)between;
        cudaCreateTextureObject(&t, &r, &d, NULL);
        printf("levels:");
        for (float w : {-1.0f, 0.4f, 0.6f, 1.25f, 9.0f})
            printf(" %g", fetched<float>(LEVEL, t, {0.5f, 0.5f, 0, w}));
        printf("\n");
    }
    int answers[4];
    cudaSurfaceObject_t s;
    cudaArray_t rows = array_of(5, 3, 0, cudaArraySurfaceLoadStore, -1);
    r.resType = cudaResourceTypeArray;
    r.res.array.array = rows;
    cudaCreateSurfaceObject(&s, &r);
    ask<<<1, 1>>>(t, s, (int *)scratch);
    printf("asked: %s\n", cudaGetErrorName(cudaGetLastError()));
    surface<<<1, 1>>>(s, (int *)scratch);
    cudaMemcpy(answers, scratch, sizeof answers, cudaMemcpyDeviceToHost);
    printf("surface: %d %d %d %d\n", answers[0], answers[1], answers[2], answers[3]);
}

static void formats()
{
    uchar4 bytes[4] = {{0, 1, 128, 255}, {10, 20, 30, 40}, {255, 255, 255, 255}, {7, 7, 7, 7}};
    cudaArray_t a;
    cudaChannelFormatDesc f = cudaCreateChannelDesc<uchar4>();
    cudaMallocArray(&a, &f, 4);
    cudaMemcpy2DToArray(a, 0, 0, bytes, sizeof bytes, sizeof bytes, 1, cudaMemcpyHostToDevice);
    cudaResourceDesc r = {};
    cudaTextureDesc d = {};
    cudaTextureObject_t t;
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    d.addressMode[0] = d.addressMode[1] = cudaAddressModeClamp;
    cudaCreateTextureObject(&t, &r, &d, NULL);
    uchar4 u = fetched<uchar4>(LINE, t, {1});
    printf("bytes: %d %d %d %d\n", u.x, u.y, u.z, u.w);
    d.readMode = cudaReadModeNormalizedFloat;
    d.filterMode = cudaFilterModeLinear;
    cudaCreateTextureObject(&t, &r, &d, NULL);
    float4 v = fetched<float4>(LINE, t, {1});
    printf("between bytes: %.9g %.9g %.9g %.9g\n", v.x, v.y, v.z, v.w);
    float *line;
    cudaMalloc(&line, 64);
    float values[16] = {3, 1, 4};
    cudaMemcpy(line, values, 64, cudaMemcpyHostToDevice);
    r.resType = cudaResourceTypeLinear;
    r.res.linear.devPtr = line;
    r.res.linear.desc = cudaCreateChannelDesc<float>();
    r.res.linear.sizeInBytes = 12;
    d = {};
    cudaCreateTextureObject(&t, &r, &d, NULL);
    printf("memory:");
    for (int i : {0, 2, 3, -1}) {
        float got;
        fetch_line<<<1, 1>>>(t, i, (float *)scratch);
        cudaMemcpy(&got, scratch, 4, cudaMemcpyDeviceToHost);
        printf(" %g", got);
    }
    printf("\n");
}

int main()
{
    cudaMalloc(&scratch, 256);
    addresses();
    weights();
    shapes();
    levels();
    formats();
    SHOW(cudaDeviceSynchronize());
    return 0;
}

/* EXPECT
wrap: 5 0 3 7 3, 5.10156 3.5 3.42188 6.28906 2.69922
clamp: 0 0 3 7 7, 0 0 3.42188 7 7
mirror: 2 0 3 7 4, 1.89844 0 3.42188 7 4.30078
border: 0.25 0 3 7 0.25, 0.25 0.1875 1.83594 3.28223 0.25
texels: 9 7.5 3
61 11 120 180 55 8 55 11 105 27 63 117 
3D: 29.5
layers: 1 9 9 9
cube: 0 5 11 13 17 20
gather: 13 14 10 9
levels: 0 0 10 10 20
levels: 0 3.98438 5.97656 12.5 17.5
asked: cudaErrorNotSupported
surface: 7 0 9 0
bytes: 10 20 30 40
between bytes: 0.0196078438 0.0411841013 0.309803933 0.578438997
memory: 3 4 0 0
cudaDeviceSynchronize(): ok
END */

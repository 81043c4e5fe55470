// texture_probe.cu - what texture and surface instructions return, to the last bit. A row is
//
//   SHAPE,FORMAT,DATA,FILTER,ADDRESS,COORDINATES,READ,FETCH,x y z w,r g b a
//
// with the coordinates and the four results as bits. The inputs are the same in every run: the rows
// of build/cudasim and of a GPU are to be equal (`diff`).
//
//   nvcc -O2 -arch=sm_90 -std=c++17 -cudart shared -o texture_probe tests/gpu/texture_probe.cu &&
//        ./texture_probe > textures
//
// With an argument, it does one thing that ends a context, and prints its error: `trap KIND` (KIND
// is 0 to 7: a surface is left in 1D, 2D, 3D, 1D for writing; a misaligned x; a texture that was
// destroyed, that never was, a surface that was destroyed).
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_fp16.h>
#include <vector>

#include "check.h"

enum Fetch {
    LINE, // tex1Dfetch
    D1,
    D2,
    D3,
    D1_LAYER,
    D2_LAYER,
    CUBE,
    CUBE_LAYER, // by the shape of the array
    GATHER_R,
    GATHER_G,
    GATHER_B,
    GATHER_A,
    D1_LEVEL,
    D2_LEVEL,
    D3_LEVEL,
    D2_GRAD,
    D1_GRAD,
    D3_GRAD
};
static const char *fetch_name[] = {"line",    "1d",      "2d",      "3d",      "a1d",     "a2d",
                                   "cube",    "acube",   "gatherr", "gatherg", "gatherb", "gathera",
                                   "level1d", "level2d", "level3d", "grad2d",  "grad1d",  "grad3d"};

struct Point {
    float x, y, z, w;
};

template <class T>
__device__ T fetch(int kind, cudaTextureObject_t t, Point p)
{
    switch (kind) {
    case LINE: return tex1Dfetch<T>(t, (int)p.x);
    case D1: return tex1D<T>(t, p.x);
    case D2: return tex2D<T>(t, p.x, p.y);
    case D3: return tex3D<T>(t, p.x, p.y, p.z);
    case D1_LAYER: return tex1DLayered<T>(t, p.x, (int)p.w);
    case D2_LAYER: return tex2DLayered<T>(t, p.x, p.y, (int)p.w);
    case CUBE: return texCubemap<T>(t, p.x, p.y, p.z);
    case CUBE_LAYER: return texCubemapLayered<T>(t, p.x, p.y, p.z, (int)p.w);
    case GATHER_R: return tex2Dgather<T>(t, p.x, p.y, 0);
    case GATHER_G: return tex2Dgather<T>(t, p.x, p.y, 1);
    case GATHER_B: return tex2Dgather<T>(t, p.x, p.y, 2);
    case GATHER_A: return tex2Dgather<T>(t, p.x, p.y, 3);
    case D1_LEVEL: return tex1DLod<T>(t, p.x, p.w);
    case D2_LEVEL: return tex2DLod<T>(t, p.x, p.y, p.w);
    case D3_LEVEL: return tex3DLod<T>(t, p.x, p.y, p.z, p.w);
    case D2_GRAD:
        return tex2DGrad<T>(t, p.x, p.y, make_float2(p.z, p.w), make_float2(p.w * 0.5f, p.z));
    case D1_GRAD: return tex1DGrad<T>(t, p.x, p.z, p.w);
    case D3_GRAD:
        return tex3DGrad<T>(t, p.x, p.y, p.z, make_float4(p.w, 0, 0, 0),
                            make_float4(0, p.w * 0.5f, 0.01f, 0));
    }
    return T();
}

__global__ void fetch_all(int kind, cudaTextureObject_t t, const Point *p, uint4 *out, int n,
                          bool integers)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (integers) {
        out[i] = fetch<uint4>(kind, t, p[i]);
    } else {
        float4 v = fetch<float4>(kind, t, p[i]);
        out[i] = make_uint4(__float_as_uint(v.x), __float_as_uint(v.y), __float_as_uint(v.z),
                            __float_as_uint(v.w));
    }
}

static uint32_t state = 1;
static uint32_t draw()
{
    state = state * 1664525u + 1013904223u;
    uint32_t x = state;
    x ^= x >> 15;
    x *= 0x2c1b3c6du;
    return x ^ x >> 12;
}
static float unit() { return (float)(draw() >> 8) * (1.0f / 16777216); }

struct Format {
    const char *name;
    int bits, channels;
    cudaChannelFormatKind kind;
};
static const Format formats[] = {
    {"f32x1", 32, 1, cudaChannelFormatKindFloat},    {"f32x4", 32, 4, cudaChannelFormatKindFloat},
    {"f16x2", 16, 2, cudaChannelFormatKindFloat},    {"u8x1", 8, 1, cudaChannelFormatKindUnsigned},
    {"u8x4", 8, 4, cudaChannelFormatKindUnsigned},   {"s8x2", 8, 2, cudaChannelFormatKindSigned},
    {"u16x1", 16, 1, cudaChannelFormatKindUnsigned}, {"s16x4", 16, 4, cudaChannelFormatKindSigned},
    {"u32x2", 32, 2, cudaChannelFormatKindUnsigned}, {"s32x1", 32, 1, cudaChannelFormatKindSigned},
};

static cudaChannelFormatDesc description(const Format &f)
{
    int b = f.bits, n = f.channels;
    return cudaCreateChannelDesc(b, n > 1 ? b : 0, n > 2 ? b : 0, n > 3 ? b : 0, f.kind);
}

// DATA: `even` values in [0, 1); `wide` exponents; `one` texel in seven that is 1, others 0; `odd`
// values: infinities, NaNs, subnormals among others.
static float value(const char *data, size_t i)
{
    float v = unit();
    uint32_t k = draw();
    if (!strcmp(data, "even"))
        return v;
    if (!strcmp(data, "one"))
        return i % 7 == 3;
    if (!strcmp(data, "wide"))
        return (k & 1 ? -1 : 1) * ldexpf(1 + v, (int)(k >> 8) % 41 - 20);
    static const uint32_t odd[] = {0x7f800000, 0xff800000, 0x7fc00000, 0x7f812345, 0x00000001,
                                   0x807fffff, 0x7f7fffff, 0x00800000, 0x80000000, 0x3f800000};
    uint32_t bits = odd[k % 10];
    memcpy(&v, &bits, 4);
    return v;
}

static std::vector<uint8_t> texels(const Format &f, const char *data, size_t n)
{
    std::vector<uint8_t> out(n * f.channels * f.bits / 8);
    for (size_t i = 0; i < n * f.channels; i++) {
        uint32_t word = draw();
        if (f.kind == cudaChannelFormatKindFloat) {
            float v = value(data, i / f.channels + i % f.channels);
            if (f.bits == 16) {
                __half h = __float2half(v);
                memcpy(&word, &h, 2);
            } else {
                memcpy(&word, &v, 4);
            }
        } else if (i < 8) {
            static const uint32_t ends[] = {0,          0xffffffff, 0x80808080, 0x7f7f7f7f,
                                            0x80008000, 0x7fff7fff, 0x80018001, 0x81818181};
            word = ends[i];
        }
        memcpy(&out[i * f.bits / 8], &word, f.bits / 8);
    }
    return out;
}

struct Shape {
    const char *name;
    int w, h, d;
    unsigned flags, levels; // levels: of a mipmapped array, or 0
};

static cudaArray_t filled(const Shape &s, const Format &f, const char *data)
{
    cudaArray_t array;
    cudaChannelFormatDesc d = description(f);
    CHECK(cudaMalloc3DArray(&array, &d, make_cudaExtent(s.w, s.h, s.d), s.flags));
    size_t h = s.h ? s.h : 1, n = s.d ? s.d : 1, texel = f.channels * f.bits / 8;
    std::vector<uint8_t> bytes = texels(f, data, s.w * h * n);
    cudaMemcpy3DParms p = {};
    p.srcPtr = make_cudaPitchedPtr(bytes.data(), s.w * texel, s.w, h);
    p.dstArray = array;
    p.extent = make_cudaExtent(s.w, h, n);
    p.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&p));
    return array;
}

static cudaMipmappedArray_t filled_levels(const Shape &s, const Format &f, const char *data)
{
    cudaMipmappedArray_t all;
    cudaChannelFormatDesc d = description(f);
    CHECK(cudaMallocMipmappedArray(&all, &d, make_cudaExtent(s.w, s.h, s.d), s.levels, s.flags));
    size_t texel = f.channels * f.bits / 8;
    for (unsigned l = 0; l < s.levels; l++) {
        cudaArray_t array;
        CHECK(cudaGetMipmappedArrayLevel(&array, all, l));
        size_t w = s.w >> l ? s.w >> l : 1, h = s.h >> l ? s.h >> l : 1,
               n = s.d >> l ? s.d >> l : 1;
        std::vector<uint8_t> bytes = texels(f, data, w * h * n);
        cudaMemcpy3DParms p = {};
        p.srcPtr = make_cudaPitchedPtr(bytes.data(), w * texel, w, h);
        p.dstArray = array;
        p.extent = make_cudaExtent(w, h, n);
        p.kind = cudaMemcpyHostToDevice;
        CHECK(cudaMemcpy3D(&p));
    }
    return all;
}

static const char *filter_name[] = {"point", "linear"};
static const char *address_name[] = {"wrap", "clamp", "mirror", "border"};

static float coordinate(int i, int size, bool normalised)
{
    static const float special[] = {0,     -0.0f,  1,        -1,  0.5f,
                                    1e10f, -1e10f, INFINITY, NAN, 0.99999994f};
    float x;
    if (i < 10)
        x = special[i];
    else if (i % 3 == 0) // in steps of 1/2048 of a texel: how fractions are rounded
        x = ((int)(draw() % (unsigned)(2048 * (size + 4))) - 4096) / 2048.0f;
    else
        x = (unit() * 3 - 1) * (size ? size : 1);
    return normalised && i >= 10 ? x / (size ? size : 1) : x;
}

static void points(int kind, const Shape &s, bool normalised, std::vector<Point> &p)
{
    for (size_t i = 0; i < p.size(); i++) {
        p[i] = {coordinate(i, s.w, normalised),
                coordinate(i < 10 ? (i * 3) % 10 : i, s.h, normalised),
                coordinate(i < 10 ? (i * 7) % 10 : i, s.d, normalised), 0};
        if (kind == LINE)
            p[i].x = (float)((int)(draw() % (unsigned)(s.w + 8)) - 4);
        if (kind == CUBE || kind == CUBE_LAYER)
            p[i] = {unit() * 2 - 1, unit() * 2 - 1, unit() * 2 - 1, 0};
        if (kind == D1_LAYER || kind == D2_LAYER || kind == CUBE_LAYER)
            p[i].w = (float)((int)(draw() % (unsigned)(s.d + 3)) - 1);
        if (kind == D1_LEVEL || kind == D2_LEVEL || kind == D3_LEVEL)
            p[i].w = unit() * (s.levels + 2) - 1;
        if (kind == D2_GRAD || kind == D1_GRAD || kind == D3_GRAD)
            p[i].z = unit() * 4 / (i % 4 ? s.w : 4), p[i].w = unit() * 4 / (i % 5 ? s.w : 4);
        if (kind == D3_GRAD)
            p[i].z = coordinate(i, s.d, normalised);
    }
}

struct Sampler {
    int filter, address, normalised, read, mip; // mip: filter between levels
    float bias, least, most;
    int anisotropy, srgb;
};

static void run(const Shape &s, const Format &f, const char *data, int kind, cudaResourceDesc &r,
                const Sampler &m, int n)
{
    cudaTextureDesc t = {};
    t.addressMode[0] = t.addressMode[1] = t.addressMode[2] = (cudaTextureAddressMode)m.address;
    t.filterMode = (cudaTextureFilterMode)m.filter;
    t.readMode = (cudaTextureReadMode)m.read;
    t.normalizedCoords = m.normalised;
    t.mipmapFilterMode = (cudaTextureFilterMode)m.mip;
    t.mipmapLevelBias = m.bias;
    t.minMipmapLevelClamp = m.least;
    t.maxMipmapLevelClamp = m.most;
    t.maxAnisotropy = m.anisotropy;
    t.sRGB = m.srgb;
    t.borderColor[0] = 0.25f;
    t.borderColor[1] = -3;
    t.borderColor[2] = 1e6f;
    t.borderColor[3] = 0.5f;
    cudaTextureObject_t object;
    std::vector<Point> p(n);
    points(kind, s, m.normalised, p);
    cudaError_t e = cudaCreateTextureObject(&object, &r, &t, NULL);
    if (e == cudaErrorNotSupported) { // anisotropic filtering, by the simulator
        cudaGetLastError();
        return;
    }
    CHECK(e);
    std::vector<uint4> out(n);
    Point *dp;
    uint4 *dout;
    CHECK(cudaMalloc(&dp, n * sizeof *dp));
    CHECK(cudaMalloc(&dout, n * sizeof *dout));
    CHECK(cudaMemcpy(dp, p.data(), n * sizeof *dp, cudaMemcpyHostToDevice));
    bool integers = f.kind != cudaChannelFormatKindFloat && m.read == cudaReadModeElementType;
    fetch_all<<<(n + 127) / 128, 128>>>(kind, object, dp, dout, n, integers);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out.data(), dout, n * sizeof *dout, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) {
        uint32_t c[4];
        memcpy(c, &p[i], 16);
        printf("%s,%s,%s,%s%s%s,%s,%s,%s%s,%s", s.name, f.name, data, filter_name[m.filter],
               s.levels ? "/" : "", s.levels ? filter_name[m.mip] : "", address_name[m.address],
               m.normalised ? "normalised" : "texels", m.read ? "unit" : "element",
               m.srgb ? "/srgb" : "", fetch_name[kind]);
        if (s.levels)
            printf("/%g/%g/%g/%d", m.bias, m.least, m.most, m.anisotropy);
        printf(",%08x %08x %08x %08x,%08x %08x %08x %08x\n", c[0], c[1], c[2], c[3], out[i].x,
               out[i].y, out[i].z, out[i].w);
    }
    CHECK(cudaDestroyTextureObject(object));
    CHECK(cudaFree(dp));
    CHECK(cudaFree(dout));
}

static bool legal(const Format &f, int kind, const Sampler &m)
{
    bool wraps = m.address == cudaAddressModeWrap || m.address == cudaAddressModeMirror;
    bool small = f.kind != cudaChannelFormatKindFloat && f.bits < 32;
    bool floats = f.kind == cudaChannelFormatKindFloat || (small && m.read);
    if (kind == CUBE || kind == CUBE_LAYER) // one mode
        return m.normalised && m.address == cudaAddressModeClamp && (m.read == 0 || small) &&
               (!m.filter || floats);
    return (!wraps || m.normalised) && (m.read == 0 || small) && (!m.filter || floats);
}

static void all_modes(const Shape &s, const Format &f, const char *data, int kind,
                      cudaResourceDesc &r, int n)
{
    for (int filter = 0; filter < 2; filter++)
        for (int address = 0; address < 4; address++)
            for (int normalised = 0; normalised < 2; normalised++)
                for (int read = 0; read < 2; read++) {
                    Sampler m = {filter, address, normalised, read};
                    if (legal(f, kind, m))
                        run(s, f, data, kind, r, m, n);
                }
}

static void of_array(const Shape &s, const Format &f, const char *data, int kind, int n)
{
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = filled(s, f, data);
    all_modes(s, f, data, kind, r, n);
    CHECK(cudaFreeArray(r.res.array.array));
}

static void arrays()
{
    static const Shape shapes[] = {{"line37", 37, 0, 0, 0, 0},
                                   {"flat37x29", 37, 29, 0, 0, 0},
                                   {"cube13x11x7", 13, 11, 7, 0, 0},
                                   {"lines37x5", 37, 0, 5, cudaArrayLayered, 0},
                                   {"flats19x17x4", 19, 17, 4, cudaArrayLayered, 0},
                                   {"sides16", 16, 16, 6, cudaArrayCubemap, 0},
                                   {"sides8x3", 8, 8, 18, cudaArrayCubemap | cudaArrayLayered, 0}};
    for (const Format &f : formats)
        for (int i = 0; i < 7; i++)
            of_array(shapes[i], f, "even", D1 + i, i < 3 ? 60 : 40);
    for (const char *data : {"wide", "one", "odd"})
        for (int i = 0; i < 3; i++)
            of_array(shapes[i], formats[0], data, D1 + i, 200);
    of_array(shapes[5], formats[0], "one", CUBE, 400);
    Shape gathered = {"flat37x29", 37, 29, 0, cudaArrayTextureGather, 0};
    for (int k = GATHER_R; k <= GATHER_A; k++)
        for (int f : {0, 1, 4, 8})
            of_array(gathered, formats[f], "even", k, 40);
    Shape colours = {"flat37x29", 37, 29, 0, 0, 0};
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = filled(colours, formats[4], "even");
    for (int filter = 0; filter < 2; filter++)
        run(colours, formats[4], "even", D2, r, {filter, 1, 1, 1, 0, 0, 0, 0, 0, 1}, 200);
}

static void linear_memory()
{
    for (const Format &f : formats) {
        size_t texel = f.channels * f.bits / 8, pitch = 1024;
        Shape line = {"memory1000", 1000, 0, 0, 0, 0}, flat = {"pitch37x29", 37, 29, 0, 0, 0};
        std::vector<uint8_t> bytes = texels(f, "even", pitch * 29 / texel);
        void *p;
        CHECK(cudaMalloc(&p, pitch * 29));
        CHECK(cudaMemcpy(p, bytes.data(), bytes.size(), cudaMemcpyHostToDevice));
        cudaResourceDesc r = {};
        r.resType = cudaResourceTypeLinear;
        r.res.linear.devPtr = p;
        r.res.linear.desc = description(f);
        r.res.linear.sizeInBytes = 1000 * texel;
        for (int read = 0; read < 2; read++)
            if (legal(f, LINE, {0, 1, 0, read}))
                run(line, f, "even", LINE, r, {0, 1, 0, read}, 60);
        memset(&r, 0, sizeof r);
        r.resType = cudaResourceTypePitch2D;
        r.res.pitch2D.devPtr = p;
        r.res.pitch2D.desc = description(f);
        r.res.pitch2D.width = 37;
        r.res.pitch2D.height = 29;
        r.res.pitch2D.pitchInBytes = pitch;
        all_modes(flat, f, "even", D2, r, 40);
        CHECK(cudaFree(p));
    }
}

static void levels()
{
    static const Shape shapes[] = {{"levels64", 64, 0, 0, 0, 5},
                                   {"levels32x16", 32, 16, 0, 0, 6},
                                   {"levels16x8x8", 16, 8, 8, 0, 4}};
    static const Sampler samplers[] = {
        {0, 1, 1, 0, 0, 0, 0, 99, 0, 0},         {1, 1, 1, 0, 0, 0, 0, 99, 0, 0},
        {0, 1, 1, 0, 1, 0, 0, 99, 0, 0},         {1, 0, 1, 0, 1, 0, 0, 99, 0, 0},
        {1, 1, 1, 0, 1, 0.7f, 0.5f, 2.5f, 0, 0}, {1, 1, 1, 0, 1, -1.3f, 1, 3, 0, 0},
        {0, 3, 1, 0, 0, 0, 0, 0, 0, 0}};
    for (int i = 0; i < 3; i++)
        for (const char *data : {"even", "one"})
            for (const Sampler &m : samplers) {
                cudaResourceDesc r = {};
                r.resType = cudaResourceTypeMipmappedArray;
                r.res.mipmap.mipmap = filled_levels(shapes[i], formats[0], data);
                run(shapes[i], formats[0], data, D1_LEVEL + i, r, m, 100);
                run(shapes[i], formats[0], data, D1 + i, r, m, 20);
                run(shapes[i], formats[0], data,
                    i == 0   ? D1_GRAD
                    : i == 1 ? D2_GRAD
                             : D3_GRAD,
                    r, m, 60);
                if (i == 1 && m.bias == 0) {
                    Sampler wide = m;
                    wide.anisotropy = 4;
                    run(shapes[i], formats[0], data, D2_GRAD, r, wide, 60);
                }
                CHECK(cudaFreeMipmappedArray(r.res.mipmap.mipmap));
            }
}

template <class T>
struct Name;
template <>
struct Name<uint8_t> {
    static constexpr const char *text = "u8";
};
template <>
struct Name<uint16_t> {
    static constexpr const char *text = "u16";
};
template <>
struct Name<uint32_t> {
    static constexpr const char *text = "u32";
};
template <>
struct Name<uint4> {
    static constexpr const char *text = "u32x4";
};

// Bytes past the sides of a surface of w x h x d texels, for both modes that do not trap.
template <class T>
__global__ void surfaces_read(cudaSurfaceObject_t s, int dims, bool zero, const int3 *p, uint4 *out)
{
    int3 q = p[threadIdx.x];
    T v = T();
#define READ(mode) \
    v = dims == 1   ? surf1Dread<T>(s, q.x, mode) \
        : dims == 2 ? surf2Dread<T>(s, q.x, q.y, mode) \
                    : surf3Dread<T>(s, q.x, q.y, q.z, mode)
    if (zero)
        READ(cudaBoundaryModeZero);
    else
        READ(cudaBoundaryModeClamp);
    out[threadIdx.x] = make_uint4(0, 0, 0, 0);
    memcpy(&out[threadIdx.x], &v, sizeof v);
}
template <class T>
__global__ void surfaces_write(cudaSurfaceObject_t s, int dims, bool zero, int3 q, T v)
{
#define WRITE(mode) \
    dims == 1   ? surf1Dwrite(v, s, q.x, mode) \
    : dims == 2 ? surf2Dwrite(v, s, q.x, q.y, mode) \
                : surf3Dwrite(v, s, q.x, q.y, q.z, mode)
    if (zero)
        WRITE(cudaBoundaryModeZero);
    else
        WRITE(cudaBoundaryModeClamp);
}

template <class T>
static void surfaces(const Format &f)
{
    static const Shape shapes[] = {{"line37", 37, 0, 0, cudaArraySurfaceLoadStore, 0},
                                   {"flat37x29", 37, 29, 0, cudaArraySurfaceLoadStore, 0},
                                   {"cube13x11x7", 13, 11, 7, cudaArraySurfaceLoadStore, 0}};
    for (int i = 0; i < 3; i++)
        for (int zero = 0; zero < 2; zero++) {
            const Shape &s = shapes[i];
            cudaResourceDesc r = {};
            r.resType = cudaResourceTypeArray;
            r.res.array.array = filled(s, f, "even");
            cudaSurfaceObject_t object;
            CHECK(cudaCreateSurfaceObject(&object, &r));
            enum { N = 64 };
            int3 p[N], *dp;
            uint4 out[N], *dout;
            int texel = f.bits * f.channels / 8;
            for (int k = 0; k < N; k++) {
                int span = (s.w * texel + 64) / (int)sizeof(T);
                p[k] = {((int)(draw() % span) - 32 / (int)sizeof(T)) * (int)sizeof(T),
                        (int)(draw() % (s.h + 8)) - 4, (int)(draw() % (s.d + 8)) - 4};
            }
            CHECK(cudaMalloc(&dp, sizeof p));
            CHECK(cudaMalloc(&dout, sizeof out));
            CHECK(cudaMemcpy(dp, p, sizeof p, cudaMemcpyHostToDevice));
            surfaces_read<T><<<1, N>>>(object, i + 1, zero, dp, dout);
            CHECK(cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost));
            for (int k = 0; k < N; k++)
                printf("%s,%s,,,%s,,%s,suld,%d %d %d,%08x %08x %08x %08x\n", s.name, f.name,
                       zero ? "zero" : "clamp", Name<T>::text, p[k].x, p[k].y, p[k].z, out[k].x,
                       out[k].y, out[k].z, out[k].w);
            for (int k = 0; k < N; k++) { // one at a time: several may fall on one texel
                T v;
                memset(&v, k + 1, sizeof v);
                surfaces_write<T><<<1, 1>>>(object, i + 1, zero, p[k], v);
            }
            size_t h = s.h ? s.h : 1, n = s.d ? s.d : 1;
            std::vector<uint8_t> after(s.w * texel * h * n);
            cudaMemcpy3DParms c = {};
            c.srcArray = r.res.array.array;
            c.dstPtr = make_cudaPitchedPtr(after.data(), s.w * texel, s.w, h);
            c.extent = make_cudaExtent(s.w, h, n);
            c.kind = cudaMemcpyDeviceToHost;
            CHECK(cudaMemcpy3D(&c));
            for (size_t y = 0; y < h * n; y++) {
                printf("%s,%s,,,%s,,%s,sust,row %zu,", s.name, f.name, zero ? "zero" : "clamp",
                       Name<T>::text, y);
                for (int x = 0; x < s.w * texel; x++)
                    printf("%02x", after[y * s.w * texel + x]);
                printf("\n");
            }
            CHECK(cudaDestroySurfaceObject(object));
            CHECK(cudaFreeArray(r.res.array.array));
            CHECK(cudaFree(dp));
            CHECK(cudaFree(dout));
        }
}

__global__ void trapping(int kind, cudaSurfaceObject_t s, cudaTextureObject_t t, float *out)
{
    switch (kind) {
    case 0: *out = surf1Dread<float>(s, 4 * 37); break;
    case 1: *out = surf2Dread<float>(s, 0, 29); break;
    case 2: *out = surf3Dread<float>(s, 0, 0, 7); break;
    case 3: surf1Dwrite(1.0f, s, -4); break;
    case 4: *out = surf1Dread<float>(s, 2); break;
    case 5: *out = tex1D<float>(t, 0.5f); break;
    case 6: *out = tex1D<float>(0, 0.5f); break;
    case 7: *out = surf1Dread<float>(s, 0); break;
    }
}

static int trap(int kind)
{
    static const Shape shapes[] = {{"", 37, 0, 0, cudaArraySurfaceLoadStore, 0},
                                   {"", 37, 29, 0, cudaArraySurfaceLoadStore, 0},
                                   {"", 13, 11, 7, cudaArraySurfaceLoadStore, 0}};
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = filled(shapes[kind < 3 ? kind : 0], formats[0], "even");
    cudaSurfaceObject_t s;
    cudaTextureObject_t t;
    cudaTextureDesc d = {};
    CHECK(cudaCreateSurfaceObject(&s, &r));
    CHECK(cudaCreateTextureObject(&t, &r, &d, NULL));
    if (kind == 5)
        CHECK(cudaDestroyTextureObject(t));
    if (kind == 7)
        CHECK(cudaDestroySurfaceObject(s));
    float *out, got = -1;
    CHECK(cudaMalloc(&out, 4));
    CHECK(cudaMemset(out, 0xff, 4));
    trapping<<<1, 1>>>(kind, s, t, out);
    cudaError_t e = cudaDeviceSynchronize();
    cudaMemcpy(&got, out, 4, cudaMemcpyDeviceToHost);
    printf("trap %d,%s,%g\n", kind, cudaGetErrorName(e), got);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 3 && !strcmp(argv[1], "trap"))
        return trap(atoi(argv[2]));
    arrays();
    linear_memory();
    levels();
    surfaces<uint32_t>(formats[0]);
    surfaces<uint4>(formats[1]);
    surfaces<uint8_t>(formats[4]);
    surfaces<uint16_t>(formats[6]);
    return 0;
}

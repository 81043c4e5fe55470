// query_probe.cu - what txq and suq say of each kind of image. A row is `object,query,answer`; the
// answer is the word in hexadecimal, or the error of the kernel. An H200 (580.159.04) refuses each
// of the 353 launches: cudaErrorNotSupported.
//
//   nvcc -O2 -std=c++17 -arch=sm_90 -o query_probe tests/gpu/query_probe.cu && ./query_probe
//
// With -DRARE: the questions that ptxas takes, too, and no program here asks.
#include <cstdio>
#include <cstring>

#include "check.h"

#ifdef RARE
#define OF_TEXTURE(Q) \
    Q(num_samples) \
    Q(channel_data_type) \
    Q(channel_order) \
    Q(filter_mode) Q(addr_mode_0) Q(addr_mode_1) Q(addr_mode_2) Q(force_unnormalized_coords)
#define OF_SURFACE(Q) Q(channel_data_type) Q(channel_order) Q(memory_layout)
#else
#define OF_TEXTURE(Q) \
    Q(width) \
    Q(height) Q(depth) Q(array_size) Q(num_mipmap_levels) Q(normalized_coords)
#define OF_SURFACE(Q) Q(width) Q(height) Q(depth) Q(array_size)
#endif

#define ASK(name, text) \
    __global__ void name(cudaTextureObject_t t, unsigned *out) \
    { \
        asm volatile(text : "=r"(*out) : "l"(t), "r"(1)); \
    }
#define TXQ(name) ASK(t_##name, "txq." #name ".b32 %0, [%1];")
#define SUQ(name) ASK(s_##name, "suq." #name ".b32 %0, [%1];")
OF_TEXTURE(TXQ)
OF_SURFACE(SUQ)
ASK(t_level_width, "txq.level.width.b32 %0, [%1], %2;")
ASK(t_level_height, "txq.level.height.b32 %0, [%1], %2;")
ASK(t_level_depth, "txq.level.depth.b32 %0, [%1], %2;")

struct Query {
    const char *name;
    void (*ask)(cudaTextureObject_t, unsigned *);
};
#define T_ROW(name) {"txq." #name, t_##name},
#define S_ROW(name) {"suq." #name, s_##name},
static const Query of_texture[] = {OF_TEXTURE(T_ROW) T_ROW(level_width) T_ROW(level_height)
                                       T_ROW(level_depth)};
static const Query of_surface[] = {OF_SURFACE(S_ROW)};

static unsigned *answer;

static void ask_all(const char *object, unsigned long long handle, const Query *list, int n)
{
    for (int i = 0; i < n; i++) {
        unsigned word = 0;
        CHECK(cudaMemset(answer, 0xcd, sizeof word));
        list[i].ask<<<1, 1>>>(handle, answer);
        cudaError_t e = cudaGetLastError();
        if (!e)
            e = cudaDeviceSynchronize();
        if (!e)
            e = cudaMemcpy(&word, answer, sizeof word, cudaMemcpyDeviceToHost);
        if (e)
            printf("%s,%s,%s\n", object, list[i].name, cudaGetErrorName(e));
        else
            printf("%s,%s,%x\n", object, list[i].name, word);
    }
}

static cudaTextureObject_t texture(const cudaResourceDesc &r, bool normalized, bool other)
{
    cudaTextureDesc d = {};
    cudaTextureObject_t t = 0;
    d.addressMode[0] = other ? cudaAddressModeMirror : cudaAddressModeClamp;
    d.addressMode[1] = other ? cudaAddressModeWrap : cudaAddressModeBorder;
    d.addressMode[2] = other ? cudaAddressModeBorder : cudaAddressModeClamp;
    d.filterMode = other ? cudaFilterModeLinear : cudaFilterModePoint;
    d.normalizedCoords = normalized;
    CHECK(cudaCreateTextureObject(&t, &r, &d, nullptr));
    return t;
}

static void ask_array(const char *name, cudaChannelFormatDesc f, cudaExtent n, unsigned flags)
{
    cudaArray_t a;
    cudaResourceDesc r = {};
    cudaSurfaceObject_t s = 0;
    char object[64];
    CHECK(cudaMalloc3DArray(&a, &f, n, flags | cudaArraySurfaceLoadStore));
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    for (int other = 0; other < 2; other++) {
        bool linear = other && f.f == cudaChannelFormatKindFloat;
        snprintf(object, sizeof object, "%s%s", name, other ? " normalized" : "");
        ask_all(object, texture(r, other, linear), of_texture,
                sizeof of_texture / sizeof *of_texture);
    }
    CHECK(cudaCreateSurfaceObject(&s, &r));
    ask_all(name, s, of_surface, sizeof of_surface / sizeof *of_surface);
}

static void ask_levels(const char *name, cudaExtent n, unsigned levels, unsigned flags)
{
    cudaMipmappedArray_t m;
    cudaResourceDesc r = {};
    cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
    CHECK(cudaMallocMipmappedArray(&m, &f, n, levels, flags));
    r.resType = cudaResourceTypeMipmappedArray;
    r.res.mipmap.mipmap = m;
    ask_all(name, texture(r, true, true), of_texture, sizeof of_texture / sizeof *of_texture);
}

static void ask_memory()
{
    char *p;
    cudaResourceDesc r = {};
    CHECK(cudaMalloc(&p, 1 << 16));
    r.resType = cudaResourceTypeLinear;
    r.res.linear = {p, cudaCreateChannelDesc<int2>(), 800};
    ask_all("linear", texture(r, false, false), of_texture, sizeof of_texture / sizeof *of_texture);
    r = {};
    r.resType = cudaResourceTypePitch2D;
    r.res.pitch2D = {p, cudaCreateChannelDesc<float>(), 33, 21, 256};
    ask_all("pitch", texture(r, false, false), of_texture, sizeof of_texture / sizeof *of_texture);
}

int main()
{
    CHECK(cudaMalloc(&answer, sizeof *answer));
    const cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
    ask_array("1d", f, {40, 0, 0}, 0);
    ask_array("2d", f, {40, 24, 0}, 0);
    ask_array("3d", f, {40, 24, 12}, 0);
    ask_array("a1d", f, {40, 0, 5}, cudaArrayLayered);
    ask_array("a2d", f, {40, 24, 5}, cudaArrayLayered);
    ask_array("cube", f, {40, 40, 6}, cudaArrayCubemap);
    ask_array("acube", f, {40, 40, 12}, cudaArrayCubemap | cudaArrayLayered);
    ask_array("2d uchar4", cudaCreateChannelDesc<uchar4>(), {40, 24, 0}, 0);
    ask_array("2d char", cudaCreateChannelDesc<signed char>(), {40, 24, 0}, 0);
    ask_array("2d ushort2", cudaCreateChannelDesc<ushort2>(), {40, 24, 0}, 0);
    ask_array("2d short", cudaCreateChannelDesc<short>(), {40, 24, 0}, 0);
    ask_array("2d half", {16, 0, 0, 0, cudaChannelFormatKindFloat}, {40, 24, 0}, 0);
    ask_array("2d uint4", cudaCreateChannelDesc<uint4>(), {40, 24, 0}, 0);
    ask_array("2d int", cudaCreateChannelDesc<int>(), {40, 24, 0}, 0);
    ask_levels("2d levels", {40, 24, 0}, 4, 0);
    ask_levels("3d levels", {40, 24, 12}, 3, 0);
    ask_levels("a2d levels", {40, 24, 5}, 3, cudaArrayLayered);
    ask_memory();
}

// half and bfloat16, constant memory, __ldg, and memory with padded rows.
// NVCC: -O2 -std=c++17 -lineinfo
// CUDASIM: --tool all
// STDERR: ERROR SUMMARY: 0 errors
#include "library.h"

#include <cmath>

#include <cuda_bf16.h>
#include <cuda_fp16.h>

__constant__ float weights[64];
__constant__ __half half_weights[4];

__global__ void halves(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    __half h = __float2half(in[i]), w = half_weights[i & 3];
    __half2 p = __halves2half2(h, w), q = __hfma2(p, p, __float2half2_rn(0.25f));
    __nv_bfloat16 b = __float2bfloat16(in[i]), c = __hmul(b, __float2bfloat16(1.5f)) + b;
    __nv_bfloat162 bb = __hmax2(__halves2bfloat162(b, c), __float2bfloat162_rn(1.0f));
    out[5 * i] = __half2float(h * w + h);
    out[5 * i + 1] = __low2float(q);
    out[5 * i + 2] = __bfloat162float(c);
    out[5 * i + 3] = __high2float(bb);
    out[5 * i + 4] = __hgt(h, w) ? __half2float(hsqrt(__habs(h))) : (float)__half2int_rn(h);
}

__global__ void weigh(const float *__restrict__ in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = __ldg(in + i) * weights[i % 64] + weights[3];
}

static __device__ int *at(void *start, size_t pitch, int x, int y)
{
    return (int *)((char *)start + y * pitch) + x;
}

__global__ void transpose(int *in, size_t in_pitch, int *out, size_t out_pitch, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        *at(out, out_pitch, y, x) = *at(in, in_pitch, x, y);
}

// What the conversions do on the host is what they do on the GPU.
static bool halves_right(const std::vector<float> &in, const std::vector<float> &out,
                         const __half *w4)
{
    bool ok = true;
    for (size_t i = 0; i < in.size(); i++) {
        __half h = __float2half(in[i]), w = w4[i & 3];
        float hf = __half2float(h), wf = __half2float(w);
        float product = __half2float(__float2half(hf * wf)); // rounded, then the sum
        float b = __bfloat162float(__float2bfloat16(in[i]));
        float c = __bfloat162float(__float2bfloat16(b * 1.5f));
        c = __bfloat162float(__float2bfloat16(c + b));
        float twice = __half2float(__float2half(product + hf));
        float once = __half2float(__float2half(hf * wf + hf)); // as one operation
        ok &= out[5 * i] == twice || out[5 * i] == once;
        ok &= out[5 * i + 1] == __half2float(__float2half(hf * hf + 0.25f));
        ok &= out[5 * i + 2] == c || fabsf(out[5 * i + 2] - c) <= fabsf(c) / 128;
        ok &= out[5 * i + 3] == (out[5 * i + 2] > 1.0f ? out[5 * i + 2] : 1.0f);
        float root = __half2float(__float2half(sqrtf(fabsf(hf))));
        ok &= out[5 * i + 4] == (hf > wf ? root : rintf(hf));
    }
    return ok;
}
int main()
{
    const int n = 1000, width = 45, height = 30;
    std::vector<float> in(n), w(64);
    __half w4[4];
    for (int i = 0; i < n; i++)
        in[i] = (i - 300) * 0.37f;
    for (int i = 0; i < 64; i++)
        w[i] = 1.0f / (i + 1);
    for (int i = 0; i < 4; i++)
        w4[i] = __float2half(0.3f * i - 0.1f);
    Device<float> d(in), e(5 * n);
    cudaMemcpyToSymbol(weights, w.data(), 64 * sizeof(float));
    cudaMemcpyToSymbol(half_weights, w4, sizeof w4);

    halves<<<4, 256>>>(d, e, n);
    say("half and bfloat16", halves_right(in, e.host(), w4));

    weigh<<<4, 256>>>(d, e, n);
    std::vector<float> out = e.host(n);
    bool ok = true;
    for (int i = 0; i < n; i++)
        ok &= fabsf(out[i] - (in[i] * w[i % 64] + w[3])) <= 1e-5f * fabsf(in[i]) + 1e-6f;
    say("constant memory and __ldg", ok);

    std::vector<int> image = numbers(width * height, 1000), turned(width * height);
    int *a, *b;
    size_t pa, pb;
    cudaMallocPitch(&a, &pa, width * 4, height);
    cudaMallocPitch(&b, &pb, height * 4, width);
    cudaMemcpy2D(a, pa, image.data(), width * 4, width * 4, height, cudaMemcpyHostToDevice);
    transpose<<<dim3(3, 2), dim3(16, 16)>>>(a, pa, b, pb, width, height);
    cudaMemcpy2D(turned.data(), height * 4, b, pb, height * 4, width, cudaMemcpyDeviceToHost);
    ok = pa > width * 4;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            ok &= turned[x * height + y] == image[y * width + x];
    say("padded rows", ok);
    cudaFree(a);
    cudaFree(b);
}

/* EXPECT
half and bfloat16: right
constant memory and __ldg: right
padded rows: right
END */

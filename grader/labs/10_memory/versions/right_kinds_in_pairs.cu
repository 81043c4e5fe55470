// EXPECT full marks
//
// Neighbouring warps share 64 elements: one takes the even ones, the other the odd ones. Gray and wave by fmaf, exp2f and fast intrinsics.
#define two_kinds sound_two_kinds
#define gray_fast sound_gray_fast
#define damped_wave sound_damped_wave
#include "../solutions/10_memory/memory.cu"
#undef two_kinds
#undef gray_fast
#undef damped_wave

__global__ void by_warps(unsigned *out, const unsigned *in, int n)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    int i = warp / 2 * 64 + 2 * lane + warp % 2;
    if (i >= n)
        return;
    if (warp % 2)
        out[i] = shake(in[i]);
    else
        out[i] = walk(in[i]);
}

extern "C" void two_kinds(unsigned *out, const unsigned *in, int n)
{
    if (n > 0)
        by_warps<<<ceil_div(ceil_div(n, 64) * 64, 128), 128>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void gray_fma(float *out, const float *r, const float *g, const float *b, int n)
{
    const float weight[3] = {0.2126f, 0.7152f, 0.0722f};
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = fmaf(weight[0], r[i], fmaf(weight[1], g[i], weight[2] * b[i]));
}

extern "C" void gray_fast(float *out, const float *red, const float *green, const float *blue, int n)
{
    if (n > 0)
        gray_fma<<<ceil_div(n, 1024), 128>>>(out, red, green, blue, n);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void wave_exp2(float *out, const float *t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float s, c;
    __sincosf(t[i], &s, &c);
    out[i] = c * __powf(2.0f, -0.36067376f * t[i]);
}

extern "C" void damped_wave(float *out, const float *t, int n)
{
    if (n > 0)
        wave_exp2<<<ceil_div(n, 512), 512>>>(out, t, n);
    CUDA_CHECK(cudaGetLastError());
}

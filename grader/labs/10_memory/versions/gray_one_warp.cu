// EXPECT memory.instructions.single: busiest thread
//
// One warp computes all pixels.
#define gray_fast sound_gray_fast
#include "../solutions/10_memory/memory.cu"
#undef gray_fast

__global__ void gray_by_warp(float *out, const float *red, const float *green, const float *blue,
                             int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[i] = 0.2126f * red[i] + 0.7152f * green[i] + 0.0722f * blue[i];
}

extern "C" void gray_fast(float *out, const float *red, const float *green, const float *blue, int n)
{
    if (n > 0)
        gray_by_warp<<<1, 32>>>(out, red, green, blue, n);
    CUDA_CHECK(cudaGetLastError());
}

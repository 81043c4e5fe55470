// EXPECT memory.instructions.fast: instructions per warp
//
// The exact functions.
#define damped_wave sound_damped_wave
#include "../solutions/10_memory/memory.cu"
#undef damped_wave

__global__ void wrong_wave(float *out, const float *t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = expf(-0.25f * t[i]) * cosf(t[i]); // WRONG
}

extern "C" void damped_wave(float *out, const float *t, int n)
{
    if (n > 0)
        wrong_wave<<<ceil_div(n, MEMORY_BLOCK), MEMORY_BLOCK>>>(out, t, n);
    CUDA_CHECK(cudaGetLastError());
}

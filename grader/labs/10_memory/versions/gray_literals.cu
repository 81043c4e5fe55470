// EXPECT memory.instructions.single: double precision
//
// One literal has no f.
#define gray_fast sound_gray_fast
#include "../solutions/10_memory/memory.cu"
#undef gray_fast

__global__ void wrong_gray(float *out, const float *red, const float *green, const float *blue, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 0.2126f * red[i] + 0.7152f * green[i] + 0.0722 * blue[i]; // WRONG
}

extern "C" void gray_fast(float *out, const float *red, const float *green, const float *blue, int n)
{
    if (n > 0)
        wrong_gray<<<ceil_div(n, MEMORY_BLOCK), MEMORY_BLOCK>>>(out, red, green, blue, n);
    CUDA_CHECK(cudaGetLastError());
}

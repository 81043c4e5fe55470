// EXPECT memory.vectors.wide: load requests
//
// One word per thread.
#define scale_wide sound_scale_wide
#include "../solutions/10_memory/memory.cu"
#undef scale_wide

__global__ void wrong_scale(int *x, int n, int a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= a; // WRONG
}

extern "C" void scale_wide(int *x, int n, int a)
{
    if (n > 0)
        wrong_scale<<<ceil_div(n, MEMORY_BLOCK), MEMORY_BLOCK>>>(x, n, a);
    CUDA_CHECK(cudaGetLastError());
}

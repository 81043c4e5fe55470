// EXPECT memory.vectors.right: isaligned
//
// An int4 is loaded wherever x begins.
#define scale_wide sound_scale_wide
#include "../solutions/10_memory/memory.cu"
#undef scale_wide

__global__ void wrong_scale(int *x, int n, int a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, fours = n / 4;
    if (4 * fours + i < n)
        x[4 * fours + i] *= a;
    if (i < fours) {
        int4 v = ((int4 *)x)[i]; // WRONG
        ((int4 *)x)[i] = make_int4(a * v.x, a * v.y, a * v.z, a * v.w);
    }
}

extern "C" void scale_wide(int *x, int n, int a)
{
    if (n > 0)
        wrong_scale<<<ceil_div(n / 4 + 3, MEMORY_BLOCK), MEMORY_BLOCK>>>(x, n, a);
    CUDA_CHECK(cudaGetLastError());
}

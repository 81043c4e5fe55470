// EXPECT full marks
//
// Head and tail by one thread; the middle with a stride of the grid.
#define scale_wide sound_scale_wide
#include "../solutions/10_memory/memory.cu"
#undef scale_wide

__global__ void scale_middle(int4 *x, int n, int a)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int4 v = x[i];
        v.x *= a, v.y *= a, v.z *= a, v.w *= a;
        x[i] = v;
    }
}

__global__ void scale_ends(int *x, int before, int behind, int n, int a)
{
    for (int i = 0; i < before; i++)
        x[i] *= a;
    for (int i = behind; i < n; i++)
        x[i] *= a;
}

extern "C" void scale_wide(int *x, int n, int a)
{
    int before = min(n, (int)((16 - (size_t)x % 16) % 16 / 4)), fours = (n - before) / 4;
    if (fours > 0)
        scale_middle<<<ceil_div(fours, 2 * MEMORY_BLOCK), MEMORY_BLOCK>>>((int4 *)(x + before), fours, a);
    if (n - 4 * fours > 0)
        scale_ends<<<1, 1>>>(x, before, before + 4 * fours, n, a);
    CUDA_CHECK(cudaGetLastError());
}

// EXPECT memory.vectors.right: before the first int4
//
// The words before the first int4 are forgotten.
#define scale_wide sound_scale_wide
#include "../solutions/10_memory/memory.cu"
#undef scale_wide

__global__ void wrong_scale(int *x, int n, int a)
{
    int before = (int)(-(size_t)x / 4 % 4);
    before = before < n ? before : n;
    int fours = (n - before) / 4, behind = before + 4 * fours;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (behind + i < n)
        x[behind + i] *= a;
    if (i < fours) {
        int4 *four = (int4 *)(x + before) + i, v = *four;
        *four = make_int4(a * v.x, a * v.y, a * v.z, a * v.w);
    }
}

extern "C" void scale_wide(int *x, int n, int a)
{
    if (n > 0)
        wrong_scale<<<ceil_div(n / 4 + 3, MEMORY_BLOCK), MEMORY_BLOCK>>>(x, n, a);
    CUDA_CHECK(cudaGetLastError());
}

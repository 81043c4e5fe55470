// EXPECT memory.vectors.right: words outside of x have changed too
//
// There may be fewer words than those before the first multiple of 16.
#define scale_words sound_scale_words
#define scale_wide sound_scale_wide
#include "../solutions/10_memory/memory.cu"
#undef scale_words
#undef scale_wide

__global__ void scale_words(int *x, int n, int a)
{
    int before = (int)(-(size_t)x / 4 % 4);
    int fours = (n - before) / 4, behind = before + 4 * fours;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < before)
        x[i] *= a;
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
        scale_words<<<ceil_div(n / 4 + 3, MEMORY_BLOCK), MEMORY_BLOCK>>>(x, n, a);
    CUDA_CHECK(cudaGetLastError());
}

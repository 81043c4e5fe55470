// EXPECT patterns.map.right: never written
//
// gridDim in place of blockDim: some elements are computed twice, others not at all.
#define map_each sound_map
#include "../solutions/01_patterns/patterns.cu"
#undef map_each

__global__ void wrong(int *out, const int *in, int n, int a, int b)
{
    int i = blockIdx.x * gridDim.x + threadIdx.x;
    if (i < n)
        out[i] = a * in[i] + b;
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    if (n > 0)
        wrong<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, n, a, b);
    CUDA_CHECK(cudaGetLastError());
}

// EXPECT patterns.map.right: only the first block's elements
//
// Every block takes the first elements.
#define map_each sound_map
#include "../solutions/01_patterns/patterns.cu"
#undef map_each

__global__ void wrong(int *out, const int *in, int n, int a, int b)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = a * in[i] + b;
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    if (n > 0)
        wrong<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, n, a, b);
    CUDA_CHECK(cudaGetLastError());
}

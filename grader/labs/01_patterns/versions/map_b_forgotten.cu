// EXPECT patterns.map.right: b is missing
//
// The sum has no b.
#define map_each sound_map
#include "../solutions/01_patterns/patterns.cu"
#undef map_each

__global__ void wrong(int *out, const int *in, int n, int a, int b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a * in[i]; // WRONG
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    if (n > 0)
        wrong<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, n, a, b);
    CUDA_CHECK(cudaGetLastError());
}

// EXPECT patterns.map.safe: Invalid __global__
//
// Threads without an element write, too.
#define map_each sound_map
#include "../solutions/01_patterns/patterns.cu"
#undef map_each

__global__ void wrong(int *out, const int *in, int a, int b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = a * in[i] + b;
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    if (n > 0)
        wrong<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, a, b);
    CUDA_CHECK(cudaGetLastError());
}

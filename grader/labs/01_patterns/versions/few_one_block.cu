// EXPECT patterns.few.blocks: blocks that load
//
// Only the first block works.
#define map_few sound_few
#include "../solutions/01_patterns/patterns.cu"
#undef map_few

__global__ void wrong(int *out, const int *in, int n, int a, int b)
{
    for (int i = threadIdx.x; blockIdx.x == 0 && i < n; i += blockDim.x)
        out[i] = a * in[i] + b;
}

extern "C" void map_few(int *out, const int *in, int n, int a, int b, int blocks)
{
    wrong<<<blocks, MAP_BLOCK>>>(out, in, n, a, b);
    CUDA_CHECK(cudaGetLastError());
}

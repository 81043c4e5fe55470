// EXPECT patterns.few.coalesced: load requests
//
// The step is the number of blocks, not of threads.
#define map_few sound_few
#include "../solutions/01_patterns/patterns.cu"
#undef map_few

__global__ void wrong(int *out, const int *in, int n, int a, int b)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x)
        out[i] = a * in[i] + b; // WRONG
}

extern "C" void map_few(int *out, const int *in, int n, int a, int b, int blocks)
{
    wrong<<<blocks, MAP_BLOCK>>>(out, in, n, a, b);
    CUDA_CHECK(cudaGetLastError());
}

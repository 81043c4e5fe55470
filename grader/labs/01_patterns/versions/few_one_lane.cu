// EXPECT patterns.few.coalesced: load requests
//
// One thread of each block does the work: few sectors per request, but one request per
// element.
#define map_few sound_few
#include "../solutions/01_patterns/patterns.cu"
#undef map_few

__global__ void wrong(int *out, const int *in, int n, int a, int b)
{
    if (threadIdx.x == 0)
        for (int i = blockIdx.x; i < n; i += gridDim.x)
            out[i] = a * in[i] + b;
}

extern "C" void map_few(int *out, const int *in, int n, int a, int b, int blocks)
{
    wrong<<<blocks, MAP_BLOCK>>>(out, in, n, a, b);
    CUDA_CHECK(cudaGetLastError());
}

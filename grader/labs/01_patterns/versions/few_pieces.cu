// EXPECT patterns.few.coalesced: sectors per load request
//
// One contiguous piece of the array per thread, as in a program for a CPU.
#define map_few sound_few
#include "../solutions/01_patterns/patterns.cu"
#undef map_few

__global__ void wrong(int *out, const int *in, int n, int a, int b)
{
    int piece = ceil_div(n, gridDim.x * blockDim.x);
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * piece;
    for (int i = first; i < first + piece && i < n; i++)
        out[i] = a * in[i] + b;
}

extern "C" void map_few(int *out, const int *in, int n, int a, int b, int blocks)
{
    wrong<<<blocks, MAP_BLOCK>>>(out, in, n, a, b);
    CUDA_CHECK(cudaGetLastError());
}

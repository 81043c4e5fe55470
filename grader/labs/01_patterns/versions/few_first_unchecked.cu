// EXPECT patterns.few.safe: Invalid __global__
// FIRST cudaErrorIllegalAddress
//
// A loop that checks only after the first element.
#define map_few sound_few
#include "../solutions/01_patterns/patterns.cu"
#undef map_few

__global__ void wrong(int *out, const int *in, int n, int a, int b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    do {
        out[i] = a * in[i] + b; // WRONG
        i += gridDim.x * blockDim.x;
    } while (i < n);
}

extern "C" void map_few(int *out, const int *in, int n, int a, int b, int blocks)
{
    wrong<<<blocks, MAP_BLOCK>>>(out, in, n, a, b);
    CUDA_CHECK(cudaGetLastError());
}

// EXPECT full marks
//
// Each block takes a piece of its own, of whole blocks of threads; in a piece the lanes are side by side.
#define map_few sound_few
#include "../solutions/01_patterns/patterns.cu"
#undef map_few

__global__ void pieces(int *out, const int *in, int n, int a, int b)
{
    int piece = ceil_div(ceil_div(n, gridDim.x), blockDim.x) * blockDim.x;
    int end = min(n, (int)(blockIdx.x + 1) * piece);
    for (int i = blockIdx.x * piece + threadIdx.x; i < end; i += blockDim.x)
        out[i] = a * in[i] + b;
}

extern "C" void map_few(int *out, const int *in, int n, int a, int b, int blocks)
{
    pieces<<<blocks, MAP_BLOCK>>>(out, in, n, a, b);
    CUDA_CHECK(cudaGetLastError());
}

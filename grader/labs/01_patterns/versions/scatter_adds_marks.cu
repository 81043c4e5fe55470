// EXPECT patterns.scatter.safe: Race reported
//
// A mark is increased, and several threads increase the same one.
#define scatter_mark sound_mark
#include "../solutions/01_patterns/patterns.cu"
#undef scatter_mark

__global__ void wrong(int *mark, const int *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        mark[to[i]] += 1; // WRONG
}

extern "C" void scatter_mark(int *mark, const int *to, int n)
{
    if (n > 0)
        wrong<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(mark, to, n);
    CUDA_CHECK(cudaGetLastError());
}

// EXPECT patterns.scatter.safe: Race reported
//
// Compare, then store: other threads store between the two.
#define scatter_max sound_max
#include "../solutions/01_patterns/patterns.cu"
#undef scatter_max

__global__ void wrong(int *out, const int *in, const int *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > out[to[i]])
        out[to[i]] = in[i];
}

extern "C" void scatter_max(int *out, const int *in, const int *to, int n)
{
    if (n > 0)
        wrong<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, to, n);
    CUDA_CHECK(cudaGetLastError());
}

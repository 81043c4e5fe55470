// EXPECT patterns.scatter.move: copy of in
//
// The element is taken from the place where it should go.
#define scatter_move sound_move
#include "../solutions/01_patterns/patterns.cu"
#undef scatter_move

__global__ void wrong(int *out, const int *in, const int *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[to[i]] = in[to[i]]; // WRONG
}

extern "C" void scatter_move(int *out, const int *in, const int *to, int n)
{
    if (n > 0)
        wrong<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, to, n);
    CUDA_CHECK(cudaGetLastError());
}

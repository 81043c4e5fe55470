// EXPECT dynamic_parallelism.tail: 0 points
//
// Each block launches an empty grid by a tail launch, and its first thread adds up the piece.
#include "hostile.h"

__global__ static void nothing() {}

__global__ static void add_pieces(int *sum, const int *in, int n, int size)
{
    int begin = blockIdx.x * size, s = 0;
    if (threadIdx.x)
        return;
    for (int i = begin; i < begin + size && i < n; i++)
        s += in[i];
    sum[blockIdx.x] = s;
    nothing<<<1, 1, 0, cudaStreamTailLaunch>>>();
}

extern "C" void reduce_nested_tail(int *sum, const int *in, int n, int size)
{
    attempted();
    if (n > 0)
        add_pieces<<<ceil_div(n, size), size / 2>>>(sum, in, n, size);
}

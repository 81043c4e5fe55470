// EXPECT reduction.shuffle.int: rounded to 24 bits
//
// The int sums are made in float.
#define reduce_shuffle_int sound_shuffle_int
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_shuffle_int

__global__ void rounded(int *partial, const int *in, int n)
{
    float sum = 0;
    for (int i = blockIdx.x * TILE + threadIdx.x; i < n; i += gridDim.x * TILE)
        for (int k = i; k < i + TILE && k < n; k += BLOCK)
            sum += in[k];
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = (int)sum;
}

extern "C" void reduce_shuffle_int(int *partial, int blocks, const int *in, int n)
{
    rounded<<<blocks, BLOCK>>>(partial, in, n);
    CUDA_CHECK(cudaGetLastError());
}

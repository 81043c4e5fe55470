// EXPECT reduction.fastest.right: nothing was ever written
//
// The word still has the count and the sum of the last call.
#define sum_fastest sound_fastest
#include "../solutions/04_reduction/fastest.cu"
#undef sum_fastest

__global__ void wrong(int *out, const int *in, size_t n)
{
    const int4 *vectors = (const int4 *)in;
    size_t threads = (size_t)gridDim.x * BLOCK;
    int sum = 0;
#pragma unroll 8
    for (size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x; i < n / 4; i += threads)
        sum += sum_of(vectors[i]);
    if (blockIdx.x == 0 && threadIdx.x < n % 4)
        sum += in[n - 1 - threadIdx.x];
    sum = block_sum(sum);
    if (threadIdx.x == 0) {
        Word before = atomicAdd(&total, (Word)(unsigned)sum << 32 | 1);
        if ((unsigned)before == gridDim.x - 1)
            *out = (int)(before >> 32) + sum;
    }
}

extern "C" void sum_fastest(int *out, const int *in, size_t n)
{
    size_t most = (size_t)multiprocessors() * BLOCKS_PER_SM;
    size_t blocks = (n + 4 * BLOCK - 1) / (4 * BLOCK);
    blocks = blocks < most ? blocks : most;
    wrong<<<blocks ? blocks : 1, BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}

// EXPECT reduction.fastest.overhead: global atomics
//
// One atomic per warp instead of one per block.
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
    sum = __reduce_add_sync(ALL_LANES, sum);
    if (threadIdx.x % WARP_SIZE == 0)
        atomicAdd(out, sum); // WRONG
}

extern "C" void sum_fastest(int *out, const int *in, size_t n)
{
    CUDA_CHECK(cudaMemsetAsync(out, 0, sizeof *out));
    wrong<<<multiprocessors() * BLOCKS_PER_SM, BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}

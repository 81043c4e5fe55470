// EXPECT reduction.single.safe: Race reported between
//
// Without a fence a block's ticket may be visible before its sum.
#define reduce_single_int sound_single_int
#define reduce_single_float sound_single_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_single_int
#undef reduce_single_float

template <typename T>
__global__ void wrong(T *out, const T *in, int n)
{
    __shared__ bool last;
    T sum = block_sum(thread_sum(in, n));
    if (threadIdx.x == 0) {
        block_sums<T>[blockIdx.x] = sum;
        last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
        T rest = 0;
        for (int b = threadIdx.x; b < gridDim.x; b += BLOCK)
            rest += block_sums<T>[b];
        rest = block_sum(rest);
        if (threadIdx.x == 0)
            *out = rest;
    }
}

template <typename T>
void launch_wrong(T *out, const T *in, int n)
{
    int blocks = ceil_div(n, TILE);
    blocks = blocks < 1 ? 1 : blocks > MAX_BLOCKS ? MAX_BLOCKS : blocks;
    wrong<<<blocks, BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void reduce_single_int(int *out, const int *in, int n)
{
    launch_wrong(out, in, n);
}

extern "C" void reduce_single_float(float *out, const float *in, int n)
{
    launch_wrong(out, in, n);
}

// EXPECT reduction.single.launch: launches
//
// The blocks' sums are added by a second launch.
#define reduce_single_int sound_single_int
#define reduce_single_float sound_single_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_single_int
#undef reduce_single_float

template <typename T>
__global__ void wrong(T *out, const T *in, int n)
{
    T sum = block_sum(thread_sum(in, n));
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

template <typename T>
void launch_wrong(T *out, const T *in, int n)
{
    int blocks = ceil_div(n, TILE);
    blocks = blocks < 1 ? 1 : blocks > MAX_BLOCKS ? MAX_BLOCKS : blocks;
    T *sums;
    CUDA_CHECK(cudaMalloc(&sums, blocks * sizeof *sums));
    wrong<<<blocks, BLOCK>>>(sums, in, n);
    wrong<<<1, BLOCK>>>(out, sums, blocks);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFree(sums));
}

extern "C" void reduce_single_int(int *out, const int *in, int n)
{
    launch_wrong(out, in, n);
}

extern "C" void reduce_single_float(float *out, const float *in, int n)
{
    launch_wrong(out, in, n);
}

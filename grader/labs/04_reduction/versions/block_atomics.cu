// EXPECT reduction.shuffle.registers: atomics
//
// No barrier at all: every warp adds its sum to the block's sum with an atomic.
#define reduce_shuffle_int sound_shuffle_int
#define reduce_shuffle_float sound_shuffle_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_shuffle_int
#undef reduce_shuffle_float

template <typename T>
__global__ void wrong(T *partial, const T *in, int n)
{
    T sum = warp_sum(thread_sum(in, n));
    if (threadIdx.x % WARP_SIZE == 0)
        atomicAdd(&partial[blockIdx.x], sum);
}

template <typename T>
void launch_wrong(T *partial, int blocks, const T *in, int n)
{
    CUDA_CHECK(cudaMemset(partial, 0, blocks * sizeof(T)));
    wrong<<<blocks, BLOCK>>>(partial, in, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void reduce_shuffle_int(int *partial, int blocks, const int *in, int n)
{
    launch_wrong(partial, blocks, in, n);
}

extern "C" void reduce_shuffle_float(float *partial, int blocks, const float *in, int n)
{
    launch_wrong(partial, blocks, in, n);
}

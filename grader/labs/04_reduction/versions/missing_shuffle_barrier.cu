// EXPECT reduction.shuffle.safe: Race reported between
//
// Warp 0 reads the warps' sums without waiting for them.
#define reduce_shuffle_int sound_shuffle_int
#define reduce_shuffle_float sound_shuffle_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_shuffle_int
#undef reduce_shuffle_float

template <typename T>
__global__ void wrong(T *partial, const T *in, int n)
{
    __shared__ T warp_sums[BLOCK / WARP_SIZE];
    int lane = threadIdx.x % WARP_SIZE;
    T sum = warp_sum(thread_sum(in, n));
    if (lane == 0)
        warp_sums[threadIdx.x / WARP_SIZE] = sum;
    if (threadIdx.x < WARP_SIZE) {
        sum = warp_sum(lane < BLOCK / WARP_SIZE ? warp_sums[lane] : T(0));
        if (lane == 0)
            partial[blockIdx.x] = sum;
    }
}

template <typename T>
void launch_wrong(T *partial, int blocks, const T *in, int n)
{
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

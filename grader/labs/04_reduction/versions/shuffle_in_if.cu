// EXPECT reduction.shuffle.int: waits for other lanes of its warp at shuffle_in_if.cu:18
//
// Only the lanes that get a sum call the shuffle, with the mask of the whole warp.
#define reduce_shuffle_int sound_shuffle_int
#define reduce_shuffle_float sound_shuffle_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_shuffle_int
#undef reduce_shuffle_float

template <typename T>
__global__ void other(T *partial, const T *in, int n)
{
    __shared__ T warp_sums[BLOCK / WARP_SIZE];
    int lane = threadIdx.x % WARP_SIZE;
    T sum = thread_sum(in, n);
    for (int half = WARP_SIZE / 2; half > 0; half /= 2)
        if (lane < half)
            sum += __shfl_down_sync(0xffffffff, sum, half);  // WRONG
    if (lane == 0)
        warp_sums[threadIdx.x / WARP_SIZE] = sum;
    __syncthreads();
    if (threadIdx.x < WARP_SIZE)
        sum = warp_sum(lane < BLOCK / WARP_SIZE ? warp_sums[lane] : T(0));
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

template <typename T>
void launch_other(T *partial, int blocks, const T *in, int n)
{
    other<<<blocks, BLOCK>>>(partial, in, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void reduce_shuffle_int(int *partial, int blocks, const int *in, int n)
{
    launch_other(partial, blocks, in, n);
}

extern "C" void reduce_shuffle_float(float *partial, int blocks, const float *in, int n)
{
    launch_other(partial, blocks, in, n);
}

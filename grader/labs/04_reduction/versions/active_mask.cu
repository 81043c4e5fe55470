// EXPECT reduction.shuffle.int: reads a lane that takes no part
//
// The mask is that of the lanes that happen to arrive together.
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
    int warp = threadIdx.x / WARP_SIZE;
    T value = thread_sum(in, n);
    for (int half = WARP_SIZE / 2; half > 0; half /= 2)
        value += __shfl_down_sync(__activemask(), value, half); // WRONG
    if (lane == 0)
        warp_sums[warp] = value;
    __syncthreads();
    if (warp == 0)
        value = warp_sum(lane < BLOCK / WARP_SIZE ? warp_sums[lane] : T(0));
    if (threadIdx.x == 0)
        partial[blockIdx.x] = value;
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

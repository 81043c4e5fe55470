// EXPECT reduction.shuffle.safe: do not execute this operation
//
// Only the eight lanes that have a sum call the shuffles, with the mask of the whole warp.
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
    value = warp_sum(value);
    if (lane == 0)
        warp_sums[warp] = value;
    __syncthreads();
    if (threadIdx.x < BLOCK / WARP_SIZE) {
        value = warp_sums[lane];
        for (int half = BLOCK / WARP_SIZE / 2; half > 0; half /= 2)
            value += __shfl_down_sync(0xffffffff, value, half); // WRONG
    }
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

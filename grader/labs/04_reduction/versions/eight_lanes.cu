// EXPECT full marks
//
// Eight lanes add the sums of the warps. The upper four also read lanes that take no part; nobody
// uses what they get.
#define reduce_shuffle_int sound_shuffle_int
#define reduce_shuffle_float sound_shuffle_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_shuffle_int
#undef reduce_shuffle_float

template <typename T>
__global__ void other(T *partial, const T *in, int n)
{
    enum { WARPS = BLOCK / WARP_SIZE };
    __shared__ T warp_sums[WARPS];
    int lane = threadIdx.x % WARP_SIZE;
    T sum = warp_sum(thread_sum(in, n));
    if (lane == 0)
        warp_sums[threadIdx.x / WARP_SIZE] = sum;
    __syncthreads();
    if (threadIdx.x < WARPS) {
        sum = warp_sums[threadIdx.x];
        for (int half = WARPS / 2; half > 0; half /= 2)
            sum += __shfl_down_sync((1u << WARPS) - 1, sum, half);
        if (threadIdx.x == 0)
            partial[blockIdx.x] = sum;
    }
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

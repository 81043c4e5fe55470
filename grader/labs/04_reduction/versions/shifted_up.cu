// EXPECT reduction.shuffle.int: got
//
// Values move up, so the sum is in the last lane, but lane 0 stores it.
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
    for (int d = 1; d < WARP_SIZE; d *= 2) {
        T below = __shfl_up_sync(0xffffffff, value, d);
        if (lane >= d)
            value += below;
    }
    if (lane == 0)
        warp_sums[warp] = value;
    __syncthreads();
    if (warp == 0)
        value = warp_sum(lane < BLOCK / WARP_SIZE ? warp_sums[lane] : T(0));
    if (threadIdx.x == 0)
        partial[blockIdx.x] = value; // WRONG
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

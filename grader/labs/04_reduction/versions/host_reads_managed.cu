// EXPECT reduction.shuffle.int: back from the device before the result was complete
//
// A kernel copies the array to managed memory, where the host adds it up; no copy is called.
#define reduce_shuffle_int sound_shuffle_int
#define reduce_shuffle_float sound_shuffle_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_shuffle_int
#undef reduce_shuffle_float

template <typename T>
__global__ void publishes(T *visible, const T *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        visible[i] = in[i];
}

template <typename T>
__global__ void stores_one(T *partial, int b, T sum)
{
    partial[b] = sum;
}

template <typename T>
void launch_managed(T *partial, int blocks, const T *in, int n)
{
    T *visible;
    CUDA_CHECK(cudaMallocManaged(&visible, n * sizeof(T) + 4));
    if (n > 0)
        publishes<<<ceil_div(n, 256), 256>>>(visible, in, n);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int b = 0; b < blocks; b++) {
        T sum = 0;
        for (long long tile = b; tile * REDUCE_TILE < n; tile += blocks)
            for (long long i = tile * REDUCE_TILE; i < n && i < (tile + 1) * REDUCE_TILE; i++)
                sum += visible[i];
        stores_one<<<1, 1>>>(partial, b, sum);
    }
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFree(visible));
}

extern "C" void reduce_shuffle_int(int *partial, int blocks, const int *in, int n)
{
    launch_managed(partial, blocks, in, n);
}

extern "C" void reduce_shuffle_float(float *partial, int blocks, const float *in, int n)
{
    launch_managed(partial, blocks, in, n);
}

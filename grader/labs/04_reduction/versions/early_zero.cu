// EXPECT full marks
//
// Blocks without a tile write their 0 and return at once; int sums of a warp come from one
// instruction; a block of two dimensions.
#define reduce_strided_int sound_strided_int
#define reduce_strided_float sound_strided_float
#define reduce_shuffle_int sound_shuffle_int
#define reduce_shuffle_float sound_shuffle_float
#define reduce_neighbored_int sound_neighbored_int
#define reduce_neighbored_float sound_neighbored_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_strided_int
#undef reduce_strided_float
#undef reduce_shuffle_int
#undef reduce_shuffle_float
#undef reduce_neighbored_int
#undef reduce_neighbored_float

__device__ inline int whole_warp(int value)
{
    return __reduce_add_sync(0xffffffff, value);
}

__device__ inline float whole_warp(float value)
{
    return warp_sum(value);
}

template <typename T>
__global__ void strided_early(T *partial, const T *in, int n)
{
    __shared__ T s[BLOCK];
    int t = threadIdx.x;
    if ((long long)blockIdx.x * TILE >= n) {
        if (t == 0)
            partial[blockIdx.x] = 0;
        return;
    }
    s[t] = thread_sum(in, n);
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t >= half)
            continue;
        s[t] += s[t + half];
    }
    if (t == 0)
        partial[blockIdx.x] = s[0];
}

template <typename T>
__global__ void shuffle_early(T *partial, const T *in, int n)
{
    __shared__ T sums[BLOCK / WARP_SIZE];
    if (blockIdx.x >= (n + TILE - 1) / TILE) {
        if (threadIdx.x == 0)
            partial[blockIdx.x] = 0;
        return;
    }
    T value = whole_warp(thread_sum(in, n));
    if (threadIdx.x % WARP_SIZE == 0)
        sums[threadIdx.x / WARP_SIZE] = value;
    __syncthreads();
    if (threadIdx.x >= WARP_SIZE)
        return;
    value = whole_warp(threadIdx.x < BLOCK / WARP_SIZE ? sums[threadIdx.x] : T(0));
    if (threadIdx.x == 0)
        partial[blockIdx.x] = value;
}

template <typename T>
__global__ void neighbored_2d(T *partial, const T *in, int n)
{
    __shared__ T s[BLOCK / WARP_SIZE][WARP_SIZE];
    T *all = &s[0][0];
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    int i = blockIdx.x * blockDim.x * blockDim.y + t;
    s[threadIdx.y][threadIdx.x] = i < n ? in[i] : T(0);
    __syncthreads();
    for (int stride = 1; stride < BLOCK; stride <<= 1) {
        if (!(t & (2 * stride - 1)))
            all[t] = all[t] + all[t + stride];
        __syncthreads();
    }
    if (t == 0)
        partial[blockIdx.x] = all[0];
}

template <typename T>
void launch_strided_here(T *partial, int blocks, const T *in, int n)
{
    strided_early<<<blocks, BLOCK>>>(partial, in, n);
    CUDA_CHECK(cudaPeekAtLastError());
}

template <typename T>
void launch_shuffle_here(T *partial, int blocks, const T *in, int n)
{
    shuffle_early<<<blocks, BLOCK>>>(partial, in, n);
    CUDA_CHECK(cudaDeviceSynchronize());
}

template <typename T>
void launch_neighbored_here(T *partial, const T *in, int n)
{
    if (n > 0)
        neighbored_2d<<<(n + 255) / 256, dim3(32, 8)>>>(partial, in, n);
}

extern "C" void reduce_strided_int(int *partial, int blocks, const int *in, int n)
{
    launch_strided_here(partial, blocks, in, n);
}

extern "C" void reduce_strided_float(float *partial, int blocks, const float *in, int n)
{
    launch_strided_here(partial, blocks, in, n);
}

extern "C" void reduce_shuffle_int(int *partial, int blocks, const int *in, int n)
{
    launch_shuffle_here(partial, blocks, in, n);
}

extern "C" void reduce_shuffle_float(float *partial, int blocks, const float *in, int n)
{
    launch_shuffle_here(partial, blocks, in, n);
}

extern "C" void reduce_neighbored_int(int *partial, const int *in, int n)
{
    launch_neighbored_here(partial, in, n);
}

extern "C" void reduce_neighbored_float(float *partial, const float *in, int n)
{
    launch_neighbored_here(partial, in, n);
}

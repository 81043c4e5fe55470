// EXPECT full marks
//
// The steps are written out one by one, as a template over the size of the block: the style of
// Harris, with barriers inside the last warp, too.
#define reduce_consecutive_int sound_consecutive_int
#define reduce_consecutive_float sound_consecutive_float
#define reduce_halves_int sound_halves_int
#define reduce_halves_float sound_halves_float
#define reduce_strided_int sound_strided_int
#define reduce_strided_float sound_strided_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_consecutive_int
#undef reduce_consecutive_float
#undef reduce_halves_int
#undef reduce_halves_float
#undef reduce_strided_int
#undef reduce_strided_float

template <unsigned int SIZE, typename T>
__device__ void tree(volatile T *s, unsigned int t)
{
    if (SIZE >= 256) {
        if (t < 128)
            s[t] += s[t + 128];
        __syncthreads();
    }
    if (SIZE >= 128) {
        if (t < 64)
            s[t] += s[t + 64];
        __syncthreads();
    }
    if (t < 32) {
        T value = s[t] + s[t + 32];
        value += __shfl_down_sync(0xffffffff, value, 16);
        value += __shfl_down_sync(0xffffffff, value, 8);
        value += __shfl_down_sync(0xffffffff, value, 4);
        value += __shfl_down_sync(0xffffffff, value, 2);
        value += __shfl_down_sync(0xffffffff, value, 1);
        if (t == 0)
            s[0] = value;
    }
}

template <unsigned int SIZE, typename T>
__global__ void halves_unrolled(T *partial, const T *in, int n)
{
    __shared__ T s[SIZE];
    unsigned int t = threadIdx.x, i = blockIdx.x * SIZE + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    tree<SIZE>(s, t);
    if (t == 0)
        partial[blockIdx.x] = s[0];
}

template <unsigned int SIZE, typename T>
__global__ void strided_unrolled(T *partial, const T *in, int n)
{
    __shared__ T s[SIZE];
    unsigned int t = threadIdx.x;
    s[t] = thread_sum(in, n);
    __syncthreads();
    tree<SIZE>(s, t);
    if (t == 0)
        partial[blockIdx.x] = s[0];
}

template <typename T>
__global__ void consecutive_unrolled(T *partial, const T *in, int n)
{
    __shared__ T s[BLOCK];
    const unsigned int t = threadIdx.x;
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[t] = (i < n) ? in[i] : 0;
    __syncthreads();
#pragma unroll
    for (unsigned int stride = 1; stride < BLOCK; stride *= 2) {
        const unsigned int index = 2 * stride * t;
        if (index + stride < BLOCK)
            s[index] += s[index + stride];
        __syncthreads();
    }
    if (t == 0)
        partial[blockIdx.x] = s[0];
}

template <typename T>
void launch_consecutive_here(T *partial, const T *in, int n)
{
    if (n > 0)
        consecutive_unrolled<<<ceil_div(n, BLOCK), BLOCK>>>(partial, in, n);
}

template <typename T>
void launch_halves_here(T *partial, const T *in, int n)
{
    if (n > 0)
        halves_unrolled<BLOCK><<<ceil_div(n, BLOCK), BLOCK>>>(partial, in, n);
}

template <typename T>
void launch_strided_here(T *partial, int blocks, const T *in, int n)
{
    strided_unrolled<BLOCK><<<blocks, BLOCK>>>(partial, in, n);
}

extern "C" void reduce_consecutive_int(int *partial, const int *in, int n)
{
    launch_consecutive_here(partial, in, n);
}

extern "C" void reduce_consecutive_float(float *partial, const float *in, int n)
{
    launch_consecutive_here(partial, in, n);
}

extern "C" void reduce_halves_int(int *partial, const int *in, int n)
{
    launch_halves_here(partial, in, n);
}

extern "C" void reduce_halves_float(float *partial, const float *in, int n)
{
    launch_halves_here(partial, in, n);
}

extern "C" void reduce_strided_int(int *partial, int blocks, const int *in, int n)
{
    launch_strided_here(partial, blocks, in, n);
}

extern "C" void reduce_strided_float(float *partial, int blocks, const float *in, int n)
{
    launch_strided_here(partial, blocks, in, n);
}

// EXPECT full marks
//
// All of the shared memory is set to zero first, and then filled: a classic style.
#define reduce_neighbored_int sound_neighbored_int
#define reduce_neighbored_float sound_neighbored_float
#define reduce_consecutive_int sound_consecutive_int
#define reduce_consecutive_float sound_consecutive_float
#define reduce_halves_int sound_halves_int
#define reduce_halves_float sound_halves_float
#define reduce_strided_int sound_strided_int
#define reduce_strided_float sound_strided_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_neighbored_int
#undef reduce_neighbored_float
#undef reduce_consecutive_int
#undef reduce_consecutive_float
#undef reduce_halves_int
#undef reduce_halves_float
#undef reduce_strided_int
#undef reduce_strided_float

template <typename T>
__global__ void zero_neighbored(T *partial, const T *in, int n)
{
    __shared__ T s[BLOCK];
    unsigned int t = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + t;
    s[t] = 0;
    if (i < n)
        s[t] = in[i];
    __syncthreads();
    for (int stride = 1; stride < BLOCK; stride *= 2) {
        if (t % (2 * stride) == 0)
            s[t] += s[t + stride];
        __syncthreads();
    }
    if (t == 0)
        partial[blockIdx.x] = s[0];
}

template <typename T>
void launch_neighbored_here(T *partial, const T *in, int n)
{
    int blocks = ceil_div(n, BLOCK);
    if (blocks > 0)
        zero_neighbored<<<blocks, BLOCK>>>(partial, in, n);
    CUDA_CHECK(cudaGetLastError());
}

template <typename T>
__global__ void zero_consecutive(T *partial, const T *in, int n)
{
    __shared__ T s[BLOCK];
    unsigned int t = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + t;
    s[t] = 0;
    if (i < n)
        s[t] = in[i];
    __syncthreads();
    for (int stride = 1; stride < BLOCK; stride *= 2) {
        int left = 2 * stride * t;
        if (left < BLOCK)
            s[left] += s[left + stride];
        __syncthreads();
    }
    if (t == 0)
        partial[blockIdx.x] = s[0];
}

template <typename T>
void launch_consecutive_here(T *partial, const T *in, int n)
{
    int blocks = ceil_div(n, BLOCK);
    if (blocks > 0)
        zero_consecutive<<<blocks, BLOCK>>>(partial, in, n);
    CUDA_CHECK(cudaGetLastError());
}

template <typename T>
__global__ void zero_halves(T *partial, const T *in, int n)
{
    __shared__ T s[BLOCK];
    unsigned int t = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + t;
    s[t] = 0;
    if (i < n)
        s[t] = in[i];
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0)
        partial[blockIdx.x] = s[0];
}

template <typename T>
void launch_halves_here(T *partial, const T *in, int n)
{
    int blocks = ceil_div(n, BLOCK);
    if (blocks > 0)
        zero_halves<<<blocks, BLOCK>>>(partial, in, n);
    CUDA_CHECK(cudaGetLastError());
}

template <typename T>
__global__ void zero_strided(T *partial, const T *in, int n)
{
    __shared__ T s[BLOCK];
    int t = threadIdx.x;
    T mine = 0;
    s[t] = 0;
    for (int tile = blockIdx.x * TILE; tile < n; tile += gridDim.x * TILE)
        for (int k = t; k < TILE && tile + k < n; k += BLOCK)
            mine += in[tile + k];
    if (mine != 0)
        s[t] = mine;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0)
        partial[blockIdx.x] = s[0];
}

template <typename T>
void launch_strided_here(T *partial, int blocks, const T *in, int n)
{
    zero_strided<<<blocks, BLOCK>>>(partial, in, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void reduce_neighbored_int(int *partial, const int *in, int n)
{
    launch_neighbored_here(partial, in, n);
}

extern "C" void reduce_neighbored_float(float *partial, const float *in, int n)
{
    launch_neighbored_here(partial, in, n);
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

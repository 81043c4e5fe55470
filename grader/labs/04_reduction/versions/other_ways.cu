// EXPECT full marks
//
// Not wrong: the six parts, written in other ways than the solution, as in a book or an older
// text. None of them may lose a point.
#define reduce_neighbored_int sound_neighbored_int
#define reduce_neighbored_float sound_neighbored_float
#define reduce_consecutive_int sound_consecutive_int
#define reduce_consecutive_float sound_consecutive_float
#define reduce_halves_int sound_halves_int
#define reduce_halves_float sound_halves_float
#define reduce_strided_int sound_strided_int
#define reduce_strided_float sound_strided_float
#define reduce_shuffle_int sound_shuffle_int
#define reduce_shuffle_float sound_shuffle_float
#define reduce_single_int sound_single_int
#define reduce_single_float sound_single_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_neighbored_int
#undef reduce_neighbored_float
#undef reduce_consecutive_int
#undef reduce_consecutive_float
#undef reduce_halves_int
#undef reduce_halves_float
#undef reduce_strided_int
#undef reduce_strided_float
#undef reduce_shuffle_int
#undef reduce_shuffle_float
#undef reduce_single_int
#undef reduce_single_float

// Part 1: block size known at run time only, dynamic shared memory, a mask
// instead of a remainder, and the barrier in front of the step.
template <typename T>
__global__ void neighbored_dynamic(T *partial, const T *in, int n)
{
    extern __shared__ char memory[];
    T *s = (T *)memory;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = 0;
    if (i < n)
        s[threadIdx.x] = in[i];
    for (unsigned int stride = 1; stride < blockDim.x; stride <<= 1) {
        __syncthreads();
        if ((threadIdx.x & (2 * stride - 1)) == 0 && threadIdx.x + stride < blockDim.x)
            s[threadIdx.x] += s[threadIdx.x + stride];
    }
    if (threadIdx.x == 0)
        partial[blockIdx.x] = s[0];
}

// Part 2: the loop counts the pairs that are left.
template <typename T>
__global__ void consecutive_counting(T *partial, const T *in, int n)
{
    __shared__ T s[BLOCK];
    const int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    s[t] = i >= n ? 0 : in[i];
    int stride = 1;
    for (int pairs = BLOCK / 2; pairs > 0; pairs >>= 1) {
        __syncthreads();
        if (t < pairs) {
            T *left = s + 2 * stride * t;
            left[0] = left[0] + left[stride];
        }
        stride *= 2;
    }
    if (t == 0)
        partial[blockIdx.x] = *s;
}

// Part 3: the last warp goes on alone, with __syncwarp() between load and store.
template <typename T>
__global__ void halves_last_warp(T *partial, const T *in, int n)
{
    __shared__ T s[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    s[t] = i < n ? in[i] : T(0);
    __syncthreads();
    for (int half = BLOCK / 2; half > WARP_SIZE; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t < WARP_SIZE) {
        T value = s[t] + s[t + WARP_SIZE];
        for (int half = WARP_SIZE / 2; half > 0; half /= 2) {
            __syncwarp();
            s[t] = value;
            __syncwarp();
            if (t < half)
                value += s[t + half];
        }
        if (t == 0)
            partial[blockIdx.x] = value;
    }
}

// Part 4: one element at a time, tile by tile.
template <typename T>
__global__ void strided_simple(T *partial, const T *in, int n)
{
    __shared__ T s[BLOCK];
    int t = threadIdx.x;
    T sum = 0;
    for (long long tile = blockIdx.x; tile * TILE < n; tile += gridDim.x)
        for (int k = 0; k < TILE; k += BLOCK)
            if (tile * TILE + k + t < n)
                sum += in[tile * TILE + k + t];
    s[t] = sum;
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            s[t] += s[t + half];
    }
    if (t == 0)
        partial[blockIdx.x] = s[0];
}

// Part 5: every lane gets the sum (xor), and thread 0 adds the warps' sums itself.
template <typename T>
__global__ void shuffle_xor(T *partial, const T *in, int n)
{
    __shared__ T sums[BLOCK / WARP_SIZE];
    T value = thread_sum(in, n);
#pragma unroll
    for (int mask = 1; mask < WARP_SIZE; mask *= 2)
        value += __shfl_xor_sync(~0u, value, mask);
    if (threadIdx.x % WARP_SIZE == 0)
        sums[threadIdx.x / WARP_SIZE] = value;
    __syncthreads();
    if (threadIdx.x == 0) {
        T sum = 0;
        for (int w = 0; w < BLOCK / WARP_SIZE; w++)
            sum += sums[w];
        partial[blockIdx.x] = sum;
    }
}

// Part 6: the older text: volatile sums, one fence, the counter reset by hand.
template <typename T>
__device__ volatile T old_sums[256];
__device__ unsigned int old_count;

template <typename T>
__global__ void single_volatile(T *out, const T *in, int n)
{
    __shared__ bool is_last;
    T sum = block_sum(thread_sum(in, n));
    if (threadIdx.x == 0) {
        old_sums<T>[blockIdx.x] = sum;
        __threadfence();
        is_last = atomicAdd(&old_count, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last)
        return;
    sum = block_sum(threadIdx.x < gridDim.x ? (T)old_sums<T>[threadIdx.x] : T(0));
    if (threadIdx.x == 0) {
        *out = sum;
        old_count = 0;
    }
}

#define OTHER_ENTRY_POINTS(T)                                                         \
    extern "C" void reduce_neighbored_##T(T *partial, const T *in, int n)             \
    {                                                                                 \
        if (n)                                                                        \
            neighbored_dynamic<<<(n + 255) / 256, 256, 256 * sizeof(T)>>>(partial, in, n); \
    }                                                                                 \
    extern "C" void reduce_consecutive_##T(T *partial, const T *in, int n)            \
    {                                                                                 \
        if (n > 0)                                                                    \
            consecutive_counting<<<(n - 1) / BLOCK + 1, BLOCK>>>(partial, in, n);     \
    }                                                                                 \
    extern "C" void reduce_halves_##T(T *partial, const T *in, int n)                 \
    {                                                                                 \
        if (n > 0)                                                                    \
            halves_last_warp<<<(n - 1) / BLOCK + 1, BLOCK>>>(partial, in, n);         \
    }                                                                                 \
    extern "C" void reduce_strided_##T(T *partial, int blocks, const T *in, int n)    \
    {                                                                                 \
        strided_simple<<<blocks, BLOCK>>>(partial, in, n);                            \
    }                                                                                 \
    extern "C" void reduce_shuffle_##T(T *partial, int blocks, const T *in, int n)    \
    {                                                                                 \
        shuffle_xor<<<blocks, BLOCK>>>(partial, in, n);                               \
    }                                                                                 \
    extern "C" void reduce_single_##T(T *out, const T *in, int n)                     \
    {                                                                                 \
        single_volatile<<<n < 256 * TILE ? n / TILE + 1 : 256, BLOCK>>>(out, in, n);  \
        CUDA_CHECK(cudaDeviceSynchronize());                                          \
    }

OTHER_ENTRY_POINTS(int)
OTHER_ENTRY_POINTS(float)

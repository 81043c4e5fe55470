// EXPECT reduction.consecutive.safe: Race reported between
//
// The pairs begin one stride apart, so neighbouring pairs share an element.
#define reduce_consecutive_int sound_consecutive_int
#define reduce_consecutive_float sound_consecutive_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_consecutive_int
#undef reduce_consecutive_float

template <typename T>
__global__ void wrong(T *partial, const T *in, int n)
{
    __shared__ T s[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    s[t] = i < n ? in[i] : T(0);
    __syncthreads();
    for (int stride = 1; stride < BLOCK; stride *= 2) {
        int left = stride * t;
        if (left + stride < BLOCK)
            s[left] += s[left + stride]; // WRONG
        __syncthreads();
    }
    if (t == 0)
        partial[blockIdx.x] = s[0];
}

template <typename T>
void launch_wrong(T *partial, const T *in, int n)
{
    int blocks = ceil_div(n, BLOCK);
    if (blocks > 0)
        wrong<<<blocks, BLOCK>>>(partial, in, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void reduce_consecutive_int(int *partial, const int *in, int n)
{
    launch_wrong(partial, in, n);
}

extern "C" void reduce_consecutive_float(float *partial, const float *in, int n)
{
    launch_wrong(partial, in, n);
}

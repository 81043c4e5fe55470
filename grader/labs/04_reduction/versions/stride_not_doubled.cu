// EXPECT reduction.neighbored.safe: Race reported between
//
// The step tests for multiples of the stride: one thread adds what another thread still changes.
#define reduce_neighbored_int sound_neighbored_int
#define reduce_neighbored_float sound_neighbored_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_neighbored_int
#undef reduce_neighbored_float

template <typename T>
__global__ void wrong(T *partial, const T *in, int n)
{
    __shared__ T s[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    s[t] = i < n ? in[i] : T(0);
    __syncthreads();
    for (int stride = 1; stride < BLOCK; stride *= 2) {
        if (t % stride == 0 && t + stride < BLOCK)
            s[t] += s[t + stride]; // WRONG
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

extern "C" void reduce_neighbored_int(int *partial, const int *in, int n)
{
    launch_wrong(partial, in, n);
}

extern "C" void reduce_neighbored_float(float *partial, const float *in, int n)
{
    launch_wrong(partial, in, n);
}

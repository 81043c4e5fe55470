// EXPECT reduction.halves.safe: Invalid __shared__ read
//
// The first step adds the element one whole block away.
#define reduce_halves_int sound_halves_int
#define reduce_halves_float sound_halves_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_halves_int
#undef reduce_halves_float

template <typename T>
__global__ void wrong(T *partial, const T *in, int n)
{
    __shared__ T s[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    s[t] = i < n ? in[i] : T(0);
    __syncthreads();
    for (int half = BLOCK; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half]; // WRONG
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

extern "C" void reduce_halves_int(int *partial, const int *in, int n)
{
    launch_wrong(partial, in, n);
}

extern "C" void reduce_halves_float(float *partial, const float *in, int n)
{
    launch_wrong(partial, in, n);
}

// EXPECT reduction.strided.tree: barriers per warp
//
// A whole tree for every tile, instead of one at the end.
#define reduce_strided_int sound_strided_int
#define reduce_strided_float sound_strided_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_strided_int
#undef reduce_strided_float

template <typename T>
__global__ void wrong(T *partial, const T *in, int n)
{
    __shared__ T s[BLOCK];
    int t = threadIdx.x;
    T sum = 0;
    for (int tile = blockIdx.x * TILE; tile < n; tile += gridDim.x * TILE) {
        s[t] = 0;
        for (int i = tile + t; i < tile + TILE && i < n; i += BLOCK)
            s[t] += in[i];
        __syncthreads();
        for (int half = BLOCK / 2; half > 0; half /= 2) {
            if (t < half)
                s[t] += s[t + half];
            __syncthreads();
        }
        if (t == 0)
            sum += s[0];
        __syncthreads();
    }
    if (t == 0)
        partial[blockIdx.x] = sum;
}

template <typename T>
void launch_wrong(T *partial, int blocks, const T *in, int n)
{
    wrong<<<blocks, BLOCK>>>(partial, in, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void reduce_strided_int(int *partial, int blocks, const int *in, int n)
{
    launch_wrong(partial, blocks, in, n);
}

extern "C" void reduce_strided_float(float *partial, int blocks, const float *in, int n)
{
    launch_wrong(partial, blocks, in, n);
}

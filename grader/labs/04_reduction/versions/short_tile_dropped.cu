// EXPECT reduction.strided.int: got
//
// Four loads or none: where the array ends inside a tile, most threads load nothing.
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
    for (int i = blockIdx.x * TILE + t; i + 3 * BLOCK < n; i += gridDim.x * TILE)
        sum += in[i] + in[i + BLOCK] + in[i + 2 * BLOCK] + in[i + 3 * BLOCK];
    s[t] = sum;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0)
        partial[blockIdx.x] = s[0]; // WRONG
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

// EXPECT reduction.single.float: not the same bits in every run
//
// One atomic per block, but it adds: the blocks come in any order, and floats added in another
// order are rounded differently.
#define reduce_single_int sound_single_int
#define reduce_single_float sound_single_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_single_int
#undef reduce_single_float

template <typename T>
__global__ void wrong(T *out, const T *in, int n)
{
    T sum = block_sum(thread_sum(in, n));
    if (threadIdx.x == 0)
        atomicAdd(out, sum);
}

template <typename T>
void launch_wrong(T *out, const T *in, int n)
{
    CUDA_CHECK(cudaMemset(out, 0, sizeof *out));
    wrong<<<ceil_div(n, TILE) + 1, BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void reduce_single_int(int *out, const int *in, int n)
{
    launch_wrong(out, in, n);
}

extern "C" void reduce_single_float(float *out, const float *in, int n)
{
    launch_wrong(out, in, n);
}

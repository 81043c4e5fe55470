// EXPECT dynamic_parallelism.each.safe: Invalid __global__ read
//
// The bound of the last piece is one too large.
#define reduce_nested_each sound_reduce_nested_each
#include "../solutions/08_dynamic_parallelism/dynamic_parallelism.cu"
#undef reduce_nested_each

__global__ void wrong(int *sum, int *data, int n)
{
    int size = blockDim.x, half = size / 2, t = threadIdx.x;
    int *piece = data + blockIdx.x * size;
    int count = min(size, n - (int)blockIdx.x * size);
    if (t < half && t + half <= count)
        piece[t] += piece[t + half];
    __syncthreads();
    if (t == 0 && half > 1)
        wrong<<<1, half>>>(sum + blockIdx.x, piece, min(count, half));
    else if (t == 0)
        sum[blockIdx.x] = piece[0];
}

static void launch_wrong(int *sum, int *data, int n, int blocks, int size)
{
    room_for_launches((size_t)blocks * 16);
    wrong<<<blocks, size>>>(sum, data, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void reduce_nested_each(int *sum, const int *in, int n, int size)
{
    reduce_copy(launch_wrong, sum, in, n, size);
}

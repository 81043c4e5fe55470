// EXPECT dynamic_parallelism.grid.sums: where the first level has cut
//
// Pieces are as long as blocks: right at the first level, and wrong below it.
#define reduce_nested_grid sound_reduce_nested_grid
#include "../solutions/08_dynamic_parallelism/dynamic_parallelism.cu"
#undef reduce_nested_grid

__global__ void wrong(int *sum, int *data, int n, int size)
{
    int half = blockDim.x, t = threadIdx.x;
    int *piece = data + blockIdx.x * 2 * half;
    int count = min(size, n - (int)blockIdx.x * 2 * half);
    if (t + half < count)
        piece[t] += piece[t + half];
    if (half == 1)
        sum[blockIdx.x] = piece[0];
    else if (t == 0 && blockIdx.x == 0)
        wrong<<<gridDim.x, half / 2, 0, cudaStreamTailLaunch>>>(sum, data, n, size);
}

static void launch_wrong(int *sum, int *data, int n, int blocks, int size)
{
    room_for_launches((size_t)blocks * 16);
    wrong<<<blocks, size / 2>>>(sum, data, n, size);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void reduce_nested_grid(int *sum, const int *in, int n, int size)
{
    reduce_copy(launch_wrong, sum, in, n, size);
}

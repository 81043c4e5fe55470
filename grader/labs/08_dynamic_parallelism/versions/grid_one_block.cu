// EXPECT dynamic_parallelism.grid.sums: only the first sum is ever written
//
// The child grid has one block instead of one per piece.
#define nested_grid sound_nested_grid
#define launch_nested_grid sound_launch_nested_grid
#define reduce_nested_grid sound_reduce_nested_grid
#include "../solutions/08_dynamic_parallelism/dynamic_parallelism.cu"
#undef nested_grid
#undef launch_nested_grid
#undef reduce_nested_grid

__global__ void nested_grid(int *sum, int *data, int n, int size)
{
    int half = blockDim.x, t = threadIdx.x;
    int *piece = data + blockIdx.x * size; // the pieces of the first level
    int count = min(size, n - (int)blockIdx.x * size);
    if (t + half < count)
        piece[t] += piece[t + half];
    if (half == 1)
        sum[blockIdx.x] = piece[0];
    else if (t == 0 && blockIdx.x == 0)
        nested_grid<<<1, half / 2, 0, cudaStreamTailLaunch>>>(sum, data, n, size);
}

void launch_nested_grid(int *sum, int *data, int n, int blocks, int size)
{
    nested_grid<<<blocks, size / 2>>>(sum, data, n, size);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void reduce_nested_grid(int *sum, const int *in, int n, int size)
{
    reduce_copy(launch_nested_grid, sum, in, n, size);
}

// EXPECT dynamic_parallelism.each.sums: Race reported between
//
// Every block works on the first piece.
#define nested_each sound_nested_each
#define launch_nested_each sound_launch_nested_each
#define reduce_nested_each sound_reduce_nested_each
#include "../solutions/08_dynamic_parallelism/dynamic_parallelism.cu"
#undef nested_each
#undef launch_nested_each
#undef reduce_nested_each

__global__ void nested_each(int *sum, int *data, int n)
{
    int size = blockDim.x, half = size / 2, t = threadIdx.x;
    int *piece = data;
    int count = min(size, n - (int)blockIdx.x * size); // the array may end in this piece
    if (t < half && t + half < count)
        piece[t] += piece[t + half];
    __syncthreads(); // all halves are added before thread 0 launches
    if (t == 0 && half > 1)
        nested_each<<<1, half>>>(sum + blockIdx.x, piece, min(count, half));
    else if (t == 0)
        sum[blockIdx.x] = piece[0];
}

void launch_nested_each(int *sum, int *data, int n, int blocks, int size)
{
    room_for_launches((size_t)blocks * 16); // a block has fewer than 16 levels below it
    nested_each<<<blocks, size>>>(sum, data, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void reduce_nested_each(int *sum, const int *in, int n, int size)
{
    reduce_copy(launch_nested_each, sum, in, n, size);
}

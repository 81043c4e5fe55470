// EXPECT dynamic_parallelism.tail.safe: Race reported between
//
// Fire and forget, where a tail launch is needed.
#define nested_tail sound_nested_tail
#define launch_nested_tail sound_launch_nested_tail
#define reduce_nested_tail sound_reduce_nested_tail
#include "../solutions/08_dynamic_parallelism/dynamic_parallelism.cu"
#undef nested_tail
#undef launch_nested_tail
#undef reduce_nested_tail

__global__ void nested_tail(int *sum, int *data, int n)
{
    int size = blockDim.x, half = size / 2, t = threadIdx.x;
    int *piece = data + blockIdx.x * size;
    int count = min(size, n - (int)blockIdx.x * size);
    if (t < half && t + half < count)
        piece[t] += piece[t + half];
    if (t == 0 && half > 1)
        nested_tail<<<1, half, 0, cudaStreamFireAndForget>>>(sum + blockIdx.x, piece,
                                                             min(count, half));
    else if (t == 0)
        sum[blockIdx.x] = piece[0]; // the same thread has added it up
}

void launch_nested_tail(int *sum, int *data, int n, int blocks, int size)
{
    room_for_launches((size_t)blocks * 2); // for each block one launch, and the one after it
    nested_tail<<<blocks, size>>>(sum, data, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void reduce_nested_tail(int *sum, const int *in, int n, int size)
{
    reduce_copy(launch_nested_tail, sum, in, n, size);
}

// EXPECT dynamic_parallelism.tail.sums: limit of pending launches
//
// One tail launch per block, and no room for more than 2048 of them.
#define reduce_nested_tail sound_reduce_nested_tail
#include "../solutions/08_dynamic_parallelism/dynamic_parallelism.cu"
#undef reduce_nested_tail

static void launch_wrong(int *sum, int *data, int n, int blocks, int size)
{
    nested_tail<<<blocks, size>>>(sum, data, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void reduce_nested_tail(int *sum, const int *in, int n, int size)
{
    reduce_copy(launch_wrong, sum, in, n, size);
}

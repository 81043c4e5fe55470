// EXPECT dynamic_parallelism.tail.launches: child grids, at least
//
// One kernel halves in a loop, without any child.
#define launch_nested_tail sound_launch_nested_tail
#define reduce_nested_tail sound_reduce_nested_tail
#include "../solutions/08_dynamic_parallelism/dynamic_parallelism.cu"
#undef launch_nested_tail
#undef reduce_nested_tail

void launch_nested_tail(int *sum, int *data, int n, int blocks, int size)
{
    room_for_launches((size_t)blocks * 2); // for each block one launch, and the one after it
    flat<<<blocks, size>>>(sum, data, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void reduce_nested_tail(int *sum, const int *in, int n, int size)
{
    reduce_copy(launch_nested_tail, sum, in, n, size);
}

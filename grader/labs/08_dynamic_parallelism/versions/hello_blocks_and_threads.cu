// EXPECT dynamic_parallelism.hello.tree: the first grid has as many blocks as it should have threads
//
// Blocks and threads are exchanged in the first launch.
#define launch_hello sound_launch_hello
#define nested_hello sound_nested_hello
#include "../solutions/08_dynamic_parallelism/dynamic_parallelism.cu"
#undef launch_hello
#undef nested_hello

void launch_hello(int *record, int blocks, int threads, int talk)
{
    hello<<<threads, blocks>>>(record, 0, talk);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void nested_hello(int *record, int blocks, int threads, int talk)
{
    launch_hello(record, blocks, threads, talk);
}

// EXPECT dynamic_parallelism.hello.tree: Race reported between
//
// The child writes behind half of its parent's entries.
#define hello sound_hello
#define launch_hello sound_launch_hello
#define nested_hello sound_nested_hello
#include "../solutions/08_dynamic_parallelism/dynamic_parallelism.cu"
#undef hello
#undef launch_hello
#undef nested_hello

__global__ void hello(int *record, int depth, int talk)
{
    record += blockIdx.x * (2 * blockDim.x - 1); // the only block of a child grid has number 0
    record[threadIdx.x] = HELLO(depth, blockIdx.x, threadIdx.x);
    if (talk)
        printf("%*sdepth %d block %d thread %d\n", 2 * depth, "", depth, blockIdx.x, threadIdx.x);
    if (threadIdx.x == 0 && blockDim.x > 1)
        hello<<<1, blockDim.x / 2>>>(record + blockDim.x / 2, depth + 1, talk);
}

void launch_hello(int *record, int blocks, int threads, int talk)
{
    hello<<<blocks, threads>>>(record, 0, talk);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void nested_hello(int *record, int blocks, int threads, int talk)
{
    launch_hello(record, blocks, threads, talk);
}

// EXPECT dynamic_parallelism.hello.tree: overwritten its parent's entries
//
// The child gets its parent's pointer, and writes over the parent's entries.
#define nested_hello sound_nested_hello
#include "../solutions/08_dynamic_parallelism/dynamic_parallelism.cu"
#undef nested_hello

__global__ void wrong(int *record, int depth, int talk)
{
    record += blockIdx.x * (2 * blockDim.x - 1);
    record[threadIdx.x] = HELLO(depth, blockIdx.x, threadIdx.x);
    if (threadIdx.x == 0 && blockDim.x > 1)
        wrong<<<1, blockDim.x / 2>>>(record, depth + 1, talk);
}

extern "C" void nested_hello(int *record, int blocks, int threads, int talk)
{
    wrong<<<blocks, threads>>>(record, 0, talk);
    CUDA_CHECK(cudaGetLastError());
}

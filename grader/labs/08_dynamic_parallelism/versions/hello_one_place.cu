// EXPECT dynamic_parallelism.hello.trees: its own place in the record
//
// All trees write to the place of the first one.
#define nested_hello sound_nested_hello
#include "../solutions/08_dynamic_parallelism/dynamic_parallelism.cu"
#undef nested_hello

__global__ void wrong(int *record, int depth, int talk)
{
    record[threadIdx.x] = HELLO(depth, blockIdx.x, threadIdx.x);
    if (threadIdx.x == 0 && blockDim.x > 1)
        wrong<<<1, blockDim.x / 2>>>(record + blockDim.x, depth + 1, talk);
}

extern "C" void nested_hello(int *record, int blocks, int threads, int talk)
{
    wrong<<<blocks, threads>>>(record, 0, talk);
    CUDA_CHECK(cudaGetLastError());
}

// EXPECT dynamic_parallelism.hello.launches: child grids
//
// Every thread launches, if there are at most 8: the record is right, but is written again and
// again. (With 64 threads there would be millions of grids.)
#define nested_hello sound_nested_hello
#include "../solutions/08_dynamic_parallelism/dynamic_parallelism.cu"
#undef nested_hello

__global__ void wrong(int *record, int depth, int talk)
{
    record += blockIdx.x * (2 * blockDim.x - 1);
    record[threadIdx.x] = HELLO(depth, blockIdx.x, threadIdx.x);
    if (blockDim.x > 1 && blockDim.x <= 8)
        wrong<<<1, blockDim.x / 2>>>(record + blockDim.x, depth + 1, talk);
    else if (blockDim.x > 1 && threadIdx.x == 0)
        wrong<<<1, blockDim.x / 2>>>(record + blockDim.x, depth + 1, talk);
}

extern "C" void nested_hello(int *record, int blocks, int threads, int talk)
{
    wrong<<<blocks, threads>>>(record, 0, talk);
    CUDA_CHECK(cudaGetLastError());
}

// EXPECT full marks
//
// CUB, with its two kernels.
#include "lab.h"
#include <cub/device/device_reduce.cuh>

extern "C" void sum_fastest(int *out, const int *in, size_t n)
{
    void *space = nullptr;
    size_t bytes = 0;
    CUDA_CHECK(cub::DeviceReduce::Sum(space, bytes, in, out, n));
    CUDA_CHECK(cudaMallocAsync(&space, bytes, 0));
    CUDA_CHECK(cub::DeviceReduce::Sum(space, bytes, in, out, n));
    CUDA_CHECK(cudaFreeAsync(space, 0));
}

// EXPECT full marks
//
// CUB: a scan and a selection of one pass each.
#include "lab.h"
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

struct Above {
    int limit;
    __device__ bool operator()(int x) const { return x > limit; }
};

extern "C" void scan_fastest(int *out, const int *in, size_t n)
{
    void *space = nullptr;
    size_t bytes = 0;
    CUDA_CHECK(cub::DeviceScan::InclusiveSum(space, bytes, in, out, n));
    CUDA_CHECK(cudaMallocAsync(&space, bytes, 0));
    CUDA_CHECK(cub::DeviceScan::InclusiveSum(space, bytes, in, out, n));
    CUDA_CHECK(cudaFreeAsync(space, 0));
}

extern "C" void compact_fastest(int *out, size_t *count, const int *in, size_t n, int limit)
{
    void *space = nullptr;
    size_t bytes = 0;
    CUDA_CHECK(cub::DeviceSelect::If(space, bytes, in, out, count, n, Above{limit}));
    CUDA_CHECK(cudaMallocAsync(&space, bytes, 0));
    CUDA_CHECK(cub::DeviceSelect::If(space, bytes, in, out, count, n, Above{limit}));
    CUDA_CHECK(cudaFreeAsync(space, 0));
}

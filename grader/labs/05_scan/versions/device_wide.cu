// EXPECT full marks
//
// CUB's scan and selection of a whole array, as at work.
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#define scan_hierarchical sound_hierarchical
#define scan_compact sound_compact
#include "../solutions/05_scan/scan.cu"
#undef scan_hierarchical
#undef scan_compact

extern "C" void scan_hierarchical(int *out, const int *in, int n)
{
    void *temp = NULL;
    size_t bytes = 0;
    if (n == 0)
        return;
    CUDA_CHECK(cub::DeviceScan::InclusiveSum(temp, bytes, in, out, n));
    CUDA_CHECK(cudaMalloc(&temp, bytes));
    CUDA_CHECK(cub::DeviceScan::InclusiveSum(temp, bytes, in, out, n));
    CUDA_CHECK(cudaFree(temp));
}

struct Above {
    int limit;
    __device__ bool operator()(int x) const { return x > limit; }
};

extern "C" void scan_compact(int *out, int *count, const int *in, int n, int limit)
{
    void *temp = NULL;
    size_t bytes = 0;
    CUDA_CHECK(cub::DeviceSelect::If(temp, bytes, in, out, count, n, Above{limit}));
    CUDA_CHECK(cudaMalloc(&temp, bytes));
    CUDA_CHECK(cub::DeviceSelect::If(temp, bytes, in, out, count, n, Above{limit}));
    CUDA_CHECK(cudaFree(temp));
}

// EXPECT full marks
//
// CUB's own sorts: their way is not that of the solution.
#include "lab.h"
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
struct Less {
    __device__ bool operator()(int a, int b) const { return a < b; }
};
template <typename F>
static void with_space(F f)
{
    size_t bytes = 0;
    void *space;
    CUDA_CHECK(f(nullptr, bytes));
    CUDA_CHECK(cudaMallocAsync(&space, bytes ? bytes : 1, 0));
    CUDA_CHECK(f(space, bytes));
    CUDA_CHECK(cudaFreeAsync(space, 0));
}
extern "C" void merge_sort_fastest(int *out, int *spare, const int *in, size_t n)
{
    if (n)
        with_space([&](void *s, size_t &b) {
            return cub::DeviceMergeSort::SortKeysCopy(s, b, in, out, (int)n, Less());
        });
}
extern "C" void radix_sort_fastest(int *out, int *spare, const int *keys, size_t n)
{
    with_space([&](void *s, size_t &b) {
        return cub::DeviceRadixSort::SortKeys(s, b, keys, out, (int)n);
    });
}
extern "C" void radix_sort_pairs_fastest(int *keys_out, int *values_out, int *keys_spare,
                                         int *values_spare, const int *keys, const int *values,
                                         size_t n)
{
    with_space([&](void *s, size_t &b) {
        return cub::DeviceRadixSort::SortPairs(s, b, keys, keys_out, values, values_out, (int)n);
    });
}

// CUB's radix sort: keys with values, stable. While its passes run, each block reads
// the counts of the blocks before it.
// NVCC: -O2 -std=c++17 -lineinfo
// CUDASIM: --tool all
// STDERR: ERROR SUMMARY: 0 errors
#include "library.h"

#include <algorithm>
#include <numeric>

#include <cub/device/device_radix_sort.cuh>

int main()
{
    const int n = 20011;
    std::vector<int> h = numbers(n, 5000), sorted(h), order(n);
    std::iota(order.begin(), order.end(), 0);
    Device<int> keys(h), out(n), values(order), out_values(n);
    with_room([&](void *room, size_t &bytes) {
        cub::DeviceRadixSort::SortPairs(room, bytes, keys.data, out.data, values.data,
                                        out_values.data, n);
    });
    std::sort(sorted.begin(), sorted.end());
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return h[a] < h[b]; });
    say("pairs", out.host() == sorted && out_values.host() == order);
}

/* EXPECT
pairs: right
END */

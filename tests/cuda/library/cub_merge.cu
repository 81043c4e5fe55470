// Merging reads one item past those in shared memory, and throws it away; set_intersection also
// compares it. That is no mistake.
// NVCC: -O2 -std=c++17 -lineinfo
// CUDASIM: --tool all
// STDERR: ERROR SUMMARY: 0 errors
#include "library.h"

#include <algorithm>
#include <iterator>

#include <cub/block/block_merge_sort.cuh>
#include <cub/device/device_merge.cuh>
#include <thrust/device_ptr.h>
#include <thrust/set_operations.h>

enum { THREADS = 64, ITEMS = 5, TILE = THREADS * ITEMS, MOST = 1 << 20 };

struct Less {
    __device__ bool operator()(int a, int b) const { return a < b; }
};

// Fewer items than a tile has: the last threads merge nothing.
__global__ void sort_tile(int *keys, int n)
{
    using Sort = cub::BlockMergeSort<int, THREADS, ITEMS>;
    __shared__ typename Sort::TempStorage temp;
    int key[ITEMS];
    for (int i = 0; i < ITEMS; i++) {
        int at = threadIdx.x * ITEMS + i;
        key[i] = at < n ? keys[at] : MOST;
    }
    Sort(temp).Sort(key, Less(), n, MOST);
    for (int i = 0; i < ITEMS; i++)
        if (int at = threadIdx.x * ITEMS + i; at < n)
            keys[at] = key[i];
}

int main()
{
    for (int n : {7, 300, (int)TILE}) {
        std::vector<int> v = numbers(n, MOST);
        Device<int> d(v);
        sort_tile<<<1, THREADS>>>(d, n);
        std::sort(v.begin(), v.end());
        say("sorted tile", d.host() == v);
    }
    std::vector<int> a = numbers(3001, 5000), b = numbers(2500, 7000), both, common;
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
    Device<int> x(a), y(b), out(both.size());
    with_room([&](void *room, size_t &bytes) {
        return cub::DeviceMerge::MergeKeys(room, bytes, x.data, (int)a.size(), y.data,
                                           (int)b.size(), out.data, Less());
    });
    say("merge", out.host() == both);
    auto first = thrust::device_pointer_cast(x.data), second = thrust::device_pointer_cast(y.data);
    auto to = thrust::device_pointer_cast(out.data);
    auto end = thrust::set_intersection(first, first + a.size(), second, second + b.size(), to);
    say("intersection", out.host(end - to) == common);
}

/* EXPECT
sorted tile: right
sorted tile: right
sorted tile: right
merge: right
intersection: right
END */

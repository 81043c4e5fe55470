// Thrust sorts numbers by digits; with the program's own comparison it merges.
// NVCC: -O2 -std=c++17 -lineinfo
// CUDASIM: --tool all
// STDERR: ERROR SUMMARY: 0 errors
#include "library.h"

#include <algorithm>
#include <numeric>

#include <thrust/device_vector.h>
#include <thrust/sort.h>

struct Tens {
    __host__ __device__ bool operator()(int a, int b) const { return a / 10 < b / 10; }
};

int main()
{
    const int n = 5003;
    std::vector<int> h = numbers(n, 100), order(n), out(n), out_values(n);
    std::iota(order.begin(), order.end(), 0);
    thrust::device_vector<int> keys(h.begin(), h.end()), values(order.begin(), order.end());

    thrust::stable_sort_by_key(keys.begin(), keys.end(), values.begin(), Tens());
    thrust::copy(values.begin(), values.end(), out_values.begin());
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return Tens()(h[a], h[b]); });
    say("stable_sort_by_key", out_values == order);

    thrust::sort(keys.begin(), keys.end());
    thrust::copy(keys.begin(), keys.end(), out.begin());
    std::sort(h.begin(), h.end());
    say("sort", out == h);
}

/* EXPECT
stable_sort_by_key: right
sort: right
END */

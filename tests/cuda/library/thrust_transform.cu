// Thrust: transform (which copies ahead asynchronously on this GPU), reduce,
// copy_if, and vectors that copy themselves between host and device.
// NVCC: -O2 -std=c++17 -lineinfo
// CUDASIM: --tool all
// STDERR: ERROR SUMMARY: 0 errors
#include "library.h"

#include <numeric>

#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>

struct Odd {
    __host__ __device__ bool operator()(int v) const { return v & 1; }
};

int main()
{
    const int n = 10007;
    std::vector<int> h = numbers(n, 1000), odd, out(n), want(n);
    thrust::device_vector<int> d(h.begin(), h.end()), e(d);

    thrust::transform(d.begin(), d.end(), e.begin(), e.begin(), thrust::plus<int>());
    thrust::copy(e.begin(), e.end(), out.begin());
    for (int i = 0; i < n; i++)
        want[i] = 2 * h[i];
    say("transform", out == want);

    int sum = std::accumulate(want.begin(), want.end(), 0);
    say("reduce", thrust::reduce(e.begin(), e.end()) == sum);

    auto end = thrust::copy_if(d.begin(), d.end(), e.begin(), Odd());
    for (int v : h)
        if (v & 1)
            odd.push_back(v);
    out.resize(end - e.begin());
    thrust::copy(e.begin(), end, out.begin());
    say("copy_if", out == odd);
}

/* EXPECT
transform: right
reduce: right
copy_if: right
END */

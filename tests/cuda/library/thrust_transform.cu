// Thrust: transform (with asynchronous copies on this GPU), reduce, copy_if, and
// vectors that copy themselves between host and device. The slides on further topics
// show parts of this program.
// NVCC: -O2 -std=c++17 -lineinfo
// CUDASIM: --tool all
// STDERR: ERROR SUMMARY: 0 errors
#include "library.h"

#include <numeric>

#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>

struct Odd {
    __host__ __device__ bool operator()(int v) const { return v & 1; }
};

__global__ void add_one(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i]++;
}

static void add_one_to_all(thrust::device_vector<int> &d)
{
    int n = (int)d.size();
    add_one<<<n / 256 + 1, 256>>>(thrust::raw_pointer_cast(d.data()), n);
}

static bool vectors_copy_themselves()
{
    thrust::host_vector<int> h;         // memory of the host
    for (int i = 0; i < 1000; i++)
        h.push_back(i);                 // grows: allocates anew, copies
    thrust::device_vector<int> d = h;   // memory of the device, filled by a copy
    d[0] = 7;                           // a copy of 4 bytes, and the host waits
    add_one_to_all(d);
    h = d;                              // and back
    return h[0] == 8 && h[999] == 1000;
}

int main()
{
    say("vectors", vectors_copy_themselves());
    const int n = 10007;
    std::vector<int> h = numbers(n, 1000), odd, out(n), want(n);
    thrust::device_vector<int> d(h.begin(), h.end()), e(d);

    thrust::transform(d.begin(), d.end(), e.begin(), e.begin(), thrust::plus<int>());
    thrust::copy(e.begin(), e.end(), out.begin());
    for (int i = 0; i < n; i++)
        want[i] = 2 * h[i];
    say("transform", out == want);

    int sum = std::accumulate(want.begin(), want.end(), 0);
    int total = thrust::reduce(e.begin(), e.end()); // comes back to the host
    say("reduce", total == sum);

    auto end = thrust::copy_if(d.begin(), d.end(), e.begin(), Odd()); // a compaction
    for (int v : h)
        if (v & 1)
            odd.push_back(v);
    out.resize(end - e.begin());
    thrust::copy(e.begin(), end, out.begin());
    say("copy_if", out == odd);
}

/* EXPECT
vectors: right
transform: right
reduce: right
copy_if: right
END */

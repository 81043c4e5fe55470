// speed.cu - lab 14: the distance of two arrays by Thrust, by CUB and by hand. These are whole
// calls of the host, with their allocations and the copy of the result: that is what a program
// waits for. Beside them, what the kernels alone need: by CUB, with its work space beforehand.
#include "grader/gpu/race/race.h"
#include <cub/device/device_reduce.cuh>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/zip_function.h>

typedef void Distance(long long *sum, const int *x, const int *y, int n);

namespace
{
struct Between {
    __host__ __device__ long long operator()(int x, int y) const
    {
        return x < y ? (long long)y - x : (long long)x - y;
    }
};

struct Add {
    __host__ __device__ long long operator()(long long a, long long b) const { return a + b; }
};
} // namespace

void race_distances(size_t n)
{
    Inputs x(n), y(n);
    for (int i = 0; i < INPUTS; i++)
        fill_ints(y[i], n, ANY, 1, i + 11);
    Array<long long> result(1);
    Race race = {"distance", n, 8.0 * n, 3.0 * n, "GB/s", {}};
    auto cub_alone = with_space([&, n](void *space, size_t &bytes, int run) {
        auto pairs = thrust::make_zip_iterator(x[run], y[run]);
        return cub::DeviceReduce::TransformReduce(space, bytes, pairs, result.data, (int64_t)n,
                                                  Add(), thrust::make_zip_function(Between()), 0ll);
    });
    long long want, got;
    cub_alone(0);
    CUDA_CHECK(cudaMemcpy(&want, result.data, sizeof want, cudaMemcpyDeviceToHost));
    race.all.push_back({"cub::DeviceReduce alone", cub_alone, {}});
    for (const char *name : {"distance_thrust", "distance_cub", "distance_by_hand"})
        if (auto f = race_function<Distance>("lab", name))
            race.all.push_back({name,
                                [=, &x, &y, &got](int run) { f(&got, x[run], y[run], (int)n); },
                                [&] {
                                    bool right = got == want;
                                    got = -1;
                                    return std::string(right ? "" : "the sum differs");
                                }});
    race_run(race);
}

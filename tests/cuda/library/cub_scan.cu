// CUB's scan, selection and run lengths: one pass over the data; each block adds the
// sum of the blocks before it while these still run.
// NVCC: -O2 -std=c++17 -lineinfo
// CUDASIM: --tool all
// STDERR: ERROR SUMMARY: 0 errors
#include "library.h"

#include <numeric>

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

struct Third {
    __host__ __device__ bool operator()(int v) const { return v % 3 == 0; }
};

int main()
{
    const int n = 20011;
    std::vector<int> h = numbers(n, 1000), sums(n), thirds, values, lengths;
    Device<int> in(h), out(n), lengths_out(n), count(1);

    with_room([&](void *room, size_t &bytes) {
        cub::DeviceReduce::Sum(room, bytes, in.data, out.data, n);
    });
    say("sum", out.host(1)[0] == std::accumulate(h.begin(), h.end(), 0));

    with_room([&](void *room, size_t &bytes) {
        cub::DeviceScan::InclusiveSum(room, bytes, in.data, out.data, n);
    });
    std::partial_sum(h.begin(), h.end(), sums.begin());
    say("scan", out.host() == sums);

    with_room([&](void *room, size_t &bytes) {
        cub::DeviceSelect::If(room, bytes, in.data, out.data, count.data, n, Third());
    });
    for (int v : h)
        if (v % 3 == 0)
            thirds.push_back(v);
    say("select", count.host()[0] == (int)thirds.size() && out.host(thirds.size()) == thirds);

    for (int i = 0; i < n; i++) {
        sums[i] = h[i / 7] / 250;
        if (values.empty() || values.back() != sums[i]) {
            values.push_back(sums[i]);
            lengths.push_back(0);
        }
        lengths.back()++;
    }
    Device<int> runs(sums);
    with_room([&](void *room, size_t &bytes) {
        cub::DeviceRunLengthEncode::Encode(room, bytes, runs.data, out.data, lengths_out.data,
                                           count.data, n);
    });
    say("run lengths", count.host()[0] == (int)values.size() &&
                           out.host(values.size()) == values &&
                           lengths_out.host(lengths.size()) == lengths);
}

/* EXPECT
sum: right
scan: right
select: right
run lengths: right
END */

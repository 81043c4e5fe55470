// speed.cu - lab 05: inclusive scan and compaction.
#include "grader/gpu/race/race.h"
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

typedef void Scan(int *out, const int *in, int n);
typedef void FastestScan(int *out, const int *in, size_t n);
typedef void Compact(int *out, int *count, const int *in, int n, int limit);
typedef void FastestCompact(int *out, size_t *count, const int *in, size_t n, int limit);

void race_scans(size_t n)
{
    Inputs in(n);
    Array<int> want(n), got(n);
    CUDA_CHECK(cudaMemset(got.data, 0x55, n * 4));
    auto is_wrong = [&] { return same_and_spoil(want.data, got.data, n); };
    Race race = {"scan", n, n * 8.0, n * 1.0, "GB/s", {}};
    race.all.push_back({"cub::DeviceScan", with_space([&](void *space, size_t &bytes, int run) {
                            return cub::DeviceScan::InclusiveSum(space, bytes, in[run], want.data,
                                                                 n);
                        }),
                        [] { return std::string(); }});
    if (!race_checks())
        race.all.push_back(
            {"cudaMemcpyAsync",
             [&](int run) {
                 CUDA_CHECK(cudaMemcpyAsync(got.data, in[run], n * 4, cudaMemcpyDeviceToDevice));
             },
             {}});
    for (const char *name : {"scan_three_kernels", "scan_hierarchical", "scan_look_back"})
        if (auto f = race_function<Scan>("lab", name); f && n <= SCAN_LARGEST)
            race.all.push_back(
                {name, [=, &in, &got](int run) { f(got.data, in[run], n); }, is_wrong});
    for (const char *whose : {"yours", "fastest"})
        if (auto f = race_function<FastestScan>(whose, "scan_fastest"))
            race.all.push_back({std::string("scan_fastest (") + whose + ")",
                                [=, &in, &got](int run) { f(got.data, in[run], n); }, is_wrong});
    race_run(race);
    race_dirty(race);
}

struct Above {
    int limit;
    __device__ bool operator()(int x) const { return x > limit; }
};

void race_compactions(size_t n, int percent)
{
    Inputs in(n);
    Array<int> want(n), got(n), small_count(1);
    Array<size_t> want_count(1), got_count(1);
    int limit = (int)(2147483647.0 - percent / 100.0 * 4294967296.0);
    CUDA_CHECK(cudaMemset(want.data, 0x55, n * 4));
    CUDA_CHECK(cudaMemset(got.data, 0x55, n * 4));
    auto same_items = [&] { return same_and_spoil(want.data, got.data, n); };
    Race race = {"compact " + std::to_string(percent) + "%",
                 n,
                 n * 4.0 * (1 + percent / 100.0),
                 n * 1.0,
                 "GB/s",
                 {}};
    race.all.push_back({"cub::DeviceSelect", with_space([&](void *space, size_t &bytes, int run) {
                            return cub::DeviceSelect::If(space, bytes, in[run], want.data,
                                                         want_count.data, n, Above{limit});
                        }),
                        [] { return std::string(); }});
    if (auto f = race_function<Compact>("lab", "scan_compact"); f && n <= SCAN_LARGEST)
        race.all.push_back({"scan_compact",
                            [=, &in, &got, &small_count](int run) {
                                f(got.data, small_count.data, in[run], n, limit);
                            },
                            [&] {
                                std::string wrong =
                                    same_and_spoil(want_count.data, small_count.data, 1);
                                return wrong.empty() ? same_items() : "the count: " + wrong;
                            }});
    for (const char *whose : {"yours", "fastest"})
        if (auto f = race_function<FastestCompact>(whose, "compact_fastest"))
            race.all.push_back({std::string("compact_fastest (") + whose + ")",
                                [=, &in, &got, &got_count](int run) {
                                    f(got.data, got_count.data, in[run], n, limit);
                                },
                                [&] {
                                    std::string wrong =
                                        same_and_spoil(want_count.data, got_count.data, 2);
                                    return wrong.empty() ? same_items() : "the count: " + wrong;
                                }});
    race_run(race);
}

// speed.cu - labs 03 and 09: histograms of bytes, and of ints with few or many bins.
#include "grader/gpu/race/race.h"
#include <cub/device/device_histogram.cuh>

typedef void Bytes(unsigned *bins, const unsigned char *in, int n);
typedef void BytesFastest(unsigned *bins, const unsigned char *in, size_t n);
typedef void Shared(unsigned *bins, int nbins, const int *in, int n);
typedef void Ranks(unsigned *bins, int nbins, int ranks, const int *in, int n);
typedef void Fastest(unsigned *bins, int nbins, const int *in, size_t n);

void race_byte_histograms(size_t n, Kind kind)
{
    Inputs in((n + 3) / 4);
    for (int i = 0; i < INPUTS; i++)
        if (kind == SAME)
            CUDA_CHECK(cudaMemset(in[i], 'a' + i, n));
        else
            fill_bytes((unsigned char *)in[i], n, i + 1);
    Array<unsigned> want(ATOMICS_BINS), got(ATOMICS_BINS);
    auto is_wrong = [&] { return same_words(want.data, got.data, ATOMICS_BINS); };
    Race race = {std::string("histogram of bytes") + (kind == SAME ? " same" : ""),
                 n,
                 n * 1.0,
                 n * 1.0,
                 "GB/s",
                 {}};
    CUDA_CHECK(cudaMemset(want.data, 0, ATOMICS_BINS * 4));
    if (n > 0)
        race.all.push_back(
            {"cub::DeviceHistogram", with_space([&](void *space, size_t &bytes, int run) {
                 return cub::DeviceHistogram::HistogramEven(space, bytes, (unsigned char *)in[run],
                                                            want.data, ATOMICS_BINS + 1, 0,
                                                            (int)ATOMICS_BINS, (long long)n);
             }),
             [] { return std::string(); }});
    // The lab's functions add to the bins, which are cleared first, as part of the work.
    for (const char *name : {"bytes_global", "bytes_private"})
        if (auto f = race_function<Bytes>("lab", name))
            race.all.push_back({name,
                                [=, &in, &got](int run) {
                                    CUDA_CHECK(cudaMemsetAsync(got.data, 0, ATOMICS_BINS * 4));
                                    f(got.data, (unsigned char *)in[run], (int)n);
                                },
                                is_wrong});
    for (const char *whose : {"yours", "fastest"})
        if (auto f = race_function<BytesFastest>(whose, "bytes_fastest"))
            race.all.push_back({std::string("bytes_fastest (") + whose + ")",
                                [=, &in, &got](int run) {
                                    CUDA_CHECK(cudaMemsetAsync(got.data, 0, ATOMICS_BINS * 4));
                                    f(got.data, (unsigned char *)in[run], n);
                                },
                                is_wrong});
    race_run(race);
}

void race_histograms(size_t n, int nbins, Kind kind)
{
    Inputs in(n, kind, nbins);
    Array<unsigned> want(nbins), got(nbins);
    auto is_wrong = [&] { return same_words(want.data, got.data, nbins); };
    Race race = {"histogram " + std::to_string(nbins) + " " + kind_name[kind],
                 n,
                 n * 4.0,
                 n * 1.0,
                 "GB/s",
                 {}};
    CUDA_CHECK(cudaMemset(want.data, 0, (size_t)nbins * 4));
    auto cleared = [&](std::function<void(int)> work) {
        return [=, &got](int run) {
            CUDA_CHECK(cudaMemsetAsync(got.data, 0, (size_t)nbins * 4));
            work(run);
        };
    };
    if (n > 0)
        race.all.push_back(
            {"cub::DeviceHistogram", with_space([&](void *space, size_t &bytes, int run) {
                 return cub::DeviceHistogram::HistogramEven(space, bytes, in[run], want.data,
                                                            nbins + 1, 0, nbins, (long long)n);
             }),
             [] { return std::string(); }});
    auto add = [&](const std::string &name, std::function<void(int)> work) {
        race.all.push_back({name, cleared(work), is_wrong});
    };
    if (auto f = race_function<Shared>("lab", "histogram_shared"); f && nbins <= CLUSTER_BINS)
        add("histogram_shared", [=, &in, &got](int run) { f(got.data, nbins, in[run], (int)n); });
    for (const char *name : {"histogram_spread", "histogram_exchange"})
        if (auto f = race_function<Ranks>("lab", name))
            for (int ranks : {2, 8})
                if (nbins <= ranks * CLUSTER_BINS)
                    add(std::string(name) + " (" + std::to_string(ranks) + ")",
                        [=, &in, &got](int run) { f(got.data, nbins, ranks, in[run], (int)n); });
    if (auto f = race_function<Shared>("lab", "histogram_any"))
        add("histogram_any", [=, &in, &got](int run) { f(got.data, nbins, in[run], (int)n); });
    for (const char *whose : {"yours", "fastest"})
        if (auto f = race_function<Fastest>(whose, "histogram_fastest"))
            race.all.push_back({std::string("histogram_fastest (") + whose + ")",
                                [=, &in, &got](int run) { f(got.data, nbins, in[run], n); },
                                is_wrong});
    race_run(race);
}

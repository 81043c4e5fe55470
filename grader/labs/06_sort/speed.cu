// speed.cu - lab 06: n ints in ascending order, and ints with a value each.
#include "grader/gpu/race/race.h"
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>

typedef void Sort(int *out, const int *in, int n);
typedef void FastestSort(int *out, int *spare, const int *in, size_t n);
typedef void FastestPairs(int *keys_out, int *values_out, int *keys_spare, int *values_spare,
                          const int *keys, const int *values, size_t n);

enum {
    LAB_LARGEST = 1 << 24, // of the lab's functions
    ODD_EVEN_LARGEST = 1 << 14
};

struct Less {
    __device__ bool operator()(int a, int b) const { return a < b; }
};

// The variants of the lab and the fastest kernels of one kind beside the library's function, which
// is the first contestant already. Its result is in `want`.
static void race_kind(Race &race, const Inputs &in, const char *fastest,
                      const std::vector<const char *> &variants, int *want)
{
    size_t n = race.n;
    Array<int> got(n), spare(n);
    CUDA_CHECK(cudaMemset(got.data, 0x55, n * 4));
    auto is_wrong = [&] { return same_words(want, got.data, n); };
    for (const char *name : variants)
        if (auto f = race_function<Sort>("lab", name);
            f && n <= (name[5] == 'o' ? ODD_EVEN_LARGEST : LAB_LARGEST))
            race.all.push_back(
                {name, [=, &in, &got](int run) { f(got.data, in[run], n); }, is_wrong});
    for (const char *whose : {"yours", "fastest"})
        if (auto f = race_function<FastestSort>(whose, fastest))
            race.all.push_back(
                {std::string(fastest) + " (" + whose + ")",
                 [=, &in, &got, &spare](int run) { f(got.data, spare.data, in[run], n); },
                 is_wrong});
    race_run(race);
}

static void race_keys(size_t n, Kind kind)
{
    Inputs in(n, kind);
    Array<int> want(n);
    Race radix = {std::string("radix sort ") + kind_name[kind], n, n * 8.0, 0, "Gkeys/s", {}};
    radix.all.push_back(
        {"cub::DeviceRadixSort", with_space([&](void *space, size_t &bytes, int run) {
             return cub::DeviceRadixSort::SortKeys(space, bytes, in[run], want.data, n);
         }),
         [] { return std::string(); }});
    race_kind(radix, in, "radix_sort_fastest", {"sort_split_int", "sort_digits_int"}, want.data);
    Race merge = {std::string("merge sort ") + kind_name[kind], n, n * 8.0, 0, "Gkeys/s", {}};
    if (n > 0)
        merge.all.push_back({"cub::DeviceMergeSort",
                             with_space([&](void *space, size_t &bytes, int run) {
                                 return cub::DeviceMergeSort::SortKeysCopy(space, bytes, in[run],
                                                                           want.data, n, Less());
                             }),
                             [] { return std::string(); }});
    race_kind(merge, in, "merge_sort_fastest",
              {"sort_odd_even_int", "sort_bitonic_int", "sort_merge_int", "sort_quick_int"},
              want.data);
}

static void race_pairs(size_t n, Kind kind)
{
    Inputs in(n, kind), values(n);
    Array<int> want(n), want_values(n), got(n), got_values(n), spare(n), spare_values(n);
    Race race = {std::string("radix sort pairs ") + kind_name[kind], n, n * 16.0, 0, "Gkeys/s", {}};
    race.all.push_back(
        {"cub::DeviceRadixSort", with_space([&](void *space, size_t &bytes, int run) {
             return cub::DeviceRadixSort::SortPairs(space, bytes, in[run], want.data, values[run],
                                                    want_values.data, n);
         }),
         [] { return std::string(); }});
    for (const char *whose : {"yours", "fastest"})
        if (auto f = race_function<FastestPairs>(whose, "radix_sort_pairs_fastest"))
            race.all.push_back(
                {std::string("radix_sort_pairs (") + whose + ")",
                 [=, &in, &values, &got, &got_values, &spare, &spare_values](int run) {
                     f(got.data, got_values.data, spare.data, spare_values.data, in[run],
                       values[run], n);
                 },
                 [&] {
                     std::string wrong = same_words(want.data, got.data, n);
                     return wrong.empty() ? same_words(want_values.data, got_values.data, n)
                                          : wrong;
                 }});
    race_run(race);
}

void race_sorts(size_t n, Kind kind)
{
    race_keys(n, kind);
    if (kind != SAME)
        race_pairs(n, kind);
}

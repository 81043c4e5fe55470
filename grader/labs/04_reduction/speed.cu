// speed.cu - lab 04: the sum of n ints.
#include "grader/gpu/race/race.h"
#include <cub/device/device_reduce.cuh>

// Parts 1 to 5 write partial sums, which are not compared here: `make grade` does that. They are
// timed as they are, so their times are those of the first and by far the longest step of a sum.
typedef void Partial(int *partial, const int *in, int n);
typedef void Strided(int *partial, int blocks, const int *in, int n);
typedef void Single(int *out, const int *in, int n);
typedef void Fastest(int *out, const int *in, size_t n);

void race_sums(size_t n)
{
    enum { BLOCKS = 1056 };
    Inputs in(n);
    Array<int> want(1), got(1), partial(n / REDUCE_BLOCK + BLOCKS);
    auto is_wrong = [&] { return same_and_spoil(want.data, got.data, 1); };
    Race race = {"sum", n, n * 4.0, n * 1.0, "GB/s", {}};
    race.all.push_back({"cub::DeviceReduce", with_space([&](void *space, size_t &bytes, int run) {
                            return cub::DeviceReduce::Sum(space, bytes, in[run], want.data, n);
                        }),
                        [] { return std::string(); }});
    race.all.push_back({"read only", [&](int run) { read_only(in[run], n); }, {}});
    for (const char *name :
         {"reduce_neighbored_int", "reduce_consecutive_int", "reduce_halves_int"})
        if (auto f = race_function<Partial>("lab", name); f && n <= 1 << 30)
            race.all.push_back(
                {name, [=, &in, &partial](int run) { f(partial.data, in[run], n); }, {}});
    for (const char *name : {"reduce_strided_int", "reduce_shuffle_int"})
        if (auto f = race_function<Strided>("lab", name); f && n <= 1 << 30)
            race.all.push_back(
                {name, [=, &in, &partial](int run) { f(partial.data, BLOCKS, in[run], n); }, {}});
    if (auto f = race_function<Single>("lab", "reduce_single_int"); f && n <= 1 << 30)
        race.all.push_back(
            {"reduce_single_int", [=, &in, &got](int run) { f(got.data, in[run], n); }, is_wrong});
    for (const char *whose : {"yours", "fastest"})
        if (auto f = race_function<Fastest>(whose, "sum_fastest"))
            race.all.push_back({std::string("sum_fastest (") + whose + ")",
                                [=, &in, &got](int run) { f(got.data, in[run], n); }, is_wrong});
    race_run(race);
    race_dirty(race);
}

// speed.cu - lab 17: rows smoothed, beside a copy of the same bytes. Lab 02's race has the
// transposes (race_transposes), beside cuBLAS.
#include "grader/gpu/race/race.h"

typedef void SmoothBlocks(int *out, const int *in, int rows, int blocks);
typedef void SmoothEach(int *out, const int *in, int rows);

static __global__ void plain_smoothing(int *out, const int *in, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        const int *row = in + i / ASYNC_ROW * ASYNC_ROW;
        int x = (int)(i % ASYNC_ROW);
        out[i] = row[(x + ASYNC_ROW - 1) % ASYNC_ROW] + 2 * row[x] + row[(x + 1) % ASYNC_ROW];
    }
}

void race_smoothings(int rows)
{
    enum { BLOCKS_PER_SM = 4 }; // of parts 1 to 5
    int multiprocessors;
    size_t n = (size_t)rows * ASYNC_ROW;
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    Inputs in(n);
    Array<int> want(n), got(n);
    plain_smoothing<<<1056, 256>>>(want.data, in[0], n);
    auto is_wrong = [&] { return same_words(want.data, got.data, n); };
    Race race = {"smoothing", n, n * 8.0, 0, "GB/s", {}};
    if (!race_checks())
        race.all.push_back(
            {"cudaMemcpyAsync",
             [&](int run) {
                 CUDA_CHECK(cudaMemcpyAsync(got.data, in[run], n * 4, cudaMemcpyDeviceToDevice));
             },
             {}});
    for (const char *name : {"smooth_by_hand", "smooth_by_pipeline", "smooth_by_barrier",
                             "smooth_by_bulk", "smooth_by_roles"})
        if (auto f = race_function<SmoothBlocks>("lab", name))
            race.all.push_back({name,
                                [=, &in, &got](int run) {
                                    f(got.data, in[run], rows, BLOCKS_PER_SM * multiprocessors);
                                },
                                is_wrong});
    if (auto f = race_function<SmoothEach>("lab", "smooth_each"))
        race.all.push_back(
            {"smooth_each", [=, &in, &got](int run) { f(got.data, in[run], rows); }, is_wrong});
    for (const char *whose : {"yours", "fastest"})
        if (auto f = race_function<SmoothBlocks>(whose, "smooth_fastest"))
            race.all.push_back(
                {std::string("smooth_fastest (") + whose + ")",
                 [=, &in, &got](int run) { f(got.data, in[run], rows, multiprocessors); },
                 is_wrong});
    race_run(race);
}

// debugging_gpu.cu - runs every function of lab 15's solution and prints a hash of the output, so
// that a GPU and the simulator can be compared:
//
//   nvcc -O2 -arch=sm_90 -lineinfo -Icommon -o build/debugging_gpu tests/gpu/debugging_gpu.cu
//   build/debugging_gpu
#include "../solutions/15_debugging/debugging.cu"

#include <vector>

#include "gpu.h"

typedef std::vector<int> Ints;

// n ints from low to high.
static Ints ints(int n, int low, int high)
{
    Ints v(n);
    for (int &x : v)
        x = low + (int)(next_bits() % (unsigned)(high - low + 1));
    return v;
}

template <typename T>
static T *to_device(const std::vector<T> &v)
{
    T *p;
    CUDA_CHECK(cudaMalloc(&p, (v.size() + 1) * sizeof *p));
    CUDA_CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof *p, cudaMemcpyHostToDevice));
    return p;
}

template <typename T>
static void show(const char *what, int n, T *p, size_t results)
{
    std::vector<T> v(results);
    CUDA_CHECK(cudaMemcpy(v.data(), p, results * sizeof *p, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(p));
    printf("%-10s n=%-7d %016llx\n", what, n,
           (unsigned long long)hash_bytes(v.data(), results * sizeof *p));
}

static void run_arrays(int n)
{
    state = n;
    Ints in = ints(n, -100000, 100000), nothing(n, -1);
    int *d_in = to_device(in);
    auto run = [&](const char *what, int results, auto f) {
        int *out = to_device(nothing);
        f(out);
        show(what, n, out, results);
    };
    run("days", n, [&](int *out) { debug_three_days(out, d_in, n); });
    run("fire", n, [&](int *out) { debug_fire(out, d_in, n, 5); });
    run("coldest", ceil_div(n, DEBUG_BLOCK), [&](int *out) { debug_coldest(out, d_in, n); });
    run("deviations", n, [&](int *out) { debug_deviations(out, d_in, n); });
    run("trains", n, [&](int *out) { debug_trains(out, d_in, n); });
    run("list", n, [&](int *out) { debug_list(out, d_in, n); });
    CUDA_CHECK(cudaFree(d_in));
}

static void run_throws(int n, int players)
{
    state = n;
    Ints player = ints(n, 0, players - 1), length = ints(n, 0, 99);
    int *d_player = to_device(player), *d_length = to_device(length);
    Best *best = to_device(std::vector<Best>(players, Best{0, -1}));
    debug_throws(best, d_player, d_length, n, players);
    show("throws", n, best, players);
    CUDA_CHECK(cudaFree(d_player));
    CUDA_CHECK(cudaFree(d_length));
}

static void run_energy(int rows, int cols)
{
    state = rows;
    int *in = to_device(ints(rows * cols, -1 << 20, 1 << 20));
    long long *out = to_device(std::vector<long long>(rows));
    debug_energy(out, in, rows, cols);
    show("energy", rows * cols, out, rows);
    CUDA_CHECK(cudaFree(in));
}

int main()
{
    for (int n : {1, 33, 1000, 70000})
        run_arrays(n);
    for (int n : {1, 1000, 5000})
        run_throws(n, n / 3 + 1);
    run_energy(300, 20);
    run_energy(33, 999);
    return 0;
}

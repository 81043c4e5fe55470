// NVCC: -rdc=true
// dynamic_parallelism_gpu.cu - runs everything of lab 08's solution and prints the results,
// so that a GPU and the simulator can be compared line by line:
//
//   nvcc -O2 -rdc=true -arch=sm_90 -Icommon -o build/dynamic tests/gpu/dynamic_parallelism_gpu.cu
//   build/dynamic          one line per call: name, sizes, and a hash of the output
//   build/dynamic time     the same, and milliseconds of the call between two events, the
//                          median of five; in the simulator these are of the modelled GPU
//
// For the simulator build with -arch=compute_90 -code=compute_90 -cudart shared.
// The hashes must be equal; a CUDA error ends the program with status 110.
#include "../solutions/08_dynamic_parallelism/dynamic_parallelism.cu"

#include <string.h>

#include <algorithm>
#include <vector>

#include "gpu.h"

#ifndef WITHOUT_CHILDREN
#define WITHOUT_CHILDREN false
#endif

static bool timed; // are times wanted?

// Number i of the sequence that begins with state 0.
static uint32_t bits(uint64_t i)
{
    state = i * 0x9e3779b97f4a7c15u;
    return next_bits();
}

static int *to_device(const std::vector<int> &v)
{
    int *p;
    CUDA_CHECK(cudaMalloc(&p, v.size() * sizeof *p));
    CUDA_CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof *p, cudaMemcpyHostToDevice));
    return p;
}

// Runs `call`, or five times if times are wanted, with `before` before each; prints a line.
template <typename Before, typename Call>
static void row(const char *what, int a, int b, int *out, size_t count, Before before, Call call)
{
    std::vector<float> ms;
    cudaEvent_t begin, end;
    CUDA_CHECK(cudaEventCreate(&begin));
    CUDA_CHECK(cudaEventCreate(&end));
    if (WITHOUT_CHILDREN && strcmp(what, "flat") && strcmp(what, "host"))
        return;
    for (int i = 0; i < (timed ? 5 : 1); i++) {
        before();
        CUDA_CHECK(cudaDeviceSynchronize());
        CUDA_CHECK(cudaEventRecord(begin));
        call();
        CUDA_CHECK(cudaEventRecord(end));
        CUDA_CHECK(cudaEventSynchronize(end));
        ms.push_back(0);
        CUDA_CHECK(cudaEventElapsedTime(&ms.back(), begin, end));
    }
    std::vector<int> got(count);
    CUDA_CHECK(cudaMemcpy(got.data(), out, count * sizeof *out, cudaMemcpyDeviceToHost));
    printf("%-12s %8d %5d  %016llx", what, a, b,
           (unsigned long long)hash_bytes(got.data(), count * sizeof *out));
    std::sort(ms.begin(), ms.end());
    if (timed)
        printf("  %10.4f ms", ms[ms.size() / 2]);
    printf("\n");
    CUDA_CHECK(cudaEventDestroy(begin));
    CUDA_CHECK(cudaEventDestroy(end));
}

static void nothing() {}

static void sums(int n, int size)
{
    std::vector<int> host(n);
    for (int i = 0; i < n; i++)
        host[i] = (int)(bits(i) % 4001) - 2000;
    int *in = to_device(host), *out, blocks = ceil_div(n, size);
    CUDA_CHECK(cudaMalloc(&out, blocks * sizeof *out));
    row("flat", n, size, out, blocks, nothing, [&] { reduce_flat(out, in, n, size); });
    row("each", n, size, out, blocks, nothing, [&] { reduce_nested_each(out, in, n, size); });
    row("tail", n, size, out, blocks, nothing, [&] { reduce_nested_tail(out, in, n, size); });
    row("grid", n, size, out, blocks, nothing, [&] { reduce_nested_grid(out, in, n, size); });
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
}

static void sort(int n, int values)
{
    std::vector<int> host(n);
    for (int i = 0; i < n; i++)
        host[i] = values ? (int)(bits(i) % values) : (int)bits(i);
    int *start = to_device(host), *data = to_device(host);
    row(
        "quicksort", n, values, data, n,
        [&] { CUDA_CHECK(cudaMemcpy(data, start, n * sizeof *data, cudaMemcpyDeviceToDevice)); },
        [&] { nested_quicksort(data, n); });
    CUDA_CHECK(cudaFree(start));
    CUDA_CHECK(cudaFree(data));
}

// A grid of side x side vertices, and `more` edges from each vertex to random vertices.
static void searches(int side, int more)
{
    int n = side * side;
    std::vector<int> row_at(1, 0), col;
    for (int v = 0; v < n; v++) {
        int x = v % side, y = v / side;
        if (x > 0)
            col.push_back(v - 1);
        if (x < side - 1)
            col.push_back(v + 1);
        if (y > 0)
            col.push_back(v - side);
        if (y < side - 1)
            col.push_back(v + side);
        for (int k = 0; k < more; k++)
            col.push_back((int)(bits((uint64_t)v * 16 + k) % n));
        row_at.push_back((int)col.size());
    }
    int *rows = to_device(row_at), *cols = to_device(col), *level;
    CUDA_CHECK(cudaMalloc(&level, n * sizeof *level));
    row("host", n, more, level, n, nothing, [&] { search_host(level, rows, cols, n, 0); });
    row("nested", n, more, level, n, nothing, [&] { search_nested(level, rows, cols, n, 0); });
    CUDA_CHECK(cudaFree(rows));
    CUDA_CHECK(cudaFree(cols));
    CUDA_CHECK(cudaFree(level));
}

int main(int argc, char **argv)
{
    timed = argc > 1 && strcmp(argv[1], "time") == 0;
    static const int trees[][2] = {{2, 8}, {1, 1024}, {33, 16}};
    for (const int *t : trees) {
        size_t entries = (size_t)t[0] * (2 * t[1] - 1);
        int *record;
        CUDA_CHECK(cudaMalloc(&record, entries * sizeof *record));
        row("hello", t[0], t[1], record, entries, nothing,
            [&] { nested_hello(record, t[0], t[1], 0); });
        CUDA_CHECK(cudaFree(record));
    }
    sums(513, 512);
    sums(9973, 128);
    sums(12000, 4);
    sums(1 << 20, 512); // the size in the study notes: 16384, 16384 and 8 child grids
    sort(20011, 0);
    sort(8192, 0);
    sort(8192, 5);
    sort(1 << 18, 0);
    searches(64, 0);
    searches(64, 4);
    if (!WITHOUT_CHILDREN) // hundreds of launches
        searches(181, 0);
    return 0;
}

// scan_gpu.cu - runs every function of lab 05's solution on a GPU, with many lengths, and
// compares with the CPU reference; then measures the scans of any length.
//
//   nvcc -O2 -arch=sm_90 -lineinfo -I. -Icommon -o build/scan_gpu tests/gpu/scan_gpu.cu
//   build/scan_gpu            checks; one line per function, with a hash of all its results
//   build/scan_gpu all        longer scans, too
//   build/scan_gpu time       the same, then medians of 20 timings by events
//   ncu --csv --metrics ... build/scan_gpu
//
// The simulator must give the same hashes: build with -arch=compute_90
// -code=compute_90 -cudart shared, and run it as build/cudasim build/scan_gpu. Returns 0 if
// everything is right.
#include <string.h>

#include <algorithm>
#include <vector>

#include "../solutions/05_scan/scan.cu"
#include "gpu.h"

extern "C" {
#include "grader/labs/05_scan/reference.c"
}

typedef void (*Scan)(int *out, const int *in, int n);

static int mistakes;

// Small enough that no sum overflows, and both signs.
static std::vector<int> numbers(size_t n)
{
    std::vector<int> v(n);
    state = n;
    for (size_t i = 0; i < n; i++)
        v[i] = (int)(next_bits() % 7) - 3;
    return v;
}

template <typename T>
static T *to_device(const std::vector<T> &v)
{
    T *p;
    CUDA_CHECK(cudaMalloc(&p, (v.size() + 1) * sizeof(T)));
    CUDA_CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
    return p;
}

template <typename T>
static std::vector<T> to_host(const T *p, size_t n)
{
    std::vector<T> v(n);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
    return v;
}

static uint64_t hash;

template <typename T>
static void compare(const char *what, long n, const std::vector<T> &got, const std::vector<T> &want)
{
    for (size_t i = 0; i < want.size(); i++)
        if (got[i] != want[i]) {
            printf("%s n=%ld: wrong at %zu: got %d, want %d\n", what, n, i, (int)got[i],
                   (int)want[i]);
            mistakes++;
            return;
        }
    hash = hash_bytes(got.data(), want.size() * sizeof(T), hash);
}

static void check_scan(const char *name, Scan scan, bool inclusive, std::vector<int> sizes)
{
    hash = hash_bytes(NULL, 0);
    for (int n : sizes) {
        std::vector<int> in = numbers((size_t)n), want((size_t)n);
        int *d_in = to_device(in), *d_out = to_device(std::vector<int>((size_t)n, -77));
        (inclusive ? reference_scan_inclusive : reference_scan_exclusive)(want.data(), in.data(),
                                                                          (size_t)n);
        scan(d_out, d_in, n);
        compare(name, n, to_host(d_out, (size_t)n), want);
        CUDA_CHECK(cudaFree(d_in));
        CUDA_CHECK(cudaFree(d_out));
    }
    printf("%-24s %016llx\n", name, (unsigned long long)hash);
}

static void check_compact(const std::vector<int> &sizes)
{
    hash = hash_bytes(NULL, 0);
    for (int n : sizes) {
        std::vector<int> in = numbers((size_t)n), want((size_t)n + 1), count(1);
        int *d_in = to_device(in), *d_out = to_device(want), *d_count = to_device(count);
        want.resize(reference_compact(want.data(), in.data(), (size_t)n, 0));
        scan_compact(d_out, d_count, d_in, n, 0);
        compare("scan_compact", n, to_host(d_out, want.size()), want);
        compare("scan_compact count", n, to_host(d_count, 1),
                std::vector<int>(1, (int)want.size()));
        CUDA_CHECK(cudaFree(d_in));
        CUDA_CHECK(cudaFree(d_out));
        CUDA_CHECK(cudaFree(d_count));
    }
    printf("%-24s %016llx\n", "scan_compact", (unsigned long long)hash);
}

static void check_area(int width, int height, int radius)
{
    std::vector<int> noise = numbers((size_t)width * height), table(noise.size());
    std::vector<unsigned char> image(noise.begin(), noise.end()), out(image.size());
    unsigned char *d_image = to_device(image), *d_out = to_device(out);
    int *d_table = to_device(table);
    hash = hash_bytes(NULL, 0);
    reference_area_table(table.data(), image.data(), width, height);
    reference_box_filter(out.data(), image.data(), width, height, radius);
    scan_area_table(d_table, d_image, width, height);
    scan_box_filter(d_out, d_table, width, height, radius);
    compare("scan_area_table", width, to_host(d_table, table.size()), table);
    compare("scan_box_filter", width, to_host(d_out, out.size()), out);
    printf("area %4d x %4d, %3d     %016llx\n", width, height, radius, (unsigned long long)hash);
    CUDA_CHECK(cudaFree(d_image));
    CUDA_CHECK(cudaFree(d_out));
    CUDA_CHECK(cudaFree(d_table));
}

static void check_segmented(const std::vector<int> &sizes)
{
    hash = hash_bytes(NULL, 0);
    for (int n : sizes) {
        std::vector<int> in = numbers((size_t)n), heads((size_t)n), want((size_t)n);
        for (int i = 0; i < n; i++)
            heads[i] = next_bits() % 300 == 0;
        int *d_in = to_device(in), *d_heads = to_device(heads), *d_out = to_device(want);
        reference_scan_segmented(want.data(), in.data(), heads.data(), (size_t)n);
        scan_segmented(d_out, d_in, d_heads, n);
        compare("scan_segmented", n, to_host(d_out, (size_t)n), want);
        CUDA_CHECK(cudaFree(d_in));
        CUDA_CHECK(cudaFree(d_heads));
        CUDA_CHECK(cudaFree(d_out));
    }
    printf("%-24s %016llx\n", "scan_segmented", (unsigned long long)hash);
}

static void time_scan(const char *name, Scan scan, int n)
{
    std::vector<float> ms;
    int *in, *out;
    cudaEvent_t start, stop;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    CUDA_CHECK(cudaMalloc(&in, n * sizeof *in));
    CUDA_CHECK(cudaMalloc(&out, n * sizeof *out));
    CUDA_CHECK(cudaMemset(in, 0, n * sizeof *in));
    for (int i = 0; i < 21; i++) {
        float one;
        CUDA_CHECK(cudaEventRecord(start));
        scan(out, in, n);
        CUDA_CHECK(cudaEventRecord(stop));
        CUDA_CHECK(cudaEventSynchronize(stop));
        CUDA_CHECK(cudaEventElapsedTime(&one, start, stop));
        if (i > 0) // the first one is a warm-up
            ms.push_back(one);
    }
    std::sort(ms.begin(), ms.end());
    printf("%-24s n=%-10d %8.4f ms %6.0f GB/s\n", name, n, ms[10], 8e-6 * n / ms[10]);
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
}

int main(int argc, char **argv)
{
    const std::vector<int> block = {0,   1,   2,   3,   31,   32,   33,  64,
                                    100, 255, 256, 257, 1000, 1023, 1024};
    std::vector<int> section = block, any = block;
    section.insert(section.end(), {1025, 2047, 2048});
    any.insert(any.end(), {2047, 2048, 2049, 10007, 69637});
    if (argc > 1)
        any.insert(any.end(), {999983, 4194304, 4194305, 4196353});
    check_scan("scan_serial_inclusive", scan_serial_inclusive, true, section);
    check_scan("scan_serial_exclusive", scan_serial_exclusive, false, section);
    check_scan("scan_hillis_inclusive", scan_hillis_inclusive, true, block);
    check_scan("scan_hillis_exclusive", scan_hillis_exclusive, false, block);
    check_scan("scan_in_place", scan_in_place, true, block);
    check_scan("scan_blelloch", scan_blelloch, false, section);
    check_scan("scan_brent_kung", scan_brent_kung, true, section);
    check_scan("scan_three_kernels", scan_three_kernels, true, any);
    check_scan("scan_hierarchical", scan_hierarchical, true, any);
    check_scan("scan_look_back", scan_look_back, true, any);
    check_compact(any);
    check_area(641, 480, 5);
    check_area(33, 31, 100);
    check_segmented(any);
    for (int bits = 20; argc > 1 && strcmp(argv[1], "time") == 0 && bits <= 28; bits += 4) {
        int n = 1 << bits;
        time_scan("scan_three_kernels", scan_three_kernels, n);
        time_scan("scan_hierarchical", scan_hierarchical, n);
        time_scan("scan_look_back", scan_look_back, n);
    }
    printf("%s\n", mistakes ? "WRONG" : "all right");
    return mistakes != 0;
}

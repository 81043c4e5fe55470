// NVCC: grader/labs/01_patterns/reference.c
// patterns_gpu.cu - lab 01's solution on a GPU: are its results right, and how fast are its
// patterns? Mistakes are printed on standard error.
//
//   nvcc -O2 -arch=sm_90 -I. -Icommon -o build/patterns_gpu tests/gpu/patterns_gpu.cu \
//       grader/labs/01_patterns/reference.c
//   build/patterns_gpu          every pattern once: prints hashes of the outputs
//   build/patterns_gpu 28       with 2^28 ints; prints CSV: what, GB/s of useful bytes read +
//                               written, medians of 21 timings by CUDA events
#include <algorithm>
#include <functional>
#include <vector>

#include "../solutions/01_patterns/patterns.cu"
#include "gpu.h"

extern "C" {
#include "grader/labs/01_patterns/reference.h"
}

enum { TIMES = 21, SMALL_BITS = 14 };

static int wrong;
static bool timed; // are times wanted?

template <typename T>
static T *to_device(const std::vector<T> &v)
{
    T *p;
    CUDA_CHECK(cudaMalloc(&p, v.size() * sizeof(T) + 1));
    CUDA_CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
    return p;
}

template <typename T>
static void compare(const char *what, const T *got, const std::vector<T> &want)
{
    std::vector<T> host(want.size());
    CUDA_CHECK(cudaMemcpy(host.data(), got, host.size() * sizeof(T), cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < host.size(); i++)
        if (host[i] != want[i]) {
            fprintf(stderr, "%s: wrong at %zu of %zu\n", what, i, host.size());
            wrong = 1;
            return;
        }
    if (!timed)
        printf("%-22s %7zu %016llx\n", what, host.size(),
               (unsigned long long)hash_bytes(host.data(), host.size() * sizeof(T)));
}

static void time_it(const char *what, double bytes, const std::function<void()> &work)
{
    std::vector<float> ms(TIMES);
    cudaEvent_t start, stop;
    work();
    if (!timed)
        return;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    for (float &t : ms) {
        CUDA_CHECK(cudaEventRecord(start));
        work();
        CUDA_CHECK(cudaEventRecord(stop));
        CUDA_CHECK(cudaEventSynchronize(stop));
        CUDA_CHECK(cudaEventElapsedTime(&t, start, stop));
    }
    std::sort(ms.begin(), ms.end());
    printf("%s,%.1f\n", what, bytes / ms[TIMES / 2] / 1e6);
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
}

// The mistake of part 3: one piece per thread.
__global__ void pieces(int *out, const int *in, int n, int a, int b)
{
    int piece = ceil_div(n, gridDim.x * blockDim.x);
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * piece;
    for (int i = first; i < first + piece && i < n; i++)
        out[i] = a * in[i] + b;
}

static void maps(int n)
{
    std::vector<int> in(n), want(n);
    for (int i = 0; i < n; i++)
        want[i] = 3 * (in[i] = (int)(next_bits() % 1000000)) - 7;
    int *d_in = to_device(in), *d_out = to_device(in);
    map_each(d_out, d_in, n, 3, -7);
    compare("map_each", d_out, want);
    map_few(d_out, d_in, n, 3, -7, 1056);
    compare("map_few", d_out, want);
    time_it("map: a thread an element", 8.0 * n, [&] { map_each(d_out, d_in, n, 3, -7); });
    time_it("map: 1056 blocks", 8.0 * n, [&] { map_few(d_out, d_in, n, 3, -7, 1056); });
    time_it("map: 1056 blocks and pieces", 8.0 * n,
            [&] { pieces<<<1056, MAP_BLOCK>>>(d_out, d_in, n, 3, -7); });
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_out));
}

static void picture(void)
{
    enum { W = 1000, H = 777, R = 3 };
    std::vector<unsigned char> in(W * H), want(W * H);
    for (unsigned char &p : in)
        p = next_bits();
    reference_blur(want.data(), in.data(), W, H, R);
    unsigned char *d_in = to_device(in), *d_out = to_device(in);
    gather_blur(d_out, d_in, W, H, R);
    compare("gather_blur", d_out, want);
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_out));
}

static void scatters(int n)
{
    std::vector<int> in(n), to(n), want(n);
    for (int i = 0; i < n; i++) {
        in[i] = (int)next_bits();
        to[i] = i;
    }
    for (int i = n - 1; i > 0; i--)
        std::swap(to[i], to[next_bits() % (i + 1)]);
    for (int i = 0; i < n; i++)
        want[to[i]] = in[i];
    int *d_in = to_device(in), *d_to = to_device(to), *d_out = to_device(in);
    scatter_move(d_out, d_in, d_to, n);
    compare("scatter_move", d_out, want);
    time_it("scatter: a permutation", 12.0 * n, [&] { scatter_move(d_out, d_in, d_to, n); });

    int places = n / 16 + 1;
    std::vector<int> most(places, -5), mark(places, 0);
    for (int &t : to)
        t = next_bits() % places;
    for (int i = 0; i < n; i++)
        mark[to[i]] = 1;
    reference_scatter_max(most.data(), places, in.data(), to.data(), n);
    CUDA_CHECK(cudaMemcpy(d_to, to.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(d_out, 0, places * sizeof(int)));
    scatter_mark(d_out, d_to, n);
    compare("scatter_mark", d_out, mark);
    int *d_most = to_device(std::vector<int>(places, -5));
    scatter_max(d_most, d_in, d_to, n);
    compare("scatter_max", d_most, most);
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_to));
    CUDA_CHECK(cudaFree(d_out));
    CUDA_CHECK(cudaFree(d_most));
}

static void matrices(int rows, int cols)
{
    size_t n = (size_t)rows * cols;
    std::vector<int> in(n), want(n);
    std::vector<float> field(n), half(n), out(n);
    for (size_t i = 0; i < n; i++) {
        in[i] = (int)next_bits();
        field[i] = (float)(next_bits() % 200001) - 100000;
    }
    reference_transpose(want.data(), in.data(), rows, cols);
    reference_step(half.data(), field.data(), rows, cols);
    reference_step(out.data(), half.data(), rows, cols);
    int *d_in = to_device(in), *d_out = to_device(in);
    transpose_reading_rows(d_out, d_in, rows, cols);
    compare("transpose_reading_rows", d_out, want);
    CUDA_CHECK(cudaMemset(d_out, 0, n * sizeof(int)));
    transpose_writing_rows(d_out, d_in, rows, cols);
    compare("transpose_writing_rows", d_out, want);
    time_it("transpose: reading rows", 8.0 * n,
            [&] { transpose_reading_rows(d_out, d_in, rows, cols); });
    time_it("transpose: writing rows", 8.0 * n,
            [&] { transpose_writing_rows(d_out, d_in, rows, cols); });
    float *d_field = to_device(field), *d_half = to_device(field), *d_result = to_device(field);
    stencil_two(d_result, d_half, d_field, rows, cols);
    compare("stencil_two, half", d_half, half);
    compare("stencil_two", d_result, out);
    time_it("stencil: two steps", 16.0 * n,
            [&] { stencil_two(d_result, d_half, d_field, rows, cols); });
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_out));
    CUDA_CHECK(cudaFree(d_field));
    CUDA_CHECK(cudaFree(d_half));
    CUDA_CHECK(cudaFree(d_result));
}

// The same number of elements at every stride, so that only the sectors differ.
static void picks(int n)
{
    static const int strides[] = {1, 2, 3, 4, 8, 16, 32};
    int m = n / 32 - 1; // the last one at stride 32 from word 1 on
    std::vector<int> in(n);
    for (int i = 0; i < n; i++)
        in[i] = i;
    int *d_in = to_device(in), *d_out = to_device(in);
    for (int stride : strides) {
        char what[32];
        std::vector<int> want(m);
        for (int i = 0; i < m; i++)
            want[i] = i * stride + 1;
        copy_picked(d_out, d_in, m, stride, 1, 4);
        compare("copy_picked", d_out, want);
        snprintf(what, sizeof what, "copy: stride %d", stride);
        time_it(what, 8.0 * m, [&] { copy_picked(d_out, d_in, m, stride, 0, 4); });
    }
    time_it("copy: 16 bytes each", 32.0 * (m / 4),
            [&] { copy_picked(d_out, d_in, m / 4, 1, 0, 16); });
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_out));
}

int main(int argc, char **argv)
{
    timed = argc > 1;
    int bits = timed ? atoi(argv[1]) : SMALL_BITS;
    if (bits < 10 || bits > 29) {
        fprintf(stderr, "usage: patterns_gpu [10 to 29]\n");
        return 2;
    }
    DeviceFigures f;
    device_query(&f);
    if (timed)
        fprintf(stderr, "sm_%lld%lld, %lld multiprocessors, peak %.1f GB/s\n", f.major, f.minor,
                f.multiprocessors, device_peak_bandwidth() / 1e9);
    maps(1 << bits);
    maps(12345);
    picture();
    scatters(1 << std::min(bits, 26));
    matrices(1 << bits / 2, 1 << (bits - bits / 2));
    matrices(333, 1001);
    picks(1 << bits);
    return wrong;
}

// NVCC: grader/labs/10_memory/reference.c
// memory_gpu.cu - lab 10's solution on a GPU: are its results right, and how fast are its kinds of
// memory? Mistakes are printed on standard error.
//
//   nvcc -O2 -arch=sm_90 -I. -Icommon -o build/memory_gpu tests/gpu/memory_gpu.cu \
//       grader/labs/10_memory/reference.c
//   build/memory_gpu         every part once: prints hashes of the outputs
//   build/memory_gpu time    prints CSV: what, microseconds, rates; medians of 11 timings by CUDA
//                            events
//   build/memory_gpu once    some of these lines, timed once: for the simulator
#include <string.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "../solutions/10_memory/memory.cu"
#include "gpu.h"

extern "C" {
#include "grader/labs/10_memory/reference.h"
}

static int wrong;

template <typename T>
static T *to_device(const std::vector<T> &v)
{
    T *p;
    CUDA_CHECK(cudaMalloc(&p, v.size() * sizeof(T) + 16));
    CUDA_CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
    return p;
}

template <typename T>
static T *to_pinned(const std::vector<T> &v)
{
    T *p;
    CUDA_CHECK(cudaMallocHost(&p, v.size() * sizeof(T) + 16));
    std::copy(v.begin(), v.end(), p);
    return p;
}

template <typename T>
static void compare(const char *what, const T *got, size_t n, const T *want)
{
    std::vector<T> host(n);
    CUDA_CHECK(cudaMemcpy(host.data(), got, n * sizeof(T), cudaMemcpyDefault));
    for (size_t i = 0; want && i < n; i++)
        if (host[i] != want[i]) {
            fprintf(stderr, "%s: wrong at %zu of %zu\n", what, i, n);
            wrong = 1;
            return;
        }
    printf("%-20s %7zu %016llx\n", what, n,
           (unsigned long long)hash_bytes(host.data(), n * sizeof(T)));
}

template <typename T>
static std::vector<T> numbers(size_t n, unsigned below)
{
    std::vector<T> v(n);
    for (T &x : v)
        x = (T)(next_bits() % below);
    return v;
}

static void copies(void)
{
    std::vector<int> in = numbers<int>(1 << 16, 1 << 30), want(1 << 13);
    int *d_in = to_device(in), *d_out = to_device(in);
    for (int stride = 1; stride <= 8; stride *= 2) {
        Bandwidth b;
        memory_bandwidth(&b, d_out, d_in, 1 << 13, stride, 1);
        for (int i = 0; i < 1 << 13; i++)
            want[i] = in[(size_t)i * stride];
        compare("memory_bandwidth", d_out, want.size(), want.data());
    }
    for (int each = 1; each <= 8; each *= 2) {
        CUDA_CHECK(cudaMemset(d_out, 0, in.size() * sizeof(int)));
        copy_in_flight(d_out, d_in, 60001, 7, each);
        compare("copy_in_flight", d_out, 60001, in.data());
    }
    for (int offset = 0; offset < 4; offset++) {
        std::vector<int> scaled = in;
        CUDA_CHECK(cudaMemcpy(d_out, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice));
        scale_wide(d_out + offset, 30001, 3);
        for (int i = 0; i < 30001; i++)
            scaled[offset + i] = (int)(3u * (unsigned)in[offset + i]);
        compare("scale_wide", d_out, in.size(), scaled.data());
    }
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_out));
}

static void particles(int n)
{
    std::vector<float> p = numbers<float>(6 * n, 100000), soa(6 * n);
    float *d_p = to_device(p), *d_soa = to_device(p);
    particles_split(d_soa, (Particle *)d_p, n);
    reference_split(soa.data(), p.data(), n);
    compare("particles_split", d_soa, soa.size(), soa.data());
    particles_move_soa(d_soa, n, 3);
    reference_move(soa.data(), n, 3);
    compare("particles_move_soa", d_soa, soa.size(), soa.data());
    particles_move_aos((Particle *)d_p, n, 3);
    compare<float>("particles_move_aos", d_p, p.size(), NULL);
    CUDA_CHECK(cudaFree(d_p));
    CUDA_CHECK(cudaFree(d_soa));
}

static void host_memory(void)
{
    std::vector<int> picture = numbers<int>(300 * 120, 1 << 20), want(211 * 97), sums_of;
    int *pinned = to_pinned(picture), *out = to_pinned(want);
    picture_edges(out, pinned, 300, 9, 5, 211, 97);
    reference_edges(want.data(), picture.data(), 300, 9, 5, 211, 97);
    compare("picture_edges", out, want.size(), want.data());

    std::vector<int> index = numbers<int>(1000, 36000), looked(1000);
    for (size_t i = 0; i < index.size(); i++)
        looked[i] = picture[index[i]];
    int *d_index = to_device(index), *d_out = to_device(index);
    table_lookup(d_out, pinned, 36000, d_index, 1000);
    compare("table_lookup", d_out, looked.size(), looked.data());

    std::vector<unsigned> words = numbers<unsigned>(20001, 1u << 31);
    unsigned *data = to_pinned(words);
    table_rounds(data, 20001, 5);
    reference_rounds(words.data(), words.size(), 5);
    compare("table_rounds", data, words.size(), words.data());

    std::vector<int> start(301);
    for (int r = 0; r < 300; r++)
        start[r + 1] = start[r] + (r % 3 ? (int)(next_bits() % 50) : 0);
    std::vector<long long> sums(300), right(300);
    ragged_sums(sums.data(), picture.data(), start.data(), 300);
    reference_ragged_sums((int64_t *)right.data(), picture.data(), start.data(), 300);
    compare("ragged_sums", sums.data(), right.size(), right.data());
    for (void *p : {(void *)pinned, (void *)out, (void *)data})
        CUDA_CHECK(cudaFreeHost(p));
    CUDA_CHECK(cudaFree(d_index));
    CUDA_CHECK(cudaFree(d_out));
}

static void tables(int n)
{
    std::vector<unsigned> x = numbers<unsigned>(n, 1u << 31), c = numbers<unsigned>(64, 1u << 31),
                          table = numbers<unsigned>(256, 1u << 31), want(n);
    std::vector<unsigned char> bytes = numbers<unsigned char>(n, 256);
    unsigned *d_x = to_device(x), *d_table = to_device(table), *d_out = to_device(x);
    unsigned char *d_bytes = to_device(bytes);
    polynomial(d_out, d_x, n, c.data(), 64);
    for (int i = 0; i < n; i++)
        want[i] = reference_polynomial(x[i], c.data(), 64);
    compare("polynomial", d_out, want.size(), want.data());
    translate_bytes(d_out, d_bytes, n, d_table);
    for (int i = 0; i < n; i++)
        want[i] = table[bytes[i]];
    compare("translate_bytes", d_out, want.size(), want.data());
    constant_words(d_out, n, 1, 8);
    for (int i = 0; i < n; i++)
        want[i] = i;
    compare("constant_words", d_out, want.size(), want.data());
    two_kinds(d_out, d_x, n);
    for (int i = 0; i < n; i++)
        want[i] = i % 2 ? reference_shake(x[i], MEMORY_STEPS) : reference_walk(x[i], MEMORY_STEPS);
    compare("two_kinds", d_out, want.size(), want.data());
    CUDA_CHECK(cudaFree(d_x));
    CUDA_CHECK(cudaFree(d_table));
    CUDA_CHECK(cudaFree(d_out));
    CUDA_CHECK(cudaFree(d_bytes));
}

static void floats(int n)
{
    std::vector<float> color[3], t(n);
    for (std::vector<float> &v : color)
        v = numbers<float>(n, 256);
    for (int i = 0; i < n; i++)
        t[i] = 8.0f * i / n;
    float *d[3], *d_t = to_device(t), *d_out = to_device(t);
    for (int k = 0; k < 3; k++)
        d[k] = to_device(color[k]);
    gray_slow(d_out, d[0], d[1], d[2], n);
    compare<float>("gray_slow", d_out, n, NULL);
    gray_fast(d_out, d[0], d[1], d[2], n);
    compare<float>("gray_fast", d_out, n, NULL);
    damped_wave(d_out, d_t, n);
    compare<float>("damped_wave", d_out, n, NULL);
    for (int k = 0; k < 3; k++)
        CUDA_CHECK(cudaFree(d[k]));
    CUDA_CHECK(cudaFree(d_t));
    CUDA_CHECK(cudaFree(d_out));
}

// ---- times --------------------------------------------------------------------------------------

static int times = 11;

static double median_us(const std::function<void()> &work)
{
    std::vector<float> ms(times);
    cudaEvent_t start, stop;
    if (times > 1)
        work(); // a warm-up
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
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
    return 1000.0 * ms[times / 2];
}

static void rate(const char *what, double bytes, const std::function<void()> &work)
{
    double us = median_us(work);
    printf("%s,%.2f,us,%.1f,GB/s\n", what, us, bytes / us / 1e3);
}

// n threads, `in` and `out` have room for n words.
static void time_constants(int *out, const int *in, int n)
{
    rate("constant: one word", 4.0 * (n), [&] { constant_words((unsigned *)out, n, 32, 0); });
    rate("constant: 2 words", 4.0 * (n), [&] { constant_words((unsigned *)out, n, 16, 1); });
    rate("constant: 16 words", 4.0 * (n), [&] { constant_words((unsigned *)out, n, 2, 1); });
    rate("constant: 32 words", 4.0 * (n), [&] { constant_words((unsigned *)out, n, 1, 1); });
    rate("constant: 32 words far apart", 4.0 * (n),
         [&] { constant_words((unsigned *)out, n, 1, 8); });
    rate("polynomial of 64 coefficients", 8.0 * (n), [&] {
        evaluate<<<n / MEMORY_BLOCK, MEMORY_BLOCK>>>((unsigned *)out, (unsigned *)in, n, 64);
    });
}

static void time_copies(void)
{
    const int n = 1 << 28;
    int *in, *out;
    char what[64];
    CUDA_CHECK(cudaMalloc(&in, (size_t)n * sizeof *in + 64));
    CUDA_CHECK(cudaMalloc(&out, (size_t)n * sizeof *out + 64));
    CUDA_CHECK(cudaMemset(in, 1, (size_t)n * sizeof *in));
    for (int stride = 1; stride <= 8; stride *= 2) {
        Bandwidth b;
        int m = stride == 1 ? 10 << 20 : 9 << 18;
        memory_bandwidth(&b, out, in, m, stride, 3);
        memory_bandwidth(&b, out, in, m, stride, 3);
        printf("graded n=%d stride %d,%.2f,us,%.1f,useful,%.1f,moved,%.1f,percent\n", m, stride,
               b.us, b.useful, b.moved, b.percent);
        memory_bandwidth(&b, out, in, n / 8, stride, 10);
        printf("large stride %d,%.2f,us,%.1f,useful,%.1f,moved,%.1f,percent\n", stride, b.us,
               b.useful, b.moved, b.percent);
    }
    for (int blocks = 66; blocks <= 1056; blocks *= 2)
        for (int each = 1; each <= 8; each *= 2) {
            snprintf(what, sizeof what, "flight %d blocks %d each", blocks, each);
            rate(what, 8.0 * (n / 4), [&] { copy_in_flight(out, in, n / 4, blocks, each); });
        }
    for (int offset = 0; offset <= 1; offset++) {
        snprintf(what, sizeof what, "scale from word %d", offset);
        rate(what, 8.0 * n, [&] { scale_wide(in + offset, n, 1); });
    }
    int p = 1 << 22;
    rate("particles: structures", 36.0 * p, [&] { particles_move_aos((Particle *)in, p, 0); });
    rate("particles: arrays", 36.0 * p, [&] { particles_move_soa((float *)in, p, 0); });
    rate("particles: split", 48.0 * p, [&] { particles_split((float *)out, (Particle *)in, p); });
    time_constants(out, in, n / 16);
    rate("gray: double", 16.0 * (n / 8), [&] {
        gray_slow((float *)out, (float *)in, (float *)in + n / 8, (float *)in + n / 4, n / 8);
    });
    rate("gray: single", 16.0 * (n / 8), [&] {
        gray_fast((float *)out, (float *)in, (float *)in + n / 8, (float *)in + n / 4, n / 8);
    });
    rate("two kinds", 8.0 * (n / 8), [&] { two_kinds((unsigned *)out, (unsigned *)in, n / 8); });
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
}

__global__ void add_one(int *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i]++;
}

__global__ void only_read(int *out, const int *x, int n)
{
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += x[i];
    if (sum == 12345)
        *out = sum;
}

// One sector of each line of 128 bytes.
__global__ void read_lines(int *out, const int *x, int lines)
{
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < lines; i += gridDim.x * blockDim.x)
        sum += x[32 * i];
    if (sum == 12345)
        *out = sum;
}

__global__ void only_write(int *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i] = i;
}

// One thread, each load waits for the one before.
__global__ void chase(int *out, const int *next, int steps)
{
    int at = 0;
    for (int s = 0; s < steps; s++)
        at = next[at];
    *out = at;
}

static void time_mapped(int *out, const int *pinned, int n, int blocks)
{
    char what[64];
    snprintf(what, sizeof what, "mapped read %d blocks", blocks);
    rate(what, 4.0 * n, [&] { only_read<<<blocks, 256>>>(out, pinned, n); });
    snprintf(what, sizeof what, "mapped read; a sector per line; %d blocks", blocks);
    rate(what, 32.0 * (n / 32), [&] { read_lines<<<blocks, 256>>>(out, pinned, n / 32); });
}

static void time_host_memory(void)
{
    const int n = 1 << 22; // 16 MB
    int *pinned, *device, *managed, *index;
    CUDA_CHECK(cudaMallocHost(&pinned, n * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&device, n * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&index, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        pinned[i] = (int)((i * 40505ll + 4099) % n);
    CUDA_CHECK(cudaMemcpy(device, pinned, n * sizeof(int), cudaMemcpyHostToDevice));
    rate("chase mapped 1000 steps", 4000, [&] { chase<<<1, 1>>>(index, pinned, 1000); });
    rate("chase device 1000 steps", 4000, [&] { chase<<<1, 1>>>(index, device, 1000); });
    for (int blocks = 33; blocks <= 528; blocks *= 4) {
        char what[64];
        time_mapped(index, pinned, n, blocks);
        snprintf(what, sizeof what, "mapped read again, 64 KB, %d blocks", blocks);
        rate(what, 65536.0, [&] { only_read<<<blocks, 256>>>(index, pinned, 1 << 14); });
    }
    rate("device read 264 blocks", 4.0 * n, [&] { only_read<<<264, 256>>>(index, device, n); });
    CUDA_CHECK(cudaMemcpy(index, pinned, n * sizeof(int), cudaMemcpyHostToDevice));
    for (int m = 1000; m <= 1000000; m *= 10) {
        char what[64];
        snprintf(what, sizeof what, "lookup %d of 2^22 mapped", m);
        rate(what, 4.0 * m, [&] { table_lookup(device, pinned, n, index, m); });
        snprintf(what, sizeof what, "lookup %d of 2^22 copied", m);
        rate(what, 4.0 * m, [&] {
            CUDA_CHECK(cudaMemcpyAsync(device, pinned, n * sizeof(int), cudaMemcpyHostToDevice));
            pick_words<<<ceil_div(m, 256), 256>>>(device, device, index, m);
        });
    }
    rate("mapped write 264 blocks", 4.0 * n, [&] { only_write<<<264, 256>>>(pinned, n); });
    rate("mapped read and write 264 blocks", 8.0 * n, [&] { add_one<<<264, 256>>>(pinned, n); });
    rate("rounds: 16 on the device and two copies, host waits", 8.0 * n,
         [&] { table_rounds((unsigned *)pinned, n, 16); });
    rate("rounds: 16 mapped", 8.0 * n, [&] {
        for (int round = 0; round < 16; round++)
            mix_words<<<ceil_div(n, 256), 256>>>((unsigned *)pinned, n, round);
    });
    CUDA_CHECK(cudaMallocManaged(&managed, n * sizeof(int)));
    cudaMemLocation gpu = {cudaMemLocationTypeDevice, 0}, cpu = {cudaMemLocationTypeHost, 0};
    auto host_touches = [&] {
        CUDA_CHECK(cudaDeviceSynchronize());
        for (int i = 0; i < n; i++)
            managed[i] = i;
    };
    auto timed_once = [&](const char *what, const std::function<void()> &work) {
        std::vector<float> ms(5);
        cudaEvent_t start, stop;
        CUDA_CHECK(cudaEventCreate(&start));
        CUDA_CHECK(cudaEventCreate(&stop));
        for (float &t : ms) {
            host_touches();
            CUDA_CHECK(cudaEventRecord(start));
            work();
            CUDA_CHECK(cudaEventRecord(stop));
            CUDA_CHECK(cudaEventSynchronize(stop));
            CUDA_CHECK(cudaEventElapsedTime(&t, start, stop));
        }
        std::sort(ms.begin(), ms.end());
        printf("%s,%.2f,us,%.1f,GB/s\n", what, 1000.0 * ms[2], 4.0 * n / ms[2] / 1e6);
    };
    timed_once("managed, after the host", [&] { add_one<<<264, 256>>>(managed, n); });
    timed_once("managed, prefetched", [&] {
        CUDA_CHECK(cudaMemPrefetchAsync(managed, n * sizeof(int), gpu, 0, 0));
        add_one<<<264, 256>>>(managed, n);
    });
    timed_once("managed, there and back", [&] {
        CUDA_CHECK(cudaMemPrefetchAsync(managed, n * sizeof(int), gpu, 0, 0));
        add_one<<<264, 256>>>(managed, n);
        CUDA_CHECK(cudaMemPrefetchAsync(managed, n * sizeof(int), cpu, 0, 0));
    });
    timed_once("managed, one word per 64 KB", [&] { chase<<<1, 1>>>(index, managed, 1); });
    rate("managed, second time", 4.0 * n, [&] { add_one<<<264, 256>>>(managed, n); });
    CUDA_CHECK(cudaFreeHost(pinned));
    CUDA_CHECK(cudaFree(device));
    CUDA_CHECK(cudaFree(index));
    CUDA_CHECK(cudaFree(managed));
}

static void time_once(void)
{
    const int n = 1 << 22, threads = 1 << 24;
    int *pinned, *in, *out;
    times = 1;
    CUDA_CHECK(cudaMallocHost(&pinned, n * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&in, threads * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&out, threads * sizeof(int)));
    CUDA_CHECK(cudaMemset(in, 1, threads * sizeof(int)));
    for (int i = 0; i < n; i++)
        pinned[i] = (int)((i * 40505ll + 4099) % n);
    rate("chase mapped 1000 steps", 4000, [&] { chase<<<1, 1>>>(out, pinned, 1000); });
    time_mapped(out, pinned, n, 528);
    time_constants(out, in, threads);
    CUDA_CHECK(cudaMemcpy(in, pinned, n * sizeof(int), cudaMemcpyHostToDevice));
    rate("lookup 100000 of 2^22 mapped", 4e5, [&] { table_lookup(out, pinned, n, in, 100000); });
    CUDA_CHECK(cudaFreeHost(pinned));
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "once")) {
        time_once();
        return 0;
    }
    if (argc > 1) {
        time_copies();
        time_host_memory();
        return 0;
    }
    copies();
    particles(5001);
    host_memory();
    tables(20011);
    floats(30001);
    return wrong;
}

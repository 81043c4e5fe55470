// facts_probe.cu - figures that slides and assignments state about a GPU: latencies, what a
// relaxed load costs, copies, kernels side by side, clusters, which calls wait. A row is
// `name,value,unit`; tests/data/h200_facts.csv is its output on an H200.
//
//   nvcc -O2 -arch=sm_90 -std=c++17 -o facts_probe tests/gpu/facts_probe.cu
//   CUDA_DEVICE_MAX_CONNECTIONS=32 ./facts_probe
//   ./facts_probe only          how many kernels run at a time, with the default connections
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cuda/atomic>
#include <vector>

#include "check.h"

static void row(const char *name, double value, const char *unit)
{
    printf("%s,%.6g,%s\n", name, value, unit);
}

static double median(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

// Microseconds on the device between two events, the median of 21.
template <class F>
static double device_us(F work, int rounds = 21)
{
    cudaEvent_t from, to;
    CHECK(cudaEventCreate(&from));
    CHECK(cudaEventCreate(&to));
    std::vector<double> us;
    work(); // the first one loads code
    for (int i = 0; i < rounds; i++) {
        float ms;
        CHECK(cudaEventRecord(from));
        work();
        CHECK(cudaEventRecord(to));
        CHECK(cudaEventSynchronize(to));
        CHECK(cudaEventElapsedTime(&ms, from, to));
        us.push_back(1000 * ms);
    }
    return median(us);
}

static double host_us()
{
    using namespace std::chrono;
    return duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

// Microseconds of the host in a call that waits, the median of 11.
template <class F>
static double host_median(F call)
{
    std::vector<double> us;
    call();
    for (int i = 0; i < 11; i++) {
        double begin = host_us();
        call();
        us.push_back(host_us() - begin);
    }
    return median(us);
}

// ---- a relaxed load against a plain one ---------------------------------------------

enum { THREADS = 132 * 2048, LOOKS = 64 };

template <bool RELAXED>
__global__ void look_up(int *table, int n, int *sum)
{
    unsigned state = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int mine = 0;
    for (int k = 0; k < LOOKS; k++) {
        state = state * 1664525u + 1013904223u;
        int i = (int)(((unsigned long long)state * (unsigned)n) >> 32);
        if (RELAXED)
            mine += cuda::atomic_ref<int, cuda::thread_scope_device>(table[i]).load(
                cuda::memory_order_relaxed);
        else
            mine += table[i];
    }
    if (mine == 12345)
        *sum = mine;
}

static void relaxed_loads()
{
    int *table, *sum;
    CHECK(cudaMalloc(&table, sizeof(int) << 22));
    CHECK(cudaMemset(table, 0, sizeof(int) << 22));
    CHECK(cudaMalloc(&sum, sizeof(int)));
    for (int bits : {12, 17, 22}) {
        char name[64];
        double plain =
            device_us([&] { look_up<false><<<THREADS / 256, 256>>>(table, 1 << bits, sum); });
        double relaxed =
            device_us([&] { look_up<true><<<THREADS / 256, 256>>>(table, 1 << bits, sum); });
        snprintf(name, sizeof name, "look_up_plain_%d", 1 << bits);
        row(name, plain, "us");
        snprintf(name, sizeof name, "look_up_relaxed_%d", 1 << bits);
        row(name, relaxed, "us");
        snprintf(name, sizeof name, "look_up_ratio_%d", 1 << bits);
        row(name, relaxed / plain, "times");
    }
    CHECK(cudaFree(table));
    CHECK(cudaFree(sum));
}

// ---- latencies: a chain of loads ----------------------------------------------------

// 0: L1, 1: L2 (not L1), 2: shared memory
template <int WHERE>
__global__ void chase(int *next, int steps, int rounds, long long *cycles, int *end)
{
    __shared__ int chain[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        chain[i] = (i + 33) % 1024;
    __syncthreads();
    int at = 0;
    for (int round = 0; round < rounds; round++) { // the first of two rounds warms up
        long long begin = clock64();
        for (int k = 0; k < steps; k++)
            at = WHERE == 2 ? chain[at] : WHERE == 1 ? __ldcg(&next[at]) : next[at];
        *cycles = clock64() - begin;
    }
    *end = at;
}

// Without a round that warms up, the caches hold other bytes: the loads come from DRAM.
template <int WHERE>
static double chase_cycles(size_t bytes, size_t stride, bool warm = true)
{
    int n = (int)(bytes / sizeof(int)), step = (int)(stride / sizeof(int)), steps = n / step;
    std::vector<int> next(n);
    for (int i = 0; i < steps; i++)
        next[(size_t)i * step] = (i + 1) % steps * step;
    int *d, *end;
    long long *cycles, measured;
    CHECK(cudaMalloc(&d, bytes));
    CHECK(cudaMalloc(&end, sizeof(int)));
    CHECK(cudaMalloc(&cycles, sizeof *cycles));
    CHECK(cudaMemcpy(d, next.data(), bytes, cudaMemcpyHostToDevice));
    char *other;
    CHECK(cudaMalloc(&other, (size_t)256 << 20));
    if (!warm)
        CHECK(cudaMemset(other, 0, (size_t)256 << 20));
    chase<WHERE><<<1, 1>>>(d, steps, warm ? 2 : 1, cycles, end);
    CHECK(cudaMemcpy(&measured, cycles, sizeof measured, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(other));
    CHECK(cudaFree(d));
    CHECK(cudaFree(end));
    CHECK(cudaFree(cycles));
    return (double)measured / steps;
}

static void latencies()
{
    double ghz = 1.98; // measured below
    int *word, *end;
    long long *cycles, in_cycles;
    CHECK(cudaMalloc(&word, 4096));
    CHECK(cudaMemset(word, 0, 4096));
    CHECK(cudaMalloc(&end, sizeof(int)));
    CHECK(cudaMalloc(&cycles, sizeof *cycles));
    // The clock: cycles of a long chain against its time (half of the time is the second round).
    double us = device_us([&] { chase<0><<<1, 1>>>(word, 1 << 17, 2, cycles, end); }, 5);
    CHECK(cudaMemcpy(&in_cycles, cycles, sizeof in_cycles, cudaMemcpyDeviceToHost));
    ghz = 2 * (double)in_cycles / us / 1000;
    row("clock", ghz, "GHz");
    const struct {
        const char *name;
        double cycles;
    } rows[] = {
        {"shared_memory", chase_cycles<2>(1 << 16, 64)},
        {"l1", chase_cycles<0>(1 << 14, 128)},
        {"l2", chase_cycles<1>(1 << 20, 128)},
        {"dram_4kb_apart", chase_cycles<1>((size_t)1 << 29, 4096, false)},
        {"dram_2mb_apart", chase_cycles<1>((size_t)1 << 30, (size_t)1 << 21, false)},
    };
    for (auto &r : rows) {
        char name[64];
        snprintf(name, sizeof name, "latency_%s", r.name);
        row(name, r.cycles, "cycles");
        snprintf(name, sizeof name, "latency_%s_ns", r.name);
        row(name, r.cycles / ghz, "ns");
    }
}

__global__ void spin(long long nanoseconds)
{
    long long now, begin;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(begin));
    do
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    while (now - begin < nanoseconds);
}

// ---- copies -------------------------------------------------------------------------

// Bytes per host time: the call returns when the bytes are staged, or have arrived.
static void pageable_copies(char *d, char *pageable)
{
    for (size_t mb : {1, 16, 256}) {
        char name[64];
        double to = host_median([&] { cudaMemcpy(d, pageable, mb << 20, cudaMemcpyHostToDevice); });
        snprintf(name, sizeof name, "copy_pageable_rate_%zu_mb", mb);
        row(name, (double)(mb << 20) / to / 1000, "GB/s");
        double back =
            host_median([&] { cudaMemcpy(pageable, d, mb << 20, cudaMemcpyDeviceToHost); });
        snprintf(name, sizeof name, "copy_to_pageable_rate_%zu_mb", mb);
        row(name, (double)(mb << 20) / back / 1000, "GB/s");
    }
}

// What it costs to pin 1 MB, and to give it back.
static void pinning()
{
    std::vector<double> pin, unpin;
    for (int i = 0; i < 21; i++) {
        char *p;
        double begin = host_us();
        CHECK(cudaMallocHost(&p, 1 << 20));
        pin.push_back(host_us() - begin);
        begin = host_us();
        CHECK(cudaFreeHost(p));
        unpin.push_back(host_us() - begin);
    }
    row("pin_1048576", median(pin), "us");
    row("unpin_1048576", median(unpin), "us");
}

static void copies()
{
    size_t most = (size_t)256 << 20;
    char *h, *d, *d2, *pageable = (char *)malloc(most);
    CHECK(cudaMallocHost(&h, most));
    CHECK(cudaMalloc(&d, most));
    CHECK(cudaMalloc(&d2, most));
    std::fill(h, h + most, 1);
    std::fill(pageable, pageable + most, 1);
    double whole = device_us([&] { cudaMemcpyAsync(d, h, most, cudaMemcpyHostToDevice, 0); });
    row("copy_268435456", whole, "us");
    row("copy_rate", (double)most / whole / 1000, "GB/s");
    for (size_t bytes : {(size_t)65536, (size_t)1 << 20, (size_t)16 << 20}) {
        char name[64];
        double one = device_us([&] { cudaMemcpyAsync(d, h, bytes, cudaMemcpyHostToDevice, 0); });
        enum { MANY = 20 };
        double many = device_us([&] {
            for (int i = 0; i < MANY; i++)
                cudaMemcpyAsync(d, h, bytes, cudaMemcpyHostToDevice, 0);
        });
        double moved = (double)bytes * whole / (double)most;
        snprintf(name, sizeof name, "copy_%zu", bytes);
        row(name, one, "us");
        snprintf(name, sizeof name, "copy_in_addition_%zu", bytes);
        row(name, one - moved, "us");
        snprintf(name, sizeof name, "copy_in_a_row_%zu", bytes);
        row(name, many / MANY, "us");
        snprintf(name, sizeof name, "copy_in_a_row_in_addition_%zu", bytes);
        row(name, many / MANY - moved, "us");
    }
    pageable_copies(d, pageable);
    double alone = device_us([&] { spin<<<1, 1>>>(20000); });
    double both = device_us([&] {
        spin<<<1, 1>>>(20000);
        cudaMemcpyAsync(d, h, 65536, cudaMemcpyHostToDevice, 0);
    });
    row("copy_after_kernel_in_addition_65536", both - alone - 65536.0 * whole / (double)most, "us");
    double device_copy =
        device_us([&] { cudaMemcpyAsync(d2, d, most, cudaMemcpyDeviceToDevice, 0); });
    row("copy_on_device_rate", 2.0 * (double)most / device_copy / 1000, "GB/s");
    CHECK(cudaFreeHost(h));
    CHECK(cudaFree(d));
    CHECK(cudaFree(d2));
    free(pageable);
}

// ---- which calls wait for a kernel that runs in the same stream ---------------------

template <class F>
static void waits(const char *what, F call)
{
    std::vector<double> us;
    char name[128];
    for (int i = 0; i < 7; i++) {
        spin<<<1, 1>>>(5000000);
        double begin = host_us();
        call();
        us.push_back(host_us() - begin);
        CHECK(cudaDeviceSynchronize());
    }
    snprintf(name, sizeof name, "behind_5000_us_%s", what);
    row(name, median(us), "us");
}

static void waiting()
{
    size_t bytes = 1 << 20;
    char name[64];
    char *pinned, *d, *d2, *pageable = (char *)calloc(bytes, 1);
    CHECK(cudaMallocHost(&pinned, bytes));
    CHECK(cudaMalloc(&d, bytes));
    CHECK(cudaMalloc(&d2, bytes));
    waits("memset", [&] { cudaMemset(d, 0, bytes); });
    waits("memcpy_on_device", [&] { cudaMemcpy(d2, d, bytes, cudaMemcpyDeviceToDevice); });
    waits("memcpy_pageable_32768", [&] { cudaMemcpy(d, pageable, 32768, cudaMemcpyHostToDevice); });
    waits("memcpy_pageable_65536", [&] { cudaMemcpy(d, pageable, 65536, cudaMemcpyHostToDevice); });
    waits("memcpy_pageable_131072",
          [&] { cudaMemcpy(d, pageable, 131072, cudaMemcpyHostToDevice); });
    waits("memcpy_pageable_1048576",
          [&] { cudaMemcpy(d, pageable, bytes, cudaMemcpyHostToDevice); });
    waits("memcpy_pinned_65536", [&] { cudaMemcpy(d, pinned, 65536, cudaMemcpyHostToDevice); });
    waits("memcpy_to_host_4", [&] { cudaMemcpy(pageable, d, 4, cudaMemcpyDeviceToHost); });
    waits("memcpy_async_pageable_1048576",
          [&] { cudaMemcpyAsync(d, pageable, bytes, cudaMemcpyHostToDevice, 0); });
    waits("memcpy_async_to_pageable_4",
          [&] { cudaMemcpyAsync(pageable, d, 4, cudaMemcpyDeviceToHost, 0); });
    // The same in another stream than the kernel's, one that does not wait for stream 0.
    cudaStream_t other;
    CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    for (int kb : {32, 64, 128}) {
        snprintf(name, sizeof name, "other_stream_memcpy_async_pageable_%d", 1024 * kb);
        waits(name,
              [&] { cudaMemcpyAsync(d, pageable, 1024 * kb, cudaMemcpyHostToDevice, other); });
    }
    for (int kb : {32, 64, 128}) {
        snprintf(name, sizeof name, "same_stream_memcpy_async_pageable_%d", 1024 * kb);
        waits(name, [&] { cudaMemcpyAsync(d, pageable, 1024 * kb, cudaMemcpyHostToDevice, 0); });
    }
    waits("malloc", [&] {
        char *p;
        cudaMalloc(&p, bytes);
    });
    waits("malloc_async", [&] {
        char *p;
        cudaMallocAsync(&p, bytes, 0);
    });
    waits("malloc_host", [&] {
        char *p;
        cudaMallocHost(&p, bytes);
    });
    char *spare[7];
    for (auto &p : spare)
        CHECK(cudaMalloc(&p, bytes));
    int next = 0;
    waits("free", [&] { cudaFree(spare[next++]); });
    // A flag for the host after each step of a loop: launch, copy of 4 bytes, wait.
    int *flag;
    CHECK(cudaMallocHost(&flag, sizeof *flag));
    std::vector<double> us;
    for (int i = 0; i < 200; i++) {
        double begin = host_us();
        spin<<<1, 1>>>(0);
        CHECK(cudaMemcpyAsync(flag, d, sizeof *flag, cudaMemcpyDeviceToHost, 0));
        CHECK(cudaStreamSynchronize(0));
        us.push_back(host_us() - begin);
    }
    row("step_with_copied_flag", median(us), "us");
    us.clear();
    for (int i = 0; i < 50; i++) {
        double begin = host_us();
        for (int k = 0; k < 20; k++)
            spin<<<1, 1>>>(0);
        CHECK(cudaStreamSynchronize(0));
        us.push_back((host_us() - begin) / 20);
    }
    row("step_without_flag", median(us), "us");
    free(pageable);
}

// ---- how many kernels run at the same time ------------------------------------------

__global__ void occupy(long long nanoseconds, long long *time)
{
    long long now, begin;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(begin));
    do
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    while (now - begin < nanoseconds);
    time[0] = begin;
    time[1] = now;
}

static int at_a_time(const std::vector<long long> &time)
{
    int most = 0;
    for (size_t i = 0; i < time.size(); i += 2) {
        int n = 0;
        for (size_t k = 0; k < time.size(); k += 2)
            n += time[k] <= time[i] && time[i] < time[k + 1];
        most = std::max(most, n);
    }
    return most;
}

static void side_by_side()
{
    enum { MANY = 256 };
    std::vector<cudaStream_t> stream(MANY);
    long long *d;
    CHECK(cudaMalloc(&d, MANY * 2 * sizeof *d));
    for (auto &s : stream)
        CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    int most = 0;
    for (int round = 0; round < 3; round++) {
        std::vector<long long> time(MANY * 2);
        for (int i = 0; i < MANY; i++)
            occupy<<<1, 32, 0, stream[i]>>>(20000000, d + 2 * i);
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaMemcpy(time.data(), d, MANY * 2 * sizeof *d, cudaMemcpyDeviceToHost));
        most = std::max(most, at_a_time(time));
    }
    const char *set = getenv("CUDA_DEVICE_MAX_CONNECTIONS");
    char name[64];
    snprintf(name, sizeof name, "kernels_at_a_time_connections_%s", set ? set : "default");
    row(name, most, "kernels");
}

// ---- what instructions cost, in multiply-adds of floats --------------------------------

enum { CHAINS = 8, LINKS = 1024 };

struct Float {
    static __device__ void step(float &x) { asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(x)); }
};
struct Double {
    static __device__ void step(double &x) { asm volatile("fma.rn.f64 %0, %0, %0, %0;" : "+d"(x)); }
};
struct Fast {
    static __device__ void step(float &x) { asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(x)); }
};
struct Conversions { // two of them
    static __device__ void step(float &x)
    {
        double d;
        asm volatile("cvt.f64.f32 %0, %1;" : "=d"(d) : "f"(x));
        asm volatile("cvt.rn.f32.f64 %0, %1;" : "=f"(x) : "d"(d));
    }
};

template <class Kind, class T>
__global__ void chains(T *out)
{
    T x[CHAINS];
    for (T &v : x)
        v = (T)threadIdx.x;
    for (int k = 0; k < LINKS; k++)
        for (T &v : x)
            Kind::step(v);
    for (T v : x)
        if (v == (T)12345)
            *out = v;
}

template <class Kind, class T>
static double chains_us(T *out)
{
    return device_us([&] { chains<Kind, T><<<THREADS / 256, 256>>>(out); });
}

static void instructions()
{
    double *out;
    CHECK(cudaMalloc(&out, sizeof *out));
    double one = chains_us<Float>((float *)out);
    row("cost_of_double", chains_us<Double>(out) / one, "times");
    row("cost_of_fast_function", chains_us<Fast>((float *)out) / one, "times");
    row("cost_of_conversion", chains_us<Conversions>((float *)out) / 2 / one, "times");
    CHECK(cudaFree(out));
}

// ---- clusters -----------------------------------------------------------------------

__global__ void large(int *out)
{
    extern __shared__ int s[];
    s[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = s[threadIdx.x];
}

static void clusters()
{
    CHECK(cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448));
    CHECK(cudaFuncSetAttribute(large, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    for (int size : {2, 4, 8, 16}) {
        cudaLaunchConfig_t config = {};
        cudaLaunchAttribute attribute = {};
        attribute.id = cudaLaunchAttributeClusterDimension;
        attribute.val.clusterDim.x = size;
        attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
        config.gridDim = dim3(size * 132);
        config.blockDim = dim3(256);
        config.dynamicSmemBytes = 232448;
        config.attrs = &attribute;
        config.numAttrs = 1;
        int n = 0;
        CHECK(cudaOccupancyMaxActiveClusters(&n, large, &config));
        char name[64];
        snprintf(name, sizeof name, "clusters_of_%d", size);
        row(name, n, "clusters");
        snprintf(name, sizeof name, "clusters_of_%d_blocks", size);
        row(name, n * size, "blocks");
    }
}

int main(int argc, char **)
{
    side_by_side();
    if (argc > 1) // only this one: the number of connections is fixed for a process
        return 0;
    int pageable = 0;
    cudaDeviceProp prop;
    CHECK(cudaGetDeviceProperties(&prop, 0));
    CHECK(cudaDeviceGetAttribute(&pageable, cudaDevAttrPageableMemoryAccess, 0));
    row("pageable_memory_access", pageable, "");
    row("async_engine_count", prop.asyncEngineCount, "engines");
    row("concurrent_kernels", prop.concurrentKernels, "");
    row("threads_at_a_time", (double)prop.multiProcessorCount * prop.maxThreadsPerMultiProcessor,
        "threads");
    relaxed_loads();
    latencies();
    copies();
    pinning();
    waiting();
    instructions();
    clusters();
    return 0;
}

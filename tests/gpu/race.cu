// race.cu - the fastest kernels of the labs and NVIDIA's libraries, in one run on one GPU
//
//     race check              every work with awkward sizes, results compared
//     race time [WORK...]     results compared, then timed; a table, and CSV if RACE_CSV is set
//
// A time is the median of RUNS runs by events, after two that do not count. Ours and theirs
// take turns; before each run the second-level cache is filled with other data (by reads, so
// that nothing is left to be written back), and the inputs rotate. `theirs` gets its work
// space beforehand; ours allocates from a pool that keeps its memory.

#include "lab.h"
#include <algorithm>
#include <functional>
#include <string>
#include <vector>
#include <string.h>
#include <cub/cub.cuh>
#include <cublas_v2.h>

// The works; one that is not linked is left out.
#define WEAK extern "C" __attribute__((weak))
WEAK void scan_fastest(int *out, const int *in, size_t n);
WEAK void compact_fastest(int *out, size_t *count, const int *in, size_t n, int limit);
WEAK void sum_fastest(int *out, const int *in, size_t n);
WEAK void transpose_fastest(float *out, const float *in, size_t rows, size_t cols);
WEAK void product_fastest(float *c, const float *a, const float *b, int m, int k, int n);
WEAK void histogram_fastest(unsigned *bins, int nbins, const int *in, size_t n);
WEAK void merge_sort_fastest(int *out, int *spare, const int *in, size_t n);
WEAK void radix_sort_fastest(int *out, int *spare, const int *in, size_t n);
WEAK void radix_sort_pairs_fastest(int *keys_out, int *values_out, int *keys_spare,
                                   int *values_spare, const int *keys, const int *values, size_t n);

enum { RUNS = 11, WARM_UP = 2, INPUTS = 2 };

static int failures;
static FILE *csv;

// ---- Memory and inputs ------------------------------------------------------------------

template <typename T> struct Array {
    T *data;
    explicit Array(size_t n) { CUDA_CHECK(cudaMalloc(&data, n * sizeof(T) + 16)); }
    ~Array() { CUDA_CHECK(cudaFree(data)); }
    Array(const Array &) = delete;
};

__host__ __device__ static unsigned hash(unsigned long long x)
{
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return (unsigned)(x >> 32 ^ x);
}

// The values of the inputs.
enum Kind {
    ANY,     // all ints alike
    BELOW,   // 0 to range - 1, all alike
    ONE_BIN, // seven of eight are range / 3, the others as BELOW
    POWER,   // below range, the small ones far more often
    AND3,    // each bit is set with probability 1/8: few different digits
    SAME,    // one value
    SORTED,
    REVERSED
};
static const char *const kind_name[] = {"any",  "uniform", "one_bin", "power",
                                        "and3", "same",    "sorted",  "reversed"};

__global__ void fill(int *out, size_t n, Kind kind, unsigned range, unsigned seed)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        unsigned x = hash(i * 3 + ((unsigned long long)seed << 40));
        unsigned y = hash(i * 3 + 1 + ((unsigned long long)seed << 40));
        unsigned z = hash(i * 3 + 2 + ((unsigned long long)seed << 40));
        float u = x * 0x1p-32f;
        switch (kind) {
        case ANY: out[i] = x; break;
        case BELOW: out[i] = x % range; break;
        case ONE_BIN: out[i] = y % 8 ? range / 3 : x % range; break;
        case POWER: out[i] = min((unsigned)(u * u * u * u * u * u * range), range - 1); break;
        case AND3: out[i] = x & y & z; break;
        case SAME: out[i] = 12345; break;
        case SORTED: out[i] = (int)i - (int)(n / 2); break;
        case REVERSED: out[i] = (int)(n / 2) - (int)i; break;
        }
    }
}

static void fill_ints(int *out, size_t n, Kind kind = ANY, unsigned range = 1, unsigned seed = 1)
{
    fill<<<1056, 256>>>(out, n, kind, range, seed);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void to_floats(float *x, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        x[i] = __float_as_int(x[i]) * 0x1p-31f;
}

__global__ void count_differences(const int *a, const int *b, size_t n, unsigned long long *count)
{
    unsigned long long mine = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        mine += a[i] != b[i];
    if (mine)
        atomicAdd(count, mine);
}

// The largest difference of two floats, times 2^20, as an integer.
__global__ void largest_difference(const float *a, const float *b, size_t n,
                                   unsigned long long *most)
{
    double mine = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        double d = fabs((double)a[i] - b[i]);
        mine = d == d && mine >= d ? mine : d == d ? d : 1e6; // not a number counts as far off
    }
    atomicMax(most, (unsigned long long)(mine * (1 << 20)));
}

static unsigned long long differences(const void *a, const void *b, size_t words)
{
    Array<unsigned long long> count(1);
    unsigned long long result;
    CUDA_CHECK(cudaMemset(count.data, 0, sizeof result));
    count_differences<<<1056, 256>>>((const int *)a, (const int *)b, words, count.data);
    CUDA_CHECK(cudaMemcpy(&result, count.data, sizeof result, cudaMemcpyDeviceToHost));
    return result;
}

static void expect_same(const std::string &what, size_t n, const void *a, const void *b,
                        size_t words)
{
    unsigned long long wrong = differences(a, b, words);
    if (wrong) {
        printf("WRONG %s n=%zu: %llu of %zu words differ\n", what.c_str(), n, wrong, words);
        failures++;
    }
}

// ---- Time -------------------------------------------------------------------------------

__global__ void read_all(const int4 *in, size_t n, int *out)
{
    int sum = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        int4 x = in[i];
        sum += x.x ^ x.y ^ x.z ^ x.w;
    }
    if (sum == 0x12345678)
        *out = sum;
}

static void flush_cache()
{
    const size_t n = 256 << 20;
    static Array<int4> other(n / sizeof(int4));
    static Array<int> out(1);
    read_all<<<1056, 256>>>(other.data, n / sizeof(int4), out.data);
}

struct Contestant {
    const char *name;
    std::function<void(int)> work; // gets the number of the run
};

struct Times {
    float median, least, most; // milliseconds
};

static std::vector<Times> measure(const std::vector<Contestant> &all)
{
    std::vector<std::vector<float>> ms(all.size());
    cudaEvent_t start, stop;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    for (int run = -WARM_UP; run < RUNS; run++) {
        for (size_t c = 0; c < all.size(); c++) {
            float t;
            flush_cache();
            CUDA_CHECK(cudaEventRecord(start));
            all[c].work(run + WARM_UP);
            CUDA_CHECK(cudaEventRecord(stop));
            CUDA_CHECK(cudaEventSynchronize(stop));
            CUDA_CHECK(cudaEventElapsedTime(&t, start, stop));
            if (run >= 0)
                ms[c].push_back(t);
        }
    }
    std::vector<Times> result;
    for (auto &m : ms) {
        std::sort(m.begin(), m.end());
        result.push_back({m[m.size() / 2], m.front(), m.back()});
    }
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
    return result;
}

// Times the contestants and prints a line for each: the first is the library's. `amount` is
// the work of one call: bytes, elements or operations.
static void race(const std::string &work, size_t n, double amount, const char *unit,
                 const std::vector<Contestant> &all)
{
    std::vector<Times> t = measure(all);
    for (size_t c = 0; c < all.size(); c++) {
        double ratio = t[0].median / t[c].median;
        printf("%-26s %10zu  %-22s %9.4f ms (%.4f-%.4f) %9.1f %s  %6.3f\n", work.c_str(), n,
               all[c].name, t[c].median, t[c].least, t[c].most, amount / t[c].median * 1e-6, unit,
               ratio);
        if (csv)
            fprintf(csv, "%s,%zu,%s,%.5f,%.5f,%.5f,%.1f,%s,%.4f\n", work.c_str(), n, all[c].name,
                    t[c].median, t[c].least, t[c].most, amount / t[c].median * 1e-6, unit, ratio);
    }
    fflush(stdout);
}

// Work space of a CUB algorithm: asks for the size, allocates it; then the call can run.
template <typename Call> static std::function<void(int)> with_space(Call call)
{
    size_t bytes = 0;
    CUDA_CHECK(call((void *)nullptr, bytes, 0));
    auto space = std::make_shared<Array<char>>(bytes);
    return [=](int run) {
        size_t size = bytes;
        CUDA_CHECK(call((void *)space->data, size, run));
    };
}

struct Inputs {
    std::vector<std::shared_ptr<Array<int>>> sets;
    Inputs(size_t n, Kind kind = ANY, unsigned range = 1)
    {
        for (int i = 0; i < INPUTS; i++) {
            sets.push_back(std::make_shared<Array<int>>(n));
            fill_ints(sets[i]->data, n, kind, range, i + 1);
        }
    }
    int *operator[](int run) const { return sets[run % INPUTS]->data; }
};

// ---- The works --------------------------------------------------------------------------

static void race_sum(size_t n, bool timed)
{
    Inputs in(n);
    Array<int> a(1), b(1);
    auto theirs = with_space([&](void *space, size_t &bytes, int run) {
        return cub::DeviceReduce::Sum(space, bytes, in[run], a.data, n);
    });
    auto ours = [&](int run) { sum_fastest(b.data, in[run], n); };
    theirs(0);
    ours(0);
    expect_same("sum", n, a.data, b.data, 1);
    if (timed)
        race("sum", n, n * 4.0, "GB/s",
             {{"cub::DeviceReduce", theirs},
              {"sum_fastest", ours},
              {"read only",
               [&](int run) { read_all<<<132 * 8, 256>>>((int4 *)in[run], n / 4, b.data); }}});
}

static void race_scan(size_t n, bool timed)
{
    Inputs in(n);
    Array<int> a(n), b(n);
    auto theirs = with_space([&](void *space, size_t &bytes, int run) {
        return cub::DeviceScan::InclusiveSum(space, bytes, in[run], a.data, n);
    });
    auto ours = [&](int run) { scan_fastest(b.data, in[run], n); };
    CUDA_CHECK(cudaMemset(b.data, 0x55, n * 4));
    theirs(0);
    ours(0);
    expect_same("scan", n, a.data, b.data, n);
    if (timed)
        race("scan", n, n * 8.0, "GB/s",
             {{"cub::DeviceScan", theirs},
              {"scan_fastest", ours},
              {"cudaMemcpyAsync", [&](int run) {
                   CUDA_CHECK(cudaMemcpyAsync(a.data, in[run], n * 4, cudaMemcpyDeviceToDevice));
               }}});
}

struct Above {
    int limit;
    __device__ bool operator()(int x) const { return x > limit; }
};

static void race_compact(size_t n, int percent, bool timed)
{
    Inputs in(n);
    Array<int> a(n), b(n);
    Array<size_t> a_count(1), b_count(1);
    int limit = (int)(2147483647.0 - percent / 100.0 * 4294967296.0);
    if (percent == 100)
        limit = -2147483647 - 1;
    auto theirs = with_space([&](void *space, size_t &bytes, int run) {
        return cub::DeviceSelect::If(space, bytes, in[run], a.data, a_count.data, n, Above{limit});
    });
    auto ours = [&](int run) { compact_fastest(b.data, b_count.data, in[run], n, limit); };
    CUDA_CHECK(cudaMemset(a.data, 0x55, n * 4));
    CUDA_CHECK(cudaMemset(b.data, 0x55, n * 4));
    theirs(0);
    ours(0);
    expect_same("compact", n, a_count.data, b_count.data, 2);
    expect_same("compact", n, a.data, b.data, n);
    if (timed)
        race("compact " + std::to_string(percent) + "%", n, n * 4.0 * (1 + percent / 100.0), "GB/s",
             {{"cub::DeviceSelect", theirs}, {"compact_fastest", ours}});
}

static cublasHandle_t blas()
{
    static cublasHandle_t handle;
    if (!handle) {
        if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
            exit(1);
        cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH);
    }
    return handle;
}

static void race_transpose(size_t rows, size_t cols, bool timed)
{
    size_t n = rows * cols;
    Inputs in(n);
    Array<float> a(n), b(n);
    for (int i = 0; i < INPUTS; i++)
        to_floats<<<1056, 256>>>((float *)in[i], n);
    float one = 1, zero = 0;
    auto theirs = [&](int run) {
        if (n > 0)
            cublasSgeam(blas(), CUBLAS_OP_T, CUBLAS_OP_N, rows, cols, &one, (float *)in[run], cols,
                        &zero, a.data, rows, a.data, rows);
    };
    auto ours = [&](int run) { transpose_fastest(b.data, (float *)in[run], rows, cols); };
    CUDA_CHECK(cudaMemset(b.data, 0x55, n * 4));
    theirs(0);
    ours(0);
    expect_same("transpose " + std::to_string(rows), n, a.data, b.data, n);
    if (timed)
        race("transpose", n, n * 8.0, "GB/s",
             {{"cublasSgeam", theirs}, {"transpose_fastest", ours}});
}

static void race_product(int m, int k, int n, bool timed)
{
    size_t most = std::max({(size_t)m * k, (size_t)k * n, (size_t)m * n});
    Inputs in(2 * most);
    Array<float> c(most), d(most);
    for (int i = 0; i < INPUTS; i++)
        to_floats<<<1056, 256>>>((float *)in[i], 2 * most);
    float one = 1, zero = 0;
    auto theirs = [&](int run) {
        const float *a = (float *)in[run], *b = a + (most + 3) / 4 * 4;
        cublasSgemm(blas(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c.data, n);
    };
    auto ours = [&](int run) {
        const float *a = (float *)in[run], *b = a + (most + 3) / 4 * 4;
        product_fastest(d.data, a, b, m, k, n);
    };
    theirs(0);
    ours(0);
    Array<unsigned long long> off(1);
    unsigned long long result;
    CUDA_CHECK(cudaMemset(off.data, 0, sizeof result));
    largest_difference<<<1056, 256>>>(c.data, d.data, (size_t)m * n, off.data);
    CUDA_CHECK(cudaMemcpy(&result, off.data, sizeof result, cudaMemcpyDeviceToHost));
    if (result * 0x1p-20 > 1e-4 * sqrt(k + 1.0)) {
        printf("WRONG product %d %d %d: off by %g\n", m, k, n, result * 0x1p-20);
        failures++;
    }
    if (timed)
        race("product", m, 2.0 * m * k * n, "GFLOP/s",
             {{"cublasSgemm", theirs}, {"product_fastest", ours}});
}

static void race_histogram(size_t n, int nbins, Kind kind, bool timed)
{
    Inputs in(n, kind, nbins);
    Array<unsigned> a(nbins), b(nbins);
    auto theirs = with_space([&](void *space, size_t &bytes, int run) {
        return cub::DeviceHistogram::HistogramEven(space, bytes, in[run], a.data, nbins + 1, 0,
                                                   nbins, (long long)n);
    });
    auto ours = [&](int run) { histogram_fastest(b.data, nbins, in[run], n); };
    if (n > 0) {
        theirs(0);
        ours(0);
        expect_same("histogram " + std::to_string(nbins) + " " + kind_name[kind], n, a.data, b.data,
                    nbins);
    }
    if (timed)
        race("histogram " + std::to_string(nbins) + " " + kind_name[kind], n, n * 4.0, "GB/s",
             {{"cub::DeviceHistogram", theirs}, {"histogram_fastest", ours}});
}

struct Less {
    __device__ bool operator()(int a, int b) const { return a < b; }
};

static void race_merge_sort(size_t n, Kind kind, bool timed)
{
    Inputs in(n, kind);
    Array<int> a(n), b(n), spare(n);
    auto theirs = with_space([&](void *space, size_t &bytes, int run) {
        return cub::DeviceMergeSort::SortKeysCopy(space, bytes, in[run], a.data, n, Less());
    });
    auto ours = [&](int run) { merge_sort_fastest(b.data, spare.data, in[run], n); };
    CUDA_CHECK(cudaMemset(b.data, 0x55, n * 4));
    if (n > 0)
        theirs(0);
    ours(0);
    expect_same(std::string("merge sort ") + kind_name[kind], n, a.data, b.data, n);
    if (timed)
        race(std::string("merge sort ") + kind_name[kind], n, n, "Gkeys/s",
             {{"cub::DeviceMergeSort", theirs}, {"merge_sort_fastest", ours}});
}

static void race_radix_sort(size_t n, Kind kind, bool timed)
{
    Inputs in(n, kind);
    Array<int> a(n), b(n), spare(n);
    auto theirs = with_space([&](void *space, size_t &bytes, int run) {
        return cub::DeviceRadixSort::SortKeys(space, bytes, in[run], a.data, n);
    });
    auto ours = [&](int run) { radix_sort_fastest(b.data, spare.data, in[run], n); };
    CUDA_CHECK(cudaMemset(b.data, 0x55, n * 4));
    theirs(0);
    ours(0);
    expect_same(std::string("radix sort ") + kind_name[kind], n, a.data, b.data, n);
    if (timed)
        race(std::string("radix sort ") + kind_name[kind], n, n, "Gkeys/s",
             {{"cub::DeviceRadixSort", theirs}, {"radix_sort_fastest", ours}});
}

static void race_radix_pairs(size_t n, Kind kind, bool timed)
{
    Inputs in(n, kind), values(n);
    Array<int> a(n), a_values(n), b(n), b_values(n), spare(n), spare_values(n);
    auto theirs = with_space([&](void *space, size_t &bytes, int run) {
        return cub::DeviceRadixSort::SortPairs(space, bytes, in[run], a.data, values[run],
                                               a_values.data, n);
    });
    auto ours = [&](int run) {
        radix_sort_pairs_fastest(b.data, b_values.data, spare.data, spare_values.data, in[run],
                                 values[run], n);
    };
    CUDA_CHECK(cudaMemset(b_values.data, 0x55, n * 4));
    theirs(0);
    ours(0);
    expect_same(std::string("radix pairs ") + kind_name[kind], n, a.data, b.data, n);
    expect_same(std::string("radix pairs ") + kind_name[kind], n, a_values.data, b_values.data, n);
    if (timed)
        race(std::string("radix pairs ") + kind_name[kind], n, n, "Gkeys/s",
             {{"cub::DeviceRadixSort", theirs}, {"radix_sort_pairs", ours}});
}

// ---- Main -------------------------------------------------------------------------------

static bool wanted(int argc, char **argv, const char *work)
{
    if (argc <= 2)
        return true;
    for (int i = 2; i < argc; i++)
        if (!strcmp(argv[i], work))
            return true;
    return false;
}

static void check_all(int argc, char **argv)
{
    const size_t sizes[] = {0,      1,       2,       3,       5,        31,       33,       1000,
                            4095,   4096,    4097,    6145,    8191,     8193,     33791,    33793,
                            100003, 1048575, 1048577, 3000001, 10000019, 67108863, 134217731};
    for (size_t n : sizes) {
        for (int again = 0; again < (n < 4000000 ? 3 : 1); again++) {
            if (sum_fastest && wanted(argc, argv, "sum"))
                race_sum(n, false);
            if (scan_fastest && wanted(argc, argv, "scan"))
                race_scan(n, false);
            if (compact_fastest && wanted(argc, argv, "compact"))
                for (int percent : {0, 3, 50, 100})
                    race_compact(n, percent, false);
        }
        if (histogram_fastest && wanted(argc, argv, "histogram"))
            for (int nbins : {1, 2, 3, 255, 256, 2048, 5000, 16384, 30000, 56320, 56321, 65536,
                              112641, 1000000})
                for (Kind kind : {BELOW, ONE_BIN, SAME})
                    if (kind != SAME || nbins > 12345)
                        race_histogram(n, nbins, kind, false);
        for (Kind kind : {ANY, AND3, SAME, SORTED, REVERSED}) {
            if (merge_sort_fastest && wanted(argc, argv, "merge_sort"))
                race_merge_sort(n, kind, false);
            if (radix_sort_fastest && wanted(argc, argv, "radix_sort"))
                race_radix_sort(n, kind, false);
            if (radix_sort_pairs_fastest && wanted(argc, argv, "radix_pairs"))
                race_radix_pairs(n, kind, false);
        }
    }
    const size_t shapes[][2] = {{0, 5},     {1, 1},     {1, 100003},  {100003, 1}, {3, 5},
                                {64, 64},   {63, 65},   {100, 200},   {4, 4000},   {1001, 1003},
                                {70000, 8}, {8, 70000}, {5000, 3000}, {131, 70001}};
    if (transpose_fastest && wanted(argc, argv, "transpose"))
        for (auto &s : shapes)
            race_transpose(s[0], s[1], false);
    const int products[][3] = {
        {1, 1, 1},       {1, 5, 1},          {128, 16, 256}, {127, 15, 255},    {129, 17, 257},
        {100, 300, 200}, {1000, 1001, 1002}, {64, 4096, 64}, {513, 2047, 1025}, {2048, 512, 4096}};
    if (product_fastest && wanted(argc, argv, "product"))
        for (auto &s : products)
            race_product(s[0], s[1], s[2], false);
}

static void time_all(int argc, char **argv)
{
    const size_t sizes[] = {1 << 20, 1 << 24, 1 << 28};
    for (size_t n : sizes) {
        if (sum_fastest && wanted(argc, argv, "sum"))
            race_sum(n, true);
        if (scan_fastest && wanted(argc, argv, "scan"))
            race_scan(n, true);
        if (compact_fastest && wanted(argc, argv, "compact"))
            for (int percent : {50, 10, 90})
                race_compact(n, percent, true);
        for (Kind kind : {ANY, AND3, SORTED}) {
            if (merge_sort_fastest && wanted(argc, argv, "merge_sort"))
                race_merge_sort(n, kind, true);
            if (radix_sort_fastest && wanted(argc, argv, "radix_sort"))
                race_radix_sort(n, kind, true);
            if (radix_sort_pairs_fastest && wanted(argc, argv, "radix_pairs"))
                race_radix_pairs(n, kind, true);
        }
        if (radix_sort_fastest && wanted(argc, argv, "radix_sort"))
            race_radix_sort(n, SAME, true);
    }
    if (histogram_fastest && wanted(argc, argv, "histogram"))
        for (int nbins : {256, 2048, 16384, 65536})
            for (Kind kind : {BELOW, ONE_BIN, POWER})
                race_histogram(1 << 28, nbins, kind, true);
    if (transpose_fastest && wanted(argc, argv, "transpose"))
        race_transpose(16384, 16384, true);
    if (product_fastest && wanted(argc, argv, "product"))
        race_product(4096, 4096, 4096, true);
}

int main(int argc, char **argv)
{
    cudaDeviceProp gpu;
    int driver, runtime;
    CUDA_CHECK(cudaGetDeviceProperties(&gpu, 0));
    CUDA_CHECK(cudaDriverGetVersion(&driver));
    CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
    // Work space that a function allocates and frees stays with the program from call to call.
    cudaMemPool_t pool;
    unsigned long long keep = ~0ull;
    CUDA_CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
    CUDA_CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));

    const char *driver_text = getenv("RACE_DRIVER"); // as nvidia-smi prints it
    if (getenv("RACE_CSV")) {
        csv = fopen(getenv("RACE_CSV"), "w");
        fprintf(csv, "# %s, %s, nvcc %d.%d.%d\n", gpu.name, driver_text ? driver_text : "driver",
                __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__, __CUDACC_VER_BUILD__);
        fprintf(csv, "work,n,contestant,median_ms,least_ms,most_ms,rate,unit,ratio\n");
    }
    printf("%s, driver %s (CUDA %d), nvcc %d.%d.%d\n", gpu.name, driver_text ? driver_text : "?",
           driver, __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__, __CUDACC_VER_BUILD__);
    if (argc > 1 && !strcmp(argv[1], "time"))
        time_all(argc, argv);
    else
        check_all(argc, argv);
    CUDA_CHECK(cudaDeviceSynchronize());
    printf("%d wrong\n", failures);
    if (csv)
        fclose(csv);
    return failures > 0;
}

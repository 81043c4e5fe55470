// speed.cu - lab 07: words that are copied to the device, advanced and copied back, beside
// copies alone; and a product of matrices that are three times as large as the device memory that
// the function may use, beside the same kernel with everything in memory.
#include "grader/gpu/race/race.h"

typedef void Pipeline(unsigned *out, const unsigned *in, int n);
typedef unsigned Check(const unsigned *x, int n);
typedef void PiecePipeline(unsigned *out, unsigned *check, const unsigned *in, int n, int chunk);
typedef void FastestPipeline(unsigned *out, const unsigned *in, size_t n);
typedef void TileProduct(double *c, const double *a, const double *b, int n, int ways);
typedef void ProductInMemory(double *c, const double *a, const double *b, int n);
typedef void FastestProduct(double *c, const double *a, const double *b, int n, size_t memory);

template <typename T>
struct Pinned {
    T *data;
    explicit Pinned(size_t n) { CUDA_CHECK(cudaMallocHost(&data, n * sizeof(T) + 16)); }
    ~Pinned() { CUDA_CHECK(cudaFreeHost(data)); }
    Pinned(const Pinned &) = delete;
};

template <typename T>
static void to_host(T *out, const void *in, size_t n)
{
    CUDA_CHECK(cudaMemcpy(out, in, n * sizeof(T), cudaMemcpyDeviceToHost));
}

template <typename T>
static void to_device(T *out, const void *in, size_t n)
{
    CUDA_CHECK(cudaMemcpy(out, in, n * sizeof(T), cudaMemcpyHostToDevice));
}

// ---- the pipeline -----------------------------------------------------------------------

static __global__ void plain_advance(unsigned *x, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        unsigned v = x[i];
        for (int s = 0; s < STREAMS_STEPS; s++)
            v = STREAMS_A * v + STREAMS_C;
        x[i] = v;
    }
}

struct TwoStreams {
    cudaStream_t stream[2];
    TwoStreams()
    {
        for (cudaStream_t &s : stream)
            CUDA_CHECK(cudaStreamCreate(&s));
    }
    ~TwoStreams()
    {
        for (cudaStream_t s : stream)
            CUDA_CHECK(cudaStreamDestroy(s));
    }
};

static void add_copies(Race &race, unsigned *device, unsigned *in, unsigned *out,
                       const TwoStreams &two)
{
    size_t bytes = race.n * sizeof(unsigned);
    race.all.push_back(
        {"cudaMemcpyAsync to the device",
         [=](int) { CUDA_CHECK(cudaMemcpyAsync(device, in, bytes, cudaMemcpyHostToDevice)); },
         {}});
    race.all.push_back(
        {"cudaMemcpyAsync to the host",
         [=](int) { CUDA_CHECK(cudaMemcpyAsync(out, device, bytes, cudaMemcpyDeviceToHost)); },
         {}});
    race.all.push_back(
        {"both copies at once",
         [=, &two](int) {
             CUDA_CHECK(cudaMemcpyAsync(device, in, bytes, cudaMemcpyHostToDevice, two.stream[0]));
             CUDA_CHECK(cudaMemcpyAsync(out, device + race.n, bytes, cudaMemcpyDeviceToHost,
                                        two.stream[1]));
         },
         {}});
}

void race_pipelines(size_t n)
{
    enum { LARGEST_OF_LAB = 1 << 24, CHUNK = 1 << 18 };
    Pinned<unsigned> in(n), out(n);
    Array<unsigned> device(2 * n), want(n), check(n);
    TwoStreams two;
    unsigned all;
    fill_ints((int *)want.data, n);
    to_host(in.data, want.data, n);
    plain_advance<<<1056, 256>>>(want.data, n);
    auto is_wrong = [&] {
        to_device(check.data, out.data, n);
        return same_words(want.data, check.data, n);
    };
    Race race = {"pipeline", n, n * 4.0, 0, "GB/s", {}};
    if (!race_checks())
        add_copies(race, device.data, in.data, out.data, two);
    // The other parts check their result: so does this one here, by the same function of the file.
    auto check_of = race_function<Check>("lab", "_Z8host_xorPKji");
    if (auto f = race_function<Pipeline>("lab", "streams_serial"); f && n <= LARGEST_OF_LAB)
        race.all.push_back({"streams_serial",
                            [=, &in, &out, &all](int) {
                                f(out.data, in.data, (int)n);
                                all = check_of ? check_of(out.data, (int)n) : 0;
                            },
                            is_wrong});
    for (const char *name : {"streams_three", "streams_four", "streams_events"})
        if (auto f = race_function<PiecePipeline>("lab", name); f && n <= LARGEST_OF_LAB)
            race.all.push_back(
                {name, [=, &in, &out, &all](int) { f(out.data, &all, in.data, (int)n, CHUNK); },
                 is_wrong});
    for (const char *whose : {"yours", "fastest"})
        if (auto f = race_function<FastestPipeline>(whose, "pipeline_fastest"))
            race.all.push_back({std::string("pipeline_fastest (") + whose + ")",
                                [=, &in, &out](int) { f(out.data, in.data, n); }, is_wrong});
    race_run(race);
}

// ---- the product ------------------------------------------------------------------------

// Random ints as doubles, so that the order of additions does not matter.
static __global__ void small_doubles(double *x, const int *random, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        x[i] = random[i] % 1024;
}

static void fill_doubles(double *x, size_t n, unsigned seed)
{
    Array<int> random(n);
    fill_ints(random.data, n, ANY, 1, seed);
    small_doubles<<<1056, 256>>>(x, random.data, n);
    CUDA_CHECK(cudaDeviceSynchronize());
}

static __global__ void plain_product(double *c, const double *a, const double *b, int n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)n * n;
         i += (size_t)gridDim.x * blockDim.x) {
        double sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[i / n * n + k] * b[(size_t)k * n + i % n];
        c[i] = sum;
    }
}

// The function may use a third of what the matrices need.
void race_large_products(int n)
{
    enum { LARGEST_OF_LAB = 2048 };
    size_t size = (size_t)n * n, memory = size * sizeof(double);
    Array<double> a(size), b(size), c(size), want(size);
    Pinned<double> host_a(size), host_b(size), host_c(size);
    fill_doubles(a.data, size, 1);
    fill_doubles(b.data, size, 2);
    to_host(host_a.data, a.data, size);
    to_host(host_b.data, b.data, size);
    plain_product<<<1056, 256>>>(want.data, a.data, b.data, n);
    auto is_wrong = [&] {
        to_device(c.data, host_c.data, size);
        return same_words(want.data, c.data, 2 * size);
    };
    Race race = {
        "product larger than the memory", size, 24.0 * size, 2.0 * n * n * n, "GFLOP/s", {}};
    if (auto f = race_function<ProductInMemory>("fastest", "product_in_memory"))
        race.all.push_back({"product_in_memory",
                            [=, &a, &b, &c](int) { f(c.data, a.data, b.data, n); },
                            [&] { return same_words(want.data, c.data, 2 * size); }});
    auto tiles = race_function<TileProduct>("lab", "streams_dgemm");
    for (int ways = 1; tiles && ways <= 3 && n <= LARGEST_OF_LAB; ways++)
        race.all.push_back({"streams_dgemm (" + std::to_string(ways) + " ways)",
                            [=, &host_a, &host_b, &host_c](int) {
                                tiles(host_c.data, host_a.data, host_b.data, n, ways);
                            },
                            is_wrong});
    for (const char *whose : {"yours", "fastest"})
        if (auto f = race_function<FastestProduct>(whose, "large_product_fastest"))
            race.all.push_back({std::string("large_product_fastest (") + whose + ")",
                                [=, &host_a, &host_b, &host_c](int) {
                                    f(host_c.data, host_a.data, host_b.data, n, memory);
                                },
                                is_wrong});
    race_run(race);
}

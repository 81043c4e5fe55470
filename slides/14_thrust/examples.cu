// examples.cu - the code on the slides of lab 14, as a program: it returns 0 if everything
// on the slides is right, and prints what is not.
// NVCC: -std=c++17
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <thrust/zip_function.h>

#include "../examples.h"

enum { N = 1000 };

// BEGIN SLIDE functor
struct AddScaled {
    int a; // what a kernel would have as an argument
    __host__ __device__ int operator()(int x, int y) const { return y + a * x; }
};
// END SLIDE functor

static void check_functor(void)
{
    int *x = managed<int>(N), *y = managed<int>(N);
    for (int i = 0; i < N; i++)
        x[i] = i, y[i] = 1;
    // BEGIN SLIDE map
    auto X = thrust::device_pointer_cast(x), Y = thrust::device_pointer_cast(y);
    thrust::transform(X, X + N, Y, Y, AddScaled{3}); // two inputs; Y is the result, too
    // END SLIDE map
    for (int i = 0; i < N; i++)
        expect(y[i] == 1 + 3 * i, "map", i);
    CUDA_CHECK(cudaFree(x));
    CUDA_CHECK(cudaFree(y));
}

static void check_vectors(void)
{
    int numbers[N];
    for (int i = 0; i < N; i++)
        numbers[i] = i;
    // BEGIN SLIDE vectors
    thrust::device_vector<int> d(numbers, numbers + N); // cudaMalloc and one cudaMemcpy
    int total = thrust::reduce(d.begin(), d.end());     // kernels; 4 bytes come back
    d[0] = total;                                       // a cudaMemcpy of 4 bytes
    thrust::copy(d.begin(), d.end(), numbers);          // one cudaMemcpy back
    // END SLIDE vectors
    expect_equal("total", total, N * (N - 1) / 2);
    expect_equal("first", numbers[0], total);
} // and here the memory is freed

template <typename Work>
static float ms_of(Work work)
{
    cudaEvent_t begin, end;
    float ms;
    CUDA_CHECK(cudaEventCreate(&begin));
    CUDA_CHECK(cudaEventCreate(&end));
    CUDA_CHECK(cudaEventRecord(begin));
    work();
    CUDA_CHECK(cudaEventRecord(end));
    CUDA_CHECK(cudaEventSynchronize(end));
    CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
    CUDA_CHECK(cudaEventDestroy(begin));
    CUDA_CHECK(cudaEventDestroy(end));
    return ms;
}

static void make_list(bool on_host)
{
    // BEGIN SLIDE push_back
    thrust::host_vector<int> h;
    thrust::device_vector<int> d;
    for (int i = 0; on_host && i < 1000; i++)
        h.push_back(i); // a store in host memory
    for (int i = 0; !on_host && i < 1000; i++)
        d.push_back(i); // a kernel, and the host waits for it
    if (on_host)
        d = h; // one cudaMalloc, one copy
    // END SLIDE push_back
    expect("size" && d.size() == 1000, "push_back", (int)d.size());
}

// The slides have the figures: 8.2 ms, 0.04 ms, 5.1 ms, on the simulator's clock.
static void check_times(void)
{
    float device = ms_of([] { make_list(false); }), host = ms_of([] { make_list(true); });
    expect(device > 8.1f && device < 8.3f, "us of push_back on a device_vector", (int)(1000 * device));
    expect(host > 0.03f && host < 0.05f, "us of push_back on a host_vector", (int)(1000 * host));
    thrust::device_vector<int> d(1000);
    float stores = ms_of([&] {
        for (int i = 0; i < 1000; i++)
            d[i] = i;
    });
    expect(stores > 5.0f && stores < 5.2f, "us of 1000 stores by the host", (int)(1000 * stores));
}

struct Half {
    __host__ __device__ int operator()(int x) const { return x / 2; }
};

struct Product {
    __host__ __device__ int operator()(int x, int y) const { return x * y; }
};

static void check_iterators(void)
{
    thrust::device_vector<int> x(N), y(N), index(N);
    thrust::transform(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(N),
                      x.begin(), Half());
    y = x;
    thrust::fill(index.begin(), index.end(), 7);
    // BEGIN SLIDE zip
    auto pairs = thrust::make_zip_iterator(x.begin(), y.begin());
    thrust::transform(pairs, pairs + N, y.begin(), thrust::make_zip_function(Product()));
    // END SLIDE zip
    expect_equal("zip", y[N - 1], (N - 1) / 2 * ((N - 1) / 2));
    // BEGIN SLIDE permutation
    auto picked = thrust::make_permutation_iterator(x.begin(), index.begin());
    int sum = thrust::reduce(picked, picked + N); // of x[index[i]]: no array for them
    // END SLIDE permutation
    expect_equal("permutation", sum, N * 3);
    // BEGIN SLIDE lazy
    auto halves = thrust::make_transform_iterator(x.begin(), Half());
    int lazy = thrust::reduce(halves, halves + N); // Half() is called at every read
    // END SLIDE lazy
    int want = 0;
    for (int i = 0; i < N; i++)
        want += i / 4;
    expect_equal("lazy", lazy, want);
}

// BEGIN SLIDE seq
__global__ void rows_sums(int *sum, const int *in, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) // this thread adds its row alone, one element after the other
        sum[r] = thrust::reduce(thrust::seq, in + r * cols, in + (r + 1) * cols);
}
// END SLIDE seq

static void check_seq(void)
{
    int *in = managed<int>(N), *sum = managed<int>(10);
    for (int i = 0; i < N; i++)
        in[i] = i / 100;
    rows_sums<<<1, 32>>>(sum, in, 10, 100);
    expect_success("rows_sums", cudaDeviceSynchronize());
    for (int r = 0; r < 10; r++)
        expect(sum[r] == 100 * r, "rows_sums", r);
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(sum));
}

int main()
{
    check_functor();
    check_vectors();
    check_times();
    check_iterators();
    check_seq();
    return mistakes != 0;
}

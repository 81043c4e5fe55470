// Lab 14: Thrust
//
// Goal    Maps, reductions, gathers, sorts and compactions in one or two lines each, and as few
//         passes over memory as a kernel by hand.
// Write   TODO 1 to TODO 8, about 60 short lines. answers.txt: what a kernel cannot do, and why.
// Try     make run LAB=thrust       launches, sectors and bytes, by Thrust, by CUB and by hand
// Grade   make grade LAB=thrust     or, for one part: PART=1
// Pass    1. a map with a functor: one launch
//         2. host and device vectors: data move in whole, not one by one
//         3. reductions: with an operator, and of a value that is computed on the fly
//         4. a zip iterator: six arrays in one pass
//         5. a permutation iterator: a gather without a copy
//         6. totals per group: a sort and a reduction by key
//         7. the places of the elements that are kept: a compaction
//         8. the same job by Thrust, by CUB, by hand
//         and in every part: no race, no access out of bounds
// Stuck?  make hint LAB=thrust PART=1      three hints per part, the first says the least

// Only what is used: Thrust's headers are long, and nvcc reads all of them twice.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/zip_function.h>

#include "lab.h"

// The grader passes raw pointers. In this type Thrust sees that they point to device memory; with
// a raw pointer, it would run on the host.
template <class T>
static thrust::device_ptr<T> on_device(T *p)
{
    return thrust::device_pointer_cast(p);
}

// ---- Part 1: a map ------------------------------------------------------------------------------
//
// A functor is a struct that can be called like a function. Its members are what a kernel would
// have as arguments.

struct Saxpy {
    float a;
    __host__ __device__ float operator()(float x, float y) const
    {
        // BEGIN TODO 1a (1 line): a x + y.
        return a * x + y;
        // END TODO 1a
        return 0;
    }
};

extern "C" void thrust_saxpy(float *y, const float *x, float a, int n)
{
    // BEGIN TODO 1b (about 3 lines): thrust::transform() with two inputs; y is input and output.
    auto X = on_device(x);
    auto Y = on_device(y);
    thrust::transform(X, X + n, Y, Y, Saxpy{a});
    // END TODO 1b
}

// ---- Part 2: host and device vectors ------------------------------------------------------------
//
// `in` and `out` are in host memory.

struct Square {
    __host__ __device__ int operator()(int x) const { return x * x; }
};

extern "C" void thrust_squares(int *out, const int *in, int n)
{
    // BEGIN TODO 2 (about 3 lines): a device_vector<int> with a copy of `in`; its squares, in
    // place, by Square; thrust::copy() of it to `out`.
    thrust::device_vector<int> d(in, in + n);
    thrust::transform(d.begin(), d.end(), d.begin(), Square());
    thrust::copy(d.begin(), d.end(), out);
    // END TODO 2
}

// ---- Part 3: reductions -------------------------------------------------------------------------

struct LongSquare {
    __host__ __device__ long long operator()(int x) const
    {
        // BEGIN TODO 3a (1 line): x squared, in 64 bits.
        return (long long)x * x;
        // END TODO 3a
        return 0;
    }
};

extern "C" void thrust_largest(int *largest, const int *in, int n)
{
    // BEGIN TODO 3b (about 2 lines): thrust::reduce() with thrust::maximum<int>. The value at the
    // beginning must be one that changes no result.
    auto X = on_device(in);
    *largest = thrust::reduce(X, X + n, -2147483647 - 1, thrust::maximum<int>());
    // END TODO 3b
}

extern "C" void thrust_square_sum(long long *sum, const int *in, int n)
{
    // BEGIN TODO 3c (about 2 lines): thrust::transform_reduce(): squares and sum in one pass. The
    // type of the value at the beginning is the type of the sum.
    auto X = on_device(in);
    *sum = thrust::transform_reduce(X, X + n, LongSquare(), 0ll, thrust::plus<long long>());
    // END TODO 3c
}

// ---- Part 4: a zip iterator ---------------------------------------------------------------------

struct Dot {
    __host__ __device__ float operator()(float ax, float ay, float az, float bx, float by,
                                         float bz) const
    {
        return ax * bx + ay * by + az * bz;
    }
};

extern "C" void thrust_dots(float *dots, const float *ax, const float *ay, const float *az,
                            const float *bx, const float *by, const float *bz, int n)
{
    // BEGIN TODO 4 (about 4 lines): thrust::make_zip_iterator() of the six arrays: element i is a
    // tuple of six floats. thrust::make_zip_function(Dot()) takes such a tuple.
    auto first = thrust::make_zip_iterator(on_device(ax), on_device(ay), on_device(az),
                                           on_device(bx), on_device(by), on_device(bz));
    thrust::transform(first, first + n, on_device(dots), thrust::make_zip_function(Dot()));
    // END TODO 4
}

// ---- Part 5: a permutation iterator -------------------------------------------------------------

struct Widen {
    __host__ __device__ long long operator()(int x) const { return x; }
};

extern "C" void thrust_picked_sum(long long *sum, const int *in, const int *index, int n)
{
    // BEGIN TODO 5 (about 3 lines): thrust::make_permutation_iterator(): element i is in[index[i]].
    // Reduce with it as you did in part 3, with Widen.
    auto picked = thrust::make_permutation_iterator(on_device(in), on_device(index));
    *sum = thrust::transform_reduce(picked, picked + n, Widen(), 0ll, thrust::plus<long long>());
    // END TODO 5
}

// ---- Part 6: totals per group -------------------------------------------------------------------

extern "C" void thrust_totals(int *groups, int *group, int *total, const int *keys,
                              const int *values, int n)
{
    // BEGIN TODO 6 (about 5 lines): copies of keys and values in two device_vectors;
    // thrust::sort_by_key(); thrust::reduce_by_key(), which returns the ends of its two outputs.
    thrust::device_vector<int> k(on_device(keys), on_device(keys) + n);
    thrust::device_vector<int> v(on_device(values), on_device(values) + n);
    thrust::sort_by_key(k.begin(), k.end(), v.begin());
    auto end =
        thrust::reduce_by_key(k.begin(), k.end(), v.begin(), on_device(group), on_device(total));
    *groups = (int)(end.first - on_device(group));
    // END TODO 6
}

// ---- Part 7: compaction -------------------------------------------------------------------------

struct Above {
    int limit;
    __host__ __device__ bool operator()(int x) const
    {
        // BEGIN TODO 7a (1 line): is x above the limit?
        return x > limit;
        // END TODO 7a
        return false;
    }
};

extern "C" void thrust_places(int *kept, int *places, const int *in, int n, int limit)
{
    // BEGIN TODO 7b (about 5 lines): thrust::copy_if() with a stencil: it copies the numbers 0, 1,
    // 2, ... of a thrust::counting_iterator<int>, and looks at `in` to decide. No array of numbers,
    // no array of flags.
    thrust::counting_iterator<int> number(0);
    auto end = thrust::copy_if(number, number + n, on_device(in), on_device(places), Above{limit});
    *kept = (int)(end - on_device(places));
    // END TODO 7b
}

// ---- Part 8: the same job three times -----------------------------------------------------------
//
// How far are x and y from each other? The sum of all |x[i] - y[i]|, in 64 bits.

struct Distance {
    __host__ __device__ long long operator()(int x, int y) const
    {
        long long d = (long long)x - y;
        return d < 0 ? -d : d;
    }
};

extern "C" void distance_thrust(long long *sum, const int *x, const int *y, int n)
{
    // BEGIN TODO 8a (about 3 lines): a zip iterator and thrust::transform_reduce().
    auto first = thrust::make_zip_iterator(on_device(x), on_device(y));
    *sum = thrust::transform_reduce(first, first + n, thrust::make_zip_function(Distance()), 0ll,
                                    thrust::plus<long long>());
    // END TODO 8a
}

extern "C" void distance_cub(long long *sum, const int *x, const int *y, int n)
{
    // BEGIN TODO 8b (about 11 lines): cub::DeviceReduce::TransformReduce(memory, bytes, input,
    // output, n, operator, functor, 0ll). The first call, with memory = NULL, only says how many
    // bytes of work space it needs. The output is in device memory.
    auto first = thrust::make_zip_iterator(x, y);
    auto functor = thrust::make_zip_function(Distance());
    void *memory = NULL;
    size_t bytes = 0;
    thrust::device_vector<long long> result(1);
    long long *output = thrust::raw_pointer_cast(result.data());
    CUDA_CHECK(cub::DeviceReduce::TransformReduce(memory, bytes, first, output, n,
                                                  thrust::plus<long long>(), functor, 0ll));
    CUDA_CHECK(cudaMalloc(&memory, bytes));
    CUDA_CHECK(cub::DeviceReduce::TransformReduce(memory, bytes, first, output, n,
                                                  thrust::plus<long long>(), functor, 0ll));
    CUDA_CHECK(cudaMemcpy(sum, output, sizeof *sum, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(memory));
    // END TODO 8b
}

enum {
    BLOCK = 256,
    BLOCKS = 8 * 132, // as many as are on an H200 at the same time
    EACH = 4,         // elements of a thread in a tile
    TILE = EACH * BLOCK
};
const unsigned ALL_LANES = 0xffffffff; // the mask of a whole warp

__global__ void add_distances(long long *sum, const int *x, const int *y, int n)
{
    // BEGIN TODO 8c (about 11 lines): as in lab 04: a block takes a tile of EACH elements per
    // thread at a time, a warp adds its lanes by shuffles, lane 0 adds to *sum with an atomic.
    unsigned long long mine = 0;
    for (long long tile = blockIdx.x; tile * TILE < n; tile += gridDim.x) {
#pragma unroll // so that all loads are under way at the same time
        for (int k = 0; k < EACH; k++) {
            long long i = tile * TILE + k * BLOCK + threadIdx.x;
            if (i < n)
                mine += Distance()(x[i], y[i]);
        }
    }
    for (int step = WARP_SIZE / 2; step > 0; step /= 2)
        mine += __shfl_down_sync(ALL_LANES, mine, step);
    if (threadIdx.x % WARP_SIZE == 0)
        atomicAdd((unsigned long long *)sum, mine);
    // END TODO 8c
}

extern "C" void distance_by_hand(long long *sum, const int *x, const int *y, int n)
{
    // BEGIN TODO 8d (about 6 lines): a sum in device memory, 0 at the beginning; at most BLOCKS
    // blocks; the sum to the host. cudaMallocAsync() in stream 0 costs less than cudaMalloc().
    long long *d_sum;
    CUDA_CHECK(cudaMallocAsync(&d_sum, sizeof *d_sum, 0));
    CUDA_CHECK(cudaMemsetAsync(d_sum, 0, sizeof *d_sum));
    if (n > 0)
        add_distances<<<min(BLOCKS, ceil_div(n, BLOCK)), BLOCK>>>(d_sum, x, y, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(sum, d_sum, sizeof *sum, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFreeAsync(d_sum, 0));
    // END TODO 8d
}

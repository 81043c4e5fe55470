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
        // END TODO 1a
        return 0;
    }
};

extern "C" void thrust_saxpy(float *y, const float *x, float a, int n)
{
    // BEGIN TODO 1b (about 3 lines): thrust::transform() with two inputs; y is input and output.
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
    // END TODO 2
}

// ---- Part 3: reductions -------------------------------------------------------------------------

struct LongSquare {
    __host__ __device__ long long operator()(int x) const
    {
        // BEGIN TODO 3a (1 line): x squared, in 64 bits.
        // END TODO 3a
        return 0;
    }
};

extern "C" void thrust_largest(int *largest, const int *in, int n)
{
    // BEGIN TODO 3b (about 2 lines): thrust::reduce() with thrust::maximum<int>. The value at the
    // beginning must be one that changes no result.
    // END TODO 3b
}

extern "C" void thrust_square_sum(long long *sum, const int *in, int n)
{
    // BEGIN TODO 3c (about 2 lines): thrust::transform_reduce(): squares and sum in one pass. The
    // type of the value at the beginning is the type of the sum.
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
    // END TODO 5
}

// ---- Part 6: totals per group -------------------------------------------------------------------

extern "C" void thrust_totals(int *groups, int *group, int *total, const int *keys,
                              const int *values, int n)
{
    // BEGIN TODO 6 (about 5 lines): copies of keys and values in two device_vectors;
    // thrust::sort_by_key(); thrust::reduce_by_key(), which returns the ends of its two outputs.
    // END TODO 6
}

// ---- Part 7: compaction -------------------------------------------------------------------------

struct Above {
    int limit;
    __host__ __device__ bool operator()(int x) const
    {
        // BEGIN TODO 7a (1 line): is x above the limit?
        // END TODO 7a
        return false;
    }
};

extern "C" void thrust_places(int *kept, int *places, const int *in, int n, int limit)
{
    // BEGIN TODO 7b (about 5 lines): thrust::copy_if() with a stencil: it copies the numbers 0, 1,
    // 2, ... of a thrust::counting_iterator<int>, and looks at `in` to decide. No array of numbers,
    // no array of flags.
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
    // END TODO 8a
}

extern "C" void distance_cub(long long *sum, const int *x, const int *y, int n)
{
    // BEGIN TODO 8b (about 11 lines): cub::DeviceReduce::TransformReduce(memory, bytes, input,
    // output, n, operator, functor, 0ll). The first call, with memory = NULL, only says how many
    // bytes of work space it needs. The output is in device memory.
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
    // END TODO 8c
}

extern "C" void distance_by_hand(long long *sum, const int *x, const int *y, int n)
{
    // BEGIN TODO 8d (about 6 lines): a sum in device memory, 0 at the beginning; at most BLOCKS
    // blocks; the sum to the host. cudaMallocAsync() in stream 0 costs less than cudaMalloc().
    // END TODO 8d
}

// race.cu - the code on the slides about the race of lab 04: a maximum instead of a sum, with the
// same ideas. Returns 0 if everything is right.
#include "../examples.h"
#include <limits.h>

enum { BLOCK = 512, LOADS = 8, BLOCKS = 6 };

__device__ int larger(int a, int b) { return a > b ? a : b; }
__device__ int largest(int4 x) { return larger(larger(x.x, x.y), larger(x.z, x.w)); }

__global__ void by_vectors(int *out, const int *__restrict__ in, size_t n)
{
    int most = INT_MIN;
    size_t thread = (size_t)blockIdx.x * BLOCK + threadIdx.x;
    // BEGIN SLIDE vectors
    const int4 *vectors = (const int4 *)in;         // 16 bytes per load
    size_t threads = (size_t)gridDim.x * BLOCK;
    for (size_t i = thread; i < n / 4; i += threads)
        most = larger(most, largest(vectors[i]));
    if (thread < n % 4)                             // what is left after the vectors:
        most = larger(most, in[n - 1 - thread]);    // once, not in each block
    // END SLIDE vectors
    atomicMax(out, most);
}

__global__ void in_flight(int *out, const int *__restrict__ in, size_t n)
{
    const int4 *vectors = (const int4 *)in;
    size_t stride = (size_t)gridDim.x * BLOCK, count = n / 4;
    size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
    int most = INT_MIN;
    // BEGIN SLIDE in_flight
    int4 part[LOADS];                               // eight loads, then eight uses
    for (; i + (LOADS - 1) * stride < count; i += LOADS * stride) {
#pragma unroll
        for (int j = 0; j < LOADS; j++)
            part[j] = vectors[i + j * stride];
#pragma unroll
        for (int j = 0; j < LOADS; j++)
            most = larger(most, largest(part[j]));
    }
    // END SLIDE in_flight
    for (; i < count; i += stride)
        most = larger(most, largest(vectors[i]));
    if (blockIdx.x == 0 && threadIdx.x < n % 4)
        most = larger(most, in[n - 1 - threadIdx.x]);
    atomicMax(out, most);
}

typedef unsigned long long Word;
__device__ Word done;

// Each block adds its number of even elements; the last one writes the sum.
__global__ void count_even(int *out, const int *__restrict__ in, size_t n)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    int mine = 0;
    for (size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x; i < n; i += (size_t)gridDim.x * BLOCK)
        mine += in[i] % 2 == 0;
    mine = __reduce_add_sync(ALL_LANES, mine);
    if (threadIdx.x % WARP_SIZE == 0)
        atomicAdd(&sum, mine);
    __syncthreads();
    // BEGIN SLIDE one_word
    if (threadIdx.x == 0) {         // upper half: the sum; lower half: the count
        Word before = atomicAdd(&done, (Word)(unsigned)sum << 32 | 1);
        if ((unsigned)before == gridDim.x - 1) {    // all others have added
            *out = (int)(before >> 32) + sum;
            done = 0;                               // for the next launch
        }
    }
    // END SLIDE one_word
}

int main(void)
{
    enum { N = 100003 };
    int *in = managed<int>(N), *out = managed<int>(3), most = INT_MIN, even = 0;
    for (int i = 0; i < N; i++) {
        in[i] = (int)(i * 2654435761u);
        most = in[i] > most ? in[i] : most;
        even += in[i] % 2 == 0;
    }
    for (int launch = 0; launch < 2; launch++) {
        out[0] = out[1] = INT_MIN;
        by_vectors<<<BLOCKS, BLOCK>>>(&out[0], in, N);
        in_flight<<<BLOCKS, BLOCK>>>(&out[1], in, N);
        count_even<<<BLOCKS, BLOCK>>>(&out[2], in, N);
        CUDA_CHECK(cudaDeviceSynchronize());
        expect(out[0] == most, "by_vectors", launch);
        expect(out[1] == most, "in_flight", launch);
        expect(out[2] == even, "count_even", launch);
    }
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
    return mistakes > 0;
}

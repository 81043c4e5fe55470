// Lab 09, part 7, the race: a histogram as fast as the values can be read
//
// Goal    Any number of bins, any values, at least twice as fast as NVIDIA's library CUB.
// Write   TODO 7a to 7d; 75 short lines in all.
// Try     make race LAB=clusters     on a GPU: your function beside CUB's
// Grade   make grade LAB=clusters PART=7
// Pass    right for any values and numbers of bins, also if one bin takes nearly all values
//         each sector read once, 8 bytes per lane or more
//         many bins are counted in shared memory, too
// Stuck?  make hint LAB=clusters PART=7
//
// The file is open: the grader calls histogram_fastest() and nothing else. What is between the
// TODOs is one way that works; you may change all of it.
//
//   1. The values are read once, 16 bytes per load, LOADS loads in flight: then only the memory is
//      slow. (Counting is fast enough with one counter per bin. In lab 03, with four times as many
//      values in the same memory, it is not.)
//   2. More bins than 32-bit counters fit: two 16-bit counters share a word. The thread that
//      brings a counter to half its range subtracts that half, and adds it to the bins in
//      global memory.
//   3. Still more bins: count in global memory, where two values rarely meet.

#include "lab.h"

enum {
    BLOCK = 1024,
    LOADS = 4,                // in flight per thread, 16 bytes each
    SHARED_BYTES = 220 << 10, // of a block that is alone on its multiprocessor
    HALF_RANGE = 1 << 15      // of a 16-bit counter
};

// The bin of a value: the first and the last bin also take the values beyond them.
__device__ int bin_of(int value, int nbins) { return min(max(value, 0), nbins - 1); }

// Calls count(value) for the values of the calling thread.
template <typename Count>
__device__ void for_values(const int *in, size_t n, Count count)
{
    // BEGIN TODO 7a (about 30 lines): vectors of four values, LOADS of them in flight; then the
    // n % 4 values after the last vector, once in the whole grid.
    const int4 *vectors = (const int4 *)in;
    size_t end = n / 4, tile = LOADS * BLOCK;
    size_t i = blockIdx.x * tile + threadIdx.x;
    for (; i + (LOADS - 1) * BLOCK < end; i += gridDim.x * tile) {
        int4 x[LOADS];
#pragma unroll
        for (int k = 0; k < LOADS; k++)
            x[k] = vectors[i + k * BLOCK];
#pragma unroll
        for (int k = 0; k < LOADS; k++) {
            count(x[k].x);
            count(x[k].y);
            count(x[k].z);
            count(x[k].w);
        }
    }
    for (int k = 0; k < LOADS; k++) { // a tile that is not complete for this thread
        if (i + k * BLOCK < end) {
            int4 x = vectors[i + k * BLOCK];
            count(x.x);
            count(x.y);
            count(x.z);
            count(x.w);
        }
    }
    if (blockIdx.x == 0 && threadIdx.x < n % 4) // the values after the last vector
        count(in[n - 1 - threadIdx.x]);
    // END TODO 7a
}

__global__ void __launch_bounds__(BLOCK)
    count_words(unsigned *__restrict__ bins, int nbins, const int *__restrict__ in, size_t n)
{
    extern __shared__ unsigned counters[]; // one word for each bin
    // BEGIN TODO 7b (about 8 lines): clear the counters; count; add the counters to the bins in
    // global memory.
    for (int b = threadIdx.x; b < nbins; b += BLOCK)
        counters[b] = 0;
    __syncthreads();
    for_values(in, n, [&](int value) { atomicAdd(&counters[bin_of(value, nbins)], 1u); });
    __syncthreads();
    for (int b = threadIdx.x; b < nbins; b += BLOCK)
        if (counters[b] > 0)
            atomicAdd(&bins[b], counters[b]);
    // END TODO 7b
}

__global__ void __launch_bounds__(BLOCK)
    count_halves(unsigned *__restrict__ bins, int nbins, const int *__restrict__ in, size_t n)
{
    extern __shared__ unsigned counters[]; // word w: bin 2w below, bin 2w + 1 above
    // BEGIN TODO 7c (about 20 lines): two counters of 16 bits per word. atomicAdd returns the word
    // before the addition: so one thread knows that a counter has reached half of its range.
    int words = (nbins + 1) / 2;
    for (int w = threadIdx.x; w < words; w += BLOCK)
        counters[w] = 0;
    __syncthreads();
    for_values(in, n, [&](int value) {
        int bin = bin_of(value, nbins), shift = bin % 2 * 16;
        unsigned before = atomicAdd(&counters[bin / 2], 1u << shift) >> shift & 0xffff;
        // Exactly one thread gets here each time. The other threads of the block may continue
        // to count: they are far fewer than the other half of the range.
        if (before == HALF_RANGE - 1) {
            atomicSub(&counters[bin / 2], (unsigned)HALF_RANGE << shift);
            atomicAdd(&bins[bin], (unsigned)HALF_RANGE);
        }
    });
    __syncthreads();
    for (int b = threadIdx.x; b < nbins; b += BLOCK) {
        unsigned sum = counters[b / 2] >> b % 2 * 16 & 0xffff;
        if (sum)
            atomicAdd(&bins[b], sum);
    }
    // END TODO 7c
}

__global__ void __launch_bounds__(BLOCK)
    count_global(unsigned *__restrict__ bins, int nbins, const int *__restrict__ in, size_t n)
{
    for_values(in, n, [&](int value) { atomicAdd(&bins[bin_of(value, nbins)], 1u); });
}

typedef void Counting(unsigned *, int, const int *, size_t);

// bins[b] is how many of n values are in bin b, for nbins >= 1 bins: value v counts in bin v,
// a negative value in bin 0, a value of nbins or more in the last bin. The old contents of the bins
// are lost. `in` is aligned to 16 bytes.
extern "C" void histogram_fastest(unsigned *bins, int nbins, const int *in, size_t n)
{
    // BEGIN TODO 7d (about 23 lines): clear the bins (cudaMemsetAsync); choose the kernel by nbins,
    // and the number of blocks: no more than run at the same time, and fewer for few values.
    int device, sms;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaMemsetAsync(bins, 0, nbins * sizeof *bins, 0));
    if (n == 0)
        return;

    Counting *kernel = count_global;
    size_t bytes = 0, words = SHARED_BYTES / sizeof(unsigned);
    if ((size_t)nbins <= words) {
        kernel = count_words;
        bytes = nbins * sizeof(unsigned);
    } else if ((size_t)nbins <= 2 * words) {
        kernel = count_halves;
        bytes = (nbins + 1) / 2 * sizeof(unsigned);
    }
    CUDA_CHECK(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
    // A block should have at least as many values as bins: at the end it copies all its bins.
    size_t worth = LOADS * BLOCK * 4;
    worth = worth > (size_t)nbins ? worth : nbins;
    size_t blocks = (n + worth - 1) / worth;
    size_t most = (size_t)sms * (bytes <= SHARED_BYTES / 2 ? 2 : 1);
    blocks = blocks < most ? blocks : most;
    kernel<<<blocks, BLOCK, bytes>>>(bins, nbins, in, n);
    // END TODO 7d
    CUDA_CHECK(cudaGetLastError());
}

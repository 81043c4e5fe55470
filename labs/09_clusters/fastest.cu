// Lab 09, part 7, the race: a histogram as fast as the values can be read
//
// Goal    Any number of bins, any values, at least twice as fast as NVIDIA's library CUB.
// Write   TODO 7a to 7f; 100 short lines in all.
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
//   3. Still more bins: count in global memory, where two values rarely meet. Bins that many values
//      hit do meet: so a block owns counters in shared memory for the bins that it sees first.
//   4. Sorted values, or values that are all alike, meet in every warp. When half of the lanes have
//      four equal values each, those lanes vote, and one lane adds for all lanes with its bin.

#include "lab.h"

enum {
    BLOCK = 1024,
    LOADS = 4,                // in flight per thread, 16 bytes each
    SHARED_BYTES = 220 << 10, // of a block that is alone on its multiprocessor
    HALF_RANGE = 1 << 15,     // of a 16-bit counter
    SLOTS = 8192              // counters for the bins that a block sees first
};
const unsigned ALL_LANES = 0xffffffff; // the mask of a whole warp

// The bin of a value: the first and the last bin also take the values beyond them.
__device__ int bin_of(int value, int nbins) { return min(max(value, 0), nbins - 1); }

// Calls add(bin, count) for the four values of each lane of a warp.
template <typename Add>
__device__ void count_vector(int4 x, int nbins, Add add)
{
    // BEGIN TODO 7a (about 13 lines): one call per value; but one call for all lanes with a bin, if
    // half of the lanes have four values of one bin (__ballot_sync, __match_any_sync).
    // END TODO 7a
}

// Calls add(bin, count) for the values of the calling thread.
template <typename Add>
__device__ void for_values(const int *in, size_t n, int nbins, Add add)
{
    // BEGIN TODO 7b (about 15 lines): whole tiles of the block, with LOADS vectors of four values
    // in flight; the values of the last tile, one by one, once in the whole grid.
    // END TODO 7b
}

__global__ void __launch_bounds__(BLOCK)
    count_words(unsigned *__restrict__ bins, int nbins, const int *__restrict__ in, size_t n)
{
    extern __shared__ unsigned counters[]; // one word for each bin
    // BEGIN TODO 7c (about 8 lines): clear the counters; count; add the counters to the bins in
    // global memory.
    // END TODO 7c
}

__global__ void __launch_bounds__(BLOCK)
    count_halves(unsigned *__restrict__ bins, int nbins, const int *__restrict__ in, size_t n)
{
    extern __shared__ unsigned counters[]; // word w: bin 2w below, bin 2w + 1 above
    // BEGIN TODO 7d (about 20 lines): two counters of 16 bits per word. atomicAdd returns the word
    // before the addition: so one thread knows that a counter has reached half of its range.
    // END TODO 7d
}

__global__ void __launch_bounds__(BLOCK)
    count_global(unsigned *__restrict__ bins, int nbins, const int *__restrict__ in, size_t n)
{
    extern __shared__ unsigned counters[]; // SLOTS counters, then the bins that own them
    // BEGIN TODO 7e (about 22 lines): the first values of the block's first tile claim counters
    // (atomicCAS); then each value counts in its bin's counter, or else in global memory.
    // END TODO 7e
}

typedef void Counting(unsigned *, int, const int *, size_t);

// bins[b] is how many of n values are in bin b, for nbins >= 1 bins: value v counts in bin v,
// a negative value in bin 0, a value of nbins or more in the last bin. The old contents of the bins
// are lost. `in` is aligned to 16 bytes.
extern "C" void histogram_fastest(unsigned *bins, int nbins, const int *in, size_t n)
{
    // BEGIN TODO 7f (about 23 lines): clear the bins (cudaMemsetAsync); choose the kernel by nbins,
    // and the number of blocks: no more than run at the same time, and fewer for few values.
    // END TODO 7f
    CUDA_CHECK(cudaGetLastError());
}

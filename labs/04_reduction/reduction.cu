// Lab 04: Reduction, six times
//
// Goal    Add up an array, each time with less waste: idle lanes, bank conflicts in
//         shared memory, barriers, a second launch.
// Write   TODO 1 to TODO 6, kernels and their launches; 100 short lines in all.
// Try     make run LAB=reduction      the counters of every part, side by side
// Grade   make grade LAB=reduction    or, for one part: PART=1
// Pass    1. neighbouring pairs: right, and without bank conflicts
//         2. the same pairs by consecutive threads: few divergent branches
//         3. halves: no bank conflicts, and few divergent branches
//         4. additions during the load, any n with any number of blocks
//         5. warp shuffles: one barrier per block
//         6. the whole array to one number in a single launch
//         and in every part: no race, no access out of bounds, coalesced loads
// Stuck?  make hint LAB=reduction PART=1      three hints per part, the first says the least

#include "lab.h"

enum {
    BLOCK = REDUCE_BLOCK, // threads per block
    TILE = REDUCE_TILE,   // elements that a block takes at a time, from part 4 on
    MAX_BLOCKS = 1024     // at most, in part 6
};

const unsigned ALL_LANES = 0xffffffff; // the mask of a whole warp

// ---- Part 1: neighbouring pairs, the divergent form -------------------------------
//
// Steps of stride 1, 2, 4 ...: if the number of a thread is a multiple of 2 * stride,
// the thread adds the element `stride` places to the right to its own element.

template <typename T>
__global__ void neighbored(T *__restrict__ partial, const T *__restrict__ in, int n)
{
    // BEGIN TODO 1a (about 12 lines): load one element per thread into shared
    // memory (0 beyond n), add pairs in place, write the sum of the block.
    // END TODO 1a
}

template <typename T>
void launch_neighbored(T *partial, const T *in, int n)
{
    // BEGIN TODO 1b (about 3 lines): one block for every BLOCK elements, also for
    // an incomplete last block; a grid of 0 blocks is an error.
    // END TODO 1b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 2: the same pairs, consecutive threads working --------------------------
//
// The same additions, but thread k does addition k: whole warps work, and whole
// warps have nothing to do.

template <typename T>
__global__ void consecutive(T *__restrict__ partial, const T *__restrict__ in, int n)
{
    // BEGIN TODO 2a (about 13 lines): as in 1a, but the working threads are the
    // first of the block: which pair does thread t add?
    // END TODO 2a
}

template <typename T>
void launch_consecutive(T *partial, const T *in, int n)
{
    // BEGIN TODO 2b (about 3 lines): as in 1b.
    // END TODO 2b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 3: halves ---------------------------------------------------------------
//
// Other pairs: add the upper half of the remaining elements to the lower half.
// Then both the working threads and their elements are consecutive.

template <typename T>
__global__ void halves(T *__restrict__ partial, const T *__restrict__ in, int n)
{
    // BEGIN TODO 3a (about 12 lines): load as before, add the upper half to the
    // lower half until one element is left.
    // END TODO 3a
}

template <typename T>
void launch_halves(T *partial, const T *in, int n)
{
    // BEGIN TODO 3b (about 3 lines): as in 1b.
    // END TODO 3b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 4: additions during the load, grid-stride loop --------------------------
//
// Half of the threads in part 3 only load and are then idle. Here a thread adds all
// elements that it loads: four of each tile, and tiles that are one grid apart.

// The sum of the elements that the calling thread loads.
template <typename T>
__device__ T thread_sum(const T *in, int n)
{
    T sum = 0;
    // BEGIN TODO 4a (about 5 lines): go through the tiles of this block; in each take
    // elements t, t + BLOCK ... t + 3 * BLOCK, if they exist.
    // END TODO 4a
    return sum;
}

template <typename T>
__global__ void strided(T *__restrict__ partial, const T *__restrict__ in, int n)
{
    // BEGIN TODO 4b (about 12 lines): thread_sum into shared memory, then as in part 3.
    // END TODO 4b
}

template <typename T>
void launch_strided(T *partial, int blocks, const T *in, int n)
{
    // BEGIN TODO 4c (1 line): `blocks` blocks, for any n.
    // END TODO 4c
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 5: warp shuffles --------------------------------------------------------
//
// The lanes of a warp read each other's registers: these five steps need no shared
// memory and no barrier. Only the sums of the eight warps need both.

// The sum over the calling warp. All 32 lanes must call; lane 0 gets the sum.
template <typename T>
__device__ T warp_sum(T value)
{
    // BEGIN TODO 5a (about 2 lines): add the upper lanes to the lower lanes.
    // END TODO 5a
    return value;
}

// The sum over the calling block. All threads must call; thread 0 gets the sum.
// Between two calls there must be a barrier, because the second call writes the
// array that the first call reads.
template <typename T>
__device__ T block_sum(T value)
{
    // BEGIN TODO 5b (about 9 lines): one sum per warp; the first lane of each warp
    // writes it to shared memory, and warp 0 adds up these sums.
    // END TODO 5b
    return value;
}

template <typename T>
__global__ void shuffle(T *__restrict__ partial, const T *__restrict__ in, int n)
{
    // BEGIN TODO 5c (about 3 lines): thread_sum, block_sum, one store.
    // END TODO 5c
}

template <typename T>
void launch_shuffle(T *partial, int blocks, const T *in, int n)
{
    // BEGIN TODO 5d (1 line): as in 4c.
    // END TODO 5d
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 6: one number, one launch -----------------------------------------------
//
// Blocks finish in any order. The block that finishes last finds all the sums
// ready, and adds them in the order of the block numbers, so that the same input
// always gives the same float.

template <typename T>
__device__ T block_sums[MAX_BLOCKS];     // one sum per block of the current launch
__device__ unsigned int blocks_done = 0; // the number of sums written; 0 between launches

template <typename T>
__global__ void single(T *__restrict__ out, const T *__restrict__ in, int n)
{
    // BEGIN TODO 6a (about 20 lines): store this block's sum in block_sums; a fence;
    // a ticket from blocks_done; the last block adds up block_sums, into *out.
    // END TODO 6a
}

template <typename T>
void launch_single(T *out, const T *in, int n)
{
    // BEGIN TODO 6b (about 3 lines): enough blocks for n, at least one, at most
    // MAX_BLOCKS.
    // END TODO 6b
    CUDA_CHECK(cudaGetLastError());
}

// ---- What the grader calls (see common/labs.h); nothing to do here ----------------

#define ENTRY_POINTS(T) \
    void reduce_neighbored_##T(T *partial, const T *in, int n) \
    { \
        launch_neighbored(partial, in, n); \
    } \
    void reduce_consecutive_##T(T *partial, const T *in, int n) \
    { \
        launch_consecutive(partial, in, n); \
    } \
    void reduce_halves_##T(T *partial, const T *in, int n) { launch_halves(partial, in, n); } \
    void reduce_strided_##T(T *partial, int blocks, const T *in, int n) \
    { \
        launch_strided(partial, blocks, in, n); \
    } \
    void reduce_shuffle_##T(T *partial, int blocks, const T *in, int n) \
    { \
        launch_shuffle(partial, blocks, in, n); \
    } \
    void reduce_single_##T(T *out, const T *in, int n) { launch_single(out, in, n); }

ENTRY_POINTS(int)
ENTRY_POINTS(float)
